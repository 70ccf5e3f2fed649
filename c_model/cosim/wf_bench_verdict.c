/* SPDX-License-Identifier: Apache-2.0
 * wf_bench_verdict.c - the first difference, a hang, and what is left when the run is over.
 */
#define _POSIX_C_SOURCE 200809L
#include "wf_bench_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../cli/dump.h"
#include "../cli/figures.h"
#include "../cli/shell.h"
#include "../cli/verdict.h"

static double seconds_since(const struct timespec *from)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - from->tv_sec) + 1e-9 * (double)(now.tv_nsec - from->tv_nsec);
}

void bench_show_progress(struct bench *b)
{
    if (seconds_since(&b->progress_at) < 0.5)
        return;
    clock_gettime(CLOCK_MONOTONIC, &b->progress_at);
    const struct wf_lockstep_stats *s = b->ls ? wf_lockstep_stats(b->ls) : &b->stats;
    fprintf(stderr, "\r\033[K  cycle %" PRIu64 "  waves %" PRIu64 "  instructions compared %" PRIu64, b->cycle, s->waves, s->compared);
    b->progress_shown = true;
}

void bench_clear_progress(struct bench *b)
{
    if (b->progress_shown)
        fputs("\r\033[K", stderr);
    b->progress_shown = false;
}

void bench_stop_failed(struct bench *b)
{
    const struct job *job = b->jobs;
    unsigned size = job->shape.wave_size ? job->shape.wave_size : b->asked_wave_size;
    fprintf(stderr, "reproduce: wavefold %s ", b->rewritten ? "advise" : "run");
    wf_shell_word(stderr, b->path);
    fputs(b->command ? b->command : "", stderr);
    if (b->text.variant)
        fprintf(stderr, " --variant %s", b->text.variant);
    if (!b->rewritten)
        fprintf(stderr, " --on rtl%s", strcmp(b->built.simulator, "icarus") ? "" : " --sim icarus");
    fprintf(stderr, " --lanes %u", b->device.lanes);
    if (b->cores > 1)
        fprintf(stderr, " --cores %u", b->cores);
    if (!b->built.coalesces && !b->rewritten)
        fputs(" --coalesce off", stderr);
    if (size)
        fprintf(stderr, " --wave-size %u", size);
    if (!b->rewritten)
        fprintf(stderr, " --seed %" PRIu64, b->seed);
    if (b->asked_bounds)
        fprintf(stderr, " --bounds %s", b->asked_bounds);
    if (b->max_cycles != DEFAULT_MAX_CYCLES)
        fprintf(stderr, " --limit %" PRIu64, b->max_cycles);
    if (b->asked_latency != UINT64_MAX)
        fprintf(stderr, " --memory-latency %" PRIu64, b->asked_latency);
    if (b->memory_lines != WF_MEMORY_LINES)
        fprintf(stderr, " --memory-lines %" PRIu64, b->memory_lines);
    if (b->built.line_tags)
        fprintf(stderr, " --memory-path on --memory-period %" PRIu64 " --memory-banks %" PRIu64, b->memory_period, b->memory_banks);
    if (b->built.line_tags && b->memory_banks)
        fprintf(stderr, " --memory-bank-period %" PRIu64, b->memory_bank_period);
    if (b->built.line_tags)
        fprintf(stderr, " --memory-order %s", bench_lines_timing(b).any_order ? "any" : "asked");
    fputc('\n', stderr);
    b->stopped = b->report_due = true;
    b->status = WF_EXIT_WRONG;
}

void bench_check(struct bench *b, bool agrees)
{
    if (agrees || b->stopped)
        return;
    bench_clear_progress(b);
    fprintf(stderr, "%s: error: hardware and model differ%s\n%s", b->path,
            b->phase == PHASE_PROBE ? " in the legal dispatch after the refused one" : "", wf_lockstep_difference(b->ls));
    bench_stop_failed(b);
}

void bench_fail(struct bench *b, const char *what, uint64_t hardware, uint64_t model)
{
    if (b->stopped)
        return;
    bench_clear_progress(b);
    fprintf(stderr, "%s: error: hardware and model differ\nDIFFERENCE in cycle %" PRIu64 ": %s\n  hardware     %" PRIu64
                    "\n  model        %" PRIu64 "\n", b->path, b->cycle, what, hardware, model);
    bench_stop_failed(b);
}

static void print_line(void *user, const char *line)
{
    (void)user;
    fprintf(stderr, "%s\n", line);
}

void bench_hang(struct bench *b, bool idle)
{
    const uint64_t last = b->cycle - b->accepted;   /* the cycle that is over */
    bench_clear_progress(b);
    if (idle)
        fprintf(stderr, "%s: error: the machine hangs: nothing happened for %" PRIu64 " cycles; in cycle %" PRIu64 ":\n", b->path,
                b->clock - b->last_event, last);
    else
        fprintf(stderr, "%s: error: %s not ended after %" PRIu64 " cycles; --limit sets another:\n", b->path,
                b->sends > 1 ? "the dispatches have" : "the dispatch has", b->max_cycles);
    if (b->ls) {
        for (unsigned id = 0; id < WF_LOCKSTEP_DISPATCHES; id++)
            if (b->flying[id])
                wf_verdict_fault(b->path, &(struct wf_side){.name = "model", .dispatch = bench_number(b, b->flying[id]), .bounds = wf_policy_of(b->asked_bounds, b->text.is_shader)}, b->flying[id]->kernel, &b->flying[id]->shape,
                                 wf_lockstep_fault(b->ls, id));
        for (const struct job *job = b->from + b->sent; job < b->from + b->sends; job++)
            fprintf(stderr, "  dispatch %u (id %u): its descriptor was not accepted\n", bench_number(b, job), job->desc.id);
        wf_lockstep_explain(b->ls, last, print_line, NULL);
    } else {
        fprintf(stderr, "  the descriptor is not answered\n");
    }
    bench_stop_failed(b);
}

