/* SPDX-License-Identifier: Apache-2.0
 * image.c - texels read, fetched, written and pointed to, and the sizes of images.
 *
 * The bounds of an image are those of its coordinates, which the hardware does not know: a texel outside of the image
 * gets an address outside of every buffer, so that the access faults as one of a buffer does.
 */
#include "image.h"
#include "pixel.h"

#include "../math/math.h"

#include <string.h>

/* ---- descriptors ---- */

static bool is_level_0(wfs_val level)
{
    return level.kind == WFS_NONE || wfs_is(level, 0);
}

static wfs_val sum(struct wfs_code *c, wfs_val a, wfs_val b)
{
    return a.kind == WFS_NONE ? b : b.kind == WFS_NONE ? a : wfs_add(c, a, b);
}

/* `more`: bytes beyond it, or none. */
static wfs_val descriptor_word(struct wfs_lower *l, const struct wfs_image *image, wfs_val more, unsigned word)
{
    const bool near = (uint64_t)image->descriptor + 4 * word <= 0xffff;
    const wfs_val first = near ? wfs_none() : wfs_const(image->descriptor);
    const wfs_val base = sum(l->code, sum(l->code, image->moved, more), first);

    return wfs_load(l->code, l->target->image_buffer, base.kind == WFS_NONE ? wfs_const(0) : base,
                    (uint16_t)(4 * word + (near ? image->descriptor : 0)));
}

wfs_val wfs_image_word(struct wfs_lower *l, const struct wfs_image *image, unsigned word)
{
    return descriptor_word(l, image, wfs_none(), word);
}

/* A word of the record of a level: 0 its first byte, 1 row, 2 slice. */
static wfs_val level_word(struct wfs_lower *l, const struct wfs_image *image, wfs_val level, unsigned word)
{
    const unsigned first = WF_IMAGE_LEVEL_0 + word;

    if (level.kind == WFS_NONE)
        return wfs_image_word(l, image, first);
    if (wfs_is_const(level))
        return wfs_image_word(l, image, first + 4 * (level.bits < WF_IMAGE_LEVELS ? level.bits : 0));
    return descriptor_word(l, image, wfs_shl(l->code, level, wfs_const(4)), first);
}

wfs_val wfs_cube_of(struct wfs_code *c, wfs_val face)
{
    return wfs_udiv(c, face, wfs_const(6));
}

wfs_val wfs_image_side(struct wfs_lower *l, const struct wfs_image *image, unsigned i, wfs_val level)
{
    const wfs_val whole = wfs_image_word(l, image, WF_IMAGE_WIDTH + i);
    const bool shrinks = i < 2 || image->type->dim == WfsDim3D;

    if (is_level_0(level) || !shrinks)
        return whole;
    return wfs_maxu(l->code, wfs_shr(l->code, whole, level), wfs_const(1));
}

/* ---- addresses ---- */

/* Number times a power of two. */
static wfs_val times(struct wfs_code *c, wfs_val x, uint32_t power)
{
    return wfs_shl(c, x, wfs_const(wfs_floor_log2(power)));
}

wfs_val wfs_texel_address(struct wfs_lower *l, const struct wfs_image *image, const wfs_val at[3], wfs_val level)
{
    struct wfs_code *c = l->code;
    wfs_val address = times(c, at[0], image->format->bytes);

    if (image->type->multisampled)
        address = wfs_mul(c, address, wfs_image_word(l, image, WF_IMAGE_SAMPLES));
    if (wfs_has_y(image->type))
        address = wfs_mad(c, at[1], level_word(l, image, level, 1), address);
    if (wfs_has_z(image->type))
        address = wfs_mad(c, at[2], level_word(l, image, level, 2), address);
    return is_level_0(level) ? address : wfs_add(c, address, level_word(l, image, level, 0));
}

static wfs_val both(struct wfs_code *c, wfs_val a, wfs_val b)
{
    return a.kind == WFS_NONE ? b : wfs_and(c, a, b);
}

