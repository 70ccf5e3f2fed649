/* SPDX-License-Identifier: Apache-2.0
 * interp_const.c - constants, in the order in which they stand: specialization constants with the run's values, OpSpecConstantOp by the
 * same functions that run code.
 */
#include <string.h>

#include "interp_value.h"

static bool chosen(const struct module *m, const struct id *d, uint64_t *bits)
{
    for (size_t k = 0; k < m->run->specs && d->has_spec_id; k++) {
        if (m->run->spec[k].id == d->spec_id) {
            *bits = m->run->spec[k].bits;
            return true;
        }
    }
    return false;
}

static void all_constant(struct module *m, const struct insn *n, unsigned from)
{
    for (unsigned k = from; k < n->n; k++)
        if (!id_of(m, n->w[k])->constant)
            module_fail(m, n->offset, "id %u is not a constant declared before", (unsigned)n->w[k]);
}

/* OpSpecConstantOp: operands that are ids, in front of literal ones. */
static unsigned ids_of(const struct insn *n)
{
    switch (n->op) {
    case OpCompositeExtract: return 1;
    case OpCompositeInsert: case OpVectorShuffle: return 2;
    default: return n->n;
    }
}

static void spec_op(struct module *m, struct insn n, uint64_t *out)
{
    n.op = (uint16_t)word_of(&n, 0);
    n.w++;
    n.n = n.n ? (uint16_t)(n.n - 1) : 0;
    for (unsigned k = 0; k < ids_of(&n) && k < n.n; k++)
        if (!id_of(m, n.w[k])->constant)
            module_fail(m, n.offset, "id %u is not a constant declared before", (unsigned)n.w[k]);
    if (n.op == OpExtInst || !value_insn(m, &n, NULL, out))
        module_fail(m, n.offset, "OpSpecConstantOp of opcode %u is not supported", (unsigned)n.op);
}

void module_constant(struct module *m, uint32_t offset, const uint32_t *w, uint32_t count)
{
    const struct insn n = module_decode(m, offset, w, count);
    struct id *d = id_of(m, n.result);
    const uint32_t at = module_constant_slots(m, n.type->slots);
    uint64_t given = 0, *out;

    out = module_take(m, (n.type->slots + 1) * sizeof *out);
    switch (n.op) {
    case OpConstantTrue: case OpConstantFalse: out[0] = n.op == OpConstantTrue; break;
    case OpSpecConstantTrue: case OpSpecConstantFalse: out[0] = chosen(m, d, &given) ? given != 0 : n.op == OpSpecConstantTrue; break;
    case OpConstant: case OpSpecConstant:
        if (n.type->op != OpTypeInt && n.type->op != OpTypeFloat)
            module_fail(m, offset, "OpConstant of another type than a number");
        out[0] = word_of(&n, 0) | (n.type->width == 64 ? (uint64_t)word_of(&n, 1) << 32 : 0);
        out[0] = low_bits(n.type->width, n.op == OpSpecConstant && chosen(m, d, &given) ? given : out[0]);
        break;
    case OpConstantComposite: case OpSpecConstantComposite:
        all_constant(m, &n, 0);
        value_insn(m, &n, NULL, out);
        break;
    case OpUndef: value_insn(m, &n, NULL, out); break;
    case OpConstantNull: break;
    case OpSpecConstantOp: spec_op(m, n, out); break;
    default: module_fail(m, offset, "opcode %u is not supported", (unsigned)n.op);
    }
    memcpy(m->constant + at, out, n.type->slots * sizeof *out);
    d->constant = true;
    d->at = at;
    if (d->builtin == BiWorkgroupSize)
        m->workgroup_size = n.result;
}
