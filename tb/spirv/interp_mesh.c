/* SPDX-License-Identifier: Apache-2.0
 * interp_mesh.c - mesh shaders, by docs/mesh.md: outputs are arrays in the memory of the group, and become records when it ends.
 */
#include "interp_mesh.h"

#include <string.h>

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
    const unsigned each = scalar_of(m, element)->width == 64 ? 2 : 1;

    for (uint32_t k = 0; k < array->count && k < to->most; k++) {
        uint32_t *record = to->record + (number_of_group(g) * to->most + k) * to->words + r->word;
        for (uint32_t c = 0; c < element->slots; c++)
            for (unsigned half = 0; half < each; half++)
                record[each * c + half] = (uint32_t)(slots[k * element->slots + c] >> 32 * half);
    }
}

static void store_outputs(struct group *g, const struct interp_records *to)
{
    struct module *m = g->module;

    for (uint32_t k = 1; k < m->objects; k++) {
        const struct object *o = &m->object[k];
        for (unsigned n = 0; n < to->outputs && o->storage == ScOutput; n++) {
            const struct interp_record *r = &to->output[n];
            if (o->builtin == r->builtin && (o->builtin >= 0 || id_of(m, o->id)->location == r->location))
                store_output(g, o, r, to);
        }
    }
}

void mesh_store(struct group *g)
{
    const struct interp_mesh *mesh = g->module->run->mesh;

    memcpy(mesh->counts + 2 * number_of_group(g), g->mesh_counts, sizeof g->mesh_counts);
    store_outputs(g, &mesh->vertex);
    store_outputs(g, &mesh->primitive);
}