/* The same, WF_IMAGE_OUTSIDE when a coordinate, the level or the sample is outside. */
static wfs_val checked_address(struct wfs_lower *l, const struct wfs_image *image, const wfs_val at[3], wfs_val level,
                               wfs_val sample)
{
    struct wfs_code *c = l->code;
    const bool exists[3] = {true, wfs_has_y(image->type), wfs_has_z(image->type)};
    wfs_val inside = wfs_none();

    if (is_level_0(level))
        level = wfs_none();
    for (unsigned i = 0; i < 3; i++)
        if (exists[i])
            inside = both(c, inside, wfs_ltu(c, at[i], wfs_image_side(l, image, i, level)));
    if (level.kind != WFS_NONE)
        inside = both(c, inside, wfs_ltu(c, level, wfs_image_word(l, image, WF_IMAGE_LEVEL_COUNT)));
    wfs_val address = wfs_texel_address(l, image, at, level);
    if (image->type->multisampled) {
        inside = both(c, inside, wfs_ltu(c, sample, wfs_image_word(l, image, WF_IMAGE_SAMPLES)));
        address = wfs_add(c, address, times(c, sample, image->format->bytes));
    }
    return wfs_sel(c, inside, address, wfs_const(WF_IMAGE_OUTSIDE));
}

/* ---- coordinates ---- */

/* From the pixel of the lane; a helper lane beyond the rectangle has its nearest pixel. */
static void add_pixel(struct wfs_lower *l, uint32_t at, const struct wfs_type *t, wfs_val xyz[3])
{
    struct wfs_code *c = l->code;
    wfs_val pixel[2];

    if (!l->is_pixel)
        wfs_refuse(l->m, at, "its image is an %s; expected it in a fragment shader", wfs_type_shown(l->m, t));
    wfs_pixel_in_rectangle(l, pixel);
    for (unsigned i = 0; i < 2; i++)
        xyz[i] = wfs_add(c, xyz[i], pixel[i]);
}

/* Operand n as x, y, z; an array of one dimension has its layer in y there. */
static void coordinates(struct wfs_lower *l, uint32_t at, uint32_t n, const struct wfs_type *t, wfs_val xyz[3])
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, n));
    const uint32_t needed = 1U + wfs_has_y(t) + wfs_has_z(t);

    if (!v->word || wfs_scalar(v->type)->kind != WFS_INT || wfs_scalar(v->type)->width != 32 || v->words < needed)
        wfs_refuse(l->m, at, "its coordinate is %s; expected %u integers of 32 bits", wfs_type_shown(l->m, v->type),
                   (unsigned)needed);
    xyz[0] = v->word[0];
    xyz[1] = wfs_has_y(t) ? v->word[1] : wfs_none();
    xyz[2] = wfs_has_z(t) ? v->word[wfs_has_y(t) ? 2 : 1] : wfs_none();
    if (t->is_attachment)
        add_pixel(l, at, t, xyz);
}

static uint8_t how_of(const struct wfs_image *image, const struct wfs_image_operands *o, bool load)
{
    return (uint8_t)((image->is_coherent || o->is_coherent ? WF_HOW_COHERENT : 0) |
                     (load && (image->is_coherent || o->fresh) ? WF_HOW_LOADS : 0));
}

/* ---- instructions ---- */

uint32_t wfs_plain_image_op(uint32_t op)
{
    switch (op) {
    case WfsOpImageSparseSampleImplicitLod: return WfsOpImageSampleImplicitLod;
    case WfsOpImageSparseSampleExplicitLod: return WfsOpImageSampleExplicitLod;
    case WfsOpImageSparseSampleDrefImplicitLod: return WfsOpImageSampleDrefImplicitLod;
    case WfsOpImageSparseSampleDrefExplicitLod: return WfsOpImageSampleDrefExplicitLod;
    case WfsOpImageSparseFetch: return WfsOpImageFetch;
    case WfsOpImageSparseGather: return WfsOpImageGather;
    case WfsOpImageSparseDrefGather: return WfsOpImageDrefGather;
    case WfsOpImageSparseRead: return WfsOpImageRead;
    default: return op;
    }
}

enum { RESIDENT = 1 };

wfs_val *wfs_texel_result(struct wfs_lower *l, uint32_t at, const struct wfs_type **type)
{
    struct wfs_value *v = wfs_result(l, at);
    const struct wfs_type *t = *type = v->type;

    if (wfs_plain_image_op(wfs_op_at(l->m, at)) == wfs_op_at(l->m, at))
        return v->word;
    if (t->kind != WFS_STRUCT || t->count != 2 || t->member[0].type->kind != WFS_INT || t->member[0].type->width != 32)
        wfs_refuse(l->m, at, "its result is %s; expected a struct of an integer and a texel",
                   wfs_type_shown(l->m, t));
    v->word[0] = wfs_const(RESIDENT);
    *type = t->member[1].type;
    return v->word + t->member[1].word;
}

