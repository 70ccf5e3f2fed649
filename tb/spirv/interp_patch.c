/* SPDX-License-Identifier: Apache-2.0
 * interp_patch.c - tessellation shaders, by docs/vertex.md: a patch is a group of a control shader; point q of patch p is the invocation
 * p * points + q of an evaluation shader.
 */
#include "interp_patch.h"

#include <string.h>

#include "interp_geometry.h"
#include "interp_record.h"

bool evaluation_builtin(const struct module *m, uint32_t invocation, int builtin, uint64_t v[4])
{
    const struct interp_vertices *d = m->run->vertices;
    const uint32_t point = d->is_coord_of_patches ? invocation : invocation % d->instances;

    switch (builtin) {
    case BiPrimitiveId: v[0] = invocation / d->instances; return true;
    case BiPatchVertices: v[0] = d->points; return true;
    case BiTessCoord:
        for (unsigned k = 0; k < 3; k++)
            v[k] = d->coord[3 * point + k];
        return true;
    default: return false;
    }
}

bool control_builtin(const struct group *g, uint32_t index, int builtin, uint64_t v[4])
{
    switch (builtin) {
    case BiPrimitiveId: v[0] = g->id[0]; return true;
    case BiInvocationId: v[0] = index; return true;
    case BiPatchVertices: v[0] = g->module->run->mesh->control->points; return true;
    default: return false;
    }
}

void patch_input(struct module *m, const struct interp_vertices *d, const struct object *o, uint32_t patch, uint64_t *slots)
{
    const struct interp_input *input = record_input(m, o, d->input, d->inputs);
    const struct type *t = type_of(m, o->type);

    if (!id_of(m, o->id)->is_patch) {
        geometry_points(m, d, o, patch, slots);
        return;
    }
    const unsigned words = record_words(m, t->op == OpTypeArray ? type_of(m, t->element) : t);
    record_load(slots, input->word + (input->is_pixels ? patch : 0) * o->size * words, (uint32_t)o->size, words);
}

void control_begin(struct group *g)
{
    struct module *m = g->module;

    for (uint32_t k = 1; k < m->objects; k++) {
        const struct object *o = &m->object[k];
        const struct id *first = id_of(m, o->initializer);
        if (o->storage == ScOutput && o->initializer && first->constant)
            memcpy(g->memory + o->at, m->constant + first->at, o->size * sizeof *m->constant);
    }
}
