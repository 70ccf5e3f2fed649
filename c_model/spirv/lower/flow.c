/* SPDX-License-Identifier: Apache-2.0
 * flow.c - structured control flow of SPIR-V as that of the hardware.
 *
 * Blocks are lowered one after the other as their branches say.  A branch to the merge block, continue target or header
 * of a construct around it ends a way (join.c).  A selection is if .. else .. endif.  When a branch leaves a selection,
 * a switch or a called function from deeper inside, a loop is put around that, which it breaks out of.  Lanes meet
 * exactly where SPV_KHR_maximal_reconvergence says, for the hardware's constructs and the module's are the same.
 */
#include "flow.h"
#include "mesh.h"

/* ---- branches ---- */

/* The way ends here of its own: what follows in the code is where it goes. */
static bool is_natural(const struct wfs_lower *l, const struct wfs_construct *c, enum wfs_role role)
{
    if (c != l->construct)
        return false;
    switch (role) {
    case WFS_TO_MERGE: return c->kind == WFS_SELECTION || c->kind == WFS_CASES;
    case WFS_TO_CONTINUE: case WFS_TO_HEADER: case WFS_TO_NEXT_CASE: return true;
    case WFS_PLAIN: break;
    }
    return false;
}

static void leave(struct wfs_lower *l, struct wfs_construct *c, enum wfs_role role, uint32_t from)
{
    const uint32_t marker = wfs_marker(l);
    const bool natural = is_natural(l, c, role);

    switch (role) {
    case WFS_TO_MERGE:
        wfs_add_edge(l, c, &c->merges, from, marker);
        if (!natural)
            wfs_break(l->code, wfs_frame_of(l, c));
        break;
    case WFS_TO_CONTINUE:
        wfs_add_edge(l, c, &c->continues, from, marker);
        if (!natural) {
            c->continued = true;
            wfs_continue(l->code, c->frame);
        }
        break;
    case WFS_TO_HEADER:
        if (!natural)
            wfs_fail(l->env, "block %u branches back to its loop from inside another construct", (unsigned)from);
        wfs_add_edge(l, c, &c->back, from, marker);
        break;
    case WFS_TO_NEXT_CASE:
        if (!natural)
            wfs_fail(l->env, "block %u goes on to the next case from inside another construct", (unsigned)from);
        wfs_add_edge(l, c, &c->next_case, from, marker);
        break;
    case WFS_PLAIN:
        break;
    }
    l->reached = false;
}

/* A branch that ends a block: the block that follows in the code, or NULL when a way ended. */
static struct wfs_block *follow(struct wfs_lower *l, uint32_t from, uint32_t label)
{
    struct wfs_construct *c = NULL;
    const enum wfs_role role = wfs_role_of(l, label, &c);

    if (role != WFS_PLAIN) {
        leave(l, c, role, from);
        return NULL;
    }
    wfs_join(l, &(struct wfs_edges){.first = &(struct wfs_edge){.from = from}, .count = 1}, label);
    return wfs_block_of(l, label);
}

/* Lower one side of a branch; the slots are then as before. */
static void side(struct wfs_lower *l, uint32_t from, uint32_t label)
{
    const size_t mark = l->changes;

    if (++l->depth > WFS_MAX_DEPTH)
        wfs_fail(l->env, "control flow and calls nest more than %d deep", (int)WFS_MAX_DEPTH);
    l->reached = true;
    struct wfs_block *b = follow(l, from, label);
    if (b)
        wfs_lower_blocks(l, b);
    wfs_undo_changes(l, mark);
    l->depth--;
}

/* ---- selections ---- */

/* if truth: side x, else side y.  A side that goes straight to the merge block has no code: its copies stand in
 * front of the if, where they do no harm, for the other side writes the same registers later or never comes to the
 * merge block. */
static void two_sides(struct wfs_lower *l, struct wfs_construct *c, wfs_val truth, uint32_t from, uint32_t x,
                      uint32_t y)
{
    if (x == c->merge && y != c->merge) {
        truth = wfs_lnot(l->code, truth);
        const uint32_t t = x;
        x = y;
        y = t;
    }
    if (y == c->merge)
        wfs_add_edge(l, c, &c->merges, from, wfs_marker(l));
    if (x == c->merge)
        return;
    wfs_if(l->code, truth);
    side(l, from, x);
    if (y != c->merge) {
        wfs_flow(l->code, WF_OP_ELSE);
        side(l, from, y);
    }
    wfs_flow(l->code, WF_OP_ENDIF);
}

static struct wfs_block *next_block(struct wfs_lower *l, uint32_t label)
{
    return l->reached ? wfs_block_of(l, label) : NULL;
}

