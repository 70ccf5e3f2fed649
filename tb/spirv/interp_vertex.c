/* SPDX-License-Identifier: Apache-2.0
 * interp_vertex.c - vertex shaders, by docs/vertex.md: vertices instance by instance in waves, records of what they give.
 */
#include "interp_vertex.h"

#include "interp_record.h"

static uint32_t invocations(const struct module *m)
{
    return m->run->vertices->count * m->run->vertices->instances;
}

unsigned vertex_waves(const struct module *m)
{
    return (invocations(m) + m->run->wave_size - 1) / m->run->wave_size;
}

bool vertex_invocation(const struct module *m, unsigned wave, unsigned lane, uint32_t *invocation)
{
    *invocation = wave * m->run->wave_size + lane;
    return *invocation < invocations(m);
}

bool vertex_builtin(const struct module *m, uint32_t invocation, int builtin, uint64_t v[4])
{
    const struct interp_vertices *d = m->run->vertices;

    switch (builtin) {
    case BiVertexIndex: v[0] = d->first + invocation % d->count; return true;
    case BiInstanceIndex: v[0] = d->first_instance + invocation / d->count; return true;
    case BiBaseVertex: v[0] = d->first; return true;
    case BiBaseInstance: v[0] = d->first_instance; return true;
    case BiDrawIndex: return true;
    default: return false;
    }
}

void vertex_input(struct module *m, const struct object *o, uint32_t invocation, uint64_t *slots)
{
    const struct interp_vertices *d = m->run->vertices;
    const struct interp_input *input = record_input(m, o, d->input, d->inputs);
    const unsigned words = record_words(m, type_of(m, o->type));
    const uint32_t which = input->is_pixels ? invocation % d->count : input->is_of_instances ? invocation / d->count : 0;

    record_load(slots, input->word + which * o->size * words, (uint32_t)o->size, words);
}

void vertex_outputs(struct wave *w, unsigned lane, uint32_t *record)
{
    struct module *m = w->module;
    const struct interp_vertices *d = m->run->vertices;

    for (uint32_t k = 1; k < m->objects; k++) {
        const struct object *o = &m->object[k];
        for (unsigned n = 0; n < d->outputs; n++)
            if (record_has(m, o, &d->output[n]))
                record_store(record + d->output[n].word, lane_slots_of(w, lane) + o->at, (uint32_t)o->size, record_words(m, type_of(m, o->type)));
    }
}

void vertex_store(struct wave *w, unsigned lane)
{
    const struct interp_vertices *d = w->module->run->vertices;
    uint32_t invocation;

    vertex_invocation(w->module, w->number, lane, &invocation);
    vertex_outputs(w, lane, d->record + invocation * d->words);
}
