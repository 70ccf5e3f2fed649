/* SPDX-License-Identifier: Apache-2.0
 * attribute_scan.h - a source of HLSL or Slang while its attributes are read: attributes.c finds the entry point and
 * judges, attribute_list.c takes the attributes before it, attribute_uses.c looks at what it uses.
 */
#ifndef WF_ATTRIBUTE_SCAN_H
#define WF_ATTRIBUTE_SCAN_H

#include "attributes.h"
#include "hlsl.h"

enum { MOST_USES = 64 };

struct scan {
    const char *file;
    struct hlsl h;
    struct hlsl_function *entry;
    struct source_attributes *s;
    struct wf_shader_attributes marked;         /* its marks are numbers of `place`, for files differ */
    const struct pp_token *place[WF_ATTR_COUNT + MOST_USES + 1];       /* 1.. */
    unsigned places;
    struct wf_shader_use use[MOST_USES];
    size_t uses;
    bool is_ray;                /* a stage of ray tracing */
    const char *stage;          /* as it is written, or NULL */
    unsigned errors, depth;     /* depth: of structs in structs */
};

/* ---- attribute_list.c ---- */

/* A message at a token; it counts as an error. */
void scan_complain(struct scan *s, const struct pp_token *at, const char *format, ...);

struct scan_attribute {
    const char *name, *written;
    unsigned least, most;       /* numbers in its parentheses */
};
extern const struct scan_attribute scan_attribute[WF_ATTR_COUNT];
/* The number of the place of a token, as a mark has it for a line. */
unsigned scan_place(struct scan *s, const struct pp_token *token);
/* Those that a source may have; others are the compiler's: WF_ATTR_COUNT. */
enum wf_attribute scan_which(const struct pp_token *name);
/* All before the entry point: `[a(1)] [b, c("d")] [[e]]`. */
void scan_take_all(struct scan *s);
/* The first token in the parentheses of its attribute `shader`, or NULL. */
const struct pp_token *scan_stage_mark(const struct scan *s, const struct hlsl_function *f);

/* ---- attribute_uses.c ---- */

/* Ids of threads, queries of waves, and calls that decide its stage. */
void scan_find_uses(struct scan *s);
/* An attribute of entry points somewhere else: compilers pass over it. */
void scan_check_strays(struct scan *s);
/* Functions that a library exports, called or not. */
void scan_check_exports(struct scan *s);

#endif