static struct wfs_block *selection(struct wfs_lower *l, const struct wfs_block *b)
{
    const struct wfs_module *m = l->m;
    const uint32_t merge = wfs_operand(m, b->merge, 1), x = wfs_operand(m, b->end, 2), y = wfs_operand(m, b->end, 3);
    const wfs_val truth = wfs_word(l, wfs_operand(m, b->end, 1));
    struct wfs_construct *c = wfs_new(l->env, 1, sizeof *c);

    wfs_open_construct(l, c, WFS_SELECTION, merge);
    if (wfs_is_const(truth) || x == y)
        side(l, b->label, truth.bits || x == y ? x : y);
    else
        two_sides(l, c, truth, b->label, x, y);
    wfs_close_construct(l, c, merge);
    return next_block(l, merge);
}

/* A conditional branch without a merge instruction: at least one side leaves a construct. */
static struct wfs_block *conditional(struct wfs_lower *l, const struct wfs_block *b)
{
    const struct wfs_module *m = l->m;
    uint32_t x = wfs_operand(m, b->end, 2), y = wfs_operand(m, b->end, 3);
    wfs_val truth = wfs_word(l, wfs_operand(m, b->end, 1));
    struct wfs_construct *cx = NULL, *cy = NULL;

    if (wfs_is_const(truth) || x == y)
        return follow(l, b->label, truth.bits || x == y ? x : y);
    enum wfs_role rx = wfs_role_of(l, x, &cx), ry = wfs_role_of(l, y, &cy);
    /* x is to be the side that leaves */
    if (rx == WFS_PLAIN || (ry != WFS_PLAIN && is_natural(l, cx, rx) && !is_natural(l, cy, ry))) {
        struct wfs_construct *tc = cx;
        const enum wfs_role tr = rx;
        const uint32_t t = x;
        x = y; y = t;
        rx = ry; ry = tr;
        cx = cy; cy = tc;
        truth = wfs_lnot(l->code, truth);
    }
    if (rx == WFS_PLAIN)
        wfs_refuse(m, b->end, "neither side leaves a construct, and it has no OpSelectionMerge");
    const bool natural = is_natural(l, cx, rx);
    const size_t mark = l->changes;
    if (rx == WFS_TO_MERGE && !natural) {
        wfs_add_edge(l, cx, &cx->merges, b->label, wfs_marker(l));
        wfs_breakif(l->code, wfs_frame_of(l, cx), truth);
    } else if (natural) {               /* both end here, or the side that goes on has the rest of this way alone */
        const bool goes_on = ry == WFS_PLAIN;
        wfs_if(l->code, goes_on ? wfs_lnot(l->code, truth) : truth);
        if (goes_on)
            side(l, b->label, y);
        else
            leave(l, cx, rx, b->label);
        wfs_flow(l->code, WF_OP_ELSE);
        l->reached = true;
        leave(l, goes_on ? cx : cy, goes_on ? rx : ry, b->label);
        wfs_flow(l->code, WF_OP_ENDIF);
        return NULL;
    } else {
        wfs_if(l->code, truth);
        leave(l, cx, rx, b->label);
        wfs_flow(l->code, WF_OP_ENDIF);
    }
    wfs_undo_changes(l, mark);
    l->reached = true;
    return follow(l, b->label, y);
}

/* ---- loops ---- */

static struct wfs_block *ordinary_block(struct wfs_lower *l, struct wfs_block *b, bool is_header);

void wfs_lower_from_header(struct wfs_lower *l, struct wfs_block *header)
{
    struct wfs_block *b = ordinary_block(l, header, true);

    if (b)
        wfs_lower_blocks(l, b);
}

static struct wfs_block *loop(struct wfs_lower *l, struct wfs_block *header)
{
    const struct wfs_module *m = l->m;
    const uint32_t merge = wfs_operand(m, header->merge, 1), target = wfs_operand(m, header->merge, 2);
    struct wfs_construct *c = wfs_new(l->env, 1, sizeof *c);
    struct wfs_loop_entry entry = {0};

    if (l->unroll(l, header))
        return next_block(l, merge);
    wfs_find_changes(l, header, &entry);
    wfs_enter_loop(l, header, &entry);
    wfs_open_construct(l, c, WFS_LOOP_BODY, merge);
    c->frame = wfs_loop(l->code);
    c->header = header->label;
    c->target = target;
    wfs_lower_from_header(l, header);
    if (target != header->label) {
        if (c->continued)
            wfs_flow(l->code, WF_OP_CONTINUING);
        wfs_undo_changes(l, c->mark);
        c->kind = WFS_LOOP_CONTINUE;
        wfs_join(l, &c->continues, target);
        if (l->reached)
            wfs_lower_blocks(l, wfs_block_of(l, target));
    }
    if (c->back.count > 1)
        wfs_fail(l->env, "loop %u has several ways back to its header", (unsigned)c->header);
    wfs_come_back(l, c, &entry);
    wfs_flow(l->code, WF_OP_ENDLOOP);
    wfs_close_construct(l, c, merge);
    return next_block(l, merge);
}


