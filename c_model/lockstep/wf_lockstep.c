/* SPDX-License-Identifier: Apache-2.0
 * wf_lockstep.c - holds the hardware's events against the golden model (see wavefold/lockstep.h).
 */
#include "wavefold/lockstep.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/kernel.h"

enum {
    MASK_WORDS = WF_MAX_LANES / 32,
    TEXT_SIZE = 6144,
    FAULTS_KEPT = 4096,         /* faulting instructions remembered, to place the hardware's record */
    WORD_TABLE = 512            /* hash of distinct words, more than twice WF_MAX_LANES */
};

enum pending { PENDING_NONE, PENDING_LDS, PENDING_MEM };

struct slot {
    bool used;                  /* the hardware holds a wave here */
    uint32_t group[3];
    unsigned wave;
    bool arrived;               /* the hardware said it waits at the barrier ... */
    uint64_t arrived_at;        /* ... in this cycle */
    enum pending pending;       /* executed at its request, not retired yet */
    uint64_t since;             /* cycle of the last event */
    struct wf_effect effect;    /* with pending */
};

struct group {
    uint32_t id[3];
    unsigned launched, ended;
};

struct fault_site {
    enum wf_fault kind;
    uint32_t group[3];
    unsigned wave, lane;
    uint16_t pc;
    uint32_t address;
};

struct wf_lockstep {
    struct wf_lockstep_setup setup;
    struct wf_machine *machine;
    struct slot *slot;                      /* [device.waves] */
    struct group *group;                    /* [groups_used], at most device.groups */
    unsigned groups_used;
    bool failed;
    char text[TEXT_SIZE];
    size_t length;
    struct wf_lockstep_stats stats;
    const struct wf_effect *last;           /* of the last retired instruction, in its slot */
    unsigned resident;                      /* waves; 0 since cycle `empty_since` */
    uint64_t empty_since;
    struct fault_site *fault;               /* [faults], at most FAULTS_KEPT */
    size_t faults;
    uint64_t fault_instructions;
};

/* ---- text ------------------------------------------------------------------------------------------------------------ */

static void say(struct wf_lockstep *ls, const char *format, ...)
{
    if (ls->length + 1 >= TEXT_SIZE)
        return;
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(ls->text + ls->length, TEXT_SIZE - ls->length, format, arguments);
    va_end(arguments);
    if (n > 0)
        ls->length += (size_t)n;
    if (ls->length >= TEXT_SIZE)
        ls->length = TEXT_SIZE - 1;
}

static void say_instruction(struct wf_lockstep *ls, const char *side, unsigned pc, uint64_t word)
{
    char text[160];
    wf_disassemble(word, text, sizeof text);
    say(ls, "  %-12s pc %u  %016" PRIx64 "  %s", side, pc, word, text);
    if (ls->setup.line && pc < ls->setup.count)
        say(ls, "  (line %" PRIu32 ")", ls->setup.line[pc]);
    say(ls, "\n");
}

/* Opens the report of the first difference. */
static void differ(struct wf_lockstep *ls, uint64_t cycle, const char *what)
{
    ls->failed = true;
    ls->length = 0;
    say(ls, "DIFFERENCE in cycle %" PRIu64 ": %s\n", cycle, what);
}

static void say_slot(struct wf_lockstep *ls, unsigned slot)
{
    if (slot >= ls->setup.device->waves) {
        say(ls, "  slot         %u\n", slot);
        return;
    }
    const struct slot *s = &ls->slot[slot];
    if (!s->used) {
        say(ls, "  slot         %u: holds no wave\n", slot);
        return;
    }
    say(ls, "  wave         group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") wave %u in slot %u\n", s->group[0], s->group[1],
        s->group[2], s->wave, slot);
    if (!wf_machine_running(ls->machine, slot)) {
        say(ls, "  model        the wave has ended\n");
        return;
    }
    unsigned pc = s->pending ? s->effect.pc : wf_machine_pc(ls->machine, slot);
    if (pc < ls->setup.count)
        say_instruction(ls, s->pending ? "in flight" : "model next", pc, ls->setup.code[pc]);
    if (wf_machine_waiting(ls->machine, slot))
        say(ls, "  model        the wave waits at a barrier\n");
}

/* A difference that one sentence tells. */
static bool fail(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what)
{
    differ(ls, cycle, what);
    say_slot(ls, slot);
    return false;
}

/* Both sides of a number; the caller has opened the report. */
static bool sides(struct wf_lockstep *ls, uint64_t hardware, uint64_t model)
{
    say(ls, "  hardware     %" PRIu64 " (0x%" PRIx64 ")\n  model        %" PRIu64 " (0x%" PRIx64 ")\n", hardware, hardware, model,
        model);
    return false;
}

/* ---- masks ----------------------------------------------------------------------------------------------------------- */

