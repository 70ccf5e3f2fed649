/* SPDX-License-Identifier: Apache-2.0
 * clean.c - clean-up that pays: copies and constants are followed to where they are used, operations on constants are
 * done, what was computed before is not computed again, meeting registers with one value on every way are that value,
 * dead branches and dead code go.
 *
 * Nothing that looks at other lanes is moved, merged or changed but dropped when its result is not used.
 */
#include "passes.h"

#include <string.h>

#include "../code/simplify.h"

enum { ROUNDS = 6 };

/* An instruction that computed an expression. */
struct entry {
    uint32_t next, hash;                /* the next instruction in its chain, 0: none */
};

struct cleaner {
    struct wfs_code *code;
    const struct wfs_target *target;
    wfs_val *instead;                   /* [regs] what a register with one definition is */
    struct entry *entry;                /* [insns] */
    uint32_t *chain;                    /* [chains] */
    size_t chains;
    uint32_t *made;                     /* [mades] instructions in the chains, in order of entering */
    size_t mades;
    size_t region[WF_MAX_LEVEL * 2 + 2];        /* mades when it began */
    unsigned depth;
    bool changed;
};

/* ---- operands ---- */

static wfs_val follow(const struct cleaner *k, wfs_val v)
{
    while (v.kind == WFS_REG && !k->code->reg[v.bits].quad && k->instead[v.bits].kind != WFS_NONE)
        v = k->instead[v.bits];
    return v;
}

static bool replace(struct cleaner *k, wfs_val *v)
{
    const wfs_val now = follow(k, *v);

    if (wfs_same(now, *v))
        return false;
    *v = now;
    return k->changed = true;
}

/* A number that is known is in the instruction word. */
static void name_buffer(struct wfs_insn *n)
{
    wfs_val *number = n->op == WF_OP_TATOM64 ? &n->b : &n->c;

    if (!wf_op_is_table(n->op) || number->kind != WFS_CONST || number->bits >= WF_MAX_BUFFERS)
        return;
    switch (n->op) {
    case WF_OP_TLD: n->op = WF_OP_GLD; break;
    case WF_OP_TST: n->op = WF_OP_GST; break;
    case WF_OP_TATOM: n->op = WF_OP_GATOM; break;
    default: n->op = WF_OP_GATOM64; break;
    }
    n->buffer = (uint8_t)number->bits;
    *number = wfs_none();
}

static void replace_operands(struct cleaner *k, struct wfs_insn *n)
{
    if (n->a.kind == WFS_REG)
        replace(k, &n->a);
    if (n->b.kind == WFS_REG)
        replace(k, &n->b);
    if (n->c.kind == WFS_REG && !wfs_reads_quad(n))
        replace(k, &n->c);
    name_buffer(n);
}

/* ---- common subexpressions ---- */

/* What may be computed once for all uses behind it: arithmetic, system values, loads of what nobody writes. */
static bool is_common(const struct cleaner *k, const struct wfs_insn *n)
{
    if (!n->dst || n->pinned || wfs_is_partial(n) || k->code->reg[n->dst].meeting || k->code->reg[n->dst].quad)
        return false;
    if (n->op == WF_OP_GLD)
        return k->target->read_only[n->buffer];
    return wfs_is_pure(n->op) || wfs_is_value(n);
}

static uint32_t mix(uint32_t hash, uint32_t x)
{
    return (hash ^ x) * 0x9e3779b1U + (hash >> 15);
}

static uint32_t hash_of(const struct wfs_insn *n)
{
    uint32_t hash = n->op | (uint32_t)n->mod << 8 | (uint32_t)n->buffer << 16;

    hash = mix(hash, n->offset | (uint32_t)n->a.kind << 16 | (uint32_t)n->b.kind << 20 | (uint32_t)n->c.kind << 24);
    hash = mix(hash, n->a.word | (uint32_t)n->b.word << 8 | (uint32_t)n->c.word << 16);
    hash = mix(mix(mix(hash, n->a.bits), n->b.bits), n->c.bits);
    return hash ^ hash >> 13;
}

