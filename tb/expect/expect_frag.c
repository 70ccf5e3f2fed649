/* SPDX-License-Identifier: Apache-2.0
 * expect_frag.c - lists of the frag_ shaders: pixel by pixel, quads as four pixels, without waves.
 */
#include "expect.h"

#include <math.h>
#include <stdbool.h>

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static void putbits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    put(bits);
}

/* The value at the centre of pixel (x, y) of a plane over width x height: as docs/fragment.md has it. */
static float plane_at(const float corner[3], int width, int height, float x, float y)
{
    const float dx = (float)(((double)corner[1] - (double)corner[0]) / width);
    const float dy = (float)(((double)corner[2] - (double)corner[0]) / height);

    return fmaf(y, dy, fmaf(x, dx, corner[0]));
}

static float plane(const float corner[3], int width, int height, int x, int y)
{
    return plane_at(corner, width, height, (float)x + 0.5f, (float)y + 0.5f);
}

/* ---- frag_basic: 19 x 13 ---- */

enum { BASIC_W = 19, BASIC_H = 13 };

static bool basic_covered(int i)
{
    return (i + i / BASIC_W) % 7 != 0;
}

static bool basic_returns(int i)
{
    return (hash((uint32_t)i) & 0xffff) % 5 == 0;
}

/* Neither helper nor discarded. */
static bool basic_writes(int i)
{
    const float x = (float)(i % BASIC_W) - 9, y = (float)(i / BASIC_W) - 6;

    return basic_covered(i) && (basic_returns(i) || x * x + y * y <= 60);
}

static void frag_basic_color(void)
{
    static const float u[3] = {0, 1, 0}, v[3] = {0, 0, 1}, line[3] = {-3, 5.5f, 1}, z[3] = {0.25f, 0.5f, 0.75f};
    static const float row[3] = {1, 0, 2};

    for (int i = 0; i < BASIC_W * BASIC_H; i++) {
        const int x = i % BASIC_W, y = i / BASIC_W;
        const bool more = !basic_returns(i);
        const float color[4] = {plane(u, BASIC_W, BASIC_H, x, y), plane(v, BASIC_W, BASIC_H, x, y),
                                plane(line, BASIC_W, BASIC_H, x, y), plane(z, BASIC_W, BASIC_H, x, y)};
        const float added[4] = {plane(row, BASIC_W, BASIC_H, x, y), 6.5f, (float)(hash((uint32_t)i) & 255), 1};
        for (int k = 0; k < 4; k++)
            putbits(!basic_writes(i) ? float_of(hash((uint32_t)(4 * i + k))) : more ? color[k] + added[k] : color[k]);
    }
}

static void frag_basic_bits(void)
{
    for (int i = 0; i < BASIC_W * BASIC_H; i++) {
        const uint32_t key = hash((uint32_t)i) & 0xffff, more = !basic_returns(i);
        const uint32_t bits[4] = {(uint32_t)(i % BASIC_W) + more * (uint32_t)-40, (uint32_t)(i / BASIC_W) + more * key, 3, 2};
        for (int k = 0; k < 4; k++)
            put(basic_writes(i) ? bits[k] : (uint32_t)(4 * i + k));
    }
}

/* ---- frag_quads: 15 x 11 ---- */

enum { QUADS_W = 15, QUADS_H = 11 };

static bool quads_covered(int i)
{
    const uint32_t x = (uint32_t)(i % QUADS_W) - 7, y = (uint32_t)(i / QUADS_W) - 5;

    return x * x + y * y < 24 || i == 0;
}

static float quads_f(int x, int y)
{
    return (float)(x * x + 7 * x * y + 3 * y);
}

static uint32_t quads_n(int x, int y)
{
    return (uint32_t)(x * 31 + y * 57);
}

static void frag_quads_first(void)
{
    for (int i = 0; i < QUADS_W * QUADS_H; i++) {
        const int x = i % QUADS_W, y = i / QUADS_W, left = x & ~1, top = y & ~1;
        const float d[4] = {quads_f(left + 1, y) - quads_f(left, y), quads_f(x, top + 1) - quads_f(x, top),
                            quads_f(left + 1, top) - quads_f(left, top), quads_f(left, top + 1) - quads_f(left, top)};
        for (int k = 0; k < 4; k++)
            putbits(quads_covered(i) ? d[k] : 0);
    }
}

static void frag_quads_second(void)
{
    for (int i = 0; i < QUADS_W * QUADS_H; i++) {
        const int left = i % QUADS_W & ~1, top = i / QUADS_W & ~1;
        const float dx = quads_f(left + 1, top) - quads_f(left, top), dy = quads_f(left, top + 1) - quads_f(left, top);
        const float all[4] = {dx, dy, fabsf(dx) + fabsf(dy), quads_f(left + 1, top + 1)};
        for (int k = 0; k < 4; k++)
            putbits(quads_covered(i) ? all[k] : 0);
    }
}

static void frag_quads_third(void)
{
    for (int i = 0; i < QUADS_W * QUADS_H; i++) {
        const int x = i % QUADS_W, y = i / QUADS_W;
        uint32_t any = 0, all = 2;
        for (int k = 0; k < 4; k++) {
            const uint32_t n = quads_n((x & ~1) + k % 2, (y & ~1) + k / 2);
            any |= n % 5 == 0;
            all = n % 3 == 0 ? 0 : all;
        }
        const uint32_t four[4] = {quads_n(x ^ 1, y), quads_n(x, y ^ 1), quads_n(x ^ 1, y ^ 1), any | all};
        for (int k = 0; k < 4; k++)
            put(quads_covered(i) ? four[k] : 0);
    }
}

/* ---- frag_helper: 16 x 10 ---- */

enum { HELPER_W = 16, HELPER_H = 10 };

static bool helper_covered(int i)
{
    return hash((uint32_t)i + 1000) % 3 != 0;
}

static bool helper_stays(int i)
{
    return helper_covered(i) && hash((uint32_t)i) % 3 != 0;
}

static void frag_helper_count(void)
{
    uint32_t adds = 0, total = 0;

    for (int i = 0; i < HELPER_W * HELPER_H; i++) {
        put(helper_stays(i) ? hash((uint32_t)i) + 1 : 0);
        adds += helper_stays(i);
        total += helper_stays(i) ? hash((uint32_t)i) & 255 : 0;
    }
    put(adds), put(adds), put(total);
}

static void frag_helper_bits(void)
{
    for (int i = 0; i < HELPER_W * HELPER_H; i++) {
        const int x = i % HELPER_W, y = i / HELPER_W;
        uint32_t began = 0, later = 0;
        for (int k = 0; k < 4; k++) {
            const int other = ((y & ~1) + k / 2) * HELPER_W + (x & ~1) + k % 2;
            began |= (uint32_t)!helper_covered(other) << k;
            later |= (uint32_t)!helper_stays(other) << k;
        }
        const uint32_t four[4] = {began | later << 8, hash((uint32_t)(i ^ 1)), 0, hash((uint32_t)i) & 3};
        for (int k = 0; k < 4; k++)
            put(helper_stays(i) ? four[k] : 0);
    }
}

const struct list frag_lists[] = {LIST(frag_basic_color), LIST(frag_basic_bits), LIST(frag_quads_first), LIST(frag_quads_second),
                                  LIST(frag_quads_third), LIST(frag_helper_count), LIST(frag_helper_bits), {0}};
