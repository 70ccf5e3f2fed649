/* SPDX-License-Identifier: Apache-2.0
 * interp_image.c - texels: where they lie, and what they are in each format of SPIR-V, "Image Format" and the Vulkan specification on formats.
 */
#include <math.h>
#include <string.h>

#include "interp_image.h"
#include "interp_value.h"

enum code { UNORM, SNORM, UINT, SINT, FLOAT, SMALL_FLOAT };

/* By ImageFormat: bits of each component, the lowest first. */
static const struct format {
    enum code code;
    uint8_t bits[4];
} formats[40] = {
    [1] = { FLOAT, { 32, 32, 32, 32 } }, [2] = { FLOAT, { 16, 16, 16, 16 } }, [3] = { FLOAT, { 32 } }, [4] = { UNORM, { 8, 8, 8, 8 } },
    [5] = { SNORM, { 8, 8, 8, 8 } }, [6] = { FLOAT, { 32, 32 } }, [7] = { FLOAT, { 16, 16 } }, [8] = { SMALL_FLOAT, { 11, 11, 10 } },
    [9] = { FLOAT, { 16 } }, [10] = { UNORM, { 16, 16, 16, 16 } }, [11] = { UNORM, { 10, 10, 10, 2 } }, [12] = { UNORM, { 16, 16 } },
    [13] = { UNORM, { 8, 8 } }, [14] = { UNORM, { 16 } }, [15] = { UNORM, { 8 } }, [16] = { SNORM, { 16, 16, 16, 16 } },
    [17] = { SNORM, { 16, 16 } }, [18] = { SNORM, { 8, 8 } }, [19] = { SNORM, { 16 } }, [20] = { SNORM, { 8 } },
    [21] = { SINT, { 32, 32, 32, 32 } }, [22] = { SINT, { 16, 16, 16, 16 } }, [23] = { SINT, { 8, 8, 8, 8 } }, [24] = { SINT, { 32 } },
    [25] = { SINT, { 32, 32 } }, [26] = { SINT, { 16, 16 } }, [27] = { SINT, { 8, 8 } }, [28] = { SINT, { 16 } }, [29] = { SINT, { 8 } },
    [30] = { UINT, { 32, 32, 32, 32 } }, [31] = { UINT, { 16, 16, 16, 16 } }, [32] = { UINT, { 8, 8, 8, 8 } }, [33] = { UINT, { 32 } },
    [34] = { UINT, { 10, 10, 10, 2 } }, [35] = { UINT, { 32, 32 } }, [36] = { UINT, { 16, 16 } }, [37] = { UINT, { 8, 8 } },
    [38] = { UINT, { 16 } }, [39] = { UINT, { 8 } },
};

struct image image_of(const struct sight *s, const struct insn *n, uint64_t object)
{
    struct module *m = s->module;
    struct image image = { .object = &m->object[object < m->objects ? object : 0] };

    image.type = type_of(m, image.object->type);
    if (image.type->op == OpTypeSampledImage)
        image.type = type_of(m, image.type->element);
    if (image.type->op != OpTypeImage || image.object->at == UINT64_MAX)
        module_fail(m, n->offset, "something that is no image, or an image that nothing is bound to");
    image.buffer = &m->run->buffer[image.object->at];
    if (!image.buffer->format || image.buffer->format >= 40 || (image.type->format && image.type->format != image.buffer->format))
        module_fail(m, n->offset, "an image that is bound to another format");
    image.format = &formats[image.buffer->format];
    return image;
}

unsigned image_operand(const struct insn *n, unsigned mask, unsigned bit)
{
    const uint32_t bits = word_of(n, mask);
    unsigned at = mask + 1;

    for (unsigned before = 1; before < bit; before *= 2)
        at += bits & before ? before == OPERAND_GRAD ? 2 : 1 : 0;
    return bits & bit ? at : 0;
}

static unsigned texel_bits(const struct image *i)
{
    return 0U + i->format->bits[0] + i->format->bits[1] + i->format->bits[2] + i->format->bits[3];
}

uint32_t image_levels(const struct image *i)
{
    return i->buffer->levels ? i->buffer->levels : 1;
}

/* Those of a cube are its faces. */
static bool has_layers(const struct image *i)
{
    return i->type->arrayed || i->type->dim == DimCube;
}

struct image_level image_level(const struct image *i, uint32_t level)
{
    struct image_level l = { .first = 0 };

    for (uint32_t k = 0; k <= level && level < image_levels(i); k++) {
        l.first += (uint64_t)l.side[0] * l.side[1] * l.side[2];
        for (unsigned side = 0; side < 3; side++) {
            const uint32_t all = i->buffer->side[side], half = side == 2 && has_layers(i) ? all : all >> k;
            l.side[side] = half ? half : 1;
        }
    }
    return l;
}

