// SPDX-License-Identifier: Apache-2.0
// Indices beyond arrays of a lane that fit registers, beyond vectors, matrices and built-in values, and beyond an array that was copied from a
// buffer: what is loaded there is 0, what is stored is lost, and each is a fault.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { uint index[32]; uint block[4]; uint many; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, x = index[i], y = x >> 1;
    uint own[4] = uint[](i + 1u, i + 2u, i + 3u, i + 4u);
    dst[i] = own[x];
    own[x] = 100u;
    dst[32u + i] = own[0] + own[1] + own[2] + own[3];
    uvec3 v = uvec3(i, 2u * i, 3u * i);
    dst[64u + i] = v[x] + 1u;
    v[x] = 50u;
    dst[96u + i] = v.x + v.y + v.z;
    uint grid[2][3] = uint[][](uint[](i, i + 1u, i + 2u), uint[](i + 3u, i + 4u, i + 5u));
    dst[128u + i] = grid[1][x] + 1u;
    grid[x][2] = 200u;
    dst[160u + i] = grid[0][2] + grid[1][2];
    uint copied[4] = block;
    dst[192u + i] = copied[x];
    dst[224u + i] = gl_LocalInvocationID[x] + 1u;
    uint sum = 0u;
    for (uint k = 0u; k < 7u; k++)                  // unrolled: elements 4 and 5 are reached
        if (k < many)
            sum = sum * 10u + own[k] + k;
    dst[256u + i] = sum;
    uvec2 pair[3] = uvec2[](uvec2(i), uvec2(i, 7u), uvec2(9u, i));
    dst[288u + i] = pair[y][x & 1u];
    mat2x3 m = mat2x3(vec3(float(i)), vec3(2.0));
    m[y].yz = vec2(8.0);
    dst[320u + i] = uint(m[x].x + m[1].y);
    for (uint k = 0u; k < 7u; k++)
        if (k < many)
            own[k] = i + 10u * k;
    dst[352u + i] = own[0] + 3u * own[1] + 5u * own[2] + 7u * own[3];
    dst[384u + i] = (v + uvec3(1u, 2u, 3u))[x] + 1u;     // of a value, which is no variable
}
