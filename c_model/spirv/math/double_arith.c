/* SPDX-License-Identifier: Apache-2.0
 * double_arith.c - sum and product of f64: double.h.
 */
#include "double_parts.h"

/* ---- sum ---- */

/* The smaller significand one place further left than the greater, for `difference` + 1 places to the right, sticky. */
static struct wfs_pair aligned(struct wfs_code *c, struct wfs_pair x, wfs_val difference)
{
    const wfs_val zero = wfs_const(0), far = wfs_and(c, difference, wfs_const(32));
    const wfs_val hi = wfs_sel(c, far, zero, x.hi), lo = wfs_sel(c, far, x.hi, x.lo);
    const wfs_val below = wfs_sel(c, far, x.lo, zero);
    const wfs_val power = wfs_shr(c, wfs_const(UINT32_C(1) << 31), difference);
    const wfs_val whole = wfs_mad(c, hi, power, wfs_mulhu(c, lo, power));
    const wfs_val lost = wfs_or(c, wfs_mul(c, lo, power), below);

    return wfs_pair(wfs_sticky(c, whole, lost), wfs_mulhu(c, hi, power));
}

/* x + y, or x - y where the mask is ones.  The last bits of x are zeros, so that the one of -y = ~y + 1 has room. */
static struct wfs_pair add_masked(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, wfs_val mask)
{
    const wfs_val first = wfs_sub(c, x.lo, mask);
    const wfs_val lo = wfs_add(c, first, wfs_xor(c, y.lo, mask));
    const wfs_val hi = wfs_add(c, wfs_add(c, x.hi, wfs_xor(c, y.hi, mask)), wfs_ltu(c, lo, first));

    return wfs_pair(lo, hi);
}

/* The greater magnitude stands first, so that the difference is none below 0.  Ones of normal numbers are at bit 61
 * before the sum, which then is shifted left until its own is at 62, or its exponent is that of a subnormal. */
struct wfs_pair wfs_double_add(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y)
{
    const wfs_val mask31 = wfs_const(INT32_MAX);
    const struct wfs_pair x_size = wfs_pair(x.lo, wfs_and(c, x.hi, mask31)),
                          y_size = wfs_pair(y.lo, wfs_and(c, y.hi, mask31));
    const wfs_val less = wfs_pair_lt(c, x_size, y_size, false);
    const struct wfs_pair big = wfs_pair_sel(c, less, y, x), small = wfs_pair_sel(c, less, x, y);
    const wfs_val scale = wfs_double_scale(c, big), small_scale = wfs_double_scale(c, small);
    const wfs_val difference = wfs_minu(c, wfs_sub(c, scale, small_scale), wfs_const(63));
    const struct wfs_pair first = wfs_double_shifted(c, wfs_double_significand(c, big), 9);
    const struct wfs_pair second =
        aligned(c, wfs_double_shifted(c, wfs_double_significand(c, small), 10), difference);
    const wfs_val differ = wfs_sar(c, wfs_xor(c, x.hi, y.hi), wfs_const(31));
    const struct wfs_pair sum = add_masked(c, first, second, differ);

    /* 62 less the place of the highest one; far above all exponents when there is none */
    const wfs_val places = wfs_sub(c, wfs_xor(c, wfs_pair_highest(c, sum, false), wfs_const(63)), wfs_const(1));
    const wfs_val left = wfs_minu(c, places, scale);
    const struct wfs_pair rounded = wfs_double_round(c, wfs_pair_shl(c, sum, left), wfs_sub(c, scale, left));

    /* A sum of 0 is -0 only when both are.  An infinity stays one, unless the other is its opposite. */
    const wfs_val sign = wfs_sel(c, wfs_or(c, sum.lo, sum.hi), big.hi, wfs_and(c, x.hi, y.hi));
    const wfs_val special = wfs_eq(c, wfs_double_exponent(c, big), wfs_const(2047));
    const wfs_val opposite = wfs_and(c, wfs_eq(c, wfs_double_exponent(c, small), wfs_const(2047)), differ);
    const wfs_val nan =
        wfs_geu(c, wfs_or(c, wfs_double_digest(c, big), opposite), wfs_const(WFS_DIGEST_INF + 1));
    const wfs_val hi = wfs_sel(c, special, wfs_const(WFS_DOUBLE_INF), rounded.hi);
    const struct wfs_pair result = wfs_double_bounded(c, wfs_pair(rounded.lo, hi));

    return wfs_pair(result.lo, wfs_sel(c, nan, wfs_const(WFS_DOUBLE_NAN), wfs_double_signed(c, result.hi, sign)));
}

struct wfs_pair wfs_double_sub(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y)
{
    return wfs_double_add(c, x, wfs_pair(y.lo, wfs_fneg(c, y.hi)));
}

/* ---- product ---- */

/* The significand of y is shifted left by 11, so that bits 51 or 52 of the upper half of the product are the one of two
 * normal numbers.  The product moves left by what is missing to 62, but not so far that its exponent would fall below
 * 1; from a subnormal result it moves right. */
struct wfs_pair wfs_double_mul(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y)
{
    wfs_val p[4];
    const wfs_val x_digest = wfs_double_digest(c, x), y_digest = wfs_double_digest(c, y);
    const wfs_val most = wfs_maxu(c, x_digest, y_digest), least = wfs_minu(c, x_digest, y_digest);

    wfs_mul_128(c, wfs_double_significand(c, x), wfs_double_shifted(c, wfs_double_significand(c, y), 11), p);
    const wfs_val room =
        wfs_sub(c, wfs_add(c, wfs_double_scale(c, x), wfs_double_scale(c, y)), wfs_const(1013));
    const wfs_val places = wfs_sub(c, wfs_const(62), wfs_pair_highest(c, wfs_pair(p[2], p[3]), false));
    const wfs_val left = wfs_maxs(c, wfs_mins(c, places, room), wfs_const(0U - 64));
    const wfs_val exponent = wfs_maxs(c, wfs_sub(c, room, places), wfs_const(0));
    const struct wfs_pair rounded = wfs_double_round(c, wfs_window(c, p, left), exponent);

    /* infinity times 0 is a NaN */
    const wfs_val special = wfs_geu(c, most, wfs_const(WFS_DIGEST_INF));
    const wfs_val nan =
        wfs_geu(c, most, wfs_add(c, wfs_minu(c, least, wfs_const(1)), wfs_const(WFS_DIGEST_INF)));
    const wfs_val hi = wfs_sel(c, least, wfs_sel(c, special, wfs_const(WFS_DOUBLE_INF), rounded.hi), wfs_const(0));
    const struct wfs_pair result = wfs_double_bounded(c, wfs_pair(rounded.lo, hi));
    const wfs_val number = wfs_double_signed(c, result.hi, wfs_xor(c, x.hi, y.hi));

    return wfs_pair(result.lo, wfs_sel(c, nan, wfs_const(WFS_DOUBLE_NAN), number));
}
