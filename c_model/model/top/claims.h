/* SPDX-License-Identifier: Apache-2.0
 * claims.h - what a machine that is a part of a dispatch asks before it touches memory.
 */
#ifndef WAVEFOLD_TOP_CLAIMS_H
#define WAVEFOLD_TOP_CLAIMS_H

#include "wavefold/claims.h"

#include "impl.h"

#include "../lds/access.h"

/* The access of global memory may be performed.  False: it is done already, or a conflict stops the part.
 * `first_word`: of the buffer. */
bool wf_claims_access(struct wf_machine *m, const struct wf_decoded *code, const struct wf_access *access,
                      uint32_t first_word);

/* A run of the machine ends: what it has kept of atomics that other parts perform too is in memory from here on. */
void wf_claims_end_turn(struct wf_machine *m);

void wf_part_free(struct wf_part *part);

/* A conflict was seen.  False for a machine that is no part. */
bool wf_claims_stopped(const struct wf_machine *m);

#endif
