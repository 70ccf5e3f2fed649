/* SPDX-License-Identifier: Apache-2.0
 * mesh.h - task and mesh shaders, and others with records of inputs and outputs: the state of their lowering (mesh.c,
 * lanes.c).
 */
#ifndef WAVEFOLD_SPIRV_LOWER_MESH_H
#define WAVEFOLD_SPIRV_LOWER_MESH_H

#include "lower.h"
#include "../module/mesh_layout.h"

struct wfs_mesh {
    struct wfs_mesh_interface interface;
    bool is_task, of_tasks;
    /* slots: how many vertices and primitives the invocation has announced, at most those of the layout; 0 before */
    uint32_t announced;
    bool is_called;                     /* functions other than the entry point announce them */
    wfs_val group, task;                /* place of the record of this group; of its task group, for the payload */
    wfs_val place[3], grid[3];          /* of_tasks: of the group in the grid of its task group */
    /* bytes of its first vertex and primitive, and of the payload; made at the beginning: a variable may be met first
     * where only some lanes come */
    wfs_val begin[2], payload;
    /* of a vertex shader: byte of the record of inputs of the lane; likewise.  `group` is the number of the
     * invocation */
    wfs_val input;
};

/* Before the body of the entry point; the shader is one of these stages. */
void wfs_begin_mesh(struct wfs_lower *l, const struct wfs_mesh_interface *interface, uint32_t function, bool is_task);
/* A variable of Output or TaskPayloadWorkgroupEXT: what it points to, as a whole. */
void wfs_mesh_pointer(struct wfs_lower *l, uint32_t at, uint32_t id, struct wfs_pointer *p);
void wfs_set_mesh_outputs(struct wfs_lower *l, uint32_t at);
/* It ends the lanes that come here: the caller does that. */
void wfs_emit_mesh_tasks(struct wfs_lower *l, uint32_t at);

/* ---- lanes.c: stages with a record of inputs for each lane ---- */

/* Before the body of the entry point: the lanes that have no invocation end. */
void wfs_begin_lanes(struct wfs_lower *l, const struct wfs_mesh_interface *interface);
/* A variable of Input: what it points to, if it is in the record; else false. */
bool wfs_input_pointer(struct wfs_lower *l, uint32_t id, struct wfs_pointer *p);
/* Built-in inputs that are in no record; false when it is none. */
bool wfs_invocation_builtin(struct wfs_lower *l, uint32_t builtin, struct wfs_value *v);

/* ---- emit.c ---- */

/* What the output variables of the lane hold goes into a record of this buffer, which begins at byte `begin`. */
void wfs_store_record(struct wfs_lower *l, enum wfs_record record, enum wf_mesh_buffer buffer, wfs_val begin);

/* ---- record.c ---- */

/* From all records to the one with this index. */
void wfs_choose_record(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index);
/* The pointer is stored to, or changed by an atomic: what it may reach is written. */
void wfs_note_output(struct wfs_lower *l, const struct wfs_pointer *p);

#endif
