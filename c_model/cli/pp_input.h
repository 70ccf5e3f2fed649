/* SPDX-License-Identifier: Apache-2.0
 * pp_input.h - what preprocess.c reads: a stack of files and replacements of macros, each until its last token.
 */
#ifndef WF_PP_INPUT_H
#define WF_PP_INPUT_H

#include <stddef.h>

#include "preprocess.h"

enum { MOST_TOKENS = 1 << 20, MOST_DEPTH = 200, MOST_FILES = 64, MOST_BYTES = 64 << 20, MOST_IFS = 200 };

struct list {
    struct pp_token *token;
    size_t count, room;
};

struct macro {
    char *name;
    bool function, busy;
    struct list parameters, body;
    struct macro *next;
};

struct cond {
    bool taken, on, outer;      /* a branch was taken; this one is; the code around the #if is */
};

struct source {                 /* an open file, or tokens */
    char *text;                 /* NULL: tokens */
    const char *at, *name, *path;
    unsigned line, column;
    bool fresh;                 /* only blanks in this line so far */
    struct cond cond[MOST_IFS];
    unsigned conds;
    struct list list;           /* borrowed where `macro` is NULL */
    size_t next;
    struct macro *macro;
    struct source *below;
};

struct block {                  /* everything that is freed in the end */
    struct block *older;
    max_align_t bytes[];
};

struct pp {
    struct block *blocks;
    struct macro *macros;
    struct source *top;
    unsigned depth, files;
    const char *const *folders;
    const char *once[MOST_FILES], *included[MOST_FILES];
    unsigned onces, includes;
    struct pp_token lost;       /* the first #include whose file was not found, */
    const char *lost_name;      /* NULL: there is none */
    struct list out;
    size_t taken;               /* tokens in all, of expansions too */
    bool gave_up, no_memory;
};

/* Memory until the end, all 0; NULL, and pp->gave_up, without. */
void *pp_keep(struct pp *pp, size_t size);
char *pp_keep_text(struct pp *pp, const char *text, size_t length);
void pp_append(struct pp *pp, struct list *list, const struct pp_token *token);

/* The stack.  A file is read whole, of #pragma once once only; messages call it `name`.  False: it cannot be read. */
bool pp_push_file(struct pp *pp, const char *path, const char *name);
/* Tokens that stay the caller's; `macro`, or NULL, is busy until they are popped. */
void pp_push_list(struct pp *pp, struct list list, struct macro *macro);
void pp_pop(struct pp *pp);

/* Characters of a file, a continued line as one: the next (0: the end); past it; past blanks and comments on its line
 * (true: there were any). */
char pp_look(struct source *s);
void pp_step(struct source *s);
bool pp_skip_blanks(struct source *s);
/* The next token of the line (at most 4,094 characters, the rest is dropped), false at its end; all that are left. */
bool pp_lex(struct pp *pp, struct source *s, struct pp_token *token);
struct list pp_lex_line(struct pp *pp, struct source *s);

#endif
