/* SPDX-License-Identifier: Apache-2.0
 * flow.c - structured control flow on a stack of lane sets (docs/semantics.md, "Control flow").
 *
 * Each open construct has a frame; the running lanes and the sets of the frames never share a lane.  Programs come here
 * checked (wf_code_check); an unbalanced one still stays within the stack.
 */
#include "core.h"

#include "lanes.h"

static struct wf_frame *innermost(struct wf_wave *wave)
{
    return wave->depth > 0 ? &wave->frame[wave->depth - 1] : NULL;
}

static struct wf_frame *innermost_loop(struct wf_wave *wave)
{
    for (unsigned i = wave->depth; i-- > 0;)
        if (wave->frame[i].is_loop)
            return &wave->frame[i];
    return NULL;
}

/* The open loop that is the level-th construct from outside. */
static struct wf_frame *loop_at(struct wf_wave *wave, unsigned level)
{
    if (level == 0 || level > wave->depth || !wave->frame[level - 1].is_loop)
        return NULL;
    return &wave->frame[level - 1];
}

static void open_frame(struct wf_wave *wave, bool is_loop, struct wf_mask to_else)
{
    struct wf_frame *frame;

    if (wave->depth == wave->max_depth)
        return;
    frame = &wave->frame[wave->depth++];
    frame->is_loop = is_loop;
    frame->turn = 0;
    frame->to_else = to_else;
    frame->to_merge = frame->to_continue = wf_mask_none();
}

static void close_frame(struct wf_wave *wave)
{
    if (wave->depth > 0)
        wave->depth--;
}

/* Move lanes from the running ones to a waiting set. */
static void park(struct wf_wave *wave, struct wf_mask lanes, struct wf_mask *waiting)
{
    wave->exec = wf_mask_without(wave->exec, lanes);
    if (waiting != NULL)
        *waiting = wf_mask_or(*waiting, lanes);
}

/* Let a waiting set run again. */
static void resume(struct wf_wave *wave, struct wf_mask *waiting)
{
    wave->exec = wf_mask_or(wave->exec, *waiting);
    *waiting = wf_mask_none();
}

/* The running lanes whose condition holds. */
static struct wf_mask lanes_where(const struct wf_wave *wave, const uint32_t *cond)
{
    return wf_mask_and(wf_lanes_nonzero(wave->size, cond), wave->exec);
}

static void begin_if(struct wf_wave *wave, const uint32_t *cond)
{
    const struct wf_mask then = lanes_where(wave, cond);

    open_frame(wave, false, wf_mask_without(wave->exec, then));
    wave->exec = then;
}

static void begin_else(struct wf_wave *wave)
{
    struct wf_frame *frame = innermost(wave);

    if (frame == NULL)
        return;
    park(wave, wave->exec, &frame->to_merge);
    resume(wave, &frame->to_else);
}

static void end_if(struct wf_wave *wave)
{
    struct wf_frame *frame = innermost(wave);

    if (frame == NULL)
        return;
    resume(wave, &frame->to_else);
    resume(wave, &frame->to_merge);
    close_frame(wave);
}

/* Lanes that leave an outer loop wait in its frame: the inner ones close without them. */
static void leave_loop(struct wf_wave *wave, unsigned level, struct wf_mask lanes)
{
    struct wf_frame *loop = loop_at(wave, level);

    park(wave, lanes, loop != NULL ? &loop->to_merge : NULL);
}

static void continue_loop(struct wf_wave *wave, unsigned level)
{
    struct wf_frame *loop = loop_at(wave, level);

    park(wave, wave->exec, loop != NULL ? &loop->to_continue : NULL);
}

static void begin_continuing(struct wf_wave *wave)
{
    struct wf_frame *loop = innermost_loop(wave);

    if (loop != NULL)
        resume(wave, &loop->to_continue);
}

/* Returns true when the loop runs once more. */
static bool end_loop(struct wf_wave *wave)
{
    struct wf_frame *loop = innermost_loop(wave);

    if (loop == NULL)
        return !wf_mask_empty(wave->exec);
    if (!wf_mask_empty(wave->exec)) {
        loop->turn++;
        return true;
    }
    resume(wave, &loop->to_merge);
    close_frame(wave);
    return false;
}

static void return_lanes(struct wf_wave *wave)
{
    wave->live = wf_mask_without(wave->live, wave->exec);
    wave->exec = wf_mask_none();
}

void wf_flow_perform(struct wf_wave *wave, const struct wf_insn *insn, const uint32_t *cond)
{
    bool again = false;

    switch (insn->op) {
    case WF_OP_IF: begin_if(wave, cond); break;
    case WF_OP_ELSE: begin_else(wave); break;
    case WF_OP_ENDIF: end_if(wave); break;
    case WF_OP_LOOP: open_frame(wave, true, wf_mask_none()); break;
    case WF_OP_CONTINUING: begin_continuing(wave); break;
    case WF_OP_ENDLOOP: again = end_loop(wave); break;
    case WF_OP_BREAK: leave_loop(wave, insn->mod, wave->exec); break;
    case WF_OP_BREAKIF: leave_loop(wave, insn->mod, lanes_where(wave, cond)); break;
    case WF_OP_CONTINUE: continue_loop(wave, insn->mod); break;
    case WF_OP_RET: return_lanes(wave); break;
    case WF_OP_DEMOTE: wave->helper = wf_mask_or(wave->helper, wave->exec); break;
    default: break;                 /* nop */
    }
    if (again)
        wave->pc = insn->back;
    else if (wf_mask_empty(wave->exec))
        wave->pc = insn->imm16;
    else
        wave->pc++;
}
