/* SPDX-License-Identifier: Apache-2.0
 * wf_bench.c - the calls of the simulator (see wf_bench.h): what to do next, the end of a cycle, events.
 */
#include "wf_bench_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cli/trace.h"
#include "../cli/verdict.h"
#include "wf_fst_axis.h"

enum { IDLE_LIMIT = 20000 };                    /* cycles without any event, beside the latency of memory: the machine hangs */
enum { ANSWER_SEEN = 1 };                       /* cycles in which an answer that came in time has not been seen here */

static struct bench b;

bool wf_bench_start(int argc, char *const *argv, const struct wf_bench_build *built)
{
    return bench_start(&b, argc, argv, built);
}

int wf_bench_status(void)
{
    return (int)(b.status == WF_EXIT_OK && !b.stopped ? WF_EXIT_ENVIRONMENT : b.status);
}

void wf_bench_close(void)
{
    bench_close_outputs(&b);
    bench_end_dispatches(&b);
    bench_free_jobs(&b);
    free(b.text.text);
    b.text = (struct wf_text){0};
    free(b.command);
    b.command = NULL;
}

/* ---- what to do next --------------------------------------------------------------------------------------------------- */

/* An instruction of the kernels of this phase, or false: all are loaded. */
static bool next_code(void)
{
    for (; b.loaded < b.sends; b.loaded++, b.index = 0) {
        const struct job *job = &b.from[b.loaded];
        if (b.index == job->kernel->count)
            continue;
        const uint64_t word = job->kernel->code[b.index];
        b.field[WF_CODE_ADDR] = job->desc.code_base + (uint32_t)b.index++;
        b.field[WF_CODE_LOW] = (uint32_t)word;
        b.field[WF_CODE_HIGH] = (uint32_t)(word >> 32);
        return true;
    }
    return false;
}

enum wf_bench_action wf_bench_next(void)
{
    if (b.stopped || b.phase == PHASE_OVER)
        return WF_BENCH_STOP;
    if (b.step == STEP_CODE && next_code())
        return WF_BENCH_CODE;
    if (b.step == STEP_CODE) {
        b.step = STEP_BUFFERS;
        b.index = 0;
    }
    /* what the kernel has no buffer for stays unbound: the hardware must know that itself */
    if (b.step == STEP_BUFFERS && b.index < b.job->kernel->buffers) {
        const struct job *job = b.job;
        b.field[WF_BUFFER_INDEX] = (uint32_t)b.index;
        b.field[WF_BUFFER_BASE] = job->buffers[b.index].base;
        b.field[WF_BUFFER_SIZE] = job->buffers[b.index].size;
        b.field[WF_BUFFER_ID] = job->desc.id;
        b.index++;
        return WF_BENCH_BUFFER;
    }
    if (b.step == STEP_GAP || b.step == STEP_WAIT)
        return WF_BENCH_RUN;
    if (b.step == STEP_SETTLE)
        return WF_BENCH_SETTLE;
    return bench_begin_dispatch(&b) ? WF_BENCH_DESC : WF_BENCH_STOP;
}

uint32_t wf_bench_field(unsigned index)
{
    return index < WF_BENCH_FIELDS ? b.field[index] : 0;
}

static void next_phase(enum phase phase)
{
    bench_end_dispatches(&b);
    bench_begin_phase(&b, phase, STEP_CODE);
    if (phase == PHASE_OVER) {
        b.stopped = true;
        bench_report(&b, true);
    }
}

/* ---- the end of a cycle ------------------------------------------------------------------------------------------------ */

/* The next descriptor is due, or the last was answered: WF_CYCLE_NEXT. */
static uint32_t ask_next(void)
{
    if (b.step == STEP_GAP && b.clock >= b.send_at && !b.flying[b.job->desc.id]) {
        b.step = STEP_BUFFERS;
        b.index = 0;
        return WF_CYCLE_NEXT;
    }
    if (b.step != STEP_WAIT || !b.sent || b.answered < b.sends)
        return 0;
    b.step = STEP_SETTLE;
    return WF_CYCLE_NEXT;
}

