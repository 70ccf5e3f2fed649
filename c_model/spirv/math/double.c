/* SPDX-License-Identifier: Apache-2.0
 * double.c - see double.h.  A double is sign 63, exponent 62:52 (of the high word 30:20), fraction 51:0.
 */
#include "double.h"

#include "math.h"

enum { SIGN = INT32_MIN, BIAS = 1023, FLOAT_BIAS = 127 };

static wfs_val sign_bit(struct wfs_code *c, wfs_val word)
{
    return wfs_and(c, word, wfs_const((uint32_t)SIGN));
}

/* ---- kinds and order ---- */

wfs_val wfs_double_digest(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_or(c, wfs_shl(c, x.hi, wfs_const(1)), wfs_minu(c, x.lo, wfs_const(1)));
}

wfs_val wfs_double_is_nan(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_geu(c, wfs_double_digest(c, x), wfs_const(WFS_DIGEST_INF + 1));
}

wfs_val wfs_double_is_inf(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_eq(c, wfs_double_digest(c, x), wfs_const(WFS_DIGEST_INF));
}

struct wfs_pair wfs_double_key(struct wfs_code *c, struct wfs_pair x)
{
    const wfs_val negative = wfs_sar(c, x.hi, wfs_const(31));

    return wfs_pair(wfs_xor(c, x.lo, negative), wfs_xor(c, x.hi, wfs_shr(c, negative, wfs_const(1))));
}

struct wfs_pair wfs_double_quiet(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_pair_sel(c, wfs_double_is_nan(c, x), wfs_pair(wfs_const(0), wfs_const(WFS_DOUBLE_NAN)), x);
}

struct wfs_pair wfs_double_min(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, bool greater)
{
    const struct wfs_pair a = wfs_double_key(c, x), b = wfs_double_key(c, y);
    const wfs_val before = greater ? wfs_pair_lt(c, b, a, true) : wfs_pair_lt(c, a, b, true);
    const wfs_val take_x = wfs_or(c, wfs_double_is_nan(c, y), before);

    return wfs_pair_sel(c, wfs_double_is_nan(c, x), wfs_double_quiet(c, y), wfs_pair_sel(c, take_x, x, y));
}

struct wfs_pair wfs_double_sign(struct wfs_code *c, struct wfs_pair x)
{
    const wfs_val magnitude = wfs_or(c, wfs_shl(c, x.hi, wfs_const(1)), x.lo), zero = wfs_const(0);

    return wfs_pair(zero, wfs_or(c, sign_bit(c, x.hi), wfs_sel(c, magnitude, wfs_const(BIAS << 20), zero)));
}

/* ---- f32 ---- */

struct wfs_pair wfs_double_from_float(struct wfs_code *c, wfs_val f)
{
    const wfs_val magnitude = wfs_and(c, f, wfs_const(INT32_MAX));
    const wfs_val subnormal = wfs_ltu(c, magnitude, wfs_const(1 << 23)),
                  special = wfs_geu(c, magnitude, wfs_const(255U << 23));
    const wfs_val normal = wfs_sel(c, subnormal, wfs_fmul(c, magnitude, wfs_float(0x1p64F)), magnitude);
    const uint32_t rebias = BIAS - FLOAT_BIAS;
    const wfs_val add =
        wfs_sel(c, special, wfs_const((2047 - 255) << 20),
                wfs_sel(c, subnormal, wfs_const((rebias - 64) << 20), wfs_const(rebias << 20)));
    const wfs_val hi = wfs_sel(c, magnitude, wfs_add(c, wfs_shr(c, normal, wfs_const(3)), add), wfs_const(0));

    const struct wfs_pair number = wfs_pair(wfs_shl(c, normal, wfs_const(29)), wfs_or(c, hi, sign_bit(c, f)));

    return wfs_pair_sel(c, wfs_fne(c, f, f), wfs_pair(wfs_const(0), wfs_const(WFS_DOUBLE_NAN)), number);
}

static wfs_val exponent(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_bfeu(c, x.hi, wfs_const(20 | 11 << 8));
}

