/* SPDX-License-Identifier: Apache-2.0
 * spirv.h - shaders as SPIR-V modules: what an entry point needs, and its code in this instruction set.
 *
 * SPIR-V 1.0 to 1.6, GLCompute, Fragment, Vertex, TessellationControl, TessellationEvaluation, Geometry, TaskEXT,
 * MeshEXT, TaskNV and MeshNV, logical addressing or PhysicalStorageBuffer64, memory models GLSL450 and Vulkan;
 * docs/spirv.md lists each instruction.  Nothing of a module is trusted.  All texts and arrays given back stay valid
 * until wf_shader_free or wf_shader_code_free.
 */
#ifndef WAVEFOLD_SPIRV_H
#define WAVEFOLD_SPIRV_H

#include "wavefold/api.h"
#include "wavefold/dispatch.h"
#include "wavefold/image.h"
#include "wavefold/isa.h"
#include "wavefold/layout.h"
#include "wavefold/mesh.h"

WF_API_BEGIN

enum { WF_SHADER_MESSAGE = 512 };

/* A specialization constant of 32 bits with this SpecId and this name is the number of waves per group: the lowering
 * gives its value.  wavefold.hlsli has it, for a compiler that has no other way to ask. */
enum { WF_SHADER_WAVE_COUNT = 2046 };
#define WF_SHADER_WAVE_COUNT_NAME "wavefold_wave_count"

/* A value for the specialization constant with this SpecId: its bits, the low word first. */
struct wf_shader_spec {
    uint32_t id;
    uint32_t word[2];
};

/* Which entry points are meant: those that run as groups, those of pixels, those of one stage, or any that runs: then
 * the only one with groups counts before the others. */
enum wf_shader_wanted { WF_SHADER_ANY, WF_SHADER_GROUPS, WF_SHADER_PIXELS, WF_SHADER_TASK, WF_SHADER_MESH,
                        WF_SHADER_VERTEX, WF_SHADER_GEOMETRY, WF_SHADER_PATCHES };
/* That of a stage alone. */
enum wf_shader_wanted wf_shader_wanted_of(enum wf_stage stage);

struct wf_shader_options {
    const char *entry;                  /* name of the entry point; NULL: the module's only one of those wanted */
    /* [specs]; those of ids that the module does not have (wf_shader_constants) change nothing */
    const struct wf_shader_spec *spec;
    size_t specs;
    bool first;                         /* without `entry`: the first of several, no error */
    bool near_division;                 /* f32 quotients and square roots by the bounds of Vulkan, not correctly rounded */
    enum wf_shader_wanted wanted;
    bool no_hints;                      /* messages name no option of `wavefold run`: the caller is another program */
};

struct wfs_type;
/* What a binding holds. */
enum wf_shader_kind {
    WF_SHADER_BUFFER,
    WF_SHADER_STORAGE_IMAGE,
    WF_SHADER_SAMPLED_IMAGE,
    WF_SHADER_SAMPLER,
    WF_SHADER_COMBINED                  /* an image with its sampler */
};
enum wf_shader_dim { WF_DIM_1D, WF_DIM_2D, WF_DIM_3D, WF_DIM_CUBE, WF_DIM_BUFFER };

/* A binding of the module.  Several variables may share one. */
struct wf_shader_resource {
    enum wf_shader_kind kind;
    /* of an image: its texels, and its format where the module has one */
    enum wf_shader_dim dim;
    bool is_array, has_samples, is_integer, is_signed, is_wide;
    bool is_written;                    /* not decorated NonWritable */
    enum wf_image_format format;
    uint32_t set, binding;              /* 0 and 0 of push constants */
    bool is_push;
    bool used;                          /* by the entry point; others may be bound or not */
    bool is_uniform;                    /* a uniform block or push constants: read only */
    const char *name;
    bool is_aliased;                    /* the variable is decorated Aliased */
    const char *other;                  /* of a module made from HLSL or Slang: a second variable in use that shares it,
                                         * unless both are Aliased: registers of two kinds may have become one number.
                                         * Else NULL */
    uint64_t size;                      /* bytes that it has at least; a runtime array at its end counts as empty */
    uint32_t stride;                    /* bytes of an element of that array, or 0 */
    /* an array of blocks, images or samplers has so many of them, each bound on its own; 0: as many as are bound; 1 and
     * !is_block_array: one */
    uint32_t elements;
    bool is_block_array;
    const struct wfs_type *layout;      /* opaque: of wf_shader_word */
};

