/* SPDX-License-Identifier: Apache-2.0
 * kernel.h - kernel files: text in, descriptor, code, buffers and expectations out.  docs/kernel-file.md gives the
 * grammar.
 */
#ifndef WAVEFOLD_KERNEL_H
#define WAVEFOLD_KERNEL_H

#include "wavefold/api.h"
#include "wavefold/machine.h"
#include "wavefold/spirv.h"

WF_API_BEGIN

/* How far a float may be from the expected one.  EXACT: not at all, bits are compared.  Otherwise -0 and +0 are the
 * same, a NaN is right where a NaN is expected and nowhere else, an infinity where the same one is expected and
 * nowhere else; and ULP: at most `ulp` steps from one float to the next lie between the two, counted through zero;
 * DISTANCE: their difference, rounded to binary64, is at most `distance`. */
enum wf_tolerance_kind { WF_EXACT, WF_WITHIN_ULP, WF_WITHIN_DISTANCE };
struct wf_tolerance {
    enum wf_tolerance_kind kind;
    uint32_t ulp;
    float distance;             /* finite, not negative */
};

enum { WF_MAX_DISPATCHES_OF_FILE = 64 };

enum wf_sorted { WF_UNSORTED, WF_SORTED_UNSIGNED, WF_SORTED_SIGNED, WF_SORTED_FLOAT };

enum { WF_CARE = 1, WF_CARE_EXACTLY };
struct wf_kernel_buffer {
    char name[32];
    char called[96];            /* as the shader that it is bound to does: "Out (binding 0.1)"; "": bound to none */
    uint32_t words;             /* size in 32-bit words */
    struct wf_image image;      /* whose texels it holds; format NONE: it is a buffer */
    bool hidden;                /* made for a shader, not declared in the file */
    bool is_result;             /* and its user looks at it all the same: of mesh.h */
    /* no memory of its own: another number for its words of buffer `of`, from byte `from` on; UINT32_MAX: for none, it
     * has size 0 */
    bool is_view;
    unsigned of;
    uint32_t from;
    bool is_element;            /* a hidden view that is an element of an array of blocks ... */
    uint32_t array_set, array_binding;  /* ... at this binding */
    bool shared;                /* of two variables of the shader, neither of them Aliased */
    uint32_t *initial;          /* [words], contents before the dispatch */
    /* [words], 1: the high word of an address that the file names, its low word before it; NULL: there is none */
    uint8_t *address;
    /* of the initial contents; zeros not written are integers; ANY: both, or they come from a file */
    enum wf_word_type type;
    bool is_signed;             /* of a shader: its integers are */
    struct wf_layout *layout;   /* of the block that it is bound to, owned; NULL: not known */
    uint32_t *expected;         /* [words], or NULL when no contents are expected of this buffer */
    /* [words], where expected[] counts: WF_CARE within the tolerance, WF_CARE_EXACTLY always; NULL with expected */
    uint8_t *care;
    enum wf_word_type expected_type;
    struct wf_tolerance tolerance;      /* of expected */
    bool any_order;             /* the cared-for words must match as a multiset */
    bool runs;                  /* equal words are adjacent (among the cared-for words when expected is given) */
    /* no word is below the one before it (likewise); equal ones may follow each other, a NaN is never sorted */
    enum wf_sorted sorted;
    uint32_t expect_line;       /* source line of the `expect` with these, or 0 */
};

/* `expect NAME sum = ..` and `expect NAME count(..) = ..` */
enum wf_total_kind { WF_TOTAL_SUM, WF_TOTAL_COUNT };
struct wf_kernel_total {
    enum wf_total_kind kind;
    unsigned buffer;
    uint32_t line;
    uint32_t word;              /* the sum, or the word that is counted (its bits) */
    uint32_t count;
    /* INT: the words are added modulo 2^32.  FLOAT: in binary64 in order of index, and rounded to binary32 */
    enum wf_word_type type;
    struct wf_tolerance tolerance;      /* of a float sum; EXACT still takes any NaN for a NaN */
};

/* `bind SET.BINDING = BUFFER`, `bind SET.BINDING[ELEMENT] = BUFFER` or `push = BUFFER`. */
struct wf_kernel_bind {
    uint32_t set, binding;      /* 0 and 0 of push constants */
    uint32_t element;           /* of an array of blocks, else 0 */
    bool is_push;
    unsigned buffer;
};

