/* SPDX-License-Identifier: Apache-2.0
 * generate_loop.c - loops.  A counter that only the continue construct moves ends each: tested in the header, in the middle, or at the end.
 */
#include "generate_state.h"

enum test { AT_HEADER, IN_MIDDLE, AT_END };

struct loop {
    uint32_t header, before;        /* label; of the block in front of it */
    uint32_t counter, limit;
    kind carried[CARRIED];
    unsigned carries;
    uint32_t patch[CARRIED + 1];    /* words of the header's phis that hold the value of the next round, and behind it its block */
    struct target merge, next;
    enum test test;
    bool straight;                  /* the end of the body, and nothing else, leads to the continue target */
};

/* phi [first from before] [? from the block that goes back, still unknown] */
static uint32_t header_phi(struct gen *g, struct loop *l, unsigned at, kind k, uint32_t first)
{
    const uint32_t id = OP(g, OpPhi, type_of(g, k), first, l->before, 0, 0);

    l->patch[at] = g->b.section[BODY].n - 2;
    return id;
}

static void patch(struct gen *g, const struct loop *l, unsigned at, uint32_t id)
{
    if (g->b.failed)
        return;
    g->b.section[BODY].w[l->patch[at]] = id;
    g->b.section[BODY].w[l->patch[at] + 1] = g->label;
}

static uint32_t compare(struct gen *g, const struct loop *l, unsigned op, uint32_t counter)
{
    return OP(g, op, type_of(g, kind_of(BOOL, 1)), counter, l->limit);
}

static void write_header(struct gen *g, struct loop *l)
{
    uint32_t first[CARRIED];
    const uint32_t body = build_id(&g->b);

    for (unsigned k = 0; k < l->carries; k++)
        first[k] = pick(g, l->carried[k]);
    l->before = g->label;
    INSN(&g->b, BODY, OpBranch, l->header);
    begin_block(g, l->header);
    l->counter = header_phi(g, l, CARRIED, kind_of(U32, 1), build_u32(&g->b, 0));
    keep(g, kind_of(U32, 1), l->counter);
    for (unsigned k = 0; k < l->carries; k++)
        keep(g, l->carried[k], header_phi(g, l, k, l->carried[k], first[k]));
    if (l->test == AT_HEADER) {
        const uint32_t goes_on = compare(g, l, OpULessThan, l->counter);
        if (one_in(g, 2))
            random_arithmetic(g);
        add_edge(g, &l->merge);
        INSN(&g->b, BODY, OpLoopMerge, l->merge.label, l->next.label, below(g, 3));
        INSN(&g->b, BODY, OpBranchConditional, goes_on, body, l->merge.label);
    } else {
        random_arithmetic(g);
        INSN(&g->b, BODY, OpLoopMerge, l->merge.label, l->next.label, 0);
        INSN(&g->b, BODY, OpBranch, body);
    }
    begin_block(g, body);
}

static void write_body(struct gen *g, struct loop *l, write_statements *statements)
{
    struct open open = { .is_loop = true, .merge = &l->merge, .next = &l->next, .outer = g->open };
    const bool jumps = g->no_jumps;

    g->open = &open;
    g->loops++;
    g->no_jumps |= l->test == IN_MIDDLE;        /* all come to the test, in each round */
    statements(g, 1 + below(g, 3));
    g->no_jumps = jumps;
    if (l->test == IN_MIDDLE) {
        const uint32_t ends = compare(g, l, OpUGreaterThanEqual, l->counter), rest = build_id(&g->b);
        add_edge(g, &l->merge);
        INSN(&g->b, BODY, OpBranchConditional, ends, l->merge.label, rest);
        begin_block(g, rest);
        statements(g, 1 + below(g, 2));
    }
    l->straight = g->is_open && l->next.edges == 0;
    if (g->is_open)
        jump(g, &l->next);
    g->loops--;
    g->open = open.outer;
}

/* A continue construct that nothing reaches goes back all the same. */
static void write_unreached(struct gen *g, struct loop *l)
{
    begin_block(g, l->next.label);
    patch(g, l, CARRIED, build_u32(&g->b, 0));
    for (unsigned k = 0; k < l->carries; k++)
        patch(g, l, k, random_constant(g, l->carried[k]));
    INSN(&g->b, BODY, OpBranch, l->header);
    g->is_open = false;
}

static void write_continue(struct gen *g, struct loop *l, write_statements *statements)
{
    const bool jumps = g->no_jumps;
    uint32_t counter, goes_on;

    begin_block(g, l->next.label);
    write_phis(g, &l->next);
    g->no_jumps = true;
    if (one_in(g, 2))
        statements(g, 1);
    g->no_jumps = jumps;
    counter = OP(g, OpIAdd, u32_type(g), l->counter, build_u32(&g->b, 1));
    patch(g, l, CARRIED, counter);
    for (unsigned k = 0; k < l->carries; k++)
        patch(g, l, k, pick(g, l->carried[k]));
    if (l->test == AT_END) {
        goes_on = compare(g, l, OpULessThan, counter);
        add_edge(g, &l->merge);
        INSN(&g->b, BODY, OpBranchConditional, goes_on, l->header, l->merge.label);
    } else {
        INSN(&g->b, BODY, OpBranch, l->header);
    }
    g->is_open = false;
}

/* 1 to 4 rounds, or as many as a lane's value says. */
static uint32_t random_limit(struct gen *g)
{
    const kind u = kind_of(U32, 1);

    if (g->trip && one_in(g, 6))
        return g->trip;
    if (one_in(g, 3))
        return build_u32(&g->b, 1 + below(g, g->loops ? 2 : 4));
    return OP(g, OpBitwiseAnd, type_of(g, u), pick(g, u), build_u32(&g->b, g->loops ? 1 : 3));
}

void random_loop(struct gen *g, write_statements *statements)
{
    struct loop l = { .header = build_id(&g->b), .carries = below(g, CARRIED + 1), .test = (enum test)below(g, 3) };
    struct marks at_header, at_end;

    if (g->loops > 2)
        return;
    l.limit = random_limit(g);
    new_target(g, &l.merge);
    new_target(g, &l.next);
    for (unsigned k = 0; k < l.carries; k++)
        l.carried[k] = any_kind(g);
    write_header(g, &l);
    at_header = mark(g);
    write_body(g, &l, statements);
    if (l.next.edges == 0) {
        forget(g, &at_header);
        write_unreached(g, &l);
    } else {
        /* what one way alone leads to may be used behind it: values of the round in which a lane left */
        if (!l.straight)
            forget(g, &at_header);
        write_continue(g, &l, statements);
    }
    at_end = mark(g);
    if (l.test != AT_END || l.merge.edges > 1 || !l.straight)
        at_end = at_header;
    forget(g, &at_end);
    begin_merge(g, &l.merge);
}
