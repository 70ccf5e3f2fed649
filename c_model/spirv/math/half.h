/* SPDX-License-Identifier: Apache-2.0
 * half.h - f16 by way of f32.  A half is its bits in 15:0, zeros above.
 *
 * With 24 bits of f32 against 11 of f16, a sum, difference, product, quotient or square root that is rounded to f32 and
 * then to f16 is what one rounding gives: 24 >= 2 * 11 + 2 (Figueroa, "When is double rounding innocuous?").  A fused
 * multiply-add is not among them.
 */
#ifndef WAVEFOLD_SPIRV_HALF_H
#define WAVEFOLD_SPIRV_HALF_H

#include "../code/build.h"

/* x * y + z, rounded once: 18 instructions. */
wfs_val wfs_half_fma(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val z);
/* x / y: 18. */
wfs_val wfs_half_div(struct wfs_code *c, wfs_val x, wfs_val y);
/* 18. */
wfs_val wfs_half_sqrt(struct wfs_code *c, wfs_val x);

#endif
