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
    wfs_choose_entry(s, options);
    wfs_check_floats(s);
    wfs_check_models(&s->module);
    wfs_check_decorations(&s->module);
}

/* A kernel of OpenCL becomes a shader. */
static void read_kernel(struct wf_shader *s, struct wfs_lower *l, const struct wf_shader_options *options)
{
    size_t words;
    const uint32_t *origin, *word = wfs_kernel_rewrite(&s->module, s->entry, &words, &origin);

    read_module(s, l, word, words, options);
    s->module.origin = origin;
}

/* False when it gave up. */
static bool read_shader(struct wf_shader *s, const uint32_t *word, size_t words,
                        const struct wf_shader_options *options)
{
    if (setjmp(s->env.give_up))
        return false;
    struct wfs_lower *l = wfs_new(&s->env, 1, sizeof *l);
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
        wfs_find_group_modes(s);
    wfs_list_resources(s);
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

bool wf_shader_interlocks_pixels(const struct wf_shader *s)
{
    return s->interlocks_pixels;
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
