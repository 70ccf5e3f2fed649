/* SPDX-License-Identifier: Apache-2.0
 * lower.h - from SPIR-V to code: the state that the parts of the lowering share.
 *
 * Files need those below them only:
 *
 *      lower.c                      functions, calls, the instructions one after the other
 *      amd.c                        instruction sets of AMD
 *      cases.c   unroll.c           switches; short loops
 *      flow.c                       selections, loops, blocks
 *      search.c                     what a loop changes
 *      construct.c                  constructs, edges out of them
 *      output.c                     outputs of fragment shaders
 *      interlock.c                  critical sections of pixels
 *      emit.c                       outputs of vertex, evaluation and geometry shaders
 *      atomic.c  subgroup.c  extended.c
 *      usage.c  variable.c          how variables are used; where they live
 *      workgroup.c                  cross-lane operations on all of a group
 *      kernel.c                     instructions of kernels of OpenCL
 *      opencl.c                     OpenCL.std
 *      atom.c                       one atomic on memory
 *      mesh.c                       outputs and payload of task and mesh shaders
 *      patch.c                      patches and control points of tessellation shaders
 *      lanes.c                      invocations and inputs of vertex, evaluation and geometry shaders
 *      sample.c                     images through samplers
 *      image.c                      texels, sizes
 *      texel.c                      texels in memory
 *      kinds.c                      images and samplers that differ between lanes
 *      handle.c                     what images and samplers are bound to
 *      chain.c                      pointers to parts
 *      memory.c, scalar.c, access.c loads, stores, layouts; their scalars; their memory operands
 *      choose.c                     elements of variables in slots whose index is not constant
 *      generic.c                    accesses to memory of a class that is not known
 *      pointer.c                    addresses, comparisons of pointers, lengths of runtime arrays
 *      address.c                    addresses as numbers
 *      arith.c   builtin.c
 *      convert.c                    conversions between numbers
 *      input.c                      inputs of fragment shaders
 *      pixel.c                      the pixel of a lane, planes
 *      dot.c
 *      join.c                       where ways meet
 *      program.c                    constants and variables of the program
 *      composite.c                  parts of composites that are values
 *      block.c   value.c   place.c   record.c
 *      group.c, group_scan.c        cross-lane operations, scalar by scalar
 *      combine.c                    one step of them, and of atomics, on two values of a lane
 *
 * A value is its scalars, each of one or two words (type.h, FLAT).  Variables of a lane whose parts are known when they
 * are accessed live in *slots*, one per word.  A slot holds the operand last stored, so the variables become registers
 * without stores or loads.  Where ways with different operands meet, a meeting register (code.h) is made.
 */
#ifndef WAVEFOLD_SPIRV_LOWER_H
#define WAVEFOLD_SPIRV_LOWER_H

#include "../code/build.h"
#include "../module/type.h"
#include "wavefold/spirv.h"

enum wfs_space {
    WFS_SLOTS,              /* slots of this lane */
    WFS_SCRATCH,            /* memory of this lane */
    WFS_LDS,                /* workgroup variables */
    WFS_BUFFER,             /* storage, uniform, push-constant blocks */
    WFS_TABLE,              /* constants that are indexed: a read-only buffer of ours */
    WFS_INPUT,              /* built-in variables that are in no record; inputs of fragment shaders */
    WFS_HANDLE,             /* images and samplers */
    WFS_GENERIC             /* any of SCRATCH, LDS and BUFFER, by the number in `buffer` (address.h) */
};

struct wfs_group;
struct wfs_image_array;
struct wfs_mesh;
struct wfs_mesh_interface;

