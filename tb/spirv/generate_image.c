/* SPDX-License-Identifier: Apache-2.0
 * generate_image.c - images: one that all read, one of which each thread has its own texels, one of atomics.  All sides are powers of two.
 */
#include <stdlib.h>

#include "generate_state.h"

/* ImageFormat, bits of a texel, base of its components, capabilities beside Shader. */
struct format {
    uint32_t number, bits;
    enum base base;
    bool extended, may_be_nan;
};
static const struct format formats[] = {
    { 1, 128, F32, false, true }, { 2, 64, F32, false, true }, { 3, 32, F32, false, true }, { 4, 32, F32, false, false }, { 5, 32, F32, false, false },
    { 6, 64, F32, true, true }, { 8, 32, F32, true, true }, { 10, 64, F32, true, false }, { 11, 32, F32, true, false }, { 12, 32, F32, true, false },
    { 13, 16, F32, true, false }, { 15, 8, F32, true, false }, { 16, 64, F32, true, false }, { 18, 16, F32, true, false }, { 20, 8, F32, true, false },
    { 21, 128, S32, false, false }, { 22, 64, S32, false, false }, { 23, 32, S32, false, false }, { 24, 32, S32, false, false }, { 27, 16, S32, true, false },
    { 29, 8, S32, true, false }, { 30, 128, U32, false, false }, { 31, 64, U32, false, false }, { 32, 32, U32, false, false }, { 33, 32, U32, false, false },
    { 34, 32, U32, true, false }, { 36, 32, U32, true, false }, { 38, 16, U32, true, false }, { 39, 8, U32, true, false } };
enum { R32UI = 24, FORMATS = sizeof formats / sizeof formats[0] };

static bool fits(const struct gen *g, const struct format *f, bool written)
{
    /* what the interpreter writes; a NaN is whatever the code makes of it */
    return (f->base != F32 || has(g, FEATURE_float32)) && !(written && (f->may_be_nan || f->number == 8));
}

uint32_t random_image_format(struct gen *g)
{
    return formats[below(g, FORMATS)].number;
}

uint32_t random_written_format(struct gen *g)
{
    const struct format *f = &formats[below(g, FORMATS)];

    while (!fits(g, f, true) && f->number != 1 && f->number != 3)
        f = &formats[below(g, FORMATS)];
    return f->number;
}

static const struct format *random_format(struct gen *g, bool written)
{
    const struct format *f = &formats[below(g, FORMATS)];

    while (!fits(g, f, written))
        f = &formats[below(g, FORMATS)];
    return f;
}

/* 1D, 2D, 3D, arrays of the first two, texel buffers; with samples; cubes. */
static const struct shape {
    uint32_t dim;
    bool layers;
    unsigned sides;
    bool samples;
} shapes[] = { { Dim1D, false, 1, false }, { Dim2D, false, 2, false }, { Dim3D, false, 3, false }, { Dim1D, true, 2, false },
               { Dim2D, true, 3, false }, { DimBuffer, false, 1, false }, { Dim2D, false, 2, true }, { Dim2D, true, 3, true },
               { DimCube, false, 3, false }, { DimCube, true, 3, false } };
enum { PLAIN = 6, SAMPLED = PLAIN, CUBE = PLAIN + 2, FACES = 4, FACES_OF_ARRAY = 8 };

static const struct shape *random_shape(struct gen *g, bool fetched)
{
    if (has(g, FEATURE_multisamples) && one_in(g, 5))
        return &shapes[SAMPLED + below(g, 2)];
    if (has(g, FEATURE_cubes) && !fetched && one_in(g, 5))
        return &shapes[CUBE + below(g, 2)];
    return &shapes[below(g, PLAIN)];
}

/* So many texels are used; a cube has some more, since six is no power of two. */
static void random_sides(struct gen *g, struct image_use *use, uint32_t texels)
{
    if (use->is_cube) {
        use->side[2] = use->is_arrayed ? FACES_OF_ARRAY : FACES;
        while (use->side[0] * use->side[1] * use->side[2] < texels)
            use->side[0] = use->side[1] = 2 * use->side[0];
        return;
    }
    for (uint32_t left = texels, k = 0; left > 1; left /= 2)        /* dealt out, the first side gets the rest */
        use->side[k++ < 3 && use->sides > 1 ? below(g, use->sides) : 0] *= 2;
}

