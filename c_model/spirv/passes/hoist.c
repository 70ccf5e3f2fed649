/* SPDX-License-Identifier: Apache-2.0
 * hoist.c - what is the same in every turn of a loop is computed in front of it.
 *
 * Arithmetic that stands in the loop itself, not in a branch; loads of what nobody writes, when each lane that comes to
 * the loop comes to them, or when they cannot be out of bounds.  Not much of it: what waits in a register for a whole
 * loop is one more that lives.  Nothing where the registers are needed for what lives in the loop anyway.  Quads whose
 * words are the same in every turn are put together in front of it too: keys, masks, operands of 64-bit atomics.
 */
#include "passes.h"

enum {
    MOST = 12,                          /* operations of arithmetic out of one loop */
    SPARE = 2                           /* registers that allocation needs for constants and copies */
};

struct hoister {
    struct wfs_code *code;
    const struct wfs_target *target;
    uint32_t *order;                    /* [insns] position of an instruction, to tell what lies in a loop */
    uint32_t *first_def, *last_def;     /* [regs] positions of a register's definitions */
    struct wfs_live live;
    uint32_t *lives;                    /* [positions in `live`] registers that hold something there */
};

static void number(struct hoister *k)
{
    const struct wfs_code *code = k->code;
    uint32_t n = 0;

    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        const uint32_t dst = code->insn[at].dst;
        k->order[at] = ++n;
        if (!dst)
            continue;
        if (!k->first_def[dst])
            k->first_def[dst] = n;
        k->last_def[dst] = n;
    }
}

/* Every definition stands in front of the loop. */
static bool comes_before(const struct hoister *k, wfs_val v, uint32_t loop)
{
    return v.kind != WFS_REG || (k->last_def[v.bits] && k->last_def[v.bits] < k->order[loop]);
}

static bool is_in_bounds(const struct hoister *k, const struct wfs_insn *n)
{
    return wfs_is_const(n->a) && (uint64_t)n->a.bits + n->offset + 4 <= k->target->safe_bytes[n->buffer] &&
           (n->a.bits + n->offset) % 4 == 0;
}

static bool can_go(const struct hoister *k, const struct wfs_insn *n, uint32_t loop, bool reached, bool in_branch,
                   unsigned *arithmetic)
{
    if (!n->dst || n->pinned || k->code->reg[n->dst].quad || k->code->reg[n->dst].meeting)
        return false;
    if (!comes_before(k, n->a, loop) || !comes_before(k, n->b, loop) || !comes_before(k, n->c, loop))
        return false;
    if (n->op == WF_OP_GLD)
        return k->target->read_only[n->buffer] && ((reached && !in_branch) || is_in_bounds(k, n));
    if (in_branch || *arithmetic >= MOST || n->op == WF_OP_MOV ||
        !(wfs_is_pure(n->op) || wfs_is_value(n)))
        return false;
    ++*arithmetic;
    return true;
}

/* The words of a quad, one after the other: the last of them, when nothing else writes the quad and all words are there
 * before the loop; else 0. */
static uint32_t quad_can_go(const struct hoister *k, uint32_t at, uint32_t loop)
{
    const struct wfs_insn *insn = k->code->insn, *first = &insn[at];
    uint32_t last = at;

    if (first->op != WF_OP_MOV || !first->dst || !k->code->reg[first->dst].quad || wfs_is_partial(first))
        return 0;
    for (uint32_t i = at; i && insn[i].op == WF_OP_MOV && insn[i].dst == first->dst; i = insn[i].next) {
        if (!comes_before(k, insn[i].b, loop))
            return 0;
        last = i;
    }
    return k->last_def[first->dst] == k->order[last] ? last : 0;
}

/* In front of the loop; its markers keep their places. */
static void move(struct hoister *k, uint32_t at, uint32_t loop)
{
    const uint32_t dst = k->code->insn[at].dst;

    wfs_move_before(k->code, at, loop);
    k->order[at] = k->order[loop] - 1;          /* as far as comparisons with loops go */
    k->first_def[dst] = k->last_def[dst] = k->order[at];
}

