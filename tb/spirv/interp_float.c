/* SPDX-License-Identifier: Apache-2.0
 * interp_float.c - binary16, binary32 and binary64 in slots.
 *
 * Sums, products, quotients and square roots of binary16 and binary32 may be computed in binary64 and rounded again: 53 bits are at least
 * twice the bits of either and two more, so the second rounding finds what one rounding would have.  A fused binary32 does not fit.
 */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "../common/wf_bits.h"
#include "interp_value.h"

static double half_to_double(uint64_t bits)
{
    const int exponent = (int)(bits >> 10 & 31);
    const double fraction = (double)(bits & 1023);
    const double magnitude = exponent == 31 ? (fraction != 0 ? (double)NAN : (double)INFINITY)
                           : exponent == 0  ? ldexp(fraction, -24)
                                            : ldexp(1024 + fraction, exponent - 25);

    return bits >> 15 & 1 ? -magnitude : magnitude;
}

static uint64_t double_to_half(double value)
{
    const uint64_t sign = signbit(value) ? 0x8000 : 0;
    const double magnitude = fabs(value);
    int exponent;
    double steps;

    if (isnan(value))
        return 0x7e00;
    if (magnitude >= 65504 && fegetround() == FE_TOWARDZERO)
        return sign | (isinf(magnitude) ? 0x7c00 : 0x7bff);
    if (magnitude >= 65520)
        return sign | 0x7c00;
    if (magnitude < ldexp(1, -14))
        return sign | (uint64_t)nearbyint(ldexp(magnitude, 24));       /* may round up to the least normal one, which has these bits */
    frexp(magnitude, &exponent);                                        /* magnitude in [2^(exponent-1), 2^exponent) */
    steps = nearbyint(ldexp(magnitude, 11 - exponent));                 /* 1024..2048 */
    return sign | (((uint64_t)(exponent + 14) << 10) + (uint64_t)steps - 1024);
}

double float_of(unsigned width, uint64_t bits)
{
    switch (width) {
    case 16: return half_to_double(bits);
    case 32: return (double)as_float(bits);
    default: return as_double(bits);
    }
}

uint64_t bits_of(unsigned width, double value)
{
    volatile double rounded = value;            /* in the mode of now */

    switch (width) {
    case 16: return double_to_half(value);
    case 32: return host_bits((float)rounded);
    default: return isnan(value) ? UINT64_C(0x7ff8000000000000) : double_bits(value);
    }
}

void float_cuts(bool cuts)
{
    fesetround(cuts ? FE_TOWARDZERO : FE_TONEAREST);
}

uint64_t flushed(unsigned width, uint64_t bits)
{
    const double least = ldexp(1, width == 16 ? -14 : width == 32 ? -126 : -1022);

    return fabs(float_of(width, bits)) < least ? bits & UINT64_C(1) << (width - 1) : bits;
}

uint64_t fused(unsigned width, uint64_t a, uint64_t b, uint64_t c)
{
    const double x = float_of(width, a), y = float_of(width, b), z = float_of(width, c);

    /* a product of binary16 is exact in binary64; where adding to it is not, the smaller one lies far below half a step of the result */
    return bits_of(width, width == 32 ? (double)fmaf((float)x, (float)y, (float)z) : fma(x, y, z));
}

static bool is_nan(unsigned width, uint64_t bits)
{
    return isnan(float_of(width, bits));
}

static bool less(unsigned width, uint64_t a, uint64_t b)
{
    const double x = float_of(width, a), y = float_of(width, b);

    return x < y || (x == y && signbit(x) && !signbit(y));
}

uint64_t float_min(unsigned width, uint64_t a, uint64_t b)
{
    if (is_nan(width, a))
        return is_nan(width, b) ? bits_of(width, (double)NAN) : b;
    return is_nan(width, b) || !less(width, b, a) ? a : b;
}

uint64_t float_max(unsigned width, uint64_t a, uint64_t b)
{
    if (is_nan(width, a))
        return is_nan(width, b) ? bits_of(width, (double)NAN) : b;
    return is_nan(width, b) || !less(width, a, b) ? a : b;
}
