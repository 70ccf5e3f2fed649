/* SPDX-License-Identifier: Apache-2.0
 * long.c - arithmetic on numbers of 64 bits: long.h.
 */
#include "long.h"
#include "double_parts.h"
#include "parts.h"

/* ---- pieces ---- */

/* Without the product of both low words, and what carries out of the cross products' low halves. */
struct wfs_pair wfs_mul_high(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y)
{
    const wfs_val a = wfs_mulhu(c, x.lo, y.hi), b = wfs_mulhu(c, x.hi, y.lo);
    const wfs_val first = wfs_mad(c, x.hi, y.hi, a), lo = wfs_add(c, first, b);
    const wfs_val carry = wfs_add(c, wfs_ltu(c, first, a), wfs_ltu(c, lo, b));

    return wfs_pair(lo, wfs_add(c, wfs_mulhu(c, x.hi, y.hi), carry));
}

struct wfs_long wfs_long_normal(struct wfs_code *c, wfs_val sign, wfs_val e, struct wfs_pair m)
{
    const wfs_val left = wfs_sub(c, wfs_const(63), wfs_pair_highest(c, m, false));
    const struct wfs_pair shifted = wfs_pair_shl(c, m, left);

    return (struct wfs_long){sign, wfs_sel(c, shifted.hi, wfs_sub(c, e, left), wfs_const(WFS_LONG_ZERO)), shifted};
}

struct wfs_pair wfs_long_fraction(struct wfs_code *c, struct wfs_long x)
{
    const wfs_val right = wfs_minu(c, wfs_not(c, x.e), wfs_const(63));

    return wfs_pair_shr(c, x.m, right, false);
}

struct wfs_pair wfs_long_series(struct wfs_code *c, struct wfs_pair t, const uint64_t *p, unsigned n, bool alternate)
{
    struct wfs_pair sum = wfs_pair_const(p[n - 1]);

    for (unsigned i = n - 1; i-- > 0;) {
        const struct wfs_pair part = wfs_mul_high(c, t, sum);
        sum = (alternate ? wfs_pair_sub : wfs_pair_add)(c, wfs_pair_const(p[i]), part);
    }
    return sum;
}

struct wfs_long wfs_long_neg(struct wfs_code *c, struct wfs_long x)
{
    return (struct wfs_long){wfs_xor(c, x.sign, wfs_const(WFS_SIGN)), x.e, x.m};
}

struct wfs_long wfs_long_sel(struct wfs_code *c, wfs_val truth, struct wfs_long x, struct wfs_long y)
{
    return (struct wfs_long){wfs_sel(c, truth, x.sign, y.sign), wfs_sel(c, truth, x.e, y.e),
                             wfs_pair_sel(c, truth, x.m, y.m)};
}

wfs_val wfs_long_less_size(struct wfs_code *c, struct wfs_long x, struct wfs_long y)
{
    return wfs_sel(c, wfs_eq(c, x.e, y.e), wfs_pair_lt(c, x.m, y.m, false), wfs_lts(c, x.e, y.e));
}

/* ---- conversions ---- */

struct wfs_long wfs_long_from_double(struct wfs_code *c, struct wfs_pair x)
{
    wfs_val scale;
    const struct wfs_pair m = wfs_double_normalised(c, x, 63, &scale);
    const wfs_val e = wfs_sel(c, m.hi, wfs_sub(c, scale, wfs_const(1023)), wfs_const(WFS_LONG_ZERO));

    return (struct wfs_long){wfs_and(c, x.hi, wfs_const(WFS_SIGN)), e, m};
}

struct wfs_long wfs_long_from_float(struct wfs_code *c, wfs_val x)
{
    const wfs_val exponent = wfs_bfeu(c, x, wfs_const(23 | 8 << 8)), one = wfs_minu(c, exponent, wfs_const(1));
    const wfs_val s = wfs_bfi(c, x, one, wfs_const(23 | 9 << 8)), highest = wfs_highest(c, s);
    const wfs_val m = wfs_shl(c, s, wfs_sub(c, wfs_const(31), highest));
    const wfs_val e = wfs_add(c, wfs_maxu(c, exponent, wfs_const(1)), wfs_sub(c, highest, wfs_const(127 + 23)));

    return (struct wfs_long){wfs_and(c, x, wfs_const(WFS_SIGN)), wfs_sel(c, s, e, wfs_const(WFS_LONG_ZERO)),
                             wfs_pair(wfs_const(0), m)};
}

