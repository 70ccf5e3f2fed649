// SPDX-License-Identifier: Apache-2.0
// Components picked and set by index: of vectors and matrices in registers, in buffers, in workgroup memory.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { uvec4 words[32]; mat4x3 m[8]; } data;
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };
shared uvec3 line[32];

void main()
{
    uint i = gl_LocalInvocationIndex, c = i % 4u, r = i % 3u;
    uvec4 v = data.words[i];
    v[c] += 100u;
    uint sum = v[(c + 1u) & 3u];
    mat4x3 m = data.m[i & 7u];
    m[c][r] *= 2.0;
    m[(c + 2u) & 3u].zx = m[c].xy;
    float f = m[(i + 1u) & 3u][(i + 2u) % 3u];
    line[i] = uvec3(i);
    line[i][r] = 7u;
    barrier();
    data.words[i][c] = 5u + i;
    if (i < 8u)
        data.m[i][c][r] = -1.0;
    dst[4u * i] = sum;
    dst[4u * i + 1u] = floatBitsToUint(f);
    dst[4u * i + 2u] = line[31u - i][i & 1u] + (line[(i + 1u) & 31u].zyx[r] << 8);
    dst[4u * i + 3u] = v[0] ^ v[1] ^ v[2] ^ v[3];
}
