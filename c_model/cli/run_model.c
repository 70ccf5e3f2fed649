/* SPDX-License-Identifier: Apache-2.0
 * run_model.c - wavefold run on the C model.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "naming.h"
#include "progress.h"
#include "races.h"
#include "run.h"
#include "run_report.h"
#include "stages.h"
#include "trace.h"
#include "verdict.h"
#include "watch.h"

/* ---- watching the run -------------------------------------------------------------------------------------------- */

struct watcher {
    FILE *trace;
    struct run_seen *seen;      /* for a report, or NULL */
    uint64_t before;            /* instructions of the dispatches before */
    unsigned index;             /* of the dispatch in the file */
    unsigned lanes;
    uint64_t number;
    const struct wf_kernel *kernel;
    const struct wf_buffer *buffers;
    unsigned dispatch;          /* of several, from 1; else 0 */
};

/* The time of a report counts instructions. */
static void note(const struct watcher *w, unsigned slot, const uint32_t group[3], unsigned wave,
                 const struct wf_effect *effect)
{
    struct chart *chart = w->seen->chart;
    const uint64_t now = w->before + w->number;         /* this instruction is counted */
    unsigned lanes = 0;
    for (unsigned i = 0; i < w->lanes; i++)
        lanes += effect->exec[i];
    wf_profile_count(w->seen->profile, w->index, effect->fault ? SIZE_MAX : effect->pc, lanes);
    if (!chart_resides(chart, slot))
        chart_launch(chart, now - 1, slot, w->index + 1, group, wave);
    chart_release(chart, now - 1, slot);
    if (effect->ended)
        chart_end(chart, now, slot);
    else if (effect->barrier)
        chart_arrive(chart, now, slot);
}

static void watch(void *user, const struct wf_machine *m, unsigned slot, const uint32_t group[3], unsigned wave,
                  const struct wf_effect *effect)
{
    struct watcher *w = user;
    const struct wf_trace_place place = {
        .retired = w->number++, .slot = slot, .group = group, .wave = wave, .lanes = w->lanes, .dispatch = w->dispatch};
    (void)m;
    if (w->trace)
        wf_trace_line(w->trace, w->kernel, w->buffers, &place, effect);
    if (w->seen)
        note(w, slot, group, wave, effect);
}

/* Which dispatch of the file it is, from 0. */
static unsigned index_of(const struct run *run, const struct wf_kernel *kernel)
{
    unsigned index = 0;
    for (const struct wf_kernel *k = run->kernel; k != kernel; k = k->next)
        index++;
    return index;
}

/* ... from 1; 0: there is one only. */
static unsigned number_of(const struct run *run, const struct wf_kernel *kernel)
{
    return run->kernel->next ? index_of(run, kernel) + 1 : 0;
}

/* Who waits where: every wave that has not ended, its instruction and its threads. */
static void explain(const struct run *run, const struct wf_kernel *kernel, const struct wf_machine *m,
                    const struct wf_shape *shape)
{
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
        if (number_of(run, kernel))
            fprintf(stderr, "  dispatch %u", number_of(run, kernel));
        fprintf(stderr, "%s slot %3u  pc %u %s  %s: %s: %s", number_of(run, kernel) ? "" : " ", slot, pc, line,
                instruction, waiting ? "waits at the barrier" : "runs", thread);
        if (place.lanes > 1)
            fprintf(stderr, " and %u more", place.lanes - 1);
        fputc('\n', stderr);
    }
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

/* The dispatches of a file run one after the other, over one memory. */
struct job {
    struct wf_shape shape;                      /* of the first */
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    size_t words;
    uint32_t *memory;
    struct wf_dispatch_figures *figures;        /* of each dispatch */
    struct wf_fault_record *fault;              /* ... */
    struct run_seen seen;                       /* for a report */
    struct progress progress;
    uint64_t groups;                            /* of all dispatches that run */
    const struct wf_run_figures *before;        /* those that ended */
};

