/* SPDX-License-Identifier: Apache-2.0
 * arith.c - arithmetic, component by component; selections, bit casts; matrices.
 *
 * What an operation is on one component of any width stands in wide.h.
 */
#include "address.h"

#include <string.h>

#include "../math/mode.h"
#include "../math/wide.h"

static const struct wfs_value *number(struct wfs_lower *l, uint32_t at, uint32_t n)
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, n));

    if (!v->word)
        wfs_refuse(l->m, at, "operand %u is a pointer", (unsigned)n);
    wfs_expect_number(l, v);
    return v;
}

/* One component of any scalar type; x and y are its words, y may be NULL.  False: no such operation. */
static bool component(struct wfs_lower *l, uint32_t op, const struct wfs_type *t, const wfs_val *x, const wfs_val *y,
                      wfs_val *r)
{
    switch (t->kind) {
    case WFS_BOOL: return wfs_logical(l->code, op, *x, y ? *y : wfs_none(), r);
    case WFS_INT:
        return wfs_integer(l->code, op, t->width, x, y, r) || wfs_integer_saturating(l->code, op, t->width, x, y, r);
    case WFS_ADDRESS:
        return op >= WfsOpIEqual && op <= WfsOpSLessThanEqual && wfs_integer(l->code, op, t->width, x, y, r);
    case WFS_FLOAT: return wfs_float_op(l->code, op, t->width, x, y, r);
    default: return false;
    }
}

static bool is_shift(uint32_t op)
{
    return op == WfsOpShiftLeftLogical || op == WfsOpShiftRightLogical || op == WfsOpShiftRightArithmetic;
}

/* Arithmetic, comparisons, bit operations: the opcodes stand together. */
static bool is_componentwise(uint32_t op)
{
    return (op >= WfsOpSNegate && op <= WfsOpFMod) || (op >= WfsOpIsNan && op <= WfsOpLogicalNot) ||
           (op >= WfsOpIEqual && op <= WfsOpFUnordGreaterThanEqual) ||
           (op >= WfsOpShiftRightLogical && op <= WfsOpNot) || op == WfsOpBitReverse || op == WfsOpBitCount ||
           (op >= WfsOpUCountLeadingZerosINTEL && op <= WfsOpUMul32x16INTEL);
}

static bool componentwise(struct wfs_lower *l, uint32_t at)
{
    const uint32_t op = wfs_op_at(l->m, at), length = wfs_length_at(l->m, at);

    if (!is_componentwise(op))
        return false;
    const struct wfs_value *x = number(l, at, 3), *y = length > 4 ? number(l, at, 4) : NULL;
    struct wfs_value *v = wfs_result(l, at);
    const struct wfs_type *t = wfs_scalar(x->type);
    const uint32_t count = wfs_components(v->type), words = (uint32_t)t->words;
    uint32_t to = wfs_scalar_words(v->type), from = y ? wfs_scalar_words(y->type) : 0;

    if (wfs_components(x->type) != count || (y && wfs_components(y->type) != count) || x->words != count * words ||
        (y && (y->words != count * from || (from != words && !is_shift(op)))))
        wfs_refuse(l->m, at, "its operands do not fit its type %s", wfs_type_shown(l->m, v->type));
    for (uint32_t i = 0; i < count; i++) {
        wfs_val r[2] = {wfs_none(), wfs_const(0)};
        const wfs_val shift[2] = {y ? y->word[i * from] : wfs_none(), wfs_const(0)};        /* counts of any width */
        if (!component(l, op, t, &x->word[i * words], !y ? NULL : is_shift(op) ? shift : &y->word[i * from], r))
            wfs_refuse(l->m, at, "not supported on %s", wfs_type_shown(l->m, t));
        memcpy(&v->word[i * to], r, to * sizeof *r);
    }
    return true;
}

/* ---- bit casts ---- */

static bool has_bits(const struct wfs_type *scalar)
{
    return scalar->kind == WFS_INT || scalar->kind == WFS_FLOAT || scalar->kind == WFS_ADDRESS;
}

