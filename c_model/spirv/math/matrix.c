/* SPDX-License-Identifier: Apache-2.0
 * matrix.c - determinant and inverse of square matrices, by minors of two rows.  m[n column + row].  Products are
 * rounded before they are added: so the determinant of a matrix with two rows alike is exactly 0.
 */
#include "parts.h"
#include "whole.h"

static unsigned order_of(unsigned length)
{
    return length == 4 ? 2 : length == 9 ? 3 : length == 16 ? 4 : 0;
}

/* a b - c d */
static wfs_val difference(struct wfs_code *code, wfs_val a, wfs_val b, wfs_val c, wfs_val d)
{
    return wfs_fsub(code, wfs_fmul(code, a, b), wfs_fmul(code, c, d));
}

/* a b - c d + e f */
static wfs_val three(struct wfs_code *code, wfs_val a, wfs_val b, wfs_val c, wfs_val d, wfs_val e, wfs_val f)
{
    return wfs_fadd(code, difference(code, a, b, c, d), wfs_fmul(code, e, f));
}

/* ---- order 2 and 3 ---- */

static wfs_val determinant2(struct wfs_code *c, const wfs_val *m)
{
    return difference(c, m[0], m[3], m[1], m[2]);
}

static void adjugate2(struct wfs_code *c, const wfs_val *m, wfs_val *r)
{
    r[0] = m[3];
    r[1] = wfs_fneg(c, m[1]);
    r[2] = wfs_fneg(c, m[2]);
    r[3] = m[0];
}

/* Element of the adjugate: the minor of m without column `row` and row `column`, with its sign. */
static wfs_val cofactor3(struct wfs_code *c, const wfs_val *m, unsigned column, unsigned row)
{
    const wfs_val *a = m + 3 * ((row + 1) % 3), *b = m + 3 * ((row + 2) % 3);
    const unsigned i = (column + 1) % 3, j = (column + 2) % 3;

    return difference(c, a[i], b[j], a[j], b[i]);
}

/* From the first row of the adjugate r. */
static wfs_val determinant3(struct wfs_code *c, const wfs_val *m, const wfs_val *r)
{
    const wfs_val two = wfs_fadd(c, wfs_fmul(c, m[0], r[0]), wfs_fmul(c, m[1], r[3]));

    return wfs_fadd(c, two, wfs_fmul(c, m[2], r[6]));
}

/* ---- order 4 ---- */

/* Minors of rows i < j, numbered 01 02 03 12 13 23: s of columns 0 and 1, t of columns 2 and 3. */
struct minors { wfs_val s[6], t[6]; };

static void find_minors(struct wfs_code *c, const wfs_val *m, struct minors *of)
{
    unsigned n = 0;

    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = i + 1; j < 4; j++, n++) {
            of->s[n] = difference(c, m[i], m[4 + j], m[j], m[4 + i]);
            of->t[n] = difference(c, m[8 + i], m[12 + j], m[8 + j], m[12 + i]);
        }
}

static wfs_val determinant4(struct wfs_code *c, const struct minors *of)
{
    const wfs_val *s = of->s, *t = of->t;
    const wfs_val first = three(c, s[0], t[5], s[1], t[4], s[2], t[3]),
                  last = three(c, s[3], t[2], s[4], t[1], s[5], t[0]);

    return wfs_fadd(c, first, last);
}

/* Row k of the adjugate has the minors without column k: of one column x and the pairs p of the other two. */
static void adjugate4(struct wfs_code *c, const wfs_val *m, const struct minors *of, wfs_val *r)
{
    for (unsigned k = 0; k < 4; k++) {
        const wfs_val *x = m + 4 * (k ^ 1), *p = k < 2 ? of->t : of->s;
        const wfs_val minor[4] = {
            three(c, x[1], p[5], x[2], p[4], x[3], p[3]), three(c, x[0], p[5], x[2], p[2], x[3], p[1]),
            three(c, x[0], p[4], x[1], p[2], x[3], p[0]), three(c, x[0], p[3], x[1], p[1], x[2], p[0])};
        for (unsigned i = 0; i < 4; i++)
            r[4 * i + k] = (i + k) % 2 ? wfs_fneg(c, minor[i]) : minor[i];
    }
}

/* ---- all ---- */

/* The determinant of m; r is for its adjugate, filled in when `whole`. */
static wfs_val determinant(struct wfs_code *c, unsigned order, const wfs_val *m, wfs_val *r, bool whole)
{
    struct minors minors;

    if (order == 2) {
        if (whole)
            adjugate2(c, m, r);
        return determinant2(c, m);
    }
    if (order == 3) {
        for (unsigned i = 0; i < 9; i += whole ? 1 : 3)
            r[i] = cofactor3(c, m, i / 3, i % 3);
        return determinant3(c, m, r);
    }
    find_minors(c, m, &minors);
    if (whole)
        adjugate4(c, m, &minors, r);
    return determinant4(c, &minors);
}

bool wfs_determinant(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    const unsigned order = order_of(length[0]);
    wfs_val r[16];

    if (order)
        *result = determinant(c, order, arg[0], r, false);
    return order;
}

/* Of a singular matrix NaNs. */
bool wfs_matrix_inverse(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    const unsigned order = order_of(length[0]);
    wfs_val r[16];

    if (!order)
        return false;
    const wfs_val scale = wfs_reciprocal_near(c, determinant(c, order, arg[0], r, true));
    for (unsigned i = 0; i < length[0]; i++)
        result[i] = wfs_fmul(c, r[i], scale);
    return true;
}
