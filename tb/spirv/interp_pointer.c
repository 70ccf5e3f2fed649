/* SPDX-License-Identifier: Apache-2.0
 * interp_pointer.c - access chains and arithmetic of pointers.
 */
#include <string.h>

#include "interp_memory.h"
#include "interp_value.h"

/* A byte of a buffer of the run, or of nothing. */
static struct pointer address_of(const struct module *m, uint64_t address)
{
    const uint64_t number = (address >> 32) - 1;

    return (struct pointer){ .object = &m->object[number < m->run->buffers ? m->first_buffer + number : 0], .offset = (int64_t)(uint32_t)address };
}

struct pointer pointer_of(const struct module *m, const struct type *t, const uint64_t *slots)
{
    const uint32_t object = (uint32_t)slots[0];

    if (t->storage == ScPhysicalStorageBuffer)
        return address_of(m, slots[0]);

    return (struct pointer){ .object = &m->object[object < m->objects ? object : 0],
                             .matrix_stride = (uint32_t)(slots[0] >> 32) & 0x7fffffff,
                             .row_major = slots[0] >> 63,
                             .offset = (int64_t)slots[1] };
}

static void pointer_slots(const struct module *m, struct pointer p, uint64_t *slots)
{
    slots[0] = (uint64_t)(p.object - m->object) | (uint64_t)(p.matrix_stride & 0x7fffffff) << 32 | (uint64_t)p.row_major << 63;
    slots[1] = (uint64_t)p.offset;
}

/* offset + index * step; what is far outside of everything stays there. */
static int64_t moved(int64_t offset, int64_t index, int64_t step)
{
    const int64_t far = INT64_C(1) << 40;

    if (index > far / 1024 || index < -far / 1024)
        return -far;
    offset += index * step;
    return offset > far || offset < -far ? -far : offset;
}

static void into_struct(struct module *m, const struct insn *n, const struct type **t, struct pointer *p, int64_t index)
{
    const struct member *member;

    if (index < 0 || index >= (int64_t)(*t)->count)
        module_fail(m, n->offset, "member %lld of a struct with %u", (long long)index, (unsigned)(*t)->count);
    member = &(*t)->member[index];
    p->offset = moved(p->offset, 1, p->object->bytes ? member->offset : member->slot);
    p->matrix_stride = member->matrix_stride;
    p->row_major = member->row_major;
    *t = type_of(m, member->type);
}

/* An array, matrix or vector. */
static void into_element(struct module *m, const struct type **t, struct pointer *p, int64_t index)
{
    const struct type *element = type_of(m, (*t)->element);
    int64_t step = element->slots;

    if (p->object->blocks) {
        p->object = &m->object[index >= 0 && index < (int64_t)p->object->blocks ? p->object->first_block + index : 0];
        *t = element;
        return;
    }
    if (p->object->bytes && index < 0)
        index = INT64_MAX;              /* no element before the first */
    if (!p->object->bytes && (*t)->count && (index < 0 || index >= (int64_t)(*t)->count))
        p->object = m->object;          /* outside of it, not in its neighbour */
    if (p->object->bytes) {
        const uint32_t bytes = scalar_of(m, *t)->width / 8u;
        switch ((*t)->op) {
        case OpTypeMatrix: step = p->row_major ? bytes : p->matrix_stride; break;
        case OpTypeVector: step = p->row_major ? p->matrix_stride : bytes; break;
        default: step = (*t)->stride; break;
        }
    }
    p->offset = moved(p->offset, index, step);
    *t = element;
}

static void access_chain(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const struct type *base = value_type(m, word_of(n, 0)), *t = type_of(m, base->element);
    const bool by_element = n->op == OpPtrAccessChain || n->op == OpInBoundsPtrAccessChain;
    const uint64_t *from = value(m, regs, word_of(n, 0));
    struct pointer p = pointer_of(m, base, from);
    const int64_t begin = p.offset;

    if (base->op != OpTypePointer || n->type->op != OpTypePointer)
        module_fail(m, n->offset, "an access chain without a pointer");
    for (unsigned k = 1; k < n->n; k++) {
        const struct type *it = value_type(m, n->w[k]);
        const int64_t index = sign_extend(it->width > 1 ? it->width : 64, value(m, regs, n->w[k])[0]);
        if (by_element && k == 1)
            p.offset = moved(p.offset, index, p.object->bytes ? base->stride : t->slots);
        else if (t->op == OpTypeStruct)
            into_struct(m, n, &t, &p, index);
        else if (t->op == OpTypeVector || t->op == OpTypeMatrix || t->op == OpTypeArray || t->op == OpTypeRuntimeArray)
            into_element(m, &t, &p, index);
        else
            module_fail(m, n->offset, "an access chain goes into something without parts");
    }
    if (base->storage == ScPhysicalStorageBuffer)
        out[0] = from[0] + (uint64_t)(p.offset - begin);
    else
        pointer_slots(m, p, out);
}

/* In elements: what OpPtrAccessChain would have to add to the second to make it the first. */
static uint64_t difference(struct module *m, const struct insn *n, const uint64_t *a, const uint64_t *b)
{
    const struct type *t = value_type(m, word_of(n, 0));
    const int64_t step = pointer_of(m, t, a).object->bytes ? t->stride : type_of(m, t->element)->slots;

    return step ? (uint64_t)(((int64_t)a[1] - (int64_t)b[1]) / step) : 0;
}

bool pointer_insn(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const uint64_t *a = value(m, regs, word_of(n, 0)), *b = value(m, regs, word_of(n, 1));

    switch (n->op) {
    case OpAccessChain: case OpInBoundsAccessChain: case OpPtrAccessChain: case OpInBoundsPtrAccessChain:
        access_chain(m, n, regs, out);
        return true;
    case OpConvertPtrToU: case OpConvertUToPtr: out[0] = low_bits(n->type->width, a[0]); return true;
    case OpPtrEqual: case OpPtrNotEqual:
        out[0] = ((uint32_t)a[0] == (uint32_t)b[0] && a[1] == b[1]) == (n->op == OpPtrEqual);
        return true;
    case OpPtrDiff:
        out[0] = low_bits(n->type->width ? n->type->width : 32, difference(m, n, a, b));
        return true;
    default:
        return false;
    }
}
