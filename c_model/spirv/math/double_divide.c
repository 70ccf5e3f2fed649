/* SPDX-License-Identifier: Apache-2.0
 * double_divide.c - quotient, square root and remainders of f64: double.h.
 *
 * Quotient and root are found in two pieces of about 30 bits, by products with a reciprocal of 32 bits that is a
 * little too small.  So they come out too small, by less than 16 units.  A multiple of 16 that is at most 16 too great
 * is then compared with the exact result by its remainder, which is small enough for 64 bits; 8 units are added or
 * taken away where it is not exact.  Between two multiples of 16 all numbers round to the same double.
 */
#include "double_parts.h"

/* -1, 0 or 1 as the signed number is. */
static wfs_val sign_of(struct wfs_code *c, struct wfs_pair x)
{
    const wfs_val some = wfs_minu(c, wfs_or(c, x.lo, x.hi), wfs_const(1));

    return wfs_or(c, wfs_sar(c, x.hi, wfs_const(31)), some);
}

static struct wfs_pair mul_word(struct wfs_code *c, struct wfs_pair x, wfs_val y)
{
    return wfs_pair(wfs_mul(c, x.lo, y), wfs_mad(c, x.hi, y, wfs_mulhu(c, x.lo, y)));
}

/* Bits 52:21. */
static wfs_val top_word(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_mad(c, x.hi, wfs_const(1 << 11), wfs_shr(c, x.lo, wfs_const(21)));
}

/* 2^63 / b for b with bit 31 set: too small by 3 to 10.  `first` is 2^63 / b as a float, too small by 3 to 13 * 2^-24
 * in proportion.  One step of Newton: what b times it lacks to 2^63, in units of 2^31, is less than 2^13; eight less
 * are taken, for what was cut off and for the rest of a number of which b is the upper part. */
static wfs_val low_reciprocal(struct wfs_code *c, wfs_val b, wfs_val first)
{
    const wfs_val r = wfs_f2u(c, first);
    const wfs_val missing = wfs_sub(c, wfs_const(0U - 8), wfs_shl(c, wfs_mulhu(c, b, r), wfs_const(1)));

    return wfs_add(c, r, wfs_mulhu(c, r, missing));
}

/* ---- quotient ---- */

/* a / b, sticky, times 2^63, of two significands. */
static struct wfs_pair quotient(struct wfs_code *c, struct wfs_pair a, struct wfs_pair b)
{
    const wfs_val b_top = top_word(c, b), guess = wfs_low_reciprocal(c, wfs_u2f(c, b_top));
    const wfs_val r = low_reciprocal(c, b_top, wfs_fmul(c, guess, wfs_float(0x1p63F)));
    const wfs_val first = wfs_mulhu(c, top_word(c, a), r);          /* times 2^31 */
    /* below 14 b, that is below 2^57 */
    const struct wfs_pair rest =
        wfs_pair_sub(c, wfs_pair_shl(c, a, wfs_const(31)), mul_word(c, b, first));
    const wfs_val rest_top = wfs_mad(c, rest.hi, wfs_const(1 << 7), wfs_shr(c, rest.lo, wfs_const(25)));
    const wfs_val second = wfs_mulhu(c, rest_top, r);               /* times 2^58 with the first */
    const wfs_val up = wfs_and(c, wfs_add(c, second, wfs_const(15)), wfs_const(0U - 16));
    const struct wfs_pair left = wfs_pair_sub(c, wfs_pair_shl(c, rest, wfs_const(27)), mul_word(c, b, up));
    const wfs_val exact = wfs_mad(c, sign_of(c, left), wfs_const(8), up);

    /* times 2^5: the first has 27 bits less than the second */
    return wfs_pair(wfs_shl(c, exact, wfs_const(5)), wfs_add(c, first, wfs_shr(c, exact, wfs_const(27))));
}