static bool mask_bit(const uint32_t *mask, unsigned bit)
{
    return mask[bit / 32] >> (bit % 32) & 1;
}

static void say_mask(struct wf_lockstep *ls, const char *side, const uint32_t *mask)
{
    say(ls, "  %-12s lanes ", side);
    for (unsigned i = (ls->setup.device->lanes + 31) / 32; i-- > 0;)
        say(ls, "%08" PRIx32, mask[i]);
    say(ls, "\n");
}

static void mask_of(const struct wf_lockstep *ls, const bool *lanes, uint32_t mask[MASK_WORDS])
{
    memset(mask, 0, MASK_WORDS * sizeof mask[0]);
    for (unsigned l = 0; l < ls->setup.device->lanes; l++)
        mask[l / 32] |= (uint32_t)lanes[l] << (l % 32);
}

/* False, with both sides in the report, when the hardware's mask is not the model's. */
static bool same_mask(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what, const uint32_t *hardware,
                      const bool *lanes)
{
    uint32_t model[MASK_WORDS];
    mask_of(ls, lanes, model);
    if (!memcmp(hardware, model, (ls->setup.device->lanes + 31) / 32 * sizeof model[0]))
        return true;
    fail(ls, cycle, slot, what);
    say_mask(ls, "hardware", hardware);
    say_mask(ls, "model", model);
    return false;
}

/* Per-lane values where `care`; hardware lane l at [stride*l]. */
static bool same_lanes(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what, const uint32_t *hardware,
                       unsigned stride, const uint32_t *model, const bool *care)
{
    unsigned lanes = ls->setup.device->lanes, wrong = 0;
    for (unsigned l = 0; l < lanes; l++)
        wrong += care[l] && hardware[(size_t)stride * l] != model[l];
    if (!wrong)
        return true;
    fail(ls, cycle, slot, what);
    say(ls, "  %u lane%s differ%s:\n", wrong, wrong == 1 ? "" : "s", wrong == 1 ? "s" : "");
    unsigned shown = 0;
    for (unsigned l = 0; l < lanes && shown < 8; l++)
        if (care[l] && hardware[(size_t)stride * l] != model[l]) {
            say(ls, "    lane %3u   hardware 0x%08" PRIx32 "   model 0x%08" PRIx32 "\n", l, hardware[(size_t)stride * l],
                model[l]);
            shown++;
        }
    if (wrong > shown)
        say(ls, "    ...\n");
    return false;
}

/* ---- life ------------------------------------------------------------------------------------------------------------ */

struct wf_lockstep *wf_lockstep_new(const struct wf_lockstep_setup *setup)
{
    struct wf_lockstep *ls = calloc(1, sizeof *ls);
    if (!ls)
        return NULL;
    ls->setup = *setup;
    ls->slot = calloc(setup->device->waves, sizeof *ls->slot);
    ls->group = calloc(setup->device->groups, sizeof *ls->group);
    ls->fault = calloc(FAULTS_KEPT, sizeof *ls->fault);
    ls->machine = wf_machine_new(setup->device, setup->desc, setup->shape, setup->code, setup->count, setup->buffers,
                                 setup->memory, setup->memory_words);
    if (ls->slot && ls->group && ls->fault && ls->machine)
        return ls;
    wf_lockstep_free(ls);
    return NULL;
}

void wf_lockstep_free(struct wf_lockstep *ls)
{
    if (!ls)
        return;
    if (ls->machine)
        wf_machine_free(ls->machine);
    free(ls->fault);
    free(ls->group);
    free(ls->slot);
    free(ls);
}

const char *wf_lockstep_difference(const struct wf_lockstep *ls)
{
    return ls->failed ? ls->text : NULL;
}

const struct wf_lockstep_stats *wf_lockstep_stats(const struct wf_lockstep *ls)
{
    return &ls->stats;
}

const struct wf_effect *wf_lockstep_last(const struct wf_lockstep *ls)
{
    return ls->last;
}

bool wf_lockstep_fail(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what)
{
    return ls->failed ? false : fail(ls, cycle, slot, what);
}

/* ---- launch ---------------------------------------------------------------------------------------------------------- */

static struct group *find_group(const struct wf_lockstep *ls, const uint32_t id[3])
{
    for (unsigned i = 0; i < ls->groups_used; i++)
        if (!memcmp(ls->group[i].id, id, sizeof ls->group[i].id))
            return &ls->group[i];
    return NULL;
}

