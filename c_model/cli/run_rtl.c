/* SPDX-License-Identifier: Apache-2.0
 * run_rtl.c - wavefold run on the hardware, in lock step with the model: a file as dispatches of a device (sim.h).
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "fst_file.h"
#include "rtl.h"
#include "run_view.h"
#include "stages.h"
#include "trace.h"
#include "verdict.h"

/* A legal dispatch that must still run after a refused one. */
static const char probe_text[] = "[numthreads(11,1,1)]\nbuffer Out[33]\ndispatch 3\ncode\n sv r0, dtid.x\n"
                                 " shl r1, r0, 2\n store Out[r1], r0\n end\nexpect Out = each i\n";

/* ---- jobs -------------------------------------------------------------------------------------------------------- */

static bool set_up_job(struct rtl *r, struct rtl_job *job, const struct wf_kernel *kernel)
{
    job->kernel = kernel;
    job->source = calloc(kernel->count ? kernel->count : 1, sizeof *job->source);
    for (size_t i = 0; job->source && i < kernel->count; i++)
        job->source[i] = wf_kernel_source(kernel, i);
    job->code = (struct wf_sim_code){.word = kernel->code, .count = kernel->count, .line = kernel->line,
                                     .file = (const char *const *)kernel->file, .source = job->source};
    job->dispatch = (struct wf_sim_dispatch){.code = &job->code, .desc = kernel->desc, .buffers = kernel->buffers,
                                             .cancels = kernel->cancels, .cancel_after = kernel->cancel_after,
                                             .user = job};
    job->dispatch.reject = wf_dispatch_check(&kernel->desc, &r->run->device, &job->dispatch.shape);
    return job->source;
}

static bool set_up_jobs(struct rtl *r)
{
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    r->jobs = calloc(RTL_JOBS + 1, sizeof *r->jobs);
    r->words = wf_kernel_place(r->run->kernel, buffers);
    r->memory = calloc(r->words ? r->words : 1, sizeof *r->memory);
    if (!r->jobs || !r->memory)
        return false;
    for (const struct wf_kernel *k = r->run->kernel; k; k = k->next) {
        struct rtl_job *job = &r->jobs[r->count++];
        if (!set_up_job(r, job, k))
            return false;
        memcpy(job->dispatch.buffer, buffers, sizeof buffers);
    }
    for (size_t i = 0; i < r->count; i++) {
        r->jobs[i].dispatch.desc.id = (uint8_t)(i % r->built->dispatches);
        r->jobs[i].dispatch.number = rtl_number(r, &r->jobs[i]);
    }
    wf_kernel_fill(r->run->kernel, buffers, r->memory, r->words);
    return true;
}

static void free_jobs(struct rtl *r)
{
    for (size_t i = 0; r->jobs && i <= r->count; i++)
        free(r->jobs[i].source);
    free(r->jobs);
    free(r->memory);
}

/* ---- a phase ----------------------------------------------------------------------------------------------------- */

/* Says what was ended by its own limit. */
static void note_answers(const struct rtl *r, bool told[RTL_JOBS])
{
    for (struct rtl_job *job = r->from; r->phase == RTL_MAIN && job < r->from + r->sends; job++)
        if (job->dispatch.state == WF_SIM_DONE && job->dispatch.ending == WF_ENDING_LIMIT && !told[job - r->from]) {
            told[job - r->from] = true;
            fprintf(stderr, "%s: note: dispatch %u was ended by its limit of %u cycles\n", r->run->file,
                    rtl_number(r, job) ? rtl_number(r, job) : 1, (unsigned)job->dispatch.desc.cycle_limit);
        }
}

