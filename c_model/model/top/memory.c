/* SPDX-License-Identifier: Apache-2.0
 * memory.c - memory instructions: addresses, faults, LDS and buffers.
 */
#include <string.h>

#include "claims.h"
#include "races.h"

static void note_fault(struct wf_machine *m, const struct wf_slot *slot, struct wf_access_faults faults, bool is_lds,
                       uint32_t buffer)
{
    m->faulty = faults;
    if (faults.count == 0)
        return;
    if (m->fault.count == 0) {
        m->fault.knows_buffer = !is_lds;
        m->fault.buffer = buffer;
    }
    if (is_lds)
        wf_fault_note(m, slot, faults.misaligned ? WF_FAULT_LDS_ALIGN : WF_FAULT_LDS_RANGE, faults.lane,
                      m->address[faults.lane], faults.count);
    else
        wf_fault_note(m, slot, faults.misaligned ? WF_FAULT_MEM_ALIGN : WF_FAULT_MEM_RANGE, faults.lane,
                      m->address[faults.lane], faults.count);
}

/* The bytes of a buffer that global memory really has. */
static uint64_t bytes_of(const struct wf_machine *m, const struct wf_buffer *buffer)
{
    const uint64_t memory_bytes = (uint64_t)m->memory_words * 4;

    if (buffer->base >= memory_bytes || buffer->base % 4 != 0)
        return 0;
    return buffer->size <= memory_bytes - buffer->base ? buffer->size : memory_bytes - buffer->base;
}

static enum wf_access_kind kind_of(uint8_t op)
{
    return wf_op_is_load(op) ? WF_ACCESS_LOAD : wf_op_is_store(op) ? WF_ACCESS_STORE
           : wf_op_is_atomic64(op) ? WF_ACCESS_ATOMIC64 : WF_ACCESS_ATOMIC;
}

/* Each lane has the number of its buffer: a lane at a time, and what it may touch gets its address in memory, for the
 * buffers have no base in common.  Of a lane that may touch nothing the offset stays. */
static struct wf_access_faults check_table(struct wf_machine *m, struct wf_access *access, const uint32_t *number)
{
    static const struct wf_buffer none = {0, 0};
    struct wf_access_faults all = {0, 0, false};
    const struct wf_mask asked = access->asked;
    struct wf_mask left = asked, allowed = wf_mask_none();

    for (unsigned lane; wf_mask_take(&left, &lane);) {
        const struct wf_buffer *buffer = number[lane] < WF_MAX_BUFFERS ? &m->buffer[number[lane]] : &none;
        access->asked = wf_mask_none();
        wf_mask_put(&access->asked, lane);
        access->robust = number[lane] < WF_MAX_BUFFERS && m->robust[number[lane]];
        const struct wf_access_faults faults = wf_access_check(access, buffer->base, bytes_of(m, buffer));
        if (!wf_mask_empty(access->allowed)) {
            m->address[lane] += buffer->base;
            wf_mask_put(&allowed, lane);
        } else if (faults.count != 0 && all.count++ == 0) {
            all.lane = lane;
            m->refused = number[lane];
            all.misaligned = faults.misaligned;
        }
    }
    access->asked = asked;
    access->allowed = allowed;
    return all;
}

static void show(const struct wf_machine *m, const struct wf_access *access, bool is_lds, uint32_t base,
                 struct wf_effect *effect)
{
    const size_t row = access->size * sizeof(uint32_t);

    effect->is_lds = is_lds;
    effect->is_mem = !is_lds;
    effect->faulty = m->faulty.count;
    effect->faulty_lane = m->faulty.lane;
    effect->refused = m->refused;
    wf_effect_lanes(m, access->asked, effect->asked);
    wf_effect_lanes(m, access->allowed, effect->access);
    for (unsigned lane = 0; lane < access->size; lane++)
        effect->address[lane] = base + access->offset[lane];
    memcpy(effect->data, access->data, row);
    memcpy(effect->compare, access->compare, row);
    if (access->kind == WF_ACCESS_ATOMIC64) {
        memcpy(effect->data_high, access->data_high, row);
        memcpy(effect->compare_high, access->compare_high, row);
    }
}

static bool is_cas_of_table(const struct wf_insn *insn)
{
    return insn->op == WF_OP_TATOM && wf_insn_atom(insn) == WF_ATOM_CAS;
}

/* The low or the high half of the device's lanes. */
static struct wf_mask half_of(const struct wf_machine *m, enum wf_half half)
{
    const struct wf_mask low = wf_mask_first(m->device.lanes / 2);

    return half == WF_HALF_LOW ? low : wf_mask_without(wf_mask_first(m->device.lanes), low);
}