bool image_is_integer(const struct image *i)
{
    return i->format->code == UINT || i->format->code == SINT;
}

bool image_is_unorm(const struct image *i)
{
    return i->format->code == UNORM;
}

bool image_has_component(const struct image *i, unsigned component)
{
    return i->format->bits[component] != 0;
}

static uint32_t samples_of(const struct image *i)
{
    return i->buffer->samples ? i->buffer->samples : 1;
}

/* Of its first sample. */
static uint64_t byte_of(const struct image *i, const struct image_level *l, const uint32_t at[3])
{
    return (l->first + (uint64_t)(at[2] * l->side[1] + at[1]) * l->side[0] + at[0]) * samples_of(i) * (texel_bits(i) / 8);
}

static unsigned coordinates_of(const struct image *i)
{
    switch (i->type->dim) {
    case Dim3D: case DimCube: return 3;         /* the face, with the layer in it */
    case Dim2D: return 2U + i->type->arrayed;
    default: return 1U + i->type->arrayed;
    }
}

/* First byte of the texel, or a sample of it; negative when it is outside. */
static int64_t texel_at(const struct sight *s, const struct image *i, const uint64_t *coordinate, uint32_t level, uint32_t sample)
{
    const unsigned sides = coordinates_of(i);
    const struct image_level l = image_level(i, level);
    uint32_t at[3] = { 0, 0, 0 };

    for (unsigned k = 0; k < sides && k < 3; k++)
        at[k == 1 && i->type->arrayed && i->type->dim == Dim1D ? 2 : k] = (uint32_t)coordinate[k];
    for (unsigned k = 0; k < 3; k++)
        if (at[k] >= l.side[k] || sample >= samples_of(i)) {
            s->module->run->outside++;
            return -1;
        }
    return (int64_t)(byte_of(i, &l, at) + sample * (texel_bits(i) / 8));
}

