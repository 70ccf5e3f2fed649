// SPDX-License-Identifier: Apache-2.0
// fma of binary16, rounded once.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { f16vec2 a[]; };
layout(std430, binding = 1) readonly buffer B { f16vec2 b[]; };
layout(std430, binding = 2) writeonly buffer Out { f16vec2 dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    dst[i] = fma(a[i], b[i], f16vec2(0.75));
}
