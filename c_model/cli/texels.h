/* SPDX-License-Identifier: Apache-2.0
 * texels.h - the contents of an image by its format.
 */
#ifndef WF_TEXELS_H
#define WF_TEXELS_H

#include <stdio.h>

#include "wavefold/kernel.h"

/* Print the texels row by row, each line ends with the place of its first; those that begin in the first `most`
 * words, a comment counts the others. */
void texels_print(FILE *file, const struct wf_kernel_buffer *image, const uint32_t *words, uint32_t most);

#endif
