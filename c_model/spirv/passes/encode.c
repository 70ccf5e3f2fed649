/* SPDX-License-Identifier: Apache-2.0
 * encode.c - the words: copies of a group one after the other, nesting levels, jump targets (docs/isa.md, "Control flow
 * in the word").
 */
#include "passes.h"

#include <string.h>

struct open {
    uint32_t top;                       /* instruction: if or loop */
    size_t top_word, opener;            /* words: of it; of the if, else, loop or continuing whose part is open */
    /* 1 + last word whose target is the end of this part; chained by encoder.link */
    size_t waiting;
};

struct encoder {
    struct wfs_code *code;
    bool both_halves;                   /* a wave has lanes in the high half of the device's */
    const uint8_t *reg;
    struct wfs_words *out;
    size_t *link;
    size_t room, place_room, how_room, link_room;
    struct open open[WF_MAX_LEVEL + 1];
    unsigned depth;
    uint8_t *level;                     /* [insns] of each loop */
    uint32_t place;
    uint8_t how;
};

/* ---- words ---- */

static void put(struct encoder *k, const struct wf_insn *insn)
{
    struct wfs_env *env = k->code->env;
    struct wfs_words *out = k->out;

    if (out->count == WF_MAX_CODE)
        wfs_fail(env, "the code has more than %d instructions", (int)WF_MAX_CODE);
    out->word = wfs_grow_lasting(env, out->word, out->count, &k->room, sizeof *out->word);
    out->place = wfs_grow_lasting(env, out->place, out->count, &k->place_room, sizeof *out->place);
    out->how = wfs_grow_lasting(env, out->how, out->count, &k->how_room, sizeof *out->how);
    k->link = wfs_grow(env, k->link, out->count, &k->link_room, sizeof *k->link);
    k->link[out->count] = 0;
    out->place[out->count] = k->place;
    out->how[out->count] = k->how;
    out->word[out->count++] = wf_insn_encode(insn);
}

static void set_target(struct encoder *k, size_t at, size_t target)
{
    k->out->word[at] = (k->out->word[at] & 0x0000ffffffffffffU) | (uint64_t)(target & 0xffff) << 48;
}

static uint8_t lane_reg(const struct encoder *k, wfs_val v)
{
    return v.kind == WFS_REG ? (uint8_t)(k->reg[v.bits] + v.word) : 0;
}

/* ---- copies ---- */

/* A copy between lane registers that is still to be made; from a constant when `constant`. */
struct move {
    uint8_t to, from;
    bool constant, done;
    uint32_t bits;
};

static void mov(struct encoder *k, const struct move *m)
{
    put(k, &(struct wf_insn){.op = WF_OP_MOV, .dst = m->to, .b = m->constant ? 0 : m->from, .has_imm = m->constant,
                             .imm = m->constant ? m->bits : 0});
}

static bool is_read(const struct move *move, size_t count, uint8_t reg)
{
    for (size_t i = 0; i < count; i++)
        if (!move[i].done && !move[i].constant && move[i].from == reg)
            return true;
    return false;
}

/* Swap two registers without a third. */
static void swap(struct encoder *k, uint8_t x, uint8_t y)
{
    put(k, &(struct wf_insn){.op = WF_OP_XOR, .dst = x, .a = x, .b = y});
    put(k, &(struct wf_insn){.op = WF_OP_XOR, .dst = y, .a = x, .b = y});
    put(k, &(struct wf_insn){.op = WF_OP_XOR, .dst = x, .a = x, .b = y});
}

/* Those whose target nobody reads any more, until only circles are left; a swap makes a circle shorter by one. */
static void sequentialize(struct encoder *k, struct move *move, size_t count)
{
    for (size_t left = count; left;) {
        bool any = false;
        for (size_t i = 0; i < count; i++) {
            if (move[i].done || is_read(move, count, move[i].to))
                continue;
            mov(k, &move[i]);
            move[i].done = any = true;
            left--;
        }
        if (any)
            continue;
        for (size_t i = 0; i < count; i++) {
            if (move[i].done)
                continue;
            const uint8_t x = move[i].to, y = move[i].from;
            swap(k, x, y);
            move[i].done = true;
            left--;
            for (size_t j = 0; j < count; j++)          /* what stood in x stands in y now, and the other way round */
                if (!move[j].done && !move[j].constant && (move[j].from == x || move[j].from == y)) {
                    move[j].from = move[j].from == x ? y : x;
                    if (move[j].from == move[j].to) {
                        move[j].done = true;
                        left--;
                    }
                }
            break;
        }
    }
}

/* Returns the last instruction of the group. */
static uint32_t copies(struct encoder *k, uint32_t at)
{
    const struct wfs_code *code = k->code;
    const uint32_t frame = code->insn[at].frame;
    struct move *move = NULL;
    size_t count = 0, room = 0;

    for (;; at = code->insn[at].next) {
        const struct wfs_insn *n = &code->insn[at];
        const struct move m = {.to = k->reg[n->dst], .from = lane_reg(k, n->b), .constant = wfs_is_const(n->b),
                               .bits = n->b.bits};
        if (k->reg[n->dst] != UINT8_MAX && (m.constant || m.to != m.from))
            WFS_APPEND(code->env, move, count, room, m);
        const struct wfs_insn *next = n->next ? &code->insn[n->next] : NULL;
        if (!next || next->op != WFS_OP_COPY || next->frame != frame)
            break;
    }
    sequentialize(k, move, count);
    return at;
}

/* ---- control flow ---- */

