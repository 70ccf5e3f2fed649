/* SPDX-License-Identifier: Apache-2.0
 * opencl_trig.c - angles of OpenCL.std: opencl.h.
 */
#include "long_math.h"
#include "opencl.h"
#include "opencl_parts.h"
#include "parts.h"

/* ---- sine, cosine, tangent ---- */

/* The result, a NaN where x is infinite or one. */
static struct wfs_pair finite(struct wfs_code *c, struct wfs_pair x, struct wfs_long result)
{
    const wfs_val special = wfs_geu(c, wfs_double_digest(c, x), wfs_const(WFS_DIGEST_INF));

    return wfs_pair_sel(c, special, wfs_cl_nan64(), wfs_long_to_double(c, result));
}

static struct wfs_angle angle(struct wfs_code *c, struct wfs_pair x, bool of_pi)
{
    return (of_pi ? wfs_long_reduce_pi : wfs_long_reduce)(c, wfs_long_from_double(c, x));
}

/* An odd function of what was computed for |x|. */
static struct wfs_long turned(struct wfs_code *c, struct wfs_pair x, struct wfs_long r)
{
    r.sign = wfs_xor(c, r.sign, wfs_and(c, x.hi, wfs_const(WFS_SIGN)));
    return r;
}

WIDE(sin) { *result = finite(c, *x, turned(c, *x, wfs_long_sine(c, angle(c, *x, false)))); }

WIDE(cos)
{
    *result = finite(c, *x, wfs_long_sine(c, wfs_long_quarter_on(c, angle(c, *x, false))));
}

WIDE(sincos)
{
    const struct wfs_angle a = angle(c, *x, false);

    result[0] = finite(c, *x, turned(c, *x, wfs_long_sine(c, a)));
    result[1] = finite(c, *x, wfs_long_sine(c, wfs_long_quarter_on(c, a)));
}

WIDE(tan) { *result = finite(c, *x, turned(c, *x, wfs_long_tangent(c, angle(c, *x, false)))); }

/* A zero has the sign of x. */
WIDE(sinpi)
{
    struct wfs_long r = turned(c, *x, wfs_long_sine(c, angle(c, *x, true)));

    r.sign = wfs_sel(c, r.m.hi, r.sign, wfs_and(c, x->hi, wfs_const(WFS_SIGN)));
    *result = finite(c, *x, r);
}

WIDE(cospi)
{
    struct wfs_long r = wfs_long_sine(c, wfs_long_quarter_on(c, angle(c, *x, true)));

    r.sign = wfs_sel(c, r.m.hi, r.sign, wfs_const(0));
    *result = finite(c, *x, r);
}

/* 0 and infinity change their sign with every half turn. */
WIDE(tanpi)
{
    const struct wfs_angle a = angle(c, *x, true);
    const wfs_val odd = wfs_and(c, a.quadrant, wfs_const(1)), zero = wfs_const(0);
    const wfs_val half = wfs_shl(c, wfs_and(c, a.quadrant, wfs_const(2)), wfs_const(30));
    struct wfs_long r = wfs_long_tangent(c, a);

    const wfs_val exact = wfs_eq(c, a.r.m.hi, zero);
    r.sign = wfs_sel(c, exact, half, r.sign);
    r.e = wfs_sel(c, exact, wfs_sel(c, odd, wfs_const(4000), wfs_const(WFS_LONG_ZERO)), r.e);
    r.m = wfs_pair_sel(c, exact, wfs_pair(zero, wfs_shl(c, odd, wfs_const(31))), r.m);
    *result = finite(c, *x, turned(c, *x, r));
}

/* ---- arcs ---- */

/* sqrt((1 - a)(1 + a)) */
static struct wfs_long other_side(struct wfs_code *c, struct wfs_long a)
{
    const struct wfs_long one = wfs_long_power(0);

    return wfs_long_sqrt(c, wfs_long_mul(c, wfs_long_sub(c, one, a), wfs_long_add(c, one, a)));
}

/* The result, a NaN where |x| is above 1 or x is one. */
static struct wfs_pair to_1(struct wfs_code *c, struct wfs_pair x, struct wfs_long result)
{
    const wfs_val above = wfs_geu(c, wfs_double_digest(c, x), wfs_const(2 * WFS_DOUBLE_ONE + 1));

    return wfs_pair_sel(c, above, wfs_cl_nan64(), wfs_long_to_double(c, result));
}

static struct wfs_long arc_sine(struct wfs_code *c, struct wfs_pair x)
{
    const struct wfs_long a = wfs_long_abs(wfs_long_from_double(c, x));

    return turned(c, x, wfs_long_direction(c, a, other_side(c, a)));
}

/* r, or pi - r where x is below 0. */
static struct wfs_long left_of(struct wfs_code *c, struct wfs_pair x, struct wfs_long r)
{
    return wfs_long_sel(c, wfs_shr(c, x.hi, wfs_const(31)), wfs_long_sub(c, wfs_long_const(WFS_LONG_PI), r), r);
}

static struct wfs_long arc_cosine(struct wfs_code *c, struct wfs_pair x)
{
    const struct wfs_long a = wfs_long_abs(wfs_long_from_double(c, x));

