/* SPDX-License-Identifier: Apache-2.0
 *
 * interp_module.c - memory and messages of a module.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interp_module.h"

enum { ARENA_BLOCK = 1 << 16 };
struct arena_block {
    struct arena_block *next;
    size_t size;
    max_align_t bytes[];
};

void module_fail(struct module *m, uint32_t offset, const char *format, ...)
{
    char text[200];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (offset == NO_OFFSET)
        snprintf(m->error, m->room, "%s", text);
    else
        snprintf(m->error, m->room, "word %u: %s", (unsigned)offset, text);
    longjmp(m->failed, 1);
}

void *module_take(struct module *m, size_t size)
{
    struct arena *a = &m->arena;
    void *place;

    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!a->block || a->block->size - a->used < size) {
        const size_t room = size > ARENA_BLOCK ? size : ARENA_BLOCK;
        struct arena_block *block = malloc(sizeof *block + room);
        if (!block)
            module_fail(m, NO_OFFSET, "out of memory");
        block->next = a->block;
        block->size = room;
        a->block = block;
        a->used = 0;
    }
    place = (char *)a->block->bytes + a->used;
    a->used += size;
    return memset(place, 0, size);
}

void module_free(struct module *m)
{
    while (m->arena.block) {
        struct arena_block *next = m->arena.block->next;
        free(m->arena.block);
        m->arena.block = next;
    }
    free(m->constant);
    free(m->code);
    free(m->object);
}

void *module_grow(struct module *m, void *array, uint32_t used, uint32_t more, uint32_t *room, size_t size)
{
    void *bigger;

    if (*room - used >= more)
        return array;
    *room = (used + more) * 2;
    bigger = realloc(array, *room * size);
    if (!bigger)
        module_fail(m, NO_OFFSET, "out of memory");
    return bigger;
}