static void move_words(struct hoister *k, uint32_t at, uint32_t last, uint32_t loop)
{
    for (uint32_t next; at != last; at = next) {
        next = k->code->insn[at].next;
        move(k, at, loop);
    }
    move(k, last, loop);
}

/* ---- registers ---- */

static void find_lives(struct hoister *k)
{
    wfs_find_live(k->code, &k->live);
    k->lives = wfs_count_live(k->code, &k->live);
}

static uint32_t end_of(const struct wfs_code *code, uint32_t loop)
{
    uint32_t at = code->insn[loop].next;

    for (int depth = 0; code->insn[at].op != WF_OP_ENDLOOP || depth > 0; at = code->insn[at].next)
        depth += (code->insn[at].op == WF_OP_LOOP) - (code->insn[at].op == WF_OP_ENDLOOP);
    return at;
}

/* How many more values may live through the whole loop. */
static uint32_t room_in(const struct hoister *k, uint32_t loop, uint32_t end)
{
    uint32_t most = SPARE;

    for (uint32_t at = k->live.position[loop]; at <= k->live.position[end]; at++)
        most = k->lives[at] + SPARE > most ? k->lives[at] + SPARE : most;
    return most < k->target->regs ? k->target->regs - most : 0;
}

/* ---- loops ---- */

/* The body of one loop.  Returns its endloop. */
static uint32_t one_loop(struct hoister *k, uint32_t loop)
{
    const struct wfs_code *code = k->code;
    const uint32_t end = end_of(code, loop);
    unsigned arithmetic = 0, ifs = 0;
    uint32_t room = room_in(k, loop, end), hoisted = 0;
    bool reached = true;                /* nothing has left the loop on the way here */

    for (uint32_t at = code->insn[loop].next, next; at != end; at = next) {
        const struct wfs_insn *n = &code->insn[at];
        next = n->next;
        switch (n->op) {
        case WF_OP_LOOP:
            next = code->insn[one_loop(k, at)].next;
            room = room_in(k, loop, end);
            reached = false;
            continue;
        case WF_OP_IF: ifs++; continue;
        case WF_OP_ENDIF: ifs--; continue;
        case WF_OP_BREAK: case WF_OP_BREAKIF: case WF_OP_CONTINUE: case WF_OP_RET: reached = false; continue;
        default: break;
        }
        const uint32_t last = ifs == 0 && hoisted + 4 <= room ? quad_can_go(k, at, loop) : 0;
        if (last) {
            next = code->insn[last].next;
            move_words(k, at, last, loop);
            hoisted += 4;
            continue;
        }
        if (hoisted < room && can_go(k, n, loop, reached, ifs > 0, &arithmetic)) {
            move(k, at, loop);
            hoisted++;
        }
    }
    for (uint32_t at = k->live.position[loop]; at <= k->live.position[end]; at++)
        k->lives[at] += hoisted;
    return end;
}

static bool has_loop(const struct wfs_code *code)
{
    for (uint32_t at = code->first; at; at = code->insn[at].next)
        if (code->insn[at].op == WF_OP_LOOP)
            return true;
    return false;
}

void wfs_hoist(struct wfs_code *code, const struct wfs_target *target)
{
    if (!has_loop(code))
        return;
    const struct wfs_arena before = wfs_begin_pass(code->env);
    struct hoister *k = wfs_new(code->env, 1, sizeof *k);
    k->code = code;
    k->target = target;
    k->order = wfs_new(code->env, code->insns, sizeof *k->order);
    k->first_def = wfs_new(code->env, code->regs, sizeof *k->first_def);
    k->last_def = wfs_new(code->env, code->regs, sizeof *k->last_def);
    number(k);
    find_lives(k);
    for (uint32_t at = code->first; at; at = code->insn[at].next)
        if (code->insn[at].op == WF_OP_LOOP)
            at = one_loop(k, at);
    wfs_end_pass(code->env, before);
}
