/* SPDX-License-Identifier: Apache-2.0
 * names.h - what was declared (names.c).
 */
#ifndef WAVEFOLD_ASM_NAMES_H
#define WAVEFOLD_ASM_NAMES_H

#include "state.h"
#include "wavefold/suggest.h"

struct wfa_value {
    int64_t exact;                  /* see wfa_eval */
    enum wf_word_type type;
};

bool wfa_declare(struct wfa *p, const struct wfa_token *name, enum wfa_symbol_kind kind, int64_t value);
bool wfa_declare_constant(struct wfa *p, const struct wfa_token *name, const struct wfa_value *value);
/* NULL when nothing has the name. */
const struct wfa_symbol *wfa_find(const struct wfa *p, const struct wfa_token *name);
/* The same, and from here on no variant may set it. */
const struct wfa_symbol *wfa_use(struct wfa *p, const struct wfa_token *name);
/* A variant gives the constant another value, NULL: one that is not known in this pass.  `check`: nothing else. */
bool wfa_set_constant(struct wfa *p, const struct wfa_token *name, const struct wfa_value *value, bool check);
/* The buffer a name means; false when it means none. */
bool wfa_find_buffer(const struct wfa *p, const struct wfa_token *name, unsigned *number);
/* That buffer is declared as an image. */
bool wfa_is_image(const struct wfa *p, unsigned number);
/* Take a name that may be declared; one of a name space of its own, where no word is reserved. */
bool wfa_name(struct wfa *p, struct wfa_token *name, const char *what);
bool wfa_own_name(struct wfa *p, struct wfa_token *name, const char *what);
/* Try every name of these kinds (bits 1 << kind) as a near one. */
void wfa_suggest_names(const struct wfa *p, struct wf_suggestions *near, unsigned kinds);
void wfa_forget_names(struct wfa *p);
/* The counter of a `repeat`: its next value; its end, after which the name is free. */
void wfa_count(struct wfa *p, const struct wfa_token *name);
void wfa_forget(struct wfa *p, const struct wfa_token *name);
/* "r12" with letter 'r': true and its number (capped at 9999). */
bool wfa_numbered(const struct wfa_token *token, char letter, unsigned *number);
/* "6.10", which reads like a float: both numbers, of at most so many digits. */
bool wfa_pair(const struct wfa_token *token, unsigned most, uint32_t part[2]);

#endif
