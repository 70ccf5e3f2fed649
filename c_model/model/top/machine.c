/* SPDX-License-Identifier: Apache-2.0
 * machine.c - making a machine, launching waves, barriers, and looking at its state.
 */
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "races.h"

/* Groups of the grid, UINT64_MAX when they are more than 64 bits can count. */
static uint64_t count_groups(const uint32_t grid[3])
{
    const uint64_t plane = (uint64_t)grid[0] * grid[1];

    if (grid[2] != 0 && plane > UINT64_MAX / grid[2])
        return UINT64_MAX;
    return plane * grid[2];
}

static struct wf_decoded no_instruction(enum wf_fault fault)
{
    struct wf_decoded code;

    memset(&code, 0, sizeof code);
    code.insn.op = WF_OP_END;
    code.unit = WF_UNIT_SYNC;
    code.fault = fault;
    return code;
}

static struct wf_decoded decode(uint64_t word, bool no_fpu)
{
    struct wf_decoded code;
    const struct wf_op_info *info;

    code.insn = wf_insn_decode(word);
    info = wf_op_info(code.insn.op);
    if (info == NULL || (no_fpu && wf_op_floats(code.insn.op)))
        return no_instruction(WF_FAULT_OPCODE);
    code.fault = WF_FAULT_NONE;
    code.unit = info->unit;
    code.words = code.insn.no_dst ? 0 : info->words;
    code.straight = code.words == 1 && (code.unit == WF_UNIT_ALU || code.unit == WF_UNIT_FPU);
    code.perform = wf_integer_perform(code.insn.op, 0, NULL, NULL, NULL, NULL) ? wf_integer_perform : wf_float_perform;
    code.imm = NULL;
    return code;
}

static bool decode_all(struct wf_machine *m)
{
    m->decoded = malloc((m->count + 1) * sizeof *m->decoded);
    if (m->decoded == NULL)
        return false;
    for (size_t i = 0; i < m->count; i++)
        m->decoded[i] = decode(m->code[i], m->device.no_fpu);
    m->decoded[m->count] = no_instruction(WF_FAULT_CODE_RANGE);
    return true;
}

