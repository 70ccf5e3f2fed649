/* SPDX-License-Identifier: Apache-2.0
 * double_fma.c - fused multiply-add of f64, rounded once: double.h.
 *
 * Product and summand are numbers of 128 bits, p[3..0], that both have the one of normal numbers at bit 124 or 125.
 * The one with the lower exponent is shifted right, sticky.  No bit is lost where they could cancel: the summand has
 * 73 zeros at its end and the product 20; a product that begins with zeros, of a subnormal factor, has 52 of them.
 */
#include "double_parts.h"

static void select_words(struct wfs_code *c, wfs_val truth, const wfs_val *x, const wfs_val *y, wfs_val *result)
{
    for (unsigned i = 0; i < 4; i++)
        result[i] = wfs_sel(c, truth, x[i], y[i]);
}

/* x >> count, 0..127, sticky. */
static void shr_128(struct wfs_code *c, const wfs_val *x, wfs_val count, wfs_val *result)
{
    const wfs_val zero = wfs_const(0);
    const wfs_val by_64 = wfs_and(c, count, wfs_const(64)), by_32 = wfs_and(c, count, wfs_const(32));
    wfs_val q[4], r[4];

    for (unsigned i = 0; i < 4; i++)
        q[i] = wfs_sel(c, by_64, i < 2 ? x[i + 2] : zero, x[i]);
    for (unsigned i = 0; i < 4; i++)
        r[i] = wfs_sel(c, by_32, i < 3 ? q[i + 1] : zero, q[i]);
    const wfs_val below = wfs_or(c, wfs_sel(c, by_64, wfs_or(c, x[0], x[1]), zero), wfs_sel(c, by_32, q[0], zero));
    /* the field of wfs_pair_shr */
    const wfs_val field = wfs_mul(c, wfs_and(c, count, wfs_const(31)), wfs_const(511));
    const wfs_val lowest = wfs_shr(c, r[0], count), lost = wfs_xor(c, r[0], wfs_shl(c, lowest, count));

    for (unsigned i = 0; i < 4; i++) {
        const wfs_val kept = i ? wfs_shr(c, r[i], count) : lowest;
        result[i] = i < 3 ? wfs_bfi(c, kept, r[i + 1], field) : kept;
    }
    result[0] = wfs_sticky(c, result[0], wfs_or(c, lost, below));
}

/* x + y + carry of a word, and the carry of that. */
static wfs_val add_word(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val *carry)
{
    const wfs_val first = wfs_add(c, x, y), sum = wfs_add(c, first, *carry);

    *carry = wfs_or(c, wfs_ltu(c, first, x), wfs_ltu(c, sum, first));
    return sum;
}

/* x + y, or x - y where the mask is ones; then the magnitude of that.  *negative: a mask. */
static void add_masked(struct wfs_code *c, const wfs_val *x, const wfs_val *y, wfs_val mask, wfs_val *sum,
                       wfs_val *negative)
{
    wfs_val carry = wfs_and(c, mask, wfs_const(1));

    for (unsigned i = 0; i < 4; i++)
        sum[i] = add_word(c, x[i], wfs_xor(c, y[i], mask), &carry);
    *negative = wfs_sar(c, sum[3], wfs_const(31));
    carry = wfs_and(c, *negative, wfs_const(1));
    for (unsigned i = 0; i < 4; i++) {
        const wfs_val flipped = wfs_xor(c, sum[i], *negative);

        sum[i] = wfs_add(c, flipped, carry);
        carry = wfs_ltu(c, sum[i], carry);
    }
}

/* As many places to the left as bring the highest one to bit 126, but not more than the exponent has room for. */
static struct wfs_pair round_128(struct wfs_code *c, const wfs_val *p, wfs_val room)
{
    const wfs_val zero = wfs_const(0);
    const wfs_val upper = wfs_or(c, p[3], p[2]);
    const wfs_val in_upper = wfs_pair_highest(c, wfs_pair(p[2], p[3]), false);
    const wfs_val in_lower = wfs_pair_highest(c, wfs_pair(p[0], p[1]), false);
    const wfs_val places = wfs_sel(c, upper, wfs_sub(c, wfs_const(62), in_upper), wfs_sub(c, wfs_const(126), in_lower));
    const wfs_val left = wfs_maxs(c, wfs_mins(c, places, room), wfs_const(0U - 64));
    const wfs_val far = wfs_ges(c, left, wfs_const(64));
    wfs_val q[4];

