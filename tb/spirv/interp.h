/* SPDX-License-Identifier: Apache-2.0
 * interp.h - a straightforward interpreter of SPIR-V compute, mesh, fragment, vertex and geometry shaders: the tests' second opinion on the front-end.
 *
 * It lowers nothing.  Each value has a place in each lane, each instruction runs over an array of lanes.  The lanes
 * that run together follow the rules of SPV_KHR_maximal_reconvergence (interp_flow.c).  docs/semantics.md has what
 * SPIR-V leaves open: placement of threads (section 3), order of float combinations (5), groupshared memory begins as
 * zeros (6), NaN is 0x7fc00000 (7), out-of-bounds loads give 0 and stores nothing (9).  OpUndef is 0.
 */
#ifndef INTERP_H
#define INTERP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wavefold/image.h"

struct interp_buffer {
    uint32_t set, binding, element;             /* element: of an array of blocks, else 0 */
    uint8_t *bytes;             /* changed in place; several bindings may share them */
    size_t size;
    uint32_t side[3];           /* of an image: texels in each direction, the last one layers too; its ImageFormat */
    uint32_t format;            /* 0: a buffer */
    uint32_t levels;            /* of an image: one after the other, each half as large; 0: 1 */
    uint32_t samples;           /* of a texel, side by side; 0 means 1 */
};

struct interp_sampler {
    uint32_t set, binding;
    struct wf_sampler state;
    uint32_t element;           /* of an array, else 0 */
};

struct interp_spec {
    uint32_t id;                /* SpecId */
    uint64_t bits;
};

/* What a fragment shader draws: docs/fragment.md. */
struct interp_input {
    uint32_t location, component;
    const uint32_t *word;       /* the value at each of three corners, or of each pixel */
    bool is_pixels;             /* of each pixel, vertex, or control point of each patch */
    bool is_of_instances;
    int builtin;                /* it is this one, without a location; 0: it is not */
};
struct interp_output {
    uint32_t location, index;
    int builtin;                /* FragDepth or FragStencilRefEXT, or -1 */
    const struct interp_buffer *image;
};
struct interp_draw {
    uint32_t width, height;
    const uint8_t *covered;     /* [width * height] */
    float z[3], w[3];           /* at the corners */
    bool is_back;
    uint32_t samples;           /* of a pixel, side by side in images; 0 means 1 */
    bool is_per_sample;         /* each lane is for one of them */
    const struct interp_input *input;
    unsigned inputs;
    const struct interp_output *output;
    unsigned outputs;
};

/* What a vertex or geometry shader runs for: docs/vertex.md. */
struct interp_record {
    uint32_t location;
    int builtin;                /* or -1 */
    uint32_t word;              /* of a record */
};
struct interp_vertices {
    uint32_t count, instances, first, first_instance;
    const struct interp_input *input;   /* one value, one of each vertex, or of each instance */
    unsigned inputs;
    const struct interp_record *output;
    unsigned outputs;
    uint32_t *record;           /* changed: a record of `words` words of each invocation, or `most` of them */
    uint32_t words;
    /* of a geometry shader: vertices of a primitive that it takes, or 0; those of one that it gives; vertices that an invocation gives.
     * `count` primitives have `instances` invocations each, and values are of vertices, of one primitive for all with is_of_instances. */
    uint32_t points, indices, most;
    uint32_t *counts;           /* changed: two words of each invocation */
    /* of an evaluation shader: `count` patches of `points` control points have `instances` points of the domain each; their u, v and w, the
     * same in all patches, or of each in turn; with is_pixels an input of the patch has a value of each patch */
    bool evaluates, is_coord_of_patches;
    const uint32_t *coord;
};

/* A buffer that captures vertices: docs/vertex.md. */
struct interp_capture {
    uint32_t number;
    uint8_t *bytes;             /* changed */
    size_t size;
};

/* What a mesh shader leaves: docs/mesh.md; a control shader the vertices and one "primitive" of each patch, without counts. */
struct interp_records {
    const struct interp_record *output;
    unsigned outputs;
    uint32_t *record;           /* changed: of each group `most` records of `words` words */
    uint32_t words, most;
};
/* A mesh group of tasks: its task group, its place in the grid that this one emitted. */
struct interp_place {
    uint32_t task, at[3], grid[3];
};
struct interp_mesh {
    uint32_t *counts;           /* changed: two words of each group */
    struct interp_records vertex, primitive;
    const struct interp_vertices *control;      /* inputs and control points of a control shader; NULL: it is a mesh shader */
    const struct interp_place *place;   /* of each group, or NULL: there are no tasks; the payloads of all task groups */
    const uint32_t *payload;
    uint32_t payload_words;
};

/* What a task shader leaves: of each group the grid that it emits, and its payload of so many words. */
struct interp_tasks {
    uint32_t *grid, *payload, words;
};

struct interp_run {
    const char *entry;          /* NULL: the only GLCompute entry point, or that of another stage where there is something for them */
    const struct interp_draw *draw;     /* or NULL; a wave is a group then */
    const struct interp_vertices *vertices;     /* likewise, of a vertex shader */
    const struct interp_capture *capture;       /* what `vertices` are captured in */
    unsigned captures;
    const struct interp_mesh *mesh;     /* of a mesh shader, or NULL */
    const struct interp_tasks *tasks;   /* of a task shader, or NULL */
    unsigned wave_size;         /* 4..128, a power of two */
    uint32_t groups[3];
    unsigned num_waves;         /* 0, or N: the group is N whole waves and LocalSize does not count */
    unsigned extra_waves;       /* waves added to a group; its runs of four threads are dealt out to all */
    bool extra_idle;            /* the added ones get no thread */
    /* their numbers, from 0 on, are in the high words of addresses, with 1 more; in the low words are bytes */
    struct interp_buffer *buffer;
    size_t buffers;
    const struct interp_sampler *sampler;
    size_t samplers;
    uint8_t *push;              /* push constants */
    size_t push_size;
    const struct interp_spec *spec;
    size_t specs;
    uint64_t undefined;         /* the bits of OpUndef's numbers, and of results that a helper lane does not get; 0 but where a run is to show that nothing hangs on them */
    uint64_t step_limit;        /* instructions times lanes of the whole run; 0: 2^34 */
    uint64_t steps;             /* written: how many there were */
    uint64_t outside;           /* written: scalars (in variables: values) read or written out of bounds */
};

/* Runs all workgroups, one after the other.  False, with a message that names opcode and word offset, for a module or a run that it
 * cannot do; buffers may have been written then. */
bool interp_run(const uint32_t *words, size_t count, struct interp_run *run, char *error, size_t room);

#endif
