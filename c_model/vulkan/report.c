/* SPDX-License-Identifier: Apache-2.0 */
#include "report_names.h"

#include <inttypes.h>

/* ---- faults ------------------------------------------------------------------------------------------------------ */

void wfv_report_fault(const struct wfv_launch *l, const char *side, const struct wf_fault_record *f, struct wfv_text *t)
{
    wfv_put_place(t, l, f->pc);
    wfv_put(t, ": error: %s: ", side);
    wfv_put_which(t, l);
    wfv_put(t, ": fault: %s: ", wf_fault_text(f->kind));
    wfv_put_instruction(t, l, f->pc);
    wfv_put(t, "\n  ");
    wfv_put_thread(t, l, f->group, f->wave, f->lane);
    wfv_put_access(t, l, f);
    wfv_put(t, "; %" PRIu64 " lane%s faulted in all", f->count, f->count == 1 ? "" : "s");
    wfv_put_source(t, l, f->pc);
}

/* ---- a dispatch that does not end -------------------------------------------------------------------------------- */

static void put_waves(const struct wfv_launch *l, const struct wf_machine *m, unsigned slots, struct wfv_text *t)
{
    enum { SHOWN = 8 };
    struct wf_wave_place place;
    unsigned waves = 0;

    for (unsigned slot = 0; slot < slots; slot++) {
        if (!wf_machine_place(m, slot, &place) || waves++ >= SHOWN)
            continue;
        const bool waits = wf_machine_waiting(m, slot);
        const unsigned pc = wf_machine_pc(m, slot) - waits;     /* the barrier, not what follows it */
        wfv_put(t, "\n  ");
        wfv_put_place(t, l, pc);
        wfv_put(t, ": ");
        wfv_put_instruction(t, l, pc);
        wfv_put(t, ": %s: ", waits ? "waits at the barrier" : "runs");
        wfv_put_thread(t, l, place.group, place.wave, place.lane);
        if (place.lanes > 1)
            wfv_put(t, " and %u more", place.lanes - 1);
        if (waves == 1)
            wfv_put_source(t, l, pc);
    }
    if (waves > SHOWN)
        wfv_put(t, "\n  and %u waves more", waves - SHOWN);
}

void wfv_report_stuck(const struct wfv_launch *l, const struct wf_machine *m, unsigned slots, uint64_t limit,
                      struct wfv_text *t)
{
    wfv_put_place(t, l, l->code->code.count);
    wfv_put(t, ": error: model: ");
    wfv_put_which(t, l);
    if (limit)
        wfv_put(t, " has not ended within the limit of %" PRIu64 " instructions; WAVEFOLD_LIMIT sets another", limit);
    else
        wfv_put(t, " hangs: every wave left waits at a barrier that cannot release");
    put_waves(l, m, slots, t);
}

void wfv_report_late(const struct wfv_launch *l, const struct wf_machine *m, unsigned slots, struct wfv_text *t)
{
    wfv_put_place(t, l, l->code->code.count);
    wfv_put(t, ": warning: model: time is up, and ");
    wfv_put_which(t, l);
    wfv_put(t, " has not ended");
    put_waves(l, m, slots, t);
}

/* ---- races ------------------------------------------------------------------------------------------------------- */

static void put_side(struct wfv_text *t, const struct wfv_launch *l, const struct wf_race_side *side)
{
    wfv_put(t, "\n  ");
    wfv_put_place(t, l, side->pc);
    wfv_put(t, ": ");
    wfv_put_instruction(t, l, side->pc);
    wfv_put(t, ": ");
    wfv_put_thread(t, l, side->group, side->wave, side->lane);
    wfv_put_source(t, l, side->pc);
}

static void put_word(struct wfv_text *t, const struct wfv_launch *l, const struct wf_race *race)
{
    if (race->kind == WF_RACE_LDS) {
        wfv_put(t, "groupshared memory at byte %" PRIu32, race->address);
        return;
    }
    for (uint32_t i = 0; i < WFV_NUMBER_TABLE; i++) {
        const struct wfv_slot *slot = wfv_slot_of(l->pipeline, i);
        const uint32_t byte = race->address - l->buffer[i].base;
        if (!slot || race->address < l->buffer[i].base || byte >= l->buffer[i].size)
            continue;
        wfv_put(t, "byte %" PRIu32 " of ", byte);
        wfv_put_slot(t, l, slot, i);
        return;
    }
    wfv_put(t, "memory that an address leads to");
}

