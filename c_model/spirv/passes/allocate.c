/* SPDX-License-Identifier: Apache-2.0
 * allocate.c - a lane register for each virtual one.
 *
 * First, what is copied to one another shares a register where it may (coalescing): two values may share one when at no
 * definition of the one the other is live, but for the copy of the one to the other.  Then linear scan: in the order in
 * which they begin, each set of joined values gets a register whose ranges, with their holes, leave room for its own.
 * When none does, the cheapest in the way is spilled (spill.c) and all begins anew.
 */
#include "passes.h"

#include <stdlib.h>
#include <string.h>

enum { NO_REG = UINT8_MAX, ROUNDS = 60 };

struct definition {
    uint32_t at, from;                  /* position 2n + 1; copies: the register read, else 0 */
    struct definition *next;
};

/* Values that share a register. */
struct class {
    struct wfs_range *range;
    uint32_t ranges, size;              /* size: of members */
    uint32_t past;                      /* ranges that end before all that is to be placed begins */
    struct definition *defs, *last_def;
    double weight;                      /* reads and writes, those in loops more */
    bool quad, fixed;                   /* fixed: it must not be spilled, struct wfs_reg */
};

struct copy {
    uint32_t to, from;
    unsigned depth;
};

struct allocator {
    struct wfs_code *code;
    const struct wfs_target *target;
    struct wfs_live live;
    struct class *class;                /* [regs], by representative */
    uint32_t *parent;                   /* [regs] */
    struct copy *copy;
    size_t copies, copy_room;
    uint8_t *reg;                       /* [regs], by representative */
    bool *spilled;                      /* [regs] */
    bool any_spilled;
    uint32_t *order;                    /* [sets] representatives, by the start of what they hold */
    size_t sets;
    struct {
        uint32_t *owner;                /* representatives, in the order in which they got it */
        size_t owners, room;
        uint32_t busy;                  /* one of them lives until then */
    } *lane;                            /* [target->regs] */
};

static uint32_t find(struct allocator *k, uint32_t reg)
{
    while (k->parent[reg] != reg)
        reg = k->parent[reg] = k->parent[k->parent[reg]];
    return reg;
}

/* ---- classes ---- */

static void add_def(struct allocator *k, uint32_t reg, uint32_t at, uint32_t from)
{
    struct class *c = &k->class[reg];
    struct definition *d = wfs_new(k->code->env, 1, sizeof *d);

    *d = (struct definition){.at = at, .from = from};
    if (c->last_def)
        c->last_def->next = d;
    else
        c->defs = d;
    c->last_def = d;
}

static void gather(struct allocator *k)
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
                k->class[operand[i].bits].weight += cost;
        if (!n->dst)
            continue;
        k->class[n->dst].weight += cost;
        if (!wfs_is_partial(n))
            add_def(k, n->dst, 2 * k->live.position[at] + 1, copy ? n->b.bits : 0);
        if (copy)
            WFS_APPEND(code->env, k->copy, k->copies, k->copy_room, (struct copy){n->dst, n->b.bits, depth});
    }
    for (uint32_t reg = 1; reg < code->regs; reg++) {
        struct class *c = &k->class[reg];
        k->parent[reg] = reg;
        c->range = k->live.range[reg];
        c->ranges = k->live.ranges[reg];
        c->quad = code->reg[reg].quad;
        c->fixed = code->reg[reg].fixed;
        c->size = 1;
    }
}

/* ---- coalescing ---- */

static bool is_live_at(const struct class *c, uint32_t at)
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
static bool clobbers(struct allocator *k, uint32_t x, uint32_t y)
{
    for (const struct definition *d = k->class[x].defs; d; d = d->next)
        if (!(d->from && find(k, d->from) == y) && is_live_at(&k->class[y], d->at))
            return true;
    return false;
}

static void merge_ranges(struct allocator *k, struct class *to, const struct class *from)
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

