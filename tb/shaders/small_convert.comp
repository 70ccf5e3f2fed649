// SPDX-License-Identifier: Apache-2.0
// Conversions among 8-, 16-, 32- and 64-bit integers of each signedness: cut, sign- and zero-extended; to floats and back.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 64) in;
const uint N = 64u;
layout(std430, binding = 0) readonly buffer In { uvec2 src[N]; };
layout(std430, binding = 1) writeonly buffer Out { uint64_t dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, k = i;
    uint64_t x = pack64(src[i]);
    int64_t s = int64_t(x);
    dst[k] = uint64_t(uint8_t(x)); k += N;
    dst[k] = uint64_t(int64_t(int8_t(x))); k += N;
    dst[k] = uint64_t(uint16_t(x)); k += N;
    dst[k] = uint64_t(int64_t(int16_t(x))); k += N;
    dst[k] = uint64_t(uint32_t(x)); k += N;
    dst[k] = uint64_t(int64_t(int32_t(x))); k += N;
    dst[k] = uint64_t(uint(uint16_t(int16_t(int8_t(x))))); k += N;
    dst[k] = uint64_t(uint(int(int8_t(uint8_t(x) + uint8_t(1))))); k += N;
    dst[k] = uint64_t(bool(uint8_t(x))) + uint64_t(int64_t(bool(x))); k += N;
    dst[k] = uint64_t(floatBitsToUint(float(int8_t(x)))); k += N;
    dst[k] = uint64_t(floatBitsToUint(float(uint16_t(x)))); k += N;
    dst[k] = uint64_t(floatBitsToUint(float(x & 0xffffff00000000ul))); k += N;
    dst[k] = uint64_t(floatBitsToUint(float(s >> 40))); k += N;
    dst[k] = uint64_t(int64_t(float(int(uint(x))))); k += N;
    dst[k] = uint64_t(int8_t(float(int8_t(x)) * 0.5)); k += N;
    dst[k] = uint64_t(uint16_t(float(uint16_t(x)))); k += N;
    i16vec4 v = i16vec4(unpack8(int(src[i].x)));
    dst[k] = uint64_t(pack64(v)) ^ uint64_t(pack16(u8vec2(src[i]))); k += N;
    dst[k] = uint64_t(float16BitsToUint16(float16_t(int8_t(x)))) | uint64_t(uint8_t(float16_t(uint8_t(x)))) << 32; k += N;
    dst[k] = uint64_t(uint32_t(float(uint64_t(uint16_t(x)) << 40) * 1.16415321827e-10));
}
