// SPDX-License-Identifier: Apache-2.0
// binary16: the operators, each rounded once to nearest even; stored as halves, two a word.
// build: glslangValidator --target-env vulkan1.2
// build od: glslangValidator --target-env vulkan1.2 -Od
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
const uint N = 128u;
layout(std430, binding = 0) readonly buffer A { float16_t a[N]; };
layout(std430, binding = 1) readonly buffer B { float16_t b[N]; };
layout(std430, binding = 2) writeonly buffer Out { float16_t dst[]; };
layout(std430, binding = 3) writeonly buffer Words { uint words[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, k = i;
    float16_t x = a[i], y = b[i];
    precise float16_t sum = x + y, difference = x - y, product = x * y;
    dst[k] = sum; k += N;
    dst[k] = difference; k += N;
    dst[k] = product; k += N;
    dst[k] = x / y; k += N;
    dst[k] = sqrt(abs(x)); k += N;
    dst[k] = -x; k += N;
    dst[k] = min(abs(x), y); k += N;
    dst[k] = max(x, y); k += N;
    dst[k] = floor(x) + fract(float16_t(float(int(float(y) * 64.0)) / 64.0)); k += N;
    dst[k] = float16_t(float(x) * 1.0009765); k += N;
    dst[k] = float16_t(int(x) * 3); k += N;
    dst[k] = f16vec4(x, y, y, x).wzyx.x;
    words[i] = uint(x < y) | uint(x <= y) << 1 | uint(x == y) << 2 | uint(x > y) << 3 | uint(int(x) & 0xff) << 8
             | uint(packFloat2x16(f16vec2(x, y)) & 0xffffu) << 16;
}
