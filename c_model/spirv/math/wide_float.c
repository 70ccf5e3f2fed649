/* SPDX-License-Identifier: Apache-2.0
 * wide_float.c - floats of 16 and 32 bits by the opcodes of SPIR-V: wide.h.  f16 goes by way of f32; f64 is in
 * wide_double.c.
 *
 * With 24 bits of f32 against 11 of f16, a sum, difference, product, quotient or square root that is rounded to f32 and
 * then to f16 is what one rounding gives: 24 >= 2 * 11 + 2 (Figueroa, "When is double rounding innocuous?").  A fused
 * multiply-add is not among them.
 */
#include "wide.h"

#include <string.h>

#include "double.h"
#include "../module/grammar.h"
#include "math.h"
#include "mode.h"

/* ---- f32 ---- */

/* As the modes of a width say. */
static bool arithmetic(struct wfs_code *c, uint32_t op, unsigned width, wfs_val x, wfs_val y, wfs_val *result)
{
    const bool cut = c->rounds_to_zero & width;

    switch (op) {
    case WfsOpFAdd: *result = wfs_sum(c, cut, x, y); return true;
    case WfsOpFSub: *result = cut ? wfs_sum(c, true, x, wfs_fneg(c, y)) : wfs_fsub(c, x, y); return true;
    case WfsOpFMul: *result = wfs_product(c, cut, x, y); return true;
    case WfsOpFDiv: *result = wfs_fdiv(c, x, y); return true;
    case WfsOpFRem: *result = wfs_frem(c, x, y); return true;
    case WfsOpFMod: *result = wfs_fmod(c, x, y); return true;
    default: return false;
    }
}

static wfs_val less_or_greater(struct wfs_code *c, wfs_val x, wfs_val y)
{
    return wfs_or(c, wfs_flt(c, x, y), wfs_fgt(c, x, y));
}

/* The unordered form of a comparison is true of a NaN: it is the opposite of the ordered opposite. */
static bool compare(struct wfs_code *c, uint32_t op, wfs_val x, wfs_val y, wfs_val *result)
{
    switch (op) {
    case WfsOpFOrdEqual: *result = wfs_feq(c, x, y); return true;
    case WfsOpFUnordNotEqual: *result = wfs_fne(c, x, y); return true;
    case WfsOpFOrdNotEqual: case WfsOpLessOrGreater: *result = less_or_greater(c, x, y); return true;
    case WfsOpFUnordEqual: *result = wfs_lnot(c, less_or_greater(c, x, y)); return true;
    case WfsOpFOrdLessThan: *result = wfs_flt(c, x, y); return true;
    case WfsOpFOrdLessThanEqual: *result = wfs_fle(c, x, y); return true;
    case WfsOpFOrdGreaterThan: *result = wfs_fgt(c, x, y); return true;
    case WfsOpFOrdGreaterThanEqual: *result = wfs_fge(c, x, y); return true;
    case WfsOpFUnordLessThan: *result = wfs_lnot(c, wfs_fge(c, x, y)); return true;
    case WfsOpFUnordLessThanEqual: *result = wfs_lnot(c, wfs_fgt(c, x, y)); return true;
    case WfsOpFUnordGreaterThan: *result = wfs_lnot(c, wfs_fle(c, x, y)); return true;
    case WfsOpFUnordGreaterThanEqual: *result = wfs_lnot(c, wfs_flt(c, x, y)); return true;
    case WfsOpOrdered: *result = wfs_and(c, wfs_feq(c, x, x), wfs_feq(c, y, y)); return true;
    case WfsOpUnordered: *result = wfs_or(c, wfs_fne(c, x, x), wfs_fne(c, y, y)); return true;
    default: return false;
    }
}

static bool is_binary(uint32_t op)
{
    return (op >= WfsOpFAdd && op <= WfsOpFMod) || (op >= WfsOpLessOrGreater && op <= WfsOpFUnordGreaterThanEqual);
}

