/* SPDX-License-Identifier: Apache-2.0
 * loops.c - do values that come from memory or from other lanes leave a loop in which they were made?  Do any that are made where it
 * continues?  And does a loop wait for what an atomic gives?
 *
 * For faults of devices (faults.def: loop_value, continue_value, loop_limit).  What is answered is "they may": the text of the module is walked,
 * a loop being what stands between its header and its merge block, and its continue construct what stands between the continue target and that;
 * what is computed from such a value, or was stored in a variable and is loaded from it, counts as the value itself.
 */
#include "facts.h"

#include <stdlib.h>
#include <string.h>

enum question { LOOP_VALUE, CONTINUE_VALUE, WAIT };

struct walk {
    enum question question;
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

/* A value from memory that others may see, or from other lanes; where loops wait, from atomics. */
static bool is_source(const struct walk *w, size_t at)
{
    const uint32_t op = w->word[at] & 0xffff;
    const char *name = wfs_spirv_info(op) ? wfs_spirv_info(op)->name : "";

    if (w->question == WAIT)
        return strstr(name, "Atomic") != NULL;
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

/* One instruction of the loop, or of its continue construct, where whatever is made counts. */
static void spread(struct walk *w, size_t at)
{
    const uint32_t op = w->word[at] & 0xffff;
    const bool all = w->question == CONTINUE_VALUE;

    if (op == WfsOpStore && (all || has_held(w, at, 2)))
        w->held[w->base[operand(w, at, 1)]] = true;
    else if (is_typed(op) && (all || is_source(w, at) || has_held(w, at, 3)))
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

/* Find the values that are made from `first` on, in front of `merge`. */
static void hold(struct walk *w, size_t first, size_t merge)
{
    memset(w->held, 0, w->bound * sizeof *w->held);
    for (unsigned round = 0; round < 2; round++)        /* around the loop once */
        for (size_t at = first; at < merge && at < w->words; at += length_at(w, at))
            spread(w, at);
}

/* One of them says where the loop goes. */
static bool steers(const struct walk *w, size_t first, size_t merge)
{
    for (size_t at = first; at < merge && at < w->words; at += length_at(w, at)) {
        const uint32_t op = w->word[at] & 0xffff;
        if ((op == WfsOpBranchConditional || op == WfsOpSwitch) && w->held[operand(w, at, 1)])
            return true;
    }
    return false;
}

/* One of them is used behind `merge`. */
static bool leaves(const struct walk *w, size_t merge)
{
    for (size_t at = merge; at < w->words && (w->word[at] & 0xffff) != WfsOpFunctionEnd; at += length_at(w, at))
        if ((w->word[at] & 0xffff) != WfsOpStore ? has_held(w, at, 1) : w->held[operand(w, at, 2)])
            return true;
    return false;
}

static bool any_loop(struct walk *w)
{
    size_t block = 0;

    for (size_t at = 5; at < w->words; at += length_at(w, at)) {
        const uint32_t op = w->word[at] & 0xffff;
        if (op == WfsOpLabel)
            block = at;
        if (op != WfsOpLoopMerge)
            continue;
        const size_t first = w->question == CONTINUE_VALUE ? find_label(w, block, operand(w, at, 2)) : block;
        const size_t merge = find_label(w, at, operand(w, at, 1));
        hold(w, first, merge);
        if (w->question == WAIT ? steers(w, first, merge) : leaves(w, merge))
            return true;
    }
    return false;
}

static bool walk(const struct wfo_facts *f, enum question question)
{
    const uint32_t bound = f->words > 3 ? f->word[3] : 0;
    struct walk w = {.question = question, .word = f->word, .words = f->words, .bound = bound ? bound : 1};
    bool found = true;                  /* when memory is short */

    w.type = calloc(w.bound, sizeof *w.type);
    w.storage = calloc(w.bound, sizeof *w.storage);
    w.base = calloc(w.bound, sizeof *w.base);
    w.held = calloc(w.bound, sizeof *w.held);
    if (w.type && w.storage && w.base && w.held) {
        learn(&w);
        found = any_loop(&w);
    }
    free(w.type);
    free(w.storage);
    free(w.base);
    free(w.held);
    return found;
}

bool wfo_facts_loop_value(const struct wfo_facts *f)
{
    return walk(f, LOOP_VALUE);
}

bool wfo_facts_continue_value(const struct wfo_facts *f)
{
    return walk(f, CONTINUE_VALUE);
}

bool wfo_facts_wait(const struct wfo_facts *f)
{
    return walk(f, WAIT);
}
