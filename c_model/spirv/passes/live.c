/* SPDX-License-Identifier: Apache-2.0
 * live.c - where each register holds a value that is still read, as one lane sees it.
 *
 * A lane's registers change only while it runs, so what other lanes do between two of its instructions does not matter:
 * its own flow of control is all there is.  Behind break it goes on after the endloop; an endloop that it comes to
 * takes it back to the top.
 */
#include "passes.h"

struct block {
    uint32_t first, last;               /* instructions */
    uint32_t next[2];                   /* blocks; 0: none (block 0 is the first, nothing goes back to it) */
};

struct liveness {
    struct wfs_code *code;
    struct wfs_live *live;
    struct block *block;
    uint32_t blocks;
    uint32_t *block_at;                 /* [insns] the block that begins with an instruction, or 0 */
    /* [insns] where flow goes from an instruction: the instruction that a block begins with */
    uint32_t *target;
    uint32_t *bit, *reg;                /* [regs] place in sets, and back */
    size_t words, all;                  /* of a set: those that are kept for blocks, all */
    uint64_t *in;                       /* [blocks][words] */
    size_t *room;                       /* [regs] of ranges */
};

/* ---- numbers and targets ---- */

static void number(struct liveness *k)
{
    const struct wfs_code *code = k->code;
    uint32_t n = 0, group = 0;

    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        const struct wfs_insn *i = &code->insn[at];
        if (i->op != WFS_OP_COPY || i->frame != group)
            n++;
        group = i->op == WFS_OP_COPY ? i->frame : 0;
        k->live->position[at] = n;
    }
}

struct open {
    uint32_t top, middle;               /* if or loop; its else, or the continuing */
};

/* For each instruction of control flow the instructions where a lane may go on: 0 stands for "behind it". */
static void find_targets(struct liveness *k)
{
    const struct wfs_code *code = k->code;
    struct open *open = wfs_new(code->env, 2 * WF_MAX_LEVEL + 2, sizeof *open);
    uint32_t *end_of = wfs_new(code->env, code->insns, sizeof *end_of),
             *continuing_of = wfs_new(code->env, code->insns, sizeof *continuing_of);
    unsigned depth = 0;

    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        struct open *o = &open[depth];
        switch (code->insn[at].op) {
        case WF_OP_IF: case WF_OP_LOOP:
            if (depth >= 2 * WF_MAX_LEVEL)
                wfs_fail(code->env, "if and loop nest more than %d deep", (int)WF_MAX_LEVEL);
            open[++depth] = (struct open){.top = at};
            break;
        case WF_OP_ELSE:
            o->middle = at;
            k->target[o->top] = code->insn[at].next;    /* a false if goes behind the else */
            break;
        case WF_OP_CONTINUING:
            continuing_of[o->top] = at;
            break;
        case WF_OP_ENDIF:
            k->target[o->middle ? o->middle : o->top] = at;
            depth--;
            break;
        case WF_OP_ENDLOOP:
            k->target[at] = code->insn[o->top].next;
            end_of[o->top] = at;
            depth--;
            break;
        default: break;
        }
    }
    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        const struct wfs_insn *i = &code->insn[at];
        if (i->op == WF_OP_BREAK || i->op == WF_OP_BREAKIF)
            k->target[at] = code->insn[end_of[i->frame]].next;
        if (i->op == WF_OP_CONTINUE)
            k->target[at] = continuing_of[i->frame];
    }
}

static bool ends_block(uint8_t op)
{
    switch (op) {
    case WF_OP_IF: case WF_OP_ELSE: case WF_OP_ENDLOOP: case WF_OP_BREAK: case WF_OP_BREAKIF: case WF_OP_CONTINUE:
    case WF_OP_RET: case WF_OP_END:
        return true;
    default:
        return false;
    }
}

static bool falls_through(uint8_t op)
{
    return op != WF_OP_ELSE && op != WF_OP_ENDLOOP && op != WF_OP_BREAK && op != WF_OP_CONTINUE && op != WF_OP_RET &&
           op != WF_OP_END;
}

