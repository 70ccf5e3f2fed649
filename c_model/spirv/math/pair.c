/* SPDX-License-Identifier: Apache-2.0
 * pair.c - see pair.h.
 */
#include "pair.h"

/* ---- sums and products ---- */

struct wfs_pair wfs_pair_add(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y)
{
    if (wfs_is_const(x.lo)) {
        const struct wfs_pair constant = x;
        x = y;
        y = constant;
    }
    const wfs_val lo = wfs_add(c, x.lo, y.lo);
    const wfs_val carry = wfs_ltu(c, lo, y.lo);

    return wfs_pair(lo, wfs_add(c, wfs_add(c, x.hi, y.hi), carry));
}

struct wfs_pair wfs_pair_sub(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y)
{
    if (wfs_is(x.lo, 0) && wfs_is(x.hi, 0))
        return wfs_pair_neg(c, y);
    const wfs_val borrow = wfs_ltu(c, x.lo, y.lo);

    return wfs_pair(wfs_sub(c, x.lo, y.lo), wfs_sub(c, wfs_sub(c, x.hi, y.hi), borrow));
}

struct wfs_pair wfs_pair_neg(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_pair(wfs_neg(c, x.lo), wfs_sub(c, wfs_neg(c, x.hi), wfs_ne(c, x.lo, wfs_const(0))));
}

/* The high word is the sign of the low one, 32 bits that were made 64. */
static bool is_extended(const struct wfs_code *c, struct wfs_pair x)
{
    if (wfs_is_const(x.lo) && wfs_is_const(x.hi))
        return x.hi.bits == (x.lo.bits >> 31 ? UINT32_MAX : 0);
    if (x.hi.kind != WFS_REG || x.hi.word || !c->reg[x.hi.bits].def)
        return false;
    const struct wfs_insn *from = &c->insn[c->reg[x.hi.bits].def];
    return from->op == WF_OP_SAR && wfs_same(from->a, x.lo) && wfs_is(from->b, 31);
}

struct wfs_pair wfs_pair_mul(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y)
{
    const wfs_val lo = wfs_mul(c, x.lo, y.lo);

    if (is_extended(c, x) && is_extended(c, y))
        return wfs_pair(lo, wfs_mulhs(c, x.lo, y.lo));
    return wfs_pair(lo, wfs_mad(c, x.hi, y.lo, wfs_mad(c, x.lo, y.hi, wfs_mulhu(c, x.lo, y.lo))));
}

struct wfs_pair wfs_pair_bitwise(struct wfs_code *c, uint8_t op, struct wfs_pair x, struct wfs_pair y)
{
    return wfs_pair(wfs_op(c, op, x.lo, y.lo, wfs_none()), wfs_op(c, op, x.hi, y.hi, wfs_none()));
}

struct wfs_pair wfs_pair_sel(struct wfs_code *c, wfs_val truth, struct wfs_pair x, struct wfs_pair y)
{
    return wfs_pair(wfs_sel(c, truth, x.lo, y.lo), wfs_sel(c, truth, x.hi, y.hi));
}

struct wfs_pair wfs_pair_with_sign(struct wfs_code *c, struct wfs_pair x, wfs_val sign)
{
    const struct wfs_pair mask = {sign, sign};

    return wfs_pair_sub(c, wfs_pair_bitwise(c, WF_OP_XOR, x, mask), mask);
}

struct wfs_pair wfs_pair_abs(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_pair_with_sign(c, x, wfs_sar(c, x.hi, wfs_const(31)));
}

/* ---- shifts ---- */

static struct wfs_pair shl_by_constant(struct wfs_code *c, struct wfs_pair x, unsigned n)
{
    if (n == 0)
        return x;
    if (n >= 32)
        return wfs_pair(wfs_const(0), wfs_shl(c, x.lo, wfs_const(n - 32)));
    return wfs_pair(wfs_shl(c, x.lo, wfs_const(n)),
                    wfs_or(c, wfs_shl(c, x.hi, wfs_const(n)), wfs_shr(c, x.lo, wfs_const(32 - n))));
}

