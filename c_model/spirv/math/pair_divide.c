/* SPDX-License-Identifier: Apache-2.0
 * pair_divide.c - 64-bit division without a loop.
 *
 * The quotient is found from the top in pieces: the remainder so far, as a float, times the reciprocal of the divisor
 * gives some 20 more bits of it.  The reciprocal is made 7 * 2^-24 too small, in proportion, so that no piece is ever
 * too great:
 *   the divisor as float is off by at most 2 * 2^-24, its reciprocal by 1.3 more, the remainder as float by 2, their
 *   product by 1: 6.3; so a piece leaves 0 to 13.3 * 2^-24 < 2^-20.2 of what there was, and up to 1 that was cut off.
 * In units of the divisor: 2^64 -> 2^43.8 + 1 -> 2^23.6 + 1 -> 13.6 -> less than 1 + 2^-16, and one comparison does the
 * rest.  With a dividend of 32 bits two pieces do: 2^32 -> 2^11.8 + 1 -> less than 1 + 2^-8.
 */
#include "math.h"
#include "pair.h"

wfs_val wfs_pair_to_float(struct wfs_code *c, struct wfs_pair x)
{
    if (wfs_is(x.hi, 0))
        return wfs_u2f(c, x.lo);
    return wfs_fma(c, wfs_u2f(c, x.hi), wfs_float(0x1p32f), wfs_u2f(c, x.lo));
}

/* The first guess is off by 5.1 % at most; then a step of third order and
 * one of second. */
wfs_val wfs_low_reciprocal(struct wfs_code *c, wfs_val x)
{
    const wfs_val minus = wfs_fneg(c, x), one = wfs_float(1.0F);
    wfs_val y = wfs_sub(c, wfs_const(0x7ef311c7), x);
    wfs_val error = wfs_fma(c, minus, y, one);

    y = wfs_fma(c, y, wfs_fma(c, error, error, error), y);
    error = wfs_fma(c, minus, y, wfs_float(1.0F - 7 * 0x1p-24F));
    return wfs_fma(c, y, error, y);
}

/* A float of any size below 2^64, cut to an integer. */
static struct wfs_pair to_pair(struct wfs_code *c, wfs_val f)
{
    const wfs_val high = wfs_trunc(c, wfs_fmul(c, f, wfs_float(0x1p-32F)));

    return wfs_pair(wfs_f2u(c, wfs_fma(c, high, wfs_float(-0x1p32F), f)), wfs_f2u(c, high));
}

static struct wfs_pair take_away(struct wfs_code *c, struct wfs_pair rest, struct wfs_pair piece, struct wfs_pair y)
{
    return wfs_pair_sub(c, rest, wfs_pair_mul(c, piece, y));
}

static void divide_in_pieces(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, struct wfs_pair *quotient,
                             struct wfs_pair *remainder)
{
    const wfs_val reciprocal = wfs_low_reciprocal(c, wfs_pair_to_float(c, y));
    struct wfs_pair rest = x, q = wfs_pair_const(0), piece;

    if (!wfs_is(x.hi, 0)) {
        for (int i = 0; i < 2; i++) {
            piece = to_pair(c, wfs_fmul(c, wfs_pair_to_float(c, rest), reciprocal));
            rest = take_away(c, rest, piece, y);
            q = wfs_pair_add(c, q, piece);
        }
    }
    const wfs_val first = wfs_f2u(c, wfs_fmul(c, wfs_pair_to_float(c, rest), reciprocal));
    rest = take_away(c, rest, wfs_pair(first, wfs_const(0)), y);
    const wfs_val second = wfs_f2u(c, wfs_fmul(c, wfs_pair_to_float(c, rest), reciprocal));
    rest = take_away(c, rest, wfs_pair(second, wfs_const(0)), y);
    q = wfs_pair_add(c, q, wfs_pair(wfs_add(c, first, second), wfs_const(0)));

    const wfs_val one_more = wfs_pair_le(c, y, rest, false);
    *quotient = wfs_pair_add(c, q, wfs_pair(one_more, wfs_const(0)));
    *remainder = wfs_pair_sel(c, one_more, wfs_pair_sub(c, rest, y), rest);
}

