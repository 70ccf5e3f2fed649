/* SPDX-License-Identifier: Apache-2.0
 * stages.h - shaders that have records in a run: between their dispatches, what is reported, counted and printed.
 */
#ifndef WF_CLI_STAGES_H
#define WF_CLI_STAGES_H

#include "run.h"
#include "wavefold/stages.h"

/* The task shader of run->kernel has ended; the memory of all buffers, [*words], is as it left it.  The mesh shader
 * gets its grid, and the memory, which may be another one then, the buffers of its groups.  WF_EXIT_OK, or a status after a
 * message. */
enum wf_exit stages_continue(const struct run *run, struct wf_buffer buffers[WF_MAX_BUFFERS], uint32_t **memory,
                             size_t *words);
/* After the run of one of the kernels: report what it must not do.  False when that makes the run wrong. */
bool stages_check(const struct run *run, const struct wf_kernel *kernel, const struct wf_shape *shape,
                  const struct wf_buffer *buffers, const uint32_t *memory);
/* Groups, vertices and primitives, for the verdict line. */
void stages_count(const struct wf_kernel *first, const struct wf_buffer *buffers, const uint32_t *memory,
                  struct wf_stages_figures *figures);
/* Results of a kind as text: each group, and what it left, by name. */
void stages_print(FILE *file, enum wf_mesh_buffer which, const struct wf_kernel *first,
                  const struct wf_buffer *buffers, const uint32_t *memory);

#endif