static void put_parting(struct wfv_text *t, const struct wfv_launch *l, const struct wf_race *race)
{
    switch (race->parting) {
    case WF_PARTING_ELSEWHERE: wfv_put(t, "some threads of the group are elsewhere"); break;
    case WF_PARTING_OTHER:
        wfv_put(t, "some threads of the group wait at another, ");
        wfv_put_place(t, l, race->second.pc);
        break;
    case WF_PARTING_TURN: wfv_put(t, "some threads of the group are at it on another turn of a loop"); break;
    case WF_PARTING_ENDED: wfv_put(t, "some threads of the group have ended without it"); break;
    case WF_PARTING_RETURNED:
        wfv_put(t, "some threads of the group returned before it, which Vulkan does not define");
        break;
    }
}

void wfv_report_race(const struct wfv_launch *l, const struct wf_race *race, struct wfv_text *t)
{
    const bool is_barrier = race->kind == WF_RACE_BARRIER;
    const bool first = race->first.does == WF_TOUCH_ATOMIC, second = race->second.does == WF_TOUCH_ATOMIC;

    wfv_put_place(t, l, is_barrier ? race->first.pc : race->second.pc);
    wfv_put(t, ": warning: ");
    wfv_put_which(t, l);
    if (is_barrier) {
        wfv_put(t, ": divergent barrier: ");
        put_parting(t, l, race);
        put_side(t, l, &race->first);
        wfv_put(t, "\n  not there: ");
        wfv_put_thread(t, l, race->second.group, race->second.wave, race->second.lane);
        return;
    }
    wfv_put(t, ": race: ");
    put_word(t, l, race);
    if (first != second)
        wfv_put(t,
                " is touched by two lanes with no barrier between, by one with an atomic, by the other with a plain %s",
                (first ? race->second : race->first).does == WF_TOUCH_LOAD ? "load" : "store");
    else
        wfv_put(t, " is touched by two lanes with neither a barrier nor atomics between");
    put_side(t, l, &race->first);
    put_side(t, l, &race->second);
}

static void put_object(struct wfv_text *t, const struct wfv_actor *a)
{
    wfv_put(t, "byte %" PRIu64 " of the %s", a->byte, a->kind);
    if (*a->called)
        wfv_put(t, " \"%s\"", a->called);
}

static void put_actor(struct wfv_text *t, const struct wfv_actor *a)
{
    if (a->launch) {
        put_side(t, a->launch, &a->side);
        return;
    }
    wfv_put(t, "\n  %s: %s ", a->command, a->side.does == WF_TOUCH_LOAD ? "reads" : "writes");
    put_object(t, a);
}

static void put_name(struct wfv_text *t, const struct wfv_actor *a)
{
    if (a->launch)
        wfv_put_which(t, a->launch);
    else
        wfv_put(t, "%s", a->command);
}

static void put_apart(struct wfv_text *t, enum wfv_apart apart, bool dispatches)
{
    switch (apart) {
    case WFV_APART_COMMANDS:
        wfv_put(t, " with no barrier between %s", dispatches ? "the dispatches" : "them");
        break;
    case WFV_APART_UNSEEN: wfv_put(t, " with no barrier between that makes the store of the first visible"); break;
    case WFV_APART_SUBMISSIONS:
        wfv_put(t, " in two submissions with no barrier, semaphore or wait of the host between them");
        break;
    case WFV_APART_QUEUES:
        wfv_put(t, " in two queues with no semaphore or wait of the host between them");
        break;
    }
}

void wfv_report_between(const struct wfv_actor *first, const struct wfv_actor *second, uint32_t address,
                        enum wfv_apart apart, struct wfv_text *t)
{
    const struct wf_race race = {.kind = WF_RACE_MEMORY, .address = address};

    if (second->launch) {
        wfv_put_place(t, second->launch, second->side.pc);
        wfv_put(t, ": ");
    }
    wfv_put(t, "warning: ");
    put_name(t, second);
    wfv_put(t, ": race with ");
    put_name(t, first);
    wfv_put(t, ": ");
    if (second->launch)
        put_word(t, second->launch, &race);
    else
        put_object(t, second);
    wfv_put(t, " is touched by both");
    put_apart(t, apart, first->launch && second->launch);
    put_actor(t, first);
    put_actor(t, second);
}

void wfv_report_equal_stores(const struct wfv_launch *l, const struct wf_race_report *report, struct wfv_text *t)
{
    wfv_put_place(t, l, report->equal_store.second.pc);
    wfv_put(t, ": note: ");
    wfv_put_which(t, l);
    wfv_put(t, ": ");
    put_word(t, l, &report->equal_store);
    wfv_put(t, " gets one value from two lanes with neither a barrier nor atomics between");
    if (report->equal_stores > 1)
        wfv_put(t, ", the first of %" PRIu64 " such stores", report->equal_stores);
    wfv_put(t, ": harmless here, undefined in Vulkan");
}
