/* SPDX-License-Identifier: Apache-2.0
 * interp_module.h - a module as the interpreter keeps it: types, constants, variables, and the instructions in order.
 *
 * A value is a row of 64-bit slots: one per scalar (bool: 0 or 1; integers and floats: bits, zero above their width)
 * and per address of PhysicalStorageBuffer, two per other pointer.  Results have fixed places in the slots of each lane: without recursion a function is open at most
 * once per lane.  The slots end in `pad` spare ones, for uses that read beyond a shorter value.
 */
#ifndef INTERP_MODULE_H
#define INTERP_MODULE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "interp.h"
#include "spv.h"

enum { MAX_IDS = 1 << 20, MAX_SLOTS = 1 << 20, MAX_MEMBERS = 1 << 14, MAX_OBJECTS = 1 << 16, MAX_NEST = 64 };

struct member {
    uint32_t type, slot;            /* type id, first slot in the struct */
    uint32_t offset, matrix_stride;
    bool row_major;
    int builtin;                    /* or -1 */
};

struct type {
    uint16_t op;                    /* OpTypeInt.. */
    uint8_t width;                  /* of a scalar: 1 (bool), 8, 16, 32, 64 */
    unsigned depth;                 /* nesting of types below it */
    uint32_t count;                 /* components, columns, elements (0: runtime array), members, parameters */
    uint32_t element;               /* type id of a component, column, element, pointee, or what a function returns */
    uint32_t slots;
    uint32_t stride;                /* ArrayStride, of arrays and pointers */
    uint32_t storage;               /* of pointers */
    bool block;                     /* Block or BufferBlock */
    uint32_t dim;                   /* of images; `element` is the type of a component of their texels */
    bool arrayed, has_samples;
    uint32_t format;                /* ImageFormat, 0: unknown */
    bool cuts, flushes;             /* of a float: RoundingModeRTZ, DenormFlushToZero */
    struct member *member;
};

struct insn {
    uint16_t op;
    uint16_t n;                     /* operands after result type and result */
    uint32_t offset;                /* in words, for messages */
    uint32_t result;                /* id or 0 */
    uint32_t at;                    /* first slot of the result */
    const struct type *type;        /* of the result; a type without slots when there is none */
    const uint32_t *w;              /* [n] */
    struct cases *cases;            /* of OpSwitch */
};

/* The labels of an OpSwitch, each once, and which of them a lane may still fall into from which. */
struct cases {
    uint32_t count;
    uint32_t *label;
    uint8_t *before;                /* [c * count + p]: label p reaches label c without passing header or merge block */
};

enum where { IN_NOTHING, IN_LANE, IN_GROUP, IN_BUFFER, IN_PUSH };

/* What a pointer points into.  Its memory is rows of slots, or bytes where the layout is explicit. */
struct object {
    enum where where;
    bool bytes;
    uint32_t type;                  /* type id */
    uint32_t id, storage;
    uint64_t at;                    /* slot in the lane's or byte in the group's memory; number of the buffer */
    uint64_t size;                  /* slots or bytes */
    uint32_t blocks, first_block;   /* an array of so many blocks: each is an object of its own, from that on */
    uint32_t initializer;           /* id or 0 */
    uint32_t set, binding, element; /* element: of an array of images or samplers that it is of */
    int builtin;                    /* or -1 */
};

struct id {
    uint16_t op;                    /* the instruction that made it; 0: nothing did */
    bool constant;                  /* its slots are in module.constant, not in a lane's */
    uint32_t type;                  /* type id */
    uint32_t at;                    /* slot; of a label, function: the index of its instruction */
    uint32_t end;                   /* label: index of the terminator.  function: index of the first block's label */
    struct type *is;                /* of a type: what it is */
    uint32_t spec_id, stride;       /* decorations */
    uint32_t set, binding;
    int builtin;
    uint32_t location, component, index;
    uint32_t xfb_buffer, xfb_stride, offset;
    bool has_xfb;
    bool is_flat, is_linear, is_patch, is_sample;
    bool has_spec_id, block, buffer_block;
    const uint32_t *literal;        /* OpString, OpExtInstImport: its words */
    uint32_t literals;
    struct member_deco *deco;       /* of struct members */
};

struct member_deco {
    struct member_deco *next;
    uint32_t member, decoration, value;
};

