/* SPDX-License-Identifier: Apache-2.0
 * module.h - a SPIR-V module as words, with a table of its ids: where each is defined, its name, its decorations.
 *
 * Nothing of a module is trusted.  wfs_module_read checks that instructions lie within the words and have the operands
 * that the grammar demands; ids are looked up by wfs_id, which fails for what is not defined; an operand is read by
 * wfs_operand.
 */
#ifndef WAVEFOLD_SPIRV_MODULE_H
#define WAVEFOLD_SPIRV_MODULE_H

#include "env.h"
#include "grammar.h"

struct wfs_type;
struct wfs_lower;
struct wfs_decoration {
    uint32_t kind;                  /* WfsDecoration* */
    uint32_t member;                /* of a struct; WFS_WHOLE: of the id itself */
    uint32_t operand, operands;     /* words of the module */
    const struct wfs_decoration *next;          /* of the same id */
    uint32_t id;
    const struct wfs_decoration *chain;         /* in a table by id, member and kind */
};
enum { WFS_DECORATION_CHAINS = 1 << 14 };
#define WFS_WHOLE UINT32_MAX

struct wfs_id {
    uint32_t at;                    /* word at which the defining instruction begins; 0: not defined */
    uint32_t type;                  /* id of the type of the result, or 0 */
    uint16_t op;
    const char *name;               /* of OpName, or NULL */
    const struct wfs_decoration *decoration;
};

struct wfs_member_name {
    uint32_t id, member;
    const char *name;
    struct wfs_member_name *next;
};

struct wfs_entry {
    uint32_t function, model;
    const char *name;
    uint32_t at;                    /* of OpEntryPoint */
};

struct wfs_module {
    struct wfs_env *env;
    /* [room], words + as much as all OpSpecConstantOp; a copy in the byte order of the host */
    uint32_t *word;
    uint32_t words, room, bound, version;
    struct wfs_id *id;              /* [bound] */
    struct wfs_type **parsed;       /* [bound] types: type.c; NULL until asked for */
    void **made;                    /* [bound] whatever the lowering keeps of variables, functions, labels */
    struct wfs_member_name *member_names;
    struct wfs_entry *entry;        /* [entries] */
    size_t entries, entry_room;
    const struct wfs_decoration **chain;        /* [WFS_DECORATION_CHAINS] */
    /* something is decorated Coherent or Volatile: what other groups stored shows without a fence of device scope */
    bool coherent;
    uint32_t glsl;                  /* id of the import of GLSL.std.450, or 0 */
    uint32_t opencl;                /* id of the import of OpenCL.std, or 0 */
    /* the memory model is OpenCL: pointers are numbers of so many bits, types are laid out as C does; 0: a shader */
    unsigned kernel_pointer;
    const uint32_t *origin;         /* word of the module as it was given, for each word; NULL: the same */
    struct wfs_lower *lower;        /* for constant_u32, which gives the value of a constant: the length of an array */
    uint32_t (*constant_u32)(struct wfs_module *m, uint32_t id);
    unsigned nesting;               /* of types, constants or calls that are being read */
    uint32_t constant_at;           /* word of the constant that is being made; 0: none is */
    /* the next free word after the module: the instructions of OpSpecConstantOp are written there */
    uint32_t spare;
    uint32_t first_function;        /* word of the first OpFunction, or `words` */
};

/* Read a module of `words` words in either byte order. */
void wfs_module_read(struct wfs_module *m, struct wfs_env *env, const uint32_t *word, size_t words);
/* A copy of which nothing is known but what it was read with, for an attempt at lowering with memory of its own.  It has
 * the names, decorations and entry points of the original, which must live longer. */
void wfs_module_copy(struct wfs_module *m, struct wfs_env *env, const struct wfs_module *from);

/* ---- an instruction, by the word at which it begins ---- */

static inline uint32_t wfs_op_at(const struct wfs_module *m, uint32_t at) { return m->word[at] & 0xffff; }
static inline uint32_t wfs_length_at(const struct wfs_module *m, uint32_t at) { return m->word[at] >> 16; }
static inline uint32_t wfs_after(const struct wfs_module *m, uint32_t at) { return at + wfs_length_at(m, at); }
/* Word n of the instruction, 1 being the first after its head; fails when there are fewer. */
uint32_t wfs_operand(const struct wfs_module *m, uint32_t at, uint32_t n);
/* The operands of an instruction from word n on, and those of the instructions that continue it
 * (SPV_INTEL_long_composites): the next one is word n of the one at `at`.  False: there are no more. */
struct wfs_list {
    uint32_t at, n;
};
bool wfs_has_next(const struct wfs_module *m, struct wfs_list *list);
/* Text in words n.. of the instruction, as a copy. */
char *wfs_operand_text(const struct wfs_module *m, uint32_t at, uint32_t n);
/* Likewise a name, of an id or a file.  Control characters become `?`, as messages and listings consist of lines. */
const char *wfs_operand_name(const struct wfs_module *m, uint32_t at, uint32_t n);
/* Fail when it has fewer words than the grammar demands. */
void wfs_check_shape(const struct wfs_module *m, uint32_t at);
/* Word n may be an id by the grammar; a literal is none, even with the value of one. */
bool wfs_is_id_at(const struct wfs_module *m, uint32_t at, uint32_t n);

/* ---- ids ---- */

/* The id as it is defined; fails when it is not. */
struct wfs_id *wfs_id(const struct wfs_module *m, uint32_t id);
/* A decoration of an id, or of a member of a struct; NULL when there is none. */
const struct wfs_decoration *wfs_decoration(const struct wfs_module *m, uint32_t id, uint32_t member, uint32_t kind);
/* Its first operand, or `otherwise`. */
uint32_t wfs_decorated(const struct wfs_module *m, uint32_t id, uint32_t member, uint32_t kind, uint32_t otherwise);
/* "name" or "%12"; of a member "name" or "member 3". */
const char *wfs_shown(const struct wfs_module *m, uint32_t id);
const char *wfs_member_shown(const struct wfs_module *m, uint32_t id, uint32_t member);

/* The name of a member, or NULL. */
const char *wfs_member_name(const struct wfs_module *m, uint32_t id, uint32_t member);

/* Fail with a message that names the instruction at word `at`. */
_Noreturn void wfs_refuse(const struct wfs_module *m, uint32_t at, const char *format, ...) WFS_PRINTF(3, 4);

#endif