/* An image, a sampler, or both, as they are bound. */
struct wfs_image {
    uint32_t variable;              /* id, for messages */
    const struct wfs_type *type;    /* of the image; NULL: a sampler alone */
    wfs_val buffer;                 /* with its texels; of one of an array, chosen lane by lane, it may be a register */
    uint32_t descriptor;            /* first byte of its descriptor in the buffer of them ... */
    wfs_val moved;                  /* ... plus this, or none */
    const struct wf_image_format_info *format;
    const uint8_t *swizzle;                     /* [4], enum wf_swizzle */
    bool is_coherent;
    const struct wf_sampler *sampler;           /* or NULL */
    /* one of an array, whose format or sampler is one of several, and which: kinds.c; NULL: it is the above */
    const struct wfs_image_array *formats, *samplers;
    wfs_val format_kind, sampler_kind;
    wfs_val has_sampler;            /* a truth: the element has one; none: it has */
    const struct wfs_image_array *array;        /* an array, of which no element is chosen yet: nothing else is valid */
};

struct wfs_pointer {
    enum wfs_space space;
    bool is_explicit;               /* layout */
    bool is_coherent;               /* it, or the accesses through it, are volatile, coherent or not private */
    uint32_t variable;              /* id, for messages */
    const struct wfs_type *pointee;
    bool row_major;                 /* of the matrix in or at which it points */
    uint32_t matrix_stride;
    uint32_t component_stride;      /* a vector whose components are not side by side: bytes; else 0 */
    uint32_t offset;                /* bytes (SCRATCH: of the flat layout; SLOTS: slot number) ... */
    wfs_val dynamic;                /* ... plus this, bytes of memory, or none; HANDLE: the element so far; SLOTS: an index */
    uint32_t elements, element_slots;   /* SLOTS: that index is of one of so many, of so many slots each; else 0 */
    bool is_table;                      /* SLOTS: of constants, which a table may hold as well */
    wfs_val outside;                    /* SLOTS, INPUT: true in lanes with an index beyond its array; or none */
    uint32_t align;                 /* a power of two that divides `dynamic` */
    /* BUFFER, LDS, GENERIC: `dynamic` is at most this; WFS_ANYWHERE: it is an offset that may be below 0, modulo 2^32 */
    uint64_t most;
    bool is_physical;               /* followed from an address: pointer.c */
    uint32_t loose;                 /* accesses are aligned to so many bytes only; 0: as their scalars are */
    wfs_val buffer;                 /* BUFFER: its number, a constant unless the pointer is variable */
    uint32_t blocks;                /* BUFFER: so many blocks of an array are to be chosen from; 0: it is one block */
    bool is_far, is_chosen;         /* BUFFER: its blocks have records (WF_SHADER_FAR); the one of the block is known: */
    wfs_val far_record, far_first, far_bound;   /* its byte in image_buffer, or that of the first one; two of its words */
    const struct wfs_image *image;  /* HANDLE */
    /* BUFFER: outputs and payload of stages in groups, inputs of others, without a layout: indices stay in
     * their arrays; one of them was not constant */
    bool is_bounded, is_indexed;
    /* the next index chooses a vertex, a primitive or a control point: bytes of its record; else 0.  `record`: enum
     * wfs_record, its kind.  Of a list of indices a record has `record_indices`; else 0 */
    uint32_t record_bytes, record_indices;
    unsigned record;
};

/* No buffer has a byte there, nor from there on to where a chain of indices may lead.  They are bounded so that bytes
 * do not pass 4 GiB: chain.c. */
#define WFS_FAR (UINT32_C(1) << 30)
#define WFS_ANYWHERE UINT64_MAX
/* Bytes that an index leads to that is too large: beyond all of the memory. */
#define WFS_OUT (UINT32_C(1) << 29)

/* Memory that lanes share and write; bytes of offsets into it are bounded, of a null pointer too: chain.c. */
static inline bool wfs_is_shared(const struct wfs_pointer *p)
{
    return p->space == WFS_BUFFER || p->space == WFS_LDS || p->space == WFS_GENERIC;
}

/* Where a word was loaded from: a scalar after the pointer. */
struct wfs_origin {
    const struct wfs_pointer *pointer;  /* NULL: not known */
    uint64_t more;
    const struct wfs_type *type;
};

