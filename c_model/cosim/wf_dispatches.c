/* SPDX-License-Identifier: Apache-2.0
 * wf_dispatches.c - dispatches of a device, from the queue to the answer: what the machine does next, its memories.
 */
#include "wf_device.h"

#include <stdlib.h>
#include <string.h>

/* ---- queue ------------------------------------------------------------------------------------------------------- */

static bool is_loaded(const struct wf_sim *s, const struct wf_sim_dispatch *d)
{
    for (unsigned i = 0; i < s->codes; i++)
        if (s->loaded[i].code == d->code && s->loaded[i].base == d->desc.code_base)
            return true;
    return false;
}

static bool buffers_fit(const struct wf_sim *s, const struct wf_sim_dispatch *d)
{
    const uint64_t bytes = 4 * (uint64_t)s->setup.memory_words;
    for (unsigned i = 0; i < d->buffers && i < WF_MAX_BUFFERS; i++)
        if (d->buffer[i].base % 4 || d->buffer[i].size % 4 || (uint64_t)d->buffer[i].base + d->buffer[i].size > bytes)
            return false;
    return d->buffers <= WF_MAX_BUFFERS;
}

static bool is_pending(const struct wf_sim *s, const struct wf_sim_dispatch *d)
{
    bool pending = false;
    for (unsigned i = 0; i < s->queued; i++)
        pending |= s->queue[i] == d;
    for (unsigned id = 0; id < WF_LOCKSTEP_DISPATCHES; id++)
        pending |= s->flight[id].dispatch == d;
    return pending;
}

enum wf_sim_status device_submit(struct wf_sim *s, struct wf_sim_dispatch *d)
{
    if (!d || !d->code || d->desc.id >= s->built.dispatches || !buffers_fit(s, d) || is_pending(s, d) ||
        (!d->commit_only && !is_loaded(s, d)))
        return WF_SIM_ARGUMENT;
    if (device_stopped(s))
        return s->status;
    /* the hardware takes the quads of one dispatch at a time */
    if (device_is_busy(s) && (d->desc.stage == WF_STAGE_PIXEL || s->drawn ||
                              (s->queued && s->queue[0]->desc.stage == WF_STAGE_PIXEL)))
        return WF_SIM_BUSY;
    if (s->queued == QUEUE)
        return WF_SIM_FULL;
    d->reject = wf_dispatch_check(&d->desc, &s->built.device, &d->shape);
    d->state = WF_SIM_QUEUED;
    d->accepted_at = d->answered_at = 0;
    d->ending = WF_ENDING_COMPLETE;
    d->wave_size = d->waves = 0;
    d->instructions = 0;
    d->fault = (struct wf_fault_event){.valid = false};
    d->work = (struct wf_lockstep_stats){.waves = 0};
    s->queue[s->queued++] = d;
    return WF_SIM_OK;
}

/* ---- a descriptor ------------------------------------------------------------------------------------------------ */

/* Where the walk of the grid begins: 0 everywhere but in a dispatch taken up later. */
static void walk_from(const struct wf_desc *desc, uint64_t group, uint32_t field[6])
{
    for (int i = 0; i < 3; i++) {
        field[i] = desc->grid[i] ? (uint32_t)(group % desc->grid[i]) : 0;
        field[3 + i] = field[i] * desc->threads[i];
        group = desc->grid[i] ? group / desc->grid[i] : 0;
    }
}

static struct wf_lockstep_setup checker_setup(const struct wf_sim *s, const struct wf_sim_dispatch *d)
{
    return (struct wf_lockstep_setup){
        .device = &s->built.device, .desc = &d->desc, .shape = &d->shape, .code = d->code->word, .line = d->code->line,
        .file = d->code->file, .source = d->code->source, .count = d->code->count, .buffers = d->buffer,
        .robust = d->robust,
        .memory = wf_shadow_words(s->shadow), .memory_words = s->setup.memory_words, .number = d->number,
        .first_group = d->first_group, .inflight = 2 * (s->built.inflight + RETIRING), .weak = s->built.line_tags != 0,
        .lds_serial = !s->built.coalesces, .tags = wf_device_slots(&s->built.device) * INFLIGHT};
}

