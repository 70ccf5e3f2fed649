/* SPDX-License-Identifier: Apache-2.0
 * long_exp.c - powers of 2 and logarithms on numbers of 64 bits: long_math.h.
 *
 * The series are made by remez of Sollya 8, their coefficients rounded to 2^-63 or 2^-64:
 *      (2^x - 1)/x, 0 <= x <= 1, degree 11, error 2^-62; -1/2 <= x <= 1/2, degree 12, error 2^-70
 *      (atanh(sqrt(x))/sqrt(x) - 1)/x, 0 <= x <= 0.02945, degree 8, error 2^-66
 */
#include "long_math.h"
#include "parts.h"

struct split {
    wfs_val n;
    struct wfs_pair f;          /* x = n + f 2^-64 */
};

/* From 2^15 on n is somewhere beyond 2^14. */
static struct split split(struct wfs_code *c, struct wfs_long x)
{
    const wfs_val count = wfs_add(c, x.e, wfs_const(1)), zero = wfs_const(0);
    const wfs_val power = wfs_shl(c, wfs_const(1), wfs_sclamp(c, count, zero, wfs_const(15)));
    const struct wfs_pair left =
        wfs_pair(wfs_mul(c, x.m.lo, power), wfs_mad(c, x.m.hi, power, wfs_mulhu(c, x.m.lo, power)));
    const wfs_val right = wfs_minu(c, wfs_maxs(c, wfs_neg(c, count), zero), wfs_const(63));
    const struct wfs_pair f = wfs_pair_shr(c, left, right, false);
    const wfs_val n = wfs_mulhu(c, x.m.hi, power), below = wfs_sar(c, x.sign, wfs_const(31));
    const wfs_val none = wfs_eq(c, wfs_or(c, f.lo, f.hi), zero);

    return (struct split){wfs_add(c, wfs_xor(c, n, below), wfs_and(c, none, below)),
                          wfs_pair_with_sign(c, f, below)};
}

struct wfs_long wfs_long_exp2(struct wfs_code *c, struct wfs_long x)
{
    static const uint64_t p[] = {UINT64_C(1) << 63, 6393154322601327828, 2215698446797869310, 511935043789635881,
                                 88711583058686246, 12298036730899838,   1420724943584664,    140681536047973,
                                 12189376107137,    938385621627,        65457795495,         3850211373,
                                 326988433};
    const struct split s = split(c, x);

    return (struct wfs_long){wfs_const(0), s.n, wfs_long_series(c, s.f, p, sizeof p / sizeof *p, false)};
}

/* (2^f - 1)/f for a fraction with this sign mask. */
static struct wfs_pair rise(struct wfs_code *c, struct wfs_pair f, wfs_val below)
{
    static const uint64_t p[] = {12786308645202655660U, 4431396893595737425, 1023870087579328453, 177423166116318949,
                                 24596073471909071,     2841449829983173,    281363276907651,     24378270262705,
                                 1877525480693,         130140149340,        8200553275,          473682529,
                                 25306947};
    const unsigned n = sizeof p / sizeof *p;
    struct wfs_pair sum = wfs_pair_const(p[n - 1]);

    for (unsigned i = n - 1; i-- > 0;) {
        const struct wfs_pair part = wfs_mul_high(c, f, sum);
        sum = wfs_pair_add(c, wfs_pair_const(p[i]),
                           wfs_pair(wfs_xor(c, part.lo, below), wfs_xor(c, part.hi, below)));
    }
    return sum;
}

