/* SPDX-License-Identifier: Apache-2.0
 * state.h - everything of one parse.  It holds what the units know, and calls none of them.
 *
 *      direct, direct_pixel                 a shader without a text
 *      parse, kernel                        statements; the two passes
 *      variant                              other values and attributes under a name
 *      shader, shader_bind, shader_code     a SPIR-V module in place of code
 *      shader_mesh                          buffers of shaders that have records
 *      draw                                 what a fragment shader draws
 *      invocations                          what a vertex, tessellation or geometry shader runs for, and its records
 *      io                                   what both take, what the first gives
 *      attr, rejects | buffer, expect, quads | insn, mnemonic, flow
 *      repeat                               lines of code that are read several times
 *      values                               contents: each, lists
 *      expr, eval                           expressions
 *      names                                what was declared
 *      tokens                               the next token, and what was expected instead
 *      diag                                 diagnostics, memory
 *      lex
 *
 * A unit uses those below it only (sim/layers.sh).  A function that returns bool has reported its error when it returns
 * false.
 */
#ifndef WAVEFOLD_ASM_STATE_H
#define WAVEFOLD_ASM_STATE_H

#include "lex.h"
#include "wavefold/kernel.h"
#include "wavefold/spirv.h"

enum {
    WFA_MAX_DIAGNOSTICS = 100,          /* errors */
    WFA_MAX_NOTES = 20,
    WFA_MAX_DIAGNOSTIC_TEXT = 320,
    WFA_MAX_NAME = 31,
    WFA_MAX_REPEATS = 8,                /* one in another */
    WFA_MAX_FILE_NAME = 1023
};

/* What a caller may bound more tightly; tests inject failing allocators. */
struct wfa_limits {
    size_t file_bytes;
    uint64_t buffer_words;          /* all buffers together */
    uint64_t steps;                 /* evaluation steps of all expressions together */
    unsigned mark_line;             /* the line of the first `---`, which ends what all dispatches share; 0: none */
    /* `has_pair`: a task shader and a mesh shader (pair.h).  Of them the mesh shader is parsed, or, with its kernel,
     * the task shader */
    bool has_pair;
    const struct wf_kernel *mesh;
    void *(*resize)(void *user, void *old, size_t size);    /* as realloc; memory is released with free */
    void *resize_user;
};

struct wfa_diagnostic {
    struct wfa_pos pos;
    uint32_t order;
    bool note;                      /* no error */
    char text[WFA_MAX_DIAGNOSTIC_TEXT];
};

enum wfa_symbol_kind { WFA_CONST, WFA_LATE_CONST, WFA_BAD_NAME, WFA_REG, WFA_QUAD, WFA_BUFFER, WFA_FORGOTTEN };

struct wfa_symbol {
    const char *name;
    size_t length;
    enum wfa_symbol_kind kind;
    int64_t value;                  /* value of a constant (wfa_value.exact), number of a register or buffer */
    enum wf_word_type type;         /* of a constant */
    struct wfa_pos pos;
    uint32_t used, set;             /* lines: first use outside a `variant`, last `variant` to set it */
};

enum wfa_attribute {
#define WF_ATTRIBUTE(id, name, least, most, written, range, text) WFA_ATTR_##id,
#include "wavefold/isa.def"
    WFA_ATTR_COUNT
};

/* A use of a system value in the code. */
struct wfa_sv_use {
    struct wfa_pos pos;
    uint8_t sv;
};

/* `bind SET.BINDING = BUFFER, ...` or `bind SET.BINDING[ELEMENT] = BUFFER, ...`: one of them */
struct wfa_bind {
    struct wfa_pos pos;
    uint32_t set, binding, element;     /* element: of an array, else 0 */
    unsigned buffer;
    bool has_element;               /* the text has an element */
    bool is_of_other;               /* a name that the other shader of the pair has, if one has it */
};

/* An array of blocks or images: numbers of buffers from `first` on. */
struct wfa_array {
    uint32_t set, binding, first, elements;
};

/* `input` and `output`: what is at a location of a shader without groups, or that takes patches. */
struct wfa_io {
    struct wfa_pos pos;
    enum wf_location_kind kind;
    uint32_t location, component;
    bool is_corners;                /* an input: `words` words at one corner or at three, or of the lanes */
    bool is_of_instances;           /* they are of instances in place of vertices */
    bool is_of_patches;             /* of points of each patch in place of one */
    const uint32_t *word;
    uint32_t words;
    unsigned buffer;                /* of pixels, or of an image */
};

/* `shader` and what goes with it. */
struct wfa_shader_state {
    struct wfa_pos pos, push_pos;   /* of the file name; of `push` */
    char name[WFA_MAX_FILE_NAME + 1], entry[256];
    uint32_t *word;                 /* [words] the module */
    size_t words;
    struct wf_shader *opened;
    struct wf_shader_spec *spec;
    size_t specs, spec_room;
    struct wfa_bind *bind;
    size_t binds, bind_room;
    bool has_bind_of_other;
    struct wfa_array *array;
    size_t arrays, array_room;
    struct wf_shader_sampler *sampler;
    size_t samplers, sampler_room;
    struct wf_shader_image *image;  /* as it is lowered */
    bool has_push;
    unsigned push;                  /* buffer */
    struct wfa_io *io;
    size_t ios, io_room;
    struct wf_shader_rectangle rectangle;       /* without `covered`: that is in the quads */
    bool has_rectangle;
    struct wf_shader_lanes lanes;
    enum wf_shader_wanted wanted;
    bool first, near_division, look;        /* of struct wf_shader_options, of struct wf_shader_dispatch */
    unsigned output[WF_MESH_RESULTS];       /* `output`: 1 + the buffer; 0: none */
    struct wfa_pos output_pos;      /* of the last one */
    struct wfa_pos task_pos;        /* `task`; line 0: none */
    const char *size_mode;          /* the execution mode that limits the wave size, or NULL */
};

