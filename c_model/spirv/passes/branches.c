/* SPDX-License-Identifier: Apache-2.0
 * branches.c - a part of clean.c: branches that are decided, frames of loops that are none, what no lane comes to.
 */
#include "passes.h"

/* The instruction that ends what `at` begins: for if its else or endif, for else its endif, for loop its endloop. */
static uint32_t partner(const struct wfs_code *code, uint32_t at)
{
    const bool is_if = code->insn[at].op == WF_OP_IF;
    unsigned depth = 0;

    for (at = code->insn[at].next; at; at = code->insn[at].next)
        switch (code->insn[at].op) {
        case WF_OP_IF: case WF_OP_LOOP: depth++; break;
        case WF_OP_ELSE: if (!depth && is_if) return at; break;
        case WF_OP_ENDIF: case WF_OP_ENDLOOP:
            if (!depth)
                return at;
            depth--;
            break;
        default: break;
        }
    return 0;
}

/* The continuing of a loop that ends with `end`, or 0. */
static uint32_t continuing_of(const struct wfs_code *code, uint32_t loop, uint32_t end)
{
    unsigned depth = 0;

    for (uint32_t at = code->insn[loop].next; at != end; at = code->insn[at].next) {
        const uint8_t op = code->insn[at].op;
        if (!depth && op == WF_OP_CONTINUING)
            return at;
        depth += op == WF_OP_IF || op == WF_OP_LOOP;
        depth -= op == WF_OP_ENDIF || op == WF_OP_ENDLOOP;
    }
    return 0;
}

/* Unlink from `at` up to, without, `end`. */
static void drop(struct wfs_code *code, uint32_t at, uint32_t end)
{
    while (at && at != end) {
        const uint32_t next = code->insn[at].next;
        wfs_unlink(code, at);
        at = next;
    }
}

/* The first instruction behind `at` that is no marker. */
static uint32_t behind(const struct wfs_code *code, uint32_t at)
{
    do
        at = code->insn[at].next;
    while (at && code->insn[at].op == WFS_OP_MARK);
    return at;
}

/* What stands behind a break, continue or ret until lanes can come again. */
static bool drop_unreached(struct wfs_code *code, uint32_t at)
{
    uint32_t end = code->insn[at].next;
    unsigned depth = 0;
    bool any = false;

    for (; end; end = code->insn[end].next) {
        const uint8_t op = code->insn[end].op;
        const bool closes =
            op == WF_OP_ELSE || op == WF_OP_ENDIF || op == WF_OP_CONTINUING || op == WF_OP_ENDLOOP || op == WF_OP_END;
        if (!depth && closes)
            break;
        depth += op == WF_OP_IF || op == WF_OP_LOOP;
        depth -= op == WF_OP_ENDIF || op == WF_OP_ENDLOOP;
        any |= op != WFS_OP_MARK;
    }
    if (any)
        drop(code, code->insn[at].next, end);
    return any;
}

/* if with a constant: one side stays.  if without a body: goes. */
static bool simplify_if(struct wfs_code *code, uint32_t at)
{
    const struct wfs_insn *n = &code->insn[at];
    const uint32_t middle = partner(code, at);

    if (!middle)
        return false;
    const bool has_else = code->insn[middle].op == WF_OP_ELSE;
    const uint32_t end = has_else ? partner(code, middle) : middle;
    if (!end)
        return false;
    if (wfs_is_const(n->a)) {
        if (n->a.bits)
            drop(code, middle, end);
        else
            drop(code, code->insn[at].next, has_else ? middle : end);
        if (!n->a.bits && has_else)
            wfs_unlink(code, middle);
        wfs_unlink(code, end);
        wfs_unlink(code, at);
        return true;
    }
    if (has_else && behind(code, middle) == end) {
        drop(code, middle, end);
        return true;
    }
    if (!has_else && behind(code, at) == end) {
        drop(code, at, end);
        wfs_unlink(code, end);
        return true;
    }
    return false;
}

/* A loop that only its last instruction breaks out of is straight code; nobody continues it, though it may say
 * where. */
static bool drop_frames(struct wfs_code *code)
{
    uint32_t *leaves = wfs_new(code->env, code->insns, sizeof *leaves);
    bool any = false;

    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        const struct wfs_insn *n = &code->insn[at];
        if (n->op == WF_OP_BREAK || n->op == WF_OP_BREAKIF || n->op == WF_OP_CONTINUE)
            leaves[n->frame]++;
    }
    for (uint32_t at = code->first, next; at; at = next) {
        next = code->insn[at].next;
        if (code->insn[at].op != WF_OP_LOOP || leaves[at] != 1)
            continue;
        const uint32_t end = partner(code, at);
        uint32_t last = end ? code->insn[end].prev : 0;
        while (last && code->insn[last].op == WFS_OP_MARK)
            last = code->insn[last].prev;
        if (!last || code->insn[last].op != WF_OP_BREAK || code->insn[last].frame != at)
            continue;
        const uint32_t continuing = continuing_of(code, at, end);
        if (continuing)
            wfs_unlink(code, continuing);
        next = code->insn[at].next;
        wfs_unlink(code, end);
        wfs_unlink(code, last);
        wfs_unlink(code, at);
        any = true;
    }
    return any;
}

bool wfs_simplify_flow(struct wfs_code *code)
{
    bool any = drop_frames(code);

    for (uint32_t at = code->first, next; at; at = next) {
        const struct wfs_insn *n = &code->insn[at];
        next = n->next;
        switch (n->op) {
        case WF_OP_BREAK: case WF_OP_CONTINUE: case WF_OP_RET:
            if (drop_unreached(code, at))
                any = true;
            next = code->insn[at].next;
            break;
        case WF_OP_BREAKIF:
            if (wfs_is_const(n->a)) {
                if (n->a.bits)
                    code->insn[at].op = WF_OP_BREAK;
                else
                    wfs_unlink(code, at);
                code->insn[at].a = wfs_none();
                any = true;
            }
            break;
        case WF_OP_IF: {
            const uint32_t before = n->prev;
            if (simplify_if(code, at)) {
                any = true;
                next = before ? code->insn[before].next : code->first;
            }
            break;
        }
        default: break;
        }
    }
    return any;
}
