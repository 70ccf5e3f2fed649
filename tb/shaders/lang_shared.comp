// SPDX-License-Identifier: Apache-2.0
// Workgroup memory: arrays, a struct, vectors and a matrix in it; barriers between.
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.3 -Od
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };

struct Cell { uint value; uvec3 more; };
shared uint line[64];
shared Cell cells[64];
shared mat2 turn[32];

void main()
{
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    line[i] = src[at];
    cells[63u - i].value = src[at] >> 3;
    cells[i].more = uvec3(i, i * i, src[at] & 255u);
    if (i < 32u)
        turn[i] = mat2(1.0, float(i), -float(i), 1.0);
    barrier();
    uint sum = 0u;
    for (uint k = 0u; k <= i % 8u; k++)
        sum += line[(i + 8u * k) & 63u];
    Cell c = cells[i ^ 21u];
    vec2 turned = turn[(i * 7u) & 31u] * vec2(2.0, 3.0);
    barrier();
    line[63u - i] = sum + c.value;
    barrier();
    dst[at] = line[i] + c.more.y + 3u * cells[(i + 1u) & 63u].more[i % 3u] + uint(int(turned.x) + 1000) * uint(turned.y);
}
