// SPDX-License-Identifier: Apache-2.0
// Structs of members of 8, 16, 32 and 64 bits, in std430 and scalar layout; stored member by member, some lanes into parts of one word.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 32) in;
struct Mixed { uint8_t a; u16vec2 b; uint8_t c[3]; uint64_t d; float16_t e; };          // std430: 0, 4, 8, 16, 24; 32 bytes
struct Tight { uint8_t a; uint8_t b[4]; uint16_t c; u8vec3 d; };                        // scalar: 0, 1, 6, 8; 12 bytes
layout(std430, binding = 0) readonly buffer In { Mixed src[]; };
layout(std430, binding = 1) buffer Out { Mixed dst[]; };
layout(scalar, binding = 2) buffer Packed { Tight tight[]; };
layout(std430, binding = 3) buffer Bytes { uint8_t bytes[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    Mixed m = src[i];
    m.a += uint8_t(1);
    m.b = m.b.yx;
    m.c[i % 3u] = m.a;
    m.d = (m.d << 4) + uint64_t(i);
    m.e = m.e * float16_t(2.0);
    dst[i] = m;
    tight[i].a = uint8_t(i);
    tight[i].b[i & 3u] = uint8_t(0xff);
    tight[i].c = m.b.x;
    tight[i].d.zx = u8vec2(m.c[0], m.c[1]);
    if (i % 3u != 0u)
        bytes[i] = uint8_t(i * 7u);             // its neighbours in the word stay
    bytes[64u + (i * 5u & 31u)] = m.c[2];
}
