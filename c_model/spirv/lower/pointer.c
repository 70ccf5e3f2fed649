/* SPDX-License-Identifier: Apache-2.0
 * pointer.c - pointers as values: addresses, comparisons, lengths of runtime arrays.
 *
 * An address (address.h) is words like any number, until one is followed.  An access through one of a buffer is by the
 * dispatch's table of buffers, and reaches these alone: 0, and whatever is no buffer's, is of a number without one.  The
 * storage class of its type says which memory an address is of.  One of Generic says it itself (generic.c).
 */
#include "address.h"
#include "flow.h"

#include "../code/bounds.h"
#include "../math/math.h"
#include "../math/wide.h"

/* Which memory the address is of; `number` is that of its first byte. */
static enum wfs_space space_of(const struct wfs_lower *l, const struct wfs_type *t, wfs_val number)
{
    switch (t->storage) {
    case WfsStorageClassWorkgroup: return WFS_LDS;
    case WfsStorageClassFunction: return WFS_SCRATCH;
    case WfsStorageClassGeneric:
        return !wfs_is_const(number)               ? WFS_GENERIC
               : number.bits == wfs_group_number(l->m) ? WFS_LDS
               : number.bits == wfs_lane_number(l->m)  ? WFS_SCRATCH
                                                    : WFS_BUFFER;
    default: return WFS_BUFFER;
    }
}

static wfs_val buffer_of(struct wfs_lower *l, const struct wfs_type *t, wfs_val number)
{
    return wfs_buffer_of_number(l, number, t->storage == WfsStorageClassUniformConstant || l->has_program_variables);
}

/* The number of its memory and a byte there. */
static struct wfs_pointer *followed(struct wfs_lower *l, const struct wfs_value *v, uint32_t id, wfs_val number,
                                    wfs_val byte, uint64_t most)
{
    struct wfs_pointer *p = wfs_new(l->env, 1, sizeof *p);
    const bool known = wfs_is_const(byte) && byte.bits <= WFS_FAR;
    const enum wfs_space space = space_of(l, v->type, number);

    *p = (struct wfs_pointer){
        .space = space, .is_explicit = true, .is_physical = true, .variable = id,
        .pointee = wfs_pointee(l->m, v->type), .buffer = number,
        .offset = known ? byte.bits : 0, .dynamic = known ? wfs_none() : byte, .align = known ? 1U << 31 : 1,
        .most = known ? 0 : most};
    if (space == WFS_BUFFER)
        p->buffer = buffer_of(l, v->type, wfs_sub(l->code, number, wfs_const(1)));
    return p;
}

/* What memory a lane's own is, no bound says. */
static struct wfs_pointer *follow(struct wfs_lower *l, const struct wfs_value *v, uint32_t id)
{
    if (v->followed)
        return v->followed;
    const struct wfs_parts_of_address a = wfs_address_parts(l, v);
    return followed(l, v, id, a.number, wfs_at_most(l, a.byte, WFS_FAR), WFS_FAR);
}

/* To an element before or behind it, or to a part.  The address may be in front of its buffer: no buffer has a byte
 * from 2 GiB on, so such a low word is a negative offset from the next higher number. */
struct wfs_pointer *wfs_follow_either_way(struct wfs_lower *l, const struct wfs_value *v, uint32_t id)
{
    if (v->followed)
        return v->followed;
    const struct wfs_parts_of_address a = wfs_address_parts(l, v);
    if (wfs_bounds_of(l->code, a.byte).most <= WFS_FAR)
        return followed(l, v, id, a.number, a.byte, WFS_FAR);
    const wfs_val before = wfs_shr(l->code, a.byte, wfs_const(31));
    return followed(l, v, id, wfs_add(l->code, a.number, before), a.byte, WFS_ANYWHERE);
}

/* The high word is that of the buffer's byte 0, and one less in front of it. */
void wfs_address_of(struct wfs_lower *l, struct wfs_value *v, struct wfs_pointer *p, const struct wfs_value *base,
                    const struct wfs_pointer *from)
{
    if (p->space == WFS_SLOTS) {
        wfs_address_of_variable(l, v, p);
        return;
    }
    struct wfs_parts_of_address a = wfs_address_parts(l, base);
    if (from->most == WFS_ANYWHERE)
        a.number = wfs_add(l->code, a.number, wfs_shr(l->code, a.byte, wfs_const(31)));
    v->followed = p;
    a.byte = wfs_offset_of(l, p);
    if (p->most == WFS_ANYWHERE)
        a.number = wfs_sub(l->code, a.number, wfs_shr(l->code, a.byte, wfs_const(31)));
    wfs_set_address(l, v, a);
}

void wfs_note_write(struct wfs_lower *l, const struct wfs_pointer *p)
{
    if (wfs_is_const(p->buffer))
        return;
    l->writes_physical |= p->is_physical;
    l->writes_any |= !p->is_physical && p->most == WFS_ANYWHERE;
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
    if (!v->pointer->is_far || v->pointer->is_chosen || v->pointer->blocks)
        return v->pointer;
    struct wfs_pointer *p = wfs_new(l->env, 1, sizeof *p);      /* the only block of its binding */
    *p = *v->pointer;
    wfs_choose_record_of(l, p, wfs_const(0), 1);
    return p;
}

