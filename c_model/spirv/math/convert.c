/* SPDX-License-Identifier: Apache-2.0
 * convert.c - conversions between integers and floats of all widths: wfs_convert of wide.h.
 */
#include "wide.h"

#include "double.h"
#include "mode.h"
#include "../module/grammar.h"

/* ---- 64-bit integers and f32 ---- */

/* A float times 2^n, when neither is subnormal, infinite or zero. */
static wfs_val times_power(struct wfs_code *c, wfs_val f, wfs_val n)
{
    return wfs_add(c, f, wfs_shl(c, n, wfs_const(23)));
}

/* The upper 32 bits of a number that was shifted left until they are full.  Anything below them matters to the
 * rounding only by being there: it sets the last of the 32 bits, of which 24 remain. */
static wfs_val full_word(struct wfs_code *c, struct wfs_pair x, wfs_val power)
{
    const wfs_val top = wfs_mad(c, x.hi, power, wfs_mulhu(c, x.lo, power));

    return wfs_or(c, top, wfs_ne(c, wfs_mul(c, x.lo, power), wfs_const(0)));
}

static wfs_val unsigned_to_float(struct wfs_code *c, struct wfs_pair x)
{
    const wfs_val highest = wfs_highest(c, x.hi);
    const wfs_val top = full_word(c, x, wfs_shr(c, wfs_const(UINT32_C(1) << 31), highest));
    const wfs_val wide = times_power(c, wfs_u2f(c, top), wfs_add(c, highest, wfs_const(1)));

    return wfs_sel(c, x.hi, wide, wfs_u2f(c, x.lo));
}

/* As above, but the sign bit stays in front of the full word. */
static wfs_val signed_to_float(struct wfs_code *c, struct wfs_pair x)
{
    const wfs_val highest = wfs_highest_s(c, x.hi);
    const wfs_val top = full_word(c, x, wfs_shl(c, wfs_const(1), wfs_sub(c, wfs_const(30), highest)));
    const wfs_val wide = times_power(c, wfs_i2f(c, top), wfs_add(c, highest, wfs_const(2)));
    const wfs_val narrow = wfs_eq(c, x.hi, wfs_sar(c, x.lo, wfs_const(31)));

    return wfs_sel(c, narrow, wfs_i2f(c, x.lo), wide);
}

static struct wfs_pair float_to_unsigned(struct wfs_code *c, wfs_val f)
{
    const wfs_val high = wfs_trunc(c, wfs_fmul(c, f, wfs_float(0x1p-32F)));

    return wfs_pair(wfs_f2u(c, wfs_fma(c, high, wfs_float(-0x1p32F), f)), wfs_f2u(c, high));
}

/* The high word is a floor, so that the low one is not negative.  From 2^31 on the low word has 24 digits at most;
 * of smaller negative numbers it may have more, but they fit a word as they are. */
static struct wfs_pair float_to_signed(struct wfs_code *c, wfs_val f)
{
    const wfs_val whole = wfs_trunc(c, f), high = wfs_floor(c, wfs_fmul(c, whole, wfs_float(0x1p-32F)));
    const wfs_val low = wfs_f2u(c, wfs_fma(c, high, wfs_float(-0x1p32F), whole));
    const wfs_val small = wfs_flt(c, wfs_fabs(c, f), wfs_float(0x1p31F));

    return wfs_pair(wfs_sel(c, small, wfs_f2i(c, f), low), wfs_f2i(c, high));
}

wfs_val wfs_nearest_word(struct wfs_code *c, const wfs_val *word, bool is_signed)
{
    const struct wfs_pair x = wfs_pair_at(word);

    if (!is_signed)
        return wfs_sel(c, x.hi, wfs_const(UINT32_MAX), x.lo);
    const wfs_val bound = wfs_xor(c, wfs_sar(c, x.hi, wfs_const(31)), wfs_const(INT32_MAX));

    return wfs_sel(c, wfs_eq(c, x.hi, wfs_sar(c, x.lo, wfs_const(31))), x.lo, bound);
}

/* ---- by opcode ---- */

static struct wfs_pair integer_to_integer(struct wfs_code *c, unsigned from, unsigned to, const wfs_val *x,
                                          bool is_signed)
{
    const wfs_val word = is_signed && to > from ? wfs_sign_extend(c, from, x[0]) : x[0];

    if (to != 64)
        return wfs_pair(to < from || (is_signed && to > from) ? wfs_cut(c, to, word) : word, wfs_none());
    if (from == 64)
        return wfs_pair_at(x);
    return is_signed ? wfs_pair_signed(c, word) : wfs_pair(word, wfs_const(0));
}

static struct wfs_pair float_to_integer(struct wfs_code *c, unsigned from, unsigned to, const wfs_val *x,
                                        bool is_signed)
{
    if (from == 64) {
        if (to == 64)
            return wfs_double_to_pair(c, wfs_pair_at(x), is_signed);
        return wfs_pair(wfs_cut(c, to, wfs_double_to_word(c, wfs_pair_at(x), is_signed)), wfs_none());
    }
    const wfs_val f = from == 16 ? wfs_h2f(c, x[0]) : x[0];
    if (to == 64 && from == 32)
        return is_signed ? float_to_signed(c, f) : float_to_unsigned(c, f);
    const wfs_val word = is_signed ? wfs_f2i(c, f) : wfs_f2u(c, f);
    if (to == 64)
        return is_signed ? wfs_pair_signed(c, word) : wfs_pair(word, wfs_const(0));
    return wfs_pair(wfs_cut(c, to, word), wfs_none());
}

