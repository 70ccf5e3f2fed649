/* SPDX-License-Identifier: Apache-2.0
 *
 * step.c - one instruction of one wave.
 */
#include <string.h>

#include "impl.h"

#include "../xlane/xlane.h"

/* Operand b: a register, or the immediate in every lane. */
static const uint32_t *operand_b(struct wf_machine *m, const struct wf_slot *slot, const struct wf_insn *insn)
{
    if (!insn->has_imm)
        return wf_register_row(slot, insn->b);
    for (unsigned lane = 0; lane < slot->wave.size; lane++)
        m->constant[lane] = insn->imm;
    return m->constant;
}

static void perform_alu(struct wf_machine *m, const struct wf_slot *slot, const struct wf_insn *insn)
{
    const uint32_t *a = wf_register_row(slot, insn->a), *b = operand_b(m, slot, insn), *c = wf_register_row(slot, insn->c);
    const unsigned n = slot->wave.size;

    if (!wf_integer_perform(insn->op, n, a, b, c, m->value[0]))
        wf_float_perform(insn->op, n, a, b, c, m->value[0]);
}

static struct wf_mask perform_xlane(struct wf_machine *m, const struct wf_slot *slot, const struct wf_insn *insn)
{
    struct wf_xlane x;
    struct wf_mask written;

    x.op = insn->op;
    x.mod = insn->mod;
    x.size = slot->wave.size;
    x.exec = slot->wave.exec;
    x.active = wf_mask_without(slot->wave.exec, slot->wave.helper);
    x.a = wf_register_row(slot, insn->a);
    x.b = operand_b(m, slot, insn);
    for (unsigned word = 0; word < 4; word++)
        x.q[word] = wf_register_row(slot, insn->c + word);
    wf_xlane_perform(&x, m->value, &written);
    return written;
}

static void end_wave(struct wf_machine *m, struct wf_slot *slot)
{
    slot->running = false;
    wf_group_wave_ended(m, slot->group);
}

static void perform_sync(struct wf_machine *m, struct wf_slot *slot, const struct wf_insn *insn)
{
    slot->wave.pc = (uint16_t)(slot->wave.pc + 1);
    if (insn->op == WF_OP_END) {
        end_wave(m, slot);
        return;
    }
    slot->waiting = true;
    slot->group->waiting++;
}

static void perform_flow(struct wf_machine *m, struct wf_slot *slot, const struct wf_insn *insn)
{
    wf_flow_perform(&slot->wave, insn, wf_register_row(slot, insn->a));
    if (wf_mask_empty(slot->wave.live))
        end_wave(m, slot);
}

/* Write the result to the registers of the lanes in `written`. */
static void write_back(struct wf_machine *m, struct wf_slot *slot, const struct wf_decoded *code, struct wf_mask written)
{
    const unsigned n = slot->wave.size;
    const bool all = wf_mask_count(written) == n;

    for (unsigned word = 0; word < code->words; word++) {
        uint32_t *row = slot->wave.regs + (size_t)(code->insn.dst + word) * n;
        const uint32_t *value = m->value[word];

        if (all) {
            memcpy(row, value, n * sizeof *row);
            continue;
        }
        for (unsigned lane = 0; lane < n; lane++)
            row[lane] = wf_mask_has(written, lane) ? value[lane] : row[lane];
    }
}

/* Everything that gives values and goes on to the next instruction. */
static void perform_values(struct wf_machine *m, struct wf_slot *slot, const struct wf_decoded *code, struct wf_effect *effect)
{
    struct wf_mask written = slot->wave.exec;

    switch (code->unit) {
    case WF_UNIT_ALU:
    case WF_UNIT_FPU: perform_alu(m, slot, &code->insn); break;
    case WF_UNIT_PACK: wf_sysval(m, slot, code->insn.mod, m->value[0]); break;
    case WF_UNIT_XLANE: written = perform_xlane(m, slot, &code->insn); break;
    case WF_UNIT_LDS:
    case WF_UNIT_MEM: written = wf_memory_perform(m, slot, code, effect); break;
    case WF_UNIT_FLOW:
    case WF_UNIT_SYNC: break;
    }
    if (code->words == 0)
        written = wf_mask_none();
    write_back(m, slot, code, written);
    slot->wave.pc = (uint16_t)(slot->wave.pc + 1);
    if (effect == NULL)
        return;
    effect->dst = code->insn.dst;
    effect->words = code->words;
    wf_effect_lanes(m, written, effect->written);
    for (unsigned word = 0; word < code->words; word++)
        memcpy(effect->value[word], m->value[word], slot->wave.size * sizeof(uint32_t));
}

unsigned wf_step(struct wf_machine *m, struct wf_slot *slot, struct wf_effect *effect)
{
    const size_t at = slot->wave.pc < m->count ? slot->wave.pc : m->count;
    const struct wf_decoded *code = &m->decoded[at];
    const unsigned lanes = wf_mask_count(slot->wave.exec);

    if (effect != NULL)
        wf_effect_begin(m, slot, effect);
    if (code->unit == WF_UNIT_FLOW)
        perform_flow(m, slot, &code->insn);
    else if (code->unit == WF_UNIT_SYNC)
        perform_sync(m, slot, &code->insn);
    else
        perform_values(m, slot, code, effect);
    if (effect != NULL) {
        effect->barrier = slot->waiting;
        effect->ended = !slot->running;
    }
    return lanes;
}

bool wf_machine_step(struct wf_machine *m, unsigned slot, struct wf_effect *effect)
{
    if (!wf_machine_running(m, slot) || wf_machine_waiting(m, slot))
        return false;
    wf_step(m, &m->slot[slot], effect);
    return true;
}
