// SPDX-License-Identifier: Apache-2.0
// Workgroup memory with explicit layouts of 8 and 16 bits, scalar too, whose blocks share their bytes.
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Out { uint word[]; };
shared Words { uint w[64]; } words;
shared Bytes { uint8_t b[256]; } bytes;
layout(scalar) shared Triples { uint8_t first; u16vec3 t[40]; } triples;

void main()
{
    const uint i = gl_LocalInvocationIndex;
    words.w[i] = 0x01020304u * (i + 1);
    barrier();
    const uint sum = uint(bytes.b[4 * i]) + 1000 * uint(bytes.b[(4 * i + 7) % 256]);
    const uint part = i < 40 ? uint(triples.t[i].z) : 0;
    barrier();
    bytes.b[255 - i] = uint8_t(i);
    barrier();
    word[3 * i] = sum;
    word[3 * i + 1] = part;
    word[3 * i + 2] = words.w[48 + i / 4];
}