struct wfs_value {
    const struct wfs_type *type;
    uint32_t words;
    wfs_val *word;                  /* [words]; of a pointer NULL */
    struct wfs_pointer *pointer;
    struct wfs_pointer *followed;   /* of an address that an access chain made: where it leads; else NULL */
    const struct wfs_image *image;  /* of an image or a sampler, which has no words */
    const struct wfs_pointer *handles;  /* of an array of them: where it was loaded; else NULL */
};

/* What a pointer points to, if it is known; an address may be a number alone. */
static inline struct wfs_pointer *wfs_place_of(const struct wfs_value *v)
{
    return v->pointer ? v->pointer : v->followed;
}

/* A buffer that the module asks for, or one of ours. */
struct wfs_resource {
    uint32_t variable;
    const struct wfs_type *block;
    uint32_t number;                /* in the kernel, chosen by the caller: of the first element */
    bool is_array, is_uniform;      /* uniform: nothing writes it */
    bool is_written_by_number;      /* a block of the array, whichever */
    uint32_t elements;              /* blocks of an array, or 1 */
};

struct wfs_block {
    /* words: the first after the label and its line; the merge instruction or 0; the terminator */
    uint32_t label, first, merge, end;
    uint32_t function;
    uint32_t visited;                   /* the call in which it was lowered last */
    uint32_t mark;                      /* of the last search that came here */
};

struct wfs_function {
    uint32_t id, at, end;               /* words: OpFunction, OpFunctionEnd */
    struct wfs_block *block;            /* [blocks], the first is the entry */
    uint32_t blocks;
    bool is_open;                       /* being lowered: a call of it would be recursion */
    bool privates_known, is_searched;
    uint32_t *privates;                 /* Private and Output variables that it may write; its callees' too */
    size_t private_count, private_room;
};

/* A change of a slot, to be undone. */
struct wfs_change {
    uint32_t slot;
    wfs_val old;
};

/* A way to a place where ways meet. */
struct wfs_edge {
    uint32_t marker;                    /* copies go before this instruction */
    uint32_t from;                      /* label of the block it leaves */
    uint32_t changes;
    /* slots that differ from when the construct began: their values on this way, in `old` */
    struct wfs_change *change;
    struct wfs_value *result;           /* CALL: what is returned */
    bool killed;                        /* OpKill, after which lanes continue as helpers: no OpPhi knows it */
    struct wfs_edge *next;
};

struct wfs_edges {
    struct wfs_edge *first, **last;
    uint32_t count;
};

enum wfs_construct_kind { WFS_SELECTION, WFS_CASES, WFS_LOOP_BODY, WFS_LOOP_CONTINUE, WFS_TURNS, WFS_CALL };

struct wfs_construct {
    enum wfs_construct_kind kind;
    uint32_t merge, target, header;     /* labels: merge block; continue target; loop header */
    /* instruction after which a LOOP is put when a way breaks out of a selection */
    uint32_t begin;
    uint32_t frame;                     /* that LOOP, or 0 */
    size_t mark;                        /* of the changes when it began */
    struct wfs_edges merges, continues, back, next_case;
    bool continued;                     /* by an instruction */
    uint32_t next_label;                /* CASES: the case that follows, or 0 */
    struct wfs_construct *outer;
};

struct wfs_place {
    const char *file;
    uint32_t line;
};