/* A dispatch that is to be cancelled: WF_CYCLE_CANCEL and its id. */
static uint32_t ask_cancel(void)
{
    for (unsigned id = 0; b.phase == PHASE_MAIN && b.ls && id < WF_LOCKSTEP_DISPATCHES; id++) {
        struct job *job = b.flying[id];
        if (!job || !job->kernel->cancels || job->cancelled || b.clock - job->accepted_at < job->kernel->cancel_after)
            continue;
        job->cancelled = true;
        bench_check(&b, wf_lockstep_cancel(b.ls, b.cycle, id));
        return WF_CYCLE_CANCEL | id << WF_CYCLE_CANCEL_ID;
    }
    return 0;
}

uint32_t wf_bench_cycle(bool room)
{
    b.clock++;
    b.cycle += b.accepted;
    if (b.stopped)
        return WF_CYCLE_STOP;
    if (b.step >= STEP_GAP && b.clock - b.last_event > IDLE_LIMIT + (uint64_t)bench_memory_timing(&b).least)
        bench_hang(&b, true);
    else if (b.accepted && b.cycle - ANSWER_SEEN > b.max_cycles)
        bench_hang(&b, false);
    if (b.terminal && b.clock % 8192 == 0)
        bench_show_progress(&b);
    if (b.phase == PHASE_MAIN && b.accepted && b.cycle >= b.reset_at) {
        bench_begin_again(&b);
        return WF_CYCLE_RESET;
    }
    uint32_t held = bench_stalls(&b), answer = (held & WF_CYCLE_HOLD) | ask_next() | ask_cancel();
    answer |= b.profile || b.timeline ? WF_CYCLE_OBSERVE : 0;
    answer |= held & WF_CYCLE_MREQ_READY ? 0 : WF_CYCLE_MREQ_READY;
    answer |= held & WF_CYCLE_DONE_READY ? 0 : WF_CYCLE_DONE_READY;
    if (room && (b.lines ? wf_lines_ready(b.lines, b.cycle) : b.memory[0] && wf_memory_ready(b.memory[0], b.cycle)))
        answer |= WF_CYCLE_ANSWER;
    if (b.stopped)
        answer |= WF_CYCLE_STOP;
    return answer;
}

uint32_t wf_bench_more(uint32_t room)
{
    return bench_more(&b, room);
}

uint32_t wf_bench_quad(void)
{
    return bench_quad(&b);
}

/* ---- events ---------------------------------------------------------------------------------------------------------- */

static bool running(const char *what)
{
    b.last_event = b.clock;
    if (b.stopped || (b.accepted && b.cycle > b.max_cycles))    /* beyond the limit: the end of this cycle says so */
        return false;
    if (b.ls)
        return true;
    bench_fail(&b, what, 1, 0);
    return false;
}

void wf_bench_launch(const struct wf_launch_event *event)
{
    if (!running("a wave was launched while no accepted dispatch runs"))
        return;
    bench_check(&b, wf_lockstep_launch(b.ls, b.cycle, event));
    if (event->slot < SLOTS)
        b.issued[event->slot].count = 0;
    if (bench_observes(&b))
        bench_observe_launch(&b, event);
}

/* The checker's tag of a core's. */
static unsigned tag_of(unsigned core, unsigned tag)
{
    return core * b.device.waves * INFLIGHT + tag;
}

void wf_bench_request(const struct wf_request_event *event, unsigned tag)
{
    if (!running("a memory request while no accepted dispatch runs"))
        return;
    struct wf_request_event own = *event;
    own.core = event->slot / b.device.waves;
    own.tag = tag_of(own.core, tag);
    bench_check(&b, wf_lockstep_request(b.ls, b.cycle, &own));
    struct wf_memory *memory = b.memory[event->slot / b.device.waves % WF_MAX_CORES];
    if (b.stopped || !event->global || !memory)
        return;
    const char *wrong = wf_memory_request(memory, b.cycle, tag, event->kind, event->atom, event->mask, event->address,
                                          event->data, event->compare);
    if (wrong)
        bench_check(&b, wf_lockstep_fail(b.ls, b.cycle, event->slot, wrong));
}

static void retire(const struct wf_retire_event *event)
{
    bool agrees = wf_lockstep_retire(b.ls, b.cycle, event);
    bench_check(&b, agrees);
    if (agrees && bench_observes(&b))
        bench_observe_retire(&b, event->slot, wf_lockstep_last(b.ls));
    if (agrees && b.trace.file && b.phase == PHASE_MAIN) {
        const struct job *job = b.flying[event->id % WF_LOCKSTEP_DISPATCHES];
        const struct wf_trace_place place = {.retired = b.cycle, .issued = bench_issued(&b, event->slot), .has_issued = true, .slot = event->slot,
                                             .has_core = b.cores > 1, .core = event->slot / b.device.waves, .dispatch = bench_number(&b, job),
                                             .group = event->group, .wave = event->wave, .lanes = b.device.lanes};
        wf_trace_line(b.trace.file, job->kernel, job->buffers, &place, wf_lockstep_last(b.ls));
    }
}

