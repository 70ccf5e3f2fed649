/* SPDX-License-Identifier: Apache-2.0
 * opencl_vector.c - geometry of OpenCL.std: opencl.h.
 *
 * A vector is brought to a middling size first, by a power of two, so that neither its squares overflow nor all of them
 * vanish.  The fast forms leave that out.
 */
#include "number.h"
#include "opencl.h"
#include "opencl_parts.h"
#include "parts.h"
#include "whole.h"

#include "../module/grammar.h"

enum { MOST = 4 };

static bool plain(struct wfs_code *c, wfs_floats *write, unsigned width, unsigned n, const wfs_val *const *x,
                  wfs_val *result)
{
    const unsigned length[2] = {n, n};

    return write(c, width, x, length, result);
}

/* ---- f32 ---- */

/* The bits of the greatest component without its sign. */
static wfs_val greatest(struct wfs_code *c, unsigned n, const wfs_val *x)
{
    wfs_val most = wfs_fabs(c, x[0]);

    for (unsigned i = 1; i < n; i++)
        most = wfs_maxu(c, most, wfs_fabs(c, x[i]));
    return most;
}

/* 2^100 below 2^-40, 2^-100 from 2^40 on, and the inverse of that. */
static void scale_of(struct wfs_code *c, wfs_val most, wfs_val *up, wfs_val *down)
{
    const wfs_val small = wfs_ltu(c, most, wfs_const((127U - 40) << 23));
    const wfs_val great = wfs_geu(c, most, wfs_const((127U + 40) << 23));

    *up = wfs_sel(c, small, wfs_float(0x1p100f), wfs_sel(c, great, wfs_float(0x1p-100f), wfs_float(1)));
    *down = wfs_sel(c, small, wfs_float(0x1p-100f), wfs_sel(c, great, wfs_float(0x1p100f), wfs_float(1)));
}

static void times(struct wfs_code *c, unsigned n, const wfs_val *x, wfs_val factor, wfs_val *result)
{
    for (unsigned i = 0; i < n; i++)
        result[i] = wfs_fmul(c, x[i], factor);
}

static void length32(struct wfs_code *c, unsigned n, const wfs_val *x, wfs_val *result)
{
    wfs_val up, down, scaled[MOST], r;
    const wfs_val *arg = scaled;

    scale_of(c, greatest(c, n, x), &up, &down);
    times(c, n, x, up, scaled);
    plain(c, wfs_length, 32, n, &arg, &r);
    *result = wfs_fmul(c, r, down);
}

/* Of 0 it is 0.  Infinite components count as 1 with their signs, all others as 0 beside them. */
static void normalize32(struct wfs_code *c, unsigned n, const wfs_val *x, wfs_val *result)
{
    const wfs_val most = greatest(c, n, x), infinite = wfs_eq(c, most, wfs_const(WFS_INF));
    wfs_val up, down, scaled[MOST];
    const wfs_val *arg = scaled;

    scale_of(c, most, &up, &down);
    times(c, n, x, up, scaled);
    for (unsigned i = 0; i < n; i++) {
        const wfs_val one = wfs_mul(c, wfs_eq(c, wfs_fabs(c, x[i]), wfs_const(WFS_INF)), wfs_const(WFS_ONE));
        scaled[i] = wfs_sel(c, infinite, wfs_with_sign_of(c, one, x[i]), scaled[i]);
    }
    plain(c, wfs_normalize, 32, n, &arg, result);
    for (unsigned i = 0; i < n; i++)
        result[i] = wfs_sel(c, most, result[i], x[i]);
}

/* ---- f64, on numbers of 64 bits, whose exponents have room ---- */

static struct wfs_long long_length(struct wfs_code *c, unsigned n, const struct wfs_long *x)
{
    struct wfs_long sum = wfs_long_mul(c, x[0], x[0]);

    for (unsigned i = 1; i < n; i++)
        sum = wfs_long_add(c, sum, wfs_long_mul(c, x[i], x[i]));
    return wfs_long_sqrt(c, sum);
}

/* The greatest digest, of which infinities and NaNs are told. */
static wfs_val read64(struct wfs_code *c, unsigned n, const wfs_val *x, struct wfs_long *l)
{
    wfs_val most = wfs_const(0);

    for (unsigned i = 0; i < n; i++) {
        l[i] = wfs_long_from_double(c, wfs_pair_at(&x[2 * i]));
        most = wfs_maxu(c, most, wfs_double_digest(c, wfs_pair_at(&x[2 * i])));
    }
    return most;
}

