/* SPDX-License-Identifier: Apache-2.0
 * interp_mesh.c - mesh shaders, by docs/mesh.md: outputs are arrays in the memory of the group, and become records when it ends.
 */
#include "interp_mesh.h"

#include <string.h>

#include "interp_record.h"

void mesh_set(struct group *g, const struct insn *n, const uint64_t *regs)
{
    for (unsigned k = 0; k < 2; k++)
        g->mesh_counts[k] = (uint32_t)value(g->module, regs, word_of(n, k))[0];
}

static uint32_t number_of_group(const struct group *g)
{
    const uint32_t *groups = g->module->run->groups;

    return (g->id[2] * groups[1] + g->id[1]) * groups[0] + g->id[0];
}

/* One output of each vertex or primitive. */
static void store_output(struct group *g, const struct object *o, const struct interp_record *r, const struct interp_records *to)
{
    struct module *m = g->module;
    const struct type *array = type_of(m, o->type), *element = type_of(m, array->element);
    const uint64_t *slots = (const uint64_t *)(const void *)(g->memory + o->at);

    if (id_of(m, o->id)->is_patch) {
        const unsigned words = record_words(m, array->op == OpTypeArray ? element : array);
        record_store(to->record + number_of_group(g) * to->words + r->word, slots, (uint32_t)o->size, words);
        return;
    }
    for (uint32_t k = 0; k < array->count && k < to->most; k++)
        record_store(to->record + (number_of_group(g) * to->most + k) * to->words + r->word, slots + k * element->slots, element->slots,
                     record_words(m, element));
}

static void store_outputs(struct group *g, const struct interp_records *to)
{
    struct module *m = g->module;

    for (uint32_t k = 1; k < m->objects; k++)
        for (unsigned n = 0; n < to->outputs; n++)
            if (record_has(m, &m->object[k], &to->output[n]))
                store_output(g, &m->object[k], &to->output[n], to);
}

void mesh_store(struct group *g)
{
    const struct interp_mesh *mesh = g->module->run->mesh;

    if (!mesh->control)
        memcpy(mesh->counts + 2 * number_of_group(g), g->mesh_counts, sizeof g->mesh_counts);
    store_outputs(g, &mesh->vertex);
    store_outputs(g, &mesh->primitive);
}
