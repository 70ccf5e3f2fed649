/* SPDX-License-Identifier: Apache-2.0
 * record.c - vertices, primitives, patches and the like in their buffers, below the loads and stores that reach them;
 * which of their parts are written.
 */
#include "mesh.h"

#include "../code/bounds.h"
#include "../math/math.h"

void wfs_point_into_record(struct wfs_lower *l, const struct wfs_mesh_variable *v, enum wf_mesh_buffer buffer,
                           struct wfs_pointer *p)
{
    const uint32_t bytes = 4 * wfs_record_of(&l->mesh->interface.layout, v->record)->words;

    p->space = WFS_BUFFER;
    p->is_bounded = true;
    p->buffer = wfs_const(l->target->mesh_buffer[buffer]);
    p->offset = 4 * v->word;
    p->dynamic = l->mesh->begin[v->record];
    p->most = wfs_bounds_of(l->code, p->dynamic).most;
    p->align = bytes & (0U - bytes);
}

void wfs_point_to_records(struct wfs_lower *l, const struct wfs_mesh_variable *v, enum wf_mesh_buffer buffer,
                          struct wfs_pointer *p)
{
    wfs_point_into_record(l, v, buffer, p);
    p->dynamic = wfs_none();
    p->most = 0;
    p->align = 4;
    p->record = v->record;
    p->record_bytes = 4 * wfs_record_of(&l->mesh->interface.layout, v->record)->words;
    p->record_indices = v->indices;
}

/* How many there are: of a mesh shader, as it has announced. */
static wfs_val records(const struct wfs_lower *l, enum wfs_record record)
{
    return wfs_is_of_patch(l) ? l->mesh->count[record]
                              : l->slot[l->mesh->counter + (record == WFS_OF_PRIMITIVE)];
}

/* Of an index that the group does not have the address is that of the record behind WF_MESH_OUTSIDE, from where no sum
 * comes back. */
static void choose(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index)
{
    struct wfs_code *c = l->code;
    const uint32_t most = wf_mesh_most_outside(p->record_bytes);
    const wfs_val begin = wfs_sel(c, wfs_ltu(c, index, records(l, p->record)), l->mesh->begin[p->record],
                                  wfs_const(WF_MESH_OUTSIDE));

    if (wfs_bounds_of(c, index).most > most)
        index = wfs_minu(c, index, wfs_const(most));
    p->dynamic = wfs_add(c, begin, wfs_mul(c, index, wfs_const(p->record_bytes)));
    p->most = wfs_bounds_of(c, p->dynamic).most;
    p->record_bytes = 0;
    p->pointee = p->pointee->element;
}

void wfs_choose_record(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index)
{
    struct wfs_code *c = l->code;

    if (p->record_indices < 2) {
        choose(l, p, index);
        return;
    }
    const wfs_val primitive = wfs_udiv(c, index, wfs_const(p->record_indices));
    const wfs_val corner = wfs_sub(c, index, wfs_mul(c, primitive, wfs_const(p->record_indices)));
    choose(l, p, primitive);
    p->dynamic = wfs_add(c, p->dynamic, wfs_shl(c, corner, wfs_const(2)));
    p->most = wfs_bounds_of(c, p->dynamic).most;
    p->align = 4;
    p->is_indexed = true;
}

/* The word of its record that the pointer leads to. */
static uint32_t word_at(const struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_mesh_variable *v)
{
    if (p->is_bounded)
        return p->offset / 4;
    const uint32_t inside = p->offset - l->value[v->id]->pointer->offset;       /* of a variable of the lane */
    return v->word + (p->space == WFS_SLOTS ? inside : inside / 4);
}

void wfs_note_output(struct wfs_lower *l, const struct wfs_pointer *p)
{
    const bool may_be = l->mesh && (p->is_bounded || l->mesh->interface.takes_records);
    wfs_work(l->env, may_be ? l->mesh->interface.variables / 8 : 0);
    const struct wfs_mesh_variable *v = may_be ? wfs_mesh_variable(&l->mesh->interface, p->variable) : NULL;

    if (!v || v->record == WFS_OF_COUNT)
        return;
    if (v->is_input)
        wfs_fail(l->env, "%s is an input; expected it to be read alone", wfs_shown(l->m, p->variable));
    const struct wf_mesh_record *record = wfs_record_of(&l->mesh->interface.layout, v->record);
    /* an index that is not constant leads anywhere in the variable behind it */
    const uint32_t first = word_at(l, p, v), end = p->is_indexed || p->record_bytes
                                                       ? v->word + (uint32_t)v->type->words
                                                       : first + (uint32_t)p->pointee->words;
    wfs_work(l->env, record->values / 8);
    for (size_t i = 0; i < record->values; i++) {
        struct wf_mesh_value *value = &record->value[i];
        const uint32_t behind = value->word + (value->elements ? value->elements : 1) * value->components *
                                (value->width == 64 ? 2 : 1);
        value->written |= value->word < end && behind > first;
    }
}