static bool equal(const struct wfs_insn *x, const struct wfs_insn *y)
{
    return x->op == y->op && x->mod == y->mod && x->buffer == y->buffer && x->offset == y->offset && x->how == y->how &&
           wfs_same(x->a, y->a) && wfs_same(x->b, y->b) && wfs_same(x->c, y->c);
}

static bool seen_before(struct cleaner *k, uint32_t at)
{
    struct wfs_insn *n = &k->code->insn[at];
    const uint32_t hash = hash_of(n);
    uint32_t *chain = &k->chain[hash & (k->chains - 1)];

    for (uint32_t e = *chain; e; e = k->entry[e].next)
        if (k->entry[e].hash == hash && equal(&k->code->insn[e], n)) {
            k->instead[n->dst] = wfs_reg_val(k->code->insn[e].dst);
            return true;
        }
    k->entry[at] = (struct entry){.next = *chain, .hash = hash};
    *chain = k->made[k->mades++] = at;
    return false;
}

static void begin_region(struct cleaner *k)
{
    if (k->depth + 1 < sizeof k->region / sizeof *k->region)
        k->depth++;
    k->region[k->depth] = k->mades;
}

static void end_region(struct cleaner *k)
{
    while (k->mades != k->region[k->depth]) {
        const struct entry *e = &k->entry[k->made[--k->mades]];
        k->chain[e->hash & (k->chains - 1)] = e->next;
    }
    if (k->depth)
        k->depth--;
}

/* What is computed inside a part of a construct is not there behind it. */
static void follow_regions(struct cleaner *k, uint8_t op)
{
    switch (op) {
    case WF_OP_IF: case WF_OP_LOOP: begin_region(k); break;
    case WF_OP_ELSE: case WF_OP_CONTINUING: end_region(k); begin_region(k); break;
    case WF_OP_ENDIF: case WF_OP_ENDLOOP: end_region(k); break;
    default: break;
    }
}

/* ---- forward ---- */

static void one(struct cleaner *k, uint32_t at)
{
    struct wfs_insn *n = &k->code->insn[at];
    wfs_val known;

    replace_operands(k, n);
    follow_regions(k, n->op);
    if (n->op == WFS_OP_COPY || n->pinned || !n->dst || k->code->reg[n->dst].quad)
        return;
    if (wfs_is_pure(n->op)) {
        const struct wfs_insn before = *n;
        if (wfs_simplify(k->code, n, &known)) {
            /* made of itself, by way of a meeting that nothing else comes to: no lane has it */
            k->instead[n->dst] = wfs_same(known, wfs_reg_val(n->dst)) ? wfs_const(0) : known;
            wfs_unlink(k->code, at);
            k->changed = true;
            return;
        }
        k->changed |= !equal(&before, n);
    }
    if (is_common(k, n) && seen_before(k, at)) {
        wfs_unlink(k->code, at);
        k->changed = true;
    }
}

/* ---- meeting registers that meet one value ---- */

static bool meets_one(struct cleaner *k)
{
    struct wfs_code *code = k->code;
    wfs_val *only = wfs_new(code->env, code->regs, sizeof *only);
    bool *several = wfs_new(code->env, code->regs, sizeof *several), any = false;

    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        const struct wfs_insn *n = &code->insn[at];
        if (n->op != WFS_OP_COPY)
            continue;
        const wfs_val from = follow(k, n->b);
        if (from.kind == WFS_REG && from.bits == n->dst)
            continue;
        if (only[n->dst].kind == WFS_NONE)
            only[n->dst] = from;
        else if (!wfs_same(only[n->dst], from))
            several[n->dst] = true;
    }
    for (uint32_t reg = 1; reg < code->regs; reg++)
        if (code->reg[reg].meeting && !several[reg] && only[reg].kind != WFS_NONE) {
            const wfs_val to = follow(k, only[reg]);
            if (to.kind == WFS_REG && to.bits == reg)
                continue;               /* two that hold each other: nothing ever comes in */
            k->instead[reg] = to;
            code->reg[reg].meeting = false;
            any = true;
        }
    for (uint32_t at = code->first, next; any && at; at = next) {
        const struct wfs_insn *n = &code->insn[at];

        next = n->next;
        if (n->op == WFS_OP_COPY && !code->reg[n->dst].meeting)
            wfs_unlink(code, at);
        else
            replace_operands(k, &code->insn[at]);       /* before anything looks for what is not used */
    }
    return any;
}

