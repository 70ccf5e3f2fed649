/* SPDX-License-Identifier: Apache-2.0
 * shader_groups.c - execution modes of stages with groups: compute, task and mesh shaders, kernels.
 */
#include "shader.h"

#include "module/location.h"

static void take_local_size(struct wf_shader *s, uint32_t at, bool by_id)
{
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t word = wfs_operand(&s->module, at, 3 + i);
        s->local_size[i] = by_id ? wfs_constant_u32(&s->module, word) : word;
    }
}

/* One that says nothing, 0, is told: it is not taken for none. */
static uint32_t subgroup_number(struct wf_shader *s, uint32_t at, bool by_id)
{
    const uint32_t word = wfs_operand(&s->module, at, 3), number = by_id ? wfs_constant_u32(&s->module, word) : word;
    char name[WFS_NAME_SIZE];

    if (!number)
        wfs_refuse(&s->module, at, "%s 0; expected 1 or more",
                   wfs_enum_name(WFS_KIND_ExecutionMode, wfs_operand(&s->module, at, 2), name));
    return number;
}

static void expect_once(struct wf_shader *s, uint32_t at, bool *found)
{
    if (*found)
        wfs_refuse(&s->module, at, "second %s; expected it once",
                   wfs_enum_name(WFS_KIND_ExecutionMode, wfs_operand(&s->module, at, 2), (char[WFS_NAME_SIZE]){0}));
    *found = true;
}

/* mesh_modes.c reads them. */
static bool is_of_mesh(uint32_t mode)
{
    switch (mode) {
    case WfsExecutionModeOutputVertices: case WfsExecutionModeOutputPrimitivesEXT: case WfsExecutionModeOutputPoints:
    case WfsExecutionModeOutputLinesEXT: case WfsExecutionModeOutputTrianglesEXT:
        return true;
    default: return false;
    }
}

/* Hints, and promises that hold in any case: groups are whole, and a grid begins at 0. */
static bool is_of_kernel(uint32_t mode)
{
    switch (mode) {
    case WfsExecutionModeLocalSizeHint: case WfsExecutionModeLocalSizeHintId: case WfsExecutionModeVecTypeHint:
    case WfsExecutionModeMaxWorkgroupSizeINTEL: case WfsExecutionModeMaxWorkDimINTEL:
    case WfsExecutionModeNoGlobalOffsetINTEL: case WfsExecutionModeNumSIMDWorkitemsINTEL:
    case WfsExecutionModeSchedulerTargetFmaxMhzINTEL: case WfsExecutionModeStreamingInterfaceINTEL:
    case WfsExecutionModeFloatingPointModeIEEEINTEL:
        return true;
    default: return false;
    }
}

static void check_other(const struct wf_shader *s, uint32_t at, uint32_t mode)
{
    char name[WFS_NAME_SIZE];

    if (!wfs_is_harmless_mode(mode) && !(s->stage->stage == WF_STAGE_MESH && is_of_mesh(mode)) &&
        !(s->module.kernel_pointer && is_of_kernel(mode)))
        wfs_refuse(&s->module, at, "%s is not supported in a %s", wfs_enum_name(WFS_KIND_ExecutionMode, mode, name),
                   s->stage->what);
}

struct modes {
    bool local_size, subgroup_size, subgroups;          /* was met */
};

static void take_mode(struct wf_shader *s, uint32_t at, struct modes *met)
{
    const uint32_t mode = wfs_operand(&s->module, at, 2);

    switch (mode) {
    case WfsExecutionModeDerivativeGroupLinearNV: s->linear = s->flat = true; break;
    /* lanes are in quads unless they are in a row */
    case WfsExecutionModeDerivativeGroupQuadsNV: case WfsExecutionModeQuadDerivativesKHR: break;
    case WfsExecutionModeLocalSize: case WfsExecutionModeLocalSizeId:
        expect_once(s, at, &met->local_size);
        take_local_size(s, at, mode == WfsExecutionModeLocalSizeId);
        break;
    case WfsExecutionModeSubgroupSize:
        expect_once(s, at, &met->subgroup_size);
        s->subgroups.size = subgroup_number(s, at, false);
        break;
    case WfsExecutionModeSubgroupsPerWorkgroup: case WfsExecutionModeSubgroupsPerWorkgroupId:
        expect_once(s, at, &met->subgroups);
        s->subgroups.per_workgroup = subgroup_number(s, at, mode == WfsExecutionModeSubgroupsPerWorkgroupId);
        break;
    default: check_other(s, at, mode);
    }
}

/* A constant with the BuiltIn WorkgroupSize counts more than modes do; false: there is none. */
static bool take_size_constant(struct wf_shader *s)
{
    const struct wfs_module *m = &s->module;
    bool found = false;

    for (uint32_t id = 1; id < m->bound; id++)
        if (m->id[id].at && wfs_builtin_of(m, id) == WfsBuiltInWorkgroupSize && wfs_is_constant_id(m->lower, id)) {
            const struct wfs_value *v = wfs_value(m->lower, id);
            for (uint32_t i = 0; i < 3 && v->words == 3; i++)
                s->local_size[i] = v->word[i].bits;
            found = true;
        }
    return found;
}

/* The machine's groups have at most 64 threads in z, as those of HLSL.  Deeper ones are a line, whose places are what
 * the machine would have given them (docs/semantics.md, Lane packing). */
static void flatten_deep(struct wf_shader *s)
{
    enum { DEEPEST = 64, MOST = 1024 };
    const uint32_t *size = s->local_size;

    if (size[2] <= DEEPEST || size[2] > MOST || (uint64_t)size[0] * size[1] > MOST ||
        size[0] * size[1] * size[2] > MOST)
        return;
    s->flat = true;
    s->flat_quads = !s->linear && size[0] % 2 == 0 && size[1] % 2 == 0 && !s->module.kernel_pointer;
}

void wfs_find_group_modes(struct wf_shader *s)
{
    const struct wfs_module *m = &s->module;
    struct modes met = {false};

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at)) {
        const uint32_t op = wfs_op_at(m, at);
        if ((op == WfsOpExecutionMode || op == WfsOpExecutionModeId) && wfs_operand(m, at, 1) == s->entry->function)
            take_mode(s, at, &met);
    }
    if (!take_size_constant(s) && !met.local_size && !s->subgroups.per_workgroup)
        wfs_fail(&s->env, "the entry point %s has no LocalSize", s->entry->name);
    flatten_deep(s);
    /* scans of a group go by the index of a lane: no quads of two rows, whose lanes would not */
    s->flat |= m->kernel_pointer && s->local_size[0] % 2 == 0 && s->local_size[1] % 2 == 0;
}