/* What is told of an instruction that retires with another follows from that: it stands behind it and writes nothing. */
void wf_bench_retire(const struct wf_retire_event *event, const uint32_t *folded)
{
    static const uint32_t none[WF_MAX_LANES / 32];
    const struct job *job = b.flying[event->id % WF_LOCKSTEP_DISPATCHES];
    if (!running("an instruction retired while no accepted dispatch runs"))
        return;
    retire(event);
    if (!folded || b.stopped || !job)
        return;
    struct wf_retire_event with = *event;
    with.pc++;
    with.word = with.pc < job->kernel->count ? job->kernel->code[with.pc] : 0;
    with.exec = folded;
    with.write = none;
    with.words = 0;
    with.folded = true;
    retire(&with);
}

void wf_bench_issue(unsigned slot, unsigned unit)
{
    if (slot < SLOTS)
        b.issued[slot].cycle[b.issued[slot].count++ % ISSUES] = b.cycle;
    if (bench_observes(&b))
        bench_observe_unit(&b, slot, unit);
}

void wf_bench_fold(unsigned slot)
{
    if (slot >= SLOTS || !b.issued[slot].count)
        return;
    const uint64_t number = b.issued[slot].count++;
    b.issued[slot].cycle[number % ISSUES] = b.issued[slot].cycle[(number - 1) % ISSUES];
    if (bench_observes(&b))
        bench_observe_fold(&b, slot);
}

void wf_bench_pick(unsigned slot)
{
    if (bench_observes(&b))
        bench_observe_pick(&b, slot);
}

void wf_bench_observe(unsigned core, unsigned causes, unsigned banks)
{
    if (bench_observes(&b))
        bench_observe_cycle(&b, core, causes, banks);
}

void wf_bench_arrive(unsigned slot)
{
    if (running("a wave arrived at a barrier while no accepted dispatch runs"))
        bench_check(&b, wf_lockstep_arrive(b.ls, b.cycle, slot));
}

void wf_bench_release(unsigned core, const uint32_t *slots)
{
    uint32_t all[SLOTS / 32] = {0};
    for (unsigned i = 0; i < b.device.waves; i++)
        all[(core * b.device.waves + i) / 32] |= (slots[i / 32] >> i % 32 & 1) << (core * b.device.waves + i) % 32;
    if (running("a barrier was released while no accepted dispatch runs"))
        bench_check(&b, wf_lockstep_release(b.ls, b.cycle, all));
    if (bench_observes(&b))
        bench_observe_release(&b, all);
}

void wf_bench_end(unsigned slot)
{
    if (running("a wave ended while no accepted dispatch runs"))
        bench_check(&b, wf_lockstep_end(b.ls, b.cycle, slot));
    if (bench_observes(&b))
        bench_observe_end(&b, slot);
}

void wf_bench_group_done(unsigned id, const uint32_t group[3])
{
    if (running("a group was done while no accepted dispatch runs"))
        bench_check(&b, wf_lockstep_group_done(b.ls, b.cycle, id, group));
}

void wf_bench_answer(unsigned core, unsigned *tag, const uint32_t **data)
{
    static const uint32_t none[WF_MAX_LANES];
    *tag = 0;
    *data = none;
    if (core < WF_MAX_CORES && b.memory[core])
        wf_memory_answer(b.memory[core], b.cycle, tag, data);
}

void wf_bench_line(const struct wf_line_event *event)
{
    if (running("the shared memory was asked while no accepted dispatch runs"))
        bench_check(&b, wf_lockstep_line(b.ls, b.cycle, event));
}

void wf_bench_returned(unsigned core, unsigned tag, const uint32_t *data)
{
    if (running("memory answered while no accepted dispatch runs"))
        bench_check(&b, wf_lockstep_returned(b.ls, b.cycle, &(struct wf_return_event){.tag = tag_of(core, tag), .data = data}));
}

