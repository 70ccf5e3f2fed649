// SPDX-License-Identifier: Apache-2.0
// Vectors of 16 bits where they do not begin with a word: behind a half in a struct, every 6 bytes, as rows of a matrix; stored as wholes.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 32) in;
struct Six { u16vec2 v; uint16_t w; };
struct Odd { uint16_t a; u16vec2 b; uint16_t c; };              // b at 2
layout(scalar, binding = 0) buffer Sixes { Six six[]; };
layout(scalar, binding = 1) buffer Odds { Odd odd[]; };
layout(scalar, row_major, binding = 2) buffer Rows { f16mat3x2 rows[]; };       // two rows of three: 12 bytes
layout(scalar, binding = 3) buffer Pairs { u16vec2 pair[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    six[i].v = u16vec2(3u * i + 1u, 5u * i + 7u);
    six[i].w = uint16_t(0x100u + i);
    odd[i] = Odd(uint16_t(i), u16vec2(i + 0x1000u, i + 0x2000u), uint16_t(i + 0x3000u));
    rows[i][0] = f16vec2(float(i), 0.5);
    rows[i][2] = f16vec2(-2.0, float(i) * 4.0);
    rows[i][1].y = rows[i][2].y + float16_t(1.0);
    pair[i] = u16vec2(odd[i].b.y, odd[i].a);
}
