/* SPDX-License-Identifier: Apache-2.0
 * wf_shadow.h - the model's copy of global memory: a word is copied when hardware or model first touch it.
 *
 * So a run costs what it touches, however large memory is, and words that it does not touch may change.
 */
#ifndef WF_SHADOW_H
#define WF_SHADOW_H

#include "wavefold/lockstep.h"

struct wf_shadow;           /* opaque */

/* Of `count` words, borrowed.  NULL when out of memory. */
struct wf_shadow *wf_shadow_new(const uint32_t *words, size_t count);
void wf_shadow_free(struct wf_shadow *shadow);
/* [count] the copy; a word that was not touched is 0 there. */
uint32_t *wf_shadow_words(const struct wf_shadow *shadow);
/* Before the word is read or written for the first time.  A word beyond the end is ignored.  False when out of
 * memory. */
bool wf_shadow_touch(struct wf_shadow *shadow, size_t word);
/* The lanes of a request, by byte address. */
bool wf_shadow_touch_lanes(struct wf_shadow *shadow, unsigned lanes, const uint32_t *mask, const uint32_t *address);
/* All that was touched agrees, by wf_lockstep_compare. */
bool wf_shadow_agrees(struct wf_shadow *shadow, struct wf_lockstep *ls, uint64_t cycle);

#endif
