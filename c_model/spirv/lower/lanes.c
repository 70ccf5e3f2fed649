/* SPDX-License-Identifier: Apache-2.0
 * lanes.c - vertex, evaluation and geometry shaders: which lane is which invocation, its record of inputs, built-in
 * variables.
 *
 * A group is one wave.  Lane i of group g is the invocation g * wave size + i; its record of inputs has that place in
 * WF_MESH_INPUTS, and so has that of its outputs in WF_MESH_VERTICES; a geometry shader has more of these (emit.c).
 */
#include "mesh.h"

#include "../math/math.h"

wfs_val wfs_load_head(struct wfs_lower *l, uint32_t word)
{
    return wfs_load(l->code, l->target->mesh_buffer[WF_MESH_INPUTS], wfs_const(0), (uint16_t)(4 * word));
}

void wfs_begin_lanes(struct wfs_lower *l, const struct wfs_mesh_interface *interface, uint32_t function)
{
    struct wfs_mesh *mesh = wfs_new_mesh(l, interface);
    struct wfs_code *c = l->code;

    mesh->group = wfs_mad(c, wfs_sv(c, WF_SV_GID_X), wfs_const(l->wave_size), wfs_sv(c, WF_SV_LANE));
    wfs_if(c, wfs_lnot(c, wfs_ltu(c, mesh->group, wfs_load_head(l, WF_INPUT_COUNT))));
    wfs_flow(c, WF_OP_RET);
    wfs_flow(c, WF_OP_ENDIF);
    mesh->begin[WFS_OF_INPUT] = wfs_mul(c, mesh->group, wfs_const(4 * interface->layout.input.words));
    mesh->is_called = wfs_counts_elsewhere(l->m, function);
}

bool wfs_input_pointer(struct wfs_lower *l, uint32_t id, struct wfs_pointer *p)
{
    const struct wfs_mesh_variable *v = wfs_mesh_variable(&l->mesh->interface, id);

    if (!v)
        return false;
    if (v->is_array)
        wfs_point_to_records(l, v, WF_MESH_INPUTS, p);
    else
        wfs_point_into_record(l, v, WF_MESH_INPUTS, p);
    p->offset += v->record == WFS_OF_INPUT ? 4 * WF_INPUT_HEAD : 0;
    p->align = v->record == WFS_OF_PATCH ? 4 : p->align;        /* they begin behind others, of any number of words */
    return true;
}

bool wfs_invocation_builtin(struct wfs_lower *l, uint32_t builtin, struct wfs_value *v)
{
    if (builtin == WfsBuiltInViewIndex || builtin == WfsBuiltInDeviceIndex) {   /* one view */
        v->word[0] = wfs_const(0);
        return true;
    }
    if (l->mesh->interface.stage->stage != WF_STAGE_VERTEX)
        return false;
    switch (builtin) {
    case WfsBuiltInBaseVertex: v->word[0] = wfs_load_head(l, WF_INPUT_BASE_VERTEX); return true;
    case WfsBuiltInBaseInstance: v->word[0] = wfs_load_head(l, WF_INPUT_BASE_INSTANCE); return true;
    case WfsBuiltInDrawIndex: v->word[0] = wfs_const(0); return true;    /* one draw */
    default: return false;
    }
}
