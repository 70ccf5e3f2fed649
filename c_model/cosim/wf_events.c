/* SPDX-License-Identifier: Apache-2.0
 * wf_events.c - what the bench reports of a cycle, and its end: to the checker, to memory, to who listens.
 */
#include "wf_device.h"

enum { IDLE_LIMIT = 20000 };                    /* clocks without an event, beside the latency of memory: a hang */
enum { ANSWER_SEEN = 1 };                       /* cycles in which an answer that came in time has not been seen here */
enum { RESET_CLOCKS = 5 };                      /* that end in reset, before events mean something: wf_lockstep_tb.v */

void wf_bench_start(struct wf_sim *s, const struct wf_sim_build *built)
{
    s->built = *built;
    s->cores = wf_device_cores(&built->device);
}

const struct wf_device *wf_bench_device(const struct wf_sim *s)
{
    return &s->built.device;
}

/* ---- the end of a cycle ------------------------------------------------------------------------------------------ */

/* A dispatch that is to be cancelled: WF_CYCLE_CANCEL and its id. */
static uint32_t ask_cancel(struct wf_sim *s)
{
    for (unsigned id = 0; s->runs && id < WF_LOCKSTEP_DISPATCHES; id++) {
        struct flight *f = &s->flight[id];
        const struct wf_sim_dispatch *d = f->dispatch;
        if (!d || f->cancelled || !(f->cancel || (d->cancels && s->clock - f->accepted_at >= d->cancel_after)))
            continue;
        f->cancelled = true;
        if (s->ls)
            device_check(s, wf_lockstep_cancel(s->ls, s->cycle, id));
        return WF_CYCLE_CANCEL | id << WF_CYCLE_CANCEL_ID;
    }
    return 0;
}

static void look_for_hang(struct wf_sim *s)
{
    if (s->step >= STEP_GAP && s->clock - s->last_event > IDLE_LIMIT + (uint64_t)device_memory_timing(s).least)
        device_stop(s, WF_SIM_HUNG, "nothing happened for %llu cycles; in cycle %llu",
                    (unsigned long long)(s->clock - s->last_event), (unsigned long long)(s->cycle - s->accepted));
    else if (s->setup.limit && s->accepted && s->cycle - ANSWER_SEEN > s->setup.limit)
        device_stop(s, WF_SIM_LIMIT, "not ended after %llu cycles", (unsigned long long)s->setup.limit);
}

static uint32_t reset_cycle(struct wf_sim *s)
{
    const uint32_t answer = s->reset_due ? WF_CYCLE_RESET : WF_CYCLE_MREQ_READY | WF_CYCLE_DONE_READY;
    if (s->reset_due)
        s->reset_at = s->clock;
    s->reset_due = false;
    return answer;
}

