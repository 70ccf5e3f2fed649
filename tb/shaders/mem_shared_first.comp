// SPDX-License-Identifier: Apache-2.0
// Two blocks over the same workgroup memory; the one that comes first is the larger one, and is used to its end.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Out { uint dst[]; };
shared Large { uint w[512]; } large;
shared Small { uint w[16]; } small;

void main()
{
    uint i = gl_LocalInvocationIndex;
    for (uint k = 0u; k < 8u; k++)
        large.w[64u * k + i] = 100u * k + i;
    barrier();
    uint sum = 0u;
    for (uint k = 0u; k < 8u; k++)
        sum = sum * 3u + large.w[64u * k + 63u - i];
    barrier();
    if (i < 16u)
        small.w[i] += 5u;
    barrier();
    dst[i] = sum + large.w[i];
}
