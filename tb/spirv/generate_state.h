/* SPDX-License-Identifier: Apache-2.0
 * generate_state.h - the generator while it writes: what values there are, what constructs are open.
 */
#ifndef GENERATE_STATE_H
#define GENERATE_STATE_H

#include "generate.h"
#include "generate_build.h"

/* Scalar bases, with width, and signedness of integers. */
enum base { BOOL, U32, S32, U16, S16, U8, S8, U64, S64, F32, F16, F64, BASES };    /* unsigned and signed side by side */
/* A kind of value: base * 4 + components - 1; and after these the aggregates of the module, with 1 "component". */
typedef unsigned kind;
enum { AGGREGATES = 3, AGGREGATE_PARTS = 4, KINDS = (BASES + AGGREGATES) * 4, POOL = 40, CARRIED = 3, EDGES = 24, NEST = 5, FUNCTIONS = 4, PARAMETERS = 4 };

static inline kind kind_of(enum base base, unsigned components)
{
    return base * 4 + components - 1;
}

static inline enum base base_of(kind k)
{
    return (enum base)(k / 4);
}

static inline unsigned parts_of(kind k)
{
    return k % 4 + 1;
}

/* A struct, or an array of equal parts; a part may be an aggregate before it. */
struct aggregate {
    bool is_array;
    unsigned parts;
    kind part[AGGREGATE_PARTS];
};

/* Sets of bases. */
enum {
    OF_WORDS = 1 << U32 | 1 << S32,
    OF_INTEGERS = OF_WORDS | 1 << U16 | 1 << S16 | 1 << U8 | 1 << S8 | 1 << U64 | 1 << S64,
    OF_FLOATS = 1 << F32 | 1 << F16 | 1 << F64,
    OF_NUMBERS = OF_INTEGERS | OF_FLOATS
};

static inline bool is_aggregate(kind k)
{
    return k >= BASES * 4;
}

/* Values of one kind that may be used here: their definitions dominate this place. */
struct pool {
    uint32_t id[POOL];
    unsigned n;
};

/* How many there were, to forget those of a block that has ended. */
struct marks {
    uint8_t n[KINDS];
};

/* A block that several branch to: a merge block, a continue target, a case that is fallen into.  Its phis get a value on each edge. */
struct target {
    uint32_t label;
    kind phi[CARRIED];
    unsigned phis, edges;
    uint32_t from[EDGES], value[EDGES][CARRIED];
};

/* A loop or switch that is open, the innermost first. */
struct open {
    bool is_loop;
    struct target *merge, *next;    /* next: continue target of a loop */
    struct open *outer;
};

struct variable {
    uint32_t id;
    kind kind;
    uint32_t length;                /* 0, or elements of an array: a power of two */
    uint32_t element_pointer;       /* type of pointers to an element */
    uint32_t pointer, type;         /* types of the variable and of what is in it */
    bool is_private;
};
enum { VARIABLES_MOST = 24 };

struct function {
    uint32_t id;
    kind result, parameter[PARAMETERS];
    unsigned parameters;
    bool takes_pointer;             /* one more: a pointer to a U32 in Function storage */
};

/* How a word of a buffer is reached. */
struct buffer_use {
    uint32_t id, pointer;           /* variable; type of pointers to an element */
    kind kind;                      /* of an element */
    bool wrapped;                   /* in a struct of one member */
};

/* A variable of images or samplers, or an array of them. */
struct handle_use {
    uint32_t id, type;              /* type: of one */
    uint32_t elements, pointer;     /* of an array, else 0; type of pointers to an element */
};

/* An image: of each direction the number of texels, a power of two. */
struct image_use {
    struct handle_use handle;
    uint32_t texel_pointer;
    kind kind;                      /* of a texel: four components */
    unsigned sides;
    uint32_t side[3], samples;      /* samples 0: one */
    bool fetched, has_levels, is_cube, is_arrayed;
};
enum { IMAGES_MOST = 3 };

/* An image with a sampler, apart or in one variable. */
struct texture_use {
    struct handle_use image, sampler;       /* sampler.id 0: the image has it */
    uint32_t image_type, pair_type;
    kind kind;                      /* of a texel */
    bool arrayed, is_cube, smooth;  /* smooth: of a cube, it may have a filter */
    uint32_t least_side;            /* of the smallest level of all elements */
    unsigned sides, levels;         /* directions that are filtered */
    uint32_t side[3], layers;       /* powers of two, except for the layers */
    struct wf_sampler state;
};
enum { TEXTURES_MOST = 2, TEXEL_STEPS = 8 };      /* coordinates and levels are multiples of one of so many steps */

