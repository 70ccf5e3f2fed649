/* SPDX-License-Identifier: Apache-2.0
 * cases.c - OpSwitch: an if for each case, one after the other.
 *
 * Lanes that fall out of a case into the next one set a truth, and take part in the next if.  What a case begins with
 * (OpPhi, slots) is copied for the lanes that are chosen before the case in front of it begins, for those that fall in
 * at its end.
 */
#include "flow.h"

#include <string.h>

enum { QUICK = 64 };                    /* looks at a case that take a step of wfs_work */

struct cases {
    const wfs_val *selector;
    uint32_t words;                 /* of the selector and each literal */
    uint32_t merge, otherwise;      /* labels */
    uint32_t literals, *label;
    uint32_t (*literal)[2];
    /* labels of the cases with code, each once, a case that falls in behind the one it falls from */
    uint32_t count, *order;
    uint32_t *falls;                /* label into which case i falls, or 0 */
};

static void read_literals(struct wfs_lower *l, const struct wfs_block *b, struct cases *s)
{
    const uint32_t length = wfs_length_at(l->m, b->end);
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, b->end, 1));

    s->selector = v->word;
    s->words = v->words;
    s->otherwise = wfs_operand(l->m, b->end, 2);
    if (!v->word || v->words > 2 || (length - 3) % (s->words + 1))
        wfs_refuse(l->m, b->end, "its literals do not fit its selector");
    s->literals = (length - 3) / (s->words + 1);
    s->label = wfs_new(l->env, s->literals, sizeof *s->label);
    s->literal = wfs_new(l->env, s->literals, sizeof *s->literal);
    for (uint32_t i = 0; i < s->literals; i++) {
        const uint32_t n = 3 + i * (s->words + 1);
        for (uint32_t k = 0; k < s->words; k++)
            s->literal[i][k] = l->m->word[b->end + n + k];
        if (v->type->width < 32)
            s->literal[i][0] &= (1U << v->type->width) - 1;
        s->label[i] = l->m->word[b->end + n + s->words];
    }
}

/* ---- the order of the cases ---- */

/* Where a label first stands in a list; its count when it does not. */
static uint32_t index_of(const uint32_t *list, uint32_t count, uint32_t label)
{
    uint32_t i = 0;

    while (i < count && list[i] != label)
        i++;
    return i;
}

struct fall {
    const struct cases *s;
    uint32_t from, into;
    bool several;
};

static bool ends_case(struct wfs_lower *l, void *user, uint32_t label)
{
    struct fall *fall = user;
    struct wfs_construct *c;

    wfs_work(l->env, fall->s->count / QUICK);
    if (index_of(fall->s->order, fall->s->count, label) < fall->s->count) {
        fall->several |= fall->into && fall->into != label;
        if (label != fall->from)
            fall->into = label;
        return true;
    }
    return label == fall->s->merge || wfs_role_of(l, label, &c) != WFS_PLAIN;
}

static void pass(struct wfs_lower *l, void *user, const struct wfs_block *b)
{
    (void)l; (void)user; (void)b;
}

static void add_case(struct wfs_lower *l, struct cases *s, uint32_t label)
{
    wfs_work(l->env, s->count / QUICK);
    if (label != s->merge && index_of(s->order, s->count, label) == s->count)
        s->order[s->count++] = label;
}

/* Each chain of cases that fall into one another, from its first on. */
static void put_in_order(struct wfs_lower *l, const struct wfs_block *b, struct cases *s)
{
    uint32_t *order = wfs_new(l->env, s->count, sizeof *order), *falls = wfs_new(l->env, s->count, sizeof *falls),
             count = 0;

    for (uint32_t i = 0; i < s->count; i++) {
        wfs_work(l->env, s->count / QUICK);
        if (index_of(s->falls, s->count, s->order[i]) < s->count)
            continue;
        for (uint32_t k = i; k < s->count;) {
            if (count == s->count)
                wfs_refuse(l->m, b->end, "two of its cases fall into the same one");
            order[count] = s->order[k];
            falls[count] = s->falls[k];
            count++;
            k = s->falls[k] ? index_of(s->order, s->count, s->falls[k]) : s->count;
        }
    }
    if (count != s->count)
        wfs_refuse(l->m, b->end, "its cases fall into one another in a circle");
    memcpy(s->order, order, count * sizeof *order);
    memcpy(s->falls, falls, count * sizeof *falls);
}

