// SPDX-License-Identifier: Apache-2.0
// Operations with constants that look as if there were less to do than there is.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, x = src[i], k = 12u * i;
    int s = int(x);
    float f = uintBitsToFloat(x);
    dst[k] = (x << 16u) << 16u | (x >> 20u) >> 12u;
    dst[k + 1u] = (x << 16u) << 15u ^ (x >> 20u) >> 11u;
    dst[k + 2u] = uint(min(s, 0)) ^ uint(max(s, 0)) << 1u;
    dst[k + 3u] = uint(x >> 30u == 1u) | uint(x >> 30u != 0u) << 1u | (x >> 30u & 1u) << 2u | (x >> 30u ^ 1u) << 3u;
    dst[k + 4u] = uint(x >> 31u == 0u) | (x >> 31u ^ 1u) << 1u | uint(x >> 31u != 0u) << 2u;
    dst[k + 5u] = floatBitsToUint(f + 0.0);
    dst[k + 6u] = floatBitsToUint(f - 0.0);
    dst[k + 7u] = uint(!(f < 1.0)) | uint(!(f <= 1.0)) << 1u | uint(!(f > 1.0)) << 2u | uint(!(f == 1.0)) << 3u | uint(f == f) << 4u;
    dst[k + 8u] = uint(s >= 0 && s < 0) | uint(s < -2147483648) << 1u | uint(x >= 0u) << 2u | uint(x > 0xffffffffu) << 3u;
    dst[k + 9u] = (x & 0xff00u) & 0xffu | (x | 0xf0u) & 0xffu | (x ^ 5u) ^ 5u;
    dst[k + 10u] = (x + 0x80000000u) + 0x80000000u - (x * 1u + x * 0u);
    dst[k + 11u] = uint(s / -1) + uint(s >> 31) + (x - 0xffffffffu);
}
