/* SPDX-License-Identifier: Apache-2.0
 * tidy.c - when registers are allocated: copies of a register to itself go; an if that does nothing but break is
 * breakif.
 *
 * Not before, for copies on the way out belong to the lanes that leave alone: others may hold what they will bring out
 * already.
 */
#include "passes.h"

static bool is_nothing(const struct wfs_code *code, const uint8_t *reg, uint32_t at)
{
    const struct wfs_insn *n = &code->insn[at];

    if (n->op == WFS_OP_MARK)
        return true;
    return n->op == WFS_OP_COPY &&
           (reg[n->dst] == UINT8_MAX || (n->b.kind == WFS_REG && reg[n->b.bits] + n->b.word == reg[n->dst]));
}

static void break_of_if(struct wfs_code *code, uint32_t at)
{
    const uint32_t leave = code->insn[at].next, end = leave ? code->insn[leave].next : 0;

    if (!end || code->insn[leave].op != WF_OP_BREAK || code->insn[end].op != WF_OP_ENDIF)
        return;
    code->insn[leave].op = WF_OP_BREAKIF;
    code->insn[leave].a = code->insn[at].a;
    wfs_unlink(code, end);
    wfs_unlink(code, at);
}

void wfs_tidy(struct wfs_code *code, const uint8_t *reg)
{
    for (uint32_t at = code->first, next; at; at = next) {
        next = code->insn[at].next;
        if (is_nothing(code, reg, at))
            wfs_unlink(code, at);
    }
    for (uint32_t at = code->first, next; at; at = next) {
        next = code->insn[at].next;
        if (code->insn[at].op == WF_OP_IF)
            break_of_if(code, at);
    }
}
