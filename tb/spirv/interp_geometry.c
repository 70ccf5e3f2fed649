/* SPDX-License-Identifier: Apache-2.0
 *
 * interp_geometry.c - GLSL.std.450: vectors as arrows, determinant and inverse of a matrix.  Computed in binary64, rounded once.
 */
#include <math.h>

#include "interp_glsl.h"

static double dot(const double *a, const double *b, uint32_t n)
{
    double sum = 0;

    for (uint32_t k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

static void load(double *to, const struct type *t, const uint64_t *v, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        to[k] = float_of(t->width, v[k]);
}

static void refract(const double *i, const double *n, double eta, uint32_t parts, double *r)
{
    const double cosine = dot(n, i, parts), k = 1 - eta * eta * (1 - cosine * cosine);

    for (uint32_t c = 0; c < parts; c++)
        r[c] = k < 0 ? 0 : eta * i[c] - (eta * cosine + sqrt(k)) * n[c];
}

/* a[column * n + row] without one column and row. */
static double minor_of(const double *a, uint32_t n, uint32_t column, uint32_t row);

static double determinant(const double *a, uint32_t n)
{
    double sum = 0;

    if (n == 1)
        return a[0];
    for (uint32_t c = 0; c < n; c++)
        sum += (c % 2 ? -1 : 1) * a[c * n] * minor_of(a, n, c, 0);
    return sum;
}

static double minor_of(const double *a, uint32_t n, uint32_t column, uint32_t row)
{
    double rest[9];
    uint32_t at = 0;

    for (uint32_t c = 0; c < n; c++)
        for (uint32_t r = 0; r < n; r++)
            if (c != column && r != row)
                rest[at++] = a[c * n + r];
    return determinant(rest, n - 1);
}

static void inverse(const double *a, uint32_t n, double *r)
{
    const double all = determinant(a, n);

    for (uint32_t c = 0; c < n; c++)
        for (uint32_t row = 0; row < n; row++)
            r[c * n + row] = ((c + row) % 2 ? -1 : 1) * minor_of(a, n, row, c) / all;
}

bool glsl_geometry(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const unsigned what = word_of(n, 1);
    const struct type *at = value_type(m, word_of(n, 2)), *t = scalar_of(m, at);
    const uint32_t parts = at->slots, results = n->type->slots;
    double a[16] = { 0 }, b[16] = { 0 }, c[16] = { 0 }, r[16] = { 0 }, length;

    switch (what) {
    case GlslDeterminant: case GlslMatrixInverse: case GlslLength: case GlslDistance: case GlslCross: case GlslNormalize:
    case GlslFaceForward: case GlslReflect: case GlslRefract:
        break;
    default: return false;
    }
    if (parts > 16 || results > 16 || t->op != OpTypeFloat || (what == GlslCross && parts != 3) ||
        ((what == GlslDeterminant || what == GlslMatrixInverse) && (at->op != OpTypeMatrix || parts != at->count * at->count)))
        module_fail(m, n->offset, "instruction %u of GLSL.std.450 with operands of another shape", what);
    load(a, t, value(m, regs, word_of(n, 2)), parts);
    load(b, t, value(m, regs, word_of(n, 3)), parts);
    load(c, t, value(m, regs, word_of(n, 4)), what == GlslRefract ? 1 : parts);
    length = sqrt(dot(a, a, parts));
    switch (what) {
    case GlslDeterminant: r[0] = determinant(a, at->count); break;
    case GlslMatrixInverse: inverse(a, at->count, r); break;
    case GlslLength: r[0] = length; break;
    case GlslRefract: refract(a, b, c[0], parts, r); break;
    case GlslDistance:
        for (uint32_t k = 0; k < parts; k++)
            c[k] = a[k] - b[k];
        r[0] = sqrt(dot(c, c, parts));
        break;
    default:
        for (uint32_t k = 0; k < parts; k++) {
            const uint32_t x = (k + 1) % 3, y = (k + 2) % 3;
            r[k] = what == GlslCross         ? a[x] * b[y] - b[x] * a[y]
                   : what == GlslNormalize   ? a[k] / length
                   : what == GlslFaceForward ? (dot(b, c, parts) < 0 ? a[k] : -a[k])
                                             : a[k] - 2 * dot(b, a, parts) * b[k];
        }
        break;
    }
    for (uint32_t k = 0; k < results; k++)
        out[k] = bits_of(t->width, r[k]);
    return true;
}