void wf_bench_line_request(unsigned tag, unsigned kind, uint32_t line, uint64_t bytes, const uint32_t *data)
{
    if (!running("a line request while no accepted dispatch runs"))
        return;
    const char *wrong = wf_lines_request(b.lines, b.cycle, tag, kind == WF_REQUEST_STORE, line, bytes, data);
    if (wrong)
        bench_check(&b, wf_lockstep_fail(b.ls, b.cycle, SLOTS, wrong));
}

void wf_bench_line_answer(unsigned *tag, const uint32_t **data)
{
    static const uint32_t none[WF_LINES_WORDS];
    *tag = 0;
    *data = none;
    if (b.lines)
        wf_lines_answer(b.lines, b.cycle, tag, data);
}

void wf_bench_unknown(unsigned slot, const char *what)
{
    char text[128];
    if (b.stopped)
        return;
    snprintf(text, sizeof text, "unknown bits (X or Z) in %s", what);
    if (b.ls)
        bench_check(&b, wf_lockstep_fail(b.ls, b.cycle, slot, text));
    else
        bench_fail(&b, text, 1, 0);
}

void wf_bench_accepted(void)
{
    if (!b.sent) {
        b.accepted = true;
        b.idle = 0;
        b.quads_sent = 0;
        b.cycle = 1;                            /* the acceptance was cycle 0, and this cycle is over */
        if (b.phase == PHASE_MAIN)
            wf_fst_axis_origin(b.clock - 1);
    }
    bench_dispatch_accepted(&b);
    b.last_event = b.clock;
}

/* What the answer says, against the rules. */
static void check_answer(const struct job *job, const struct wf_bench_answer *answer)
{
    if (answer->code != (unsigned)job->code)
        bench_fail(&b, "the answer to the descriptor (WF_REJECT code) differs", answer->code, (uint64_t)job->code);
    else if (!answer->code && answer->wave_size != job->shape.reported_wave_size)
        bench_fail(&b, "the reported wave size differs", answer->wave_size, job->shape.reported_wave_size);
    else if (!answer->code && answer->waves != job->shape.waves)
        bench_fail(&b, "the number of waves a group differs", answer->waves, job->shape.waves);
    else if (!b.ls && answer->ending)
        bench_fail(&b, "how the dispatch ended (WF_ENDING) differs", answer->ending, WF_ENDING_COMPLETE);
    else if (b.answered == b.sends && bench_waiting(&b))
        bench_fail(&b, "the answer to the descriptor came before those of memory: requests", bench_waiting(&b), 0);
}

void wf_bench_done(const struct wf_bench_answer *answer, const struct wf_fault_event *fault)
{
    struct job *job = answer->id < WF_LOCKSTEP_DISPATCHES ? b.flying[answer->id] : NULL;
    b.last_event = b.clock;
    if (b.stopped)
        return;
    if (!job) {
        bench_fail(&b, "an answer to a descriptor that is not in flight: its id", answer->id, 0);
        return;
    }
    const uint64_t cycle = b.cycle - 1;         /* this cycle is over */
    const bool observed = bench_observes(&b);
    b.flying[answer->id] = NULL;
    if (++b.answered == b.sent)
        b.idle_since = cycle;
    if (b.answered == b.sends) {
        b.accepted = false;
        b.cycle = cycle;
    }
    if (!fault) {
        wf_bench_unknown(0, "the fault record");
        return;
    }
    job->fault = *fault;
    job->fault.valid = fault->valid && fault->record.count;
    if (b.ls)
        bench_check(&b, wf_lockstep_answer(b.ls, cycle, &(struct wf_answer_event){
            .id = answer->id, .ending = (enum wf_ending)answer->ending, .fault = &job->fault}));
    check_answer(job, answer);
    job->answered = true;
    job->ended = cycle;
    job->ending = (enum wf_ending)answer->ending;
    if (job->ending == WF_ENDING_LIMIT && b.phase == PHASE_MAIN)
        fprintf(stderr, "%s: note: dispatch %u was ended by its limit of %u cycles\n", b.path, bench_number(&b, job) ? bench_number(&b, job) : 1,
                (unsigned)job->desc.cycle_limit);
    job->work = b.ls ? *wf_lockstep_dispatch_stats(b.ls, answer->id) : (struct wf_lockstep_stats){.waves = 0};
    if (observed)
        bench_observe_answered(&b, job);
}

