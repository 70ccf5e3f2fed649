/* SPDX-License-Identifier: Apache-2.0
 * chain.c - access chains: from a pointer to a pointer to a part of what it points to, in each layout.
 */
#include "../code/bounds.h"
#include "flow.h"
#include "../math/math.h"

/* Memory of a lane and tables of constants: beyond an array other lanes' words lie, or another table.  An index that
 * is too large becomes one that leads beyond all of the memory, so that the access faults: OUT bytes, which a few of
 * such indices together do not pass 4 GiB with. */
enum { OUT = 1 << 29 };

bool wfs_is_coherent(const struct wfs_lower *l, uint32_t id, uint32_t member)
{
    return wfs_decoration(l->m, id, member, WfsDecorationVolatile) ||
           wfs_decoration(l->m, id, member, WfsDecorationCoherent);
}

static wfs_val within(struct wfs_lower *l, const struct wfs_pointer *p, wfs_val index, uint32_t count, uint32_t stride)
{
    if ((p->space != WFS_SCRATCH && p->space != WFS_TABLE) || !stride || wfs_bounds_of(l->code, index).most < count)
        return index;
    const uint32_t bytes = stride * (p->space == WFS_SCRATCH ? l->wave_size : 1);
    return wfs_sel(l->code, wfs_ltu(l->code, index, wfs_const(count)), index, wfs_const(OUT / bytes + 1));
}

static void add_dynamic(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index, uint32_t stride)
{
    const wfs_val bytes = wfs_mul(l->code, index, wfs_const(stride));
    const uint32_t align = stride & (0U - stride);

    if (wfs_is_const(bytes)) {
        p->offset += bytes.bits;
        return;
    }
    p->dynamic = p->dynamic.kind == WFS_NONE ? bytes : wfs_add(l->code, p->dynamic, bytes);
    if (align && align < p->align)
        p->align = align;
}

/* The part with that index. */
static void add_part(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index, uint32_t stride)
{
    add_dynamic(l, p, p->pointee->kind == WFS_RUNTIME_ARRAY ? index : within(l, p, index, p->pointee->count, stride),
                stride);
}

uint32_t wfs_component_stride(const struct wfs_pointer *p, const struct wfs_type *component)
{
    return p->component_stride ? p->component_stride
           : p->is_explicit    ? component->width / 8
                               : 4 * (uint32_t)component->words;
}

/* Step into a part; the index of a struct's member is a constant. */
static void step(struct wfs_lower *l, uint32_t at, struct wfs_pointer *p, wfs_val index)
{
    const struct wfs_type *t = p->pointee;
    const bool slots = p->space == WFS_SLOTS;
    uint32_t stride = 0;

    if (slots && !wfs_is_const(index))
        l->is_indexed(l, p->variable);
    if ((t->kind == WFS_STRUCT || slots) &&
        (!wfs_is_const(index) || (t->kind != WFS_RUNTIME_ARRAY && index.bits >= t->count))) {
        if (t->kind == WFS_STRUCT)
            wfs_refuse(l->m, at, "no such member of %s", wfs_type_shown(l->m, t));
        index = wfs_const(0);           /* beyond an array of slots: undefined */
    }
    switch (t->kind) {
    case WFS_STRUCT: {
        const struct wfs_member *member = &t->member[index.bits];
        p->offset += slots ? member->word : p->is_explicit ? member->offset : 4 * member->word;
        if (p->is_explicit && !member->has_offset)
            wfs_refuse(l->m, at, "%s of %s has no Offset", wfs_member_shown(l->m, t->id, index.bits),
                       wfs_type_shown(l->m, t));
        p->row_major = p->is_explicit && member->row_major;
        p->matrix_stride = member->matrix_stride;
        p->pointee = member->type;
        p->is_coherent |= wfs_is_coherent(l, t->id, index.bits);
        return;
    }
    case WFS_ARRAY: case WFS_RUNTIME_ARRAY:
        if (t->kind == WFS_RUNTIME_ARRAY && (slots || p->space == WFS_SCRATCH || p->space == WFS_TABLE))
            wfs_refuse(l->m, at, "%s of a lane has no length; expected one in a buffer", wfs_type_shown(l->m, t));
        if (p->is_explicit)
            stride = wfs_array_stride(t, p->matrix_stride, p->row_major);
        break;
    case WFS_MATRIX:
        if (p->is_explicit)
            stride = wfs_matrix_stride(t, p->matrix_stride, p->row_major);
        if (p->row_major) {
            p->component_stride = stride;
            stride = t->element->element->width / 8;
        }
        break;
    case WFS_VECTOR:
        stride = wfs_component_stride(p, t->element);
        p->component_stride = 0;
        break;
    default:
        wfs_refuse(l->m, at, "%s has no parts", wfs_type_shown(l->m, t));
    }
    if (slots)
        p->offset += index.bits * (uint32_t)t->element->words;
    else
        add_part(l, p, index, p->is_explicit ? stride : 4 * (uint32_t)t->element->words);
    p->pointee = t->element;
}

