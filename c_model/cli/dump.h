/* SPDX-License-Identifier: Apache-2.0
 * dump.h - a buffer as text that a kernel file takes: "Out = { 0x00000000, ... }".
 */
#ifndef WF_DUMP_H
#define WF_DUMP_H

#include <stdio.h>

#include "wavefold/kernel.h"

/* The number of the buffer with this name, or -1. */
int wf_dump_find(const struct wf_kernel *kernel, const char *name);
/* `words`: contents of the buffer. */
void wf_dump(FILE *file, const struct wf_kernel_buffer *buffer, const uint32_t *words);

#endif