/* The one above the fraction and the fraction's upper 31 bits. */
static wfs_val significand(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_or(c, wfs_or(c, wfs_shl(c, x.hi, wfs_const(11)), wfs_shr(c, x.lo, wfs_const(21))),
                  wfs_const((uint32_t)SIGN));
}

/* The lowest bits of x that f32 has no room for, as one: their or, in the lowest place that it has. */
static wfs_val to_odd(struct wfs_code *c, wfs_val x)
{
    const wfs_val lost = wfs_ne(c, wfs_and(c, x, wfs_const(0xff)), wfs_const(0));

    return wfs_or(c, wfs_and(c, x, wfs_const(0xffffff00)), wfs_shl(c, lost, wfs_const(8)));
}

/* The bits that f32 has room for; of a number that is too great, the greatest one. */
static wfs_val cut_for(struct wfs_code *c, enum wfs_rounding how, wfs_val x)
{
    return how == WFS_TO_ODD ? to_odd(c, x) : how == WFS_TO_ZERO ? wfs_and(c, x, wfs_const(0xffffff00)) : x;
}

/* u2f rounds the significand as the hardware does.  Where the result is subnormal it is first shifted right, and a
 * one set above all of it, which keeps the place where u2f cuts; then that one is the exponent's part of the float,
 * which is replaced in any case. */
wfs_val wfs_double_to_float(struct wfs_code *c, struct wfs_pair x, enum wfs_rounding how)
{
    const wfs_val e = exponent(c, x);
    const wfs_val whole = wfs_or(c, significand(c, x), wfs_ne(c, wfs_shl(c, x.lo, wfs_const(11)), wfs_const(0)));
    const uint32_t least = BIAS - FLOAT_BIAS;       /* the exponent that stands for subnormal floats */
    const wfs_val shift = wfs_minu(c, wfs_maxs(c, wfs_sub(c, wfs_const(least + 1), e), wfs_const(0)), wfs_const(31));
    const wfs_val shifted = wfs_shr(c, whole, shift);
    const wfs_val lost = wfs_ne(c, wfs_shl(c, shifted, shift), whole);
    const wfs_val fixed = wfs_or(c, wfs_or(c, shifted, lost), wfs_const((uint32_t)SIGN));
    const wfs_val rounded = wfs_u2f(c, cut_for(c, how, fixed));
    const wfs_val e_float = wfs_minu(c, wfs_maxu(c, e, wfs_const(least)), wfs_const(least + 255));
    const wfs_val magnitude =
        wfs_add(c, rounded, wfs_shl(c, wfs_sub(c, e_float, wfs_const(least + FLOAT_BIAS + 31)), wfs_const(23)));
    const wfs_val infinity = wfs_const(255U << 23), below = wfs_const((255U << 23) - 1);
    const wfs_val most = how == WFS_TO_ZERO ? wfs_sel(c, wfs_eq(c, e, wfs_const(2047)), infinity, below) : infinity;
    const wfs_val bounded = wfs_minu(c, magnitude, most);

    return wfs_sel(c, wfs_double_is_nan(c, x), wfs_const(0x7fc00000), wfs_or(c, bounded, sign_bit(c, x.hi)));
}

/* ---- integers ---- */

/* The high word of a double of which `fraction` is bits 52:32, the one above the fraction included, and the exponent
 * that of 2^power. */
static wfs_val with_exponent(struct wfs_code *c, wfs_val fraction, wfs_val power)
{
    return wfs_add(c, fraction, wfs_shl(c, wfs_add(c, power, wfs_const(BIAS - 1)), wfs_const(20)));
}

static struct wfs_pair from_word(struct wfs_code *c, wfs_val x)
{
    const wfs_val power = wfs_highest(c, x), first = wfs_shl(c, x, wfs_sub(c, wfs_const(31), power));
    const wfs_val hi = with_exponent(c, wfs_shr(c, first, wfs_const(11)), power);

    return wfs_pair(wfs_shl(c, first, wfs_const(21)), wfs_sel(c, x, hi, wfs_const(0)));
}

