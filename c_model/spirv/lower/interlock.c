/* SPDX-License-Identifier: Apache-2.0
 * interlock.c - critical sections of pixels: OpBeginInvocationInterlockEXT, OpEndInvocationInterlockEXT.
 *
 * A draw has one lane for each pixel, or for each sample of it: nobody else has its pixel or its sample, and a section
 * changes nothing.  But where samples have lanes and the section is that of the whole pixel, they take turns:
 *
 *      loop                                        each pixel has a word in the buffer of the rectangle
 *          if atomic.cas lock, 0 -> 1 gave 0
 *              membar
 *              ...
 *              membar
 *              lock = 0
 *              break
 *          endif
 *      endloop
 *
 * A lane that becomes a helper lane in the section gives the lock back before, for helper lanes store nothing.
 */
#include "flow.h"
#include "pixel.h"

static bool takes_turns(const struct wfs_lower *l)
{
    return l->lane_is_sample && l->interlocks_pixels;
}

static void begin(struct wfs_lower *l, uint32_t at)
{
    struct wfs_code *c = l->code;
    struct wfs_turns *t = &l->turns;

    if (t->at)
        wfs_refuse(l->m, at, "in a critical section; expected it behind OpEndInvocationInterlockEXT");
    t->at = at;
    t->lock = wfs_add(c, wfs_shl(c, wfs_pixel_number(l), wfs_const(2)), wfs_const(4 * l->target->drawn.locks));
    t->loop = wfs_loop(c);
    const wfs_val held =
        wfs_atomic(c, l->target->drawn.buffer, WF_ATOM_CAS, t->lock, 0, wfs_const(1), wfs_const(0), true);
    wfs_if(c, wfs_eq(c, held, wfs_const(0)));
    wfs_fence(c, WF_OP_MEMBAR, true);
}

void wfs_give_turn(struct wfs_lower *l)
{
    struct wfs_code *c = l->code;

    if (!l->turns.at)
        return;
    wfs_fence(c, WF_OP_MEMBAR, true);
    wfs_atomic(c, l->target->drawn.buffer, WF_ATOM_XCHG, l->turns.lock, 0, wfs_const(0), wfs_none(), false);
}

/* What began behind the `if` has ended, and nothing else has. */
static bool is_whole(const struct wfs_lower *l)
{
    const struct wfs_code *c = l->code;
    unsigned depth = 0;

    for (uint32_t at = c->insn[l->turns.loop].next; at; at = c->insn[at].next) {
        const uint8_t op = c->insn[at].op;
        if (depth == 1 && (op == WF_OP_ELSE || op == WF_OP_ENDIF || op == WF_OP_CONTINUING || op == WF_OP_ENDLOOP))
            return false;
        depth += op == WF_OP_IF || op == WF_OP_LOOP;
        depth -= op == WF_OP_ENDIF || op == WF_OP_ENDLOOP;
    }
    return depth == 1;
}

static void end(struct wfs_lower *l, uint32_t at)
{
    if (!l->turns.at || !is_whole(l))
        wfs_refuse(l->m, at, "expected it in the construct of OpBeginInvocationInterlockEXT, behind that");
    wfs_give_turn(l);
    wfs_break(l->code, l->turns.loop);
    wfs_flow(l->code, WF_OP_ENDIF);
    wfs_flow(l->code, WF_OP_ENDLOOP);
    l->turns.at = 0;
}

void wfs_check_turns(struct wfs_lower *l)
{
    if (l->turns.at)
        wfs_refuse(l->m, l->turns.at, "a critical section without an end; expected OpEndInvocationInterlockEXT");
}

void wfs_interlock(struct wfs_lower *l, uint32_t at)
{
    if (!l->is_pixel)
        wfs_refuse(l->m, at, "expected it in a fragment shader");
    if (!takes_turns(l))
        return;
    if (wfs_op_at(l->m, at) == WfsOpBeginInvocationInterlockEXT)
        begin(l, at);
    else
        end(l, at);
}
