/* SPDX-License-Identifier: Apache-2.0
 * interp_value.c - instructions that make a value out of values: arithmetic part by part, and taking composites apart and together.
 */
#include <string.h>

#include "interp_value.h"

static const uint64_t *operand(const struct module *m, const struct insn *n, const uint64_t *regs, unsigned k)
{
    return value(m, regs, word_of(n, k));
}

/* The operation on each component.  A scalar operand beside vectors counts for every component: offsets and counts of bit fields. */
static void each_part(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const struct type *to = scalar_of(m, n->type);
    const struct type *first = value_type(m, word_of(n, 0)), *from = scalar_of(m, first);
    const unsigned operands = n->n < 4 ? n->n : 4;
    const uint64_t *v[4];
    bool single[4];

    for (unsigned k = 0; k < operands; k++) {
        v[k] = operand(m, n, regs, k);
        single[k] = value_type(m, word_of(n, k))->slots == 1;
    }
    for (uint32_t c = 0; c < n->type->slots; c++) {
        uint64_t part[4] = { 0 };
        for (unsigned k = 0; k < operands; k++)
            part[k] = v[k][single[k] ? 0 : c];
        out[c] = alu(n->op, to, from, part);
    }
}

/* IAddCarry, ISubBorrow, UMulExtended, SMulExtended: a struct of low (or whole) and high (or carry) parts. */
static void two_results(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const uint32_t parts = n->type->slots / 2;
    const uint64_t *a = operand(m, n, regs, 0), *b = operand(m, n, regs, 1);
    const unsigned width = scalar_of(m, value_type(m, word_of(n, 0)))->width;

    for (uint32_t c = 0; c < parts; c++) {
        const uint64_t x = a[c], y = b[c];
        uint64_t low = 0, high = 0;
        switch (n->op) {
        case OpIAddCarry: low = low_bits(width, x + y), high = low < x; break;
        case OpISubBorrow: low = low_bits(width, x - y), high = x < y; break;
        default: {
            /* 32 by 32 bits at a time */
            const uint64_t x0 = x & UINT32_MAX, x1 = x >> 32, y0 = y & UINT32_MAX, y1 = y >> 32;
            const uint64_t middle = x1 * y0 + (x0 * y0 >> 32), middle2 = x0 * y1 + (middle & UINT32_MAX);
            low = x * y;
            high = x1 * y1 + (middle >> 32) + (middle2 >> 32);
            if (width < 64)
                high = low >> width;
            if (n->op == OpSMulExtended)
                high -= (sign_extend(width, x) < 0 ? y : 0) + (sign_extend(width, y) < 0 ? x : 0);
            break;
        }
        }
        out[c] = low_bits(width, low);
        out[parts + c] = low_bits(width, high);
    }
}

static void select_value(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const uint64_t *c = operand(m, n, regs, 0), *a = operand(m, n, regs, 1), *b = operand(m, n, regs, 2);
    const bool single = value_type(m, word_of(n, 0))->slots == 1;

    for (uint32_t k = 0; k < n->type->slots; k++)
        out[k] = c[single ? 0 : k] ? a[k] : b[k];
}

/* Where the part that literal indices name begins in its composite; its type goes to *t.  Fails where there is none. */
static uint32_t find_part(struct module *m, const struct insn *n, const struct type **t, unsigned from)
{
    uint32_t at = 0;

    for (unsigned k = from; k < n->n; k++) {
        const uint32_t index = n->w[k];
        if (index >= (*t)->count)
            module_fail(m, n->offset, "index %u of a composite with %u parts", (unsigned)index, (unsigned)(*t)->count);
        if ((*t)->op == OpTypeStruct) {
            at += (*t)->member[index].slot;
            *t = type_of(m, (*t)->member[index].type);
        } else {
            *t = type_of(m, (*t)->element);
            at += index * (*t)->slots;
        }
    }
    return at;
}

static void extract(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const struct type *t = value_type(m, word_of(n, 0));
    const uint32_t at = find_part(m, n, &t, 1);

    if (t->slots != n->type->slots)
        module_fail(m, n->offset, "OpCompositeExtract of another type");
    memmove(out, operand(m, n, regs, 0) + at, t->slots * sizeof *out);
}

static void insert(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const struct type *t = n->type;
    const uint32_t at = find_part(m, n, &t, 2);

    memmove(out, operand(m, n, regs, 1), n->type->slots * sizeof *out);
    memmove(out + at, operand(m, n, regs, 0), t->slots * sizeof *out);
}

