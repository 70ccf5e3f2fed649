/* SPDX-License-Identifier: Apache-2.0
 * unroll.c - short loops that count become straight code, turn by turn.
 *
 * Tried for loops that are small and leave by one branch, which compares constants, or what begins within known bounds,
 * as a thread's place in its group does.  Lowered with constants the branch decides itself in each turn.  When it does
 * not after all, or the turns become too much code, lowering begins anew (wfs_again) and leaves this loop as it is: so
 * of loops inside one another those inside go first.  A loop with two ways out is never unrolled: a value made in it
 * and used after it would differ with the turn in which a lane left.
 */
#include "flow.h"

#include "../code/bounds.h"

/* How much: turns; instructions of a module in one turn; of the lowered code in all turns. */
struct limits {
    uint32_t turns, turn, most;
};
static const struct limits USUAL = {16, 200, 1000},
                           INDEXES = {64, 200, 2000},           /* a turn indexes a variable, which may save memory */
                           ASKED = {1024, 4000, 8000};          /* the module has Unroll */
enum { ALL = 16000 };                   /* instructions of all loops */
enum { UNROLL = 1, DONT_UNROLL = 2 };   /* bits of the loop control of OpLoopMerge */

struct shape {
    uint32_t merge, instructions, exits;
    bool indexes;
    const struct wfs_block *exit;
};

static bool leaves(struct wfs_lower *l, void *user, uint32_t label)
{
    struct wfs_construct *c;

    return label == ((const struct shape *)user)->merge || wfs_role_of(l, label, &c) != WFS_PLAIN;
}

static void measure(struct wfs_lower *l, void *user, const struct wfs_block *b)
{
    struct shape *s = user;
    const uint32_t n = wfs_successors(l, b, NULL, 0);
    uint32_t *next = wfs_new(l->env, n, sizeof *next);
    struct wfs_construct *c;

    for (uint32_t at = b->first; at < b->end; at = wfs_after(l->m, at)) {
        s->instructions++;
        s->indexes |= wfs_indexes_variable(l, at);
    }
    wfs_successors(l, b, next, n);
    for (uint32_t i = 0; i < n; i++)
        if (next[i] == s->merge || wfs_role_of(l, next[i], &c) != WFS_PLAIN) {
            s->exits++;
            s->exit = b;
        }
    if (n == 0)
        s->exits++;                     /* returns */
}

/* What a number is when the loop begins, when it is a constant, was computed in front of the loop, is an OpPhi of
 * its header or a variable in slots.  A guess is enough here. */
static wfs_val at_entry(struct wfs_lower *l, uint32_t id)
{
    const struct wfs_id *def = wfs_id(l->m, id);

    if (def->op != WfsOpLoad) {
        const struct wfs_value *v = wfs_is_constant_id(l, id) ? wfs_value(l, id)
                                    : id < l->m->bound        ? l->value[id]
                                                              : NULL;
        return v && v->word && v->words == 1 ? v->word[0] : wfs_none();
    }
    const uint32_t variable = wfs_operand(l->m, def->at, 3);
    if (variable >= l->m->bound || !l->value[variable] || !l->value[variable]->pointer)
        return wfs_none();
    const struct wfs_pointer *p = l->value[variable]->pointer;
    return p->space == WFS_SLOTS && !p->elements && p->outside.kind == WFS_NONE && p->pointee->kind == WFS_INT &&
                   p->offset < l->slots
               ? l->slot[p->offset]
               : wfs_none();
}

/* The same, perhaps counted before it is compared. */
static struct wfs_bounds bounds_at_entry(struct wfs_lower *l, uint32_t id)
{
    const struct wfs_id *def = wfs_id(l->m, id);

    if (def->op != WfsOpIAdd && def->op != WfsOpISub)
        return wfs_bounds_of(l->code, at_entry(l, id));
    const struct wfs_bounds x = wfs_bounds_of(l->code, at_entry(l, wfs_operand(l->m, def->at, 3)));
    const struct wfs_bounds y = wfs_bounds_of(l->code, at_entry(l, wfs_operand(l->m, def->at, 4)));
    const uint32_t sign = def->op == WfsOpIAdd ? 1 : UINT32_MAX;
    return (struct wfs_bounds){x.least + sign * y.least, x.most + sign * y.most};
}

