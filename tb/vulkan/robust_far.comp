// SPDX-License-Identifier: Apache-2.0
// The same as robust.comp with elements of large arrays of blocks: lengths of arrays of each width, what is loaded at `at` of each, and stores there when `stores` is not 0.
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(scalar, set = 0, binding = 1) buffer Bytes { uint8_t b[]; } bytes_of[40];
layout(scalar, set = 0, binding = 2) buffer Halves { uint16_t h[]; } halves_of[40];
layout(scalar, set = 0, binding = 3) buffer Words { uint w[]; } words_of[40];
layout(scalar, set = 0, binding = 4) buffer Wide { uint64_t q[]; } wide_of[40];
layout(scalar, set = 0, binding = 5) buffer Threes { uint head; uvec3 v[]; } threes_of[40];
layout(push_constant) uniform Push { uint at; uint stores; uint element; };
#define b bytes_of[element].b
#define h halves_of[element].h
#define w words_of[element].w
#define q wide_of[element].q
#define v threes_of[element].v
void main()
{
    result[0] = b.length();
    result[1] = h.length();
    result[2] = w.length();
    result[3] = q.length();
    result[4] = v.length();
    result[5] = uint(b[at]);
    result[6] = uint(h[at]);
    result[7] = w[at];
    result[8] = uint(q[at]);
    result[9] = uint(q[at] >> 32);
    result[10] = v[at].x;
    result[11] = v[at].y;
    result[12] = v[at].z;
    if (stores != 0) {
        b[at] = uint8_t(stores);
        h[at] = uint16_t(stores);
        w[at] = stores;
        q[at] = uint64_t(stores) << 32 | stores;
        v[at] = uvec3(stores, stores + 1, stores + 2);
        result[13] = atomicAdd(w[at], 1);
    }
}