bool wf_lockstep_launch(struct wf_lockstep *ls, uint64_t cycle, const struct wf_launch_event *event)
{
    if (ls->failed)
        return false;
    const struct wf_shape *shape = ls->setup.shape;
    unsigned slot = event->slot;
    if (slot >= ls->setup.device->waves)
        return fail(ls, cycle, slot, "a wave was launched into a slot that does not exist");
    struct slot *s = &ls->slot[slot];
    if (s->used)
        return fail(ls, cycle, slot, "a wave was launched into a slot whose wave has not ended");
    if (event->count != shape->waves) {
        fail(ls, cycle, slot, "launch: the wave count of the group differs");
        return sides(ls, event->count, shape->waves);
    }
    if (event->wave_size != shape->wave_size) {
        fail(ls, cycle, slot, "launch: the wave size differs");
        return sides(ls, event->wave_size, shape->wave_size);
    }
    bool exists = event->wave < shape->waves;
    for (unsigned i = 0; i < 3; i++)
        exists = exists && event->group[i] < ls->setup.desc->grid[i];
    if (!exists || !wf_machine_launch(ls->machine, slot, event->group, event->wave)) {
        differ(ls, cycle, exists ? "launch: the model refuses the wave: it was launched before"
                                 : "launch: the group or the wave does not exist");
        say(ls, "  hardware     group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") wave %u into slot %u\n", event->group[0],
            event->group[1], event->group[2], event->wave, slot);
        say(ls, "  model        grid %" PRIu32 ",%" PRIu32 ",%" PRIu32 ", %u waves a group\n", ls->setup.desc->grid[0],
            ls->setup.desc->grid[1], ls->setup.desc->grid[2], shape->waves);
        return false;
    }
    if (!ls->resident++)
        ls->stats.empty_cycles += cycle - ls->empty_since;
    s->used = true;
    s->arrived = false;
    s->pending = PENDING_NONE;
    s->since = cycle;
    memcpy(s->group, event->group, sizeof s->group);
    s->wave = event->wave;
    unsigned live = wf_pack_place(ls->setup.desc, shape, event->wave).live;
    if (event->live != live) {
        fail(ls, cycle, slot, "launch: the number of live lanes differs");
        return sides(ls, event->live, live);
    }
    struct group *group = find_group(ls, event->group);
    if (!group) {
        if (ls->groups_used == ls->setup.device->groups)
            return fail(ls, cycle, slot, "launch: more groups are resident than the device has places for");
        group = &ls->group[ls->groups_used++];
        memcpy(group->id, event->group, sizeof group->id);
        group->launched = group->ended = 0;
        ls->stats.groups++;
    }
    group->launched++;
    ls->stats.waves++;
    return true;
}

/* ---- instructions ---------------------------------------------------------------------------------------------------- */

static bool is_atomic(uint64_t word)
{
    uint8_t op = (uint8_t)(word & 0xff);
    return op == WF_OP_LDSATOM || op == WF_OP_GATOM;
}

static bool is_store(uint64_t word)
{
    uint8_t op = (uint8_t)(word & 0xff);
    return op == WF_OP_LDSST || op == WF_OP_GST;
}

/* Accesses that the banks of the LDS serve for one instruction: spec section 6. */
static void count_lds(struct wf_lockstep *ls, const struct wf_effect *effect)
{
    struct word { uint32_t word, data, compare; unsigned lanes; bool mixed; } table[WORD_TABLE];
    struct word *entry[WF_MAX_LANES];
    unsigned used = 0, lanes = ls->setup.device->lanes, asked = 0;
    struct wf_insn insn = wf_insn_decode(effect->word);
    bool cas = insn.op == WF_OP_LDSATOM && (insn.mod & 15) == WF_ATOM_CAS;

    for (unsigned i = 0; i < WORD_TABLE; i++)
        table[i].lanes = 0;
    for (unsigned l = 0; l < lanes; l++) {
        asked += effect->asked[l];
        if (!effect->access[l])
            continue;
        uint32_t word = effect->address[l] / 4;
        unsigned i = (unsigned)(word * 2654435761u >> 23);
        while (table[i].lanes && table[i].word != word)
            i = (i + 1) % WORD_TABLE;
        struct word *w = &table[i];
        if (!w->lanes) {
            *w = (struct word){.word = word, .data = effect->data[l], .compare = effect->compare[l]};
            entry[used++] = w;
        }
        w->lanes++;
        w->mixed |= w->data != effect->data[l] || w->compare != effect->compare[l];
    }
    unsigned bank[WF_MAX_LANES] = {0}, most = 0, banks = ls->setup.lds_banks;
    assert(banks <= WF_MAX_LANES);
    for (unsigned i = 0; i < used; i++) {
        unsigned times = cas && entry[i]->mixed ? entry[i]->lanes : 1;
        ls->stats.lds_operations += times;
        if (insn.op == WF_OP_LDSATOM)
            ls->stats.atomic_operations += times;
        if (banks) {
            unsigned *b = &bank[entry[i]->word % banks];
            *b += times;
            most = *b > most ? *b : most;
        }
    }
    ls->stats.lds_instructions++;
    ls->stats.lds_lanes += asked;
    ls->stats.lds_bank_cycles += most;
    ls->stats.lds_conflict_cycles += most > 1 ? most - 1 : 0;
    if (insn.op == WF_OP_LDSATOM)
        ls->stats.atomic_lanes += asked;
}