struct wfs_long wfs_long_from_word(struct wfs_code *c, wfs_val x)
{
    const wfs_val size = wfs_sabs(c, x), highest = wfs_highest(c, size);

    return (struct wfs_long){wfs_and(c, x, wfs_const(WFS_SIGN)), wfs_sel(c, x, highest, wfs_const(WFS_LONG_ZERO)),
                             wfs_pair(wfs_const(0), wfs_shl(c, size, wfs_sub(c, wfs_const(31), highest)))};
}

/* One place to the right for the form of wfs_double_round, more for a subnormal result. */
struct wfs_pair wfs_long_to_double(struct wfs_code *c, struct wfs_long x)
{
    const wfs_val zero = wfs_const(0), less_one = wfs_add(c, x.e, wfs_const(1022));
    const wfs_val right = wfs_minu(c, wfs_add(c, wfs_maxs(c, wfs_neg(c, less_one), zero), wfs_const(1)), wfs_const(63));
    const struct wfs_pair p = wfs_pair_shr_sticky(c, x.m, right);
    const struct wfs_pair rounded = wfs_double_round(c, p, wfs_sclamp(c, less_one, zero, wfs_const(2047)));
    const struct wfs_pair bounded = wfs_double_bounded(c, rounded);

    return wfs_pair(bounded.lo, wfs_double_signed(c, bounded.hi, x.sign));
}

/* ---- arithmetic ---- */

/* Both one place to the right, so that a sum has room; that of the smaller exponent further. */
struct wfs_long wfs_long_add(struct wfs_code *c, struct wfs_long x, struct wfs_long y)
{
    const wfs_val less = wfs_lts(c, x.e, y.e);
    const wfs_val e = wfs_maxs(c, x.e, y.e);
    const struct wfs_pair big = wfs_pair_sel(c, less, y.m, x.m), small = wfs_pair_sel(c, less, x.m, y.m);
    const wfs_val sign = wfs_sel(c, less, y.sign, x.sign);
    const wfs_val difference = wfs_minu(c, wfs_sub(c, e, wfs_mins(c, x.e, y.e)), wfs_const(62));
    const wfs_val differ = wfs_sar(c, wfs_xor(c, x.sign, y.sign), wfs_const(31));
    const struct wfs_pair first = wfs_pair_shr(c, big, wfs_const(1), false);
    const struct wfs_pair second =
        wfs_pair_shr(c, wfs_pair_shr(c, small, wfs_const(1), false), difference, false);
    const struct wfs_pair sum = wfs_pair_add(c, first, wfs_pair_with_sign(c, second, differ));
    /* below 0 only where both exponents are the same */
    const wfs_val below = wfs_sar(c, sum.hi, wfs_const(31)), turned = wfs_and(c, below, differ);
    const struct wfs_pair size = wfs_pair_with_sign(c, sum, turned);

    return wfs_long_normal(c, wfs_xor(c, sign, wfs_and(c, turned, wfs_const(WFS_SIGN))),
                           wfs_add(c, e, wfs_const(1)), size);
}

struct wfs_long wfs_long_mul(struct wfs_code *c, struct wfs_long x, struct wfs_long y)
{
    const struct wfs_pair high = wfs_mul_high(c, x.m, y.m);
    const wfs_val top = wfs_shr(c, high.hi, wfs_const(31)), again = wfs_sub(c, top, wfs_const(1));
    const struct wfs_pair m = wfs_pair_add(c, high, wfs_pair_bitwise(c, WF_OP_AND, high, wfs_pair(again, again)));

    return (struct wfs_long){wfs_xor(c, x.sign, y.sign), wfs_add(c, wfs_add(c, x.e, y.e), top), m};
}

/* A significand that is a few units too small may be below 2^63: that is what it is then. */
static struct wfs_pair at_least_1(struct wfs_code *c, struct wfs_pair m)
{
    return wfs_pair(wfs_and(c, m.lo, wfs_sar(c, m.hi, wfs_const(31))), wfs_maxu(c, m.hi, wfs_const(WFS_SIGN)));
}

/* r = R 2^-31 with R of 31 bits is a little too small for 1/x: err = 1 - x r is above 0 and below 2^-21.  Then
 * 1/x = r (1 + err + err^2 + ...). */
