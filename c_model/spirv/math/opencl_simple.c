/* SPDX-License-Identifier: Apache-2.0
 * opencl_simple.c - the functions of OpenCL.std that need no series, and those whose precision is left to the device:
 * opencl.h.
 */
#include "opencl.h"
#include "opencl_parts.h"
#include "parts.h"
#include "wide.h"

#include "../module/grammar.h"

#define NARROW(name) void wfs_cl32_##name(struct wfs_code *c, const wfs_val *x, wfs_val *result)

/* ---- as GLSL.std.450 has them ---- */

#define NARROW_1(name, function) NARROW(name) { *result = function(c, x[0]); }
#define NARROW_2(name, function) NARROW(name) { *result = function(c, x[0], x[1]); }
#define NARROW_3(name, function) NARROW(name) { *result = function(c, x[0], x[1], x[2]); }

NARROW_1(ceil, wfs_ceil) NARROW_1(floor, wfs_floor) NARROW_1(trunc, wfs_trunc) NARROW_1(rint, wfs_round)
NARROW_1(fabs, wfs_fabs) NARROW_1(sqrt, wfs_sqrt) NARROW_1(rsqrt, wfs_rsqrt)
NARROW_1(degrees, wfs_degrees) NARROW_1(radians, wfs_radians)
NARROW_2(fmax, wfs_fmax) NARROW_2(fmin, wfs_fmin) NARROW_2(fmax_common, wfs_fmax) NARROW_2(fmin_common, wfs_fmin)
NARROW_2(ldexp, wfs_ldexp) NARROW_2(copysign, wfs_copysign)
NARROW_3(fma, wfs_fma) NARROW_3(mad, wfs_fma) NARROW_3(fclamp, wfs_fclamp) NARROW_3(mix, wfs_mix)
NARROW_3(smoothstep, wfs_smoothstep)

NARROW(modf) { result[0] = wfs_modf(c, x[0], &result[1]); }
NARROW(frexp) { result[0] = wfs_frexp(c, x[0], &result[1]); }

#define WIDE_GLSL(name, number) \
    WIDE(name) \
    { \
        const wfs_val a[2] = {x[0].lo, x[0].hi}, b[2] = {x[1].lo, x[1].hi}, d[2] = {x[2].lo, x[2].hi}; \
        wfs_val r[2]; \
        wfs_double_glsl(c, number, a, b, d, r); \
        *result = wfs_pair_at(r); \
    }

WIDE_GLSL(ceil, WfsGlslCeil) WIDE_GLSL(floor, WfsGlslFloor) WIDE_GLSL(trunc, WfsGlslTrunc)
WIDE_GLSL(rint, WfsGlslRoundEven) WIDE_GLSL(fabs, WfsGlslFAbs) WIDE_GLSL(sqrt, WfsGlslSqrt)
WIDE_GLSL(fmax, WfsGlslNMax) WIDE_GLSL(fmin, WfsGlslNMin) WIDE_GLSL(fmax_common, WfsGlslNMax)
WIDE_GLSL(fmin_common, WfsGlslNMin) WIDE_GLSL(fma, WfsGlslFma) WIDE_GLSL(mad, WfsGlslFma)
WIDE_GLSL(fclamp, WfsGlslNClamp) WIDE_GLSL(mix, WfsGlslFMix) WIDE_GLSL(smoothstep, WfsGlslSmoothStep)
WIDE_GLSL(rsqrt, WfsGlslInverseSqrt)

WIDE(modf) { result[0] = wfs_double_modf(c, x[0], &result[1]); }
WIDE(ldexp) { *result = wfs_double_ldexp(c, x[0], x[1].lo); }

WIDE(frexp)
{
    result[1].hi = wfs_const(0);
    result[0] = wfs_double_frexp(c, x[0], &result[1].lo);
}

/* ---- truths ---- */

static wfs_val truth(struct wfs_code *c, uint32_t op, struct wfs_pair x, struct wfs_pair y)
{
    const wfs_val a[2] = {x.lo, x.hi}, b[2] = {y.lo, y.hi};
    wfs_val r[2] = {wfs_none(), wfs_none()};

    wfs_double_op(c, op, a, b, r);
    return r[0];
}

static struct wfs_pair abs64(struct wfs_code *c, struct wfs_pair x) { return wfs_pair(x.lo, wfs_fabs(c, x.hi)); }

static wfs_val either_nan(struct wfs_code *c, wfs_val x, wfs_val y)
{
    return wfs_or(c, wfs_fne(c, x, x), wfs_fne(c, y, y));
}

/* ---- to whole numbers, and parts ---- */

