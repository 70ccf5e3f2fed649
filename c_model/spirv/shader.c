/* SPDX-License-Identifier: Apache-2.0
 * shader.c - the public face of the front-end (wavefold/spirv.h): entry points and what they need.  shader_lower.c is
 * the other half.
 */
#include "shader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel.h"
#include "module/contents.h"

void wfs_tell(const struct wfs_env *env, char message[WF_SHADER_MESSAGE], bool *no_memory)
{
    snprintf(message, WF_SHADER_MESSAGE, "%s", env->message);
    if (no_memory)
        *no_memory = env->out_of_memory;
}

/* ---- specialization constants ---- */

static bool is_spec_constant(uint32_t op)
{
    return op == WfsOpSpecConstantTrue || op == WfsOpSpecConstantFalse || op == WfsOpSpecConstant;
}

static void list_constants(struct wf_shader *s, struct wfs_lower *l)
{
    struct wfs_module *m = &s->module;

    for (uint32_t id = 1; id < m->bound; id++) {
        const struct wfs_decoration *d = m->id[id].at && is_spec_constant(m->id[id].op)
                                             ? wfs_decoration(m, id, WFS_WHOLE, WfsDecorationSpecId)
                                             : NULL;
        if (!d)
            continue;
        s->wave_count |= wfs_is_wave_count(l, id);
        const struct wfs_value *v = wfs_value(l, id);
        WFS_APPEND(&s->env, s->constant, s->constants, s->constant_room, (struct wf_shader_constant){
            .id = wfs_decorated(m, id, WFS_WHOLE, WfsDecorationSpecId, 0), .name = wfs_shown(m, id),
            .word = {v->word[0].bits, v->words > 1 ? v->word[1].bits : 0},
            .width = v->type->kind == WFS_BOOL ? 1 : v->type->width, .is_float = v->type->kind == WFS_FLOAT});
    }
}

/* ---- the entry point ---- */

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

/* "main (ray generation shader)": those that are not meant with what they are. */
static void list_names(const struct wf_shader *s, enum wf_shader_wanted wanted, char names[300])
{
    const struct wfs_module *m = &s->module;
    char model[WFS_NAME_SIZE];

    *names = '\0';
    for (size_t i = 0; i < m->entries; i++) {
        const size_t used = strlen(names);
        const struct wfs_stage *stage = wfs_stage_of(m->entry[i].model);
        const char *what = stage ? stage->what : wfs_stage_refused(m->entry[i].model);
        what = is_wanted(stage, wanted) ? NULL :
               what ? what : wfs_enum_name(WFS_KIND_ExecutionModel, m->entry[i].model, model);
        const char *how = !what ? "" : !stage ? ", which does not run" :
                          wfs_takes_patches(stage) ? ", which --patches NxP or `patches N points P` runs" :
                          wfs_has_groups(stage) ? "" :
                          stage->stage == WF_STAGE_PIXEL ? ", which --draw WxH or `quads W, H` draws with" :
                          stage->stage == WF_STAGE_GEOMETRY ? ", which --primitives N or `primitives N` runs" :
                          ", which --vertices N or `vertices N` runs";
        snprintf(names + used, 300 - used, "%s%s%s%s%s%s", i ? ", " : "", m->entry[i].name, what ? " (" : "",
                 what ? what : "", how, what ? ")" : "");
    }
}

/* `first`: without a name, several are no mistake. */
static void choose_entry(struct wf_shader *s, const struct wf_shader_options *o)
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
    list_names(s, o->wanted, names);
    const char *runs = o->wanted == WF_SHADER_ANY ? " that runs" : "";
    if (o->entry)
        wfs_fail(&s->env, "the module has no %sentry point %s%s; it has %s", looked_for(o->wanted), o->entry, runs,
                 *names ? names : "none at all");
    if (count)
        wfs_fail(&s->env, "the module has several entry points, one must be named: %s", names);
    wfs_fail(&s->env, "the module has no %sentry point%s%s%s", looked_for(o->wanted), runs, *names ? "; it has " : "",
             names);
}

static bool is_addressing(const struct wfs_module *m, uint32_t model)
{
    if (m->kernel_pointer)
        return model == WfsAddressingModelPhysical32 || model == WfsAddressingModelPhysical64;
    return model == WfsAddressingModelLogical || model == WfsAddressingModelPhysicalStorageBuffer64;
}

static void check_models(const struct wfs_module *m)
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

