/* SPDX-License-Identifier: Apache-2.0
 * output.c - outputs of fragment shaders: what their variables hold in the end goes into images.  Helper lanes come
 * here too; the hardware drops their stores.
 */
#include "image.h"
#include "pixel.h"

#include "../module/location.h"

#include <string.h>

/* One output image, and what the variables of its location hold. */
struct gathering {
    struct wfs_lower *l;
    uint32_t variable;
    const struct wf_shader_output *output;
    wfs_val texel[4];
    bool any;
};

static void check_type(struct gathering *g, const struct wfs_location *part)
{
    const struct wf_image_format_info *f = wf_image_format_info(g->output->format);
    const struct wfs_type *scalar = wfs_scalar(part->type);
    const bool integer = scalar->kind == WFS_INT;

    if (integer != wf_texel_is_integer(f->kind) || wf_texel_is_wide(f) ||
        (integer && scalar->is_signed != (f->kind == WF_TEXEL_SINT)))
        wfs_fail(g->l->env, "output %u (%s) is %s; it goes into an image of format %s", (unsigned)part->location,
                 wfs_shown(g->l->m, g->variable), wfs_type_shown(g->l->m, part->type), f->name);
}

static void gather(void *user, const struct wfs_location *part)
{
    struct gathering *g = user;
    struct wfs_lower *l = g->l;
    const struct wfs_type *scalar = wfs_scalar(part->type);
    const struct wfs_pointer *p = l->value[g->variable]->pointer;

    if (part->location != g->output->location || part->is_second != (g->output->kind == WF_LOCATION_SECOND))
        return;
    check_type(g, part);
    const struct wfs_value *all = wfs_load_pointer(l, p);
    for (uint32_t i = 0; i < part->type->words && part->component + i < 4; i++) {
        wfs_val x = all->word[part->word + i];
        if (scalar->width == 16)
            x = scalar->kind == WFS_FLOAT   ? wfs_h2f(l->code, x)
                : scalar->is_signed         ? wfs_bfes(l->code, x, wfs_const(16 << 8))
                                            : x;
        g->texel[part->component + i] = x;
    }
    g->any = true;
}

static bool is_output(const struct wfs_lower *l, uint32_t id)
{
    return l->m->id[id].at && l->m->id[id].op == WfsOpVariable && l->reached_ids[id] &&
           wfs_operand(l->m, l->m->id[id].at, 3) == WfsStorageClassOutput;
}

/* The variable of an output that is a BuiltIn, or 0. */
static uint32_t find_builtin(const struct wfs_lower *l, uint32_t builtin)
{
    for (uint32_t id = 1; id < l->m->bound; id++)
        if (is_output(l, id) && wfs_builtin_of(l->m, id) == builtin)
            return id;
    return 0;
}

/* To each sample of the lane that the mask has. */
static void put(struct wfs_lower *l, const struct wf_shader_output *output, const wfs_val texel[4], wfs_val mask)
{
    const struct wf_image_format_info *f = wf_image_format_info(output->format);
    const struct wfs_image image = {.buffer = wfs_const(output->buffer), .format = f};
    const unsigned samples = l->target->drawn.samples, lanes = l->lane_is_sample ? 1 : samples;
    struct wfs_code *c = l->code;
    const wfs_val first = wfs_mul(c, wfs_pixel_number(l), wfs_const(samples * f->bytes));
    wfs_val at = l->lane_is_sample ? wfs_add(c, first, wfs_mul(c, wfs_pixel_sample(l), wfs_const(f->bytes))) : first;

    for (unsigned i = 0; i < lanes; i++) {
        if (mask.kind != WFS_NONE) {
            const wfs_val bit = l->lane_is_sample ? wfs_pixel_sample(l) : wfs_const(i);
            wfs_if(c, wfs_and(c, wfs_shr(c, mask, bit), wfs_const(1)));
        }
        wfs_store_texel(l, &image, at, texel);
        if (mask.kind != WFS_NONE)
            wfs_flow(c, WF_OP_ENDIF);
        at = wfs_add(c, at, wfs_const(f->bytes));
    }
}

/* What the variable holds, one word; the first where there are several. */
static wfs_val word_of(struct wfs_lower *l, uint32_t variable)
{
    const struct wfs_value *v = wfs_load_pointer(l, l->value[variable]->pointer);

    if (!v->word || !v->words)
        wfs_fail(l->env, "%s has the type %s, which does not fit its BuiltIn", wfs_shown(l->m, variable),
                 wfs_type_shown(l->m, v->type));
    return v->word[0];
}

static void store_location(struct wfs_lower *l, const struct wf_shader_output *output, wfs_val mask)
{
    const wfs_val zero = wfs_const(0);
    struct gathering g = {.l = l, .output = output, .texel = {zero, zero, zero, zero}};

    for (uint32_t id = 1; id < l->m->bound; id++)
        if (is_output(l, id) && wfs_builtin_of(l->m, id) == UINT32_MAX) {
            g.variable = id;
            wfs_each_location(l->m, id, wfs_held(l->m, id), gather, &g);
        }
    if (g.any)
        put(l, output, g.texel, mask);
}

/* A stencil is the low bits of its reference; a store of integers into an image would give the nearest. */
static void store_plane(struct wfs_lower *l, const struct wf_shader_output *output, wfs_val mask)
{
    const bool depth = output->kind == WF_LOCATION_DEPTH;
    const uint32_t variable = find_builtin(l, depth ? WfsBuiltInFragDepth : WfsBuiltInFragStencilRefEXT);
    const wfs_val zero = wfs_const(0);

    if (!variable)
        return;
    const wfs_val word = word_of(l, variable);
    const wfs_val texel[4] = {depth ? word : wfs_and(l->code, word, wfs_const(0xff)), zero, zero, zero};
    put(l, output, texel, mask);
}

/* Each is known, or none of its values would be lost in silence. */
static void check_builtins(const struct wfs_lower *l)
{
    for (uint32_t id = 1; id < l->m->bound; id++) {
        const uint32_t builtin = is_output(l, id) ? wfs_builtin_of(l->m, id) : UINT32_MAX;
        char name[WFS_NAME_SIZE];
        if (builtin != UINT32_MAX && builtin != WfsBuiltInFragDepth && builtin != WfsBuiltInFragStencilRefEXT &&
            builtin != WfsBuiltInSampleMask)
            wfs_refuse(l->m, l->m->id[id].at, "%s is %s, which is not supported", wfs_shown(l->m, id),
                       wfs_enum_name(WFS_KIND_BuiltIn, builtin, name));
    }
}

void wfs_store_outputs(struct wfs_lower *l)
{
    const uint32_t mask = find_builtin(l, WfsBuiltInSampleMask);
    const wfs_val covers = mask ? word_of(l, mask) : wfs_none();

    check_builtins(l);
    wfs_no_place(l);
    for (size_t i = 0; i < l->target->drawn.outputs; i++) {
        const struct wf_shader_output *output = &l->target->drawn.output[i];
        if (wf_location_is_plane(output->kind))
            store_plane(l, output, covers);
        else
            store_location(l, output, covers);
    }
}
