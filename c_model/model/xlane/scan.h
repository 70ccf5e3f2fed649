/* SPDX-License-Identifier: Apache-2.0
 * scan.h - scans and reductions (docs/semantics.md, "Cross-lane operations").
 */
#ifndef WAVEFOLD_XLANE_SCAN_H
#define WAVEFOLD_XLANE_SCAN_H

#include "operands.h"

/* Scans and reductions, WADD..WCOUNT. */
void wf_xlane_scan(const struct wf_xlane *x, uint32_t *value);

/* The two-operand function of a scan (WADD..WFMAX), and its identity. */
uint32_t wf_scan_combine(uint8_t op, uint32_t a, uint32_t b);
uint32_t wf_scan_identity(uint8_t op);

/* inclusive[r] for the members value[0..n-1], n <= WF_MAX_LANES, in the order every float scan keeps: rounds of
 * v(k+1)[r] = r >= 2^k ? v(k)[r-2^k] (+) v(k)[r] : v(k)[r]. */
void wf_scan_members(uint8_t op, const uint32_t *value, unsigned n, uint32_t *inclusive);

#endif
