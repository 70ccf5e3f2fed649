/* SPDX-License-Identifier: Apache-2.0
 * effect.c - what step.c and memory.c both write down: faults, and the effect of an instruction.
 */
#include <string.h>

#include "impl.h"

void wf_fault_note(struct wf_machine *m, const struct wf_slot *slot, enum wf_fault kind, unsigned lane,
                   uint32_t address, unsigned count)
{
    struct wf_fault_record *record = &m->fault;

    if (record->count == 0) {
        record->kind = kind;
        memcpy(record->group, slot->group->id, sizeof record->group);
        record->wave = slot->index;
        record->lane = lane;
        record->pc = (uint16_t)slot->wave.pc;
        record->address = address;
    }
    record->count += count;
}

void wf_effect_lanes(const struct wf_machine *m, struct wf_mask mask, bool *lane)
{
    for (unsigned i = 0; i < m->device.lanes; i++)
        lane[i] = wf_mask_has(mask, i);
}

struct wf_mask wf_effect_mask(const struct wf_machine *m, const bool *lane)
{
    struct wf_mask mask = wf_mask_none();

    for (unsigned i = 0; i < m->device.lanes; i++)
        if (lane[i])
            wf_mask_put(&mask, i);
    return mask;
}

void wf_effect_begin(const struct wf_machine *m, const struct wf_slot *slot, struct wf_effect *effect)
{
    effect->pc = (uint16_t)slot->wave.pc;
    effect->fault = WF_FAULT_NONE;
    effect->word = slot->wave.pc < m->count ? m->code[slot->wave.pc] : 0;
    effect->dst = effect->words = 0;
    effect->is_lds = effect->is_mem = effect->barrier = effect->ended = false;
    wf_effect_lanes(m, slot->wave.exec, effect->exec);
    memset(effect->written, 0, m->device.lanes * sizeof *effect->written);
    memset(effect->asked, 0, m->device.lanes * sizeof *effect->asked);
    memset(effect->access, 0, m->device.lanes * sizeof *effect->access);
}
