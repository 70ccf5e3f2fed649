/* SPDX-License-Identifier: Apache-2.0
 * typed.h - the contents of a block by its types.
 */
#ifndef WF_TYPED_H
#define WF_TYPED_H

#include <stdio.h>

#include "wavefold/kernel.h"

/* Print it by members and elements, in lines of a few numbers; what follows the block as bits.  The buffer has a
 * layout, and the `words` that it declares. */
void typed_print(FILE *file, const struct wf_kernel_buffer *buffer, const struct wf_layout *layout,
                 const uint32_t *words);
/* Likewise, but of each array only the elements that begin in the first `most` words; a comment counts the others. */
void typed_print_first(FILE *file, const struct wf_kernel_buffer *buffer, const struct wf_layout *layout,
                       const uint32_t *words, uint32_t most);
/* The layout of a buffer: that of the first dispatch of a file that binds it to a block which it can hold; NULL: its
 * words are all that is known. */
const struct wf_layout *typed_layout(const struct wf_kernel *kernel, unsigned number);

#endif
