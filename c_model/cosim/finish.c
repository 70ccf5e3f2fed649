/* SPDX-License-Identifier: Apache-2.0
 * finish.c - the end of a dispatch: faults, counters, global memory.
 */
#include "checker.h"

static bool is_record(const struct fault_site *f, const struct wf_fault_record *record)
{
    return f->kind == record->kind && !memcmp(f->group, record->group, sizeof f->group) && f->wave == record->wave &&
           f->lane == record->lane && f->pc == record->pc && f->address == record->address &&
           (f->buffer < WF_MAX_BUFFERS ? f->buffer : WF_MAX_BUFFERS) == record->buffer;
}

static bool check_fault(struct wf_lockstep *ls, const struct dispatch *d, uint64_t cycle,
                        const struct wf_fault_event *event)
{
    const struct wf_fault_record *model = wf_machine_fault(d->machine), *hardware = &event->record;
    bool any = model && model->count;
    bool same = event->valid == any && (!any || hardware->count == model->count);
    if (same && any && d->fault_instructions <= FAULTS_KEPT) {
        /* which of several waves faulted first is a matter of time: the record must be one of the faults */
        same = false;
        for (size_t i = 0; i < d->faults && !same; i++)
            same = is_record(&d->fault[i], hardware);
    }
    if (same)
        return true;
    wf_ls_differ_in(ls, cycle, d, "the fault record differs");
    const struct wf_fault_record none = {0};
    const struct wf_fault_record *both[2] = {event->valid ? hardware : &none, any ? model : &none};
    for (int i = 0; i < 2; i++) {
        const struct wf_fault_record *r = both[i];
        wf_ls_say(ls, "  %-12s", i ? "model" : "hardware");
        if (!(i ? any : event->valid))
            wf_ls_say(ls, " no fault\n");
        else
            wf_ls_say(ls, " %s: group " XYZ " wave %u lane %u pc %u buffer %" PRIu32 " address 0x%" PRIx32 ", %" PRIu64
                " in all\n", wf_fault_text(r->kind), XYZ_OF(r->group), r->wave, r->lane, r->pc, r->buffer, r->address, r->count);
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

static bool check_counter(struct wf_lockstep *ls, uint64_t cycle, const uint64_t *counters, enum wf_counter counter,
                          uint64_t model)
{
    if (counters[counter] == model)
        return true;
    char what[64];
    snprintf(what, sizeof what, "counter: %s", wf_counter_name(counter));
    wf_ls_differ(ls, cycle, what);
    return wf_ls_sides(ls, counters[counter], model);
}

/* A unit that performed nothing is no reason to stall. */
static bool check_stall(struct wf_lockstep *ls, uint64_t cycle, const uint64_t *counters, enum wf_counter stall,
                        uint64_t instructions)
{
    return instructions || check_counter(ls, cycle, counters, stall, 0);
}

/* Each core's instructions, but those that were issued with another, and stalls are its cycles. */
static bool check_sum(struct wf_lockstep *ls, uint64_t cycle, const uint64_t *counters)
{
    uint64_t sum = counters[WF_CNT_INSTRUCTIONS] - counters[WF_CNT_FOLDED];
    for (unsigned i = WF_CNT_STALL_EMPTY; i <= WF_CNT_STALL_FETCH; i++)
        sum += counters[i];
    if (sum == counters[WF_CNT_CYCLES])
        return true;
    wf_ls_differ(ls, cycle, "counters: instructions and stalls do not add up to the cycles");
    return wf_ls_sides(ls, sum, counters[WF_CNT_CYCLES]);
}

/* The model counts all cores together, but for the cycles, which each of them has. */
static bool check_counters(struct wf_lockstep *ls, uint64_t cycle, const uint64_t *counters)
{
    const struct wf_lockstep_stats *s = &ls->stats;
    uint64_t all[WF_COUNTERS] = {0};
    const struct { enum wf_counter counter; uint64_t model; } followed[] = {
        {WF_CNT_WAVES, s->waves}, {WF_CNT_INSTRUCTIONS, s->instructions}, {WF_CNT_FOLDED, s->folded},
        {WF_CNT_STALL_EMPTY, s->empty_cycles}, {WF_CNT_LDS_INSTRUCTIONS, s->lds_instructions},
        {WF_CNT_LDS_LANES, s->lds_lanes}, {WF_CNT_LDS_OPERATIONS, s->lds_operations},
        {WF_CNT_BANK_CONFLICTS, s->lds_conflict_cycles}, {WF_CNT_MEMORY_INSTRUCTIONS, s->memory_instructions},
        {WF_CNT_ATOMIC_LANES, s->atomic_lanes}, {WF_CNT_BARRIER_WAITS, s->barrier_wait_cycles}};
    for (unsigned c = 0; c < ls->cores; c++) {
        if (!check_counter(ls, cycle, counters + (size_t)c * WF_COUNTERS, WF_CNT_CYCLES, s->cycles))
            return false;
        for (unsigned i = 0; i < WF_COUNTERS; i++)
            all[i] += counters[(size_t)c * WF_COUNTERS + i];
    }
    for (size_t i = 0; i < sizeof followed / sizeof followed[0]; i++)
        if (!check_counter(ls, cycle, all, followed[i].counter, followed[i].model))
            return false;
    if (!check_stall(ls, cycle, all, WF_CNT_STALL_BARRIER, s->barrier_releases) ||
        !check_stall(ls, cycle, all, WF_CNT_STALL_MEMORY, s->memory_instructions) ||
        !check_stall(ls, cycle, all, WF_CNT_STALL_LDS, s->lds_instructions) ||
        !check_stall(ls, cycle, all, WF_CNT_STALL_XLANE, s->xlane_instructions))
        return false;
    for (unsigned c = 0; c < ls->cores; c++)
        if (!check_sum(ls, cycle, counters + (size_t)c * WF_COUNTERS))
            return false;
    return true;
}

/* Nothing of the dispatch is left, and nothing of it is missing. */
static bool check_over(struct wf_lockstep *ls, uint64_t cycle, const struct dispatch *d, enum wf_ending ending)
{
    for (unsigned i = 0; i < ls->slots; i++)
        if (ls->slot[i].used && ls->slot[i].of == d)
            return wf_ls_fail(ls, cycle, i, "the dispatch was reported done while a wave is resident");
    for (unsigned i = 0; i < ls->groups_used; i++) {
        const struct group *group = &ls->group[i];
        if (group->of != d)
            continue;
        wf_ls_differ_in(ls, cycle, d, "the dispatch was reported done before a group was");
        wf_ls_say(ls, "  hardware     group " XYZ ": %u of %u waves launched, %u ended\n", XYZ_OF(group->id),
            group->launched, d->setup.shape->waves, group->ended);
        return false;
    }
    const uint64_t limit = d->setup.desc->cycle_limit;
    const bool early = ending != WF_ENDING_COMPLETE, cancelled = d->cut_at != UINT64_MAX;
    const bool limited = limit && cycle - d->begun_at >= limit;
    if (!early ? d->cut : ending == WF_ENDING_CANCELLED ? !cancelled : !limited) {
        wf_ls_differ_in(ls, cycle, d, "how the dispatch ended differs (0 complete, 1 cancelled, 2 limit)");
        return wf_ls_sides(ls, ending, cancelled ? WF_ENDING_CANCELLED : d->cut ? WF_ENDING_LIMIT : WF_ENDING_COMPLETE);
    }
    if (!wf_ls_memory_finish(ls, cycle, d))
        return false;
    if (early || wf_machine_done(d->machine))
        return true;
    wf_ls_differ_in(ls, cycle, d, "the dispatch was reported done, but not every wave of the grid was launched");
    uint64_t all = 1;
    for (int i = 0; i < 3; i++)
        all *= d->setup.desc->grid[i];
    return wf_ls_sides(ls, d->stats.waves, (all - d->setup.first_group) * d->setup.shape->waves);
}

static bool check_instructions(struct wf_lockstep *ls, uint64_t cycle, const struct dispatch *d, const uint64_t *counted)
{
    if (!counted || *counted == d->stats.instructions)
        return true;
    wf_ls_differ_in(ls, cycle, d, "the number of instructions of the dispatch differs");
    return wf_ls_sides(ls, *counted, d->stats.instructions);
}

bool wf_lockstep_answer(struct wf_lockstep *ls, uint64_t cycle, const struct wf_answer_event *event)
{
    struct dispatch *d = wf_ls_flying(ls, cycle, event->id, "an answer came to a descriptor that is not in flight");
    if (!d || !check_over(ls, cycle, d, event->ending))
        return false;
    d->flies = false;
    if (!--ls->flying) {
        ls->stats.cycles += cycle - ls->flying_since;
        for (unsigned i = 0; i < ls->cores; i++) {
            ls->core[i].empty_cycles += cycle - ls->core[i].empty_since;
            ls->stats.empty_cycles += ls->core[i].empty_cycles;
            ls->core[i].empty_cycles = 0;
        }
    }
    return check_instructions(ls, cycle, d, event->instructions) &&
           (!event->fault || check_fault(ls, d, cycle, event->fault));
}

bool wf_lockstep_finish(struct wf_lockstep *ls, uint64_t cycle, const uint64_t *counters, const uint32_t *memory)
{
    if (ls->failed)
        return false;
    if (ls->flying) {
        wf_ls_differ(ls, cycle, "all is over, but a descriptor has no answer");
        return false;
    }
    if (counters && !check_counters(ls, cycle, counters))
        return false;
    return !memory || wf_lockstep_compare(ls, cycle, 0, memory, ls->setup.memory_words);
}

bool wf_lockstep_compare(struct wf_lockstep *ls, uint64_t cycle, size_t first, const uint32_t *memory, size_t words)
{
    const uint32_t *model = ls->setup.memory + first;
    if (ls->failed)
        return false;
    for (size_t i = 0; i < words; i++)
        if (memory[i] != model[i]) {
            wf_ls_differ(ls, cycle, "global memory differs after the dispatch");
            wf_ls_say(ls, "  address      0x%zx\n", 4 * (first + i));
            return wf_ls_sides(ls, memory[i], model[i]);
        }
    return true;
}

const struct wf_fault_record *wf_lockstep_fault(const struct wf_lockstep *ls, unsigned id)
{
    static const struct wf_fault_record none;
    const struct dispatch *d = &ls->dispatch[id % WF_LOCKSTEP_DISPATCHES];
    return d->machine ? wf_machine_fault(d->machine) : &none;
}

bool wf_lockstep_fault_buffer(const struct wf_lockstep *ls, unsigned id, const struct wf_fault_record *record,
                              uint32_t *number)
{
    const struct dispatch *d = &ls->dispatch[id % WF_LOCKSTEP_DISPATCHES];

    for (size_t i = 0; i < d->faults; i++)
        if ((record->kind == WF_FAULT_MEM_RANGE || record->kind == WF_FAULT_MEM_ALIGN) &&
            is_record(&d->fault[i], record)) {
            *number = d->fault[i].buffer;
            return true;
        }
    return false;
}
