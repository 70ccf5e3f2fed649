/* SPDX-License-Identifier: Apache-2.0
 * div.c - division of floats, correctly rounded for all operands, or on request within 2.5 ulp.
 *
 * The reciprocal begins with one subtraction: the bits of a float are near its logarithm, so a constant less the bits
 * of b is 1/b to a few percent.  With e = 1 - b r, one exact product and one rounding, r (1 + e + e^2) leaves e^3:
 * twice that leaves 2^-24, the last rounding.  The quotient a r is then corrected once by its exact remainder
 * (Markstein, IBM J. Res. Dev. 34, 1990).
 *
 * That this rounds correctly is a matter of cases.  The correction's own error is below 3 * 2^-25 ulp, and a quotient
 * with the 24-bit divisor B lies d / 2B ulp from the middle of two floats, d a whole number: only |d| <= 3 can go
 * wrong.  test_math all computes all operands with |d| <= 8 for all 2^23 divisors.  The usual constant of the
 * subtraction, 0x7ef311c7, whose error is least, fails 13 of them, all near b = 2; with 0x7ef60000 the reciprocal is
 * better there, worse elsewhere, and none fails.
 */
#include "parts.h"

#define SEED 0x7ef60000U

wfs_val wfs_reciprocal_part(struct wfs_code *c, wfs_val minus_b)
{
    const wfs_val one = wfs_const(WFS_ONE);
    wfs_val r = wfs_sub(c, wfs_const(SEED ^ WFS_SIGN), minus_b);

    for (int i = 0; i < 2; i++) {
        const wfs_val e = wfs_fma(c, minus_b, r, one);
        r = wfs_fma(c, r, wfs_fma(c, e, e, e), r);
    }
    return r;
}

static wfs_val quotient_by(struct wfs_code *c, wfs_val a, wfs_val minus_b, wfs_val reciprocal)
{
    const wfs_val q = wfs_fmul(c, a, reciprocal);

    return wfs_fma(c, wfs_fma(c, minus_b, q, a), reciprocal, q);
}

wfs_val wfs_quotient_part(struct wfs_code *c, wfs_val a, wfs_val minus_b)
{
    return quotient_by(c, a, minus_b, wfs_reciprocal_part(c, minus_b));
}

wfs_val wfs_towards_one(struct wfs_code *c, wfs_val big, uint32_t factor)
{
    return wfs_sub(c, wfs_const(factor + (64U << 23)), big);
}

wfs_val wfs_reciprocal_near(struct wfs_code *c, wfs_val b)
{
    const wfs_val big = wfs_and(c, b, wfs_const(WFS_BIG));
    const wfs_val r = wfs_reciprocal_part(c, wfs_fmul(c, b, wfs_towards_one(c, big, WFS_SIGN | WFS_ONE)));

    return wfs_fmul(c, r, wfs_towards_one(c, big, WFS_ONE));
}

/* a/b for all operands.  a = m 2^x is brought to 1 <= |m| < 2, and b scaled, so that the quotient q of the two is in
 * the middle and a/b = q 2^k.  2^k is applied as two factors, each in the range, of which only the second product can
 * round.
 *
 * A subnormal result would be rounded twice, by q and by the product.  There q is taken upwards instead (to the next
 * float, when the remainder says that a/b is beyond q), and when it is not exact the second factor is taken one unit
 * lower, 2^k (1 - 2^-24), which puts the product below q 2^k by less than one unit of q: on the right side of every
 * tie. */
