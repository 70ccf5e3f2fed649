/* SPDX-License-Identifier: Apache-2.0
 * generate_build.c - sections of words that grow into a module.
 */
#include "generate_build.h"

#include <stdlib.h>
#include <string.h>

static uint32_t *more(struct builder *b, struct words *s, size_t n)
{
    if (s->n + n > s->room) {
        const size_t room = 2 * (s->n + n) + 64;
        uint32_t *w = realloc(s->w, room * sizeof *w);
        if (!w) {
            b->failed = true;
            return NULL;
        }
        s->w = w;
        s->room = (uint32_t)room;
    }
    s->n += (uint32_t)n;
    return s->w + s->n - n;
}

static void put(struct builder *b, enum section s, const uint32_t *w, size_t n)
{
    uint32_t *place = more(b, &b->section[s], n);

    if (place && n)
        memcpy(place, w, n * sizeof *w);
}

uint32_t build_id(struct builder *b)
{
    return b->next_id++;
}

void build_insn(struct builder *b, enum section s, unsigned op, const uint32_t *w, size_t n)
{
    const uint32_t first = op | (uint32_t)(n + 1) << 16;

    put(b, s, &first, 1);
    put(b, s, w, n);
}

uint32_t build_value(struct builder *b, unsigned op, uint32_t type, const uint32_t *w, size_t n)
{
    const uint32_t head[3] = { op | (uint32_t)(n + 3) << 16, type, build_id(b) };

    put(b, BODY, head, 3);
    put(b, BODY, w, n);
    return head[2];
}

static bool same(const struct builder *b, const struct unique *u, unsigned op, uint32_t type, const uint32_t *w, size_t n)
{
    const uint32_t *at = b->section[GLOBALS].w + u->at, id_at = type ? 2 : 1;

    if ((at[0] & 0xffff) != op || u->n != n || (type && at[1] != type))
        return false;
    return n == 0 || memcmp(at + id_at + 1, w, n * sizeof *w) == 0;
}

static void grow_unique(struct builder *b)
{
    const uint32_t room = b->unique_room ? b->unique_room * 2 : 256;
    struct unique *table = calloc(room, sizeof *table);

    if (!table) {
        b->failed = true;
        return;
    }
    for (uint32_t k = 0; k < b->unique_room; k++) {
        uint32_t at = b->unique[k].hash & (room - 1);
        if (!b->unique[k].id)
            continue;
        while (table[at].id)
            at = (at + 1) & (room - 1);
        table[at] = b->unique[k];
    }
    free(b->unique);
    b->unique = table;
    b->unique_room = room;
}

uint32_t build_unique(struct builder *b, unsigned op, uint32_t type, const uint32_t *w, size_t n)
{
    uint32_t hash = op * 0x9e3779b1u + type, at, id, head[3];

    for (size_t k = 0; k < n; k++)
        hash = (hash ^ w[k]) * 0x01000193u + (hash >> 15);
    if (b->uniques * 2 >= b->unique_room)
        grow_unique(b);
    if (b->failed)
        return 1;
    for (at = hash & (b->unique_room - 1); b->unique[at].id; at = (at + 1) & (b->unique_room - 1))
        if (b->unique[at].hash == hash && same(b, &b->unique[at], op, type, w, n))
            return b->unique[at].id;
    id = build_id(b);
    b->unique[at] = (struct unique){ hash, b->section[GLOBALS].n, (uint32_t)n, id };
    b->uniques++;
    head[0] = op | (uint32_t)(n + (type ? 3 : 2)) << 16;
    head[1] = type ? type : id;
    head[2] = id;
    put(b, GLOBALS, head, type ? 3 : 2);
    put(b, GLOBALS, w, n);
    return id;
}

uint32_t build_u32(struct builder *b, uint32_t value)
{
    return CONSTANT(b, OpConstant, TYPE(b, OpTypeInt, 32, 0), value);
}

void build_text(struct builder *b, enum section s, unsigned op, const uint32_t *w, size_t n, const char *text, const uint32_t *after,
                size_t afters)
{
    const size_t length = strlen(text), words = length / 4 + 1;
    const uint32_t first = op | (uint32_t)(1 + n + words + afters) << 16;
    uint32_t *place;

    put(b, s, &first, 1);
    put(b, s, w, n);
    place = more(b, &b->section[s], words);
    if (place) {
        memset(place, 0, words * sizeof *place);
        memcpy(place, text, length);
    }
    put(b, s, after, afters);
}

void build_capability(struct builder *b, uint32_t capability)
{
    const struct words *s = &b->section[CAPABILITIES];

    for (uint32_t k = 0; k < s->n; k += 2)
        if (s->w[k + 1] == capability)
            return;
    INSN(b, CAPABILITIES, OpCapability, capability);
}

void build_extension(struct builder *b, const char *name)
{
    const struct words *s = &b->section[EXTENSIONS];

    for (uint32_t k = 0; k < s->n; k += s->w[k] >> 16)
        if (strcmp((const char *)(s->w + k + 1), name) == 0)
            return;
    build_text(b, EXTENSIONS, OpExtension, NULL, 0, name, NULL, 0);
}

void build_append(struct builder *b, enum section to, enum section from)
{
    put(b, to, b->section[from].w, b->section[from].n);
    b->section[from].n = 0;
}

uint32_t *build_finish(struct builder *b, size_t *count)
{
    const uint32_t head[SPV_HEADER] = { SPV_MAGIC, b->version, 0, b->next_id, 0 };
    size_t n = SPV_HEADER;
    uint32_t *module;

    for (unsigned k = 0; k < MODULE_SECTIONS; k++)
        n += b->section[k].n;
    module = b->failed ? NULL : malloc(n * sizeof *module);
    if (!module)
        return NULL;
    memcpy(module, head, sizeof head);
    *count = SPV_HEADER;
    for (unsigned k = 0; k < MODULE_SECTIONS; k++) {
        if (b->section[k].n)
            memcpy(module + *count, b->section[k].w, b->section[k].n * sizeof *module);
        *count += b->section[k].n;
    }
    return module;
}

void build_free(struct builder *b)
{
    for (unsigned k = 0; k < SECTIONS; k++)
        free(b->section[k].w);
    free(b->unique);
}
