/* SPDX-License-Identifier: Apache-2.0
 * sysval.c - system values, and sizes of buffers.
 */
#include "impl.h"

static void thread_ids(const struct wf_machine *m, const struct wf_slot *slot, unsigned number, uint32_t *value)
{
    for (unsigned lane = 0; lane < slot->wave.size; lane++) {
        uint32_t tid[3] = { 0, 0, 0 }, group_index = 0;

        value[lane] = 0;
        if (!wf_pack_thread(&m->desc, &m->shape, slot->index, lane, tid, &group_index))
            continue;
        if (number == WF_SV_GINDEX)
            value[lane] = group_index;
        else if (number <= WF_SV_TID_Z)
            value[lane] = tid[number - WF_SV_TID_X];
        else {
            const unsigned axis = number - WF_SV_DTID_X;
            const uint32_t extent = m->desc.has_numwaves ? (axis == 0 ? m->shape.threads : 1) : m->desc.threads[axis];
            value[lane] = slot->group->id[axis] * extent + tid[axis];
        }
    }
}

/* 0 in dead lanes, and in all lanes of other stages. */
static uint32_t pixel(const struct wf_machine *m, const struct wf_slot *slot, unsigned lane, unsigned axis)
{
    uint32_t at[2] = { 0, 0 };
    bool helper;

    if (m->desc.stage == WF_STAGE_PIXEL)
        wf_pack_pixel(m->quad, m->quads, slot->wave.size, slot->group->index, lane, at, &helper);
    return at[axis];
}

static unsigned slots_of_core(const struct wf_machine *m)
{
    return m->device.waves / wf_device_cores(&m->device);       /* waves: of all cores */
}

/* A value that is the same in every lane. */
static uint32_t uniform(const struct wf_machine *m, const struct wf_slot *slot, unsigned number)
{
    switch (number) {
    case WF_SV_GID_X:
    case WF_SV_GID_Y:
    case WF_SV_GID_Z: return slot->group->id[number - WF_SV_GID_X];
    case WF_SV_GRID_X:
    case WF_SV_GRID_Y:
    case WF_SV_GRID_Z: return m->desc.grid[number - WF_SV_GRID_X];
    case WF_SV_LANES: return m->shape.wave_size;
    case WF_SV_WAVE: return slot->index;
    case WF_SV_WAVES: return m->shape.waves;
    case WF_SV_SLOT: return (uint32_t)(slot - m->slot);
    case WF_SV_CORE: return (unsigned)(slot - m->slot) / slots_of_core(m);
    case WF_SV_CORES: return wf_device_cores(&m->device);
    case WF_SV_SLOTS: return slots_of_core(m);
    case WF_SV_CLOCK_LOW: return (uint32_t)m->clock;
    case WF_SV_CLOCK_HIGH: return (uint32_t)(m->clock >> 32);
    default: return 0;
    }
}

void wf_system_value(const struct wf_machine *m, const struct wf_slot *slot, const struct wf_insn *insn,
                     uint32_t *value)
{
    const unsigned number = insn->mod;

    if (insn->op == WF_OP_SV && number <= WF_SV_DTID_Z) {
        thread_ids(m, slot, number, value);
        return;
    }
    for (unsigned lane = 0; lane < slot->wave.size; lane++) {
        if (insn->op == WF_OP_SIZE)
            value[lane] = m->buffer[number].size;
        else if (number == WF_SV_LANE)
            value[lane] = lane;
        else if (number == WF_SV_HELPER)
            value[lane] = wf_mask_has(slot->wave.helper, lane);
        else if (number == WF_SV_PIXEL_X || number == WF_SV_PIXEL_Y)
            value[lane] = pixel(m, slot, lane, number - WF_SV_PIXEL_X);
        else
            value[lane] = uniform(m, slot, number);
    }
}
