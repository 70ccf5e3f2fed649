/* SPDX-License-Identifier: Apache-2.0
 * opencl_int.c - the functions of OpenCL.std on integers of 8, 16, 32 and 64 bits: opencl.h.
 */
#include "opencl.h"
#include "pair.h"
#include "wide.h"

#include "../module/grammar.h"

/* ---- products ---- */

static void high_product(struct wfs_code *c, bool is_signed, unsigned width, const wfs_val *const *x, wfs_val *high)
{
    wfs_val low[2];

    wfs_integer_extended(c, is_signed ? WfsOpSMulExtended : WfsOpUMulExtended, width, x[0], x[1], low, high);
}

static void add_to(struct wfs_code *c, unsigned width, const wfs_val *x, wfs_val *result)
{
    wfs_integer(c, WfsOpIAdd, width, result, x, result);
}

/* x y + z of 8 or 16 bits, which has room in a word. */
static wfs_val narrow_sum(struct wfs_code *c, bool is_signed, unsigned width, const wfs_val *const *x)
{
    if (!is_signed)
        return wfs_minu(c, wfs_mad(c, *x[0], *x[1], *x[2]), wfs_const((1U << width) - 1));
    const wfs_val sum = wfs_mad(c, wfs_sign_extend(c, width, *x[0]), wfs_sign_extend(c, width, *x[1]),
                                wfs_sign_extend(c, width, *x[2]));
    const uint32_t most = (1U << (width - 1)) - 1;

    return wfs_cut(c, width, wfs_sclamp(c, sum, wfs_const(~most), wfs_const(most)));
}

static void word_sum(struct wfs_code *c, bool is_signed, const wfs_val *const *x, wfs_val *result)
{
    const struct wfs_pair product = {wfs_mul(c, *x[0], *x[1]),
                                     is_signed ? wfs_mulhs(c, *x[0], *x[1]) : wfs_mulhu(c, *x[0], *x[1])};
    const struct wfs_pair more = is_signed ? wfs_pair_signed(c, *x[2]) : wfs_pair(*x[2], wfs_const(0));
    const struct wfs_pair sum = wfs_pair_add(c, product, more);

    if (!is_signed) {
        *result = wfs_or(c, sum.lo, wfs_neg(c, wfs_ne(c, sum.hi, wfs_const(0))));
        return;
    }
    const wfs_val limit = wfs_xor(c, wfs_sar(c, sum.hi, wfs_const(31)), wfs_const(INT32_MAX));
    *result = wfs_sel(c, wfs_eq(c, sum.hi, wfs_sar(c, sum.lo, wfs_const(31))), sum.lo, limit);
}

static void pair_sum(struct wfs_code *c, bool is_signed, const wfs_val *const *x, wfs_val *result)
{
    wfs_val low[2], high[2];

    wfs_integer_extended(c, is_signed ? WfsOpSMulExtended : WfsOpUMulExtended, 64, x[0], x[1], low, high);
    const struct wfs_pair z = wfs_pair_at(x[2]), sum = wfs_pair_add(c, wfs_pair_at(low), z);
    const wfs_val carry = wfs_pair_lt(c, sum, z, false);
    const wfs_val sign = is_signed ? wfs_sar(c, z.hi, wfs_const(31)) : wfs_const(0);
    const struct wfs_pair with_sign = wfs_pair_add(c, wfs_pair_at(high), wfs_pair(sign, sign));
    const struct wfs_pair top = wfs_pair_add(c, with_sign, wfs_pair(carry, wfs_const(0)));
    const wfs_val expected = is_signed ? wfs_sar(c, sum.hi, wfs_const(31)) : wfs_const(0);
    const wfs_val fits = wfs_pair_eq(c, top, wfs_pair(expected, expected));
    const wfs_val minus = is_signed ? wfs_sar(c, top.hi, wfs_const(31)) : wfs_const(0);
    const struct wfs_pair limit = wfs_pair(wfs_not(c, minus), wfs_xor(c, minus, wfs_const(is_signed ? INT32_MAX : UINT32_MAX)));
    const struct wfs_pair r = wfs_pair_sel(c, fits, sum, limit);

    result[0] = r.lo;
    result[1] = r.hi;
}

static void saturated_sum(struct wfs_code *c, bool is_signed, unsigned width, const wfs_val *const *x, wfs_val *result)
{
    if (width == 64)
        pair_sum(c, is_signed, x, result);
    else if (width == 32)
        word_sum(c, is_signed, x, result);
    else
        *result = narrow_sum(c, is_signed, width, x);
}

/* Of the low 24 bits. */
static bool product_24(struct wfs_code *c, bool is_signed, bool adds, unsigned width, const wfs_val *const *x,
                       wfs_val *result)
{
    const wfs_val field = wfs_const(24 << 8);

    if (width != 32)
        return false;
    const wfs_val a = is_signed ? wfs_bfes(c, *x[0], field) : wfs_bfeu(c, *x[0], field);
    const wfs_val b = is_signed ? wfs_bfes(c, *x[1], field) : wfs_bfeu(c, *x[1], field);
    *result = adds ? wfs_mad(c, a, b, *x[2]) : wfs_mul(c, a, b);
    return true;
}

/* ---- bits ---- */

