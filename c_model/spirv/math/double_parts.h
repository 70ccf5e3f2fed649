/* SPDX-License-Identifier: Apache-2.0
 * double_parts.h - pieces of the arithmetic on f64 that its files share: double_parts.c.
 *
 * A result before rounding is a pair with the one of a normal number at bit 62 and ten bits below the last of the
 * double; the lowest of them is set when anything not 0 is missing ("sticky").
 */
#ifndef WAVEFOLD_SPIRV_DOUBLE_PARTS_H
#define WAVEFOLD_SPIRV_DOUBLE_PARTS_H

#include "double.h"

/* The exponent as the bits have it, 0..2047; of subnormal numbers 1. */
wfs_val wfs_double_exponent(struct wfs_code *c, struct wfs_pair x);                                     /* 1 */
wfs_val wfs_double_scale(struct wfs_code *c, struct wfs_pair x);                                        /* 2 */
/* The 53 bits of the significand; of 0 and subnormal numbers without the one in front. */
struct wfs_pair wfs_double_significand(struct wfs_code *c, struct wfs_pair x);                          /* 3 */
/* The significand times a power of two; no bit is lost at the top. */
struct wfs_pair wfs_double_shifted(struct wfs_code *c, struct wfs_pair x, unsigned by);                 /* 3 more */
/* The significand of a number shifted so that its highest one is at this bit, 52 or more; its exponent as above, which
 * for a subnormal number falls below 1. */
struct wfs_pair wfs_double_normalised(struct wfs_code *c, struct wfs_pair x, unsigned top, wfs_val *scale);    /* 16 */
/* x with its lowest bit set when `lost` is not 0. */
wfs_val wfs_sticky(struct wfs_code *c, wfs_val x, wfs_val lost);                                        /* 2 */
/* x >> count, 0..63, sticky. */
struct wfs_pair wfs_pair_shr_sticky(struct wfs_code *c, struct wfs_pair x, wfs_val count);              /* 14 */
/* Words p[3..0], shifted left by -64..63: the upper two, and the others sticky. */
struct wfs_pair wfs_window(struct wfs_code *c, const wfs_val p[4], wfs_val left);                       /* 22 */
/* All bits of a product with a word of which the high one is below 2^22: p[3..0]. */
void wfs_mul_128(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, wfs_val p[4]);               /* 17 */
/* Round, with the exponent less one (0 when bit 62 is 0): the bits without sign; too great numbers are above those of
 * infinity.  Towards zero they are the greatest one. */
struct wfs_pair wfs_double_round(struct wfs_code *c, struct wfs_pair p, wfs_val exponent_less_one);     /* 9 */
/* Low bits without those of infinity and NaN. */
struct wfs_pair wfs_double_bounded(struct wfs_code *c, struct wfs_pair x);                              /* 3 */
/* The magnitude with the sign of a word. */
wfs_val wfs_double_signed(struct wfs_code *c, wfs_val hi, wfs_val sign);                                /* 1 */

#endif
