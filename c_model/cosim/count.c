/* SPDX-License-Identifier: Apache-2.0
 * count.c - what an instruction counts: LDS words and banks, atomics, faults.
 */
#include "checker.h"

#include <assert.h>

/* What an instruction adds, to its dispatch and to all of them. */
struct counted {
    bool atomic;
    unsigned asked, lanes, operations;          /* lanes: those in range, counted of memory alone */
    unsigned most;              /* at one bank */
};

static void add_lds(struct wf_lockstep_stats *s, const struct counted *c)
{
    s->lds_instructions++;
    s->lds_lanes += c->asked;
    s->lds_operations += c->operations;
    s->lds_bank_cycles += c->most;
    s->lds_conflict_cycles += c->most > 1 ? c->most - 1 : 0;
    if (!c->atomic)
        return;
    s->lds_atomic_operations += c->operations;
    s->atomic_operations += c->operations;
    s->lds_atomic_lanes += c->asked;
    s->atomic_lanes += c->asked;
}

static void add_memory(struct wf_lockstep_stats *s, const struct counted *c)
{
    s->memory_instructions++;
    if (!c->atomic)
        return;
    s->atomic_lanes += c->lanes;
    s->atomic_operations += c->operations;
}

/* Accesses that the banks of the LDS serve for one instruction: spec section 6.  The two words of a 64-bit atomic are
 * in two banks. */
static void count_lds(struct wf_lockstep *ls, struct dispatch *d, const struct wf_effect *effect)
{
    struct word { uint32_t word; uint64_t data, compare; unsigned lanes; bool mixed; } table[WORD_TABLE];
    struct word *entry[WF_MAX_LANES];
    struct counted c = {.atomic = wf_ls_is_atomic(effect->word)};
    unsigned used = 0, lanes = ls->setup.device->lanes;
    struct wf_insn insn = wf_insn_decode(effect->word);
    const bool wide = wf_op_is_atomic64(insn.op), cas = c.atomic && wf_insn_atom(&insn) == WF_ATOM_CAS;

    for (unsigned i = 0; i < WORD_TABLE; i++)
        table[i].lanes = 0;
    for (unsigned l = 0; l < lanes; l++) {
        c.asked += effect->asked[l];
        if (!effect->access[l])
            continue;
        uint32_t word = effect->address[l] / 4;
        const uint64_t data = wf_ls_joined(effect->data[l], effect->data_high[l], wide),
                       compare = wf_ls_joined(effect->compare[l], effect->compare_high[l], wide);
        unsigned i = (unsigned)(word * 2654435761u >> 23);
        while (table[i].lanes && table[i].word != word)
            i = (i + 1) % WORD_TABLE;
        struct word *w = &table[i];
        if (!w->lanes) {
            *w = (struct word){.word = word, .data = data, .compare = compare};
            entry[used++] = w;
        }
        w->lanes++;
        w->mixed |= w->data != data || w->compare != compare;
    }
    unsigned bank[WF_MAX_LANES] = {0}, banks = ls->setup.device->lds_banks;
    assert(banks <= WF_MAX_LANES);
    for (unsigned i = 0; i < used; i++) {
        const bool serial = (cas && entry[i]->mixed) || (c.atomic && ls->setup.lds_serial);
        unsigned times = serial ? entry[i]->lanes : 1;
        c.operations += wide ? 2 * times : times;
        for (unsigned word = 0; banks && word <= wide; word++) {
            unsigned *b = &bank[(entry[i]->word + word) % banks];
            *b += times;
            c.most = *b > c.most ? *b : c.most;
        }
    }
    add_lds(&ls->stats, &c);
    add_lds(&d->stats, &c);
}

/* The first buffer with this word of memory: an access by table has no number any more. */
static unsigned buffer_at(const struct wf_buffer *buffers, uint32_t address)
{
    unsigned n = 0;

    while (n < WF_MAX_BUFFERS - 1 && address - buffers[n].base >= buffers[n].size)
        n++;
    return n;
}

