/* SPDX-License-Identifier: Apache-2.0
 * int.c - division and remainder of 32-bit integers.
 *
 * By a register.  1/b as a float, from below, to 2^-17: the bits of b subtracted from a constant, and two Newton steps.
 * Let z be the whole number 2^32/b - t below that; t < 2^15/b + 1.  b t is -b z mod 2^32, and z + (z b t)/2^32, the
 * Newton step of whole numbers, is 2^32/b less t^2 b/2^32, which is below 1.001, and less the fraction cut off.  So the
 * high word of a z is a/b or up to two less, and the remainder tells.
 *
 * By a constant: powers of two by shifts; else the high word of a m, m = 2^(32+s)/d rounded up, or where that has 33
 * bits, of the shifted a when d is even, or of (a + 1) m with m rounded down (Robison, "N-bit unsigned division via
 * n-bit multiply-add", ARITH 17, 2005).
 *
 * A divisor of 0 gives the quotient ~0 and the dividend as remainder.
 */
#include "../code/bounds.h"
#include "math.h"

/* ---- unsigned ---- */

struct parts { wfs_val quotient, rest, minus_b; };

/* q and a - b q for q = a/b or up to two less; b is not 0. */
static struct parts nearly(struct wfs_code *c, wfs_val a, wfs_val b)
{
    const wfs_val f = wfs_u2f(c, b), one = wfs_const(0x3f800000);
    wfs_val r = wfs_sub(c, wfs_const(0xfef311c7U), f);          /* about -1/b */
    struct parts p;

    r = wfs_fma(c, wfs_fma(c, f, r, one), r, r);
    r = wfs_fma(c, wfs_fma(c, f, r, one), r, r);
    wfs_val z = wfs_f2u(c, wfs_fmul(c, r, wfs_float(-0x1.fffff8p31f)));     /* 2^32 (1 - 2^-22): never above 2^32/b */
    p.minus_b = wfs_neg(c, b);
    z = wfs_add(c, z, wfs_mulhu(c, z, wfs_mul(c, z, p.minus_b)));
    p.quotient = wfs_mulhu(c, a, z);
    p.rest = wfs_mad(c, p.quotient, p.minus_b, a);
    return p;
}

/* The rest, or the rest less b when it is not below b: else that wraps and is greater. */
static wfs_val less_once(struct wfs_code *c, const struct parts *p)
{
    return wfs_minu(c, p->rest, wfs_add(c, p->rest, p->minus_b));
}

static wfs_val divide(struct wfs_code *c, wfs_val a, wfs_val b)
{
    const struct parts p = nearly(c, a, b);
    const wfs_val once = wfs_add(c, p.quotient, wfs_geu(c, p.rest, b));

    return wfs_add(c, once, wfs_geu(c, less_once(c, &p), b));
}

static wfs_val remainder_of(struct wfs_code *c, wfs_val a, wfs_val b)
{
    struct parts p = nearly(c, a, b);

    p.rest = less_once(c, &p);
    return less_once(c, &p);
}

/* m = 2^(32+s)/d rounded up fits 32 bits and is right for all a below 2^bits. */
static bool rounded_up(uint32_t d, unsigned bits, uint64_t *m, unsigned *s)
{
    for (*s = 0; *s < 32; ++*s) {
        const uint64_t power = UINT64_C(1) << (32 + *s);
        *m = power / d + 1;
        if (*m > UINT32_MAX)
            return false;
        if (*m * d - power <= UINT64_C(1) << (32 + *s - bits))
            return true;
    }
    return false;
}

static wfs_val divide_by_constant(struct wfs_code *c, wfs_val a, uint32_t d)
{
    uint64_t m;
    unsigned s, even = 0;

    if (wfs_is_power_of_two(d))
        return wfs_shr(c, a, wfs_const(wfs_floor_log2(d)));
    if (d > UINT32_C(1) << 31)
        return wfs_geu(c, a, wfs_const(d));
    if (rounded_up(d, 32, &m, &s))
        return wfs_shr(c, wfs_mulhu(c, a, wfs_const((uint32_t)m)), wfs_const(s));
    while (!(d >> even & 1))
        even++;
    if (even && rounded_up(d >> even, 32 - even, &m, &s))
        return wfs_shr(c, wfs_mulhu(c, wfs_shr(c, a, wfs_const(even)), wfs_const((uint32_t)m)), wfs_const(s));
    s = wfs_floor_log2(d);
    m = (UINT64_C(1) << (32 + s)) / d;
    /* the greatest a stays as it is: d does not divide 2^32 */
    const wfs_val next = wfs_add(c, wfs_minu(c, a, wfs_const(UINT32_MAX - 1)), wfs_const(1));
    return wfs_shr(c, wfs_mulhu(c, next, wfs_const((uint32_t)m)), wfs_const(s));
}

wfs_val wfs_udiv(struct wfs_code *c, wfs_val a, wfs_val b)
{
    if (wfs_is(b, 0))
        return wfs_const(UINT32_MAX);
    if (wfs_is_const(b))
        return divide_by_constant(c, a, b.bits);
    return wfs_sel(c, b, divide(c, a, b), wfs_const(UINT32_MAX));
}

/* a - q d, which is 0 to d - 1 */
static wfs_val rest_of(struct wfs_code *c, wfs_val a, wfs_val q, uint32_t d)
{
    const wfs_val rest = wfs_sub(c, a, wfs_mul(c, q, wfs_const(d)));

    wfs_note_below(c, rest, d);
    return rest;
}