static void write_dumps(const struct bench *b)
{
    const struct job *job = b->jobs;
    for (unsigned i = 0; i < job->kernel->buffers; i++)
        if (b->dump[i].file)
            (b->raw[i] ? wf_dump_raw : wf_dump)(b->dump[i].file, &job->kernel->buffer[i], job->rtl_memory + job->buffers[i].base / 4);
}

bool bench_close_outputs(struct bench *b)
{
    bool good = wf_output_commit(&b->stats_file);
    good = wf_output_commit(&b->trace) && good;
    good = wf_output_commit(&b->timeline_file) && good;
    good = wf_output_commit(&b->profile_file) && good;
    good = wf_output_commit(&b->summary_file) && good;
    for (unsigned i = 0; i < WF_MAX_BUFFERS; i++)
        good = wf_output_commit(&b->dump[i]) && good;
    return good;
}

/* Of each dispatch of the file, as it ended or as far as it came. */
static void fill_dispatches(struct bench *b)
{
    for (size_t i = 0; i < b->count; i++) {
        const struct job *job = &b->jobs[i];
        const unsigned id = job->desc.id;
        const bool flies = b->ls && b->flying[id] == job;
        struct wf_dispatch_figures *d = &b->figures[i];
        *d = (struct wf_dispatch_figures){
            .line = job->kernel->mark_line, .wave_size = job->code ? 0 : job->shape.wave_size,
            .reject = job->code, .accepted = job->accepted, .answered = job->answered,
            .accepted_at = job->begun, .answered_at = job->ended, .ending = job->answered && !job->code ? wf_ending_name(job->ending) : NULL};
        if (job->answered) {
            d->work = job->work;
            d->faults = job->fault.valid ? job->fault.record.count : 0;
        } else if (flies) {
            d->work = *wf_lockstep_dispatch_stats(b->ls, id);
            d->faults = wf_lockstep_fault(b->ls, id)->count;
        }
    }
}

void bench_report(struct bench *b, bool passed)
{
    const struct job *job = b->jobs;
    const bool runs = b->ls && b->phase == PHASE_MAIN;
    const struct wf_lockstep_stats *s = runs ? wf_lockstep_stats(b->ls) : &b->stats;
    struct wf_run_figures figures = {
        .kernel = b->path, .variant = b->text.variant, .on = !strcmp(b->built.simulator, "icarus") ? "rtl-icarus" : "rtl", .device = b->device,
        .wave_size = job->shape.wave_size, .seed = b->seed, .passed = passed,
        .nothing_compared = !wf_verdict_compares(job->kernel) && !job->kernel->no_file,
        .groups = s->groups, .waves = s->waves, .instructions = s->instructions, .lane_instructions = s->lane_instructions,
        .barrier_releases = s->barrier_releases, .on_hardware = true, .coalesces = b->built.coalesces, .memory_path = b->built.line_tags != 0,
        .memory_latency = bench_memory_timing(b).least, .memory_lines = b->memory_lines, .line_accesses = runs ? bench_line_accesses(b) : b->line_accesses,
        .work = *s, .registers = wf_code_registers(job->kernel->code, job->kernel->count), .buffers = job->kernel->buffers,
        .room = job->code ? (struct wf_occupancy){.groups = 0} : wf_dispatch_occupancy(&job->kernel->desc, &b->device, &job->shape),
        .buffer = job->kernel->buffer, .counters_unknown = b->phase == PHASE_MAIN && !b->counted,
        .dispatch = b->figures, .dispatches = (unsigned)b->count, .cores = b->cores, .last_cycle = b->counters[WF_CNT_CYCLES] + b->idle,
        .seconds = seconds_since(&b->started)};
    memcpy(figures.counter, b->counters, sizeof figures.counter);
    memcpy(figures.core, b->core_counters, sizeof figures.core);
    fill_dispatches(b);
    for (size_t i = 0; i < b->count; i++)
        figures.faults += b->figures[i].faults;
    if (b->counted)                             /* as the stalls: until the run stopped, and what was not compared too */
        figures.instructions = b->counters[WF_CNT_INSTRUCTIONS];
    bench_clear_progress(b);
    write_dumps(b);
    if (b->stats_file.file)
        wf_figures_json(b->stats_file.file, &figures);
    bench_observe_report(b, &figures);
    b->status = passed ? WF_EXIT_OK : WF_EXIT_WRONG;
    if (!bench_close_outputs(b))
        b->status = WF_EXIT_ENVIRONMENT;
    wf_figures_line(stdout, &figures);
    fflush(stdout);
}
