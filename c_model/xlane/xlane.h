/* SPDX-License-Identifier: Apache-2.0
 *
 * xlane.h - cross-lane operations (docs/semantics.md, "Cross-lane operations").
 */
#ifndef WAVEFOLD_XLANE_XLANE_H
#define WAVEFOLD_XLANE_XLANE_H

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

/* Perform a cross-lane operation.  value[k][lane] receives word k; only the lanes of *written count: the running ones for
 * quad operations, else the active ones.  Returns false when `op` is no cross-lane operation. */
bool wf_xlane_perform(const struct wf_xlane *x, uint32_t value[4][WF_MAX_LANES], struct wf_mask *written);

/* Scans and reductions, WADD..WFMAX. */
void wf_xlane_scan(const struct wf_xlane *x, uint32_t *value);

/* The two-operand function of a scan (WADD..WFMAX), and its identity. */
uint32_t wf_scan_combine(uint8_t op, uint32_t a, uint32_t b);
uint32_t wf_scan_identity(uint8_t op);

/* inclusive[r] for the members value[0..n-1], n <= WF_MAX_LANES, in the order every float scan keeps: rounds of
 * v(k+1)[r] = r >= 2^k ? v(k)[r-2^k] (+) v(k)[r] : v(k)[r]. */
void wf_scan_members(uint8_t op, const uint32_t *value, unsigned n, uint32_t *inclusive);

/* The mask operand of one lane. */
static inline struct wf_mask wf_xlane_mask(const struct wf_xlane *x, unsigned lane)
{
    return wf_mask_make(x->q[0][lane] | (uint64_t)x->q[1][lane] << 32, x->q[2][lane] | (uint64_t)x->q[3][lane] << 32);
}

#endif