struct wfs_lower {
    struct wfs_module *m;
    struct wfs_env *env;
    struct wfs_code *code;
    struct wfs_value **value;           /* [bound] */
    unsigned wave_size, waves;          /* waves: of a group, 0 when not known */
    bool whole_waves;                   /* a group is so many whole waves: local_size is not the module's */
    uint32_t local_size[3];
    const char *what;                   /* "fragment shader" */
    bool has_groups;                    /* threads in groups, with memory and barriers of their own */
    bool is_pixel;                      /* a fragment shader; */
    bool kill_goes_on;                  /* OpKill makes helper lanes, which do not end */
    bool lane_is_sample;                /* it runs once for each of several samples */
    bool interlocks_pixels;             /* all samples of a pixel take turns in a critical section: */
    struct wfs_turns {
        uint32_t at;                    /* the instruction that began it; 0: there is none */
        uint32_t loop;
        wfs_val lock;                   /* byte in the buffer of the rectangle */
    } turns;
    wfs_val began_as_helper;            /* of it: a truth */
    bool flat;                          /* lanes packed in a line: thread ids come from the place in it */
    bool flat_quads;                    /* each four of them are a quad of two rows */
    const struct wf_shader_spec *spec;  /* [specs] */
    size_t specs;
    struct wfs_function *function;
    wfs_val *slot;                      /* [slots] */
    size_t slots, slot_room;
    struct wfs_change *change;
    size_t changes, change_room;
    struct wfs_usage *usage;            /* [bound], usage.c */
    /* [bound] loops that are not to be unrolled; variables whose indices are not constant: kept when lowering begins
     * anew */
    bool *kept, *indexed;
    const bool *keeps_copies;           /* [WF_MAX_BUFFERS] it is written: what was copied may not be there any more */
    struct wfs_origin *origin;          /* [origin_room] of registers, choose.c */
    size_t origin_room;
    const struct wfs_pointer *loaded;   /* what is being loaded from memory that may be read again; else NULL */
    bool relies[WF_MAX_BUFFERS];        /* buffers that are read again */
    uint32_t unrolled;                  /* instructions of all turns of loops so far */
    const struct wfs_value **held;      /* [bound] variables that hold a pointer: one like it */
    uint32_t *stamp;                    /* [slots], of a search */
    size_t stamp_room;
    uint32_t stamps;
    uint32_t *row;                      /* [slots], of a join */
    size_t row_room;
    struct wfs_construct *construct;    /* the innermost */
    unsigned depth;                     /* of constructs */
    uint32_t call;                      /* number of the call being lowered */
    uint32_t calls, searches;
    /* what is above the one that calls it: files need each other in one direction only */
    void (*instruction)(struct wfs_lower *l, uint32_t at);
    void (*declare)(struct wfs_lower *l, uint32_t at);
    void (*is_indexed)(struct wfs_lower *l, uint32_t variable);
    bool (*unroll)(struct wfs_lower *l, struct wfs_block *header);
    struct wfs_block *(*lower_switch)(struct wfs_lower *l, const struct wfs_block *b);
    bool reached;                       /* a lane may come to where code is being written */
    struct wfs_resource *resource;
    size_t resources, resource_room;
    struct wfs_mesh *mesh;              /* of stages that have records (mesh.h); else NULL */
    const bool *reached_ids;            /* [bound] functions and variables that the entry point comes to */
    uint64_t lds_bytes, lds_aliased, scratch_words;
    uint32_t waves_results;             /* 1 + the first byte of groupshared memory that workgroup.c uses; 0: it uses none */
    uint32_t *table;                    /* words of the constants that are indexed */
    size_t table_words, table_room;
    /* 1 + their first bytes in the table of constants; 0: it is not there */
    uint32_t srgb_table, srgb_edges;
    const struct wf_shader_target *target;      /* numbers of buffers in the kernel; NULL: nothing is lowered yet */
    wfs_val scratch_base;               /* byte of word 0 of this lane; made at the start, dropped when unused */
    struct wfs_place *place;            /* [places], number 0 is none */
    size_t places, place_room;
    bool uses_derivatives;
    bool writes_physical;               /* through an address: into any buffer that the dispatch was given */
    bool has_program_variables;         /* in memory of all groups, of kernels of OpenCL: they lie in the table */
    unsigned program_depth;             /* of them: values that lead to each other, as they are looked for */
    bool writes_any;                    /* through a pointer to one block or another */
};

