/* SPDX-License-Identifier: Apache-2.0
 * texel.h - texels of an image as samples of a picture, R, G, B, A of 8 or 16 bits, and back.
 *
 * Normalised numbers keep their values, those of sRGB their codes, floats are held to 0..1; integers are taken as they
 * are, and held to the bits that there are.
 */
#ifndef WF_TEXEL_H
#define WF_TEXEL_H

#include <stddef.h>

#include "wavefold/image.h"

/* Bits of a sample that hold such texels: 8 or 16; how many channels: 1, 3 or 4. */
unsigned texel_depth(enum wf_image_format format);
unsigned texel_channels(enum wf_image_format format);
/* Texel number `index` among words that are zero there. */
void texel_from_samples(enum wf_image_format format, const uint16_t sample[4], unsigned depth, uint32_t *word,
                        size_t index);
void texel_to_samples(enum wf_image_format format, const uint32_t *word, size_t index, unsigned depth,
                      uint16_t sample[4]);

#endif