struct wfs_pair wfs_double_div(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y)
{
    const wfs_val x_digest = wfs_double_digest(c, x), y_digest = wfs_double_digest(c, y);
    wfs_val x_scale, y_scale;
    const struct wfs_pair a = wfs_double_normalised(c, x, 52, &x_scale),
                          b = wfs_double_normalised(c, y, 52, &y_scale), q = quotient(c, a, b);

    /* from 1 on bit 63 is set, below it bit 62; the exponent less one of the latter */
    const wfs_val above = wfs_shr(c, q.hi, wfs_const(31));
    const wfs_val exponent = wfs_add(c, wfs_sub(c, x_scale, y_scale), wfs_const(1021));
    const wfs_val right = wfs_minu(c, wfs_maxs(c, above, wfs_neg(c, exponent)), wfs_const(63));
    const struct wfs_pair rounded = wfs_double_round(c, wfs_pair_shr_sticky(c, q, right),
                                                     wfs_maxs(c, wfs_add(c, exponent, above), wfs_const(0)));

    /* With a 0, an infinity or a NaN the greater one says what comes out; two zeros or two infinities give a NaN. */
    const wfs_val numbers = wfs_maxu(c, wfs_sub(c, x_digest, wfs_const(1)), wfs_sub(c, y_digest, wfs_const(1)));
    const wfs_val special = wfs_geu(c, numbers, wfs_const(WFS_DIGEST_INF - 1));
    const wfs_val end = wfs_sel(c, wfs_ltu(c, x_digest, y_digest), wfs_const(0), wfs_const(WFS_DOUBLE_INF));
    const wfs_val alike = wfs_and(c, special, wfs_eq(c, x_digest, y_digest));
    const wfs_val nan =
        wfs_or(c, alike, wfs_geu(c, wfs_maxu(c, x_digest, y_digest), wfs_const(WFS_DIGEST_INF + 1)));
    const struct wfs_pair bounded = wfs_double_bounded(c, rounded);
    const wfs_val hi = wfs_double_signed(c, wfs_sel(c, special, end, bounded.hi), wfs_xor(c, x.hi, y.hi));

    return wfs_pair(wfs_sel(c, special, wfs_const(0), bounded.lo), wfs_sel(c, nan, wfs_const(WFS_DOUBLE_NAN), hi));
}

/* ---- square root ---- */

/* About sqrt(x) 2^16 and 2^48 / sqrt(x), floats, too small by some units of 2^-24: the steps of sqrt.c. */
static wfs_val float_root(struct wfs_code *c, wfs_val x, wfs_val *reciprocal)
{
    const wfs_val half = wfs_float(0.5F), bits = wfs_shr(c, x, wfs_const(1));
    wfs_val minus_g = wfs_fmul(c, x, wfs_sub(c, wfs_const(0xdf3759df), bits));
    wfs_val h = wfs_sub(c, wfs_const(0x5f3759df - 0x00800000), bits);

    for (int step = 0; step < 2; step++) {
        wfs_val e = wfs_fma(c, minus_g, h, half);
        if (step == 0)
            e = wfs_fma(c, wfs_fmul(c, e, wfs_float(1.5F)), e, e);
        minus_g = wfs_fma(c, e, minus_g, minus_g);
        h = wfs_fma(c, e, h, h);
    }
    *reciprocal = wfs_fmul(c, h, wfs_float(0x1p48F * (1.0F - 8 * 0x1p-24F)));
    return wfs_fmul(c, minus_g, wfs_float(-0x1p16F * (1.0F - 8 * 0x1p-24F)));
}

static struct wfs_pair square(struct wfs_code *c, wfs_val x)
{
    return wfs_pair(wfs_mul(c, x, x), wfs_mulhu(c, x, x));
}

