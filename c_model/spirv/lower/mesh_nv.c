/* SPDX-License-Identifier: Apache-2.0
 * mesh_nv.c - what SPV_NV_mesh_shader has otherwise: numbers of primitives and of groups are variables, a group gives all
 * its vertices, indices are a list.
 */
#include "mesh.h"

#include "../code/bounds.h"
#include "../math/math.h"
#include "../module/location.h"

wfs_val wfs_is_first_invocation(struct wfs_lower *l)
{
    struct wfs_code *c = l->code;

    return wfs_eq(c, l->whole_waves ? wfs_or(c, wfs_sv(c, WF_SV_WAVE), wfs_sv(c, WF_SV_LANE))
                                    : wfs_sv(c, WF_SV_GINDEX), wfs_const(0));
}

/* The buffer of the numbers of a group, and how many there are. */
static enum wf_mesh_buffer counts(const struct wfs_lower *l, uint32_t *words)
{
    *words = l->mesh->is_task ? WF_MESH_TASKS_WORDS : WF_MESH_COUNTS_WORDS;
    return l->mesh->is_task ? WF_MESH_TASKS : WF_MESH_COUNTS;
}

void wfs_begin_nv(struct wfs_lower *l)
{
    const struct wf_mesh_layout *layout = &l->mesh->interface.layout;
    const bool task = l->mesh->is_task;
    uint32_t words;
    const unsigned buffer = l->target->mesh_buffer[counts(l, &words)];
    const wfs_val record = wfs_mul(l->code, l->mesh->group, wfs_const(4 * words));

    wfs_if(l->code, wfs_is_first_invocation(l));
    if (task) {                         /* the other sides of the grid */
        wfs_store(l->code, buffer, record, 4, wfs_const(1));
        wfs_store(l->code, buffer, record, 8, wfs_const(1));
    } else {
        wfs_store(l->code, buffer, record, 0, wfs_const(layout->max_vertices));
    }
    wfs_flow(l->code, WF_OP_ENDIF);
    wfs_set_slot(l, l->mesh->counter, wfs_const(layout->max_vertices));
    wfs_set_slot(l, l->mesh->counter + 1, wfs_const(layout->max_primitives));
}

void wfs_point_to_count(struct wfs_lower *l, struct wfs_pointer *p)
{
    uint32_t words;

    p->space = WFS_BUFFER;
    p->buffer = wfs_const(l->target->mesh_buffer[counts(l, &words)]);
    p->offset = l->mesh->is_task ? 0 : 4;
    p->dynamic = wfs_mul(l->code, l->mesh->group, wfs_const(4 * words));
    p->most = wfs_bounds_of(l->code, p->dynamic).most;
    p->align = 4;
    p->is_bounded = true;
}

/* The list of indices that the entry point has. */
static const struct wfs_mesh_variable *list_of(const struct wfs_lower *l)
{
    const struct wfs_mesh_interface *in = &l->mesh->interface;

    for (size_t i = 0; i < in->variables; i++)
        if (in->variable[i].indices)
            return &in->variable[i];
    return NULL;
}

void wfs_write_packed_indices(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_mesh_variable *list = l->mesh && l->mesh->interface.layout.is_nv ? list_of(l) : NULL;
    const wfs_val first = wfs_word(l, wfs_operand(l->m, at, 1)), packed = wfs_word(l, wfs_operand(l->m, at, 2));
    struct wfs_code *c = l->code;

    if (!list)
        wfs_refuse(l->m, at, "expected it in a mesh shader with PrimitiveIndicesNV in its interface");
    for (uint32_t i = 0; i < 4; i++) {
        struct wfs_pointer p = {.variable = list->id, .pointee = wfs_held(l->m, list->id), .dynamic = wfs_none(),
                                .align = 1U << 31};
        wfs_point_to_records(l, list, WF_MESH_PRIMITIVES, &p);
        wfs_choose_record(l, &p, wfs_add(c, first, wfs_const(i)));
        wfs_note_output(l, &p);
        wfs_store_word(l, &p, 0, wfs_and(c, wfs_shr(c, packed, wfs_const(8 * i)), wfs_const(0xff)));
    }
}
