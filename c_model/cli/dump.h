/* SPDX-License-Identifier: Apache-2.0
 * dump.h - a buffer as text that a kernel file takes: "Out = { 0x00000000, ... }".
 */
#ifndef WF_DUMP_H
#define WF_DUMP_H

#include <stdio.h>

#include "wavefold/kernel.h"

/* The number of the buffer with this name, or -1. */
int wf_dump_find(const struct wf_kernel *kernel, const char *name);
/* "A, B, C" of its buffers, WF_DUMP_NAMES at most, then "and 2 more"; "" without any.  Returns `text`, large enough. */
enum { WF_DUMP_NAMES = 8, WF_DUMP_NAMES_SIZE = 320 };
const char *wf_dump_names(const struct wf_kernel *kernel, char text[WF_DUMP_NAMES_SIZE]);
/* `words`: contents of the buffer. */
void wf_dump(FILE *file, const struct wf_kernel_buffer *buffer, const uint32_t *words);
/* The same as bytes, each word little-endian. */
void wf_dump_raw(FILE *file, const struct wf_kernel_buffer *buffer, const uint32_t *words);

#endif
