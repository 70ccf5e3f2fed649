/* SPDX-License-Identifier: Apache-2.0
 * saturate.c - the integer functions of SPV_INTEL_shader_integer_functions2, of every width, out of those of wide.h:
 * sums and differences that saturate, distances, averages, counts of zeros, a product with a half word.
 */
#include "wide.h"

#include "../module/grammar.h"

struct saturation {
    struct wfs_code *c;
    unsigned width;
};

static void op(const struct saturation *k, uint32_t number, const wfs_val *x, const wfs_val *y, wfs_val *r)
{
    wfs_integer(k->c, number, k->width, x, y, r);
}

static wfs_val truth(const struct saturation *k, uint32_t number, const wfs_val *x, const wfs_val *y)
{
    wfs_val r[2] = {wfs_none(), wfs_none()};

    op(k, number, x, y, r);
    return r[0];
}

/* Both words; of narrow numbers the low bits. */
static void constant(const struct saturation *k, uint32_t low, uint32_t high, wfs_val r[2])
{
    r[0] = wfs_const(k->width < 32 ? low & ((1U << k->width) - 1) : low);
    r[1] = wfs_const(high);
}

static void select(const struct saturation *k, wfs_val which, const wfs_val *x, const wfs_val *y, wfs_val *r)
{
    wfs_select(k->c, which, wfs_words(k->width), x, y, r);
}

/* The greatest number, or with a negative x the least. */
static void limit(const struct saturation *k, const wfs_val *x, wfs_val r[2])
{
    const uint32_t sign = k->width < 64 ? 1U << (k->width - 1) : 0, high_sign = k->width == 64 ? 1U << 31 : 0;
    wfs_val zero[2], least[2], greatest[2];

    constant(k, 0, 0, zero);
    constant(k, sign, high_sign, least);
    constant(k, sign - 1, high_sign - 1, greatest);
    select(k, truth(k, WfsOpSLessThan, x, zero), least, greatest, r);
}

/* x + y or x - y; it overflowed if the signs of x and of y, or of its complement, agree, and that of the result not. */
static void signed_sum(const struct saturation *k, bool minus, const wfs_val *x, const wfs_val *y, wfs_val *r)
{
    wfs_val sum[2], from_x[2], from_y[2], over[2], zero[2], most[2];

    constant(k, 0, 0, zero);
    op(k, minus ? WfsOpISub : WfsOpIAdd, x, y, sum);
    op(k, WfsOpBitwiseXor, x, sum, from_x);
    op(k, WfsOpBitwiseXor, y, minus ? x : sum, from_y);
    op(k, WfsOpBitwiseAnd, from_x, from_y, over);
    limit(k, x, most);
    select(k, truth(k, WfsOpSLessThan, over, zero), most, sum, r);
}

static void unsigned_sum(const struct saturation *k, bool minus, const wfs_val *x, const wfs_val *y, wfs_val *r)
{
    wfs_val sum[2], most[2];

    op(k, minus ? WfsOpISub : WfsOpIAdd, x, y, sum);
    if (minus)
        constant(k, 0, 0, most);
    else
        constant(k, UINT32_MAX, UINT32_MAX, most);
    select(k, minus ? truth(k, WfsOpULessThan, x, y) : truth(k, WfsOpULessThan, sum, x), most, sum, r);
}

static void distance(const struct saturation *k, uint32_t less, const wfs_val *x, const wfs_val *y, wfs_val *r)
{
    wfs_val up[2], down[2];

    op(k, WfsOpISub, x, y, down);
    op(k, WfsOpISub, y, x, up);
    select(k, truth(k, less, x, y), up, down, r);
}

/* Half of the bits that differ, on top of those that both have, or off those that either has: rounded down, or up. */
static void average(const struct saturation *k, uint32_t shift, bool up, const wfs_val *x, const wfs_val *y,
                    wfs_val *r)
{
    const wfs_val one[2] = {wfs_const(1), wfs_const(0)};
    wfs_val differ[2], half[2], base[2];

    op(k, WfsOpBitwiseXor, x, y, differ);
    op(k, shift, differ, one, half);
    op(k, up ? WfsOpBitwiseOr : WfsOpBitwiseAnd, x, y, base);
    op(k, up ? WfsOpISub : WfsOpIAdd, base, half, r);
}

bool wfs_integer_saturating(struct wfs_code *c, uint32_t number, unsigned width, const wfs_val *x, const wfs_val *y,
                            wfs_val *r)
{
    const struct saturation k = {c, width};

    switch (number) {
    case WfsOpUCountLeadingZerosINTEL:          /* without a bit: all ones, which is -1 */
        wfs_integer_glsl(c, WfsGlslFindUMsb, width, x, NULL, NULL, r);
        r[0] = wfs_cut(c, width, wfs_sub(c, wfs_const(width - 1), r[0]));
        r[1] = wfs_const(0);
        return true;
    case WfsOpUCountTrailingZerosINTEL:
        wfs_integer_glsl(c, WfsGlslFindILsb, width, x, NULL, NULL, r);
        r[0] = wfs_minu(c, r[0], wfs_const(width));
        r[1] = wfs_const(0);
        return true;
    default: break;
    }
    if (!y)
        return false;
    switch (number) {
    case WfsOpAbsISubINTEL: distance(&k, WfsOpSLessThan, x, y, r); return true;
    case WfsOpAbsUSubINTEL: distance(&k, WfsOpULessThan, x, y, r); return true;
    case WfsOpIAddSatINTEL: signed_sum(&k, false, x, y, r); return true;
    case WfsOpISubSatINTEL: signed_sum(&k, true, x, y, r); return true;
    case WfsOpUAddSatINTEL: unsigned_sum(&k, false, x, y, r); return true;
    case WfsOpUSubSatINTEL: unsigned_sum(&k, true, x, y, r); return true;
    case WfsOpIAverageINTEL: average(&k, WfsOpShiftRightArithmetic, false, x, y, r); return true;
    case WfsOpUAverageINTEL: average(&k, WfsOpShiftRightLogical, false, x, y, r); return true;
    case WfsOpIAverageRoundedINTEL: average(&k, WfsOpShiftRightArithmetic, true, x, y, r); return true;
    case WfsOpUAverageRoundedINTEL: average(&k, WfsOpShiftRightLogical, true, x, y, r); return true;
    case WfsOpIMul32x16INTEL: case WfsOpUMul32x16INTEL:
        if (width != 32)
            return false;
        *r = wfs_mul(c, *x, number == WfsOpIMul32x16INTEL ? wfs_sign_extend(c, 16, *y)
                                                           : wfs_and(c, *y, wfs_const(0xffff)));
        return true;
    default: return false;
    }
}