static void rotate(struct wfs_code *c, unsigned width, const wfs_val *const *x, wfs_val *result)
{
    const wfs_val left = wfs_and(c, *x[1], wfs_const(width - 1));
    const wfs_val right = wfs_and(c, wfs_neg(c, left), wfs_const(width - 1));
    wfs_val high[2], low[2];

    wfs_integer(c, WfsOpShiftLeftLogical, width, x[0], &left, high);
    wfs_integer(c, WfsOpShiftRightLogical, width, x[0], &right, low);
    wfs_integer(c, WfsOpBitwiseOr, width, high, low, result);
}

/* The first operand above the second. */
static bool upsample(struct wfs_code *c, unsigned width, const wfs_val *const *x, wfs_val *result)
{
    if (width == 32) {
        const wfs_val high = *x[0];
        result[0] = *x[1];
        result[1] = high;
    } else if (width < 32) {
        *result = wfs_or(c, wfs_shl(c, *x[0], wfs_const(width)), *x[1]);
    }
    return width < 64;
}

/* ---- all ---- */

static const struct {
    uint32_t number, op;
    enum { GLSL, SATURATING } kind;
} same[] = {
    {WfsCl_s_abs, WfsGlslSAbs, GLSL}, {WfsCl_s_max, WfsGlslSMax, GLSL}, {WfsCl_u_max, WfsGlslUMax, GLSL},
    {WfsCl_s_min, WfsGlslSMin, GLSL}, {WfsCl_u_min, WfsGlslUMin, GLSL}, {WfsCl_s_clamp, WfsGlslSClamp, GLSL},
    {WfsCl_u_clamp, WfsGlslUClamp, GLSL}, {WfsCl_s_abs_diff, WfsOpAbsISubINTEL, SATURATING},
    {WfsCl_u_abs_diff, WfsOpAbsUSubINTEL, SATURATING}, {WfsCl_s_add_sat, WfsOpIAddSatINTEL, SATURATING},
    {WfsCl_u_add_sat, WfsOpUAddSatINTEL, SATURATING}, {WfsCl_s_sub_sat, WfsOpISubSatINTEL, SATURATING},
    {WfsCl_u_sub_sat, WfsOpUSubSatINTEL, SATURATING}, {WfsCl_s_hadd, WfsOpIAverageINTEL, SATURATING},
    {WfsCl_u_hadd, WfsOpUAverageINTEL, SATURATING}, {WfsCl_s_rhadd, WfsOpIAverageRoundedINTEL, SATURATING},
    {WfsCl_u_rhadd, WfsOpUAverageRoundedINTEL, SATURATING}, {WfsCl_clz, WfsOpUCountLeadingZerosINTEL, SATURATING},
    {WfsCl_ctz, WfsOpUCountTrailingZerosINTEL, SATURATING},
};

unsigned wfs_cl_integer_operands(uint32_t number)
{
    switch (number) {
    case WfsCl_s_abs: case WfsCl_u_abs: case WfsCl_clz: case WfsCl_ctz: case WfsCl_popcount: return 1;
    case WfsCl_s_clamp: case WfsCl_u_clamp: case WfsCl_s_mad_hi: case WfsCl_u_mad_hi: case WfsCl_s_mad_sat:
    case WfsCl_u_mad_sat: case WfsCl_s_mad24: case WfsCl_u_mad24: return 3;
    case WfsCl_s_mul_hi: case WfsCl_u_mul_hi: case WfsCl_rotate: case WfsCl_s_upsample: case WfsCl_u_upsample:
    case WfsCl_s_mul24: case WfsCl_u_mul24: return 2;
    default: break;
    }
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (same[i].number == number)
            return 2;
    return 0;
}

bool wfs_cl_integer(struct wfs_code *c, uint32_t number, unsigned width, const wfs_val *const *x, wfs_val *result)
{
    switch (number) {
    case WfsCl_u_abs:
        result[0] = x[0][0];
        result[1] = width == 64 ? x[0][1] : wfs_none();
        return true;
    case WfsCl_popcount: return wfs_integer(c, WfsOpBitCount, width, x[0], NULL, result);
    case WfsCl_s_mul_hi: high_product(c, true, width, x, result); return true;
    case WfsCl_u_mul_hi: high_product(c, false, width, x, result); return true;
    case WfsCl_s_mad_hi: case WfsCl_u_mad_hi:
        high_product(c, number == WfsCl_s_mad_hi, width, x, result);
        add_to(c, width, x[2], result);
        return true;
    case WfsCl_s_mad_sat: saturated_sum(c, true, width, x, result); return true;
    case WfsCl_u_mad_sat: saturated_sum(c, false, width, x, result); return true;
    case WfsCl_s_mad24: return product_24(c, true, true, width, x, result);
    case WfsCl_u_mad24: return product_24(c, false, true, width, x, result);
    case WfsCl_s_mul24: return product_24(c, true, false, width, x, result);
    case WfsCl_u_mul24: return product_24(c, false, false, width, x, result);
    case WfsCl_rotate: rotate(c, width, x, result); return true;
    case WfsCl_s_upsample: case WfsCl_u_upsample: return upsample(c, width, x, result);
    default: break;
    }
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (same[i].number == number)
            return same[i].kind == GLSL ? wfs_integer_glsl(c, same[i].op, width, x[0], x[1], x[2], result)
                                        : wfs_integer_saturating(c, same[i].op, width, x[0], x[1], result);
    return false;
}