static void find_order(struct wfs_lower *l, const struct wfs_block *b, struct cases *s)
{
    s->order = wfs_new(l->env, s->literals + 1, sizeof *s->order);
    s->falls = wfs_new(l->env, s->literals + 1, sizeof *s->falls);
    for (uint32_t i = 0; i < s->literals; i++)
        add_case(l, s, s->label[i]);
    add_case(l, s, s->otherwise);
    for (uint32_t i = 0; i < s->count; i++) {
        struct fall fall = {.s = s, .from = s->order[i]};
        wfs_search(l, s->order[i], ends_case, pass, &fall);
        if (fall.several)
            wfs_refuse(l->m, b->end, "a case falls into two others");
        s->falls[i] = fall.into;
    }
    put_in_order(l, b, s);
}

/* ---- the code ---- */

/* True for the lanes whose selector is a literal of the label; of the default label: is none of any other's. */
static wfs_val chosen(struct wfs_lower *l, const struct cases *s, uint32_t label)
{
    struct wfs_code *code = l->code;
    const bool is_default = label == s->otherwise;
    wfs_val any = wfs_const(0);

    wfs_work(l->env, s->literals / QUICK);
    for (uint32_t i = 0; i < s->literals; i++) {
        if ((s->label[i] == label) == is_default)
            continue;
        wfs_val here = wfs_eq(code, s->selector[0], wfs_const(s->literal[i][0]));
        if (s->words == 2)
            here = wfs_and(code, here, wfs_eq(code, s->selector[1], wfs_const(s->literal[i][1])));
        any = wfs_or(code, any, here);
    }
    return is_default ? wfs_lnot(code, any) : any;
}

/* The ways into a case: of the lanes that are chosen, and those that fall in.  They meet inside the if. */
static void begin_case(struct wfs_lower *l, uint32_t from, uint32_t marker, const struct wfs_edges *fallen,
                       uint32_t label)
{
    struct wfs_edge straight = {.marker = marker, .from = from, .next = fallen->first};

    wfs_join(l, &(struct wfs_edges){.first = &straight, .count = fallen->count + 1}, label);
}

/* On each way that falls out of a case: the lanes are in the next one too. */
static void mark_fallen(struct wfs_lower *l, const struct wfs_edges *fallen, wfs_val truth)
{
    const uint32_t back = l->code->at;

    for (const struct wfs_edge *e = fallen->first; e; e = e->next) {
        l->code->at = l->code->insn[e->marker].prev;
        wfs_copy(l->code, truth, wfs_const(1));
        l->code->at = back == l->code->insn[e->marker].prev ? l->code->at : back;
    }
}

static void lower_cases(struct wfs_lower *l, const struct wfs_block *b, struct wfs_construct *c, const struct cases *s,
                        const wfs_val *truth)
{
    struct wfs_edges fallen;            /* ways out of the case before into this one */
    wfs_val fell = wfs_const(0);        /* true in lanes that came by them */
    uint32_t ready = 0;                 /* marker in front of the case before, when that falls into this one */

    wfs_edges_init(&fallen);
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t marker = ready ? ready : wfs_marker(l);
        const wfs_val here = wfs_or(l->code, truth[i], fell);
        const size_t mark = l->changes;
        const bool all = wfs_is(here, 1);
        c->next_label = s->falls[i];
        ready = 0;
        fell = wfs_const(0);
        if (c->next_label) {
            fell = wfs_meeting(l->code);
            wfs_copy(l->code, fell, wfs_const(0));
            ready = wfs_marker(l);
        }
        wfs_edges_init(&c->next_case);
        if (!all)
            wfs_if(l->code, here);
        begin_case(l, b->label, marker, &fallen, s->order[i]);
        wfs_lower_blocks(l, wfs_block_of(l, s->order[i]));
        mark_fallen(l, &c->next_case, fell);
        wfs_undo_changes(l, mark);
        if (!all)
            wfs_flow(l->code, WF_OP_ENDIF);
        fallen = c->next_case;
    }
}

struct wfs_block *wfs_lower_switch(struct wfs_lower *l, const struct wfs_block *b)
{
    struct cases s = {.merge = wfs_operand(l->m, b->merge, 1)};
    struct wfs_construct *c = wfs_new(l->env, 1, sizeof *c);
    bool to_merge;

    read_literals(l, b, &s);
    find_order(l, b, &s);
    to_merge = s.otherwise == s.merge;
    for (uint32_t i = 0; i < s.literals; i++)
        to_merge |= s.label[i] == s.merge;
    wfs_open_construct(l, c, WFS_CASES, s.merge);
    wfs_val *truth = wfs_new(l->env, s.count, sizeof *truth);
    for (uint32_t i = 0; i < s.count; i++)
        truth[i] = chosen(l, &s, s.order[i]);
    if (to_merge)                       /* lanes that no case takes: their copies stand in front of all cases */
        wfs_add_edge(l, c, &c->merges, b->label, wfs_marker(l));
    lower_cases(l, b, c, &s, truth);
    wfs_close_construct(l, c, s.merge);
    return l->reached ? wfs_block_of(l, s.merge) : NULL;
}
