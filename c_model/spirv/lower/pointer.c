/* SPDX-License-Identifier: Apache-2.0
 * pointer.c - pointers as values: addresses, comparisons, lengths of runtime arrays.
 *
 * An address of PhysicalStorageBuffer64 is two words like any number of 64 bits, until one is followed.  The high word
 * is 1 + the number of a buffer in the dispatch's table, the low one a byte of it.  So an access is by table, and
 * reaches the buffers of the dispatch alone: 0, and whatever is no buffer's, is of a number without one.
 */
#include "flow.h"

#include "../code/bounds.h"
#include "../math/math.h"
#include "../math/wide.h"

static wfs_val at_most(struct wfs_lower *l, wfs_val x, uint32_t most)
{
    return wfs_bounds_of(l->code, x).most <= most ? x : wfs_minu(l->code, x, wfs_const(most));
}

/* The number of a buffer and a byte of it. */
static struct wfs_pointer *followed(struct wfs_lower *l, const struct wfs_value *v, uint32_t id, wfs_val number,
                                    wfs_val byte, uint64_t most)
{
    struct wfs_pointer *p = wfs_new(l->env, 1, sizeof *p);
    const bool known = wfs_is_const(byte) && byte.bits <= WFS_FAR;

    *p = (struct wfs_pointer){
        .space = WFS_BUFFER, .is_explicit = true, .is_physical = true, .variable = id,
        .pointee = wfs_pointee(l->m, v->type), .buffer = at_most(l, number, l->target->unbound_buffer),
        .offset = known ? byte.bits : 0, .dynamic = known ? wfs_none() : byte, .align = known ? 1U << 31 : 1,
        .most = known ? 0 : most};
    return p;
}

static struct wfs_pointer *follow(struct wfs_lower *l, const struct wfs_value *v, uint32_t id)
{
    return v->followed ? v->followed : followed(l, v, id, wfs_sub(l->code, v->word[1], wfs_const(1)),
                                                at_most(l, v->word[0], WFS_FAR), WFS_FAR);
}

/* To an element before or behind it, or to a part.  The address may be in front of its buffer: no buffer has a byte
 * from 2 GiB on, so such a low word is a negative offset from the next higher number. */
struct wfs_pointer *wfs_follow_either_way(struct wfs_lower *l, const struct wfs_value *v, uint32_t id)
{
    if (v->followed || wfs_bounds_of(l->code, v->word[0]).most <= WFS_FAR)
        return follow(l, v, id);
    const wfs_val before = wfs_shr(l->code, v->word[0], wfs_const(31));
    const wfs_val number = wfs_add(l->code, wfs_sub(l->code, v->word[1], wfs_const(1)), before);
    return followed(l, v, id, number, v->word[0], WFS_ANYWHERE);
}

/* The high word is that of the buffer's byte 0, and one less in front of it. */
void wfs_address_of(struct wfs_lower *l, struct wfs_value *v, struct wfs_pointer *p, const struct wfs_value *base,
                    const struct wfs_pointer *from)
{
    wfs_val high = base->word[1];

    if (from->most == WFS_ANYWHERE)
        high = wfs_add(l->code, high, wfs_shr(l->code, base->word[0], wfs_const(31)));
    v->followed = p;
    v->word[0] = wfs_offset_of(l, p);
    v->word[1] = p->most == WFS_ANYWHERE ? wfs_sub(l->code, high, wfs_shr(l->code, v->word[0], wfs_const(31))) : high;
}

void wfs_note_write(struct wfs_lower *l, const struct wfs_pointer *p)
{
    l->writes_physical |= p->is_physical;
    l->writes_any |= !p->is_physical && p->most == WFS_ANYWHERE;
    if (wfs_is_const(p->buffer))
        return;
    wfs_work(l->env, l->resources);
    for (size_t i = 0; i < l->resources; i++)
        l->resource[i].is_written_by_number |= l->resource[i].variable == p->variable;
}

/* ---- instructions ---- */

struct wfs_pointer *wfs_pointer_operand(struct wfs_lower *l, uint32_t at, uint32_t n)
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, n));

    if (v->type->kind == WFS_ADDRESS)
        return follow(l, v, wfs_operand(l->m, at, n));
    if (!v->pointer)
        wfs_refuse(l->m, at, "operand %u is no pointer", (unsigned)n);
    return v->pointer;
}