/* Halfway cases away from 0. */
NARROW(round)
{
    const wfs_val whole = wfs_trunc(c, x[0]), rest = wfs_fabs(c, wfs_fsub(c, x[0], whole));
    const wfs_val one = wfs_copysign(c, wfs_const(WFS_ONE), x[0]);

    *result = wfs_sel(c, wfs_fge(c, rest, wfs_float(0.5f)), wfs_fadd(c, whole, one), whole);
}

/* Twice the number, as a whole number towards 0, is odd where the rest is a half or more. */
WIDE(round)
{
    const struct wfs_pair whole = wfs_double_whole(c, x[0], WFS_TO_ZERO);
    const struct wfs_pair rest = wfs_double_sub(c, x[0], whole);
    const wfs_val up = wfs_geu(c, wfs_and(c, rest.hi, wfs_const(INT32_MAX)), wfs_const(0x3fe00000));
    const wfs_val finite = wfs_ltu(c, wfs_double_digest(c, x[0]), wfs_const(WFS_DIGEST_INF));
    const struct wfs_pair one = wfs_pair(wfs_const(0), wfs_double_signed(c, wfs_const(WFS_DOUBLE_ONE), x[0].hi));

    *result = wfs_pair_sel(c, wfs_and(c, up, finite), wfs_double_add(c, whole, one), whole);
}

/* Below 1, and with the sign of x where it is 0. */
NARROW(fract)
{
    const wfs_val whole = wfs_floor(c, x[0]), infinite = wfs_eq(c, wfs_fabs(c, x[0]), wfs_const(WFS_INF));
    const wfs_val rest = wfs_fmin(c, wfs_fsub(c, x[0], whole), wfs_const(WFS_ONE - 1));
    const wfs_val zero = wfs_or(c, infinite, wfs_feq(c, rest, wfs_const(0)));
    const wfs_val number = wfs_sel(c, zero, wfs_and(c, x[0], wfs_const(WFS_SIGN)), rest);

    result[0] = wfs_sel(c, wfs_fne(c, x[0], x[0]), wfs_const(WFS_NAN), number);
    result[1] = whole;
}

WIDE(fract)
{
    const struct wfs_pair whole = wfs_double_whole(c, x[0], WFS_DOWN);
    const struct wfs_pair rest = wfs_double_sub(c, x[0], whole);
    const wfs_val one = wfs_geu(c, rest.hi, wfs_const(WFS_DOUBLE_ONE));
    const struct wfs_pair below = wfs_pair_sel(c, one, wfs_pair_const(UINT64_C(0x3fefffffffffffff)), rest);
    const wfs_val zero = wfs_or(c, wfs_double_is_inf(c, x[0]), wfs_lnot(c, wfs_minu(c, wfs_double_digest(c, rest), wfs_const(1))));
    const struct wfs_pair number =
        wfs_pair_sel(c, zero, wfs_pair(wfs_const(0), wfs_and(c, x[0].hi, wfs_const(WFS_SIGN))), below);

    result[0] = wfs_pair_sel(c, wfs_double_is_nan(c, x[0]), wfs_cl_nan64(), number);
    result[1] = whole;
}

/* ilogb of 0 and of a NaN is the least integer, of infinity the greatest. */
static wfs_val exponent_word(struct wfs_code *c, wfs_val e, wfs_val zero_or_nan, wfs_val infinite)
{
    return wfs_sel(c, zero_or_nan, wfs_const(UINT32_C(1) << 31), wfs_sel(c, infinite, wfs_const(INT32_MAX), e));
}

static wfs_val exponent32(struct wfs_code *c, wfs_val x)
{
    return wfs_long_from_float(c, x).e;
}

NARROW(ilogb)
{
    const wfs_val size = wfs_fabs(c, x[0]);
    const wfs_val open = wfs_or(c, wfs_feq(c, size, wfs_const(0)), wfs_fne(c, size, size));

    *result = exponent_word(c, exponent32(c, x[0]), open, wfs_eq(c, size, wfs_const(WFS_INF)));
}

NARROW(logb)
{
    const wfs_val size = wfs_fabs(c, x[0]), e = wfs_i2f(c, exponent32(c, x[0]));
    const wfs_val number = wfs_sel(c, wfs_geu(c, size, wfs_const(WFS_INF)), size, e);

    *result = wfs_sel(c, size, number, wfs_const(WFS_SIGN | WFS_INF));
}

