/* SPDX-License-Identifier: Apache-2.0
 * expect_ocl_math.c - what the kernels ocl_math*.spvasm, of OpenCL.std, give: by the host's libm in long double, and in plain C.
 */
#define _GNU_SOURCE
#include "expect.h"

#include <math.h>

#include "../common/wf_opencl_int.h"

typedef long double real;

static const real pi = 3.14159265358979323846264338327950288L;

/* ---- floats ---- */

/* Of every size that most functions have a result for, of both signs; whole numbers and halves, 0, 1, -1. */
static float float_x(uint32_t i)
{
    static const float some[] = {0, 1, -1, 0.5f, -2.5f, 3, 100, 1e-5f};

    return i < 8 ? some[i] : (i & 1 ? -1.0f : 1.0f) * ldexpf(1 + (float)(hash(i) & 0xffff) * 0x1p-16f, (int)(i % 12) - 7);
}
static float float_y(uint32_t i) { return i % 3 == 0 ? (float)(i % 7) - 3 : float_x(63 - i); }
static float float_z(uint32_t i) { return (float)(hash(i + 99) & 0xffff) * 0x1p-15f; }

static real root_of(real x, int n)
{
    if (n == 0 || (x < 0 && n % 2 == 0))
        return NAN;
    return n % 2 && signbit(x) ? -powl(-x, 1 / (real)n) : powl(x, 1 / (real)n);
}