wfs_val wfs_one(const struct wfs_image *image)
{
    return image->type->element->kind == WFS_INT ? wfs_const(1) : wfs_float(1);
}

void wfs_swizzle_texel(const struct wfs_image *image, wfs_val texel[4])
{
    wfs_val from[4];

    if (wf_texel_is_wide(image->format))
        return;
    memcpy(from, texel, sizeof from);
    for (unsigned i = 0; i < 4; i++) {
        const enum wf_swizzle s = wfs_swizzle(image, i);
        texel[i] = s == WF_SWIZZLE_ZERO ? wfs_const(0) : s == WF_SWIZZLE_ONE ? wfs_one(image) : from[s - WF_SWIZZLE_R];
    }
}

/* Word `half` of component i of a texel of 64 bits: there is R, A is 1. */
static wfs_val wide_word(const struct wfs_image *image, unsigned i, unsigned half, const wfs_val texel[4])
{
    const enum wf_swizzle s = wfs_swizzle(image, i);

    return s == WF_SWIZZLE_R ? texel[half] : wfs_const(half == 0 && (s == WF_SWIZZLE_ONE || s == WF_SWIZZLE_A));
}

void wfs_give_texel(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, const wfs_val texel[4])
{
    const struct wfs_type *type;
    wfs_val *word = wfs_texel_result(l, at, &type);
    const struct wfs_type *scalar = wfs_scalar(type);

    if (scalar->kind != image->type->element->kind || scalar->width != image->type->element->width ||
        wfs_components(type) > 4)
        wfs_refuse(l->m, at, "its result is %s; expected up to four of %s", wfs_type_shown(l->m, type),
                   wfs_type_shown(l->m, image->type->element));
    if (scalar->width == 32) {
        memcpy(word, texel, type->words * sizeof *word);
        return;
    }
    for (uint32_t i = 0; i < type->words && scalar->width == 16; i++)
        word[i] = wfs_f2h(l->code, texel[i]);
    if (scalar->width == 16)
        return;
    for (uint32_t i = 0; i < type->words; i++)
        word[i] = wide_word(image, i / 2, i % 2, texel);
}

/* OpImageSparseTexelsResident: there are no others. */
static void texels_resident(struct wfs_lower *l, uint32_t at)
{
    struct wfs_value *v = wfs_result(l, at);

    wfs_word(l, wfs_operand(l->m, at, 3));
    if (v->type->kind != WFS_BOOL)
        wfs_refuse(l->m, at, "its result is %s; expected a bool", wfs_type_shown(l->m, v->type));
    v->word[0] = wfs_const(1);
}

static wfs_val sample_of(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, const struct wfs_value *v)
{
    if (image->type->multisampled != (v != NULL))
        wfs_refuse(l->m, at, image->type->multisampled ? "an image of several samples; expected the operand Sample"
                                                       : "a Sample of an image that has one only");
    if (v && (!v->word || v->words != 1))
        wfs_refuse(l->m, at, "its sample is %s; expected an integer", wfs_type_shown(l->m, v->type));
    return v ? v->word[0] : wfs_none();
}

static wfs_val level_of(struct wfs_lower *l, uint32_t at, const struct wfs_value *v)
{
    if (v && (!v->word || wfs_scalar(v->type)->kind != WFS_INT || v->words != 1))
        wfs_refuse(l->m, at, "its level is %s; expected an integer", wfs_type_shown(l->m, v->type));
    return v ? v->word[0] : wfs_none();
}

/* Its variable may not be decorated so. */
static void refuse_decorated(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, uint32_t decoration)
{
    char name[WFS_NAME_SIZE];

    if (wfs_decoration(l->m, image->variable, WFS_WHOLE, decoration))
        wfs_refuse(l->m, at, "%s has the %s; expected it without", wfs_shown(l->m, image->variable),
                   wfs_enum_name(WFS_KIND_Decoration, decoration, name));
}

/* The texel there is the result. */
static void give_texel_at(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, const wfs_val xyz[3],
                          const struct wfs_image_operands *o)
{
    const wfs_val address =
        checked_address(l, image, xyz, level_of(l, at, o->lod), sample_of(l, at, image, o->sample));
    wfs_val texel[4];

    l->code->how = how_of(image, o, true);
    wfs_load_texel(l, image, address, texel);
    wfs_swizzle_texel(image, texel);
    wfs_give_texel(l, at, image, texel);
}

