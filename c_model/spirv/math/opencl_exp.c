/* SPDX-License-Identifier: Apache-2.0
 * opencl_exp.c - exponential functions, logarithms and hyperbolic functions of OpenCL.std: opencl.h.
 */
#include "long_math.h"
#include "opencl.h"
#include "opencl_parts.h"
#include "parts.h"

/* ---- f64 ---- */

/* Infinity is 2^1024 here, of which the powers are infinity and 0. */
WIDE(exp2)
{
    *result = wfs_cl_keep_nan(c, *x, wfs_long_exp2(c, wfs_long_from_double(c, *x)));
}

static struct wfs_long times(struct wfs_code *c, struct wfs_pair x, struct wfs_long factor)
{
    return wfs_long_mul(c, wfs_long_from_double(c, x), factor);
}

WIDE(exp)
{
    *result = wfs_cl_keep_nan(c, *x, wfs_long_exp2(c, times(c, *x, wfs_long_const(WFS_LONG_LOG2E))));
}

WIDE(exp10)
{
    *result = wfs_cl_keep_nan(c, *x, wfs_long_exp2(c, times(c, *x, wfs_long_const(WFS_LONG_LOG2_10))));
}

/* -infinity for zeros, infinity as it is, a NaN below 0. */
static struct wfs_pair for_all(struct wfs_code *c, struct wfs_pair x, struct wfs_long result)
{
    const wfs_val digest = wfs_double_digest(c, x), negative = wfs_sar(c, x.hi, wfs_const(31));
    const wfs_val some = wfs_minu(c, digest, wfs_const(1));
    const wfs_val nan = wfs_or(c, wfs_and(c, some, negative), wfs_geu(c, digest, wfs_const(WFS_DIGEST_INF + 1)));
    struct wfs_pair r = wfs_long_to_double(c, result);

    r = wfs_pair_sel(c, wfs_eq(c, digest, wfs_const(WFS_DIGEST_INF)), x, r);
    r = wfs_pair_sel(c, some, r, wfs_pair(wfs_const(0), wfs_const(WFS_DOUBLE_INF | WFS_SIGN)));
    return wfs_pair_sel(c, nan, wfs_cl_nan64(), r);
}

WIDE(log) { *result = for_all(c, *x, wfs_long_ln(c, wfs_long_from_double(c, *x))); }

static struct wfs_long ln_times(struct wfs_code *c, struct wfs_pair x, struct wfs_long factor)
{
    return wfs_long_mul(c, wfs_long_ln(c, wfs_long_from_double(c, x)), factor);
}

WIDE(log2) { *result = for_all(c, *x, wfs_long_log2(c, wfs_long_from_double(c, *x))); }
WIDE(log10) { *result = for_all(c, *x, ln_times(c, *x, wfs_long_const(WFS_LONG_LOG10E))); }

/* -infinity for -1, a NaN below. */
WIDE(log1p)
{
    const struct wfs_long l = wfs_long_from_double(c, *x);
    const wfs_val whole = wfs_or(c, x->hi, wfs_minu(c, x->lo, wfs_const(1)));
    const wfs_val minus_one = wfs_const(WFS_DOUBLE_ONE | WFS_SIGN), infinite = wfs_double_is_inf(c, *x);
    struct wfs_pair r = wfs_long_to_double(c, wfs_long_ln_1_plus(c, l));

    r = wfs_pair_sel(c, infinite, *x, r);
    r = wfs_pair_sel(c, wfs_eq(c, whole, minus_one), wfs_pair(wfs_const(0), wfs_const(WFS_DOUBLE_INF | WFS_SIGN)), r);
    const wfs_val nan = wfs_or(c, wfs_geu(c, whole, wfs_const((WFS_DOUBLE_ONE | WFS_SIGN) + 1)),
                               wfs_double_is_nan(c, *x));
    *result = wfs_pair_sel(c, nan, wfs_cl_nan64(), r);
}

/* e^|x| - 1 */
static struct wfs_long growth(struct wfs_code *c, struct wfs_pair x, bool twice)
{
    const struct wfs_long size = wfs_long_abs(times(c, x, wfs_long_const(WFS_LONG_LOG2E)));

    return wfs_long_exp2_less_1(c, twice ? wfs_long_scale(c, size, wfs_const(1)) : size);
}

static struct wfs_long with_sign(struct wfs_pair x, struct wfs_code *c, struct wfs_long r)
{
    r.sign = wfs_and(c, x.hi, wfs_const(WFS_SIGN));
    return r;
}

/* The sign of x, of 0 too. */
WIDE(expm1)
{
    const struct wfs_long power = times(c, *x, wfs_long_const(WFS_LONG_LOG2E));

    *result = wfs_cl_keep_nan(c, *x, with_sign(*x, c, wfs_long_exp2_less_1(c, power)));
}

