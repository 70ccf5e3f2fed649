/* SPDX-License-Identifier: Apache-2.0
 * convert.c - conversions between numbers: FPRoundingMode and, in kernels of OpenCL, SaturatedConversion.
 *
 * Without a mode, to integers is towards zero, and to floats is as the execution modes have it.
 */
#include "address.h"

#include <string.h>

#include "../math/double.h"
#include "../math/number.h"
#include "../math/wide.h"

enum { NO_MODE = -1 };

struct conversion {
    uint32_t op;
    unsigned from, to;                  /* bits */
    int rounding;                       /* FPRoundingMode, or NO_MODE */
    bool saturates;
};

/* ---- what the result says of itself ---- */

/* Vulkan has two of the modes, of conversions to floats of fewer bits. */
static void check_mode(struct wfs_lower *l, uint32_t at, const struct conversion *v)
{
    char name[WFS_NAME_SIZE];

    if (l->m->kernel_pointer ? v->rounding > WfsFPRoundingModeRTN : v->rounding > WfsFPRoundingModeRTZ)
        wfs_refuse(l->m, at, "its result has the %s; expected RTE or RTZ",
                   wfs_enum_name(WFS_KIND_FPRoundingMode, (uint32_t)v->rounding, name));
    if (!l->m->kernel_pointer && v->rounding == WfsFPRoundingModeRTZ && (v->op != WfsOpFConvert || v->to > v->from))
        wfs_refuse(l->m, at, "its result has the FPRoundingMode RTZ; expected an OpFConvert to fewer bits");
}

static struct conversion conversion_at(struct wfs_lower *l, uint32_t at, const struct wfs_type *from,
                                       const struct wfs_type *to)
{
    const uint32_t id = wfs_operand(l->m, at, 2), none = (uint32_t)NO_MODE;
    const struct conversion v = {
        .op = wfs_op_at(l->m, at), .from = from->width, .to = to->width,
        .rounding = (int)wfs_decorated(l->m, id, WFS_WHOLE, WfsDecorationFPRoundingMode, none),
        .saturates = wfs_decoration(l->m, id, WFS_WHOLE, WfsDecorationSaturatedConversion) != NULL};

    check_mode(l, at, &v);
    return v;
}

/* ---- to integers ---- */

static enum wfs_rounding direction_of(int rounding)
{
    return rounding == WfsFPRoundingModeRTE ? WFS_TO_EVEN : rounding == WfsFPRoundingModeRTP ? WFS_UP : WFS_DOWN;
}

/* The whole number that the mode gives. */
static void round_to_whole(struct wfs_code *c, unsigned width, int rounding, wfs_val *x)
{
    if (rounding == NO_MODE || rounding == WfsFPRoundingModeRTZ)
        return;
    if (width == 64) {
        const struct wfs_pair whole = wfs_double_whole(c, wfs_pair_at(x), direction_of(rounding));
        x[0] = whole.lo;
        x[1] = whole.hi;
        return;
    }
    x[0] = rounding == WfsFPRoundingModeRTE   ? wfs_round(c, x[0])
           : rounding == WfsFPRoundingModeRTP ? wfs_ceil(c, x[0])
                                              : wfs_floor(c, x[0]);
}

/* Of words, the nearest number of so many bits. */
static wfs_val nearest(struct wfs_code *c, unsigned bits, bool is_signed, wfs_val x)
{
    const uint32_t most = UINT32_MAX >> (32 - bits + (is_signed ? 1 : 0));

    if (bits == 32)
        return x;
    return !is_signed ? wfs_minu(c, x, wfs_const(most))
                      : wfs_cut(c, bits, wfs_mins(c, wfs_maxs(c, x, wfs_const(~most)), wfs_const(most)));
}

