/* SPDX-License-Identifier: Apache-2.0
 * builtin.c - built-in variables and the clock, from system values.
 */
#include "mesh.h"
#include "pixel.h"

#include "../module/location.h"
#include "../math/math.h"

#include <string.h>

static const struct wfs_type *whole_type(struct wfs_lower *l, const struct wfs_pointer *p)
{
    return wfs_pointee(l->m, wfs_type(l->m, wfs_id(l->m, p->variable)->type));
}

/* The size of a wave for the shader. */
static uint32_t shown_size(const struct wfs_lower *l)
{
    return l->target->shown_wave_size ? l->target->shown_wave_size : l->wave_size;
}

/* The lanes of a wave whose number is below, or not above, the own one, or equal it; all words at once. */
static void lane_mask(struct wfs_lower *l, uint32_t builtin, struct wfs_value *v)
{
    struct wfs_code *c = l->code;
    const wfs_val lane = wfs_sv(c, WF_SV_LANE), bit = wfs_shl(c, wfs_const(1), lane);
    const wfs_val below = wfs_sub(c, bit, wfs_const(1));
    const uint32_t size = shown_size(l);

    for (uint32_t i = 0; i < v->words; i++) {
        const unsigned first = 32 * i;
        if (first >= size) {
            v->word[i] = wfs_const(0);
            continue;
        }
        const bool several = size > 32;
        const wfs_val all = wfs_const(size < 32 ? (1U << size) - 1 : UINT32_MAX);
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

/* Of threads in a group; false when it is none. */
static bool group_builtin(struct wfs_lower *l, uint32_t builtin, struct wfs_value *v)
{
    const bool tasks = l->mesh && l->mesh->of_tasks;

    switch (builtin) {
    case WfsBuiltInNumWorkgroups:
        for (uint32_t i = 0; i < v->words && i < 3; i++)
            v->word[i] = tasks ? l->mesh->grid[i] : wfs_sv(l->code, WF_SV_GRID_X + i);
        return true;
    case WfsBuiltInWorkgroupId:
        for (uint32_t i = 0; i < v->words && i < 3; i++)
            v->word[i] = wfs_group_id(l, i);
        return true;
    case WfsBuiltInLocalInvocationId: case WfsBuiltInGlobalInvocationId:
        wfs_thread_ids(l, builtin == WfsBuiltInGlobalInvocationId, v);
        return true;
    case WfsBuiltInWorkgroupSize:
        for (uint32_t i = 0; i < v->words && i < 3; i++)
            v->word[i] = wfs_const(l->local_size[i]);
        return true;
    case WfsBuiltInLocalInvocationIndex: v->word[0] = wfs_thread_index(l); return true;
    case WfsBuiltInSubgroupId: v->word[0] = wfs_sv(l->code, WF_SV_WAVE); return true;
    case WfsBuiltInNumSubgroups:
        v->word[0] = l->waves ? wfs_const(l->waves) : wfs_sv(l->code, WF_SV_WAVES);
        return true;
    case WfsBuiltInDeviceIndex: case WfsBuiltInViewIndex: case WfsBuiltInDrawIndex:
        v->word[0] = wfs_const(0);
        return true;
    case WfsBuiltInMeshViewCountNV: v->word[0] = wfs_const(1); return true;
    case WfsBuiltInMeshViewIndicesNV:
        for (uint32_t i = 0; i < v->words; i++)
            v->word[i] = wfs_const(0);
        return true;
    default: return false;
    }
}

/* ---- of kernels of OpenCL ---- */

/* Threads of the grid in that direction. */
static wfs_val global_size(struct wfs_lower *l, uint32_t i)
{
    return wfs_mul(l->code, wfs_sv(l->code, WF_SV_GRID_X + i), wfs_const(l->local_size[i]));
}

static wfs_val global_linear_id(struct wfs_lower *l)
{
    struct wfs_code *c = l->code;
    wfs_val id[3];

    group_builtin(l, WfsBuiltInGlobalInvocationId, &(struct wfs_value){.word = id, .words = 3});
    const wfs_val row = wfs_add(c, wfs_mul(c, id[2], global_size(l, 1)), id[1]);
    return wfs_add(c, wfs_mul(c, row, global_size(l, 0)), id[0]);
}

/* A grid begins at 0, and has whole groups.  False when it is none. */
static bool kernel_builtin(struct wfs_lower *l, uint32_t builtin, struct wfs_value *v)
{
    switch (builtin) {
    case WfsBuiltInWorkDim:
        v->word[0] = wfs_const(l->target->dimensions ? l->target->dimensions : 3);
        return true;
    case WfsBuiltInGlobalSize:
        for (uint32_t i = 0; i < v->words && i < 3; i++)
            v->word[i] = global_size(l, i);
        return true;
    case WfsBuiltInGlobalOffset:
        for (uint32_t i = 0; i < v->words && i < 3; i++)
            v->word[i] = wfs_const(0);
        return true;
    case WfsBuiltInEnqueuedWorkgroupSize: return group_builtin(l, WfsBuiltInWorkgroupSize, v);
    case WfsBuiltInNumEnqueuedSubgroups: return group_builtin(l, WfsBuiltInNumSubgroups, v);
    case WfsBuiltInSubgroupMaxSize: v->word[0] = wfs_const(l->wave_size); return true;
    case WfsBuiltInGlobalLinearId: v->word[0] = global_linear_id(l); return true;
    default: return group_builtin(l, builtin, v);
    }
}

/* A size_t of 64 bits is a word, and zeros. */
static void widen(struct wfs_value *v)
{
    const uint32_t count = wfs_components(v->type);

    if (wfs_scalar(v->type)->width != 64)
        return;
    for (uint32_t i = count; i-- > 0;) {
        v->word[2 * i] = v->word[i];
        v->word[2 * i + 1] = wfs_const(0);
    }
}

/* Of the lane in its wave; false when it is none. */
static bool lane_builtin(struct wfs_lower *l, uint32_t builtin, bool is_volatile, struct wfs_value *v)
{
    switch (builtin) {
    case WfsBuiltInSubgroupSize: v->word[0] = wfs_const(shown_size(l)); return true;
    case WfsBuiltInSubgroupLocalInvocationId: v->word[0] = wfs_sv(l->code, WF_SV_LANE); return true;
    case WfsBuiltInHelperInvocation:
        /* what is not volatile does not change when a lane is demoted */
        v->word[0] = l->is_pixel && !is_volatile ? l->began_as_helper : wfs_sv(l->code, WF_SV_HELPER);
        return true;
    case WfsBuiltInSubgroupEqMask: case WfsBuiltInSubgroupGeMask: case WfsBuiltInSubgroupGtMask:
    case WfsBuiltInSubgroupLeMask: case WfsBuiltInSubgroupLtMask:
        lane_mask(l, builtin, v);
        return true;
    default: return false;
    }
}

/* Of the device, and of the wave's place in it; false when it is none. */
static bool device_builtin(struct wfs_lower *l, uint32_t builtin, struct wfs_value *v)
{
    struct wfs_code *c = l->code;
    const wfs_val one = wfs_const(1);

    switch (builtin) {
    case WfsBuiltInSMIDNV: case WfsBuiltInCoreIDARM: v->word[0] = wfs_sv(c, WF_SV_CORE); return true;
    case WfsBuiltInSMCountNV: case WfsBuiltInCoreCountARM: v->word[0] = wfs_sv(c, WF_SV_CORES); return true;
    case WfsBuiltInCoreMaxIDARM: v->word[0] = wfs_sub(c, wfs_sv(c, WF_SV_CORES), one); return true;
    case WfsBuiltInWarpsPerSMNV: v->word[0] = wfs_sv(c, WF_SV_SLOTS); return true;
    case WfsBuiltInWarpMaxIDARM: v->word[0] = wfs_sub(c, wfs_sv(c, WF_SV_SLOTS), one); return true;
    case WfsBuiltInWarpIDNV: case WfsBuiltInWarpIDARM:
        v->word[0] = wfs_sub(c, wfs_sv(c, WF_SV_SLOT),
                             wfs_mul(c, wfs_sv(c, WF_SV_CORE), wfs_sv(c, WF_SV_SLOTS)));
        return true;
    default: return false;
    }
}

/* All of it, which has that type. */
static struct wfs_value *read_builtin(struct wfs_lower *l, const struct wfs_pointer *p, uint32_t builtin,
                                      const struct wfs_type *t, bool is_volatile)
{
    struct wfs_value *v = wfs_new_value(l, t);
    char name[WFS_NAME_SIZE];

    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = wfs_none();            /* until it is given */
    if (!v->words || (!lane_builtin(l, builtin, is_volatile, v) && !device_builtin(l, builtin, v) &&
                      !(l->is_pixel          ? wfs_pixel_builtin
                        : wfs_is_of_patch(l) ? wfs_patch_builtin
                        : l->m->kernel_pointer ? kernel_builtin
                        : l->has_groups      ? group_builtin
                                             : wfs_invocation_builtin)(l, builtin, v)))
        wfs_fail(l->env, "%s is %s, which is not supported in a %s", wfs_shown(l->m, p->variable),
                 wfs_enum_name(WFS_KIND_BuiltIn, builtin, name), l->what);
    if (l->m->kernel_pointer)
        widen(v);
    for (uint32_t i = 0; i < v->words; i++)
        if (v->word[i].kind == WFS_NONE)
            wfs_fail(l->env, "%s has the type %s, which does not fit its BuiltIn", wfs_shown(l->m, p->variable),
                     wfs_type_shown(l->m, v->type));
    return v;
}

/* The members of a block that the pointer leads into; zeros stand for the others. */
static struct wfs_value *read_members(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_type *t,
                                      bool is_volatile)
{
    struct wfs_value *v = wfs_new_value(l, t);
    const uint32_t first = p->offset / 4, end = first + (uint32_t)p->pointee->words;

    for (uint32_t i = 0; i < t->count; i++) {
        const struct wfs_member *member = &t->member[i];
        const uint32_t builtin = wfs_decorated(l->m, t->id, i, WfsDecorationBuiltIn, UINT32_MAX);
        if (member->word >= end || first >= member->word + member->type->words)
            continue;
        const struct wfs_value *part = read_builtin(l, p, builtin, member->type, is_volatile);
        memcpy(v->word + member->word, part->word, part->words * sizeof *v->word);
    }
    return v;
}

static struct wfs_value *read_variable(struct wfs_lower *l, const struct wfs_pointer *p, bool is_volatile)
{
    const uint32_t builtin = wfs_builtin_of(l->m, p->variable);
    const struct wfs_type *t = whole_type(l, p);

    if (builtin != UINT32_MAX)
        return read_builtin(l, p, builtin, t, is_volatile);
    if (wfs_is_builtin_block(l->m, t))
        return read_members(l, p, t, is_volatile);
    if (!l->is_pixel)
        wfs_fail(l->env, l->has_groups && !wfs_is_of_patch(l) ? "%s is an input without BuiltIn; %ss have none"
                                       : "%s is an input of a %s; expected it in the interface of the entry point",
                 wfs_shown(l->m, p->variable), l->what);
    return wfs_read_input(l, p->variable, t, NULL);
}

struct wfs_value *wfs_builtin(struct wfs_lower *l, const struct wfs_pointer *p)
{
    if (whole_type(l, p)->kind == WFS_POINTER || p->pointee->kind == WFS_POINTER)
        wfs_fail(l->env, "%s holds pointers; expected numbers", wfs_shown(l->m, p->variable));
    const uint8_t how = l->code->how;
    struct wfs_value *v = wfs_new_value(l, p->pointee);

    l->code->how = 0;
    wfs_part_of(l, p, read_variable(l, p, (how & WF_HOW_COHERENT) || p->is_coherent), v);
    l->code->how = how;
    return v;
}

/* ---- the clock --------------------------------------------------------------------------------------------------- */

/* The high word is read before and after the low one.  Where it changed in between, the clock was at the new high word
 * and 0 at some time between the reads: that is the time that is given, without another try.  Two reads of a wave, one
 * after the other, never give the same.  All cores have one counter, so all scopes read it. */
void wfs_clock(struct wfs_lower *l, uint32_t at)
{
    struct wfs_code *c = l->code;
    struct wfs_value *v = wfs_result(l, at);
    const struct wfs_type *word = wfs_scalar(v->type);

    if (v->words != 2 || word->kind != WFS_INT || word->is_signed || wfs_components(v->type) * word->width != 64)
        wfs_refuse(l->m, at, "its result is %s; expected uint64 or a vector of two uint32",
                   wfs_type_shown(l->m, v->type));

    const wfs_val before = wfs_sv(c, WF_SV_CLOCK_HIGH), low = wfs_sv(c, WF_SV_CLOCK_LOW),
                  high = wfs_sv(c, WF_SV_CLOCK_HIGH);
    const wfs_val same = wfs_sub(c, wfs_ne(c, before, high), wfs_const(1));     /* all bits, or none */
    v->word[0] = wfs_and(c, low, same);
    v->word[1] = high;
}

void wfs_read_clock(struct wfs_lower *l, uint32_t at)
{
    const wfs_val scope = wfs_word(l, wfs_operand(l->m, at, 3));
    char name[WFS_NAME_SIZE];

    if (!wfs_is_const(scope))
        wfs_refuse(l->m, at, "its scope is not constant");
    if (!wfs_is(scope, WfsScopeSubgroup) && !wfs_is(scope, WfsScopeDevice))
        wfs_refuse(l->m, at, "it has %s; expected Subgroup or Device",
                   wfs_enum_name(WFS_KIND_Scope, scope.bits, name));
    wfs_clock(l, at);
}