/* sqrt(m) 2^31 of m from 2^62 on, sticky: bit 62 is its highest. */
static struct wfs_pair root(struct wfs_code *c, struct wfs_pair m)
{
    wfs_val half_reciprocal;
    const wfs_val rough = wfs_f2u(c, float_root(c, wfs_u2f(c, m.hi), &half_reciprocal));
    const struct wfs_pair missing = wfs_pair_sub(c, m, square(c, rough));
    const wfs_val size = wfs_pair_to_float(c, missing);
    /* missing / (2 rough), less a little for the square of itself that is in it */
    const wfs_val more =
        wfs_f2u(c, wfs_fma(c, wfs_fmul(c, size, wfs_float(0x1p-64F)), half_reciprocal, wfs_float(-0x1p-6F)));
    const wfs_val first = wfs_add(c, rough, more);                  /* at most 1.2 below the root */

    const struct wfs_pair rest = wfs_pair_sub(c, m, square(c, first));              /* below 2^34 */
    const wfs_val r = low_reciprocal(c, first, half_reciprocal);
    const wfs_val rest_top = wfs_mad(c, rest.hi, wfs_const(1 << 30), wfs_shr(c, rest.lo, wfs_const(2)));
    const wfs_val second = wfs_mulhu(c, rest_top, r);               /* times 2^30 */
    const wfs_val up = wfs_shr(c, wfs_add(c, second, wfs_const(15)), wfs_const(4));
    /* m 2^60 - (first 2^30 + 16 up)^2, by 2^8 */
    const struct wfs_pair twice =
        wfs_pair(wfs_add(c, wfs_shl(c, first, wfs_const(27)), up), wfs_shr(c, first, wfs_const(5)));
    const struct wfs_pair left =
        wfs_pair_sub(c, wfs_pair(wfs_const(0), wfs_shl(c, rest.lo, wfs_const(20))), mul_word(c, twice, up));
    const wfs_val exact = wfs_mad(c, up, wfs_const(32), wfs_shl(c, sign_of(c, left), wfs_const(4)));

    const wfs_val lo = wfs_add(c, wfs_shl(c, first, wfs_const(31)), exact);
    return wfs_pair(lo, wfs_add(c, wfs_shr(c, first, wfs_const(1)), wfs_ltu(c, lo, exact)));
}

/* The significand is brought to 2^62 .. 2^64 so that what is left of the exponent is even. */
struct wfs_pair wfs_double_sqrt(struct wfs_code *c, struct wfs_pair x)
{
    const struct wfs_pair s = wfs_double_significand(c, x);
    const wfs_val highest = wfs_pair_highest(c, s, false), sum = wfs_add(c, wfs_double_scale(c, x), highest);
    const wfs_val places =
        wfs_sub(c, wfs_sub(c, wfs_const(63), highest), wfs_and(c, sum, wfs_const(1)));
    const wfs_val exponent = wfs_shr(c, wfs_add(c, sum, wfs_const(969)), wfs_const(1));
    const struct wfs_pair rounded = wfs_double_round(c, root(c, wfs_pair_shl(c, s, places)), exponent);

    /* Zeros and infinity are their own roots; a negative number has none. */
    const wfs_val whole = wfs_or(c, x.hi, wfs_minu(c, x.lo, wfs_const(1))), minus_zero = wfs_const(UINT32_C(1) << 31);
    const wfs_val special = wfs_geu(c, wfs_sub(c, whole, wfs_const(1)), wfs_const(WFS_DOUBLE_INF - 1));
    const wfs_val nan =
        wfs_and(c, wfs_geu(c, whole, wfs_const(WFS_DOUBLE_INF + 1)), wfs_ne(c, whole, minus_zero));
    const wfs_val hi = wfs_sel(c, special, x.hi, rounded.hi);

    return wfs_pair(wfs_sel(c, special, wfs_const(0), rounded.lo), wfs_sel(c, nan, wfs_const(WFS_DOUBLE_NAN), hi));
}

struct wfs_pair wfs_double_rsqrt(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_double_div(c, wfs_pair(wfs_const(0), wfs_const(WFS_DOUBLE_ONE)), wfs_double_sqrt(c, x));
}

/* ---- remainders ---- */

