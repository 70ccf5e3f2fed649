/* SPDX-License-Identifier: Apache-2.0
 * double_parts.c - see double_parts.h.
 *
 * Shifts are products with a power of two: the high word of a product is what a shift to the left carries over, and
 * what a shift to the right by 32 less as much keeps.
 */
#include "double_parts.h"

wfs_val wfs_double_exponent(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_bfeu(c, x.hi, wfs_const(20 | 11 << 8));
}

wfs_val wfs_double_scale(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_maxu(c, wfs_double_exponent(c, x), wfs_const(1));
}

struct wfs_pair wfs_double_significand(struct wfs_code *c, struct wfs_pair x)
{
    const wfs_val one = wfs_minu(c, wfs_double_exponent(c, x), wfs_const(1));

    return wfs_pair(x.lo, wfs_bfi(c, x.hi, one, wfs_const(20 | 12 << 8)));
}

struct wfs_pair wfs_double_normalised(struct wfs_code *c, struct wfs_pair x, unsigned top, wfs_val *scale)
{
    const struct wfs_pair s = wfs_double_significand(c, x);
    const wfs_val highest = wfs_pair_highest(c, s, false);

    *scale = wfs_add(c, wfs_double_scale(c, x), wfs_sub(c, highest, wfs_const(52)));
    return wfs_pair_shl(c, s, wfs_sub(c, wfs_const(top), highest));
}

struct wfs_pair wfs_double_shifted(struct wfs_code *c, struct wfs_pair x, unsigned by)
{
    const wfs_val over = wfs_shr(c, x.lo, wfs_const(32 - by));

    return wfs_pair(wfs_shl(c, x.lo, wfs_const(by)), wfs_mad(c, x.hi, wfs_const(UINT32_C(1) << by), over));
}

wfs_val wfs_sticky(struct wfs_code *c, wfs_val x, wfs_val lost)
{
    return wfs_or(c, x, wfs_minu(c, lost, wfs_const(1)));
}

struct wfs_pair wfs_pair_shr_sticky(struct wfs_code *c, struct wfs_pair x, wfs_val count)
{
    const wfs_val zero = wfs_const(0), far = wfs_and(c, count, wfs_const(32));
    const wfs_val hi = wfs_sel(c, far, zero, x.hi), lo = wfs_sel(c, far, x.hi, x.lo);
    const wfs_val below = wfs_sel(c, far, x.lo, zero);
    const wfs_val low = wfs_shr(c, lo, count);
    const wfs_val lost = wfs_xor(c, lo, wfs_shl(c, low, count));
    /* the field of wfs_pair_shr */
    const wfs_val field = wfs_mul(c, wfs_and(c, count, wfs_const(31)), wfs_const(511));
    const wfs_val whole = wfs_bfi(c, low, hi, field);

    return wfs_pair(wfs_sticky(c, whole, wfs_or(c, lost, below)), wfs_shr(c, hi, count));
}

struct wfs_pair wfs_window(struct wfs_code *c, const wfs_val p[4], wfs_val left)
{
    const wfs_val zero = wfs_const(0), right = wfs_sar(c, left, wfs_const(31));
    const wfs_val q3 = wfs_sel(c, right, zero, p[3]), q2 = wfs_sel(c, right, zero, p[2]);
    const wfs_val q1 = wfs_sel(c, right, p[3], p[1]), q0 = wfs_sel(c, right, p[2], p[0]);
    const wfs_val far = wfs_and(c, left, wfs_const(32));
    const wfs_val r2 = wfs_sel(c, far, q2, q3), r1 = wfs_sel(c, far, q1, q2), r0 = wfs_sel(c, far, q0, q1);
    const wfs_val lost = wfs_or(c, wfs_and(c, wfs_or(c, p[1], p[0]), right), wfs_sel(c, far, zero, q0));
    const wfs_val power = wfs_shl(c, wfs_const(1), left);
    const wfs_val hi = wfs_mad(c, r2, power, wfs_mulhu(c, r1, power));
    const wfs_val lo = wfs_mad(c, r1, power, wfs_mulhu(c, r0, power));

