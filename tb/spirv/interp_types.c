/* SPDX-License-Identifier: Apache-2.0
 * interp_types.c - the types of a module: how many scalars a value has, and where decorations put its parts in memory.
 */
#include <string.h>

#include "interp_module.h"

static const struct type *known_type(struct module *m, uint32_t offset, uint32_t id)
{
    const struct id *d = id_of(m, id);

    if (!d->is)
        module_fail(m, offset, "id %u is not a type declared before", (unsigned)id);
    return d->is;
}

/* Slots of `count` parts; a type with more than any value may have is as big as it can be said to be. */
static uint32_t slots_of(uint64_t count, uint32_t slots)
{
    return count * slots > MAX_SLOTS ? UINT32_MAX : (uint32_t)(count * slots);
}

static void add_struct(struct module *m, uint32_t offset, struct type *t, struct id *d, const uint32_t *w, uint32_t n)
{
    uint64_t slots = 0;

    if (n > MAX_MEMBERS)
        module_fail(m, offset, "a struct of %u members", (unsigned)n);
    t->count = n;
    t->member = module_take(m, (n + 1) * sizeof *t->member);
    t->block = d->block || d->buffer_block;
    for (uint32_t k = 0; k < n; k++) {
        const struct type *part = known_type(m, offset, w[k]);
        t->member[k] = (struct member){ .type = w[k], .slot = slots > MAX_SLOTS ? MAX_SLOTS : (uint32_t)slots, .builtin = -1 };
        slots += part->slots;
        t->depth = part->depth >= t->depth ? part->depth + 1 : t->depth;
    }
    t->slots = slots > MAX_SLOTS ? UINT32_MAX : (uint32_t)slots;
    for (const struct member_deco *deco = d->deco; deco; deco = deco->next) {
        struct member *part = deco->member < n ? &t->member[deco->member] : &t->member[n];
        switch (deco->decoration) {
        case DecOffset: part->offset = deco->value; break;
        case DecMatrixStride: part->matrix_stride = deco->value; break;
        case DecRowMajor: part->row_major = true; break;
        case DecBuiltIn: part->builtin = (int)deco->value; break;
        default: break;
        }
    }
}

static uint32_t array_length(struct module *m, uint32_t offset, uint32_t id)
{
    const struct id *d = id_of(m, id);

    if (!d->constant || m->constant[d->at] == 0 || m->constant[d->at] >> 32)
        module_fail(m, offset, "the length of an array, id %u, is not a constant of 1 to 2^32-1", (unsigned)id);
    return (uint32_t)m->constant[d->at];
}

static void add_scalar(struct module *m, uint32_t offset, struct type *t, uint32_t width)
{
    const bool fits = t->op == OpTypeFloat ? width == 16 || width == 32 || width == 64 : width == 8 || width == 16 || width == 32 || width == 64;

    if (!fits)
        module_fail(m, offset, "a scalar of %u bits", (unsigned)width);
    t->width = (uint8_t)width;
    t->slots = 1;
    t->cuts = t->op == OpTypeFloat && m->cuts & width;
    t->flushes = t->op == OpTypeFloat && m->flushes & width;
}

static void add_parts(struct module *m, uint32_t offset, struct type *t, uint32_t element, uint32_t count)
{
    const struct type *part = known_type(m, offset, element);
    const bool of_scalars = part->op == OpTypeInt || part->op == OpTypeFloat || part->op == OpTypeBool;

    if ((t->op == OpTypeVector && (!of_scalars || count < 2 || count > 4)) ||
        (t->op == OpTypeMatrix && (part->op != OpTypeVector || count < 2 || count > 4)))
        module_fail(m, offset, "a vector or matrix of %u parts of that type", (unsigned)count);
    t->element = element;
    t->count = count;
    t->depth = part->depth + 1;
    t->slots = slots_of(count, part->slots);
}

static void add_function(struct module *m, uint32_t offset, struct type *t, const uint32_t *w, uint32_t n)
{
    known_type(m, offset, w[0]);
    t->element = w[0];
    t->count = n - 1;
    for (uint32_t k = 1; k < n; k++)
        known_type(m, offset, w[k]);
}

/* The least number of words of each. */
static uint32_t words_needed(uint32_t op)
{
    switch (op) {
    case OpTypeImage: return 9;
    case OpTypeInt: case OpTypeVector: case OpTypeMatrix: case OpTypeArray: case OpTypePointer: return 4;
    case OpTypeFloat: case OpTypeRuntimeArray: case OpTypeSampledImage: case OpTypeFunction: case OpTypeForwardPointer: return 3;
    default: return 2;
    }
}

/* An address, whose pointee may be declared later. */
static void be_address(struct type *t)
{
    t->op = OpTypePointer;
    t->storage = ScPhysicalStorageBuffer;
    t->slots = 1;
    t->width = 64;
}

void module_type(struct module *m, uint32_t offset, const uint32_t *w, uint32_t n)
{
    const uint32_t op = w[0] & 0xffff;
    struct type *t = module_take(m, sizeof *t);
    struct id *d;

    if (n < words_needed(op))
        module_fail(m, offset, "opcode %u is cut short", (unsigned)op);
    d = id_of(m, w[1]);
    if (op == OpTypePointer && d->is && d->is->storage == ScPhysicalStorageBuffer && !d->is->element) {
        known_type(m, offset, w[3]);
        d->is->element = w[3];
        return;
    }
    if (d == m->id || d->op)
        module_fail(m, offset, "result id %u is out of bound or taken", (unsigned)w[1]);
    t->op = (uint16_t)op;
    t->stride = d->stride;
    switch (op) {
    case OpTypeBool: t->width = 1, t->slots = 1; break;
    case OpTypeInt: case OpTypeFloat: add_scalar(m, offset, t, w[2]); break;
    case OpTypeVector: case OpTypeMatrix: add_parts(m, offset, t, w[2], w[3]); break;
    case OpTypeArray: add_parts(m, offset, t, w[2], array_length(m, offset, w[3])); break;
    case OpTypeRuntimeArray: add_parts(m, offset, t, w[2], 0); break;
    case OpTypeStruct: add_struct(m, offset, t, d, w + 2, n - 2); break;
    case OpTypePointer:
        known_type(m, offset, w[3]);
        t->storage = w[2];
        t->element = w[3];
        t->slots = 2;
        if (t->storage == ScPhysicalStorageBuffer)
            be_address(t);
        break;
    case OpTypeForwardPointer:
        if (w[2] != ScPhysicalStorageBuffer)
            module_fail(m, offset, "OpTypeForwardPointer of storage class %u", (unsigned)w[2]);
        be_address(t);
        break;
    case OpTypeImage:               /* a value is the number of its variable */
        known_type(m, offset, w[2]);
        t->element = w[2];
        t->dim = w[3];
        t->arrayed = w[5] != 0;
        t->has_samples = w[6] != 0;
        t->format = w[8];
        t->slots = 1;
        break;
    case OpTypeSampler: t->slots = 1; break;        /* likewise */
    case OpTypeSampledImage:        /* and both, of an image and a sampler in one twice the same */
        known_type(m, offset, w[2]);
        t->element = w[2];
        t->slots = 2;
        break;
    case OpTypeFunction: add_function(m, offset, t, w + 2, n - 2); break;
    default: break;
    }
    if (t->depth > MAX_NEST)
        module_fail(m, offset, "types nested deeper than %d", (int)MAX_NEST);
    d->op = t->op;
    d->is = t;
}