/* A shader as the file gives it, for callers that run it elsewhere. */
struct wf_kernel_module {
    uint32_t *word;             /* [words], as read: of either byte order */
    size_t words;
    char *entry;                /* name of the entry point */
    struct wf_shader_spec *spec;        /* [specs] */
    size_t specs;
    struct wf_kernel_bind *bind;        /* [binds] */
    size_t binds;
    struct wf_shader_sampler *sampler;  /* [samplers] */
    size_t samplers;
};

/* What a shader runs for whose lanes are its invocations.  VERTEX: `count` vertices of each instance, whose numbers
 * begin with first and first_instance.  GEOMETRY: `count` primitives; the rest is 0. */
struct wf_shader_lanes {
    enum wf_stage stage;        /* COMPUTE: no such shader */
    uint32_t count, instances, first, first_instance;
    /* of a tessellation shader, which has `count` patches: control points of each; of an evaluation shader its
     * invocations for each.  Until the shader is open HULL means either stage */
    uint32_t points, domain;
};
static inline uint64_t wf_shader_invocations(const struct wf_shader_lanes *lanes, const struct wf_mesh_layout *layout)
{
    const uint32_t each = lanes->stage == WF_STAGE_VERTEX   ? lanes->instances
                          : lanes->stage == WF_STAGE_HULL   ? layout->max_vertices
                          : lanes->stage == WF_STAGE_DOMAIN ? lanes->domain
                                                            : layout->invocations;
    return (uint64_t)lanes->count * each;
}
/* Points of the domain of one patch, from `words` words of TessCoord, which has `each` a point: of each patch, or of
 * one for all.  Too few of them are found out later. */
static inline uint32_t wf_shader_points(uint32_t words, uint32_t each, bool is_of_patches, uint32_t patches)
{
    const uint32_t points = words / each / (is_of_patches ? patches : 1);
    return points ? points : 1;
}
/* Vertices that one invocation captures at most: strips become primitives of their own. */
static inline uint64_t wf_lanes_captured(enum wf_stage stage, const struct wf_mesh_layout *layout)
{
    const uint32_t before = layout->indices - 1;        /* vertices of a strip before its first primitive */
    return stage != WF_STAGE_GEOMETRY      ? 1
           : layout->max_vertices > before ? (uint64_t)(layout->max_vertices - before) * layout->indices
                                           : 0;
}
/* Which results such a shader leaves, and how many words they have. */
static inline bool wf_lanes_have(enum wf_stage stage, const struct wf_mesh_layout *layout, enum wf_mesh_buffer which)
{
    return (which == WF_MESH_VERTICES && stage != WF_STAGE_COMPUTE) ||
           (which == WF_MESH_COUNTS && stage == WF_STAGE_GEOMETRY) ||
           (which == WF_MESH_PATCHES && stage == WF_STAGE_HULL) ||
           (wf_mesh_is_xfb(which) && layout->xfb[which - WF_MESH_XFB].stride);
}
static inline uint64_t wf_lanes_words(const struct wf_shader_lanes *lanes, const struct wf_mesh_layout *layout,
                                      enum wf_mesh_buffer which)
{
    const uint64_t invocations = wf_shader_invocations(lanes, layout);
    const uint32_t emitted = lanes->stage == WF_STAGE_GEOMETRY ? layout->max_vertices : 1;
    if (!wf_lanes_have(lanes->stage, layout, which))
        return 0;
    if (wf_mesh_is_xfb(which))
        return invocations * wf_lanes_captured(lanes->stage, layout) * (layout->xfb[which - WF_MESH_XFB].stride / 4);
    return which == WF_MESH_VERTICES ? invocations * emitted * layout->vertex.words
           : which == WF_MESH_COUNTS ? invocations * WF_MESH_COUNTS_WORDS
                                     : (uint64_t)lanes->count * layout->patch.words;
}
/* The stage takes patches. */
static inline bool wf_is_of_patches(enum wf_stage stage)
{
    return stage == WF_STAGE_HULL || stage == WF_STAGE_DOMAIN;
}