static struct wfs_pair shr_by_constant(struct wfs_code *c, struct wfs_pair x, unsigned n, bool is_signed)
{
    const uint8_t shift = is_signed ? WF_OP_SAR : WF_OP_SHR;

    if (n == 0)
        return x;
    if (n >= 32)
        return wfs_pair(wfs_op(c, shift, x.hi, wfs_const(n - 32), wfs_none()),
                        is_signed ? wfs_sar(c, x.hi, wfs_const(31)) : wfs_const(0));
    return wfs_pair(wfs_or(c, wfs_shr(c, x.lo, wfs_const(n)), wfs_shl(c, x.hi, wfs_const(32 - n))),
                    wfs_op(c, shift, x.hi, wfs_const(n), wfs_none()));
}

/* A shift by n is a product with 2^n: its high word is what goes from the low word to the high one. */
struct wfs_pair wfs_pair_shl(struct wfs_code *c, struct wfs_pair x, wfs_val count)
{
    if (wfs_is_const(count))
        return shl_by_constant(c, x, count.bits & 63);
    const wfs_val far = wfs_and(c, count, wfs_const(32));
    const wfs_val power = wfs_shl(c, wfs_const(1), count);
    const wfs_val lo = wfs_mul(c, x.lo, power);
    const wfs_val hi = wfs_mad(c, x.hi, power, wfs_mulhu(c, x.lo, power));

    return wfs_pair_sel(c, far, wfs_pair(wfs_const(0), lo), wfs_pair(lo, hi));
}

/* For n in 0..31 the low word is x.lo >> n with the low bits of x.hi in a field at 32 - n, of n bits or more.  511 n
 * = 512 n - n is such a field: offset -n mod 32, width 2 n - 1, and 0 for n = 0. */
struct wfs_pair wfs_pair_shr(struct wfs_code *c, struct wfs_pair x, wfs_val count, bool is_signed)
{
    if (wfs_is_const(count))
        return shr_by_constant(c, x, count.bits & 63, is_signed);
    const wfs_val far = wfs_and(c, count, wfs_const(32));
    const wfs_val hi = wfs_op(c, is_signed ? WF_OP_SAR : WF_OP_SHR, x.hi, count, wfs_none());
    const wfs_val above = is_signed ? wfs_sar(c, x.hi, wfs_const(31)) : wfs_const(0);
    wfs_val lo = wfs_shr(c, x.lo, count);

    if (!wfs_is(x.hi, 0))
        lo = wfs_bfi(c, lo, x.hi, wfs_mul(c, count, wfs_const(511)));
    return wfs_pair_sel(c, far, wfs_pair(hi, above), wfs_pair(lo, hi));
}

/* ---- comparisons ---- */

wfs_val wfs_pair_eq(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y)
{
    return wfs_and(c, wfs_eq(c, x.lo, y.lo), wfs_eq(c, x.hi, y.hi));
}

static wfs_val not_less(struct wfs_code *c, wfs_val x, wfs_val y, bool is_signed)
{
    return is_signed ? wfs_ges(c, x, y) : wfs_geu(c, x, y);
}

wfs_val wfs_less(struct wfs_code *c, wfs_val x, wfs_val y, bool is_signed)
{
    if (wfs_is_const(x) && !wfs_is_const(y))
        return x.bits == (is_signed ? INT32_MAX : UINT32_MAX) ? wfs_const(0)
                                                              : not_less(c, y, wfs_const(x.bits + 1), is_signed);
    return is_signed ? wfs_lts(c, x, y) : wfs_ltu(c, x, y);
}

