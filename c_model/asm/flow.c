/* SPDX-License-Identifier: Apache-2.0
 * flow.c - emit instructions; nesting of if and loop, levels and jump targets (docs/isa.md, "Control flow in the
 * word").
 *
 * An instruction whose target is "the next place where lanes meet" waits in a chain at its construct until that place
 * is known.
 */
#include "statements.h"

#include "diag.h"

/* More instructions than a program can have: what the device holds is less, mostly. */
static void too_long(struct wfa *p, struct wfa_pos pos)
{
    const bool small = p->device->imem_words < WF_MAX_CODE;

    if (!p->too_long)
        wfa_error(p, pos, "the code has more than %d instructions; expected at most %u%s", WF_MAX_CODE,
                  small ? p->device->imem_words : WF_MAX_CODE, small ? ", the instruction memory of the device" : "");
    p->too_long = true;
}

bool wfa_emit(struct wfa *p, struct wfa_pos pos, const struct wf_insn *insn)
{
    struct wf_kernel *k = p->kernel;

    if (k->count == WF_MAX_CODE) {
        too_long(p, pos);
        return false;
    }
    if (!wfa_grow(p, &k->code, &p->code_room, k->count, sizeof *k->code) ||
        !wfa_grow(p, &k->line, &p->line_room, k->count, sizeof *k->line) ||
        !wfa_grow(p, &p->link, &p->link_room, k->count, sizeof *p->link))
        return false;
    k->code[k->count] = wf_insn_encode(insn);
    k->line[k->count] = pos.line;
    p->link[k->count++] = 0;
    return true;
}

static void set_target(struct wfa *p, size_t at, size_t target)
{
    p->kernel->code[at] = (p->kernel->code[at] & 0x0000ffffffffffffu) | (uint64_t)(target & 0xffff) << 48;
}

/* The last instruction waits for the end of the innermost open part. */
static void wait_for_next(struct wfa *p)
{
    size_t at = p->kernel->count - 1;

    if (!p->depth) {
        set_target(p, at, at + 1);
        return;
    }
    p->link[at] = p->open[p->depth].waiting;
    p->open[p->depth].waiting = (uint32_t)at + 1;
}

/* A part of the innermost construct ends at `target`. */
static void meet(struct wfa *p, size_t target)
{
    struct wfa_open *top = &p->open[p->depth];

    for (uint32_t at = top->waiting; at; at = p->link[at - 1])
        set_target(p, at - 1, target);
    top->waiting = 0;
    set_target(p, top->opener, target);
}

static bool is_loop(const struct wfa_open *open)
{
    return open->part == WF_OP_LOOP || open->part == WF_OP_CONTINUING;
}

static bool emit_flow(struct wfa *p, struct wfa_pos pos, uint8_t op, uint8_t a, uint8_t level, uint16_t back)
{
    return wfa_emit(p, pos, &(struct wf_insn){.op = op, .a = a, .mod = level, .back = back});
}

static bool begin(struct wfa *p, struct wfa_pos pos, uint8_t op, uint8_t a)
{
    if (p->depth == WF_MAX_LEVEL) {
        wfa_error(p, pos, "if and loop nest too deep; expected at most %d levels", WF_MAX_LEVEL);
        return false;
    }
    if (!emit_flow(p, pos, op, a, (uint8_t)(p->depth + 1), 0))
        return false;
    uint32_t at = (uint32_t)p->kernel->count - 1;
    p->open[++p->depth] = (struct wfa_open){.pos = pos, .top = at, .opener = at, .part = op};
    return true;
}

static const char *mnemonic(uint8_t op)
{
    return wf_op_info(op)->mnemonic;
}

/* The innermost construct must be of the kind that `op` continues or closes.  When an outer one is, the inner ones are
 * given up. */
static bool find_partner(struct wfa *p, struct wfa_pos pos, uint8_t op)
{
    bool loop = op == WF_OP_ENDLOOP || op == WF_OP_CONTINUING;
    const struct wfa_open *top = &p->open[p->depth];
    unsigned outer = p->depth;

    if (p->depth && is_loop(top) == loop)
        return true;
    while (outer && is_loop(&p->open[outer]) != loop)
        outer--;
    if (!p->depth)
        wfa_error(p, pos, "`%s` without `%s`; expected it inside one", mnemonic(op), loop ? "loop" : "if");
    else
        wfa_error(p, pos, "`%s` inside the `%s` of line %u; expected `%s` first", mnemonic(op),
                  is_loop(top) ? "loop" : "if", top->pos.line, is_loop(top) ? "endloop" : "endif");
    if (outer && op != WF_OP_CONTINUING)
        p->depth = outer;
    return outer && op != WF_OP_CONTINUING;
}

