/* SPDX-License-Identifier: Apache-2.0
 * pair.h - a task shader and its mesh shader: each is a kernel of the same text or options, and the two become one
 * list.  The mesh shader is parsed first, then the task shader, which begins with all buffers of the other.
 */
#ifndef WAVEFOLD_ASM_PAIR_H
#define WAVEFOLD_ASM_PAIR_H

#include "wavefold/kernel.h"

/* Make `mesh` the next of `task`; both have the same buffers then.  NULL, or what is wrong: a text of its own, or in
 * text[0..size-1]. */
const char *wfa_join_pair(struct wf_kernel *task, struct wf_kernel *mesh, char *text, size_t size);

#endif