static void add_texels(struct gen *g, const struct image_use *use, const struct shape *shape, const struct format *f, bool atomic, struct generated_buffer *b)
{
    uint32_t texels = 1;

    b->format = f->number;
    b->layers = shape->layers || use->is_cube;
    b->samples = use->samples;
    for (unsigned k = 0; k < 3; k++)
        b->side[k] = 1;
    for (unsigned k = 0; k < use->sides; k++)
        b->side[shape->dim == Dim1D && k == 1 ? 2 : k] = use->side[k] << (b->elements && !use->is_cube ? below(g, 2) : 0);
    if (use->is_cube)
        b->side[2] = use->is_arrayed ? 12 : 6;
    for (unsigned k = 0; k < 3; k++)
        texels *= b->side[k];
    b->words = (uint32_t)(((uint64_t)texels * f->bits * (use->samples ? use->samples : 1) + 31) / 32);
    free(b->initial);
    b->initial = calloc(b->words, sizeof *b->initial);
    g->b.failed |= !b->initial;
    for (uint32_t k = 0; k < b->words && b->initial; k++)
        b->initial[k] = atomic ? 0x1000 + k : f->base == F32 ? random_bits(g) & 0xbbffbbff : random_word(g);
}

static void add_capabilities(struct gen *g, const struct image_use *use, const struct shape *shape, bool extended, bool unknown)
{
    const bool is_buffer = shape->dim == DimBuffer, stored = !use->fetched;

    if (shape->dim == Dim1D)
        build_capability(&g->b, stored ? CapImage1D : CapSampled1D);
    if (is_buffer)
        build_capability(&g->b, stored ? CapImageBuffer : CapSampledBuffer);
    if (extended && !unknown && stored)
        build_capability(&g->b, CapStorageImageExtendedFormats);
    if (unknown && stored) {
        build_capability(&g->b, CapStorageImageReadWithoutFormat);
        build_capability(&g->b, CapStorageImageWriteWithoutFormat);
    }
    if (use->samples && stored)
        build_capability(&g->b, CapStorageImageMultisample);
    if (use->samples && stored && shape->layers)
        build_capability(&g->b, CapImageMSArray);
    if (use->is_cube && shape->layers)
        build_capability(&g->b, CapImageCubeArray);
    if (use->handle.elements)
        build_capability(&g->b, is_buffer ? (stored ? CapStorageTexelBufferArrayNonUniformIndexing : CapUniformTexelBufferArrayNonUniformIndexing)
                                : stored ? CapStorageImageArrayNonUniformIndexing : CapSampledImageArrayNonUniformIndexing);
    build_capability(&g->b, CapImageQuery);
}

static const struct format *format_of(struct gen *g, enum base base, bool written)
{
    const struct format *f = random_format(g, written);

    while (f->base != base)
        f = random_format(g, written);
    return f;
}

static void declare_image(struct gen *g, const char *const *name, const struct format *f, uint32_t texels, bool fetched, bool written, bool atomic)
{
    const struct shape *shape = random_shape(g, fetched);
    struct generated_buffer *first = &g->out->buffer[g->out->buffers];
    struct image_use *use = &g->image[g->images++];
    const bool unknown = !atomic && has(g, FEATURE_unformatted) && one_in(g, 3);
    const uint32_t elements = random_elements(g), component = type_of(g, kind_of(f->base, 1));

    *use = (struct image_use){ .kind = kind_of(f->base, 4), .sides = shape->sides, .side = { 1, 1, 1 }, .fetched = fetched,
                               .has_levels = shape->dim != DimBuffer && !shape->samples, .is_cube = shape->dim == DimCube, .is_arrayed = shape->layers,
                               .samples = shape->samples ? 2U << below(g, 3) : 0 };
    random_sides(g, use, texels);
    for (unsigned element = 0; element < (elements ? elements : 1) && !g->b.failed; element++) {
        struct generated_buffer *b = new_element(g, name, element, 1, written || atomic);
        b->elements = elements;
        if (element && (unknown || fetched) && one_in(g, 2))      /* of another format, but of the same type */
            f = format_of(g, f->base, written);
        add_texels(g, use, shape, f, atomic, b);
    }
    const uint32_t type = TYPE(&g->b, OpTypeImage, component, shape->dim, 0, shape->layers, shape->samples, fetched ? 1 : 2,
                               unknown || fetched ? 0 : first->format);
    use->handle = declare_handle(g, type, elements, first);
    if (!written && !fetched && !atomic)
        INSN(&g->b, DECORATIONS, OpDecorate, use->handle.id, DecNonWritable);
    if (atomic)
        use->texel_pointer = pointer_type(g, ScImage, component);
    add_capabilities(g, use, shape, f->extended, unknown);
}

