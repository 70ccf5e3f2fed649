/* SPDX-License-Identifier: Apache-2.0
 * exp.c - 2^x and e^x; and sinh, cosh and tanh, which are made of the same parts.
 *
 * 2^x = 2^n (1 + q), n the whole number nearest to x, f = x - n, which is exact, and q = f P(f) = 2^f - 1 for |f| <=
 * 1/2.  P is fpminimax((2^x-1)/x, [|1,...,5|], [|single...|], [-0.5;0.5], floating, relative, 0x1.62e43p-1) of Sollya
 * 8, error 2^-26.2.  e^x is 2^(x log2(e)) with log2(e) as two floats, so that f has 48 bits of it.
 *
 * Adding 1.5 * 2^23 rounds to a whole number and leaves it in the low bits: 23 places up it is an exponent.
 */
#include "parts.h"

#define ROUND   0x1.8p23f
#define LOG2E   0x1.715476p+0f
#define LOG2E_2 0x1.4ae0cp-26f          /* log2(e) = LOG2E + LOG2E_2 */

struct split { wfs_val n, f; };         /* x = n + f, n as bits 23 and up of a word */

static struct split split(struct wfs_code *c, wfs_val x)
{
    const wfs_val rounded = wfs_fadd(c, x, wfs_float(ROUND));
    const wfs_val whole = wfs_fadd(c, rounded, wfs_float(-ROUND));

    return (struct split){wfs_shl(c, rounded, wfs_const(23)), wfs_fsub(c, x, whole)};
}

static struct split split_times_log2e(struct wfs_code *c, wfs_val x)
{
    const wfs_val round = wfs_float(ROUND), log2e = wfs_float(LOG2E);
    const wfs_val rounded = wfs_fma(c, x, log2e, round);
    const wfs_val f = wfs_fma(c, x, log2e, wfs_fsub(c, round, rounded));

    return (struct split){wfs_shl(c, rounded, wfs_const(23)), wfs_fma(c, x, wfs_float(LOG2E_2), f)};
}

/* P(f) */
static wfs_val series(struct wfs_code *c, wfs_val f)
{
    static const float p[] = {0x1.427b54p-13f, 0x1.5ef37ep-10f, 0x1.3b2c56p-7f,
                              0x1.c6afap-5f,   0x1.ebfbdep-3f,  0x1.62e43p-1f};

    return wfs_horner(c, f, p, 6);
}

/* 2^n (1 + q) where n may be below the normal exponents: of two factors the second rounds.  Above them only when n
 * <= 128 and q <= 0 for 128; `beyond` allows n up to 254. */
static wfs_val whole_power(struct wfs_code *c, struct split s, bool beyond)
{
    const wfs_val p = wfs_fma(c, series(c, s.f), s.f, wfs_const(WFS_ONE));
    wfs_val first = wfs_maxs(c, s.n, wfs_const(0U - (125U << 23)));

    if (beyond)
        first = wfs_mins(c, first, wfs_const(127U << 23));
    return wfs_fmul(c, wfs_add(c, p, first), wfs_add(c, wfs_sub(c, s.n, first), wfs_const(WFS_ONE)));
}

/* x where it is a NaN, which clamping has lost. */
static wfs_val keep_nan(struct wfs_code *c, wfs_val x, wfs_val result)
{
    return wfs_sel(c, wfs_feq(c, x, x), result, x);
}

static wfs_val clamp(struct wfs_code *c, wfs_val x, float low, float high)
{
    return wfs_fmin(c, wfs_fmax(c, x, wfs_float(low)), wfs_float(high));
}

/* Up to 128 and from -152 on all is said. */
wfs_val wfs_exp2(struct wfs_code *c, wfs_val x)
{
    return keep_nan(c, x, whole_power(c, split(c, clamp(c, x, -152, 128)), false));
}

wfs_val wfs_exp2_in_two(struct wfs_code *c, wfs_val x, wfs_val rest)
{
    struct split s = split(c, clamp(c, x, -152, 129));

    s.f = wfs_fadd(c, s.f, rest);
    return keep_nan(c, x, whole_power(c, s, true));
}

wfs_val wfs_exp(struct wfs_code *c, wfs_val x)
{
    return keep_nan(c, x, whole_power(c, split_times_log2e(c, clamp(c, x, -105, 89)), true));
}