static void find_execution_modes(struct wf_shader *s)
{
    struct wfs_module *m = &s->module;
    bool found = false, size_found = false, count_found = false;

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at)) {
        const uint32_t op = wfs_op_at(m, at);
        if ((op != WfsOpExecutionMode && op != WfsOpExecutionModeId) || wfs_operand(m, at, 1) != s->entry->function)
            continue;
        switch (wfs_operand(m, at, 2)) {
        case WfsExecutionModeDerivativeGroupLinearNV: s->flat = true; break;
        case WfsExecutionModeLocalSize: case WfsExecutionModeLocalSizeId:
            expect_once(s, at, &found);
            take_local_size(s, at, wfs_operand(m, at, 2) == WfsExecutionModeLocalSizeId);
            break;
        case WfsExecutionModeSubgroupSize:
            expect_once(s, at, &size_found);
            s->subgroups.size = subgroup_number(s, at, false);
            break;
        case WfsExecutionModeSubgroupsPerWorkgroup: case WfsExecutionModeSubgroupsPerWorkgroupId:
            expect_once(s, at, &count_found);
            s->subgroups.per_workgroup =
                subgroup_number(s, at, wfs_operand(m, at, 2) == WfsExecutionModeSubgroupsPerWorkgroupId);
            break;
        case WfsExecutionModeRoundingModeRTPINTEL: case WfsExecutionModeRoundingModeRTNINTEL:
            wfs_refuse(m, at, "%s is not supported; expected to round to nearest even or towards zero",
                       wfs_enum_name(WFS_KIND_ExecutionMode, wfs_operand(m, at, 2), (char[WFS_NAME_SIZE]){0}));
            break;
        default: break;
        }
    }
    for (uint32_t id = 1; id < m->bound; id++)
        if (m->id[id].at &&
            wfs_decorated(m, id, WFS_WHOLE, WfsDecorationBuiltIn, UINT32_MAX) == WfsBuiltInWorkgroupSize &&
            wfs_is_constant_id(m->lower, id)) {
            const struct wfs_value *v = wfs_value(m->lower, id);
            for (uint32_t i = 0; i < 3 && v->words == 3; i++)
                s->local_size[i] = v->word[i].bits;
            found = true;
        }
    if (!found && !s->subgroups.per_workgroup)
        wfs_fail(&s->env, "the entry point %s has no LocalSize", s->entry->name);
}

/* ---- resources: the blocks that functions reached from the entry point mention ---- */

struct reach {
    bool *seen;                         /* [bound] functions and variables */
    uint32_t *work;
    size_t count, room;
};

/* Before any of its bindings is asked for: what is neither image nor sampler. */
static void refuse_opaque(struct wfs_module *m, uint32_t id, uint32_t line)
{
    const struct wfs_type *t = wfs_type(m, m->id[id].type);
    t = t->kind == WFS_POINTER ? t->element : t;
    while (t->kind == WFS_ARRAY || t->kind == WFS_RUNTIME_ARRAY)
        t = t->element;
    if (t->kind == WFS_IMAGE || t->kind == WFS_SAMPLER || t->kind == WFS_SAMPLED_IMAGE)
        return;
    const struct wfs_id *file = line ? wfs_id(m, wfs_operand(m, line, 1)) : NULL;

    if (file && file->op == WfsOpString) {
        m->env->file = wfs_operand_name(m, file->at, 2);
        m->env->line = wfs_operand(m, line, 2);
    }
    wfs_refuse(m, m->id[id].at, "%s is %s; expected a buffer, an image or a sampler", wfs_shown(m, id),
               wfs_type_shown(m, t));
}

static bool is_print(const struct wfs_module *m, uint32_t at)
{
    const uint32_t set = wfs_op_at(m, at) == WfsOpExtInst ? wfs_operand(m, at, 3) : m->bound;

    if (set >= m->bound || !m->id[set].at || m->id[set].op != WfsOpExtInstImport)
        return false;
    const char *name = wfs_operand_text(m, m->id[set].at, 2);
    return !strcmp(name, "NonSemantic.DebugPrintf") || (!strcmp(name, "OpenCL.std") && wfs_operand(m, at, 4) == WfsCl_printf);
}

