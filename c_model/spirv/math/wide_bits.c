/* SPDX-License-Identifier: Apache-2.0
 * wide_bits.c - bit fields, double-width results, and the integer functions of GLSL.std.450, on 8, 16, 32 and 64 bits:
 * wide.h.
 */
#include "wide.h"

#include "../module/grammar.h"
#include "math.h"
#include "pair.h"

/* ---- bit fields ---- */

/* The field operand of bfe and bfi. */
static wfs_val field(struct wfs_code *c, wfs_val offset, wfs_val count)
{
    return wfs_or(c, wfs_shl(c, count, wfs_const(8)), offset);
}

/* The bits of `insert` at their place, in the places that a field of ones has. */
static struct wfs_pair insert_pair(struct wfs_code *c, struct wfs_pair base, struct wfs_pair insert, wfs_val offset,
                                   wfs_val count)
{
    const struct wfs_pair ones = wfs_pair_low_bits(c, wfs_pair_const(UINT64_MAX), count, false);
    const struct wfs_pair place = wfs_pair_shl(c, ones, offset);
    const struct wfs_pair differ = wfs_pair_bitwise(c, WF_OP_XOR, base, wfs_pair_shl(c, insert, offset));

    return wfs_pair_bitwise(c, WF_OP_XOR, base, wfs_pair_bitwise(c, WF_OP_AND, differ, place));
}

bool wfs_bitfield(struct wfs_code *c, uint32_t op, unsigned width, const wfs_val *base, const wfs_val *insert,
                  wfs_val offset, wfs_val count, wfs_val *result)
{
    const bool is_signed = op == WfsOpBitFieldSExtract;
    struct wfs_pair pair;

    if (op != WfsOpBitFieldInsert && op != WfsOpBitFieldUExtract && !is_signed)
        return false;
    if (width == 64) {
        if (op == WfsOpBitFieldInsert)
            pair = insert_pair(c, wfs_pair_at(base), wfs_pair_at(insert), offset, count);
        else
            pair = wfs_pair_low_bits(c, wfs_pair_shr(c, wfs_pair_at(base), offset, false), count, is_signed);
        result[0] = pair.lo;
        result[1] = pair.hi;
    } else if (op == WfsOpBitFieldInsert) {
        *result = wfs_cut(c, width, wfs_bfi(c, *base, *insert, field(c, offset, count)));
    } else if (is_signed) {
        *result = wfs_cut(c, width, wfs_bfes(c, *base, field(c, offset, count)));
    } else {
        *result = wfs_bfeu(c, *base, field(c, offset, count));
    }
    return true;
}

/* ---- results of double width ---- */

static struct wfs_pair product_of_words(struct wfs_code *c, wfs_val x, wfs_val y, bool is_signed)
{
    return wfs_pair(wfs_mul(c, x, y), is_signed ? wfs_mulhs(c, x, y) : wfs_mulhu(c, x, y));
}

/* A signed factor below zero is 2^64 too great as unsigned one: take the other factor off the high half. */
static struct wfs_pair signed_high(struct wfs_code *c, struct wfs_pair high, struct wfs_pair factor,
                                   struct wfs_pair other)
{
    const wfs_val sign = wfs_sar(c, factor.hi, wfs_const(31));

    return wfs_pair_sub(c, high, wfs_pair_bitwise(c, WF_OP_AND, other, wfs_pair(sign, sign)));
}

static bool extended_pair(struct wfs_code *c, uint32_t op, struct wfs_pair x, struct wfs_pair y, struct wfs_pair *low,
                          struct wfs_pair *high)
{
    switch (op) {
    case WfsOpIAddCarry:
        *low = wfs_pair_add(c, x, y);
        *high = wfs_pair(wfs_pair_lt(c, *low, y, false), wfs_const(0));
        return true;
    case WfsOpISubBorrow:
        *low = wfs_pair_sub(c, x, y);
        *high = wfs_pair(wfs_pair_lt(c, x, y, false), wfs_const(0));
        return true;
    case WfsOpUMulExtended:
        wfs_pair_mul_wide(c, x, y, low, high);
        return true;
    case WfsOpSMulExtended:
        wfs_pair_mul_wide(c, x, y, low, high);
        *high = signed_high(c, signed_high(c, *high, x, y), y, x);
        return true;
    default:
        return false;
    }
}

/* 32 bits, and less by way of 32. */
static bool extended_word(struct wfs_code *c, uint32_t op, unsigned width, wfs_val x, wfs_val y, wfs_val *low,
                          wfs_val *high)
{
    const bool is_signed = op == WfsOpSMulExtended;
    wfs_val exact;

    switch (op) {
    case WfsOpIAddCarry:
        exact = wfs_add(c, x, y);
        *high = width == 32 ? wfs_ltu(c, exact, y) : wfs_shr(c, exact, wfs_const(width));
        break;
    case WfsOpISubBorrow:
        exact = wfs_sub(c, x, y);
        *high = wfs_less(c, x, y, false);
        break;
    case WfsOpUMulExtended: case WfsOpSMulExtended:
        if (width == 32) {
            const struct wfs_pair product = product_of_words(c, x, y, is_signed);

            exact = product.lo;
            *high = product.hi;
        } else {
            exact =
                wfs_mul(c, is_signed ? wfs_sign_extend(c, width, x) : x, is_signed ? wfs_sign_extend(c, width, y) : y);
            *high = wfs_bfeu(c, exact, wfs_const(width | width << 8));
        }
        break;
    default:
        return false;
    }
    *low = wfs_cut(c, width, exact);
    return true;
}