void declare_images(struct gen *g)
{
    static const char *const picture[] = { "Picture", "Picture1", "Picture2", "Picture3" }, *const own[] = { "Own", "Own1", "Own2", "Own3" };
    static const char *const count[] = { "Count", "Count1", "Count2", "Count3" };
    uint32_t threads = 4;

    while (threads < all_threads(g))
        threads *= 2;
    if (!has(g, FEATURE_vectors))
        return;
    declare_image(g, picture, random_format(g, false), 16U << below(g, 3), one_in(g, 2), false, false);
    declare_image(g, own, random_format(g, true), threads, false, true, false);
    if (has(g, FEATURE_atomics))
        declare_image(g, count, &formats[R32UI], 16, false, false, true);
}

/* The coordinate of texel `index`, which is below their number. */
uint32_t texel_coordinate(struct gen *g, const struct image_use *use, uint32_t index, bool is_signed)
{
    const kind one = kind_of(is_signed ? S32 : U32, 1);
    const uint32_t type = type_of(g, one);
    uint32_t part[3];

    for (unsigned k = 0; k < use->sides; k++) {
        part[k] = OP(g, OpBitwiseAnd, type, index, constant_of(g, one, use->side[k] - 1));
        unsigned shift = 0;
        while (1U << shift < use->side[k])
            shift++;
        index = OP(g, OpShiftRightLogical, type, index, constant_of(g, one, shift));
    }
    return zip(g, kind_of(is_signed ? S32 : U32, use->sides), part);
}

enum { SAMPLE = 0x40 };
static uint32_t any_sample(struct gen *g, const struct image_use *use)
{
    if (one_in(g, 3))
        return build_u32(&g->b, below(g, use->samples));
    return OP(g, OpBitwiseAnd, u32_type(g), pick(g, kind_of(U32, 1)), build_u32(&g->b, use->samples - 1));
}

static void keep_texel(struct gen *g, const struct image_use *use, uint32_t image, uint32_t at)
{
    const uint32_t type = type_of(g, use->kind), zero = constant_of(g, kind_of(S32, 1), 0);
    uint32_t texel;

    if (use->samples)
        texel = OP(g, use->fetched ? OpImageFetch : OpImageRead, type, image, at, SAMPLE, any_sample(g, use));
    else if (use->fetched && use->has_levels && one_in(g, 2))
        texel = OP(g, OpImageFetch, type, image, at, 2 /* Lod */, zero);
    else
        texel = use->fetched ? OP(g, OpImageFetch, type, image, at) : OP(g, OpImageRead, type, image, at);
    keep(g, use->kind, texel);
    keep(g, kind_of(base_of(use->kind), 1), part(g, use->kind, texel, below(g, 4)));
}

/* Of the thread alone: its number is below that of the texels. */
static void use_own(struct gen *g, const struct image_use *use)
{
    const uint32_t image = load_handle(g, &use->handle), at = texel_coordinate(g, use, g->thread, false);

    if (one_in(g, 2)) {
        const uint32_t texel = pick(g, use->kind);
        if (use->samples)
            INSN(&g->b, BODY, OpImageWrite, image, at, texel, SAMPLE, any_sample(g, use));
        else
            INSN(&g->b, BODY, OpImageWrite, image, at, texel);
    } else {
        keep_texel(g, use, image, at);
    }
}

static void use_picture(struct gen *g, const struct image_use *use)
{
    const bool is_signed = one_in(g, 2);
    const uint32_t image = load_handle(g, &use->handle);
    const kind index = kind_of(is_signed ? S32 : U32, 1);

    if (one_in(g, 5) && (!use->fetched || use->samples)) {
        const kind one = kind_of(S32, 1), size = kind_of(S32, use->is_cube && !use->is_arrayed ? 2 : use->sides);
        if (use->samples && one_in(g, 2)) {
            keep(g, one, OP(g, OpImageQuerySamples, type_of(g, one), image));
            return;
        }
        keep(g, size, OP(g, OpImageQuerySize, type_of(g, size), image));
        return;
    }
    const uint32_t any = pick(g, index);
    keep_texel(g, use, image, texel_coordinate(g, use, any, is_signed));
}

void random_image(struct gen *g)
{
    switch (below(g, 4)) {
    case 0: case 1: use_picture(g, &g->image[0]); break;
    case 2: use_own(g, &g->image[1]); break;
    default:
        if (g->images > 2) {
            const unsigned which = below(g, 9);
            const struct image_use *use = &g->image[2];
            const uint32_t at = texel_coordinate(g, use, build_u32(&g->b, which), false);
            const uint32_t sample = use->samples ? any_sample(g, use) : build_u32(&g->b, 0), image = handle_place(g, &use->handle);
            const uint32_t texel = OP(g, OpImageTexelPointer, use->texel_pointer, image, at, sample);
            if (use->handle.elements)
                non_uniform(g, texel);
            atomic_at(g, kind_of(U32, 1), texel, which);
        }
        break;
    }
}
