/* SPDX-License-Identifier: Apache-2.0
 * mode.h - operations that follow the execution modes RoundingModeRTZ and DenormFlushToZero: wfs_code.rounds_to_zero
 * and flushes.  Without the modes they are those of build.h.
 *
 * The machine rounds to nearest even; code for the other direction finds the sign of the error, which is exact, and
 * takes one unit off a result that is too far from 0.
 */
#ifndef WAVEFOLD_SPIRV_MATH_MODE_H
#define WAVEFOLD_SPIRV_MATH_MODE_H

#include "../code/build.h"

/* f32; of x + y and x y where `towards_zero` */
wfs_val wfs_sum(struct wfs_code *c, bool towards_zero, wfs_val x, wfs_val y);                   /* 1, or 12 */
wfs_val wfs_product(struct wfs_code *c, bool towards_zero, wfs_val x, wfs_val y);               /* 1, or 7 */

/* f32 by the modes of f32 */
wfs_val wfs_mode_add(struct wfs_code *c, wfs_val x, wfs_val y);
wfs_val wfs_mode_sub(struct wfs_code *c, wfs_val x, wfs_val y);
wfs_val wfs_mode_mul(struct wfs_code *c, wfs_val x, wfs_val y);
/* x y + z, rounded once: towards zero by way of f64. */
wfs_val wfs_mode_fma(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val z);
/* f32 to f16 by the modes of f16. */
wfs_val wfs_mode_half(struct wfs_code *c, wfs_val f);

/* Subnormal numbers of that width become zeros of their sign, if the mode is set. */
void wfs_flush(struct wfs_code *c, unsigned width, wfs_val *x);                                 /* 0, or 3 to 4 */

#endif