/* Of a shader that leaves records: mesh.h. */
struct wf_kernel_mesh {
    bool is_task, is_mesh, of_tasks;    /* of_tasks: of a mesh shader whose groups task groups emit */
    /* of a shader whose lanes are no threads of groups; for the device it is a compute shader, as a control shader */
    bool of_lanes;
    struct wf_shader_lanes lanes;       /* of these and of control shaders */
    unsigned buffer[WF_MESH_BUFFERS];   /* numbers of buffers */
    uint64_t room;              /* words that all buffers may have */
};

struct wf_kernel {
    struct wf_desc desc;        /* of a pixel shader, grid x is the number of waves that the quads fill */
    struct wf_quad *quad;       /* [desc.quads], owned by the kernel; desc.quad is the same */
    unsigned sample_shift;      /* of a lane for each sample: sample y >> this of a pixel of row y; 0: there is none */
    uint64_t *code;
    uint32_t *line;             /* [count], source line of each instruction; of a shader 0: not known */
    const char **file;          /* [count], the file it is in, of a shader; NULL: the kernel file */
    char *shader_name;          /* of a shader: its module, as the kernel file names it; else NULL */
    uint32_t prints;            /* of a shader: wf_shader_prints */
    struct wf_kernel_module module;     /* of a shader: what it was made from; else all 0 */
    bool no_file;               /* of wf_kernel_of_shader */
    struct wf_shader_code shader;       /* of a shader: what it was lowered to */
    struct wf_kernel_mesh mesh;         /* of a shader that has records (mesh.h), else all 0 */
    uint32_t *source_at;        /* [count], see wf_kernel_source */
    char *source;
    size_t count;
    struct wf_kernel_buffer buffer[WF_MAX_BUFFERS];
    unsigned buffers;
    struct wf_kernel_total *total;
    size_t totals;
    unsigned expectations;      /* `expect` statements, `reject` of the variant; 0: a run compares the memory
                                 * between the buffers alone */
    bool expect_reject;         /* the dispatch must be refused ... */
    enum wf_reject reject;      /* ... with this code */
    uint32_t reject_line;       /* source line of `expect reject`, or 0 */
    /* the first fault of the run must be of this kind; without, any fault fails the kernel */
    bool expect_fault;
    enum wf_fault fault;
    uint32_t fault_line;        /* source line of `expect fault`, or 0 */
    bool cancels;               /* the bench cancels the dispatch so many cycles after its descriptor was taken */
    uint32_t cancel_after;
    uint32_t mark_line;         /* of a file of several dispatches: the line of its `---`; else 0 */
    /* the next dispatch of the file, over the same buffers; freed with this one.  NULL: none */
    struct wf_kernel *next;
};

/* Receives each diagnostic: 1-based line and column, 0 without a file; text without newline.  `error` is false for a
 * note.  NULL in its place: none are reported. */
typedef void wf_diagnostic_fn(void *user, unsigned line, unsigned column, bool error, const char *text);

/* Parse one kernel file of `length` bytes (need not be NUL-terminated).
 * `wave_size`: 0, or the size a caller insists on: it narrows the WaveSize attribute to that one size, and it is an
 * error when the attribute excludes it.  Expressions that use WAVE_SIZE or the wave count are evaluated for the size
 * the device commits.  For a file of several dispatches it is the kernel of the first one, with the others in
 * `next`.  All errors are reported, not only the first (of several dispatches, those of the first that has any).
 * Returns a kernel that the caller frees, or NULL after at least one error.  A descriptor that breaks a dispatch
 * rule is an error at the attribute, unless the file expects that rejection. */
struct wf_kernel *wf_kernel_parse(const char *text, size_t length, const struct wf_device *device, unsigned wave_size,
                                  wf_diagnostic_fn *report, void *user);
void wf_kernel_free(struct wf_kernel *kernel);

/* The same for files that name others, `buffer A[4] = file "a.bin"`: the library reads none itself.
 * `read` is called once a name, as it is written, and must put exactly `size` bytes into `bytes`.  It returns false
 * when the file is not there, is no regular file or has another size, and writes what is wrong into why[0..room-1]
 * ("has 12 bytes").  A name that is not absolute is meant from the folder of the kernel file.  Words are
 * little-endian.  `files` may be NULL: naming a file is an error. */