/* The same bits, cut another way: through words of 32 bits. */
static void bitcast(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_value *x = wfs_value(l, wfs_operand(l->m, at, 3));
    struct wfs_value *v = wfs_result(l, at);
    wfs_val word[32];
    uint32_t words = 0;

    if (v->type->kind == WFS_ADDRESS && (x->pointer || x->type->kind == WFS_ADDRESS) && l->m->kernel_pointer) {
        wfs_cast_address(l, v, x);
        return;
    }
    wfs_expect_number(l, x);
    if (!x->word || !v->word || x->words > 32 || v->words > 32 || !has_bits(wfs_scalar(x->type)) ||
        !has_bits(wfs_scalar(v->type)))
        wfs_refuse(l->m, at, "only numbers, vectors of them and addresses are supported");
    const unsigned from = wfs_scalar(x->type)->width, to = wfs_scalar(v->type)->width;
    if (from == to || (from >= 32 && to >= 32)) {
        if (x->words != v->words)
            wfs_refuse(l->m, at, "%s and %s have different sizes", wfs_type_shown(l->m, x->type),
                       wfs_type_shown(l->m, v->type));
        memcpy(v->word, x->word, v->words * sizeof *v->word);
        return;
    }
    const unsigned in = from < 32 ? 32 / from : 1, out = to < 32 ? 32 / to : 1;
    for (uint32_t i = 0; i < x->words; i++) {
        if (i % in == 0)
            word[words++] = x->word[i];
        else
            word[words - 1] =
                wfs_or(l->code, word[words - 1], wfs_shl(l->code, x->word[i], wfs_const(from * (i % in))));
    }
    if ((v->words + out - 1) / out != words)
        wfs_refuse(l->m, at, "%s and %s have different sizes", wfs_type_shown(l->m, x->type),
                   wfs_type_shown(l->m, v->type));
    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = to < 32 ? wfs_bfeu(l->code, word[i / out], wfs_const(to * (i % out) | to << 8)) : word[i];
}

/* ---- select, truths of vectors ---- */

static void select(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_value *truth = number(l, at, 3), *x = wfs_value(l, wfs_operand(l->m, at, 4)),
                           *y = wfs_value(l, wfs_operand(l->m, at, 5));
    struct wfs_value *v = wfs_any_result(l, at);
    const uint32_t each = truth->words == 1 ? v->words : wfs_scalar_words(v->type);

    if (x->pointer || y->pointer) {
        wfs_select_pointer(l, at, v, truth->word[0], x, y);
        return;
    }
    wfs_expect_number(l, x);
    wfs_expect_number(l, y);
    if (x->words != v->words || y->words != v->words || (truth->words != 1 && truth->words * each != v->words))
        wfs_refuse(l->m, at, "its operands do not fit its type %s", wfs_type_shown(l->m, v->type));
    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = wfs_sel(l->code, truth->word[truth->words == 1 ? 0 : i / each], x->word[i], y->word[i]);
}

static void any_all(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_value *x = number(l, at, 3);
    struct wfs_value *v = wfs_result(l, at);

    v->word[0] = x->word[0];
    for (uint32_t i = 1; i < x->words; i++)
        v->word[0] = wfs_op_at(l->m, at) == WfsOpAny ? wfs_or(l->code, v->word[0], x->word[i])
                                                     : wfs_and(l->code, v->word[0], x->word[i]);
}

/* ---- bit fields ---- */

static void bitfield(struct wfs_lower *l, uint32_t at)
{
    const bool insert = wfs_op_at(l->m, at) == WfsOpBitFieldInsert,
               is_signed = wfs_op_at(l->m, at) == WfsOpBitFieldSExtract;
    const struct wfs_value *x = number(l, at, 3), *y = insert ? number(l, at, 4) : x;
    const wfs_val offset = wfs_word(l, wfs_operand(l->m, at, insert ? 5 : 4)),
                  count = wfs_word(l, wfs_operand(l->m, at, insert ? 6 : 5));
    struct wfs_value *v = wfs_result(l, at);
    const struct wfs_type *t = wfs_scalar(v->type);
    const wfs_val field = wfs_or(l->code, wfs_shl(l->code, count, wfs_const(8)), offset);

    if (t->kind != WFS_INT || x->words != v->words || y->words != v->words)
        wfs_refuse(l->m, at, "its operands do not fit its type %s", wfs_type_shown(l->m, v->type));
    for (uint32_t i = 0; i < v->words; i += (uint32_t)t->words) {
        if (t->width == 32)
            v->word[i] = insert ? wfs_bfi(l->code, x->word[i], y->word[i], field) :
                         is_signed ? wfs_bfes(l->code, x->word[i], field) : wfs_bfeu(l->code, x->word[i], field);
        else if (!wfs_bitfield(l->code, wfs_op_at(l->m, at), t->width, &x->word[i], &y->word[i], offset, count,
                               &v->word[i]))
            wfs_refuse(l->m, at, "not supported on %s", wfs_type_shown(l->m, t));
    }
}

/* ---- results of two parts: sum and carry, low and high product ---- */