/* result: x as an integer of 64 bits, which may be anything where it lies beyond them. */
static void bound_pair(struct wfs_code *c, unsigned width, bool is_signed, const wfs_val *x, wfs_val *result)
{
    const struct wfs_pair end = wfs_number_const(c, width, is_signed ? 0x1p63F : 0x1p64F),
                          begin = wfs_number_const(c, width, is_signed ? -0x1p63F : 0.0F);
    const wfs_val above[2] = {wfs_const(UINT32_MAX), wfs_const(is_signed ? INT32_MAX : UINT32_MAX)},
                  below[2] = {wfs_const(0), wfs_const(is_signed ? 1U << 31 : 0)};
    const wfs_val last[2] = {end.lo, end.hi}, first[2] = {begin.lo, begin.hi};
    wfs_val is_above, is_below;

    wfs_float_op(c, WfsOpFOrdGreaterThanEqual, width, x, last, &is_above);
    wfs_float_op(c, is_signed ? WfsOpFOrdLessThan : WfsOpFUnordLessThanEqual, width, x, first, &is_below);
    wfs_select(c, is_above, 2, above, result, result);
    wfs_select(c, is_below, 2, below, result, result);
    if (!is_signed)
        return;
    wfs_val is_nan;
    wfs_float_op(c, WfsOpIsNan, width, x, NULL, &is_nan);
    wfs_select(c, is_nan, 2, (const wfs_val[2]){wfs_const(0), wfs_const(0)}, result, result);
}

static bool to_integer(struct wfs_code *c, const struct conversion *v, const wfs_val *x, wfs_val *result)
{
    const bool is_signed = v->op == WfsOpConvertFToS;
    const unsigned from = v->from == 16 ? 32 : v->from;
    wfs_val whole[2] = {v->from == 16 ? wfs_h2f(c, x[0]) : x[0], v->from == 64 ? x[1] : wfs_none()};

    round_to_whole(c, from, v->rounding, whole);
    if (!v->saturates)
        return wfs_convert(c, v->op, from, v->to, whole, result);
    if (v->to < 64) {
        const bool known = wfs_convert(c, v->op, from, 32, whole, result);
        result[0] = known ? nearest(c, v->to, is_signed, result[0]) : result[0];
        return known;
    }
    if (!wfs_convert(c, v->op, from, 64, whole, result))
        return false;
    bound_pair(c, from, is_signed, whole, result);
    return true;
}

/* ---- between integers ---- */

static bool to_other_width(struct wfs_code *c, const struct conversion *v, const wfs_val *x, wfs_val *result)
{
    const bool is_signed = v->op == WfsOpSConvert;
    const uint64_t most = UINT64_MAX >> (64 - v->to + (is_signed ? 1 : 0)), least = is_signed ? ~most : 0;
    const wfs_val high[2] = {wfs_const((uint32_t)most), wfs_const((uint32_t)(most >> 32))},
                  low[2] = {wfs_const((uint32_t)least), wfs_const((uint32_t)(least >> 32))};
    wfs_val near[2];

    if (!v->saturates || v->to >= v->from)
        return wfs_convert(c, v->op, v->from, v->to, x, result);
    if (v->from < 64) {
        result[0] = nearest(c, v->to, is_signed, is_signed ? wfs_sign_extend(c, v->from, x[0]) : x[0]);
        return true;
    }
    return wfs_integer_glsl(c, is_signed ? WfsGlslSMin : WfsGlslUMin, 64, x, high, NULL, near) &&
           (!is_signed || wfs_integer_glsl(c, WfsGlslSMax, 64, near, low, NULL, near)) &&
           wfs_convert(c, v->op, 64, v->to, near, result);
}

/* ---- to floats ---- */

static bool convert_in(struct wfs_code *c, const struct conversion *v, bool towards_zero, const wfs_val *x,
                       wfs_val *result)
{
    const unsigned modes = c->rounds_to_zero;

    c->rounds_to_zero = towards_zero ? modes | v->to : modes & ~v->to;
    const bool known = wfs_convert(c, v->op, v->from, v->to, x, result);
    c->rounds_to_zero = modes;
    return known;
}

/* The instruction that leads back. */
static uint32_t back_op(uint32_t op)
{
    return op == WfsOpConvertSToF ? WfsOpConvertFToS : op == WfsOpConvertUToF ? WfsOpConvertFToU : op;
}

/* Upwards or downwards: towards zero, which fits the operand's type again; where that is not exact, and the other
 * direction is away from zero, one unit further. */
