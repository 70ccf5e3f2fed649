/* SPDX-License-Identifier: Apache-2.0
 * dump.h - the buffers of a kernel by name, for `wavefold run --dump`.
 */
#ifndef WF_DUMP_H
#define WF_DUMP_H

#include <stdio.h>

#include "wavefold/kernel.h"

/* The words as a kernel file takes them: "Out = { 0x00000000, ... }". */
void wf_dump_text(FILE *file, const struct wf_kernel_buffer *buffer, const uint32_t *words);
/* The number of the buffer with this name, or -1. */
int wf_dump_find(const struct wf_kernel *kernel, const char *name);
/* "A, B, C" of its buffers, WF_DUMP_NAMES at most, then "and 2 more"; "" without any.  Returns `text`, large enough. */
enum { WF_DUMP_NAMES = 8, WF_DUMP_NAMES_SIZE = 320 };
const char *wf_dump_names(const struct wf_kernel *kernel, char text[WF_DUMP_NAMES_SIZE]);

#endif
