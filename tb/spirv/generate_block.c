/* SPDX-License-Identifier: Apache-2.0
 * generate_block.c - blocks, and the targets that several of them branch to.
 */
#include "generate_state.h"

void begin_block(struct gen *g, uint32_t label)
{
    INSN(&g->b, BODY, OpLabel, label);
    g->label = label;
    g->is_open = true;
}

uint32_t begin_if(struct gen *g, uint32_t condition)
{
    const uint32_t yes = build_id(&g->b), merge = build_id(&g->b);

    INSN(&g->b, BODY, OpSelectionMerge, merge, 0);
    INSN(&g->b, BODY, OpBranchConditional, condition, yes, merge);
    begin_block(g, yes);
    return merge;
}

void end_if(struct gen *g, uint32_t merge)
{
    INSN(&g->b, BODY, OpBranch, merge);
    begin_block(g, merge);
}

void new_target(struct gen *g, struct target *t)
{
    *t = (struct target){ .label = build_id(&g->b), .phis = below(g, CARRIED + 1) };
    for (unsigned k = 0; k < t->phis; k++)
        t->phi[k] = any_kind(g);
}

void add_edge(struct gen *g, struct target *t)
{
    t->from[t->edges] = g->label;
    for (unsigned k = 0; k < t->phis; k++)
        t->value[t->edges][k] = pick(g, t->phi[k]);
    t->edges++;
}

bool has_room(const struct target *t)
{
    return t->edges + 2 < EDGES;
}

void jump(struct gen *g, struct target *t)
{
    add_edge(g, t);
    INSN(&g->b, BODY, OpBranch, t->label);
    g->is_open = false;
}

void write_phis(struct gen *g, struct target *t)
{
    for (unsigned k = 0; k < t->phis; k++) {
        uint32_t w[2 * EDGES];
        for (unsigned e = 0; e < t->edges; e++) {
            w[2 * e] = t->value[e][k];
            w[2 * e + 1] = t->from[e];
        }
        keep(g, t->phi[k], build_value(&g->b, OpPhi, type_of(g, t->phi[k]), w, 2 * t->edges));
    }
}

void begin_merge(struct gen *g, struct target *t)
{
    begin_block(g, t->label);
    if (t->edges) {
        write_phis(g, t);
        return;
    }
    build_insn(&g->b, BODY, OpUnreachable, NULL, 0);
    g->is_open = false;
}

uint32_t random_condition(struct gen *g)
{
    const kind u = kind_of(U32, 1);
    uint32_t few;

    if (!one_in(g, 3))
        return pick(g, kind_of(BOOL, 1));
    few = OP(g, OpBitwiseAnd, type_of(g, u), pick(g, u), build_u32(&g->b, 3));
    return OP(g, OpINotEqual, type_of(g, kind_of(BOOL, 1)), few, build_u32(&g->b, below(g, 4)));
}