/* 2^n (1 + q) - 1 = 2^n q + (2^n - 1), x = n + f with |f| <= 1/2, q = 2^f - 1. */
struct wfs_long wfs_long_exp2_less_1(struct wfs_code *c, struct wfs_long x)
{
    const struct split s = split(c, x);
    const wfs_val near = wfs_lts(c, x.e, wfs_const(0U - 1));
    const wfs_val below = wfs_sel(c, near, wfs_sar(c, x.sign, wfs_const(31)), wfs_sar(c, s.f.hi, wfs_const(31)));
    const struct wfs_pair f = wfs_pair(wfs_xor(c, s.f.lo, below), wfs_xor(c, s.f.hi, below));
    const struct wfs_long far = wfs_long_normal(c, wfs_and(c, below, wfs_const(WFS_SIGN)), wfs_const(0U - 1), f);
    const struct wfs_pair q = rise(c, f, below);
    const wfs_val n = wfs_sel(c, near, wfs_const(0), wfs_sub(c, s.n, below));
    const struct wfs_long part =
        wfs_long_mul(c, wfs_long_sel(c, near, x, far), (struct wfs_long){wfs_const(0), wfs_const(0U - 1), q});
    const struct wfs_long power = wfs_long_scale(c, wfs_long_power(0), n);

    return wfs_long_add(c, wfs_long_scale(c, part, n),
                        wfs_long_add(c, power, wfs_long_neg(c, wfs_long_power(0))));
}

/* ---- logarithms ---- */

/* v = 2^k w with w from sqrt(1/2) to sqrt(2): w - 1 and w + 1. */
struct parts { wfs_val k; struct wfs_long less, more; };

static struct parts parts_of(struct wfs_code *c, struct wfs_long v)
{
    const wfs_val top = wfs_geu(c, v.m.hi, wfs_const(0xb504f334));
    const struct wfs_pair twice = wfs_pair_shl(c, v.m, wfs_const(1));
    const struct wfs_pair size = wfs_pair_sel(c, top, wfs_pair_neg(c, v.m), twice);
    const struct wfs_pair half = wfs_pair_shr(c, v.m, wfs_const(1), false);
    const wfs_val one = wfs_sel(c, top, wfs_const(1U << 31), wfs_const(1U << 30));
    struct parts p;

    p.k = wfs_add(c, v.e, top);
    p.less = wfs_long_normal(c, wfs_shl(c, top, wfs_const(31)), wfs_const(0U - 1), size);
    p.more = (struct wfs_long){wfs_const(0), wfs_lnot(c, top), wfs_pair(half.lo, wfs_add(c, half.hi, one))};
    return p;
}

/* ln(w) = 2 atanh((w - 1)/(w + 1)); the logarithm to base 2 has k as it is. */
static struct wfs_long logarithm(struct wfs_code *c, struct parts v, bool base_2)
{
    static const uint64_t p[] = {UINT64_C(1) << 63,  3074457345618258603, 1844674407370954811, 1317624576693856094,
                                 1024819115096066623, 838488386119554764, 709488289966849710,  614998211981527256,
                                 539010403382030013,  548040012233253987};
    const struct wfs_long s = wfs_long_div(c, v.less, v.more);
    const struct wfs_pair square = wfs_long_fraction(c, wfs_long_mul(c, s, s));
    const struct wfs_pair sum = wfs_long_series(c, square, p, sizeof p / sizeof *p, false);
    const struct wfs_long part = wfs_long_mul(c, s, (struct wfs_long){wfs_const(0), wfs_const(1), sum});

    const struct wfs_long k = wfs_long_from_word(c, v.k);

    return base_2 ? wfs_long_add(c, wfs_long_mul(c, part, wfs_long_const(WFS_LONG_LOG2E)), k)
                  : wfs_long_add(c, part, wfs_long_mul(c, k, wfs_long_const(WFS_LONG_LN2)));
}

struct wfs_long wfs_long_ln(struct wfs_code *c, struct wfs_long x)
{
    return logarithm(c, parts_of(c, x), false);
}

struct wfs_long wfs_long_log2(struct wfs_code *c, struct wfs_long x)
{
    return logarithm(c, parts_of(c, x), true);
}

/* Near 0, x itself is what 1 + x is more than 1. */
struct wfs_long wfs_long_ln_1_plus(struct wfs_code *c, struct wfs_long x)
{
    struct parts p = parts_of(c, wfs_long_add(c, x, wfs_long_power(0)));

    p.less = wfs_long_sel(c, wfs_lts(c, x.e, wfs_const(0U - 2)), x, p.less);
    return logarithm(c, p, false);
}
