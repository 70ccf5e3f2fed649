/* SPDX-License-Identifier: Apache-2.0
 * interp_capture.c - transform feedback, by docs/vertex.md: from the records of vertices to buffers, primitive by primitive.
 */
#include "interp_capture.h"

#include <string.h>

#include "interp_record.h"

struct capture {
    struct module *m;
    const struct interp_vertices *d;
    uint64_t taken, room;           /* vertices */
};

/* Values of outputs that a buffer takes. */
static void put_vertex(struct capture *c, const uint32_t *record, uint32_t to, const struct interp_capture *buffer)
{
    for (uint32_t k = 1; k < c->m->objects; k++) {
        const struct object *o = &c->m->object[k];
        const struct id *id = id_of(c->m, o->id);
        for (unsigned n = 0; n < c->d->outputs; n++)
            if (record_has(c->m, o, &c->d->output[n]) && id->has_xfb && id->xfb_buffer == buffer->number)
                memcpy(buffer->bytes + to * id->xfb_stride + id->offset, record + c->d->output[n].word,
                       o->size * record_words(c->m, type_of(c->m, o->type)) * sizeof *record);
    }
}

/* So many vertices, or none where a buffer has no room for all. */
static void put(struct capture *c, const uint32_t *const record[3], uint32_t count)
{
    for (uint32_t v = 0; v < count && c->taken + count <= c->room; v++)
        for (unsigned n = 0; n < c->m->run->captures; n++)
            put_vertex(c, record[v], (uint32_t)c->taken + v, &c->m->run->capture[n]);
    c->taken += c->taken + count <= c->room ? count : 0;
}

/* Vertex `first` of a strip, and those behind it. */
static void put_of_strip(struct capture *c, const uint32_t *strip, uint32_t first)
{
    const uint32_t words = c->d->words, odd = c->d->indices == 3 && first % 2;
    const uint32_t *const at = strip + first * words, *const of[3] = { at, at + (odd ? 2 : 1) * words, at + (odd ? 1 : 2) * words };

    put(c, of, c->d->indices);
}

static void put_emitted(struct capture *c, uint32_t invocation)
{
    const struct interp_vertices *d = c->d;
    const uint32_t all = d->counts[2 * invocation], count = all < d->most ? all : d->most;
    const uint32_t *record = d->record + invocation * d->most * d->words;

    for (uint32_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && record[end * d->words + d->words - 1] == record[begin * d->words + d->words - 1];)
            end++;
        for (uint32_t v = begin; v + d->indices <= end; v++)
            put_of_strip(c, record + begin * d->words, v - begin);
    }
}

static uint64_t room_of(const struct module *m)
{
    uint64_t least = UINT64_MAX;

    for (uint32_t k = 1; k < m->objects; k++)
        for (unsigned n = 0; n < m->run->captures; n++) {
            const struct id *id = id_of(m, m->object[k].id);
            if (!id->has_xfb || id->xfb_buffer != m->run->capture[n].number)
                continue;
            const uint64_t room = m->run->capture[n].size / id->xfb_stride;
            least = room < least ? room : least;
        }
    return least;
}

void capture_all(struct module *m)
{
    const struct interp_vertices *d = m->run->vertices;
    struct capture c = { .m = m, .d = d, .room = room_of(m) };

    for (uint32_t n = 0; n < d->count * d->instances; n++) {
        const uint32_t *const one[3] = { d->record + n * d->words, NULL, NULL };
        if (d->counts && d->most)
            put_emitted(&c, n);
        else
            put(&c, one, 1);
    }
}