static struct wfs_pair from_pair(struct wfs_code *c, struct wfs_pair x)
{
    const wfs_val power = wfs_pair_highest(c, x, false);
    const struct wfs_pair first = wfs_pair_shl(c, x, wfs_sub(c, wfs_const(63), power));
    const struct wfs_pair cut = wfs_pair_shr(c, first, wfs_const(11), false);
    const wfs_val rest = wfs_and(c, first.lo, wfs_const(0x7ff));
    const wfs_val up = c->rounds_to_zero & 64
                           ? wfs_const(0)
                           : wfs_geu(c, wfs_add(c, rest, wfs_and(c, cut.lo, wfs_const(1))), wfs_const(0x401));
    const struct wfs_pair whole =
        wfs_pair_add(c, wfs_pair(cut.lo, with_exponent(c, cut.hi, power)), wfs_pair(up, wfs_const(0)));

    return wfs_pair(whole.lo, wfs_sel(c, wfs_or(c, x.lo, x.hi), whole.hi, wfs_const(0)));
}

struct wfs_pair wfs_double_from_word(struct wfs_code *c, wfs_val x, bool is_signed)
{
    if (!is_signed)
        return from_word(c, x);
    const struct wfs_pair positive = from_word(c, wfs_sabs(c, x));

    return wfs_pair(positive.lo, wfs_or(c, positive.hi, sign_bit(c, x)));
}

struct wfs_pair wfs_double_from_pair(struct wfs_code *c, struct wfs_pair x, bool is_signed)
{
    if (!is_signed)
        return from_pair(c, x);
    const struct wfs_pair positive = from_pair(c, wfs_pair_abs(c, x));

    return wfs_pair(positive.lo, wfs_or(c, positive.hi, sign_bit(c, x.hi)));
}

/* What is shifted by 64 or more is gone; beyond the integers the count is below 0. */
static struct wfs_pair magnitude(struct wfs_code *c, struct wfs_pair x)
{
    const wfs_val shift = wfs_sub(c, wfs_const(BIAS + 63), exponent(c, x)), beyond = wfs_sar(c, shift, wfs_const(31));
    const struct wfs_pair first = wfs_pair(wfs_shl(c, x.lo, wfs_const(11)), significand(c, x));
    const struct wfs_pair whole = wfs_pair_shr(c, first, shift, false);

    return wfs_pair_sel(c, wfs_ltu(c, shift, wfs_const(64)), whole, wfs_pair(beyond, beyond));
}

struct wfs_pair wfs_double_to_pair(struct wfs_code *c, struct wfs_pair x, bool is_signed)
{
    const wfs_val negative = wfs_sar(c, x.hi, wfs_const(31)), zero = wfs_const(0);
    const wfs_val nothing = is_signed ? wfs_double_is_nan(c, x) : wfs_or(c, negative, wfs_double_is_nan(c, x));
    struct wfs_pair size = magnitude(c, x);

    if (is_signed) {            /* 2^63 - 1, or 2^63 with a sign */
        const struct wfs_pair most =
            wfs_pair(wfs_not(c, negative), wfs_sub(c, wfs_const(INT32_MAX), negative));

        size = wfs_pair_sel(c, wfs_lts(c, size.hi, zero), most, size);
        size = wfs_pair_with_sign(c, size, negative);
    }
    return wfs_pair_sel(c, nothing, wfs_pair_const(0), size);
}

wfs_val wfs_double_to_word(struct wfs_code *c, struct wfs_pair x, bool is_signed)
{
    const wfs_val negative = wfs_sar(c, x.hi, wfs_const(31)), zero = wfs_const(0);
    const wfs_val nothing = is_signed ? wfs_double_is_nan(c, x) : wfs_or(c, negative, wfs_double_is_nan(c, x));
    const wfs_val shift = wfs_sub(c, wfs_const(BIAS + 31), exponent(c, x));
    wfs_val size = wfs_sel(c, wfs_ltu(c, shift, wfs_const(32)), wfs_shr(c, significand(c, x), shift),
                           wfs_sar(c, shift, wfs_const(31)));

    if (is_signed) {
        size = wfs_minu(c, size, wfs_sub(c, wfs_const(INT32_MAX), negative));
        size = wfs_sub(c, wfs_xor(c, size, negative), negative);
    }
    return wfs_sel(c, nothing, zero, size);
}