typedef bool wf_file_fn(void *user, const char *name, void *bytes, size_t size, char *why, size_t room);
/* The texels of an image from a picture, `image A[W,H] rgba8 = "a.png"`: all wf_image_words of it.  False with why, as
 * wf_file_fn. */
typedef bool wf_picture_fn(void *user, const char *name, const struct wf_image *image, uint32_t *word, char *why,
                           size_t room);
/* A whole file, for `shader`: malloc'ed bytes and their number, or NULL with why. */
typedef void *wf_load_fn(void *user, const char *name, size_t *size, char *why, size_t room);
/* The list that `reference NAME` means: `words` words, and whether they are integers or floats.  False with why, as
 * wf_file_fn. */
typedef bool wf_reference_fn(void *user, const char *name, uint32_t *word, uint32_t words, enum wf_word_type *type,
                             char *why, size_t room);
/* A shader that is a source, for `shader`: its module and what its source states of the dispatch.  `wanted` is what the
 * kernel file states.  NOT_COMPILED, with why. */
struct wf_compile_wanted {
    const char *entry;          /* or NULL */
    uint32_t num_waves;         /* of a group; 0: its threads */
    uint16_t shader_model;      /* 0: not given */
    /* PIXEL, VERTEX, GEOMETRY: a shader of it is asked for; COMPUTE: of no stage in particular */
    enum wf_stage stage;
};
struct wf_shader_attributes;
struct wf_compiled {
    uint32_t *word;             /* [words], malloc'ed; the caller frees it */
    size_t words;
    bool renamed;               /* the entry point has a name of the compiler's choice */
    const struct wf_shader_attributes *attributes;      /* the callee's, as long as the text */
};
enum wf_compile_result { WF_NO_SOURCE, WF_COMPILED, WF_NOT_COMPILED };
typedef enum wf_compile_result wf_compile_fn(void *user, const char *name, const struct wf_compile_wanted *wanted,
                                             struct wf_compiled *compiled, char *why, size_t room);
struct wf_files {
    wf_file_fn *read;
    void *user;
    wf_load_fn *load;           /* may be NULL: a shader is an error */
    wf_compile_fn *compile;     /* asked before load; may be NULL: each shader is a module */
    wf_reference_fn *reference; /* may be NULL: `reference` is an error */
    wf_picture_fn *picture;     /* may be NULL: a picture is an error */
    /* the one of the file's variants that is meant; NULL: none */
    const char *variant;
    const char *dump;           /* of a shader: put the code after this pass (wavefold/spirv.h); NULL: none */
    void (*put)(void *user, const char *line);
};
struct wf_kernel *wf_kernel_parse_files(const char *text, size_t length, const struct wf_device *device,
                                        unsigned wave_size, const struct wf_files *files, wf_diagnostic_fn *report,
                                        void *user);

/* What a buffer must hold after the run, as `expect` of a kernel file states it. */
struct wf_shader_expectation {
    uint32_t *word;             /* [words], as many as the buffer has */
    uint8_t *care;              /* [words], 1 where the word counts */
    uint32_t words;
    enum wf_word_type type;     /* of the list; ANY: by the type of the block */
    struct wf_tolerance tolerance;      /* of floats; words of other types are compared exactly */
    bool any_order;
};

/* ---- what a fragment shader draws ---- */

/* A rectangle of pixels, from (0, 0) on.  Depth and w of clip coordinates are those of its corners: upper left, upper
 * right, lower left. */
struct wf_shader_rectangle {
    uint32_t width, height;     /* 1 .. WF_MAX_PIXEL */
    unsigned samples;           /* of a pixel: 1, 2, 4, 8 or 16 */
    bool is_back;               /* it faces away */
    float z[3], w[3];
    const uint8_t *covered;     /* [width * height], row by row, not 0: the pixel is covered; NULL: all are */
};
/* The values of an input at one corner, which count everywhere, or at the three corners: floats of 32 bits, or
 * integers; two words where it has 64 bits.  Of a vertex shader: of one vertex, which count for all, or of each; of a
 * geometry or tessellation shader also of the vertices of one primitive or patch, which count for all. */
struct wf_shader_corners {
    enum wf_location_kind kind; /* INPUT or BUILTIN */
    uint32_t location, component;
    bool is_of_instances;       /* of each instance, or of one */
    bool is_of_patches;         /* of each point of each patch: TessCoord of an evaluation shader */
    const uint32_t *word;       /* [words] */
    uint32_t words;
};

