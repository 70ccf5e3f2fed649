/* SPDX-License-Identifier: Apache-2.0
 * wf_opencl_exact.h - the functions of OpenCL.std on floats in long double, by the host's libm and the words of the specification.
 */
#ifndef WF_OPENCL_EXACT_H
#define WF_OPENCL_EXACT_H

#include <math.h>
#include <stdbool.h>

typedef long double real;
/* Exact results of operands that floats hold; `bits` of the width: 16, 32, 64. */
typedef void exact(const real *x, real *result, unsigned bits);

static const real pi = 3.14159265358979323846264338327950288L;

#define EXACT(name, expression) static void ex_##name(const real *x, real *r, unsigned bits) { (void)x; (void)bits; r[0] = (expression); }
EXACT(exp, expl(x[0])) EXACT(exp2, exp2l(x[0])) EXACT(exp10, exp10l(x[0])) EXACT(expm1, expm1l(x[0]))
EXACT(log, logl(x[0])) EXACT(log2, log2l(x[0])) EXACT(log10, log10l(x[0])) EXACT(log1p, log1pl(x[0]))
EXACT(sinh, sinhl(x[0])) EXACT(cosh, coshl(x[0])) EXACT(tanh, tanhl(x[0]))
EXACT(asinh, asinhl(x[0])) EXACT(acosh, acoshl(x[0])) EXACT(atanh, atanhl(x[0]))
EXACT(cbrt, cbrtl(x[0])) EXACT(hypot, hypotl(x[0], x[1]))
EXACT(erf, erfl(x[0])) EXACT(erfc, erfcl(x[0])) EXACT(tgamma, isinf(x[0]) && x[0] < 0 ? NAN : tgammal(x[0]))
EXACT(sin, sinl(x[0])) EXACT(cos, cosl(x[0])) EXACT(tan, tanl(x[0]))
EXACT(asin, asinl(x[0])) EXACT(acos, acosl(x[0])) EXACT(atan, atanl(x[0])) EXACT(atan2, atan2l(x[0], x[1]))
EXACT(asinpi, asinl(x[0]) / pi) EXACT(acospi, acosl(x[0]) / pi) EXACT(atanpi, atanl(x[0]) / pi) EXACT(atan2pi, atan2l(x[0], x[1]) / pi)
EXACT(ceil, ceill(x[0])) EXACT(floor, floorl(x[0])) EXACT(trunc, truncl(x[0])) EXACT(rint, rintl(x[0])) EXACT(round, roundl(x[0]))
EXACT(ldexp, ldexpl(x[0], (int)x[1])) EXACT(copysign, copysignl(x[0], x[1])) EXACT(fabs, fabsl(x[0])) EXACT(fdim, fdiml(x[0], x[1]))
EXACT(fma, isnan(x[0]) || isnan(x[1]) || isnan(x[2]) ? NAN : fmal(x[0], x[1], x[2]))
EXACT(sqrt, sqrtl(x[0])) EXACT(rsqrt, 1 / sqrtl(x[0])) EXACT(divide, x[0] / x[1]) EXACT(recip, 1 / x[0])
EXACT(fmod, fmodl(x[0], x[1])) EXACT(remainder, remainderl(x[0], x[1]))
EXACT(degrees, x[0] * (180 / pi)) EXACT(radians, x[0] * (pi / 180))
EXACT(step, x[1] < x[0] ? 0 : 1) EXACT(sign, isnan(x[0]) ? 0 : x[0] > 0 ? 1 : x[0] < 0 ? -1 : x[0])
EXACT(lgamma, lgammal(x[0]))

/* The number wins over a NaN; -0 is below +0. */
static real extreme(real x, real y, bool greater)
{
    if (isnan(x) || isnan(y))
        return isnan(x) ? y : x;
    if (x == y)
        return (signbit(x) != 0) == greater ? y : x;
    return (x > y) == greater ? x : y;
}
EXACT(fmax, extreme(x[0], x[1], true)) EXACT(fmin, extreme(x[0], x[1], false))
EXACT(fclamp, extreme(extreme(x[0], x[1], true), x[2], false))
EXACT(maxmag, fabsl(x[0]) > fabsl(x[1]) ? x[0] : fabsl(x[1]) > fabsl(x[0]) ? x[1] : extreme(x[0], x[1], true))
EXACT(minmag, fabsl(x[0]) < fabsl(x[1]) ? x[0] : fabsl(x[1]) < fabsl(x[0]) ? x[1] : extreme(x[0], x[1], false))