WIDE(ilogb)
{
    const wfs_val digest = wfs_double_digest(c, x[0]), zero = wfs_lnot(c, wfs_minu(c, digest, wfs_const(1)));
    const wfs_val open = wfs_or(c, zero, wfs_geu(c, digest, wfs_const(WFS_DIGEST_INF + 1)));

    *result = wfs_pair(exponent_word(c, wfs_long_from_double(c, x[0]).e, open,
                                     wfs_eq(c, digest, wfs_const(WFS_DIGEST_INF))), wfs_const(0));
}

WIDE(logb)
{
    const wfs_val digest = wfs_double_digest(c, x[0]), special = wfs_geu(c, digest, wfs_const(WFS_DIGEST_INF));
    const struct wfs_pair e = wfs_double_from_word(c, wfs_long_from_double(c, x[0]).e, true);
    const struct wfs_pair number = wfs_pair_sel(c, special, abs64(c, wfs_double_quiet(c, x[0])), e);

    *result = wfs_pair_sel(c, digest, number, wfs_pair(wfs_const(0), wfs_const(WFS_DOUBLE_INF | WFS_SIGN)));
}

/* ---- of two numbers ---- */

wfs_val wfs_copysign(struct wfs_code *c, wfs_val x, wfs_val y) { return wfs_with_sign_of(c, wfs_fabs(c, x), y); }
WIDE(copysign) { *result = wfs_pair(x[0].lo, wfs_copysign(c, x[0].hi, x[1].hi)); }

NARROW(fdim)
{
    const wfs_val rest = wfs_sel(c, wfs_fgt(c, x[0], x[1]), wfs_fsub(c, x[0], x[1]), wfs_const(0));

    *result = wfs_sel(c, either_nan(c, x[0], x[1]), wfs_const(WFS_NAN), rest);
}

WIDE(fdim)
{
    const struct wfs_pair rest = wfs_double_sub(c, x[0], x[1]);

    *result = wfs_pair_sel(c, truth(c, WfsOpFOrdLessThanEqual, x[0], x[1]), wfs_pair_const(0), rest);
}

/* That of the greater size, or the less; of the same size, or with a NaN, as fmax and fmin. */
static wfs_val by_size32(struct wfs_code *c, wfs_val x, wfs_val y, bool greater)
{
    const wfs_val a = wfs_fabs(c, x), b = wfs_fabs(c, y);
    const wfs_val first = greater ? wfs_fgt(c, a, b) : wfs_flt(c, a, b);
    const wfs_val second = greater ? wfs_fgt(c, b, a) : wfs_flt(c, b, a);

    return wfs_sel(c, first, x, wfs_sel(c, second, y, greater ? wfs_fmax(c, x, y) : wfs_fmin(c, x, y)));
}

static struct wfs_pair by_size64(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, bool greater)
{
    const struct wfs_pair a = abs64(c, x), b = abs64(c, y);
    const wfs_val first = truth(c, WfsOpFOrdLessThan, greater ? b : a, greater ? a : b);
    const wfs_val second = truth(c, WfsOpFOrdLessThan, greater ? a : b, greater ? b : a);

    return wfs_pair_sel(c, first, x, wfs_pair_sel(c, second, y, wfs_double_min(c, x, y, greater)));
}

NARROW(maxmag) { *result = by_size32(c, x[0], x[1], true); }
NARROW(minmag) { *result = by_size32(c, x[0], x[1], false); }
WIDE(maxmag) { *result = by_size64(c, x[0], x[1], true); }
WIDE(minmag) { *result = by_size64(c, x[0], x[1], false); }

/* The bits of numbers of one sign are in their order: one more, or one less; from 0 to the least of the sign of y. */
NARROW(nextafter)
{
    const wfs_val away = wfs_feq(c, x[0], wfs_const(0)), up = wfs_flt(c, x[0], x[1]);
    const wfs_val grows = wfs_eq(c, up, wfs_ges(c, x[0], wfs_const(0)));
    const wfs_val next = wfs_add(c, x[0], wfs_sub(c, wfs_shl(c, grows, wfs_const(1)), wfs_const(1)));
    const wfs_val least = wfs_or(c, wfs_and(c, x[1], wfs_const(WFS_SIGN)), wfs_const(1));
    const wfs_val other = wfs_sel(c, wfs_feq(c, x[0], x[1]), x[1], wfs_sel(c, away, least, next));

    *result = wfs_sel(c, either_nan(c, x[0], x[1]), wfs_const(WFS_NAN), other);
}