/* What a buffer is for: BINDING also push constants; LOCATION: values of an input, pixel by pixel, or an image that an
 * output goes into. */
enum wf_shader_use_of_buffer { WF_FOR_BINDING, WF_FOR_LOCATION };

/* The statements of a kernel file for its `shader`, for shaders that are run without one. */
struct wf_shader_buffer {
    enum wf_shader_use_of_buffer use;
    enum wf_location_kind kind;         /* of inputs and outputs */
    uint32_t location, component;       /* likewise */
    uint32_t set, binding;      /* not of push constants */
    uint32_t element;           /* of an array of blocks, else 0 */
    bool is_push;
    const char *name;           /* of a buffer that is not bound, which addresses lead to; else NULL */
    const uint32_t *word;       /* [words], contents before the dispatch; NULL: zeros */
    uint32_t words;
    /* it is `words` words of number `of`, from byte `from` on: the same memory at another binding.  Number `of` is no piece
     * itself */
    bool is_piece;
    unsigned of;
    uint32_t from;              /* a multiple of 4 */
    const struct wf_shader_expectation *expect;         /* or NULL */
    const struct wf_image *image;       /* whose texels it holds, wf_image_words; NULL: it is a buffer */
};
/* Attributes of an entry point, from its source like those of a kernel file, or from a command line. */
enum wf_attribute {
#define WF_ATTRIBUTE(id, name, least, most, written, range, text) WF_ATTR_##id,
#include "wavefold/isa.def"
    WF_ATTR_COUNT
};
struct wf_shader_mark {
    unsigned line, column;      /* line 0: not known */
};
struct wf_shader_attributes {
    /* stage, shader model (0: 6.10), shape, WaveSize, flags, uses of wave index, count and thread ids; nothing else is
     * read */
    struct wf_desc desc;
    struct wf_shader_mark mark[WF_ATTR_COUNT];          /* where each is given */
};
/* A use of a system value in the source: WF_SV_WAVE, WF_SV_WAVES, or the first of a thread id. */
struct wf_shader_use {
    uint8_t sv;
    struct wf_shader_mark mark;
};
/* The rules that do not depend on a device, reported at the marks, before there is a module.  False after at least one
 * error. */
bool wf_shader_attributes_check(const struct wf_shader_attributes *attributes, const struct wf_shader_use *use,
                                size_t uses, wf_diagnostic_fn *report, void *user);

struct wf_shader_dispatch {
    const char *name;           /* of the module; places that are not known are in it */
    const uint32_t *module;     /* [module_words] */
    size_t module_words;
    struct wf_shader_options options;
    /* [buffers], at most WF_MAX_BUFFERS: number i of the kernel is this one */
    const struct wf_shader_buffer *buffer;
    size_t buffers;
    const struct wf_shader_sampler *sampler;    /* [samplers] */
    size_t samplers;
    bool look;                  /* not to run, but to look at the code: bindings without a buffer get one of a word */
    uint32_t groups[3];
    unsigned dimensions;        /* of the grid, for get_work_dim() of kernels of OpenCL; 0: 3 */
    const struct wf_shader_rectangle *rectangle;        /* of a fragment shader, else NULL */
    const struct wf_shader_lanes *lanes;                /* of a shader that has them, else NULL */
    /* [WF_MESH_RESULTS] of its results, exact, those with words; or NULL */
    const struct wf_shader_expectation *expect_records;
    const struct wf_shader_corners *corners;    /* [corner_inputs] */
    size_t corner_inputs;
    const struct wf_shader_attributes *attributes;      /* or NULL: a compute shader, 6.10 */
    uint32_t num_waves;         /* of a group, instead of its threads; 0: from the attributes, or its threads */
    uint32_t extra_waves;
    bool extra_idle;
    /* of a mesh shader: the task shader whose groups emit its own, or NULL.  Of it the name, the module, its options
     * and attributes count; `groups` and `num_waves` above are those of the tasks */
    const struct wf_shader_dispatch *task;
};
/* As wf_kernel_parse_files; with a task shader its kernel, and that of the mesh shader as `next`; diagnostics are at the
 * marks of the attributes, others have line and column 0; `files` is asked for its dump alone. */
