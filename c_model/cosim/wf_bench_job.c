/* SPDX-License-Identifier: Apache-2.0
 * wf_bench_job.c - the dispatches of the bench: their memories, their beginning and their end.
 */
#include "wf_bench_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool no_memory(struct bench *b)
{
    fprintf(stderr, "%s: error: out of memory\n", b->path);
    b->status = WF_EXIT_ENVIRONMENT;
    b->stopped = true;
    return false;
}

static bool set_up_job(struct bench *b, struct job *job, const struct wf_kernel *kernel)
{
    job->kernel = kernel;
    job->desc = kernel->desc;
    job->words = wf_kernel_place(kernel, job->buffers);
    job->source = calloc(kernel->count ? kernel->count : 1, sizeof *job->source);
    if (!job->source)
        return no_memory(b);
    for (size_t i = 0; i < kernel->count; i++)
        job->source[i] = wf_kernel_source(kernel, i);
    job->code = wf_dispatch_check(&kernel->desc, &b->device, &job->shape);
    return true;
}

static bool set_up_memory(struct bench *b, struct job *job)
{
    job->model_memory = calloc(job->words ? job->words : 1, sizeof(uint32_t));
    job->rtl_memory = calloc(job->words ? job->words : 1, sizeof(uint32_t));
    if (!job->model_memory || !job->rtl_memory)
        return no_memory(b);
    wf_kernel_fill(job->kernel, job->buffers, job->model_memory, job->words);
    wf_kernel_fill(job->kernel, job->buffers, job->rtl_memory, job->words);
    return true;
}

bool bench_set_up_jobs(struct bench *b, struct wf_kernel *kernels)
{
    const unsigned ids = b->built.dispatches ? b->built.dispatches : 1;
    size_t code = 0;

    b->kernels = kernels;
    if (!kernels) {
        b->status = WF_EXIT_INPUT;
        return false;
    }
    b->jobs = calloc(JOBS + 1, sizeof *b->jobs);
    if (!b->jobs)
        return no_memory(b);
    b->job = b->jobs;
    for (const struct wf_kernel *k = kernels; k; k = k->next) {
        struct job *job = &b->jobs[b->count];
        if (!set_up_job(b, job, k))
            return false;
        job->desc.id = (uint8_t)(b->count++ % ids);
        job->desc.code_base = (uint16_t)code;
        code += k->count;
        if (job != b->jobs) {                   /* all have the same buffers */
            job->model_memory = b->jobs->model_memory;
            job->rtl_memory = b->jobs->rtl_memory;
        } else if (!set_up_memory(b, job)) {
            return false;
        }
    }
    return true;
}

bool bench_set_up_probe(struct bench *b, struct wf_kernel *kernel)
{
    struct job *job = &b->jobs[b->count];

    b->probe = kernel;
    return kernel && set_up_job(b, job, kernel) && set_up_memory(b, job);
}

void bench_free_jobs(struct bench *b)
{
    for (size_t i = 0; b->jobs && i <= b->count; i++) {
        free(b->jobs[i].source);
        if (i && i < b->count)
            continue;
        free(b->jobs[i].model_memory);
        free(b->jobs[i].rtl_memory);
    }
    free(b->jobs);
    wf_kernel_free(b->kernels);
    wf_kernel_free(b->probe);
    b->jobs = NULL;
    b->kernels = b->probe = NULL;
    b->count = 0;
}

void bench_begin_phase(struct bench *b, enum phase phase, enum step step)
{
    b->phase = phase;
    b->step = step;
    b->index = 0;
    b->from = b->job = phase == PHASE_PROBE ? &b->jobs[b->count] : b->jobs;
    b->sends = phase == PHASE_MAIN ? b->count : 1;
    b->loaded = b->sent = b->answered = 0;
    for (struct job *job = b->from; phase != PHASE_OVER && job < b->from + b->sends; job++)
        job->accepted = job->answered = false;
}

void bench_first_phase(struct bench *b)
{
    if (b->jobs->desc.report_wave_size && !b->jobs->code)
        bench_begin_phase(b, PHASE_COMMIT, STEP_DESC);
    else
        bench_begin_phase(b, PHASE_MAIN, STEP_CODE);
}

