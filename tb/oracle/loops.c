/* SPDX-License-Identifier: Apache-2.0
 * loops.c - do values that come from memory or from other lanes leave a loop in which they were made?
 *
 * For one fault of devices (faults.def, loop_value).  What is answered is "they may": the text of the module is walked, a loop being what
 * stands between its header and its merge block; what is computed from such a value, or was stored in a variable and is loaded from it, counts
 * as the value itself.
 */
#include "facts.h"

#include <stdlib.h>
#include <string.h>

struct walk {
    const uint32_t *word;
    size_t words;
    uint32_t bound;
    uint32_t *type;             /* [bound] of each result */
    uint32_t *storage;          /* [bound] storage class of each pointer type */
    uint32_t *base;             /* [bound] the variable that a pointer leads into */
    bool *held;                 /* [bound] in the loop at hand: such a value, or a variable that has one */
};

static size_t length_at(const struct walk *w, size_t at)
{
    const size_t length = w->word[at] >> 16;

    return length && length <= w->words - at ? length : w->words - at;
}

static uint32_t operand(const struct walk *w, size_t at, size_t n)
{
    const uint32_t id = n < length_at(w, at) ? w->word[at + n] : 0;

    return id < w->bound ? id : 0;
}

/* Words 1 and 2 are type and result. */
static bool is_typed(uint32_t op)
{
    const struct wfs_spirv_info *info = wfs_spirv_info(op);

    return info && info->shape[0] == 't' && info->shape[1] == 'r';
}

static void learn(struct walk *w)
{
    for (size_t at = 5; at < w->words; at += length_at(w, at)) {
        const uint32_t op = w->word[at] & 0xffff;
        if (op == WfsOpTypePointer)
            w->storage[operand(w, at, 1)] = w->word[at + 2];
        if (!is_typed(op))
            continue;
        const uint32_t result = operand(w, at, 2), from = operand(w, at, 3);
        w->type[result] = operand(w, at, 1);
        w->base[result] = op == WfsOpVariable ? result : op == WfsOpAccessChain || op == WfsOpInBoundsAccessChain || op == WfsOpCopyObject ? w->base[from] : 0;
    }
}

/* A value from memory that others may see, or from other lanes. */
static bool is_source(const struct walk *w, size_t at)
{
    const uint32_t op = w->word[at] & 0xffff;
    const char *name = wfs_spirv_info(op) ? wfs_spirv_info(op)->name : "";

    if (op == WfsOpLoad) {
        const uint32_t storage = w->storage[w->type[operand(w, at, 3)]];
        return storage == WfsStorageClassStorageBuffer || storage == WfsStorageClassUniform;
    }
    return op == WfsOpFunctionCall || strstr(name, "Atomic") || strstr(name, "Group") || strstr(name, "Subgroup");
}

static bool has_held(const struct walk *w, size_t at, size_t first)
{
    for (size_t n = first; n < length_at(w, at); n++)
        if (w->held[operand(w, at, n)] || w->held[w->base[operand(w, at, n)]])
            return true;
    return false;
}

/* One instruction of the loop. */
static void spread(struct walk *w, size_t at)
{
    const uint32_t op = w->word[at] & 0xffff;

    if (op == WfsOpStore && has_held(w, at, 2))
        w->held[w->base[operand(w, at, 1)]] = true;
    else if (is_typed(op) && (is_source(w, at) || has_held(w, at, 3)))
        w->held[operand(w, at, 2)] = true;
    w->held[0] = false;
}

/* Where the block `label` begins, behind `at`. */
static size_t find_label(const struct walk *w, size_t at, uint32_t label)
{
    for (; at < w->words && (w->word[at] & 0xffff) != WfsOpFunctionEnd; at += length_at(w, at))
        if ((w->word[at] & 0xffff) == WfsOpLabel && operand(w, at, 1) == label)
            break;
    return at;
}

static bool leaves(struct walk *w, size_t header, size_t merge)
{
    memset(w->held, 0, w->bound * sizeof *w->held);
    for (unsigned round = 0; round < 2; round++)        /* around the loop once */
        for (size_t at = header; at < merge && at < w->words; at += length_at(w, at))
            spread(w, at);
    for (size_t at = merge; at < w->words && (w->word[at] & 0xffff) != WfsOpFunctionEnd; at += length_at(w, at))
        if ((w->word[at] & 0xffff) != WfsOpStore ? has_held(w, at, 1) : w->held[operand(w, at, 2)])
            return true;
    return false;
}

static bool any_leaves(struct walk *w)
{
    size_t block = 0;

    for (size_t at = 5; at < w->words; at += length_at(w, at)) {
        const uint32_t op = w->word[at] & 0xffff;
        if (op == WfsOpLabel)
            block = at;
        if (op == WfsOpLoopMerge && leaves(w, block, find_label(w, at, operand(w, at, 1))))
            return true;
    }
    return false;
}

bool wfo_facts_loop_value(const struct wfo_facts *f)
{
    const uint32_t bound = f->words > 3 ? f->word[3] : 0;
    struct walk w = {.word = f->word, .words = f->words, .bound = bound ? bound : 1};
    bool found = true;                  /* when memory is short */

    w.type = calloc(w.bound, sizeof *w.type);
    w.storage = calloc(w.bound, sizeof *w.storage);
    w.base = calloc(w.bound, sizeof *w.base);
    w.held = calloc(w.bound, sizeof *w.held);
    if (w.type && w.storage && w.base && w.held) {
        learn(&w);
        found = any_leaves(&w);
    }
    free(w.type);
    free(w.storage);
    free(w.base);
    free(w.held);
    return found;
}
