/* SPDX-License-Identifier: Apache-2.0
 * long_trig.c - angles on numbers of 64 bits: long_math.h.
 *
 * Arguments are reduced by 2/pi to 1184 bits (Payne and Hanek): of the product with the significand only the words
 * around the point are made.  The series are made by remez of Sollya 8, their coefficients rounded to 2^-64:
 *      (sin(sqrt(x))/sqrt(x) - 1)/x and (cos(sqrt(x)) - 1)/x, 0 <= x <= 0.6169, degree 7, error 2^-73
 *      (atan(sqrt(x))/sqrt(x) - 1)/x, 0 <= x <= 0.0159, degree 8, error 2^-75
 */
#include "double_parts.h"
#include "long_math.h"
#include "parts.h"

/* ---- reduction ---- */

enum { WINDOW = 6, PAD = 2 };

/* Words index .. index + 6 of 2/pi, after two words of zeros: of 64, 32, .. 2 words one half is taken. */
static void words_of_2_over_pi(struct wfs_code *c, wfs_val index, wfs_val *word)
{
    static const uint32_t bits[] = {
        0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0,
        0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4,
        0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
        0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046};
    enum { WORDS = sizeof bits / sizeof *bits };
    wfs_val table[64 + WINDOW];

    for (unsigned i = 0; i < 64 + WINDOW; i++)
        table[i] = wfs_const(i < PAD || i - PAD >= WORDS ? 0 : bits[i - PAD]);
    for (unsigned step = 32; step; step /= 2) {
        const wfs_val far = wfs_and(c, index, wfs_const(step));
        for (unsigned i = 0; i < step + WINDOW; i++)
            table[i] = wfs_sel(c, far, table[i + step], table[i]);
    }
    for (unsigned i = 0; i <= WINDOW; i++)
        word[i] = table[i];
}

/* Column `n` of the product of m and window, whose least word is window[0]; *over is what the columns below carried, and
 * becomes what this one carries. */
static wfs_val column(struct wfs_code *c, struct wfs_pair m, const wfs_val *window, unsigned n, wfs_val *over)
{
    wfs_val term[4], sum = *over, carry = wfs_const(0);
    unsigned terms = 0;

    if (n < WINDOW)
        term[terms++] = wfs_mul(c, m.lo, window[n]);
    if (n - 1 < WINDOW) {
        term[terms++] = wfs_mulhu(c, m.lo, window[n - 1]);
        term[terms++] = wfs_mul(c, m.hi, window[n - 1]);
    }
    if (n - 2 < WINDOW)
        term[terms++] = wfs_mulhu(c, m.hi, window[n - 2]);
    for (unsigned i = 0; i < terms; i++) {
        sum = wfs_add(c, sum, term[i]);
        carry = wfs_add(c, carry, wfs_ltu(c, sum, term[i]));
    }
    *over = carry;
    return sum;
}

/* A fraction of a quarter turn that follows `quadrant`, p[3..0]: the nearer end of the quarter. */
static struct wfs_angle nearest(struct wfs_code *c, wfs_val quadrant, wfs_val p[4])
{
    const wfs_val beyond = wfs_sar(c, p[3], wfs_const(31));

    for (unsigned i = 0; i < 4; i++)
        p[i] = wfs_xor(c, p[i], beyond);
    const wfs_val left = wfs_sub(c, wfs_const(63), wfs_pair_highest(c, wfs_pair(p[2], p[3]), false));
    const struct wfs_pair m = wfs_window(c, p, wfs_minu(c, left, wfs_const(63)));
    const wfs_val e = wfs_sel(c, m.hi, wfs_not(c, left), wfs_const(WFS_LONG_ZERO));

    return (struct wfs_angle){wfs_sub(c, quadrant, beyond), {wfs_and(c, beyond, wfs_const(WFS_SIGN)), e, m}};
}

/* Below 1/2 x is r.  Else the window begins where the words before it give multiples of 4 quadrants. */
struct wfs_angle wfs_long_reduce(struct wfs_code *c, struct wfs_long x)
{
    const wfs_val near = wfs_lts(c, x.e, wfs_const(0U - 1));
    const wfs_val place = wfs_sclamp(c, wfs_add(c, x.e, wfs_const(1)), wfs_const(0), wfs_const(1024));
    const wfs_val power = wfs_shl(c, wfs_const(1), place);
    wfs_val word[WINDOW + 1], window[WINDOW], p[4];