static void count_memory(struct wf_lockstep *ls, const struct wf_effect *effect)
{
    ls->stats.memory_instructions++;
    if (!is_atomic(effect->word))
        return;
    for (unsigned l = 0; l < ls->setup.device->lanes; l++) {
        ls->stats.atomic_lanes += effect->access[l];
        ls->stats.atomic_operations += effect->access[l];
    }
}

/* Remember where an instruction faulted first, so that the hardware's record can be placed. */
static void note_fault(struct wf_lockstep *ls, const struct slot *s, const struct wf_effect *effect)
{
    for (unsigned l = 0; l < ls->setup.device->lanes; l++) {
        if (!effect->asked[l] || effect->access[l])
            continue;
        ls->fault_instructions++;
        if (ls->faults == FAULTS_KEPT)
            return;
        struct fault_site *f = &ls->fault[ls->faults++];
        uint32_t address = effect->address[l];
        if (effect->is_mem)
            address -= ls->setup.buffers[wf_insn_decode(effect->word).mod >> 4 & 15].base;
        bool misaligned = address % 4 != 0;
        f->kind = effect->is_mem ? (misaligned ? WF_FAULT_MEM_ALIGN : WF_FAULT_MEM_RANGE)
                                 : (misaligned ? WF_FAULT_LDS_ALIGN : WF_FAULT_LDS_RANGE);
        memcpy(f->group, s->group, sizeof f->group);
        f->wave = s->wave;
        f->lane = l;
        f->pc = effect->pc;
        f->address = address;
        return;
    }
}

/* The wave ended because there is no instruction where it is. */
static void note_code_fault(struct wf_lockstep *ls, const struct slot *s, const struct wf_effect *effect)
{
    unsigned lane = 0;

    ls->fault_instructions++;
    if (ls->faults == FAULTS_KEPT)
        return;
    while (lane + 1 < ls->setup.device->lanes && !effect->exec[lane])
        lane++;
    struct fault_site *f = &ls->fault[ls->faults++];
    *f = (struct fault_site){.kind = effect->fault, .wave = s->wave, .lane = lane, .pc = effect->pc};
    memcpy(f->group, s->group, sizeof f->group);
}

/* Let the model execute the slot's next instruction. */
static bool execute(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *event)
{
    struct slot *s = &ls->slot[slot];
    if (!wf_machine_step(ls->machine, slot, &s->effect)) {
        differ(ls, cycle, wf_machine_waiting(ls->machine, slot) ? "the wave ran although it waits at a barrier"
                                                                : "the wave ran although it has ended");
        say(ls, "  hardware     %s\n", event);
        say_slot(ls, slot);
        return false;
    }
    if (s->effect.is_lds)
        count_lds(ls, &s->effect);
    if (s->effect.is_mem)
        count_memory(ls, &s->effect);
    const struct wf_op_info *info = wf_op_info((uint8_t)(s->effect.word & 0xff));
    ls->stats.xlane_instructions += info && info->unit == WF_UNIT_XLANE;
    if (s->effect.is_lds || s->effect.is_mem)
        note_fault(ls, s, &s->effect);
    if (s->effect.fault != WF_FAULT_NONE)
        note_code_fault(ls, s, &s->effect);
    return true;
}

static bool resident(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what)
{
    if (slot < ls->setup.device->waves && ls->slot[slot].used)
        return true;
    return fail(ls, cycle, slot, what);
}