/* The host's powl is wrong for some infinities below 0. */
static void ex_pow(const real *x, real *r, unsigned bits)
{
    const bool whole = floorl(x[1]) == x[1], odd = whole && isfinite(x[1]) && fmodl(x[1], 2) != 0;

    (void)bits;
    r[0] = x[0] < 0 && !isnan(x[1]) ? powl(-x[0], x[1]) : powl(x[0], x[1]);
    if (x[0] < 0 && isfinite(x[0]) && !whole && !isnan(x[1]))
        r[0] = NAN;
    if (odd && signbit(x[0]))
        r[0] = -fabsl(r[0]);
}

static void ex_powr(const real *x, real *r, unsigned bits)
{
    const bool open = (x[0] == 0 && x[1] == 0) || (isinf(x[0]) && x[1] == 0) || (x[0] == 1 && isinf(x[1]));

    (void)bits;
    r[0] = open || x[0] < 0 || isnan(x[0]) || isnan(x[1]) ? (real)NAN : powl(fabsl(x[0]), x[1]);
}

static void ex_pown(const real *x, real *r, unsigned bits)
{
    (void)bits;
    r[0] = x[1] == 0 ? 1 : powl(x[0], x[1]);
}

static void ex_rootn(const real *x, real *r, unsigned bits)
{
    const int n = (int)x[1];

    (void)bits;
    if (n == 0 || isnan(x[0]) || (x[0] < 0 && n % 2 == 0)) {
        r[0] = NAN;
        return;
    }
    r[0] = powl(fabsl(x[0]), 1 / (real)n);
    if (n % 2)
        r[0] = copysignl(r[0], x[0]);
}

/* Of 2 |x|, exactly: which quarter, and how far from its nearest end, -1/2 to 1/2. */
static int quarter(real x, real *rest)
{
    const real twice = fmodl(2 * fabsl(x), 4), whole = rintl(twice);

    *rest = twice - whole;
    return (int)whole & 3;
}

/* False, and the result a NaN, of infinities and NaNs: those have no quarter. */
static bool has_quarter(const real *x, real *r, int *q, real *rest)
{
    if (!isfinite(x[0])) {
        r[0] = NAN;
        return false;
    }
    *q = quarter(x[0], rest);
    return true;
}

static real sine_of(int quadrant, real rest)
{
    const real angle = rest * (pi / 2), size = quadrant & 1 ? cosl(angle) : sinl(angle);

    return quadrant & 2 ? -size : size;
}

static void ex_sinpi(const real *x, real *r, unsigned bits)
{
    real rest;
    int q;

    (void)bits;
    if (!has_quarter(x, r, &q, &rest))
        return;
    r[0] = sine_of(q, rest);
    r[0] = r[0] == 0 ? copysignl(0, x[0]) : signbit(x[0]) ? -r[0] : r[0];
}

static void ex_cospi(const real *x, real *r, unsigned bits)
{
    real rest;
    int q;

    (void)bits;
    if (!has_quarter(x, r, &q, &rest))
        return;
    r[0] = sine_of(q + 1, rest);
    r[0] = r[0] == 0 ? 0 : r[0];
}

static void ex_tanpi(const real *x, real *r, unsigned bits)
{
    real rest;
    int q;

    (void)bits;
    if (!has_quarter(x, r, &q, &rest))
        return;
    const real sine = sine_of(q & 1, rest), cosine = sine_of((q & 1) + 1, rest);
    real t = rest != 0 ? sine / cosine : q & 1 ? INFINITY : 0;
    if (rest == 0 && q & 2)
        t = -t;
    r[0] = signbit(x[0]) ? -t : t;
}

static void ex_sincos(const real *x, real *r, unsigned bits) { (void)bits; r[0] = sinl(x[0]); r[1] = cosl(x[0]); }
static void ex_modf(const real *x, real *r, unsigned bits) { (void)bits; r[0] = modfl(x[0], &r[1]); }