WIDE(nextafter)
{
    const wfs_val away = wfs_lnot(c, wfs_minu(c, wfs_double_digest(c, x[0]), wfs_const(1)));
    const wfs_val up = truth(c, WfsOpFOrdLessThan, x[0], x[1]);
    const wfs_val grows = wfs_eq(c, up, wfs_ges(c, x[0].hi, wfs_const(0)));
    const wfs_val step = wfs_sub(c, wfs_shl(c, grows, wfs_const(1)), wfs_const(1));
    const struct wfs_pair next = wfs_pair_add(c, x[0], wfs_pair_signed(c, step));
    const struct wfs_pair least = wfs_pair(wfs_const(1), wfs_and(c, x[1].hi, wfs_const(WFS_SIGN)));
    const wfs_val same = truth(c, WfsOpFOrdEqual, x[0], x[1]), nan = truth(c, WfsOpUnordered, x[0], x[1]);
    const struct wfs_pair other = wfs_pair_sel(c, same, x[1], wfs_pair_sel(c, away, least, next));

    *result = wfs_pair_sel(c, nan, wfs_cl_nan64(), other);
}

/* ---- common functions ---- */

/* 0 where x < edge, else 1: for a NaN too. */
NARROW(step) { *result = wfs_u2f(c, wfs_lnot(c, wfs_flt(c, x[1], x[0]))); }

WIDE(step)
{
    const wfs_val below = truth(c, WfsOpFOrdLessThan, x[1], x[0]);

    *result = wfs_pair_sel(c, below, wfs_pair_const(0), wfs_cl_one64());
}

/* 0 for a NaN. */
NARROW(sign) { *result = wfs_sel(c, wfs_fne(c, x[0], x[0]), wfs_const(0), wfs_fsign(c, x[0])); }

WIDE(sign)
{
    *result = wfs_pair_sel(c, wfs_double_is_nan(c, x[0]), wfs_pair_const(0), wfs_double_sign(c, x[0]));
}

static struct wfs_pair scaled(struct wfs_code *c, struct wfs_pair x, uint64_t factor)
{
    return wfs_double_mul(c, x, wfs_pair_const(factor));
}

WIDE(degrees) { *result = scaled(c, x[0], UINT64_C(0x404ca5dc1a63c1f8)); }
WIDE(radians) { *result = scaled(c, x[0], UINT64_C(0x3f91df46a2529d39)); }

/* ---- half_ and native_: of f32 as GLSL.std.450, of f64, which OpenCL does not have, as the full ones ---- */

static wfs_val reciprocal(struct wfs_code *c, wfs_val x) { return wfs_fdiv(c, wfs_const(WFS_ONE), x); }

#define EITHER_1(name, function, wide) \
    NARROW_1(half_##name, function) NARROW_1(native_##name, function) \
    WIDE(half_##name) { wide(c, x, result); } WIDE(native_##name) { wide(c, x, result); }

static void divide(struct wfs_code *c, const struct wfs_pair *x, struct wfs_pair *r) { *r = wfs_double_div(c, x[0], x[1]); }
static void recip(struct wfs_code *c, const struct wfs_pair *x, struct wfs_pair *r) { *r = wfs_double_div(c, wfs_cl_one64(), x[0]); }

EITHER_1(cos, wfs_cos, wfs_cl64_cos) EITHER_1(exp, wfs_exp, wfs_cl64_exp) EITHER_1(exp2, wfs_exp2, wfs_cl64_exp2)
EITHER_1(exp10, wfs_exp10, wfs_cl64_exp10) EITHER_1(log, wfs_log, wfs_cl64_log)
EITHER_1(log2, wfs_log2, wfs_cl64_log2) EITHER_1(log10, wfs_log10, wfs_cl64_log10)
EITHER_1(recip, reciprocal, recip) EITHER_1(rsqrt, wfs_rsqrt, wfs_cl64_rsqrt)
EITHER_1(sin, wfs_sin, wfs_cl64_sin) EITHER_1(sqrt, wfs_sqrt, wfs_cl64_sqrt) EITHER_1(tan, wfs_tan, wfs_cl64_tan)

NARROW_2(half_divide, wfs_fdiv) NARROW_2(native_divide, wfs_fdiv)
WIDE(half_divide) { divide(c, x, result); }
WIDE(native_divide) { divide(c, x, result); }

/* A NaN for x < 0. */
static wfs_val powr32(struct wfs_code *c, wfs_val x, wfs_val y)
{
    return wfs_sel(c, wfs_flt(c, x, wfs_const(0)), wfs_const(WFS_NAN), wfs_pow(c, x, y));
}

NARROW_2(half_powr, powr32) NARROW_2(native_powr, powr32)
WIDE(half_powr) { wfs_cl64_powr(c, x, result); }
WIDE(native_powr) { wfs_cl64_powr(c, x, result); }
