/* SPDX-License-Identifier: Apache-2.0
 * expect_half.c - the lists of small_f16* and small_f64.
 */
#include "expect.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- binary16 ---- */
static half half_x(uint32_t i) { return to_half((hash(i + 2100) & 0x83ff) | (12 + hash(i + 2200) % 8) << 10); }        /* 2^-3 .. 2^5 */
static half half_y(uint32_t i) { return i % 16 == 5 ? half_x(i) : to_half((hash(i + 2300) & 0x83ff) | (12 + hash(i + 2400) % 8) << 10); }

static half half_op(unsigned op, half hx, half hy)
{
    double x = (double)hx, y = (double)hy, sixty = trunc(y * 64) / 64;     /* sums, products and fma of such halves are exact in binary64 */
    switch (op) {
    case 0:  return (half)(x + y);
    case 1:  return (half)(x - y);
    case 2:  return (half)(x * y);
    case 3:  return (half)(x / y);
    case 4:  return (half)sqrt(fabs(x));
    case 5:  return -hx;
    case 6:  return fabs(x) < y ? (half)fabs(x) : hy;
    case 7:  return x > y ? hx : hy;
    case 8:  return (half)(floor(x) + (double)(half)(sixty - floor(sixty)));
    case 9:  return (half)((float)x * 1.0009765f);
    case 10: return (half)((double)(int)x * 3);
    case 11: return hx;
    default: return (half)(x * y + 0.75);
    }
}

static void small_f16_a(void) { for (uint32_t i = 0; i < 128; i++) put_part(half_bits(half_x(i)), 16); }
static void small_f16_b(void) { for (uint32_t i = 0; i < 128; i++) put_part(half_bits(half_y(i)), 16); }
static void small_f16(void)
{
    for (unsigned op = 0; op < 12; op++)
        for (uint32_t i = 0; i < 128; i++)
            put_part(half_bits(half_op(op, half_x(i), half_y(i))), 16);
}
static void small_f16_words(void)
{
    for (uint32_t i = 0; i < 128; i++) {
        half x = half_x(i), y = half_y(i);
        put((uint32_t)((x < y) | (x <= y) << 1 | (x == y) << 2 | (x > y) << 3) | ((uint32_t)(int32_t)x & 0xff) << 8 | half_bits(x) << 16);
    }
}

static void small_f16_fma(void) { for (uint32_t i = 0; i < 128; i++) put_part(half_bits(half_op(12, half_x(i), half_y(i))), 16); }

/* ---- its borders: no NaN in what is compared as bits ---- */
static const uint16_t edge[12] = {0x0000, 0x0001, 0x03ff, 0x0400, 0x7bff, 0x7c00, 0x8000, 0x8001, 0xfbff, 0xfc00, 0x3c00, 0x1234};

static half edge_x(uint32_t i) { return to_half(i < 120 ? edge[i % 12] : hash(i) & 0x83ff); }
static half edge_y(uint32_t i)
{
    uint32_t y = i < 120 ? edge[(i * 7 + i / 12) % 12] : hash(i + 99) & 0xbfff;
    double x = (double)edge_x(i), v = (double)to_half(y);
    return isnan(x + v) || isnan(x * v) ? to_half(0x3c00) : to_half(y);
}
static double edge_f(uint32_t i)
{
    static const double some[10] = {65504, 65519.99, 65520, 1e9, 0x1p-24, 0x1.000002p-25, 0x1p-25, 0x1.8p-24, 1 + 0x1p-11, 1 + 0x1.8p-10};
    return i < 10 ? some[i] : i < 20 ? -some[i - 10] : (double)as_float((hash(i) & 0x807fffff) | (0x66 + i % 0x2a) << 23);
}

static void small_f16_edge_a(void) { for (uint32_t i = 0; i < 128; i++) put_part(half_bits(edge_x(i)), 16); }
static void small_f16_edge_b(void) { for (uint32_t i = 0; i < 128; i++) put_part(half_bits(edge_y(i)), 16); }
static void small_f16_edge_f(void) { for (uint32_t i = 0; i < 128; i++) putf(edge_f(i)); }
static void small_f16_edge_floats(void) { for (uint32_t i = 0; i < 128; i++) putf((double)edge_x(i)); }
static void small_f16_edge(void)
{
    for (uint32_t i = 0; i < 128; i++)
        put_part(half_bits((half)((double)edge_x(i) + (double)edge_y(i))), 16);
    for (uint32_t i = 0; i < 128; i++)
        put_part(half_bits((half)((double)edge_x(i) * (double)edge_y(i))), 16);
    for (uint32_t i = 0; i < 128; i++)
        put_part(half_bits((half)(float)edge_f(i)), 16);
}

/* ---- small_f64: no NaN, no subnormal as a float ---- */
static double double_x(uint32_t i)
{
    static const double some[8] = {0, 1, -1.5, 1e9 + 0.25, -2147483647.5, 16777217, 0.1, -1e-30};
    return i < 8 ? some[i] : ldexp((double)(int64_t)hash64(i) * 0x1p-63, (int)(hash(i) % 31));
}

static void put_double(double x)
{
    put64(double_bits(x));
}

static double double_op(unsigned op, double x, double y)
{
    switch (op) {
    case 0:  return -x;
    case 1:  return fabs(y);
    case 2:  return x < y ? x : y;
    case 3:  return x < y ? y : x;
    case 4:  return (double)(float)x;
    case 5:  return (double)((int32_t)x + 5);
    case 6:  return x < y ? x : (double)(uint32_t)fabs(y);
    default: return -y;
    }
}

static void small_f64_in(void) { for (uint32_t i = 0; i < 64; i++) put_double(double_x(i)); }
static void small_f64(void)
{
    for (unsigned op = 0; op < 8; op++)
        for (uint32_t i = 0; i < 64; i++)
            put_double(double_op(op, double_x(i), double_x((i * 7 + 3) & 63)));
}
static void small_f64_words(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        double x = double_x(i), y = double_x((i * 7 + 3) & 63);
        put((uint32_t)((x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 | (x != y) << 5));
    }
    for (uint32_t i = 0; i < 64; i++)
        puti((int32_t)double_x(i));
    for (uint32_t i = 0; i < 64; i++)
        put(float_bits((float)double_x(i)));
}

const struct list half_lists[] = {
    LIST(small_f16_a), LIST(small_f16_b), LIST(small_f16), LIST(small_f16_words), LIST(small_f16_fma),
    LIST(small_f16_edge_a), LIST(small_f16_edge_b), LIST(small_f16_edge_f), LIST(small_f16_edge), LIST(small_f16_edge_floats),
    LIST(small_f64_in), LIST(small_f64), LIST(small_f64_words),
    {0}
};