static void ex_frexp(const real *x, real *r, unsigned bits)
{
    int e = 0;

    (void)bits;
    r[0] = frexpl(x[0], &e);
    r[1] = isfinite(x[0]) ? e : 0;
}

static unsigned digits(unsigned bits) { return bits == 16 ? 11 : bits == 32 ? 24 : 53; }

static void ex_fract(const real *x, real *r, unsigned bits)
{
    const real below_1 = 1 - ldexpl(1, -(int)digits(bits));

    r[1] = floorl(x[0]);
    r[0] = isinf(x[0]) ? 0 : x[0] - r[1];
    r[0] = r[0] > below_1 ? below_1 : r[0];
    r[0] = r[0] == 0 ? copysignl(0, x[0]) : r[0];
}

static void ex_ilogb(const real *x, real *r, unsigned bits)
{
    (void)bits;
    r[0] = x[0] == 0 || isnan(x[0]) ? -0x1p31L : isinf(x[0]) ? 0x7fffffff : logbl(x[0]);
}

static void ex_logb(const real *x, real *r, unsigned bits) { (void)bits; r[0] = logbl(x[0]); }

static void ex_lgamma_r(const real *x, real *r, unsigned bits)
{
    int sign = 0;

    (void)bits;
    r[0] = lgammal_r(x[0], &sign);
    const bool pole = x[0] < 0 && floorl(x[0]) == x[0];
    r[1] = isnan(x[0]) ? (real)NAN : (real)(pole ? 0 : sign);
}

/* The last seven bits of the quotient. */
static void ex_remquo(const real *x, real *r, unsigned bits)
{
    (void)bits;
    r[0] = remainderl(x[0], x[1]);
    if (!isfinite(x[0]) || isnan(x[1]) || x[1] == 0) {
        r[1] = NAN;
        return;
    }
    const real size = isinf(x[1]) ? fabsl(x[0]) : fmodl(fabsl(x[0]), fabsl(x[1]) * 256);      /* whole quotients stay as they are modulo 256 */
    const real quotient = isinf(x[1]) ? 0 : rintl((size - fabsl(remainderl(size, x[1])) * (remainderl(size, fabsl(x[1])) < 0 ? -1 : 1)) / fabsl(x[1]));
    r[1] = (real)((int)quotient & 127) * (signbit(x[0]) != signbit(x[1]) ? -1 : 1);
}

static void ex_nextafter(const real *x, real *r, unsigned bits)
{
    if (isnan(x[0]) || isnan(x[1]) || x[0] == x[1]) {
        r[0] = isnan(x[0]) ? x[0] : x[1];
    } else if (bits == 64) {
        r[0] = nextafter((double)x[0], (double)x[1]);
    } else if (bits == 32) {
        r[0] = nextafterf((float)x[0], (float)x[1]);
    } else {                                        /* by the size of a step of f16 below or above x */
        int e = 0;
        frexpl(x[0], &e);
        const bool up = x[1] > x[0], grows = x[0] == 0 || up == (x[0] > 0);
        const real unit = ldexpl(1, (x[0] == 0 || e < -13 ? -13 : e) - 11);
        const bool edge = !grows && fabsl(x[0]) == ldexpl(1, e - 1) && e > -13;
        const real step = isinf(x[0]) ? 32 : edge ? unit / 2 : unit, from = isinf(x[0]) ? copysignl(65536, x[0]) : x[0];
        r[0] = up ? from + step : from - step;
        r[0] = fabsl(r[0]) > 65504 ? copysignl(INFINITY, x[0]) : r[0] == 0 ? copysignl(0, x[0]) : r[0];
    }
}

static void ex_mix(const real *x, real *r, unsigned bits) { (void)bits; r[0] = x[0] + (x[1] - x[0]) * x[2]; }

static void ex_smoothstep(const real *x, real *r, unsigned bits)
{
    const real t = fminl(fmaxl((x[2] - x[0]) / (x[1] - x[0]), 0), 1);

    (void)bits;
    r[0] = t * t * (3 - 2 * t);
}

#endif