static enum wf_sim_status submit(struct rtl *r)
{
    enum wf_sim_status status = r->phase == RTL_COMMIT ? WF_SIM_OK : r->api->clear(r->sim);
    for (size_t i = 0; i < r->sends && !status && r->phase != RTL_COMMIT; i++)
        status = r->api->load(r->sim, &r->from[i].code, &r->from[i].dispatch.desc.code_base);
    for (size_t i = 0; i < r->sends && !status; i++) {
        r->from[i].dispatch.commit_only = r->phase == RTL_COMMIT;
        /* mesh groups are those of the tasks that ran */
        r->from[i].dispatch.first_group = r->phase == RTL_MAIN && !r->from[i].kernel->mesh.of_tasks
                                              ? r->run->first_group : 0;
        status = r->api->submit(r->sim, &r->from[i].dispatch);
    }
    return status;
}

/* --reset-at: true when the next cycle of the dispatch is this one. */
static bool is_at_reset(const struct rtl *r)
{
    struct wf_sim_stats stats;
    if (r->phase != RTL_MAIN || r->from->dispatch.state < WF_SIM_RUNNING)
        return false;
    r->api->stats(r->sim, &stats);
    return r->cycles_before + stats.cycles + 1 >= r->run->reset_at;
}

enum { AGAIN = -1 };            /* the machine was reset */
static int run_phase(struct rtl *r, enum rtl_phase phase, struct rtl_job *from, size_t sends)
{
    bool told[RTL_JOBS] = {false};
    r->phase = phase;
    r->from = from;
    r->sends = sends;
    enum wf_sim_status status = submit(r);
    while (status == WF_SIM_OK || status == WF_SIM_ANSWERED) {
        status = r->api->run(r->sim, r->run->reset_at ? 1 : r->progress.on ? 8192 : UINT64_MAX);
        if (r->progress.on && status == WF_SIM_OK)
            rtl_show_progress(r);
        note_answers(r, told);
        if (r->run->reset_at && !status && is_at_reset(r))
            return AGAIN;
    }
    if (phase == RTL_MAIN)
        rtl_add_stats(r);
    if (status == WF_SIM_IDLE)
        return WF_EXIT_OK;
    progress_clear(&r->progress);
    rtl_print_stop(r, status);
    if (status < WF_SIM_DIFFERENCE || status > WF_SIM_LIMIT)
        return WF_EXIT_ENVIRONMENT;
    rtl_print_reproduce(r);
    return WF_EXIT_WRONG;
}

/* Hardware and model agree with each other; the file has the last word, of each dispatch. */
static enum wf_exit check_expectations(struct rtl *r, uint32_t *memory, size_t words)
{
    bool good = true;
    progress_clear(&r->progress);
    if (r->run->capture && r->phase == RTL_MAIN)
        r->run->capture->ended = true;
    for (struct rtl_job *job = r->from; job < r->from + r->sends; job++) {
        const struct wf_side side = {"rtl", rtl_number(r, job), r->from->kernel->mark_line, job != r->from,
                                     wf_policy_of(r->run->bounds, r->run->is_shader)};
        wf_stages_capture(job->kernel, job->dispatch.buffer, memory);
        if (!wf_verdict(r->run->file, &side, job->kernel, &job->dispatch.shape, job->dispatch.buffer, memory, words,
                        job->dispatch.fault.valid ? &job->dispatch.fault.record : NULL))
            good = false;
        if (!stages_check(r->run, job->kernel, &job->dispatch.shape, job->dispatch.buffer, memory))
            good = false;
    }
    if (!good)
        rtl_print_reproduce(r);
    return good ? WF_EXIT_OK : WF_EXIT_WRONG;
}

/* ---- a run ------------------------------------------------------------------------------------------------------- */

static enum wf_exit probe(struct rtl *r)
{
    struct wf_kernel *kernel = wf_kernel_parse(probe_text, sizeof probe_text - 1, &r->run->device, 0, NULL, NULL);
    struct rtl_job *job = &r->jobs[r->count];
    if (!kernel)
        return cli_tell(WF_EXIT_ENVIRONMENT, "error: the probe dispatch does not assemble\n");
    bool good = set_up_job(r, job, kernel);
    const size_t words = wf_kernel_place(kernel, job->dispatch.buffer);
    uint32_t *memory = calloc(words ? words : 1, sizeof *memory);
    good = good && memory;
    if (good)
        wf_kernel_fill(kernel, job->dispatch.buffer, memory, words);
    if (good)
        r->api->memory(r->sim, memory, words);
    enum wf_exit status = good ? (enum wf_exit)run_phase(r, RTL_PROBE, job, 1) : cli_no_memory_for(r->run->file);
    if (!status)
        status = check_expectations(r, memory, words);
    if (status != WF_EXIT_WRONG)                /* else the report comes first */
        r->phase = RTL_OVER;
    free(memory);
    wf_kernel_free(kernel);
    return status;
}