/* What was counted since the dispatch before, by core; of the main dispatch, the sums are what the run reports. */
static void take_counters(const uint64_t *counters, uint64_t since[WF_MAX_CORES * WF_COUNTERS])
{
    for (unsigned i = 0; i < b.cores * WF_COUNTERS; i++) {
        since[i] = counters[i] - b.before[i];
        b.before[i] = counters[i];
    }
    if (b.phase != PHASE_MAIN)
        return;
    memcpy(b.counters, since, sizeof b.counters);
    memcpy(b.core_counters, since, b.cores * sizeof b.core_counters[0]);
    for (unsigned i = WF_COUNTERS; i < b.cores * WF_COUNTERS; i++)
        if (i % WF_COUNTERS != WF_CNT_CYCLES)   /* all cores count the same ones */
            b.counters[i % WF_COUNTERS] += since[i];
    b.counted = true;
}

/* At the limit: it is seen a cycle late, and that cycle is not told, nor what retired in it. */
static void cut_at_limit(void)
{
    const uint64_t most = b.max_cycles - b.idle;
    if (b.counters[WF_CNT_CYCLES] <= most)
        return;
    b.counters[WF_CNT_CYCLES] = most;
    b.counters[WF_CNT_INSTRUCTIONS] = b.ls ? wf_lockstep_stats(b.ls)->instructions : 0;
    b.counters[WF_CNT_FOLDED] = b.ls ? wf_lockstep_stats(b.ls)->folded : 0;
    for (unsigned i = 0; i < b.cores; i++) {
        b.core_counters[i][WF_CNT_CYCLES] = most;
        b.core_counters[i][WF_CNT_INSTRUCTIONS] = b.ls ? wf_lockstep_core_instructions(b.ls, i) : 0;
        b.core_counters[i][WF_CNT_FOLDED] = b.ls ? wf_lockstep_core_folded(b.ls, i) : 0;
    }
}

/* The report of a run that failed; `counters` is NULL when they hold unknown bits.  A dispatch that had ended has its counters already. */
static void report_failure(const uint64_t *counters)
{
    uint64_t since[WF_MAX_CORES * WF_COUNTERS];
    if (b.phase == PHASE_MAIN && !b.counted && counters) {
        take_counters(counters, since);
        cut_at_limit();
    }
    b.report_due = false;
    bench_report(&b, false);
    b.phase = PHASE_OVER;
}

/* Hardware and model agree with each other; the file has the last word, of each dispatch. */
static void check_expectations(void)
{
    bool good = true;
    bench_clear_progress(&b);
    for (struct job *job = b.from; job < b.from + b.sends; job++) {
        const struct wf_side side = {"rtl", bench_number(&b, job), b.from->kernel->mark_line, job != b.from, wf_policy_of(b.asked_bounds, b.text.is_shader)};
        if (!wf_verdict(b.path, &side, job->kernel, &job->shape, job->buffers, job->rtl_memory, job->words,
                        job->fault.valid ? &job->fault.record : NULL))
            good = false;
    }
    if (!good)
        bench_stop_failed(&b);
}

void wf_bench_finish(const uint64_t *counters)
{
    if (b.report_due)                           /* nothing ends any more: what the device counted so far */
        report_failure(counters);
    if (b.stopped)
        return;
    if (!counters) {
        wf_bench_unknown(0, "counters");
        return;
    }
    uint64_t since[WF_MAX_CORES * WF_COUNTERS];
    take_counters(counters, since);
    if (!b.ls && (since[WF_CNT_WAVES] || since[WF_CNT_INSTRUCTIONS]))
        bench_fail(&b, "waves were launched for a descriptor that launches nothing", since[WF_CNT_WAVES], 0);
    if (b.ls)
        bench_check(&b, wf_lockstep_finish(b.ls, b.cycle, since, b.from->rtl_memory));
    if (b.stopped)
        return;
    if (b.phase == PHASE_MAIN && b.ls) {
        b.stats = *wf_lockstep_stats(b.ls);
        b.line_accesses = bench_line_accesses(&b);
    }
    if (b.phase != PHASE_COMMIT && b.ls)
        check_expectations();
    if (!b.stopped)
        next_phase(b.phase == PHASE_COMMIT ? PHASE_MAIN : b.phase == PHASE_MAIN && b.jobs->code ? PHASE_PROBE : PHASE_OVER);
}
