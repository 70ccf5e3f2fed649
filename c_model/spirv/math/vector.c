/* SPDX-License-Identifier: Apache-2.0
 * vector.c - geometry on vectors of 1 to 4 components, of f32 or f64.
 */
#include "number.h"
#include "whole.h"

enum { MOST = 4 };

/* Vectors of so many floats; x and y are their components. */
struct space {
    struct wfs_code *c;
    unsigned width, n;
};

static bool alike(const unsigned *length, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        if (length[i] != length[0])
            return false;
    return length[0] >= 1 && length[0] <= MOST;
}

static void read(const struct space *s, const wfs_val *word, wfs_number *x)
{
    for (unsigned i = 0; i < s->n; i++)
        x[i] = wfs_number_at(s->width, word, i);
}

/* The sum of products. */
static wfs_number dot(const struct space *s, const wfs_number *x, const wfs_number *y)
{
    wfs_number sum = wfs_number_mul(s->c, s->width, x[0], y[0]);

    for (unsigned i = 1; i < s->n; i++)
        sum = wfs_number_mul_add(s->c, s->width, x[i], y[i], sum);
    return sum;
}

static wfs_number length_of(const struct space *s, const wfs_number *x)
{
    return s->n == 1 ? wfs_number_abs(s->c, s->width, x[0]) : wfs_number_sqrt(s->c, s->width, dot(s, x, x));
}

bool wfs_length(struct wfs_code *c, unsigned width, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    const struct space s = {c, width, length[0]};
    wfs_number x[MOST];

    if (!alike(length, 1))
        return false;
    read(&s, arg[0], x);
    wfs_number_to(width, result, 0, length_of(&s, x));
    return true;
}

bool wfs_distance(struct wfs_code *c, unsigned width, const wfs_val *const *arg, const unsigned *length,
                  wfs_val *result)
{
    const struct space s = {c, width, length[0]};
    wfs_number x[MOST], y[MOST];

    if (!alike(length, 2))
        return false;
    read(&s, arg[0], x);
    read(&s, arg[1], y);
    for (unsigned i = 0; i < s.n; i++)
        x[i] = wfs_number_sub(c, width, x[i], y[i]);
    wfs_number_to(width, result, 0, length_of(&s, x));
    return true;
}

/* Without fma: the product of a vector with itself is 0. */
bool wfs_cross(struct wfs_code *c, unsigned width, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    const struct space s = {c, width, 3};
    wfs_number x[3], y[3];

    if (length[0] != 3 || length[1] != 3)
        return false;
    read(&s, arg[0], x);
    read(&s, arg[1], y);
    for (unsigned i = 0; i < 3; i++) {
        const unsigned j = (i + 1) % 3, k = (i + 2) % 3;
        wfs_number_to(width, result, i,
                      wfs_number_sub(c, width, wfs_number_mul(c, width, x[j], y[k]),
                                     wfs_number_mul(c, width, x[k], y[j])));
    }
    return true;
}

bool wfs_normalize(struct wfs_code *c, unsigned width, const wfs_val *const *arg, const unsigned *length,
                   wfs_val *result)
{
    const struct space s = {c, width, length[0]};
    wfs_number x[MOST];

    if (!alike(length, 1))
        return false;
    read(&s, arg[0], x);
    if (s.n == 1) {
        wfs_number_to(width, result, 0, wfs_number_sign(c, width, x[0]));
        return true;
    }
    const wfs_number scale = wfs_number_rsqrt(c, width, dot(&s, x, x));
    for (unsigned i = 0; i < s.n; i++)
        wfs_number_to(width, result, i, wfs_number_mul(c, width, x[i], scale));
    return true;
}

/* N where dot(Nref, I) < 0, else -N. */
bool wfs_face_forward(struct wfs_code *c, unsigned width, const wfs_val *const *arg, const unsigned *length,
                      wfs_val *result)
{
    const struct space s = {c, width, length[0]};
    wfs_number n[MOST], i[MOST], reference[MOST];

    if (!alike(length, 3))
        return false;
    read(&s, arg[0], n);
    read(&s, arg[1], i);
    read(&s, arg[2], reference);
    const wfs_val faces = wfs_number_below_zero(c, width, dot(&s, reference, i));
    const wfs_val sign = wfs_shl(c, wfs_lnot(c, faces), wfs_const(31));
    for (unsigned k = 0; k < s.n; k++) {
        const wfs_number turned = width == 64 ? wfs_pair(n[k].lo, wfs_xor(c, n[k].hi, sign))
                                              : wfs_pair(wfs_xor(c, n[k].lo, sign), wfs_const(0));
        wfs_number_to(width, result, k, turned);
    }
    return true;
}

/* I - 2 dot(N, I) N */
bool wfs_reflect(struct wfs_code *c, unsigned width, const wfs_val *const *arg, const unsigned *length,
                 wfs_val *result)
{
    const struct space s = {c, width, length[0]};
    wfs_number i[MOST], n[MOST];

    if (!alike(length, 2))
        return false;
    read(&s, arg[0], i);
    read(&s, arg[1], n);
    const wfs_number twice = wfs_number_mul(c, width, dot(&s, n, i), wfs_number_const(c, width, -2.0F));
    for (unsigned k = 0; k < s.n; k++)
        wfs_number_to(width, result, k, wfs_number_mul_add(c, width, twice, n[k], i[k]));
    return true;
}

/* With k = 1 - eta^2 (1 - dot(N, I)^2): 0 where k < 0, else eta I - (eta dot(N, I) + sqrt(k)) N. */
bool wfs_refract(struct wfs_code *c, unsigned width, const wfs_val *const *arg, const unsigned *length,
                 wfs_val *result)
{
    const struct space s = {c, width, length[0]};
    const wfs_number one = wfs_number_const(c, width, 1.0F), zero = wfs_pair_const(0);
    wfs_number i[MOST], n[MOST];

    if (!alike(length, 2) || length[2] != 1)
        return false;
    read(&s, arg[0], i);
    read(&s, arg[1], n);
    const wfs_number eta = wfs_number_at(width, arg[2], 0), d = dot(&s, n, i);
    const wfs_number rest = wfs_number_mul_add(c, width, wfs_number_neg(c, width, d), d, one);
    const wfs_number square = wfs_number_mul(c, width, eta, eta);
    const wfs_number k = wfs_number_mul_add(c, width, wfs_number_neg(c, width, square), rest, one);
    const wfs_number along =
        wfs_number_neg(c, width, wfs_number_mul_add(c, width, eta, d, wfs_number_sqrt(c, width, k)));
    const wfs_val total = wfs_number_below_zero(c, width, k);
    for (unsigned j = 0; j < s.n; j++) {
        const wfs_number ray =
            wfs_number_mul_add(c, width, along, n[j], wfs_number_mul(c, width, eta, i[j]));
        wfs_number_to(width, result, j, wfs_number_sel(c, total, zero, ray));
    }
    return true;
}
