/* SPDX-License-Identifier: Apache-2.0
 * uniform.c - the walk over the code that finds what the lanes of a wave share.
 *
 * A state speaks of the lanes that run at a place.  It goes wrong only where lanes meet that come from different
 * places: at an endif behind a condition that differed, at a continuing and behind an endloop that they reached one by
 * one.  What was written since they parted is varying there, unless it is one constant on all ways; the rest is as it
 * was.  Lanes that meet are never more than those that parted, so nothing else is lost; and a construct that all lanes
 * pass together loses nothing.
 *
 * The first pass believes the best: constructs do not part lanes, and the top of a loop is as it is entered.  Passes go
 * on until one learns nothing new.
 */
#include "uniform.h"

#include <stdlib.h>
#include <string.h>

/* What is remembered of an if or loop from pass to pass. */
struct construct {
    bool parts;                 /* if: lanes go both ways; loop: they break out one by one */
    bool scatters;              /* loop: they continue one by one */
    struct wfu_state *top;      /* loop: on entry and of all rounds */
};

/* One that is open in a pass; lanes wait for other[]: */
enum { AT_END, AT_CONTINUING };
struct open {
    struct construct *construct;
    bool has_else;              /* if: we are in its else */
    bool scattered;             /* loop: some lanes wait for the continuing, and others go on */
    struct wfu_state before;    /* if */
    struct wfu_state other[2];  /* if: the end of the then part; loop: breaks, continues */
    bool written[WF_MAX_REGS];  /* since its beginning */
};

struct walk {
    const struct wf_kernel *kernel;
    struct wfu_facts facts;
    struct construct *construct;        /* [kernel->count], by index of the if or loop */
    struct open *open;                  /* [depth + 1], the outermost at 1 */
    unsigned depth;
    struct wfu_state now;
    bool learned, failed;
};

/* ---- states ------------------------------------------------------------------------------------------------------ */

static struct wfu_value join_values(struct wfu_value a, struct wfu_value b)
{
    if (a.kind == WFU_CONSTANT && b.kind == WFU_CONSTANT && a.word == b.word)
        return a;
    return (struct wfu_value){a.kind == WFU_VARYING || b.kind == WFU_VARYING ? WFU_VARYING : WFU_UNIFORM, 0};
}

/* All lanes come together, one way or the other.  True when `into` changed. */
static bool join(struct wfu_state *into, const struct wfu_state *from)
{
    bool changed = false;

    if (!from->reached)
        return false;
    if (!into->reached) {
        *into = *from;
        return true;
    }
    for (unsigned r = 0; r < WF_MAX_REGS; r++) {
        const struct wfu_value v = join_values(into->reg[r], from->reg[r]);
        changed |= v.kind != into->reg[r].kind;
        into->reg[r] = v;
    }
    return changed;
}

/* Lanes meet that parted: what they wrote since is a mixture. */
static void mix(struct wfu_state *state, const bool written[WF_MAX_REGS])
{
    for (unsigned r = 0; r < WF_MAX_REGS; r++)
        if (written[r] && state->reg[r].kind == WFU_UNIFORM)
            state->reg[r].kind = WFU_VARYING;
}

static void learn(struct walk *w, bool *what, bool is)
{
    w->learned |= is && !*what;
    *what |= is;
}

/* ---- control flow ------------------------------------------------------------------------------------------------ */

static struct open *enter(struct walk *w, size_t at)
{
    struct open *o = &w->open[++w->depth];

    memset(o, 0, sizeof *o);
    o->construct = &w->construct[at];
    return o;
}

/* Out of the innermost construct, whose writes are its parent's too. */
static void leave(struct walk *w)
{
    const struct open *o = &w->open[w->depth--];

    for (unsigned r = 0; r < WF_MAX_REGS; r++)
        w->open[w->depth].written[r] |= o->written[r];
}

static void begin_if(struct walk *w, const struct wf_insn *n, size_t at)
{
    struct open *o = enter(w, at);

    learn(w, &o->construct->parts, w->now.reached && w->now.reg[n->a].kind == WFU_VARYING);
    o->before = w->now;
}

static void begin_else(struct walk *w)
{
    struct open *o = &w->open[w->depth];

    o->other[AT_END] = w->now;
    o->has_else = true;
    w->now = o->before;
}

static void end_if(struct walk *w)
{
    struct open *o = &w->open[w->depth];
    const struct wfu_state *other = o->has_else ? &o->other[AT_END] : &o->before;
    const bool meet = w->now.reached && other->reached && o->construct->parts;

    join(&w->now, other);
    if (meet)
        mix(&w->now, o->written);
    leave(w);
}

static void begin_loop(struct walk *w, size_t at)
{
    struct construct *c = enter(w, at)->construct;

    if (!c->top)
        c->top = calloc(1, sizeof *c->top);
    if (!c->top) {
        w->failed = true;
        return;
    }
    w->learned |= join(c->top, &w->now);
    w->now = *c->top;
}

static void begin_continuing(struct walk *w)
{
    struct open *o = &w->open[w->depth];

    join(&w->now, &o->other[AT_CONTINUING]);
    if (o->construct->scatters)
        mix(&w->now, o->written);
    o->scattered = false;
}

static void end_loop(struct walk *w)
{
    struct open *o = &w->open[w->depth];

    w->learned |= join(o->construct->top, &w->now);
    w->now = o->other[AT_END];
    if (o->construct->parts)
        mix(&w->now, o->written);
    leave(w);
}

/* Do lanes of the construct at this depth not run here that still belong to its round? */
static bool some_are_elsewhere(const struct walk *w, unsigned depth)
{
    if (w->open[depth].scattered)
        return true;
    for (unsigned d = depth + 1; d <= w->depth; d++)
        if (w->open[d].construct->parts || w->open[d].scattered)
            return true;
    return false;
}