/* ---- value.c ---- */
struct wfs_value *wfs_new_value(struct wfs_lower *l, const struct wfs_type *type);
/* The value of an id: of a constant, or as it was lowered; fails when there is none. */
struct wfs_value *wfs_value(struct wfs_lower *l, uint32_t id);
/* ... with at least `words` words and no pointer; its first word. */
wfs_val wfs_word(struct wfs_lower *l, uint32_t id);
void wfs_define(struct wfs_lower *l, uint32_t id, struct wfs_value *value);
/* The instruction defines its result with a value whose words the caller fills in. */
struct wfs_value *wfs_result(struct wfs_lower *l, uint32_t at);
/* The same; it may be a pointer, which has no words. */
struct wfs_value *wfs_any_result(struct wfs_lower *l, uint32_t at);
bool wfs_is_constant_id(const struct wfs_lower *l, uint32_t id);
/* A constant whose value is the number of waves of a group (wavefold/spirv.h). */
bool wfs_is_wave_count(const struct wfs_lower *l, uint32_t id);
/* A composite of the ids after the result of an instruction, and of those that continue it. */
void wfs_compose(struct wfs_lower *l, uint32_t at, struct wfs_value *v);

/* ---- composite.c ---- */
bool wfs_lower_composite(struct wfs_lower *l, uint32_t at);

/* Storage of a lane's own that lives as long as the shader runs. */
static inline bool wfs_is_of_lane(uint32_t storage)
{
    return storage == WfsStorageClassPrivate || storage == WfsStorageClassOutput;
}

/* ---- usage.c ---- */
/* How each variable of the module is used; before anything is lowered. */
void wfs_find_uses(struct wfs_lower *l);
/* An access chain that may turn out to have a constant index into a variable of one lane, where loops are unrolled. */
bool wfs_indexes_variable(struct wfs_lower *l, uint32_t at);
/* A variable in slots has an index that is not constant: begin anew, it lies in memory then.  Does not return. */
void wfs_is_indexed(struct wfs_lower *l, uint32_t variable);

/* ---- variable.c ---- */
/* Make the pointer to a variable of the module; Private ones and outputs of stages without groups
 * get their first value when they are declared. */
void wfs_declare_variable(struct wfs_lower *l, uint32_t at);
/* Function variables of a call: pointers, and first values. */
void wfs_enter_variable(struct wfs_lower *l, uint32_t at);

/* ---- program.c ---- */
/* Words that the place of a variable of a kernel is a multiple of: those of its type, or more. */
uint32_t wfs_alignment(struct wfs_lower *l, uint32_t id, const struct wfs_type *t);
/* The place of a constant or a variable of the program, of kernels of OpenCL: in the table, laid out as C does. */
void wfs_program_pointer(struct wfs_lower *l, uint32_t at, uint32_t id, struct wfs_pointer *p);

/* ---- pointer.c ---- */

/* Where the address leads, for an element before or after it too, or a part; `id`: for messages. */
struct wfs_pointer *wfs_follow_either_way(struct wfs_lower *l, const struct wfs_value *v, uint32_t id);
/* `v` becomes the address of what `p` points to, which has the high word of the one it was followed from. */
void wfs_address_of(struct wfs_lower *l, struct wfs_value *v, struct wfs_pointer *p, const struct wfs_value *base,
                    const struct wfs_pointer *from);
bool wfs_lower_pointer(struct wfs_lower *l, uint32_t at);
/* Before a store or an atomic to a buffer: which ones it may be into, if it is by number. */
void wfs_note_write(struct wfs_lower *l, const struct wfs_pointer *p);
/* What operand n points to. */
struct wfs_pointer *wfs_pointer_operand(struct wfs_lower *l, uint32_t at, uint32_t n);

/* ---- handle.c ---- */

/* From an array of images or samplers to an element. */
void wfs_choose_handle(struct wfs_lower *l, uint32_t at, struct wfs_pointer *p, wfs_val index);

/* ---- chain.c ---- */
/* Operand n as an index: one of 64 bits is its word, or one beyond any array; with a sign, the nearest one of 32 bits. */
wfs_val wfs_index_value(struct wfs_lower *l, uint32_t at, uint32_t n, bool has_sign);
/* A member of a struct or a variable (member WFS_WHOLE) is decorated Volatile or Coherent. */
bool wfs_is_coherent(const struct wfs_lower *l, uint32_t id, uint32_t member);