/* A variable with a location, or FragDepth. */
struct pixel_variable {
    uint32_t id;
    kind kind;
    uint32_t element_pointer;       /* of an array with an element of each thread of the group, or vertex of a primitive; else 0 */
    uint32_t length;                /* of another array */
};

struct payload {
    uint32_t id, pointer[3], elements;      /* types of pointers to its members; how many the array has */
    kind kind[3];
};

struct layout;
struct gen {
    struct builder b;
    const struct generate_options *o;
    struct generated *out;
    uint64_t random;
    uint32_t last_time;             /* a private variable, a U32 that begins at 0: the last time of the lane; 0: none yet */

    struct pool pool[KINDS];
    struct aggregate aggregate[AGGREGATES];
    struct marks constants;         /* specialization constants: good everywhere */
    uint32_t kind_type[KINDS];      /* ids made so far, or 0 */
    uint32_t label;                 /* of the block that is written */
    bool is_open;                   /* it has no terminator yet */
    struct open *open;
    unsigned depth;
    int budget;                     /* instructions still to be written */
    bool in_main, left;             /* left: some lanes may have returned */
    bool no_jumps;                  /* in a continue construct */
    unsigned no_wave;               /* above 0: no wave operations here */
    unsigned loops;                 /* open loops */
    kind result;                    /* of the function that is written */

    struct variable variable[VARIABLES_MOST];
    unsigned variables, globals;    /* the first `globals` are private, the others of this function */
    struct function function[FUNCTIONS];
    unsigned functions;             /* those written so far: they may be called */

    uint32_t glsl, void_type, entry, debug;    /* debug: import of instructions without meaning, or 0 */
    uint32_t interface[64];
    unsigned interfaces;
    uint32_t builtin[64];           /* variables of built-ins, by number */
    bool vulkan_model;

    struct buffer_use output, input[2], atomic, float_atomic;
    struct buffer_use wide, wide_float, half;   /* atomics on 64 and 16 bits: generate_wide.c */
    unsigned inputs;
    uint32_t in_mask;               /* words of In, less 1 */
    uint32_t shared_array, shared_sum, shared_pointer;
    uint32_t shared_pairs;          /* block of the words as pairs, when there are blocks, or 0 */
    uint32_t shared_values;         /* one of shared_kind for each thread, or 0 */
    kind shared_kind;
    uint32_t shared_wide;           /* sums of 64 bits after words, or 0 */
    uint32_t shared_floats;         /* of binary32: sums, and one of each thread; or 0 */
    uint32_t thread, out_base;      /* number of the thread in the grid; its first word of Out */
    bool old_buffers;               /* Uniform and BufferBlock */
    bool variable_pointers;
    bool strided[BASES];            /* pointers to this base in a storage buffer have a stride */
    uint32_t slots, threads;        /* words of output a thread has; threads of a group */
    uint32_t derivatives;           /* execution mode of its quads, or 0 */
    uint32_t trip;                  /* a specialization constant, or 0 */
    uint32_t line_file;             /* OpString, or 0 */
    uint32_t phase;                 /* barriers so far */
    struct image_use image[IMAGES_MOST];        /* read by all; of each thread a texel; of atomics */
    unsigned images;
    bool vertices, meshes, geometry;        /* a vertex shader, a mesh shader, a geometry shader */
    struct pixel_variable mesh_indices;
    bool tasks;                             /* a task shader */
    struct payload payload;                 /* of one, or of mesh groups of tasks; id 0: none */
    bool control, evaluation;               /* tessellation shaders; outputs of a patch */
    struct pixel_variable patch_output[3];
    unsigned patch_outputs;
    uint32_t emitted;               /* a private variable: vertices so far; or 0 */
    bool pixels, demotes;               /* a fragment shader; lanes may become helpers */
    uint32_t row, rows_of_all;      /* pixels of a row, and of a sample where each has lanes, helper lanes too */
    struct pixel_variable pixel_input[PIXEL_INPUTS], pixel_output[OUTPUTS_MOST];
    uint32_t sample_mask;                   /* an output, or 0 */
    unsigned pixel_inputs, pixel_outputs;
    struct texture_use texture[TEXTURES_MOST];
    unsigned textures;
    uint32_t blocks, block_pointer, block_word;         /* an array of blocks, or 0; types of pointers to one of them and to a word of it */
    uint32_t table, table_type, table_pointer, address_word;    /* of addresses, or 0; types of an entry, pointers to one, an address */
    bool has_addresses;
    unsigned address_form;          /* what entries are: addresses, pairs of words, 64 bits */
    struct layout *layout;          /* blocks with explicit layouts, or NULL */
};

