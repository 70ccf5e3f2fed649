/* SPDX-License-Identifier: Apache-2.0
 * interp_flow.c - who runs with whom, as "SPV_KHR_maximal_reconvergence" says, section "Maximal Reconvergence".
 *
 * A merge instruction that a tangle executes opens a scope with these lanes.  A lane leaves it by branching to its merge block (or
 * continue target), to the one of an outer scope, or by returning.  Lanes that stand at the exit wait until no lane is inside, and then
 * go on as one tangle: those are all that did not escape.  A call is a scope, too, which ends behind the call.  Nowhere else do tangles
 * come together, but for one thing that the extension leaves open: a case of a switch waits for the lanes that may still fall into it from
 * a case before it.
 */
#include <string.h>

#include "interp_wave.h"

static void go(struct wave *w, struct lanes lanes, struct scope *top, uint32_t label);

static struct scope *open_scope(struct wave *w, enum scope_kind kind, struct scope *parent, struct lanes lanes)
{
    struct scope *s = w->free;

    if (s)
        w->free = s->next;
    else
        s = module_take(w->module, sizeof *s);
    *s = (struct scope){ .kind = kind, .parent = parent, .inside = lanes, .in_case = s->in_case, .room = s->room };
    return s;
}

static void close_scope(struct wave *w, struct scope *s)
{
    s->cases = NULL;
    s->dead = true;
    s->next = w->dead;
    w->dead = s;
}

/* Scopes that closed during the last step: nobody points at them any more. */
static void reuse_dead(struct wave *w)
{
    while (w->dead) {
        struct scope *s = w->dead;
        w->dead = s->next;
        s->next = w->free;
        w->free = s;
    }
}

static void start(struct wave *w, struct lanes lanes, struct scope *top, uint32_t block, uint32_t at)
{
    if (no_lanes(lanes))
        return;
    if (w->readies > MAX_LANES)
        module_fail(w->module, NO_OFFSET, "more tangles than lanes");
    w->ready[w->readies++] = (struct tangle){ .lanes = lanes, .top = top, .block = block, .at = at };
}

static void start_block(struct wave *w, struct lanes lanes, struct scope *top, uint32_t label)
{
    const struct id *d = id_of(w->module, label);

    if (d->op != OpLabel)
        module_fail(w->module, NO_OFFSET, "a branch to id %u, which is no label", (unsigned)label);
    start(w, lanes, top, label, d->at + 1);
}

/* Is nobody in a case that can fall into case c? */
static bool may_enter(const struct scope *s, uint32_t c)
{
    for (uint32_t p = 0; p < s->cases->count; p++)
        if (s->cases->before[c * s->cases->count + p] && !no_lanes(either(s->in_case[p], s->waiting[p])))
            return false;
    return true;
}

/* Lets those go on who wait for nobody any more. */
static void settle(struct wave *w, struct scope *s)
{
    struct lanes lanes;

    if (s->dead)
        return;
    for (uint32_t c = 0; s->cases && c < s->cases->count; c++) {
        if (no_lanes(s->waiting[c]) || !may_enter(s, c))
            continue;
        lanes = s->waiting[c];
        s->waiting[c] = (struct lanes){ 0 };
        s->in_case[c] = either(s->in_case[c], lanes);
        start_block(w, lanes, s, s->cases->label[c]);
    }
    if (!no_lanes(s->inside))
        return;
    lanes = s->arrived;
    close_scope(w, s);
    if (s->kind != IN_CALL)
        go(w, lanes, s->parent, s->exit);
    else if (s->call)
        start(w, lanes, s->parent, s->block, s->back);
    else
        w->ended = true;
}

/* The lanes are no longer inside of the scopes from `top` up to, without, `end`. */
static void leave(struct scope *top, const struct scope *end, struct lanes lanes)
{
    for (struct scope *s = top; s != end; s = s->parent) {
        s->inside = without(s->inside, lanes);
        for (uint32_t c = 0; s->cases && c < s->cases->count; c++)
            s->in_case[c] = without(s->in_case[c], lanes);
    }
}

static void settle_all(struct wave *w, struct scope *top, const struct scope *end)
{
    while (top != end) {
        struct scope *next = top->parent;
        settle(w, top);
        top = next;
    }
}

static bool case_of(const struct scope *s, uint32_t label, uint32_t *c)
{
    for (*c = 0; s->cases && *c < s->cases->count; ++*c)
        if (s->cases->label[*c] == label)
            return true;
    return false;
}

/* The innermost scope of the function whose exit `label` is, or NULL. */
static struct scope *exit_of(struct scope *s, uint32_t label)
{
    for (; s->kind != IN_CALL; s = s->parent)
        if (s->exit == label)
            return s;
    return NULL;
}

