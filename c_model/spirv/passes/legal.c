/* SPDX-License-Identifier: Apache-2.0
 * legal.c - constants into registers where the instruction word has no room for them.
 *
 * Inside loops a constant is made once, in front of the outermost loop; elsewhere right before its first use, and used
 * again where that comes before.  spill.c makes it anew at each use when registers are short.
 */
#include "passes.h"

struct made {
    struct made *older;
    uint32_t bits, reg;
};

struct legalizer {
    struct wfs_code *code;
    struct made *newest;
    struct made *at_depth[2 * WF_MAX_LEVEL + 2];    /* newest when the region began */
    unsigned depth, loops;
    uint32_t outermost;                             /* the outermost loop, or 0 */
    struct made *in_loop;
};

static bool takes_immediate(const struct wfs_insn *n)
{
    const struct wf_op_info *info = wf_op_info(n->op);

    return info && wf_format_allows_imm(info->format);
}

static uint32_t find(const struct made *list, uint32_t bits)
{
    for (; list; list = list->older)
        if (list->bits == bits)
            return list->reg;
    return 0;
}

static struct made *remember(struct legalizer *g, struct made *older, uint32_t bits, uint32_t reg)
{
    struct made *m = wfs_new(g->code->env, 1, sizeof *m);

    *m = (struct made){.older = older, .bits = bits, .reg = reg};
    return m;
}

static uint32_t make(struct legalizer *g, uint32_t before, uint32_t bits)
{
    const uint32_t reg = wfs_new_reg(g->code, false, false);

    g->code->at = g->code->insn[before].prev;
    wfs_emit(g->code, &(struct wfs_insn){.op = WF_OP_MOV, .dst = reg, .b = wfs_const(bits),
                                         .place = g->code->insn[before].place});
    return reg;
}

static void into_register(struct legalizer *g, uint32_t at, wfs_val *v)
{
    uint32_t reg = find(g->newest, v->bits);

    if (!reg && g->outermost) {
        reg = find(g->in_loop, v->bits);
        if (!reg) {
            reg = make(g, g->outermost, v->bits);
            g->in_loop = remember(g, g->in_loop, v->bits, reg);
        }
    }
    if (!reg) {
        reg = make(g, at, v->bits);
        g->newest = remember(g, g->newest, v->bits, reg);
    }
    *v = wfs_reg_val(reg);
}

static void follow_regions(struct legalizer *g, uint32_t at)
{
    switch (g->code->insn[at].op) {
    case WF_OP_LOOP:
        if (g->loops++ == 0) {
            g->outermost = at;
            g->in_loop = NULL;
        }
        g->at_depth[++g->depth] = g->newest;
        break;
    case WF_OP_IF: g->at_depth[++g->depth] = g->newest; break;
    case WF_OP_ELSE: case WF_OP_CONTINUING: g->newest = g->at_depth[g->depth]; break;
    case WF_OP_ENDIF: g->newest = g->at_depth[g->depth--]; break;
    case WF_OP_ENDLOOP:
        g->newest = g->at_depth[g->depth--];
        if (--g->loops == 0)
            g->outermost = 0;
        break;
    default: break;
    }
}

void wfs_legal(struct wfs_code *code)
{
    const struct wfs_arena before = wfs_begin_pass(code->env);
    struct legalizer *g = wfs_new(code->env, 1, sizeof *g);

    g->code = code;
    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        struct wfs_insn n = code->insn[at];
        if (n.op != WFS_OP_COPY) {
            if (wfs_is_const(n.a))
                into_register(g, at, &n.a);
            if (wfs_is_const(n.b) && !takes_immediate(&n))
                into_register(g, at, &n.b);
            if (wfs_is_const(n.c))
                into_register(g, at, &n.c);
            code->insn[at].a = n.a;
            code->insn[at].b = n.b;
            code->insn[at].c = n.c;
        }
        follow_regions(g, at);
        if (g->depth >= 2 * WF_MAX_LEVEL)
            wfs_fail(code->env, "if and loop nest more than %d deep", (int)WF_MAX_LEVEL);
    }
    wfs_end_pass(code->env, before);
}