/* ---- blocks ---- */

static void leave_function(struct wfs_lower *l, const struct wfs_block *b)
{
    struct wfs_construct *c = l->construct;

    while (c && c->kind != WFS_CALL)
        c = c->outer;
    if (!c) {                           /* the entry point: lanes end, or come to the end of the code */
        if (l->construct)
            wfs_flow(l->code, WF_OP_RET);
        l->reached = false;
        return;
    }
    struct wfs_edge *edge = wfs_add_edge(l, c, &c->merges, b->label, wfs_marker(l));
    if (wfs_op_at(l->m, b->end) == WfsOpReturnValue)
        edge->result = wfs_value(l, wfs_operand(l->m, b->end, 1));
    if (c != l->construct)
        wfs_break(l->code, wfs_frame_of(l, c));
    l->reached = false;
}

/* Compute shaders may do that too.  Of a vertex or a primitive the records would be lost without a word. */
void wfs_demote(struct wfs_lower *l, uint32_t at)
{
    if (wfs_is_of_vertices(l))
        wfs_refuse(l->m, at, "in a %s; expected it in a fragment shader", l->what);
    wfs_give_turn(l);
    wfs_flow(l->code, WF_OP_DEMOTE);
}

/* OpKill ends lanes; that of HLSL does not.  Compilers leave out what stands behind a discard, so its lanes go on where
 * the innermost construct or the function ends. */
static void kill_lanes(struct wfs_lower *l, const struct wfs_block *b)
{
    struct wfs_construct *c = l->construct;

    wfs_demote(l, b->end);
    if (!l->kill_goes_on || wfs_op_at(l->m, b->end) != WfsOpKill) {
        wfs_flow(l->code, WF_OP_RET);
        return;
    }
    wfs_add_edge(l, c, &c->merges, b->label, wfs_marker(l))->killed = true;
    if (!is_natural(l, c, WFS_TO_MERGE) && c->kind != WFS_CALL)
        wfs_break(l->code, wfs_frame_of(l, c));
}

/* What ends a block: the block to go on with, or NULL. */
static struct wfs_block *terminator(struct wfs_lower *l, const struct wfs_block *b, bool is_header)
{
    switch (wfs_op_at(l->m, b->end)) {
    case WfsOpBranch: return follow(l, b->label, wfs_operand(l->m, b->end, 1));
    case WfsOpBranchConditional: return b->merge && !is_header ? selection(l, b) : conditional(l, b);
    case WfsOpSwitch:
        if (!b->merge || is_header)
            wfs_refuse(l->m, b->end, "it has no OpSelectionMerge");
        return l->lower_switch(l, b);
    case WfsOpReturn: case WfsOpReturnValue: leave_function(l, b); return NULL;
    case WfsOpKill: case WfsOpTerminateInvocation: kill_lanes(l, b); break;
    case WfsOpUnreachable:
        wfs_flow(l->code, WF_OP_RET);   /* no lane comes here; one that does must not run on */
        break;
    case WfsOpEmitMeshTasksEXT:
        wfs_emit_mesh_tasks(l, b->end);
        wfs_flow(l->code, WF_OP_RET);
        break;
    default: wfs_refuse(l->m, b->end, "not supported at the end of a block");
    }
    l->reached = false;
    return NULL;
}

static struct wfs_block *ordinary_block(struct wfs_lower *l, struct wfs_block *b, bool is_header)
{
    if (b->visited == l->call)
        wfs_fail(
            l->env,
            "block %u is reached on two ways that do not meet at a merge block: the control flow is not structured",
            (unsigned)b->label);
    b->visited = l->call;
    for (uint32_t at = b->first; at < b->end; at = wfs_after(l->m, at))
        if (wfs_op_at(l->m, at) != WfsOpPhi && at != b->merge)
            l->instruction(l, at);
    l->env->offset = b->end;
    wfs_check_shape(l->m, b->end);
    if (b->merge)
        wfs_check_shape(l->m, b->merge);
    return terminator(l, b, is_header);
}

void wfs_lower_blocks(struct wfs_lower *l, struct wfs_block *b)
{
    while (b)
        b = b->merge && wfs_op_at(l->m, b->merge) == WfsOpLoopMerge ? loop(l, b) : ordinary_block(l, b, false);
}
