/* SPDX-License-Identifier: Apache-2.0
 * wide.c - integer operations of SPIR-V on 8, 16, 32 and 64 bits: wide.h.
 *
 * 8 and 16 bits are computed in 32: sums, products and shifts to the left in any way and then cut; quotients,
 * comparisons and shifts to the right of signed ones after the sign was extended.
 */
#include "wide.h"

#include "../module/grammar.h"
#include "math.h"
#include "pair.h"

wfs_val wfs_sign_extend(struct wfs_code *c, unsigned width, wfs_val x)
{
    return width < 32 ? wfs_bfes(c, x, wfs_const(width << 8)) : x;
}

wfs_val wfs_cut(struct wfs_code *c, unsigned width, wfs_val x)
{
    return width < 32 ? wfs_and(c, x, wfs_const((UINT32_C(1) << width) - 1)) : x;
}

void wfs_select(struct wfs_code *c, wfs_val truth, unsigned words, const wfs_val *x, const wfs_val *y, wfs_val *result)
{
    for (unsigned i = 0; i < words; i++)
        result[i] = wfs_sel(c, truth, x[i], y[i]);
}

/* ---- comparisons ---- */

enum order { EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, NO_ORDER };

struct comparison {
    enum order order;
    bool is_signed;
    bool swapped;           /* x > y is y < x */
};

static struct comparison comparison_of(uint32_t op)
{
    switch (op) {
    case WfsOpIEqual: return (struct comparison){EQUAL, false, false};
    case WfsOpINotEqual: return (struct comparison){NOT_EQUAL, false, false};
    case WfsOpULessThan: return (struct comparison){LESS, false, false};
    case WfsOpSLessThan: return (struct comparison){LESS, true, false};
    case WfsOpULessThanEqual: return (struct comparison){LESS_EQUAL, false, false};
    case WfsOpSLessThanEqual: return (struct comparison){LESS_EQUAL, true, false};
    case WfsOpUGreaterThan: return (struct comparison){LESS, false, true};
    case WfsOpSGreaterThan: return (struct comparison){LESS, true, true};
    case WfsOpUGreaterThanEqual: return (struct comparison){LESS_EQUAL, false, true};
    case WfsOpSGreaterThanEqual: return (struct comparison){LESS_EQUAL, true, true};
    default: return (struct comparison){NO_ORDER, false, false};
    }
}

static wfs_val compare_word(struct wfs_code *c, struct comparison how, wfs_val x, wfs_val y)
{
    switch (how.order) {
    case EQUAL: return wfs_eq(c, x, y);
    case NOT_EQUAL: return wfs_ne(c, x, y);
    case LESS: return wfs_less(c, x, y, how.is_signed);
    default: return wfs_less_equal(c, x, y, how.is_signed);
    }
}

static wfs_val compare_pair(struct wfs_code *c, struct comparison how, struct wfs_pair x, struct wfs_pair y)
{
    switch (how.order) {
    case EQUAL: return wfs_pair_eq(c, x, y);
    case NOT_EQUAL: return wfs_or(c, wfs_ne(c, x.lo, y.lo), wfs_ne(c, x.hi, y.hi));
    case LESS: return wfs_pair_lt(c, x, y, how.is_signed);
    default: return wfs_pair_le(c, x, y, how.is_signed);
    }
}

static bool compare(struct wfs_code *c, uint32_t op, unsigned width, const wfs_val *x, const wfs_val *y,
                    wfs_val *result)
{
    const struct comparison how = comparison_of(op);

    if (how.order == NO_ORDER)
        return false;
    if (how.swapped) {
        const wfs_val *const first = x;
        x = y;
        y = first;
    }
    if (width == 64)
        *result = compare_pair(c, how, wfs_pair_at(x), wfs_pair_at(y));
    else if (how.is_signed)
        *result = compare_word(c, how, wfs_sign_extend(c, width, *x), wfs_sign_extend(c, width, *y));
    else
        *result = compare_word(c, how, *x, *y);
    return true;
}

