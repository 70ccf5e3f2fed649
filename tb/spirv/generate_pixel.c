/* SPDX-License-Identifier: Apache-2.0
 * generate_pixel.c - fragment shaders: a small rectangle with holes, inputs, outputs, lanes that become helpers.
 *
 * A helper lane computes what others of its quad may read.  The results of some wave operations and atomics are undefined there, and
 * are replaced (of_active_lane).
 */
#include <stdlib.h>
#include <string.h>

#include "generate_stage.h"

enum { LONGEST = 8 };

bool has_quads(const struct gen *g)
{
    return g->derivatives || g->pixels;
}

void choose_rectangle(struct gen *g)
{
    struct interp_draw *d = &g->out->draw;
    const unsigned step = 1 + below(g, 6), of = 2 + below(g, 5), least = below(g, 3);

    g->out->cover_step = step;
    g->out->cover_least = least;
    g->out->cover_of = of;
    d->width = 1 + below(g, LONGEST);
    d->height = 1 + below(g, LONGEST);
    for (unsigned k = 0; k < d->width * d->height; k++)
        g->out->covered[k] = (k * step + least) % of != 0;
    g->out->covered[0] = true;
    for (unsigned k = 0; k < 3; k++) {
        d->z[k] = (float)below(g, 9) / 8;
        d->w[k] = one_in(g, 2) ? 1 : (float)(1U << below(g, 3));
    }
    if (one_in(g, 2))
        d->w[1] = d->w[2] = d->w[0];
    d->is_back = one_in(g, 2);
    /* those of helper lanes beyond the sides count too */
    g->row = (d->width + 1) & ~1U;
    g->threads = g->row * ((d->height + 1) & ~1U);
    if (has(g, FEATURE_samples) && one_in(g, 3)) {
        d->samples = 2U << below(g, 3);
        d->is_per_sample = d->samples < 8 && one_in(g, 2);
    }
    if (d->is_per_sample) {
        g->rows_of_all = g->threads;
        g->threads *= d->samples;
        build_capability(&g->b, CapSampleRateShading);
    }
    for (unsigned k = 0; k < 3; k++)
        g->out->groups[k] = 1;
}

/* ---- inputs ---- */

static uint32_t input_word(struct gen *g, kind k)
{
    union { float f; uint32_t bits; } u = { (float)below(g, 64) / 4 - 8 };

    return is_float(base_of(k)) ? u.bits : random_word(g);
}

static void declare_input(struct gen *g, unsigned n)
{
    static const char *const name[PIXEL_INPUTS] = { "In0", "In1", "In2", "In3" };
    struct generated *out = g->out;
    const kind k = kind_of(has(g, FEATURE_float32) && !one_in(g, 3) ? F32 : one_in(g, 2) ? U32 : S32, has(g, FEATURE_vectors) ? 1 + below(g, 4) : 1);
    const bool is_pixels = one_in(g, 4);
    const uint32_t places = is_pixels ? out->draw.width * out->draw.height : 3;
    struct generated_buffer *b = new_buffer(g, name[n], places * parts_of(k), false);
    const uint32_t id = global_variable(g, ScInput, type_of(g, k), 0);

    b->unbound = true;
    for (uint32_t w = 0; w < b->words && b->initial; w++)
        b->initial[w] = input_word(g, k);
    INSN(&g->b, DECORATIONS, OpDecorate, id, DecLocation, n);
    if (!is_float(base_of(k)) || one_in(g, 4))
        INSN(&g->b, DECORATIONS, OpDecorate, id, DecFlat);
    else if (one_in(g, 3))
        INSN(&g->b, DECORATIONS, OpDecorate, id, DecNoPerspective);
    else if (one_in(g, 3))
        INSN(&g->b, DECORATIONS, OpDecorate, id, DecCentroid);
    if (out->draw.is_per_sample && is_float(base_of(k)) && one_in(g, 2))
        INSN(&g->b, DECORATIONS, OpDecorate, id, DecSample);
    g->pixel_input[g->pixel_inputs++] = (struct pixel_variable){ id, k, 0, 0 };
    out->input[out->draw.inputs] = (struct generated_input){ n, (unsigned)(b - out->buffer), is_pixels, false, 0 };
    out->draw.inputs++;
}