/* The lanes, which run in `top`, come to the label. */
static void go(struct wave *w, struct lanes lanes, struct scope *top, uint32_t label)
{
    struct scope *s = exit_of(top, label);
    uint32_t c;

    if (no_lanes(lanes))
        return;
    if (s) {
        leave(top, s->parent, lanes);
        s->arrived = either(s->arrived, lanes);
        settle_all(w, top, s->parent);
        return;
    }
    for (s = top; s->kind != IN_CALL; s = s->parent) {
        if (s->kind == IN_LOOP && s->header == label) {         /* the next round */
            leave(top, s, lanes);
            start_block(w, lanes, s, label);
            settle_all(w, top, s);
            return;
        }
        if (case_of(s, label, &c)) {                            /* falls into another case */
            leave(top, s, lanes);
            for (uint32_t k = 0; k < s->cases->count; k++)
                s->in_case[k] = without(s->in_case[k], lanes);
            s->waiting[c] = either(s->waiting[c], lanes);
            settle_all(w, top, s->parent);
            return;
        }
    }
    start_block(w, lanes, top, label);
}

void flow_begin(struct wave *w)
{
    const struct id *entry = id_of(w->module, w->module->entry);
    struct scope *s;

    w->readies = 0;
    if (no_lanes(w->live)) {
        w->ended = true;
        return;
    }
    s = open_scope(w, IN_CALL, NULL, w->live);
    start_block(w, w->live, s, w->module->code[entry->end].result);
}

void flow_merge(struct wave *w, struct tangle *t, const struct insn *n)
{
    if (n->op == OpSelectionMerge) {
        t->top = open_scope(w, IN_SELECTION, t->top, t->lanes);
        t->top->exit = word_of(n, 0);
        return;
    }
    if (t->top->kind != IN_LOOP || t->top->header != t->block) {
        t->top = open_scope(w, IN_LOOP, t->top, t->lanes);
        t->top->header = t->block;
        t->top->exit = word_of(n, 0);
    }
    t->top = open_scope(w, IN_ROUND, t->top, t->lanes);
    t->top->exit = word_of(n, 1);
}

void flow_branch(struct wave *w, const struct tangle *t, struct lanes lanes, uint32_t label)
{
    reuse_dead(w);
    for (unsigned lane = 0; lane < MAX_LANES; lane++)
        if (has_lane(lanes, lane))
            w->from[lane] = t->block;
    go(w, lanes, t->top, label);
}

static void open_cases(struct wave *w, struct scope *s, const struct cases *cases)
{
    s->cases = cases;
    if (s->room < cases->count) {
        s->in_case = module_take(w->module, 2 * cases->count * sizeof *s->in_case);
        s->room = cases->count;
    }
    s->waiting = s->in_case + cases->count;
    memset(s->in_case, 0, 2 * cases->count * sizeof *s->in_case);
}

void flow_switch(struct wave *w, const struct tangle *t, const struct insn *n, const uint32_t *target)
{
    struct scope *s = t->top;
    struct lanes left = t->lanes;

    reuse_dead(w);
    if (n->cases->before)
        open_cases(w, s, n->cases);
    /* first all that come to a case of it; whoever leaves may be what they wait for */
    for (unsigned lane = 0; lane < MAX_LANES; lane++) {
        uint32_t c;
        if (!has_lane(t->lanes, lane))
            continue;
        w->from[lane] = t->block;
        if (s->cases && !exit_of(s, target[lane]) && case_of(s, target[lane], &c)) {
            add_lane(&s->waiting[c], lane);
            left.w[lane >> 6] &= ~(UINT64_C(1) << (lane & 63));
        }
    }
    for (unsigned lane = 0; lane < MAX_LANES; lane++) {
        struct lanes same = { 0 };
        if (!has_lane(left, lane))
            continue;
        for (unsigned k = lane; k < MAX_LANES; k++)
            if (has_lane(left, k) && target[k] == target[lane])
                add_lane(&same, k);
        left = without(left, same);
        go(w, same, s, target[lane]);
    }
    settle(w, s);
}

void flow_call(struct wave *w, struct tangle *t, const struct insn *n)
{
    const struct id *function = id_of(w->module, word_of(n, 0));
    struct scope *s = open_scope(w, IN_CALL, t->top, t->lanes);

    s->call = n;
    s->block = t->block;
    s->back = t->at;
    t->top = s;
    t->block = w->module->code[function->end].result;
    t->at = function->end + 1;
}

static struct scope *caller(struct scope *s)
{
    while (s->kind != IN_CALL)
        s = s->parent;
    return s;
}

const struct scope *flow_caller(const struct tangle *t)
{
    return caller(t->top);
}

void flow_return(struct wave *w, const struct tangle *t)
{
    struct scope *s = caller(t->top);

    reuse_dead(w);
    leave(t->top, s->parent, t->lanes);
    s->arrived = either(s->arrived, t->lanes);
    settle_all(w, t->top, s->parent);
}

void flow_kill(struct wave *w, const struct tangle *t)
{
    reuse_dead(w);
    leave(t->top, NULL, t->lanes);
    settle_all(w, t->top, NULL);
}
