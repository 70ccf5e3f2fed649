/* SPDX-License-Identifier: Apache-2.0
 * claims.h - parts of one dispatch that run side by side, in a thread each, and prove while they run that none of them
 * could see another.
 *
 * A part is a machine with some of the groups.  Each word of memory that the dispatch may write has a tag: no part
 * touched it, one part reads it, several read it, one part reads and writes it, or several change it by integer atomics
 * of one kind without results.  A touch that fits none of these is a conflict: the parts stop, and
 * wf_claims_undo puts all words back.  Without a conflict each part read only words that no other part wrote, so it did
 * what it does alone; and the words that several changed have a value that no order of the changes alters.  The
 * outcome is then that of the parts one after another, in any order, however many threads ran them.
 */
#ifndef WAVEFOLD_CLAIMS_H
#define WAVEFOLD_CLAIMS_H

#include "wavefold/machine.h"

WF_API_BEGIN

struct wf_claims;           /* opaque: tags of one memory, for one dispatch after another */

/* True when this code can run in parts at all: it does not read the clock, which counts what all have done. */
bool wf_claims_fit(const uint64_t *code, size_t count);

/* NULL when out of memory.  The memory is borrowed. */
struct wf_claims *wf_claims_new(uint32_t *memory, size_t memory_words);
void wf_claims_free(struct wf_claims *claims);      /* NULL is allowed */

/* The next dispatch has so many parts, 1 or more.  False when out of memory. */
bool wf_claims_begin(struct wf_claims *claims, unsigned parts);

/* From now on a machine that runs nothing is part n, with `count` groups from `first` on.  A machine that has run all
 * groups of another part may be taken again: it is as new.  The buffer of number `private_buffer` belongs to this part
 * alone and is not claimed.  False when out of memory. */
bool wf_machine_take_part(struct wf_machine *m, struct wf_claims *claims, unsigned part, unsigned private_buffer,
                          uint64_t first, uint64_t count);

/* Some part met another, or memory for notes ran out: all of them stop soon, and their results are void. */
bool wf_claims_conflict(const struct wf_claims *claims);
/* After all parts have stopped: memory is as before wf_claims_begin. */
void wf_claims_undo(struct wf_claims *claims);

WF_API_END

#endif