/* Where the walk of the grid begins: 0 everywhere but in a dispatch taken up later. */
static void walk_from(const struct wf_desc *desc, uint64_t group, uint32_t field[6])
{
    for (int i = 0; i < 3; i++) {
        field[i] = desc->grid[i] ? (uint32_t)(group % desc->grid[i]) : 0;
        field[3 + i] = field[i] * desc->threads[i];
        group = desc->grid[i] ? group / desc->grid[i] : 0;
    }
}

static struct wf_lockstep_setup checker_setup(const struct bench *b, const struct job *job)
{
    return (struct wf_lockstep_setup){
        .device = &b->device, .desc = &job->desc, .shape = &job->shape, .code = job->kernel->code, .line = job->kernel->line,
        .file = (const char *const *)job->kernel->file, .source = job->source, .count = job->kernel->count, .buffers = job->buffers,
        .memory = job->model_memory, .memory_words = job->words, .number = bench_number(b, job), .first_group = b->phase == PHASE_MAIN ? b->first_group : 0,
        .inflight = 2 * (b->built.inflight + RETIRING), .lds_serial = !b->built.coalesces,
        .weak = b->built.line_tags != 0, .tags = wf_device_slots(&b->device) * INFLIGHT};
}

bool bench_begin_dispatch(struct bench *b)
{
    const struct job *job = b->job;
    wf_desc_pack(&job->desc, b->phase == PHASE_COMMIT, b->field);
    walk_from(&job->desc, b->phase == PHASE_MAIN ? b->first_group : 0, b->field + WF_DESC_WALK);
    b->step = STEP_WAIT;
    b->last_event = b->clock;
    if (b->sent)
        return true;
    b->cycle = 0;
    if (b->phase == PHASE_MAIN && !bench_observe_begin(b))
        return no_memory(b);
    if (b->phase == PHASE_COMMIT || job->code)
        return true;
    const struct wf_lockstep_setup setup = checker_setup(b, job);
    b->ls = wf_lockstep_new(&setup);
    if (b->built.line_tags)
        b->lines = wf_lines_new(job->rtl_memory, job->words, b->built.line_tags, bench_lines_timing(b), b->seed);
    else
        for (unsigned i = 0; i < b->cores; i++)
            b->memory[i] = wf_memory_new(job->rtl_memory, job->words, b->device.lanes, b->device.waves * INFLIGHT, bench_memory_timing(b),
                                         b->seed + i);
    return (b->ls && (b->memory[b->cores - 1] || b->lines)) || no_memory(b);
}

void bench_dispatch_accepted(struct bench *b)
{
    struct job *job = b->job;
    if (b->sent && b->ls) {
        const struct wf_lockstep_setup setup = checker_setup(b, job);
        bench_check(b, wf_lockstep_begin(b->ls, b->cycle - 1, &setup));
    }
    if (b->sent && b->sent == b->answered)
        b->idle += b->cycle - 1 - b->idle_since;
    b->flying[job->desc.id] = job;
    job->accepted = true;
    job->begun = b->cycle - 1;
    if (bench_observes(b))
        bench_observe_accepted(b, job);
    job->cancelled = false;
    job->accepted_at = b->clock - 1;
    if (++b->sent < b->sends) {
        b->job = job + 1;
        bench_next_descriptor(b);
    }
}

void bench_end_dispatches(struct bench *b)
{
    wf_lockstep_free(b->ls);
    for (unsigned i = 0; i < WF_MAX_CORES; i++) {
        wf_memory_free(b->memory[i]);
        b->memory[i] = NULL;
    }
    wf_lines_free(b->lines);
    b->ls = NULL;
    b->lines = NULL;
    memset(b->flying, 0, sizeof b->flying);
}

void bench_begin_again(struct bench *b)
{
    struct job *job = b->jobs;
    bench_clear_progress(b);
    fprintf(stderr, "%s: note: reset in cycle %" PRIu64 "\n", b->path, b->cycle);
    b->reset_at = UINT64_MAX;
    b->accepted = false;
    bench_end_dispatches(b);
    memset(job->model_memory, 0, job->words * sizeof *job->model_memory);
    memset(job->rtl_memory, 0, job->words * sizeof *job->rtl_memory);
    wf_kernel_fill(job->kernel, job->buffers, job->model_memory, job->words);
    wf_kernel_fill(job->kernel, job->buffers, job->rtl_memory, job->words);
    memset(b->before, 0, sizeof b->before);
    bench_first_phase(b);
}