struct group_deco {                 /* a decoration group's decorations, to be given to its targets */
    struct group_deco *next;
    uint32_t group, decoration, value;
};

struct arena {
    struct arena_block *block;
    size_t used;
};

struct module {
    struct arena arena;
    const uint32_t *words;
    size_t count;
    struct interp_run *run;
    uint32_t bound;
    struct id *id;
    struct type no_type;            /* of what has none: no slots */
    uint64_t *constant;             /* grows; slots of constants and of pointers to variables */
    uint32_t constants, constant_room;
    struct insn *code;
    uint32_t insns, insn_room;
    struct object *object;          /* number 0 is nothing */
    uint32_t objects, object_room;
    uint32_t first_buffer;          /* the object that is buffer 0 of the run, as addresses lead there */
    uint32_t lane_slots;            /* registers, then variables, then `pad` */
    uint32_t group_bytes;           /* memory of Workgroup variables */
    uint32_t output_bytes;          /* of outputs of a mesh shader in it */
    uint32_t pad;                   /* most slots of any type */
    uint32_t glsl;                  /* id of the GLSL.std.450 import */
    uint32_t entry;                 /* function id */
    const uint32_t *interface;      /* what the entry point lists */
    uint32_t interfaces;
    uint32_t local_size[3];
    uint32_t local_size_id[3], workgroup_size;  /* ids or 0 */
    bool linear, quads;             /* DerivativeGroup */
    uint32_t cuts, flushes;         /* sums of the widths of floats with RoundingModeRTZ, DenormFlushToZero */
    struct group_deco *group_deco;
    uint64_t *scratch;              /* [lane_slots] */
    struct group *group;            /* the one that runs */
    jmp_buf failed;
    char *error;
    size_t room;
};

/* Leaves with a message.  `offset` in words, or NO_OFFSET. */
#define NO_OFFSET UINT32_MAX
_Noreturn void module_fail(struct module *m, uint32_t offset, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Zeroed memory that lives as long as the module. */
void *module_take(struct module *m, size_t size);
void module_free(struct module *m);
/* An array with room for `more` entries after `used`. */
void *module_grow(struct module *m, void *array, uint32_t used, uint32_t more, uint32_t *room, size_t size);

/* Instruction `w` with its result, type and operands taken apart; the result gets no place. */
struct insn module_decode(struct module *m, uint32_t offset, const uint32_t *w, uint32_t n);
uint32_t module_constant_slots(struct module *m, uint32_t slots);   /* first of that many */
/* The slots of a value in one lane; regs may be NULL where all are constants. */
const uint64_t *value(const struct module *m, const uint64_t *regs, uint32_t id);

/* interp_parse.c: reads m->words; fails through m->failed. */
void module_parse(struct module *m);
/* interp_head.c: all that is outside of functions, except for variables. */
void module_head(struct module *m, uint32_t offset, const uint32_t *w, uint32_t n);
void module_finish_head(struct module *m);     /* local size */
/* interp_types.c */
void module_type(struct module *m, uint32_t offset, const uint32_t *w, uint32_t n);
/* interp_const.c: constants in order, OpSpecConstantOp included. */
void module_constant(struct module *m, uint32_t offset, const uint32_t *w, uint32_t n);
/* interp_cases.c: the static part of switches, after all code is read; fails on recursion, too. */
void module_check_code(struct module *m);

static inline struct id *id_of(const struct module *m, uint32_t id)
{
    return &m->id[id < m->bound ? id : 0];
}

static inline const struct type *type_of(const struct module *m, uint32_t type_id)
{
    const struct id *d = id_of(m, type_id);

    return d->is ? d->is : &m->no_type;
}

/* The type of the value `id`. */
static inline const struct type *value_type(const struct module *m, uint32_t id)
{
    return type_of(m, id_of(m, id)->type);
}

/* Operand k of an instruction, 0 after its end. */
static inline uint32_t word_of(const struct insn *n, unsigned k)
{
    return k < n->n ? n->w[k] : 0;
}

/* The scalar type that a scalar, vector or matrix consists of. */
static inline const struct type *scalar_of(const struct module *m, const struct type *t)
{
    while (t->op == OpTypeVector || t->op == OpTypeMatrix)
        t = type_of(m, t->element);
    return t;
}

#endif
