/* SPDX-License-Identifier: Apache-2.0
 * mesh.h - shaders that have records: what task and mesh shaders leave in memory (docs/mesh.md), what vertex,
 * tessellation and geometry shaders find and leave there (docs/vertex.md).
 *
 * Records are side by side: one of each task group, in the order of the grid, or one of each mesh group, in the order
 * of the task groups and then of their grids; of a vertex shader one of each invocation, instance by instance.  A
 * scalar of up to 32 bits is a word, one of 64 bits two, a bool 0 or 1.
 */
#ifndef WAVEFOLD_MESH_H
#define WAVEFOLD_MESH_H

#include "wavefold/api.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

WF_API_BEGIN

/* The buffers of these stages.  Vertex and evaluation shaders have VERTICES and INPUTS, a geometry shader COUNTS too, a
 * control shader PATCHES too. */
enum wf_mesh_buffer {
    WF_MESH_TASKS,              /* of a task group: the grid of mesh groups that it emits */
    WF_MESH_PAYLOAD,            /* of a task group: wf_mesh_layout.payload.words */
    WF_MESH_COUNTS,             /* of a mesh group, or an invocation of a geometry shader: vertices, primitives */
    /* of a mesh group, an invocation of a geometry shader, or a patch of a control shader: max_vertices times
     * vertex.words; of a vertex of another shader: vertex.words */
    WF_MESH_VERTICES,
    WF_MESH_PRIMITIVES,         /* of a mesh group: max_primitives times primitive.words */
    WF_MESH_PATCHES,            /* of a patch of a control shader: patch.words */
    /* what vertex, evaluation and geometry shaders capture (transform feedback): of each vertex xfb[n].stride bytes */
    WF_MESH_XFB,
    WF_MESH_XFB_LAST = WF_MESH_XFB + 3,
    /* not for the user */
    WF_MESH_TASK_CALLS,         /* of a task group: how EmitMeshTasksEXT was called, */
    WF_MESH_CALLS,              /* of a mesh group: how SetMeshOutputsEXT was; WF_MESH_*_CALLS_WORDS below */
    WF_MESH_GROUPS,             /* of a mesh group of tasks: its task group, its place in its grid, the grid, and 0 */
    /* WF_INPUT_HEAD words, then input.words of each invocation; of a tessellation shader then point.words of each
     * control point, patch by patch, and of an evaluation shader patch.words of each patch */
    WF_MESH_INPUTS,
    WF_MESH_BUFFERS,
    WF_MESH_RESULTS = WF_MESH_TASK_CALLS        /* those before it are results */
};
/* Words of a record; of calls: how many invocations called, then of each argument the maximum, and that of its
 * complement; both 0: it is a constant. */
enum { WF_MESH_TASKS_WORDS = 3, WF_MESH_COUNTS_WORDS = 2, WF_MESH_TASK_CALLS_WORDS = 7, WF_MESH_CALLS_WORDS = 5,
       WF_MESH_GROUPS_WORDS = 8 };
/* The first words of WF_MESH_INPUTS: how many invocations there are, and what VertexIndex and InstanceIndex begin
 * with. */
enum { WF_INPUT_COUNT, WF_INPUT_BASE_VERTEX, WF_INPUT_BASE_INSTANCE, WF_INPUT_HEAD = 4 };
/* The first words of a record of inputs: of a vertex shader, of a shader that takes primitives. */
enum { WF_INPUT_VERTEX_INDEX, WF_INPUT_INSTANCE_INDEX };
enum { WF_INPUT_PRIMITIVE_ID, WF_INPUT_INVOCATION_ID };
/* Of a tessellation shader: patches of a control shader, or invocations; control points of a patch; byte of the first
 * record of a control point, and of a patch. */
enum { WF_PATCH_COUNT, WF_PATCH_POINTS, WF_PATCH_POINTS_AT, WF_PATCH_PATCHES_AT };
enum { WF_MESH_MOST_POINTS = 32 };      /* control points of a patch */
static inline bool wf_mesh_is_xfb(enum wf_mesh_buffer buffer)
{
    return buffer >= WF_MESH_XFB && buffer <= WF_MESH_XFB_LAST;
}
/* "tasks", "vertices" .. */
const char *wf_mesh_buffer_name(enum wf_mesh_buffer buffer);

/* A grid of task groups, or of mesh groups, is no larger, as Vulkan asks. */
enum { WF_MESH_MOST_OF_A_SIDE = 65535, WF_MESH_MOST_GROUPS = 1 << 22 };
bool wf_mesh_is_grid(const uint32_t grid[3]);

/* Where an access goes whose vertex or primitive the group does not have: to this byte and the record of that index
 * from there, beyond every buffer. */
#define WF_MESH_OUTSIDE UINT32_C(0x40000000)
/* The largest index that such an address holds, of records of so many bytes: of larger ones, and of those below 0, it
 * is that of this index. */
static inline uint32_t wf_mesh_most_outside(uint32_t bytes)
{
    return (UINT32_MAX - WF_MESH_OUTSIDE) / 2 / bytes;
}

enum { WF_MESH_XFBS = 4, WF_MESH_XFB_NONE = WF_MESH_XFBS };
/* A buffer that captures vertices of a stream; stride 0: nothing goes there. */
struct wf_mesh_xfb {
    uint32_t stride, stream;
};

enum wf_mesh_kind { WF_MESH_UINT, WF_MESH_INT, WF_MESH_FLOAT, WF_MESH_BOOL };
/* "uint", "int", "float", "bool" */
const char *wf_mesh_kind_name(enum wf_mesh_kind kind);
/* A scalar or a vector of a record, or an array of them. */
struct wf_mesh_value {
    const char *name;           /* "Position", "color", "blk.light[1].place" */
    uint32_t word;              /* of the record */
    unsigned components, width; /* width: bits of one */
    uint32_t elements;          /* of the array, or of a matrix its columns; 0: it is none */
    enum wf_mesh_kind kind;
    /* a vertex captures it in buffer WF_MESH_XFB + number, from this byte on, without padding; NONE: it does not */
    unsigned xfb;
    uint32_t xfb_byte;
    bool written;               /* the code may write it: known of code, not of a shader that is only open */
};
struct wf_mesh_record {
    uint32_t words;
    struct wf_mesh_value *value;        /* [values], in ascending words */
    size_t values;
};
struct wf_mesh_layout {
    /* of a mesh group, of an invocation of a geometry shader or a patch of a control shader (max_vertices); else 0 */
    uint32_t max_vertices, max_primitives;
    /* vertices of a primitive that is given out, 1 point, 2 line, 3 triangle; of a mesh shader its first words are so
     * many indices */
    unsigned indices;
    bool is_nv;                         /* of SPV_NV_mesh_shader: a group gives all its vertices */
    /* of a geometry shader: vertices of a primitive that it takes, invocations for each; of others 0 */
    uint32_t input_vertices, invocations;
    bool passes_through;                /* it gives the primitive that it takes, and emits nothing */
    struct wf_mesh_record vertex, primitive, payload;
    struct wf_mesh_record input;        /* of an invocation of a vertex, geometry or evaluation shader */
    struct wf_mesh_record point;        /* of a control point that a tessellation shader takes */
    struct wf_mesh_record patch;        /* a control shader gives it, an evaluation shader takes it */
    struct wf_mesh_xfb xfb[WF_MESH_XFBS];
    uint32_t streams;                   /* of a geometry shader: 1, or 4: the last word of a vertex is its stream */
};
/* wf_mesh_layout.indices: "point", "line", "triangle"; of 0 "" */
const char *wf_mesh_primitive_name(unsigned indices);

WF_API_END

#endif