/* ---- outputs ---- */

enum { COLOR, SECOND = PIXEL_OUTPUTS - 1, DEPTH, STENCIL };
static void declare_output(struct gen *g, unsigned n)
{
    static const char *const name[OUTPUTS_MOST] = { "Color0", "Color1", "Second", "Depth", "Stencil" };
    struct generated *out = g->out;
    const uint32_t format = n == DEPTH ? 3 /* R32f */ : n == STENCIL ? 39 /* R8ui */ : random_written_format(g);
    const int built_in = n == DEPTH ? BiFragDepth : n == STENCIL ? BiFragStencilRef : -1;
    const struct wf_image_format_info *f = wf_image_format_info(wf_image_format_of_spirv(format));
    const enum base base = f->kind == WF_TEXEL_UINT ? U32 : f->kind == WF_TEXEL_SINT ? S32 : F32;
    const kind k = kind_of(n == STENCIL && one_in(g, 2) ? S32 : base, n >= DEPTH || !has(g, FEATURE_vectors) ? 1 : 1 + below(g, 4));
    const uint32_t texels = out->draw.width * out->draw.height * (out->draw.samples ? out->draw.samples : 1);
    struct generated_buffer *b = new_buffer(g, name[n], (texels * f->bytes + 3) / 4, true);
    const uint32_t id = global_variable(g, ScOutput, type_of(g, k), one_in(g, 2) ? random_constant(g, k) : 0);

    b->unbound = true;
    b->format = format;
    b->samples = out->draw.samples;
    b->side[0] = out->draw.width;
    b->side[1] = out->draw.height;
    b->side[2] = 1;
    for (uint32_t w = 0; w < b->words && b->initial; w++)
        b->initial[w] = 0x01010101;
    if (n >= DEPTH)
        INSN(&g->b, DECORATIONS, OpDecorate, id, DecBuiltIn, (uint32_t)built_in);
    else
        INSN(&g->b, DECORATIONS, OpDecorate, id, DecLocation, n == SECOND ? 0 : n);
    if (n == SECOND)
        INSN(&g->b, DECORATIONS, OpDecorate, id, DecIndex, 1);
    g->pixel_output[g->pixel_outputs++] = (struct pixel_variable){ id, k, 0, 0 };
    out->output[out->draw.outputs++] = (struct generated_output){ n == SECOND ? 0 : n, (unsigned)(b - out->buffer), n == SECOND, built_in };
}

void declare_pixels(struct gen *g)
{
    for (unsigned n = 0, all = below(g, PIXEL_INPUTS + 1); n < all; n++)
        declare_input(g, n);
    for (unsigned n = 0, all = below(g, PIXEL_OUTPUTS); n < all; n++)
        declare_output(g, n);
    if (has(g, FEATURE_float32) && one_in(g, 3))
        declare_output(g, DEPTH);
    if (has(g, FEATURE_planes) && one_in(g, 2))
        declare_output(g, SECOND);
    if (has(g, FEATURE_planes) && one_in(g, 2)) {
        declare_output(g, STENCIL);
        build_capability(&g->b, CapStencilExport);
        build_extension(&g->b, "SPV_EXT_shader_stencil_export");
    }
    if (g->out->draw.samples && one_in(g, 2)) {
        g->sample_mask = global_variable(g, ScOutput, TYPE(&g->b, OpTypeArray, u32_type(g), build_u32(&g->b, 1)), 0);
        INSN(&g->b, DECORATIONS, OpDecorate, g->sample_mask, DecBuiltIn, BiSampleMask);
    }
}

