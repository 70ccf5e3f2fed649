/* SPDX-License-Identifier: Apache-2.0
 * tokens.h - the next token of a parse (tokens.c).
 */
#ifndef WAVEFOLD_ASM_TOKENS_H
#define WAVEFOLD_ASM_TOKENS_H

#include "diag.h"

void wfa_next(struct wfa *p);
bool wfa_at(const struct wfa *p, int kind);
bool wfa_at_word(const struct wfa *p, const char *word);
bool wfa_token_is(const struct wfa_token *token, const char *word);
/* True and taken, or false and still there. */
bool wfa_take(struct wfa *p, int kind);
bool wfa_take_word(struct wfa *p, const char *word);
bool wfa_expect(struct wfa *p, int kind, const char *wanted);
/* Something else was wanted. */
bool wfa_unexpected(struct wfa *p, const char *wanted);
/* The same, with the names near to the token; both always false. */
bool wfa_unexpected_suggest(struct wfa *p, const char *wanted, const struct wf_suggestions *near);
/* Begin with the next token; nothing is near to one that is no word. */
void wfa_suggest_start(const struct wfa *p, struct wf_suggestions *near);
/* An unknown word that HLSL knows; always false. */
bool wfa_unknown_foreign(struct wfa *p, const char *what, const struct wfa_token *word, const struct wf_foreign *h);
void wfa_skip_line(struct wfa *p);
/* A word that begins a statement; the next token is one, or `[`, and begins a line. */
bool wfa_is_statement(const struct wfa_token *token);
bool wfa_at_statement(const struct wfa *p);
/* Try the words that begin a statement. */
void wfa_suggest_statements(struct wf_suggestions *near);

#endif