struct wfs_long wfs_long_reciprocal(struct wfs_code *c, struct wfs_long x)
{
    const wfs_val minus_x = wfs_fmul(c, wfs_u2f(c, x.m.hi), wfs_float(-0x1p-31f));
    const wfs_val r = wfs_f2u(c, wfs_fmul(c, wfs_reciprocal_part(c, minus_x), wfs_float(0x1p31f * (1 - 0x1p-22f))));
    const struct wfs_pair product =
        wfs_pair_add(c, wfs_pair(wfs_mul(c, x.m.hi, r), wfs_mulhu(c, x.m.hi, r)),
                     wfs_pair(wfs_mulhu(c, x.m.lo, r), wfs_const(0)));
    /* two units less: the result shall be below 1/x */
    const struct wfs_pair err = wfs_pair_sub(c, wfs_pair_const((UINT64_C(1) << 62) - 2), product);
    const wfs_val top = wfs_bfi(c, wfs_shr(c, err.lo, wfs_const(9)), err.hi, wfs_const(23 | 9 << 8));
    const struct wfs_pair square = wfs_pair(wfs_shr(c, wfs_mulhu(c, top, top), wfs_const(12)), wfs_const(0));
    const struct wfs_pair t = wfs_pair_shl(c, wfs_pair_add(c, err, square), wfs_const(2));
    const struct wfs_pair more = wfs_pair_add(c, wfs_pair(wfs_mul(c, t.hi, r), wfs_mulhu(c, t.hi, r)),
                                              wfs_pair(wfs_mulhu(c, t.lo, r), wfs_const(0)));
    const struct wfs_pair sum = wfs_pair(more.lo, wfs_add(c, more.hi, r));

    return (struct wfs_long){x.sign, wfs_not(c, x.e), at_least_1(c, wfs_pair_shl(c, sum, wfs_const(1)))};
}

struct wfs_long wfs_long_div(struct wfs_code *c, struct wfs_long x, struct wfs_long y)
{
    return wfs_long_mul(c, x, wfs_long_reciprocal(c, y));
}

/* v from 1 to 4, times 2^62, is the significand with what makes the exponent odd.  r = R 2^-31 is a little too small for
 * 1/sqrt(v), s = v r is near the root, err = 1 - s r is not below 0, and the root is s (1 + err/2 + 3/8 err^2 + ...). */
struct wfs_long wfs_long_sqrt(struct wfs_code *c, struct wfs_long x)
{
    const wfs_val odd = wfs_and(c, x.e, wfs_const(1));
    const struct wfs_pair v = wfs_pair_sel(c, odd, x.m, wfs_pair_shr(c, x.m, wfs_const(1), false));
    wfs_val h;
    wfs_root_part(c, wfs_fmul(c, wfs_u2f(c, v.hi), wfs_float(0x1p-30f)), false, &h);
    const wfs_val r = wfs_f2u(c, wfs_fmul(c, h, wfs_float(0x1p32f * (1 - 0x1p-21f))));
    const struct wfs_pair s = wfs_pair_add(c, wfs_pair(wfs_mul(c, v.hi, r), wfs_mulhu(c, v.hi, r)),
                                           wfs_pair(wfs_mulhu(c, v.lo, r), wfs_const(0)));
    const struct wfs_pair near_one = wfs_pair_add(c, wfs_pair(wfs_mul(c, s.hi, r), wfs_mulhu(c, s.hi, r)),
                                                  wfs_pair(wfs_mulhu(c, s.lo, r), wfs_const(0)));
    const struct wfs_pair err = wfs_pair_sub(c, wfs_pair_const((UINT64_C(1) << 60) - 8), near_one);
    /* err 2^51 as a word */
    const wfs_val top = wfs_bfi(c, wfs_shr(c, err.lo, wfs_const(9)), err.hi, wfs_const(23 | 9 << 8));
    const wfs_val half = wfs_shr(c, wfs_mulhu(c, top, top), wfs_const(1));              /* err^2 2^69 */
    const wfs_val more = wfs_shr(c, wfs_mul(c, half, wfs_const(3)), wfs_const(12));
    const struct wfs_pair part =
        wfs_pair_add(c, wfs_pair_shr(c, err, wfs_const(1), false), wfs_pair(more, wfs_const(0)));
    const struct wfs_pair product = wfs_mul_high(c, s, wfs_pair_shl(c, part, wfs_const(18)));
    const struct wfs_pair root = wfs_pair_add(c, s, wfs_pair_shr(c, product, wfs_const(14), false));
    const wfs_val e = wfs_sel(c, x.m.hi, wfs_sar(c, x.e, wfs_const(1)), x.e);

    return (struct wfs_long){wfs_const(0), e, at_least_1(c, wfs_pair_shl(c, root, wfs_const(2)))};
}