    return left_of(c, x, wfs_long_direction(c, other_side(c, a), a));
}

static struct wfs_long by_pi(struct wfs_code *c, struct wfs_long x)
{
    return wfs_long_mul(c, x, wfs_long_const(WFS_LONG_INV_PI));
}

WIDE(asin) { *result = to_1(c, *x, arc_sine(c, *x)); }
WIDE(acos) { *result = to_1(c, *x, arc_cosine(c, *x)); }
WIDE(asinpi) { *result = to_1(c, *x, by_pi(c, arc_sine(c, *x))); }
WIDE(acospi) { *result = to_1(c, *x, by_pi(c, arc_cosine(c, *x))); }

/* |x|; infinity is so great that it is one beside any other number. */
static struct wfs_long side(struct wfs_code *c, struct wfs_pair x)
{
    struct wfs_long a = wfs_long_abs(wfs_long_from_double(c, x));

    a.e = wfs_sel(c, wfs_eq(c, a.e, wfs_const(1024)), wfs_const(1 << 16), a.e);
    return a;
}

static struct wfs_long arc_tangent(struct wfs_code *c, struct wfs_pair x)
{
    return turned(c, x, wfs_long_direction(c, side(c, x), wfs_long_power(0)));
}

WIDE(atan) { *result = wfs_cl_keep_nan(c, *x, arc_tangent(c, *x)); }
WIDE(atanpi) { *result = wfs_cl_keep_nan(c, *x, by_pi(c, arc_tangent(c, *x))); }

static struct wfs_long direction(struct wfs_code *c, const struct wfs_pair *x)
{
    return turned(c, x[0], left_of(c, x[1], wfs_long_direction(c, side(c, x[0]), side(c, x[1]))));
}

WIDE(atan2)
{
    *result = wfs_pair_sel(c, wfs_double_is_nan(c, x[1]), wfs_cl_nan64(), wfs_cl_keep_nan(c, x[0], direction(c, x)));
}

WIDE(atan2pi)
{
    *result = wfs_pair_sel(c, wfs_double_is_nan(c, x[1]), wfs_cl_nan64(),
                           wfs_cl_keep_nan(c, x[0], by_pi(c, direction(c, x))));
}

/* ---- f32 ---- */

void wfs_cl32_asin(struct wfs_code *c, const wfs_val *x, wfs_val *result) { *result = wfs_asin(c, x[0]); }
void wfs_cl32_acos(struct wfs_code *c, const wfs_val *x, wfs_val *result) { *result = wfs_acos(c, x[0]); }
void wfs_cl32_atan(struct wfs_code *c, const wfs_val *x, wfs_val *result) { *result = wfs_atan(c, x[0]); }
void wfs_cl32_atan2(struct wfs_code *c, const wfs_val *x, wfs_val *result) { *result = wfs_atan2(c, x[0], x[1]); }

/* sin, cos and tan of GLSL.std.450 serve below `end`; from there on an if goes through f64. */
static void by_reach(struct wfs_code *c, wfs_val x, float end, wfs_cl64 *far, unsigned results, wfs_val *result)
{
    const wfs_val rare = wfs_ltu(c, wfs_sub(c, wfs_fabs(c, x), wfs_float(end)),
                                 wfs_const(WFS_INF - wfs_float(end).bits));
    wfs_val meeting[2] = {wfs_none(), wfs_none()};
    struct wfs_pair wide, r[2];

    if (wfs_is(rare, 0))
        return;
    for (unsigned i = 0; i < results; i++)
        meeting[i] = wfs_meeting(c);
    wfs_if(c, rare);
    wide = wfs_double_from_float(c, x);
    far(c, &wide, r);
    for (unsigned i = 0; i < results; i++)
        wfs_copy(c, meeting[i], wfs_double_to_float(c, r[i], WFS_TO_EVEN));
    wfs_flow(c, WF_OP_ELSE);
    for (unsigned i = 0; i < results; i++)
        wfs_copy(c, meeting[i], result[i]);
    wfs_flow(c, WF_OP_ENDIF);
    for (unsigned i = 0; i < results; i++)
        result[i] = meeting[i];
}

void wfs_cl32_sin(struct wfs_code *c, const wfs_val *x, wfs_val *result)
{
    *result = wfs_sin(c, x[0]);
    by_reach(c, x[0], 0x1p20f, wfs_cl64_sin, 1, result);
}

void wfs_cl32_cos(struct wfs_code *c, const wfs_val *x, wfs_val *result)
{
    *result = wfs_cos(c, x[0]);
    by_reach(c, x[0], 0x1p20f, wfs_cl64_cos, 1, result);
}

void wfs_cl32_tan(struct wfs_code *c, const wfs_val *x, wfs_val *result)
{
    *result = wfs_tan(c, x[0]);
    by_reach(c, x[0], 0x1p18f, wfs_cl64_tan, 1, result);
}

void wfs_cl32_sincos(struct wfs_code *c, const wfs_val *x, wfs_val *result)
{
    result[0] = wfs_sin(c, x[0]);
    result[1] = wfs_cos(c, x[0]);
    by_reach(c, x[0], 0x1p20f, wfs_cl64_sincos, 2, result);
}
