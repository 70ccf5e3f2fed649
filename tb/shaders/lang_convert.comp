// SPDX-License-Identifier: Apache-2.0
// Conversions between signed, unsigned, float and bool, and the same bits as another type.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
const uint N = 64u;
layout(std430, binding = 0) readonly buffer A { uint words[N]; };
layout(std430, binding = 1) readonly buffer B { float floats[N]; };
layout(std430, binding = 2) writeonly buffer Out { uint dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, k = i;
    uint x = words[i];
    float f = floats[i];
    dst[k] = floatBitsToUint(float(x)); k += N;
    dst[k] = floatBitsToUint(float(int(x))); k += N;
    dst[k] = uint(abs(f)); k += N;
    dst[k] = uint(int(f)); k += N;
    dst[k] = uint(bool(x)) + 2u * uint(bool(f)) + 4u * uint(int(x & 1u) == 1); k += N;
    dst[k] = floatBitsToUint(float(x > 77u)); k += N;
    dst[k] = floatBitsToUint(uintBitsToFloat(x & 0x7fffffu | 0x3f800000u) * 2.0); k += N;
    dst[k] = uint(floatBitsToInt(f) >> 23);
}
