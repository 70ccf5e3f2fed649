/* SPDX-License-Identifier: Apache-2.0
 * rtl_report.c - a run on the hardware in words: the first difference, a hang, and what is left when it is over.
 */
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "rtl.h"
#include "shell.h"
#include "stages.h"
#include "verdict.h"

/* ---- while it runs ----------------------------------------------------------------------------------------------- */

/* Of all dispatches that run. */
static uint64_t all_groups(const struct rtl *r)
{
    uint64_t groups = 0;
    for (const struct rtl_job *job = r->from; job < r->from + r->sends; job++)
        if (!job->dispatch.reject)
            groups += (uint64_t)job->kernel->desc.grid[0] * job->kernel->desc.grid[1] * job->kernel->desc.grid[2];
    return groups;
}

void rtl_show_progress(struct rtl *r)
{
    struct wf_sim_stats stats;
    if (!progress_due(&r->progress))
        return;
    r->api->stats(r->sim, &stats);
    progress_show(&r->progress, "cycle", stats.cycles, stats.work.groups_done, all_groups(r));
}

/* ---- how it failed ----------------------------------------------------------------------------------------------- */

/* The wave size that every dispatch had, or that was asked for; 0: they had several, which no option asks for. */
static unsigned common_wave_size(const struct rtl *r)
{
    const unsigned first = r->jobs->dispatch.shape.wave_size;
    for (const struct rtl_job *job = r->jobs + 1; job < r->jobs + r->count; job++)
        if (job->dispatch.shape.wave_size != first)
            return r->run->wave_size;
    return first ? first : r->run->wave_size;
}

void rtl_print_reproduce(struct rtl *r)
{
    const struct run *run = r->run;
    const unsigned size = common_wave_size(r);
    if (run->command) {
        fprintf(stderr, "reproduce: wavefold %s\n", run->command);
        return;
    }
    fprintf(stderr, "reproduce: wavefold %s ", run->rewritten ? "advise" : "run");
    wf_shell_word(stderr, run->file);
    if (run->is_shader)
        shader_options_write(&run->shader, stderr);
    if (run->variant)
        fprintf(stderr, " --variant %s", run->variant);
    if (!run->rewritten)
        fprintf(stderr, " --on rtl%s", run->icarus ? " --sim icarus" : "");
    fprintf(stderr, " --lanes %u", r->built->device.lanes);
    if (r->cores > 1)
        fprintf(stderr, " --cores %u", r->cores);
    if (!r->built->coalesces && !run->rewritten)
        fputs(" --coalesce off", stderr);
    if (size)
        fprintf(stderr, " --wave-size %u", size);
    if (!run->rewritten)
        fprintf(stderr, " --seed %" PRIu64, run->seed);
    if (run->bounds)
        fprintf(stderr, " --bounds %s", run->bounds);
    if (run->races)
        fprintf(stderr, " --races %s", run->races);
    if (run->watch)
        fprintf(stderr, " --race-watch %s", run->watch);
    if (run->reset_at)
        fprintf(stderr, " --reset-at %" PRIu64, run->reset_at);
    if (run->first_group)
        fprintf(stderr, " --first-group %" PRIu64, run->first_group);
    if (run->limit && run->limit != RTL_MAX_CYCLES)
        fprintf(stderr, " --limit %" PRIu64, run->limit);
    if (run->memory_latency)
        fprintf(stderr, " --memory-latency %u", run->memory_latency);
    if (run->memory_lines > 1)
        fprintf(stderr, " --memory-lines %u", run->memory_lines);
    if (r->built->line_tags) {
        struct wf_sim_stats stats;
        r->api->stats(r->sim, &stats);
        fprintf(stderr, " --memory-path on --memory-period %u --memory-banks %u",
                run->memory_period ? run->memory_period : 1, run->memory_banks);
        if (run->memory_banks)
            fprintf(stderr, " --memory-bank-period %u", run->memory_bank_period ? run->memory_bank_period : 4);
        fprintf(stderr, " --memory-order %s", stats.any_order ? "any" : "asked");
    }
    fputc('\n', stderr);
}

static void print_line(void *user, const char *line)
{
    (void)user;
    fprintf(stderr, "%s\n", line);
}