/* Words of memory of a variable, or of a part of one, without an explicit layout. */
static inline uint32_t wfs_room(const struct wfs_pointer *p, const struct wfs_type *t)
{
    return (uint32_t)(p->space == WFS_LDS ? t->shared : t->words);
}

/* Bytes from a component of a vector to the next. */
uint32_t wfs_component_stride(const struct wfs_pointer *p, const struct wfs_type *component);

/* OpAccessChain; `element`: OpPtrAccessChain, which has an element before its indices. */
void wfs_access_chain(struct wfs_lower *l, uint32_t at, bool element);
/* To the element of so many vectors of `stride` scalars further; operand n is their number.  To a scalar further on. */
void wfs_move_pointer(struct wfs_lower *l, uint32_t at, struct wfs_pointer *p, uint32_t n, uint32_t stride);
void wfs_move_by(struct wfs_lower *l, struct wfs_pointer *p, uint32_t elements);

/* ---- join.c ---- */
/* Slots side by side; the first.  They hold something from the start: a module may read a variable that nothing has
 * come to. */
uint32_t wfs_new_slots(struct wfs_lower *l, uint32_t words);
void wfs_set_slot(struct wfs_lower *l, uint32_t slot, wfs_val v);

/* ---- memory.c, access.c, scalar.c ---- */
void wfs_store_pointer(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_value *v);
struct wfs_value *wfs_load_pointer(struct wfs_lower *l, const struct wfs_pointer *p);
bool wfs_lower_memory(struct wfs_lower *l, uint32_t at);
/* A word of a whole variable of the lane; a word of what `p` points to.  Both without an explicit layout. */
wfs_val wfs_load_variable(struct wfs_lower *l, const struct wfs_pointer *p, uint32_t word);
void wfs_store_word(struct wfs_lower *l, const struct wfs_pointer *p, uint32_t word, wfs_val x);
/* Address of the first byte it points to: a register or constant, and an offset of at most 65535. */
struct wfs_address {
    wfs_val base;
    uint16_t offset;
};
struct wfs_address wfs_address(struct wfs_lower *l, const struct wfs_pointer *p, uint64_t more);
/* The same of two words, outside of which a block with a record is as a whole. */
struct wfs_address wfs_pair_address(struct wfs_lower *l, const struct wfs_pointer *p, uint64_t more);
/* A scalar that is less than its word. */
struct wfs_part {
    struct wfs_address word;            /* that holds it */
    wfs_val shift;                      /* its lowest bit there */
};
bool wfs_is_part(const struct wfs_pointer *p, const struct wfs_type *scalar);
struct wfs_part wfs_part_at(struct wfs_lower *l, const struct wfs_pointer *p, uint64_t more);
/* A word of a buffer, loaded as code->how has it. */
wfs_val wfs_load_word(struct wfs_lower *l, wfs_val buffer, struct wfs_address a);

/* ---- the others: false when the instruction is none of theirs ---- */
bool wfs_lower_arith(struct wfs_lower *l, uint32_t at);
bool wfs_lower_conversion(struct wfs_lower *l, uint32_t at);
bool wfs_lower_image(struct wfs_lower *l, uint32_t at);
bool wfs_lower_sample(struct wfs_lower *l, uint32_t at);
void wfs_lower_dot(struct wfs_lower *l, uint32_t at);
bool wfs_lower_atomic(struct wfs_lower *l, uint32_t at);
/* atom.c: one atomic, WF_ATOM_*, on the scalar or the vector of f16 that p points to, for the instruction at `at`.  x
 * and compare: words of its operands; result: those of the old value, or NULL when it is not read. */
void wfs_atom(struct wfs_lower *l, uint32_t at, const struct wfs_pointer *p, unsigned atom, const wfs_val *x,
              const wfs_val *compare, wfs_val *result);
bool wfs_lower_subgroup(struct wfs_lower *l, uint32_t at);
/* A value of this type, for group.h. */
struct wfs_group wfs_group_of(const struct wfs_lower *l, const struct wfs_type *t);
bool wfs_lower_extended(struct wfs_lower *l, uint32_t at);
/* amd.c: the instruction sets of AMD. */
bool wfs_lower_amd(struct wfs_lower *l, uint32_t at);
/* extended.c: instruction `number` of GLSL.std.450 on `args` values, for the instruction at `at`. */
void wfs_glsl(struct wfs_lower *l, uint32_t at, uint32_t number, uint32_t args, const struct wfs_value *const *arg,
              struct wfs_value *v);