static void leave_loop(struct walk *w, const struct wf_insn *n)
{
    struct open *loop = &w->open[n->mod];
    const bool some_go = n->op == WF_OP_BREAKIF && w->now.reg[n->a].kind == WFU_VARYING;

    if (!w->now.reached)
        return;
    const bool apart = some_go || some_are_elsewhere(w, n->mod);
    if (n->op == WF_OP_CONTINUE) {
        learn(w, &loop->construct->scatters, apart);
        loop->scattered |= apart;
        join(&loop->other[AT_CONTINUING], &w->now);
    } else {
        learn(w, &loop->construct->parts, apart);
        join(&loop->other[AT_END], &w->now);
    }
    w->now.reached = n->op == WF_OP_BREAKIF;
}

/* False: the instruction writes registers, or does nothing. */
static bool flow(struct walk *w, const struct wf_insn *n, size_t at)
{
    switch (n->op) {
    case WF_OP_IF:         begin_if(w, n, at); return true;
    case WF_OP_ELSE:       begin_else(w); return true;
    case WF_OP_ENDIF:      end_if(w); return true;
    case WF_OP_LOOP:       begin_loop(w, at); return true;
    case WF_OP_CONTINUING: begin_continuing(w); return true;
    case WF_OP_ENDLOOP:    end_loop(w); return true;
    case WF_OP_BREAK: case WF_OP_BREAKIF: case WF_OP_CONTINUE:
        leave_loop(w, n);
        return true;
    case WF_OP_RET: case WF_OP_END:
        w->now.reached = false;
        return true;
    default:
        return false;
    }
}

/* ---- the passes -------------------------------------------------------------------------------------------------- */

static void write(struct walk *w, const struct wf_insn *n)
{
    const unsigned words = n->no_dst ? 0 : wf_op_info(n->op)->words;
    const struct wfu_value value = words ? wfu_result(&w->now, &w->facts, n) : (struct wfu_value){WFU_VARYING, 0};

    for (unsigned i = 0; i < words; i++) {
        w->now.reg[n->dst + i] = value;
        w->open[w->depth].written[n->dst + i] = true;
    }
}

static void pass(struct walk *w, wfu_visit_fn *visit, void *user)
{
    memset(&w->now, 0, sizeof w->now);          /* registers are 0 until written */
    memset(&w->open[0], 0, sizeof w->open[0]);
    w->now.reached = true;
    w->depth = 0;
    w->learned = false;
    for (size_t at = 0; at < w->kernel->count && !w->failed; at++) {
        const struct wf_insn n = wf_insn_decode(w->kernel->code[at]);
        if (visit && w->now.reached)
            visit(user, at, &n, &w->now);
        if (!flow(w, &n, at) && w->now.reached)
            write(w, &n);
    }
}

/* System values of a thread's place that happen to be the same in all lanes of each wave: asked of the lane packer. */
static void learn_places(struct wfu_facts *facts, const struct wf_desc *desc, const struct wf_shape *shape)
{
    static const uint8_t group[] = {WF_SV_TID_X, WF_SV_TID_Y, WF_SV_TID_Z, WF_SV_GINDEX},
                         grid[] = {WF_SV_DTID_X, WF_SV_DTID_Y, WF_SV_DTID_Z};
    bool same[4] = {true, true, true, true};

    for (unsigned wave = 0; wave < shape->waves; wave++) {
        uint32_t first[4], id[4];
        bool any = false;
        for (unsigned lane = 0; lane < shape->wave_size; lane++) {
            if (!wf_pack_thread(desc, shape, wave, lane, id, &id[3]))
                continue;
            for (unsigned i = 0; any && i < 4; i++)
                same[i] &= id[i] == first[i];
            if (!any)
                memcpy(first, id, sizeof first);
            any = true;
        }
    }
    for (unsigned i = 0; i < 4; i++)
        facts->system_value[group[i]] = same[i];
    for (unsigned i = 0; i < 3; i++)
        facts->system_value[grid[i]] = same[i];
}

static void learn_facts(struct wfu_facts *facts, const struct wf_desc *desc, const struct wf_shape *shape)
{
    static const uint8_t shared[] = {WF_SV_GID_X, WF_SV_GID_Y,  WF_SV_GID_Z,  WF_SV_LANES,  WF_SV_WAVE,
                                     WF_SV_WAVES, WF_SV_GRID_X, WF_SV_GRID_Y, WF_SV_GRID_Z, WF_SV_SLOT,
                                     WF_SV_CLOCK_LOW, WF_SV_CLOCK_HIGH, WF_SV_CORE, WF_SV_CORES, WF_SV_SLOTS};

    memset(facts, 0, sizeof *facts);
    for (unsigned i = 0; i < sizeof shared; i++)
        facts->system_value[shared[i]] = true;
    if (desc->stage != WF_STAGE_PIXEL)
        learn_places(facts, desc, shape);
}

bool wfu_walk(const struct wf_kernel *kernel, const struct wf_shape *shape, wfu_visit_fn *visit, void *user)
{
    struct walk w = {.kernel = kernel};

    learn_facts(&w.facts, &kernel->desc, shape);
    w.construct = calloc(kernel->count, sizeof *w.construct);
    w.open = calloc(WF_MAX_LEVEL + 1, sizeof *w.open);
    w.failed = !w.construct || !w.open;
    if (!w.failed) {
        do
            pass(&w, NULL, NULL);
        while (w.learned && !w.failed);
        pass(&w, visit, user);
    }
    for (size_t i = 0; w.construct && i < kernel->count; i++)
        free(w.construct[i].top);
    free(w.construct);
    free(w.open);
    return !w.failed;
}