/* ---- 8, 16 and 32 bits ---- */

/* By 0 the quotient has all ones. */
static bool divide_word(struct wfs_code *c, uint32_t op, unsigned width, wfs_val x, wfs_val y, wfs_val *result)
{
    const wfs_val sx = wfs_sign_extend(c, width, x), sy = wfs_sign_extend(c, width, y);

    switch (op) {
    case WfsOpUDiv: *result = wfs_udiv(c, x, y); break;
    case WfsOpUMod: *result = wfs_umod(c, x, y); return true;
    case WfsOpSDiv: *result = wfs_sdiv(c, sx, sy); break;
    case WfsOpSRem: *result = wfs_srem(c, sx, sy); break;
    case WfsOpSMod: *result = wfs_smod(c, sx, sy); break;
    default: return false;
    }
    *result = wfs_cut(c, width, *result);
    return true;
}

static bool unary_word(struct wfs_code *c, uint32_t op, unsigned width, wfs_val x, wfs_val *result)
{
    switch (op) {
    case WfsOpSNegate: *result = wfs_cut(c, width, wfs_neg(c, x)); return true;
    case WfsOpNot: *result = width < 32 ? wfs_xor(c, x, wfs_const((1U << width) - 1)) : wfs_not(c, x); return true;
    case WfsOpBitReverse: *result = wfs_shr(c, wfs_revbits(c, x), wfs_const(32 - width)); return true;
    case WfsOpBitCount: *result = wfs_countbits(c, x); return true;
    default: return false;
    }
}

static bool binary_word(struct wfs_code *c, uint32_t op, unsigned width, wfs_val x, wfs_val y, wfs_val *result)
{
    switch (op) {
    case WfsOpIAdd: *result = wfs_cut(c, width, wfs_add(c, x, y)); return true;
    case WfsOpISub: *result = wfs_cut(c, width, wfs_sub(c, x, y)); return true;
    case WfsOpIMul: *result = wfs_cut(c, width, wfs_mul(c, x, y)); return true;
    case WfsOpBitwiseAnd: *result = wfs_and(c, x, y); return true;
    case WfsOpBitwiseOr: *result = wfs_or(c, x, y); return true;
    case WfsOpBitwiseXor: *result = wfs_xor(c, x, y); return true;
    case WfsOpShiftLeftLogical: *result = wfs_cut(c, width, wfs_shl(c, x, y)); return true;
    case WfsOpShiftRightLogical: *result = wfs_shr(c, x, y); return true;
    case WfsOpShiftRightArithmetic:
        *result = wfs_cut(c, width, wfs_sar(c, wfs_sign_extend(c, width, x), y)); return true;
    default: return false;
    }
}

/* ---- 64 bits ---- */

static bool divide_pair(struct wfs_code *c, uint32_t op, struct wfs_pair x, struct wfs_pair y, struct wfs_pair *result)
{
    struct wfs_pair quotient, remainder;

    switch (op) {
    case WfsOpUDiv: case WfsOpUMod:
        wfs_pair_udivide(c, x, y, &quotient, &remainder);
        *result = op == WfsOpUDiv ? quotient : remainder;
        return true;
    case WfsOpSDiv: case WfsOpSRem:
        wfs_pair_sdivide(c, x, y, &quotient, &remainder);
        *result = op == WfsOpSDiv ? quotient : remainder;
        return true;
    case WfsOpSMod: {           /* a remainder that has not the sign of y: one y more */
        wfs_pair_sdivide(c, x, y, &quotient, &remainder);
        const wfs_val differs = wfs_lts(c, wfs_xor(c, remainder.hi, y.hi), wfs_const(0));
        const wfs_val wrong = wfs_and(c, differs, wfs_ne(c, wfs_or(c, remainder.lo, remainder.hi), wfs_const(0)));

        *result = wfs_pair_sel(c, wrong, wfs_pair_add(c, remainder, y), remainder);
        return true;
    }
    default:
        return false;
    }
}

