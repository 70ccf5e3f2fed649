/* SPDX-License-Identifier: Apache-2.0
 * expect_atomic.c - the lists of mem_atomics_half, asm_atomics_half and image_atomics_float.
 */
#include "expect.h"
#include <stdbool.h>
#include <stddef.h>

/* ---- mem_atomics_half: 256 threads in groups of 64 ---- */
static half atomic_half(uint32_t i) { return to_half((hash(i + 5100) & 0x83ff) | (hash(i + 5200) % 21) << 10); }   /* subnormal .. 2^6 */

static void atomics_half_in(void) { for (uint32_t i = 0; i < 256; i++) put_part(half_bits(atomic_half(i)), 16); }
static void atomics_half_own(void) { for (uint32_t i = 0; i < 6 * 256; i++) put_part(half_bits(atomic_half(1000 + i)), 16); }

static half lower(half x, half y) { return x < y ? x : y; }
static half higher(half x, half y) { return x > y ? x : y; }

static void atomics_half_cells(void)
{
    half cell[8 + 4 * 4] = {0};

    for (uint32_t i = 0; i < 256; i++) {
        half x = atomic_half(i), *group = cell + 8 + 4 * (i / 64);
        cell[i % 5]++;
        cell[5] = lower(cell[5], x), cell[6] = higher(cell[6], x), cell[7]++;
        if (i % 64 == 0)
            group[0] = (half)0.5, group[1] = group[2] = x, group[3] = 3;
        group[0] += (half)(i & 3), group[1] = lower(group[1], x), group[2] = higher(group[2], x);
    }
    for (uint32_t k = 0; k < 24; k++)
        put_part(half_bits(cell[k]), 16);
}
static void atomics_half_owned(void)
{
    for (unsigned part = 0; part < 6; part++)
        for (uint32_t i = 0; i < 256; i++) {
            half x = atomic_half(i), old = atomic_half(1000 + 256 * (part & ~1U) + i);
            half after[3] = {(half)((double)old + (double)x), lower(old, x), x};    /* sums of halves are exact in binary64 */
            half before = part == 3 ? (half)((double)old + 1) : old;
            put_part(half_bits(part % 2 ? before : after[part / 2]), 16);
        }
}

/* ---- asm_atomics_half: add, least, greatest, exchange, load, store; add on groupshared memory ---- */
static const uint16_t special[8] = {0x0000, 0x8000, 0x3c00, 0x7c00, 0xfc00, 0x7e01, 0x0001, 0x7bff};

static uint32_t special_x(uint32_t i) { return special[i / 8]; }
static uint32_t special_old(uint32_t i) { return special[i % 8]; }
static bool is_nan_half(uint32_t bits) { return (bits & 0x7fff) > 0x7c00; }
static uint32_t quiet(half h) { return is_nan_half(half_bits(h)) ? 0x7e00 : half_bits(h); }
static uint32_t special_least(uint32_t a, uint32_t b, bool greatest)     /* the number wins over NaN, -0 < +0 */
{
    half x = to_half(a), y = to_half(b);

    if (is_nan_half(a) || is_nan_half(b))
        return !is_nan_half(a) ? a : !is_nan_half(b) ? b : 0x7e00;
    if (x == y)
        return greatest ? a & b : a | b;
    return (x < y) != greatest ? a : b;
}
static uint32_t special_after(unsigned op, uint32_t old, uint32_t x)
{
    switch (op) {
    case 0: case 6: return quiet((half)((double)to_half(old) + (double)to_half(x)));
    case 1: return special_least(old, x, false);
    case 2: return special_least(old, x, true);
    case 4: return old;
    default: return x;
    }
}

static void atomics_special_in(void) { for (uint32_t i = 0; i < 64; i++) put_part(special_x(i), 16); }
static void atomics_special_old(void) { for (uint32_t i = 0; i < 7 * 64; i++) put_part(special_old(i % 64), 16); }
static void atomics_special_own(void)
{
    for (unsigned op = 0; op < 7; op++)
        for (uint32_t i = 0; i < 64; i++)
            put_part(special_after(op, special_old(i), special_x(i)), 16);
}
static void atomics_special_out(void)
{
    for (unsigned op = 0; op < 7; op++)
        for (uint32_t i = 0; i < 64; i++)
            put(op == 6 ? special_after(op, special_old(i), special_x(i)) : special_old(i));
}

/* ---- image_atomics_float: 128 lanes ---- */
static float float_texel(uint32_t i) { return (float)(hash(i) & 0xffff) * 0.25f - 3000; }
static float least_float(float x, float y) { return x < y ? x : y; }

static void atomics_texel(void)
{
    float least = 1000, greatest = -1000, sum = 0.5f;

    for (uint32_t i = 0; i < 128; i++) {
        sum += (float)i;
        least = least_float(least, float_texel(i));
        greatest = -least_float(-greatest, -float_texel(i));
    }
    put(float_bits(sum)), put(float_bits(least)), put(float_bits(greatest)), put(float_bits(7.5f));
}
static void atomics_texels(void)
{
    for (uint32_t i = 0; i < 128; i++)
        put(float_bits((float)i - 100 + float_texel(i)));
    for (uint32_t i = 0; i < 128; i++)
        put(float_bits(least_float((float)i + 28, float_texel(i))));
}

const struct list atomic_lists[] = {
    LIST(atomics_half_in), LIST(atomics_half_own), LIST(atomics_half_cells), LIST(atomics_half_owned),
    LIST(atomics_special_in), LIST(atomics_special_old), LIST(atomics_special_own), LIST(atomics_special_out),
    LIST(atomics_texel), LIST(atomics_texels),
    {0}
};