static void show_progress(void *user, const struct wf_run_stats *so_far, uint64_t groups)
{
    struct job *job = user;
    if (progress_due(&job->progress))
        progress_show(&job->progress, "instruction", job->before->instructions + so_far->instructions,
                      job->before->groups + groups, job->groups);
}

/* Of the dispatches that run. */
static uint64_t count_groups(const struct run *run)
{
    uint64_t groups = 0;
    for (const struct wf_kernel *k = run->kernel; k; k = k->next) {
        struct wf_shape shape;
        if (!k->cancels && wf_dispatch_check(&k->desc, &run->device, &shape) == WF_REJECT_NONE)
            groups += (uint64_t)k->desc.grid[0] * k->desc.grid[1] * k->desc.grid[2];
    }
    return groups;
}

static void add_stats(struct wf_run_figures *f, struct wf_dispatch_figures *d, const struct wf_run_stats *stats,
                      const struct wf_shape *shape)
{
    d->work.waves = stats->waves;
    d->work.instructions = stats->instructions;
    d->work.lane_instructions = stats->lane_instructions;
    d->work.barrier_releases = stats->barriers;
    d->work.groups = stats->waves / shape->waves;

    f->waves += stats->waves;
    f->instructions += stats->instructions;
    f->lane_instructions += stats->lane_instructions;
    f->barrier_releases += stats->barriers;
    f->groups += d->work.groups;
}

/* "the dispatch", "dispatch 2 (line 12)" of several. */
struct name { char text[48]; };
static struct name name_of(const struct run *run, const struct wf_kernel *k)
{
    struct name name = {"the dispatch"};
    if (wf_stages_mesh(run->kernel))
        snprintf(name.text, sizeof name.text, "the %s shader", k == run->kernel ? "task" : "mesh");
    else if (number_of(run, k))
        snprintf(name.text, sizeof name.text, "dispatch %u (line %" PRIu32 ")", number_of(run, k), k->mark_line);
    return name;
}

static void add_races(struct run *run, const struct wf_machine *m)
{
    struct run_watched found = {.races = 0};
    run_watched_add(&found, wf_machine_races(m));
    run->figures.races += found.races;
    run->figures.equal_stores += found.equal_stores;
    run->figures.divergent_barriers += found.divergent_barriers;
}

/* True when the dispatch ended; `right` becomes false where that or a race is wrong. */
static bool execute(struct run *run, const struct wf_kernel *kernel, struct job *job,
                    struct wf_dispatch_figures *figures, const struct wf_shape *shape, struct wf_machine *m,
                    struct progress *progress, bool *right)
{
    struct watcher w = {.trace = run->out[RUN_TRACE].file, .lanes = run->device.lanes, .kernel = kernel,
                        .buffers = job->buffers, .dispatch = number_of(run, kernel),
                        .seen = run->out[RUN_REPORT].file ? &job->seen : NULL, .before = run->figures.instructions,
                        .index = index_of(run, kernel)};
    struct wf_run_stats stats = {0};
    uint64_t limit = run->limit ? run->limit : RUN_INSTRUCTION_LIMIT;
    wf_machine_start_clock(m, run->figures.instructions);       /* the clock goes on over the dispatches of a file */
    enum wf_run_result result = wf_machine_run(m, run->seed, limit, &stats, w.trace || w.seen ? watch : NULL, &w);
    progress_clear(progress);
    add_stats(&run->figures, figures, &stats, shape);
    figures->faults = wf_machine_fault(m)->count;
    run->figures.faults += figures->faults;
    add_races(run, m);
    figures->ending = result == WF_RUN_DONE ? wf_ending_name(WF_ENDING_COMPLETE) : NULL;
    const struct wf_race_policies policies = wf_race_policies(run->races, run->is_shader, kernel);
    if (wf_print_races(run->file, kernel, shape, wf_machine_races(m), &policies))
        *right = false;
    if (result == WF_RUN_DONE)
        return true;
    *right = false;
    if (result == WF_RUN_HUNG)
        fprintf(stderr, "%s: error: %s hangs: every wave left waits at a barrier that cannot release\n", run->file,
                name_of(run, kernel).text);
    else
        fprintf(stderr, "%s: error: %s has not ended within the limit of %" PRIu64 " instructions; --limit sets "
                "another%s\n", run->file, name_of(run, kernel).text, limit, !kernel->desc.cycle_limit ? "" :
                ", and the [limit] of the dispatch is one of cycles, which the model has not");
    const struct wf_side side = {.name = "model", .dispatch = number_of(run, kernel),
                                 .bounds = wf_policy_of(run->bounds, run->is_shader)};
    wf_verdict_fault(run->file, &side, kernel, shape, wf_machine_fault(m));
    explain(run, kernel, m, shape);
    return false;
}