static void reach_function(struct wf_shader *s, struct reach *r, uint32_t at)
{
    struct wfs_module *m = &s->module;
    uint32_t line = 0;

    for (; at < m->words && wfs_op_at(m, at) != WfsOpFunctionEnd; at = wfs_after(m, at)) {
        if (wfs_op_at(m, at) == WfsOpLine || wfs_op_at(m, at) == WfsOpNoLine)
            line = wfs_op_at(m, at) == WfsOpLine ? at : 0;
        s->prints += is_print(m, at);
        for (uint32_t n = 1; n < wfs_length_at(m, at); n++) {
            const uint32_t id = m->word[at + n];
            if (id >= m->bound || r->seen[id] || !m->id[id].at ||
                (m->id[id].op != WfsOpFunction && m->id[id].op != WfsOpVariable) || !wfs_is_id_at(m, at, n))
                continue;
            r->seen[id] = true;
            if (m->id[id].op == WfsOpFunction) {
                WFS_APPEND(&s->env, r->work, r->count, r->room, id);
            } else if (wfs_operand(m, m->id[id].at, 3) == WfsStorageClassUniformConstant &&
                       !m->kernel_pointer) {
                refuse_opaque(m, id, line);
            }
        }
    }
}

/* Its source numbers resources by kind, t0 and u0. */
static bool has_registers(const struct wfs_module *m)
{
    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at))
        if (wfs_op_at(m, at) == WfsOpSource &&
            (m->word[at + 1] == WfsSourceLanguageHLSL || m->word[at + 1] == WfsSourceLanguageSlang))
            return true;
    return false;
}

static void add_resource(struct wf_shader *s, uint32_t id, bool used, bool registers)
{
    struct wfs_module *m = &s->module;
    const uint32_t storage = wfs_operand(m, m->id[id].at, 3);
    const bool push = storage == WfsStorageClassPushConstant;

    if (!push && storage != WfsStorageClassUniform && storage != WfsStorageClassStorageBuffer &&
        (storage != WfsStorageClassUniformConstant || m->kernel_pointer))
        return;
    if (storage == WfsStorageClassUniformConstant && !used && !wfs_is_plain_image(m, id))
        return;                         /* what is not used may be anything */
    const struct wfs_type *t = wfs_type(m, m->id[id].type);
    t = t->kind == WFS_POINTER ? t->element : t;
    const bool is_block_array = !push && (t->kind == WFS_ARRAY || t->kind == WFS_RUNTIME_ARRAY);
    const bool opaque = storage == WfsStorageClassUniformConstant;
    uint32_t elements = !is_block_array ? 1 : opaque ? wfs_image_elements(t) : t->kind == WFS_ARRAY ? t->count : 0;
    do
        t = is_block_array ? t->element : t;
    while (opaque && (t->kind == WFS_ARRAY || t->kind == WFS_RUNTIME_ARRAY));
    if (t->kind != WFS_STRUCT && !opaque)
        return;                         /* refused when it is lowered, by name */
    if (elements > WF_MAX_BUFFERS)
        wfs_refuse(m, m->id[id].at, "%s has %u blocks; expected at most %d", wfs_shown(m, id), elements,
                   (int)WF_MAX_BUFFERS);
    struct wf_shader_resource r = {
        .set = push ? 0 : wfs_decorated(m, id, WFS_WHOLE, WfsDecorationDescriptorSet, 0),
        .binding = push ? 0 : wfs_decorated(m, id, WFS_WHOLE, WfsDecorationBinding, 0), .is_push = push, .used = used,
        .is_uniform = push || (storage == WfsStorageClassUniform &&
                               !wfs_decoration(m, t->id, WFS_WHOLE, WfsDecorationBufferBlock)),
        .is_aliased = wfs_decoration(m, id, WFS_WHOLE, WfsDecorationAliased) != NULL,
        .name = m->id[id].name || t->kind != WFS_STRUCT ? wfs_shown(m, id) : wfs_shown(m, t->id),
        .size = wfs_explicit_size(t, 0, false), .elements = elements, .is_block_array = is_block_array,
        .layout = t->kind == WFS_STRUCT ? t : NULL};
    if (wfs_describe_image(m, id, t, &r))
        r.is_uniform = !r.is_written;
    else if (t->count && t->member[t->count - 1].type->kind == WFS_RUNTIME_ARRAY)
        r.stride = t->member[t->count - 1].type->stride;
    wfs_work(&s->env, s->resources);
    for (size_t i = 0; i < s->resources; i++) {
        struct wf_shader_resource *o = &s->resource[i];
        if (o->set == r.set && o->binding == r.binding && o->is_push == r.is_push) {
            if (o->used && !r.used)
                return;
            if (!o->used && r.used)
                *o = r;
            else if (o->used && r.used && !wfs_is_alike(o, &r))
                wfs_refuse(m, m->id[id].at, "%s and %s are both binding %u.%u; expected images or buffers of one kind",
                           o->name, r.name, (unsigned)r.set, (unsigned)r.binding);
            else if (registers && o->used && r.used && !r.is_push && !o->other && !(o->is_aliased && r.is_aliased) &&
                     strcmp(o->name, r.name))         /* one that the compiler has as arrays of words and of more */
                o->other = r.name;
            o->size = r.size > o->size ? r.size : o->size;
            o->is_uniform &= r.is_uniform;
            o->elements = !o->elements || !r.elements ? 0 : r.elements > o->elements ? r.elements : o->elements;
            o->is_block_array |= r.is_block_array;
            o->is_written |= r.is_written;
            o->format = o->format ? o->format : r.format;
            return;
        }
    }
    WFS_APPEND(&s->env, s->resource, s->resources, s->resource_room, r);
}