static bool has_memory(struct wf_sim *s)
{
    const size_t words = s->setup.memory_words;
    s->cache_hits = s->cache_joins = s->cache_misses = 0;
    if (s->built.line_tags)
        s->lines = wf_lines_new(s->setup.memory, words, s->built.line_tags, device_lines_timing(s), s->setup.seed);
    for (unsigned i = 0; i < s->cores && !s->built.line_tags; i++)
        s->memory[i] = wf_memory_new(s->setup.memory, words, s->built.device.lanes, s->built.device.waves * INFLIGHT,
                                     device_memory_timing(s), s->setup.seed + i);
    return s->lines || s->memory[s->cores - 1];
}

/* The first of those that run together: a memory, and a model with one of its own. */
static bool begin(struct wf_sim *s, const struct wf_sim_dispatch *d)
{
    s->runs = true;
    if (!has_memory(s))
        return false;
    if (s->setup.unchecked)
        return true;
    s->shadow = wf_shadow_new(s->setup.memory, s->setup.memory_words);
    if (!s->shadow)
        return false;
    const struct wf_lockstep_setup setup = checker_setup(s, d);
    s->ls = wf_lockstep_new(&setup);
    return s->ls;
}

static bool runs(const struct wf_sim_dispatch *d)
{
    return !d->commit_only && !d->reject;
}

/* The first descriptor of the queue goes out, packed in `field`; false when memory runs out. */
static bool send(struct wf_sim *s)
{
    struct wf_sim_dispatch *d = s->queue[0];
    wf_desc_pack(&d->desc, d->commit_only, s->field);
    walk_from(&d->desc, d->first_group, s->field + WF_DESC_WALK);
    s->step = STEP_WAIT;
    s->last_event = s->clock;
    d->state = WF_SIM_SENT;
    if (!s->sent) {
        device_end(s, true);
        s->cycle = 0;
        s->counted = false;
    }
    s->begins = runs(d) && !s->runs;
    if (!s->begins || begin(s, d))
        return true;
    device_stop(s, WF_SIM_NO_MEMORY, "out of memory\n");
    return false;
}

/* ---- what to do next --------------------------------------------------------------------------------------------- */

/* An instruction that the hardware has not, or false. */
static bool next_code(struct wf_sim *s)
{
    for (; s->loads < s->codes; s->loads++, s->index = 0) {
        const struct wf_sim_code *code = s->loaded[s->loads].code;
        if (s->index == code->count)
            continue;
        const uint64_t word = code->word[s->index];
        s->field[WF_CODE_ADDR] = s->loaded[s->loads].base + (uint32_t)s->index++;
        s->field[WF_CODE_LOW] = (uint32_t)word;
        s->field[WF_CODE_HIGH] = (uint32_t)(word >> 32);
        return true;
    }
    return false;
}

enum wf_bench_action wf_bench_next(struct wf_sim *s)
{
    s->reset_done = true;
    if (device_stopped(s))
        return WF_BENCH_STOP;
    if (s->step == STEP_SETTLE)
        return WF_BENCH_SETTLE;
    if (next_code(s))
        return WF_BENCH_CODE;
    if (s->step == STEP_GAP || s->step == STEP_WAIT || !s->queued)
        return WF_BENCH_RUN;
    /* what the kernel has no buffer for stays unbound: the hardware must know that itself */
    const struct wf_sim_dispatch *d = s->queue[0];
    if (s->step != STEP_BUFFERS) {
        s->step = STEP_BUFFERS;
        s->index = 0;
    }
    while (s->index < d->buffers && !d->buffer[s->index].size && !d->robust[s->index])
        s->index++;
    if (!d->commit_only && s->index < d->buffers) {
        s->field[WF_BUFFER_INDEX] = (uint32_t)s->index;
        s->field[WF_BUFFER_BASE] = d->buffer[s->index].base;
        s->field[WF_BUFFER_SIZE] = d->buffer[s->index].size;
        s->field[WF_BUFFER_ID] = d->desc.id;
        s->field[WF_BUFFER_ROBUST] = d->robust[s->index];
        s->index++;
        return WF_BENCH_BUFFER;
    }
    s->index = 0;
    return send(s) ? WF_BENCH_DESC : WF_BENCH_STOP;
}

