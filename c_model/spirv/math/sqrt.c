/* SPDX-License-Identifier: Apache-2.0
 * sqrt.c - square root, correctly rounded for all operands, and inverse square root; on request both within 2 ulp.
 *
 * Half the bits of a float are near half its logarithm, so a constant less half the bits of x is 1/sqrt(x) within 3.5 %
 * (the constant is the well-known one).  Then two steps of Goldschmidt: g goes to sqrt(x), h to 1/(2 sqrt(x)), e = 1/2
 * - g h is what is missing:  g (1 + e + 3/2 e^2) leaves 5/2 e^3 = 2^-13, g (1 + e) then 2^-25.  The root is corrected
 * once by its exact remainder x - g^2.  Which roots come out depends on the mantissa and on whether the exponent is
 * even: test_math all tries all 2^32 operands.
 */
#include "parts.h"

#define HALF 0x3f000000U
#define SEED 0x5f3759dfU

wfs_val wfs_root_part(struct wfs_code *c, wfs_val x, bool exact, wfs_val *h)
{
    const wfs_val half = wfs_const(HALF), bits = wfs_shr(c, x, wfs_const(1));
    wfs_val minus_g = wfs_fmul(c, x, wfs_sub(c, wfs_const(SEED | WFS_SIGN), bits));

    *h = wfs_sub(c, wfs_const(SEED - 0x00800000), bits);
    for (int step = 0; step < 2; step++) {
        wfs_val e = wfs_fma(c, minus_g, *h, half);
        if (step == 0)
            e = wfs_fma(c, wfs_fmul(c, e, wfs_float(1.5f)), e, e);
        minus_g = wfs_fma(c, e, minus_g, minus_g);
        *h = wfs_fma(c, e, *h, *h);
    }
    const wfs_val g = wfs_fneg(c, minus_g);
    return exact ? wfs_fma(c, wfs_fma(c, minus_g, g, x), *h, g) : g;
}

/* ---- within 2 ulp: 12 instructions ---- */

/* From y near 1/sqrt(x), of the well-known constant: t = x y, e = t y - 1 and q with 1/sqrt(1 + e) = 1 + e q.  e is
 * from -0.0676 to 0.0691, and q a polynomial whose error there leaves 2^-25: interpolation at the places of the
 * Chebyshev polynomial of degree 5, but 0.  y is that of |x|, so that a negative x has a negative t, and e about -2.
 * t is +0 for both zeros. */
struct near { wfs_val y, t, e, q; };

static struct near near_parts(struct wfs_code *c, wfs_val x)
{
    static const float p[] = {0x1.195224p-2F, -0x1.4170d8p-2F, 0x1.7fff9ep-2F, -0x1.ffff94p-2F};
    const wfs_val half_of_bits = wfs_bfeu(c, x, wfs_const(1 | 30 << 8));
    const wfs_val y = wfs_sub(c, wfs_const(SEED), half_of_bits), t = wfs_fma(c, x, y, wfs_const(0));
    const wfs_val e = wfs_fma(c, t, y, wfs_float(-1.0F));

    return (struct near){y, t, e, wfs_horner(c, e, p, 4)};
}

/* t (1 + e q).  That is infinity for infinity, as q is then.  t is at least NEAR_T for normal x and for a NaN, which
 * passes through.  Below, a smaller t is that of a zero or a subnormal number, whose root is 0; the bits of a negative
 * one have become those of a NaN. */
#define NEAR_T (SEED - 0x00400000U - (126U << 23))
static wfs_val near_sqrt(struct wfs_code *c, wfs_val x)
{
    const struct near n = near_parts(c, x);
    const wfs_val root = wfs_fma(c, wfs_fmul(c, n.t, n.e), n.q, n.t);

    return wfs_sel(c, wfs_ges(c, n.t, wfs_const(NEAR_T)), root, wfs_sar(c, n.t, wfs_const(30)));
}

/* y (1 + e q).  q is about -1/2 for normal x: its bits are beyond those of -0.527, as signed numbers, for 0, infinity,
 * a NaN, a negative x and where subnormal numbers have no good seed.  There infinity less the bits of x is the result:
 * infinity for 0, 0 for infinity, a NaN for a NaN. */
static wfs_val near_rsqrt(struct wfs_code *c, wfs_val x)
{
    const struct near n = near_parts(c, x);
    const wfs_val usual = wfs_fma(c, wfs_fmul(c, n.y, n.e), n.q, n.y);

    return wfs_sel(c, wfs_lts(c, n.q, wfs_float(-0.527F)), usual, wfs_sub(c, wfs_const(WFS_INF), x));
}

/* ---- for all operands ---- */

wfs_val wfs_sqrt(struct wfs_code *c, wfs_val x)
{
    if (c->near_roots)
        return near_sqrt(c, x);
    const wfs_val big = wfs_and(c, x, wfs_const(WFS_BIG));
    wfs_val h;
    const wfs_val root = wfs_root_part(c, wfs_fmul(c, x, wfs_towards_one(c, big, WFS_ONE)), true, &h);

    /* Back by half of the exponent that scaling added.  What has come out is right for zeros, and a NaN for
     * infinity: there the second operand of the maximum is what is left.  A negative x has no root. */
    const wfs_val scaled = wfs_fmul(c, root, wfs_add(c, wfs_shr(c, big, wfs_const(1)), wfs_const(0x2f800000)));
    const wfs_val positive = wfs_fmax(c, scaled, wfs_fadd(c, x, wfs_float(-0x1.fffffep127f)));
    return wfs_sel(c, wfs_flt(c, x, wfs_const(0)), wfs_const(WFS_NAN), positive);
}

/* 1/sqrt(x) for x of middling size; `m` is -x/2.  The same steps on y = 2 h alone.  Another seed and 1.55 instead of
 * 3/2 make the error of the first step even on both sides where it counts most: 1.06 ulp instead of 1.20. */
static wfs_val inverse(struct wfs_code *c, wfs_val m)
{
    const wfs_val half = wfs_const(HALF);
    /* half the bits of x are those of m less its sign and one in the exponent */
    wfs_val y = wfs_sub(c, wfs_const(0x5f36c000U + 0x40000000U - 0x00400000U), wfs_shr(c, m, wfs_const(1)));
    wfs_val e = wfs_fma(c, wfs_fmul(c, m, y), y, half);

    e = wfs_fma(c, wfs_fmul(c, e, wfs_float(1.55f)), e, e);
    y = wfs_fma(c, e, y, y);
    e = wfs_fma(c, wfs_fmul(c, m, y), y, half);
    return wfs_fma(c, e, y, y);
}

wfs_val wfs_rsqrt(struct wfs_code *c, wfs_val x)
{
    if (c->near_roots)
        return near_rsqrt(c, x);
    const wfs_val big = wfs_and(c, x, wfs_const(WFS_BIG));
    const wfs_val usual = inverse(c, wfs_fmul(c, x, wfs_towards_one(c, big, WFS_SIGN | HALF)));
    const wfs_val fits = wfs_ltu(c, wfs_sub(c, x, wfs_const(1)), wfs_const(WFS_INF - 1));

    /* Infinity less x, as bits: infinity for 0 and 0 for infinity; a number below 0 becomes a NaN. */
    const wfs_val below = wfs_neg(c, wfs_flt(c, x, wfs_const(0)));
    const wfs_val special = wfs_or(c, wfs_sub(c, wfs_const(WFS_INF), x), below);
    return wfs_fmul(c, wfs_sel(c, fits, usual, special),
                    wfs_sub(c, wfs_const(0x4f800000), wfs_shr(c, big, wfs_const(1))));
}
