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

/* 1D, 2D, 3D, arrays of the first two, texel buffers. */
static void declare_image(struct gen *g, const char *name, const struct format *f, uint32_t texels, bool fetched, bool written, bool atomic)
{
    static const struct { uint32_t dim; bool layers; unsigned sides; } shape[] = { { Dim1D, false, 1 }, { Dim2D, false, 2 }, { Dim3D, false, 3 },
                                                                                  { Dim1D, true, 2 }, { Dim2D, true, 3 }, { DimBuffer, false, 1 } };
    const unsigned which = below(g, 6);
    struct generated_buffer *b = new_buffer(g, name, (uint32_t)((uint64_t)texels * f->bits / 32), written || atomic);
    struct image_use *use = &g->image[g->images++];
    const bool unknown = !atomic && has(g, FEATURE_unformatted) && one_in(g, 3);

    *use = (struct image_use){ .kind = kind_of(f->base, 4), .sides = shape[which].sides, .side = { 1, 1, 1 }, .fetched = fetched,
                                .has_levels = shape[which].dim != DimBuffer };
    b->format = f->number;
    b->layers = shape[which].layers;
    for (uint32_t left = texels, k = 0; left > 1; left /= 2)        /* dealt out, the first side gets the rest */
        use->side[k++ < 3 && use->sides > 1 ? below(g, use->sides) : 0] *= 2;
    for (unsigned k = 0; k < use->sides; k++)
        b->side[shape[which].dim == Dim1D && k == 1 ? 2 : k] = use->side[k];
    for (unsigned k = 0; k < 3; k++)
        b->side[k] = b->side[k] ? b->side[k] : 1;
    for (uint32_t k = 0; k < b->words && b->initial; k++)
        b->initial[k] = atomic ? 0x1000 + k : f->base == F32 ? random_bits(g) & 0xbbffbbff : random_word(g);
    const uint32_t component = type_of(g, kind_of(f->base, 1));
    use->type = TYPE(&g->b, OpTypeImage, component, shape[which].dim, 0, shape[which].layers, 0, fetched ? 1 : 2, unknown || fetched ? 0 : f->number);
    use->id = global_variable(g, ScUniformConstant, use->type, 0);
    bind_variable(g, use->id, b);
    if (!written && !fetched && !atomic)
        INSN(&g->b, DECORATIONS, OpDecorate, use->id, DecNonWritable);
    if (atomic)
        use->texel_pointer = pointer_type(g, ScImage, component);
    if (shape[which].dim == Dim1D)
        build_capability(&g->b, fetched ? CapSampled1D : CapImage1D);
    if (shape[which].dim == DimBuffer)
        build_capability(&g->b, fetched ? CapSampledBuffer : CapImageBuffer);
    if (f->extended && !unknown && !fetched)
        build_capability(&g->b, CapStorageImageExtendedFormats);
    if (unknown && !fetched) {
        build_capability(&g->b, CapStorageImageReadWithoutFormat);
        build_capability(&g->b, CapStorageImageWriteWithoutFormat);
    }
    build_capability(&g->b, CapImageQuery);
}

void declare_images(struct gen *g)
{
    uint32_t threads = 4;

    while (threads < all_threads(g))
        threads *= 2;
    if (!has(g, FEATURE_vectors))
        return;
    declare_image(g, "Picture", random_format(g, false), 16U << below(g, 3), one_in(g, 2), false, false);
    declare_image(g, "Own", random_format(g, true), threads, false, true, false);
    if (has(g, FEATURE_atomics))
        declare_image(g, "Count", &formats[R32UI], 16, false, false, true);
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

static void keep_texel(struct gen *g, const struct image_use *use, uint32_t image, uint32_t at)
{
    const uint32_t type = type_of(g, use->kind), zero = constant_of(g, kind_of(S32, 1), 0);
    uint32_t texel;

    if (use->fetched && use->has_levels && one_in(g, 2))
        texel = OP(g, OpImageFetch, type, image, at, 2 /* Lod */, zero);
    else
        texel = use->fetched ? OP(g, OpImageFetch, type, image, at) : OP(g, OpImageRead, type, image, at);
    keep(g, use->kind, texel);
    keep(g, kind_of(base_of(use->kind), 1), part(g, use->kind, texel, below(g, 4)));
}

/* Of the thread alone: its number is below that of the texels. */
static void use_own(struct gen *g, const struct image_use *use)
{
    const uint32_t image = OP(g, OpLoad, use->type, use->id), at = texel_coordinate(g, use, g->thread, false);

    if (one_in(g, 2)) {
        const uint32_t texel = pick(g, use->kind);
        INSN(&g->b, BODY, OpImageWrite, image, at, texel);
    } else {
        keep_texel(g, use, image, at);
    }
}

static void use_picture(struct gen *g, const struct image_use *use)
{
    const bool is_signed = one_in(g, 2);
    const uint32_t image = OP(g, OpLoad, use->type, use->id);
    const kind index = kind_of(is_signed ? S32 : U32, 1);

    if (one_in(g, 5) && !use->fetched) {
        const kind size = kind_of(S32, use->sides);
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
            atomic_at(g, kind_of(U32, 1), OP(g, OpImageTexelPointer, use->texel_pointer, use->id, at, build_u32(&g->b, 0)), which);
        }
        break;
    }
}