uint32_t wf_bench_field(const struct wf_sim *s, unsigned index)
{
    return index < WF_BENCH_FIELDS ? s->field[index] : 0;
}

uint32_t device_ask_next(struct wf_sim *s)
{
    const bool has_code = s->loads < s->codes;
    switch (s->step) {
    case STEP_IDLE:
        return s->queued || has_code ? WF_CYCLE_NEXT : 0;
    case STEP_GAP:
        if (s->clock < s->send_at || s->flight[s->queue[0]->desc.id].dispatch)
            return has_code ? WF_CYCLE_NEXT : 0;
        s->step = STEP_BUFFERS;
        s->index = 0;
        return WF_CYCLE_NEXT;
    case STEP_WAIT:
        if (s->sent && !s->accepted) {          /* what was queued since the last answer waits for the counters */
            s->step = STEP_SETTLE;
            return WF_CYCLE_NEXT;
        }
        if (s->sent && s->queued && s->queue[0]->state == WF_SIM_QUEUED)
            device_next_descriptor(s);
        return has_code ? WF_CYCLE_NEXT : 0;
    case STEP_BUFFERS:
    case STEP_SETTLE:
        return 0;
    }
    return 0;
}

/* ---- an acceptance ----------------------------------------------------------------------------------------------- */

void wf_bench_accepted(struct wf_sim *s)
{
    struct wf_sim_dispatch *d = s->queue[0];
    s->last_event = s->clock;
    if (s->resetting || !s->queued)
        return;
    if (!s->sent) {
        s->accepted = true;
        s->idle = 0;
        s->cycle = 1;                           /* the acceptance was cycle 0, and this cycle is over */
        if (s->origin == UINT64_MAX && !d->commit_only)
            s->origin = s->clock - 1;
    }
    if (runs(d) && !s->begins && s->ls) {
        const struct wf_lockstep_setup setup = checker_setup(s, d);
        device_check(s, wf_lockstep_begin(s->ls, s->cycle - 1, &setup));
    }
    if (s->sent && s->sent == s->answered)
        s->idle += s->cycle - 1 - s->idle_since;
    s->flight[d->desc.id] = (struct flight){.dispatch = d, .accepted_at = s->clock - 1};
    d->state = WF_SIM_RUNNING;
    d->accepted_at = s->cycle - 1;
    if (runs(d) && d->desc.stage == WF_STAGE_PIXEL) {
        s->drawn = d;
        s->quads_sent = 0;
    }
    s->sent++;
    memmove(s->queue, s->queue + 1, --s->queued * sizeof s->queue[0]);
    if (s->queued)
        device_next_descriptor(s);
    if (device_wants(s, WF_SIM_ACCEPT))
        s->setup.event(s->setup.user,
                       &(struct wf_sim_event){.kind = WF_SIM_ACCEPT, .cycle = d->accepted_at, .dispatch = d});
}

/* ---- an answer --------------------------------------------------------------------------------------------------- */

/* Requests that memory has not answered. */
static uint64_t waiting(const struct wf_sim *s)
{
    uint64_t sum = s->lines ? wf_lines_waiting(s->lines) : 0;
    for (unsigned i = 0; i < s->cores && s->memory[i]; i++)
        sum += wf_memory_waiting(s->memory[i]);
    return sum;
}

uint64_t device_line_accesses(const struct wf_sim *s)
{
    uint64_t sum = s->lines ? wf_lines_accesses(s->lines) : 0;
    for (unsigned i = 0; i < s->cores && s->memory[i]; i++)
        sum += wf_memory_line_accesses(s->memory[i]);
    return sum;
}

