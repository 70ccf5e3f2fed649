// SPDX-License-Identifier: Apache-2.0
// Workgroup memory of 69 bytes, which ends inside a word.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Out { uint dst[]; };
shared Bytes { uint8_t five[5]; uint8_t each[64]; } s;

void main()
{
    uint i = gl_LocalInvocationIndex;
    s.each[i] = uint8_t(7u * i);
    if (i < 5u)
        s.five[i] = uint8_t(200u + i);
    barrier();
    dst[i] = uint(s.each[63u - i]) | uint(s.five[i % 5u]) << 8u;
}
