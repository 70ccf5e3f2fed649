/* SPDX-License-Identifier: Apache-2.0
 * interp_cases.c - what is known about the code before it runs: the labels of each OpSwitch, which case can fall into which, and that no
 * function calls itself.
 */
#include <string.h>

#include "interp_module.h"

/* Successors of the block with this terminator: the k-th, or 0. */
static uint32_t successor(const struct module *m, const struct insn *n, uint32_t k)
{
    const unsigned wide = n->op == OpSwitch && value_type(m, word_of(n, 0))->width == 64 ? 3 : 2;

    switch (n->op) {
    case OpBranch: return k == 0 ? word_of(n, 0) : 0;
    case OpBranchConditional: return k < 2 ? word_of(n, 1 + k) : 0;
    case OpSwitch: return k == 0 ? word_of(n, 1) : word_of(n, 1 + k * wide);
    default: return 0;
    }
}

static uint32_t case_number(const struct cases *cases, uint32_t label)
{
    for (uint32_t c = 0; c < cases->count; c++)
        if (cases->label[c] == label)
            return c;
    return UINT32_MAX;
}

struct search {
    struct module *m;
    const struct cases *cases;
    uint32_t header, merge;
    uint32_t *stack, *seen, round;  /* seen[id] == round: been there */
};

/* Marks the cases that case `p` reaches. */
static void search_from(struct search *s, uint32_t p, uint8_t *reaches)
{
    uint32_t depth = 0;

    s->round++;
    s->stack[depth++] = s->cases->label[p];
    while (depth) {
        const uint32_t block = s->stack[--depth];
        const struct insn *last = &s->m->code[id_of(s->m, block)->end];
        for (uint32_t k = 0, next; (next = successor(s->m, last, k)) != 0; k++) {
            const uint32_t c = case_number(s->cases, next);
            const struct id *d = id_of(s->m, next);
            if (d->op != OpLabel || next == s->header || next == s->merge)
                continue;
            if (c != UINT32_MAX && c != p)
                reaches[c * s->cases->count + p] = 1;
            if (c == UINT32_MAX && s->seen[next] != s->round) {
                s->seen[next] = s->round;
                s->stack[depth++] = next;
            }
        }
    }
}

/* A case that falls into one that falls into a third comes before that, too. */
static bool close_over(struct cases *cases, uint8_t *before)
{
    const uint32_t n = cases->count;
    bool any = false;

    for (uint32_t k = 0; k < n; k++)
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; b < n && before[a * n + k]; b++)
                before[a * n + b] |= before[k * n + b];
    for (uint32_t k = 0; k < n * n; k++)
        any |= before[k] != 0;
    return any;
}

static void add_cases(struct module *m, struct insn *n, uint32_t header, uint32_t merge, struct search *s)
{
    struct cases *cases = module_take(m, sizeof *cases);
    uint8_t *before;

    cases->label = module_take(m, (n->n + 1u) * sizeof *cases->label);
    for (uint32_t k = 0, label; (label = successor(m, n, k)) != 0; k++)
        if (label != merge && case_number(cases, label) == UINT32_MAX)
            cases->label[cases->count++] = label;
    n->cases = cases;
    if (cases->count > 1024)
        module_fail(m, n->offset, "an OpSwitch with more than 1024 labels");
    before = module_take(m, (size_t)cases->count * cases->count + 1);
    s->cases = cases;
    s->header = header;
    s->merge = merge;
    for (uint32_t p = 0; p < cases->count; p++)
        if (id_of(m, cases->label[p])->op == OpLabel)
            search_from(s, p, before);
    if (close_over(cases, before))
        cases->before = before;
}

static void check_calls(struct module *m, uint32_t function, uint8_t *state, unsigned depth)
{
    const struct id *d = id_of(m, function);

    if (state[function] == 2)
        return;
    if (d->op != OpFunction || !d->end)
        module_fail(m, NO_OFFSET, "a call of id %u, which is no function with a body", (unsigned)function);
    if (state[function] == 1 || depth > 256)
        module_fail(m, NO_OFFSET, "function %u calls itself, or calls are too deep", (unsigned)function);
    state[function] = 1;
    for (uint32_t at = d->at; m->code[at].op != OpFunctionEnd; at++)
        if (m->code[at].op == OpFunctionCall)
            check_calls(m, word_of(&m->code[at], 0) < m->bound ? word_of(&m->code[at], 0) : 0, state, depth + 1);
    state[function] = 2;
}

void module_check_code(struct module *m)
{
    struct search s = { .m = m };
    uint32_t header = 0;

    s.stack = module_take(m, (m->bound + 1) * sizeof *s.stack);
    s.seen = module_take(m, m->bound * sizeof *s.seen);
    for (uint32_t at = 1; at < m->insns; at++) {
        struct insn *n = &m->code[at];
        if (n->op == OpLabel)
            header = n->result;
        if (n->op != OpSwitch)
            continue;
        if (m->code[at - 1].op != OpSelectionMerge)
            module_fail(m, n->offset, "OpSwitch without OpSelectionMerge");
        add_cases(m, n, header, word_of(&m->code[at - 1], 0), &s);
    }
    check_calls(m, m->entry, module_take(m, m->bound), 0);
}
