/* SPDX-License-Identifier: Apache-2.0
 * diag.h - diagnostics and memory of a parse (diag.c).
 */
#ifndef WAVEFOLD_ASM_DIAG_H
#define WAVEFOLD_ASM_DIAG_H

#include "state.h"
#include "wavefold/suggest.h"

void wfa_error(struct wfa *p, struct wfa_pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A diagnostic that fails nothing. */
void wfa_note(struct wfa *p, struct wfa_pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool wfa_out_of_memory(struct wfa *p);              /* always false */
/* All diagnostics, in the order of the text. */
void wfa_flush(struct wfa *p, wf_diagnostic_fn *report, void *user);
/* "`text`" of a token for messages, shortened; the buffer is given back. */
const char *wfa_shown(const struct wfa_token *token, char buffer[48]);
/* "; perhaps `a` or `b`", or "" when nothing is near. */
const char *wfa_perhaps(const struct wf_suggestions *near, char buffer[160]);
/* Take steps from the limit of evaluation; false, with an error at `pos`, when they are used up. */
bool wfa_spend(struct wfa *p, struct wfa_pos pos, uint64_t steps);
/* Grow an array to hold one more element, or `more` of them. */
bool wfa_grow(struct wfa *p, void *array, size_t *room, size_t used, size_t element);
bool wfa_grow_by(struct wfa *p, void *array, size_t *room, size_t used, size_t element, size_t more);
void *wfa_zeroed(struct wfa *p, size_t count, size_t element);

#endif
