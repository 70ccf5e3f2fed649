/* SPDX-License-Identifier: Apache-2.0
 * patch.h - a changed copy of a module, made from its first instruction to its last.
 *
 * Types, constants and variables precede the functions; those that a function turns out to need come after the others.
 */
#ifndef WFO_PATCH_H
#define WFO_PATCH_H

#include "facts.h"

/* Their number, and the words themselves. */
#define OPERANDS(...) sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), (const uint32_t[]){__VA_ARGS__}

struct wfo_stream {
    uint32_t *word;
    size_t words, room;
};

struct wfo_patch {
    const struct wfo_facts *f;          /* the module as it was */
    size_t *def;                        /* [f->word[3]] where each result is made; 0: nowhere */
    uint32_t bound;                     /* of ids, with the new ones */
    bool in_function;                   /* the instruction at hand is */
    bool changed;                       /* something is not as it was */
    bool failed;                        /* memory is short, or there is no such module */
    struct wfo_stream capability, global, body;
};

/* Puts what the instruction becomes, if anything; false: it stays as it is. */
typedef bool wfo_patch_fn(void *user, const uint32_t *w, size_t length);

/* The module with all its instructions so changed, to be freed, or NULL when `p` has failed; words: its length. */
uint32_t *wfo_patch_module(struct wfo_patch *p, const struct wfo_facts *f, wfo_patch_fn *change, void *user, size_t *words);
/* The same in place of the module of *f.  False: it has failed, and *f is as it was. */
bool wfo_patch_facts(struct wfo_patch *p, struct wfo_facts *f, wfo_patch_fn *change, void *user);

/* Put an instruction with type and result where the walk is: a new id, or with `result` not 0 this one. */
uint32_t wfo_patch_value(struct wfo_patch *p, uint32_t op, uint32_t type, uint32_t result, size_t operands, const uint32_t operand[]);
void wfo_patch_capability(struct wfo_patch *p, uint32_t capability);

/* The id of a type, which is put there when it is not there yet. */
uint32_t wfo_patch_type(struct wfo_patch *p, uint32_t op, size_t operands, const uint32_t operand[]);
uint32_t wfo_patch_int(struct wfo_patch *p);            /* signed, of 32 bits */
uint32_t wfo_patch_uint(struct wfo_patch *p);
uint32_t wfo_patch_float(struct wfo_patch *p);
uint32_t wfo_patch_bool(struct wfo_patch *p);
uint32_t wfo_patch_vector(struct wfo_patch *p, uint32_t of, uint32_t count);
/* Of 32 bits, of this type. */
uint32_t wfo_patch_constant(struct wfo_patch *p, uint32_t type, uint32_t word);

/* The instruction of the module as it was that makes `id`; one of a single word, 0, when nothing does. */
const uint32_t *wfo_patch_def(const struct wfo_patch *p, uint32_t id);
/* The type of a value. */
uint32_t wfo_patch_type_of(const struct wfo_patch *p, uint32_t id);

#endif
