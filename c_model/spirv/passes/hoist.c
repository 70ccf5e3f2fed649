/* SPDX-License-Identifier: Apache-2.0
 * hoist.c - what is the same in every turn of a loop is computed in front of it.
 *
 * Arithmetic that stands in the loop itself, not in a branch; loads of what nobody writes, when each lane that comes to
 * the loop comes to them, or when they cannot be out of bounds.  Not much of it: what waits in a register for a whole
 * loop is one more that lives.
 */
#include "passes.h"

enum { MOST = 12 };                     /* operations of arithmetic out of one loop */

struct hoister {
    struct wfs_code *code;
    const struct wfs_target *target;
    uint32_t *order;                    /* [insns] position of an instruction, to tell what lies in a loop */
    uint32_t *first_def, *last_def;     /* [regs] positions of a register's definitions */
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

/* In front of the loop; its markers keep their places. */
static void move(struct hoister *k, uint32_t at, uint32_t loop)
{
    struct wfs_code *code = k->code;
    struct wfs_insn *n = &code->insn[at];

    wfs_unlink(code, at);
    n->prev = code->insn[loop].prev;
    n->next = loop;
    if (n->prev)
        code->insn[n->prev].next = at;
    else
        code->first = at;
    code->insn[loop].prev = at;
    k->order[at] = k->order[loop] - 1;          /* as far as comparisons with loops go */
    k->first_def[n->dst] = k->last_def[n->dst] = k->order[at];
}

/* The body of one loop.  Returns its endloop. */
static uint32_t one_loop(struct hoister *k, uint32_t loop)
{
    const struct wfs_code *code = k->code;
    unsigned arithmetic = 0, ifs = 0;
    bool reached = true;                /* nothing has left the loop on the way here */

    for (uint32_t at = code->insn[loop].next, next; at; at = next) {
        const struct wfs_insn *n = &code->insn[at];
        next = n->next;
        switch (n->op) {
        case WF_OP_LOOP: next = code->insn[one_loop(k, at)].next; reached = false; continue;
        case WF_OP_ENDLOOP: return at;
        case WF_OP_IF: ifs++; continue;
        case WF_OP_ENDIF: ifs--; continue;
        case WF_OP_BREAK: case WF_OP_BREAKIF: case WF_OP_CONTINUE: case WF_OP_RET: reached = false; continue;
        default: break;
        }
        if (can_go(k, n, loop, reached, ifs > 0, &arithmetic))
            move(k, at, loop);
    }
    return code->last;
}

void wfs_hoist(struct wfs_code *code, const struct wfs_target *target)
{
    struct hoister *k = wfs_new(code->env, 1, sizeof *k);

    k->code = code;
    k->target = target;
    k->order = wfs_new(code->env, code->insns, sizeof *k->order);
    k->first_def = wfs_new(code->env, code->regs, sizeof *k->first_def);
    k->last_def = wfs_new(code->env, code->regs, sizeof *k->last_def);
    number(k);
    for (uint32_t at = code->first; at; at = code->insn[at].next)
        if (code->insn[at].op == WF_OP_LOOP)
            at = one_loop(k, at);
}