/* What the word at a byte of a block is; OTHER: part of something of another width, or unknown. */
enum wf_shader_word { WF_SHADER_WORD_OTHER, WF_SHADER_WORD_UINT, WF_SHADER_WORD_INT, WF_SHADER_WORD_FLOAT };
enum wf_shader_word wf_shader_word(const struct wf_shader_resource *resource, uint64_t byte);

/* What a source calls a binding: its variable, or its block where the variable has no name; the type of its block; a
 * part of a name: the last of "entryPointParams.Out", or the only member of a block without a name of its own.  Several
 * bindings may have one name, and a binding several. */
enum wf_shader_naming { WF_SHADER_NAME_VARIABLE, WF_SHADER_NAME_TYPE, WF_SHADER_NAME_PART };
struct wf_shader_name {
    const char *name;
    enum wf_shader_naming of;
    uint32_t set, binding;              /* 0 and 0 of push constants */
    bool is_push;
};

struct wf_shader_constant {
    uint32_t id;                        /* SpecId */
    const char *name;
    uint32_t word[2];                   /* the value in force */
    unsigned width;                     /* bits; 1: bool */
    bool is_float;
};

struct wf_shader_entry_point {
    const char *name, *model;           /* as SPIR-V has it: "GLCompute", "Fragment" */
    bool runs;                          /* shaders of its model do */
    enum wf_stage stage;                /* as which; of one that does not run COMPUTE */
};

/* What a fragment shader takes or gives at a location, or a vertex, tessellation or geometry shader takes.  BUILTIN: an
 * input that is built in, `location` is its number in SPIR-V.  SECOND: an output of Index 1, for blending with two
 * sources.  DEPTH, STENCIL: FragDepth and FragStencilRefEXT, which have no location. */
enum wf_location_kind { WF_LOCATION_INPUT, WF_LOCATION_BUILTIN, WF_LOCATION_OUTPUT, WF_LOCATION_SECOND,
                        WF_LOCATION_DEPTH, WF_LOCATION_STENCIL };
static inline bool wf_location_is_input(enum wf_location_kind kind)
{
    return kind == WF_LOCATION_INPUT || kind == WF_LOCATION_BUILTIN;
}
/* The built-in output that an image of its own takes. */
static inline bool wf_location_is_plane(enum wf_location_kind kind)
{
    return kind == WF_LOCATION_DEPTH || kind == WF_LOCATION_STENCIL;
}
/* "Position" of an input of kind BUILTIN, NULL: it is none; and back, false when no such input has this name. */
const char *wf_shader_builtin_name(uint32_t builtin);
bool wf_shader_builtin_find(const char *name, size_t length, uint32_t *builtin);
enum wf_location_record { WF_LOCATION_OF_INVOCATION, WF_LOCATION_OF_POINT, WF_LOCATION_OF_PATCH };
struct wf_shader_location {
    enum wf_location_kind kind;
    uint32_t location, component;
    const char *name;
    unsigned components;
    bool is_array;                      /* of scalars, its elements count as components: ClipDistance */
    unsigned words;                     /* of a value: one a component; two if it has 64 bits */
    unsigned width;                     /* bits of a component */
    bool is_float, is_signed;
    bool is_flat, is_linear, is_centroid, is_sample;    /* Flat, or no float; NoPerspective; Centroid; Sample */
    bool is_per_vertex;                 /* of a fragment shader: PerVertexKHR, the values at the corners */
    uint32_t record_word;               /* of a shader with a record of inputs: its first word there */
    /* an input that has a value for each of so many vertices of a primitive, and the words from one to the next; 0:
     * it has one value */
    uint32_t vertices, record_step;
    enum wf_location_record record;     /* of a shader that has one: the record that its words are in */
};

struct wf_shader;                       /* opaque: a module and one of its entry points */