wfs_val wfs_less_equal(struct wfs_code *c, wfs_val x, wfs_val y, bool is_signed)
{
    if (wfs_is_const(y) && !wfs_is_const(x))
        return y.bits == (is_signed ? INT32_MAX : UINT32_MAX) ? wfs_const(1)
                                                              : wfs_less(c, x, wfs_const(y.bits + 1), is_signed);
    return not_less(c, y, x, is_signed);
}

wfs_val wfs_pair_lt(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, bool is_signed)
{
    const wfs_val low = wfs_less(c, x.lo, y.lo, false), high = wfs_less(c, x.hi, y.hi, is_signed);

    return wfs_is(low, 0) ? high : wfs_sel(c, wfs_eq(c, x.hi, y.hi), low, high);
}

wfs_val wfs_pair_le(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, bool is_signed)
{
    const wfs_val low = wfs_less_equal(c, x.lo, y.lo, false);

    if (wfs_is(low, 1))
        return wfs_less_equal(c, x.hi, y.hi, is_signed);
    return wfs_sel(c, wfs_eq(c, x.hi, y.hi), low, wfs_less(c, x.hi, y.hi, is_signed));
}

/* ---- bits ---- */

/* -1 | 32 is -1: a word without such a bit has no part in the choice. */
wfs_val wfs_pair_highest(struct wfs_code *c, struct wfs_pair x, bool is_signed)
{
    const wfs_val hi = is_signed ? wfs_highest_s(c, x.hi) : wfs_highest(c, x.hi);
    const wfs_val flipped = is_signed ? wfs_xor(c, x.lo, wfs_sar(c, x.hi, wfs_const(31))) : x.lo;

    return wfs_maxs(c, wfs_highest(c, flipped), wfs_or(c, hi, wfs_const(32)));
}

wfs_val wfs_pair_lowest(struct wfs_code *c, struct wfs_pair x)
{
    return wfs_minu(c, wfs_lowest(c, x.lo), wfs_or(c, wfs_lowest(c, x.hi), wfs_const(32)));
}

struct wfs_pair wfs_pair_low_bits(struct wfs_code *c, struct wfs_pair x, wfs_val count, bool is_signed)
{
    const wfs_val in_low = wfs_shl(c, wfs_minu(c, count, wfs_const(32)), wfs_const(8));     /* fields at offset 0 */
    wfs_val in_high = wfs_sub(c, count, wfs_const(32));

    if (!is_signed) {
        in_high = wfs_shl(c, wfs_maxs(c, in_high, wfs_const(0)), wfs_const(8));
        return wfs_pair(wfs_bfeu(c, x.lo, in_low), wfs_bfeu(c, x.hi, in_high));
    }
    const wfs_val lo = wfs_bfes(c, x.lo, in_low);
    const wfs_val hi = wfs_bfes(c, x.hi, wfs_shl(c, in_high, wfs_const(8)));

    return wfs_pair(lo, wfs_sel(c, wfs_geu(c, count, wfs_const(33)), hi, wfs_sar(c, lo, wfs_const(31))));
}

/* x.lo * y and x.hi * y + its carry, each of 64 bits and without overflow. */
static struct wfs_pair mul_word(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val more)
{
    const struct wfs_pair product = wfs_pair(wfs_mul(c, x, y), wfs_mulhu(c, x, y));

    return wfs_pair_add(c, product, wfs_pair(more, wfs_const(0)));
}

void wfs_pair_mul_wide(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, struct wfs_pair *low,
                       struct wfs_pair *high)
{
    const struct wfs_pair a = mul_word(c, x.lo, y.lo, wfs_const(0));
    const struct wfs_pair b = mul_word(c, x.hi, y.lo, a.hi);
    const struct wfs_pair d = mul_word(c, x.lo, y.hi, b.lo);
    const struct wfs_pair e = mul_word(c, x.hi, y.hi, b.hi);

    *low = wfs_pair(a.lo, d.lo);
    *high = wfs_pair_add(c, e, wfs_pair(d.hi, wfs_const(0)));
}
