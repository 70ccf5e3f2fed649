/* SPDX-License-Identifier: Apache-2.0
 * shader_resource.c - resources: the blocks, images and samplers that functions reached from the entry point mention.
 */
#include "shader.h"

#include <string.h>

#include "module/contents.h"

struct reach {
    bool *seen;                         /* [bound] functions, variables; of kernels what these begin with, too */
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

/* What a variable of a kernel begins with may be the address of another one. */
static bool names_others(const struct wfs_module *m, uint32_t op)
{
    return op == WfsOpFunction ||
           (m->kernel_pointer && (op == WfsOpVariable || op == WfsOpConstantComposite || op == WfsOpSpecConstantOp));
}

static void reach_operands(struct wf_shader *s, struct reach *r, uint32_t at, uint32_t line)
{
    struct wfs_module *m = &s->module;

    for (uint32_t n = 1; n < wfs_length_at(m, at); n++) {
        const uint32_t id = m->word[at + n];
        const bool others = id < m->bound && names_others(m, m->id[id].op);
        if (id >= m->bound || r->seen[id] || !m->id[id].at || (!others && m->id[id].op != WfsOpVariable) ||
            !wfs_is_id_at(m, at, n))
            continue;
        r->seen[id] = true;
        if (others)
            WFS_APPEND(&s->env, r->work, r->count, r->room, id);
        else if (wfs_operand(m, m->id[id].at, 3) == WfsStorageClassUniformConstant)
            refuse_opaque(m, id, line);
    }
}

static void reach_function(struct wf_shader *s, struct reach *r, uint32_t at)
{
    const struct wfs_module *m = &s->module;
    uint32_t line = 0;

    for (; at < m->words && wfs_op_at(m, at) != WfsOpFunctionEnd; at = wfs_after(m, at)) {
        if (wfs_op_at(m, at) == WfsOpLine || wfs_op_at(m, at) == WfsOpNoLine)
            line = wfs_op_at(m, at) == WfsOpLine ? at : 0;
        s->prints += is_print(m, at);
        reach_operands(s, r, at, line);
    }
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

void wfs_list_resources(struct wf_shader *s)
{
    struct wfs_module *m = &s->module;
    struct reach r = {.seen = s->reached};
    const bool registers = wfs_is_of_hlsl(m);

    r.seen[wfs_id(m, s->entry->function)->at ? s->entry->function : 0] = true;
    reach_function(s, &r, m->id[s->entry->function].at);
    while (r.count) {
        const struct wfs_id *id = &m->id[r.work[--r.count]];
        if (id->op == WfsOpFunction)
            reach_function(s, &r, id->at);
        else
            reach_operands(s, &r, id->at, 0);
    }
    for (uint32_t id = 1; id < m->bound; id++)
        if (m->id[id].at && m->id[id].op == WfsOpVariable)
            add_resource(s, id, r.seen[id], registers);
}