static uint64_t float_bits_of(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static float single(uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float f;

    memcpy(&f, &low, sizeof f);
    return f;
}

/* Exponent of 5 bits, `digits` below it, no sign. */
static float small_float(uint64_t field, unsigned digits)
{
    const int exponent = (int)(field >> digits & 31);
    const float part = (float)(field & ((1U << digits) - 1)) / (float)(1U << digits);

    if (exponent == 31)
        return part != 0 ? NAN : INFINITY;
    return exponent ? ldexpf(1 + part, exponent - 15) : ldexpf(part, -14);
}

static uint64_t decoded(enum code code, unsigned bits, uint64_t field)
{
    const int64_t value = sign_extend(bits, field);

    switch (code) {
    case UNORM: return float_bits_of((float)field / (float)low_bits(bits, UINT64_MAX));
    case SNORM: return float_bits_of(fmaxf((float)value / (float)low_bits(bits - 1, UINT64_MAX), -1));
    case SINT: return (uint32_t)value;
    case FLOAT:
        if (bits == 32)
            return field;
        return float_bits_of((field >> 15 ? -1.0F : 1.0F) * small_float(field & 0x7fff, 10));
    case SMALL_FLOAT: return float_bits_of(small_float(field, bits - 5));
    case UINT: break;
    }
    return field;
}

static uint64_t held(int64_t x, int64_t least, int64_t most)
{
    return (uint64_t)(x < least ? least : x > most ? most : x);
}

static uint64_t coded(enum code code, unsigned bits, uint64_t word)
{
    const double x = (double)single(word), most = (double)low_bits(code == SNORM ? bits - 1 : bits, UINT64_MAX), least = code == SNORM ? -1 : 0;

    switch (code) {
    case UNORM: case SNORM: return x != x ? 0 : (uint64_t)(int64_t)nearbyint((x < least ? least : x > 1 ? 1 : x) * most);
    case UINT: return held((int64_t)(uint32_t)word, 0, (int64_t)low_bits(bits, UINT64_MAX));
    case SINT: return held((int32_t)(uint32_t)word, -((int64_t)1 << (bits - 1)), (int64_t)low_bits(bits - 1, UINT64_MAX));
    case FLOAT: case SMALL_FLOAT: break;
    }
    return word;
}

static void decode_texel(const struct image *i, int64_t at, unsigned components, uint64_t *out)
{
    unsigned bit = 0;

    for (unsigned c = 0; c < components && c < 4; c++) {
        const unsigned bits = i->format->bits[c];
        uint64_t field = 0;
        if (bits && at >= 0) {
            memcpy(&field, i->buffer->bytes + at + bit / 8, (bit % 8 + bits + 7) / 8);
            field = low_bits(bits, field >> bit % 8);
        }
        out[c] = bits ? decoded(i->format->code, bits, field) : c == 3 ? image_is_integer(i) ? 1 : 0x3f800000 : 0;
        bit += bits;
    }
}

void image_texel(const struct image *i, const struct image_level *level, const uint32_t at[3], uint64_t out[4])
{
    decode_texel(i, (int64_t)byte_of(i, level, at), 4, out);
}

static void encode_texel(const struct format *f, uint8_t *bytes, const uint64_t texel[4])
{
    unsigned bit = 0;

    for (unsigned c = 0; c < 4; c++) {
        const unsigned bits = f->bits[c];
        uint64_t field = 0;
        uint8_t *to = bytes + bit / 8;
        if (!bits)
            continue;
        memcpy(&field, to, (bit % 8 + bits + 7) / 8);
        field &= ~(low_bits(bits, UINT64_MAX) << bit % 8);
        field |= low_bits(bits, coded(f->code, bits, texel[c])) << bit % 8;
        memcpy(to, &field, (bit % 8 + bits + 7) / 8);
        bit += bits;
    }
}

static bool is_written(const struct format *f)
{
    return f->code != SMALL_FLOAT && !(f->code == FLOAT && f->bits[0] != 32);
}

static void write_texel(const struct sight *s, const struct insn *n, const struct image *i, int64_t at)
{
    if (!is_written(i->format))
        module_fail(s->module, n->offset, "a texel of a format that the interpreter does not write");
    if (at >= 0)
        encode_texel(i->format, i->buffer->bytes + at, value(s->module, s->lane, word_of(n, 2)));
}

void image_store(struct module *m, const struct interp_buffer *buffer, uint64_t at, const uint64_t texel[4])
{
    const struct image i = { .buffer = buffer, .format = &formats[buffer->format < 40 ? buffer->format : 0] };

    if (!texel_bits(&i) || !is_written(i.format))
        module_fail(m, NO_OFFSET, "an output that goes into a format that the interpreter does not write");
    encode_texel(i.format, buffer->bytes + at * (texel_bits(&i) / 8), texel);
}

static void query_size(const struct sight *s, const struct insn *n, const struct image *i)
{
    const uint32_t level = n->op == OpImageQuerySizeLod ? (uint32_t)value(s->module, s->lane, word_of(n, 1))[0] : 0;
    const struct image_level l = image_level(i, level);
    unsigned c = 0;

    for (unsigned k = 0; k < 3; k++)
        if (k == 0 || (k == 1 && i->type->dim != Dim1D && i->type->dim != DimBuffer) || (k == 2 && (i->type->dim == Dim3D || i->type->arrayed)))
            s->lane[n->at + c++] = k == 2 && i->type->dim == DimCube ? l.side[k] / 6 : l.side[k];
}

static uint32_t level_of(const struct sight *s, const struct insn *n)
{
    const unsigned at = n->op == OpImageFetch ? image_operand(n, 2, OPERAND_LOD) : 0;

    return at ? (uint32_t)value(s->module, s->lane, word_of(n, at))[0] : 0;
}

/* Of an image with several. */
static uint32_t sample_of(const struct sight *s, const struct insn *n)
{
    const unsigned at = n->op == OpImageTexelPointer ? 2 : image_operand(n, n->op == OpImageWrite ? 3 : 2, OPERAND_SAMPLE);

    return at ? (uint32_t)value(s->module, s->lane, word_of(n, at))[0] : 0;
}

void image_insn(const struct sight *s, const struct insn *n)
{
    struct module *m = s->module;
    const uint64_t *first = value(m, s->lane, word_of(n, 0));
    const struct image image = image_of(s, n, n->op == OpImageTexelPointer ? (uint32_t)first[0] : first[0]);

    if (n->op == OpImageQueryLevels) {
        s->lane[n->at] = image_levels(&image);
        return;
    }
    if (n->op == OpImageQuerySamples) {
        s->lane[n->at] = samples_of(&image);
        return;
    }
    if (n->op == OpImageQuerySize || n->op == OpImageQuerySizeLod) {
        query_size(s, n, &image);
        return;
    }
    const int64_t at = texel_at(s, &image, value(m, s->lane, word_of(n, 1)), level_of(s, n), sample_of(s, n));
    switch (n->op) {
    case OpImageWrite: write_texel(s, n, &image, at); break;
    case OpImageTexelPointer:
        s->lane[n->at] = first[0];
        s->lane[n->at + 1] = (uint64_t)(at < 0 ? INT64_MIN / 2 : at);
        break;
    default: decode_texel(&image, at, n->type->slots, s->lane + n->at); break;
    }
}
