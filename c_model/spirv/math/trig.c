/* SPDX-License-Identifier: Apache-2.0
 * trig.c - sine, cosine, tangent.
 *
 * x = m pi + r with |r| near pi/2 or below, m whole for the sine, whole and a half for the cosine; then both are sin(r)
 * with the sign of an even or odd m.  pi is taken as three floats (Cody and Waite): m times the first is subtracted
 * exactly by an fma, the others leave an error of 2^-73 m.  sin(r) = r + r^3 P(r^2), 1 + x^2 P = fpminimax(sin(x)/x,
 * [|2,4,6,8|], [|single...|], [0;1.67], floating, relative, 1) of Sollya 8, error 2^-26.3.  The tangent takes multiples
 * of pi/2, fpminimax(tan(x)/x, [|2,...,12|], ..., [0;0.81], ..., 1), error 2^-25.0, and -1/tan(r) where m is odd.
 *
 * From 2^20 on, for the tangent from 2^18 on, x counts as 0: there m, a rounded product, is no longer nearly the
 * nearest.
 */
#include "parts.h"

/* x, 0 where its size |x| reaches `end`, a NaN for infinity. */
static wfs_val in_reach(struct wfs_code *c, wfs_val x, wfs_val size, float end)
{
    return wfs_sel(c, wfs_flt(c, size, wfs_float(end)), x, wfs_fmul(c, x, wfs_const(0)));
}

/* x - m pi, or x - m pi/2 with scale 1/2 */
static wfs_val reduced(struct wfs_code *c, wfs_val x, wfs_val m, float scale)
{
    static const float pi[] = {0x1.921fb6p+1f, -0x1.777a5cp-24f, -0x1.ee59dap-49f};

    for (unsigned i = 0; i < 3; i++)
        x = wfs_fma(c, m, wfs_float(-pi[i] * scale), x);
    return x;
}

/* sin(r), negated when `whole` is odd. */
static wfs_val sine_of(struct wfs_code *c, wfs_val r, wfs_val whole)
{
    static const float p[] = {0x1.5b333p-19f, -0x1.9f4202p-13f, 0x1.110ddcp-7f, -0x1.555546p-3f};
    const wfs_val square = wfs_fmul(c, r, r);
    const wfs_val sine = wfs_fma(c, wfs_horner(c, square, p, 4), wfs_fmul(c, r, square), r);

    return wfs_xor(c, sine, wfs_shl(c, whole, wfs_const(31)));
}

/* Of |x|, and the sign of x after that: 0 keeps its sign so. */
wfs_val wfs_sin(struct wfs_code *c, wfs_val x)
{
    const wfs_val size = wfs_fabs(c, x), near = in_reach(c, size, size, 0x1p20f);
    const wfs_val m = wfs_round(c, wfs_fmul(c, near, wfs_float(0x1.45f306p-2f)));

    return wfs_xor(c, sine_of(c, reduced(c, near, m, 1), wfs_f2i(c, m)), wfs_and(c, x, wfs_const(WFS_SIGN)));
}

/* cos(x) = sin(x + pi/2): m = n - 1/2. */
wfs_val wfs_cos(struct wfs_code *c, wfs_val x)
{
    const wfs_val near = in_reach(c, x, wfs_fabs(c, x), 0x1p20f);
    const wfs_val n = wfs_ceil(c, wfs_fmul(c, near, wfs_float(0x1.45f306p-2f)));

    return sine_of(c, reduced(c, near, wfs_fadd(c, n, wfs_float(-0.5f)), 1), wfs_f2i(c, n));
}

wfs_val wfs_tan(struct wfs_code *c, wfs_val x)
{
    static const float p[] = {0x1.496aap-7f, 0x1.0322f4p-9f, 0x1.9c14aap-6f,
                              0x1.b3df1p-5f, 0x1.113ac8p-3f, 0x1.55549ep-2f};
    const wfs_val near = in_reach(c, x, wfs_fabs(c, x), 0x1p18f);
    const wfs_val m = wfs_round(c, wfs_fmul(c, near, wfs_float(0x1.45f306p-1f))), whole = wfs_f2i(c, m);
    const wfs_val r = wfs_sel(c, whole, reduced(c, near, m, 0.5f), near), square = wfs_fmul(c, r, r);
    const wfs_val tangent = wfs_fma(c, wfs_horner(c, square, p, 6), wfs_fmul(c, r, square), r);

    return wfs_sel(c, wfs_and(c, whole, wfs_const(1)), wfs_reciprocal_part(c, tangent), tangent);     /* of -(-1/tan) */
}