static void construct(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    uint32_t at = 0;

    for (unsigned k = 0; k < n->n; k++) {
        const uint32_t slots = value_type(m, n->w[k])->slots;
        if (slots > n->type->slots - at)
            module_fail(m, n->offset, "a composite of too many constituents");
        memmove(out + at, operand(m, n, regs, k), slots * sizeof *out);
        at += slots;
    }
    if (at != n->type->slots)
        module_fail(m, n->offset, "a composite of too few constituents");
}

static void shuffle(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const uint64_t *a = operand(m, n, regs, 0), *b = operand(m, n, regs, 1);
    const uint32_t first = value_type(m, word_of(n, 0))->slots, both = first + value_type(m, word_of(n, 1))->slots;

    for (uint32_t k = 0; k < n->type->slots; k++) {
        const uint32_t from = word_of(n, k + 2);
        out[k] = from < first ? a[from] : from < both ? b[from - first] : 0;
    }
}

/* The same bits cut anew: the first component holds the low ones. */
static void bitcast(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const struct type *from_type = value_type(m, word_of(n, 0));
    const unsigned from = scalar_of(m, from_type)->width, to = scalar_of(m, n->type)->width;
    const uint64_t *v = operand(m, n, regs, 0);

    if (from == to || !from || !to) {
        memmove(out, v, n->type->slots * sizeof *out);
        return;
    }
    for (uint32_t k = 0; k < n->type->slots; k++) {
        out[k] = 0;
        for (unsigned bit = 0; bit < to; bit += from < to ? from : to) {
            const uint64_t at = (uint64_t)k * to + bit;
            const uint64_t part = at / from < from_type->slots ? v[at / from] >> at % from : 0;
            out[k] |= low_bits(from < to ? from : to, part) << bit;
        }
    }
}

static void undefined(struct module *m, const struct insn *n, uint64_t *out)
{
    const struct type *t = scalar_of(m, n->type);

    for (uint32_t k = 0; k < n->type->slots; k++)
        out[k] = t->op == OpTypeInt || t->op == OpTypeFloat ? low_bits(t->width, m->run->undefined) : 0;
}

static bool composite_insn(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const uint64_t *a = operand(m, n, regs, 0);
    uint64_t index;

    switch (n->op) {
    case OpVectorExtractDynamic:
        index = operand(m, n, regs, 1)[0];
        out[0] = index < value_type(m, word_of(n, 0))->slots ? a[index] : 0;
        return true;
    case OpVectorInsertDynamic:
        index = operand(m, n, regs, 2)[0];
        memmove(out, a, n->type->slots * sizeof *out);
        if (index < n->type->slots)
            out[index] = operand(m, n, regs, 1)[0];
        return true;
    case OpVectorShuffle: shuffle(m, n, regs, out); return true;
    case OpCompositeConstruct: case OpConstantComposite: case OpSpecConstantComposite: construct(m, n, regs, out); return true;
    case OpCompositeExtract: extract(m, n, regs, out); return true;
    case OpCompositeInsert: insert(m, n, regs, out); return true;
    case OpSampledImage: out[0] = a[0], out[1] = value(m, regs, word_of(n, 1))[0]; return true;
    case OpImage: out[0] = a[0]; return true;
    case OpCopyObject: case OpCopyLogical: case OpExpectKHR: memmove(out, a, n->type->slots * sizeof *out); return true;
    case OpSelect: select_value(m, n, regs, out); return true;
    case OpBitcast: bitcast(m, n, regs, out); return true;
    case OpAny: case OpAll:
        out[0] = n->op == OpAll;
        for (uint32_t k = 0; k < value_type(m, word_of(n, 0))->slots; k++)
            out[0] = n->op == OpAll ? out[0] & a[k] : out[0] | a[k];
        return true;
    case OpIAddCarry: case OpISubBorrow: case OpUMulExtended: case OpSMulExtended: two_results(m, n, regs, out); return true;
    case OpUndef: undefined(m, n, out); return true;
    case OpConstantNull: memset(out, 0, n->type->slots * sizeof *out); return true;
    default: return false;
    }
}

bool value_insn(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    if (n->type->slots == 0)
        return false;
    if (alu_knows(n->op)) {
        each_part(m, n, regs, out);
        return true;
    }
    if (n->op == OpExtInst && m->glsl && word_of(n, 0) == m->glsl) {
        glsl_insn(m, n, regs, out);
        return true;
    }
    return composite_insn(m, n, regs, out) || matrix_insn(m, n, regs, out) || pointer_insn(m, n, regs, out);
}
