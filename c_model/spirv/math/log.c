/* SPDX-License-Identifier: Apache-2.0
 * log.c - logarithms, powers, and the inverse hyperbolic functions, which are logarithms.
 *
 * x = 2^k m with sqrt(1/2) <= m < sqrt(2), told by the bits of x less those of sqrt(1/2).  f = m - 1 is exact, and
 * ln(m) = f + f^2 Q(f) with 1 + f Q(f) = fpminimax(log(1+x)/x, [|1,...,9|], [|single...|], [sqrt(1/2)-1;sqrt(2)-1],
 * floating, relative, 1) of Sollya 8, error 2^-27.8.
 */
#include "parts.h"

#define LOG2E     0x1.715476p+0f
#define LOG2E_2   0x1.4ae0cp-26f        /* log2(e) = LOG2E + LOG2E_2 */
#define LN2       0x1.62e43p-1f
/* above it: with k = 1 the sum k + log2(m) is not below 1/2 then, and k less it is exact */
#define SQRT_HALF 0x3f3504f4U

struct split { wfs_val k, f; };         /* ln(x) = k ln(2) + ln(1 + f), k a float */

static wfs_val exponent_of(struct wfs_code *c, wfs_val d)
{
    return wfs_i2f(c, wfs_sar(c, d, wfs_const(23)));
}

/* x > 0; subnormal too: it is scaled by 2^64, or by 2^-64 from 2 on, and `big`, the exponent of 2^128, makes it 2^64 as
 * well. */
static struct split split(struct wfs_code *c, wfs_val x)
{
    const wfs_val big = wfs_and(c, x, wfs_const(WFS_BIG));
    const wfs_val scaled = wfs_add(c, wfs_fmul(c, x, wfs_towards_one(c, big, WFS_ONE)), big);
    const wfs_val d = wfs_sub(c, scaled, wfs_const(SQRT_HALF + (64U << 23)));
    const wfs_val m = wfs_add(c, wfs_and(c, d, wfs_const(0x7fffff)), wfs_const(SQRT_HALF));

    return (struct split){exponent_of(c, d), wfs_fadd(c, m, wfs_float(-1))};
}

/* ln(1 + f); what rounding the sum lost goes to *rest. */
static wfs_val series(struct wfs_code *c, wfs_val f, wfs_val *rest)
{
    static const float q[] = {-0x1.38472ap-4f, 0x1.0860cep-3f,  -0x1.0f3fa6p-3f, 0x1.226dfcp-3f, -0x1.5425c4p-3f,
                              0x1.99a41ap-3f,  -0x1.000432p-2f, 0x1.55555p-2f,   -0x1.fffff8p-2f};
    const wfs_val square = wfs_fmul(c, f, f), p = wfs_horner(c, f, q, 9), sum = wfs_fma(c, square, p, f);

    if (rest)
        *rest = wfs_fma(c, square, p, wfs_fsub(c, f, sum));
    return sum;
}

static wfs_val natural(struct wfs_code *c, struct split s)
{
    return wfs_fma(c, s.k, wfs_float(LN2), series(c, s.f, NULL));
}

/* The result for positive numbers; -infinity for zeros, infinity and NaN as they are, a NaN for x < 0. */
static wfs_val for_all(struct wfs_code *c, wfs_val x, wfs_val positive)
{
    const wfs_val fits = wfs_ltu(c, wfs_sub(c, x, wfs_const(1)), wfs_const(WFS_INF - 1));
    const wfs_val other = wfs_or(c, x, wfs_sar(c, x, wfs_const(31)));

    return wfs_sel(c, fits, positive, wfs_sel(c, wfs_fabs(c, x), other, wfs_const(WFS_SIGN | WFS_INF)));
}

wfs_val wfs_log(struct wfs_code *c, wfs_val x)
{
    return for_all(c, x, natural(c, split(c, x)));
}

wfs_val wfs_log2(struct wfs_code *c, wfs_val x)
{
    const struct split s = split(c, x);

    return for_all(c, x, wfs_fma(c, series(c, s.f, NULL), wfs_float(LOG2E), s.k));
}

/* log10(2) as two floats. */
wfs_val wfs_log10(struct wfs_code *c, wfs_val x)
{
    const struct split s = split(c, x);
    const wfs_val rest = wfs_fma(c, series(c, s.f, NULL), wfs_float(0x1.bcb7b2p-2f),
                                 wfs_fmul(c, s.k, wfs_float(-0x1.ec10cp-27f)));

    return for_all(c, x, wfs_fma(c, s.k, wfs_float(0x1.344136p-2f), rest));
}

/* ---- powers ---- */