static void length64(struct wfs_code *c, unsigned n, const wfs_val *x, wfs_val *result)
{
    struct wfs_long l[MOST];
    const wfs_val most = read64(c, n, x, l), infinite = wfs_eq(c, most, wfs_const(WFS_DIGEST_INF));
    struct wfs_pair r = wfs_long_to_double(c, long_length(c, n, l));

    r = wfs_pair_sel(c, infinite, wfs_cl_inf64(), r);
    r = wfs_pair_sel(c, wfs_geu(c, most, wfs_const(WFS_DIGEST_INF + 1)), wfs_cl_nan64(), r);
    result[0] = r.lo;
    result[1] = r.hi;
}

/* As of f32; infinity is told by its exponent. */
static void normalize64(struct wfs_code *c, unsigned n, const wfs_val *x, wfs_val *result)
{
    struct wfs_long l[MOST];
    const wfs_val most = read64(c, n, x, l), infinite = wfs_eq(c, most, wfs_const(WFS_DIGEST_INF));

    for (unsigned i = 0; i < n; i++) {
        const wfs_val one = wfs_eq(c, l[i].e, wfs_const(1024));
        const struct wfs_long end = {l[i].sign, wfs_sel(c, one, wfs_const(0), wfs_const(WFS_LONG_ZERO)),
                                     wfs_pair(wfs_const(0), wfs_shl(c, one, wfs_const(31)))};
        l[i] = wfs_long_sel(c, infinite, end, l[i]);
    }
    const struct wfs_long reciprocal = wfs_long_reciprocal(c, long_length(c, n, l));
    for (unsigned i = 0; i < n; i++) {
        struct wfs_pair r = wfs_long_to_double(c, wfs_long_mul(c, l[i], reciprocal));
        r = wfs_pair_sel(c, most, r, wfs_pair_at(&x[2 * i]));
        r = wfs_pair_sel(c, wfs_geu(c, most, wfs_const(WFS_DIGEST_INF + 1)), wfs_cl_nan64(), r);
        result[2 * i] = r.lo;
        result[2 * i + 1] = r.hi;
    }
}

/* ---- all ---- */

static void difference(struct wfs_code *c, unsigned width, unsigned n, const wfs_val *const *x, wfs_val *result)
{
    for (unsigned i = 0; i < n; i++)
        wfs_number_to(width, result, i, wfs_number_sub(c, width, wfs_number_at(width, x[0], i), wfs_number_at(width, x[1], i)));
}

static bool cross(struct wfs_code *c, unsigned width, unsigned n, const wfs_val *const *x, wfs_val *result)
{
    const unsigned words = width / 32;

    if (n < 3 || !plain(c, wfs_cross, width, 3, x, result))
        return false;
    for (unsigned i = 3 * words; i < n * words; i++)           /* the fourth component is 0 */
        result[i] = wfs_const(0);
    return true;
}

bool wfs_cl_whole(struct wfs_code *c, uint32_t number, unsigned width, unsigned n, unsigned operands,
                  const wfs_val *const *x, wfs_val *result)
{
    const bool two = number == WfsCl_cross || number == WfsCl_distance || number == WfsCl_fast_distance;
    wfs_val between[2 * MOST];
    const wfs_val *arg = between;

    if (operands != (two ? 2U : 1U) || n > MOST)
        return false;
    switch (number) {
    case WfsCl_cross: return cross(c, width, n, x, result);
    case WfsCl_fast_length: return plain(c, wfs_length, width, n, x, result);
    case WfsCl_fast_distance: return plain(c, wfs_distance, width, n, x, result);
    case WfsCl_fast_normalize: case WfsCl_normalize:
        (width == 64 ? normalize64 : normalize32)(c, n, x[0], result);
        return true;
    case WfsCl_length:
        (width == 64 ? length64 : length32)(c, n, x[0], result);
        return true;
    case WfsCl_distance:
        difference(c, width, n, x, between);
        (width == 64 ? length64 : length32)(c, n, arg, result);
        return true;
    default: return false;
    }
}
