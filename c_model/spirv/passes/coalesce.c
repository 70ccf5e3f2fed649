/* SPDX-License-Identifier: Apache-2.0
 * coalesce.c - what is copied to one another shares a register where it may: two values may share one when at no
 * definition of the one the other is live, but for the copy of the one to the other.
 */
#include "coalesce.h"

#include <stdlib.h>

struct wfs_definition {
    uint32_t at, from;                  /* position 2n + 1; copies: the register read, else 0 */
    uint32_t next;                      /* 0: none */
};

struct copy {
    uint32_t to, from;
    unsigned depth;
};

struct coalescer {
    struct wfs_code *code;
    struct wfs_classes *classes;
    struct wfs_definition *def;         /* [insns], number 0 is none */
    uint32_t defs;
    struct copy *copy;
    size_t copies, copy_room;
};

uint32_t wfs_representative(struct wfs_classes *classes, uint32_t reg)
{
    uint32_t *parent = classes->parent;

    while (parent[reg] != reg)
        reg = parent[reg] = parent[parent[reg]];
    return reg;
}

/* ---- classes ---- */

static void add_def(struct coalescer *k, uint32_t reg, uint32_t at, uint32_t from)
{
    struct wfs_class *c = &k->classes->class[reg];
    const uint32_t d = ++k->defs;

    k->def[d] = (struct wfs_definition){.at = at, .from = from};
    if (c->last_def)
        k->def[c->last_def].next = d;
    else
        c->defs = d;
    c->last_def = d;
}

static void gather(struct coalescer *k)
{
    const struct wfs_code *code = k->code;
    double cost = 1;
    unsigned depth = 0;

    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        const struct wfs_insn *n = &code->insn[at];
        const wfs_val operand[3] = {n->a, n->b, n->c};
        const bool copy = (n->op == WFS_OP_COPY || (n->op == WF_OP_MOV && !code->reg[n->dst].quad)) &&
                          n->b.kind == WFS_REG && !code->reg[n->b.bits].quad;
        if (n->op == WF_OP_LOOP && depth++ < 6)
            cost *= 8;
        if (n->op == WF_OP_ENDLOOP && --depth < 6)
            cost /= 8;
        for (unsigned i = 0; i < 3; i++)
            if (operand[i].kind == WFS_REG)
                k->classes->class[operand[i].bits].weight += cost;
        if (!n->dst)
            continue;
        k->classes->class[n->dst].weight += cost;
        if (!wfs_is_partial(n))
            add_def(k, n->dst, 2 * k->classes->live.position[at] + 1, copy ? n->b.bits : 0);
        if (copy)
            WFS_APPEND(code->env, k->copy, k->copies, k->copy_room, (struct copy){n->dst, n->b.bits, depth});
    }
    for (uint32_t reg = 1; reg < code->regs; reg++) {
        struct wfs_class *c = &k->classes->class[reg];
        k->classes->parent[reg] = reg;
        c->range = k->classes->live.span[reg].range;
        c->ranges = k->classes->live.span[reg].ranges;
        c->quad = code->reg[reg].quad;
        c->fixed = code->reg[reg].fixed;
        c->size = 1;
    }
}

/* ---- copies ---- */