/* One of 64 bits into an array whose bounds are kept (within) is its word, or one beyond any array; elsewhere offsets
 * are modulo 2^32 in any case. */
static wfs_val index_value(struct wfs_lower *l, uint32_t at, uint32_t n, bool bounded)
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, n));

    if (!v->word || v->type->kind != WFS_INT)
        wfs_refuse(l->m, at, "an index is no integer");
    if (v->type->width < 32 && v->type->is_signed)
        return wfs_bfes(l->code, v->word[0], wfs_const(v->type->width << 8));
    if (v->type->width == 64 && bounded)
        return wfs_sel(l->code, v->word[1], wfs_const(UINT32_MAX), v->word[0]);
    return v->word[0];
}

/* One of an array of blocks; beyond them is no buffer. */
static void choose_block(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index)
{
    const wfs_val number = wfs_add(l->code, p->buffer, index);

    p->buffer = wfs_sel(l->code, wfs_ltu(l->code, index, wfs_const(p->blocks)), number, wfs_const(UINT32_MAX));
    p->blocks = 0;
    p->pointee = p->pointee->element;
}

void wfs_access_chain(struct wfs_lower *l, uint32_t at, bool element)
{
    const struct wfs_type *type = wfs_type(l->m, wfs_operand(l->m, at, 1));
    const struct wfs_value *base = wfs_value(l, wfs_operand(l->m, at, 3));

    if (!base->pointer || type->kind != WFS_POINTER)
        wfs_refuse(l->m, at, "its base is no pointer");
    struct wfs_value *v = wfs_new_value(l, type);
    struct wfs_pointer *p = v->pointer = wfs_new(l->env, 1, sizeof *p);
    *p = *base->pointer;
    if (element) {
        const uint32_t stride = base->type->stride ? base->type->stride
                                : p->is_explicit   ? (uint32_t)wfs_explicit_size(p->pointee, 0, false)
                                                   : 4 * (uint32_t)p->pointee->words;
        add_dynamic(l, p, index_value(l, at, 4, false), stride);
    }
    for (uint32_t n = element ? 5 : 4; n < wfs_length_at(l->m, at); n++)
        if (p->space == WFS_HANDLE)
            wfs_choose_handle(l, at, p, index_value(l, at, n, true));
        else if (p->blocks)
            choose_block(l, p, index_value(l, at, n, true));
        else
            step(l, at, p,
                 index_value(l, at, n, p->space == WFS_SCRATCH || p->space == WFS_TABLE || p->space == WFS_SLOTS));
    if (p->pointee->words != type->element->words || p->pointee->kind != type->element->kind)
        wfs_refuse(l->m, at, "it points to %s; expected %s", wfs_type_shown(l->m, p->pointee),
                   wfs_type_shown(l->m, type->element));
    wfs_define(l, wfs_operand(l->m, at, 2), v);
}
