/* SPDX-License-Identifier: Apache-2.0
 * expect_ocl_convert.c - the lists of ocl_convert.cl: conversions, arguments by value, alignments.
 */
#include "expect.h"
#include <math.h>
#include <stddef.h>

enum { COUNT = 32, EVEN = 0, ZERO, UP, DOWN, MODES };

/* ---- operands: whole numbers and halves of both signs, and what floats do not hold ---- */

static float float_of(uint32_t i) { return (float)((int32_t)hash(i + 80) >> 14) / 8.0F; }
static int32_t int_of(uint32_t i) { return (int32_t)hash(i + 81) >> (i % 4 * 8); }
static double double_of(uint32_t i) { return (double)((int32_t)hash(i + 82) >> 2) / 16.0 + 0x1p-30 * (double)(i % 3); }
static int64_t long_of(uint32_t i) { return ((int64_t)(int32_t)hash(i + 83) << 32 | hash(i + 84)) >> (i % 5 * 12); }

static void ocl_convert_ints(void) { for (uint32_t i = 0; i < COUNT; i++) puti(int_of(i)); }
static void ocl_convert_floats(void) { for (uint32_t i = 0; i < COUNT; i++) put_float(float_of(i)); }
static void ocl_convert_longs(void) { for (uint32_t i = 0; i < COUNT; i++) put64((uint64_t)long_of(i)); }
static void ocl_convert_doubles(void) { for (uint32_t i = 0; i < COUNT; i++) put64(double_bits(double_of(i))); }

/* ---- rounding; a long double holds all operands ---- */

static double whole(double x, int mode)
{
    return mode == EVEN ? rint(x) : mode == ZERO ? trunc(x) : mode == UP ? ceil(x) : floor(x);
}

static long double clamp(long double x, long double least, long double most) { return x < least ? least : x > most ? most : x; }

/* The number that was rounded to nearest lies on the wrong side. */
static int is_wrong(long double near, long double x, int mode)
{
    return mode == ZERO ? fabsl(near) > fabsl(x) : mode == UP ? near < x : mode == DOWN && near > x;
}

static float to_float(long double x, int mode)
{
    const float near = (float)x;

    if (!is_wrong(near, x, mode))
        return near;
    return nextafterf(near, mode == ZERO ? 0.0F : mode == UP ? INFINITY : -INFINITY);
}

static double to_double(long double x, int mode)
{
    const double near = (double)x;

    if (!is_wrong(near, x, mode))
        return near;
    return nextafter(near, mode == ZERO ? 0.0 : mode == UP ? INFINITY : -INFINITY);
}

/* Bits of the next half: of one that is not 0, further from it or nearer. */
static uint32_t to_half_bits(float x, int mode)
{
    const half near = (half)x;
    const uint32_t bits = half_bits(near);

    if (!is_wrong((float)near, x, mode))
        return bits;
    return mode == ZERO || (mode == UP) == (near < 0) ? bits - 1 : bits + 1;
}

/* ---- words ---- */

static uint32_t four(long double a, long double b, long double c, long double d)
{
    return ((uint32_t)(int32_t)a & 0xff) | ((uint32_t)(int32_t)b & 0xff) << 8 | ((uint32_t)(int32_t)c & 0xff) << 16 |
           (uint32_t)(int32_t)d << 24;
}
static uint32_t two(long double a, long double b) { return ((uint32_t)(int32_t)a & 0xffff) | (uint32_t)(int32_t)b << 16; }

static long double uchar(long double x) { return clamp(x, 0, 255); }
static long double schar(long double x) { return clamp(x, -128, 127); }

