/* SPDX-License-Identifier: Apache-2.0
 * mesh_layout.h - where the outputs of a mesh shader, the payload of task and mesh shaders, and the inputs and outputs
 * of vertex, tessellation and geometry shaders lie (wavefold/mesh.h).
 */
#ifndef WAVEFOLD_SPIRV_MESH_LAYOUT_H
#define WAVEFOLD_SPIRV_MESH_LAYOUT_H

#include "stage.h"
#include "type.h"
#include "wavefold/mesh.h"

enum { WFS_STREAMS = 4 };               /* of a module that has any */

/* The records of wf_mesh_layout. */
enum wfs_record { WFS_OF_VERTEX, WFS_OF_PRIMITIVE, WFS_OF_PAYLOAD, WFS_OF_INPUT, WFS_OF_POINT, WFS_OF_PATCH,
                  WFS_RECORDS,
                  /* in none: a number of what the group gives, a variable of SPV_NV_mesh_shader */
                  WFS_OF_COUNT = WFS_RECORDS };

/* A variable of the entry point's interface. */
struct wfs_mesh_variable {
    uint32_t id;
    /* of one vertex, primitive or control point; of payload, patch and other inputs as a whole */
    const struct wfs_type *type;
    enum wfs_record record;             /* that it is in */
    bool is_input, is_array;            /* is_array: with an element in each record of that kind */
    uint64_t key;                       /* they lie in ascending order of it */
    uint32_t word;                      /* its first in the record */
    uint32_t vertices;                  /* an input with an element for each of so many vertices; 0: it is none */
    uint32_t stream;                    /* of an output of a geometry shader */
    /* an input with PassthroughNV has two: this one is the output, with its value at each vertex */
    bool is_passed;
    uint32_t indices;                   /* an array of indices, of which each primitive has so many; 0: it is none */
};

struct wfs_mesh_interface {
    struct wf_mesh_layout layout;
    const struct wfs_stage *stage;
    bool takes_records, takes_patches;  /* of wfs_takes_records, wfs_takes_patches */
    bool captures;                      /* the execution mode Xfb */
    struct wfs_mesh_variable *variable; /* [variables] */
    size_t variables;
};

static inline struct wf_mesh_record *wfs_record_of(struct wf_mesh_layout *layout, enum wfs_record record)
{
    struct wf_mesh_record *const all[WFS_RECORDS] = {&layout->vertex, &layout->primitive, &layout->payload,
                                                     &layout->input, &layout->point, &layout->patch};
    return all[record];
}

/* Of an entry point of a stage of wfs_has_records. */
void wfs_mesh_interface(struct wfs_module *m, const struct wfs_entry *entry, struct wfs_mesh_interface *interface);
/* Of its execution modes what the layout has. */
void wfs_take_mesh_modes(struct wfs_module *m, const struct wfs_entry *entry, struct wf_mesh_layout *layout);
/* A variable of a stage that takes patches is decorated Patch, or a member of its block is; or it is a built-in of
 * patches. */
bool wfs_is_per_patch(const struct wfs_module *m, uint32_t id, const struct wfs_type *t);

/* ---- mesh_record.c ---- */

bool wfs_is_indices(uint32_t builtin);
/* A level of tessellation, which a patch has. */
bool wfs_is_patch_level(uint32_t builtin);
/* Refuses a built-in variable, or member of the variable, that the stage does not take or give; UINT32_MAX: it is none. */
void wfs_check_mesh_builtin(const struct wfs_module *m, uint32_t id, uint32_t builtin, const struct wfs_stage *stage,
                            bool is_input);
/* All variables of one record, one after the other. */
void wfs_make_record(struct wfs_module *m, struct wfs_mesh_interface *interface, enum wfs_record which);

/* ---- mesh_capture.c ---- */

#define WFS_NOT_CAPTURED UINT32_MAX
/* How the values of a variable are captured, as one after the other is met. */
struct wfs_capture {
    unsigned xfb, next;                 /* as of struct wf_mesh_value; that of the next block of an array */
    uint32_t stride, byte;              /* byte: of the next value, or WFS_NOT_CAPTURED */
    bool is_stated;                     /* the module states where the next value goes */
    const struct wfs_type *block;       /* whose members state where they go; NULL: they follow each other */
};
bool wfs_captures(const struct wfs_module *m, const struct wfs_entry *entry);
struct wfs_capture wfs_begin_capture(struct wfs_module *m, struct wfs_mesh_interface *interface,
                                     const struct wfs_mesh_variable *v);
/* A member of the type `t` follows; a value follows, which gets its place. */
void wfs_capture_member(const struct wfs_module *m, struct wfs_capture *capture, const struct wfs_type *t,
                        uint32_t member);
void wfs_capture_value(const struct wfs_module *m, uint32_t at, struct wfs_capture *capture,
                       struct wf_mesh_value *value);

static inline bool wfs_is_nv(const struct wfs_entry *entry)
{
    return entry->model == WfsExecutionModelTaskNV || entry->model == WfsExecutionModelMeshNV;
}
/* A variable of the module has PassthroughNV: a geometry shader gives the primitive that it takes. */
bool wfs_passes_through(const struct wfs_module *m);
/* NULL: it is none of the interface. */
const struct wfs_mesh_variable *wfs_mesh_variable(const struct wfs_mesh_interface *interface, uint32_t id);

#endif