/* The operands of a 64-bit atomic are in a quad register. */
static void read_operands64(const struct wf_machine *m, const struct wf_slot *slot, const struct wf_insn *insn,
                            struct wf_access *access)
{
    access->data = wf_register_row(slot, insn->c);
    access->data_high = wf_register_row(slot, (uint8_t)(insn->c + 1));
    access->compare = wf_register_row(slot, (uint8_t)(insn->c + 2));
    access->compare_high = wf_register_row(slot, (uint8_t)(insn->c + 3));
    access->asked = wf_mask_and(access->asked, half_of(m, wf_insn_half(insn)));
}

/* Operands and lanes; the faults are noted. */
static struct wf_access read_operands(struct wf_machine *m, const struct wf_slot *slot, const struct wf_decoded *code)
{
    const struct wf_insn *insn = &code->insn;
    const bool is_lds = code->unit == WF_UNIT_LDS, is_table = wf_op_is_table(insn->op);
    const uint32_t *base = wf_register_row(slot, insn->a);
    struct wf_access access = {.kind = kind_of(insn->op), .atom = wf_insn_atom(insn), .size = slot->wave.size,
                               .asked = slot->wave.exec,
                               .robust = !is_lds && !is_table && m->robust[insn->mod],
                               .offset = m->address, .data = wf_register_row(slot, insn->b),
                               .compare = wf_register_row(slot, (uint8_t)(insn->c + is_cas_of_table(insn)))};

    for (unsigned lane = 0; lane < slot->wave.size; lane++)
        m->address[lane] = base[lane] + wf_insn_offset(insn);
    if (access.kind != WF_ACCESS_LOAD && insn->op != WF_OP_GSTP)
        access.asked = wf_mask_without(access.asked, slot->wave.helper);
    if (access.kind == WF_ACCESS_ATOMIC64)
        read_operands64(m, slot, insn, &access);
    const uint8_t number = access.kind == WF_ACCESS_ATOMIC64 ? insn->b : insn->c;
    const struct wf_access_faults faults =
        is_table ? check_table(m, &access, wf_register_row(slot, number))
        : is_lds ? wf_access_check(&access, 0, (uint64_t)m->lds_words * 4)
                 : wf_access_check(&access, m->buffer[insn->mod].base, bytes_of(m, &m->buffer[insn->mod]));
    note_fault(m, slot, faults, is_lds, is_table ? m->refused : insn->mod);
    return access;
}

static uint32_t base_of(const struct wf_machine *m, const struct wf_decoded *code)
{
    return code->unit == WF_UNIT_LDS || wf_op_is_table(code->insn.op) ? 0 : m->buffer[code->insn.mod].base;
}

static void access_words(struct wf_machine *m, const struct wf_slot *slot, const struct wf_decoded *code,
                         const struct wf_access *access)
{
    if (access->kind == WF_ACCESS_ATOMIC64)
        memset(m->value[2], 0, 2 * sizeof m->value[2]);
    if (code->unit == WF_UNIT_LDS)
        wf_lds_access(access, slot->group->lds, m->value);
    else if (!wf_mask_empty(access->allowed))
        wf_access_in_order(access, m->memory + base_of(m, code) / 4, m->value);
    else
        memset(m->value, 0, 2 * sizeof m->value[0]);
}

struct wf_mask wf_memory_perform(struct wf_machine *m, struct wf_slot *slot, const struct wf_decoded *code,
                                 struct wf_effect *effect)
{
    const bool is_lds = code->unit == WF_UNIT_LDS;
    const struct wf_access access = read_operands(m, slot, code);

    wf_races_access(m, slot, &access, is_lds, base_of(m, code) / 4);
    if (effect != NULL)
        show(m, &access, is_lds, base_of(m, code), effect);
    if (is_lds || wf_claims_access(m, code, &access, base_of(m, code) / 4))
        access_words(m, slot, code, &access);
    else
        memset(m->value, 0, code->words * sizeof m->value[0]);
    return access.asked;
}

void wf_memory_begin(struct wf_machine *m, const struct wf_slot *slot, const struct wf_decoded *code,
                     struct wf_effect *effect)
{
    const struct wf_access access = read_operands(m, slot, code);

    show(m, &access, code->unit == WF_UNIT_LDS, base_of(m, code), effect);
}

struct wf_mask wf_memory_access(struct wf_machine *m, const struct wf_slot *slot, const struct wf_decoded *code,
                                const struct wf_effect *effect)
{
    const struct wf_access access = {.kind = kind_of(code->insn.op), .atom = wf_insn_atom(&code->insn),
                                     .size = slot->wave.size,
                                     .asked = wf_effect_mask(m, effect->asked),
                                     .allowed = wf_effect_mask(m, effect->access),
                                     .offset = m->address, .data = effect->data, .compare = effect->compare,
                                     .data_high = effect->data_high, .compare_high = effect->compare_high};

    for (unsigned lane = 0; lane < slot->wave.size; lane++)
        m->address[lane] = effect->address[lane] - base_of(m, code);
    access_words(m, slot, code, &access);
    return access.asked;
}

struct wf_mask wf_memory_asked(const struct wf_machine *m, const struct wf_effect *effect)
{
    return wf_effect_mask(m, effect->asked);
}
