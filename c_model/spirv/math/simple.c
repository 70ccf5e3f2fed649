/* SPDX-License-Identifier: Apache-2.0
 * simple.c - the functions of GLSL.std.450 that need no series: signs, parts of a number, clamping and mixing.
 */
#include "mode.h"
#include "parts.h"

wfs_val wfs_sabs(struct wfs_code *c, wfs_val x)
{
    return wfs_maxs(c, x, wfs_neg(c, x));
}

wfs_val wfs_ssign(struct wfs_code *c, wfs_val x)
{
    return wfs_maxs(c, wfs_mins(c, x, wfs_const(1)), wfs_const(UINT32_MAX));
}

/* 1, -1, or x where it is 0. */
wfs_val wfs_fsign(struct wfs_code *c, wfs_val x)
{
    const wfs_val one = wfs_or(c, wfs_and(c, x, wfs_const(WFS_SIGN)), wfs_const(WFS_ONE));

    return wfs_sel(c, wfs_fabs(c, x), one, x);
}

/* x - floor(x), which is 1 for numbers just below 0. */
wfs_val wfs_fract(struct wfs_code *c, wfs_val x)
{
    return wfs_mode_sub(c, x, wfs_floor(c, x));
}

wfs_val wfs_radians(struct wfs_code *c, wfs_val x)
{
    return wfs_fmul(c, x, wfs_float(0x1.1df46ap-6f));
}

wfs_val wfs_degrees(struct wfs_code *c, wfs_val x)
{
    return wfs_fmul(c, x, wfs_float(0x1.ca5dc2p+5f));
}

wfs_val wfs_fclamp(struct wfs_code *c, wfs_val x, wfs_val low, wfs_val high)
{
    return wfs_fmin(c, wfs_fmax(c, x, low), high);
}

wfs_val wfs_uclamp(struct wfs_code *c, wfs_val x, wfs_val low, wfs_val high)
{
    return wfs_minu(c, wfs_maxu(c, x, low), high);
}

wfs_val wfs_sclamp(struct wfs_code *c, wfs_val x, wfs_val low, wfs_val high)
{
    return wfs_mins(c, wfs_maxs(c, x, low), high);
}

/* x (1 - a) + y a: exactly x and y at the ends where both are finite; of equal infinities that infinity. */
wfs_val wfs_mix(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val a)
{
    return wfs_fma(c, y, a, wfs_fmul(c, x, wfs_fsub(c, wfs_float(1), a)));
}

wfs_val wfs_step(struct wfs_code *c, wfs_val edge, wfs_val x)
{
    return wfs_u2f(c, wfs_fge(c, x, edge));
}

/* a/b for a result that is to be clamped to 0..1. */
static wfs_val fraction(struct wfs_code *c, wfs_val a, wfs_val b)
{
    const wfs_val big = wfs_and(c, b, wfs_const(WFS_BIG));
    const bool middling = wfs_is_const(b) && (b.bits >> 23 & 255) > 27 && (b.bits >> 23 & 255) < 227;

    if (middling)
        return wfs_quotient_part(c, a, wfs_fneg(c, b));
    return wfs_quotient_part(c, wfs_fmul(c, a, wfs_towards_one(c, big, WFS_ONE)),
                             wfs_fmul(c, b, wfs_towards_one(c, big, WFS_SIGN | WFS_ONE)));
}

wfs_val wfs_smoothstep(struct wfs_code *c, wfs_val edge0, wfs_val edge1, wfs_val x)
{
    const wfs_val part = fraction(c, wfs_fsub(c, x, edge0), wfs_fsub(c, edge1, edge0));
    const wfs_val t = wfs_fclamp(c, part, wfs_const(0), wfs_const(WFS_ONE));

    return wfs_fmul(c, wfs_fmul(c, t, t), wfs_fma(c, t, wfs_float(-2), wfs_float(3)));
}

/* ---- parts of a number ---- */

/* The fraction, and as second the whole part, both with the sign of x; infinity has the fraction 0. */
wfs_val wfs_modf(struct wfs_code *c, wfs_val x, wfs_val *second)
{
    const wfs_val whole = wfs_trunc(c, x);
    const wfs_val fraction_of = wfs_sel(c, wfs_feq(c, x, whole), wfs_const(0), wfs_fsub(c, x, whole));

    *second = whole;
    return wfs_or(c, fraction_of, wfs_and(c, x, wfs_const(WFS_SIGN)));
}

/* m with 1/2 <= |m| < 1 and as second the whole number e, x = m 2^e; 0, infinity and NaN are themselves, e = 0. */
wfs_val wfs_frexp(struct wfs_code *c, wfs_val x, wfs_val *second)
{
    const wfs_val big = wfs_and(c, x, wfs_const(WFS_BIG));
    const wfs_val scaled = wfs_fmul(c, x, wfs_towards_one(c, big, WFS_ONE));
    const wfs_val m = wfs_or(c, wfs_and(c, scaled, wfs_const(0x807fffff)), wfs_const(0x3f000000));
    /* times 2^23; the scale is still in it: 64, or with `big` -64 */
    const wfs_val power = wfs_sub(c, scaled, m);
    const wfs_val fits = wfs_ltu(c, wfs_add(c, power, wfs_const(100U << 23)), wfs_const(200U << 23));
    const wfs_val e = wfs_sar(c, wfs_sub(c, wfs_add(c, power, big), wfs_const(64U << 23)), wfs_const(23));

    *second = wfs_and(c, e, wfs_neg(c, fits));
    return wfs_sel(c, fits, m, x);
}

/* x 2^e, rounded once: x is brought to the middle, then multiplied by two factors in the range, of which only the
 * second can round. */
wfs_val wfs_ldexp(struct wfs_code *c, wfs_val x, wfs_val e)
{
    if (wfs_is_const(e) && (int32_t)e.bits >= -126 && (int32_t)e.bits <= 127)
        return wfs_mode_mul(c, x, wfs_const((e.bits + 127) << 23));
    const wfs_val big = wfs_and(c, x, wfs_const(WFS_BIG));
    const wfs_val scaled = wfs_fmul(c, x, wfs_towards_one(c, big, WFS_ONE));
    /* beyond 350 nothing is left of any x */
    const wfs_val clamped = wfs_sclamp(c, e, wfs_const(0U - 350), wfs_const(350));
    const wfs_val left = wfs_add(c, clamped, wfs_sub(c, wfs_shr(c, big, wfs_const(23)), wfs_const(64)));
    const wfs_val k = wfs_sclamp(c, left, wfs_const(0U - 250), wfs_const(250)), half = wfs_sar(c, k, wfs_const(1));
    const wfs_val first = wfs_add(c, wfs_shl(c, half, wfs_const(23)), wfs_const(WFS_ONE));
    const wfs_val second = wfs_add(c, wfs_shl(c, wfs_sub(c, k, half), wfs_const(23)), wfs_const(WFS_ONE));

    return wfs_mode_mul(c, wfs_fmul(c, scaled, first), second);
}