static bool float_word(struct wfs_code *c, uint32_t op, wfs_val x, const wfs_val *y, wfs_val *result)
{
    switch (op) {
    case WfsOpFNegate: *result = wfs_fneg(c, x); return true;
    case WfsOpIsNan: *result = wfs_fne(c, x, x); return true;
    case WfsOpIsInf: *result = wfs_eq(c, wfs_fabs(c, x), wfs_const(0x7f800000)); return true;
    default: return y && is_binary(op) && (arithmetic(c, op, 32, x, *y, result) || compare(c, op, x, *y, result));
    }
}

/* ---- f16 ---- */

/* What a sum rounded to f32 has lost: exact, as long as nothing overflows (Knuth's two-sum). */
static wfs_val lost_in_sum(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val sum)
{
    const wfs_val y_there = wfs_fsub(c, sum, x);
    const wfs_val x_there = wfs_fsub(c, sum, y_there);

    return wfs_fadd(c, wfs_fsub(c, x, x_there), wfs_fsub(c, y, y_there));
}

/* The product is exact in f32.  The sum is rounded to odd: towards zero, and with the last bit 1 when it is not
 * exact; such a number is never halfway between two halves unless it is exact, so that the second rounding knows on
 * which side the sum lies. */
static wfs_val half_fma(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val z)
{
    const wfs_val product = wfs_fmul(c, wfs_h2f(c, x), wfs_h2f(c, y)), add = wfs_h2f(c, z);
    if (c->rounds_to_zero & 16)
        return wfs_mode_half(c, wfs_sum(c, true, product, add));
    const wfs_val sum = wfs_fadd(c, product, add), lost = lost_in_sum(c, product, add, sum);
    const wfs_val too_great = wfs_shr(c, wfs_xor(c, sum, lost), wfs_const(31));     /* rounded away from zero */
    const wfs_val odd = wfs_or(c, wfs_sub(c, sum, too_great), wfs_const(1));
    const wfs_val inexact = wfs_fgt(c, wfs_fabs(c, lost), wfs_const(0));    /* false for a NaN, which infinities give */

    return wfs_f2h(c, wfs_sel(c, inexact, odd, sum));
}

/* 1/x within 2^-17 for x of the size of halves; anything for 0 and infinity. */
static wfs_val reciprocal(struct wfs_code *c, wfs_val x, wfs_val minus_x)
{
    wfs_val r = wfs_sub(c, wfs_const(0x7ef311c7), x);

    for (int i = 0; i < 2; i++)
        r = wfs_fma(c, r, wfs_fma(c, minus_x, r, wfs_float(1.0F)), r);
    return r;
}

/* Corrected by its remainder, the quotient is off by 2^-34, and then rounded to 24 bits; two halves divide to no
 * nearer than 2^-23 to the middle of two others, or else exactly on it.  With an operand that is 0, infinite or NaN
 * the quotient is none of the numbers that halves can give, and x times the bits of infinity less those of y is
 * right: infinity for 0, 0 for infinity, NaN for NaN, and for any other y some number of its sign. */
static wfs_val half_div(struct wfs_code *c, wfs_val hx, wfs_val hy)
{
    const wfs_val x = wfs_h2f(c, hx), y = wfs_h2f(c, hy), minus_y = wfs_fneg(c, y), r = reciprocal(c, y, minus_y);
    const wfs_val first = wfs_fmul(c, x, r), quotient = wfs_fma(c, wfs_fma(c, minus_y, first, x), r, first);
    const wfs_val special = wfs_fmul(c, x, wfs_sub(c, wfs_const(0x7f800000), y));
    const wfs_val least = wfs_float(0x1p-60F);
    const wfs_val is_number = wfs_ltu(c, wfs_sub(c, wfs_fabs(c, quotient), least), wfs_const(0x7f800000 - least.bits));

    return wfs_f2h(c, wfs_sel(c, is_number, quotient, special));
}

/* Half the bits of a float are near half its logarithm: 1/sqrt(x) within 3.5 %.  Then one step of third order for g,
 * the root, and h, minus half its reciprocal, and the root is corrected by its remainder; enough for halves, as the
 * test of all of them shows.  Zeros keep their sign on the way; infinity becomes a NaN, to which the maximum prefers
 * x less a number beyond all halves. */
