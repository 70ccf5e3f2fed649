/* SPDX-License-Identifier: Apache-2.0
 * advise.h - atomics of which all lanes of a wave hit one word, and code with wave operations in their place.
 *
 * The rule: instead of an atomic in every lane, combine the operands over the wave and let one lane perform one atomic.
 * docs/design.md has its value here, docs/advise.md the proofs.
 */
#ifndef WAVEFOLD_ADVISE_H
#define WAVEFOLD_ADVISE_H

#include "wavefold/api.h"
#include "wavefold/kernel.h"

WF_API_BEGIN

/* What combines the operands of the lanes. */
enum wf_fold {
    WF_FOLD_NONE,               /* nothing: exchange and compare-exchange */
    WF_FOLD_COUNT,              /* add or sub, the operand is the constant 1: the number of active lanes */
    WF_FOLD_ONCE,               /* and, or, min, max, the operand is the same in all lanes: once is as good as often */
    WF_FOLD_REDUCE              /* a reduction over the wave */
};

struct wf_atomic {
    size_t at;                  /* index of the instruction */
    /* proven: all lanes of a wave that perform it together name one word, whatever the buffers hold */
    bool one_word;
    enum wf_fold fold;
};

/* Every atomic that lanes can come to, in the order of the code; `shape` as the dispatch rules gave it.  *atomics is
 * to be freed.  False when out of memory. */
bool wf_atomics_find(const struct wf_kernel *kernel, const struct wf_shape *shape, struct wf_atomic **atomics,
                     size_t *count);

/* Rewrite atomics of the kernel: those of at[0..count-1], ascending indices.  Instructions of the same source line
 * replace each.  An old value that is used comes out the same.  Right only where all lanes that perform the atomic
 * together name one word.  False, with why (static text) and the kernel as it was, when it cannot be done. */
bool wf_atomics_rewrite(struct wf_kernel *kernel, const struct wf_device *device, const struct wf_shape *shape,
                        const size_t *at, size_t count, const char **why);

WF_API_END

#endif
