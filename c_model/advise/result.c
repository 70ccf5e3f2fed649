/* SPDX-License-Identifier: Apache-2.0
 * result.c - what is known of an instruction's result, from what is known of its operands.
 *
 * An operation lane by lane gives the same where its operands are the same.  A load from one address is one word for
 * all lanes that ask in one instruction.  Of the cross-lane operations those give one word that docs/semantics.md calls
 * the same for the whole wave.
 */
#include "uniform.h"

#include "../model/core/core.h"

static const struct wfu_value varying = {WFU_VARYING, 0}, uniform = {WFU_UNIFORM, 0};

static struct wfu_value same_if(bool same)
{
    return same ? uniform : varying;
}

static struct wfu_value constant(uint32_t word)
{
    return (struct wfu_value){WFU_CONSTANT, word};
}

static struct wfu_value operand_b(const struct wfu_state *s, const struct wf_insn *n)
{
    return n->has_imm ? constant(n->imm) : s->reg[n->b];
}

static bool mask_is_uniform(const struct wfu_state *s, unsigned first)
{
    for (unsigned i = 0; i < 4; i++)
        if (s->reg[first + i].kind == WFU_VARYING)
            return false;
    return true;
}

/* An operation of ALU or FPU. */
static struct wfu_value arithmetic(const struct wfu_state *s, const struct wf_insn *n, enum wf_format format)
{
    const struct wfu_value nothing = constant(0);
    const struct wfu_value a = format == WF_FMT_DB ? nothing : s->reg[n->a], b = operand_b(s, n),
                           c = format == WF_FMT_DABC ? s->reg[n->c] : nothing;
    uint32_t word;

    if (a.kind == WFU_VARYING || b.kind == WFU_VARYING || c.kind == WFU_VARYING)
        return varying;
    if (a.kind == WFU_CONSTANT && b.kind == WFU_CONSTANT && c.kind == WFU_CONSTANT &&
        wf_integer_perform(n->op, 1, &a.word, &b.word, &c.word, &word))
        return constant(word);
    return uniform;
}

static bool reduces_the_wave(const struct wf_insn *n)
{
    return (n->mod & 3) == WF_SCAN_REDUCE && (n->mod >> 2 & 3) == WF_SCOPE_WAVE;
}

static struct wfu_value across(const struct wfu_state *s, const struct wf_insn *n, enum wf_format format)
{
    switch (n->op) {
    case WF_OP_ANY: case WF_OP_ALL: case WF_OP_ALLEQ: case WF_OP_ALLEQF: case WF_OP_BALLOT: case WF_OP_BCOUNT:
    case WF_OP_FIRSTLANE: case WF_OP_LASTLANE:
        return uniform;
    case WF_OP_READFIRST:
        return operand_b(s, n).kind == WFU_CONSTANT ? operand_b(s, n) : uniform;
    case WF_OP_READLANE:
        return same_if(operand_b(s, n).kind != WFU_VARYING);
    case WF_OP_MLSB: case WF_OP_MMSB: case WF_OP_MCOUNT:
        return same_if(mask_is_uniform(s, n->c));
    case WF_OP_MBIT:
        return same_if(mask_is_uniform(s, n->c) && s->reg[n->b].kind != WFU_VARYING);
    default:
        return same_if(format == WF_FMT_SCAN && reduces_the_wave(n));
    }
}

struct wfu_value wfu_result(const struct wfu_state *state, const struct wfu_facts *facts, const struct wf_insn *insn)
{
    const struct wf_op_info *info = wf_op_info(insn->op);

    switch (info->unit) {
    case WF_UNIT_ALU: case WF_UNIT_FPU:
        return arithmetic(state, insn, info->format);
    case WF_UNIT_PACK:
        return same_if(insn->op == WF_OP_SIZE || facts->system_value[insn->mod]);
    case WF_UNIT_XLANE:
        return across(state, insn, info->format);
    case WF_UNIT_LDS: case WF_UNIT_MEM:
        return same_if((info->format == WF_FMT_LD || info->format == WF_FMT_GLD) &&
                       state->reg[insn->a].kind != WFU_VARYING);
    case WF_UNIT_FLOW: case WF_UNIT_SYNC:
        break;
    }
    return varying;
}
