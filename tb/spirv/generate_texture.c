/* SPDX-License-Identifier: Apache-2.0
 * generate_texture.c - images with samplers: shapes, levels, texels, states.  generate_sample.c looks them up.
 */
#include <stdlib.h>

#include "generate_state.h"

/* 1D, 2D, 3D, arrays of the first two. */
static const struct {
    uint32_t dim;
    bool layers;
    unsigned sides;
} shape[] = { { Dim1D, false, 1 }, { Dim2D, false, 2 }, { Dim2D, false, 2 }, { Dim3D, false, 3 }, { Dim1D, true, 1 }, { Dim2D, true, 2 } };
enum { SHAPES = sizeof shape / sizeof shape[0] };

float eighths(struct gen *g, int least, int most)
{
    return (float)(least * TEXEL_STEPS + (int)below(g, (unsigned)(most - least) * TEXEL_STEPS + 1)) / TEXEL_STEPS;
}

/* A float without sign whose exponent has 5 bits, of a number of 0..7. */
static uint32_t small_float(unsigned number, unsigned digits)
{
    unsigned e = 0;

    while (number >> (e + 1))
        e++;
    return number ? (e + 15) << digits | (number - (1U << e)) << (digits - e) : 0;
}

static uint32_t field(struct gen *g, const struct wf_image_format_info *f, unsigned width)
{
    const uint32_t number = below(g, 8), most = width == 32 ? UINT32_MAX : (1U << width) - 1;
    const bool negative = one_in(g, 2) && number;
    union { float f; uint32_t bits; } u = { (float)number };

    switch (f->kind) {
    case WF_TEXEL_UNORM: return number & 1 ? most : 0;
    case WF_TEXEL_SNORM: return number < 3 ? 0 : negative ? (most >> 1) + 2 : most >> 1;
    case WF_TEXEL_SFLOAT:
        if (width == 32)
            return u.bits | (uint32_t)negative << 31;
        return small_float(number, 10) | (uint32_t)negative << 15;
    case WF_TEXEL_UFLOAT: return small_float(number, width - 5);
    default: return random_bits(g) & most;
    }
}

static void fill_whole(struct gen *g, struct generated_buffer *b, const struct wf_image_format_info *f, uint32_t texels)
{
    for (uint32_t t = 0; t < texels && b->initial; t++)
        for (unsigned c = 0; c < 4; c++) {
            const uint32_t at = t * f->bytes * 8 + f->channel[c].at;
            if (f->channel[c].width)
                b->initial[at / 32] |= field(g, f, f->channel[c].width) << at % 32;
        }
}

static struct wf_sampler random_sampler(struct gen *g, const struct texture_use *t, bool is_float, bool is_whole)
{
    struct wf_sampler s = { .max_lod = 1000, .border = (enum wf_border)below(g, 3) };

    for (unsigned k = 0; k < 3; k++)
        s.address[k] = (enum wf_address_mode)below(g, 5);
    s.compares = is_float && t->sides < 3 && one_in(g, 4);
    s.compare = (enum wf_compare)below(g, 8);
    if (is_whole || s.compares)
        s.mag_linear = one_in(g, 2), s.min_linear = one_in(g, 2), s.mip_linear = one_in(g, 2);
    if (!s.compares && t->levels == 1 && !t->arrayed && t->sides < 3 && one_in(g, 4)) {
        s.unnormalized = true;
        s.min_linear = s.mag_linear;
        s.mip_linear = false;
        s.max_lod = 0;
        s.address[0] = s.address[1] = one_in(g, 2) ? WF_ADDRESS_CLAMP : WF_ADDRESS_BORDER;
        return s;
    }
    s.lod_bias = one_in(g, 2) ? 0 : eighths(g, -2, 2);
    s.min_lod = one_in(g, 2) ? 0 : eighths(g, 0, 2);
    if (one_in(g, 3))
        s.max_lod = s.min_lod + eighths(g, 0, 2);
    return s;
}