    words_of_2_over_pi(c, wfs_shr(c, place, wfs_const(5)), word);
    for (unsigned i = 0; i < WINDOW; i++)       /* the words moved to the left by place modulo 32 */
        window[WINDOW - 1 - i] = wfs_mad(c, word[i], power, wfs_mulhu(c, word[i + 1], power));
    wfs_val over = wfs_const(0);
    for (unsigned n = 1; n < 6; n++) {
        const wfs_val sum = column(c, x.m, window, n, &over);
        if (n > 1)
            p[n - 2] = sum;
    }
    struct wfs_angle a = nearest(c, column(c, x.m, window, 6, &over), p);
    a.r = wfs_long_mul(c, a.r, wfs_long_const(WFS_LONG_HALF_PI));
    a.r = wfs_long_sel(c, near, wfs_long_abs(x), a.r);
    a.quadrant = wfs_sel(c, near, wfs_const(0), a.quadrant);
    return a;
}

/* 2 |x| is a whole number and a fraction, both exact; from 2^63 on it is a multiple of 4. */
struct wfs_angle wfs_long_reduce_pi(struct wfs_code *c, struct wfs_long x)
{
    const wfs_val near = wfs_lts(c, x.e, wfs_const(0U - 2)), zero = wfs_const(0);
    const wfs_val left = wfs_sclamp(c, wfs_add(c, x.e, wfs_const(2)), zero, wfs_const(63));
    const wfs_val fits = wfs_lts(c, x.e, wfs_const(62));
    const struct wfs_pair m = wfs_pair_sel(c, fits, x.m, wfs_pair_const(0));
    const struct wfs_pair whole = wfs_pair_shr(c, wfs_pair_shr(c, m, wfs_const(1), false),
                                               wfs_sub(c, wfs_const(63), left), false);
    const struct wfs_pair f = wfs_pair_shl(c, m, left);
    const wfs_val beyond = wfs_sar(c, f.hi, wfs_const(31));
    const struct wfs_long r = wfs_long_normal(c, wfs_and(c, beyond, wfs_const(WFS_SIGN)), wfs_const(0U - 1),
                                              wfs_pair_with_sign(c, f, beyond));
    const struct wfs_long twice = wfs_long_scale(c, wfs_long_abs(x), wfs_const(1));
    const struct wfs_long turn = wfs_long_sel(c, near, twice, r);

    return (struct wfs_angle){wfs_sel(c, near, zero, wfs_sub(c, whole.lo, beyond)),
                              wfs_long_mul(c, turn, wfs_long_const(WFS_LONG_HALF_PI))};
}

/* ---- sine, tangent ---- */

/* sin(r), or cos(r) where `odd`: one series, whose coefficients are chosen. */
static struct wfs_long circular(struct wfs_code *c, struct wfs_long r, wfs_val odd)
{
    static const uint64_t sine[] = {UINT64_MAX, 3074457345618258603, 153722867280912930, 3660068268593164,
                                    50834281508230, 462129831837, 2962370522, 14106154, 51489};
    static const uint64_t cosine[] = {UINT64_MAX, 9223372036854775808U, 768614336404564650, 25620477880152142,
                                      457508533573978, 5083428149755, 38510815626, 211590818, 874576};
    const struct wfs_pair square = wfs_long_fraction(c, wfs_long_mul(c, r, r));
    struct wfs_pair sum = wfs_pair_const(0);

    for (unsigned i = sizeof sine / sizeof *sine; i-- > 0;) {
        const struct wfs_pair p = wfs_pair_sel(c, odd, wfs_pair_const(cosine[i]), wfs_pair_const(sine[i]));
        sum = wfs_pair_sub(c, p, wfs_mul_high(c, square, sum));
    }
    const struct wfs_long even = {wfs_const(0), wfs_const(0U - 1), sum};
    return wfs_long_sel(c, odd, even, wfs_long_mul(c, r, even));
}

struct wfs_long wfs_long_sine(struct wfs_code *c, struct wfs_angle a)
{
    struct wfs_long s = circular(c, a.r, wfs_and(c, a.quadrant, wfs_const(1)));

