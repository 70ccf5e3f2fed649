/* SPDX-License-Identifier: Apache-2.0
 * expect_vert.c - the lists of vert_*: records of vertices, word by word (docs/vertex.md).
 */
#include "expect.h"

#include <stddef.h>

/* ---- vert_transform ---- */

static const float scene[16] = {1, 0, 2, 0, 0, 4, 0, 0, -1, 0, 1, 0.5f, 3, 2, 1, 1};      /* columns */
static const float shift[3][2] = {{1, -2}, {0.5f, 8}, {-3, 0.25f}};
static const uint32_t turn[3] = {7, UINT32_MAX, 9};

static void vert_transform(void)
{
    for (uint32_t instance = 0; instance < 3; instance++)
        for (uint32_t v = 0; v < 37; v++) {
            const uint32_t key[2] = {hash(1000 + 2 * v) & 0xff, hash(1001 + 2 * v) & 0xff};
            float at[4];
            for (uint32_t i = 0; i < 3; i++)
                at[i] = 0.5f * ((float)(hash(3 * v + i) & 31) - 16);
            at[0] += shift[instance][0], at[1] += shift[instance][1], at[3] = 1;
            for (uint32_t i = 0; i < 4; i++)        /* all sums are exact */
                put_float(scene[i] * at[0] + scene[4 + i] * at[1] + scene[8 + i] * at[2] + scene[12 + i] * at[3] +
                          (i == 1 ? 0.25f : 0));
            put_float(key[0] % 4 == 1 ? 0 : (float)(key[1] & 7));
            put(0), put(0);
            for (uint32_t i = 0; i < 2; i++)
                put_float(key[0] % 4 == 1 ? 0 : (float)key[i]);
            put(5 + v), put(2 + instance), put(5 + 16 * 2), put(turn[instance]);
        }
}

/* ---- vert_types ---- */

static double real(uint32_t i)
{
    const uint64_t bits = (uint64_t)(0x40000000 + (hash(2 * i + 1) & 0xff) * 4096) << 32;
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static void matrix_at(uint32_t v, float column[2][3])
{
    for (uint32_t i = 0; i < 3; i++) {
        column[0][i] = (float)(3 * v + i);
        column[1][i] = (float)(3 * v + i) + 100;
    }
}

static void vert_types(void)
{
    for (uint32_t v = 0; v < 9; v++) {
        const uint32_t list[3] = {v, 10 * v, 1000};
        uint32_t table[2][3] = {{5, 0, 0}, {0, 0, 6}};
        float matrix[2][3], clip[3], pair[2][2] = {{0}};
        for (uint32_t i = 0; i < 3; i++) {
            table[v & 1][(i + v) % 3] = list[i] + table[0][0];
            clip[(i + 1) % 3] = (float)(10 * i + v);
        }
        matrix_at(v, matrix);
        for (uint32_t i = 0; i < 3; i++)
            put_float(matrix[v & 1][i]);
        put_float((float)real(3 * v + 2));
        put(0);                         /* point size */
        for (uint32_t i = 0; i < 3; i++)
            put_float(clip[i]);
        put(0), put_float(4);
        put(table[1][2]), put(v % 4);   /* layer, viewport */
        put64(double_bits(2 * real(3 * v + 1) + 1)), put64(double_bits(2 * real(3 * v) + 2));
        for (uint32_t i = 0; i < 3; i++)
            put(half_bits((half)(i < 2 ? 0.25f * (float)(2 * v + i) : 0.25f * (float)(4 * v + 1))));
        put(0x2001 * v & 0xffff);
        for (uint32_t i = 0; i < 3; i++)
            put_float(matrix[0][i]), put_float(matrix[1][i]);
        for (uint32_t i = 0; i < 6; i++)
            put(table[i / 3][i % 3]);
        pair[v & 1][0] = (float)v, pair[v & 1][1] = 1;
        for (uint32_t b = 0; b < 2; b++) {
            for (uint32_t i = 0; i < 2; i++)
                put64(v % 2 == b ? ((uint64_t)(4 * v + 2 * i + 1) << 32 | (4 * v + 2 * i)) + v : 0);
            for (uint32_t i = 0; i < 4; i++)
                put_float(b ? pair[i / 2][i % 2] : 0);
        }
        put(0);
        put_float(1 + (v > 3 ? (float)list[v % 3] : 0));
    }
}

/* ---- hlsl_vert ---- */

static void hlsl_vert(void)
{
    for (uint32_t instance = 0; instance < 2; instance++)
        for (uint32_t v = 0; v < 21; v++) {
            const float x = (float)(3 * v), y = x + 1;
            put_float(x + 2), put_float(y + 4 * (x + 2)), put_float(0.5f * x), put_float(1);
            put_float(x);
            put(2 * v + 8), put(2 * v + 7), put(3 + v), put(instance);
        }
}

/* ---- vert_capture ---- */

/* Words of a vertex, with bits of the buffer between its values. */
static void vert_capture_first(void)
{
    for (uint32_t n = 0; n < 20; n++) {
        const uint32_t v = n % 13, instance = n / 13;
        const float here[2] = {(float)instance, 2}, other[2] = {-1, (float)v};
        put(0x55555555), put(0x55555555);
        put64(double_bits(v)), put64(double_bits(0.25));
        put(0x55555555);
        for (uint32_t i = 0; i < 4; i++)
            put_float((v % 2 == i / 2 ? here : other)[i % 2]);
        put(((hash(v) - 3) & 0xffff) | v << 16);
        put(((0U - instance) & 0xffff) | 0x55550000);
        put(0x55555555);
    }
    for (uint32_t i = 0; i < 14 * 5; i++)
        put(0x55555555);
}

static void vert_capture_second(void)
{
    for (uint32_t n = 0; n < 20; n++)
        put(0x66666666), put(hash(n % 13) * 3), put_float((float)(hash(n % 13) & 0xff) * 0.5f);
    put(0x66666666);
}

/* Words of 11 vertices: one of the buffer, two structs of four words, one of the buffer. */
static void vert_capture_structs(void)
{
    for (uint32_t v = 0; v < 11; v++) {
        put(0x55555555);
        put_float((float)v * 0.5f), put(hash(v) >> 8), put(2), put(3);
        put_float(0.25f), put(4), put(v), put(6);
        put(0x55555555);
    }
}

const struct list vert_lists[] = {LIST(vert_capture_structs), LIST(vert_transform), LIST(vert_types), LIST(vert_capture_first),
                                  LIST(vert_capture_second), LIST(hlsl_vert), {0}};
