/* SPDX-License-Identifier: Apache-2.0
 * wf_bench_job.c - a dispatch of the bench: its memories, its beginning and its end.
 */
#include "wf_bench_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool bench_set_up_job(struct bench *b, struct job *job, struct wf_kernel *kernel)
{
    job->kernel = kernel;
    if (!kernel) {
        b->status = WF_EXIT_INPUT;
        return false;
    }
    job->words = wf_kernel_place(kernel, job->buffers);
    job->model_memory = calloc(job->words ? job->words : 1, sizeof(uint32_t));
    job->rtl_memory = calloc(job->words ? job->words : 1, sizeof(uint32_t));
    job->source = calloc(kernel->count ? kernel->count : 1, sizeof *job->source);
    if (!job->model_memory || !job->rtl_memory || !job->source) {
        fprintf(stderr, "%s: error: out of memory\n", b->path);
        b->status = WF_EXIT_ENVIRONMENT;
        return false;
    }
    for (size_t i = 0; i < kernel->count; i++)
        job->source[i] = wf_kernel_source(kernel, i);
    wf_kernel_fill(kernel, job->buffers, job->model_memory, job->words);
    wf_kernel_fill(kernel, job->buffers, job->rtl_memory, job->words);
    job->code = wf_dispatch_check(&kernel->desc, &b->device, &job->shape);
    if (kernel->count <= b->device.imem_words)
        return true;
    fprintf(stderr, "%s: error: %zu instructions, but this build has room for %u\n", b->path, kernel->count, b->device.imem_words);
    b->status = WF_EXIT_INPUT;
    return false;
}

void bench_free_job(struct job *job)
{
    if (job->kernel)
        wf_kernel_free(job->kernel);
    free(job->model_memory);
    free(job->rtl_memory);
    free(job->source);
}

void bench_first_phase(struct bench *b)
{
    b->phase = b->main_job.kernel->desc.report_wave_size && !b->main_job.code ? PHASE_COMMIT : PHASE_MAIN;
    b->job = &b->main_job;
    b->step = b->phase == PHASE_COMMIT ? STEP_DESC : STEP_CODE;
    b->index = 0;
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

bool bench_begin_dispatch(struct bench *b)
{
    struct job *job = b->job;
    const uint64_t first_group = b->phase == PHASE_MAIN ? b->first_group : 0;
    wf_desc_pack(&job->kernel->desc, b->phase == PHASE_COMMIT, b->field);
    walk_from(&job->kernel->desc, first_group, b->field + WF_DESC_WALK);
    b->step = STEP_WAIT;
    b->last_event = b->clock;
    b->cycle = 0;
    if (b->phase == PHASE_MAIN && !bench_observe_begin(b)) {
        fprintf(stderr, "%s: error: out of memory\n", b->path);
        b->status = WF_EXIT_ENVIRONMENT;
        b->stopped = true;
        return false;
    }
    if (b->phase == PHASE_COMMIT || job->code)
        return true;
    const struct wf_lockstep_setup setup = {
        .device = &b->device, .desc = &job->kernel->desc, .shape = &job->shape, .code = job->kernel->code, .line = job->kernel->line,
        .file = (const char *const *)job->kernel->file, .source = job->source,
        .count = job->kernel->count, .buffers = job->buffers, .memory = job->model_memory, .memory_words = job->words,
        .first_group = first_group, .inflight = b->built.inflight + RETIRING, .lds_serial = !b->built.coalesces};
    b->ls = wf_lockstep_new(&setup);
    b->memory = wf_memory_new(job->rtl_memory, job->words, b->device.lanes, b->device.waves * INFLIGHT, bench_memory_timing(b), b->seed);
    if (b->ls && b->memory)
        return true;
    fprintf(stderr, "%s: error: out of memory\n", b->path);
    b->status = WF_EXIT_ENVIRONMENT;
    b->stopped = true;
    return false;
}

void bench_end_dispatch(struct bench *b)
{
    wf_lockstep_free(b->ls);
    wf_memory_free(b->memory);
    b->ls = NULL;
    b->memory = NULL;
}

void bench_begin_again(struct bench *b)
{
    struct job *job = &b->main_job;
    bench_clear_progress(b);
    fprintf(stderr, "%s: note: reset in cycle %" PRIu64 "\n", b->path, b->cycle);
    b->reset_at = UINT64_MAX;
    b->accepted = false;
    bench_end_dispatch(b);
    memset(job->model_memory, 0, job->words * sizeof *job->model_memory);
    memset(job->rtl_memory, 0, job->words * sizeof *job->rtl_memory);
    wf_kernel_fill(job->kernel, job->buffers, job->model_memory, job->words);
    wf_kernel_fill(job->kernel, job->buffers, job->rtl_memory, job->words);
    memset(b->before, 0, sizeof b->before);
    b->faults_before = 0;
    bench_first_phase(b);
}