static void list_resources(struct wf_shader *s)
{
    struct wfs_module *m = &s->module;
    struct reach r = {.seen = s->reached};
    const bool registers = has_registers(m);

    r.seen[wfs_id(m, s->entry->function)->at ? s->entry->function : 0] = true;
    reach_function(s, &r, m->id[s->entry->function].at);
    while (r.count)
        reach_function(s, &r, m->id[r.work[--r.count]].at);
    for (uint32_t id = 1; id < m->bound; id++)
        if (m->id[id].at && m->id[id].op == WfsOpVariable)
            add_resource(s, id, r.seen[id], registers);
}

/* ---- open ---- */

void wfs_begin_lower(struct wf_shader *s, struct wfs_lower *l, struct wfs_env *env, struct wfs_module *m)
{
    memset(l, 0, sizeof *l);
    l->m = m;
    l->env = env;
    l->code = wfs_new(env, 1, sizeof *l->code);
    wfs_code_init(l->code, env);
    wfs_set_floats(s, l->code);
    l->value = wfs_new(env, m->bound, sizeof *l->value);
    l->held = wfs_new(env, m->bound, sizeof *l->held);
    l->kept = s->kept;
    l->indexed = s->indexed;
    l->keeps_copies = s->keeps_copies;
    l->reached_ids = s->reached;
    l->spec = s->spec;
    l->specs = s->specs;
    m->lower = l;
    m->constant_u32 = wfs_constant_u32;
    l->instruction = wfs_lower_instruction;
    l->declare = wfs_declare_variable;
    l->lower_switch = wfs_lower_switch;
    l->unroll = wfs_unroll;
    l->is_indexed = wfs_is_indexed;
}

/* The tables of a module, and its entry point. */
static void read_module(struct wf_shader *s, struct wfs_lower *l, const uint32_t *word, size_t words,
                        const struct wf_shader_options *options)
{
    wfs_module_read(&s->module, &s->env, word, words);
    s->kept = wfs_new(&s->env, s->module.bound, 1);
    s->indexed = wfs_new(&s->env, s->module.bound, 1);
    s->reached = wfs_new(&s->env, s->module.bound, 1);
    wfs_begin_lower(s, l, &s->env, &s->module);
    choose_entry(s, options);
    wfs_check_floats(s);
    check_models(&s->module);
}

/* A kernel of OpenCL becomes a shader. */
static void read_kernel(struct wf_shader *s, struct wfs_lower *l, const struct wf_shader_options *options)
{
    const uint32_t *word = wfs_kernel_rewrite(&s->module, s->entry, &s->words, &s->origin);

    s->word = word;
    read_module(s, l, word, s->words, options);
    s->module.origin = s->origin;
}