/* rest mod b for rest < 2^12 b; b has bit 52.  The quotient, made as a float, is right or one too small. */
static struct wfs_pair reduced(struct wfs_code *c, struct wfs_pair rest, struct wfs_pair b, wfs_val reciprocal,
                               wfs_val *quotient)
{
    const wfs_val size = wfs_pair_to_float(c, rest);
    const wfs_val q = wfs_f2u(c, wfs_fmul(c, size, reciprocal));
    const struct wfs_pair left = wfs_pair_sub(c, rest, mul_word(c, b, q));

    const wfs_val more = wfs_pair_le(c, b, left, false);

    *quotient = wfs_add(c, q, more);
    return wfs_pair_sel(c, more, wfs_pair_sub(c, left, b), left);
}

/* a 2^count mod b of two significands, 11 digits of the quotient in each turn of a loop; the last word of it, or
 * NULL. */
static struct wfs_pair long_division(struct wfs_code *c, struct wfs_pair a, struct wfs_pair b, wfs_val count,
                                     wfs_val *quotient)
{
    const wfs_val before = quotient ? wfs_meeting(c) : wfs_none();
    const wfs_val lo = wfs_meeting(c), hi = wfs_meeting(c), digits = wfs_meeting(c);
    /* of b / 2^21, times 2^-21 */
    const wfs_val reciprocal = wfs_fmul(c, wfs_low_reciprocal(c, wfs_u2f(c, top_word(c, b))), wfs_float(0x1p-21F));

    wfs_copy(c, lo, a.lo);
    wfs_copy(c, hi, a.hi);
    wfs_copy(c, digits, count);
    if (quotient)
        wfs_copy(c, before, wfs_const(0));
    const uint32_t loop = wfs_loop(c);
    const wfs_val now = wfs_minu(c, digits, wfs_const(11)), left = wfs_sub(c, digits, now);
    wfs_val digit;
    const struct wfs_pair rest = reduced(c, wfs_pair_shl(c, wfs_pair(lo, hi), now), b, reciprocal, &digit);
    if (quotient)
        *quotient = wfs_add(c, wfs_shl(c, before, now), digit);
    wfs_breakif(c, loop, wfs_eq(c, left, wfs_const(0)));
    wfs_copy(c, lo, rest.lo);
    wfs_copy(c, hi, rest.hi);
    wfs_copy(c, digits, left);
    if (quotient)
        wfs_copy(c, before, *quotient);
    wfs_flow(c, WF_OP_ENDLOOP);
    return rest;
}

/* A whole number below 2^53 of which bit 52 has this scale, and which a double holds exactly. */
static struct wfs_pair scaled(struct wfs_code *c, struct wfs_pair x, wfs_val scale)
{
    const wfs_val zero = wfs_const(0), room = wfs_sub(c, scale, wfs_const(1));
    const wfs_val left = wfs_sub(c, wfs_const(52), wfs_pair_highest(c, x, false));
    const wfs_val up = wfs_maxs(c, wfs_mins(c, left, room), zero), down = wfs_maxs(c, wfs_neg(c, room), zero);
    const struct wfs_pair s = wfs_pair_shr(c, wfs_pair_shl(c, x, up), down, false);
    const wfs_val exponent = wfs_maxs(c, wfs_sub(c, room, left), zero);
    const wfs_val hi = wfs_mad(c, exponent, wfs_const(1 << 20), s.hi);

    return wfs_pair(s.lo, wfs_sel(c, wfs_or(c, x.lo, x.hi), hi, zero));
}

struct wfs_pair wfs_double_rem(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y)
{
    const wfs_val x_digest = wfs_double_digest(c, x), y_digest = wfs_double_digest(c, y), zero = wfs_const(0);
    wfs_val x_scale, y_scale;
    const struct wfs_pair a = wfs_double_normalised(c, x, 52, &x_scale),
                          b = wfs_double_normalised(c, y, 52, &y_scale);
    const wfs_val count = wfs_sub(c, x_scale, y_scale), below = wfs_lts(c, count, zero);
    /* of infinity and NaN, by 0 and NaN */
    const wfs_val nan = wfs_or(c, wfs_geu(c, x_digest, wfs_const(WFS_DIGEST_INF)),
                               wfs_geu(c, wfs_sub(c, y_digest, wfs_const(1)), wfs_const(WFS_DIGEST_INF)));
    const wfs_val turns = wfs_sel(c, wfs_or(c, nan, below), zero, count);
    const struct wfs_pair rest = scaled(c, long_division(c, a, b, turns, NULL), y_scale);
    const struct wfs_pair r = wfs_pair_sel(c, below, x, wfs_pair(rest.lo, wfs_double_signed(c, rest.hi, x.hi)));