bool wfs_integer_extended(struct wfs_code *c, uint32_t op, unsigned width, const wfs_val *x, const wfs_val *y,
                          wfs_val *low, wfs_val *high)
{
    struct wfs_pair low_pair, high_pair;

    if (width != 64)
        return extended_word(c, op, width, *x, *y, low, high);
    if (!extended_pair(c, op, wfs_pair_at(x), wfs_pair_at(y), &low_pair, &high_pair))
        return false;
    low[0] = low_pair.lo;
    low[1] = low_pair.hi;
    high[0] = high_pair.lo;
    high[1] = high_pair.hi;
    return true;
}

/* ---- GLSL.std.450 ---- */

static wfs_val choose_word(struct wfs_code *c, wfs_val x, wfs_val y, bool greater, bool is_signed)
{
    if (is_signed)
        return greater ? wfs_maxs(c, x, y) : wfs_mins(c, x, y);
    return greater ? wfs_maxu(c, x, y) : wfs_minu(c, x, y);
}

static struct wfs_pair choose_pair(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, bool greater,
                                   bool is_signed)
{
    const wfs_val less = wfs_pair_lt(c, x, y, is_signed);

    return greater ? wfs_pair_sel(c, less, y, x) : wfs_pair_sel(c, less, x, y);
}

static bool glsl_word(struct wfs_code *c, uint32_t number, unsigned width, wfs_val x, const wfs_val *y,
                      const wfs_val *z, wfs_val *result)
{
    const bool is_signed = number == WfsGlslSMin || number == WfsGlslSMax || number == WfsGlslSClamp;
    const wfs_val sx = number == WfsGlslSAbs || number == WfsGlslSSign || number == WfsGlslFindSMsb || is_signed
                           ? wfs_sign_extend(c, width, x)
                           : x;
    wfs_val value;

    switch (number) {
    case WfsGlslSAbs: value = wfs_sabs(c, sx); break;
    case WfsGlslSSign: value = wfs_ssign(c, sx); break;
    case WfsGlslUMin: case WfsGlslSMin: case WfsGlslUMax: case WfsGlslSMax:
        value = choose_word(c, sx, is_signed ? wfs_sign_extend(c, width, *y) : *y,
                            number == WfsGlslUMax || number == WfsGlslSMax, is_signed);
        break;
    case WfsGlslUClamp: case WfsGlslSClamp:
        value = choose_word(c, sx, is_signed ? wfs_sign_extend(c, width, *y) : *y, true, is_signed);
        value = choose_word(c, value, is_signed ? wfs_sign_extend(c, width, *z) : *z, false, is_signed);
        break;
    case WfsGlslFindILsb: value = wfs_lowest(c, x); break;
    case WfsGlslFindUMsb: value = wfs_highest(c, x); break;
    case WfsGlslFindSMsb: value = wfs_highest_s(c, sx); break;
    default: return false;
    }
    if (number == WfsGlslUMin || number == WfsGlslUMax || number == WfsGlslUClamp)
        *result = value;
    else
        *result = wfs_cut(c, width, value);
    return true;
}

static struct wfs_pair sign_of_pair(struct wfs_code *c, struct wfs_pair x)
{
    const wfs_val sign = wfs_sar(c, x.hi, wfs_const(31));

    return wfs_pair(wfs_or(c, sign, wfs_ne(c, wfs_or(c, x.lo, x.hi), wfs_const(0))), sign);
}

static bool glsl_pair(struct wfs_code *c, uint32_t number, struct wfs_pair x, const wfs_val *y, const wfs_val *z,
                      struct wfs_pair *result)
{
    const bool is_signed = number == WfsGlslSMin || number == WfsGlslSMax || number == WfsGlslSClamp;
    const bool greater = number == WfsGlslUMax || number == WfsGlslSMax;

    switch (number) {
    case WfsGlslSAbs: *result = wfs_pair_abs(c, x); return true;
    case WfsGlslSSign: *result = sign_of_pair(c, x); return true;
    case WfsGlslUMin: case WfsGlslSMin: case WfsGlslUMax: case WfsGlslSMax:
        *result = choose_pair(c, x, wfs_pair_at(y), greater, is_signed);
        return true;
    case WfsGlslUClamp: case WfsGlslSClamp:
        *result = choose_pair(c, choose_pair(c, x, wfs_pair_at(y), true, is_signed), wfs_pair_at(z), false, is_signed);
        return true;
    case WfsGlslFindILsb: *result = wfs_pair_signed(c, wfs_pair_lowest(c, x)); return true;
    case WfsGlslFindUMsb: *result = wfs_pair_signed(c, wfs_pair_highest(c, x, false)); return true;
    case WfsGlslFindSMsb: *result = wfs_pair_signed(c, wfs_pair_highest(c, x, true)); return true;
    default: return false;
    }
}

bool wfs_integer_glsl(struct wfs_code *c, uint32_t number, unsigned width, const wfs_val *x, const wfs_val *y,
                      const wfs_val *z, wfs_val *result)
{
    const bool three = number == WfsGlslUClamp || number == WfsGlslSClamp;
    const bool two = number == WfsGlslUMin || number == WfsGlslSMin || number == WfsGlslUMax || number == WfsGlslSMax;
    struct wfs_pair pair;

    if (((two || three) && !y) || (three && !z))
        return false;
    if (width != 64)
        return glsl_word(c, number, width, *x, y, z, result);
    if (!glsl_pair(c, number, wfs_pair_at(x), y, z, &pair))
        return false;
    result[0] = pair.lo;
    result[1] = pair.hi;
    return true;
}
