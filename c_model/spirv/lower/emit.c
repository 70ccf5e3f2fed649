/* SPDX-License-Identifier: Apache-2.0
 * emit.c - outputs of a lane: what their variables hold goes into a record.
 */
#include "mesh.h"

#include "../code/bounds.h"

/* The words of one value of the record, from its variable. */
static void store_value(struct wfs_lower *l, const struct wfs_mesh_variable *v, const struct wf_mesh_value *value,
                        const struct wfs_pointer *record)
{
    const struct wfs_pointer *from = l->value[v->id]->pointer;
    const uint32_t words = (value->elements ? value->elements : 1) * value->components * (value->width == 64 ? 2 : 1);

    wfs_work(l->env, words);
    for (uint32_t i = 0; i < words; i++)
        wfs_store_word(l, record, value->word + i, wfs_load_variable(l, from, value->word - v->word + i));
}

void wfs_store_record(struct wfs_lower *l, enum wfs_record record, enum wf_mesh_buffer buffer, wfs_val begin)
{
    const struct wfs_mesh_interface *in = &l->mesh->interface;
    const struct wf_mesh_record *r = wfs_record_of(&l->mesh->interface.layout, record);
    struct wfs_pointer to = {.space = WFS_BUFFER, .is_bounded = true, .dynamic = begin, .align = 4,
                             .buffer = wfs_const(l->target->mesh_buffer[buffer]),
                             .most = wfs_bounds_of(l->code, begin).most};

    for (size_t i = 0; i < in->variables; i++) {
        const struct wfs_mesh_variable *v = &in->variable[i];
        to.variable = v->id;
        wfs_work(l->env, r->values / 8 + 1);
        for (size_t k = 0; k < r->values && v->record == record; k++)
            if (r->value[k].written && r->value[k].word - v->word < v->type->words)
                store_value(l, v, &r->value[k], &to);
    }
}