/* ---- chance: generate_values.c ---- */
uint32_t random_bits(struct gen *g);
unsigned below(struct gen *g, unsigned n);
bool one_in(struct gen *g, unsigned n);
/* A stage whose lanes are no threads of a group. */
#define IS_OF_LANES(g) ((g)->pixels || (g)->vertices || (g)->geometry || (g)->evaluation)
static inline bool has(const struct gen *g, unsigned feature)
{
    return g->o->feature[feature];
}

/* ---- kinds and values: generate_values.c ---- */
unsigned width_of(enum base base);
bool is_float(enum base base);
bool is_signed(enum base base);
bool is_integer(enum base base);
uint32_t type_of(struct gen *g, kind k);
static inline uint32_t u32_type(struct gen *g)
{
    return type_of(g, kind_of(U32, 1));
}
uint32_t pointer_type(struct gen *g, uint32_t storage, uint32_t type);
/* A kind that the options allow; of the bases in the set, or any for 0; of one component with `scalar`. */
kind random_kind(struct gen *g, unsigned bases, bool scalar);
/* The same, or an aggregate: of what phis, variables and functions may be. */
kind any_kind(struct gen *g);
void declare_aggregates(struct gen *g);             /* generate_aggregate.c */
void random_aggregate(struct gen *g);               /* generate_aggregate.c */
const struct aggregate *aggregate_of(const struct gen *g, kind k);
uint32_t constant_of(struct gen *g, kind k, uint64_t bits);     /* the same in each component */
uint32_t random_constant(struct gen *g, kind k);
void keep(struct gen *g, kind k, uint32_t id);      /* may be used from here on */
uint32_t pick(struct gen *g, kind k);               /* one that may be used, or a constant; writes no code */
uint32_t word_below(struct gen *g, uint32_t count);   /* a word of 0 .. count - 1 */
struct marks mark(const struct gen *g);
void forget(struct gen *g, const struct marks *m);
/* A word that depends on all bits of the value, but not on those of a NaN unless the options allow it. */
uint32_t word_of_value(struct gen *g, kind k, uint32_t id);
/* The value, or where it is a NaN what has these bits. */
uint32_t without_nan(struct gen *g, kind k, uint32_t id, uint64_t instead);
uint32_t part(struct gen *g, kind k, uint32_t id, unsigned component);
uint32_t zip(struct gen *g, kind k, const uint32_t *component);      /* a vector, or the one component itself */
/* An instruction of GLSL.std.450. */
uint32_t glsl(struct gen *g, unsigned number, uint32_t type, const uint32_t *operand, unsigned n);
#define OP(g, op, type, ...) VALUE(&(g)->b, op, type, __VA_ARGS__)

/* ---- instructions: they write code and keep what comes out ---- */
void random_arithmetic(struct gen *g);              /* generate_arith.c */
void random_conversion(struct gen *g);              /* generate_convert.c */
void random_composite(struct gen *g);               /* generate_convert.c */
void random_matrix(struct gen *g);                  /* generate_convert.c */
void random_wave(struct gen *g);                    /* generate_wave.c */
void random_derivative(struct gen *g);              /* generate_wave.c: only where no lane has left */
void random_memory(struct gen *g);                  /* generate_memory.c */
void random_atomic(struct gen *g);                  /* generate_memory.c */
void atomic_at(struct gen *g, kind k, uint32_t place, unsigned which);      /* generate_memory.c: word `which`, 0..8, of those of atomics */
/* generate_memory.c: on a word of the thread's own, where what they return is known. */
void own_atomic_at(struct gen *g, kind k, uint32_t place);
/* generate_wide.c: the buffers; an atomic, false when there are none. */
void declare_wide_atomics(struct gen *g);
bool random_wide_atomic(struct gen *g);
void mix_out(struct gen *g, kind k, uint32_t id);   /* generate_memory.c: into a word of the thread's output */
void random_barrier(struct gen *g);                 /* generate_shared.c: a round of groupshared memory; uniform flow only */
void control_barrier(struct gen *g);                /* generate_shared.c: of a group, likewise */
void declare_shared(struct gen *g);                 /* generate_shared.c */
void declare_variables(struct gen *g, uint32_t storage, unsigned n);    /* generate_memory.c */
void declare_layouts(struct gen *g);                /* generate_layout.c */
void random_layout(struct gen *g);                  /* generate_layout.c */
void free_layouts(struct gen *g);                   /* generate_layout.c */
void declare_images(struct gen *g);                 /* generate_image.c */
void declare_block_array(struct gen *g);                 /* generate_descriptor.c */
void declare_addresses(struct gen *g);              /* generate_descriptor.c */
void random_block(struct gen *g);                   /* generate_descriptor.c: in the entry point */
void random_address(struct gen *g);                 /* generate_descriptor.c: likewise */
void random_image(struct gen *g);                   /* generate_image.c: in the entry point */
uint32_t random_image_format(struct gen *g);        /* generate_image.c: an ImageFormat */
uint32_t random_written_format(struct gen *g);      /* generate_image.c: one that the interpreter writes, of numbers without NaN */
/* generate_image.c: the coordinate of texel `index`, some bits of which count. */
uint32_t texel_coordinate(struct gen *g, const struct image_use *use, uint32_t index, bool is_signed);
void declare_textures(struct gen *g);               /* generate_texture.c */
float eighths(struct gen *g, int least, int most);  /* generate_texture.c: a number between them, of steps */
/* generate_place.c: a constant, and its type; a power of 2; a number of 0 .. mask, less `less`, times `step`. */
uint32_t f32(struct gen *g, float x);
uint32_t f32_type(struct gen *g);
float power(int exponent);
uint32_t fraction(struct gen *g, uint32_t word, uint32_t mask, uint32_t less, float step);
/* Likewise: coordinates without a layer, of a cube a direction, and two gradients of it unless NULL; and some from which levels come. */
void any_place(struct gen *g, const struct texture_use *t, uint32_t part_of[3]);
void cube_direction(struct gen *g, const struct texture_use *t, uint32_t part_of[3], uint32_t gradient[2][3]);
void quad_places(struct gen *g, const struct texture_use *t, uint32_t part_of[3]);
void random_texture(struct gen *g);                 /* generate_sample.c: in the entry point */
void random_implicit_lookup(struct gen *g);         /* generate_sample.c: only where no lane has left */