/* sin(pi x/2) for x reduced exactly: 0 for whole multiples of pi. */
static real sine_of_half(real x)
{
    const real r = fmodl(x, 4), end = rintl(r), angle = (r - end) * (pi / 2);
    const int quarter = (int)end & 3;
    const real size = quarter & 1 ? cosl(angle) : sinl(angle);

    return quarter & 2 ? -size : size;
}
static real sine_pi(real x) { const real s = copysignl(sine_of_half(2 * fabsl(x)), x); return s == 0 ? s : x < 0 ? -sine_of_half(2 * -x) : sine_of_half(2 * x); }
static real cosine_pi(real x) { return sine_of_half(2 * fabsl(x) + 1) + 0; }
static real tangent_pi(real x) { return floorl(2 * x) == 2 * x ? (fmodl(fabsl(x), 1) != 0 ? copysignl(INFINITY, sine_pi(x)) : 0) : sine_pi(x) / cosine_pi(x); }
static real powr_of(real x, real y) { return x < 0 || (x == 0 && y == 0) || (x == 1 && isinf(y)) ? NAN : powl(x, y); }
static real of_greater(real x, real y) { return fabsl(x) > fabsl(y) ? x : fabsl(y) > fabsl(x) ? y : fmaxl(x, y); }
static real of_less(real x, real y) { return fabsl(x) < fabsl(y) ? x : fabsl(y) < fabsl(x) ? y : fminl(x, y); }
static real sign_of(real x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
static real exponent_of(real x) { int e; frexpl(x, &e); return x == 0 ? -0x1p31L : e - 1; }
static real frexp_part(real x) { int e; return frexpl(x, &e); }
static real frexp_exponent(real x) { int e = 0; frexpl(x, &e); return e; }
static real fraction(real x) { return x - floorl(x); }
static real modf_part(real x) { real whole; return modfl(x, &whole); }
static real gamma_sign(real x) { return x < 0 && floorl(x) == x ? 0 : x < 0 && fmodl(floorl(x), 2) != 0 ? -1 : 1; }
static real smooth(real a, real b, real x) { const real t = fminl(fmaxl((x - a) / (b - a), 0), 1); return t * t * (3 - 2 * t); }

static real quotient(real x, real y)
{
    if (y == 0)
        return 0;
    const real q = rintl(x / y);
    return copysignl(fmodl(fabsl(q), 128), q);
}

#define ONE(X) X(acosl(x)) X(acoshl(x)) X(acosl(x) / pi) X(asinl(x)) X(asinhl(x)) X(asinl(x) / pi) X(atanl(x)) X(atanhl(x)) X(atanl(x) / pi) \
    X(cbrtl(x)) X(ceill(x)) X(cosl(x)) X(coshl(x)) X(cosine_pi(x)) X(erfcl(x)) X(erfl(x)) X(expl(x)) X(exp2l(x)) X(exp10l(x)) X(expm1l(x)) \
    X(fabsl(x)) X(floorl(x)) X(lgammal(x)) X(logl(x)) X(log2l(x)) X(log10l(x)) X(log1pl(x)) X(logbl(x)) X(rintl(x)) X(roundl(x)) \
    X(1 / sqrtl(x)) X(sinl(x)) X(sinhl(x)) X(sine_pi(x)) X(sqrtl(x)) X(tanl(x)) X(tanhl(x)) X(tangent_pi(x)) X(tgammal(x)) X(truncl(x)) \
    HALF(X) HALF(X) X(x * 180 / pi) X(x * pi / 180) X(sign_of(x))
#define HALF(X) X(cosl(x)) X(expl(x)) X(exp2l(x)) X(exp10l(x)) X(logl(x)) X(log2l(x)) X(log10l(x)) X(1 / x) X(1 / sqrtl(x)) X(sinl(x)) X(sqrtl(x)) \
    X(tanl(x))
#define TWO(X) X(atan2l(x, y)) X(atan2l(x, y) / pi) X(copysignl(x, y)) X(fdiml(x, y)) X(fmaxl(x, y)) X(fminl(x, y)) X(fmodl(x, y)) X(hypotl(x, y)) \
    X(of_greater(x, y)) X(of_less(x, y)) X(wide ? x : (real)nextafterf((float)x, (float)y)) X(powl(x, y)) X(powr_of(x, y)) X(remainderl(x, y)) X(x / y) \
    X(powr_of(x, y)) X(x / y) X(powr_of(x, y)) X(fmaxl(x, y)) X(fminl(x, y)) X(y < x ? 0 : 1)
#define THREE(X) X(fmal(x, y, z)) X(fmal(x, y, z)) X(fminl(fmaxl(x, y), z)) X(x + (y - x) * z) X(smooth(x, y, z))
#define OTHERS(X) X(n == 0 ? 1 : powl(x, n)) X(root_of(x, n)) X(ldexpl(x, n)) X(fraction(x)) X(floorl(x)) X(modf_part(x)) X(truncl(x)) X(sinl(x)) \
    X(cosl(x)) X(frexp_part(x)) X(frexp_exponent(x)) X(lgammal(x)) X(gamma_sign(x)) X(remainderl(x, y)) X(quotient(x, y)) \
    X(exponent_of(x)) X(wide ? (real)(UINT64_C(0x7ff8) << 48 | ((uint64_t)(int64_t)n & low_ones(51))) : (real)(0x7fc00000 | ((uint32_t)n & 0x3fffff)))

static void put_real(real x) { putf((double)x); }

static void all(bool wide)
{
#define X(expression) \
    for (uint32_t i = 0; i < 64; i++) { \
        const real x = (real)float_x(i), y = (real)float_y(i), z = (real)float_z(i); \
        const int n = (int)y; \
        (void)x; (void)y; (void)z; (void)n; \
        put_real(expression); \
    }
    ONE(X) TWO(X) THREE(X) OTHERS(X)
#undef X
}

static void ocl_math_x(void) { for (uint32_t i = 0; i < 64; i++) put(float_bits(float_x(i))); }
static void ocl_math_y(void) { for (uint32_t i = 0; i < 64; i++) put(float_bits(float_y(i))); }
static void ocl_math_z(void) { for (uint32_t i = 0; i < 64; i++) put(float_bits(float_z(i))); }
static void ocl_math(void) { all(false); }
static void ocl_math_double(void) { all(true); }

/* ---- integers: the order of ocl_math_integer.spvasm ---- */

static const enum opencl_integer order[] = {
    CLI_s_abs, CLI_u_abs, CLI_clz, CLI_ctz, CLI_popcount, CLI_s_abs_diff, CLI_u_abs_diff, CLI_s_add_sat, CLI_u_add_sat, CLI_s_sub_sat,
    CLI_u_sub_sat, CLI_s_hadd, CLI_u_hadd, CLI_s_rhadd, CLI_u_rhadd, CLI_s_max, CLI_u_max, CLI_s_min, CLI_u_min, CLI_s_mul_hi, CLI_u_mul_hi,
    CLI_rotate, CLI_s_upsample, CLI_u_upsample, CLI_s_clamp, CLI_u_clamp, CLI_s_mad_hi, CLI_u_mad_hi, CLI_s_mad_sat, CLI_u_mad_sat};
static const enum opencl_integer order_24[] = {CLI_s_mul24, CLI_u_mul24, CLI_s_mad24, CLI_u_mad24};

static uint32_t cl_a(uint32_t i) { return hash(i); }
static uint32_t cl_b(uint32_t i) { return hash(i + 5); }
static uint32_t cl_c(uint32_t i) { return hash(i + 9); }

static void one_integer(enum opencl_integer f, unsigned width)
{
    for (uint32_t i = 0; i < 64; i++) {
        const uint64_t a = cl_a(i), b = cl_b(i), c = cl_c(i), high = width == 64 ? 32 : 0;
        const uint64_t x = high ? a | b << 32 : a, y = high ? b | c << 32 : b, z = high ? c | a << 32 : c;
        const uint64_t r = opencl_integer(f, width, x & low_ones(width), y & low_ones(width), z & low_ones(width));
        put((uint32_t)(r ^ r >> 32));
    }
}

static void ocl_math_integer(void)
{
    for (unsigned width = 8; width <= 64; width *= 2)
        for (size_t k = 0; k < sizeof order / sizeof *order; k++)
            if (width < 64 || (order[k] != CLI_s_upsample && order[k] != CLI_u_upsample))
                one_integer(order[k], width);
    for (size_t k = 0; k < sizeof order_24 / sizeof *order_24; k++)
        one_integer(order_24[k], 32);
}

/* ---- vectors ---- */

static float vector_x(uint32_t i) { return (float)((int32_t)(hash(i) & 0xffff) - 32768) * 0.37f; }
static uint32_t vector_m(uint32_t i) { return hash(i + 1000); }

static float half_below(float x)        /* the greatest half that is not above x */
{
    const float h = (float)(half)x;
    if (h <= x)
        return h;
    const uint32_t bits = half_bits((half)x);
    return (float)to_half(bits & 0x8000 ? bits + 1 : bits - 1);
}
static float half_above(float x) { return -half_below(-x); }
static float half_to_zero(float x) { return x < 0 ? half_above(x) : half_below(x); }

static void halves_of(uint32_t i, float h[32])
{
    const float *const end = h + 32;
    float x[4];

    for (float *p = h; p < end; p++)
        *p = 0;
    for (uint32_t k = 0; k < 4; k++)
        x[k] = vector_x(4 * i + k);
    h[0] = (float)(half)x[0];
    h[1] = half_to_zero(x[0]);
    h[2] = half_above(x[0]);
    h[3] = half_below(x[0]);
    for (uint32_t k = 0; k < 4; k++) {
        h[4 + k] = (float)(half)x[k];
        h[8 + k] = half_to_zero(x[k]);
    }
    for (uint32_t k = 0; k < 3; k++) {
        h[12 + k] = (float)(half)vector_x(3 * i + k);
        h[16 + k] = half_above(vector_x(3 * i + k));
    }
}

static void ocl_math_halves(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        float h[32];
        halves_of(i, h);
        for (uint32_t k = 0; k < 32; k += 2)
            put(half_bits((half)h[k]) | half_bits((half)h[k + 1]) << 16);
    }
}

