/* SPDX-License-Identifier: Apache-2.0
 * interp_matrix.c - products of vectors and matrices: sums from the first component to the last, each step rounded.
 */
#include "interp_value.h"

/* Of `count` components that lie `step_a` and `step_b` apart. */
static uint64_t dot(const struct type *t, const uint64_t *a, uint32_t step_a, const uint64_t *b, uint32_t step_b, uint32_t count)
{
    uint64_t sum = alu2(OpFMul, t, a[0], b[0]);

    for (uint32_t k = 1; k < count; k++)
        sum = alu2(OpFAdd, t, sum, alu2(OpFMul, t, a[k * step_a], b[k * step_b]));
    return sum;
}

/* SDot, UDot, SUDot, and with an accumulator that saturates: of vectors of integers or of four bytes packed into a word. */
static void integer_dot(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const struct type *at = value_type(m, word_of(n, 0));
    const uint64_t *a = value(m, regs, word_of(n, 0)), *b = value(m, regs, word_of(n, 1));
    const bool sat = n->op >= OpSDotAccSat, packed = at->slots == 1;
    const bool a_signed = n->op != OpUDot && n->op != OpUDotAccSat, b_signed = n->op == OpSDot || n->op == OpSDotAccSat;
    const unsigned width = packed ? 8 : scalar_of(m, at)->width, wide = n->type->width;
    uint64_t sum = 0;

    for (unsigned k = 0; k < (packed ? 4 : at->slots) && width && wide; k++) {
        const uint64_t x = packed ? low_bits(8, a[0] >> 8 * k) : a[k], y = packed ? low_bits(8, b[0] >> 8 * k) : b[k];
        sum += (a_signed ? (uint64_t)sign_extend(width, x) : x) * (b_signed ? (uint64_t)sign_extend(width, y) : y);
    }
    if (sat && wide && wide < 64) {
        const int64_t total = (int64_t)sum + (a_signed ? sign_extend(wide, value(m, regs, word_of(n, 2))[0])
                                                       : (int64_t)value(m, regs, word_of(n, 2))[0]);
        const int64_t most = (INT64_C(1) << (a_signed ? wide - 1 : wide)) - 1, least = a_signed ? -most - 1 : 0;
        sum = (uint64_t)(total > most ? most : total < least ? least : total);
    }
    out[0] = low_bits(wide ? wide : 32, sum);
}

static void matrix_times_matrix(struct module *m, const struct insn *n, const struct type *t, const uint64_t *a, const uint64_t *b,
                                uint64_t *out)
{
    const uint32_t rows = type_of(m, n->type->element)->count, inner = value_type(m, word_of(n, 0))->count;

    for (uint32_t c = 0; c < n->type->count; c++)
        for (uint32_t r = 0; r < rows; r++)
            out[c * rows + r] = dot(t, a + r, rows, b + c * inner, 1, inner);
}

static void product(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const uint64_t *a = value(m, regs, word_of(n, 0)), *b = value(m, regs, word_of(n, 1));
    const struct type *at = value_type(m, word_of(n, 0)), *bt = value_type(m, word_of(n, 1)), *t = scalar_of(m, n->type);
    const uint32_t slots = n->type->slots;

    switch (n->op) {
    case OpVectorTimesScalar: case OpMatrixTimesScalar:
        for (uint32_t k = 0; k < slots; k++)
            out[k] = alu2(OpFMul, t, a[k], b[0]);
        break;
    case OpVectorTimesMatrix:
        for (uint32_t c = 0; c < slots; c++)
            out[c] = dot(t, a, 1, b + c * at->count, 1, at->count);
        break;
    case OpMatrixTimesVector:
        for (uint32_t r = 0; r < slots; r++)
            out[r] = dot(t, a + r, slots, b, 1, at->count);
        break;
    case OpMatrixTimesMatrix:
        matrix_times_matrix(m, n, t, a, b, out);
        break;
    case OpOuterProduct:
        for (uint32_t c = 0; c < bt->count; c++)
            for (uint32_t r = 0; r < at->count; r++)
                out[c * at->count + r] = alu2(OpFMul, t, a[r], b[c]);
        break;
    default:        /* OpDot */
        out[0] = dot(t, a, 1, b, 1, at->count);
        break;
    }
}

static bool is_matrix(const struct type *t, uint32_t columns, uint32_t rows)
{
    return t->op == OpTypeMatrix && t->count == columns && t->slots == columns * rows;
}

/* The shapes fit, so that nothing outside of the operands is read and nothing outside of the result is written. */
static bool shapes_fit(struct module *m, const struct insn *n)
{
    const struct type *a = value_type(m, word_of(n, 0)), *b = value_type(m, word_of(n, 1)), *r = n->type;

    switch (n->op) {
    case OpVectorTimesScalar: case OpMatrixTimesScalar: return a->slots == r->slots;
    case OpVectorTimesMatrix: return is_matrix(b, r->slots, a->slots);
    case OpMatrixTimesVector: return is_matrix(a, b->slots, r->slots);
    case OpMatrixTimesMatrix:
        return b->op == OpTypeMatrix && a->op == OpTypeMatrix && r->op == OpTypeMatrix && r->count == b->count &&
               b->slots == b->count * a->count && is_matrix(a, a->count, r->slots / r->count);
    case OpOuterProduct: return is_matrix(r, b->slots, a->slots);
    case OpDot: return r->slots == 1 && a->op == OpTypeVector && a->slots == b->slots;
    default: return r->op == OpTypeMatrix && is_matrix(a, r->slots / r->count, r->count);       /* OpTranspose */
    }
}

bool matrix_insn(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    switch (n->op) {
    case OpVectorTimesScalar: case OpMatrixTimesScalar: case OpVectorTimesMatrix: case OpMatrixTimesVector: case OpMatrixTimesMatrix:
    case OpOuterProduct: case OpDot: case OpTranspose:
        if (!shapes_fit(m, n))
            module_fail(m, n->offset, "opcode %u of vectors or matrices that do not fit", (unsigned)n->op);
        break;
    case OpSDot: case OpUDot: case OpSUDot: case OpSDotAccSat: case OpUDotAccSat: case OpSUDotAccSat:
        integer_dot(m, n, regs, out);
        return true;
    default:
        return false;
    }
    if (n->op == OpTranspose) {
        const uint64_t *a = value(m, regs, word_of(n, 0));
        const uint32_t columns = n->type->count, rows = n->type->slots / columns;
        for (uint32_t c = 0; c < columns; c++)
            for (uint32_t r = 0; r < rows; r++)
                out[c * rows + r] = a[r * columns + c];
    } else {
        product(m, n, regs, out);
    }
    return true;
}
