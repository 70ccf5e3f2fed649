/* SPDX-License-Identifier: Apache-2.0
 * vector.c - geometry on vectors of 1 to 4 components.
 */
#include "parts.h"
#include "whole.h"

enum { MOST = 4 };

static bool alike(const unsigned *length, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        if (length[i] != length[0])
            return false;
    return length[0] >= 1 && length[0] <= MOST;
}

/* The sum of products, each but the first added in one rounding. */
static wfs_val dot(struct wfs_code *c, const wfs_val *x, const wfs_val *y, unsigned n)
{
    wfs_val sum = wfs_fmul(c, x[0], y[0]);

    for (unsigned i = 1; i < n; i++)
        sum = wfs_fma(c, x[i], y[i], sum);
    return sum;
}

static wfs_val length_of(struct wfs_code *c, const wfs_val *x, unsigned n)
{
    return n == 1 ? wfs_fabs(c, x[0]) : wfs_sqrt(c, dot(c, x, x, n));
}

bool wfs_length(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    if (!alike(length, 1))
        return false;
    *result = length_of(c, arg[0], length[0]);
    return true;
}

bool wfs_distance(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    wfs_val d[MOST];

    if (!alike(length, 2))
        return false;
    for (unsigned i = 0; i < length[0]; i++)
        d[i] = wfs_fsub(c, arg[0][i], arg[1][i]);
    *result = length_of(c, d, length[0]);
    return true;
}

/* Without fma: the product of a vector with itself is 0. */
bool wfs_cross(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    const wfs_val *x = arg[0], *y = arg[1];

    if (length[0] != 3 || length[1] != 3)
        return false;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned j = (i + 1) % 3, k = (i + 2) % 3;
        result[i] = wfs_fsub(c, wfs_fmul(c, x[j], y[k]), wfs_fmul(c, x[k], y[j]));
    }
    return true;
}

bool wfs_normalize(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    if (!alike(length, 1))
        return false;
    if (length[0] == 1) {
        *result = wfs_fsign(c, arg[0][0]);
        return true;
    }
    const wfs_val scale = wfs_rsqrt(c, dot(c, arg[0], arg[0], length[0]));
    for (unsigned i = 0; i < length[0]; i++)
        result[i] = wfs_fmul(c, arg[0][i], scale);
    return true;
}

/* N where dot(Nref, I) < 0, else -N. */
bool wfs_face_forward(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    if (!alike(length, 3))
        return false;
    const wfs_val faces = wfs_flt(c, dot(c, arg[2], arg[1], length[0]), wfs_const(0));
    const wfs_val sign = wfs_shl(c, wfs_lnot(c, faces), wfs_const(31));
    for (unsigned i = 0; i < length[0]; i++)
        result[i] = wfs_xor(c, arg[0][i], sign);
    return true;
}

/* I - 2 dot(N, I) N */
bool wfs_reflect(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    if (!alike(length, 2))
        return false;
    const wfs_val twice = wfs_fmul(c, dot(c, arg[1], arg[0], length[0]), wfs_float(-2));
    for (unsigned i = 0; i < length[0]; i++)
        result[i] = wfs_fma(c, twice, arg[1][i], arg[0][i]);
    return true;
}

/* With k = 1 - eta^2 (1 - dot(N, I)^2): 0 where k < 0, else eta I - (eta dot(N, I) + sqrt(k)) N. */
bool wfs_refract(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    const wfs_val one = wfs_const(WFS_ONE), eta = arg[2][0];

    if (!alike(length, 2) || length[2] != 1)
        return false;
    const wfs_val d = dot(c, arg[1], arg[0], length[0]);
    const wfs_val rest = wfs_fma(c, wfs_fneg(c, d), d, one);
    const wfs_val k = wfs_fma(c, wfs_fneg(c, wfs_fmul(c, eta, eta)), rest, one);
    const wfs_val along = wfs_fneg(c, wfs_fma(c, eta, d, wfs_sqrt(c, k))), total = wfs_flt(c, k, wfs_const(0));
    for (unsigned i = 0; i < length[0]; i++)
        result[i] = wfs_sel(c, total, wfs_const(0), wfs_fma(c, along, arg[1][i], wfs_fmul(c, eta, arg[0][i])));
    return true;
}
