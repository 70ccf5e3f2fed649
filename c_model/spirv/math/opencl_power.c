/* SPDX-License-Identifier: Apache-2.0
 * opencl_power.c - powers and roots of OpenCL.std: opencl.h.  All are 2^(y log2|x|).
 */
#include "long_math.h"
#include "opencl.h"
#include "opencl_parts.h"
#include "parts.h"

/* log2|x|; for 0 and infinity a number beyond all logarithms. */
static struct wfs_long log2_of(struct wfs_code *c, struct wfs_pair x)
{
    const struct wfs_long l = wfs_long_log2(c, wfs_long_abs(wfs_long_from_double(c, x)));
    const wfs_val digest = wfs_double_digest(c, x), zero = wfs_eq(c, digest, wfs_const(0));
    const wfs_val special = wfs_or(c, zero, wfs_eq(c, digest, wfs_const(WFS_DIGEST_INF)));
    const struct wfs_long beyond = {wfs_shl(c, zero, wfs_const(31)), wfs_const(2000), wfs_pair_const(UINT64_C(1) << 63)};

    return wfs_long_sel(c, special, beyond, l);
}

/* Whether y is a whole number, and whether an odd one; infinity is even. */
static void kind_of(struct wfs_code *c, struct wfs_long y, wfs_val *whole, wfs_val *odd)
{
    /* the bits behind the point, and the one before it */
    const wfs_val inside = wfs_ltu(c, y.e, wfs_const(64)), far = wfs_ges(c, y.e, wfs_const(64));
    const struct wfs_pair half = wfs_pair_shl(c, y.m, wfs_and(c, y.e, wfs_const(63)));
    const struct wfs_pair rest = wfs_pair_shl(c, half, wfs_const(1));
    const wfs_val none = wfs_eq(c, wfs_or(c, rest.lo, rest.hi), wfs_const(0));
    const wfs_val zero = wfs_eq(c, y.m.hi, wfs_const(0));

    *whole = wfs_or(c, wfs_or(c, far, zero), wfs_and(c, inside, none));
    *odd = wfs_and(c, wfs_and(c, inside, none), wfs_shr(c, half.hi, wfs_const(31)));
}

/* |x|^y where neither is a NaN; 1 for y = 0. */
static struct wfs_long power(struct wfs_code *c, struct wfs_pair x, struct wfs_long y)
{
    return wfs_long_exp2(c, wfs_long_mul(c, log2_of(c, x), y));
}

/* Infinity as an exponent beyond all. */
static struct wfs_long exponent_of(struct wfs_code *c, struct wfs_pair y)
{
    struct wfs_long l = wfs_long_from_double(c, y);

    l.e = wfs_sel(c, wfs_eq(c, l.e, wfs_const(1024)), wfs_const(4000), l.e);
    return l;
}

static wfs_val is_zero(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_eq(c, wfs_double_digest(c, x), wfs_const(0));
}

static wfs_val is_negative(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_shr(c, x.hi, wfs_const(31));
}

/* x below 0 and finite. */
static wfs_val is_below(struct wfs_code *c, struct wfs_pair x)
{
    const wfs_val size = wfs_sub(c, wfs_double_digest(c, x), wfs_const(1));

    return wfs_and(c, is_negative(c, x), wfs_ltu(c, size, wfs_const(WFS_DIGEST_INF - 1)));
}

static wfs_val either_nan(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y)
{
    return wfs_or(c, wfs_double_is_nan(c, x), wfs_double_is_nan(c, y));
}

static wfs_val is_one(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_pair_eq(c, x, wfs_cl_one64());
}

