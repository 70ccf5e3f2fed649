/* SPDX-License-Identifier: Apache-2.0
 * patches.c - patches COUNT points N: what a tessellation shader runs for, and where its records of inputs lie.
 */
#include "expr.h"
#include "statements.h"
#include "tokens.h"

#include "diag.h"

bool wfa_patches(struct wfa *p, struct wfa_pos pos)
{
    struct wf_shader_lanes *lanes = &p->shader.lanes;

    if (!wfa_begin_lanes(p, pos, WF_STAGE_HULL) ||
        !wfa_number(p, "the number of patches", 1, UINT32_MAX, "1 to 4294967295", &lanes->count))
        return false;
    if (!wfa_take_word(p, "points"))
        return wfa_unexpected(p, "points, and how many control points a patch has");
    return wfa_number(p, "the number of control points", 1, WF_MESH_MOST_POINTS, "1 to 32", &lanes->points);
}

/* ---- the points of an evaluation shader ---- */

static const struct wf_shader_location *coord_of(const struct wfa *p)
{
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(p->shader.opened, &all);

    for (size_t i = 0; i < count; i++)
        if (wfa_is_coord(p, &all[i]))
            return &all[i];
    return NULL;
}

bool wfa_is_coord(const struct wfa *p, const struct wf_shader_location *at)
{
    return wf_shader_stage(p->shader.opened) == WF_STAGE_DOMAIN && at->kind == WF_LOCATION_BUILTIN &&
           at->record == WF_LOCATION_OF_INVOCATION;
}

void wfa_count_points(struct wfa *p)
{
    struct wf_shader_lanes *lanes = &p->shader.lanes;
    const struct wf_shader_location *coord = coord_of(p);
    const struct wfa_io *io = coord ? wfa_io_of(p, coord) : NULL;

    lanes->domain = io ? wf_shader_points(io->words, coord->words, io->is_of_patches, lanes->count) : 1;
}

/* ---- records ---- */

uint64_t wfa_words_of_patches(const struct wf_shader_lanes *lanes, const struct wf_mesh_layout *layout)
{
    const bool takes_patches = lanes->stage == WF_STAGE_DOMAIN;

    return lanes->count * ((uint64_t)lanes->points * layout->point.words + (takes_patches ? layout->patch.words : 0));
}
