/* SPDX-License-Identifier: Apache-2.0
 * flatten.c - a branch around a little arithmetic becomes that arithmetic and a choice of what it gives.
 *
 *      if c                        v1 = x + y
 *          v1 = x + y              v2 = not z
 *          m = v1                  v3 = sel c, v1, v2
 *      else                        m = v3
 *          v2 = not z
 *          m = v2
 *      endif
 *
 * Control flow takes an instruction each for if, else and endif, and the lanes of both sides wait for each other; so
 * this is never longer where lanes differ, and where they agree by the few instructions of the side that they would
 * have left out.  Only arithmetic goes: it can do no harm in lanes that do not want it.
 */
#include "passes.h"

enum { MOST = 8 };                      /* instructions of both sides and choices */

/* One side: where else or endif ends it, and how much arithmetic it is. */
struct side {
    uint32_t end, count;
};

struct choice {
    uint32_t meeting;
    wfs_val then, otherwise;
};

struct branch {
    struct wfs_code *code;
    uint32_t from;                      /* the if */
    struct side side[2];
    struct choice choice[MOST];
    uint32_t choices;
};

static struct choice *choice_of(struct branch *b, uint32_t meeting)
{
    for (uint32_t i = 0; i < b->choices; i++)
        if (b->choice[i].meeting == meeting)
            return &b->choice[i];
    if (b->choices == MOST)
        return NULL;
    b->choice[b->choices] = (struct choice){meeting, wfs_none(), wfs_none()};
    return &b->choice[b->choices++];
}

/* Arithmetic, then copies, then else or endif.  False when there is anything else. */
static bool read_side(struct branch *b, unsigned which, uint32_t at)
{
    const struct wfs_code *code = b->code;
    struct side *s = &b->side[which];

    *s = (struct side){0, 0};
    for (; at; at = code->insn[at].next) {
        const struct wfs_insn *n = &code->insn[at];
        if (n->op == WF_OP_ELSE || n->op == WF_OP_ENDIF) {
            s->end = at;
            return true;
        }
        if (n->op == WFS_OP_MARK)
            continue;
        if (n->op == WFS_OP_COPY) {
            struct choice *c = choice_of(b, n->dst);
            if (!c)
                return false;
            *(which ? &c->otherwise : &c->then) = n->b;
            continue;
        }
        if (!wfs_is_pure(n->op) || n->pinned || code->reg[n->dst].quad || ++s->count > MOST)
            return false;
    }
    return false;
}

/* The copies in front of the if, for the side that goes straight to the end: what they give; when `drop`, they go. */
static void read_front(struct branch *b, bool drop)
{
    struct wfs_code *code = b->code;

    for (uint32_t at = code->insn[b->from].prev, before; at; at = before) {
        const struct wfs_insn *n = &code->insn[at];
        before = n->prev;
        if (n->op != WFS_OP_COPY && n->op != WFS_OP_MARK)
            return;
        for (uint32_t i = 0; n->op == WFS_OP_COPY && i < b->choices; i++)
            if (b->choice[i].meeting == n->dst) {
                b->choice[i].otherwise = n->b;
                if (drop)
                    wfs_unlink(code, at);
            }
    }
}

static bool is_complete(const struct branch *b)
{
    for (uint32_t i = 0; i < b->choices; i++)
        if (b->choice[i].then.kind == WFS_NONE || b->choice[i].otherwise.kind == WFS_NONE)
            return false;
    return b->choices > 0 && b->side[0].count + b->side[1].count + b->choices <= MOST;
}

static void drop_copies(struct wfs_code *code, uint32_t at, uint32_t end)
{
    for (uint32_t next; at != end; at = next) {
        next = code->insn[at].next;
        if (code->insn[at].op == WFS_OP_COPY)
            wfs_unlink(code, at);
    }
}

/* Behind both sides: the choices, and copies of them, a group. */
static void choose(struct branch *b, uint32_t end)
{
    struct wfs_code *code = b->code;
    const struct wfs_insn from = code->insn[b->from];
    uint32_t made[MOST];

    code->at = code->insn[end].prev;
    code->place = from.place;
    for (uint32_t i = 0; i < b->choices; i++) {
        made[i] = wfs_new_reg(code, false, false);
        wfs_emit(code, &(struct wfs_insn){.op = WF_OP_SEL, .dst = made[i], .a = from.a, .b = b->choice[i].then,
                                          .c = b->choice[i].otherwise});
    }
    code->groups++;
    for (uint32_t i = 0; i < b->choices; i++)
        wfs_emit(code, &(struct wfs_insn){.op = WFS_OP_COPY, .dst = b->choice[i].meeting, .b = wfs_reg_val(made[i]),
                                          .frame = code->groups});
}

static void one_if(struct wfs_code *code, uint32_t at)
{
    struct branch b = {.code = code, .from = at};
    const uint32_t inside = code->insn[at].next;

    if (!read_side(&b, 0, inside))
        return;
    const uint32_t middle = b.side[0].end;
    const bool has_else = code->insn[middle].op == WF_OP_ELSE;
    if (has_else && !read_side(&b, 1, code->insn[middle].next))
        return;
    if (!has_else)
        read_front(&b, false);
    if (!is_complete(&b))
        return;
    const uint32_t end = has_else ? b.side[1].end : middle;
    drop_copies(code, inside, end);
    if (has_else)
        wfs_unlink(code, middle);
    else
        read_front(&b, true);
    choose(&b, end);
    wfs_unlink(code, end);
    wfs_unlink(code, at);
}

/* Backwards, so that a branch inside another goes first. */
void wfs_flatten(struct wfs_code *code)
{
    for (uint32_t at = code->last, before; at; at = before) {
        before = code->insn[at].prev;
        if (code->insn[at].op == WF_OP_IF)
            one_if(code, at);
    }
}