static bool to_float_directed(struct wfs_code *c, const struct conversion *v, const wfs_val *x, wfs_val *result)
{
    const unsigned words = wfs_words(v->from), low = v->from < 32 ? v->from - 1 : 31;
    const bool is_unsigned = v->op == WfsOpConvertUToF, up = v->rounding == WfsFPRoundingModeRTP;
    wfs_val near[2] = {wfs_none(), wfs_const(0)}, back[2];

    if (!convert_in(c, v, true, x, near) || !wfs_convert(c, back_op(v->op), v->to, v->from, near, back))
        return false;
    const wfs_val differs = words == 2 ? wfs_lnot(c, wfs_pair_eq(c, wfs_pair_at(back), wfs_pair_at(x)))
                                       : wfs_ne(c, back[0], x[0]);
    const wfs_val negative = is_unsigned ? wfs_const(0) : wfs_and(c, wfs_shr(c, x[words - 1], wfs_const(low)), wfs_const(1));
    const wfs_val away = wfs_and(c, differs, up ? wfs_lnot(c, negative) : negative);
    const struct wfs_pair next = wfs_pair_add(c, wfs_pair_at(near), wfs_pair(away, wfs_const(0)));
    result[0] = next.lo;
    if (v->to == 64)
        result[1] = next.hi;
    return true;
}

static bool to_float(struct wfs_code *c, const struct conversion *v, const wfs_val *x, wfs_val *result)
{
    switch (v->rounding) {
    case WfsFPRoundingModeRTE: case WfsFPRoundingModeRTZ:
        return convert_in(c, v, v->rounding == WfsFPRoundingModeRTZ, x, result);
    case NO_MODE: return wfs_convert(c, v->op, v->from, v->to, x, result);
    default:
        return v->op == WfsOpFConvert && v->to >= v->from ? wfs_convert(c, v->op, v->from, v->to, x, result)
                                                          : to_float_directed(c, v, x, result);
    }
}

/* ---- by opcode ---- */

static bool convert_scalar(struct wfs_code *c, const struct conversion *v, const wfs_val *x, wfs_val *result)
{
    switch (v->op) {
    case WfsOpConvertFToU: case WfsOpConvertFToS: return to_integer(c, v, x, result);
    case WfsOpUConvert: case WfsOpSConvert: return to_other_width(c, v, x, result);
    case WfsOpQuantizeToF16: return wfs_convert(c, v->op, v->from, v->to, x, result);
    default: return to_float(c, v, x, result);
    }
}

/* Not a truth, nor a struct or an array, which has no scalar. */
static bool is_number(const struct wfs_type *scalar)
{
    return scalar->kind == WFS_INT || scalar->kind == WFS_FLOAT;
}

static void convert(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_value *x = wfs_value(l, wfs_operand(l->m, at, 3));
    struct wfs_value *v = wfs_result(l, at);
    const struct wfs_type *from = wfs_scalar(x->type), *to = wfs_scalar(v->type);
    const uint32_t count = wfs_components(v->type);

    if (!x->word)
        wfs_refuse(l->m, at, "operand 3 is a pointer");
    wfs_expect_number(l, x);
    if (wfs_components(x->type) != count || !is_number(from) || !is_number(to) || x->words != count * from->words ||
        v->words != count * to->words)
        wfs_refuse(l->m, at, "its operand is %s; expected numbers like %s", wfs_type_shown(l->m, x->type),
                   wfs_type_shown(l->m, v->type));
    const struct conversion how = conversion_at(l, at, from, to);
    for (uint32_t i = 0; i < count; i++)
        if (!convert_scalar(l->code, &how, &x->word[i * from->words], &v->word[i * to->words]))
            wfs_refuse(l->m, at, "not supported from %s to %s", wfs_type_shown(l->m, from), wfs_type_shown(l->m, to));
}

bool wfs_lower_conversion(struct wfs_lower *l, uint32_t at)
{
    switch (wfs_op_at(l->m, at)) {
    case WfsOpConvertFToU: case WfsOpConvertFToS: case WfsOpConvertSToF: case WfsOpConvertUToF: case WfsOpUConvert:
    case WfsOpSConvert: case WfsOpFConvert: case WfsOpQuantizeToF16:
        convert(l, at);
        return true;
    default: return false;
    }
}