static wfs_val anywhere(struct wfs_code *c, wfs_val a, wfs_val b)
{
    const wfs_val a_big = wfs_and(c, a, wfs_const(WFS_BIG)), b_big = wfs_and(c, b, wfs_const(WFS_BIG));
    const wfs_val a_scaled = wfs_fmul(c, a, wfs_towards_one(c, a_big, WFS_ONE));
    const wfs_val minus_b = wfs_fmul(c, b, wfs_towards_one(c, b_big, WFS_SIGN | WFS_ONE));
    const wfs_val m = wfs_or(c, wfs_and(c, a_scaled, wfs_const(0x807fffff)), wfs_const(WFS_ONE));
    const wfs_val x = wfs_sub(c, a_scaled, m);          /* times 2^23, as k below: to be added to exponents */
    const wfs_val r = wfs_reciprocal_part(c, minus_b), q = quotient_by(c, m, minus_b, r);
    const wfs_val remainder = wfs_fma(c, minus_b, q, m);

    const wfs_val k = wfs_sub(c, wfs_add(c, x, a_big), b_big);
    const wfs_val half = wfs_and(c, wfs_sar(c, k, wfs_const(1)), wfs_const(0xff800000));
    const wfs_val first = wfs_add(c, half, wfs_const(WFS_ONE));
    const wfs_val second = wfs_add(c, wfs_sub(c, k, half), wfs_const(WFS_ONE));
    const wfs_val normal = wfs_fmul(c, wfs_fmul(c, q, first), second);

    const wfs_val beyond = wfs_fgt(c, wfs_fmul(c, remainder, m), wfs_const(0));
    const wfs_val upwards = wfs_fmul(c, wfs_add(c, q, beyond), first);
    const wfs_val tiny = wfs_fmul(c, upwards, wfs_sub(c, second, wfs_fne(c, remainder, wfs_const(0))));
    /* or rounded up to the least normal number */
    const wfs_val is_tiny = wfs_ltu(c, wfs_fabs(c, normal), wfs_const(0x00800001));

    /* 0, infinity or NaN: a times what infinity less b is, as bits: infinity for 0, 0 for infinity, a NaN for a NaN,
     * else a number. */
    const wfs_val a_fits = wfs_ltu(c, wfs_add(c, x, wfs_const(100U << 23)), wfs_const(200U << 23));
    const wfs_val b_fits = wfs_flt(c, wfs_fma(c, minus_b, r, wfs_const(WFS_ONE)), wfs_const(WFS_ONE));
    const wfs_val special = wfs_fmul(c, a, wfs_sub(c, wfs_const(WFS_INF), b));
    return wfs_sel(c, wfs_and(c, a_fits, b_fits), wfs_sel(c, is_tiny, tiny, normal), special);
}

/* 1/b is a float, and exact, when b is a power of two from 2^-127 to 2^127. */
static bool has_exact_reciprocal(uint32_t b, uint32_t *reciprocal)
{
    const uint32_t size = b & ~WFS_SIGN;

    *reciprocal = (b & WFS_SIGN) | (size == 0x00400000   ? 0x7f000000
                                    : size == 0x7f000000 ? 0x00400000
                                                         : 0x7f000000 - size);
    return size == 0x00400000 || (size >= 0x00800000 && size <= 0x7f000000 && (size & 0x7fffff) == 0);
}

/* Not 0 unless 2^-40 <= |b| < 2^88 and 2^-60 <= |q| < 2^68: then a is at least 2^-100 and its remainder exact.  Bit
 * 30 of the bits less those of the lower end is 0 from there for 128 exponents. */
static wfs_val outside(struct wfs_code *c, wfs_val b, wfs_val q)
{
    const wfs_val b_from = wfs_sub(c, b, wfs_const((127U - 40) << 23)),
                  q_from = wfs_sub(c, q, wfs_const((127U - 60) << 23));

    return wfs_and(c, wfs_or(c, b_from, q_from), wfs_const(WFS_BIG));
}

/* a/b within 1.5 ulp for |b| from 2^-126 to 2^126, 12 instructions.
 *
 * The bits of infinity less those of b are x from 2/b to 2 1/4 / b as a float, for all these b; besides, x is infinity
 * for 0, 0 for infinity and a NaN for a NaN, so that a x is the quotient where no number comes out.  With K = 16/17,
 * x (K - K^2/4 b x) is too small by e = (1 - K/2 b x)^2, at most 1/289.  The quotient gets e + (1 + 1/289) e^2 of
 * itself, of which the last makes up for e^3 at both ends.  e is above 0 for all b, so that an infinity stays one. */
static wfs_val near_quotient(struct wfs_code *c, wfs_val a, wfs_val b)
{
    const float k = 16.0F / 17, above = 1 + 0x1p-17F;
    const wfs_val x = wfs_sub(c, wfs_const(WFS_INF), b), scaled = wfs_fmul(c, b, wfs_float(-k * k / 4 * above));
    const wfs_val r = wfs_fmul(c, x, wfs_fma(c, scaled, x, wfs_float(k)));
    const wfs_val minus_e = wfs_fma(c, b, r, wfs_float(-1.0F)), q = wfs_fmul(c, a, r);
    const wfs_val more = wfs_fmul(c, minus_e, wfs_fma(c, minus_e, wfs_float(290.0F / 289), wfs_float(-1.0F)));

    return wfs_sel(c, wfs_fgt(c, minus_e, wfs_float(-0.25F)), wfs_fma(c, q, more, q), wfs_fmul(c, a, x));
}