/* ---- dead code ---- */

struct marks {
    struct wfs_code *code;
    uint32_t *def, *next_def;           /* [regs], [insns]: all instructions that define a register */
    bool *needed;                       /* [regs] */
    uint32_t *work;
    size_t count;
};

static void need(struct marks *m, wfs_val v)
{
    if (v.kind != WFS_REG || m->needed[v.bits])
        return;
    m->needed[v.bits] = true;
    m->work[m->count++] = v.bits;
}

static void need_operands(struct marks *m, const struct wfs_insn *n)
{
    need(m, n->a);
    need(m, n->b);
    need(m, n->c);
}

static bool drop_dead(struct wfs_code *code)
{
    struct marks m = {.code = code, .def = wfs_new(code->env, code->regs, sizeof *m.def),
                      .next_def = wfs_new(code->env, code->insns, sizeof *m.next_def),
                      .needed = wfs_new(code->env, code->regs, sizeof *m.needed),
                      .work = wfs_new(code->env, code->regs, sizeof *m.work)};
    bool any = false;

    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        const struct wfs_insn *n = &code->insn[at];
        if (n->dst && !wf_op_is_atomic(n->op)) {
            m.next_def[at] = m.def[n->dst];
            m.def[n->dst] = at;
        } else {
            need_operands(&m, n);
        }
    }
    while (m.count) {
        const uint32_t reg = m.work[--m.count];
        for (uint32_t at = m.def[reg]; at; at = m.next_def[at])
            need_operands(&m, &code->insn[at]);
    }
    for (uint32_t at = code->first, next; at; at = next) {
        struct wfs_insn *n = &code->insn[at];
        next = n->next;
        if (!n->dst || m.needed[n->dst])
            continue;
        if (wf_op_is_atomic(n->op)) {
            n->dst = 0;
            n->no_dst = true;
        } else {
            if (at == code->scratch_wave)
                code->scratch_wave = 0;
            wfs_unlink(code, at);
        }
        any = true;
    }
    return any;
}

/* ---- all ---- */

static size_t power_above(size_t n)
{
    size_t p = 64;

    while (p < n)
        p *= 2;
    return p;
}

void wfs_clean(struct wfs_code *code, const struct wfs_target *target)
{
    const struct wfs_arena outer = wfs_begin_pass(code->env);
    struct cleaner *k = wfs_new(code->env, 1, sizeof *k);

    k->code = code;
    k->target = target;
    k->chains = power_above(code->insns);
    k->chain = wfs_new(code->env, k->chains, sizeof *k->chain);
    k->entry = wfs_new(code->env, code->insns, sizeof *k->entry);
    k->made = wfs_new(code->env, code->insns, sizeof *k->made);
    k->instead = wfs_new(code->env, code->regs, sizeof *k->instead);
    for (unsigned round = 0; round < ROUNDS; round++) {
        const struct wfs_arena before = wfs_begin_pass(code->env);
        k->changed = false;
        k->mades = 0;
        k->depth = 0;
        memset(k->chain, 0, k->chains * sizeof *k->chain);
        for (uint32_t at = code->first, next; at; at = next) {
            next = code->insn[at].next;
            one(k, at);
        }
        k->changed |= meets_one(k);
        k->changed |= wfs_simplify_flow(code);
        k->changed |= drop_dead(code);
        wfs_end_pass(code->env, before);
        if (!k->changed)
            break;
    }
    wfs_end_pass(code->env, outer);
}
