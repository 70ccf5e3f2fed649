/* SPDX-License-Identifier: Apache-2.0
 * matrix.c - determinant and inverse of square matrices, by minors of two rows, of f32 or f64.  m[n column +
 * row].  Products are rounded before they are added: so the determinant of a matrix with two rows alike is exactly 0.
 */
#include "number.h"
#include "parts.h"
#include "whole.h"

static unsigned order_of(unsigned length)
{
    return length == 4 ? 2 : length == 9 ? 3 : length == 16 ? 4 : 0;
}

/* a b - c d */
static wfs_number difference(struct wfs_code *code, unsigned width, wfs_number a, wfs_number b, wfs_number c,
                             wfs_number d)
{
    return wfs_number_sub(code, width, wfs_number_mul(code, width, a, b), wfs_number_mul(code, width, c, d));
}

/* a b - c d + e f */
static wfs_number three(struct wfs_code *code, unsigned width, wfs_number a, wfs_number b, wfs_number c,
                        wfs_number d, wfs_number e, wfs_number f)
{
    return wfs_number_add(code, width, difference(code, width, a, b, c, d), wfs_number_mul(code, width, e, f));
}

/* ---- order 2 and 3 ---- */

static wfs_number determinant2(struct wfs_code *c, unsigned width, const wfs_number *m)
{
    return difference(c, width, m[0], m[3], m[1], m[2]);
}

static void adjugate2(struct wfs_code *c, unsigned width, const wfs_number *m, wfs_number *r)
{
    r[0] = m[3];
    r[1] = wfs_number_neg(c, width, m[1]);
    r[2] = wfs_number_neg(c, width, m[2]);
    r[3] = m[0];
}

/* Element of the adjugate: the minor of m without column `row` and row `column`, with its sign. */
static wfs_number cofactor3(struct wfs_code *c, unsigned width, const wfs_number *m, unsigned column, unsigned row)
{
    const wfs_number *a = m + 3 * ((row + 1) % 3), *b = m + 3 * ((row + 2) % 3);
    const unsigned i = (column + 1) % 3, j = (column + 2) % 3;

    return difference(c, width, a[i], b[j], a[j], b[i]);
}

/* From the first row of the adjugate r. */
static wfs_number determinant3(struct wfs_code *c, unsigned width, const wfs_number *m, const wfs_number *r)
{
    const wfs_number first = wfs_number_mul(c, width, m[0], r[0]), second = wfs_number_mul(c, width, m[1], r[3]);
    const wfs_number two = wfs_number_add(c, width, first, second);

    return wfs_number_add(c, width, two, wfs_number_mul(c, width, m[2], r[6]));
}

/* ---- order 4 ---- */

/* Minors of rows i < j, numbered 01 02 03 12 13 23: s of columns 0 and 1, t of columns 2 and 3. */
struct minors { wfs_number s[6], t[6]; };

static void find_minors(struct wfs_code *c, unsigned width, const wfs_number *m, struct minors *of)
{
    unsigned n = 0;

    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = i + 1; j < 4; j++, n++) {
            of->s[n] = difference(c, width, m[i], m[4 + j], m[j], m[4 + i]);
            of->t[n] = difference(c, width, m[8 + i], m[12 + j], m[8 + j], m[12 + i]);
        }
}

static wfs_number determinant4(struct wfs_code *c, unsigned width, const struct minors *of)
{
    const wfs_number *s = of->s, *t = of->t;
    const wfs_number first = three(c, width, s[0], t[5], s[1], t[4], s[2], t[3]),
                     last = three(c, width, s[3], t[2], s[4], t[1], s[5], t[0]);

    return wfs_number_add(c, width, first, last);
}

/* Row k of the adjugate has the minors without column k: of one column x and the pairs p of the other two. */
static void adjugate4(struct wfs_code *c, unsigned width, const wfs_number *m, const struct minors *of,
                      wfs_number *r)
{
    for (unsigned k = 0; k < 4; k++) {
        const wfs_number *x = m + 4 * (k ^ 1), *p = k < 2 ? of->t : of->s;
        const wfs_number minor[4] = {
            three(c, width, x[1], p[5], x[2], p[4], x[3], p[3]), three(c, width, x[0], p[5], x[2], p[2], x[3], p[1]),
            three(c, width, x[0], p[4], x[1], p[2], x[3], p[0]), three(c, width, x[0], p[3], x[1], p[1], x[2], p[0])};
        for (unsigned i = 0; i < 4; i++)
            r[4 * i + k] = (i + k) % 2 ? wfs_number_neg(c, width, minor[i]) : minor[i];
    }
}

/* ---- all ---- */

/* The determinant of m; r is for its adjugate, filled in when `whole`. */
static wfs_number determinant(struct wfs_code *c, unsigned width, unsigned order, const wfs_number *m,
                              wfs_number *r, bool whole)
{
    struct minors minors;

    if (order == 2) {
        if (whole)
            adjugate2(c, width, m, r);
        return determinant2(c, width, m);
    }
    if (order == 3) {
        for (unsigned i = 0; i < 9; i += whole ? 1 : 3)
            r[i] = cofactor3(c, width, m, i / 3, i % 3);
        return determinant3(c, width, m, r);
    }
    find_minors(c, width, m, &minors);
    if (whole)
        adjugate4(c, width, m, &minors, r);
    return determinant4(c, width, &minors);
}

static void read(unsigned width, const wfs_val *word, unsigned n, wfs_number *m)
{
    for (unsigned i = 0; i < n; i++)
        m[i] = wfs_number_at(width, word, i);
}

bool wfs_determinant(struct wfs_code *c, unsigned width, const wfs_val *const *arg, const unsigned *length,
                     wfs_val *result)
{
    const unsigned order = order_of(length[0]);
    wfs_number m[16], r[16];

    if (!order)
        return false;
    read(width, arg[0], length[0], m);
    wfs_number_to(width, result, 0, determinant(c, width, order, m, r, false));
    return true;
}

/* Of a singular matrix NaNs. */
bool wfs_matrix_inverse(struct wfs_code *c, unsigned width, const wfs_val *const *arg, const unsigned *length,
                        wfs_val *result)
{
    const unsigned order = order_of(length[0]);
    wfs_number m[16], r[16], scale;

    if (!order)
        return false;
    read(width, arg[0], length[0], m);
    const wfs_number all = determinant(c, width, order, m, r, true);
    if (width == 64)
        scale = wfs_double_div(c, wfs_number_const(c, width, 1.0F), all);
    else
        scale = wfs_pair(wfs_reciprocal_near(c, all.lo), wfs_const(0));
    for (unsigned i = 0; i < length[0]; i++)
        wfs_number_to(width, result, i, wfs_number_mul(c, width, r[i], scale));
    return true;
}