static void extended(struct wfs_lower *l, uint32_t at)
{
    const uint32_t op = wfs_op_at(l->m, at);
    const struct wfs_value *x = number(l, at, 3), *y = number(l, at, 4);
    struct wfs_value *v = wfs_result(l, at);
    const struct wfs_type *t = wfs_scalar(x->type);
    const uint32_t words = (uint32_t)t->words;

    if (t->kind != WFS_INT || x->words != y->words || v->words != 2 * x->words)
        wfs_refuse(l->m, at, "its operands do not fit its type %s", wfs_type_shown(l->m, v->type));
    for (uint32_t i = 0; i < x->words; i += words)
        if (!wfs_integer_extended(l->code, op, t->width, &x->word[i], &y->word[i], &v->word[i], &v->word[x->words + i]))
            wfs_refuse(l->m, at, "not supported on %s", wfs_type_shown(l->m, t));
}

/* ---- vectors and matrices of floats ---- */

/* The sum or the product of two components, of one or two words. */
static void combine(struct wfs_lower *l, uint32_t at, const struct wfs_type *t, uint32_t op, const wfs_val *x,
                    const wfs_val *y, wfs_val *r)
{
    if (!component(l, op, t, x, y, r))
        wfs_refuse(l->m, at, "not supported on %s", wfs_type_shown(l->m, t));
}

/* The sum of products in order, element i of x at x[i * xstep]. */
static void dot(struct wfs_lower *l, uint32_t at, const struct wfs_type *t, uint32_t n, const wfs_val *x,
                uint32_t xstep, const wfs_val *y, uint32_t ystep, wfs_val *sum)
{
    combine(l, at, t, WfsOpFMul, x, y, sum);
    for (uint32_t i = 1; i < n; i++) {
        wfs_val product[2];
        combine(l, at, t, WfsOpFMul, x + i * xstep, y + i * ystep, product);
        combine(l, at, t, WfsOpFAdd, sum, product, sum);
    }
}

/* Columns and rows of a matrix; a vector counts as one column. */
struct shape {
    uint32_t columns, rows;
    const struct wfs_type *scalar;
};

static struct shape shape_of(const struct wfs_type *t)
{
    if (t->kind == WFS_MATRIX)
        return (struct shape){t->count, t->element->count, t->element->element};
    return (struct shape){1, wfs_components(t), wfs_scalar(t)};
}

static void matrices(struct wfs_lower *l, uint32_t at)
{
    const uint32_t op = wfs_op_at(l->m, at);
    const struct wfs_value *x = number(l, at, 3), *y = op == WfsOpTranspose ? x : number(l, at, 4);
    struct wfs_value *v = wfs_result(l, at);
    const struct shape a = shape_of(x->type), b = shape_of(y->type), r = shape_of(v->type);
    const struct wfs_type *t = a.scalar;
    const uint32_t w = (uint32_t)t->words;
    bool fits = t->kind == WFS_FLOAT && b.scalar->width == t->width && r.scalar->width == t->width &&
                r.scalar->kind == WFS_FLOAT && x->words == w * a.columns * a.rows &&
                y->words == w * b.columns * b.rows && v->words == w * r.columns * r.rows;

    switch (op) {
    case WfsOpTranspose: fits &= r.columns == a.rows && r.rows == a.columns; break;
    case WfsOpDot: fits &= a.columns == 1 && b.columns == 1 && a.rows == b.rows && v->words == w; break;
    case WfsOpVectorTimesScalar: case WfsOpMatrixTimesScalar: fits &= y->words == w && v->words == x->words; break;
    case WfsOpVectorTimesMatrix: fits &= a.rows == b.rows && r.rows == b.columns && r.columns == 1; break;
    case WfsOpMatrixTimesVector: fits &= b.rows == a.columns && r.rows == a.rows && r.columns == 1; break;
    case WfsOpMatrixTimesMatrix: fits &= b.rows == a.columns && r.rows == a.rows && r.columns == b.columns; break;
    default: fits &= r.rows == a.rows && r.columns == b.rows; break;
    }
    if (!fits)
        wfs_refuse(l->m, at, "its operands do not fit its type %s", wfs_type_shown(l->m, v->type));
    for (uint32_t i = 0; i < r.columns * r.rows; i++) {
        const uint32_t column = i / r.rows, row = i % r.rows;
        const wfs_val *const x_row = &x->word[w * row];
        wfs_val *const to = &v->word[w * i];
        switch (op) {
        case WfsOpTranspose: memcpy(to, &x->word[w * (row * a.rows + column)], w * sizeof *to); break;
        case WfsOpDot: dot(l, at, t, a.rows, x->word, w, y->word, w, to); break;
        case WfsOpVectorTimesScalar: case WfsOpMatrixTimesScalar:
            combine(l, at, t, WfsOpFMul, &x->word[w * i], y->word, to); break;
        case WfsOpVectorTimesMatrix: dot(l, at, t, a.rows, x->word, w, &y->word[w * i * b.rows], w, to); break;
        case WfsOpMatrixTimesVector: dot(l, at, t, a.columns, x_row, w * a.rows, y->word, w, to); break;
        case WfsOpMatrixTimesMatrix:
            dot(l, at, t, a.columns, x_row, w * a.rows, &y->word[w * column * b.rows], w, to); break;
        default: combine(l, at, t, WfsOpFMul, x_row, &y->word[w * column], to); break;
        }
    }
}

