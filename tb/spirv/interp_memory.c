/* SPDX-License-Identifier: Apache-2.0
 * interp_memory.c - loads and stores through pointers, by the layout that the types carry; atomics.
 */
#include <string.h>

#include "interp_memory.h"
#include "interp_value.h"

struct span {
    uint8_t *bytes;
    uint64_t size;
};

/* The bytes of an object with explicit layout. */
static struct span bytes_of(const struct sight *s, const struct object *o)
{
    struct module *m = s->module;

    if (o->where == IN_GROUP)
        return (struct span){ s->group + o->at, o->size };
    if (o->where == IN_PUSH)
        return (struct span){ m->run->push, m->run->push_size };
    if (o->at == UINT64_MAX)
        module_fail(m, NO_OFFSET, "nothing is bound to set %u, binding %u, and the module reads or writes there", (unsigned)o->set,
                    (unsigned)o->binding);
    return (struct span){ m->run->buffer[o->at].bytes, m->run->buffer[o->at].size };
}

/* The slots of any other object. */
static uint64_t *slots_of(const struct sight *s, const struct object *o)
{
    return o->where == IN_GROUP ? (uint64_t *)(void *)(s->group + o->at) : s->lane + o->at;
}

static bool inside(int64_t offset, uint64_t size, uint64_t all)
{
    return offset >= 0 && size <= all && (uint64_t)offset <= all - size;
}

/* One scalar, little end first, as memory and every machine that this runs on have it. */
static void scalar_bytes(const struct sight *s, struct span span, unsigned width, int64_t offset, uint64_t *v, bool store)
{
    const size_t size = width < 8 ? 4 : width / 8u;

    if (!inside(offset, size, span.size)) {
        s->module->run->outside++;
        if (!store)
            *v = 0;
    } else if (store) {
        memmove(span.bytes + offset, v, size);
    } else {
        *v = 0;
        memmove(v, span.bytes + offset, size);
    }
}

/* A value of type t at p, part by part; v advances in slots. */
static void typed_bytes(const struct sight *s, struct span span, const struct type *t, struct pointer p, uint64_t *v, bool store)
{
    struct module *m = s->module;
    const struct type *element = type_of(m, t->element);
    const int64_t start = p.offset;
    uint32_t step = t->stride;

    switch (t->op) {
    case OpTypeStruct:
        for (uint32_t k = 0; k < t->count; k++) {
            const struct member *part = &t->member[k];
            typed_bytes(s, span, type_of(m, part->type), (struct pointer){ p.object, part->matrix_stride, part->row_major,
                        start + part->offset }, v + part->slot, store);
        }
        return;
    case OpTypeMatrix: step = p.row_major ? scalar_of(m, t)->width / 8u : p.matrix_stride; break;
    case OpTypeVector: step = p.row_major ? p.matrix_stride : element->width / 8u; break;
    case OpTypeArray: break;
    case OpTypeInt: case OpTypeFloat: case OpTypeBool: case OpTypePointer: scalar_bytes(s, span, t->width, p.offset, v, store); return;
    default: module_fail(m, NO_OFFSET, "a load or store of something that cannot lie in a buffer");
    }
    for (uint32_t k = 0; k < t->count; k++) {
        p.offset = start + (int64_t)k * step;
        typed_bytes(s, span, element, p, v + k * element->slots, store);
    }
}

/* Is a value of this type at p inside of the slots that p points into? */
static bool value_inside(const struct sight *s, const struct type *t, struct pointer p)
{
    const bool good = p.object->where != IN_NOTHING && inside(p.offset, t->slots, p.object->size);

    s->module->run->outside += !good;
    return good;
}

void memory_load(const struct sight *s, const struct type *t, struct pointer p, uint64_t *out)
{
    if (p.object->bytes)
        typed_bytes(s, bytes_of(s, p.object), t, p, out, false);
    else if (value_inside(s, t, p))
        memmove(out, slots_of(s, p.object) + p.offset, t->slots * sizeof *out);
    else
        memset(out, 0, t->slots * sizeof *out);
}

void memory_store(const struct sight *s, const struct type *t, struct pointer p, const uint64_t *v)
{
    if (p.object->bytes)
        typed_bytes(s, bytes_of(s, p.object), t, p, (uint64_t *)v, true);
    else if (value_inside(s, t, p))
        memmove(slots_of(s, p.object) + p.offset, v, t->slots * sizeof *v);
}

uint32_t memory_array_length(const struct sight *s, const struct type *t, struct pointer p, uint32_t member)
{
    const uint64_t size = p.object->bytes ? bytes_of(s, p.object).size : 0;
    const struct type *array;
    uint64_t begin;

    if (t->op != OpTypeStruct || member >= t->count)
        module_fail(s->module, NO_OFFSET, "OpArrayLength of something else than a member of a struct");
    array = type_of(s->module, t->member[member].type);
    begin = (uint64_t)p.offset + t->member[member].offset;
    return array->stride && size > begin ? (uint32_t)((size - begin) / array->stride) : 0;
}

static uint64_t combined(const struct insn *n, const struct type *t, uint64_t old, uint64_t v, uint64_t compare)
{
    const int64_t x = sign_extend(t->width, old), y = sign_extend(t->width, v);

    switch (n->op) {
    case OpAtomicStore: case OpAtomicExchange: return v;
    case OpAtomicCompareExchange: case OpAtomicCompareExchangeWeak: return old == compare ? v : old;
    case OpAtomicIIncrement: return old + 1;
    case OpAtomicIDecrement: return old - 1;
    case OpAtomicIAdd: return old + v;
    case OpAtomicISub: return old - v;
    case OpAtomicSMin: return x < y ? old : v;
    case OpAtomicUMin: return old < v ? old : v;
    case OpAtomicSMax: return x > y ? old : v;
    case OpAtomicUMax: return old > v ? old : v;
    case OpAtomicAnd: return old & v;
    case OpAtomicOr: return old | v;
    case OpAtomicXor: return old ^ v;
    case OpAtomicFAddEXT: return alu_nearest(OpFAdd, t, old, v);
    case OpAtomicFMinEXT: return float_min(t->width, old, v);
    case OpAtomicFMaxEXT: return float_max(t->width, old, v);
    default: return old;            /* OpAtomicLoad */
    }
}

uint64_t memory_atomic(const struct sight *s, const struct insn *n)
{
    struct module *m = s->module;
    const bool compares = n->op == OpAtomicCompareExchange || n->op == OpAtomicCompareExchangeWeak;
    const struct type *pointer = value_type(m, word_of(n, 0)), *t = type_of(m, pointer->element);
    const uint64_t v = value(m, s->lane, word_of(n, compares ? 4 : 3))[0], compare = compares ? value(m, s->lane, word_of(n, 5))[0] : 0;
    const struct pointer p = pointer_of(m, pointer, value(m, s->lane, word_of(n, 0)));
    uint64_t found[1] = { 0 }, made;

    if (t->op != OpTypeInt && t->op != OpTypeFloat)
        module_fail(m, n->offset, "an atomic of something else than a number");
    memory_load(s, t, p, found);
    made = low_bits(t->width, combined(n, t, found[0], v, compare));
    if (n->op != OpAtomicLoad)
        memory_store(s, t, p, &made);
    return found[0];
}
