/* SPDX-License-Identifier: Apache-2.0
 * thread.c - numbers of groups and threads, from system values: of groups that are a line, and of grids with a base.
 */
#include "mesh.h"

#include "../math/math.h"

/* Where the numbers of the groups begin: a word of the buffer that the caller fills in. */
static wfs_val base(struct wfs_lower *l, uint32_t i)
{
    const struct wf_shader_target *t = l->target;

    return t->has_base && !l->mesh ? wfs_load(l->code, t->base_buffer, wfs_const(0), (uint16_t)(t->base_byte + 4 * i))
                                   : wfs_const(0);
}

/* Of a mesh shader whose groups come of tasks: the place of the group in the grid of its task group. */
wfs_val wfs_group_id(struct wfs_lower *l, uint32_t i)
{
    if (l->mesh && l->mesh->of_tasks)
        return l->mesh->place[i];
    return wfs_add(l->code, wfs_sv(l->code, WF_SV_GID_X + i), base(l, i));
}

/* The thread of a place in the group, when lanes are packed in a line: semantics.md, Lane packing. */
static void of_place(struct wfs_lower *l, wfs_val id[3])
{
    struct wfs_code *c = l->code;
    const uint32_t width = l->local_size[0], height = l->local_size[1];
    const wfs_val place = wfs_sv(c, WF_SV_GINDEX), one = wfs_const(1);
    const wfs_val at = l->flat_quads ? wfs_shr(c, place, wfs_const(2)) : place;
    const wfs_val x = wfs_const(l->flat_quads ? width / 2 : width), y = wfs_const(l->flat_quads ? height / 2 : height);
    const wfs_val row = wfs_udiv(c, at, x);

    id[0] = wfs_sub(c, at, wfs_mul(c, row, x));
    id[1] = wfs_umod(c, row, y);
    id[2] = wfs_udiv(c, row, y);
    if (!l->flat_quads)
        return;
    id[0] = wfs_or(c, wfs_shl(c, id[0], one), wfs_and(c, place, one));
    id[1] = wfs_or(c, wfs_shl(c, id[1], one), wfs_and(c, wfs_shr(c, place, one), one));
}

static wfs_val of_grid(struct wfs_lower *l, uint32_t i, wfs_val id)
{
    return wfs_add(l->code, wfs_mul(l->code, wfs_group_id(l, i), wfs_const(l->local_size[i])), id);
}

static wfs_val thread_id(struct wfs_lower *l, bool global, uint32_t i)
{
    struct wfs_code *c = l->code;

    if (!global)
        return wfs_sv(c, WF_SV_TID_X + i);
    if (l->mesh && l->mesh->of_tasks)
        return of_grid(l, i, wfs_sv(c, WF_SV_TID_X + i));
    return wfs_add(c, wfs_sv(c, WF_SV_DTID_X + i), wfs_mul(c, base(l, i), wfs_const(l->local_size[i])));
}

void wfs_thread_ids(struct wfs_lower *l, bool global, struct wfs_value *v)
{
    wfs_val id[3];

    if (l->flat)
        of_place(l, id);
    for (uint32_t i = 0; i < v->words && i < 3; i++)
        v->word[i] = !l->flat ? thread_id(l, global, i) : global ? of_grid(l, i, id[i]) : id[i];
}

wfs_val wfs_thread_index(struct wfs_lower *l)
{
    struct wfs_code *c = l->code;
    wfs_val id[3];

    if (!l->flat_quads)
        return wfs_sv(c, WF_SV_GINDEX);
    of_place(l, id);
    const wfs_val row = wfs_add(c, wfs_mul(c, id[2], wfs_const(l->local_size[1])), id[1]);
    return wfs_add(c, wfs_mul(c, row, wfs_const(l->local_size[0])), id[0]);
}
