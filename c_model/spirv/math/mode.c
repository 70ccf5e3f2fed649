/* SPDX-License-Identifier: Apache-2.0
 * mode.c - see mode.h; wfs_mode_fma is in mode_fma.c.
 */
#include "mode.h"

#include "double.h"
#include "parts.h"

/* The error of a sum is (greater - sum) + less, both exact (Dekker).  Where the sum of two numbers is infinite, it has
 * the other sign too; where an operand is infinite, it is a NaN. */
wfs_val wfs_sum(struct wfs_code *c, bool towards_zero, wfs_val x, wfs_val y)
{
    const wfs_val sum = wfs_fadd(c, x, y);

    if (!towards_zero)
        return sum;
    const wfs_val below = wfs_flt(c, wfs_fabs(c, x), wfs_fabs(c, y));
    const wfs_val greater = wfs_sel(c, below, y, x), less = wfs_sel(c, below, x, y);
    const wfs_val error = wfs_fadd(c, wfs_fsub(c, greater, sum), less);
    const wfs_val inwards = wfs_xor(c, error, wfs_and(c, sum, wfs_const(WFS_SIGN)));

    return wfs_sub(c, sum, wfs_flt(c, inwards, wfs_const(0)));
}

/* |x y| - |x y rounded| in one rounding has the right sign, even as a zero: that of an exact difference is +0. */
wfs_val wfs_product(struct wfs_code *c, bool towards_zero, wfs_val x, wfs_val y)
{
    const wfs_val product = wfs_fmul(c, x, y);

    if (!towards_zero)
        return product;
    const wfs_val minus = wfs_or(c, product, wfs_const(WFS_SIGN));
    const wfs_val error = wfs_fma(c, wfs_fabs(c, x), wfs_fabs(c, y), minus);

    return wfs_sub(c, product, wfs_shr(c, error, wfs_const(31)));
}

wfs_val wfs_mode_add(struct wfs_code *c, wfs_val x, wfs_val y)
{
    return wfs_sum(c, c->rounds_to_zero & 32, x, y);
}

wfs_val wfs_mode_sub(struct wfs_code *c, wfs_val x, wfs_val y)
{
    return c->rounds_to_zero & 32 ? wfs_sum(c, true, x, wfs_fneg(c, y)) : wfs_fsub(c, x, y);
}

wfs_val wfs_mode_mul(struct wfs_code *c, wfs_val x, wfs_val y)
{
    return wfs_product(c, c->rounds_to_zero & 32, x, y);
}

wfs_val wfs_mode_half(struct wfs_code *c, wfs_val f)
{
    wfs_val half = wfs_f2h(c, f);

    if (c->rounds_to_zero & 16) {
        const wfs_val back = wfs_h2f(c, half);
        half = wfs_sub(c, half, wfs_fgt(c, wfs_fabs(c, back), wfs_fabs(c, f)));
    }
    wfs_flush(c, 16, &half);
    return half;
}

void wfs_flush(struct wfs_code *c, unsigned width, wfs_val *x)
{
    const uint32_t sign = width == 16 ? 0x8000 : WFS_SIGN;
    const uint32_t exponents = width == 16 ? 0x7c00 : width == 32 ? WFS_INF : WFS_DOUBLE_INF;
    wfs_val *const top = width == 64 ? &x[1] : x;

    if (!(c->flushes & width))
        return;
    const wfs_val normal = wfs_and(c, *top, wfs_const(exponents));
    if (width == 64)
        x[0] = wfs_sel(c, normal, x[0], wfs_const(0));
    *top = wfs_sel(c, normal, *top, wfs_and(c, *top, wfs_const(sign)));
}
