/* SPDX-License-Identifier: Apache-2.0
 * shader_entry.c - which entry point of the module is meant, and whether its memory is one that is supported.
 */
#include "shader.h"

#include <stdio.h>
#include <string.h>

enum wf_shader_wanted wf_shader_wanted_of(enum wf_stage stage)
{
    switch (stage) {
    case WF_STAGE_AMPLIFICATION: return WF_SHADER_TASK;
    case WF_STAGE_MESH: return WF_SHADER_MESH;
    case WF_STAGE_VERTEX: return WF_SHADER_VERTEX;
    case WF_STAGE_GEOMETRY: return WF_SHADER_GEOMETRY;
    case WF_STAGE_HULL: case WF_STAGE_DOMAIN: return WF_SHADER_PATCHES;
    case WF_STAGE_PIXEL: return WF_SHADER_PIXELS;
    default: return WF_SHADER_GROUPS;
    }
}

static bool is_wanted(const struct wfs_stage *stage, enum wf_shader_wanted wanted)
{
    switch (wanted) {
    case WF_SHADER_TASK: return stage && stage->stage == WF_STAGE_AMPLIFICATION;
    case WF_SHADER_MESH: return stage && stage->stage == WF_STAGE_MESH;
    case WF_SHADER_VERTEX: return stage && stage->stage == WF_STAGE_VERTEX;
    case WF_SHADER_GEOMETRY: return stage && stage->stage == WF_STAGE_GEOMETRY;
    case WF_SHADER_PATCHES: return stage && wfs_takes_patches(stage);
    case WF_SHADER_PIXELS: return stage && stage->stage == WF_STAGE_PIXEL;
    case WF_SHADER_GROUPS: return stage && wfs_has_groups(stage) && !wfs_takes_patches(stage);
    case WF_SHADER_ANY: break;
    }
    return stage != NULL;
}

/* What was looked for, by its name in a message, before "entry point". */
static const char *looked_for(enum wf_shader_wanted wanted)
{
    switch (wanted) {
    case WF_SHADER_TASK: return "task ";
    case WF_SHADER_MESH: return "mesh ";
    case WF_SHADER_GROUPS: return "compute, task or mesh ";
    case WF_SHADER_PIXELS: return "fragment ";
    case WF_SHADER_VERTEX: return "vertex ";
    case WF_SHADER_GEOMETRY: return "geometry ";
    case WF_SHADER_PATCHES: return "tessellation ";
    case WF_SHADER_ANY: break;
    }
    return "";
}

/* How `wavefold run` runs shaders of this stage, where a grid is not enough; "" otherwise. */
static const char *hint_of(const struct wfs_stage *stage)
{
    return wfs_takes_patches(stage) ? ", which --patches NxP or `patches N points P` runs" :
           wfs_has_groups(stage) ? "" :
           stage->stage == WF_STAGE_PIXEL ? ", which --draw WxH or `quads W, H` draws with" :
           stage->stage == WF_STAGE_GEOMETRY ? ", which --primitives N or `primitives N` runs" :
           ", which --vertices N or `vertices N` runs";
}

/* "main (ray generation shader)": those that are not meant with what they are. */
static void list_names(const struct wf_shader *s, const struct wf_shader_options *o, char names[300])
{
    const struct wfs_module *m = &s->module;
    char model[WFS_NAME_SIZE];

    *names = '\0';
    for (size_t i = 0; i < m->entries; i++) {
        const size_t used = strlen(names);
        const struct wfs_stage *stage = wfs_stage_of(m->entry[i].model);
        const char *what = stage ? stage->what : wfs_stage_refused(m->entry[i].model);
        what = is_wanted(stage, o->wanted) ? NULL :
               what ? what : wfs_enum_name(WFS_KIND_ExecutionModel, m->entry[i].model, model);
        const char *how = !what ? "" : !stage ? ", which does not run" : o->no_hints ? "" : hint_of(stage);
        snprintf(names + used, 300 - used, "%s%s%s%s%s%s", i ? ", " : "", m->entry[i].name, what ? " (" : "",
                 what ? what : "", how, what ? ")" : "");
    }
}

