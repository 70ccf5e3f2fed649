/* SPDX-License-Identifier: Apache-2.0
 * float.c - binary32 operations, lane by lane.
 */
#include "core.h"

#include "lanes.h"

#include "../fp/fp.h"

WF_LANES_INLINE float f(uint32_t bits)
{
    return wf_fp_value(bits);
}

WF_LANES_INLINE bool arithmetic(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                       uint32_t *value)
{
    switch (op) {
    case WF_OP_FADD: WF_LANES_EACH(wf_fp_add(a[i], b[i]));
    case WF_OP_FSUB: WF_LANES_EACH(wf_fp_sub(a[i], b[i]));
    case WF_OP_FMUL: WF_LANES_EACH(wf_fp_mul(a[i], b[i]));
    case WF_OP_FMA: WF_LANES_EACH(wf_fp_fma(a[i], b[i], c[i]));
    case WF_OP_FMIN: WF_LANES_EACH(wf_fp_min(a[i], b[i]));
    case WF_OP_FMAX: WF_LANES_EACH(wf_fp_max(a[i], b[i]));
    case WF_OP_FABS: WF_LANES_EACH(b[i] & ~WF_FP_SIGN);
    case WF_OP_FNEG: WF_LANES_EACH(b[i] ^ WF_FP_SIGN);
    default: return false;
    }
}

WF_LANES_INLINE bool compare(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, uint32_t *value)
{
    switch (op) {
    case WF_OP_FEQ: WF_LANES_EACH(f(a[i]) == f(b[i]));
    case WF_OP_FNE: WF_LANES_EACH(!(f(a[i]) == f(b[i])));
    case WF_OP_FLT: WF_LANES_EACH(f(a[i]) < f(b[i]));
    case WF_OP_FLE: WF_LANES_EACH(f(a[i]) <= f(b[i]));
    case WF_OP_FGT: WF_LANES_EACH(f(a[i]) > f(b[i]));
    case WF_OP_FGE: WF_LANES_EACH(f(a[i]) >= f(b[i]));
    default: return false;
    }
}

WF_LANES_INLINE bool convert(uint8_t op, unsigned n, const uint32_t *b, uint32_t *value)
{
    switch (op) {
    case WF_OP_FLOOR: WF_LANES_EACH(wf_fp_floor(b[i]));
    case WF_OP_CEIL: WF_LANES_EACH(wf_fp_ceil(b[i]));
    case WF_OP_TRUNC: WF_LANES_EACH(wf_fp_trunc(b[i]));
    case WF_OP_RNDNE: WF_LANES_EACH(wf_fp_round(b[i]));
    case WF_OP_F2I: WF_LANES_EACH(wf_fp_to_signed(b[i]));
    case WF_OP_F2U: WF_LANES_EACH(wf_fp_to_unsigned(b[i]));
    case WF_OP_I2F: WF_LANES_EACH(wf_fp_from_signed(b[i]));
    case WF_OP_U2F: WF_LANES_EACH(wf_fp_from_unsigned(b[i]));
    case WF_OP_F2H: WF_LANES_EACH(wf_fp_to_half(b[i]));
    case WF_OP_H2F: WF_LANES_EACH(wf_fp_from_half(b[i]));
    default: return false;
    }
}

WF_LANES_INLINE bool wf_float_perform_form(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b,
                                           const uint32_t *c, uint32_t *value)
{
    return arithmetic(op, n, a, b, c, value) || compare(op, n, a, b, value) || convert(op, n, b, value);
}

WF_LANES_BOTH(bool, wf_float_perform,
              (uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *value),
              (op, n, a, b, c, value))