/* Integers that f32 must round are beyond all halves: to f16 by way of f32 rounds once. */
static wfs_val word_to_float(struct wfs_code *c, unsigned to, wfs_val word, bool is_signed)
{
    const wfs_val f = is_signed ? wfs_i2f(c, word) : wfs_u2f(c, word);

    return to == 16 ? wfs_mode_half(c, f) : f;
}

/* A double holds each word, and cuts off of a pair what f32 cuts off too. */
static wfs_val integer_towards_zero(struct wfs_code *c, unsigned from, struct wfs_pair x, bool is_signed)
{
    const unsigned modes = c->rounds_to_zero;
    c->rounds_to_zero |= 64;
    const struct wfs_pair whole =
        from == 64 ? wfs_double_from_pair(c, x, is_signed) : wfs_double_from_word(c, x.lo, is_signed);
    c->rounds_to_zero = modes;
    return wfs_double_to_float(c, whole, WFS_TO_ZERO);
}

static struct wfs_pair integer_to_float(struct wfs_code *c, unsigned from, unsigned to, const wfs_val *x,
                                        bool is_signed)
{
    const struct wfs_pair pair = from == 64 ? wfs_pair_at(x) : wfs_pair(wfs_none(), wfs_none());

    if (from == 64 && to == 64)
        return wfs_double_from_pair(c, pair, is_signed);
    if (to == 32 && from >= 32 && c->rounds_to_zero & 32)
        return wfs_pair(integer_towards_zero(c, from, from == 64 ? pair : wfs_pair(x[0], wfs_none()), is_signed),
                        wfs_none());
    if (from == 64 && to == 32)
        return wfs_pair(is_signed ? signed_to_float(c, pair) : unsigned_to_float(c, pair), wfs_none());
    if (from == 64)
        return wfs_pair(word_to_float(c, to, wfs_nearest_word(c, x, is_signed), is_signed), wfs_none());
    const wfs_val word = is_signed ? wfs_sign_extend(c, from, x[0]) : x[0];
    return to == 64 ? wfs_double_from_word(c, word, is_signed)
                    : wfs_pair(word_to_float(c, to, word, is_signed), wfs_none());
}

static struct wfs_pair float_to_float(struct wfs_code *c, unsigned from, unsigned to, const wfs_val *x)
{
    if (from == to)
        return wfs_pair(x[0], from == 64 ? x[1] : wfs_none());
    if (from == 64) {
        const bool cut = c->rounds_to_zero & to;
        const enum wfs_rounding how = cut ? WFS_TO_ZERO : to == 16 ? WFS_TO_ODD : WFS_TO_EVEN;
        const wfs_val f = wfs_double_to_float(c, wfs_pair_at(x), how);

        return wfs_pair(to == 16 ? wfs_mode_half(c, f) : f, wfs_none());
    }
    const wfs_val f = from == 16 ? wfs_h2f(c, x[0]) : x[0];
    if (to == 64)
        return wfs_double_from_float(c, f);
    return wfs_pair(to == 16 ? wfs_mode_half(c, f) : f, wfs_none());
}

/* f32 to f16 and back, but what is too small for a normal half becomes a zero of its sign. */
wfs_val wfs_quantize_f16(struct wfs_code *c, wfs_val x)
{
    const wfs_val f = wfs_h2f(c, wfs_f2h(c, x)), least = wfs_float(0x1p-14F);
    const wfs_val zero = wfs_and(c, f, wfs_const(UINT32_C(1) << 31));

    return wfs_sel(c, wfs_flt(c, wfs_fabs(c, f), least), zero, f);
}

static bool is_of_float(uint32_t op)
{
    return op == WfsOpConvertFToU || op == WfsOpConvertFToS || op == WfsOpFConvert || op == WfsOpQuantizeToF16;
}

static bool gives_float(uint32_t op)
{
    return op == WfsOpConvertUToF || op == WfsOpConvertSToF || op == WfsOpFConvert || op == WfsOpQuantizeToF16;
}

bool wfs_convert(struct wfs_code *c, uint32_t op, unsigned from, unsigned to, const wfs_val *x, wfs_val *result)
{
    wfs_val flushed[2] = {x[0], from == 64 ? x[1] : wfs_none()};
    struct wfs_pair pair;

    if (is_of_float(op))
        wfs_flush(c, from, flushed);
    x = flushed;

    switch (op) {
    case WfsOpUConvert: case WfsOpSConvert: pair = integer_to_integer(c, from, to, x, op == WfsOpSConvert); break;
    case WfsOpConvertFToU: case WfsOpConvertFToS:
        pair = float_to_integer(c, from, to, x, op == WfsOpConvertFToS); break;
    case WfsOpConvertUToF: case WfsOpConvertSToF:
        pair = integer_to_float(c, from, to, x, op == WfsOpConvertSToF); break;
    case WfsOpFConvert: pair = float_to_float(c, from, to, x); break;
    case WfsOpQuantizeToF16:
        if (from != 32 || to != 32)
            return false;
        pair = wfs_pair(wfs_quantize_f16(c, x[0]), wfs_none());
        break;
    default: return false;
    }
    result[0] = pair.lo;
    if (to == 64)
        result[1] = pair.hi;
    if (gives_float(op))
        wfs_flush(c, to, result);
    return true;
}