bool wf_lockstep_request(struct wf_lockstep *ls, uint64_t cycle, const struct wf_request_event *event)
{
    unsigned slot = event->slot;
    if (ls->failed || !resident(ls, cycle, slot, "a memory request comes from a slot without a wave"))
        return false;
    struct slot *s = &ls->slot[slot];
    if (s->pending)
        return fail(ls, cycle, slot, "a second memory request of one instruction");
    const char *name = event->global ? "a request to global memory" : "a request to LDS";
    if (!execute(ls, cycle, slot, name))
        return false;
    s->since = cycle;
    s->pending = event->global ? PENDING_MEM : PENDING_LDS;
    const struct wf_effect *effect = &s->effect;
    if (event->global ? !effect->is_mem : !effect->is_lds)
        return fail(ls, cycle, slot, event->global ? "a request to global memory by an instruction that makes none"
                                                   : "a request to LDS by an instruction that makes none");
    unsigned kind = is_atomic(effect->word) ? WF_REQUEST_ATOMIC : is_store(effect->word) ? WF_REQUEST_STORE : WF_REQUEST_LOAD;
    if (event->kind != kind) {
        fail(ls, cycle, slot, "memory request: the kind differs (0 load, 1 store, 2 atomic)");
        return sides(ls, event->kind, kind);
    }
    unsigned atom = wf_insn_decode(effect->word).mod & 15;
    if (kind == WF_REQUEST_ATOMIC && event->atom != atom) {
        fail(ls, cycle, slot, "memory request: the atomic operation differs");
        return sides(ls, event->atom, atom);
    }
    const bool *care = event->global ? effect->access : effect->asked;
    if (!same_mask(ls, cycle, slot, "memory request: the lanes that ask differ", event->mask, care) ||
        !same_lanes(ls, cycle, slot, "memory request: an address differs", event->address, 1, effect->address, care))
        return false;
    if (kind != WF_REQUEST_LOAD &&
        !same_lanes(ls, cycle, slot, "memory request: the data differ", event->data, 1, effect->data, care))
        return false;
    if (kind == WF_REQUEST_ATOMIC && atom == WF_ATOM_CAS &&
        !same_lanes(ls, cycle, slot, "memory request: the compare values differ", event->compare, 1, effect->compare, care))
        return false;
    return true;
}

static const char *const value_text[4] = {
    "retire: the result differs", "retire: the result differs in word 1 of the quad register",
    "retire: the result differs in word 2 of the quad register", "retire: the result differs in word 3 of the quad register"};

bool wf_lockstep_retire(struct wf_lockstep *ls, uint64_t cycle, const struct wf_retire_event *event)
{
    unsigned slot = event->slot;
    if (ls->failed || !resident(ls, cycle, slot, "an instruction retired in a slot without a wave"))
        return false;
    struct slot *s = &ls->slot[slot];
    if (s->pending == PENDING_NONE) {
        if (!execute(ls, cycle, slot, "an instruction retired"))
            return false;
        if (s->effect.is_lds || s->effect.is_mem) {
            s->pending = s->effect.is_mem ? PENDING_MEM : PENDING_LDS;
            return fail(ls, cycle, slot, "retire: a memory instruction retired without a request");
        }
    }
    const struct wf_effect *effect = &s->effect;
    s->pending = s->effect.is_mem ? PENDING_MEM : PENDING_LDS;  /* so that a report shows this instruction */
    if (event->pc != effect->pc || event->word != effect->word) {
        fail(ls, cycle, slot, event->pc != effect->pc ? "retire: the pc differs" : "retire: the instruction word differs");
        say_instruction(ls, "hardware", event->pc, event->word);
        say_instruction(ls, "model", effect->pc, effect->word);
        return false;
    }
    if (memcmp(event->group, s->group, sizeof s->group) || event->wave != s->wave) {
        fail(ls, cycle, slot, "retire: group or wave index is not the one launched into the slot");
        say(ls, "  hardware     group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") wave %u\n", event->group[0], event->group[1],
            event->group[2], event->wave);
        return false;
    }
    if (!same_mask(ls, cycle, slot, "retire: the exec mask differs", event->exec, effect->exec))
        return false;
    if (event->words != effect->words) {
        fail(ls, cycle, slot, "retire: the number of destination registers differs");
        return sides(ls, event->words, effect->words);
    }
    if (effect->words && event->dst != effect->dst) {
        fail(ls, cycle, slot, "retire: the destination register differs");
        return sides(ls, event->dst, effect->dst);
    }
    if (!same_mask(ls, cycle, slot, "retire: the lanes written differ", event->write, effect->written))
        return false;
    for (unsigned k = 0; k < effect->words; k++)
        if (!same_lanes(ls, cycle, slot, value_text[k], event->data + k, 4, effect->value[k], effect->written))
            return false;
    s->pending = PENDING_NONE;
    s->since = cycle;
    ls->stats.instructions++;
    ls->stats.compared++;
    for (unsigned l = 0; l < ls->setup.device->lanes; l++)
        ls->stats.lane_instructions += effect->exec[l];
    ls->last = effect;
    return true;
}

/* ---- barriers and ends ----------------------------------------------------------------------------------------------- */

bool wf_lockstep_arrive(struct wf_lockstep *ls, uint64_t cycle, unsigned slot)
{
    if (ls->failed || !resident(ls, cycle, slot, "a slot without a wave arrived at a barrier"))
        return false;
    struct slot *s = &ls->slot[slot];
    if (s->arrived)
        return fail(ls, cycle, slot, "a wave arrived twice at one barrier");
    if (!wf_machine_waiting(ls->machine, slot))
        return fail(ls, cycle, slot, "a wave arrived at a barrier, but in the model it does not wait");
    s->arrived = true;
    s->arrived_at = s->since = cycle;
    return true;
}