/* OpImageRead, OpImageFetch. */
static void read(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, void *user)
{
    const bool fetch = wfs_plain_image_op(wfs_op_at(l->m, at)) == WfsOpImageFetch;
    const uint32_t moved = WfsImageOperandsConstOffset | WfsImageOperandsOffset;
    const uint32_t of_level = image->type->is_attachment ? 0 : WfsImageOperandsLod;
    const struct wfs_image_operands o =
        wfs_image_operands(l, at, 5, WfsImageOperandsSample | of_level | (fetch ? moved : 0));
    wfs_val xyz[3];

    (void)user;
    image = wfs_image_of_sign(l, at, image, o.extension);
    refuse_decorated(l, at, image, WfsDecorationNonReadable);
    if (fetch == (image->type->storage_image || image->type->is_attachment) ||
        (fetch && image->type->dim == WfsDimCube))
        wfs_refuse(l->m, at, "its image is a %s%s", wfs_type_shown(l->m, image->type),
                   image->type->dim == WfsDimCube ? " of cubes" : "");
    coordinates(l, at, 4, image->type, xyz);
    const wfs_val *offset = o.offset ? wfs_image_offset(l, at, o.offset, image->type, 1) : NULL;
    for (unsigned i = 0; offset && i < wfs_image_sides(image->type); i++)
        xyz[i] = wfs_add(l->code, xyz[i], offset[i]);
    give_texel_at(l, at, image, xyz, &o);
}

static void write(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, void *user)
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, 3));
    const struct wfs_image_operands o = wfs_image_operands(l, at, 4, WfsImageOperandsSample | WfsImageOperandsLod);
    const wfs_val zero = wfs_const(0);
    wfs_val xyz[3], texel[4] = {zero, zero, zero, zero};

    (void)user;
    if (!image->type->storage_image)
        wfs_refuse(l->m, at, "its image is a %s", wfs_type_shown(l->m, image->type));
    image = wfs_image_of_sign(l, at, image, o.extension);
    refuse_decorated(l, at, image, WfsDecorationNonWritable);
    const uint32_t components = v->word ? wfs_components(v->type) : 0;
    if (!v->word || components > 4 || wfs_scalar(v->type)->kind != image->type->element->kind ||
        wfs_scalar(v->type)->width != image->type->element->width)
        wfs_refuse(l->m, at, "its texel is %s; expected up to four of %s", wfs_type_shown(l->m, v->type),
                   wfs_type_shown(l->m, image->type->element));
    for (uint32_t i = components; i < 4; i++)
        if (image->format->channel[i].width)
            wfs_refuse(l->m, at, "its texel has %u components, %s has more", (unsigned)components, image->format->name);
    for (uint32_t i = 0; i < v->words && i < 4; i++)
        texel[i] = wfs_scalar(v->type)->width == 16 ? wfs_h2f(l->code, v->word[i]) : v->word[i];
    coordinates(l, at, 2, image->type, xyz);
    const wfs_val address =
        checked_address(l, image, xyz, level_of(l, at, o.lod), sample_of(l, at, image, o.sample));
    l->code->how = how_of(image, &o, false);
    wfs_store_texel(l, image, address, texel);
    l->code->how = 0;
}

/* Two or four halves, which are a texel of rg16f or rgba16f. */
static bool is_halves(const struct wfs_type *t)
{
    return t->kind == WFS_VECTOR && t->element->kind == WFS_FLOAT && t->element->width == 16 && t->count != 3;
}

/* The image may have such texels: it is of integers or floats as they are, and of halves of 32 bits. */
static bool may_have(const struct wfs_type *image, const struct wfs_type *texel)
{
    if (is_halves(texel))
        return image->element->kind == WFS_FLOAT;
    return texel->width >= 32 && texel->kind == image->element->kind && texel->width == image->element->width;
}

/* Bytes of a texel of the format on which there are atomics; 0: it is another format. */
static uint32_t atomic_bytes(const struct wf_image_format_info *f, const struct wfs_type *texel)
{
    const bool halves = is_halves(texel);
    const uint32_t width = halves ? 16 : texel->width, bytes = halves ? 2 * texel->count : width / 8;

    return f->channel[0].width == width && f->bytes == bytes && (!halves || f->kind == WF_TEXEL_SFLOAT) ? bytes : 0;
}

