/* SPDX-License-Identifier: Apache-2.0
 * generate_texture.c - images with samplers: shapes, levels, texels, states.  generate_sample.c looks them up.
 */
#include <stdlib.h>

#include "generate_state.h"

/* 1D, 2D, 3D, arrays of the first two; cubes, whose directions of a filter are those of a face. */
static const struct {
    uint32_t dim;
    bool layers;
    unsigned sides;
} shape[] = { { Dim1D, false, 1 }, { Dim2D, false, 2 }, { Dim2D, false, 2 }, { Dim3D, false, 3 }, { Dim1D, true, 1 }, { Dim2D, true, 2 },
            { DimCube, false, 2 }, { DimCube, true, 2 } };
enum { ALL_SHAPES = sizeof shape / sizeof shape[0], SHAPES = ALL_SHAPES - 2 };

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
    if (!s.compares && !t->arrayed && !t->is_cube && t->sides < 3 && one_in(g, 8)) {
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

/* Sides and levels; gives the number of texels.  Those of further elements of an array are no larger: so steps are exact there too. */
static uint32_t random_size(struct gen *g, struct texture_use *t, struct generated_buffer *b)
{
    const bool is_first = b->element == 0;
    const unsigned least = t->smooth ? 2 : 1;
    uint32_t texels = 0;

    b->levels = 1 + (t->state.unnormalized ? 0 : below(g, t->sides == 3 ? 3 : 4));
    if (is_first)
        t->layers = t->arrayed ? 2 + below(g, 3) : 1;
    for (unsigned k = 0; k < 3; k++) {
        if (is_first)
            t->side[k] = k < t->sides ? least << below(g, t->sides == 3 ? 3 : 5 - t->smooth) : 1;
        b->side[k] = !is_first && t->side[k] > least && one_in(g, 2) ? t->side[k] / 2 : t->side[k];
    }
    if (t->is_cube)
        t->side[1] = t->side[0], b->side[1] = b->side[0];
    while (b->levels > 1 && (b->side[0] | b->side[1] | b->side[2]) >> (b->levels - 1) < least)
        b->levels--;
    if (t->arrayed || t->is_cube)
        b->side[2] = t->layers * (t->is_cube ? 6 : 1);
    b->layers = t->arrayed || t->is_cube;
    if (is_first || b->levels < t->levels)
        t->levels = b->levels;
    if (is_first || b->side[0] >> (b->levels - 1) < t->least_side)
        t->least_side = b->side[0] >> (b->levels - 1);
    for (unsigned level = 0; level < b->levels; level++) {
        uint32_t of_level = b->layers ? b->side[2] : 1;
        for (unsigned k = 0; k < t->sides; k++)
            of_level *= b->side[k] >> level ? b->side[k] >> level : 1;
        texels += of_level;
    }
    return texels;
}

static enum base base_of_format(uint32_t number)
{
    const struct wf_image_format_info *f = wf_image_format_info(wf_image_format_of_spirv(number));

    return f->kind == WF_TEXEL_UINT ? U32 : f->kind == WF_TEXEL_SINT ? S32 : F32;
}

static void add_texels(struct gen *g, struct texture_use *t, struct generated_buffer *b, bool whole)
{
    const enum base base = base_of(t->kind);
    const uint32_t texels = random_size(g, t, b);

    while (b->format == 0 || base_of_format(b->format) != base)
        b->format = random_image_format(g);
    const struct wf_image_format_info *f = wf_image_format_info(wf_image_format_of_spirv(b->format));
    b->words = (texels * f->bytes + 3) / 4;
    free(b->initial);
    b->initial = calloc(b->words, sizeof *b->initial);
    g->b.failed |= !b->initial;
    if (whole)
        fill_whole(g, b, f, texels);
    for (uint32_t k = 0; k < b->words && b->initial && !whole; k++)
        b->initial[k] = base == F32 ? random_bits(g) & 0xbbffbbff : random_word(g);
}

/* Of an array of samplers each has a state of its own, which the same instructions may use. */
static void add_sampler(struct gen *g, struct texture_use *t, uint32_t set, uint32_t binding, uint32_t element, bool whole)
{
    struct wf_sampler s = t->state;

    if (element && !s.unnormalized) {
        s = random_sampler(g, t, base_of(t->kind) == F32, whole);
        while (s.unnormalized)
            s = random_sampler(g, t, base_of(t->kind) == F32, whole);
        s.compares = t->state.compares;
        if (!whole && !s.compares)
            s.mag_linear = s.min_linear = s.mip_linear = false;
        if (s.max_lod < t->state.max_lod)
            t->state.max_lod = s.max_lod;
    }
    if (t->is_cube && !t->smooth)
        s.mag_linear = s.min_linear = false;
    g->out->sampler[g->out->samplers++] = (struct interp_sampler){ set, binding, s, element };
}

static uint32_t elements_of(const struct handle_use *use)
{
    return use->elements ? use->elements : 1;
}

/* Variables, and the samplers that are bound to them. */
static void declare_handles(struct gen *g, struct texture_use *t, const struct generated_buffer *first, uint32_t dim, bool whole)
{
    const uint32_t component = type_of(g, kind_of(base_of(t->kind), 1));
    const struct generated_buffer own = { .set = 2, .binding = g->out->samplers };

    t->image_type = TYPE(&g->b, OpTypeImage, component, dim, t->state.compares, t->arrayed, 0, 1, 0);
    t->pair_type = TYPE(&g->b, OpTypeSampledImage, t->image_type);
    const bool is_pair = one_in(g, 2);
    t->image = declare_handle(g, is_pair ? t->pair_type : t->image_type, first->elements, first);
    if (!is_pair)
        t->sampler = declare_handle(g, build_unique(&g->b, OpTypeSampler, 0, NULL, 0), random_elements(g), &own);
    const struct generated_buffer *at = is_pair ? first : &own;
    for (uint32_t element = 0; element < elements_of(is_pair ? &t->image : &t->sampler); element++)
        add_sampler(g, t, at->set, at->binding, element, whole);
    if (t->image.elements || t->sampler.elements)
        build_capability(&g->b, CapSampledImageArrayNonUniformIndexing);
}

static void declare_texture(struct gen *g, unsigned n)
{
    static const char *const name[TEXTURES_MOST][4] = { { "Texture", "Texture1", "Texture2", "Texture3" }, { "Shadow", "Shadow1", "Shadow2", "Shadow3" } };
    const unsigned which = below(g, has(g, FEATURE_cubes) ? ALL_SHAPES : SHAPES);
    const enum base base = base_of_format(random_image_format(g));
    const bool whole = base == F32 && !one_in(g, 3);
    const uint32_t elements = random_elements(g);
    struct generated_buffer *first = &g->out->buffer[g->out->buffers];
    struct texture_use *t = &g->texture[g->textures++];

    *t = (struct texture_use){ .kind = kind_of(base, 4), .sides = shape[which].sides, .arrayed = shape[which].layers, .is_cube = shape[which].dim == DimCube };
    t->smooth = t->is_cube && whole && one_in(g, 2);
    t->state = random_sampler(g, t, base == F32, whole);
    for (uint32_t element = 0; element < (elements ? elements : 1) && !g->b.failed; element++) {
        struct generated_buffer *b = new_element(g, name[n], element, 1, false);
        b->elements = elements;
        add_texels(g, t, b, whole);
    }
    declare_handles(g, t, first, shape[which].dim, whole);
    if (shape[which].dim == Dim1D)
        build_capability(&g->b, CapSampled1D);
    if (t->is_cube && t->arrayed)
        build_capability(&g->b, CapSampledCubeArray);
    build_capability(&g->b, CapImageQuery);
}

void declare_textures(struct gen *g)
{
    if (!has(g, FEATURE_vectors) || !has(g, FEATURE_float32))
        return;
    for (unsigned n = 0, all = 1 + below(g, TEXTURES_MOST); n < all; n++)
        declare_texture(g, n);
}
