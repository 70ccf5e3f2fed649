/* SPDX-License-Identifier: Apache-2.0
 * preprocess.h - the tokens of a source in HLSL, Slang or GLSL after the preprocessor, each with its place.
 *
 * Compilers drop attributes that they do not know, and the places of all: so the program reads the source too.  It
 * knows comments, strings, continued lines, #define with and without parameters, # and ##, #undef, #if and its kin,
 * #include, #line and #pragma once.  Other directives, and what is wrong with one, are the compiler's affair.
 */
#ifndef WF_PREPROCESS_H
#define WF_PREPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pp_kind { PP_WORD, PP_NUMBER, PP_STRING, PP_MARK };        /* a mark: a character, && || == != <= >= << >> :: ## */
struct pp_token {
    const char *text;           /* [length] */
    unsigned length;
    enum pp_kind kind;
    unsigned line, column;      /* of what a macro gave: where the macro is named */
    const char *file;           /* as the source, an #include or #line names it */
    bool spaced;                /* blanks, a comment or the start of a line come before it */
    bool done;                  /* a name that is expanded no more */
};

struct pp;                      /* opaque: the tokens, and all their memory */

struct pp_define {
    const char *name, *value;
};
/* Read `file`.  Includes are sought in the folder of the includer, then in `folders` (up to a NULL).  NULL: no memory,
 * or no such file. */
struct pp *pp_read(const char *file, const char *const *folders, const struct pp_define *defines);
void pp_free(struct pp *pp);

const struct pp_token *pp_tokens(const struct pp *pp, size_t *count);
/* False when it gave up: the source becomes too long, or includes itself without end. */
bool pp_whole(const struct pp *pp);
/* The name of the first file that was to be included and was not found, and where; NULL: all were. */
const char *pp_not_found(const struct pp *pp, struct pp_token *at);
/* A file whose name ends so was included. */
bool pp_included(const struct pp *pp, const char *ending);

bool pp_is(const struct pp_token *token, const char *text);

/* An integer expression as in C in token[*at ..end-1]; *at is then its end.  `names` gives a name a value, or false. */
typedef bool pp_value_fn(void *user, const struct pp_token *name, int64_t *value);
bool pp_evaluate(const struct pp_token *token, size_t *at, size_t end, pp_value_fn *names, void *user, int64_t *value);

#endif