struct wf_kernel *wf_kernel_of_shader(const struct wf_shader_dispatch *dispatch, const struct wf_device *device,
                                      unsigned wave_size, const struct wf_files *files, wf_diagnostic_fn *report,
                                      void *user);

/* Instruction `at` as it is written in line kernel->line[at], operands with their names, blanks folded, without
 * comment.  "" for the `continuing` that the assembler puts in, and for the two instructions of a 64-bit atomic without a
 * half.  Never NULL for at < kernel->count; owned by the
 * kernel.  Of a shader that is to be looked at, not run, all are "": wf_kernel_disassemble_at gives its instructions. */
const char *wf_kernel_source(const struct wf_kernel *kernel, size_t at);

/* As wf_code_disassemble, with the names of the kernel's buffers. */
int wf_kernel_disassemble_at(const struct wf_kernel *kernel, size_t at, char *text, size_t size);

/* A record that a shader leaves in this buffer: "vertex 3", "instance 1 vertex 3" as the shader sees their numbers,
 * "patch 0 point 3", "patch 1", "primitive 2 invocation 0 vertex 1", "mesh group 1,0,0 triangle 2", and "mesh group 5
 * triangle 2", in the order of all, where task groups emit them.  A record of WF_MESH_COUNTS has the name of its
 * invocation or group; so has one of VERTICES where each invocation leaves one. */
enum { WF_RECORD_NAME = 64 };
void wf_kernel_name_record(const struct wf_kernel *kernel, enum wf_mesh_buffer which, uint32_t record,
                           char text[WF_RECORD_NAME]);
/* The type of one number of a record. */
struct wf_layout_node wf_mesh_scalar(const struct wf_mesh_value *value);

/* Lay the buffers out in global memory: bases multiples of 256, at least 256 bytes apart, none at address 0.
 * Fills bases; returns the memory size in words (gaps hold WF_GAP_WORD once wf_kernel_fill ran). */
#define WF_GAP_WORD UINT32_C(0xdeadbeef)
size_t wf_kernel_place(const struct wf_kernel *kernel, struct wf_buffer buffers[WF_MAX_BUFFERS]);
void wf_kernel_fill(const struct wf_kernel *kernel, const struct wf_buffer buffers[WF_MAX_BUFFERS],
                    uint32_t *memory, size_t memory_words);

/* The differences from one `expect` statement, or the writes to the memory outside of the buffers. */
enum { WF_MISMATCH_TEXTS = 8, WF_MISMATCH_TEXT = 200 };
struct wf_mismatches {
    const char *buffer;         /* its name; NULL: outside of the buffers */
    uint32_t line;              /* of the `expect` statement; 0: outside of the buffers */
    bool is_total;              /* a sum or a count: count is 1, and text[0] is complete */
    size_t count;               /* words that differ, at least 1 */
    unsigned texts;             /* the first of them are described: at most WF_MISMATCH_TEXTS ... */
    size_t more;                /* ... and so many words are not */
    /* "Out[2] is 0x00000004 (4), expected 0x00000002 (2)"; by the types of a shader "Out[2].x: 4.0, expected 2.0" */
    char text[WF_MISMATCH_TEXTS][WF_MISMATCH_TEXT];
};
typedef void wf_mismatch_fn(void *user, const struct wf_mismatches *mismatches);

/* Compare memory after the run with what the file expects, gaps included.  Reports once for each expectation that
 * fails, in the order of their lines, then once for the memory outside of the buffers.  Returns the number of words
 * that differ; a sum or count that is wrong counts as one.  `report` may be NULL. */
size_t wf_kernel_compare(const struct wf_kernel *kernel, const struct wf_buffer buffers[WF_MAX_BUFFERS],
                         const uint32_t *memory, size_t memory_words, wf_mismatch_fn *report, void *user);

/* Write one instruction as text the assembler reads back to the same word (FLOW targets come as comments).  Returns
 * the length as snprintf does.  A break or continue is written as of the innermost loop: a word alone does not have
 * the number of enclosing loops. */
int wf_disassemble(uint64_t word, char *text, size_t size);
/* Instruction `at` of the program that begins at `code`: a break or continue of an outer loop has its count. */
int wf_code_disassemble(const uint64_t *code, size_t at, char *text, size_t size);

WF_API_END

#endif