/* Read a module of `words` words, in either byte order; they are copied.  NULL with a message when it is none, has
 * no such entry point, or needs something that is missing; *no_memory is then set if memory was short.  Free it with
 * wf_shader_free. */
struct wf_shader *wf_shader_open(const uint32_t *word, size_t words, const struct wf_shader_options *options,
                                 char message[WF_SHADER_MESSAGE], bool *no_memory);
void wf_shader_free(struct wf_shader *shader);

const char *wf_shader_entry(const struct wf_shader *shader);
/* "vertex shader", "tessellation control shader"; NULL: no shader of that stage runs. */
const char *wf_shader_stage_called(enum wf_stage stage);
enum wf_stage wf_shader_stage(const struct wf_shader *shader);
/* Of a shader that has records (mesh.h); of others all 0. */
const struct wf_mesh_layout *wf_shader_mesh(const struct wf_shader *shader);
/* Of a fragment shader: what it uses, of a vertex, tessellation or geometry shader its inputs, sorted by kind, location
 * and component; an array has an entry for each location.  And whether it runs once for each sample; whether
 * all samples of a pixel take turns in its critical sections. */
size_t wf_shader_locations(const struct wf_shader *shader, const struct wf_shader_location **location);
bool wf_shader_is_per_sample(const struct wf_shader *shader);
bool wf_shader_interlocks_pixels(const struct wf_shader *shader);
/* Threads of a workgroup.  `flat`: the lanes are to be packed in a line (DerivativeGroupLinear): launch X*Y*Z, 1, 1
 * threads.  All 0 when the module gives none, which it may where it has SubgroupsPerWorkgroup. */
void wf_shader_local_size(const struct wf_shader *shader, uint32_t size[3], bool *flat);
/* The execution modes SubgroupSize (lanes of a wave) and SubgroupsPerWorkgroup (waves of a group) of the entry point;
 * 0: not given. */
struct wf_shader_subgroups {
    uint32_t size, per_workgroup;
};
struct wf_shader_subgroups wf_shader_subgroups(const struct wf_shader *shader);
/* The module has addresses: of PhysicalStorageBuffer64 and of kernels of OpenCL with 64 bits {byte, 1 + number of the
 * buffer}, the low word first. */
bool wf_shader_addresses(const struct wf_shader *shader);
/* Bytes of a buffer that its addresses can distinguish from those of others: of kernels with addresses of 32 bits; else 0. */
uint32_t wf_shader_address_limit(const struct wf_shader *shader);
/* Calls of NonSemantic.DebugPrintf (debugPrintfEXT of GLSL, printf of HLSL) and of printf of OpenCL.std in what the
 * entry point reaches: they do nothing here. */
uint32_t wf_shader_prints(const struct wf_shader *shader);
/* The module has the constant WF_SHADER_WAVE_COUNT. */
bool wf_shader_wave_count(const struct wf_shader *shader);
size_t wf_shader_resources(const struct wf_shader *shader, const struct wf_shader_resource **resource);
size_t wf_shader_constants(const struct wf_shader *shader, const struct wf_shader_constant **constant);
/* The names of all bindings, in the order of the module; 0 too when memory is short. */
size_t wf_shader_names(struct wf_shader *shader, const struct wf_shader_name **name);
/* The layout of the block of a resource.  NULL when it is none, has too many types and members, or memory is short. */
const struct wf_layout *wf_shader_layout(struct wf_shader *shader, const struct wf_shader_resource *resource);
/* Of the whole module: its entry points, and the capabilities that it declares, "GroupNonUniformBallot". */
size_t wf_shader_entries(const struct wf_shader *shader, const struct wf_shader_entry_point **entry);
size_t wf_shader_capabilities(const struct wf_shader *shader, const char *const **name);

/* An image that is bound.  The descriptors of an array's elements follow each other, each of WF_IMAGE_WORDS words; one
 * of an element without an image, and one more after the last, are as wf_image_describe fills in for NULL. */
struct wf_shader_image {
    uint32_t set, binding;
    enum wf_image_format format;        /* NONE: that of the module */
    uint32_t descriptor;                /* first byte of its descriptor (wavefold/image.h) in image_buffer */
    uint32_t element;                   /* of an array; else 0 */
    /* enum wf_swizzle of R, G, B and A; all 0: they are those of the texel.  Stores and comparisons know none */
    uint8_t swizzle[4];
};
struct wf_shader_sampler {
    uint32_t set, binding;
    struct wf_sampler sampler;
    uint32_t element;                   /* of an array; else 0 */
};

