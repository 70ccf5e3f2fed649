/* SPDX-License-Identifier: Apache-2.0
 * interp_geometry.c - geometry shaders, by docs/vertex.md: invocation i of primitive p is the invocation p * N + i.
 */
#include "interp_geometry.h"

#include "interp_record.h"
#include "interp_vertex.h"

bool geometry_builtin(const struct module *m, uint32_t invocation, int builtin, uint64_t v[4])
{
    const struct interp_vertices *d = m->run->vertices;

    switch (builtin) {
    case BiPrimitiveId: v[0] = invocation / d->instances; return true;
    case BiInvocationId: v[0] = invocation % d->instances; return true;
    default: return false;
    }
}

/* An array with an element of each vertex; each has the same values, or its own, or its own in each primitive. */
void geometry_points(struct module *m, const struct interp_vertices *d, const struct object *o, uint32_t primitive, uint64_t *slots)
{
    const struct type *element = type_of(m, type_of(m, o->type)->element);
    const unsigned words = record_words(m, element);
    const struct interp_input *input = record_input(m, o, d->input, d->inputs);

    for (uint32_t v = 0; v < d->points; v++) {
        const uint32_t which = input->is_pixels ? primitive * d->points + v : input->is_of_instances ? v : 0;
        record_load(slots + v * element->slots, input->word + which * element->slots * words, element->slots, words);
    }
}

void geometry_input(struct module *m, const struct object *o, uint32_t invocation, uint64_t *slots)
{
    const struct interp_vertices *d = m->run->vertices;

    geometry_points(m, d, o, invocation / d->instances, slots);
}

void geometry_emit(struct wave *w, unsigned lane)
{
    const struct interp_vertices *d = w->module->run->vertices;
    struct emission *e = &w->emission[lane];
    uint32_t invocation;

    vertex_invocation(w->module, w->number, lane, &invocation);
    if (e->vertices++ >= d->most)
        return;
    uint32_t *record = d->record + (invocation * d->most + e->vertices - 1) * d->words;
    vertex_outputs(w, lane, record);
    record[d->words - 1] = e->strip;
    e->length++;
    e->primitives += e->length >= d->indices;
}

void geometry_end_strip(struct wave *w, unsigned lane)
{
    w->emission[lane].strip++;
    w->emission[lane].length = 0;
}

void geometry_store(struct wave *w, unsigned lane)
{
    const struct interp_vertices *d = w->module->run->vertices;
    uint32_t invocation;

    vertex_invocation(w->module, w->number, lane, &invocation);
    d->counts[2 * invocation] = w->emission[lane].vertices;
    d->counts[2 * invocation + 1] = w->emission[lane].primitives;
}
