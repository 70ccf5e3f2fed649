/* SPDX-License-Identifier: Apache-2.0
 * generate_flow.c - statements: instructions, selections, switches, and the jumps out of them.
 *
 * A value may be used where its definition dominates: values of a block are forgotten where its construct ends, and come out of it by
 * phis only (but for those of a loop, see generate_loop.c).
 */
#include "generate_stage.h"

static void random_selection(struct gen *g)
{
    const uint32_t condition = random_condition(g), yes = build_id(&g->b);
    const bool has_else = one_in(g, 2);
    const struct marks m = mark(g);
    struct target merge;
    uint32_t no;

    new_target(g, &merge);
    no = has_else ? build_id(&g->b) : merge.label;
    if (!has_else)
        add_edge(g, &merge);
    INSN(&g->b, BODY, OpSelectionMerge, merge.label, below(g, 3));
    INSN(&g->b, BODY, OpBranchConditional, condition, yes, no);
    for (unsigned side = 0; side <= has_else; side++) {
        begin_block(g, side ? no : yes);
        random_statements(g, 1 + below(g, 4));
        if (!g->is_open && merge.edges && has(g, FEATURE_quirks) && one_in(g, 4))
            begin_block(g, build_id(&g->b));        /* nothing leads here, as compilers leave it behind a return */
        if (g->is_open)
            jump(g, &merge);
        forget(g, &m);
    }
    begin_merge(g, &merge);
}

enum { CASES = 6 };
struct switch_plan {
    unsigned cases;
    uint32_t label[CASES];
    bool falls[CASES];              /* case k may be fallen into from the one before it */
    struct target into[CASES];
};

/* Literals and labels of the cases, in the order in which they stand, so that a fall goes to the next. */
static void write_switch(struct gen *g, const struct switch_plan *p, kind k, uint32_t selector, uint32_t fallback)
{
    const bool wide = width_of(base_of(k)) == 64;
    uint32_t w[2 + CASES * 2 * 3], n = 0, literal = 0;

    w[n++] = selector;
    w[n++] = fallback;
    for (unsigned c = 0; c < p->cases; c++) {
        for (unsigned twice = 0; twice <= (unsigned)one_in(g, 4); twice++) {
            w[n++] = literal;
            if (wide)
                w[n++] = 0;
            w[n++] = p->label[c];
            literal += 1 + one_in(g, 4);
        }
    }
    build_insn(&g->b, BODY, OpSwitch, w, n);
}

static void write_case(struct gen *g, struct switch_plan *p, unsigned c, struct target *merge, const struct marks *m)
{
    const bool fallen = p->falls[c], next = c + 1 < p->cases && p->falls[c + 1];

    begin_block(g, p->label[c]);
    if (fallen)         /* from the header, and perhaps from the case before */
        write_phis(g, &p->into[c]);
    g->no_wave += fallen && !has(g, FEATURE_fall);
    random_statements(g, 1 + below(g, 3));
    g->no_wave -= fallen && !has(g, FEATURE_fall);
    if (g->is_open)
        jump(g, next ? &p->into[c + 1] : merge);
    forget(g, m);
}

static void random_switch(struct gen *g)
{
    const kind k = random_kind(g, OF_INTEGERS, true);
    const uint32_t any = pick(g, k), selector = OP(g, OpBitwiseAnd, type_of(g, k), any, constant_of(g, k, 7));
    const struct marks m = mark(g);
    struct switch_plan p = { .cases = 1 + below(g, CASES - 1) };
    struct target merge;
    struct open open = { .merge = &merge, .outer = g->open };
    const unsigned fallback = below(g, 3);      /* to the merge block, to a case, to a block of its own */
    uint32_t own = build_id(&g->b), to;

    new_target(g, &merge);
    for (unsigned c = 0; c < p.cases; c++) {
        p.label[c] = build_id(&g->b);
        p.falls[c] = c > 0 && has(g, FEATURE_fall) && one_in(g, 3);
        new_target(g, &p.into[c]);
        p.into[c].label = p.label[c];
        add_edge(g, &p.into[c]);
    }
    to = fallback == 0 ? merge.label : fallback == 1 ? p.label[p.cases - 1] : own;
    if (fallback == 0)
        add_edge(g, &merge);
    INSN(&g->b, BODY, OpSelectionMerge, merge.label, 0);
    write_switch(g, &p, k, selector, to);
    g->open = &open;
    for (unsigned c = 0; c < p.cases; c++)
        write_case(g, &p, c, &merge, &m);
    if (fallback == 2) {
        begin_block(g, own);
        random_statements(g, 1 + below(g, 3));
        if (g->is_open)
            jump(g, &merge);
        forget(g, &m);
    }
    g->open = open.outer;
    begin_merge(g, &merge);
}