/* ---- what a fragment shader draws ---- */

/* The words of the buffer of a rectangle that is drawn, which the code reads.  A plane is three floats: the value at
 * the corner (0, 0) of the rectangle, and its change from column to column and from row to row. */
enum {
    WF_DRAW_WIDTH,
    WF_DRAW_HEIGHT,
    WF_DRAW_FRONT,                      /* 1: it faces the viewer */
    /* the sample of a pixel at row y is y >> this, its own row is what is left; 31: there is one sample a pixel */
    WF_DRAW_SAMPLE_SHIFT,
    WF_DRAW_Z,                          /* a plane: FragCoord.z */
    WF_DRAW_W = WF_DRAW_Z + 3,          /* likewise FragCoord.w, 1 / w of clip coordinates */
    WF_DRAW_SAMPLE = WF_DRAW_W + 3,     /* x and y of each of 16 samples in its pixel */
    WF_DRAW_INPUTS = WF_DRAW_SAMPLE + 32        /* a plane for each word of an input, in the order of the inputs */
};

/* An input: planes, or a value for each pixel, row by row, in a buffer.  Planes of an input that is neither Flat nor
 * NoPerspective are those of the value times FragCoord.w when the target `has_perspective`.  Of one that is
 * PerVertexKHR the three words are the values at the corners. */
struct wf_shader_input {
    enum wf_location_kind kind;         /* INPUT or BUILTIN */
    uint32_t location, component;
    bool is_pixels;
    uint32_t buffer;                    /* of pixels; */
    uint32_t word;                      /* of planes: the first in the buffer of the rectangle */
};
/* An output: the texels of an image, row by row, the samples of a pixel side by side. */
struct wf_shader_output {
    enum wf_location_kind kind;         /* one that is no input */
    uint32_t location;
    enum wf_image_format format;
    uint32_t buffer;
};
struct wf_shader_drawn {
    const struct wf_shader_input *input;        /* [inputs] */
    size_t inputs;
    const struct wf_shader_output *output;      /* [outputs] */
    size_t outputs;
    unsigned samples;                   /* of a pixel: 1, 2, 4, 8 or 16 */
    bool has_perspective;
    unsigned buffer;                    /* of the rectangle, WF_DRAW_* */
    uint32_t locks;                     /* in there: word of the first of the pixels, row by row, zeros */
};

/* x and y of a sample in its pixel, as VK_SAMPLE_COUNT_N_BIT has them by default. */
void wf_shader_sample_place(unsigned samples, unsigned sample, float place[2]);

/* Bindings whose elements have no numbers of their own, but records in memory: many, or more than there are numbers. */
enum wf_shader_record {
    WF_RECORD_NUMBER,                   /* of the buffer that the element is in, */
    WF_RECORD_FIRST,                    /* its first byte there, a multiple of 4 */
    WF_RECORD_BOUND,                    /* its bytes, rounded up to words; */
    WF_RECORD_BYTES,                    /* not rounded */
    WF_RECORD_WORDS
};
#define WF_SHADER_FAR (UINT32_MAX - 1)
/* Where an access to such an element goes that is outside of it, or its second word: no buffer that has elements has as
 * many bytes. */
#define WF_RECORD_OUTSIDE (UINT32_C(3) << 30)

/* What the code is made for.  `number` gives the number of the buffer that is bound, UINT32_MAX when none is; push
 * constants ask with is_push.  Of an array it is that of the first: the others have the next numbers, and
 * *elements becomes how many there are (it is 1 before).  table_buffer and scratch_buffer: numbers for the two buffers that the code may need
 * in addition. */