    for (unsigned i = 0; i < 4; i++)
        q[i] = wfs_sel(c, far, i < 2 ? zero : p[i - 2], p[i]);
    const struct wfs_pair rest = wfs_window(c, q, wfs_sub(c, left, wfs_shl(c, far, wfs_const(6))));
    return wfs_double_round(c, rest, wfs_maxs(c, wfs_sub(c, room, places), zero));
}

struct wfs_pair wfs_double_fma(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, struct wfs_pair z)
{
    const wfs_val zero = wfs_const(0), product_sign = wfs_xor(c, x.hi, y.hi);
    const wfs_val x_digest = wfs_double_digest(c, x), y_digest = wfs_double_digest(c, y);
    const wfs_val z_digest = wfs_double_digest(c, z);
    const wfs_val most = wfs_maxu(c, x_digest, y_digest), least = wfs_minu(c, x_digest, y_digest);
    const struct wfs_pair summand = wfs_double_shifted(c, wfs_double_significand(c, z), 9);
    const wfs_val s[4] = {zero, zero, summand.lo, summand.hi};
    wfs_val p[4], big[4], small[4], aligned[4], sum[4], negative;

    wfs_mul_128(c, wfs_double_significand(c, x), wfs_double_shifted(c, wfs_double_significand(c, y), 11), p);
    for (unsigned i = 3; i > 0; i--)
        p[i] = wfs_mad(c, p[i], wfs_const(1 << 9), wfs_shr(c, p[i - 1], wfs_const(23)));
    p[0] = wfs_shl(c, p[0], wfs_const(9));

    /* a product of 0 is below every summand */
    const wfs_val sum_of_scales = wfs_add(c, wfs_double_scale(c, x), wfs_double_scale(c, y));
    const wfs_val p_scale = wfs_sel(c, least, wfs_sub(c, sum_of_scales, wfs_const(1022)), wfs_const(0U - 4096));
    const wfs_val z_scale = wfs_double_scale(c, z), difference = wfs_sub(c, p_scale, z_scale);
    const wfs_val z_first = wfs_sar(c, difference, wfs_const(31));
    const wfs_val distance = wfs_sub(c, wfs_xor(c, difference, z_first), z_first);

    select_words(c, z_first, s, p, big);
    select_words(c, z_first, p, s, small);
    shr_128(c, small, wfs_minu(c, distance, wfs_const(127)), aligned);
    add_masked(c, big, aligned, wfs_sar(c, wfs_xor(c, product_sign, z.hi), wfs_const(31)), sum, &negative);
    const wfs_val scale = wfs_maxs(c, p_scale, z_scale);            /* of bit 125 */
    const struct wfs_pair rounded = round_128(c, sum, scale);

    /* signs: of a sum of 0 as in wfs_double_add */
    const wfs_val some = wfs_or(c, wfs_or(c, sum[0], sum[1]), wfs_or(c, sum[2], sum[3]));
    const wfs_val big_sign = wfs_xor(c, wfs_sel(c, z_first, z.hi, product_sign), negative);
    const wfs_val sign = wfs_sel(c, some, big_sign, wfs_and(c, product_sign, z.hi));

    const wfs_val infinite = wfs_geu(c, most, wfs_const(WFS_DIGEST_INF));
    const wfs_val special = wfs_geu(c, wfs_maxu(c, most, z_digest), wfs_const(WFS_DIGEST_INF));
    /* a NaN among them; infinity times 0; two infinities that are opposite */
    const wfs_val bad_product =
        wfs_geu(c, most, wfs_add(c, wfs_minu(c, least, wfs_const(1)), wfs_const(WFS_DIGEST_INF)));
    const wfs_val opposite = wfs_and(c, infinite, wfs_shr(c, wfs_xor(c, product_sign, z.hi), wfs_const(31)));
    const wfs_val bad_sum = wfs_geu(c, wfs_or(c, z_digest, opposite), wfs_const(WFS_DIGEST_INF + 1));
    const wfs_val special_sign = wfs_sel(c, infinite, product_sign, z.hi);
    const wfs_val finite = wfs_sel(c, some, rounded.hi, zero);
    const struct wfs_pair bounded =
        wfs_double_bounded(c, wfs_pair(rounded.lo, wfs_sel(c, special, wfs_const(WFS_DOUBLE_INF), finite)));
    const wfs_val hi = wfs_double_signed(c, bounded.hi, wfs_sel(c, special, special_sign, sign));

    return wfs_pair(bounded.lo, wfs_sel(c, wfs_or(c, bad_product, bad_sum), wfs_const(WFS_DOUBLE_NAN), hi));
}