/* ---- derivatives: differences inside the quad ---- */

static void derivative(struct wfs_lower *l, uint32_t at)
{
    const uint32_t op = wfs_op_at(l->m, at);
    const struct wfs_value *x = number(l, at, 3);
    struct wfs_value *v = wfs_result(l, at);
    struct wfs_code *c = l->code;
    const bool along_x = op == WfsOpDPdx || op == WfsOpDPdxFine || op == WfsOpDPdxCoarse || op == WfsOpFwidth ||
                         op == WfsOpFwidthFine || op == WfsOpFwidthCoarse;
    const bool width = op == WfsOpFwidth || op == WfsOpFwidthFine || op == WfsOpFwidthCoarse;
    const bool fine = op == WfsOpDPdxFine || op == WfsOpDPdyFine || op == WfsOpFwidthFine;

    if (wfs_scalar(v->type)->kind != WFS_FLOAT || wfs_scalar(v->type)->width != 32 || x->words != v->words)
        wfs_refuse(l->m, at, "expected floats of 32 bits");
    l->uses_derivatives = true;
    const wfs_val lane = fine ? wfs_sv(c, WF_SV_LANE) : wfs_const(0);
    for (uint32_t i = 0; i < v->words; i++) {
        wfs_val sum = wfs_none(), from = x->word[i];
        wfs_flush(c, 32, &from);
        for (uint32_t axis = along_x ? 1 : 2; axis <= (width || !along_x ? 2U : 1U); axis++) {
            const wfs_val low = wfs_and(c, lane, wfs_const(3 & ~axis)), high = wfs_or(c, low, wfs_const(axis));
            const wfs_val d =
                wfs_mode_sub(c, wfs_lanes(c, WF_OP_QBCAST, from, high), wfs_lanes(c, WF_OP_QBCAST, from, low));
            sum = !width ? d : sum.kind == WFS_NONE ? wfs_fabs(c, d) : wfs_mode_add(c, sum, wfs_fabs(c, d));
        }
        v->word[i] = sum;
        wfs_flush(c, 32, &v->word[i]);
    }
}

bool wfs_lower_arith(struct wfs_lower *l, uint32_t at)
{
    const uint32_t op = wfs_op_at(l->m, at);

    switch (op) {
    case WfsOpSelect: select(l, at); return true;
    case WfsOpBitcast: bitcast(l, at); return true;
    case WfsOpAny: case WfsOpAll: any_all(l, at); return true;
    case WfsOpBitFieldInsert: case WfsOpBitFieldSExtract: case WfsOpBitFieldUExtract: bitfield(l, at); return true;
    case WfsOpSDot: case WfsOpUDot: case WfsOpSUDot: case WfsOpSDotAccSat: case WfsOpUDotAccSat: case WfsOpSUDotAccSat:
        wfs_lower_dot(l, at); return true;
    case WfsOpIAddCarry: case WfsOpISubBorrow: case WfsOpUMulExtended: case WfsOpSMulExtended:
        extended(l, at); return true;
    case WfsOpDot: case WfsOpTranspose: case WfsOpVectorTimesScalar: case WfsOpMatrixTimesScalar:
    case WfsOpVectorTimesMatrix: case WfsOpMatrixTimesVector: case WfsOpMatrixTimesMatrix: case WfsOpOuterProduct:
        matrices(l, at);
        return true;
    case WfsOpDPdx: case WfsOpDPdy: case WfsOpFwidth: case WfsOpDPdxFine: case WfsOpDPdyFine: case WfsOpFwidthFine:
    case WfsOpDPdxCoarse: case WfsOpDPdyCoarse: case WfsOpFwidthCoarse:
        derivative(l, at);
        return true;
    default:
        return componentwise(l, at) || wfs_lower_conversion(l, at);
    }
}