/* OpSwitch with nothing but a default: the frame of a block that is left early, as some compilers write it. */
static void random_frame(struct gen *g)
{
    const uint32_t inner = build_id(&g->b);
    const struct marks m = mark(g);
    struct target merge;
    struct open open = { .merge = &merge, .outer = g->open };

    new_target(g, &merge);
    INSN(&g->b, BODY, OpSelectionMerge, merge.label, 0);
    INSN(&g->b, BODY, OpSwitch, build_u32(&g->b, 0), inner);
    begin_block(g, inner);
    g->open = &open;
    random_statements(g, 2 + below(g, 3));
    if (g->is_open)
        jump(g, &merge);
    g->open = open.outer;
    forget(g, &m);
    begin_merge(g, &merge);
}

/* Where a jump may go from here: the innermost construct that can be left, or the loop around a switch. */
static struct target *somewhere(struct gen *g)
{
    struct open *o = g->open, *loop = o;
    const unsigned which = below(g, 3);

    while (loop && !loop->is_loop)
        loop = loop->outer;
    if (o && !o->is_loop && which == 0)
        return o->merge;
    if (loop)
        return which == 1 ? loop->next : loop->merge;
    return o ? o->merge : NULL;
}

/* Leaves a construct, in some lanes or, inside of a selection, in all that are here. */
static void random_jump(struct gen *g)
{
    struct target *t = somewhere(g);
    uint32_t condition, rest;

    if (!t || g->no_jumps || !has_room(t))
        return;
    if (g->depth > 1 && one_in(g, 2)) {
        jump(g, t);
        return;
    }
    condition = random_condition(g);
    rest = build_id(&g->b);
    add_edge(g, t);
    if (one_in(g, 2))
        INSN(&g->b, BODY, OpBranchConditional, condition, t->label, rest);
    else
        INSN(&g->b, BODY, OpBranchConditional, condition, rest, t->label);
    begin_block(g, rest);
}

static void add_debug(struct gen *g)
{
    const uint32_t v = pick(g, kind_of(U32, 1));

    if (g->line_file && one_in(g, 2))
        INSN(&g->b, BODY, OpLine, g->line_file, 1 + below(g, 200), below(g, 80));
    else if (g->line_file && one_in(g, 4))
        build_insn(&g->b, BODY, OpNoLine, NULL, 0);
    if (g->debug && one_in(g, 2))
        OP(g, OpExtInst, g->void_type, g->debug, 1 + below(g, 3), v);
}

/* What changes nothing. */
static void random_nothing(struct gen *g)
{
    const kind k = any_kind(g);
    const uint32_t semantics = build_u32(&g->b, 0x48), id = pick(g, k);        /* AcquireRelease, UniformMemory */

    switch (below(g, 3)) {
    case 0: keep(g, k, OP(g, OpCopyObject, type_of(g, k), id)); break;
    case 1: INSN(&g->b, BODY, OpMemoryBarrier, device_scope(g), semantics); break;
    default:
        if (!g->no_wave && has(g, FEATURE_wave) && has(g, FEATURE_shared))
            INSN(&g->b, BODY, OpControlBarrier, build_u32(&g->b, ScopeSubgroup), build_u32(&g->b, ScopeSubgroup), semantics);
        break;
    }
}

