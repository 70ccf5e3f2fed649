// SPDX-License-Identifier: Apache-2.0
// Binary16: (1 + 2^-10) * (1 - 2^-10) - 1 is -2^-20 when it is rounded once; the product alone is rounded to 1, and the sum is 0.
// Vulkan, precision of SPIR-V instructions: fma is "inherited from OpFMul followed by OpFAdd".
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { f16vec2 a, b; };

void main()
{
    a = fma(a, b, f16vec2(-1.0));
}
