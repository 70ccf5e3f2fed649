/* SPDX-License-Identifier: Apache-2.0
 * texel.h - texels of each format as four components, and back.
 *
 * A texel is its words, the lowest first; one of less than a word has the low bits of word 0.  Components are integers,
 * or floats of 32 bits; those that the format does not have are 0, A is 1.
 */
#ifndef WAVEFOLD_SPIRV_MATH_TEXEL_H
#define WAVEFOLD_SPIRV_MATH_TEXEL_H

#include "../code/build.h"
#include "wavefold/image.h"

/* Every float is the correctly rounded value of the texel; R, G and B of an SRGB format are left as their 8 bits. */
void wfs_texel_decode(struct wfs_code *c, const struct wf_image_format_info *format, const wfs_val *word,
                      wfs_val texel[4]);
/* Floats to UNORM and SNORM: clamped and rounded to nearest even, a NaN is 0.  To UFLOAT: towards zero, negative
 * numbers are 0.  Integers that do not fit: the nearest that fits.  To SRGB what is coded already, as a share of 255.
 * Not to SHARED. */
void wfs_texel_encode(struct wfs_code *c, const struct wf_image_format_info *format, const wfs_val texel[4],
                      wfs_val *word);

#endif