static void texel_pointer(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_value *base = wfs_value(l, wfs_operand(l->m, at, 3));
    const struct wfs_type *type = wfs_type(l->m, wfs_operand(l->m, at, 1));
    const struct wfs_image *image = base->pointer ? base->pointer->image : NULL;
    struct wfs_value *v = wfs_new_value(l, type);
    uint32_t bytes = 0;
    wfs_val xyz[3];

    if (!image || image->array || !image->type || !image->type->storage_image || type->kind != WFS_POINTER ||
        !may_have(image->type, type->element))
        wfs_refuse(l->m, at, "expected a pointer to a storage image, and to a texel of it");
    refuse_decorated(l, at, image, WfsDecorationNonWritable);
    refuse_decorated(l, at, image, WfsDecorationNonReadable);
    for (unsigned n = 0; n < (image->formats ? image->formats->formats : 1); n++) {
        const struct wf_image_format_info *f = image->formats ? image->formats->format[n] : image->format;
        const struct wfs_image one = {.variable = image->variable, .type = image->type, .format = f};
        wfs_image_of_sign(l, at, &one, 0);
        bytes = atomic_bytes(f, type->element);
        if (!bytes)
            wfs_refuse(l->m, at, "%s has the format %s; expected %s", wfs_shown(l->m, image->variable), f->name,
                       !is_halves(type->element)    ? "r32ui, r32i, r32f, r64ui or r64i"
                       : type->element->count == 2 ? "rg16f"
                                                    : "rgba16f");
    }
    coordinates(l, at, 4, image->type, xyz);
    const struct wfs_value *sample = image->type->multisampled ? wfs_value(l, wfs_operand(l->m, at, 5)) : NULL;
    const wfs_val address = checked_address(l, image, xyz, wfs_none(), sample_of(l, at, image, sample));
    v->pointer = wfs_new(l->env, 1, sizeof *v->pointer);
    *v->pointer = (struct wfs_pointer){.space = WFS_BUFFER, .is_explicit = true, .is_coherent = image->is_coherent,
                                       .variable = image->variable, .pointee = type->element, .dynamic = address,
                                       .align = bytes, .buffer = image->buffer};
    wfs_define(l, wfs_operand(l->m, at, 2), v);
}

/* An image whose samples are fragments: its coordinate, where an instruction of fragments has it. */
static void fragment_place(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, wfs_val xyz[3])
{
    if (!image->type->multisampled || image->type->storage_image)
        wfs_refuse(l->m, at, "its image is %s %s of %s; expected one of several samples that is fetched",
                   image->type->is_attachment ? "an" : "a", wfs_type_shown(l->m, image->type),
                   image->type->multisampled ? "several samples" : "one sample");
    coordinates(l, at, 4, image->type, xyz);
}

/* OpFragmentFetchAMD: nothing is compressed, so that a fragment is the sample of its number. */
static void fetch_fragment(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, void *user)
{
    const struct wfs_image_operands o = {.sample = wfs_value(l, wfs_operand(l->m, at, 5))};
    wfs_val xyz[3];

    (void)user;
    image = wfs_image_of_sign(l, at, image, 0);
    fragment_place(l, at, image, xyz);
    give_texel_at(l, at, image, xyz, &o);
}

/* OpFragmentMaskFetchAMD: four bits a sample, with its own number.  A word has those of eight samples. */
static void fragment_mask(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_image *image = wfs_image_operand(l, at, 3, false);
    struct wfs_value *v = wfs_result(l, at);
    struct wfs_code *c = l->code;
    wfs_val xyz[3];

    if (v->type->kind != WFS_INT || v->type->width != 32)
        wfs_refuse(l->m, at, "its result is %s; expected an integer of 32 bits", wfs_type_shown(l->m, v->type));
    fragment_place(l, at, image, xyz);
    const wfs_val samples = wfs_minu(c, wfs_image_word(l, image, WF_IMAGE_SAMPLES), wfs_const(8));
    const wfs_val unused = wfs_sub(c, wfs_const(32), wfs_shl(c, samples, wfs_const(2)));
    v->word[0] = wfs_and(c, wfs_shr(c, wfs_const(UINT32_MAX), unused), wfs_const(0x76543210));
}

