// SPDX-License-Identifier: Apache-2.0
// The cheap part of 64-bit floats: loads, stores, conversions, comparisons, minimum and maximum, the sign.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { double src[64]; };
layout(std430, binding = 1) writeonly buffer Out { double dst[]; };
layout(std430, binding = 2) writeonly buffer Words { uint words[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    double x = src[i], y = src[(i * 7u + 3u) & 63u];
    dst[i] = -x;
    dst[64u + i] = abs(y);
    dst[128u + i] = min(x, y);
    dst[192u + i] = max(x, y);
    dst[256u + i] = double(float(x));
    dst[320u + i] = double(int(x) + 5);
    dst[384u + i] = x < y ? x : double(uint(abs(y)));
    uvec2 parts = unpackDouble2x32(y);
    dst[448u + i] = packDouble2x32(uvec2(parts.x, parts.y ^ 0x80000000u));
    words[i] = uint(x < y) | uint(x <= y) << 1 | uint(x > y) << 2 | uint(x >= y) << 3 | uint(x == y) << 4 | uint(x != y) << 5;
    words[64u + i] = uint(int(x));
    words[128u + i] = floatBitsToUint(float(x));
}
