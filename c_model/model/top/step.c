/* SPDX-License-Identifier: Apache-2.0
 * step.c - one instruction of one wave.
 */
#include <string.h>

#include "races.h"

#include "../core/lanes.h"
#include "../fp/host.h"
#include "../xlane/xlane.h"

/* The set with what is known of it. */
static struct wf_lane_set *lane_set(struct wf_machine *m, struct wf_mask mask)
{
    struct wf_lane_set *set = &m->last;

    if (!wf_mask_equal(set->mask, mask)) {
        set->mask = mask;
        set->count = wf_mask_count(mask);
        set->spread = false;
    }
    return set;
}

/* row[lane] = value[lane] for the lanes of a set. */
static void write_row(struct wf_machine *m, struct wf_mask mask, const uint32_t *value, uint32_t *row)
{
    struct wf_lane_set *set = lane_set(m, mask);

    if (!set->spread)
        wf_lanes_spread(m->shape.wave_size, mask, set->taken);
    set->spread = true;
    wf_lanes_blend(m->shape.wave_size, set->taken, value, row);
}

/* Behind the last instruction stands a fault. */
static const struct wf_decoded *next_instruction(const struct wf_machine *m, const struct wf_slot *slot)
{
    return &m->decoded[slot->wave.pc < m->count ? slot->wave.pc : m->count];
}

static const uint32_t *operand_b(const struct wf_slot *slot, const struct wf_decoded *code)
{
    return code->imm != NULL ? code->imm : wf_register_row(slot, code->insn.b);
}

/* Into `value`, which may be the row of an operand. */
static void perform_alu(const struct wf_slot *slot, const struct wf_decoded *code, uint32_t *value)
{
    const struct wf_insn *insn = &code->insn;
    const uint32_t *a = wf_register_row(slot, insn->a), *b = operand_b(slot, code), *c = wf_register_row(slot, insn->c);

    code->perform(insn->op, slot->wave.size, a, b, c, value);
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
        wf_races_return(m, slot, false);
        end_wave(m, slot);
        return;
    }
    slot->waiting = true;
    slot->group->waiting++;
    slot->group->device = slot->group->device || wf_insn_is_device_fence(insn);
    m->waiting++;
}

static void perform_flow(struct wf_machine *m, struct wf_slot *slot, const struct wf_insn *insn)
{
    if (insn->op == WF_OP_MEMBAR)
        wf_races_fence(m, slot, wf_insn_is_device_fence(insn));
    if (insn->op == WF_OP_RET)
        wf_races_return(m, slot, true);
    const struct wf_mask ran = slot->wave.exec;
    const size_t pc = slot->wave.pc;
    wf_flow_perform(&slot->wave, insn, wf_register_row(slot, insn->a));
    if (insn->op == WF_OP_BREAK || insn->op == WF_OP_BREAKIF)
        wf_races_left(m, slot, pc, wf_mask_without(ran, slot->wave.exec));
    if (wf_mask_empty(slot->wave.live))
        end_wave(m, slot);
}

static uint32_t *destination(const struct wf_slot *slot, const struct wf_decoded *code)
{
    return slot->wave.regs + (size_t)code->insn.dst * slot->wave.size;
}

/* Write the result to the registers of the lanes in `written`. */
static void write_back(struct wf_machine *m, struct wf_slot *slot, const struct wf_decoded *code,
                       struct wf_mask written)
{
    for (unsigned word = 0; word < code->words; word++)
        write_row(m, written, m->value[word], destination(slot, code) + word * slot->wave.size);
}

/* The result goes to the registers, and into the effect. */
static void finish_values(struct wf_machine *m, struct wf_slot *slot, const struct wf_decoded *code,
                          struct wf_mask written, struct wf_effect *effect)
{
    if (code->words == 0)
        written = wf_mask_none();
    write_back(m, slot, code, written);
    if (effect == NULL)
        return;
    effect->dst = code->insn.dst;
    effect->words = code->words;
    wf_effect_lanes(m, written, effect->written);
    for (unsigned word = 0; word < code->words; word++)
        memcpy(effect->value[word], m->value[word], slot->wave.size * sizeof(uint32_t));
}

/* Everything that gives values and goes on to the next instruction. */
static void perform_values(struct wf_machine *m, struct wf_slot *slot, const struct wf_decoded *code,
                           struct wf_effect *effect)
{
    struct wf_mask written = slot->wave.exec;

    switch (code->unit) {
    case WF_UNIT_ALU:
    case WF_UNIT_FPU: perform_alu(slot, code, m->value[0]); break;
    case WF_UNIT_PACK: wf_system_value(m, slot, &code->insn, m->value[0]); break;
    case WF_UNIT_XLANE: written = perform_xlane(m, slot, code); break;
    case WF_UNIT_LDS:
    case WF_UNIT_MEM: written = wf_memory_perform(m, slot, code, effect); break;
    case WF_UNIT_FLOW:
    case WF_UNIT_SYNC: break;
    }
    finish_values(m, slot, code, written, effect);
    slot->wave.pc++;
}

