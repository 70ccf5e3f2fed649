/* SPDX-License-Identifier: Apache-2.0
 * double.h - the cheap part of f64, on the bits of a pair: conversions, comparisons, minimum and maximum, the sign.
 */
#ifndef WAVEFOLD_SPIRV_DOUBLE_H
#define WAVEFOLD_SPIRV_DOUBLE_H

#include "pair.h"

wfs_val wfs_double_is_nan(struct wfs_code *c, struct wfs_pair x);                                       /* 4 */
wfs_val wfs_double_is_inf(struct wfs_code *c, struct wfs_pair x);                                       /* 4 */
/* An integer with the order of the numbers, -0 and +0 the same.  It means nothing for NaNs: test for them first. */
struct wfs_pair wfs_double_order(struct wfs_code *c, struct wfs_pair x);                                /* 8, signed */
/* 27; the number wins over NaN */
struct wfs_pair wfs_double_min(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, bool greater);
/* -1, 0 with its sign, 1 */
struct wfs_pair wfs_double_sign(struct wfs_code *c, struct wfs_pair x);

struct wfs_pair wfs_double_from_float(struct wfs_code *c, wfs_val f);                                   /* exact */
/* To nearest even; `odd`: towards zero, and the last bit 1 if that is inexact, so that a further rounding to f16 is
 * right. */
wfs_val wfs_double_to_float(struct wfs_code *c, struct wfs_pair x, bool odd);
struct wfs_pair wfs_double_from_word(struct wfs_code *c, wfs_val x, bool is_signed);                     /* exact */
/* to nearest even */
struct wfs_pair wfs_double_from_pair(struct wfs_code *c, struct wfs_pair x, bool is_signed);
/* towards zero */
struct wfs_pair wfs_double_to_pair(struct wfs_code *c, struct wfs_pair x, bool is_signed);

#endif
