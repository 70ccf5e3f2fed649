/* SPDX-License-Identifier: Apache-2.0
 * hlsl.h - declarations in HLSL or Slang, as far as attributes need them: functions, structs, constants, and calls.
 */
#ifndef WF_HLSL_H
#define WF_HLSL_H

#include "preprocess.h"

/* Tokens from..end-1. */
struct hlsl_span {
    size_t from, end;
};
struct hlsl_function {
    const struct pp_token *name;
    struct hlsl_span head, parameters, body;    /* head: all before the name; the others without their brackets */
    bool exported;
    bool reached, followed;     /* by the last hlsl_reach; its calls too */
};
struct hlsl_named {             /* a struct, or a constant and its initializer */
    const struct pp_token *name;
    struct hlsl_span span;
    bool seen;                  /* for a search that looks into each struct once */
};
struct hlsl {
    const struct pp_token *token;
    size_t tokens;
    struct hlsl_function *function;
    struct hlsl_named *record, *constant;
    size_t functions, records, constants, function_room, record_room, constant_room;
    unsigned steps;             /* constants that were looked up */
    bool no_memory;
};

void hlsl_read(struct hlsl *h, const struct pp_token *token, size_t tokens);
void hlsl_free(struct hlsl *h);

/* The index after the bracket that closes the one at `open`, or `end`. */
size_t hlsl_behind(const struct hlsl *h, size_t open, size_t end);
bool hlsl_same(const struct pp_token *a, const struct pp_token *b);
/* As pp_is in any letter case, as attributes and semantics are written. */
bool hlsl_is(const struct pp_token *token, const char *text);
/* A function of this name has a body in the source. */
bool hlsl_defines(const struct hlsl *h, const struct pp_token *name);
/* Mark the functions that `from` comes to by calls, itself too. */
void hlsl_reach(struct hlsl *h, struct hlsl_function *from);
/* A pp_value_fn: constants of integers at file level; user: struct hlsl. */
bool hlsl_value(void *user, const struct pp_token *name, int64_t *value);

#endif