static void count_memory(struct wf_lockstep *ls, struct dispatch *d, const struct wf_effect *effect)
{
    const struct wf_insn insn = wf_insn_decode(effect->word);
    const bool table = wf_op_is_table(insn.op);
    struct counted c = {.atomic = wf_ls_is_atomic(effect->word)};

    for (unsigned l = 0; l < ls->setup.device->lanes; l++) {
        c.asked += effect->asked[l];
        c.lanes += effect->access[l];
        const unsigned buffer = table && effect->access[l] ? buffer_at(d->setup.buffers, effect->address[l]) : insn.mod;
        if (effect->asked[l] && (!table || effect->access[l])) {
            ls->stats.buffer_lanes[buffer]++;
            d->stats.buffer_lanes[buffer]++;
        }
    }
    const unsigned words = wf_op_is_atomic64(insn.op) ? 2 : 1;
    c.operations = ls->setup.weak ? 0 : words * c.lanes;        /* memory.c counts those of a shared memory */
    add_memory(&ls->stats, &c);
    add_memory(&d->stats, &c);
}

/* Remember where an instruction faulted first, so that the hardware's record can be placed. */
static void note_fault(const struct slot *s, const struct wf_effect *effect)
{
    struct dispatch *d = s->of;
    const unsigned l = effect->faulty_lane;
    if (!effect->faulty)
        return;
    d->fault_instructions++;
    if (d->faults == FAULTS_KEPT)
        return;
    struct fault_site *f = &d->fault[d->faults++];
    uint32_t address = effect->address[l];
    const struct wf_insn insn = wf_insn_decode(effect->word);
    f->buffer = !effect->is_mem ? 0 : wf_op_is_table(insn.op) ? effect->refused : insn.mod;
    const uint32_t base = effect->is_mem && f->buffer < WF_MAX_BUFFERS ? d->setup.buffers[f->buffer].base : 0;
    if (!wf_op_is_table(insn.op))
        address -= base;
    const bool misaligned = (base | address) % (wf_op_is_atomic64(insn.op) ? 8 : 4) != 0;
    f->kind = effect->is_mem ? (misaligned ? WF_FAULT_MEM_ALIGN : WF_FAULT_MEM_RANGE)
                             : (misaligned ? WF_FAULT_LDS_ALIGN : WF_FAULT_LDS_RANGE);
    memcpy(f->group, s->group, sizeof f->group);
    f->wave = s->wave;
    f->lane = l;
    f->pc = effect->pc;
    f->address = address;
}

/* The wave ended because there is no instruction where it is. */
static void note_code_fault(const struct wf_lockstep *ls, const struct slot *s, const struct wf_effect *effect)
{
    struct dispatch *d = s->of;
    unsigned lane = 0;

    d->fault_instructions++;
    if (d->faults == FAULTS_KEPT)
        return;
    while (lane + 1 < ls->setup.device->lanes && !effect->exec[lane])
        lane++;
    struct fault_site *f = &d->fault[d->faults++];
    *f = (struct fault_site){.kind = effect->fault, .wave = s->wave, .lane = lane, .pc = effect->pc};
    memcpy(f->group, s->group, sizeof f->group);
}

static void add_retired(struct wf_lockstep_stats *s, enum wf_unit unit, unsigned lanes, bool diverges)
{
    s->instructions++;
    s->compared++;
    s->lane_instructions += lanes;
    s->unit_instructions[unit]++;
    s->divergent_instructions += diverges;
}

void wf_ls_count_retired(struct wf_lockstep *ls, struct slot *slot, const struct wf_effect *effect)
{
    const struct wf_op_info *info = wf_op_info((uint8_t)(effect->word & 0xff));
    const enum wf_unit unit = info ? info->unit : WF_UNIT_FLOW;
    unsigned lanes = 0;

    for (unsigned l = 0; l < ls->setup.device->lanes; l++)
        lanes += effect->exec[l];
    add_retired(&ls->stats, unit, lanes, lanes < slot->left);
    add_retired(&slot->of->stats, unit, lanes, lanes < slot->left);
    if ((effect->word & 0xff) == WF_OP_RET)
        slot->left -= lanes;
}

void wf_ls_count(struct wf_lockstep *ls, const struct slot *slot, const struct wf_effect *effect)
{
    if (effect->is_lds)
        count_lds(ls, slot->of, effect);
    if (effect->is_mem)
        count_memory(ls, slot->of, effect);
    const struct wf_op_info *info = wf_op_info((uint8_t)(effect->word & 0xff));
    const bool crosses = info && info->unit == WF_UNIT_XLANE;
    ls->stats.xlane_instructions += crosses;
    slot->of->stats.xlane_instructions += crosses;
    if (effect->is_lds || effect->is_mem)
        note_fault(slot, effect);
    if (effect->fault != WF_FAULT_NONE)
        note_code_fault(ls, slot, effect);
}