/* log2(a) for a >= 0 as high + low, within 2^-27. */
static wfs_val log2_in_two(struct wfs_code *c, wfs_val a, wfs_val *low)
{
    const struct split s = split(c, a);
    const wfs_val log2e = wfs_float(LOG2E);
    wfs_val rest;
    const wfs_val ln = series(c, s.f, &rest), high = wfs_fma(c, ln, log2e, s.k);

    *low = wfs_fma(c, ln, log2e, wfs_fsub(c, s.k, high));
    *low = wfs_fma(c, ln, wfs_float(LOG2E_2), wfs_fma(c, rest, log2e, *low));
    /* infinity less a, as bits, is infinity for 0 and 0 for infinity: their logarithms, as a less that */
    const wfs_val fits = wfs_ltu(c, wfs_sub(c, a, wfs_const(1)), wfs_const(WFS_INF - 1));
    return wfs_sel(c, fits, high, wfs_fsub(c, a, wfs_sub(c, wfs_const(WFS_INF), a)));
}

/* The sign of x for an odd y, a NaN for a finite x < 0 and a y that is not whole. */
static wfs_val for_negative(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val power)
{
    const wfs_val half = wfs_fmul(c, y, wfs_float(0.5f));
    const wfs_val whole = wfs_feq(c, wfs_trunc(c, y), y), odd = wfs_and(c, whole, wfs_fne(c, wfs_trunc(c, half), half));
    const wfs_val with_sign = wfs_or(c, power, wfs_and(c, x, wfs_shl(c, odd, wfs_const(31))));
    const wfs_val below = wfs_ltu(c, wfs_sub(c, x, wfs_const(WFS_SIGN + 1)), wfs_const(WFS_INF - 1));

    return wfs_sel(c, wfs_ltu(c, whole, below), wfs_const(WFS_NAN), with_sign);
}

/* x^n by squaring, n > 0: below n units.  Where a factor is subnormal the product is 0, as it should be. */
static wfs_val by_squares(struct wfs_code *c, wfs_val x, unsigned n)
{
    wfs_val power = x, square = x;
    bool begun = false;

    for (; n; n >>= 1) {
        if (n & 1) {
            power = begun ? wfs_fmul(c, power, square) : square;
            begun = true;
        }
        if (n > 1)
            square = wfs_fmul(c, square, square);
    }
    return power;
}

/* Exponents that are constants: 0, whole ones from -4 to 16, 1/2. */
static bool constant_power(struct wfs_code *c, wfs_val x, uint32_t y, wfs_val *result)
{
    for (unsigned n = 1; n <= 16; n++)
        if (y == wfs_float((float)n).bits || (n <= 4 && y == wfs_float(-(float)n).bits)) {
            *result = by_squares(c, y & WFS_SIGN ? wfs_fdiv(c, wfs_const(WFS_ONE), x) : x, n);
            return true;
        }
    if ((y & ~WFS_SIGN) == 0) {
        *result = wfs_const(WFS_ONE);
        return true;
    }
    if (y == wfs_float(0.5f).bits) {                    /* of -0 and -infinity C's pow gives +0 and +infinity */
        const wfs_val root = wfs_fadd(c, wfs_sqrt(c, x), wfs_const(0));
        *result = wfs_sel(c, wfs_eq(c, x, wfs_const(WFS_SIGN | WFS_INF)), wfs_const(WFS_INF), root);
        return true;
    }
    return false;
}

/* As C's pow: 1 for y = 0 and for x = 1 whatever the other is, even a NaN. */
wfs_val wfs_pow(struct wfs_code *c, wfs_val x, wfs_val y)
{
    wfs_val result, low;

    if (wfs_is_const(y) && constant_power(c, x, y.bits, &result))
        return result;
    const wfs_val high = log2_in_two(c, wfs_fabs(c, x), &low);
    const wfs_val product = wfs_fmul(c, y, high);
    const wfs_val rest = wfs_fma(c, y, low, wfs_fma(c, y, high, wfs_fneg(c, product)));
    const wfs_val counts = wfs_flt(c, wfs_fabs(c, product), wfs_float(152));        /* else it may be a NaN */
    const wfs_val one = wfs_or(c, wfs_feq(c, y, wfs_const(0)), wfs_feq(c, high, wfs_const(0)));
    const wfs_val power =
        wfs_exp2_in_two(c, wfs_sel(c, one, wfs_const(0), product), wfs_sel(c, counts, rest, wfs_const(0)));

    return for_negative(c, x, y, power);
}

/* ---- inverse hyperbolic functions ---- */