bool wf_lockstep_release(struct wf_lockstep *ls, uint64_t cycle, const uint32_t *slots)
{
    if (ls->failed)
        return false;
    unsigned waves = ls->setup.device->waves;
    for (unsigned i = 0; i < waves; i++) {
        if (!mask_bit(slots, i))
            continue;
        if (!resident(ls, cycle, i, "a slot without a wave was released from a barrier"))
            return false;
        struct slot *s = &ls->slot[i];
        if (!s->arrived)
            return fail(ls, cycle, i, "a wave was released that had not arrived at the barrier");
        if (!wf_machine_waiting(ls->machine, i))
            continue;                           /* released with an earlier slot of its group */
        if (!wf_machine_barrier_ready(ls->machine, i)) {
            fail(ls, cycle, i, "a barrier was released too early: a wave of the group has neither arrived nor ended");
            return false;
        }
        for (unsigned j = 0; j < waves; j++) {  /* all of the group leave together */
            if (!ls->slot[j].used || memcmp(ls->slot[j].group, s->group, sizeof s->group))
                continue;
            if (wf_machine_waiting(ls->machine, j) && !mask_bit(slots, j))
                return fail(ls, cycle, j, "a wave that waits was left behind when its barrier was released");
        }
        wf_machine_barrier_release(ls->machine, i);
        ls->stats.barrier_releases++;
    }
    for (unsigned i = 0; i < waves; i++)
        if (mask_bit(slots, i)) {
            ls->slot[i].arrived = false;
            ls->slot[i].since = cycle;
            ls->stats.barrier_wait_cycles += cycle - ls->slot[i].arrived_at;
        }
    return true;
}

bool wf_lockstep_end(struct wf_lockstep *ls, uint64_t cycle, unsigned slot)
{
    if (ls->failed || !resident(ls, cycle, slot, "a slot without a wave reported an end"))
        return false;
    struct slot *s = &ls->slot[slot];
    if (wf_machine_running(ls->machine, slot))
        return fail(ls, cycle, slot, "a wave ended that still runs in the model");
    struct group *group = find_group(ls, s->group);
    if (!group)
        return fail(ls, cycle, slot, "a wave ended after its group was done");
    group->ended++;
    s->used = false;
    if (!--ls->resident)
        ls->empty_since = cycle;
    return true;
}

bool wf_lockstep_group_done(struct wf_lockstep *ls, uint64_t cycle, const uint32_t id[3])
{
    if (ls->failed)
        return false;
    struct group *group = find_group(ls, id);
    if (group && group->launched == ls->setup.shape->waves && group->ended == ls->setup.shape->waves) {
        *group = ls->group[--ls->groups_used];
        return true;
    }
    differ(ls, cycle, group ? "a group was reported done, but not all its waves have ended"
                            : "a group was reported done that is not resident");
    say(ls, "  hardware     group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")\n", id[0], id[1], id[2]);
    if (group)
        say(ls, "  model        %u of %u waves launched, %u ended\n", group->launched, ls->setup.shape->waves, group->ended);
    return false;
}

/* ---- the end --------------------------------------------------------------------------------------------------------- */

static bool check_fault(struct wf_lockstep *ls, uint64_t cycle, const struct wf_fault_event *event)
{
    const struct wf_fault_record *model = wf_machine_fault(ls->machine), *hardware = &event->record;
    bool any = model && model->count;
    bool same = event->valid == any && (!any || hardware->count == model->count);
    if (same && any && ls->fault_instructions <= FAULTS_KEPT) {
        /* which of several waves faulted first is a matter of time: the record must be one of the faults */
        same = false;
        for (size_t i = 0; i < ls->faults && !same; i++) {
            const struct fault_site *f = &ls->fault[i];
            same = f->kind == hardware->kind && !memcmp(f->group, hardware->group, sizeof f->group) &&
                   f->wave == hardware->wave && f->lane == hardware->lane && f->pc == hardware->pc &&
                   f->address == hardware->address;
        }
    }
    if (same)
        return true;
    differ(ls, cycle, "the fault record differs");
    const struct wf_fault_record none = {0};
    const struct wf_fault_record *both[2] = {event->valid ? hardware : &none, any ? model : &none};
    for (int i = 0; i < 2; i++) {
        const struct wf_fault_record *r = both[i];
        say(ls, "  %-12s", i ? "model" : "hardware");
        if (!(i ? any : event->valid))
            say(ls, " no fault\n");
        else
            say(ls, " %s: group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") wave %u lane %u pc %u address 0x%" PRIx32
                ", %" PRIu64 " in all\n",
                wf_fault_text(r->kind), r->group[0], r->group[1], r->group[2], r->wave, r->lane, r->pc, r->address, r->count);
    }
    return false;
}

static const struct { const char *name, *text; } counter_text[WF_COUNTERS] = {
#define WF_COUNTER(id, name, text) {name, text},
#include "wavefold/isa.def"
};

