// SPDX-License-Identifier: Apache-2.0
// binary16 at its borders: subnormals, overflow to infinity, infinities and NaN; rounded once from 32 bits too.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { f16vec2 a[]; };
layout(std430, binding = 1) readonly buffer B { f16vec2 b[]; };
layout(std430, binding = 2) readonly buffer F { float f[]; };
layout(std430, binding = 3) writeonly buffer Out { f16vec2 dst[]; };
layout(std430, binding = 4) writeonly buffer Floats { vec2 floats[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    f16vec2 x = a[i], y = b[i];
    precise f16vec2 sum = x + y, product = x * y;
    dst[i] = sum;
    dst[64u + i] = product;
    dst[128u + i] = f16vec2(f[2u * i], f[2u * i + 1u]);
    floats[i] = vec2(x);
}
