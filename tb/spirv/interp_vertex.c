/* SPDX-License-Identifier: Apache-2.0
 * interp_vertex.c - vertex shaders, by docs/vertex.md: vertices instance by instance in waves, records of what they give.
 */
#include "interp_vertex.h"

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

/* Words of a value: two of a scalar of 64 bits. */
static uint32_t words_of(const struct module *m, const struct object *o)
{
    return (uint32_t)o->size * (scalar_of(m, type_of(m, o->type))->width == 64 ? 2 : 1);
}

void vertex_input(struct module *m, const struct object *o, uint32_t invocation, uint64_t *slots)
{
    const struct interp_vertices *d = m->run->vertices;
    const struct id *id = id_of(m, o->id);
    const uint32_t words = words_of(m, o), each = words / (uint32_t)o->size;
    const uint32_t *word = NULL;

    for (unsigned k = 0; k < d->inputs; k++) {
        const struct interp_input *input = &d->input[k];
        const uint32_t which = input->is_pixels ? invocation % d->count : input->is_of_instances ? invocation / d->count : 0;
        if (input->location == id->location && input->component == id->component)
            word = input->word + which * words;
    }
    if (!word)
        module_fail(m, NO_OFFSET, "input variable %u has no values", (unsigned)o->id);
    for (unsigned c = 0; c < o->size; c++)
        slots[c] = each == 2 ? word[2 * c] | (uint64_t)word[2 * c + 1] << 32 : word[c];
}

static void store_output(const struct module *m, const struct object *o, const uint64_t *slots, uint32_t *record)
{
    const uint32_t each = words_of(m, o) / (uint32_t)o->size;

    for (unsigned c = 0; c < o->size; c++)
        for (unsigned half = 0; half < each; half++)
            record[each * c + half] = (uint32_t)(slots[o->at + c] >> 32 * half);
}

void vertex_outputs(struct wave *w, unsigned lane, uint32_t *record)
{
    struct module *m = w->module;
    const struct interp_vertices *d = m->run->vertices;

    for (uint32_t k = 1; k < m->objects; k++) {
        const struct object *o = &m->object[k];
        for (unsigned n = 0; n < d->outputs && o->storage == ScOutput; n++)
            if (o->builtin < 0 ? d->output[n].builtin < 0 && d->output[n].location == id_of(m, o->id)->location : d->output[n].builtin == o->builtin)
                store_output(m, o, lane_slots_of(w, lane), record + d->output[n].word);
    }
}

void vertex_store(struct wave *w, unsigned lane)
{
    const struct interp_vertices *d = w->module->run->vertices;
    uint32_t invocation;

    vertex_invocation(w->module, w->number, lane, &invocation);
    vertex_outputs(w, lane, d->record + invocation * d->words);
}
