/* SPDX-License-Identifier: Apache-2.0
 * fp.h - binary32 arithmetic on bit patterns (docs/semantics.md, "Floating point").
 *
 * The host's own arithmetic does the work: it is IEEE 754 with round to nearest even, and the asserts and the build
 * flag
 * -ffp-contract=off keep the compiler from changing a result.
 */
#ifndef WAVEFOLD_FP_FP_H
#define WAVEFOLD_FP_FP_H

#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "float expressions must be evaluated in binary32");
_Static_assert(FLT_RADIX == 2 && FLT_MANT_DIG == 24 && FLT_MAX_EXP == 128, "float must be binary32");

#define WF_FP_NAN UINT32_C(0x7fc00000)      /* the only NaN that arithmetic produces */
#define WF_FP_INF UINT32_C(0x7f800000)
#define WF_FP_ONE UINT32_C(0x3f800000)
#define WF_FP_SIGN UINT32_C(0x80000000)

static inline float wf_fp_value(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t wf_fp_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline bool wf_fp_is_nan(uint32_t bits)
{
    return (bits & ~WF_FP_SIGN) > WF_FP_INF;
}

/* The bits of an arithmetic result. */
static inline uint32_t wf_fp_result(float value)
{
    const uint32_t bits = wf_fp_bits(value);
    return wf_fp_is_nan(bits) ? WF_FP_NAN : bits;
}

static inline uint32_t wf_fp_add(uint32_t a, uint32_t b)
{
    return wf_fp_result(wf_fp_value(a) + wf_fp_value(b));
}

static inline uint32_t wf_fp_sub(uint32_t a, uint32_t b)
{
    return wf_fp_result(wf_fp_value(a) - wf_fp_value(b));
}

static inline uint32_t wf_fp_mul(uint32_t a, uint32_t b)
{
    return wf_fp_result(wf_fp_value(a) * wf_fp_value(b));
}

/* a * b + c, rounded once. */
uint32_t wf_fp_fma(uint32_t a, uint32_t b, uint32_t c);

/* A whole number whose order is that of the numbers, -0 just below +0. */
static inline int32_t wf_fp_order(uint32_t bits)
{
    const int32_t magnitude = (int32_t)(bits & ~WF_FP_SIGN);
    return (bits & WF_FP_SIGN) != 0 ? -1 - magnitude : magnitude;
}

/* The number wins over NaN, two NaNs give the canonical one, -0 < +0. */
static inline uint32_t wf_fp_min(uint32_t a, uint32_t b)
{
    if (wf_fp_is_nan(a))
        return wf_fp_is_nan(b) ? WF_FP_NAN : b;
    if (wf_fp_is_nan(b))
        return a;
    return wf_fp_order(a) < wf_fp_order(b) ? a : b;
}

static inline uint32_t wf_fp_max(uint32_t a, uint32_t b)
{
    if (wf_fp_is_nan(a))
        return wf_fp_is_nan(b) ? WF_FP_NAN : b;
    if (wf_fp_is_nan(b))
        return a;
    return wf_fp_order(a) > wf_fp_order(b) ? a : b;
}

/* To an integral float: towards -inf, +inf, zero, nearest even.  The sign of zero is kept; NaN becomes canonical. */
uint32_t wf_fp_floor(uint32_t a);
uint32_t wf_fp_ceil(uint32_t a);
uint32_t wf_fp_trunc(uint32_t a);
uint32_t wf_fp_round(uint32_t a);

/* To integers, towards zero, saturating, NaN gives 0; and from integers, to nearest even. */
uint32_t wf_fp_to_signed(uint32_t a);
uint32_t wf_fp_to_unsigned(uint32_t a);
uint32_t wf_fp_from_signed(uint32_t a);
uint32_t wf_fp_from_unsigned(uint32_t a);

/* binary16 in the low half: to nearest even, subnormals kept, NaN gives 0x7e00; and back, exact, NaN gives
 * 0x7fc00000. */
uint32_t wf_fp_to_half(uint32_t a);
uint32_t wf_fp_from_half(uint32_t a);

#endif