static void wait_for_next(struct encoder *k)
{
    const size_t at = k->out->count - 1;

    if (!k->depth) {
        set_target(k, at, at + 1);
        return;
    }
    k->link[at] = k->open[k->depth].waiting;
    k->open[k->depth].waiting = at + 1;
}

/* A part of the innermost construct ends at `target`. */
static void meet(struct encoder *k, size_t target)
{
    struct open *top = &k->open[k->depth];

    for (size_t at = top->waiting; at; at = k->link[at - 1])
        set_target(k, at - 1, target);
    top->waiting = 0;
    set_target(k, top->opener, target);
}

static void flow_word(struct encoder *k, uint8_t op, uint8_t level, uint8_t a, uint16_t back)
{
    put(k, &(struct wf_insn){.op = op, .mod = level, .a = a, .back = back});
}

static void begin(struct encoder *k, uint32_t at)
{
    const struct wfs_insn *n = &k->code->insn[at];

    if (k->depth == WF_MAX_LEVEL)
        wfs_fail(k->code->env, "if and loop nest more than %d deep", (int)WF_MAX_LEVEL);
    flow_word(k, n->op, (uint8_t)(k->depth + 1), lane_reg(k, n->a), 0);
    k->depth++;
    k->level[at] = (uint8_t)k->depth;
    k->open[k->depth] = (struct open){.top = at, .top_word = k->out->count - 1, .opener = k->out->count - 1};
}

static void next_part(struct encoder *k, uint8_t op)
{
    meet(k, k->out->count);
    flow_word(k, op, (uint8_t)k->depth, 0, 0);
    k->open[k->depth].opener = k->out->count - 1;
}

static void end(struct encoder *k, uint8_t op)
{
    const size_t top = k->open[k->depth].top_word;

    meet(k, k->out->count);
    flow_word(k, op, (uint8_t)k->depth, 0, op == WF_OP_ENDLOOP ? (uint16_t)(top + 1) : 0);
    k->depth--;
    wait_for_next(k);
}

static void leave(struct encoder *k, const struct wfs_insn *n)
{
    flow_word(k, n->op, k->level[n->frame], n->op == WF_OP_BREAKIF ? lane_reg(k, n->a) : 0, 0);
    wait_for_next(k);
}

static bool flow(struct encoder *k, uint32_t at)
{
    const struct wfs_insn *n = &k->code->insn[at];

    switch (n->op) {
    case WF_OP_IF: case WF_OP_LOOP: begin(k, at); return true;
    case WF_OP_ELSE: case WF_OP_CONTINUING: next_part(k, n->op); return true;
    case WF_OP_ENDIF: case WF_OP_ENDLOOP: end(k, n->op); return true;
    case WF_OP_BREAK: case WF_OP_BREAKIF: case WF_OP_CONTINUE: leave(k, n); return true;
    case WF_OP_RET: case WF_OP_DEMOTE:
        flow_word(k, n->op, 0, 0, 0);
        wait_for_next(k);
        return true;
    default: return false;
    }
}

/* ---- all ---- */

static void ordinary(struct encoder *k, const struct wfs_insn *n)
{
    const struct wf_op_info *info = wf_op_info(n->op);
    const bool immediate = wfs_is_const(n->b);
    struct wf_insn w = {.op = n->op, .mod = n->mod, .imm16 = n->offset, .no_dst = n->no_dst};

    if (info->unit == WF_UNIT_MEM || n->op == WF_OP_SIZE)
        w.mod = wf_op_is_table(n->op) ? 0 : n->buffer;
    if (info->unit == WF_UNIT_MEM && wf_op_is_atomic(n->op))
        w.imm16 = (uint16_t)(n->mod << 12 | n->offset);
    if (n->dst)
        w.dst = (uint8_t)(k->reg[n->dst] + n->dst_word);
    w.a = lane_reg(k, n->a);
    w.b = immediate ? 0 : lane_reg(k, n->b);
    w.c = lane_reg(k, n->c);
    w.has_imm = immediate;
    w.imm = immediate ? n->b.bits : 0;
    if (n->op == WF_OP_MOV && !immediate && w.b == w.dst)
        return;
    put(k, &w);
    if (wf_op_is_atomic64(n->op) && k->both_halves) {
        w.imm16 |= WF_HALF_HIGH;
        put(k, &w);
    }
}

static bool is_continued(const struct wfs_code *code, uint32_t loop)
{
    for (uint32_t at = code->insn[loop].next; at; at = code->insn[at].next)
        if (code->insn[at].op == WF_OP_CONTINUE && code->insn[at].frame == loop)
            return true;
    return false;
}

void wfs_encode(struct wfs_code *code, const struct wfs_target *target, const uint8_t *reg, struct wfs_words *out)
{
    const struct wfs_arena before = wfs_begin_pass(code->env);
    struct encoder *k = wfs_new(code->env, 1, sizeof *k);

    k->code = code;
    k->both_halves = target->wave_size > target->lanes / 2;
    k->reg = reg;
    k->out = out;
    k->level = wfs_new(code->env, code->insns, 1);
    memset(out, 0, sizeof *out);
    if (code->scratch_wave)
        code->insn[code->scratch_wave].b = wfs_const(target->scratch_words * target->wave_size * 4);
    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        const struct wfs_insn *n = &code->insn[at];
        k->place = n->place;
        k->how = n->how;
        if (n->op == WFS_OP_MARK)
            continue;
        if (n->op == WFS_OP_COPY) {
            at = copies(k, at);
            continue;
        }
        if (n->op == WF_OP_CONTINUING && !is_continued(code, k->open[k->depth].top))
            continue;                   /* nobody jumps there any more */
        if (!flow(k, at))
            ordinary(k, n);
    }
    wfs_end_pass(code->env, before);
}