/* Why nothing ends: faults that may be it, what was not accepted, who waits for what. */
static void explain(struct rtl *r)
{
    const struct run *run = r->run;
    if (r->phase == RTL_COMMIT || r->from->dispatch.reject || r->from->dispatch.state < WF_SIM_SENT) {
        fprintf(stderr, "  the descriptor is not answered\n");
        return;
    }
    for (struct rtl_job *job = r->from; job < r->from + r->sends; job++)
        if (job->dispatch.state == WF_SIM_RUNNING)
            wf_verdict_fault(run->file, &(struct wf_side){.name = "model", .dispatch = rtl_number(r, job),
                                                          .bounds = wf_policy_of(run->bounds, run->is_shader)},
                             job->kernel, &job->dispatch.shape, &job->dispatch.fault.record);
    for (const struct rtl_job *job = r->from; job < r->from + r->sends; job++)
        if (job->dispatch.state < WF_SIM_RUNNING)
            fprintf(stderr, "  dispatch %u (id %u): its descriptor was not accepted\n", rtl_number(r, job),
                    job->dispatch.desc.id);
    r->api->explain(r->sim, print_line, NULL);
}

void rtl_print_stop(struct rtl *r, enum wf_sim_status status)
{
    const char *file = r->run->file, *why = r->api->report(r->sim);
    switch (status) {
    case WF_SIM_DIFFERENCE:
        fprintf(stderr, "%s: error: hardware and model differ%s\n%s", file,
                r->phase == RTL_PROBE ? " in the legal dispatch after the refused one" : "", why);
        break;
    case WF_SIM_HUNG:
        fprintf(stderr, "%s: error: the machine hangs: %s:\n", file, why);
        explain(r);
        break;
    case WF_SIM_LIMIT:
        fprintf(stderr, "%s: error: %s %s; --limit sets another:\n", file,
                r->sends > 1 ? "the dispatches have" : "the dispatch has", why);
        explain(r);
        break;
    case WF_SIM_ENDED:
        if (r->run->icarus)                     /* its process: simulator_close, or the lack of a verdict, says why */
            break;
        fprintf(stderr, "%s: error: the Verilog ended the simulation: %s", file, why);
        break;
    case WF_SIM_NO_MEMORY:
        fprintf(stderr, "%s: error: out of memory\n", file);
        break;
    case WF_SIM_FULL:
        fprintf(stderr, "%s: error: the code of all dispatches does not fit the instruction memory of %u words\n", file,
                r->built->device.imem_words);
        break;
    case WF_SIM_OK: case WF_SIM_ANSWERED: case WF_SIM_IDLE: case WF_SIM_ARGUMENT: case WF_SIM_BUSY:
    case WF_SIM_NOT_TRACED:
        fprintf(stderr, "%s: error: the device does not take the dispatch (%d)\n", file, (int)status);
        break;
    }
}

/* ---- what is left ------------------------------------------------------------------------------------------------ */

static bool flush_outputs(struct run *run)
{
    bool good = true;
    for (unsigned i = RUN_WAVES + 1; i < RUN_FILES; i++)        /* the simulator has closed its own */
        good = wf_output_flush(&run->out[i]) && good;
    for (unsigned i = 0; i < run->dumps; i++)
        good = wf_output_flush(&run->dump[i].out) && good;
    return good;
}

/* Of each dispatch of the file, as it ended or as far as it came. */
static void fill_dispatches(struct rtl *r)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct wf_sim_dispatch *d = &r->jobs[i].dispatch;
        const bool done = d->state == WF_SIM_DONE;
        const uint64_t before = r->jobs[i].kernel->mesh.of_tasks ? r->cycles_before : 0;
        r->figures[i] = (struct wf_dispatch_figures){
            .line = r->jobs[i].kernel->mark_line, .wave_size = d->reject ? 0 : d->shape.wave_size, .reject = d->reject,
            .accepted = d->state >= WF_SIM_RUNNING, .answered = done, .accepted_at = d->accepted_at + before,
            .answered_at = d->answered_at + before, .ending = done && !d->reject ? wf_ending_name(d->ending) : NULL,
            .work = d->work, .faults = d->fault.valid ? d->fault.record.count : 0,
            .fault = d->fault.valid ? &d->fault.record : NULL, .code = r->jobs[i].kernel};
    }
}

static void add(uint64_t *to, const uint64_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] += from[i];
}

/* All its counts are of 64 bits, but for one maximum. */
static void add_work(struct wf_lockstep_stats *to, const struct wf_lockstep_stats *from)
{
    _Static_assert(sizeof *to % sizeof(uint64_t) == 0, "counts of 64 bits");
    const unsigned most = to->most_resident > from->most_resident ? to->most_resident : from->most_resident;
    const size_t before = offsetof(struct wf_lockstep_stats, most_resident) / sizeof(uint64_t);
    const size_t behind = offsetof(struct wf_lockstep_stats, barrier_releases) / sizeof(uint64_t);
    add((uint64_t *)to, (const uint64_t *)from, before);
    add((uint64_t *)to + behind, (const uint64_t *)from + behind, sizeof *to / sizeof(uint64_t) - behind);
    to->most_resident = most;
}