    s.sign = wfs_xor(c, s.sign, wfs_shl(c, wfs_and(c, a.quadrant, wfs_const(2)), wfs_const(30)));
    return s;
}

struct wfs_long wfs_long_tangent(struct wfs_code *c, struct wfs_angle a)
{
    const wfs_val odd = wfs_and(c, a.quadrant, wfs_const(1));
    const struct wfs_long over = circular(c, a.r, odd), under = circular(c, a.r, wfs_lnot(c, odd));
    struct wfs_long t = wfs_long_div(c, over, under);

    t.sign = wfs_xor(c, a.r.sign, wfs_shl(c, odd, wfs_const(31)));
    return t;
}

/* ---- directions ---- */

/* One of five numbers. */
static struct wfs_long one_of(struct wfs_code *c, wfs_val k, const int32_t *e, const uint64_t *m)
{
    struct wfs_long x = wfs_long_const(e[4], m[4]);

    for (unsigned i = 4; i-- > 0;)
        x = wfs_long_sel(c, wfs_ltu(c, k, wfs_const(i + 1)), wfs_long_const(e[i], m[i]), x);
    return x;
}

/* The quotient t of the less by the greater, in fourths: within 0.51 of it. */
static wfs_val fourths(struct wfs_code *c, struct wfs_long less, struct wfs_long more)
{
    const wfs_val over = wfs_u2f(c, less.m.hi), minus_under = wfs_fmul(c, wfs_u2f(c, more.m.hi), wfs_float(-0x1p-31f));
    const wfs_val q = wfs_fmul(c, over, wfs_reciprocal_part(c, minus_under));
    const wfs_val down = wfs_maxs(c, wfs_sub(c, less.e, more.e), wfs_const(0U - 30));
    const wfs_val part = wfs_fmul(c, q, wfs_add(c, wfs_const((127U - 29) << 23), wfs_shl(c, down, wfs_const(23))));

    return wfs_minu(c, wfs_f2u(c, wfs_fadd(c, part, wfs_float(0.5f))), wfs_const(4));
}

/* atan(t) = atan(k/4) + atan((t - k/4)/(1 + t k/4)) */
struct wfs_long wfs_long_direction(struct wfs_code *c, struct wfs_long y, struct wfs_long x)
{
    static const uint64_t p[] = {UINT64_MAX, 6148914691236517205, 3689348814741910319, 2635249153387071859,
                                 2049638230407680995, 1676976732517601448, 1418980048052693643, 1229754505196109645};
    static const int32_t part_e[] = {-(1 << 20), -2, -1, -1, 0}, angle_e[] = {-(1 << 20), -3, -2, -1, -1};
    static const uint64_t part_m[] = {0, UINT64_C(1) << 63, UINT64_C(1) << 63, UINT64_C(3) << 62, UINT64_C(1) << 63};
    static const uint64_t angle_m[] = {0, 18076234808883079957U, 17105577567250447173U, 11870500265058044196U,
                                       14488038916154245685U};
    const wfs_val steep = wfs_long_less_size(c, x, y);
    const struct wfs_long less = wfs_long_sel(c, steep, x, y);
    struct wfs_long more = wfs_long_sel(c, steep, y, x);

    more.m.hi = wfs_or(c, more.m.hi, wfs_const(WFS_SIGN));             /* 0/0 counts as 0 */
    const wfs_val k = fourths(c, less, more);
    const struct wfs_long part = one_of(c, k, part_e, part_m);
    const struct wfs_long t = wfs_long_div(c, wfs_long_sub(c, less, wfs_long_mul(c, more, part)),
                                           wfs_long_add(c, more, wfs_long_mul(c, less, part)));
    const struct wfs_pair square = wfs_long_fraction(c, wfs_long_mul(c, t, t));
    const struct wfs_long ratio = {wfs_const(0), wfs_const(0U - 1),
                                   wfs_long_series(c, square, p, sizeof p / sizeof *p, true)};
    const struct wfs_long angle = wfs_long_add(c, one_of(c, k, angle_e, angle_m), wfs_long_mul(c, t, ratio));

    return wfs_long_sel(c, steep, wfs_long_sub(c, wfs_long_const(WFS_LONG_HALF_PI), angle), angle);
}