static void join_classes(struct allocator *k, uint32_t x, uint32_t y)
{
    if (k->class[x].size < k->class[y].size) {
        const uint32_t t = x;
        x = y;
        y = t;
    }
    struct class *to = &k->class[x], *from = &k->class[y];
    k->parent[y] = x;
    merge_ranges(k, to, from);
    if (to->last_def)
        to->last_def->next = from->defs;
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

static void coalesce(struct allocator *k)
{
    if (k->copies)
        qsort(k->copy, k->copies, sizeof *k->copy, deeper_first);
    for (size_t i = 0; i < k->copies; i++) {
        const uint32_t x = find(k, k->copy[i].to), y = find(k, k->copy[i].from);
        /* what cannot be spilled does not make others so */
        if (x != y && k->class[x].fixed == k->class[y].fixed && !clobbers(k, x, y) && !clobbers(k, y, x))
            join_classes(k, x, y);
    }
}

/* ---- linear scan ---- */

static uint32_t start_of(const struct class *c)
{
    return c->range[0].start;
}

static uint32_t end_of(const struct class *c)
{
    return c->range[c->ranges - 1].end;
}

/* x has a register; y, which is to get one, begins no earlier than what was placed before it. */
static bool overlap(struct class *x, const struct class *y)
{
    while (x->past < x->ranges && x->range[x->past].end <= start_of(y))
        x->past++;
    uint32_t i = x->past, j = 0;


    while (i < x->ranges && j < y->ranges) {
        if (x->range[i].end <= y->range[j].start)
            i++;
        else if (y->range[j].end <= x->range[i].start)
            j++;
        else
            return true;
    }
    return false;
}

/* Owners that end before c begins are forgotten: what begins later does not meet them either. */
static bool is_free(struct allocator *k, unsigned lane, const struct class *c)
{
    const uint32_t start = start_of(c);
    size_t n = 0;

    for (size_t i = 0; i < k->lane[lane].owners; i++) {
        const uint32_t owner = k->lane[lane].owner[i];
        struct class *o = &k->class[owner];
        if (end_of(o) <= start)
            continue;
        k->lane[lane].owner[n++] = owner;
        if (!overlap(o, c))
            continue;
        if (o->range[o->past].start <= start)
            k->lane[lane].busy = o->range[o->past].end;
        memmove(&k->lane[lane].owner[n], &k->lane[lane].owner[i + 1], (k->lane[lane].owners - i - 1) * sizeof owner);
        k->lane[lane].owners -= i + 1 - n;
        return false;
    }
    k->lane[lane].owners = n;
    return true;
}

static void give(struct allocator *k, uint32_t owner, unsigned lane)
{
    for (unsigned w = 0; w < (k->class[owner].quad ? 4U : 1U); w++) {
        k->lane[lane + w].owner = wfs_grow(k->code->env, k->lane[lane + w].owner, k->lane[lane + w].owners,
                                           &k->lane[lane + w].room, sizeof(uint32_t));
        k->lane[lane + w].owner[k->lane[lane + w].owners++] = owner;
        k->lane[lane + w].busy = k->class[owner].range[0].end;
    }
    k->reg[owner] = (uint8_t)lane;
}

static void take_back(struct allocator *k, uint32_t owner)
{
    for (unsigned w = 0; w < (k->class[owner].quad ? 4U : 1U); w++) {
        const unsigned lane = k->reg[owner] + w;
        size_t n = 0;
        for (size_t i = 0; i < k->lane[lane].owners; i++)
            if (k->lane[lane].owner[i] != owner)
                k->lane[lane].owner[n++] = k->lane[lane].owner[i];
        k->lane[lane].busy = 0;
        k->lane[lane].owners = n;
    }
    k->reg[owner] = NO_REG;
    k->spilled[owner] = k->any_spilled = true;
}

/* What it costs to spill all that is in the way of c in these registers; infinite when something there must stay. */
static double cost_of(struct allocator *k, unsigned lane, unsigned words, const struct class *c)
{
    double cost = 0;

    for (unsigned w = 0; w < words; w++)
        for (size_t i = 0; i < k->lane[lane + w].owners; i++) {
            struct class *o = &k->class[k->lane[lane + w].owner[i]];
            if (!overlap(o, c))
                continue;
            if (o->fixed)
                return 1e300;
            cost += o->weight / (1 + end_of(o) - start_of(o));
        }
    return cost;
}

/* Spill what may be spilled of that; false when nothing may. */
static bool evict(struct allocator *k, unsigned lane, unsigned words, const struct class *c)
{
    bool any = false;

    for (unsigned w = 0; w < words; w++)
        for (size_t i = k->lane[lane + w].owners; i-- > 0;) {
            const uint32_t o = k->lane[lane + w].owner[i];
            if (!k->class[o].fixed && overlap(&k->class[o], c)) {
                take_back(k, o);
                any = true;
                i = k->lane[lane + w].owners;
            }
        }
    return any;
}

/* No register is free: spill this one, or what is cheapest in its way. */
static void make_room(struct allocator *k, uint32_t owner)
{
    const struct class *c = &k->class[owner];
    const unsigned words = c->quad ? 4 : 1;
    double least = c->fixed ? 1e299 : c->weight / (1 + end_of(c) - start_of(c));
    unsigned best = NO_REG;

    for (unsigned lane = 0; lane + words <= k->target->regs; lane += words) {
        const double cost = cost_of(k, lane, words, c);
        if (cost < least) {
            least = cost;
            best = lane;
        }
    }
    if (best == NO_REG && c->fixed) {           /* what is fixed too will find other registers when the rest is gone */
        if (!evict(k, 0, k->target->regs, c))
            wfs_fail(k->code->env, "the %u registers of the device do not suffice for one instruction",
                     k->target->regs);
        return;
    }
    if (best == NO_REG) {
        k->spilled[owner] = k->any_spilled = true;
        return;
    }
    evict(k, best, words, c);
    give(k, owner, best);
}

/* The lowest registers that are free, so that the code names few.  `apart`: low numbers for single words, high ones
 * for quads, so that they are not in each other's way. */
static bool place(struct allocator *k, uint32_t owner, bool apart)
{
    const struct class *c = &k->class[owner];
    const unsigned words = c->quad ? 4 : 1, regs = k->target->regs / words * words;
    const uint32_t start = start_of(c);

    for (unsigned i = 0; i + words <= regs; i += words) {
        const unsigned lane = c->quad && apart ? regs - words - i : i;
        unsigned free = 0;
        while (free < words && start >= k->lane[lane + free].busy && is_free(k, lane + free, c))
            free++;
        if (free == words) {
            give(k, owner, lane);
            return true;
        }
    }
    return false;
}

/* Sorted by counting: positions are few, and two that begin together stay in the order of their numbers. */
static void sort_sets(struct allocator *k)
{
    const struct wfs_code *code = k->code;
    const size_t starts = 2 * (size_t)k->live.position[code->last] + 3;
    uint32_t *before = wfs_new(code->env, starts + 1, sizeof *before);

    for (unsigned pass = 0; pass < 2; pass++) {
        for (uint32_t reg = 1; reg < code->regs; reg++) {
            const struct class *c = &k->class[reg];
            if (k->parent[reg] != reg || !c->ranges)
                continue;
            if (pass == 0)
                before[start_of(c) + 1]++;
            else
                k->order[before[start_of(c)]++] = reg;
        }
        for (size_t i = 0; pass == 0 && i < starts; i++)
            before[i + 1] += before[i];
        if (pass == 0)
            k->order = wfs_new(code->env, k->sets = before[starts], sizeof *k->order);
    }
}

/* Forget what was given. */
static void clear(struct allocator *k)
{
    for (size_t i = 0; i < k->sets; i++)
        k->class[k->order[i]].past = 0;
    for (unsigned lane = 0; lane < k->target->regs; lane++) {
        k->lane[lane].owners = 0;
        k->lane[lane].busy = 0;
    }
    memset(k->reg, NO_REG, k->code->regs);
}

/* False, with nothing spilled, when there are too few registers and `spill` does not allow to do with fewer. */
static bool scan(struct allocator *k, bool spill)
{
    for (size_t i = 0; i < k->sets; i++) {
        const uint32_t owner = k->order[i];
        if (place(k, owner, spill))
            continue;
        if (!spill)
            return false;
        make_room(k, owner);
    }
    return true;
}

/* ---- all ---- */

static void begin(struct allocator *k)
{
    struct wfs_env *env = k->code->env;
    const size_t regs = k->code->regs;

    k->class = wfs_new(env, regs, sizeof *k->class);
    k->parent = wfs_new(env, regs, sizeof *k->parent);
    k->reg = wfs_new(env, regs, sizeof *k->reg);
    memset(k->reg, NO_REG, regs);
    k->spilled = wfs_new(env, regs, sizeof *k->spilled);
    k->lane = wfs_new(env, k->target->regs, sizeof *k->lane);
    wfs_find_live(k->code, &k->live);
    gather(k);
}

uint8_t *wfs_allocate(struct wfs_code *code, struct wfs_target *target)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct allocator *k = wfs_new(code->env, 1, sizeof *k);
        k->code = code;
        k->target = target;
        begin(k);
        coalesce(k);
        sort_sets(k);
        if (!scan(k, false)) {
            clear(k);
            scan(k, true);
        }
        for (uint32_t reg = 1; reg < code->regs; reg++) {
            k->spilled[reg] = k->spilled[find(k, reg)];
            k->reg[reg] = k->reg[find(k, reg)];
        }
        if (!k->any_spilled)
            return k->reg;
        wfs_spill(code, target, k->spilled, k->parent);
    }
    wfs_fail(code->env, "no allocation of registers was found in %d rounds", (int)ROUNDS);
}
