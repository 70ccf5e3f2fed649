/* SPDX-License-Identifier: Apache-2.0
 * generate_build.h - puts a module together: sections and ids; types and constants without duplicates.
 */
#ifndef GENERATE_BUILD_H
#define GENERATE_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spv.h"

struct words {
    uint32_t *w;
    uint32_t n, room;
};

/* In the order of a module.  VARIABLES are those of the function that is being written, its BODY what follows them. */
enum section { CAPABILITIES, EXTENSIONS, IMPORTS, MODEL, ENTRY, MODES, STRINGS, NAMES, DECORATIONS, GLOBALS, CODE, MODULE_SECTIONS,
               VARIABLES = MODULE_SECTIONS, BODY, SECTIONS };

struct unique {
    uint32_t hash, at, n, id;   /* its place in GLOBALS */
};

struct builder {
    struct words section[SECTIONS];
    uint32_t next_id;
    struct unique *unique;      /* open hash table of types and constants, [unique_room] */
    uint32_t uniques, unique_room;
    uint32_t version;           /* 0x00010300.. */
    bool failed;                /* out of memory */
};

uint32_t build_id(struct builder *b);
void build_insn(struct builder *b, enum section s, unsigned op, const uint32_t *w, size_t n);
#define INSN(b, section, op, ...) \
    build_insn(b, section, op, (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))
/* An instruction of the body with result type and result; returns the result. */
uint32_t build_value(struct builder *b, unsigned op, uint32_t type, const uint32_t *w, size_t n);
#define VALUE(b, op, type, ...) \
    build_value(b, op, type, (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))
/* A type (type 0) or constant in GLOBALS; the same words give the same id. */
uint32_t build_unique(struct builder *b, unsigned op, uint32_t type, const uint32_t *w, size_t n);
#define TYPE(b, op, ...) \
    build_unique(b, op, 0, (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))
#define CONSTANT(b, op, type, ...) \
    build_unique(b, op, type, (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))
uint32_t build_u32(struct builder *b, uint32_t value);
/* An instruction with a string after its first `n` words; the words of `after` follow. */
void build_text(struct builder *b, enum section s, unsigned op, const uint32_t *w, size_t n, const char *text, const uint32_t *after,
                size_t afters);
void build_capability(struct builder *b, uint32_t capability);     /* once */
void build_extension(struct builder *b, const char *name);         /* once */
/* Moves a section's words to the end of another. */
void build_append(struct builder *b, enum section to, enum section from);
/* The whole module; NULL when memory ran out. */
uint32_t *build_finish(struct builder *b, size_t *count);
void build_free(struct builder *b);

#endif
