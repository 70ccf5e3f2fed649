/* SPDX-License-Identifier: Apache-2.0
 * wf_half.h - binary16 for tests, by exact integers: a number is m * 2^e, and it is rounded once, to nearest even.
 */
#ifndef WF_HALF_H
#define WF_HALF_H

#include <stdbool.h>

#include "../common/wf_bits.h"

__extension__ typedef unsigned __int128 half_wide;

struct half_exact {
    bool negative, nan, infinite;
    half_wide m;
    int e;
};

enum { HALF_NAN = 0x7e00, HALF_INF = 0x7c00, HALF_SIGN = 0x8000 };

static inline struct half_exact half_decode(uint32_t h)
{
    const uint32_t field = h >> 10 & 31, fraction = h & 1023;
    struct half_exact x = {(h & HALF_SIGN) != 0, field == 31 && fraction != 0, field == 31 && fraction == 0, fraction, -24};

    if (field != 0) {
        x.m = fraction | 1024;
        x.e = (int)field - 25;
    }
    return x;
}

/* A number of 8 or 11 bits of exponent in the form of IEEE 754: f32 or f64. */
static inline struct half_exact half_decode_ieee(uint64_t bits, unsigned fraction_bits, unsigned exponent_bits)
{
    const uint64_t ones = (UINT64_C(1) << exponent_bits) - 1, field = bits >> fraction_bits & ones;
    const uint64_t fraction = bits & ((UINT64_C(1) << fraction_bits) - 1);
    const int least = 1 - (int)(ones / 2) - (int)fraction_bits;
    const bool top = field == ones, sign = bits >> (fraction_bits + exponent_bits) & 1;
    struct half_exact x = {sign, top && fraction != 0, top && fraction == 0, fraction, least};

    if (field != 0) {
        x.m |= UINT64_C(1) << fraction_bits;
        x.e = least + (int)field - 1;
    }
    return x;
}

/* The half nearest to (m + something between 0 and 1 if `more`) * 2^e; with `more`, m has 14 bits at least. */
static inline uint32_t half_round(bool negative, half_wide m, int e, bool more)
{
    const uint32_t sign = negative ? HALF_SIGN : 0;
    int top = -1, ulp;
    half_wide n;

    for (half_wide rest = m; rest != 0; rest >>= 1)
        top++;
    if (top < 0)
        return sign;
    if (top + e > 20)
        return sign | HALF_INF;
    ulp = top + e - 10 > -24 ? top + e - 10 : -24;
    if (ulp <= e) {
        n = m << (e - ulp);
    } else if (ulp - e > top + 2) {
        n = 0;
    } else {
        const half_wide half = (half_wide)1 << (ulp - e - 1), rest = m & (2 * half - 1);
        n = m >> (ulp - e);
        n += rest > half || (rest == half && (more || (n & 1) != 0));
    }
    const uint32_t bits = (uint32_t)((ulp + 24) * 1024) + (uint32_t)n;
    return sign | (bits < HALF_INF ? bits : HALF_INF);
}

static inline uint32_t half_of(struct half_exact x)
{
    if (x.nan)
        return HALF_NAN;
    return x.infinite ? (x.negative ? HALF_SIGN : 0U) | HALF_INF : half_round(x.negative, x.m, x.e, false);
}

/* x * y + z for numbers whose exponents are those of halves. */
static inline uint32_t half_fma(uint32_t hx, uint32_t hy, uint32_t hz)
{
    const struct half_exact x = half_decode(hx), y = half_decode(hy), z = half_decode(hz);
    const bool negative = x.negative != y.negative, x_zero = !x.nan && !x.infinite && x.m == 0, y_zero = !y.nan && !y.infinite && y.m == 0;
    const bool infinite = x.infinite || y.infinite;

    if (x.nan || y.nan || z.nan || (x.infinite && y_zero) || (y.infinite && x_zero) || (infinite && z.infinite && negative != z.negative))
        return HALF_NAN;
    if (infinite || z.infinite)
        return ((infinite ? negative : z.negative) ? HALF_SIGN : 0U) | HALF_INF;
    const half_wide product = x.m * y.m << (x.e + y.e + 48), add = z.m << (z.e + 48);      /* both in units of 2^-48 */
    if (negative == z.negative)
        return half_round(negative, product + add, -48, false);
    if (product == add)
        return 0;
    return product > add ? half_round(negative, product - add, -48, false) : half_round(z.negative, add - product, -48, false);
}

/* A zero has the sign of the product. */
static inline uint32_t half_mul(uint32_t x, uint32_t y)
{
    return half_fma(x, y, (x ^ y) & HALF_SIGN);
}

static inline uint32_t half_div(uint32_t hx, uint32_t hy)
{
    const struct half_exact x = half_decode(hx), y = half_decode(hy);
    const uint32_t sign = x.negative != y.negative ? HALF_SIGN : 0;
    const bool x_zero = !x.nan && !x.infinite && x.m == 0, y_zero = !y.nan && !y.infinite && y.m == 0;

    if (x.nan || y.nan || (x.infinite && y.infinite) || (x_zero && y_zero))
        return HALF_NAN;
    if (x.infinite || y_zero)
        return sign | HALF_INF;
    if (y.infinite || x_zero)
        return sign;
    const half_wide m = x.m << 60;
    return half_round(sign != 0, m / y.m, x.e - y.e - 60, m % y.m != 0);
}

/* x less its multiple of y towards zero: exact, with the sign of x. */
static inline uint32_t half_rem(uint32_t hx, uint32_t hy)
{
    const struct half_exact x = half_decode(hx), y = half_decode(hy);

    if (x.nan || y.nan || x.infinite || (!y.infinite && y.m == 0))
        return HALF_NAN;
    return y.infinite ? hx : half_round(x.negative, (x.m << (x.e + 24)) % (y.m << (y.e + 24)), -24, false);
}

static inline uint32_t half_sqrt(uint32_t hx)
{
    const struct half_exact x = half_decode(hx);
    half_wide root = 0;

    if (x.nan || (x.negative && (x.infinite || x.m != 0)))
        return HALF_NAN;
    if (x.infinite || x.m == 0)
        return hx;
    const unsigned odd = (unsigned)(x.e & 1);
    const half_wide m = x.m << (60 + odd);
    for (int bit = 40; bit >= 0; bit--)
        if ((root + ((half_wide)1 << bit)) * (root + ((half_wide)1 << bit)) <= m)
            root += (half_wide)1 << bit;
    return half_round(false, root, (x.e - 60 - (int)odd) / 2, root * root != m);
}

/* Exact in double, for comparisons. */
static inline double half_value(uint32_t h)
{
    const struct half_exact x = half_decode(h);
    double value = (double)x.m;

    if (x.nan)
        return (double)(0.0F / (value - value));
    for (int e = x.e; e < 0; e++)
        value /= 2;
    for (int e = x.e; e > 0; e--)
        value *= 2;
    if (x.infinite)
        value = 1e308 * 10;
    return x.negative ? -value : value;
}

/* A float of 16, 32 or 64 bits. */
static inline double any_value(uint64_t bits, unsigned width)
{
    return width == 16 ? half_value((uint32_t)bits) : width == 32 ? (double)as_float(bits) : as_double(bits);
}

#endif