static bool next_part(struct wfa *p, struct wfa_pos pos, uint8_t op)
{
    if (!find_partner(p, pos, op))
        return false;
    struct wfa_open *top = &p->open[p->depth];
    if (top->part == op) {
        wfa_error(p, pos, "second `%s`; expected one, the construct begins in line %u", mnemonic(op), top->pos.line);
        return false;
    }
    if (!emit_flow(p, pos, op, 0, (uint8_t)p->depth, 0))
        return false;
    meet(p, p->kernel->count - 1);
    top->opener = (uint32_t)p->kernel->count - 1;
    top->part = op;
    return true;
}

static bool finish(struct wfa *p, struct wfa_pos pos, uint8_t op)
{
    if (!find_partner(p, pos, op))
        return false;
    struct wfa_open *top = &p->open[p->depth];
    if (op == WF_OP_ENDLOOP && top->continued && top->part == WF_OP_LOOP && !next_part(p, pos, WF_OP_CONTINUING))
        return false;
    if (!emit_flow(p, pos, op, 0, (uint8_t)p->depth, op == WF_OP_ENDLOOP ? (uint16_t)(top->top + 1) : 0))
        return false;
    meet(p, p->kernel->count - 1);
    p->depth--;
    wait_for_next(p);
    return true;
}

/* The level of the open loop that is the `loops`-th from inside; 0 when there are fewer, *found of them. */
static unsigned level_of_loop(const struct wfa *p, unsigned loops, unsigned *found)
{
    *found = 0;
    for (unsigned level = p->depth; level; level--)
        if (is_loop(&p->open[level]) && ++*found == loops)
            return level;
    return 0;
}

static bool leave(struct wfa *p, struct wfa_pos pos, uint8_t op, uint8_t a, unsigned loops)
{
    unsigned found;
    const unsigned level = level_of_loop(p, loops, &found);

    if (!found) {
        wfa_error(p, pos, "`%s` outside of a loop; expected it inside one", mnemonic(op));
        return false;
    }
    if (!level) {
        wfa_error(p, pos, "`%s` of loop %u outwards; expected at most %u, the loops around it", mnemonic(op), loops,
                  found);
        return false;
    }
    if (op == WF_OP_CONTINUE && p->open[level].part == WF_OP_CONTINUING) {
        wfa_error(p, pos, "`continue` after the `continuing` of its loop; expected it before");
        return false;
    }
    if (op == WF_OP_CONTINUE)
        p->open[level].continued = true;
    if (!emit_flow(p, pos, op, a, (uint8_t)level, 0))
        return false;
    wait_for_next(p);
    return true;
}

bool wfa_flow(struct wfa *p, struct wfa_pos pos, uint8_t op, uint8_t a, unsigned loops)
{
    switch (op) {
    case WF_OP_IF: case WF_OP_LOOP:
        return begin(p, pos, op, a);
    case WF_OP_ELSE: case WF_OP_CONTINUING:
        return next_part(p, pos, op);
    case WF_OP_ENDIF: case WF_OP_ENDLOOP:
        return finish(p, pos, op);
    case WF_OP_BREAK: case WF_OP_BREAKIF: case WF_OP_CONTINUE:
        return leave(p, pos, op, a, loops);
    case WF_OP_END:
        if (p->depth)
            wfa_error(p, pos, "`end` inside the `%s` of line %u; expected it outside (`ret` is allowed anywhere)",
                      is_loop(&p->open[p->depth]) ? "loop" : "if", p->open[p->depth].pos.line);
        return emit_flow(p, pos, op, 0, 0, 0);
    case WF_OP_RET: case WF_OP_DEMOTE:
        if (!emit_flow(p, pos, op, 0, 0, 0))
            return false;
        wait_for_next(p);
        return true;
    default:
        return emit_flow(p, pos, op, 0, 0, 0);
    }
}

void wfa_finish_code(struct wfa *p)
{
    struct wf_kernel *k = p->kernel;

    wf_desc_take_code(&k->desc, k->code, k->count);
    if (!p->code_seen) {
        wfa_error(p, p->last_pos, "the file has no code; expected `code` and instructions");
        return;
    }
    for (unsigned d = 1; d <= p->depth; d++)
        wfa_error(p, p->open[d].pos, "`%s` without `%s`; expected one before the end of the code",
                  is_loop(&p->open[d]) ? "loop" : "if", is_loop(&p->open[d]) ? "endloop" : "endif");
    if (p->insn_good && (!k->count || wf_insn_decode(k->code[k->count - 1]).op != WF_OP_END))
        wfa_error(p, p->insn_pos, "the code runs off its end; expected `end` as the last instruction");
    if (!p->too_long && k->count > p->device->imem_words)
        wfa_error(p, p->code_pos,
                  "the code has %zu instructions; expected at most %u, the instruction memory of the device", k->count,
                  p->device->imem_words);
}