wfs_val wfs_umod(struct wfs_code *c, wfs_val a, wfs_val b)
{
    if (wfs_is(b, 0))
        return a;
    if (wfs_is_const(b) && wfs_is_power_of_two(b.bits))
        return wfs_and(c, a, wfs_const(b.bits - 1));
    if (wfs_is_const(b))
        return rest_of(c, a, divide_by_constant(c, a, b.bits), b.bits);
    return remainder_of(c, a, b);
}

/* ---- signed ---- */

static wfs_val sign_of(struct wfs_code *c, wfs_val x)
{
    return wfs_sar(c, x, wfs_const(31));        /* -1 or 0 */
}

/* x, or -x where sign is -1 */
static wfs_val with_sign(struct wfs_code *c, wfs_val x, wfs_val sign)
{
    return wfs_sub(c, wfs_xor(c, x, sign), sign);
}

/* a + 2^k - 1 where a is negative: its arithmetic shift by k is a/2^k towards zero. */
static wfs_val for_shift(struct wfs_code *c, wfs_val a, unsigned k)
{
    return wfs_add(c, a, wfs_shr(c, k > 1 ? sign_of(c, a) : a, wfs_const(32 - k)));
}

/* d is not 0. */
static wfs_val signed_by_constant(struct wfs_code *c, wfs_val a, uint32_t d)
{
    const bool negative = d >> 31 != 0;
    const uint32_t size = negative ? 0U - d : d;
    unsigned s = 0;

    if (size >> 31)
        return wfs_eq(c, a, wfs_const(d));
    if (wfs_is_power_of_two(size)) {
        const unsigned k = wfs_floor_log2(size);
        const wfs_val q = k ? wfs_sar(c, for_shift(c, a, k), wfs_const(k)) : a;
        return negative ? wfs_neg(c, q) : q;
    }
    uint64_t m = 0;
    for (;; s++) {                          /* as rounded_up for 31 bits; it always fits */
        const uint64_t power = UINT64_C(1) << (32 + s);
        m = power / size + 1;
        if (m * size - power <= UINT64_C(2) << s)
            break;
    }
    wfs_val high = wfs_mulhs(c, a, wfs_const((uint32_t)m));
    if (m >> 31)                            /* the multiplier was taken as m - 2^32 */
        high = wfs_add(c, high, a);
    high = wfs_sar(c, high, wfs_const(s));  /* rounded down: one more where a is negative */
    return negative ? wfs_sub(c, sign_of(c, a), high) : wfs_sub(c, high, sign_of(c, a));
}

wfs_val wfs_sdiv(struct wfs_code *c, wfs_val a, wfs_val b)
{
    if (wfs_is(b, 0))
        return wfs_const(UINT32_MAX);
    if (wfs_is_const(b))
        return signed_by_constant(c, a, b.bits);
    const wfs_val q = with_sign(c, divide(c, wfs_sabs(c, a), wfs_sabs(c, b)), sign_of(c, wfs_xor(c, a, b)));
    return wfs_sel(c, b, q, wfs_const(UINT32_MAX));
}

/* By d, which is not 0, or by -d. */
static wfs_val rest_by_constant(struct wfs_code *c, wfs_val a, uint32_t d)
{
    const wfs_val multiple =
        wfs_is_power_of_two(d) ? wfs_and(c, for_shift(c, a, wfs_floor_log2(d)), wfs_const(0U - d))
                               : wfs_mul(c, signed_by_constant(c, a, d), wfs_const(d));
    const wfs_val rest = wfs_sub(c, a, multiple);

    if (wfs_bounds_of(c, a).most <= INT32_MAX)
        wfs_note_below(c, rest, d);
    return rest;
}

wfs_val wfs_srem(struct wfs_code *c, wfs_val a, wfs_val b)
{
    const uint32_t size = b.bits >> 31 ? 0U - b.bits : b.bits;

    if (wfs_is(b, 0))
        return a;
    if (wfs_is_const(b))
        return size == 1 ? wfs_const(0) : rest_by_constant(c, a, size);
    return with_sign(c, remainder_of(c, wfs_sabs(c, a), wfs_sabs(c, b)), sign_of(c, a));
}

wfs_val wfs_smod(struct wfs_code *c, wfs_val a, wfs_val b)
{
    if (wfs_is_const(b) && wfs_is_power_of_two(b.bits) && b.bits >> 31 == 0)
        return wfs_and(c, a, wfs_const(b.bits - 1));
    const wfs_val rest = wfs_srem(c, a, b);
    /* add b where the rest has the other sign; b = 0 adds nothing */
    if (wfs_is_const(b)) {
        const wfs_val other = sign_of(c, b.bits >> 31 ? wfs_neg(c, rest) : rest);
        const wfs_val sum = wfs_add(c, rest, wfs_and(c, other, b));
        if (b.bits >> 31 == 0 && b.bits)
            wfs_note_below(c, sum, b.bits);
        return sum;
    }
    const wfs_val other = wfs_and(c, wfs_lts(c, wfs_xor(c, rest, b), wfs_const(0)), wfs_ne(c, rest, wfs_const(0)));
    return wfs_sel(c, other, wfs_add(c, rest, b), rest);
}