void rtl_add_stats(struct rtl *r)
{
    struct wf_sim_stats now, *to = &r->stats;
    r->api->stats(r->sim, &now);
    const bool first = !r->cycles_before;
    to->cycles += now.cycles;
    to->clocks = now.clocks;
    to->between += now.between;
    add_work(&to->work, &now.work);
    to->line_accesses += now.line_accesses;
    to->cache_hits += now.cache_hits;
    to->cache_joins += now.cache_joins;
    to->cache_misses += now.cache_misses;
    to->latency = now.latency;
    to->any_order = now.any_order;
    to->counted = now.counted && (first || to->counted);
    add(to->counter[0], now.counter[0], sizeof to->counter / sizeof(uint64_t));
    r->counters_unknown = !to->counted;
}

/* Counters of the cores one by one, and of all together. */
static void fill_counters(const struct rtl *r, struct wf_run_figures *f)
{
    const struct wf_sim_stats *s = &r->stats;
    memcpy(f->core, s->counter, sizeof f->core);
    memcpy(f->counter, s->counter[0], sizeof f->counter);
    for (unsigned core = 1; core < r->cores; core++)
        for (unsigned i = 0; i < WF_COUNTERS; i++)
            if (i != WF_CNT_CYCLES)             /* all count the same ones */
                f->counter[i] += s->counter[core][i];
    f->last_cycle = f->counter[WF_CNT_CYCLES] + s->between;
    f->counters_unknown = r->counters_unknown;
    if (s->counted)                             /* as the stalls: until the run stopped, with what was not compared */
        f->instructions = f->counter[WF_CNT_INSTRUCTIONS];
}

enum wf_exit rtl_report(struct rtl *r, bool passed)
{
    const struct run *run = r->run;
    const struct wf_kernel *kernel = run->kernel;
    const struct wf_sim_dispatch *first = &r->jobs->dispatch;
    const struct wf_lockstep_stats *s = &r->stats.work;
    struct wf_sim_stats now;
    r->api->stats(r->sim, &now);
    struct wf_run_figures figures = {
        .kernel = run->file, .variant = run->variant, .on = run->icarus ? "rtl-icarus" : "rtl",
        .device = r->built->device, .wave_size = first->shape.wave_size, .seed = run->seed, .passed = passed,
        .nothing_compared = !wf_verdict_compares(kernel), .races_watched = r->watched.all,
        .races = r->watched.races, .equal_stores = r->watched.equal_stores,
        .divergent_barriers = r->watched.divergent_barriers, .groups = s->groups, .waves = s->waves,
        .instructions = s->instructions, .lane_instructions = s->lane_instructions,
        .barrier_releases = s->barrier_releases, .on_hardware = true, .coalesces = r->built->coalesces,
        .memory_path = r->built->line_tags != 0, .memory_latency = now.latency,
        .memory_lines = run->memory_lines ? run->memory_lines : 1, .line_accesses = r->stats.line_accesses,
        .cache_hits = r->stats.cache_hits, .cache_joins = r->stats.cache_joins, .cache_misses = r->stats.cache_misses,
        .work = *s,
        .registers = wf_code_registers(kernel->code, kernel->count), .buffers = kernel->buffers,
        .buffer = kernel->buffer, .dispatch = r->figures, .dispatches = (unsigned)r->count, .cores = r->cores,
        .seconds = progress_seconds(&r->progress)};
    if (!first->reject)
        figures.room = wf_dispatch_occupancy(&kernel->desc, &r->built->device, &first->shape);
    fill_counters(r, &figures);
    fill_dispatches(r);
    for (size_t i = 0; i < r->count; i++)
        figures.faults += r->figures[i].faults;
    if (run->capture)
        run->capture->figures = figures;
    progress_clear(&r->progress);
    stages_count(kernel, first->buffer, r->memory, &figures.stages);
    const enum wf_exit dumped = run_dump(run, first->buffer, r->memory);
    if (dumped)
        return dumped;
    struct said_error error;
    figures.word = run->word;
    figures.words = run->words;
    figures.error = run->out[RUN_STATS].file ? said_error_so_far(&error) : NULL;
    if (run->out[RUN_STATS].file)
        wf_figures_json(run->out[RUN_STATS].file, &figures);
    rtl_observe_report(r, &figures);
    if (run->out[RUN_REPORT].file && r->seen.profile && r->seen.chart)
        run_write_report(run, &r->seen, &figures, first->reject ? NULL : first->buffer, r->memory, r->words);
    wf_figures_line(r->said, &figures);
    return !flush_outputs(r->run) ? WF_EXIT_ENVIRONMENT : passed ? WF_EXIT_OK : WF_EXIT_WRONG;
}