/* False when it gave up. */
static bool read_shader(struct wf_shader *s, const uint32_t *word, size_t words,
                        const struct wf_shader_options *options)
{
    if (setjmp(s->env.give_up))
        return false;
    struct wfs_lower *l = wfs_new(&s->env, 1, sizeof *l);
    uint32_t *copy = wfs_new(&s->env, words, sizeof *copy);
    memcpy(copy, word, words * sizeof *copy);
    s->word = copy;
    s->words = words;
    s->near_division = options->near_division;
    s->specs = options->specs;
    s->spec = wfs_new(&s->env, s->specs, sizeof *s->spec);
    if (s->specs)
        memcpy(s->spec, options->spec, s->specs * sizeof *s->spec);
    read_module(s, l, word, words, options);
    if (s->module.kernel_pointer)
        read_kernel(s, l, options);
    s->entry_points = wfs_list_entries(&s->module, &s->entry_point);
    s->capabilities = wfs_list_capabilities(&s->module, &s->capability);
    list_constants(s, l);
    if (s->stage->stage == WF_STAGE_PIXEL)
        wfs_find_pixel_modes(s);
    else if (wfs_takes_records(s->stage) || wfs_takes_patches(s->stage))
        wfs_find_lane_modes(s);
    else
        find_execution_modes(s);
    list_resources(s);
    if (wfs_has_records(s->stage))
        wfs_mesh_interface(&s->module, s->entry, &s->mesh);
    if (s->stage->stage == WF_STAGE_HULL)           /* an invocation for each vertex that it gives */
        memcpy(s->local_size, (uint32_t[3]){s->mesh.layout.max_vertices, 1, 1}, sizeof s->local_size);
    if (s->stage->stage == WF_STAGE_GEOMETRY)
        wfs_mark_outputs(s);
    if (!wfs_has_groups(s->stage) || wfs_takes_patches(s->stage))
        wfs_list_locations(s);
    return true;
}

struct wf_shader *wf_shader_open(const uint32_t *word, size_t words, const struct wf_shader_options *options,
                                 char message[WF_SHADER_MESSAGE], bool *no_memory)
{
    static const struct wf_shader_options none = {.entry = NULL};
    struct wf_shader *s = calloc(1, sizeof *s);

    if (!s) {
        snprintf(message, WF_SHADER_MESSAGE, "out of memory");
        if (no_memory)
            *no_memory = true;
        return NULL;
    }
    s->env.limit = WFS_MEMORY_LIMIT;
    if (read_shader(s, word, words, options ? options : &none))
        return s;
    wfs_tell(&s->env, message, no_memory);
    wf_shader_free(s);
    return NULL;
}

void wf_shader_free(struct wf_shader *s)
{
    if (!s)
        return;
    wfs_env_free(&s->env);
    free(s);
}

const char *wf_shader_entry(const struct wf_shader *s)
{
    return s->entry->name;
}

enum wf_stage wf_shader_stage(const struct wf_shader *s)
{
    return s->stage->stage;
}

const struct wf_mesh_layout *wf_shader_mesh(const struct wf_shader *s)
{
    return &s->mesh.layout;
}

size_t wf_shader_locations(const struct wf_shader *s, const struct wf_shader_location **location)
{
    *location = s->location;
    return s->locations;
}

bool wf_shader_is_per_sample(const struct wf_shader *s)
{
    return s->is_per_sample;
}

void wf_shader_local_size(const struct wf_shader *s, uint32_t size[3], bool *flat)
{
    memcpy(size, s->local_size, sizeof s->local_size);
    *flat = s->flat;
}

struct wf_shader_subgroups wf_shader_subgroups(const struct wf_shader *s)
{
    return s->subgroups;
}

bool wf_shader_addresses(const struct wf_shader *s)
{
    const struct wfs_module *m = &s->module;

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at))
        if (wfs_op_at(m, at) == WfsOpMemoryModel)
            return wfs_operand(m, at, 1) != WfsAddressingModelLogical;
    return false;
}

uint32_t wf_shader_address_limit(const struct wf_shader *s)
{
    return s->module.kernel_pointer == 32 ? WFS_ADDRESS_32_BYTES : 0;
}

uint32_t wf_shader_prints(const struct wf_shader *s)
{
    return s->prints;
}

bool wf_shader_wave_count(const struct wf_shader *s)
{
    return s->wave_count;
}

size_t wf_shader_resources(const struct wf_shader *s, const struct wf_shader_resource **resource)
{
    *resource = s->resource;
    return s->resources;
}

size_t wf_shader_constants(const struct wf_shader *s, const struct wf_shader_constant **constant)
{
    *constant = s->constant;
    return s->constants;
}

size_t wf_shader_entries(const struct wf_shader *s, const struct wf_shader_entry_point **entry)
{
    *entry = s->entry_point;
    return s->entry_points;
}

size_t wf_shader_capabilities(const struct wf_shader *s, const char *const **name)
{
    *name = s->capability;
    return s->capabilities;
}