static void find_blocks(struct liveness *k)
{
    const struct wfs_code *code = k->code;
    bool *begins = wfs_new(code->env, code->insns, sizeof *begins);

    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        begins[k->target[at]] = true;
        if (ends_block(code->insn[at].op) || code->insn[at].op == WF_OP_LOOP)
            begins[code->insn[at].next] = true;
    }
    k->blocks = 1;
    for (uint32_t at = code->first; at; at = code->insn[at].next)
        k->blocks += begins[at];
    k->block = wfs_new(code->env, k->blocks + 1, sizeof *k->block);
    uint32_t b = 0;
    k->block[0].first = code->first;
    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        if (begins[at] && at != code->first)
            k->block[++b].first = at;
        k->block_at[at] = begins[at] ? b : 0;
        k->block[b].last = at;
    }
    k->blocks = b + 1;
    for (b = 0; b < k->blocks; b++) {
        const uint32_t last = k->block[b].last;
        unsigned n = 0;
        if (falls_through(code->insn[last].op) && b + 1 < k->blocks)
            k->block[b].next[n++] = b + 1;
        if (k->target[last])
            k->block[b].next[n++] = k->block_at[k->target[last]];
    }
}

/* ---- sets ----
 *
 * Few registers are live from block to block: one that a block writes before it reads it, and no other block names, is
 * not.  Those that may be come first in a set, and sets that are kept for a block end with them. */

static void set(const struct liveness *k, uint64_t *words, uint32_t reg)
{
    words[k->bit[reg] / 64] |= UINT64_C(1) << k->bit[reg] % 64;
}

static void clear(const struct liveness *k, uint64_t *words, uint32_t reg)
{
    words[k->bit[reg] / 64] &= ~(UINT64_C(1) << k->bit[reg] % 64);
}

static bool has(const struct liveness *k, const uint64_t *words, uint32_t reg)
{
    return words[k->bit[reg] / 64] >> k->bit[reg] % 64 & 1;
}

/* A group of copies reads before it writes: the writes come first on the way back. */
static uint32_t group_start(const struct wfs_code *code, uint32_t at, uint32_t first)
{
    while (at != first && code->insn[code->insn[at].prev].op == WFS_OP_COPY &&
           code->insn[code->insn[at].prev].frame == code->insn[at].frame)
        at = code->insn[at].prev;
    return at;
}

typedef void visit_fn(struct liveness *k, uint32_t at, uint32_t reg, uint64_t *live, uint32_t block_start);

/* Either may be NULL. */
static void walk_one(struct liveness *k, uint32_t at, uint64_t *live, uint32_t start, visit_fn *def, visit_fn *use)
{
    const struct wfs_insn *n = &k->code->insn[at];
    const wfs_val operand[3] = {n->a, n->b, n->c};

    if (def && n->dst && !wfs_is_partial(n))
        def(k, at, n->dst, live, start);
    for (unsigned i = 0; use && i < 3; i++)
        if (operand[i].kind == WFS_REG)
            use(k, at, operand[i].bits, live, start);
    if (use && wfs_is_partial(n))
        use(k, at, n->dst, live, start);
}

/* Backwards over a block; `live` is what is live behind it, and then before it. */
static void walk(struct liveness *k, const struct block *b, uint64_t *live, visit_fn *def, visit_fn *use)
{
    const struct wfs_code *code = k->code;
    const uint32_t start = 2 * k->live->position[b->first];

    for (uint32_t at = b->last;; at = code->insn[at].prev) {
        const uint32_t begin = code->insn[at].op == WFS_OP_COPY ? group_start(code, at, b->first) : at;
        const uint32_t end = code->insn[begin].prev;
        for (uint32_t i = at; i != end; i = code->insn[i].prev)
            walk_one(k, i, live, start, def, NULL);
        for (uint32_t i = at; i != end; i = code->insn[i].prev)
            walk_one(k, i, live, start, NULL, use);
        at = begin;
        if (at == b->first)
            return;
    }
}

