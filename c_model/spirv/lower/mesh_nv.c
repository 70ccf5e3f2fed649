/* SPDX-License-Identifier: Apache-2.0
 * mesh_nv.c - lists of indices of SPV_NV_mesh_shader.
 */
#include "mesh.h"

#include "../math/math.h"
#include "../module/location.h"

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
