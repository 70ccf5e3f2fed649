/* SPDX-License-Identifier: Apache-2.0
 * patch.c - tessellation shaders: inputs of a patch and its control points, built-in variables.
 *
 * A group of a control shader is a patch, and each invocation of it gives one vertex.  An evaluation shader runs in
 * lanes, as a vertex shader does (lanes.c): a lane knows its patch and its place in it, and reads the records of the
 * patch where they are once.
 */
#include "mesh.h"

#include "../math/math.h"

/* The byte of record number `index`, of so many words, behind the first one. */
static wfs_val record_at(struct wfs_lower *l, wfs_val first, wfs_val index, uint32_t words)
{
    return wfs_add(l->code, first, wfs_mul(l->code, index, wfs_const(4 * words)));
}

static void begin_points(struct wfs_lower *l)
{
    struct wfs_mesh *mesh = l->mesh;
    const wfs_val points = wfs_load_head(l, WF_PATCH_POINTS);

    mesh->count[WFS_OF_POINT] = points;
    mesh->begin[WFS_OF_POINT] = record_at(l, wfs_load_head(l, WF_PATCH_POINTS_AT),
                                          wfs_mul(l->code, mesh->patch, points), mesh->interface.layout.point.words);
}

static void begin_control(struct wfs_lower *l, const struct wfs_mesh_interface *interface)
{
    struct wfs_mesh *mesh = wfs_new_mesh(l, interface);
    const struct wf_mesh_layout *layout = &interface->layout;

    mesh->group = mesh->patch = wfs_sv(l->code, WF_SV_GID_X);
    mesh->count[WFS_OF_VERTEX] = wfs_const(layout->max_vertices);
    mesh->begin[WFS_OF_VERTEX] = record_at(l, wfs_const(0), mesh->patch, layout->max_vertices * layout->vertex.words);
    mesh->begin[WFS_OF_PATCH] = record_at(l, wfs_const(0), mesh->patch, layout->patch.words);
}

static void begin_evaluation(struct wfs_lower *l, const struct wfs_mesh_interface *interface, uint32_t function)
{
    wfs_begin_lanes(l, interface, function);
    struct wfs_mesh *mesh = l->mesh;

    mesh->patch = wfs_load(l->code, l->target->mesh_buffer[WF_MESH_INPUTS], mesh->begin[WFS_OF_INPUT],
                           4 * (WF_INPUT_HEAD + WF_INPUT_PRIMITIVE_ID));
    mesh->begin[WFS_OF_PATCH] = record_at(l, wfs_load_head(l, WF_PATCH_PATCHES_AT), mesh->patch,
                                          interface->layout.patch.words);
}

void wfs_begin_patch(struct wfs_lower *l, const struct wfs_mesh_interface *interface, uint32_t function)
{
    if (interface->stage->stage == WF_STAGE_HULL)
        begin_control(l, interface);
    else
        begin_evaluation(l, interface, function);
    begin_points(l);
}

bool wfs_patch_builtin(struct wfs_lower *l, uint32_t builtin, struct wfs_value *v)
{
    const bool control = l->mesh->interface.stage->stage == WF_STAGE_HULL;

    switch (builtin) {
    case WfsBuiltInPrimitiveId: v->word[0] = l->mesh->patch; return true;
    case WfsBuiltInPatchVertices: v->word[0] = l->mesh->count[WFS_OF_POINT]; return true;
    case WfsBuiltInViewIndex: case WfsBuiltInDeviceIndex: v->word[0] = wfs_const(0); return true;
    case WfsBuiltInInvocationId:
        if (control)
            v->word[0] = wfs_sv(l->code, WF_SV_GINDEX);
        return control;
    default: return false;
    }
}