/* One dispatch of the file.  WF_EXIT_WRONG: something is wrong, and `ended` says whether those behind it may run. */
static enum wf_exit dispatch(struct run *run, struct job *job, const struct wf_kernel *kernel, bool *ended)
{
    const unsigned index = index_of(run, kernel);
    struct wf_shape shape;
    enum wf_reject code = wf_dispatch_check(&kernel->desc, &run->device, &shape);
    struct wf_dispatch_figures *figures = &job->figures[index];
    *figures = (struct wf_dispatch_figures){.line = kernel->mark_line, .reject = code,
                                            .wave_size = code ? 0 : shape.wave_size};
    *ended = false;
    if (!wf_verdict_dispatch(run->file, kernel, code))
        return code ? WF_EXIT_INPUT : WF_EXIT_WRONG;
    *ended = true;
    if (code)
        return WF_EXIT_OK;
    if (kernel == run->kernel) {
        job->shape = shape;
        if (run->out[RUN_TRACE].file)
            wf_trace_header(run->out[RUN_TRACE].file);
    }
    if (kernel->cancels)                        /* it may end anywhere: it does nothing */
        return cli_tell(WF_EXIT_OK, "%s: note: the model does not run a dispatch that is cancelled\n", run->file);
    struct wf_machine *m = wf_machine_new(&run->device, &kernel->desc, &shape, kernel->code, kernel->count,
                                          job->buffers, job->memory, job->words);
    if (!m || !run_watch(run, kernel, m)) {
        wf_machine_free(m);
        *ended = false;
        return cli_no_memory_for(run->file);
    }
    if (job->progress.on)
        wf_machine_report_progress(m, show_progress, job);
    bool right = true;
    *ended = execute(run, kernel, job, figures, &shape, m, &job->progress, &right);
    job->fault[index] = *wf_machine_fault(m);
    wf_machine_free(m);
    return right ? WF_EXIT_OK : WF_EXIT_WRONG;
}

/* What the file expects, of each dispatch, when all are over. */
static bool is_as_expected(const struct run *run, const struct job *job)
{
    if (run->capture)
        run->capture->ended = true;
    bool good = true, again = false;
    for (const struct wf_kernel *k = run->kernel; k; k = k->next) {
        struct wf_shape shape;
        const struct wf_side side = {"model", number_of(run, k), run->kernel->mark_line, again,
                                     wf_policy_of(run->bounds, run->is_shader)};
        if (k->cancels || wf_dispatch_check(&k->desc, &run->device, &shape) != WF_REJECT_NONE)
            continue;                           /* it did not run, and that is as expected */
        wf_stages_capture(k, job->buffers, job->memory);
        if (!wf_verdict(run->file, &side, k, &shape, job->buffers, job->memory, job->words,
                        &job->fault[index_of(run, k)]))
            good = false;
        if (!stages_check(run, k, &shape, job->buffers, job->memory))
            good = false;
        again = true;
    }
    return good;
}

