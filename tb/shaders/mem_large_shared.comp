// SPDX-License-Identifier: Apache-2.0
// Much workgroup memory, addressed from end to end: 16 KiB, transposed.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };
shared uint tile[64][64];

void main()
{
    uint i = gl_LocalInvocationIndex;
    for (uint k = i; k < 4096u; k += 128u)
        tile[k / 64u][k % 64u] = src[k];
    barrier();
    for (uint k = i; k < 4096u; k += 128u)
        dst[k] = tile[k % 64u][k / 64u] + tile[63u - k / 64u][k % 64u] * 2u;
}
