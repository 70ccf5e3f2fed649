// SPDX-License-Identifier: Apache-2.0
// Products of 64-bit numbers whose high words look like signs: of the own low word, of another's; and some that are constants.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { int src[]; };
layout(std430, binding = 1) writeonly buffer Out { int64_t dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    int a = src[2u * i], b = src[2u * i + 1u];
    int64_t own = int64_t(a), other = packInt2x32(ivec2(a, b >> 31)), third = int64_t(b);
    dst[4u * i] = own * third;
    dst[4u * i + 1u] = other * third;
    dst[4u * i + 2u] = other * other;
    dst[4u * i + 3u] = packInt2x32(ivec2(b, a >> 30)) * -5l;
}
