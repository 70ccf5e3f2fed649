/* SPDX-License-Identifier: Apache-2.0
 * run_model.c - wavefold run on the C model.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dump.h"
#include "naming.h"
#include "races.h"
#include "run.h"
#include "trace.h"
#include "verdict.h"

#define DEFAULT_INSTRUCTION_LIMIT UINT64_C(50000000)

/* ---- watching the run -------------------------------------------------------------------------------------------------- */

struct watcher {
    FILE *trace;
    unsigned lanes;
    uint64_t number;
    const struct wf_kernel *kernel;
    const struct wf_buffer *buffers;
};

static void watch(void *user, const struct wf_machine *m, unsigned slot, const uint32_t group[3], unsigned wave,
                  const struct wf_effect *effect)
{
    struct watcher *w = user;
    const struct wf_trace_place place = {.retired = w->number++, .slot = slot, .group = group, .wave = wave, .lanes = w->lanes};
    (void)m;
    wf_trace_line(w->trace, w->kernel, w->buffers, &place, effect);
}

/* Who waits where: every wave that has not ended, its instruction and its threads. */
static void explain(const struct run *run, const struct wf_machine *m, const struct wf_shape *shape)
{
    const struct wf_kernel *kernel = run->kernel;
    struct wf_wave_place place;
    for (unsigned slot = 0; slot < run->device.waves; slot++) {
        if (!wf_machine_place(m, slot, &place))
            continue;
        bool waiting = wf_machine_waiting(m, slot);
        unsigned pc = wf_machine_pc(m, slot) - waiting;     /* the barrier, not what follows it */
        char instruction[256], thread[160], line[160];
        wf_name_line(kernel, pc, line, sizeof line);
        wf_name_instruction(kernel, pc, instruction, sizeof instruction);
        wf_name_thread(kernel, shape, place.group, place.wave, place.lane, thread, sizeof thread);
        fprintf(stderr, "  slot %3u  pc %u %s  %s: %s: %s", slot, pc, line, instruction,
                waiting ? "waits at the barrier" : "runs", thread);
        if (place.lanes > 1)
            fprintf(stderr, " and %u more", place.lanes - 1);
        fputc('\n', stderr);
    }
}

/* ---- the run ----------------------------------------------------------------------------------------------------------- */

struct job {
    struct wf_shape shape;
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    size_t words;
    uint32_t *memory;
};

static struct wf_machine *new_machine(const struct run *run, struct job *job)
{
    wf_kernel_fill(run->kernel, job->buffers, job->memory, job->words);
    return wf_machine_new(&run->device, &run->kernel->desc, &job->shape, run->kernel->code, run->kernel->count, job->buffers, job->memory,
                          job->words);
}

/* True when the dispatch ended and left what the file expects. */
static bool execute(struct run *run, struct job *job, struct wf_machine *m)
{
    struct watcher w = {.trace = run->trace.file, .lanes = run->device.lanes, .kernel = run->kernel, .buffers = job->buffers};
    struct wf_run_stats stats = {0};
    uint64_t limit = run->limit ? run->limit : DEFAULT_INSTRUCTION_LIMIT;
    enum wf_run_result result = wf_machine_run(m, run->seed, limit, &stats, w.trace ? watch : NULL, &w);
    run->figures.waves = stats.waves;
    run->figures.instructions = stats.instructions;
    run->figures.lane_instructions = stats.lane_instructions;
    run->figures.barrier_releases = stats.barriers;
    run->figures.groups = stats.waves / job->shape.waves;
    for (unsigned i = 0; i < run->dumps; i++) {
        const int number = run->dump[i].number;
        (run->dump[i].raw ? wf_dump_raw : wf_dump)(run->dump[i].out.file, &run->kernel->buffer[number], job->memory + job->buffers[number].base / 4);
    }
    const bool races = wf_print_races(run->file, run->kernel, &job->shape, wf_machine_races(m));
    if (result == WF_RUN_DONE) {
        const bool right = wf_verdict(run->file, "model", run->kernel, &job->shape, job->buffers, job->memory, job->words, wf_machine_fault(m));
        return right && !races;
    }
    if (result == WF_RUN_HUNG)
        fprintf(stderr, "%s: error: the dispatch hangs: every wave left waits at a barrier that cannot release\n", run->file);
    else
        fprintf(stderr, "%s: error: the dispatch has not ended within the limit of %" PRIu64 " instructions; --limit sets another\n", run->file, limit);
    wf_verdict_fault(run->file, "model", run->kernel, &job->shape, wf_machine_fault(m));
    explain(run, m, &job->shape);
    return false;
}

/* As --races says; false when memory is short. */
static bool watch_races(const struct run *run, struct wf_machine *m)
{
    if (run->races && !strcmp(run->races, "off"))
        return true;
    if (!wf_machine_watch_races(m))
        return false;
    wf_machine_races_of_parts(m, run->kernel->shader.part, run->kernel->shader.part ? run->kernel->shader.count : 0);
    if (!run->races || strcmp(run->races, "on") != 0)
        wf_machine_spare_races(m);
    return true;
}

static enum wf_exit dispatch(struct run *run, struct job *job)
{
    job->words = wf_kernel_place(run->kernel, job->buffers);
    job->memory = calloc(job->words ? job->words : 1, sizeof *job->memory);
    struct wf_machine *m = job->memory ? new_machine(run, job) : NULL;
    enum wf_exit status = WF_EXIT_ENVIRONMENT;
    if (m && watch_races(run, m)) {
        if (run->trace.file)
            wf_trace_header(run->trace.file);
        status = execute(run, job, m) ? WF_EXIT_OK : WF_EXIT_WRONG;
    } else {
        fprintf(stderr, "%s: error: out of memory\n", run->file);
    }
    wf_machine_free(m);
    free(job->memory);
    return status;
}

/* The rules of a dispatch against what the file expects of them. */
static enum wf_exit answer(struct run *run, struct job *job)
{
    const struct wf_kernel *kernel = run->kernel;
    enum wf_reject code = wf_dispatch_check(&kernel->desc, &run->device, &job->shape);
    if (!wf_verdict_dispatch(run->file, kernel, code))
        return code ? WF_EXIT_INPUT : WF_EXIT_WRONG;
    return code ? WF_EXIT_OK : dispatch(run, job);
}

enum wf_exit run_on_model(struct run *run)
{
    struct job job = {.words = 0};
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    enum wf_exit status = answer(run, &job);
    clock_gettime(CLOCK_MONOTONIC, &end);
    struct wf_run_figures *f = &run->figures;
    f->kernel = run->file;
    f->on = "model";
    f->device = run->device;
    f->wave_size = job.shape.wave_size;
    f->seed = run->seed;
    f->passed = status == WF_EXIT_OK;
    f->nothing_compared = run->kernel->expectations == 0 && !run->is_shader;
    if (job.shape.waves)
        f->room = wf_dispatch_occupancy(&run->kernel->desc, &run->device, &job.shape);
    f->registers = wf_code_registers(run->kernel->code, run->kernel->count);
    f->seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    if (run->stats.file)
        wf_figures_json(run->stats.file, f);
    return status;
}
