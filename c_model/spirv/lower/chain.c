/* SPDX-License-Identifier: Apache-2.0
 * chain.c - access chains: from a pointer to a pointer to a part of what it points to, in each layout.
 */
#include "../code/bounds.h"
#include "address.h"
#include "flow.h"
#include "mesh.h"
#include "../math/math.h"

bool wfs_is_coherent(const struct wfs_lower *l, uint32_t id, uint32_t member)
{
    return wfs_decoration(l->m, id, member, WfsDecorationVolatile) ||
           wfs_decoration(l->m, id, member, WfsDecorationCoherent);
}

/* An index that is too large becomes one that leads WFS_OUT bytes away, so that the access faults: a few of such
 * indices together do not pass 4 GiB, behind which bytes would come back.  In memory of a lane, tables of constants,
 * and payload and outputs of mesh shaders one beyond the array is too large, for other words lie there. */
static wfs_val within(struct wfs_lower *l, const struct wfs_pointer *p, wfs_val index, uint32_t count, uint32_t stride)
{
    if ((p->space != WFS_SCRATCH && p->space != WFS_TABLE && !p->is_bounded) || !stride ||
        wfs_bounds_of(l->code, index).most < count)
        return index;
    const uint32_t bytes = stride * (p->space == WFS_SCRATCH ? l->wave_size : 1);
    return wfs_sel(l->code, wfs_ltu(l->code, index, wfs_const(count)), index, wfs_const(WFS_OUT / bytes + 1));
}

/* Bytes that are known. */
static void add_offset(struct wfs_pointer *p, uint64_t bytes)
{
    const uint64_t sum = p->offset + bytes;

    p->offset = wfs_is_shared(p) && sum > WFS_FAR ? WFS_FAR : (uint32_t)sum;
}

/* Bytes of an index that is not: at most so many. */
static void add_bytes(struct wfs_lower *l, struct wfs_pointer *p, wfs_val bytes, uint32_t stride, uint32_t back,
                      uint32_t forth)
{
    const uint32_t align = stride & (0U - stride);
    const bool anywhere = p->most == WFS_ANYWHERE;

    p->is_indexed = true;
    p->dynamic = p->dynamic.kind == WFS_NONE ? bytes :
                 anywhere ? wfs_move(l, p->dynamic, bytes, back, forth) : wfs_add(l->code, p->dynamic, bytes);
    if (align && align < p->align)
        p->align = align;
}

static void add_dynamic(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index, uint32_t stride)
{
    const wfs_val bytes = wfs_mul(l->code, index, wfs_const(stride));

    if (wfs_is_const(bytes))
        p->offset += bytes.bits;
    else
        add_bytes(l, p, bytes, stride, 0, 0);
}

/* Buffers and workgroup memory: bytes of an index that is not negative, at most FAR of them, or WFS_OUT and an element
 * more.  So offset, index and what was there before stay below 4 GiB. */
void wfs_add_index(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index, uint32_t stride)
{
    const uint32_t step = stride < WFS_FAR ? stride : WFS_FAR, limit = step ? WFS_OUT / step + 1 : 0;
    uint64_t most = wfs_bounds_of(l->code, index).most;

    if (wfs_is_const(index) || !step) {
        add_offset(p, (uint64_t)index.bits * step);
        return;
    }
    if (most * step > WFS_FAR) {
        index = wfs_minu(l->code, index, wfs_const(limit));
        most = limit;
    }
    if (p->most != WFS_ANYWHERE && p->most + most * step > 2 * (uint64_t)WFS_FAR + WFS_OUT) {
        p->dynamic = wfs_minu(l->code, p->dynamic, wfs_const(WFS_FAR));
        p->most = WFS_FAR;
    }
    add_bytes(l, p, wfs_mul(l->code, index, wfs_const(step)), step, 0, (uint32_t)(most * step));
    if (p->most != WFS_ANYWHERE)
        p->most += most * step;
}

/* The part with that index. */
static void add_part(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index, uint32_t stride)
{
    index = within(l, p, index, p->pointee->count, stride);
    if (wfs_is_shared(p))
        wfs_add_index(l, p, index, stride);
    else
        add_dynamic(l, p, index, stride);
}

