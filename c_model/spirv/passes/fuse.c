/* SPDX-License-Identifier: Apache-2.0
 * fuse.c - a product that is only added to something, in the same stretch of straight code, becomes one instruction
 * with the addition: mad.
 *
 * A shift by a constant is a product too, but then mad wants the power of two in a register: only inside loops, in
 * front of which it is made once for all.
 */
#include "passes.h"

struct fuser {
    struct wfs_code *code;
    uint32_t *uses;                     /* [regs] */
    uint32_t *stretch;                  /* [regs] in which a product was made; 0: no product */
    uint32_t now;
    unsigned loops;
};

static void count(struct fuser *k, wfs_val v)
{
    if (v.kind == WFS_REG)
        k->uses[v.bits]++;
}

static bool is_product(const struct fuser *k, wfs_val v)
{
    return v.kind == WFS_REG && k->stretch[v.bits] == k->now && k->uses[v.bits] == 1;
}

static void fuse(struct fuser *k, uint32_t at)
{
    struct wfs_insn *n = &k->code->insn[at];
    const bool second = is_product(k, n->b);

    if (!second && !is_product(k, n->a))
        return;
    const uint32_t def = k->code->reg[second ? n->b.bits : n->a.bits].def;
    const struct wfs_insn product = k->code->insn[def];
    const bool shift = product.op == WF_OP_SHL;
    n->op = WF_OP_MAD;
    n->c = second ? n->a : n->b;
    n->a = product.a;
    n->b = shift ? wfs_const(1U << (product.b.bits & 31)) : product.b;
    wfs_unlink(k->code, def);
}

static void one(struct fuser *k, uint32_t at)
{
    const struct wfs_insn *n = &k->code->insn[at];
    const struct wf_op_info *info = wf_op_info(n->op);

    if (info && (info->unit == WF_UNIT_FLOW || info->unit == WF_UNIT_SYNC))
        k->now++;
    k->loops += n->op == WF_OP_LOOP;
    k->loops -= n->op == WF_OP_ENDLOOP;
    if (!n->dst || n->pinned || k->code->reg[n->dst].meeting || k->code->reg[n->dst].quad)
        return;
    if (n->op == WF_OP_ADD)
        fuse(k, at);
    else if ((n->op == WF_OP_MUL && n->b.kind == WFS_REG) || (n->op == WF_OP_SHL && wfs_is_const(n->b) && k->loops))
        k->stretch[n->dst] = k->now;
}

void wfs_fuse(struct wfs_code *code)
{
    const struct wfs_arena before = wfs_begin_pass(code->env);
    struct fuser *k = wfs_new(code->env, 1, sizeof *k);

    *k = (struct fuser){.code = code, .now = 1, .uses = wfs_new(code->env, code->regs, sizeof *k->uses),
                        .stretch = wfs_new(code->env, code->regs, sizeof *k->stretch)};
    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        count(k, code->insn[at].a);
        count(k, code->insn[at].b);
        count(k, code->insn[at].c);
    }
    for (uint32_t at = code->first, next; at; at = next) {
        next = code->insn[at].next;
        one(k, at);
    }
    wfs_end_pass(code->env, before);
}
