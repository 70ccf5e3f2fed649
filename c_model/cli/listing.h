/* SPDX-License-Identifier: Apache-2.0
 * listing.h - the code of a kernel as text that disasm reads back.
 */
#ifndef WF_LISTING_H
#define WF_LISTING_H

#include <stdio.h>

#include "wavefold/kernel.h"

/* One line per instruction: index, word, source line and the instruction as the file writes it.  In the listing of a
 * shader, each source line is above its instructions.  `path`: the kernel file or shader. */
void wf_listing(FILE *file, const struct wf_kernel *kernel, const char *path);
/* Index, word and instruction. */
void wf_listing_word(FILE *file, const uint64_t *code, size_t index);

#endif
