/* SPDX-License-Identifier: Apache-2.0
 * texel.h - a texel of a format from the numbers of a program.
 */
#ifndef WAVEFOLD_VULKAN_TEXEL_H
#define WAVEFOLD_VULKAN_TEXEL_H

#include "wfv.h"

#include "wavefold/image.h"

/* The bytes of the texel; integers of 64 bits take the low word of each component and its sign. */
void wfv_texel_of(enum wf_image_format format, const VkClearColorValue *color, unsigned char byte[16]);

#endif
