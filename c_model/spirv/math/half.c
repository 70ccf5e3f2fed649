/* SPDX-License-Identifier: Apache-2.0
 * half.c - see half.h.
 */
#include "half.h"

/* What a sum rounded to f32 has lost: exact, as long as nothing overflows (Knuth's two-sum). */
static wfs_val lost_in_sum(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val sum)
{
    const wfs_val y_there = wfs_fsub(c, sum, x);
    const wfs_val x_there = wfs_fsub(c, sum, y_there);

    return wfs_fadd(c, wfs_fsub(c, x, x_there), wfs_fsub(c, y, y_there));
}

/* The product is exact in f32.  The sum is rounded to odd: towards zero, and with the last bit 1 when it is not
 * exact; such a number is never halfway between two halves unless it is exact, so that the second rounding knows on
 * which side the sum lies. */
wfs_val wfs_half_fma(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val z)
{
    const wfs_val product = wfs_fmul(c, wfs_h2f(c, x), wfs_h2f(c, y)), add = wfs_h2f(c, z);
    const wfs_val sum = wfs_fadd(c, product, add), lost = lost_in_sum(c, product, add, sum);
    const wfs_val too_great = wfs_shr(c, wfs_xor(c, sum, lost), wfs_const(31));     /* rounded away from zero */
    const wfs_val odd = wfs_or(c, wfs_sub(c, sum, too_great), wfs_const(1));
    const wfs_val inexact = wfs_fgt(c, wfs_fabs(c, lost), wfs_const(0));    /* false for a NaN, which infinities give */

    return wfs_f2h(c, wfs_sel(c, inexact, odd, sum));
}

/* 1/x within 2^-17 for x of the size of halves; anything for 0 and infinity. */
static wfs_val reciprocal(struct wfs_code *c, wfs_val x, wfs_val minus_x)
{
    wfs_val r = wfs_sub(c, wfs_const(0x7ef311c7), x);

    for (int i = 0; i < 2; i++)
        r = wfs_fma(c, r, wfs_fma(c, minus_x, r, wfs_float(1.0F)), r);
    return r;
}

/* Corrected by its remainder, the quotient is off by 2^-34, and then rounded to 24 bits; two halves divide to no
 * nearer than 2^-23 to the middle of two others, or else exactly on it.  With an operand that is 0, infinite or NaN
 * the quotient is none of the numbers that halves can give, and x times the bits of infinity less those of y is
 * right: infinity for 0, 0 for infinity, NaN for NaN, and for any other y some number of its sign. */
wfs_val wfs_half_div(struct wfs_code *c, wfs_val hx, wfs_val hy)
{
    const wfs_val x = wfs_h2f(c, hx), y = wfs_h2f(c, hy), minus_y = wfs_fneg(c, y), r = reciprocal(c, y, minus_y);
    const wfs_val first = wfs_fmul(c, x, r), quotient = wfs_fma(c, wfs_fma(c, minus_y, first, x), r, first);
    const wfs_val special = wfs_fmul(c, x, wfs_sub(c, wfs_const(0x7f800000), y));
    const wfs_val least = wfs_float(0x1p-60F);
    const wfs_val is_number = wfs_ltu(c, wfs_sub(c, wfs_fabs(c, quotient), least), wfs_const(0x7f800000 - least.bits));

    return wfs_f2h(c, wfs_sel(c, is_number, quotient, special));
}

/* Half the bits of a float are near half its logarithm: 1/sqrt(x) within 3.5 %.  Then one step of third order for g,
 * the root, and h, minus half its reciprocal, and the root is corrected by its remainder; enough for halves, as the
 * test of all of them shows.  Zeros keep their sign on the way; infinity becomes a NaN, to which the maximum prefers
 * x less a number beyond all halves. */
wfs_val wfs_half_sqrt(struct wfs_code *c, wfs_val hx)
{
    const uint32_t seed = 0x5f3759df;
    const wfs_val x = wfs_h2f(c, hx), bits = wfs_shr(c, x, wfs_const(1));
    wfs_val g = wfs_fmul(c, x, wfs_sub(c, wfs_const(seed), bits));
    wfs_val h = wfs_sub(c, wfs_const((seed - 0x00800000) | UINT32_C(1) << 31), bits);
    const wfs_val error = wfs_fma(c, g, h, wfs_float(0.5F));
    const wfs_val step = wfs_fma(c, wfs_fmul(c, error, wfs_float(1.5F)), error, error);

    g = wfs_fma(c, g, step, g);
    h = wfs_fma(c, h, step, h);
    g = wfs_fma(c, wfs_fma(c, g, g, wfs_fneg(c, x)), h, g);
    g = wfs_fmax(c, g, wfs_fsub(c, x, wfs_float(0x1p17F)));
    return wfs_f2h(c, wfs_sel(c, wfs_flt(c, x, wfs_const(0)), wfs_const(0x7fc00000), g));
}
