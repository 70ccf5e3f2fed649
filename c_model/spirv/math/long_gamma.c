/* SPDX-License-Identifier: Apache-2.0
 * long_gamma.c - error function and gamma function on numbers of 64 bits: long_math.h.
 *
 * The series are made by remez of Sollya 8:
 *      (erf(sqrt(x))/sqrt(x) - 2/sqrt(pi))/x, 0 <= x <= 1, degree 15, error 2^-84, coefficients to 2^-63
 *      x exp(x^2) erfc(x) of u = (x - 1)/(x + 3), 0 <= u <= 27/31, degree 20, error 2^-58, to 2^-60
 *      what Stirling's series (15 terms) of ln(gamma(z)) adds, times z, less 1/12, of 32/z^2, z >= 8: degree 9, error
 *      2^-74, to 2^-66
 */
#include "long_math.h"
#include "parts.h"

/* ---- error function ---- */

/* exp(-x^2)/x times a series whose coefficients have signs. */
struct wfs_long wfs_long_erfc(struct wfs_code *c, struct wfs_long x)
{
    static const int64_t p[] = {
        492970299966729348,   711913171221637198,  -1480306258473221222, 1872166572211282506, -1524957733446654479,
        720706493765125878,   -79665692006944426,  -107879851994105050,  37082159487920446,   19954910308943685,
        -9232436823390887,    -4129148883505988,   -1608883683885755,    8237406790157343,    -10302567031307474,
        11818043122217234,    -11164885059784624,  7091011217054645,     -2778370515238792,   609272917135674,
        -57209538243521};
    const unsigned n = sizeof p / sizeof *p;
    const struct wfs_long three = wfs_long_const(1, UINT64_C(3) << 62);
    const struct wfs_pair u = wfs_long_fraction(c, wfs_long_div(c, wfs_long_sub(c, x, wfs_long_power(0)),
                                                                wfs_long_add(c, x, three)));
    struct wfs_pair sum = wfs_pair_const((uint64_t)p[n - 1]);

    for (unsigned i = n - 1; i-- > 0;) {        /* as unsigned a negative sum is 2^64 too great */
        const wfs_val below = wfs_sar(c, sum.hi, wfs_const(31));
        const struct wfs_pair more = wfs_pair_bitwise(c, WF_OP_AND, u, wfs_pair(below, below));
        sum = wfs_pair_add(c, wfs_pair_const((uint64_t)p[i]), wfs_pair_sub(c, wfs_mul_high(c, u, sum), more));
    }
    const struct wfs_long ratio = wfs_long_normal(c, wfs_const(0), wfs_const(3), sum);
    const struct wfs_long square = wfs_long_mul(c, wfs_long_mul(c, x, x), wfs_long_const(WFS_LONG_LOG2E));
    const struct wfs_long power = wfs_long_exp2(c, wfs_long_neg(c, square));

    const struct wfs_long far = wfs_long_div(c, wfs_long_mul(c, power, ratio), x);
    const struct wfs_long near = wfs_long_sub(c, wfs_long_power(0), wfs_long_erf(c, x));
    return wfs_long_sel(c, wfs_lts(c, x.e, wfs_const(0)), near, far);
}

/* For x < 1. */
struct wfs_long wfs_long_erf(struct wfs_code *c, struct wfs_long x)
{
    static const uint64_t p[] = {10407460856758233229U, 3469153618919411076, 1040746085675823323, 247796687065672220,
                                 48182689151658487,     7884440042998655,    1111908211192049,    137664826147103,
                                 15183620528592,        1509482734541,       136572227167,        11335997379,
                                 869042778,             61848381,            4079128,             238775,
                                 9710};
    const struct wfs_pair square = wfs_long_fraction(c, wfs_long_mul(c, x, x));
    const struct wfs_pair sum = wfs_long_series(c, square, p, sizeof p / sizeof *p, true);

    return wfs_long_mul(c, x, wfs_long_normal(c, wfs_const(0), wfs_const(0), sum));
}

/* ---- gamma function ---- */

/* gamma(x) = gamma(x + 8)/(x (x + 1) ... (x + 7)); with q = x (x + 7) the product is q (q + 6)(q + 10)(q + 12). */
static struct wfs_long eight_factors(struct wfs_code *c, struct wfs_long x)
{
    static const struct { int32_t e; uint64_t m; } more[] = {
        {2, UINT64_C(6) << 61}, {3, UINT64_C(10) << 60}, {3, UINT64_C(12) << 60}};
    const struct wfs_long q = wfs_long_mul(c, x, wfs_long_add(c, x, wfs_long_const(2, UINT64_C(7) << 61)));
    struct wfs_long product = q;

    for (unsigned i = 0; i < 3; i++)
        product = wfs_long_mul(c, product, wfs_long_add(c, q, wfs_long_const(more[i].e, more[i].m)));
    return product;
}

/* ln(gamma(z)) - ln(2 pi)/2 = (z - 1/2) ln(z) - z + s/z for z >= 8 */
static struct wfs_long stirling(struct wfs_code *c, struct wfs_long z)
{
    static const uint64_t p[] = {6148914691236517205, 6405119470038038, 57188566696765, 1340357031836, 59232947183,
                                 4216660646,          440358490,        62930894,       10947646,      1576297};
    const struct wfs_long half = wfs_long_power(-1), reciprocal = wfs_long_reciprocal(c, z);
    const struct wfs_long square =
        wfs_long_scale(c, wfs_long_mul(c, reciprocal, reciprocal), wfs_const(5));
    const struct wfs_pair s =
        wfs_long_series(c, wfs_long_fraction(c, square), p, sizeof p / sizeof *p, true);
    const struct wfs_long rest =
        wfs_long_mul(c, reciprocal, wfs_long_normal(c, wfs_const(0), wfs_const(0U - 3), s));
    const struct wfs_long main_part = wfs_long_mul(c, wfs_long_sub(c, z, half), wfs_long_ln(c, z));

    return wfs_long_add(c, wfs_long_sub(c, main_part, z), rest);
}

struct wfs_long wfs_long_gamma(struct wfs_code *c, struct wfs_long x)
{
    const struct wfs_long ln = stirling(c, wfs_long_add(c, x, wfs_long_power(3)));
    const struct wfs_long power = wfs_long_exp2(c, wfs_long_mul(c, ln, wfs_long_const(WFS_LONG_LOG2E)));
    const struct wfs_long root = wfs_long_const(1, UINT64_C(11559782567510551731));      /* of 2 pi */

    return wfs_long_div(c, wfs_long_mul(c, power, root), eight_factors(c, x));
}

struct wfs_long wfs_long_ln_gamma(struct wfs_code *c, struct wfs_long x)
{
    const struct wfs_long ln = stirling(c, wfs_long_add(c, x, wfs_long_power(3)));
    const struct wfs_long half_ln_2_pi = wfs_long_const(-1, UINT64_C(16951423941496644917));

    return wfs_long_sub(c, wfs_long_add(c, ln, half_ln_2_pi), wfs_long_ln(c, eight_factors(c, x)));
}