/* Sides, levels; gives the number of texels. */
static uint32_t random_size(struct gen *g, struct texture_use *t, struct generated_buffer *b)
{
    uint32_t texels = 0;

    t->levels = 1 + below(g, t->sides == 3 ? 3 : 4);
    t->layers = t->arrayed ? 2 + below(g, 3) : 1;
    for (unsigned k = 0; k < 3; k++)
        b->side[k] = t->side[k] = k < t->sides ? 1U << below(g, t->sides == 3 ? 3 : 5) : 1;
    if (t->arrayed)
        b->side[2] = t->layers;
    while (t->levels > 1 && (t->side[0] | t->side[1] | t->side[2]) >> (t->levels - 1) == 0)
        t->levels--;
    b->levels = t->levels;
    b->layers = t->arrayed;
    for (unsigned level = 0; level < t->levels; level++) {
        uint32_t of_level = t->layers;
        for (unsigned k = 0; k < t->sides; k++)
            of_level *= t->side[k] >> level ? t->side[k] >> level : 1;
        texels += of_level;
    }
    return texels;
}

static void declare_types(struct gen *g, struct texture_use *t, const struct generated_buffer *b, uint32_t dim)
{
    const uint32_t component = type_of(g, kind_of(base_of(t->kind), 1));
    struct interp_sampler *s = &g->out->sampler[g->out->samplers - 1];

    t->image_type = TYPE(&g->b, OpTypeImage, component, dim, s->state.compares, t->arrayed, 0, 1, 0);
    t->pair_type = TYPE(&g->b, OpTypeSampledImage, t->image_type);
    t->is_pair = one_in(g, 2);
    t->id = global_variable(g, ScUniformConstant, t->is_pair ? t->pair_type : t->image_type, 0);
    bind_variable(g, t->id, b);
    if (t->is_pair) {
        s->set = b->set;
        s->binding = b->binding;
        return;
    }
    t->sampler_type = build_unique(&g->b, OpTypeSampler, 0, NULL, 0);
    t->sampler = global_variable(g, ScUniformConstant, t->sampler_type, 0);
    INSN(&g->b, DECORATIONS, OpDecorate, t->sampler, DecDescriptorSet, s->set);
    INSN(&g->b, DECORATIONS, OpDecorate, t->sampler, DecBinding, s->binding);
}

static void declare_texture(struct gen *g, const char *name)
{
    const unsigned which = below(g, SHAPES);
    const uint32_t number = random_image_format(g);
    const struct wf_image_format_info *f = wf_image_format_info(wf_image_format_of_spirv(number));
    struct generated_buffer *b = new_buffer(g, name, 1, false);
    struct texture_use *t = &g->texture[g->textures++];
    const enum base base = f->kind == WF_TEXEL_UINT ? U32 : f->kind == WF_TEXEL_SINT ? S32 : F32;
    const bool whole = base == F32 && !one_in(g, 3);

    *t = (struct texture_use){ .kind = kind_of(base, 4), .sides = shape[which].sides, .arrayed = shape[which].layers };
    const uint32_t texels = random_size(g, t, b);
    b->format = number;
    b->words = (texels * f->bytes + 3) / 4;
    free(b->initial);
    b->initial = calloc(b->words, sizeof *b->initial);
    g->b.failed |= !b->initial;
    if (whole)
        fill_whole(g, b, f, texels);
    for (uint32_t k = 0; k < b->words && b->initial && !whole; k++)
        b->initial[k] = base == F32 ? random_bits(g) & 0xbbffbbff : random_word(g);
    t->state = random_sampler(g, t, base == F32, whole);
    g->out->sampler[g->out->samplers] = (struct interp_sampler){ 2, g->out->samplers, t->state };
    g->out->samplers++;
    declare_types(g, t, b, shape[which].dim);
    if (shape[which].dim == Dim1D)
        build_capability(&g->b, CapSampled1D);
    build_capability(&g->b, CapImageQuery);
}

void declare_textures(struct gen *g)
{
    static const char *const name[TEXTURES_MOST] = { "Texture", "Shadow" };

    if (!has(g, FEATURE_vectors) || !has(g, FEATURE_float32))
        return;
    for (unsigned n = 0, all = 1 + below(g, TEXTURES_MOST); n < all; n++)
        declare_texture(g, name[n]);
}