/* ln(1 + u), u >= 0; or, where `large`, ln(2 x).  What 1 + u lost by rounding is added to f, scaled like it. */
static wfs_val log_1_plus(struct wfs_code *c, wfs_val u, wfs_val large, wfs_val x)
{
    const wfs_val v = wfs_fadd(c, u, wfs_float(1)), lost = wfs_fsub(c, u, wfs_fadd(c, v, wfs_float(-1)));
    const wfs_val whole = wfs_sel(c, large, x, v);
    const wfs_val d = wfs_sub(c, whole, wfs_const(SQRT_HALF)), power = wfs_and(c, d, wfs_const(0xff800000));
    const wfs_val f = wfs_fadd(c, wfs_sub(c, whole, power), wfs_float(-1));
    const wfs_val k = wfs_i2f(c, wfs_add(c, wfs_sar(c, d, wfs_const(23)), large));
    const wfs_val all = wfs_fma(c, lost, wfs_sub(c, wfs_const(WFS_ONE), power), f);

    return natural(c, (struct split){k, wfs_sel(c, large, f, all)});
}

/* -infinity for -1, a NaN below, infinity as it is; x itself near 0. */
wfs_val wfs_log1p(struct wfs_code *c, wfs_val x)
{
    const wfs_val large = wfs_fgt(c, x, wfs_float(0x1p26f));
    const wfs_val usual = log_1_plus(c, x, large, wfs_fmul(c, x, wfs_float(0.5f)));
    const wfs_val near = wfs_flt(c, wfs_fabs(c, x), wfs_float(0x1p-25f));
    const wfs_val same = wfs_or(c, near, wfs_eq(c, x, wfs_const(WFS_INF)));
    const wfs_val above = wfs_fgt(c, x, wfs_float(-1)), end = wfs_feq(c, x, wfs_float(-1));
    const wfs_val other = wfs_sel(c, end, wfs_const(WFS_SIGN | WFS_INF), wfs_const(WFS_NAN));

    return wfs_sel(c, above, wfs_sel(c, same, x, usual), other);
}

/* Infinity for infinity, where the result is a finite number. */
static wfs_val keep_infinity(struct wfs_code *c, wfs_val x, wfs_val result)
{
    return wfs_fmax(c, result, wfs_fadd(c, x, wfs_float(-0x1.fffffep127f)));
}

/* ln(1 + a + (s - 1)), s = sqrt(1 + a^2).  s - 1 of a rounded s is put right by a^2 - (s - 1)(s + 1) over 2 s; ln(2 a)
 * from 2^12 on. */
wfs_val wfs_asinh(struct wfs_code *c, wfs_val x)
{
    const wfs_val a = wfs_fabs(c, x), large = wfs_fgt(c, a, wfs_float(4096));
    wfs_val h;
    const wfs_val s = wfs_root_part(c, wfs_fma(c, a, a, wfs_float(1)), true, &h);
    const wfs_val w = wfs_fadd(c, s, wfs_float(-1));
    const wfs_val rest = wfs_fma(c, a, a, wfs_fneg(c, wfs_fmul(c, w, wfs_fadd(c, s, wfs_float(1)))));
    const wfs_val u = wfs_fadd(c, a, wfs_fma(c, rest, h, w));

    return wfs_with_sign_of(c, keep_infinity(c, a, log_1_plus(c, u, large, a)), x);
}

/* ln(1 + t + sqrt(t (x + 1))), t = x - 1; ln(2 x) from 2^12 on. */
wfs_val wfs_acosh(struct wfs_code *c, wfs_val x)
{
    const wfs_val t = wfs_fadd(c, x, wfs_float(-1)), large = wfs_fgt(c, x, wfs_float(4096));
    wfs_val h;
    const wfs_val root = wfs_root_part(c, wfs_fmul(c, t, wfs_fadd(c, x, wfs_float(1))), false, &h);
    const wfs_val usual = keep_infinity(c, x, log_1_plus(c, wfs_fadd(c, t, root), large, x));

    return wfs_sel(c, wfs_flt(c, x, wfs_float(1)), wfs_const(WFS_NAN), usual);
}

/* ln(1 + 2 a / (1 - a)) / 2; for a = 1 infinity, beyond 0 times infinity. */
wfs_val wfs_atanh(struct wfs_code *c, wfs_val x)
{
    const wfs_val a = wfs_fabs(c, x);
    const wfs_val u = wfs_quotient_part(c, wfs_fadd(c, a, a), wfs_fadd(c, a, wfs_float(-1)));
    const wfs_val usual = wfs_fmul(c, log_1_plus(c, u, wfs_const(0), a), wfs_float(0.5f));
    const wfs_val other = wfs_fmul(c, wfs_u2f(c, wfs_feq(c, a, wfs_float(1))), wfs_const(WFS_INF));

    return wfs_with_sign_of(c, wfs_sel(c, wfs_flt(c, a, wfs_float(1)), usual, other), x);
}