static bool is_live_at(const struct wfs_class *c, uint32_t at)
{
    uint32_t low = 0, high = c->ranges;

    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (c->range[middle].end <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->ranges && c->range[low].start <= at;
}

/* At a definition of x, other than as a copy of y, y is live. */
static bool clobbers(struct coalescer *k, uint32_t x, uint32_t y)
{
    for (uint32_t n = k->classes->class[x].defs; n; n = k->def[n].next) {
        const struct wfs_definition *d = &k->def[n];
        if (!(d->from && wfs_representative(k->classes, d->from) == y) && is_live_at(&k->classes->class[y], d->at))
            return true;
    }
    return false;
}

static void merge_ranges(struct coalescer *k, struct wfs_class *to, const struct wfs_class *from)
{
    struct wfs_range *out = wfs_new(k->code->env, to->ranges + from->ranges, sizeof *out);
    uint32_t i = 0, j = 0, n = 0;

    while (i < to->ranges || j < from->ranges) {
        const bool first = j == from->ranges || (i < to->ranges && to->range[i].start <= from->range[j].start);
        const struct wfs_range r = first ? to->range[i++] : from->range[j++];
        if (n && out[n - 1].end >= r.start)
            out[n - 1].end = r.end > out[n - 1].end ? r.end : out[n - 1].end;
        else
            out[n++] = r;
    }
    to->range = out;
    to->ranges = n;
}

static void join_classes(struct coalescer *k, uint32_t x, uint32_t y)
{
    if (k->classes->class[x].size < k->classes->class[y].size) {
        const uint32_t t = x;
        x = y;
        y = t;
    }
    struct wfs_class *to = &k->classes->class[x], *from = &k->classes->class[y];
    k->classes->parent[y] = x;
    merge_ranges(k, to, from);
    if (to->last_def)
        k->def[to->last_def].next = from->defs;
    else
        to->defs = from->defs;
    to->last_def = from->last_def ? from->last_def : to->last_def;
    to->size += from->size;
    to->weight += from->weight;
}

static int deeper_first(const void *x, const void *y)
{
    const struct copy *a = x, *b = y;

    if (a->depth != b->depth)
        return a->depth < b->depth ? 1 : -1;
    return a->to != b->to ? (a->to < b->to ? -1 : 1) : (a->from > b->from) - (a->from < b->from);
}

static void join_copies(struct coalescer *k)
{
    if (k->copies)
        qsort(k->copy, k->copies, sizeof *k->copy, deeper_first);
    for (size_t i = 0; i < k->copies; i++) {
        const uint32_t x = wfs_representative(k->classes, k->copy[i].to),
                       y = wfs_representative(k->classes, k->copy[i].from);
        /* what cannot be spilled does not make others so */
        if (x != y && k->classes->class[x].fixed == k->classes->class[y].fixed && !clobbers(k, x, y) &&
            !clobbers(k, y, x))
            join_classes(k, x, y);
    }
}

/* ---- order ---- */

/* Sorted by counting: positions are few, and two that begin together stay in the order of their numbers. */
static void sort(struct coalescer *k)
{
    const struct wfs_code *code = k->code;
    const size_t starts = 2 * (size_t)k->classes->live.position[code->last] + 3;
    uint32_t *before = wfs_new(code->env, starts + 1, sizeof *before);

    for (unsigned pass = 0; pass < 2; pass++) {
        for (uint32_t reg = 1; reg < code->regs; reg++) {
            const struct wfs_class *c = &k->classes->class[reg];
            if (k->classes->parent[reg] != reg || !c->ranges)
                continue;
            if (pass == 0)
                before[c->range[0].start + 1]++;
            else
                k->classes->order[before[c->range[0].start]++] = reg;
        }
        for (size_t i = 0; pass == 0 && i < starts; i++)
            before[i + 1] += before[i];
        if (pass == 0)
            k->classes->order = wfs_new(code->env, k->classes->count = before[starts], sizeof *k->classes->order);
    }
}

/* ---- all ---- */

void wfs_coalesce(struct wfs_code *code, struct wfs_classes *classes)
{
    struct coalescer *k = wfs_new(code->env, 1, sizeof *k);

    k->code = code;
    k->classes = classes;
    classes->class = wfs_new(code->env, code->regs, sizeof *classes->class);
    classes->parent = wfs_new(code->env, code->regs, sizeof *classes->parent);
    k->def = wfs_new(code->env, code->insns, sizeof *k->def);
    wfs_find_live(code, &classes->live);
    gather(k);
    join_copies(k);
    sort(k);
}
