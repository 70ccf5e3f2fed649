/* SPDX-License-Identifier: Apache-2.0
 * image_operands.c - what the instructions on images have besides the image and its coordinate: image operands, offsets.
 */
#include "image.h"

const wfs_val *wfs_image_offset(struct wfs_lower *l, uint32_t at, const struct wfs_value *v, const struct wfs_type *t,
                                unsigned offsets)
{
    const unsigned words = offsets * wfs_image_sides(t);
    const struct wfs_type *scalar = wfs_scalar(v->type->kind == WFS_ARRAY ? v->type->element : v->type);

    if (t->dim == WfsDimCube)
        wfs_refuse(l->m, at, "an offset in an image of cubes; expected none");
    if (!v->word || scalar->kind != WFS_INT || scalar->width != 32 || v->words != words)
        wfs_refuse(l->m, at, "its offset is %s; expected %u integers of 32 bits", wfs_type_shown(l->m, v->type), words);
    return v->word;
}

enum { SCOPES = WfsImageOperandsMakeTexelAvailable | WfsImageOperandsMakeTexelVisible };

static const struct wfs_value *next_value(struct wfs_lower *l, uint32_t at, uint32_t *n)
{
    return wfs_value(l, wfs_operand(l->m, at, (*n)++));
}

const struct wfs_image *wfs_image_of_sign(struct wfs_lower *l, uint32_t at, const struct wfs_image *image,
                                          uint32_t extension)
{
    const struct wf_image_format_info *f = image->format;
    const struct wfs_type *texel = image->type->element;
    char name[WFS_NAME_SIZE];

    if (extension && !wf_texel_is_integer(f->kind))
        wfs_refuse(l->m, at, "%s of a texel of the format %s; expected integers",
                   wfs_enum_name(WFS_KIND_ImageOperands, extension, name), f->name);
    if (!wf_texel_is_integer(f->kind))
        return image;
    const bool is_signed = extension ? extension == WfsImageOperandsSignExtend : texel->is_signed;
    if (is_signed == (f->kind == WF_TEXEL_SINT))
        return image;
    if (!extension)
        wfs_refuse(l->m, at, "%s reads %s; it is bound to an image of format %s", wfs_shown(l->m, image->variable),
                   wfs_type_shown(l->m, texel), f->name);
    struct wfs_image *own = wfs_new(l->env, 1, sizeof *own);
    struct wf_image_format_info *other = wfs_new(l->env, 1, sizeof *other);
    *own = *image;
    *other = *f;
    other->kind = is_signed ? WF_TEXEL_SINT : WF_TEXEL_UINT;
    own->format = other;
    return own;
}

/* Of each of these sets an instruction has one at most. */
static void check_alone(struct wfs_lower *l, uint32_t at, uint32_t mask)
{
    static const uint32_t set[] = {
        WfsImageOperandsConstOffset | WfsImageOperandsOffset | WfsImageOperandsConstOffsets |
            WfsImageOperandsOffsets,
        WfsImageOperandsBias | WfsImageOperandsLod | WfsImageOperandsGrad,
        WfsImageOperandsLod | WfsImageOperandsMinLod,
        WfsImageOperandsSignExtend | WfsImageOperandsZeroExtend};
    char first[WFS_NAME_SIZE], second[WFS_NAME_SIZE];

    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        const uint32_t has = mask & set[i], rest = has & (has - 1);
        if (rest)
            wfs_refuse(l->m, at, "it has %s and %s; expected one of them",
                       wfs_enum_name(WFS_KIND_ImageOperands, has & -has, first),
                       wfs_enum_name(WFS_KIND_ImageOperands, rest & -rest, second));
    }
}

struct wfs_image_operands wfs_image_operands(struct wfs_lower *l, uint32_t at, uint32_t n, uint32_t allowed)
{
    const uint32_t any = SCOPES | WfsImageOperandsNonPrivateTexel | WfsImageOperandsVolatileTexel |
                         WfsImageOperandsSignExtend | WfsImageOperandsZeroExtend | WfsImageOperandsNontemporal;
    const uint32_t mask = n < wfs_length_at(l->m, at) ? wfs_operand(l->m, at, n) : 0, excess = mask & ~(allowed | any);
    struct wfs_image_operands o = {0};
    char name[WFS_NAME_SIZE];
    bool far = false;

    if (excess)
        wfs_refuse(l->m, at, "%s is not supported here", wfs_enum_name(WFS_KIND_ImageOperands, excess & -excess, name));
    check_alone(l, at, mask);
    n++;
    if (mask & WfsImageOperandsBias)
        o.bias = next_value(l, at, &n);
    if (mask & WfsImageOperandsLod)
        o.lod = next_value(l, at, &n);
    if (mask & WfsImageOperandsGrad) {
        o.grad[0] = next_value(l, at, &n);
        o.grad[1] = next_value(l, at, &n);
    }
    if (mask & (WfsImageOperandsConstOffset | WfsImageOperandsOffset))
        o.offset = next_value(l, at, &n);
    if (mask & WfsImageOperandsConstOffsets)
        o.offsets = next_value(l, at, &n);
    if (mask & WfsImageOperandsSample)
        o.sample = next_value(l, at, &n);
    if (mask & WfsImageOperandsMinLod)
        o.min_lod = next_value(l, at, &n);
    for (unsigned i = 0; i < 2; i++)
        if (mask & (i ? WfsImageOperandsMakeTexelVisible : WfsImageOperandsMakeTexelAvailable)) {
            const wfs_val scope = wfs_word(l, wfs_operand(l->m, at, n++));
            far |= i && !wfs_is(scope, WfsScopeWorkgroup) && !wfs_is(scope, WfsScopeSubgroup) &&
                   !wfs_is(scope, WfsScopeInvocation);
        }
    if (mask & WfsImageOperandsOffsets)
        o.offsets = next_value(l, at, &n);
    o.extension = mask & (WfsImageOperandsSignExtend | WfsImageOperandsZeroExtend);
    o.is_coherent = mask & (SCOPES | WfsImageOperandsNonPrivateTexel | WfsImageOperandsVolatileTexel);
    o.fresh = far || mask & WfsImageOperandsVolatileTexel;
    return o;
}