/* Elements before or behind the one that is pointed to: an index with a sign. */
static void add_element(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index, uint32_t stride)
{
    const uint32_t step = stride < WFS_FAR ? stride : WFS_FAR, limit = step ? WFS_OUT / step + 1 : 0;

    const bool is_near = (uint64_t)wfs_bounds_of(l->code, index).most * step <= WFS_OUT;
    if (!is_near && (wfs_is_shared(p) || p->is_explicit))       /* bytes that do not come round to the element */
        index = wfs_maxs(l->code, wfs_mins(l->code, index, wfs_const(limit)), wfs_const(0U - limit));
    if (!wfs_is_shared(p) || !step) {
        add_dynamic(l, p, index, stride);
        return;
    }
    if (is_near) {
        wfs_add_index(l, p, index, step);
        return;
    }
    const bool before = wfs_is_const(index) && index.bits > INT32_MAX;
    if (p->most != WFS_ANYWHERE && p->most > WFS_FAR)
        p->dynamic = wfs_minu(l->code, p->dynamic, wfs_const(WFS_FAR));
    add_bytes(l, p, wfs_mul(l->code, index, wfs_const(step)), step, limit * step, before ? 0 : limit * step);
    p->most = WFS_ANYWHERE;
}

uint32_t wfs_component_stride(const struct wfs_pointer *p, const struct wfs_type *component)
{
    return p->component_stride ? p->component_stride
           : p->is_explicit    ? component->width / 8
                               : 4 * (uint32_t)component->words;
}

/* Into slots by an index that is not constant: one such is chosen by. */
static void choose(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index)
{
    const struct wfs_type *t = p->pointee;
    const uint32_t most = wfs_bounds_of(l->code, index).most;

    if (p->is_table || p->elements || t->kind == WFS_STRUCT || t->kind == WFS_RUNTIME_ARRAY || !t->element || t->count == 0)
        l->is_indexed(l, p->variable);
    p->dynamic = index;
    p->elements = most < t->count ? most + 1 : t->count;
    p->element_slots = (uint32_t)t->element->words;
    p->is_indexed = true;
    p->pointee = t->element;
}

/* Step into a part; the index of a struct's member is a constant. */
static void step(struct wfs_lower *l, uint32_t at, struct wfs_pointer *p, wfs_val index)
{
    const struct wfs_type *t = p->pointee;
    const bool slots = p->space == WFS_SLOTS;
    uint32_t stride = 0;

    if (t->kind == WFS_STRUCT && (!wfs_is_const(index) || index.bits >= t->count))
        wfs_refuse(l->m, at, "no such member of %s", wfs_type_shown(l->m, t));
    if ((slots || p->space == WFS_INPUT) && t->kind != WFS_RUNTIME_ARRAY && t->count) {
        wfs_note_outside(l, p, index, t->count);
        if (wfs_is_const(index) && index.bits >= t->count)
            index = wfs_const(0);
    }
    if (slots && !wfs_is_const(index)) {
        choose(l, p, index);
        return;
    }
    switch (t->kind) {
    case WFS_STRUCT: {
        const struct wfs_member *member = &t->member[index.bits];
        p->offset += slots ? member->word : p->is_explicit ? member->offset
                     : 4 * (p->space == WFS_LDS ? member->shared : member->word);
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
    else if (l->m->kernel_pointer && wfs_is_shared(p))      /* any index has a sign */
        add_element(l, p, index, stride);
    else
        add_part(l, p, index, p->is_explicit ? stride : 4 * wfs_room(p, t->element));
    p->pointee = t->element;
}

wfs_val wfs_index_value(struct wfs_lower *l, uint32_t at, uint32_t n, bool has_sign)
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, n));
    struct wfs_code *c = l->code;

    if (!v->word || v->type->kind != WFS_INT)
        wfs_refuse(l->m, at, "an index is no integer");
    if (v->type->width < 32 && (v->type->is_signed || (has_sign && l->m->kernel_pointer)))
        return wfs_bfes(c, v->word[0], wfs_const(v->type->width << 8));
    if (v->type->width != 64)
        return v->word[0];
    if (!has_sign)
        return wfs_sel(c, v->word[1], wfs_const(UINT32_MAX), v->word[0]);
    const wfs_val fits = wfs_eq(c, v->word[1], wfs_sar(c, v->word[0], wfs_const(31)));
    return wfs_sel(c, fits, v->word[0], wfs_xor(c, wfs_sar(c, v->word[1], wfs_const(31)), wfs_const(INT32_MAX)));
}