static void random_instruction(struct gen *g)
{
    const unsigned which = below(g, 20);

    if (one_in(g, 8))
        add_debug(g);
    if (which < 3)
        random_wave(g);
    else if (which < 6 && g->images && g->in_main && one_in(g, 3))
        random_image(g);
    else if (which < 6 && g->textures && g->in_main && one_in(g, 3))
        random_texture(g);
    else if (which < 6 && g->geometry && g->in_main && !g->no_jumps && one_in(g, 4))
        random_emission(g);
    else if (which < 6 && g->payload.id && g->in_main && one_in(g, 4))
        random_payload(g);
    else if (which < 6 && (IS_OF_LANES(g) || g->meshes || g->control) && g->in_main && one_in(g, 3))
        random_pixel(g);
    else if (which < 6)
        random_memory(g);
    else if (which < 8)
        random_conversion(g);
    else if (which < 10)
        random_composite(g);
    else if (which == 10 && has(g, FEATURE_matrices) && one_in(g, 2))
        random_matrix(g);
    else if (which == 11 && g->in_main && !(one_in(g, 3) && random_wide_atomic(g)))
        random_atomic(g);
    else if (which == 12 && has(g, FEATURE_quirks) && one_in(g, 4))
        random_nothing(g);
    else
        random_arithmetic(g);
    g->budget--;
}

/* What has been made here may be of use to nobody else: some of it goes out. */
static void let_out(struct gen *g)
{
    const kind k = random_kind(g, 0, false);

    if (g->in_main && g->pool[k].n)
        mix_out(g, k, g->pool[k].id[g->pool[k].n - 1]);
}

void random_return(struct gen *g)
{
    if (g->in_main) {
        build_insn(&g->b, BODY, g->pixels && one_in(g, 2) ? OpKill : OpReturn, NULL, 0);
        g->left = true;
    } else {
        INSN(&g->b, BODY, OpReturnValue, pick(g, g->result));
    }
    g->is_open = false;
}

/* A variable that can be handed to a function, or 0. */
static uint32_t variable_for(struct gen *g)
{
    for (unsigned k = g->globals; k < g->variables; k++)
        if (g->variable[k].kind == kind_of(U32, 1) && !g->variable[k].length)
            return g->variable[k].id;
    return 0;
}

static void random_call(struct gen *g)
{
    const struct function *f = &g->function[below(g, g->functions)];
    uint32_t w[2 + PARAMETERS], n = 0;

    w[n++] = f->id;
    for (unsigned k = 0; k < f->parameters; k++)
        w[n++] = pick(g, f->parameter[k]);
    if (f->takes_pointer) {
        w[n] = variable_for(g);
        if (!w[n++])
            return;
    }
    keep(g, f->result, build_value(&g->b, OpFunctionCall, type_of(g, f->result), w, n));
}

static void random_construct(struct gen *g)
{
    g->depth++;
    switch (below(g, 8)) {
    case 0: case 1: random_loop(g, random_statements); break;
    case 2: case 3: random_switch(g); break;
    case 4: if (has(g, FEATURE_quirks)) random_frame(g); break;
    default: random_selection(g); break;
    }
    g->depth--;
}

void random_statements(struct gen *g, unsigned n)
{
    for (unsigned k = 0; k < n && g->is_open; k++) {
        const unsigned some = 1 + below(g, 5);
        for (unsigned i = 0; i < some; i++)
            random_instruction(g);
        if (one_in(g, 3))
            let_out(g);
        if (g->demotes && g->in_main && !g->no_jumps && one_in(g, 8))
            random_demotion(g);
        if (one_in(g, 12) && g->functions && has(g, FEATURE_calls))
            random_call(g);
        if (has(g, FEATURE_flow) && g->budget > 0 && g->depth < NEST && one_in(g, 2))
            random_construct(g);
        if (g->is_open && g->depth > 0 && one_in(g, 5))
            random_jump(g);
        if (g->is_open && g->depth > 1 && one_in(g, 16) && has(g, FEATURE_returns) && !g->no_jumps)
            random_return(g);
    }
}
