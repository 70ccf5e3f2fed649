/* SPDX-License-Identifier: Apache-2.0
 * builtin.c - built-in variables of compute shaders, from system values.
 */
#include "mesh.h"

#include "../math/math.h"

static const struct wfs_type *whole_type(struct wfs_lower *l, const struct wfs_pointer *p)
{
    return wfs_type(l->m, wfs_id(l->m, p->variable)->type)->element;
}

static void three(struct wfs_lower *l, unsigned first, struct wfs_value *v)
{
    for (uint32_t i = 0; i < v->words && i < 3; i++)
        v->word[i] = wfs_sv(l->code, first + i);
}

/* Of a mesh shader whose groups come of tasks: the place of the group in the grid of its task group. */
static void three_of(const wfs_val from[3], struct wfs_value *v)
{
    for (uint32_t i = 0; i < v->words && i < 3; i++)
        v->word[i] = from[i];
}

static void global_of_tasks(struct wfs_lower *l, struct wfs_value *v)
{
    for (uint32_t i = 0; i < v->words && i < 3; i++)
        v->word[i] = wfs_add(l->code, wfs_mul(l->code, l->mesh->place[i], wfs_const(l->local_size[i])),
                             wfs_sv(l->code, WF_SV_TID_X + i));
}

static wfs_val group_id(struct wfs_lower *l, uint32_t i)
{
    return l->mesh && l->mesh->of_tasks ? l->mesh->place[i] : wfs_sv(l->code, WF_SV_GID_X + i);
}

/* The place in the group, and the ids that it stands for, when lanes are packed in a line. */
static void flat_ids(struct wfs_lower *l, bool global, struct wfs_value *v)
{
    struct wfs_code *c = l->code;
    const wfs_val x = wfs_const(l->local_size[0]), y = wfs_const(l->local_size[1]);
    const wfs_val place = wfs_sv(c, WF_SV_GINDEX), row = wfs_udiv(c, place, x);
    const wfs_val id[3] = {wfs_sub(c, place, wfs_mul(c, row, x)), wfs_umod(c, row, y), wfs_udiv(c, row, y)};

    for (uint32_t i = 0; i < v->words && i < 3; i++)
        v->word[i] =
            !global ? id[i] : wfs_add(c, wfs_mul(c, group_id(l, i), wfs_const(l->local_size[i])), id[i]);
}

/* The lanes of a wave whose number is below, or not above, the own one, or equal it; all words at once. */
static void lane_mask(struct wfs_lower *l, uint32_t builtin, struct wfs_value *v)
{
    struct wfs_code *c = l->code;
    const wfs_val lane = wfs_sv(c, WF_SV_LANE), bit = wfs_shl(c, wfs_const(1), lane);
    const wfs_val below = wfs_sub(c, bit, wfs_const(1));

    for (uint32_t i = 0; i < v->words; i++) {
        const unsigned first = 32 * i;
        if (first >= l->wave_size) {
            v->word[i] = wfs_const(0);
            continue;
        }
        const bool several = l->wave_size > 32;
        const wfs_val all = wfs_const(l->wave_size < 32 ? (1U << l->wave_size) - 1 : UINT32_MAX);
        const wfs_val mine = several ? wfs_eq(c, wfs_shr(c, lane, wfs_const(5)), wfs_const(i)) : wfs_const(1);
        /* this word lies above the own lane */
        const wfs_val above = several ? wfs_ltu(c, lane, wfs_const(first)) : wfs_const(0);
        const wfs_val at = builtin == WfsBuiltInSubgroupEqMask ? bit : builtin == WfsBuiltInSubgroupLtMask ? below :
                           builtin == WfsBuiltInSubgroupLeMask ? wfs_or(c, below, bit) :
                           builtin == WfsBuiltInSubgroupGeMask ? wfs_and(c, wfs_not(c, below), all) :
                           wfs_and(c, wfs_not(c, wfs_or(c, below, bit)), all);
        wfs_val elsewhere = wfs_const(0);
        if (builtin == WfsBuiltInSubgroupLtMask || builtin == WfsBuiltInSubgroupLeMask)
            elsewhere = wfs_sel(c, above, wfs_const(0), wfs_const(UINT32_MAX));
        if (builtin == WfsBuiltInSubgroupGeMask || builtin == WfsBuiltInSubgroupGtMask)
            elsewhere = wfs_sel(c, above, wfs_const(UINT32_MAX), wfs_const(0));
        v->word[i] = wfs_sel(c, mine, at, elsewhere);
    }
}

