/* SPDX-License-Identifier: Apache-2.0
 * half.c - see half.h.
 */
#include "half.h"

static wfs_val k(uint32_t bits)
{
    return wfs_const(bits);
}

/* What a sum rounded to f32 has lost: exact, as long as nothing overflows (Knuth's two-sum). */
static wfs_val lost_in_sum(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val sum)
{
    const wfs_val y_there = wfs_fsub(c, sum, x);
    const wfs_val x_there = wfs_fsub(c, sum, y_there);

    return wfs_fadd(c, wfs_fsub(c, x, x_there), wfs_fsub(c, y, y_there));
}

/* The product is exact in f32.  The sum is rounded to odd: towards zero, and with the last bit 1 when it is not exact; such a number
 * is never halfway between two halves unless it is exact, so that the second rounding knows on which side the sum lies. */
wfs_val wfs_half_fma(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val z)
{
    const wfs_val product = wfs_fmul(c, wfs_h2f(c, x), wfs_h2f(c, y)), add = wfs_h2f(c, z);
    const wfs_val sum = wfs_fadd(c, product, add), lost = lost_in_sum(c, product, add, sum);
    const wfs_val too_great = wfs_shr(c, wfs_xor(c, sum, lost), k(31));     /* rounded away from zero */
    const wfs_val odd = wfs_or(c, wfs_sub(c, sum, too_great), k(1));
    const wfs_val inexact = wfs_fgt(c, wfs_fabs(c, lost), k(0));            /* false for a NaN, which infinities give */

    return wfs_f2h(c, wfs_sel(c, inexact, odd, sum));
}

/* From 2^17 on all is infinite, and below all is exact in f32. */
wfs_val wfs_half_from_unsigned(struct wfs_code *c, wfs_val x)
{
    return wfs_f2h(c, wfs_u2f(c, wfs_minu(c, x, k(1 << 17))));
}

wfs_val wfs_half_from_signed(struct wfs_code *c, wfs_val x)
{
    return wfs_f2h(c, wfs_i2f(c, wfs_maxs(c, wfs_mins(c, x, k(1 << 17)), k(0U - (1U << 17)))));
}