void wfs_lower_opencl(struct wfs_lower *l, uint32_t at);
/* thread.c: the number of the group in a direction; the ids of the thread in its group, or in the grid; its place there,
 * row by row. */
wfs_val wfs_group_id(struct wfs_lower *l, uint32_t i);
void wfs_thread_ids(struct wfs_lower *l, bool global, struct wfs_value *v);
wfs_val wfs_thread_index(struct wfs_lower *l);
/* builtin.c: what a pointer to an Input variable, or to a part of one, reads. */
struct wfs_value *wfs_builtin(struct wfs_lower *l, const struct wfs_pointer *p);
/* OpReadClockKHR. */
void wfs_read_clock(struct wfs_lower *l, uint32_t at);
/* The result of the instruction is the clock, 64 bits. */
void wfs_clock(struct wfs_lower *l, uint32_t at);

/* OpSelect between pointers. */
void wfs_select_pointer(struct wfs_lower *l, uint32_t at, struct wfs_value *v, wfs_val truth, const struct wfs_value *x,
                        const struct wfs_value *y);

/* ---- choose.c ---- */
/* A word that l->loaded leads to, as it was loaded. */
void wfs_note_origin(struct wfs_lower *l, const struct wfs_type *type, uint64_t more, wfs_val v);
/* Of a word of each of a pointer's elements, `first` that of element 0: where they all come from, `stride` bytes apart;
 * else NULL. */
const struct wfs_origin *wfs_common_origin(const struct wfs_lower *l, const wfs_val *first, const struct wfs_pointer *p,
                                           uint32_t *stride);
/* Comparisons are no more than scratch memory would cost: `words` of each element. */
bool wfs_is_few(const struct wfs_pointer *p, uint32_t words);
/* An index into slots: those of the pointer are there whatever it is, so one of `count` or more is noted. */
void wfs_note_outside(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index, uint32_t count);
/* Lanes that have such an index access scratch memory where there is none.  What they load is 0. */
void wfs_load_outside(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_value *v);
void wfs_store_outside(struct wfs_lower *l, const struct wfs_pointer *p);
/* The pointer's index, or one that leads beyond all of a buffer: of elements with that stride. */
wfs_val wfs_index_within(struct wfs_lower *l, const struct wfs_pointer *p, uint32_t stride);
wfs_val wfs_choose_slot(struct wfs_lower *l, const wfs_val *first, const struct wfs_pointer *p);
void wfs_set_chosen(struct wfs_lower *l, const struct wfs_pointer *p, const wfs_val *word, uint32_t words);
/* The part of an input's value that the pointer to it, or into it, points to. */
void wfs_part_of(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_value *all, struct wfs_value *part);
/* chain.c: bytes after the pointer, into a buffer or workgroup memory: an index that is not negative. */
void wfs_add_index(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index, uint32_t stride);

/* ---- lower.c, flow.c ---- */
/* Lower what an entry point does; wfs_lower has its tables, `slot` and the like are empty.  `mesh`: of a
 * shader that has records its interface in this module; else NULL. */
void wfs_lower_entry(struct wfs_lower *l, uint32_t function, const struct wfs_mesh_interface *mesh, bool is_task);
void wfs_lower_instruction(struct wfs_lower *l, uint32_t at);
/* Code from here on is of this line of the source. */
void wfs_set_place(struct wfs_lower *l, const char *file, uint32_t line);
/* ... of none that is known. */
void wfs_no_place(struct wfs_lower *l);
/* ... of the place of a call, after the lines of the function that is called. */
void wfs_return_to_place(struct wfs_lower *l, uint32_t place);
struct wfs_function *wfs_function_of(struct wfs_lower *l, uint32_t id);

#endif
