/* SPDX-License-Identifier: Apache-2.0
 * arc.c - arc sine, arc cosine, arc tangent.
 *
 * atan(t) = t + t^3 P(t^2) for 0 <= t <= 1, 1 + x^2 P = fpminimax(atan(x)/x, [|2,...,16|], [|single...|], [0;1],
 * floating, relative, 1) of Sollya 8, error 2^-25.8; beyond 1 it is pi/2 - atan(1/t).  asin(s) likewise for s <= 1/2
 * with fpminimax(asin(x)/x, [|2,...,10|], ..., [0;0.5], ..., 1), error 2^-27.6; beyond, acos(x) = 2 asin(sqrt((1 -
 * x)/2)).
 */
#include "parts.h"

#define PI      0x1.921fb6p+1f
#define HALF_PI 0x1.921fb6p+0f

/* t + t^3 P(t^2); `square` is t^2 */
static wfs_val odd_series(struct wfs_code *c, wfs_val t, wfs_val square, const float *p, unsigned n)
{
    return wfs_fma(c, wfs_horner(c, square, p, n), wfs_fmul(c, t, square), t);
}

static wfs_val atan_to_1(struct wfs_code *c, wfs_val t)
{
    static const float p[] = {0x1.7ec1c4p-9f, -0x1.0c23fep-6f, 0x1.61f756p-5f, -0x1.3553f4p-4f,
                              0x1.b4dfdcp-4f, -0x1.230abp-3f,  0x1.9978eep-3f, -0x1.5554dcp-2f};

    return odd_series(c, t, wfs_fmul(c, t, t), p, 8);
}

wfs_val wfs_atan(struct wfs_code *c, wfs_val x)
{
    const wfs_val a = wfs_fabs(c, x), beyond = wfs_fgt(c, a, wfs_float(1));
    /* 2^90 is as good as infinity, and has a reciprocal; a NaN is not beyond 1 */
    const wfs_val reciprocal = wfs_reciprocal_part(c, wfs_fneg(c, wfs_fmin(c, a, wfs_float(0x1p90f))));
    const wfs_val p = atan_to_1(c, wfs_sel(c, beyond, reciprocal, a));

    return wfs_with_sign_of(c, wfs_sel(c, beyond, wfs_fsub(c, wfs_float(HALF_PI), p), p), x);
}

/* The angle of the point (x, y), as C's atan2: zeros and infinities have signs and are directions too. */
wfs_val wfs_atan2(struct wfs_code *c, wfs_val y, wfs_val x)
{
    /* of positive floats the bits are in the same order, and a NaN is above all */
    const wfs_val ax = wfs_fabs(c, x), ay = wfs_fabs(c, y), less = wfs_minu(c, ax, ay);
    const wfs_val more = wfs_maxu(c, wfs_maxu(c, ax, ay), wfs_const(1));       /* 0/0 counts as 0 */
    /* both by 2^28 where the greater is below 2, by 2^-4 elsewhere: then it has a reciprocal, and the less is hardly
     * ever subnormal */
    const wfs_val big = wfs_shr(c, wfs_and(c, more, wfs_const(WFS_BIG)), wfs_const(2));
    const wfs_val below = wfs_fmul(c, more, wfs_sub(c, wfs_const(0xcd800000), big));
    const wfs_val above = wfs_fmul(c, less, wfs_sub(c, wfs_const(0x4d800000), big));
    const wfs_val quotient = wfs_fmul(c, above, wfs_reciprocal_part(c, below));
    /* infinity over infinity counts as 1 */
    const wfs_val same = wfs_mul(c, wfs_eq(c, less, more), wfs_const(WFS_ONE));
    const wfs_val p = atan_to_1(c, wfs_sel(c, wfs_eq(c, more, wfs_const(WFS_INF)), same, quotient));

    const wfs_val acute = wfs_sel(c, wfs_ltu(c, ax, ay), wfs_fsub(c, wfs_float(HALF_PI), p), p);
    const wfs_val left = wfs_lts(c, x, wfs_const(0));
    return wfs_with_sign_of(c, wfs_sel(c, left, wfs_fsub(c, wfs_float(PI), acute), acute), y);
}

/* Where |x| > 1/2: asin(sqrt((1 - |x|)/2)), else asin(|x|). */
static wfs_val arc_part(struct wfs_code *c, wfs_val a, wfs_val beyond)
{
    static const float p[] = {0x1.5959aap-5f, 0x1.8c415ap-6f, 0x1.747b72p-5f, 0x1.330206p-4f, 0x1.5555c8p-3f};
    const wfs_val half = wfs_fma(c, a, wfs_float(-0.5f), wfs_float(0.5f));
    const wfs_val square = wfs_sel(c, beyond, half, wfs_fmul(c, a, a));
    wfs_val h;
    const wfs_val s = wfs_sel(c, beyond, wfs_root_part(c, half, false, &h), a);

    return odd_series(c, s, square, p, 5);
}

/* A NaN for |x| > 1. */
static wfs_val only_to_1(struct wfs_code *c, wfs_val a, wfs_val result)
{
    return wfs_sel(c, wfs_fgt(c, a, wfs_float(1)), wfs_const(WFS_NAN), result);
}

wfs_val wfs_asin(struct wfs_code *c, wfs_val x)
{
    const wfs_val a = wfs_fabs(c, x), beyond = wfs_fgt(c, a, wfs_float(0.5f));
    const wfs_val p = arc_part(c, a, beyond);
    const wfs_val size = wfs_sel(c, beyond, wfs_fma(c, p, wfs_float(-2), wfs_float(HALF_PI)), p);

    return only_to_1(c, a, wfs_with_sign_of(c, size, x));
}

/* Beyond 1/2: 2 p, or pi - 2 p for a negative x.  Else pi/2 - p with the sign of x. */
wfs_val wfs_acos(struct wfs_code *c, wfs_val x)
{
    const wfs_val a = wfs_fabs(c, x), beyond = wfs_fgt(c, a, wfs_float(0.5f));
    const wfs_val p = arc_part(c, a, beyond), twice = wfs_fadd(c, p, p);
    const wfs_val outer = wfs_sel(c, wfs_flt(c, x, wfs_const(0)), wfs_fsub(c, wfs_float(PI), twice), twice);
    const wfs_val inner = wfs_fsub(c, wfs_float(HALF_PI), wfs_with_sign_of(c, p, x));

    return only_to_1(c, a, wfs_sel(c, beyond, outer, inner));
}