/* log2(10) as two floats. */
wfs_val wfs_exp10(struct wfs_code *c, wfs_val x)
{
    const wfs_val round = wfs_float(ROUND), log2_10 = wfs_float(0x1.a934fp+1f), a = clamp(c, x, -46, 39);
    const wfs_val rounded = wfs_fma(c, a, log2_10, round);
    const wfs_val f = wfs_fma(c, a, log2_10, wfs_fsub(c, round, rounded));
    const struct split s = {wfs_shl(c, rounded, wfs_const(23)), wfs_fma(c, a, wfs_float(0x1.2f346ep-24f), f)};

    return keep_nan(c, x, whole_power(c, s, true));
}

/* 2 (2^(n-1) q + (2^(n-1) - 1/2)); x itself near 0. */
wfs_val wfs_expm1(struct wfs_code *c, wfs_val x)
{
    const struct split s = split_times_log2e(c, clamp(c, x, -21, 89));
    const wfs_val power = wfs_add(c, s.n, wfs_const(WFS_ONE - (1U << 23)));
    const wfs_val q = wfs_fmul(c, s.f, series(c, s.f));
    const wfs_val half = wfs_fma(c, power, q, wfs_fadd(c, power, wfs_float(-0.5f)));
    const wfs_val near = wfs_flt(c, wfs_fabs(c, x), wfs_float(0x1p-25f));

    return keep_nan(c, x, wfs_sel(c, near, x, wfs_fadd(c, half, half)));
}

/* ---- hyperbolic ---- */

/* |x|, but not more than `high`; NaN stays. */
static wfs_val size_up_to(struct wfs_code *c, wfs_val x, float high)
{
    const wfs_val size = wfs_fabs(c, x);

    return wfs_sel(c, wfs_fgt(c, size, wfs_float(high)), wfs_float(high), size);
}

/* e^a and e^-a as 4 up (1 + q) and 4 down (1 - r), 0 <= a < 90: the greatest cosh lies where e^a is no float. */
struct both { wfs_val up, down, q, r; };

static struct both both_ways(struct wfs_code *c, wfs_val a)
{
    const struct split s = split_times_log2e(c, a);
    const wfs_val g = wfs_fneg(c, s.f);
    struct both b;

    b.up = wfs_add(c, s.n, wfs_const(125U << 23));
    b.down = wfs_maxs(c, wfs_sub(c, wfs_const(125U << 23), s.n), wfs_const(0));
    b.q = wfs_fmul(c, s.f, series(c, s.f));
    b.r = wfs_fmul(c, s.f, series(c, g));
    return b;
}

/* Of small numbers, the number itself: a quarter of the smallest is not exact. */
wfs_val wfs_sinh(struct wfs_code *c, wfs_val x)
{
    const wfs_val a = size_up_to(c, x, 89.5f);
    const struct both b = both_ways(c, a);
    const wfs_val half = wfs_fma(c, b.up, b.q, wfs_fma(c, b.down, b.r, wfs_fsub(c, b.up, b.down)));

    return wfs_with_sign_of(c, wfs_sel(c, wfs_flt(c, a, wfs_float(0x1p-12f)), a, wfs_fadd(c, half, half)), x);
}

wfs_val wfs_cosh(struct wfs_code *c, wfs_val x)
{
    const struct both b = both_ways(c, size_up_to(c, x, 89.5f));
    const wfs_val half = wfs_fma(c, b.up, b.q, wfs_fma(c, wfs_fneg(c, b.down), b.r, wfs_fadd(c, b.up, b.down)));

    return wfs_fadd(c, half, half);
}

/* With u = e^2|x| - 1, exact to the last place for small x too, tanh is u / (u + 2). */
wfs_val wfs_tanh(struct wfs_code *c, wfs_val x)
{
    const wfs_val a = size_up_to(c, x, 9.5f);
    const struct split s = split_times_log2e(c, wfs_fadd(c, a, a));
    const wfs_val power = wfs_add(c, s.n, wfs_const(WFS_ONE));
    const wfs_val u = wfs_fma(c, power, wfs_fmul(c, s.f, series(c, s.f)), wfs_fadd(c, power, wfs_float(-1)));

    return wfs_with_sign_of(c, wfs_quotient_part(c, u, wfs_fsub(c, wfs_float(-2), u)), x);
}
