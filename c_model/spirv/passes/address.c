/* SPDX-License-Identifier: Apache-2.0
 * address.c - constants in addresses go into the offset that a memory instruction has room for: ((i + 4) << 6) + j
 * becomes (i << 6) + j at offset 256, (i + 4) * 34 becomes i * 34 at offset 136, and elements side by side share what
 * is left.
 *
 * Only values that nothing but addresses are made of are taken apart, so that none is computed twice.  Addresses wrap
 * at 2^32, base and offset together too: nothing changes.
 */
#include "passes.h"

#include "../code/build.h"

struct parts {
    wfs_val base;
    uint32_t constant;
    bool known;
};

struct addresser {
    struct wfs_code *code;
    bool *other;                        /* [regs] used for something else than addresses */
    struct parts *parts;                /* [regs] base + constant */
    size_t regs;                        /* that there were */
};

static bool makes_address(const struct wfs_insn *n)
{
    return n->op == WF_OP_ADD || ((n->op == WF_OP_SHL || n->op == WF_OP_MUL) && wfs_is_const(n->b));
}

/* Backwards, for uses stand behind definitions; what is copied is none of ours. */
static void find_others(struct addresser *k)
{
    const struct wfs_code *code = k->code;

    for (uint32_t at = code->last; at; at = code->insn[at].prev) {
        const struct wfs_insn *n = &code->insn[at];
        const bool address = makes_address(n) && n->dst && !k->other[n->dst] && !n->pinned;
        if (n->a.kind == WFS_REG && !address && !wfs_is_memory(n->op))
            k->other[n->a.bits] = true;
        if (n->b.kind == WFS_REG && !address)
            k->other[n->b.bits] = true;
        if (n->c.kind == WFS_REG)
            k->other[n->c.bits] = true;
    }
}

static struct parts parts_of(const struct addresser *k, wfs_val v)
{
    if (wfs_is_const(v))
        return (struct parts){wfs_none(), v.bits, true};
    return v.bits < k->regs && k->parts[v.bits].known ? k->parts[v.bits] : (struct parts){v, 0, true};
}

static wfs_val sum(struct wfs_code *code, wfs_val x, wfs_val y)
{
    return x.kind == WFS_NONE ? y : y.kind == WFS_NONE ? x : wfs_add(code, x, y);
}

static wfs_val scaled(struct wfs_code *code, const struct wfs_insn *n, wfs_val x)
{
    return n->op == WF_OP_MUL ? wfs_mul(code, x, n->b) : wfs_shl(code, x, n->b);
}

/* What an addition, a shift or a product makes, in two parts; nothing when there is no constant in it. */
static void take_apart(struct addresser *k, uint32_t at)
{
    const struct wfs_insn n = k->code->insn[at];
    const struct parts x = parts_of(k, n.a);
    struct parts p = {.known = true};

    k->code->at = at;
    k->code->place = n.place;
    if (n.op == WF_OP_ADD) {
        const struct parts y = parts_of(k, n.b);
        p.constant = x.constant + y.constant;
        if (!p.constant)
            return;
        p.base = sum(k->code, x.base, y.base);
    } else {
        p.constant = n.op == WF_OP_MUL ? x.constant * n.b.bits : x.constant << (n.b.bits & 31);
        if (!x.constant)
            return;
        p.base = x.base.kind == WFS_NONE ? x.base : scaled(k->code, &n, x.base);
    }
    k->parts[n.dst] = p;
}

static void use(struct addresser *k, struct wfs_insn *n)
{
    const struct parts p = n->a.kind == WFS_REG ? parts_of(k, n->a) : (struct parts){.known = false};

    const uint32_t bits = wf_op_offset_bits(n->op);
    if (!p.known || !p.constant || (p.constant | (p.constant + n->offset)) & ~bits)
        return;
    n->offset = (uint16_t)(n->offset + p.constant);
    n->a = p.base.kind == WFS_NONE ? wfs_const(0) : p.base;
}

void wfs_address_offsets(struct wfs_code *code)
{
    const struct wfs_arena before = wfs_begin_pass(code->env);
    struct addresser *k = wfs_new(code->env, 1, sizeof *k);
    const size_t regs = code->regs;

    k->code = code;
    k->other = wfs_new(code->env, regs, sizeof *k->other);
    k->parts = wfs_new(code->env, regs, sizeof *k->parts);
    k->regs = regs;
    find_others(k);
    for (uint32_t at = code->first, next; at; at = next) {
        struct wfs_insn *n = &code->insn[at];
        next = n->next;
        if (wfs_is_memory(n->op))
            use(k, n);
        else if (n->dst && n->dst < regs && makes_address(n) && !n->pinned && !k->other[n->dst] &&
                 !code->reg[n->dst].quad)
            take_apart(k, at);
    }
    wfs_end_pass(code->env, before);
}
