/* SPDX-License-Identifier: Apache-2.0
 * live.c - where each register holds a value that is still read, as one lane sees it.
 */
#include "blocks.h"
#include "passes.h"

struct liveness {
    struct wfs_code *code;
    struct wfs_live *live;
    struct wfs_straight *block;
    uint32_t blocks;
    uint32_t *bit, *reg;                /* [regs] place in sets, and back */
    size_t words, all;                  /* of a set: those that are kept for blocks, all */
    uint64_t *in;                       /* [blocks][words] */
    uint32_t *read, *written;           /* registers of those sets, by block: it reads before it writes; it writes */
    size_t reads, writes, read_room, written_room;
    size_t *read_before, *written_before;       /* [blocks + 1] how many of those are of earlier blocks */
};

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

struct mention {
    uint32_t *block;                    /* [regs] 1 + the block that names a register */
    bool *shared;                       /* [regs] it may be live from block to block */
    uint32_t *written;                  /* [regs] 1 + the last block that writes it */
    uint32_t *read;                     /* [regs] 1 + the last block that reads it before */
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

static void note_reads(struct liveness *k, struct mention *m, const struct wfs_insn *n, uint32_t block)
{
    const uint32_t dst = wfs_is_partial(n) ? n->dst : 0;
    const uint32_t reg[4] = {n->a.kind == WFS_REG ? n->a.bits : 0, n->b.kind == WFS_REG ? n->b.bits : 0,
                             n->c.kind == WFS_REG ? n->c.bits : 0, dst};

    for (unsigned i = 0; i < 4; i++) {
        if (!m->shared[reg[i]] || m->written[reg[i]] == block + 1 || m->read[reg[i]] == block + 1)
            continue;
        m->read[reg[i]] = block + 1;
        WFS_APPEND(k->code->env, k->read, k->reads, k->read_room, reg[i]);
    }
}

static void note_write(struct liveness *k, struct mention *m, const struct wfs_insn *n, uint32_t block)
{
    if (!m->shared[n->dst] || wfs_is_partial(n) || m->written[n->dst] == block + 1)
        return;
    m->written[n->dst] = block + 1;
    WFS_APPEND(k->code->env, k->written, k->writes, k->written_room, n->dst);
}

/* Of registers that may be live from block to block. */
static void note_block(struct liveness *k, struct mention *m, uint32_t block)
{
    const struct wfs_insn *insn = k->code->insn;
    const uint32_t past = insn[k->block[block].last].next;

    k->read_before[block] = k->reads;
    k->written_before[block] = k->writes;
    for (uint32_t at = k->block[block].first, end; at != past; at = end) {
        end = insn[at].next;
        while (insn[at].op == WFS_OP_COPY && end != past && insn[end].op == WFS_OP_COPY &&
               insn[end].frame == insn[at].frame)
            end = insn[end].next;
        for (uint32_t i = at; i != end; i = insn[i].next)
            note_reads(k, m, &insn[i], block);
        for (uint32_t i = at; i != end; i = insn[i].next)
            note_write(k, m, &insn[i], block);
    }
}

static void note_blocks(struct liveness *k, struct mention *m)
{
    m->read = wfs_new(k->code->env, k->code->regs, sizeof *m->read);
    m->written = wfs_new(k->code->env, k->code->regs, sizeof *m->written);
    k->read_before = wfs_new(k->code->env, k->blocks + 1, sizeof *k->read_before);
    k->written_before = wfs_new(k->code->env, k->blocks + 1, sizeof *k->written_before);
    for (uint32_t b = 0; b < k->blocks; b++)
        note_block(k, m, b);
    k->read_before[k->blocks] = k->reads;
    k->written_before[k->blocks] = k->writes;
}

/* Those that are live from block to block come first. */
static void number_bits(struct liveness *k)
{
    const struct wfs_code *code = k->code;
    struct mention m = {wfs_new(code->env, code->regs, sizeof *m.block), wfs_new(code->env, code->regs, 1), NULL, NULL};
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
    if (k->words)
        note_blocks(k, &m);
}

static void live_out(const struct liveness *k, const struct wfs_straight *b, uint64_t *out)
{
    for (size_t w = 0; w < k->words; w++)
        out[w] =
            (b->next[0] ? k->in[b->next[0] * k->words + w] : 0) | (b->next[1] ? k->in[b->next[1] * k->words + w] : 0);
}

static void solve(struct liveness *k)
{
    uint64_t *live = wfs_new(k->code->env, k->words, sizeof *live);
    bool changed = k->words > 0;

    while (changed) {
        changed = false;
        for (uint32_t n = k->blocks; n-- > 0;) {
            uint64_t *in = k->in + n * k->words;
            live_out(k, &k->block[n], live);
            for (size_t i = k->written_before[n]; i < k->written_before[n + 1]; i++)
                clear(k, live, k->written[i]);
            for (size_t i = k->read_before[n]; i < k->read_before[n + 1]; i++)
                set(k, live, k->read[i]);
            for (size_t w = 0; w < k->words; w++) {
                changed |= live[w] != in[w];
                in[w] = live[w];
            }
        }
    }
}

/* ---- ranges ---- */

/* Blocks and instructions come from the last to the first, so a register's ranges grow at their front; they are kept in
 * that order. */
static void add_range(struct liveness *k, uint32_t reg, uint32_t start, uint32_t end)
{
    struct wfs_span *s = &k->live->span[reg];
    struct wfs_range *newest = s->ranges ? &s->range[s->ranges - 1] : NULL;

    if (newest && newest->start <= end) {
        if (start < newest->start)
            newest->start = start;
        return;
    }
    if (s->ranges == s->room) {
        size_t room = s->room;
        s->range = wfs_grow(k->code->env, s->range, s->ranges, &room, sizeof *s->range);
        s->room = (uint32_t)room;
    }
    s->range[s->ranges++] = (struct wfs_range){start, end};
}

static void range_of_use(struct liveness *k, uint32_t reg, uint32_t here, uint64_t *live, uint32_t start)
{
    if (has(k, live, reg))
        return;
    set(k, live, reg);
    add_range(k, reg, start, 2 * here + 1);
}

static void range_of_def(struct liveness *k, uint32_t reg, uint32_t here, uint64_t *live)
{
    if (has(k, live, reg)) {
        struct wfs_span *s = &k->live->span[reg];
        s->range[s->ranges - 1].start = 2 * here + 1;
        clear(k, live, reg);
    } else {
        add_range(k, reg, 2 * here + 1, 2 * here + 2);
    }
}

/* Those of an instruction, or of a group of copies, whose writes come first on the way back. */
static void ranges_of_group(struct liveness *k, uint32_t first, uint32_t last, uint64_t *live, uint32_t start)
{
    const struct wfs_insn *insn = k->code->insn;
    const uint32_t here = k->live->position[last], before = insn[first].prev;

    for (uint32_t i = last; i != before; i = insn[i].prev)
        if (insn[i].dst && !wfs_is_partial(&insn[i]))
            range_of_def(k, insn[i].dst, here, live);
    for (uint32_t i = last; i != before; i = insn[i].prev) {
        const struct wfs_insn *n = &insn[i];
        if (n->a.kind == WFS_REG)
            range_of_use(k, n->a.bits, here, live, start);
        if (n->b.kind == WFS_REG)
            range_of_use(k, n->b.bits, here, live, start);
        if (n->c.kind == WFS_REG)
            range_of_use(k, n->c.bits, here, live, start);
        if (wfs_is_partial(n))
            range_of_use(k, n->dst, here, live, start);
    }
}

/* `live`: behind the block. */
static void ranges_of_block(struct liveness *k, const struct wfs_straight *b, uint64_t *live)
{
    const struct wfs_code *code = k->code;
    const uint32_t start = 2 * k->live->position[b->first], end = 2 * k->live->position[b->last] + 2;

    for (size_t w = 0; w < k->words; w++)
        for (uint64_t bits = live[w]; bits; bits &= bits - 1)
            add_range(k, k->reg[64 * w + (unsigned)__builtin_ctzll(bits)], start, end);
    for (uint32_t at = b->last, first;; at = code->insn[first].prev) {
        first = code->insn[at].op == WFS_OP_COPY ? group_start(code, at, b->first) : at;
        ranges_of_group(k, first, at, live, start);
        if (first == b->first)
            return;
    }
}

static void make_ranges(struct liveness *k)
{
    uint64_t *live = wfs_new(k->code->env, k->all, sizeof *live);

    for (uint32_t b = k->blocks; b-- > 0;) {
        live_out(k, &k->block[b], live);
        ranges_of_block(k, &k->block[b], live);
    }
    for (uint32_t reg = 1; reg < k->code->regs; reg++) {
        struct wfs_range *r = k->live->span[reg].range;
        for (uint32_t i = 0, n = k->live->span[reg].ranges; i < n / 2; i++) {
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
    live->span = wfs_new(code->env, code->regs, sizeof *live->span);
    struct wfs_range *only = wfs_new(code->env, code->regs, sizeof *only);      /* of most registers */
    for (uint32_t reg = 1; reg < code->regs; reg++)
        live->span[reg] = (struct wfs_span){.range = &only[reg], .room = 1};
    k->code = code;
    k->live = live;
    k->block = wfs_find_blocks(code, &k->blocks, live->position);
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
        for (uint32_t i = 0; i < live->span[reg].ranges; i++) {
            const struct wfs_range r = live->span[reg].range[i];
            lives[r.start / 2] += code->reg[reg].quad ? 4 : 1;
            lives[(r.end - 1) / 2 + 1] -= code->reg[reg].quad ? 4 : 1;
        }
    for (uint32_t at = 0; at <= end; at++)
        lives[at + 1] += lives[at];
    return lives;
}