/* The machine was reset in the middle of a dispatch: nothing of it is left, neither here. */
static void begin_again(struct rtl *r)
{
    progress_clear(&r->progress);
    fprintf(stderr, "%s: note: reset in cycle %" PRIu64 "\n", r->run->file, r->run->reset_at);
    r->run->reset_at = 0;
    r->api->reset(r->sim);
    memset(r->memory, 0, r->words * sizeof *r->memory);
    wf_kernel_fill(r->run->kernel, r->jobs->dispatch.buffer, r->memory, r->words);
}

/* The mesh groups that the tasks have emitted, in a phase of their own: until here their number was not known. */
static int run_mesh(struct rtl *r)
{
    struct rtl_job *job = &r->jobs[1];
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    memcpy(buffers, r->jobs->dispatch.buffer, sizeof buffers);
    const enum wf_exit status = stages_continue(r->run, buffers, &r->memory, &r->words);
    if (status)
        return (int)status;
    for (size_t i = 0; i < r->count; i++)
        memcpy(r->jobs[i].dispatch.buffer, buffers, sizeof buffers);
    memcpy(job->dispatch.desc.grid, job->kernel->desc.grid, sizeof job->dispatch.desc.grid);
    job->dispatch.reject = wf_dispatch_check(&job->dispatch.desc, &r->run->device, &job->dispatch.shape);
    r->api->memory(r->sim, r->memory, r->words);
    r->cycles_before = r->stats.cycles;
    return run_phase(r, RTL_MAIN, job, 1);
}

static int run_main(struct rtl *r)
{
    memset(&r->stats, 0, sizeof r->stats);
    r->cycles_before = 0;
    if (!wf_stages_mesh(r->run->kernel))
        return run_phase(r, RTL_MAIN, r->jobs, r->count);
    int status = run_phase(r, RTL_MAIN, r->jobs, 1);
    if (!status)
        status = run_mesh(r);
    r->from = r->jobs;
    r->sends = r->count;
    return status;
}

static enum wf_exit run_all(struct rtl *r)
{
    const bool refused = r->jobs->dispatch.reject;
    int status = WF_EXIT_OK;
    do {
        if (status == AGAIN)
            begin_again(r);
        status = r->jobs->kernel->desc.report_wave_size && !refused ? run_phase(r, RTL_COMMIT, r->jobs, 1) : WF_EXIT_OK;
        if (!status && !rtl_observe_begin(r))
            return cli_no_memory_for(r->run->file);
        if (!status)
            status = run_main(r);
    } while (status == AGAIN);
    if (!status && !refused)
        status = (int)check_expectations(r, r->memory, r->words);
    if (!status && refused)
        status = (int)probe(r);
    return (enum wf_exit)status;
}