static enum wf_exit run_all(struct run *run, struct job *job)
{
    enum wf_exit status = WF_EXIT_OK;
    for (const struct wf_kernel *k = run->kernel; k; k = k->next) {
        bool ended;
        const enum wf_exit this = dispatch(run, job, k, &ended);
        status = this ? this : status;
        if (!ended)
            return status;
        if (wf_stages_mesh(k)) {
            const enum wf_exit more = stages_continue(run, job->buffers, &job->memory, &job->words);
            if (more)
                return more;
        }
    }
    return is_as_expected(run, job) ? status : WF_EXIT_WRONG;
}

static enum wf_exit answer(struct run *run, struct job *job)
{
    job->words = wf_kernel_place(run->kernel, job->buffers);
    job->memory = calloc(job->words ? job->words : 1, sizeof *job->memory);
    if (!job->memory || (run->out[RUN_REPORT].file && !run_seen_begin(&job->seen, run, 1, wf_device_slots(&run->device))))
        return cli_no_memory_for(run->file);
    wf_kernel_fill(run->kernel, job->buffers, job->memory, job->words);
    const enum wf_exit status = run_all(run, job);
    enum wf_exit dumped = WF_EXIT_OK;
    stages_count(run->kernel, job->buffers, job->memory, &run->figures.stages);
    if (job->shape.waves)                       /* it was not refused */
        dumped = run_dump(run, job->buffers, job->memory);
    return dumped ? dumped : status;
}

enum wf_exit run_on_model(struct run *run)
{
    struct job job = {.words = 0};
    struct timespec start, end;
    bool cancels = false;                       /* such a dispatch does not run here */
    for (const struct wf_kernel *k = run->kernel; k; k = k->next) {
        run->figures.dispatches++;
        cancels |= k->cancels;
    }
    job.figures = calloc(run->figures.dispatches, sizeof *job.figures);
    job.fault = calloc(run->figures.dispatches, sizeof *job.fault);
    if (!job.figures || !job.fault) {
        free(job.figures);
        free(job.fault);
        return cli_no_memory_for(run->file);
    }
    for (const struct wf_kernel *k = run->kernel; k; k = k->next)
        job.figures[index_of(run, k)].line = k->mark_line;
    run->figures.dispatch = job.figures;
    progress_begin(&job.progress, run->place);
    job.before = &run->figures;
    job.groups = count_groups(run);
    clock_gettime(CLOCK_MONOTONIC, &start);
    enum wf_exit status = answer(run, &job);
    clock_gettime(CLOCK_MONOTONIC, &end);
    struct wf_run_figures *f = &run->figures;
    f->kernel = run->file;
    f->variant = run->variant;
    f->on = "model";
    f->device = run->device;
    f->wave_size = job.shape.wave_size;
    f->seed = run->seed;
    f->passed = status == WF_EXIT_OK;
    f->races_watched = run_watches(run) && !cancels;
    f->nothing_compared = !wf_verdict_compares(run->kernel);
    if (job.shape.waves)
        f->room = wf_dispatch_occupancy(&run->kernel->desc, &run->device, &job.shape);
    f->registers = wf_code_registers(run->kernel->code, run->kernel->count);
    f->seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    if (run->capture)
        run->capture->figures = *f;
    struct said_error error;
    f->word = run->word;
    f->words = run->words;
    f->error = run->out[RUN_STATS].file ? said_error_so_far(&error) : NULL;
    for (const struct wf_kernel *k = run->kernel; k; k = k->next) {
        job.figures[index_of(run, k)].fault = &job.fault[index_of(run, k)];
        job.figures[index_of(run, k)].code = k;
    }
    if (run->out[RUN_STATS].file)
        wf_figures_json(run->out[RUN_STATS].file, f);
    if (run->out[RUN_REPORT].file && job.seen.chart)
        run_write_report(run, &job.seen, f, job.shape.waves ? job.buffers : NULL, job.memory, job.words);
    f->error = NULL;
    f->dispatch = NULL;
    free(job.figures);
    free(job.fault);
    free(job.memory);
    run_seen_free(&job.seen);
    return status;
}
