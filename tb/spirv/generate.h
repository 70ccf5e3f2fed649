/* SPDX-License-Identifier: Apache-2.0
 * generate.h - random structured SPIR-V modules with what they run on, from a seed.
 *
 * Every module ends: loops are bounded by counters that nothing else writes.  Results do not depend on lowering or the
 * order of waves: float operations round once, integers never divide by zero or overflow in a division, wave operations
 * read running lanes only, threads write their own places, atomics commute and no code uses their results.
 */
#ifndef GENERATE_H
#define GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "interp.h"

/* What a module may contain: name, on unless switched off, what it is. */
#define GENERATE_FEATURES(X) \
    X(int8, true, "integers of 8 bits") \
    X(int16, true, "integers of 16 bits") \
    X(int64, true, "integers of 64 bits") \
    X(float16, true, "floats of 16 bits") \
    X(float32, true, "floats of 32 bits") \
    X(float64, true, "floats of 64 bits") \
    X(vectors, true, "vectors of 2 to 4 components") \
    X(wave, true, "wave operations") \
    X(rotate, true, "rotation of a wave") \
    X(clock, true, "the clock: each time is later than the one before in its lane") \
    X(cluster, true, "clustered wave operations") \
    X(partition, true, "partitioned wave operations (NV)") \
    X(scan_float, true, "sums and products of binary32 and binary64 over a wave, in the order of semantics.md") \
    X(scan_half, false, "the same of binary16") \
    X(flow, true, "selections, loops, switches") \
    X(fall, true, "cases that fall into the next") \
    X(returns, true, "early returns") \
    X(calls, true, "functions") \
    X(arrays, true, "private and function arrays, indexed by a variable") \
    X(shared, true, "groupshared memory and barriers") \
    X(shared_layout, true, "groupshared memory with explicit layouts") \
    X(atomics, true, "atomics on buffers and groupshared memory") \
    X(wide_atomics, true, "atomics on integers of 64 bits") \
    X(half_atomics, true, "atomics on floats of 16 bits") \
    X(double_atomics, true, "atomics on floats of 64 bits, beside those on integers") \
    X(layouts, true, "blocks with explicit layouts: storage, uniform, push constants") \
    X(matrices, true, "matrices, of small whole numbers") \
    X(derivatives, true, "derivatives within quads, of whole numbers") \
    X(wide_bits, false, "bit fields, counts and searches in integers of other widths than 32, which Vulkan lacks") \
    X(double_steps, false, "doubles whose every step counts: fma, mixtures, sums of products, any digits") \
    X(float_modes, true, "rounding towards zero, subnormal numbers as zeros: execution modes of each width") \
    X(divide, false, "division and square root of floats, correctly rounded") \
    X(nan_bits, false, "the bits of a NaN may be seen") \
    X(spec, true, "specialization constants") \
    X(quirks, true, "habits of compilers: debug information, decoration groups, wrapper structs, unused functions, ...") \
    X(blocks, true, "arrays of blocks, indexed by what differs between lanes") \
    X(addresses, true, "addresses of buffers, PhysicalStorageBuffer") \
    X(images, true, "storage images and images that are fetched") \
    X(samplers, true, "images with samplers: filters whose result is exact") \
    X(unformatted, true, "storage images without a format in the module") \
    X(cubes, true, "images that are cubes") \
    X(multisamples, true, "images with several samples") \
    X(image_arrays, true, "arrays of images and samplers, indexed by what differs between lanes") \
    X(pixels, true, "fragment shaders: inputs, outputs, helper lanes") \
    X(vertices, true, "vertex shaders: inputs, records of outputs") \
    X(meshes, true, "mesh shaders: a vertex and a primitive of each thread") \
    X(geometry, true, "geometry shaders: strips of vertices") \
    X(tessellation, true, "tessellation shaders of both stages: patches, control points, barriers") \
    X(tasks, true, "task shaders, and mesh shaders whose groups come of tasks") \
    X(planes, true, "fragment shaders: references of the stencil, second outputs for blending") \
    X(samples, true, "fragment shaders with several samples of a pixel, or a lane for each, and masks of samples") \
    X(shared_results, true, "atomics in groupshared memory on floats of 32 bits, and results of those on integers of 64 bits") \
    X(capture, true, "transform feedback of vertex, evaluation and geometry shaders, in kernel files") \
    X(lost, false, "geometry shaders that emit more vertices than they may") \
    X(vulkan_model, true, "memory model Vulkan")