/* `variant`: of the lines so far. */
struct wfa_variants {
    struct wfa_token *name;         /* [count] */
    size_t count, room;
    bool chosen;                    /* the variant that the caller named was among them */
    bool reading;                   /* the line is one: what it uses comes before everything else */
    struct wfa_pos attr[WFA_ATTR_COUNT], reject;        /* in the line that is read; line 0: not there */
    bool attr_set[WFA_ATTR_COUNT], reject_set;  /* by the caller's variant, in place of the file's own */
};

/* A `repeat` that is open. */
struct wfa_repeat {
    struct wfa_pos pos;
    struct wfa_lexer body;          /* at the end of its line, where body_token is the next token */
    struct wfa_token body_token, counter;
    bool has_counter, told;         /* there is a counter; the missing end was reported */
    uint32_t left;                  /* rounds, this one included */
    uint64_t errors;                /* before it */
};

struct wfa_open {                   /* an open if or loop */
    struct wfa_pos pos;
    /* index of the if or loop; of the if, else, loop or continuing whose part is open */
    uint32_t top, opener;
    uint8_t part;                   /* opcode at opener */
    bool continued;
    uint32_t waiting;               /* 1 + last instruction whose target is the end of this part; linked by wfa.link */
};

/* The text is read twice.  The first pass takes the attributes that shape the group, so that WAVE_SIZE and WAVES are
 * known; the second pass takes everything else.  Each pass lexes as it goes; no token list is kept. */
struct wfa {
    struct wfa_lexer lexer;
    struct wfa_token token;         /* the next one, not yet taken */
    const char *taken_end;          /* where the text of the last one taken ends */
    const char *text;
    size_t length;
    struct wfa_limits limits;
    const struct wf_device *device;
    struct wf_files files;
    unsigned wave_size;             /* the caller's wish, or 0 */
    bool first_pass, quiet, out_of_memory;
    bool no_file;                   /* a shader without a text: its attributes alone may have a place */
    bool no_device;                 /* attributes alone, of which none in particular is asked */

    struct wfa_diagnostic *diagnostic;
    unsigned diagnostics, notes;    /* all; those that are notes */
    uint64_t errors;                /* more than the maximum: reading stopped */
    struct wfa_pos oom_pos, last_pos;

    struct wfa_symbol *symbol;      /* hash table */
    size_t symbols, symbol_room;

    struct wfa_variants variant;
    struct wfa_pos attr_of_file[WFA_ATTR_COUNT];        /* outside of variants; line 0: none */
    bool attr_given[WFA_ATTR_COUNT];
    bool attr_bad[WFA_ATTR_COUNT];  /* given, but its value is not known */
    struct wfa_pos attr_pos[WFA_ATTR_COUNT];
    uint32_t committed_size, committed_waves;
    /* to the caller's wave size, from what `unnarrowed` (its wavesize_ members) allows */
    bool narrowed;
    struct wf_desc unnarrowed;

    uint64_t buffer_words, steps;   /* what is left of the limits */
    const struct wf_image *values_of;           /* the image whose texels are being read; NULL: words of a buffer */

    bool in_code, code_seen, dispatch_seen, quads_seen, reject_seen;
    bool shader_seen, has_shader;   /* in this pass; in the file, known in the second */
    struct wfa_shader_state shader;
    unsigned dimensions;                /* numbers of the grid; 0: it has none */
    struct wfa_pos code_pos, dispatch_pos, quads_pos, lanes_pos, insn_pos;
    bool too_long;
    bool insn_good;                 /* the last line of code had no mistake, or there is none */
    bool expect_given[WF_MAX_BUFFERS];
    uint32_t expect_line;           /* of the first `expect` other than reject, or 0 */
    bool reject_of_file;            /* `expect reject` outside of variants */
    struct wfa_pos reject_pos;      /* of the `expect reject`; line 0: none */
    size_t total_room;
    size_t code_room, line_room, link_room, source_at_room;
    size_t sources, source_used, source_room;       /* instructions whose text is kept; bytes of it */
    uint32_t *link;                 /* [count], see wfa_open.waiting */
    struct wfa_open open[WF_MAX_LEVEL + 1];
    unsigned depth;
    struct wfa_repeat repeat[WFA_MAX_REPEATS];
    unsigned repeats, repeats_too_deep;         /* that are open */
    struct wfa_sv_use *sv_use;
    size_t sv_uses, sv_room;
    size_t quad_room;

    struct wfa_token buffer_name[WF_MAX_BUFFERS];   /* [buffer_names] all that the text declares, of the first pass */
    unsigned buffer_names;
    bool addressed[WF_MAX_BUFFERS]; /* an address of it is named */

    struct wf_kernel *kernel;
};

#endif