/* ---- images, samplers and arrays of them: generate_handle.c ---- */
uint32_t random_elements(struct gen *g);            /* of an array, or 0: none */
struct handle_use declare_handle(struct gen *g, uint32_t type, uint32_t elements, const struct generated_buffer *b);
uint32_t handle_place(struct gen *g, const struct handle_use *use);     /* a pointer to one */
uint32_t load_handle(struct gen *g, const struct handle_use *use);
void non_uniform(struct gen *g, uint32_t id);
/* The buffer of an element; those of an array are made one after the other. */
struct generated_buffer *new_element(struct gen *g, const char *const *name, unsigned element, uint32_t words, bool written);

/* ---- buffers: generate_buffers.c ---- */
void declare_memory(struct gen *g);
uint32_t all_threads(const struct gen *g);          /* of the dispatch */
uint32_t builtin(struct gen *g, unsigned number);   /* loads it */
void random_builtin(struct gen *g);
/* OpSelect by one condition, of vectors too. */
uint32_t either(struct gen *g, kind k, uint32_t condition, uint32_t yes, uint32_t no);
uint32_t storage_class(const struct gen *g);        /* of storage buffers */
uint32_t device_scope(struct gen *g);               /* of atomics and barriers: a constant */
/* A struct with a runtime array of these scalars, or of structs of one of them. */
uint32_t buffer_type(struct gen *g, kind k, bool wrapped);
uint32_t global_variable(struct gen *g, uint32_t storage, uint32_t type, uint32_t initializer);
struct generated_buffer *new_buffer(struct gen *g, const char *name, uint32_t words, bool written);
/* The variable of a buffer of such elements. */
struct buffer_use declare_buffer(struct gen *g, const struct generated_buffer *b, kind k);
void bind_variable(struct gen *g, uint32_t id, const struct generated_buffer *b);
uint32_t buffer_word(struct gen *g, const struct buffer_use *use, uint32_t index);      /* a pointer */
uint32_t random_word(struct gen *g);

/* ---- blocks: generate_block.c ---- */
void begin_block(struct gen *g, uint32_t label);
/* What only lanes with the condition do, up to the merge block that this returns. */
uint32_t begin_if(struct gen *g, uint32_t condition);
void end_if(struct gen *g, uint32_t merge);
void jump(struct gen *g, struct target *t);
void new_target(struct gen *g, struct target *t);
/* One edge is always left for the end of the construct. */
bool has_room(const struct target *t);
/* Values for the target's phis on the edge from here. */
void add_edge(struct gen *g, struct target *t);
void write_phis(struct gen *g, struct target *t);
/* Continues at a merge block; the code ends there if no edge leads to it. */
void begin_merge(struct gen *g, struct target *t);
uint32_t random_condition(struct gen *g);

/* ---- flow: generate_loop.c, generate_flow.c, which hands the writer of statements to the loops in it ---- */
typedef void write_statements(struct gen *g, unsigned n);
void random_loop(struct gen *g, write_statements *statements);
void random_statements(struct gen *g, unsigned n);
void random_return(struct gen *g);

/* ---- generate_functions.c ---- */
void write_functions(struct gen *g);
void write_main(struct gen *g);

#endif