WIDE(sinh)
{
    const struct wfs_long g = growth(c, *x, false);
    const struct wfs_long sum = wfs_long_add(c, g, wfs_long_div(c, g, wfs_long_add(c, g, wfs_long_power(0))));

    *result = wfs_cl_keep_nan(c, *x, with_sign(*x, c, wfs_long_scale(c, sum, wfs_const(0U - 1))));
}

WIDE(cosh)
{
    const struct wfs_long size = wfs_long_abs(times(c, *x, wfs_long_const(WFS_LONG_LOG2E)));
    const struct wfs_long power = wfs_long_exp2(c, size);
    const struct wfs_long sum = wfs_long_add(c, power, wfs_long_reciprocal(c, power));

    *result = wfs_cl_keep_nan(c, *x, wfs_long_scale(c, sum, wfs_const(0U - 1)));
}

WIDE(tanh)
{
    const struct wfs_long g = growth(c, *x, true);

    *result = wfs_cl_keep_nan(c, *x, with_sign(*x, c, wfs_long_div(c, g, wfs_long_add(c, g, wfs_long_power(1)))));
}

/* ln(1 + a + a^2/(1 + sqrt(1 + a^2))) */
WIDE(asinh)
{
    const struct wfs_long a = wfs_long_abs(wfs_long_from_double(c, *x)), square = wfs_long_mul(c, a, a);
    const struct wfs_long one = wfs_long_power(0), root = wfs_long_sqrt(c, wfs_long_add(c, square, one));
    const struct wfs_long sum = wfs_long_add(c, a, wfs_long_div(c, square, wfs_long_add(c, root, one)));
    const struct wfs_pair r = wfs_cl_keep_nan(c, *x, with_sign(*x, c, wfs_long_ln_1_plus(c, sum)));

    *result = wfs_pair_sel(c, wfs_double_is_inf(c, *x), *x, r);
}

/* ln(1 + t + sqrt(t (t + 2))), t = x - 1 */
WIDE(acosh)
{
    const struct wfs_long l = wfs_long_from_double(c, *x), one = wfs_long_power(0);
    const struct wfs_long t = wfs_long_sub(c, l, one);
    const struct wfs_long root = wfs_long_sqrt(c, wfs_long_mul(c, t, wfs_long_add(c, l, one)));
    const struct wfs_pair r = wfs_long_to_double(c, wfs_long_ln_1_plus(c, wfs_long_add(c, t, root)));
    /* the bits of numbers from 1 to infinity */
    const wfs_val above = wfs_ltu(c, wfs_sub(c, x->hi, wfs_const(WFS_DOUBLE_ONE)),
                                  wfs_const(WFS_DOUBLE_INF - WFS_DOUBLE_ONE));

    *result = wfs_pair_sel(c, above, r,
                           wfs_pair_sel(c, wfs_eq(c, wfs_or(c, x->hi, wfs_minu(c, x->lo, wfs_const(1))),
                                                  wfs_const(WFS_DOUBLE_INF)), *x, wfs_cl_nan64()));
}

/* ln(1 + 2 a/(1 - a))/2 */
WIDE(atanh)
{
    const struct wfs_long a = wfs_long_abs(wfs_long_from_double(c, *x)), one = wfs_long_power(0);
    const struct wfs_long part = wfs_long_div(c, a, wfs_long_sub(c, one, a));
    const struct wfs_long ln = wfs_long_ln_1_plus(c, wfs_long_scale(c, part, wfs_const(1)));
    const struct wfs_pair r = wfs_long_to_double(c, with_sign(*x, c, wfs_long_scale(c, ln, wfs_const(0U - 1))));
    const struct wfs_pair infinity =
        wfs_pair(wfs_const(0), wfs_double_signed(c, wfs_const(WFS_DOUBLE_INF), x->hi));
    const wfs_val size = wfs_double_digest(c, *x);

    *result = wfs_pair_sel(c, wfs_ltu(c, size, wfs_const(2 * WFS_DOUBLE_ONE)), r,
                           wfs_pair_sel(c, wfs_eq(c, size, wfs_const(2 * WFS_DOUBLE_ONE)), infinity, wfs_cl_nan64()));
}

/* ---- f32 ---- */

#define NARROW(name, function) \
    void wfs_cl32_##name(struct wfs_code *c, const wfs_val *x, wfs_val *result) { *result = function(c, x[0]); }

NARROW(exp, wfs_exp) NARROW(exp2, wfs_exp2) NARROW(log, wfs_log) NARROW(log2, wfs_log2)
NARROW(sinh, wfs_sinh) NARROW(cosh, wfs_cosh) NARROW(tanh, wfs_tanh)
NARROW(asinh, wfs_asinh) NARROW(acosh, wfs_acosh) NARROW(atanh, wfs_atanh)
NARROW(exp10, wfs_exp10) NARROW(expm1, wfs_expm1) NARROW(log10, wfs_log10) NARROW(log1p, wfs_log1p)
