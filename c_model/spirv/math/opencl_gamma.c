/* SPDX-License-Identifier: Apache-2.0
 * opencl_gamma.c - error and gamma functions of OpenCL.std: opencl.h.
 */
#include "long_math.h"
#include "opencl.h"
#include "opencl_parts.h"
#include "parts.h"

/* From 2^5 on the complement is below all numbers. */
static struct wfs_long bounded(struct wfs_code *c, struct wfs_long x)
{
    return wfs_long_sel(c, wfs_ges(c, x.e, wfs_const(5)), wfs_long_power(5), x);
}

WIDE(erf)
{
    const struct wfs_long a = bounded(c, wfs_long_abs(wfs_long_from_double(c, *x)));
    const struct wfs_long far = wfs_long_sub(c, wfs_long_power(0), wfs_long_erfc(c, a));
    struct wfs_long r = wfs_long_sel(c, wfs_lts(c, a.e, wfs_const(0)), wfs_long_erf(c, a), far);

    r.sign = wfs_and(c, x->hi, wfs_const(WFS_SIGN));
    *result = wfs_cl_keep_nan(c, *x, r);
}

/* 2 - erfc(-x) for x below 0. */
WIDE(erfc)
{
    const struct wfs_long right = wfs_long_erfc(c, bounded(c, wfs_long_abs(wfs_long_from_double(c, *x))));
    const struct wfs_long left = wfs_long_sub(c, wfs_long_power(1), right);

    *result = wfs_cl_keep_nan(c, *x, wfs_long_sel(c, wfs_shr(c, x->hi, wfs_const(31)), left, right));
}

/* x is a whole number below 0. */
static wfs_val is_pole(struct wfs_code *c, struct wfs_pair x)
{
    const struct wfs_pair whole = wfs_double_whole(c, x, WFS_TO_ZERO);
    const wfs_val some = wfs_minu(c, wfs_double_digest(c, x), wfs_const(1));

    return wfs_and(c, wfs_and(c, wfs_pair_eq(c, x, whole), some), wfs_shr(c, x.hi, wfs_const(31)));
}

/* a sin(pi a)/pi: gamma(a) gamma(-a) = -1 / that */
static struct wfs_long reflection(struct wfs_code *c, struct wfs_long a)
{
    const struct wfs_long sine = wfs_long_sine(c, wfs_long_reduce_pi(c, a));

    return wfs_long_mul(c, wfs_long_mul(c, a, sine), wfs_long_const(WFS_LONG_INV_PI));
}

/* From 2^10 on as of 2^10: infinity, or 0 with the sign of the sine. */
WIDE(tgamma)
{
    const struct wfs_long l = wfs_long_from_double(c, *x), a = wfs_long_abs(l);
    const struct wfs_long near = wfs_long_sel(c, wfs_ges(c, l.e, wfs_const(10)), wfs_long_power(10), a);
    const struct wfs_long gamma = wfs_long_gamma(c, near);
    const struct wfs_long left = wfs_long_neg(c, wfs_long_reciprocal(c, wfs_long_mul(c, reflection(c, a), gamma)));
    const wfs_val below = wfs_shr(c, x->hi, wfs_const(31)), zero = wfs_const(0);
    struct wfs_pair r = wfs_long_to_double(c, wfs_long_sel(c, below, left, gamma));

    r = wfs_pair_sel(c, wfs_double_digest(c, *x), r,
                     wfs_pair(zero, wfs_double_signed(c, wfs_const(WFS_DOUBLE_INF), x->hi)));
    *result = wfs_pair_sel(c, wfs_or(c, is_pole(c, *x), wfs_double_is_nan(c, *x)), wfs_cl_nan64(), r);
}

/* result[1]: the sign of the gamma function, 0 at its poles below 0. */
WIDE(lgamma_r)
{
    const struct wfs_long l = wfs_long_from_double(c, *x), a = wfs_long_abs(l);
    const struct wfs_long right = wfs_long_ln_gamma(c, a), part = reflection(c, a);
    const struct wfs_long left = wfs_long_neg(c, wfs_long_add(c, right, wfs_long_ln(c, wfs_long_abs(part))));
    const wfs_val below = wfs_shr(c, x->hi, wfs_const(31)), zero = wfs_const(0), pole = is_pole(c, *x);
    const wfs_val infinite = wfs_or(c, pole, wfs_or(c, wfs_double_is_inf(c, *x),
                                                    wfs_eq(c, wfs_double_digest(c, *x), zero)));
    struct wfs_pair r = wfs_long_to_double(c, wfs_long_sel(c, below, left, right));

    r = wfs_pair_sel(c, infinite, wfs_cl_inf64(), r);
    /* of 1 and 2 exactly 0 */
    const wfs_val high = wfs_or(c, wfs_eq(c, x->hi, wfs_const(WFS_DOUBLE_ONE)), wfs_eq(c, x->hi, wfs_const(0x40000000)));
    r = wfs_pair_sel(c, wfs_and(c, high, wfs_eq(c, x->lo, zero)), wfs_pair_const(0), r);
    result[0] = wfs_pair_sel(c, wfs_double_is_nan(c, *x), wfs_cl_nan64(), r);
    /* -1 where x < 0 and the sine is not below 0, and for -0 */
    const wfs_val minus = wfs_and(c, below, wfs_lnot(c, wfs_shr(c, part.sign, wfs_const(31))));
    const wfs_val sign = wfs_sub(c, wfs_const(1), wfs_shl(c, minus, wfs_const(1)));
    const wfs_val pole_or_end = wfs_and(c, infinite, wfs_ne(c, wfs_double_digest(c, *x), zero));
    result[1] = wfs_pair(wfs_sel(c, wfs_and(c, pole_or_end, below), zero, sign), zero);
}

WIDE(lgamma)
{
    struct wfs_pair both[2];

    wfs_cl64_lgamma_r(c, x, both);
    *result = both[0];
}