/* ---- by a constant ---- */

/* 2^(64 + s) / d, rounded down; d is above 2^s, and at most 2^(s+1).  What is left is below d. */
static uint64_t power_over(uint64_t d, unsigned s, uint64_t *left)
{
    uint64_t quotient = 0, rest = UINT64_C(1) << s;

    for (int i = 0; i < 64; i++) {
        const bool over = rest >> 63 != 0 || 2 * rest >= d;

        rest = 2 * rest - (over ? d : 0);
        quotient = quotient << 1 | over;
    }
    *left = rest;
    return quotient;
}

static struct wfs_pair high_product(struct wfs_code *c, struct wfs_pair x, uint64_t m)
{
    struct wfs_pair low, high;

    wfs_pair_mul_wide(c, x, wfs_pair_const(m), &low, &high);
    return high;
}

/* With s = log2(d) rounded down, and m = 2^(64+s) / d: m rounded up is right for all x when it is at most 2^s / d
 * above that (Granlund, Montgomery, PLDI 1994).  Else rounded down it is right for x + 1 in place of x (Robison,
 * ARITH 17, 2005), and the greatest x stays as it is.  d is no power of two. */
static struct wfs_pair quotient_by_constant(struct wfs_code *c, struct wfs_pair x, uint64_t d)
{
    unsigned s = 0;
    uint64_t left;

    while (d >> s > 1)
        s++;
    const uint64_t m = power_over(d, s, &left);
    if (d - left <= UINT64_C(1) << s)
        return wfs_pair_shr(c, high_product(c, x, m + 1), wfs_const(s), false);
    const wfs_val greatest = wfs_eq(c, wfs_and(c, x.lo, x.hi), wfs_const(UINT32_MAX));
    const struct wfs_pair next = wfs_pair_add(c, x, wfs_pair(wfs_lnot(c, greatest), wfs_const(0)));
    return wfs_pair_shr(c, high_product(c, next, m), wfs_const(s), false);
}

static void divide_by_constant(struct wfs_code *c, struct wfs_pair x, uint64_t d, struct wfs_pair *quotient,
                               struct wfs_pair *remainder)
{
    unsigned shift = 0;

    if ((d & (d - 1)) == 0) {
        while (d >> shift != 1)
            shift++;
        *quotient = wfs_pair_shr(c, x, wfs_const(shift), false);
        *remainder = wfs_pair_bitwise(c, WF_OP_AND, x, wfs_pair_const(d - 1));
        return;
    }
    *quotient = d >> 63 ? wfs_pair(wfs_pair_le(c, wfs_pair_const(d), x, false), wfs_const(0))
                        : quotient_by_constant(c, x, d);
    *remainder = take_away(c, x, *quotient, wfs_pair_const(d));
}

void wfs_pair_udivide(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, struct wfs_pair *quotient,
                      struct wfs_pair *remainder)
{
    if (wfs_is(x.hi, 0) && wfs_is(y.hi, 0)) {
        const wfs_val q = wfs_udiv(c, x.lo, y.lo);

        *quotient = wfs_pair(q, wfs_const(0));
        *remainder = wfs_pair(wfs_sub(c, x.lo, wfs_mul(c, q, y.lo)), wfs_const(0));
    } else if (wfs_pair_is_const(y) && wfs_pair_value(y) != 0) {
        divide_by_constant(c, x, wfs_pair_value(y), quotient, remainder);
    } else {
        divide_in_pieces(c, x, y, quotient, remainder);
    }
}

void wfs_pair_sdivide(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, struct wfs_pair *quotient,
                      struct wfs_pair *remainder)
{
    const wfs_val x_sign = wfs_sar(c, x.hi, wfs_const(31)), y_sign = wfs_sar(c, y.hi, wfs_const(31));
    struct wfs_pair q, r;

    wfs_pair_udivide(c, wfs_pair_with_sign(c, x, x_sign), wfs_pair_with_sign(c, y, y_sign), &q, &r);
    *quotient = wfs_pair_with_sign(c, q, wfs_xor(c, x_sign, y_sign));
    *remainder = wfs_pair_with_sign(c, r, x_sign);
}