const char *wf_counter_name(enum wf_counter counter)
{
    return counter_text[counter].name;
}

const char *wf_counter_text(enum wf_counter counter)
{
    return counter_text[counter].text;
}

static bool check_counter(struct wf_lockstep *ls, uint64_t cycle, const uint64_t *counters, enum wf_counter counter, uint64_t model)
{
    if (counters[counter] == model)
        return true;
    char what[64];
    snprintf(what, sizeof what, "counter: %s", wf_counter_name(counter));
    differ(ls, cycle, what);
    return sides(ls, counters[counter], model);
}

/* A unit that performed nothing is no reason to stall. */
static bool check_stall(struct wf_lockstep *ls, uint64_t cycle, const uint64_t *counters, enum wf_counter stall, uint64_t instructions)
{
    return instructions || check_counter(ls, cycle, counters, stall, 0);
}

static bool check_counters(struct wf_lockstep *ls, uint64_t cycle, const uint64_t *counters)
{
    const struct wf_lockstep_stats *s = &ls->stats;
    const struct { enum wf_counter counter; uint64_t model; } followed[] = {
        {WF_CNT_CYCLES, s->cycles}, {WF_CNT_WAVES, s->waves}, {WF_CNT_INSTRUCTIONS, s->instructions}, {WF_CNT_STALL_EMPTY, s->empty_cycles},
        {WF_CNT_LDS_INSTRUCTIONS, s->lds_instructions}, {WF_CNT_LDS_LANES, s->lds_lanes}, {WF_CNT_LDS_OPERATIONS, s->lds_operations},
        {WF_CNT_BANK_CONFLICTS, s->lds_conflict_cycles}, {WF_CNT_MEMORY_INSTRUCTIONS, s->memory_instructions},
        {WF_CNT_ATOMIC_LANES, s->atomic_lanes}, {WF_CNT_BARRIER_WAITS, s->barrier_wait_cycles}};
    for (size_t i = 0; i < sizeof followed / sizeof followed[0]; i++)
        if (!check_counter(ls, cycle, counters, followed[i].counter, followed[i].model))
            return false;
    if (!check_stall(ls, cycle, counters, WF_CNT_STALL_BARRIER, s->barrier_releases) ||
        !check_stall(ls, cycle, counters, WF_CNT_STALL_MEMORY, s->memory_instructions) ||
        !check_stall(ls, cycle, counters, WF_CNT_STALL_LDS, s->lds_instructions) ||
        !check_stall(ls, cycle, counters, WF_CNT_STALL_XLANE, s->xlane_instructions))
        return false;
    uint64_t sum = counters[WF_CNT_INSTRUCTIONS];
    for (unsigned i = WF_CNT_STALL_EMPTY; i <= WF_CNT_STALL_FETCH; i++)
        sum += counters[i];
    if (sum == counters[WF_CNT_CYCLES])
        return true;
    differ(ls, cycle, "counters: instructions and stalls do not add up to the cycles");
    return sides(ls, sum, counters[WF_CNT_CYCLES]);
}

bool wf_lockstep_answer(struct wf_lockstep *ls, uint64_t cycle)
{
    if (ls->failed)
        return false;
    ls->stats.cycles = cycle;
    if (!ls->resident)
        ls->stats.empty_cycles += cycle - ls->empty_since;
    return true;
}

bool wf_lockstep_finish(struct wf_lockstep *ls, uint64_t cycle, const struct wf_fault_event *fault,
                        const uint64_t counters[WF_COUNTERS], const uint32_t *memory)
{
    if (ls->failed)
        return false;
    for (unsigned i = 0; i < ls->setup.device->waves; i++)
        if (ls->slot[i].used)
            return fail(ls, cycle, i, "the dispatch was reported done while a wave is resident");
    if (ls->groups_used) {
        const struct group *group = &ls->group[0];
        differ(ls, cycle, "the dispatch was reported done before a group was");
        say(ls, "  hardware     group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 "): %u of %u waves launched, %u ended\n", group->id[0],
            group->id[1], group->id[2], group->launched, ls->setup.shape->waves, group->ended);
        return false;
    }
    if (!wf_machine_done(ls->machine)) {
        differ(ls, cycle, "the dispatch was reported done, but not every wave of the grid was launched");
        uint64_t all = ls->setup.shape->waves;
        for (int i = 0; i < 3; i++)
            all *= ls->setup.desc->grid[i];
        return sides(ls, ls->stats.waves, all);
    }
    if (fault && !check_fault(ls, cycle, fault))
        return false;
    if (counters && !check_counters(ls, cycle, counters))
        return false;
    for (size_t i = 0; memory && i < ls->setup.memory_words; i++)
        if (memory[i] != ls->setup.memory[i]) {
            differ(ls, cycle, "global memory differs after the dispatch");
            say(ls, "  address      0x%zx\n", 4 * i);
            return sides(ls, memory[i], ls->setup.memory[i]);
        }
    return true;
}

