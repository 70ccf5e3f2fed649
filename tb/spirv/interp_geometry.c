/* SPDX-License-Identifier: Apache-2.0
 * interp_geometry.c - geometry shaders, by docs/vertex.md: invocation i of primitive p is the invocation p * N + i.
 */
#include "interp_geometry.h"

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
void geometry_input(struct module *m, const struct object *o, uint32_t invocation, uint64_t *slots)
{
    const struct interp_vertices *d = m->run->vertices;
    const struct id *id = id_of(m, o->id);
    const struct type *element = type_of(m, type_of(m, o->type)->element);
    const unsigned halves = scalar_of(m, element)->width == 64 ? 2 : 1;
    const struct interp_input *input = NULL;

    for (unsigned k = 0; k < d->inputs; k++)
        if (d->input[k].location == id->location)
            input = &d->input[k];
    if (!input)
        module_fail(m, NO_OFFSET, "input variable %u has no values", (unsigned)o->id);
    for (uint32_t v = 0; v < d->points; v++)
        for (uint32_t c = 0; c < element->slots; c++) {
            const uint32_t which = input->is_pixels ? invocation / d->instances * d->points + v : input->is_of_instances ? v : 0;
            const uint32_t *word = input->word + (which * element->slots + c) * halves;
            slots[v * element->slots + c] = word[0] | (halves == 2 ? (uint64_t)word[1] << 32 : 0);
        }
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