static wfs_val half_sqrt(struct wfs_code *c, wfs_val hx)
{
    const uint32_t seed = 0x5f3759df;
    const wfs_val x = wfs_h2f(c, hx), bits = wfs_shr(c, x, wfs_const(1));
    wfs_val g = wfs_fmul(c, x, wfs_sub(c, wfs_const(seed), bits));
    wfs_val h = wfs_sub(c, wfs_const((seed - 0x00800000) | UINT32_C(1) << 31), bits);
    const wfs_val error = wfs_fma(c, g, h, wfs_float(0.5F));
    const wfs_val step = wfs_fma(c, wfs_fmul(c, error, wfs_float(1.5F)), error, error);

    g = wfs_fma(c, g, step, g);
    h = wfs_fma(c, h, step, h);
    g = wfs_fma(c, wfs_fma(c, g, g, wfs_fneg(c, x)), h, g);
    g = wfs_fmax(c, g, wfs_fsub(c, x, wfs_float(0x1p17F)));
    return wfs_f2h(c, wfs_sel(c, wfs_flt(c, x, wfs_const(0)), wfs_const(0x7fc00000), g));
}

static wfs_val half_magnitude(struct wfs_code *c, wfs_val x)
{
    return wfs_and(c, x, wfs_const(0x7fff));
}

static bool float_half(struct wfs_code *c, uint32_t op, wfs_val x, const wfs_val *y, wfs_val *result)
{
    switch (op) {
    case WfsOpFNegate: *result = wfs_xor(c, x, wfs_const(0x8000)); return true;
    case WfsOpIsNan: *result = wfs_geu(c, half_magnitude(c, x), wfs_const(0x7c01)); return true;
    case WfsOpIsInf: *result = wfs_eq(c, half_magnitude(c, x), wfs_const(0x7c00)); return true;
    default: break;
    }
    if (!y || !is_binary(op))
        return false;
    if (op == WfsOpFDiv) {
        *result = half_div(c, x, *y);
        return true;
    }
    const wfs_val f = wfs_h2f(c, x), g = wfs_h2f(c, *y);
    if (compare(c, op, f, g, result))
        return true;
    if (!arithmetic(c, op, 16, f, g, result))
        return false;
    *result = wfs_mode_half(c, *result);
    return true;
}

static bool by_width(struct wfs_code *c, uint32_t op, unsigned width, const wfs_val *x, const wfs_val *y,
                     wfs_val *result)
{
    switch (width) {
    case 16: return float_half(c, op, *x, y, result);
    case 32: return float_word(c, op, *x, y, result);
    case 64: return wfs_double_op(c, op, x, y, result);
    default: return false;
    }
}

static bool gives_float(uint32_t op)
{
    return op == WfsOpFNegate || (op >= WfsOpFAdd && op <= WfsOpFMod);
}

bool wfs_float_op(struct wfs_code *c, uint32_t op, unsigned width, const wfs_val *x, const wfs_val *y, wfs_val *result)
{
    wfs_val a[2], b[2];

    if (!(c->flushes & width))
        return by_width(c, op, width, x, y, result);
    memcpy(a, x, wfs_words(width) * sizeof *a);
    wfs_flush(c, width, a);
    if (y) {
        memcpy(b, y, wfs_words(width) * sizeof *b);
        wfs_flush(c, width, b);
    }
    if (!by_width(c, op, width, a, y ? b : NULL, result))
        return false;
    if (gives_float(op))
        wfs_flush(c, width, result);
    return true;
}

/* ---- GLSL.std.450 ---- */

static bool glsl_half(struct wfs_code *c, uint32_t number, wfs_val x, const wfs_val *y, const wfs_val *z,
                      wfs_val *result)
{
    switch (number) {
    case WfsGlslFAbs: *result = half_magnitude(c, x); return true;
    case WfsGlslSqrt: *result = half_sqrt(c, x); return true;
    case WfsGlslFma:
        if (y && z)
            *result = half_fma(c, x, *y, *z);
        return y && z;
    default: return false;
    }
}

bool wfs_float_glsl(struct wfs_code *c, uint32_t number, unsigned width, const wfs_val *x, const wfs_val *y,
                    const wfs_val *z, wfs_val *result)
{
    switch (width) {
    case 16: return glsl_half(c, number, *x, y, z, result);
    case 64: return wfs_double_glsl(c, number, x, y, z, result);
    default: return false;
    }
}