unsigned wf_step(struct wf_machine *m, struct wf_slot *slot, struct wf_effect *effect)
{
    const struct wf_decoded *code = next_instruction(m, slot);
    const struct wf_mask ran = slot->wave.exec;
    const unsigned lanes = lane_set(m, ran)->count;

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
        effect->same_lanes = lanes > 0 && wf_mask_equal(slot->wave.exec, ran);
        effect->barrier = slot->waiting;
        effect->ended = !slot->running;
    }
    m->clock++;
    return lanes;
}

/* Arithmetic in a row, what `run` does most: the running lanes stay the same ones, and when all run it goes straight
 * from register to register.  Returns how many. */
static uint64_t perform_straight(struct wf_machine *m, struct wf_slot *slot, uint64_t most)
{
    const struct wf_mask exec = slot->wave.exec;
    const bool all = wf_mask_equal(exec, m->all);
    const struct wf_decoded *code = next_instruction(m, slot);
    uint64_t done = 0;

    for (; done < most && code->straight; done++, code++) {
        uint32_t *row = destination(slot, code);
        perform_alu(slot, code, all ? row : m->value[0]);
        if (!all)
            write_row(m, exec, m->value[0], row);
    }
    slot->wave.pc += (uint32_t)done;
    m->clock += done;
    return done;
}

uint64_t wf_steps(struct wf_machine *m, struct wf_slot *slot, uint64_t most, uint64_t *lanes)
{
    uint64_t done = 0;

    while (done < most && slot->running && !slot->waiting) {
        const uint64_t straight = perform_straight(m, slot, most - done);

        *lanes += straight > 0 ? straight * lane_set(m, slot->wave.exec)->count : 0;
        done += straight;
        if (done == most)
            break;
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

bool wf_machine_begin(struct wf_machine *m, unsigned slot, struct wf_effect *effect)
{
    if (!wf_machine_running(m, slot) || wf_machine_waiting(m, slot))
        return false;
    struct wf_slot *s = &m->slot[slot];
    const struct wf_decoded *code = next_instruction(m, s);

    if (code->fault != WF_FAULT_NONE || (code->unit != WF_UNIT_LDS && code->unit != WF_UNIT_MEM))
        return wf_machine_step(m, slot, effect);
    wf_effect_begin(m, s, effect);
    wf_memory_begin(m, s, code, effect);
    s->wave.pc++;
    return true;
}

void wf_machine_access(struct wf_machine *m, unsigned slot, struct wf_effect *effect)
{
    struct wf_slot *s = &m->slot[slot];
    const struct wf_decoded *code = &m->decoded[effect->pc];
    fenv_t caller;
    const bool saved = wf_host_float_begin(&caller);

    finish_values(m, s, code, wf_memory_access(m, s, code, effect), effect);
    wf_host_float_end(saved, &caller);
}

void wf_machine_set_robust(struct wf_machine *m, const bool *robust)
{
    memcpy(m->robust, robust, sizeof m->robust);
}

void wf_machine_start_clock(struct wf_machine *m, uint64_t clock)
{
    m->clock = clock;
}

void wf_machine_read_clock(struct wf_machine *m, unsigned slot, struct wf_effect *effect, uint64_t clock)
{
    struct wf_slot *s = &m->slot[slot];
    const struct wf_decoded *code = &m->decoded[effect->pc];
    const uint32_t word = (uint32_t)(code->insn.mod == WF_SV_CLOCK_HIGH ? clock >> 32 : clock);

    for (unsigned lane = 0; lane < s->wave.size; lane++)
        m->value[0][lane] = word;
    finish_values(m, s, code, wf_effect_mask(m, effect->written), effect);
}

bool wf_machine_cut(struct wf_machine *m, unsigned slot, struct wf_effect *effect)
{
    if (!wf_machine_running(m, slot) || wf_machine_waiting(m, slot))
        return false;
    struct wf_slot *s = &m->slot[slot];

    wf_effect_begin(m, s, effect);
    effect->word = WF_OP_END;
    effect->fault = WF_FAULT_NONE;
    end_wave(m, s);
    effect->ended = true;
    return true;
}

void wf_machine_answer(struct wf_machine *m, unsigned slot, struct wf_effect *effect, const uint32_t *value,
                       const uint32_t *high)
{
    struct wf_slot *s = &m->slot[slot];

    memset(m->value, 0, m->decoded[effect->pc].words * sizeof m->value[0]);
    memcpy(m->value[0], value, s->wave.size * sizeof *value);
    if (wf_op_is_atomic64(m->decoded[effect->pc].insn.op))
        memcpy(m->value[1], high, s->wave.size * sizeof *high);
    finish_values(m, s, &m->decoded[effect->pc], wf_memory_asked(m, effect), effect);
}

uint32_t wf_machine_atomic(unsigned atom, uint32_t old, uint32_t data, uint32_t compare)
{
    fenv_t caller;
    const bool saved = wf_host_float_begin(&caller);
    const uint32_t left = wf_atom_apply((uint8_t)atom, old, data, compare);

    wf_host_float_end(saved, &caller);
    return left;
}

uint64_t wf_machine_atomic64(unsigned atom, uint64_t old, uint64_t data, uint64_t compare)
{
    return wf_atom_apply64((uint8_t)atom, old, data, compare);
}