/* The branch out of the loop decides itself in the first turn, it seems. */
static bool seems_decided(struct wfs_lower *l, uint32_t condition)
{
    const struct wfs_id *cond = wfs_id(l->m, condition);

    if (cond->op < WfsOpIEqual || cond->op > WfsOpSLessThanEqual)
        return false;
    const struct wfs_bounds x = bounds_at_entry(l, wfs_operand(l->m, cond->at, 3)),
                            y = bounds_at_entry(l, wfs_operand(l->m, cond->at, 4));
    switch (cond->op) {
    case WfsOpIEqual: case WfsOpINotEqual:
        return x.most < y.least || x.least > y.most || (x.least == x.most && y.least == y.most);
    case WfsOpULessThan: case WfsOpSLessThan: case WfsOpUGreaterThanEqual: case WfsOpSGreaterThanEqual:
        return x.most < y.least || x.least >= y.most;
    default: return x.most <= y.least || x.least > y.most;
    }
}

/* How far to go; NULL: it is not worth trying. */
static const struct limits *worth_trying(struct wfs_lower *l, const struct wfs_block *header)
{
    struct shape s = {.merge = wfs_operand(l->m, header->merge, 1)};
    const uint32_t control = wfs_operand(l->m, header->merge, 3);

    if (l->kept[header->label] || control & DONT_UNROLL || l->unrolled > ALL)
        return NULL;
    wfs_search(l, header->label, leaves, measure, &s);
    const struct limits *limits = control & UNROLL ? &ASKED : s.indexes ? &INDEXES : &USUAL;
    if (s.exits != 1 || !s.exit || s.instructions > limits->turn ||
        wfs_op_at(l->m, s.exit->end) != WfsOpBranchConditional ||
        !seems_decided(l, wfs_operand(l->m, s.exit->end, 1)))
        return NULL;
    return limits;
}

/* Not this loop: begin anew. */
static void give_up(struct wfs_lower *l, uint32_t header)
{
    l->kept[header] = true;
    wfs_again(l->env);
}

static void turn(struct wfs_lower *l, struct wfs_construct *c, struct wfs_block *header, uint32_t target)
{
    struct wfs_construct *body = wfs_new(l->env, 1, sizeof *body);

    l->call = ++l->calls;               /* its blocks are visited again */
    wfs_edges_init(&c->back);
    l->reached = true;
    if (target == header->label) {
        wfs_lower_from_header(l, header);
        return;
    }
    wfs_open_construct(l, body, WFS_SELECTION, target);
    wfs_lower_from_header(l, header);
    wfs_close_construct(l, body, target);
    if (l->reached)
        wfs_lower_blocks(l, wfs_block_of(l, target));
}

bool wfs_unroll(struct wfs_lower *l, struct wfs_block *header)
{
    const uint32_t merge = wfs_operand(l->m, header->merge, 1), target = wfs_operand(l->m, header->merge, 2),
                   call = l->call;

    const struct limits *limits = worth_trying(l, header);
    if (!limits)
        return false;
    const size_t before = l->code->insns;
    const uint32_t unrolled = l->unrolled;
    struct wfs_construct *c = wfs_new(l->env, 1, sizeof *c);
    wfs_open_construct(l, c, WFS_TURNS, merge);
    c->header = header->label;
    for (uint32_t turns = 0;; turns++) {
        turn(l, c, header, target);
        l->unrolled = unrolled + (uint32_t)(l->code->insns - before);          /* those inside are counted once */
        if (c->back.count == 0)
            break;
        if (c->merges.count || c->back.count > 1 || turns == limits->turns || l->code->insns - before > limits->most)
            give_up(l, header->label);
        wfs_next_turn(l, header, c->back.first);
    }
    l->call = call;
    if (c->merges.count != 1)
        give_up(l, header->label);
    wfs_close_construct(l, c, merge);
    return true;
}