uint32_t wf_bench_cycle(struct wf_sim *s, bool room)
{
    s->clock++;
    s->cycle += s->accepted;
    if (device_stopped(s))
        return WF_CYCLE_STOP;
    if (s->resetting)
        return reset_cycle(s);
    look_for_hang(s);
    uint32_t held = device_stalls(s), answer = (held & WF_CYCLE_HOLD) | device_ask_next(s) | ask_cancel(s);
    for (unsigned core = 0; s->ls && core < s->cores; core++)        /* the bench turns the channels by the core */
        if (held >> core % HELD_CHANNELS & 1)
            wf_lockstep_hold_launch(s->ls, core);
    answer |= device_wants(s, WF_SIM_PICK) || device_wants(s, WF_SIM_CORE) ? WF_CYCLE_OBSERVE : 0;
    answer |= held & WF_CYCLE_MREQ_READY ? 0 : WF_CYCLE_MREQ_READY;
    answer |= held & WF_CYCLE_DONE_READY ? 0 : WF_CYCLE_DONE_READY;
    if (room && (s->lines ? wf_lines_ready(s->lines, s->cycle)
                          : s->memory[0] && wf_memory_ready(s->memory[0], s->cycle)))
        answer |= WF_CYCLE_ANSWER;
    if (device_stopped(s))
        answer |= WF_CYCLE_STOP;
    return answer;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static bool running(struct wf_sim *s, const char *what)
{
    s->last_event = s->clock;
    /* beyond the limit: the end of this cycle says so */
    if (device_stopped(s) || s->resetting || (s->setup.limit && s->accepted && s->cycle > s->setup.limit))
        return false;
    if (s->runs)
        return true;
    device_fail(s, what, 1, 0);
    return false;
}

/* What somebody listens to, while a dispatch runs. */
static bool heard(const struct wf_sim *s, enum wf_sim_event_kind kind)
{
    return device_wants(s, kind) && s->accepted && !device_stopped(s) && !s->resetting;
}

static void tell(struct wf_sim *s, struct wf_sim_event event)
{
    event.cycle = s->cycle;
    s->setup.event(s->setup.user, &event);
}

/* The checker has an opinion, unless there is none. */
#define CHECK(s, call) do { if ((s)->ls) device_check(s, call); } while (0)

void wf_bench_alive(struct wf_sim *s)
{
    s->last_event = s->clock;
}

void wf_bench_launch(struct wf_sim *s, const struct wf_launch_event *event)
{
    if (!running(s, "a wave was launched while no accepted dispatch runs"))
        return;
    CHECK(s, wf_lockstep_launch(s->ls, s->cycle, event));
    if (event->slot < SLOTS)
        s->issued[event->slot].count = 0;
    if (heard(s, WF_SIM_LAUNCH))
        tell(s, (struct wf_sim_event){.kind = WF_SIM_LAUNCH, .slot = event->slot, .launch = event,
                                      .dispatch = s->flight[event->id % WF_LOCKSTEP_DISPATCHES].dispatch});
}

/* The checker's tag of a core's. */
static unsigned tag_of(const struct wf_sim *s, unsigned core, unsigned tag)
{
    return core * s->built.device.waves * INFLIGHT + tag;
}

/* The model has the words that hardware is about to touch; false: no memory for them. */
static void copied(struct wf_sim *s, bool good)
{
    if (!good)
        device_stop(s, WF_SIM_NO_MEMORY, "out of memory\n");
}

void wf_bench_request(struct wf_sim *s, const struct wf_request_event *event, unsigned tag)
{
    if (!running(s, "a memory request while no accepted dispatch runs"))
        return;
    struct wf_request_event own = *event;
    own.core = event->slot / s->built.device.waves;
    own.tag = tag_of(s, own.core, tag);
    if (event->global && s->shadow)
        copied(s, wf_shadow_touch_lanes(s->shadow, s->built.device.lanes, event->mask, event->address));
    CHECK(s, wf_lockstep_request(s->ls, s->cycle, &own));
    struct wf_memory *memory = s->memory[own.core % WF_MAX_CORES];
    if (device_stopped(s) || !event->global || !memory)
        return;
    const char *wrong = wf_memory_request(memory, s->cycle, tag, event->kind, event->atom, event->mask, event->address,
                                          event->data, event->compare);
    if (wrong)
        device_wrong(s, event->slot, wrong);
}

static void retire(struct wf_sim *s, const struct wf_retire_event *event)
{
    const struct wf_sim_dispatch *d = s->flight[event->id % WF_LOCKSTEP_DISPATCHES].dispatch;
    CHECK(s, wf_lockstep_retire(s->ls, s->cycle, event));
    if (heard(s, WF_SIM_RETIRE) && d)
        tell(s, (struct wf_sim_event){.kind = WF_SIM_RETIRE, .slot = event->slot, .dispatch = d, .retire = event,
                                      .issued = device_issued(s, event->slot),
                                      .number = s->ls ? wf_lockstep_last_number(s->ls) : 0,
                                      .effect = s->ls ? wf_lockstep_last(s->ls) : NULL});
}

/* What is told of an instruction that retires with another follows from it: it stands behind it and writes nothing. */
void wf_bench_retire(struct wf_sim *s, const struct wf_retire_event *event, const uint32_t *folded)
{
    static const uint32_t none[WF_MAX_LANES / 32];
    const struct wf_sim_dispatch *d = s->flight[event->id % WF_LOCKSTEP_DISPATCHES].dispatch;
    struct wf_retire_event with = *event;
    if (!running(s, "an instruction retired while no accepted dispatch runs"))
        return;
    with.clock = s->clock - s->reset_at - RESET_CLOCKS;
    retire(s, &with);
    if (!folded || device_stopped(s) || !d)
        return;
    with.pc++;
    with.word = with.pc < d->code->count ? d->code->word[with.pc] : 0;
    with.exec = folded;
    with.write = none;
    with.words = 0;
    with.folded = true;
    retire(s, &with);
}

void wf_bench_issue(struct wf_sim *s, unsigned slot, unsigned unit)
{
    if (slot < SLOTS)
        s->issued[slot].cycle[s->issued[slot].count++ % ISSUES] = s->cycle;
    if (heard(s, WF_SIM_ISSUE))
        tell(s, (struct wf_sim_event){.kind = WF_SIM_ISSUE, .slot = slot, .unit = (enum wf_unit)unit});
}

void wf_bench_fold(struct wf_sim *s, unsigned slot)
{
    if (slot >= SLOTS || !s->issued[slot].count)
        return;
    const uint64_t number = s->issued[slot].count++;
    s->issued[slot].cycle[number % ISSUES] = s->issued[slot].cycle[(number - 1) % ISSUES];
    if (heard(s, WF_SIM_FOLD))
        tell(s, (struct wf_sim_event){.kind = WF_SIM_FOLD, .slot = slot});
}

void wf_bench_pick(struct wf_sim *s, unsigned slot)
{
    if (heard(s, WF_SIM_PICK))
        tell(s, (struct wf_sim_event){.kind = WF_SIM_PICK, .slot = slot});
}

void wf_bench_observe(struct wf_sim *s, unsigned core, unsigned causes, unsigned banks)
{
    if (heard(s, WF_SIM_CORE))
        tell(s, (struct wf_sim_event){.kind = WF_SIM_CORE, .core = core, .stalls = causes, .banks = banks});
}

void wf_bench_arrive(struct wf_sim *s, unsigned slot)
{
    if (running(s, "a wave arrived at a barrier while no accepted dispatch runs"))
        CHECK(s, wf_lockstep_arrive(s->ls, s->cycle, slot));
}

void wf_bench_release(struct wf_sim *s, unsigned core, const uint32_t *slots)
{
    uint32_t all[SLOTS / 32] = {0};
    const unsigned waves = s->built.device.waves;
    for (unsigned i = 0; i < waves; i++)
        all[(core * waves + i) / 32] |= (slots[i / 32] >> i % 32 & 1) << (core * waves + i) % 32;
    if (running(s, "a barrier was released while no accepted dispatch runs"))
        CHECK(s, wf_lockstep_release(s->ls, s->cycle, all));
    if (heard(s, WF_SIM_RELEASE))
        tell(s, (struct wf_sim_event){.kind = WF_SIM_RELEASE, .slots = all});
}

void wf_bench_end(struct wf_sim *s, unsigned slot)
{
    if (running(s, "a wave ended while no accepted dispatch runs"))
        CHECK(s, wf_lockstep_end(s->ls, s->cycle, slot));
    if (heard(s, WF_SIM_END))
        tell(s, (struct wf_sim_event){.kind = WF_SIM_END, .slot = slot});
}

void wf_bench_group_done(struct wf_sim *s, unsigned id, const uint32_t group[3])
{
    if (running(s, "a group was done while no accepted dispatch runs"))
        CHECK(s, wf_lockstep_group_done(s->ls, s->cycle, id, group));
}

void wf_bench_answer(struct wf_sim *s, unsigned core, unsigned *tag, const uint32_t **data)
{
    static const uint32_t none[WF_MAX_LANES];
    *tag = 0;
    *data = none;
    if (core < WF_MAX_CORES && s->memory[core])
        wf_memory_answer(s->memory[core], s->cycle, tag, data);
}

void wf_bench_line(struct wf_sim *s, const struct wf_line_event *event)
{
    if (running(s, "the shared memory was asked while no accepted dispatch runs"))
        CHECK(s, wf_lockstep_line(s->ls, s->cycle, event));
}

void wf_bench_returned(struct wf_sim *s, unsigned core, unsigned tag, const uint32_t *data)
{
    if (running(s, "memory answered while no accepted dispatch runs"))
        CHECK(s, wf_lockstep_returned(s->ls, s->cycle,
                                      &(struct wf_return_event){.tag = tag_of(s, core, tag), .data = data}));
}

void wf_bench_cache(struct wf_sim *s, bool hit, bool joined, bool missed)
{
    if (s->resetting || device_stopped(s))
        return;
    s->cache_hits += hit;
    s->cache_joins += joined;
    s->cache_misses += missed;
}

void wf_bench_line_request(struct wf_sim *s, unsigned tag, unsigned kind, uint32_t line, uint64_t bytes,
                           const uint32_t *data)
{
    if (!running(s, "a line request while no accepted dispatch runs"))
        return;
    for (unsigned k = 0; k < WF_LINES_WORDS && s->shadow && kind == WF_REQUEST_STORE; k++)
        if (bytes >> 4 * k & 15)
            copied(s, wf_shadow_touch(s->shadow, (size_t)line * WF_LINES_WORDS + k));
    const char *wrong = wf_lines_request(s->lines, s->cycle, tag, kind == WF_REQUEST_STORE, line, bytes, data);
    if (wrong)
        device_wrong(s, SLOTS, wrong);
}

void wf_bench_line_answer(struct wf_sim *s, unsigned *tag, const uint32_t **data)
{
    static const uint32_t none[WF_LINES_WORDS];
    *tag = 0;
    *data = none;
    if (s->lines)
        wf_lines_answer(s->lines, s->cycle, tag, data);
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

/* What was counted since what ran before had settled. */
static void take_counters(struct wf_sim *s, const uint64_t *counters)
{
    for (unsigned i = 0; i < s->cores * WF_COUNTERS; i++) {
        s->counters[i] = counters[i] - s->before[i];
        s->before[i] = counters[i];
    }
    s->counted = true;
}

/* At the limit: it is seen a cycle late, and that cycle is not told, nor what retired in it. */
static void cut_at_limit(struct wf_sim *s)
{
    const uint64_t most = s->setup.limit - s->idle;
    for (unsigned i = 0; s->setup.limit && i < s->cores; i++) {
        uint64_t *counter = s->counters + i * WF_COUNTERS;
        if (counter[WF_CNT_CYCLES] <= most)
            continue;
        counter[WF_CNT_CYCLES] = most;
        counter[WF_CNT_INSTRUCTIONS] = s->ls ? wf_lockstep_core_instructions(s->ls, i) : 0;
        counter[WF_CNT_FOLDED] = s->ls ? wf_lockstep_core_folded(s->ls, i) : 0;
    }
}

void wf_bench_finish(struct wf_sim *s, const uint64_t *counters)
{
    if (s->resetting)
        return;
    if (s->last_due && counters && !s->counted) {       /* nothing ends any more: what the device counted so far */
        take_counters(s, counters);
        cut_at_limit(s);
    }
    s->last_due = false;
    if (device_stopped(s))
        return;
    if (!counters) {
        wf_bench_unknown(s, 0, "counters");
        return;
    }
    take_counters(s, counters);
    if (!s->runs && (s->counters[WF_CNT_WAVES] || s->counters[WF_CNT_INSTRUCTIONS]))
        device_fail(s, "waves were launched for a descriptor that launches nothing", s->counters[WF_CNT_WAVES], 0);
    if (s->runs)
        CHECK(s, wf_lockstep_finish(s->ls, s->cycle, s->counters, NULL) &&
                     wf_shadow_agrees(s->shadow, s->ls, s->cycle));
    if (device_stopped(s))
        return;
    device_end(s, false);
    s->step = STEP_IDLE;
    s->status = WF_SIM_IDLE;
}