/* As C's: 1 for y = 0 and x = 1, whatever the other is; (-1)^infinity is 1. */
WIDE(pow)
{
    const struct wfs_long y = exponent_of(c, x[1]);
    wfs_val whole, odd;

    kind_of(c, y, &whole, &odd);
    struct wfs_long p = power(c, x[0], y);
    p.sign = wfs_and(c, x[0].hi, wfs_shl(c, odd, wfs_const(31)));
    struct wfs_pair r = wfs_long_to_double(c, p);
    const wfs_val no_root = wfs_and(c, is_below(c, x[0]), wfs_lnot(c, whole));
    r = wfs_pair_sel(c, wfs_or(c, no_root, either_nan(c, x[0], x[1])), wfs_cl_nan64(), r);
    *result = wfs_pair_sel(c, wfs_or(c, is_zero(c, x[1]), is_one(c, x[0])), wfs_cl_one64(), r);
}

/* x >= 0 alone; 0^0, infinity^0 and 1^infinity are NaNs. */
WIDE(powr)
{
    const struct wfs_pair r = wfs_long_to_double(c, power(c, x[0], exponent_of(c, x[1])));
    const wfs_val x_digest = wfs_double_digest(c, x[0]), some = wfs_minu(c, x_digest, wfs_const(1));
    const wfs_val x_end = wfs_or(c, wfs_lnot(c, some), wfs_geu(c, x_digest, wfs_const(WFS_DIGEST_INF)));
    const wfs_val open = wfs_or(c, wfs_and(c, x_end, is_zero(c, x[1])),
                                wfs_and(c, is_one(c, x[0]), wfs_double_is_inf(c, x[1])));
    const wfs_val nan = wfs_or(c, wfs_or(c, open, either_nan(c, x[0], x[1])),
                               wfs_and(c, some, is_negative(c, x[0])));

    *result = wfs_pair_sel(c, nan, wfs_cl_nan64(), wfs_pair_sel(c, is_zero(c, x[1]), wfs_cl_one64(), r));
}

WIDE(pown)
{
    const wfs_val y = x[1].lo;
    struct wfs_long p = power(c, x[0], wfs_long_from_word(c, y));

    p.sign = wfs_and(c, x[0].hi, wfs_shl(c, y, wfs_const(31)));
    *result = wfs_pair_sel(c, wfs_eq(c, y, wfs_const(0)), wfs_cl_one64(), wfs_cl_keep_nan(c, x[0], p));
}

/* An even root of a number below 0 is a NaN, and so is the 0th of any. */
WIDE(rootn)
{
    const wfs_val y = x[1].lo, odd = wfs_and(c, y, wfs_const(1));
    struct wfs_long p = wfs_long_exp2(c, wfs_long_div(c, log2_of(c, x[0]), wfs_long_from_word(c, y)));

    p.sign = wfs_and(c, x[0].hi, wfs_shl(c, odd, wfs_const(31)));
    const wfs_val below = wfs_and(c, is_negative(c, x[0]), wfs_lnot(c, is_zero(c, x[0])));
    const wfs_val none = wfs_or(c, wfs_and(c, below, wfs_lnot(c, odd)), wfs_eq(c, y, wfs_const(0)));
    *result = wfs_pair_sel(c, none, wfs_cl_nan64(), wfs_cl_keep_nan(c, x[0], p));
}

WIDE(cbrt)
{
    struct wfs_long p = wfs_long_exp2(c, wfs_long_mul(c, log2_of(c, *x), wfs_long_const(WFS_LONG_THIRD)));

    p.sign = wfs_and(c, x->hi, wfs_const(WFS_SIGN));
    *result = wfs_cl_keep_nan(c, *x, p);
}

/* Of an infinity and a NaN it is infinity. */
WIDE(hypot)
{
    const struct wfs_long a = wfs_long_from_double(c, x[0]), b = wfs_long_from_double(c, x[1]);
    const struct wfs_long sum = wfs_long_add(c, wfs_long_mul(c, a, a), wfs_long_mul(c, b, b));
    const struct wfs_pair r = wfs_long_to_double(c, wfs_long_sqrt(c, sum));
    const wfs_val infinite = wfs_or(c, wfs_double_is_inf(c, x[0]), wfs_double_is_inf(c, x[1]));

    *result = wfs_pair_sel(c, infinite, wfs_cl_inf64(),
                           wfs_pair_sel(c, either_nan(c, x[0], x[1]), wfs_cl_nan64(), r));
}