static void unset(struct liveness *k, uint32_t at, uint32_t reg, uint64_t *live, uint32_t start)
{
    (void)at; (void)start;
    clear(k, live, reg);
}

static void put(struct liveness *k, uint32_t at, uint32_t reg, uint64_t *live, uint32_t start)
{
    (void)at; (void)start;
    set(k, live, reg);
}

struct mention {
    uint32_t *block;                    /* [regs] 1 + the block that names a register */
    bool *shared;                       /* [regs] it may be live from block to block */
};

static void mention(struct mention *m, uint32_t reg, uint32_t block, bool whole)
{
    m->shared[reg] = m->shared[reg] || (m->block[reg] ? m->block[reg] != block + 1 : !whole);
    m->block[reg] = block + 1;
}

/* Forwards; a group of copies reads before it writes. */
static void find_mentions(const struct liveness *k, struct mention *m)
{
    const struct wfs_code *code = k->code;

    for (uint32_t b = 0; b < k->blocks; b++)
        for (uint32_t at = k->block[b].first, past = code->insn[k->block[b].last].next; at != past;
             at = code->insn[at].next) {
            const struct wfs_insn *n = &code->insn[at];
            const wfs_val operand[3] = {n->a, n->b, n->c};
            for (unsigned i = 0; i < 3; i++)
                if (operand[i].kind == WFS_REG)
                    mention(m, operand[i].bits, b, false);
            if (n->dst)
                mention(m, n->dst, b, !wfs_is_partial(n) && n->op != WFS_OP_COPY);
        }
}

static void number_bits(struct liveness *k)
{
    const struct wfs_code *code = k->code;
    struct mention m = {wfs_new(code->env, code->regs, sizeof *m.block), wfs_new(code->env, code->regs, 1)};
    uint32_t bits = 0;

    find_mentions(k, &m);
    k->bit = wfs_new(code->env, code->regs, sizeof *k->bit);
    k->reg = wfs_new(code->env, code->regs, sizeof *k->reg);
    for (unsigned pass = 0; pass < 2; pass++) {
        for (uint32_t reg = 1; reg < code->regs; reg++)
            if (m.shared[reg] == (pass == 0)) {
                k->reg[bits] = reg;
                k->bit[reg] = bits++;
            }
        if (pass == 0)
            k->words = (bits + 63) / 64;
    }
    k->all = (bits + 63) / 64 + 1;
}

static void live_out(const struct liveness *k, const struct block *b, uint64_t *out)
{
    for (size_t w = 0; w < k->words; w++)
        out[w] =
            (b->next[0] ? k->in[b->next[0] * k->words + w] : 0) | (b->next[1] ? k->in[b->next[1] * k->words + w] : 0);
}

static void solve(struct liveness *k)
{
    uint64_t *live = wfs_new(k->code->env, k->all, sizeof *live);
    bool changed = true;

    while (changed) {
        changed = false;
        for (uint32_t b = k->blocks; b-- > 0;) {
            uint64_t *in = k->in + b * k->words;
            live_out(k, &k->block[b], live);
            walk(k, &k->block[b], live, unset, put);
            for (size_t w = 0; w < k->words; w++) {
                changed |= (live[w] & ~in[w]) != 0;
                in[w] |= live[w];
            }
        }
    }
}

/* ---- ranges ---- */

/* Blocks and instructions come from the last to the first, so a register's ranges grow at their front; they are kept in
 * that order. */
static void add_range(struct liveness *k, uint32_t reg, uint32_t start, uint32_t end)
{
    struct wfs_live *v = k->live;
    struct wfs_range *newest = v->ranges[reg] ? &v->range[reg][v->ranges[reg] - 1] : NULL;

    if (newest && newest->start <= end) {
        if (start < newest->start)
            newest->start = start;
        return;
    }
    v->range[reg] = wfs_grow(k->code->env, v->range[reg], v->ranges[reg], &k->room[reg], sizeof **v->range);
    v->range[reg][v->ranges[reg]++] = (struct wfs_range){start, end};
}