static void put_vector(double a, double b, double c, double d)
{
    put_real((real)a);
    put_real((real)b);
    put_real((real)c);
    put_real((real)d);
}

static double size_of(const double *x, unsigned n)
{
    double sum = 0;
    for (unsigned k = 0; k < n; k++)
        sum += x[k] * x[k];
    return sqrt(sum);
}

/* Each product is rounded. */
static double crossed(double a, double b, double c, double d) { return (double)((float)(a * b) - (float)(c * d)); }

static void vectors_of(uint32_t i)
{
    double both[8], x[3], y[3], d[3];
    float h[32];
    uint32_t m[4];

    for (uint32_t k = 0; k < 8; k++)
        both[k] = (double)vector_x(4 * i + k);
    for (uint32_t k = 0; k < 4; k++)
        m[k] = vector_m(4 * i + k);
    for (uint32_t k = 0; k < 3; k++) {
        x[k] = (double)vector_x(3 * i + k);
        y[k] = (double)vector_x(3 * i + 3 + k);
        d[k] = x[k] - y[k];
    }
    halves_of(i, h);
    put_vector(both[m[0] & 3], both[m[1] & 3], both[m[2] & 3], both[m[3] & 3]);
    put_vector(both[m[0] & 7], both[m[1] & 7], both[m[2] & 7], both[m[3] & 7]);
    for (uint32_t k = 0; k < 4; k++)
        put_real((real)both[m[k] >> 31 ? 4 + k : k]);
    for (uint32_t k = 0; k < 4; k++)
        putf((double)as_float((float_bits(vector_x(4 * i + k)) & ~m[k]) | (float_bits(vector_x(4 * i + 4 + k)) & m[k])));
    put_vector(size_of(x, 3), size_of(d, 3), size_of(x, 3), size_of(d, 3));
    put_vector(crossed(x[1], y[2], x[2], y[1]), crossed(x[2], y[0], x[0], y[2]), crossed(x[0], y[1], x[1], y[0]), both[0]);
    for (uint32_t twice = 0; twice < 2; twice++)
        put_vector(both[0] / size_of(both, 4), both[1] / size_of(both, 4), both[2] / size_of(both, 4), both[3] / size_of(both, 4));
    put_vector((double)h[1], (double)h[1], (double)h[1], (double)h[1]);
    put_vector((double)h[4], (double)h[5], (double)h[6], (double)h[7]);
    put_vector((double)h[12], (double)h[13], (double)h[14], (double)h[1]);
    put_vector(both[m[0] & 1], both[m[1] & 1], both[m[2] & 1], both[m[3] & 1]);
}

static void ocl_math_vector(void) { for (uint32_t i = 0; i < 64; i++) vectors_of(i); }

const struct list ocl_math_lists[] = {
    LIST(ocl_math_x), LIST(ocl_math_y), LIST(ocl_math_z), LIST(ocl_math), LIST(ocl_math_double), LIST(ocl_math_integer), LIST(ocl_math_halves), LIST(ocl_math_vector),
    {0}
};