/* What the answer says, against the rules. */
static void check_answer(struct wf_sim *s, const struct wf_sim_dispatch *d, const struct wf_bench_answer *answer)
{
    if (s->setup.unchecked)
        return;
    if (answer->code != (unsigned)d->reject)
        device_fail(s, "the answer to the descriptor (WF_REJECT code) differs", answer->code, (uint64_t)d->reject);
    else if (!answer->code && answer->wave_size != d->shape.reported_wave_size)
        device_fail(s, "the reported wave size differs", answer->wave_size, d->shape.reported_wave_size);
    else if (!answer->code && answer->waves != d->shape.waves)
        device_fail(s, "the number of waves a group differs", answer->waves, d->shape.waves);
    else if (!runs(d) && answer->ending)
        device_fail(s, "how the dispatch ended (WF_ENDING) differs", answer->ending, WF_ENDING_COMPLETE);
    else if (!runs(d) && answer->instructions)
        device_fail(s, "instructions of a dispatch that does not run", answer->instructions, 0);
    else if (!device_in_flight(s) && waiting(s))
        device_fail(s, "the answer to the descriptor came before those of memory: requests", waiting(s), 0);
}

void wf_bench_done(struct wf_sim *s, const struct wf_bench_answer *answer, const struct wf_fault_event *fault)
{
    struct wf_sim_dispatch *d = answer->id < WF_LOCKSTEP_DISPATCHES ? s->flight[answer->id].dispatch : NULL;
    s->last_event = s->clock;
    if (device_stopped(s) || s->resetting)
        return;
    if (!d) {
        device_fail(s, "an answer to a descriptor that is not in flight: its id", answer->id, 0);
        return;
    }
    const uint64_t cycle = s->cycle - 1;        /* this cycle is over */
    s->flight[answer->id].dispatch = NULL;
    if (s->drawn == d)
        s->drawn = NULL;
    if (++s->answered == s->sent)
        s->idle_since = cycle;
    if (!device_in_flight(s)) {
        s->accepted = false;
        s->cycle = cycle;
    }
    if (!fault) {
        wf_bench_unknown(s, 0, "the fault record");
        return;
    }
    d->fault = *fault;
    d->fault.valid = fault->valid && fault->record.count;
    if (s->ls && runs(d))
        device_check(s, wf_lockstep_answer(s->ls, cycle, &(struct wf_answer_event){
            .id = answer->id, .ending = (enum wf_ending)answer->ending, .fault = &d->fault,
            .instructions = &answer->instructions}));
    if (s->ls && d->fault.valid)
        d->fault.record.knows_buffer =
            wf_lockstep_fault_buffer(s->ls, answer->id, &d->fault.record, &d->fault.record.buffer);
    check_answer(s, d, answer);
    d->state = WF_SIM_DONE;
    d->answered_at = cycle;
    d->ending = (enum wf_ending)answer->ending;
    d->wave_size = answer->wave_size;
    d->waves = answer->waves;
    d->instructions = answer->instructions;
    if (s->ls && runs(d))
        d->work = *wf_lockstep_dispatch_stats(s->ls, answer->id);
    if (device_wants(s, WF_SIM_ANSWER))
        s->setup.event(s->setup.user, &(struct wf_sim_event){.kind = WF_SIM_ANSWER, .cycle = cycle, .dispatch = d});
    if (!device_stopped(s))
        s->status = WF_SIM_ANSWERED;
}

void device_end(struct wf_sim *s, bool all)
{
    for (unsigned i = 0; i < WF_MAX_CORES && all; i++) {
        wf_memory_free(s->memory[i]);
        s->memory[i] = NULL;
    }
    if (all) {
        wf_lines_free(s->lines);
        wf_lockstep_free(s->ls);
        wf_shadow_free(s->shadow);
        s->lines = NULL;
        s->ls = NULL;
        s->shadow = NULL;
    }
    memset(s->flight, 0, sizeof s->flight);
    s->drawn = NULL;
    s->runs = false;
    s->sent = s->answered = 0;
}