struct wf_shader_target {
    struct wf_device device;
    unsigned wave_size;
    unsigned waves;                     /* of a group, or 0: not known; the value of WF_SHADER_WAVE_COUNT */
    unsigned shown_wave_size;           /* what SubgroupSize reads, at least wave_size; 0: wave_size */
    unsigned idle_waves;                /* of them, the last ones: without a lane */
    /* a group is so many whole waves, whatever its threads in the module: WorkgroupSize is (waves * wave_size, 1, 1) */
    bool whole_waves;
    uint32_t most_groups[3];            /* of the grid, whatever dispatch the code is for; 0: any number */
    /* of a compute shader: the numbers of its groups begin at three words of this buffer, x, y and z, not at 0 */
    bool has_base;
    unsigned base_buffer;
    uint32_t base_byte;                 /* a multiple of 4, at most 65524 */
    unsigned dimensions;                /* of the grid, as WorkDim has them; 0: 3 */
    uint32_t (*number)(void *user, uint32_t set, uint32_t binding, bool is_push, uint32_t *elements);
    /* where `number` gives WF_SHADER_FAR: the byte in image_buffer where the records of the elements begin, and one of no
     * bytes ends them.  All lie in buffers with the memory of far_buffer.  NULL: it never does */
    uint32_t (*records)(void *user, uint32_t set, uint32_t binding);
    unsigned far_buffer;
    /* one number for all that have the same memory; NULL: each has its own */
    uint32_t (*memory)(void *user, uint32_t number);
    void *user;                         /* of all three */
    unsigned table_buffer, scratch_buffer;
    unsigned unbound_buffer;            /* of a shader with addresses (wf_shader_addresses): a number without a buffer, the buffers
                                         * that addresses may lead to have those below it */
    /* images are bound to buffers like blocks, `number` gives theirs too; the descriptors of all are in one buffer */
    const struct wf_shader_image *image;        /* [images] */
    size_t images;
    const struct wf_shader_sampler *sampler;    /* [samplers] */
    size_t samplers;
    unsigned image_buffer;
    /* buffers may be smaller than their blocks, and may end within a word or a scalar: nothing is loaded before it is
     * asked for, and lengths and scalars of 64 bits keep to the bytes that image_buffer has from `sizes` on, a word for
     * each number, WF_MAX_BUFFERS of them */
    bool careful;
    uint32_t sizes;
    /* of a shader that has records: a number for each of its buffers; a mesh shader whose groups come of tasks is
     * launched as a row of groups, WF_MESH_GROUPS has their places */
    unsigned mesh_buffer[WF_MESH_BUFFERS];
    bool of_tasks;
    struct wf_shader_drawn drawn;       /* of a fragment shader */
    /* --dump: the code after a pass whose name is `dump`, line by line; NULL: none */
    const char *dump;
    void (*put)(void *user, const char *line);
    void *put_user;
};

struct wf_shader_place {
    const char *file;                   /* as the module names it; "" when it does not */
    uint32_t line;                      /* 0: not known */
};

/* A text that the module was compiled from, where it keeps it; `file` as the places name it. */
struct wf_shader_source {
    const char *file, *text;
};

struct wf_shader_code {
    uint64_t *word;                     /* [count], the last is `end` */
    struct wf_shader_place *place;      /* [count] */
    uint8_t *how;                       /* [count] of accesses to memory, bits WF_HOW_* */
    size_t count;
    uint32_t lds_bytes;                 /* of a group */
    uint32_t scratch_words;             /* of a lane; the scratch buffer has wave slots * wave size * so many */
    uint32_t *table;                    /* [table_words], the contents of the table buffer */
    size_t table_words;
    bool uses_derivatives;
    bool written[WF_MAX_BUFFERS];       /* buffers that it may write */
    struct wf_mesh_layout mesh;         /* of a shader that has records; else all 0 */
    struct wf_shader_source *source;    /* [sources] */
    size_t sources;
    void *memory;                       /* holds file names and arrays */
};

/* Lower the entry point.  False with a message that names instruction, word and, if the module has it, line. */
bool wf_shader_lower(struct wf_shader *shader, const struct wf_shader_target *target, struct wf_shader_code *code,
                     char message[WF_SHADER_MESSAGE], bool *no_memory);
void wf_shader_code_free(struct wf_shader_code *code);

/* Names of the passes that wf_shader_target.dump may have, by number; NULL past the last. */
const char *wf_shader_pass(size_t number);

WF_API_END

#endif