static unsigned max(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* Registers a lane that any operand can name, 4-word operands included. */
static unsigned count_registers(const struct wf_machine *m)
{
    unsigned regs = 4;

    for (size_t i = 0; i < m->count; i++) {
        const struct wf_insn *insn = &m->decoded[i].insn;
        regs = max(regs, max(max(insn->a, insn->b), max(insn->c, insn->dst)) + 4u);
    }
    return regs;
}

/* No program has more open constructs than the levels it names, or than `if` and `loop` it holds. */
static unsigned count_levels(const struct wf_machine *m)
{
    unsigned levels = 0;

    for (size_t i = 0; i < m->count && levels < WF_MAX_LEVEL; i++)
        levels += m->decoded[i].insn.op == WF_OP_IF || m->decoded[i].insn.op == WF_OP_LOOP;
    return levels;
}

/* `rows` rows of `size` words of any value, on a boundary that no vector load crosses without need.  NULL when out of
 * memory. */
static uint32_t *new_rows(size_t rows, unsigned size)
{
    return aligned_alloc(64, (rows * size * sizeof(uint32_t) + 63) / 64 * 64);
}

static bool copy_quads(struct wf_machine *m)
{
    m->quad = malloc((m->desc.quads + 1) * sizeof *m->quad);
    if (m->quad != NULL)
        m->quads = wf_pack_covered(m->desc.quad, m->desc.quads, m->quad);
    return m->quad != NULL;
}

/* Registers and frames stay as they are until a wave comes to the slot: most dispatches use few of them. */
static bool make_slots(struct wf_machine *m)
{
    const unsigned levels = count_levels(m), size = m->shape.wave_size, waves = m->device.waves;

    m->regs = count_registers(m);
    m->slot = calloc(waves, sizeof *m->slot);
    m->frames = malloc((size_t)waves * (levels + 1) * sizeof *m->frames);
    m->registers = new_rows((size_t)waves * m->regs, size);
    if (m->slot == NULL || m->frames == NULL || m->registers == NULL)
        return false;
    for (unsigned i = 0; i < waves; i++) {
        struct wf_wave *wave = &m->slot[i].wave;
        wave->size = size;
        wave->frame = m->frames + (size_t)i * (levels + 1);
        wave->max_depth = levels;
        wave->regs = m->registers + (size_t)i * m->regs * size;
    }
    return true;
}

/* The immediates, each in every lane, so that both forms of operand b are read alike. */
static bool make_immediates(struct wf_machine *m)
{
    const unsigned size = m->shape.wave_size;
    uint32_t *row;
    size_t count = 1;

    for (size_t i = 0; i < m->count; i++)
        count += m->decoded[i].insn.has_imm;
    row = m->immediates = new_rows(count, size);
    if (row == NULL)
        return false;
    for (size_t i = 0; i < m->count; i++) {
        if (!m->decoded[i].insn.has_imm)
            continue;
        m->decoded[i].imm = row;
        for (unsigned lane = 0; lane < size; lane++)
            *row++ = m->decoded[i].insn.imm;
    }
    return true;
}

struct wf_machine *wf_machine_new(const struct wf_device *device, const struct wf_desc *desc,
                                  const struct wf_shape *shape, const uint64_t *code, size_t count,
                                  const struct wf_buffer buffers[WF_MAX_BUFFERS], uint32_t *memory, size_t memory_words)
{
    struct wf_machine *m = calloc(1, sizeof *m);

    if (m == NULL)
        return NULL;
    m->device = *device;
    m->desc = *desc;
    m->shape = *shape;
    memcpy(m->buffer, buffers, sizeof m->buffer);
    m->code = code;
    m->count = count < desc->code_words ? count : desc->code_words;
    m->memory = memory;
    m->memory_words = memory_words;
    m->groups = count_groups(desc->grid);
    m->lds_words = desc->groupshared_bytes / 4 + (desc->groupshared_bytes % 4 != 0);
    m->most_residents = wf_dispatch_occupancy(desc, device, shape).groups * wf_device_cores(device);
    m->device.waves = wf_device_slots(device);      /* a slot is a slot: which core has it makes no difference */
    m->all = wf_mask_first(shape->wave_size);
    if (!decode_all(m) || !copy_quads(m) || !make_slots(m) || !make_immediates(m)) {
        wf_machine_free(m);
        return NULL;
    }
    return m;
}

void wf_machine_start_at(struct wf_machine *m, uint64_t group)
{
    m->finished.below = group;
}

void wf_machine_free(struct wf_machine *m)
{
    if (m == NULL)
        return;
    wf_groups_free(m);
    wf_races_free(m);
    wf_part_free(m->part);
    free(m->immediates);
    free(m->registers);
    free(m->frames);
    free(m->slot);
    free(m->decoded);
    free(m->quad);
    free(m);
}

static unsigned live_lanes(const struct wf_machine *m, unsigned wave)
{
    return wf_pack_place(&m->desc, &m->shape, wave).live;
}

/* The lanes of the wave that run, and those of them that are helpers from the start. */
static void find_lanes(const struct wf_machine *m, const struct wf_group *group, unsigned wave, struct wf_mask *live,
                       struct wf_mask *helper)
{
    uint32_t pixel[2];
    bool uncovered;

    *helper = wf_mask_none();
    if (m->desc.stage != WF_STAGE_PIXEL) {
        *live = wf_mask_first(live_lanes(m, wave));
        return;
    }
    *live = wf_mask_none();
    for (unsigned lane = 0; lane < m->shape.wave_size; lane++) {
        if (!wf_pack_pixel(m->quad, m->quads, m->shape.wave_size, group->index, lane, pixel, &uncovered))
            continue;
        wf_mask_put(live, lane);
        if (uncovered)
            wf_mask_put(helper, lane);
    }
}

static void start_wave(struct wf_machine *m, struct wf_slot *slot, struct wf_mask live, struct wf_mask helper)
{
    struct wf_wave *wave = &slot->wave;

    slot->running = true;
    m->running++;
    slot->waiting = false;
    wave->pc = m->desc.entry;
    wave->live = wave->exec = live;
    wave->helper = helper;
    wave->depth = 0;
    memset(wave->regs, 0, (size_t)m->regs * wave->size * sizeof *wave->regs);
    slot->used = true;
}

bool wf_machine_launch(struct wf_machine *m, unsigned slot, const uint32_t group[3], unsigned wave)
{
    struct wf_group *record;
    struct wf_slot *place;
    struct wf_mask live, helper;
    uint64_t index;

    if (slot >= m->device.waves || m->slot[slot].running || wave >= m->shape.waves || wave >= WF_MAX_WAVES
        || group[0] >= m->desc.grid[0] || group[1] >= m->desc.grid[1] || group[2] >= m->desc.grid[2])
        return false;
    index = wf_group_index(m, group);
    record = wf_group_find(m, index);
    if (record != NULL ? record->launched[wave] : wf_group_finished(m, index))
        return false;
    if (record == NULL && (record = wf_group_open(m, index)) == NULL)
        return false;
    record->launched[wave] = true;
    record->launches++;
    place = &m->slot[slot];
    place->group = record;
    place->index = wave;
    find_lanes(m, record, wave, &live, &helper);
    if (!wf_mask_empty(live)) {
        start_wave(m, place, live, helper);
        wf_races_launch(m, place);
    } else {
        wf_group_wave_ended(m, record);
    }
    return true;
}

bool wf_machine_barrier_ready(const struct wf_machine *m, unsigned slot)
{
    return wf_machine_waiting(m, slot) && wf_group_barrier_ready(m, m->slot[slot].group);
}

bool wf_machine_barrier_release(struct wf_machine *m, unsigned slot)
{
    if (!wf_machine_barrier_ready(m, slot))
        return false;
    wf_group_release(m, m->slot[slot].group);
    return true;
}

bool wf_machine_running(const struct wf_machine *m, unsigned slot)
{
    return slot < m->device.waves && m->slot[slot].running;
}

bool wf_machine_waiting(const struct wf_machine *m, unsigned slot)
{
    return wf_machine_running(m, slot) && m->slot[slot].waiting;
}

bool wf_machine_place(const struct wf_machine *m, unsigned slot, struct wf_wave_place *place)
{
    if (!wf_machine_running(m, slot))
        return false;
    const struct wf_slot *s = &m->slot[slot];
    memcpy(place->group, s->group->id, sizeof place->group);
    place->wave = s->index;
    place->lanes = wf_mask_count(s->wave.exec);
    place->lane = place->lanes ? (unsigned)wf_mask_lowest(s->wave.exec) : 0;
    return true;
}

unsigned wf_machine_live(const struct wf_machine *m, unsigned slot)
{
    return wf_machine_running(m, slot) ? wf_mask_count(m->slot[slot].wave.live) : 0;
}

uint16_t wf_machine_pc(const struct wf_machine *m, unsigned slot)
{
    return slot < m->device.waves ? (uint16_t)m->slot[slot].wave.pc : 0;
}

uint32_t wf_machine_register(const struct wf_machine *m, unsigned slot, unsigned lane, unsigned reg)
{
    if (slot >= m->device.waves || !m->slot[slot].used || lane >= m->shape.wave_size || reg >= m->regs)
        return 0;
    return wf_register_row(&m->slot[slot], reg)[lane];
}

bool wf_machine_done(const struct wf_machine *m)
{
    return m->finished.below == m->groups;
}

const struct wf_fault_record *wf_machine_fault(const struct wf_machine *m)
{
    return &m->fault;
}