/* The record of one of `blocks`, and what the accesses to it need. */
void wfs_choose_record_of(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index, uint32_t blocks)
{
    const wfs_val byte = wfs_mul(l->code, wfs_at_most(l, index, blocks), wfs_const(4 * WF_RECORD_WORDS));

    p->far_record = wfs_add(l->code, p->far_record, byte);
    p->buffer = wfs_load(l->code, l->target->image_buffer, p->far_record, 4 * WF_RECORD_NUMBER);
    p->far_first = wfs_load(l->code, l->target->image_buffer, p->far_record, 4 * WF_RECORD_FIRST);
    p->far_bound = wfs_load(l->code, l->target->image_buffer, p->far_record, 4 * WF_RECORD_BOUND);
    p->is_chosen = true;
}

/* One of an array of blocks; beyond them is no buffer. */
static void choose_block(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index)
{
    if (p->is_far) {
        wfs_choose_record_of(l, p, index, p->blocks);
        p->blocks = 0;
        p->pointee = p->pointee->element;
        return;
    }
    const wfs_val number = wfs_add(l->code, p->buffer, index);

    p->buffer = wfs_sel(l->code, wfs_ltu(l->code, index, wfs_const(p->blocks)), number, wfs_const(UINT32_MAX));
    p->blocks = 0;
    p->pointee = p->pointee->element;
}

void wfs_access_chain(struct wfs_lower *l, uint32_t at, bool element)
{
    const struct wfs_type *type = wfs_type(l->m, wfs_operand(l->m, at, 1));
    const struct wfs_value *base = wfs_value(l, wfs_operand(l->m, at, 3));
    const bool address = base->type->kind == WFS_ADDRESS;

    if (address ? type->kind != WFS_ADDRESS : !base->pointer || type->kind != WFS_POINTER)
        wfs_refuse(l->m, at, "its base is no pointer, or its result");
    struct wfs_value *v = wfs_new_value(l, type);
    struct wfs_pointer *p = wfs_new(l->env, 1, sizeof *p);
    const struct wfs_pointer *from = address ? wfs_follow_either_way(l, base, wfs_operand(l->m, at, 3))
                                             : wfs_pointer_operand(l, at, 3);
    *p = *from;
    if (element) {
        const uint32_t stride = base->type->stride ? base->type->stride
                                : p->is_explicit   ? (uint32_t)wfs_explicit_size(p->pointee, 0, false)
                                                   : 4 * wfs_room(p, p->pointee);
        add_element(l, p, wfs_index_value(l, at, 4, true), stride);
    }
    for (uint32_t n = element ? 5 : 4; n < wfs_length_at(l->m, at); n++)
        if (p->space == WFS_HANDLE)
            wfs_choose_handle(l, at, p, wfs_index_value(l, at, n, false));
        else if (p->blocks)
            choose_block(l, p, wfs_index_value(l, at, n, false));
        else if (p->record_bytes)
            wfs_choose_record(l, p, wfs_index_value(l, at, n, false));
        else
            step(l, at, p, wfs_index_value(l, at, n, l->m->kernel_pointer != 0));
    const struct wfs_type *to = wfs_pointee(l->m, type);
    if (p->pointee->words != to->words || p->pointee->kind != to->kind)
        wfs_refuse(l->m, at, "it points to %s; expected %s", wfs_type_shown(l->m, p->pointee),
                   wfs_type_shown(l->m, to));
    if (address)
        wfs_address_of(l, v, p, base, from);
    else
        v->pointer = p;
    wfs_define(l, wfs_operand(l->m, at, 2), v);
}

/* ---- elements of scalars, for vectors in memory ---- */

static void move(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index, uint32_t stride)
{
    const uint32_t size = p->is_explicit ? (uint32_t)wfs_explicit_size(p->pointee, 0, false)
                                         : 4 * wfs_room(p, p->pointee);

    if (p->space == WFS_SLOTS)
        l->is_indexed(l, p->variable);
    add_element(l, p, index, size * stride);
}

void wfs_move_pointer(struct wfs_lower *l, uint32_t at, struct wfs_pointer *p, uint32_t n, uint32_t stride)
{
    move(l, p, wfs_index_value(l, at, n, false), stride);
}

void wfs_move_by(struct wfs_lower *l, struct wfs_pointer *p, uint32_t elements)
{
    move(l, p, wfs_const(elements), 1);
}
