/* SPDX-License-Identifier: Apache-2.0
 * allocate.c - a lane register for each virtual one.
 *
 * Linear scan: in the order in which they begin, each class of values that share one (coalesce.c) gets a register whose
 * ranges, with their holes, leave room for its own.  When none does, the cheapest in the way is spilled (spill.c) and
 * all begins anew.
 */
#include "coalesce.h"

#include <string.h>

enum { NO_REG = UINT8_MAX, ROUNDS = 60 };

struct due {
    uint32_t lane, next;
};

struct allocator {
    struct wfs_code *code;
    const struct wfs_target *target;
    struct wfs_classes classes;
    uint8_t *reg;                       /* [regs], by representative */
    bool *spilled;                      /* [regs] */
    bool any_spilled;
    double cost;                        /* reads and writes of what is spilled */
    struct {
        uint32_t *owner;                /* representatives, in the order in which they got it */
        size_t owners, room;
    } *lane;                            /* [target->regs] */
    uint32_t *busy;                     /* [target->regs] an owner lives until then */
    uint64_t idle[WF_MAX_REGS / 64];      /* a bit for each register: busy no longer than now */
    uint32_t now;                       /* the position that allocation has come to */
    size_t positions;
    struct due *due;                    /* [dues] registers that may be idle from a position on */
    size_t dues, due_room;
    uint32_t *due_at;                   /* [positions] their first, 0: none */
};

static uint32_t start_of(const struct wfs_class *c)
{
    return c->range[0].start;
}

static uint32_t end_of(const struct wfs_class *c)
{
    return c->range[c->ranges - 1].end;
}

/* ---- registers whose owners do not live now ---- */

static bool is_idle(const struct allocator *k, unsigned lane)
{
    return k->idle[lane / 64] >> lane % 64 & 1;
}

static void set_busy(struct allocator *k, unsigned lane, uint32_t until)
{
    const uint64_t bit = UINT64_C(1) << lane % 64;

    k->busy[lane] = until;
    if (until <= k->now) {
        k->idle[lane / 64] |= bit;
        return;
    }
    k->idle[lane / 64] &= ~bit;
    WFS_APPEND(k->code->env, k->due, k->dues, k->due_room, (struct due){lane, k->due_at[until]});
    k->due_at[until] = (uint32_t)k->dues - 1;
}

static void advance(struct allocator *k, uint32_t now)
{
    while (k->now < now)
        for (uint32_t d = k->due_at[++k->now]; d; d = k->due[d].next)
            if (k->busy[k->due[d].lane] == k->now)
                k->idle[k->due[d].lane / 64] |= UINT64_C(1) << k->due[d].lane % 64;
}

/* ---- places ---- */

/* x has a register; y, which is to get one, begins no earlier than what was placed before it. */
static bool overlap(struct wfs_class *x, const struct wfs_class *y)
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
static bool is_free(struct allocator *k, unsigned lane, const struct wfs_class *c)
{
    const uint32_t start = start_of(c);
    size_t n = 0;

    for (size_t i = 0; i < k->lane[lane].owners; i++) {
        const uint32_t owner = k->lane[lane].owner[i];
        struct wfs_class *o = &k->classes.class[owner];
        if (end_of(o) <= start)
            continue;
        k->lane[lane].owner[n++] = owner;
        if (!overlap(o, c))
            continue;
        if (o->range[o->past].start <= start)
            set_busy(k, lane, o->range[o->past].end);
        memmove(&k->lane[lane].owner[n], &k->lane[lane].owner[i + 1], (k->lane[lane].owners - i - 1) * sizeof owner);
        k->lane[lane].owners -= i + 1 - n;
        return false;
    }
    k->lane[lane].owners = n;
    return true;
}

static void give(struct allocator *k, uint32_t owner, unsigned lane)
{
    for (unsigned w = 0; w < (k->classes.class[owner].quad ? 4U : 1U); w++) {
        k->lane[lane + w].owner = wfs_grow(k->code->env, k->lane[lane + w].owner, k->lane[lane + w].owners,
                                           &k->lane[lane + w].room, sizeof(uint32_t));
        k->lane[lane + w].owner[k->lane[lane + w].owners++] = owner;
        set_busy(k, lane + w, k->classes.class[owner].range[0].end);
    }
    k->reg[owner] = (uint8_t)lane;
}

static void take_back(struct allocator *k, uint32_t owner)
{
    for (unsigned w = 0; w < (k->classes.class[owner].quad ? 4U : 1U); w++) {
        const unsigned lane = k->reg[owner] + w;
        size_t n = 0;
        for (size_t i = 0; i < k->lane[lane].owners; i++)
            if (k->lane[lane].owner[i] != owner)
                k->lane[lane].owner[n++] = k->lane[lane].owner[i];
        set_busy(k, lane, 0);
        k->lane[lane].owners = n;
    }
    k->reg[owner] = NO_REG;
    k->spilled[owner] = k->any_spilled = true;
}

/* What it costs to spill all that is in the way of c in these registers; infinite when something there must stay. */
static double cost_of(struct allocator *k, unsigned lane, unsigned words, const struct wfs_class *c)
{
    double cost = 0;

    for (unsigned w = 0; w < words; w++)
        for (size_t i = 0; i < k->lane[lane + w].owners; i++) {
            struct wfs_class *o = &k->classes.class[k->lane[lane + w].owner[i]];
            if (!overlap(o, c))
                continue;
            if (o->fixed)
                return 1e300;
            cost += o->weight / (1 + end_of(o) - start_of(o));
        }
    return cost;
}