enum {
#define X(name, on, text) FEATURE_##name,
    GENERATE_FEATURES(X)
#undef X
    FEATURES
};

struct generate_options {
    uint64_t seed;
    unsigned size;              /* about how many instructions: 20..2000 */
    unsigned wave_size;         /* 0: one of 4..most_lanes is drawn */
    unsigned most_lanes;
    bool feature[FEATURES];
};

enum { GENERATED_BUFFERS = 56, GENERATED_SPECS = 8, GENERATED_SAMPLERS = 8, GENERATED_PLACES = 12, CAPTURES = 2 };
struct generated_buffer {
    const char *name;
    uint32_t set, binding;
    uint32_t *initial;          /* [words] */
    uint32_t words;
    bool written;               /* its contents after the run are to be compared */
    uint32_t side[3];           /* of an image: texels in each direction, the last one layers too */
    uint32_t format;            /* ImageFormat; 0: a buffer */
    bool layers;
    uint32_t levels, samples;   /* of an image; 0: 1 */
    uint32_t elements, element; /* a block or image of an array of so many, or 0; which one */
    bool unbound;               /* only addresses lead there, or an input or output of a fragment shader */
    bool of_capture;            /* the library writes it after the run */
    bool of_addresses;          /* it holds addresses: a byte, and 1 + the number of a buffer */
};

/* An input of a fragment or vertex shader, an output of a fragment shader; `buffer` has its values. */
struct generated_input {
    uint32_t location, buffer;
    bool is_pixels, is_of_instances;
    int builtin;                /* that it is, or 0 */
};
struct generated_output {
    uint32_t location, buffer, index;
    int builtin;                /* as interp_output has them */
};
enum { PIXEL_INPUTS = 4, PIXEL_OUTPUTS = 3, OUTPUTS_MOST = 5, PIXELS_MOST = 64 };

struct generated_capture {
    uint32_t number;            /* XfbBuffer */
    unsigned buffer;
};

struct generated {
    uint32_t *words;            /* the module */
    size_t count;
    struct generated_buffer buffer[GENERATED_BUFFERS];
    unsigned buffers;
    uint32_t *push;             /* [push_words] */
    uint32_t push_words;
    struct interp_spec spec[GENERATED_SPECS];   /* those that are given; others keep their defaults */
    bool spec_wide[GENERATED_SPECS];            /* of 64 bits */
    unsigned specs;
    struct interp_sampler sampler[GENERATED_SAMPLERS];
    unsigned samplers;
    struct interp_draw draw;    /* of a fragment shader, without its arrays; width 0: of none */
    uint8_t covered[PIXELS_MOST];       /* i == 0 || (i * cover_step + cover_least) % cover_of != 0 */
    unsigned cover_step, cover_least, cover_of;
    struct generated_input input[PIXEL_INPUTS];
    struct generated_output output[OUTPUTS_MOST];
    struct interp_vertices vertices;    /* of a vertex shader, without its arrays; count 0: of none */
    struct interp_record record[PIXEL_OUTPUTS];
    struct interp_mesh mesh;            /* of a mesh shader, likewise; vertex.words 0: of none */
    struct interp_record primitive_record[PIXEL_OUTPUTS];
    bool is_control;                    /* a control shader: its records are those of a mesh shader, its inputs those of vertices */
    struct generated_capture capture[CAPTURES];
    unsigned captures;
    unsigned records, counts, primitives, coord;        /* the buffers of them, and of the points of an evaluation shader */
    unsigned wave_size;
    uint32_t groups[3];
    uint32_t payload_words;             /* of a task shader, or of the groups of a mesh shader that come of tasks; else 0 */
    unsigned grids, payloads;           /* the buffers of the grids that task groups emit, and of payloads */
    uint32_t tasks, places;             /* of such a mesh shader: task groups; its groups, as many as groups[0] */
    struct interp_place place[GENERATED_PLACES];
};

void generate_defaults(struct generate_options *options);
/* The same options give the same module.  NULL when memory runs out; the caller frees it with generate_free. */
struct generated *generate(const struct generate_options *options);
void generate_free(struct generated *g);

/* ---- options as a command line has them: generate_options.c ---- */
/* --seed, --size, --wave-size, --lanes, --with, --without.  False, with a message to stderr, where it is none or has a wrong value. */
bool generate_option(struct generate_options *o, const char *name, const char *value);
bool generate_options_good(const struct generate_options *o);       /* in range; prints what is not */
void generate_list_features(void);

#endif