    return wfs_pair_sel(c, nan, wfs_pair(zero, wfs_const(WFS_DOUBLE_NAN)), r);
}

/* The same with the quotient that is nearest, of two the even one.  Of half of y or less nothing is taken off; where x
 * is up to twice as great, its unit is half of that of y. */
struct wfs_pair wfs_double_rem_near(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, wfs_val *quotient)
{
    const wfs_val x_digest = wfs_double_digest(c, x), y_digest = wfs_double_digest(c, y), zero = wfs_const(0);
    wfs_val x_scale, y_scale, whole;
    const struct wfs_pair a = wfs_double_normalised(c, x, 52, &x_scale),
                          b = wfs_double_normalised(c, y, 52, &y_scale);
    const wfs_val count = wfs_sub(c, x_scale, y_scale), below = wfs_lts(c, count, zero);
    const wfs_val far = wfs_or(c, wfs_lts(c, count, wfs_const(0U - 1)), wfs_eq(c, y_digest, wfs_const(WFS_DIGEST_INF)));
    const wfs_val nan = wfs_or(c, wfs_geu(c, x_digest, wfs_const(WFS_DIGEST_INF)),
                               wfs_geu(c, wfs_sub(c, y_digest, wfs_const(1)), wfs_const(WFS_DIGEST_INF)));
    const wfs_val turns = wfs_sel(c, wfs_or(c, nan, below), zero, count);
    const struct wfs_pair divided = long_division(c, a, b, turns, &whole);

    const struct wfs_pair rest = wfs_pair_sel(c, below, a, divided);
    const struct wfs_pair unit = wfs_pair_sel(c, below, wfs_pair_shl(c, b, wfs_const(1)), b);
    const wfs_val q = wfs_sel(c, below, zero, whole);
    const struct wfs_pair twice = wfs_pair_shl(c, rest, wfs_const(1));
    const wfs_val tie = wfs_and(c, wfs_pair_eq(c, twice, unit), wfs_and(c, q, wfs_const(1)));
    const wfs_val up = wfs_or(c, wfs_pair_lt(c, unit, twice, false), tie);
    const struct wfs_pair nearest = wfs_pair_sel(c, up, wfs_pair_sub(c, unit, rest), rest);
    const struct wfs_pair size = scaled(c, nearest, wfs_sel(c, below, x_scale, y_scale));
    const wfs_val sign = wfs_xor(c, x.hi, wfs_shl(c, up, wfs_const(31)));
    const struct wfs_pair r = wfs_pair_sel(c, far, x, wfs_pair(size.lo, wfs_double_signed(c, size.hi, sign)));

    *quotient = wfs_sel(c, wfs_or(c, far, nan), zero, wfs_add(c, q, up));
    return wfs_pair_sel(c, nan, wfs_pair(zero, wfs_const(WFS_DOUBLE_NAN)), r);
}

struct wfs_pair wfs_double_mod(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y)
{
    const struct wfs_pair rest = wfs_double_rem(c, x, y), sum = wfs_double_add(c, rest, y);
    const wfs_val differ = wfs_lts(c, wfs_xor(c, rest.hi, y.hi), wfs_const(0));
    const wfs_val some = wfs_ne(c, wfs_double_digest(c, rest), wfs_const(0));

    return wfs_pair_sel(c, wfs_and(c, differ, some), sum,
                        wfs_pair(rest.lo, wfs_double_signed(c, rest.hi, y.hi)));
}