static enum wf_exit perform(struct rtl *r)
{
    const enum wf_reject reject = set_up_jobs(r) ? r->jobs->dispatch.reject : WF_REJECT_NONE;
    if (!r->jobs || !r->memory || !r->jobs->source)
        return cli_no_memory_for(r->run->file);
    if (r->run->out[RUN_TRACE].file)
        wf_trace_header(r->run->out[RUN_TRACE].file);
    const bool as_expected = wf_verdict_dispatch(r->run->file, r->jobs->kernel, reject);
    if (!as_expected && reject)
        return WF_EXIT_INPUT;
    r->api->memory(r->sim, r->memory, r->words);
    const enum wf_exit status = as_expected ? run_all(r) : WF_EXIT_WRONG;
    if (status != WF_EXIT_OK && status != WF_EXIT_WRONG)
        return status;
    const enum wf_exit watched = r->run->rewritten || r->run->first_group ? WF_EXIT_OK :
                                 run_watch_beside(r->run, r->stats.work.instructions, &r->watched);
    if (!watched && !status && wf_stages_mesh(r->run->kernel)) {       /* the watch had mesh groups of its own */
        struct wf_buffer buffers[WF_MAX_BUFFERS];
        memcpy(buffers, r->jobs->dispatch.buffer, sizeof buffers);
        char message[WF_STAGES_MESSAGE];
        bool no_memory;
        if (!wf_stages_expand(r->run->kernel, buffers, r->memory, message, &no_memory))
            return cli_no_memory_for(r->run->file);
    }
    return watched ? watched : rtl_report(r, !status && !r->watched.wrong);
}

static struct wf_sim_setup setup_of(struct rtl *r)
{
    const struct run *run = r->run;
    return (struct wf_sim_setup){
        .seed = run->seed, .limit = run->limit ? run->limit : RTL_MAX_CYCLES, .latency = run->memory_latency,
        .lines = run->memory_lines, .period = run->memory_period, .banks = run->memory_banks,
        .bank_period = run->memory_bank_period,
        .order = !run->memory_order                  ? WF_SIM_ORDER_OF_SEED
                 : strcmp(run->memory_order, "any") ? WF_SIM_ORDER_ASKED : WF_SIM_ORDER_ANY,
        .event = rtl_event, .events = rtl_events(run), .user = r};
}

/* The kernel is that of the device. */
static bool is_same(const struct wf_device *a, const struct wf_device *b)
{
    return a->lanes == b->lanes && a->waves == b->waves && a->groups == b->groups && a->regs == b->regs &&
           a->lds_words == b->lds_words && a->lds_banks == b->lds_banks && a->imem_words == b->imem_words &&
           wf_device_reg_rows(a) == wf_device_reg_rows(b) && wf_device_cores(a) == wf_device_cores(b);
}

/* What a copy of this program does, where the simulator is a library. */
static enum wf_exit work(void *user, FILE *said)
{
    struct rtl r = {.run = user, .said = said};
    struct simulator_device device;
    progress_begin(&r.progress, r.run->place);
    const struct wf_sim_setup setup = setup_of(&r);
    if (!simulator_open(&r.run->simulator, &setup, r.run->out[RUN_WAVES].temporary, &device))
        return WF_EXIT_ENVIRONMENT;
    r.api = device.api;
    r.sim = device.sim;
    r.built = r.api->build(r.sim);
    r.cores = wf_device_cores(&r.built->device);
    enum wf_exit status = WF_EXIT_ENVIRONMENT;
    if (is_same(&r.built->device, &r.run->device))
        status = perform(&r);
    else
        simulator_is_other(&r.run->simulator);
    const enum wf_exit closed = simulator_close(&device);
    const bool has_view = !closed && r.run->out[RUN_VIEW].file && (status == WF_EXIT_OK || status == WF_EXIT_WRONG);
    if (has_view)
        run_write_view(r.run, &r.shown, r.stats.cycles);
    if (has_view && !wf_output_flush(&r.run->out[RUN_VIEW]))
        status = WF_EXIT_ENVIRONMENT;
    run_seen_free(&r.seen);
    wf_timeline_free(r.timeline);
    free_jobs(&r);
    return closed ? closed : status;
}

enum wf_exit run_on_rtl(struct run *run)
{
    const enum wf_exit status = simulator_run(&run->simulator, run->out[RUN_WAVES].file, work, run, &run->verdict);
    const bool wrote = run->out[RUN_WAVES].file && (status == WF_EXIT_OK || status == WF_EXIT_WRONG);
    const char *fault = wrote ? fst_file_fault(run->out[RUN_WAVES].temporary) : NULL;
    if (!fault)
        return status;
    return cli_tell(WF_EXIT_ENVIRONMENT, "%s: error: cannot write: %s\n", run->name[RUN_WAVES], fault);
}