wfs_val wfs_fdiv(struct wfs_code *c, wfs_val a, wfs_val b)
{
    uint32_t reciprocal;

    if (wfs_is_const(b) && has_exact_reciprocal(b.bits, &reciprocal))
        return wfs_fmul(c, a, wfs_const(reciprocal));
    if (c->near_division)
        return near_quotient(c, a, b);
    const wfs_val usual = wfs_quotient_part(c, a, wfs_fneg(c, b));
    const wfs_val rare = outside(c, b, usual);
    if (wfs_is_const(rare))
        return rare.bits ? anywhere(c, a, b) : usual;
    const wfs_val result = wfs_meeting(c);
    wfs_if(c, rare);
    wfs_copy(c, result, anywhere(c, a, b));
    wfs_flow(c, WF_OP_ELSE);
    wfs_copy(c, result, usual);
    wfs_flow(c, WF_OP_ENDIF);
    return result;
}

/* ---- remainders ---- */

/* |x| - |y| trunc(|x| / |y|): exact while the quotient is below 2^21.  The quotient comes out of the reciprocal of y a
 * little too large, by less than 1, so that the remainder, exact in one fma, is never above y.  For quotients so large
 * that it is more than 1, the remainder is given as 0. */
static wfs_val remainder_of(struct wfs_code *c, wfs_val x, wfs_val y)
{
    const wfs_val big = wfs_and(c, y, wfs_const(WFS_BIG));
    const wfs_val minus_b = wfs_fmul(c, y, wfs_towards_one(c, big, WFS_SIGN | WFS_ONE));
    const wfs_val r = wfs_reciprocal_part(c, minus_b);
    /* 1 + 2^-22 */
    const wfs_val minus_q =
        wfs_trunc(c, wfs_fmul(c, wfs_fmul(c, x, wfs_towards_one(c, big, (WFS_SIGN | WFS_ONE) + 2)), r));
    wfs_val rest = wfs_fma(c, minus_q, y, x);

    rest = wfs_sel(c, wfs_flt(c, rest, wfs_const(0)), wfs_fadd(c, rest, y), rest);
    const wfs_val fits = wfs_ltu(c, rest, y);                   /* as bits; false for all below 0 and for a NaN */
    /* a NaN when x has no remainder, or y is 0 */
    rest = wfs_sel(c, fits, rest, wfs_fmul(c, wfs_fmul(c, x, wfs_const(0)), r));
    return wfs_sel(c, wfs_flt(c, x, y), x, rest);               /* y may be infinite */
}

/* By a power of two all steps are exact. */
static bool exact(wfs_val y, uint32_t *reciprocal)
{
    return wfs_is_const(y) && has_exact_reciprocal(y.bits, reciprocal);
}

wfs_val wfs_frem(struct wfs_code *c, wfs_val x, wfs_val y)
{
    uint32_t reciprocal;

    if (exact(y, &reciprocal)) {
        const wfs_val q = wfs_trunc(c, wfs_fmul(c, x, wfs_const(reciprocal)));
        return wfs_with_sign_of(c, wfs_fma(c, q, wfs_fneg(c, y), x), x);
    }
    return wfs_with_sign_of(c, remainder_of(c, wfs_fabs(c, x), wfs_fabs(c, y)), x);
}

wfs_val wfs_fmod(struct wfs_code *c, wfs_val x, wfs_val y)
{
    uint32_t reciprocal;

    if (exact(y, &reciprocal))
        return wfs_fma(c, wfs_floor(c, wfs_fmul(c, x, wfs_const(reciprocal))), wfs_fneg(c, y), x);
    const wfs_val size = wfs_fabs(c, y), rest = remainder_of(c, wfs_fabs(c, x), size);
    const wfs_val other = wfs_and(c, wfs_lts(c, wfs_xor(c, x, y), wfs_const(0)), wfs_ne(c, rest, wfs_const(0)));
    return wfs_with_sign_of(c, wfs_sel(c, other, wfs_fsub(c, size, rest), rest), y);
}