static void load_input(struct gen *g, const struct pixel_variable *v)
{
    uint32_t place = v->id;

    if (v->element_pointer) {           /* of one of the vertices of a primitive */
        const uint32_t few = word_below(g, v->length ? v->length : g->out->vertices.points);
        place = OP(g, OpAccessChain, v->element_pointer, v->id, few);
    }
    const uint32_t id = OP(g, OpLoad, type_of(g, v->kind), place);
    keep(g, v->kind, id);
    if (parts_of(v->kind) > 1)
        keep(g, kind_of(base_of(v->kind), 1), part(g, v->kind, id, below(g, parts_of(v->kind))));
}

/* Of an array the thread's own element. */
static void store_to(struct gen *g, const struct pixel_variable *v, uint32_t id)
{
    uint32_t place = v->id;

    if (v->element_pointer)
        place = OP(g, OpAccessChain, v->element_pointer, v->id, builtin(g, g->control ? BiInvocationId : BiLocalInvocationIndex));
    INSN(&g->b, BODY, OpStore, place, id);
}

static void store_mask(struct gen *g, uint32_t id)
{
    INSN(&g->b, BODY, OpStore, OP(g, OpAccessChain, pointer_type(g, ScOutput, u32_type(g)), g->sample_mask, build_u32(&g->b, 0)), id);
}

void begin_outputs(struct gen *g)
{
    if (g->sample_mask)
        store_mask(g, random_constant(g, kind_of(U32, 1)));
    for (unsigned n = 0; n < g->pixel_outputs; n++)
        store_to(g, &g->pixel_output[n], random_constant(g, g->pixel_output[n].kind));
}

/* Each input is read, or nothing would take its values; each output has a value, since what nothing wrote is undefined. */
void begin_pixel(struct gen *g)
{
    for (unsigned n = 0; n < g->pixel_inputs; n++)
        load_input(g, &g->pixel_input[n]);
    begin_outputs(g);
}

void random_pixel(struct gen *g)
{
    if (g->sample_mask && one_in(g, 4)) {
        store_mask(g, pick(g, kind_of(U32, 1)));
        return;
    }
    if (g->pixel_inputs && (one_in(g, 2) || !g->pixel_outputs)) {
        load_input(g, &g->pixel_input[below(g, g->pixel_inputs)]);
    } else if (g->control && one_in(g, 3)) {
        load_own_output(g);
    } else if (g->pixel_outputs) {
        const struct pixel_variable *v = &g->pixel_output[below(g, g->pixel_outputs)];
        uint32_t id = pick(g, v->kind);
        if (is_float(base_of(v->kind)))
            id = without_nan(g, v->kind, id, 0);
        store_to(g, v, id);
    }
}

/* ---- pixels and helper lanes ---- */

static uint32_t coordinate(struct gen *g, uint32_t place, unsigned k)
{
    const uint32_t f32 = type_of(g, kind_of(F32, 1));

    return OP(g, OpConvertFToU, u32_type(g), OP(g, OpCompositeExtract, f32, place, k));
}

void pixel_place(struct gen *g, uint32_t place[2])
{
    const uint32_t at = builtin(g, BiFragCoord);

    for (unsigned k = 0; k < 2; k++)
        place[k] = coordinate(g, at, k);
}

uint32_t pixel_number(struct gen *g)
{
    const uint32_t u32 = u32_type(g);
    uint32_t place[2];

    pixel_place(g, place);
    const uint32_t pixel = OP(g, OpIAdd, u32, OP(g, OpIMul, u32, place[1], build_u32(&g->b, g->row)), place[0]);
    if (!g->out->draw.is_per_sample)
        return pixel;
    return OP(g, OpIAdd, u32, OP(g, OpIMul, u32, builtin(g, BiSampleId), build_u32(&g->b, g->rows_of_all)), pixel);
}

void random_demotion(struct gen *g)
{
    const uint32_t merge = begin_if(g, pick(g, kind_of(BOOL, 1)));

    build_insn(&g->b, BODY, OpDemoteToHelperInvocation, NULL, 0);
    end_if(g, merge);
}
