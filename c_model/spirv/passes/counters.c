/* SPDX-License-Identifier: Apache-2.0
 * counters.c - how large a meeting register may become: for (i = 0; i < 64; i += 16) counts to 79, when the lanes that
 * leave the loop at 64 are gone.  So an index made of it needs no limit.
 *
 * A copy counts from a register m when it is m and a constant more; and then only in a loop that lanes leave by a test
 * of m before, at the loop's own level, and not around by way of a continue: no lane comes to the copy with more than
 * the test lets by.
 */
#include "passes.h"

#include <string.h>

#include "../code/bounds.h"

enum { DEPTH = 64, TESTS = 256, STEP = 1 << 16 };

struct test {
    uint32_t reg, limit;                /* who is still there has less in it */
};

struct counters {
    struct wfs_code *code;
    uint64_t *most;                     /* [regs] of the copies so far; more than a word: not known */
    bool is_loop[DEPTH], continued[DEPTH];      /* [depth] of what is open; lanes may have gone to its next turn */
    size_t tests_before[DEPTH];
    unsigned depth, too_deep;
    struct test test[TESTS];
    size_t tests;
};

static void open_construct(struct counters *k, bool is_loop)
{
    if (k->depth == DEPTH) {
        k->too_deep++;
        return;
    }
    k->is_loop[k->depth] = is_loop;
    k->continued[k->depth] = false;
    k->tests_before[k->depth++] = k->tests;
}

static void close_construct(struct counters *k)
{
    if (k->too_deep)
        k->too_deep--;
    else if (k->depth)
        k->tests = k->tests_before[--k->depth];
}

/* breakif m >= limit, directly in a loop. */
static void note_test(struct counters *k, const struct wfs_insn *n)
{
    const struct wfs_insn *test = wfs_maker(k->code, n->a);

    if (k->too_deep || !k->depth || !k->is_loop[k->depth - 1] || k->continued[k->depth - 1] || k->tests == TESTS)
        return;
    if (!test || (test->op != WF_OP_GEU && test->op != WF_OP_GES) || test->a.kind != WFS_REG ||
        !wfs_is_const(test->b) || !k->code->reg[test->a.bits].meeting || (int32_t)test->b.bits <= 0)
        return;
    k->test[k->tests++] = (struct test){test->a.bits, test->b.bits};
}

/* What m may be when it is copied to itself changed; more than a word: not known. */
static uint64_t counted(const struct counters *k, const struct wfs_insn *maker, uint32_t reg)
{
    if (maker->op == WF_OP_SHR && wfs_is_const(maker->b))
        return 0;                       /* no more than it was */
    for (size_t i = 0; i < k->tests; i++) {
        const uint64_t before = k->test[i].limit - 1;
        if (k->test[i].reg != reg)
            continue;
        if (maker->op == WF_OP_ADD && wfs_is_const(maker->b) && maker->b.bits < STEP)
            return before + maker->b.bits;
        if (maker->op == WF_OP_SHL && wfs_is_const(maker->b) && maker->b.bits < 32)
            return before << maker->b.bits;
    }
    return UINT64_MAX;
}

static void note_copy(struct counters *k, const struct wfs_insn *n)
{
    const struct wfs_insn *maker = wfs_maker(k->code, n->b);
    uint64_t most = wfs_bounds_of(k->code, n->b).most;

    if (most == UINT32_MAX)
        most = UINT64_MAX;
    if (maker && maker->a.kind == WFS_REG && maker->a.bits == n->dst) {
        const uint64_t from = counted(k, maker, n->dst);
        most = from < most ? from : most;
    }
    k->most[n->dst] = most > k->most[n->dst] ? most : k->most[n->dst];
}

static void look(struct counters *k)
{
    k->depth = k->too_deep = 0;
    k->tests = 0;
    for (uint32_t at = k->code->first; at; at = k->code->insn[at].next) {
        const struct wfs_insn *n = &k->code->insn[at];
        switch (n->op) {
        case WF_OP_IF: case WF_OP_LOOP: open_construct(k, n->op == WF_OP_LOOP); break;
        case WF_OP_ENDIF: case WF_OP_ENDLOOP: close_construct(k); break;
        case WF_OP_BREAKIF: note_test(k, n); break;
        case WF_OP_CONTINUE: memset(k->continued, true, sizeof k->continued); break;
        case WFS_OP_COPY: note_copy(k, n); break;
        default: break;
        }
    }
}

void wfs_bound_counters(struct wfs_code *code)
{
    const struct wfs_arena before = wfs_begin_pass(code->env);
    struct counters *k = wfs_new(code->env, 1, sizeof *k);

    k->code = code;
    k->most = wfs_new(code->env, code->regs, sizeof *k->most);
    look(k);
    for (uint32_t reg = 0; reg < code->regs; reg++)
        if (code->reg[reg].meeting && !code->reg[reg].quad && k->most[reg] <= INT32_MAX)
            code->reg[reg].below = (uint32_t)k->most[reg] + 1;
    wfs_end_pass(code->env, before);
}
