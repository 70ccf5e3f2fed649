/* SPDX-License-Identifier: Apache-2.0
 * combine.c - two values of one lane, as reductions and atomics combine them: group.h.
 */
#include "group.h"

#include "../module/grammar.h"
#include "../math/double.h"
#include "../math/wide.h"

static bool integers(struct wfs_code *c, unsigned width, uint32_t op, const wfs_val *x, const wfs_val *y,
                     wfs_val *result)
{
    switch (op) {
    case WfsOpGroupNonUniformIAdd: return wfs_integer(c, WfsOpIAdd, width, x, y, result);
    case WfsOpGroupNonUniformIMul: return wfs_integer(c, WfsOpIMul, width, x, y, result);
    case WfsOpGroupNonUniformSMin: return wfs_integer_glsl(c, WfsGlslSMin, width, x, y, NULL, result);
    case WfsOpGroupNonUniformUMin: return wfs_integer_glsl(c, WfsGlslUMin, width, x, y, NULL, result);
    case WfsOpGroupNonUniformSMax: return wfs_integer_glsl(c, WfsGlslSMax, width, x, y, NULL, result);
    case WfsOpGroupNonUniformUMax: return wfs_integer_glsl(c, WfsGlslUMax, width, x, y, NULL, result);
    case WfsOpGroupNonUniformBitwiseAnd: return wfs_integer(c, WfsOpBitwiseAnd, width, x, y, result);
    case WfsOpGroupNonUniformBitwiseOr: return wfs_integer(c, WfsOpBitwiseOr, width, x, y, result);
    case WfsOpGroupNonUniformBitwiseXor: return wfs_integer(c, WfsOpBitwiseXor, width, x, y, result);
    default: return false;
    }
}

/* The number that is not a NaN, if one of both is. */
static void extreme(struct wfs_code *c, unsigned width, bool greatest, const wfs_val *x, const wfs_val *y,
                    wfs_val *result)
{
    if (width == 64) {
        const struct wfs_pair r = wfs_double_min(c, wfs_pair_at(x), wfs_pair_at(y), greatest);
        result[0] = r.lo;
        result[1] = r.hi;
        return;
    }
    const wfs_val f = width == 16 ? wfs_h2f(c, *x) : *x, g = width == 16 ? wfs_h2f(c, *y) : *y;
    const wfs_val r = greatest ? wfs_fmax(c, f, g) : wfs_fmin(c, f, g);
    *result = width == 16 ? wfs_f2h(c, r) : r;
}

static bool floats(struct wfs_code *c, unsigned width, uint32_t op, const wfs_val *x, const wfs_val *y, wfs_val *result)
{
    switch (op) {
    case WfsOpGroupNonUniformFAdd: return wfs_float_op(c, WfsOpFAdd, width, x, y, result);
    case WfsOpGroupNonUniformFMul: return wfs_float_op(c, WfsOpFMul, width, x, y, result);
    case WfsOpGroupNonUniformFMin: case WfsOpGroupNonUniformFMax:
        extreme(c, width, op == WfsOpGroupNonUniformFMax, x, y, result);
        return true;
    default: return false;
    }
}

static bool truths(struct wfs_code *c, uint32_t op, const wfs_val *x, const wfs_val *y, wfs_val *result)
{
    switch (op) {
    case WfsOpGroupNonUniformLogicalAnd: *result = wfs_and(c, *x, *y); return true;
    case WfsOpGroupNonUniformLogicalOr: *result = wfs_or(c, *x, *y); return true;
    case WfsOpGroupNonUniformLogicalXor: *result = wfs_xor(c, *x, *y); return true;
    default: return false;
    }
}

bool wfs_combine(struct wfs_code *c, enum wfs_group_kind kind, unsigned width, uint32_t op, const wfs_val *x,
                 const wfs_val *y, wfs_val *result)
{
    const unsigned modes = c->rounds_to_zero, flushes = c->flushes;

    c->rounds_to_zero = c->flushes = 0;
    const bool known = kind == WFS_GROUP_BOOL  ? truths(c, op, x, y, result)
                       : kind == WFS_GROUP_INT ? integers(c, width, op, x, y, result)
                                               : floats(c, width, op, x, y, result);
    c->rounds_to_zero = modes;
    c->flushes = flushes;
    return known;
}
