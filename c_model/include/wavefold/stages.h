/* SPDX-License-Identifier: Apache-2.0
 * stages.h - a task shader and its mesh shader, or one of them alone: from one dispatch to the next, and what they left
 * (docs/mesh.md).
 *
 * A kernel of a task shader has that of the mesh shader as its `next`, if there is one.  Both have the same buffers.
 * How many mesh groups there are is known when the tasks have ended; until then the buffers of mesh groups are empty.
 */
#ifndef WAVEFOLD_STAGES_H
#define WAVEFOLD_STAGES_H

#include "wavefold/api.h"
#include "wavefold/kernel.h"

WF_API_BEGIN

/* The kernel of the mesh shader whose groups these tasks emit, or NULL. */
struct wf_kernel *wf_stages_mesh(const struct wf_kernel *task);

enum { WF_STAGES_MESSAGE = 200 };
/* The tasks have ended, `memory` is as they left it: give the mesh shader its grid, and all buffers of mesh groups
 * their size and first contents.  wf_kernel_place gives the other buffers the same places as before.  It may be called
 * again, for another run.  False with a message: a grid is too large, or the buffers do not hold its groups;
 * *no_memory. */
bool wf_stages_expand(struct wf_kernel *task, const struct wf_buffer buffers[WF_MAX_BUFFERS], const uint32_t *memory,
                      char message[WF_STAGES_MESSAGE], bool *no_memory);

/* Called for each thing that a shader must not do; `text` has no newline. */
typedef void wf_stages_fn(void *user, const char *text);
/* After the run of a kernel of one of these stages, or of a geometry shader, with this shape: calls that are not
 * uniform, counts beyond the limits of the shader, indices that are no vertex.  How often; the first WF_STAGES_TEXTS
 * are reported. */
enum { WF_STAGES_TEXTS = 8 };
uint64_t wf_stages_check(const struct wf_kernel *kernel, const struct wf_shape *shape,
                         const struct wf_buffer buffers[WF_MAX_BUFFERS], const uint32_t *memory, wf_stages_fn *report,
                         void *user);

/* After the run of a vertex, evaluation or geometry shader: what it captures goes from the records of its vertices into
 * the buffers WF_MESH_XFB and further.  Strips of a geometry shader become primitives of their own.  Once a buffer of a
 * stream has no room for a primitive none of that stream takes it.  Of other shaders nothing happens. */
void wf_stages_capture(const struct wf_kernel *kernel, const struct wf_buffer buffers[WF_MAX_BUFFERS],
                       uint32_t *memory);
/* How many vertices such a buffer has, which the shader has. */
uint64_t wf_stages_captured(const struct wf_kernel *kernel, const struct wf_buffer buffers[WF_MAX_BUFFERS],
                            const uint32_t *memory, enum wf_mesh_buffer which);

/* A mesh group that ran, or an invocation of a geometry shader. */
struct wf_mesh_group {
    /* in the grid of its task group, or of the dispatch; number of the primitive, and of the invocation for it */
    uint32_t place[3];
    bool has_task;
    uint32_t task[3];           /* that group in its grid */
    uint32_t all_vertices, all_primitives;      /* announced, as the record has them */
    uint32_t vertices, primitives;      /* of those, the ones that have room in the layout */
};
uint64_t wf_mesh_groups(const struct wf_kernel *mesh);
/* `tasks`: the grid of the task shader, or NULL. */
struct wf_mesh_group wf_mesh_group(const struct wf_kernel *mesh, const uint32_t tasks[3],
                                   const struct wf_buffer buffers[WF_MAX_BUFFERS], const uint32_t *memory,
                                   uint64_t number);

WF_API_END

#endif