/* ---- who waits for what ---------------------------------------------------------------------------------------------- */

/* The threads of the instruction that the wave ran last. */
static void name_threads(const struct wf_lockstep *ls, const struct slot *s, char *text, size_t size)
{
    uint32_t tid[3], index;
    unsigned first = ls->setup.device->lanes, count = 0;
    for (unsigned lane = ls->setup.device->lanes; lane-- > 0;)
        if (s->effect.exec[lane]) {
            first = lane;
            count++;
        }
    *text = '\0';
    if (!count || !wf_pack_thread(ls->setup.desc, ls->setup.shape, s->wave, first, tid, &index))
        return;
    int n = snprintf(text, size, ": thread (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")", tid[0], tid[1], tid[2]);
    if (count > 1 && n > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, " and %u more", count - 1);
}

static void explain_slot(const struct wf_lockstep *ls, uint64_t cycle, unsigned slot, char *text, size_t size)
{
    const struct slot *s = &ls->slot[slot];
    char insn[160] = "", threads[96];
    bool running = wf_machine_running(ls->machine, slot);
    bool waiting = running && wf_machine_waiting(ls->machine, slot);
    unsigned pc = s->pending ? s->effect.pc : wf_machine_pc(ls->machine, slot);
    if (waiting)
        pc--;                                   /* the barrier itself, not what follows it */
    if ((running || s->pending) && pc < ls->setup.count)
        wf_disassemble(ls->setup.code[pc], insn, sizeof insn);
    if (insn[0] && ls->setup.source && ls->setup.source[pc][0])
        snprintf(insn, sizeof insn, "%s", ls->setup.source[pc]);
    name_threads(ls, s, threads, sizeof threads);
    const char *state = s->pending == PENDING_LDS   ? "waits for LDS"
                        : s->pending == PENDING_MEM ? "waits for global memory"
                        : !running                  ? "has run its last instruction, its end is not reported"
                        : waiting                   ? s->arrived ? "waits at the barrier"
                                                                 : "retired the barrier, its arrival is not reported"
                                                    : "can run";
    int n = snprintf(text, size, "  slot %3u  group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") wave %u", slot, s->group[0],
                     s->group[1], s->group[2], s->wave);
    if (insn[0] && n > 0 && (size_t)n < size) {
        n += snprintf(text + n, size - (size_t)n, "  pc %u", pc);
        if (ls->setup.line && (size_t)n < size)
            n += snprintf(text + n, size - (size_t)n, " line %" PRIu32, ls->setup.line[pc]);
        if ((size_t)n < size)
            n += snprintf(text + n, size - (size_t)n, "  %s", insn);
    }
    if (n > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, ": %s, for %" PRIu64 " cycles%s", state, cycle - s->since, threads);
}

static void explain_group(const struct wf_lockstep *ls, const struct group *group, char *text, size_t size)
{
    unsigned waiting = 0, count = ls->setup.shape->waves;
    char missing[256] = "";
    size_t used = 0;
    for (unsigned i = 0; i < ls->setup.device->waves; i++) {
        const struct slot *s = &ls->slot[i];
        if (!s->used || memcmp(s->group, group->id, sizeof s->group))
            continue;
        if (wf_machine_running(ls->machine, i) && wf_machine_waiting(ls->machine, i)) {
            waiting++;
        } else if (wf_machine_running(ls->machine, i) && used < sizeof missing - 24) {
            used += (size_t)snprintf(missing + used, sizeof missing - used, "%s wave %u (slot %u)", used ? "," : "", s->wave, i);
        }
    }
    if (!waiting) {
        snprintf(text, size, "  group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 "): %u of %u waves launched, %u ended, none waits at a barrier",
                 group->id[0], group->id[1], group->id[2], group->launched, count, group->ended);
        return;
    }
    snprintf(text, size,
             "  group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 "): %u of %u waves wait at the barrier, %u ended, %u not launched; %s%s",
             group->id[0], group->id[1], group->id[2], waiting, count, group->ended, count - group->launched,
             used ? "it cannot release before these arrive or end:" : "it could release now", missing);
}

void wf_lockstep_explain(const struct wf_lockstep *ls, uint64_t cycle, wf_lockstep_line_fn *line, void *user)
{
    char text[512];
    for (unsigned i = 0; i < ls->groups_used; i++) {
        explain_group(ls, &ls->group[i], text, sizeof text);
        line(user, text);
    }
    for (unsigned i = 0; i < ls->setup.device->waves; i++)
        if (ls->slot[i].used) {
            explain_slot(ls, cycle, i, text, sizeof text);
            line(user, text);
        }
}
