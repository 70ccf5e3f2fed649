/* SPDX-License-Identifier: Apache-2.0
 * mesh.h - task and mesh shaders, and others with records of inputs and outputs: the state of their lowering (mesh.c,
 * lanes.c, patch.c).
 */
#ifndef WAVEFOLD_SPIRV_LOWER_MESH_H
#define WAVEFOLD_SPIRV_LOWER_MESH_H

#include "lower.h"
#include "../module/mesh_layout.h"

struct wfs_mesh {
    struct wfs_mesh_interface interface;
    bool is_task, of_tasks;
    /* slots, 0 at the beginning.  Of a mesh shader: how many vertices and primitives the invocation has announced, at
     * most those of the layout; of a geometry shader what emit.c counts */
    uint32_t counter, counters;
    bool is_called;                     /* functions other than the entry point change them */
    /* place of the record of this group, the number of the invocation where lanes are such; of its task group, for the
     * payload */
    wfs_val group, task;
    wfs_val place[3], grid[3];          /* of_tasks: of the group in the grid of its task group */
    /* of each kind of record the byte of the first that the group or the lane has, and of stages that take patches how
     * many it has; made at the beginning: a variable may be met first where only some lanes come */
    wfs_val begin[WFS_RECORDS], count[WFS_RECORDS];
    wfs_val patch;                      /* of a stage that takes patches: its number */
};

/* It changes the counters. */
static inline bool wfs_counts(uint32_t op)
{
    return op == WfsOpSetMeshOutputsEXT || op == WfsOpEmitVertex || op == WfsOpEndPrimitive ||
           op == WfsOpEmitStreamVertex || op == WfsOpEndStreamPrimitive;
}
/* A function other than this one has such an instruction. */
bool wfs_counts_elsewhere(const struct wfs_module *m, uint32_t function);

/* Before the body of the entry point; the shader is one of these stages. */
void wfs_begin_mesh(struct wfs_lower *l, const struct wfs_mesh_interface *interface, uint32_t function, bool is_task);
/* A variable of Output or TaskPayloadWorkgroupEXT of a stage in groups, which is in the interface: what it points to,
 * as a whole. */
void wfs_mesh_pointer(struct wfs_lower *l, uint32_t at, uint32_t id, struct wfs_pointer *p);
void wfs_set_mesh_outputs(struct wfs_lower *l, uint32_t at);
/* It ends the lanes that come here: the caller does that. */
void wfs_emit_mesh_tasks(struct wfs_lower *l, uint32_t at);

/* ---- mesh_nv.c ---- */

/* OpWritePackedPrimitiveIndices4x8NV. */
void wfs_write_packed_indices(struct wfs_lower *l, uint32_t at);

/* The state of a stage; the caller fills in the rest. */
struct wfs_mesh *wfs_new_mesh(struct wfs_lower *l, const struct wfs_mesh_interface *interface);

/* ---- lanes.c: stages with a record of inputs for each lane ---- */

/* A word of the head of WF_MESH_INPUTS. */
wfs_val wfs_load_head(struct wfs_lower *l, uint32_t word);
/* Before the body of the entry point: the lanes that have no invocation end. */
void wfs_begin_lanes(struct wfs_lower *l, const struct wfs_mesh_interface *interface, uint32_t function);
/* A variable of Input: what it points to, if it is in the record; else false. */
bool wfs_input_pointer(struct wfs_lower *l, uint32_t id, struct wfs_pointer *p);
/* Built-in inputs that are in no record; false when it is none. */
bool wfs_invocation_builtin(struct wfs_lower *l, uint32_t builtin, struct wfs_value *v);

/* ---- patch.c: stages whose inputs are of a patch ---- */

/* Before the body of the entry point. */
void wfs_begin_patch(struct wfs_lower *l, const struct wfs_mesh_interface *interface, uint32_t function);
/* As that of lanes.c. */
bool wfs_patch_builtin(struct wfs_lower *l, uint32_t builtin, struct wfs_value *v);
/* The code is of such a stage. */
static inline bool wfs_is_of_patch(const struct wfs_lower *l)
{
    return l->mesh && l->mesh->interface.takes_patches;
}
/* The code is of a vertex, tessellation or geometry shader. */
static inline bool wfs_is_of_vertices(const struct wfs_lower *l)
{
    return l->mesh && (l->mesh->interface.takes_records || l->mesh->interface.takes_patches);
}

/* ---- record.c ---- */

/* The part of a record whose first byte is begin[v->record], in this buffer, that is the variable. */
void wfs_point_into_record(struct wfs_lower *l, const struct wfs_mesh_variable *v, enum wf_mesh_buffer buffer,
                           struct wfs_pointer *p);
/* The variable is an array with an element in each record of its kind. */
void wfs_point_to_records(struct wfs_lower *l, const struct wfs_mesh_variable *v, enum wf_mesh_buffer buffer,
                          struct wfs_pointer *p);
/* From all records to the one with this index. */
void wfs_choose_record(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index);
/* The pointer is stored to, or changed by an atomic: what it may reach is written. */
void wfs_note_output(struct wfs_lower *l, const struct wfs_pointer *p);

/* ---- emit.c ---- */

/* Of a geometry shader: before anything is emitted; OpEmitVertex and its like. */
void wfs_begin_emission(struct wfs_lower *l);
void wfs_lower_emission(struct wfs_lower *l, uint32_t at);
/* Where the entry point ends: the outputs of other shaders in lanes, the counts of a geometry shader. */
void wfs_end_lanes(struct wfs_lower *l);

#endif