static bool unary_pair(struct wfs_code *c, uint32_t op, struct wfs_pair x, struct wfs_pair *result)
{
    switch (op) {
    case WfsOpSNegate: *result = wfs_pair_neg(c, x); return true;
    case WfsOpNot: *result = wfs_pair(wfs_not(c, x.lo), wfs_not(c, x.hi)); return true;
    case WfsOpBitReverse: *result = wfs_pair(wfs_revbits(c, x.hi), wfs_revbits(c, x.lo)); return true;
    case WfsOpBitCount:
        *result = wfs_pair(wfs_add(c, wfs_countbits(c, x.lo), wfs_countbits(c, x.hi)), wfs_const(0)); return true;
    default: return false;
    }
}

static bool binary_pair(struct wfs_code *c, uint32_t op, struct wfs_pair x, struct wfs_pair y, struct wfs_pair *result)
{
    switch (op) {
    case WfsOpIAdd: *result = wfs_pair_add(c, x, y); return true;
    case WfsOpISub: *result = wfs_pair_sub(c, x, y); return true;
    case WfsOpIMul: *result = wfs_pair_mul(c, x, y); return true;
    case WfsOpBitwiseAnd: *result = wfs_pair_bitwise(c, WF_OP_AND, x, y); return true;
    case WfsOpBitwiseOr: *result = wfs_pair_bitwise(c, WF_OP_OR, x, y); return true;
    case WfsOpBitwiseXor: *result = wfs_pair_bitwise(c, WF_OP_XOR, x, y); return true;
    default: return false;
    }
}

static bool shift_pair(struct wfs_code *c, uint32_t op, struct wfs_pair x, wfs_val count, struct wfs_pair *result)
{
    switch (op) {
    case WfsOpShiftLeftLogical: *result = wfs_pair_shl(c, x, count); return true;
    case WfsOpShiftRightLogical: *result = wfs_pair_shr(c, x, count, false); return true;
    case WfsOpShiftRightArithmetic: *result = wfs_pair_shr(c, x, count, true); return true;
    default: return false;
    }
}

bool wfs_integer(struct wfs_code *c, uint32_t op, unsigned width, const wfs_val *x, const wfs_val *y, wfs_val *result)
{
    struct wfs_pair pair;

    if (width != 64) {
        return unary_word(c, op, width, *x, result) ||
               (y && (compare(c, op, width, x, y, result) || binary_word(c, op, width, *x, *y, result) ||
                      divide_word(c, op, width, *x, *y, result)));
    }
    if (y && compare(c, op, width, x, y, result))
        return true;
    if (!unary_pair(c, op, wfs_pair_at(x), &pair) &&
        !(y && (shift_pair(c, op, wfs_pair_at(x), y[0], &pair) ||
                binary_pair(c, op, wfs_pair_at(x), wfs_pair_at(y), &pair) ||
                divide_pair(c, op, wfs_pair_at(x), wfs_pair_at(y), &pair))))
        return false;
    result[0] = pair.lo;
    result[1] = pair.hi;
    return true;
}

bool wfs_logical(struct wfs_code *c, uint32_t op, wfs_val x, wfs_val y, wfs_val *result)
{
    switch (op) {
    case WfsOpLogicalEqual: *result = wfs_lnot(c, wfs_xor(c, x, y)); return true;
    case WfsOpLogicalNotEqual: *result = wfs_xor(c, x, y); return true;
    case WfsOpLogicalOr: *result = wfs_or(c, x, y); return true;
    case WfsOpLogicalAnd: *result = wfs_and(c, x, y); return true;
    case WfsOpLogicalNot: *result = wfs_lnot(c, x); return true;
    default: return false;
    }
}