static void range_of_use(struct liveness *k, uint32_t at, uint32_t reg, uint64_t *live, uint32_t start)
{
    if (has(k, live, reg))
        return;
    set(k, live, reg);
    add_range(k, reg, start, 2 * k->live->position[at] + 1);
}

static void range_of_def(struct liveness *k, uint32_t at, uint32_t reg, uint64_t *live, uint32_t start)
{
    const uint32_t here = 2 * k->live->position[at] + 1;

    (void)start;
    if (has(k, live, reg)) {
        k->live->range[reg][k->live->ranges[reg] - 1].start = here;
        clear(k, live, reg);
    } else {
        add_range(k, reg, here, here + 1);
    }
}

static void make_ranges(struct liveness *k)
{
    uint64_t *live = wfs_new(k->code->env, k->all, sizeof *live);

    for (uint32_t b = k->blocks; b-- > 0;) {
        const uint32_t start = 2 * k->live->position[k->block[b].first],
                       end = 2 * k->live->position[k->block[b].last] + 2;
        live_out(k, &k->block[b], live);
        for (size_t w = 0; w < k->words; w++)
            for (uint64_t bits = live[w]; bits; bits &= bits - 1) {
                uint32_t bit = 0;
                while (!(bits >> bit & 1))
                    bit++;
                add_range(k, k->reg[64 * w + bit], start, end);
            }
        walk(k, &k->block[b], live, range_of_def, range_of_use);
    }
    for (uint32_t reg = 1; reg < k->code->regs; reg++) {
        struct wfs_range *r = k->live->range[reg];
        for (uint32_t i = 0, n = k->live->ranges[reg]; i < n / 2; i++) {
            const struct wfs_range t = r[i];
            r[i] = r[n - 1 - i];
            r[n - 1 - i] = t;
        }
    }
}

void wfs_find_live(struct wfs_code *code, struct wfs_live *live)
{
    struct liveness *k = wfs_new(code->env, 1, sizeof *k);

    live->position = wfs_new(code->env, code->insns, sizeof *live->position);
    live->range = wfs_new(code->env, code->regs, sizeof *live->range);
    live->ranges = wfs_new(code->env, code->regs, sizeof *live->ranges);
    k->code = code;
    k->live = live;
    k->block_at = wfs_new(code->env, code->insns, sizeof *k->block_at);
    k->target = wfs_new(code->env, code->insns, sizeof *k->target);
    k->room = wfs_new(code->env, code->regs, sizeof *k->room);
    struct wfs_range *only = wfs_new(code->env, code->regs, sizeof *only);      /* of most registers */
    for (uint32_t reg = 1; reg < code->regs; reg++) {
        live->range[reg] = &only[reg];
        k->room[reg] = 1;
    }
    number(k);
    find_targets(k);
    find_blocks(k);
    number_bits(k);
    k->in = wfs_new(code->env, (size_t)k->blocks * k->words, sizeof *k->in);
    solve(k);
    make_ranges(k);
}

uint32_t *wfs_count_live(const struct wfs_code *code, const struct wfs_live *live)
{
    const uint32_t end = live->position[code->last];
    uint32_t *lives = wfs_new(code->env, (size_t)end + 2, sizeof *lives);

    for (uint32_t reg = 1; reg < code->regs; reg++)     /* first how many more there are than just before */
        for (uint32_t i = 0; i < live->ranges[reg]; i++) {
            const struct wfs_range r = live->range[reg][i];
            lives[r.start / 2] += code->reg[reg].quad ? 4 : 1;
            lives[(r.end - 1) / 2 + 1] -= code->reg[reg].quad ? 4 : 1;
        }
    for (uint32_t at = 0; at <= end; at++)
        lives[at + 1] += lives[at];
    return lives;
}
