/* SPDX-License-Identifier: Apache-2.0 */
#include "blocks.h"

struct splitter {
    const struct wfs_code *code;
    uint32_t *flow;                     /* [flows] instructions of control flow, in order */
    size_t flows, room;
    /* [insns] where flow goes from an instruction, besides behind it; of a loop: where flow goes from a break */
    uint32_t *target;
    uint32_t *continuing;               /* [insns] of a loop, by its first instruction; 0: none */
    bool *begins;                       /* [insns] a block begins with it */
    uint32_t *block_at;                 /* [insns] the number of that block */
};

struct open {
    uint32_t top, middle;               /* if or loop; the else */
};

/* ---- numbers and targets ---- */

static bool is_flow(uint8_t op)
{
    switch (op) {
    case WF_OP_IF: case WF_OP_ELSE: case WF_OP_ENDIF: case WF_OP_LOOP: case WF_OP_CONTINUING: case WF_OP_ENDLOOP:
    case WF_OP_BREAK: case WF_OP_BREAKIF: case WF_OP_CONTINUE: case WF_OP_RET: case WF_OP_END:
        return true;
    default:
        return false;
    }
}

static void number(struct splitter *k, struct wfs_env *env, uint32_t *position)
{
    const struct wfs_code *code = k->code;
    uint32_t n = 0, group = 0;

    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        const struct wfs_insn *i = &code->insn[at];
        n += i->op != WFS_OP_COPY || i->frame != group;
        group = i->op == WFS_OP_COPY ? i->frame : 0;
        position[at] = n;
        if (is_flow(i->op))
            WFS_APPEND(env, k->flow, k->flows, k->room, at);
    }
}

/* Of what opens and closes. */
static void find_ends(struct splitter *k, struct wfs_env *env)
{
    const struct wfs_code *code = k->code;
    struct open *open = wfs_new(env, 2 * WF_MAX_LEVEL + 2, sizeof *open);
    unsigned depth = 0;

    for (size_t n = 0; n < k->flows; n++) {
        const uint32_t at = k->flow[n];
        struct open *o = &open[depth];
        switch (code->insn[at].op) {
        case WF_OP_IF: case WF_OP_LOOP:
            if (depth >= 2 * WF_MAX_LEVEL)
                wfs_fail(env, "if and loop nest more than %d deep", (int)WF_MAX_LEVEL);
            open[++depth] = (struct open){.top = at};
            break;
        case WF_OP_ELSE:
            o->middle = at;
            k->target[o->top] = code->insn[at].next;    /* a false if goes behind the else */
            break;
        case WF_OP_CONTINUING:
            k->continuing[o->top] = at;
            break;
        case WF_OP_ENDIF:
            k->target[o->middle ? o->middle : o->top] = at;
            depth--;
            break;
        case WF_OP_ENDLOOP:
            k->target[at] = code->insn[o->top].next;
            k->target[o->top] = code->insn[at].next;
            depth--;
            break;
        default: break;
        }
    }
}

/* Where flow goes from an instruction, besides behind it; 0: nowhere. */
static uint32_t target_of(const struct splitter *k, uint32_t at)
{
    const struct wfs_insn *i = &k->code->insn[at];

    switch (i->op) {
    case WF_OP_IF: case WF_OP_ELSE: case WF_OP_ENDLOOP: return k->target[at];
    case WF_OP_BREAK: case WF_OP_BREAKIF: return k->target[i->frame];
    case WF_OP_CONTINUE: return k->continuing[i->frame];
    default: return 0;
    }
}

/* ---- blocks ---- */

static bool ends_block(uint8_t op)
{
    return is_flow(op) && op != WF_OP_ENDIF && op != WF_OP_CONTINUING;
}

static bool falls_through(uint8_t op)
{
    return op != WF_OP_ELSE && op != WF_OP_ENDLOOP && op != WF_OP_BREAK && op != WF_OP_CONTINUE && op != WF_OP_RET &&
           op != WF_OP_END;
}

/* How many blocks there are, and where they begin. */
static uint32_t find_beginnings(struct splitter *k)
{
    uint32_t count = 0;

    k->begins[k->code->first] = true;
    for (size_t n = 0; n < k->flows; n++) {
        const uint32_t at = k->flow[n];
        k->begins[target_of(k, at)] = true;
        if (ends_block(k->code->insn[at].op))
            k->begins[k->code->insn[at].next] = true;
    }
    for (uint32_t at = k->code->first; at; at = k->code->insn[at].next)
        count += k->begins[at];
    return count;
}

struct wfs_straight *wfs_find_blocks(struct wfs_code *code, uint32_t *count, uint32_t *position)
{
    struct splitter *k = wfs_new(code->env, 1, sizeof *k);
    uint32_t b = 0;

    k->code = code;
    k->target = wfs_new(code->env, code->insns, sizeof *k->target);
    k->continuing = wfs_new(code->env, code->insns, sizeof *k->continuing);
    k->begins = wfs_new(code->env, code->insns, sizeof *k->begins);
    k->block_at = wfs_new(code->env, code->insns, sizeof *k->block_at);
    number(k, code->env, position);
    find_ends(k, code->env);
    *count = find_beginnings(k);
    struct wfs_straight *block = wfs_new(code->env, *count + 1, sizeof *block);
    block[0].first = code->first;
    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        if (k->begins[at] && at != code->first)
            block[++b].first = at;
        k->block_at[at] = b;
        block[b].last = at;
    }
    for (b = 0; b < *count; b++) {
        const uint32_t last = block[b].last, target = target_of(k, last);
        unsigned n = 0;
        if (falls_through(code->insn[last].op) && b + 1 < *count)
            block[b].next[n++] = b + 1;
        if (target)
            block[b].next[n++] = k->block_at[target];
    }
    return block;
}
