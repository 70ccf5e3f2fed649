/* SPDX-License-Identifier: Apache-2.0
 * operands.h - what every cross-lane operation reads.
 */
#ifndef WAVEFOLD_XLANE_OPERANDS_H
#define WAVEFOLD_XLANE_OPERANDS_H

#include "wavefold/isa.h"

#include "../core/mask.h"

/* The operands of one instruction, as rows of S lane values.  Rows an operation does not read may be NULL. */
struct wf_xlane {
    uint8_t op, mod;
    unsigned size;                  /* S, the wave size */
    struct wf_mask exec;            /* running lanes */
    struct wf_mask active;          /* running and not helper */
    const uint32_t *a, *b;
    const uint32_t *q[4];           /* mask operand, word k in row k; MATCH: key words */
};

/* The mask operand of one lane. */
static inline struct wf_mask wf_xlane_mask(const struct wf_xlane *x, unsigned lane)
{
    return wf_mask_make(x->q[0][lane] | (uint64_t)x->q[1][lane] << 32, x->q[2][lane] | (uint64_t)x->q[3][lane] << 32);
}

#endif
