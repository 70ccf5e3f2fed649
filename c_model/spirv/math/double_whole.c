/* SPDX-License-Identifier: Apache-2.0
 * double_whole.c - whole parts, fractions, significands and exponents of f64: double.h.
 */
#include "double_parts.h"
#include "math.h"

/* ---- to whole numbers ---- */

/* What is added to the bits of a number before its `ones`, the places behind the point, become 0. */
static struct wfs_pair rounding_part(struct wfs_code *c, struct wfs_pair x, struct wfs_pair ones,
                                     enum wfs_rounding how)
{
    const wfs_val negative = wfs_sar(c, x.hi, wfs_const(31));

    if (how == WFS_TO_ZERO)
        return wfs_pair_const(0);
    if (how != WFS_TO_EVEN) {
        const wfs_val away = how == WFS_DOWN ? negative : wfs_not(c, negative);
        return wfs_pair_bitwise(c, WF_OP_AND, ones, wfs_pair(away, away));
    }
    /* half less one, and one more when the last whole place is odd; a number without places behind the point stays */
    const struct wfs_pair last = wfs_pair_add(c, ones, wfs_pair_const(1));
    const struct wfs_pair its = wfs_pair_bitwise(c, WF_OP_AND, x, last);
    const wfs_val odd = wfs_minu(c, wfs_or(c, its.lo, its.hi), wfs_and(c, ones.lo, wfs_const(1)));
    return wfs_pair_add(c, wfs_pair_shr(c, ones, wfs_const(1), false), wfs_pair(odd, wfs_const(0)));
}

/* Whether a number below 1 becomes 1 or -1. */
static wfs_val becomes_one(struct wfs_code *c, struct wfs_pair x, enum wfs_rounding how)
{
    const wfs_val digest = wfs_double_digest(c, x), some = wfs_minu(c, digest, wfs_const(1));

    switch (how) {
    case WFS_DOWN: return wfs_and(c, some, wfs_shr(c, x.hi, wfs_const(31)));
    case WFS_UP: return wfs_and(c, some, wfs_lnot(c, wfs_shr(c, x.hi, wfs_const(31))));
    case WFS_TO_EVEN: return wfs_geu(c, digest, wfs_const(0x7fc00001));       /* above 1/2 */
    default: return wfs_const(0);
    }
}

struct wfs_pair wfs_double_whole(struct wfs_code *c, struct wfs_pair x, enum wfs_rounding how)
{
    const wfs_val exponent = wfs_double_exponent(c, x);
    const wfs_val places = wfs_maxs(c, wfs_sub(c, wfs_const(1075), exponent), wfs_const(0));
    const struct wfs_pair ones = wfs_pair_low_bits(c, wfs_pair_const(UINT64_MAX), places, false);
    const struct wfs_pair sum = wfs_pair_add(c, x, rounding_part(c, x, ones, how));
    const struct wfs_pair whole =
        wfs_pair_bitwise(c, WF_OP_XOR, sum, wfs_pair_bitwise(c, WF_OP_AND, sum, ones));
    const wfs_val one = wfs_mul(c, becomes_one(c, x, how), wfs_const(WFS_DOUBLE_ONE));
    const struct wfs_pair small = wfs_pair(wfs_const(0), wfs_double_signed(c, one, x.hi));

    return wfs_double_quiet(c, wfs_pair_sel(c, wfs_ltu(c, exponent, wfs_const(1023)), small, whole));
}

struct wfs_pair wfs_double_fract(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_double_sub(c, x, wfs_double_whole(c, x, WFS_DOWN));
}

/* The fraction is exact, and has the sign of x; that of infinity is 0. */
struct wfs_pair wfs_double_modf(struct wfs_code *c, struct wfs_pair x, struct wfs_pair *whole)
{
    *whole = wfs_double_whole(c, x, WFS_TO_ZERO);
    const struct wfs_pair rest = wfs_double_sub(c, x, *whole);
    const wfs_val nan = wfs_double_is_nan(c, x), same = wfs_pair_eq(c, x, *whole);
    const wfs_val hi = wfs_sel(c, same, wfs_const(0), rest.hi);

    return wfs_pair(wfs_sel(c, same, wfs_const(0), rest.lo),
                    wfs_sel(c, nan, wfs_const(WFS_DOUBLE_NAN), wfs_double_signed(c, hi, x.hi)));
}

/* ---- significand and exponent ---- */

/* 0, infinity or NaN. */
static wfs_val is_special(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_geu(c, wfs_sub(c, wfs_double_digest(c, x), wfs_const(1)), wfs_const(WFS_DIGEST_INF - 1));
}

/* From 1/2 to 1; 0, infinity and NaN are themselves and have the exponent 0. */
struct wfs_pair wfs_double_frexp(struct wfs_code *c, struct wfs_pair x, wfs_val *exponent)
{
    const wfs_val special = is_special(c, x);
    wfs_val scale;
    const struct wfs_pair s = wfs_double_normalised(c, x, 52, &scale);
    const wfs_val hi = wfs_bfi(c, wfs_const(0x3fe00000), s.hi, wfs_const(20 << 8));

    *exponent = wfs_sel(c, special, wfs_const(0), wfs_sub(c, scale, wfs_const(1022)));
    return wfs_pair_sel(c, special, wfs_double_quiet(c, x), wfs_pair(s.lo, wfs_double_signed(c, hi, x.hi)));
}

/* Rounded once, where the result is subnormal. */
struct wfs_pair wfs_double_ldexp(struct wfs_code *c, struct wfs_pair x, wfs_val exponent)
{
    const wfs_val zero = wfs_const(0), by = wfs_sclamp(c, exponent, wfs_const(0U - 5000), wfs_const(5000));
    wfs_val scale;
    const struct wfs_pair s = wfs_double_normalised(c, x, 62, &scale);
    const wfs_val less_one = wfs_sub(c, wfs_add(c, scale, by), wfs_const(1));
    const wfs_val right = wfs_minu(c, wfs_maxs(c, wfs_neg(c, less_one), zero), wfs_const(63));
    const struct wfs_pair rounded =
        wfs_double_round(c, wfs_pair_shr_sticky(c, s, right), wfs_sclamp(c, less_one, zero, wfs_const(2047)));
    const struct wfs_pair bounded = wfs_double_bounded(c, rounded);

    return wfs_pair_sel(c, is_special(c, x), wfs_double_quiet(c, x),
                        wfs_pair(bounded.lo, wfs_double_signed(c, bounded.hi, x.hi)));
}