/* Spill what may be spilled of that; false when nothing may. */
static bool evict(struct allocator *k, unsigned lane, unsigned words, const struct wfs_class *c)
{
    bool any = false;

    for (unsigned w = 0; w < words; w++)
        for (size_t i = k->lane[lane + w].owners; i-- > 0;) {
            const uint32_t o = k->lane[lane + w].owner[i];
            if (!k->classes.class[o].fixed && overlap(&k->classes.class[o], c)) {
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
    const struct wfs_class *c = &k->classes.class[owner];
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

static bool place_quad(struct allocator *k, uint32_t owner, bool apart)
{
    const struct wfs_class *c = &k->classes.class[owner];
    const unsigned regs = k->target->regs / 4 * 4;
    unsigned lane = apart ? regs - 4 : 0;

    for (unsigned tried = 0; tried < regs; tried += 4, lane += apart ? -4U : 4U) {
        unsigned free = 0;
        while (free < 4 && is_idle(k, lane + free) && is_free(k, lane + free, c))
            free++;
        if (free == 4) {
            give(k, owner, lane);
            return true;
        }
    }
    return false;
}

/* The lowest registers that are free, so that the code names few.  `apart`: low numbers for single words, high ones
 * for quads, so that they are not in each other's way. */
static bool place(struct allocator *k, uint32_t owner, bool apart)
{
    const struct wfs_class *c = &k->classes.class[owner];

    advance(k, start_of(c));
    if (c->quad)
        return place_quad(k, owner, apart);
    for (unsigned word = 0; word < WF_MAX_REGS / 64; word++)
        for (uint64_t idle = k->idle[word]; idle; idle &= idle - 1) {
            const unsigned lane = 64 * word + (unsigned)__builtin_ctzll(idle);
            if (is_free(k, lane, c)) {
                give(k, owner, lane);
                return true;
            }
        }
    return false;
}

/* Nothing is given. */
static void clear(struct allocator *k)
{
    for (size_t i = 0; i < k->classes.count; i++)
        k->classes.class[k->classes.order[i]].past = 0;
    memset(k->due_at, 0, k->positions * sizeof *k->due_at);
    k->now = 0;
    k->dues = 1;                        /* 0: none */
    for (unsigned lane = 0; lane < k->target->regs; lane++) {
        k->lane[lane].owners = 0;
        set_busy(k, lane, 0);
    }
    memset(k->reg, NO_REG, k->code->regs);
}

/* False, with nothing spilled, when there are too few registers and `spill` does not allow to do with fewer. */
static bool scan(struct allocator *k, bool spill)
{
    for (size_t i = 0; i < k->classes.count; i++) {
        const uint32_t owner = k->classes.order[i];
        if (place(k, owner, spill))
            continue;
        if (!spill)
            return false;
        make_room(k, owner);
    }
    return true;
}

/* ---- all ---- */

static struct allocator *allocate(struct wfs_code *code, const struct wfs_target *target)
{
    struct wfs_env *env = code->env;
    struct allocator *k = wfs_new(env, 1, sizeof *k);

    k->code = code;
    k->target = target;
    k->reg = wfs_new_lasting(env, code->regs, sizeof *k->reg);
    k->spilled = wfs_new(env, code->regs, sizeof *k->spilled);
    k->lane = wfs_new(env, target->regs, sizeof *k->lane);
    k->busy = wfs_new(env, target->regs, sizeof *k->busy);
    wfs_coalesce(code, &k->classes);
    k->positions = 2 * (size_t)k->classes.live.position[code->last] + 3;
    k->due_at = wfs_new(env, k->positions, sizeof *k->due_at);
    clear(k);
    if (!scan(k, false)) {
        clear(k);
        scan(k, true);
    }
    for (size_t i = 0; i < k->classes.count; i++)
        k->cost += k->spilled[k->classes.order[i]] ? k->classes.class[k->classes.order[i]].weight : 0;
    return k;
}

/* Too few registers: with values made where they are used first they may suffice, or spilling cost less; or more, for
 * what is read there lives on. */
static struct allocator *allocate_sunk(struct wfs_code *code, const struct wfs_target *target, struct allocator *as_is)
{
    const struct wfs_code before = *code;

    code->insn = wfs_new_lasting(code->env, code->insn_room, sizeof *code->insn);
    memcpy(code->insn, before.insn, code->insns * sizeof *code->insn);
    struct allocator *k = wfs_sink(code, target, &as_is->classes.live) ? allocate(code, target) : NULL;
    if (k && k->cost < as_is->cost)
        return k;
    *code = before;
    return as_is;
}

uint8_t *wfs_allocate(struct wfs_code *code, struct wfs_target *target)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        const struct wfs_arena before = wfs_begin_pass(code->env);
        struct allocator *k = allocate(code, target);
        if (k->any_spilled && round == 0)
            k = allocate_sunk(code, target, k);
        for (uint32_t v = 1; v < code->regs; v++) {
            k->spilled[v] = k->spilled[wfs_representative(&k->classes, v)];
            k->reg[v] = k->reg[wfs_representative(&k->classes, v)];
        }
        uint8_t *reg = k->reg;
        const bool spilled = k->any_spilled;
        if (spilled)
            wfs_spill(code, target, k->spilled, k->classes.parent);
        wfs_end_pass(code->env, before);
        if (!spilled)
            return reg;
    }
    wfs_fail(code->env, "no allocation of registers was found in %d rounds", (int)ROUNDS);
}