    return wfs_pair(wfs_sticky(c, lo, wfs_or(c, lost, wfs_mul(c, r0, power))), hi);
}

/* x.lo * y has three words; x.hi * y is added to the upper two. */
void wfs_mul_128(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, wfs_val p[4])
{
    const wfs_val carried = wfs_mulhu(c, x.lo, y.lo), low = wfs_mad(c, x.lo, y.hi, carried);
    const wfs_val high = wfs_add(c, wfs_mulhu(c, x.lo, y.hi), wfs_ltu(c, low, carried));
    const wfs_val middle = wfs_mad(c, x.hi, y.lo, low);
    const wfs_val more = wfs_add(c, wfs_mulhu(c, x.hi, y.lo), wfs_ltu(c, middle, low));
    const wfs_val first = wfs_mad(c, x.hi, y.hi, high), sum = wfs_add(c, first, more);

    p[0] = wfs_mul(c, x.lo, y.lo);
    p[1] = middle;
    p[2] = sum;
    p[3] = wfs_add(c, wfs_add(c, wfs_mulhu(c, x.hi, y.hi), wfs_ltu(c, first, high)), wfs_ltu(c, sum, more));
}

static struct wfs_pair packed(struct wfs_code *c, struct wfs_pair p, wfs_val exponent_less_one)
{
    return wfs_pair(wfs_bfi(c, wfs_shr(c, p.lo, wfs_const(10)), p.hi, wfs_const(22 | 10 << 8)),
                    wfs_mad(c, exponent_less_one, wfs_const(1 << 20), wfs_shr(c, p.hi, wfs_const(10))));
}

/* Of too great a number, the greatest; the exponent of 0 says nothing. */
static struct wfs_pair towards_zero(struct wfs_code *c, struct wfs_pair p, wfs_val exponent_less_one)
{
    const struct wfs_pair cut = packed(c, p, exponent_less_one);
    const wfs_val beyond = wfs_and(c, wfs_geu(c, cut.hi, wfs_const(WFS_DOUBLE_INF)),
                                   wfs_ne(c, wfs_or(c, p.lo, p.hi), wfs_const(0)));

    return wfs_pair_sel(c, beyond, wfs_pair(wfs_const(UINT32_MAX), wfs_const(WFS_DOUBLE_INF - 1)), cut);
}

/* Half of the last place less one, and one more when the last place is odd, carries into it exactly when the number is
 * to be rounded up.  From there a carry goes on into the exponent. */
struct wfs_pair wfs_double_round(struct wfs_code *c, struct wfs_pair p, wfs_val exponent_less_one)
{
    if (c->rounds_to_zero & 64)
        return towards_zero(c, p, exponent_less_one);
    const wfs_val odd = wfs_bfeu(c, p.lo, wfs_const(10 | 1 << 8));
    const wfs_val lo = wfs_add(c, wfs_add(c, p.lo, wfs_const(0x1ff)), odd);
    const wfs_val hi = wfs_add(c, p.hi, wfs_ltu(c, lo, p.lo));

    return packed(c, wfs_pair(lo, hi), exponent_less_one);
}

struct wfs_pair wfs_double_bounded(struct wfs_code *c, struct wfs_pair x)
{
    const wfs_val hi = wfs_minu(c, x.hi, wfs_const(WFS_DOUBLE_INF));

    return wfs_pair(wfs_sel(c, wfs_ltu(c, hi, wfs_const(WFS_DOUBLE_INF)), x.lo, wfs_const(0)), hi);
}

wfs_val wfs_double_signed(struct wfs_code *c, wfs_val hi, wfs_val sign)
{
    return wfs_bfi(c, sign, hi, wfs_const(31 << 8));
}