/* OpConvertUToPtr extends with zeros, OpConvertPtrToU cuts. */
static void convert(struct wfs_lower *l, uint32_t at)
{
    const bool to_pointer = wfs_op_at(l->m, at) == WfsOpConvertUToPtr;
    const struct wfs_value *x = wfs_value(l, wfs_operand(l->m, at, 3));

    struct wfs_value *v = wfs_any_result(l, at);
    const struct wfs_type *integer = to_pointer ? x->type : v->type, *address = to_pointer ? v->type : x->type;
    if (integer->kind != WFS_INT || address->kind != WFS_ADDRESS)
        wfs_refuse(l->m, at, "from %s to %s; expected an address and an integer",
                   wfs_type_shown(l->m, x->type), wfs_type_shown(l->m, v->type));
    wfs_expect_number(l, x);
    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = i < x->words ? x->word[i] : wfs_const(0);
    if (v->type->width < 32)
        v->word[0] = wfs_and(l->code, v->word[0], wfs_const((1U << v->type->width) - 1));
}

/* Bytes of a buffer; of a number that is not known one after the other is asked. */
wfs_val wfs_size_of(struct wfs_lower *l, wfs_val number)
{
    wfs_val size = wfs_const(0);

    if (l->target->careful) {
        const wfs_val word = wfs_at_most(l, number, WF_MAX_BUFFERS - 1);
        return wfs_load(l->code, l->target->image_buffer,
                        wfs_add(l->code, wfs_shl(l->code, word, wfs_const(2)), wfs_const(l->target->sizes)), 0);
    }
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
    const wfs_val size = p->is_far ? wfs_load(l->code, l->target->image_buffer, p->far_record, 4 * WF_RECORD_BYTES)
                                   : wfs_size_of(l, p->buffer);
    wfs_val before = wfs_const(p->offset + t->member[number].offset);
    if (p->dynamic.kind != WFS_NONE)
        before = wfs_add(l->code, p->dynamic, before);
    v->word[0] = wfs_udiv(l->code, wfs_sub(l->code, wfs_maxu(l->code, size, before), before), wfs_const(stride));
    wfs_define(l, wfs_operand(l->m, at, 2), v);
}

/* Elements between two addresses in one memory, where bytes differ by less than 2 GiB. */
static wfs_val elements_between(struct wfs_lower *l, uint32_t at, const struct wfs_value *x, const struct wfs_value *y)
{
    const struct wfs_type *pointee = wfs_pointee(l->m, x->type);
    const uint32_t stride = pointee ? pointee->c_size : 0;

    if (!stride || x->type != y->type)
        wfs_refuse(l->m, at, "expected pointers of one type, to elements with a size");
    const wfs_val a = wfs_address_parts(l, x).byte, b = wfs_address_parts(l, y).byte;
    return wfs_sdiv(l->code, wfs_sub(l->code, a, b), wfs_const(stride));
}

/* The same of pointers that are no addresses. */
static wfs_val elements_apart(struct wfs_lower *l, uint32_t at, const struct wfs_value *x, wfs_val a, wfs_val b)
{
    const uint32_t stride = x->type->stride ? x->type->stride : 4 * wfs_room(x->pointer, x->pointer->pointee);

    if (!stride)
        wfs_refuse(l->m, at, "expected pointers to elements of an array");
    return wfs_sdiv(l->code, wfs_sub(l->code, a, b), wfs_const(stride));
}

static void subtract_pointers(struct wfs_lower *l, uint32_t at, const struct wfs_value *x, const struct wfs_value *y,
                              struct wfs_value *v)
{
    wfs_val a[2], b[2], elements;

    if (x->type->kind == WFS_ADDRESS) {
        elements = elements_between(l, at, x, y);
    } else {
        wfs_words_of(l, x, 0, a);
        wfs_words_of(l, y, 0, b);
        elements = elements_apart(l, at, x, a[0], b[0]);
    }
    v->word[0] = wfs_cut(l->code, v->type->width, elements);
    if (v->words == 2)
        v->word[1] = wfs_sar(l->code, elements, wfs_const(31));
}

/* OpPtrEqual, OpPtrNotEqual, OpPtrDiff: of bytes, and which buffer. */
static void compare_pointers(struct wfs_lower *l, uint32_t at)
{
    const uint32_t op = wfs_op_at(l->m, at);
    const struct wfs_value *x = wfs_value(l, wfs_operand(l->m, at, 3)), *y = wfs_value(l, wfs_operand(l->m, at, 4));
    struct wfs_value *v = wfs_result(l, at);
    struct wfs_code *c = l->code;
    wfs_val a[2] = {wfs_const(0), wfs_const(0)}, b[2] = {wfs_const(0), wfs_const(0)};

    const bool addresses = x->type->kind == WFS_ADDRESS && y->type->kind == WFS_ADDRESS,
               takes_addresses = op != WfsOpPtrDiff || l->m->kernel_pointer;
    if (!(addresses && takes_addresses) && (!x->pointer || !y->pointer))
        wfs_refuse(l->m, at, "its operands are no pointers%s",
                   takes_addresses ? "" : " of logical addressing: of addresses the integers are subtracted");
    if (op == WfsOpPtrDiff && v->type->kind != WFS_INT)
        wfs_refuse(l->m, at, "its type is %s; expected an integer", wfs_type_shown(l->m, v->type));
    if (op == WfsOpPtrDiff) {
        subtract_pointers(l, at, x, y, v);
        return;
    }
    for (unsigned i = 0; addresses && i < 2; i++)
        wfs_expect_number(l, i ? y : x);
    wfs_words_of(l, x, 0, a);
    wfs_words_of(l, y, 0, b);
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