/* Width, height, depth, layers: those that there are. */
static void query_size(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_image *image = wfs_image_operand(l, at, 3, false);
    const struct wfs_type *t = image->type;
    const wfs_val level = wfs_op_at(l->m, at) == WfsOpImageQuerySizeLod ? wfs_word(l, wfs_operand(l->m, at, 4))
                                                                        : wfs_none();
    struct wfs_value *v = wfs_result(l, at);
    const bool z = t->dim == WfsDim3D || t->arrayed;
    const uint32_t needed = 1U + wfs_has_y(t) + z;
    uint32_t n = 0;

    if (v->words != needed || wfs_scalar(v->type)->kind != WFS_INT)
        wfs_refuse(l->m, at, "its result is %s; expected %u integers", wfs_type_shown(l->m, v->type), (unsigned)needed);
    v->word[n++] = wfs_image_side(l, image, 0, level);
    if (wfs_has_y(t))
        v->word[n++] = wfs_image_side(l, image, 1, level);
    if (z)
        v->word[n] = wfs_image_side(l, image, 2, level);
    if (t->dim == WfsDimCube && t->arrayed)
        v->word[n] = wfs_cube_of(l->code, v->word[n]);
}

static void query_word(struct wfs_lower *l, uint32_t at, unsigned word)
{
    const struct wfs_image *image = wfs_image_operand(l, at, 3, false);
    struct wfs_value *v = wfs_result(l, at);

    if (v->words != 1 || v->type->kind != WFS_INT)
        wfs_refuse(l->m, at, "its result is %s; expected an integer", wfs_type_shown(l->m, v->type));
    v->word[0] = wfs_image_word(l, image, word);
}

/* OpSampledImage, OpImage: of an image and a sampler both in one, and the image of it. */
static void combine(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_type *type = wfs_type(l->m, wfs_operand(l->m, at, 1));
    struct wfs_image *image = wfs_new(l->env, 1, sizeof *image);

    *image = *wfs_image_operand(l, at, 3, false);
    if (wfs_op_at(l->m, at) == WfsOpSampledImage) {
        const struct wfs_value *sampler = wfs_value(l, wfs_operand(l->m, at, 4));
        if (!sampler->image || !sampler->image->sampler || type->kind != WFS_SAMPLED_IMAGE)
            wfs_refuse(l->m, at, "its sampler is %s; expected a sampler", wfs_type_shown(l->m, sampler->type));
        image->sampler = sampler->image->sampler;
        image->samplers = sampler->image->samplers;
        image->sampler_kind = sampler->image->sampler_kind;
        if (sampler->image->has_sampler.kind != WFS_NONE)       /* nothing is read without one */
            image->buffer = wfs_sel(l->code, sampler->image->has_sampler, image->buffer, wfs_const(UINT32_MAX));
    }
    wfs_define(l, wfs_operand(l->m, at, 2), wfs_new_handle(l, type, image));
}

bool wfs_lower_image(struct wfs_lower *l, uint32_t at)
{
    switch (wfs_plain_image_op(wfs_op_at(l->m, at))) {
    case WfsOpSampledImage: case WfsOpImage: combine(l, at); return true;
    case WfsOpImageRead: case WfsOpImageFetch:
        wfs_each_kind(l, at, wfs_operand(l->m, at, 2), wfs_image_operand(l, at, 3, false), false, read, NULL);
        return true;
    case WfsOpImageWrite:
        wfs_each_kind(l, at, 0, wfs_image_operand(l, at, 1, false), false, write, NULL);
        return true;
    case WfsOpFragmentFetchAMD:
        wfs_each_kind(l, at, wfs_operand(l->m, at, 2), wfs_image_operand(l, at, 3, false), false, fetch_fragment, NULL);
        return true;
    case WfsOpFragmentMaskFetchAMD: fragment_mask(l, at); return true;
    case WfsOpImageSparseTexelsResident: texels_resident(l, at); return true;
    case WfsOpImageTexelPointer: texel_pointer(l, at); return true;
    case WfsOpImageQuerySize: case WfsOpImageQuerySizeLod: query_size(l, at); return true;
    case WfsOpImageQueryLevels: query_word(l, at, WF_IMAGE_LEVEL_COUNT); return true;
    case WfsOpImageQuerySamples: query_word(l, at, WF_IMAGE_SAMPLES); return true;
    default: return false;
    }
}
