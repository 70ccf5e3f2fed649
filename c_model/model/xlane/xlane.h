/* SPDX-License-Identifier: Apache-2.0
 * xlane.h - cross-lane operations (docs/semantics.md, "Cross-lane operations").
 */
#ifndef WAVEFOLD_XLANE_XLANE_H
#define WAVEFOLD_XLANE_XLANE_H

#include "operands.h"

/* Perform a cross-lane operation.  value[k][lane] receives word k; only the lanes of *written count: the running
 * ones when the result is the same for the whole wave or of a quad (wf_op_writes_running), else the active ones.
 * Returns false when `op` is no cross-lane operation. */
bool wf_xlane_perform(const struct wf_xlane *x, uint32_t value[4][WF_MAX_LANES], struct wf_mask *written);

#endif
