/* SPDX-License-Identifier: Apache-2.0
 * fp.c - fused multiply-add, rounding to integral values and conversions.
 */
#include <math.h>

#include "fp.h"

uint32_t wf_fp_fma(uint32_t a, uint32_t b, uint32_t c)
{
    return wf_fp_result(fmaf(wf_fp_value(a), wf_fp_value(b), wf_fp_value(c)));
}

uint32_t wf_fp_floor(uint32_t a)
{
    return wf_fp_result(floorf(wf_fp_value(a)));
}

uint32_t wf_fp_ceil(uint32_t a)
{
    return wf_fp_result(ceilf(wf_fp_value(a)));
}

uint32_t wf_fp_trunc(uint32_t a)
{
    return wf_fp_result(truncf(wf_fp_value(a)));
}

uint32_t wf_fp_round(uint32_t a)
{
    return wf_fp_result(nearbyintf(wf_fp_value(a)));
}

uint32_t wf_fp_to_signed(uint32_t a)
{
    const float value = wf_fp_value(a);

    if (wf_fp_is_nan(a))
        return 0;
    if (value >= 0x1p31f)
        return (uint32_t)INT32_MAX;
    if (value < -0x1p31f)
        return (uint32_t)INT32_MIN;
    return (uint32_t)(int32_t)value;
}

uint32_t wf_fp_to_unsigned(uint32_t a)
{
    const float value = wf_fp_value(a);

    if (wf_fp_is_nan(a) || value <= 0.0f)
        return 0;
    if (value >= 0x1p32f)
        return UINT32_MAX;
    return (uint32_t)value;
}

uint32_t wf_fp_from_signed(uint32_t a)
{
    return wf_fp_bits((float)(int32_t)a);
}

uint32_t wf_fp_from_unsigned(uint32_t a)
{
    return wf_fp_bits((float)a);
}

/* value / 2^shift, to nearest even; 1 <= shift <= 31. */
static uint32_t shift_to_nearest_even(uint32_t value, unsigned shift)
{
    const uint32_t half = UINT32_C(1) << (shift - 1);
    const uint32_t rest = value & (2 * half - 1);
    const uint32_t quotient = value >> shift;

    return quotient + (rest > half || (rest == half && (quotient & 1) != 0));
}

uint32_t wf_fp_to_half(uint32_t a)
{
    const uint32_t sign = (a & WF_FP_SIGN) >> 16;
    const uint32_t magnitude = a & ~WF_FP_SIGN;
    const uint32_t exponent = magnitude >> 23;
    const uint32_t significand = (magnitude & 0x7fffff) | 0x800000;     /* 2^23 .. 2^24-1, normal numbers only */

    if (magnitude > WF_FP_INF)
        return 0x7e00;
    if (exponent >= 127 + 16)               /* 2^16 and above, and infinity */
        return sign | 0x7c00;
    /* normal in binary16; a carry out of the fraction rightly steps the exponent */
    if (exponent >= 127 - 14)
        return sign | shift_to_nearest_even(magnitude - ((127 - 15) << 23), 13);
    if (exponent < 127 - 25)                /* below half of the least subnormal, 2^-24 */
        return sign;
    /* Subnormal: count units of 2^-24.  The value is significand * 2^(exponent - 127 - 23). */
    return sign | shift_to_nearest_even(significand, 126 - exponent);
}

uint32_t wf_fp_from_half(uint32_t a)
{
    const uint32_t sign = (a & 0x8000) << 16;
    const uint32_t exponent = a >> 10 & 31, fraction = a & 0x3ff;

    if (exponent == 31)
        return fraction != 0 ? WF_FP_NAN : sign | WF_FP_INF;
    if (exponent == 0)                      /* fraction * 2^-24 is exact in binary32 */
        return sign | wf_fp_bits((float)fraction * 0x1p-24f);
    return sign | (exponent + 127 - 15) << 23 | fraction << 13;
}