static void put_small(uint32_t i)
{
    const float f = float_of(i);
    const int32_t n = int_of(i);
    const double t = trunc(f);

    put(four(uchar(t), uchar(n), uchar(ceil(f)), uchar((uint32_t)n)));
    put(four(schar(t), schar(n), schar(rint(f)), schar((uint32_t)n)));
    put(two(clamp(t, 0, 65535), clamp((int16_t)n, 0, 65535)));
    puti((int32_t)clamp(truncl(f * 1e8F), INT32_MIN, INT32_MAX));
    put((uint32_t)clamp(truncl(f * 1e8F), 0, UINT32_MAX));
    put(to_half_bits(f, EVEN) | to_half_bits(f, ZERO) << 16);
    put(to_half_bits(f, UP) | to_half_bits(f, DOWN) << 16);
    put(two(clamp(n, -32768, 32767), floor((float)(half)f)));
    put_float(to_float((uint32_t)n, ZERO));
    put_float(to_float((uint32_t)n, UP));
}

static void ocl_converts(void)
{
    for (uint32_t i = 0; i < COUNT; i++) {
        for (int mode = 0; mode < MODES; mode++)
            puti((int32_t)whole(float_of(i), mode));
        for (int mode = 0; mode < MODES; mode++)
            put((uint32_t)whole(fabsf(float_of(i)), mode));
        for (int mode = 0; mode < MODES; mode++)
            put_float(to_float(int_of(i), mode));
        put_small(i);
    }
}

static uint64_t floats(float low, float high) { return float_bits(low) | (uint64_t)float_bits(high) << 32; }

/* As integers of 64 bits, a long double being one at the ends. */
static uint64_t to_long(long double x)
{
    return x >= 0x1p63L ? (uint64_t)INT64_MAX : x < -0x1p63L ? UINT64_C(1) << 63 : (uint64_t)(int64_t)x;
}
static uint64_t to_ulong(long double x) { return x >= 0x1p64L ? UINT64_MAX : x < 0 ? 0 : (uint64_t)x; }

static void ocl_converts_wide(void)
{
    for (uint32_t i = 0; i < COUNT; i++) {
        const double d = double_of(i);
        const int64_t n = long_of(i);
        for (int mode = 0; mode < MODES; mode++)
            put64((uint64_t)(int64_t)whole(d, mode));
        for (int mode = 0; mode < MODES; mode++)
            put64(double_bits(to_double(n, mode)));
        put64(to_long(d * 0x1p40));
        put64(to_ulong(d * 0x1p40));
        put64(to_long((float)d * 0x1p45F));
        put64(floats(to_float(d, UP), to_float(d, DOWN)));
        put64(floats(to_float(n, UP), to_float(n, ZERO)));
        put((uint32_t)(int32_t)clamp(n, INT32_MIN, INT32_MAX));
        put((uint32_t)(int32_t)rint(d));
    }
}

/* ---- arguments by value ---- */

struct five {
    uint32_t at[5];
};

static uint32_t change(struct five five, uint32_t k)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < 5; i++) {
        five.at[(i + k) % 5] += i * k;
        sum = sum * 7 + five.at[i];
    }
    return sum;
}

static uint32_t change_twice(struct five five, uint32_t k)
{
    const uint32_t before = change(five, k);

    five.at[k % 5] = before;
    return before ^ change(five, k + 1);
}

static void ocl_callees(void)
{
    const struct five given = {{11, 22, 33, 44, 55}};

    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t l = i % 32;
        struct five own = given;
        own.at[0] = hash(i + 85);
        put(change(given, l) + 3 * change_twice(given, l) + 5 * change(own, 2));
        put(given.at[l % 5] + own.at[0] + (i == 3 ? 50 : i == 5 ? 70 : 10));
        put(l + 1);
        put((own.at[0] & 1 ? 7 + l % 3 : l) + 1 + 1);
    }
}

const struct list ocl_convert_lists[] = {
    LIST(ocl_convert_ints), LIST(ocl_convert_floats), LIST(ocl_convert_longs), LIST(ocl_convert_doubles), LIST(ocl_converts), LIST(ocl_converts_wide),
    LIST(ocl_callees),
    {0}
};
