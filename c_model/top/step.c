/* SPDX-License-Identifier: Apache-2.0
 *
 * step.c - one instruction of one wave.
 */
#include <string.h>

#include "races.h"

#include "../core/lanes.h"
#include "../fp/host.h"
#include "../xlane/xlane.h"

static const uint32_t *operand_b(const struct wf_slot *slot, const struct wf_decoded *code)
{
    return code->imm != NULL ? code->imm : wf_register_row(slot, code->insn.b);
}

/* Into `value`, which may be the row of an operand. */
static void perform_alu(const struct wf_slot *slot, const struct wf_decoded *code, uint32_t *value)
{
    const struct wf_insn *insn = &code->insn;
    const uint32_t *a = wf_register_row(slot, insn->a), *b = operand_b(slot, code), *c = wf_register_row(slot, insn->c);
    const unsigned n = slot->wave.size;

    if (!wf_integer_perform(insn->op, n, a, b, c, value))
        wf_float_perform(insn->op, n, a, b, c, value);
}

static struct wf_mask perform_xlane(struct wf_machine *m, const struct wf_slot *slot, const struct wf_decoded *code)
{
    const struct wf_insn *insn = &code->insn;
    struct wf_xlane x;
    struct wf_mask written;

    x.op = insn->op;
    x.mod = insn->mod;
    x.size = slot->wave.size;
    x.exec = slot->wave.exec;
    x.active = wf_mask_without(slot->wave.exec, slot->wave.helper);
    if (wf_mask_empty(x.active))            /* helper lanes alone: they stand for the active ones */
        x.active = x.exec;
    x.a = wf_register_row(slot, insn->a);
    x.b = operand_b(slot, code);
    for (unsigned word = 0; word < 4; word++)
        x.q[word] = wf_register_row(slot, insn->c + word);
    wf_xlane_perform(&x, m->value, &written);
    return written;
}

static void end_wave(struct wf_machine *m, struct wf_slot *slot)
{
    slot->running = false;
    m->running--;
    wf_group_wave_ended(m, slot->group);
}

/* There is nothing to run: the wave ends.  The fault is the wave's; its first running lane stands for it. */
static void perform_fault(struct wf_machine *m, struct wf_slot *slot, enum wf_fault kind, struct wf_effect *effect)
{
    unsigned lane = 0;

    while (lane + 1 < slot->wave.size && !wf_mask_has(slot->wave.exec, lane))
        lane++;
    wf_fault_note(m, slot, kind, lane, 0, 1);
    end_wave(m, slot);
    if (effect != NULL)
        effect->fault = kind;
}

static void perform_sync(struct wf_machine *m, struct wf_slot *slot, const struct wf_insn *insn)
{
    if (insn->op == WF_OP_BARRIER)
        wf_races_barrier(m, slot);
    slot->wave.pc++;
    if (insn->op == WF_OP_END) {
        end_wave(m, slot);
        return;
    }
    slot->waiting = true;
    slot->group->waiting++;
    m->waiting++;
}

static void perform_flow(struct wf_machine *m, struct wf_slot *slot, const struct wf_insn *insn)
{
    if (insn->op == WF_OP_MEMBAR)
        wf_races_fence(m, slot);
    wf_flow_perform(&slot->wave, insn, wf_register_row(slot, insn->a));
    if (wf_mask_empty(slot->wave.live))
        end_wave(m, slot);
}

static uint32_t *destination(const struct wf_slot *slot, const struct wf_decoded *code)
{
    return slot->wave.regs + (size_t)code->insn.dst * slot->wave.size;
}

/* Write the result to the registers of the lanes in `written`. */
static void write_back(struct wf_machine *m, struct wf_slot *slot, const struct wf_decoded *code, struct wf_mask written)
{
    for (unsigned word = 0; word < code->words; word++)
        wf_lanes_write(slot->wave.size, written, m->value[word], destination(slot, code) + word * slot->wave.size);
}

/* Everything that gives values and goes on to the next instruction. */
static void perform_values(struct wf_machine *m, struct wf_slot *slot, const struct wf_decoded *code, struct wf_effect *effect)
{
    struct wf_mask written = slot->wave.exec;

    switch (code->unit) {
    case WF_UNIT_ALU:
    case WF_UNIT_FPU: perform_alu(slot, code, m->value[0]); break;
    case WF_UNIT_PACK: wf_sysval(m, slot, code->insn.mod, m->value[0]); break;
    case WF_UNIT_XLANE: written = perform_xlane(m, slot, code); break;
    case WF_UNIT_LDS:
    case WF_UNIT_MEM: written = wf_memory_perform(m, slot, code, effect); break;
    case WF_UNIT_FLOW:
    case WF_UNIT_SYNC: break;
    }
    if (code->words == 0)
        written = wf_mask_none();
    write_back(m, slot, code, written);
    slot->wave.pc++;
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
    const unsigned lanes = wf_mask_equal(slot->wave.exec, m->all) ? slot->wave.size : wf_mask_count(slot->wave.exec);

    if (effect != NULL)
        wf_effect_begin(m, slot, effect);
    if (code->fault != WF_FAULT_NONE)
        perform_fault(m, slot, code->fault, effect);
    else if (code->unit == WF_UNIT_FLOW)
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

/* Arithmetic of a wave whose lanes all run needs no copy: what `run` does most goes straight from register to register. */
static uint64_t perform_straight(const struct wf_machine *m, struct wf_slot *slot, uint64_t most)
{
    uint64_t done = 0;

    if (!wf_mask_equal(slot->wave.exec, m->all))
        return 0;
    for (; done < most && slot->wave.pc < m->count; done++) {
        const struct wf_decoded *code = &m->decoded[slot->wave.pc];
        if (!code->straight)
            break;
        perform_alu(slot, code, destination(slot, code));
        slot->wave.pc++;
    }
    return done;
}

uint64_t wf_steps(struct wf_machine *m, struct wf_slot *slot, uint64_t most, uint64_t *lanes)
{
    uint64_t done = 0;

    while (done < most && slot->running && !slot->waiting) {
        const uint64_t straight = perform_straight(m, slot, most - done);

        *lanes += straight * slot->wave.size;
        done += straight;
        if (straight > 0)
            continue;
        *lanes += wf_step(m, slot, NULL);
        done++;
    }
    return done;
}

bool wf_machine_step(struct wf_machine *m, unsigned slot, struct wf_effect *effect)
{
    if (!wf_machine_running(m, slot) || wf_machine_waiting(m, slot))
        return false;
    fenv_t caller;
    const bool saved = wf_host_float_begin(&caller);

    wf_step(m, &m->slot[slot], effect);
    wf_host_float_end(saved, &caller);
    return true;
}