/* OpConvertUToPtr extends with zeros, OpConvertPtrToU cuts. */
static void convert(struct wfs_lower *l, uint32_t at)
{
    const bool to_pointer = wfs_op_at(l->m, at) == WfsOpConvertUToPtr;
    const struct wfs_value *x = wfs_value(l, wfs_operand(l->m, at, 3));

    struct wfs_value *v = wfs_any_result(l, at);
    const struct wfs_type *integer = to_pointer ? x->type : v->type, *address = to_pointer ? v->type : x->type;
    if (integer->kind != WFS_INT || address->kind != WFS_ADDRESS)
        wfs_refuse(l->m, at, "from %s to %s; expected an address of PhysicalStorageBuffer and an integer",
                   wfs_type_shown(l->m, x->type), wfs_type_shown(l->m, v->type));
    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = i < x->words ? x->word[i] : wfs_const(0);
    if (v->type->width < 32)
        v->word[0] = wfs_and(l->code, v->word[0], wfs_const((1U << v->type->width) - 1));
}

/* Bytes of a buffer; of a number that is not known one after the other is asked. */
static wfs_val size_of(struct wfs_lower *l, wfs_val number)
{
    wfs_val size = wfs_const(0);

    if (wfs_is_const(number))
        return number.bits < WF_MAX_BUFFERS ? wfs_size(l->code, number.bits) : size;
    for (size_t i = 0; i < l->resources; i++)
        for (uint32_t n = 0; n < l->resource[i].elements; n++) {
            const uint32_t one = l->resource[i].number + n;
            size = wfs_sel(l->code, wfs_eq(l->code, number, wfs_const(one)), wfs_size(l->code, one), size);
        }
    return size;
}

/* Words of the runtime array at the end of a block: what is left of the buffer behind its offset. */
static void array_length(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_pointer *p = wfs_pointer_operand(l, at, 3);
    const uint32_t number = wfs_operand(l->m, at, 4);
    const struct wfs_type *t = p->pointee;

    if (p->space != WFS_BUFFER || p->is_physical || t->kind != WFS_STRUCT || number >= t->count ||
        t->member[number].type->kind != WFS_RUNTIME_ARRAY)
        wfs_refuse(l->m, at, "expected a block of a buffer and its runtime array");
    const uint32_t stride = wfs_array_stride(t->member[number].type, 0, false);
    struct wfs_value *v = wfs_new_value(l, wfs_type(l->m, wfs_operand(l->m, at, 1)));
    if (!stride || v->words != 1)
        wfs_refuse(l->m, at, "expected an array whose elements have a size");
    const wfs_val size = size_of(l, p->buffer);
    wfs_val before = wfs_const(p->offset + t->member[number].offset);
    if (p->dynamic.kind != WFS_NONE)
        before = wfs_add(l->code, p->dynamic, before);
    v->word[0] = wfs_udiv(l->code, wfs_sub(l->code, wfs_maxu(l->code, size, before), before), wfs_const(stride));
    wfs_define(l, wfs_operand(l->m, at, 2), v);
}

/* OpPtrEqual, OpPtrNotEqual, OpPtrDiff: of bytes, and which buffer. */
static void compare_pointers(struct wfs_lower *l, uint32_t at)
{
    const uint32_t op = wfs_op_at(l->m, at);
    const struct wfs_value *x = wfs_value(l, wfs_operand(l->m, at, 3)), *y = wfs_value(l, wfs_operand(l->m, at, 4));
    struct wfs_value *v = wfs_result(l, at);
    struct wfs_code *c = l->code;
    wfs_val a[2], b[2];

    const bool addresses = x->type->kind == WFS_ADDRESS && y->type->kind == WFS_ADDRESS && op != WfsOpPtrDiff;
    if (!addresses && (!x->pointer || !y->pointer))
        wfs_refuse(l->m, at, "its operands are no pointers%s",
                   op == WfsOpPtrDiff ? " of logical addressing: of addresses the integers are subtracted" : "");
    wfs_words_of(l, x, 0, a);
    wfs_words_of(l, y, 0, b);
    if (op == WfsOpPtrDiff) {
        const uint32_t stride = x->type->stride ? x->type->stride : 4 * wfs_room(x->pointer, x->pointer->pointee);
        if (!stride || v->words != 1)
            wfs_refuse(l->m, at, "expected pointers to elements of an array, and 32 bits");
        v->word[0] = wfs_cut(c, v->type->width, wfs_sdiv(c, wfs_sub(c, a[0], b[0]), wfs_const(stride)));
        return;
    }
    const wfs_val same = wfs_and(c, wfs_eq(c, a[0], b[0]), wfs_eq(c, a[1], b[1]));
    v->word[0] = op == WfsOpPtrEqual ? same : wfs_lnot(c, same);
}

bool wfs_lower_pointer(struct wfs_lower *l, uint32_t at)
{
    switch (wfs_op_at(l->m, at)) {
    case WfsOpConvertUToPtr: case WfsOpConvertPtrToU: convert(l, at); return true;
    case WfsOpArrayLength: array_length(l, at); return true;
    case WfsOpPtrEqual: case WfsOpPtrNotEqual: case WfsOpPtrDiff: compare_pointers(l, at); return true;
    default: return false;
    }
}