/* Whatever was wanted, it is not there. */
static bool runs_nothing(const struct wfs_module *m)
{
    for (size_t i = 0; i < m->entries; i++)
        if (wfs_stage_of(m->entry[i].model))
            return false;
    return true;
}

static const char *reason(const struct wfs_module *m)
{
    for (size_t i = 0; i < m->entries; i++)
        if (wfs_stage_refused(m->entry[i].model))
            return "; stages of ray tracing are not supported";
    return "";
}

/* `first`: without a name, several are no mistake. */
void wfs_choose_entry(struct wf_shader *s, const struct wf_shader_options *o)
{
    struct wfs_module *m = &s->module;
    const struct wfs_entry *found = NULL;
    size_t count = 0;
    char names[300];

    for (size_t i = 0; i < m->entries; i++)
        if (is_wanted(wfs_stage_of(m->entry[i].model), o->wanted) &&
            (!o->entry || !strcmp(m->entry[i].name, o->entry))) {
            found = found ? found : &m->entry[i];
            count++;
        }
    for (size_t i = 0, groups = 0; i < m->entries && o->wanted == WF_SHADER_ANY && !o->entry && !o->first; i++)
        if (is_wanted(wfs_stage_of(m->entry[i].model), WF_SHADER_GROUPS)) {     /* the only one of these comes first */
            found = groups++ ? found : &m->entry[i];
            count = groups;
        }
    if (count == 1 || (count && o->first && !o->entry)) {
        s->entry = found;
        s->stage = wfs_stage_of(found->model);
        return;
    }
    list_names(s, o, names);
    const bool nothing = runs_nothing(m);
    const char *wanted = nothing ? "" : looked_for(o->wanted), *runs = nothing || o->wanted == WF_SHADER_ANY ? " that runs" : "";
    if (o->entry)
        wfs_fail(&s->env, "the module has no %sentry point %s%s; it has %s", wanted, o->entry, runs,
                 *names ? names : "none at all");
    if (count)
        wfs_fail(&s->env, "the module has several entry points, one must be named: %s", names);
    wfs_fail(&s->env, "the module has no %sentry point%s%s%s%s", wanted, runs, *names ? "; it has " : "", names,
             nothing ? reason(m) : "");
}

static bool is_addressing(const struct wfs_module *m, uint32_t model)
{
    if (m->kernel_pointer)
        return model == WfsAddressingModelPhysical32 || model == WfsAddressingModelPhysical64;
    return model == WfsAddressingModelLogical || model == WfsAddressingModelPhysicalStorageBuffer64;
}

void wfs_check_models(const struct wfs_module *m)
{
    char name[WFS_NAME_SIZE];

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at)) {
        if (wfs_op_at(m, at) == WfsOpMemoryModel && !is_addressing(m, wfs_operand(m, at, 1)))
            wfs_refuse(m, at, "%s; expected %s",
                       wfs_enum_name(WFS_KIND_AddressingModel, wfs_operand(m, at, 1), name),
                       m->kernel_pointer ? "Physical32 or Physical64" : "Logical or PhysicalStorageBuffer64");
        if (wfs_op_at(m, at) == WfsOpMemoryModel && !m->kernel_pointer &&
            wfs_operand(m, at, 2) != WfsMemoryModelGLSL450 && wfs_operand(m, at, 2) != WfsMemoryModelVulkan)
            wfs_refuse(m, at, "%s; expected GLSL450, Vulkan or OpenCL",
                       wfs_enum_name(WFS_KIND_MemoryModel, wfs_operand(m, at, 2), name));
        if (wfs_op_at(m, at) == WfsOpCapability && wfs_operand(m, at, 1) == WfsCapabilityKernel &&
            !m->kernel_pointer)
            wfs_refuse(m, at, "Capability Kernel: expected the memory model OpenCL");
        if (wfs_op_at(m, at) == WfsOpTypeForwardPointer && !m->kernel_pointer &&
            wfs_operand(m, at, 2) != WfsStorageClassPhysicalStorageBuffer)
            wfs_refuse(m, at, "%s; expected PhysicalStorageBuffer",
                       wfs_enum_name(WFS_KIND_StorageClass, wfs_operand(m, at, 2), name));
    }
}