/* The whole variable. */
static struct wfs_value *read_builtin(struct wfs_lower *l, const struct wfs_pointer *p)
{
    const uint32_t builtin = wfs_decorated(l->m, p->variable, WFS_WHOLE, WfsDecorationBuiltIn, UINT32_MAX);
    struct wfs_value *v = wfs_new_value(l, whole_type(l, p));
    char name[WFS_NAME_SIZE];

    const bool tasks = l->mesh && l->mesh->of_tasks;
    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = wfs_none();            /* until it is given */
    switch (builtin) {
    case WfsBuiltInNumWorkgroups:
        if (tasks)
            three_of(l->mesh->grid, v);
        else
            three(l, WF_SV_GRID_X, v);
        break;
    case WfsBuiltInWorkgroupId:
        if (tasks)
            three_of(l->mesh->place, v);
        else
            three(l, WF_SV_GID_X, v);
        break;
    case WfsBuiltInLocalInvocationId: case WfsBuiltInGlobalInvocationId: {
        const bool global = builtin == WfsBuiltInGlobalInvocationId;
        if (l->flat)
            flat_ids(l, global, v);
        else if (global && tasks)
            global_of_tasks(l, v);
        else
            three(l, global ? WF_SV_DTID_X : WF_SV_TID_X, v);
        break;
    }
    case WfsBuiltInWorkgroupSize:
        for (uint32_t i = 0; i < v->words && i < 3; i++)
            v->word[i] = wfs_const(l->local_size[i]);
        break;
    case WfsBuiltInLocalInvocationIndex: v->word[0] = wfs_sv(l->code, WF_SV_GINDEX); break;
    case WfsBuiltInSubgroupId: v->word[0] = wfs_sv(l->code, WF_SV_WAVE); break;
    case WfsBuiltInNumSubgroups: v->word[0] = l->waves ? wfs_const(l->waves) : wfs_sv(l->code, WF_SV_WAVES); break;
    case WfsBuiltInSubgroupSize: v->word[0] = wfs_const(l->wave_size); break;
    case WfsBuiltInSubgroupLocalInvocationId: v->word[0] = wfs_sv(l->code, WF_SV_LANE); break;
    case WfsBuiltInHelperInvocation: v->word[0] = wfs_sv(l->code, WF_SV_HELPER); break;
    case WfsBuiltInDeviceIndex: case WfsBuiltInViewIndex: case WfsBuiltInDrawIndex: v->word[0] = wfs_const(0); break;
    case WfsBuiltInSubgroupEqMask: case WfsBuiltInSubgroupGeMask: case WfsBuiltInSubgroupGtMask:
    case WfsBuiltInSubgroupLeMask: case WfsBuiltInSubgroupLtMask:
        lane_mask(l, builtin, v);
        break;
    default:
        if (builtin == UINT32_MAX)
            wfs_fail(l->env, "%s is an input without BuiltIn; compute shaders have none", wfs_shown(l->m, p->variable));
        wfs_fail(l->env, "%s is %s, which is not supported", wfs_shown(l->m, p->variable),
                 wfs_enum_name(WFS_KIND_BuiltIn, builtin, name));
    }
    for (uint32_t i = 0; i < v->words; i++)
        if (v->word[i].kind == WFS_NONE)
            wfs_fail(l->env, "%s has the type %s, which does not fit its BuiltIn", wfs_shown(l->m, p->variable),
                     wfs_type_shown(l->m, v->type));
    return v;
}

struct wfs_value *wfs_builtin(struct wfs_lower *l, const struct wfs_pointer *p)
{
    if (whole_type(l, p)->kind == WFS_POINTER || p->pointee->kind == WFS_POINTER)
        wfs_fail(l->env, "%s holds pointers; expected numbers", wfs_shown(l->m, p->variable));
    const struct wfs_value *all = read_builtin(l, p);
    struct wfs_value *v = wfs_new_value(l, p->pointee);
    const uint32_t first = p->offset / 4;

    if (first + v->words > all->words)
        wfs_fail(l->env, "%s: outside of the variable", wfs_shown(l->m, p->variable));
    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = all->word[first + i];
    if (p->dynamic.kind != WFS_NONE) {          /* one component, not known which */
        for (uint32_t i = 1; i < all->words; i++)
            v->word[0] = wfs_sel(l->code, wfs_eq(l->code, p->dynamic, wfs_const(4 * i)), all->word[i], v->word[0]);
    }
    return v;
}
