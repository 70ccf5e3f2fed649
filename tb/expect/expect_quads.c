/* SPDX-License-Identifier: Apache-2.0
 * expect_quads.c - lists of the frag_ shaders in which pixels meet: quads as four pixels, helpers, waves, calls.
 */
#include "expect.h"

#include <math.h>
#include <stdbool.h>

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
            put_float(quads_covered(i) ? d[k] : 0);
    }
}

static void frag_quads_second(void)
{
    for (int i = 0; i < QUADS_W * QUADS_H; i++) {
        const int left = i % QUADS_W & ~1, top = i / QUADS_W & ~1;
        const float dx = quads_f(left + 1, top) - quads_f(left, top), dy = quads_f(left, top + 1) - quads_f(left, top);
        const float all[4] = {dx, dy, fabsf(dx) + fabsf(dy), quads_f(left + 1, top + 1)};
        for (int k = 0; k < 4; k++)
            put_float(quads_covered(i) ? all[k] : 0);
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

/* ---- frag_wave: 16 x 12 ---- */

enum { WAVE_W = 16, WAVE_H = 12 };

static bool wave_covered(int i)
{
    return hash((uint32_t)i + 500) % 5 > 1;
}

static uint32_t wave_value(int i)
{
    return hash((uint32_t)i) & 255;
}

/* Pixel k of the quad of pixel i, and which of the four i is. */
static int of_quad(int i, int k)
{
    return (i / WAVE_W / 2 * 2 + k / 2) * WAVE_W + (i % WAVE_W / 2 * 2 + k % 2);
}

static int place_in_quad(int i)
{
    return i / WAVE_W % 2 * 2 + i % 2;
}

static void frag_wave_total(void)
{
    uint32_t count = 0, sum = 0, most = 0, all = 0;

    for (int i = 0; i < WAVE_W * WAVE_H; i++)
        if (wave_covered(i)) {
            const uint32_t v = wave_value(i);
            count++;
            sum += v;
            most = v > most ? v : most;
            all ^= v;
        }
    put(count), put(sum), put(most), put(all), put(count), put(sum);
}

static void put_four(int i, const uint32_t four[4])
{
    for (int k = 0; k < 4; k++)
        put(wave_covered(i) ? four[k] : 0);
}

static void frag_wave_first(void)
{
    for (int i = 0; i < WAVE_W * WAVE_H; i++) {
        uint32_t four[4] = {0};
        for (int k = 0; k < 4; k++) {
            const uint32_t other = wave_value(of_quad(i, k)), own = wave_value(i), is = wave_covered(of_quad(i, k));
            four[0] |= (uint32_t)(is && other % 3 == own % 3) << k;
            four[1] |= (uint32_t)(is && other % 2 == own % 2) << k;
            four[2] |= is << k;
            four[3] |= (uint32_t)(is && other > 99) << k;
        }
        put_four(i, four);
    }
}

static void frag_wave_second(void)
{
    for (int i = 0; i < WAVE_W * WAVE_H; i++) {
        uint32_t four[4] = {0, 1, 0, 0};
        for (int k = 0; k < place_in_quad(i); k++) {
            const uint32_t other = wave_value(of_quad(i, k));
            if (!wave_covered(of_quad(i, k)))
                continue;
            four[0] += other;
            four[1] *= other | 1;
            four[2] ^= other;
            four[3] += other > 99;
        }
        put_four(i, four);
    }
}

static void frag_wave_third(void)
{
    for (int i = 0; i < WAVE_W * WAVE_H; i++) {
        uint32_t four[4] = {UINT32_MAX, 0, 0, 1};
        for (int k = 0; k < place_in_quad(i); k++) {
            const uint32_t other = wave_value(of_quad(i, k));
            if (!wave_covered(of_quad(i, k)))
                continue;
            four[0] &= other;
            four[1] |= other;
            four[2] += other;
        }
        put_four(i, four);
    }
}

/* ---- frag_asm: 13 x 7 ---- */

enum { ASM_W = 13, ASM_H = 7 };

static bool asm_covered(int x, int y)
{
    return x < ASM_W && y < ASM_H && hash((uint32_t)(y * ASM_W + x) + 7) % 4 != 0;
}

/* Pixels beyond the rectangle have the key of the nearest one. */
static uint32_t asm_key(int x, int y)
{
    return hash((uint32_t)((y < ASM_H ? y : ASM_H - 1) * ASM_W + (x < ASM_W ? x : ASM_W - 1)));
}

static bool asm_writes(int x, int y)
{
    return asm_covered(x, y) && asm_key(x, y) % 3 == 0;
}

/* 1: a helper from the start, 2: one when it is asked. */
static int asm_helper(int x, int y)
{
    return !asm_covered(x, y) ? 3 : asm_key(x, y) % 3 == 1 ? 2 : 0;
}

static void frag_asm_wide(void)
{
    for (int i = 0; i < ASM_W * ASM_H; i++) {
        const int x = i % ASM_W, y = i / ASM_W, difference = asm_helper(x, y) - asm_helper(x ^ 1, y);
        const uint32_t four[4] = {7 + asm_key(x, y), 7, (uint32_t)(difference < 0 ? -difference : difference), x % 2 ? 9 : 7};
        for (int k = 0; k < 4; k++)
            put(asm_writes(x, y) ? four[k] : 0);
    }
}

static void frag_asm_half(void)
{
    for (int i = 0; i < ASM_W * ASM_H; i++) {
        const int x = i % ASM_W, y = i / ASM_W;
        const float row[3][2] = {{0.5f, 1.5f}, {-2, 100}, {(float)x + 0.5f, (float)y + 0.5f}};
        put(asm_writes(x, y) ? half_bits((half)row[x % 3][0]) << 16 : 0);
        put(asm_writes(x, y) ? half_bits((half)row[x % 3][1]) : 0);
    }
}

static void frag_asm_short(void)
{
    for (int i = 0; i < ASM_W * ASM_H; i++)
        puti(asm_writes(i % ASM_W, i / ASM_W) ? -(i % ASM_W) : 0);
}

/* ---- frag_calls: 12 x 12, 2 samples ---- */

static void frag_calls(void)
{
    for (uint32_t i = 0; i < 144; i++) {
        const uint32_t turns = i % 12, last = i / 12 + 3;      /* of the loop; the turn that returns */
        uint32_t sums[3] = {0, 100, 0};
        bool gone = false;
        for (uint32_t n = 1; n <= turns && !gone; n++) {
            sums[0] += n;
            sums[1] = n % 2 ? n : sums[1];
            gone = n > 9;
            if (n == last)
                break;
            sums[2] = n;
        }
        for (uint32_t sample = 0; sample < 2; sample++) {
            for (int k = 0; k < 3; k++)
                put(gone ? 0xaaaaaaaaU : sums[k]);
            put(gone ? 0xaaaaaaaaU : sample);
        }
    }
}

const struct list quads_lists[] = {LIST(frag_quads_first), LIST(frag_quads_second), LIST(frag_quads_third), LIST(frag_helper_count),
                                   LIST(frag_helper_bits), LIST(frag_wave_total), LIST(frag_wave_first), LIST(frag_wave_second),
                                   LIST(frag_wave_third), LIST(frag_asm_wide), LIST(frag_asm_half), LIST(frag_asm_short), LIST(frag_calls), {0}};
