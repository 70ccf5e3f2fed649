/* SPDX-License-Identifier: Apache-2.0
 * sweep.c - wavefold run at several wave sizes and seeds: `--wave-size all`, a list of sizes, `--seeds N`.
 *
 * A copy of this program makes each run, one after another, so that what one leaves, or dies of, reaches no other.  Its
 * figures and its memory come back in memory that both share; its messages in a file, because many runs have the same.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "process.h"
#include "results.h"
#include "said.h"
#include "sweep.h"
#include "wavefold/stages.h"

/* ---- progress ---------------------------------------------------------------------------------------------------- */

/* "wave size 8, seed 3" */
struct place { char text[64]; };
static struct place place_of(const struct sweep *s, unsigned size, uint64_t seed)
{
    struct place place;
    size_t used = (size_t)snprintf(place.text, sizeof place.text, size ? "wave size %u" : "the wave size of the device",
                                   size);
    if (s->seeds > 1)
        snprintf(place.text + used, sizeof place.text - used, ", seed %" PRIu64, seed);
    return place;
}

/* The run shows more of it when it takes long. */
static void show_progress(const struct sweep *s, const struct run *point)
{
    if (!s->terminal)
        return;
    fprintf(said_terminal(), "\r\033[K  %s ..", point->place);
    fflush(said_terminal());
}

static void clear_progress(const struct sweep *s)
{
    if (s->terminal) {
        fputs("\r\033[K", said_terminal());
        fflush(said_terminal());
    }
}

/* ---- messages of the runs ---------------------------------------------------------------------------------------- */

/* Print them, or note which run had the same. */
static void pass_on(struct sweep *s, size_t number, char *text)
{
    struct sweep_run *run = &s->run[number];
    if (!text || !*text) {
        free(text);
        return;
    }
    for (size_t i = 0; i < number; i++)
        if (s->run[i].messages && !strcmp(s->run[i].messages, text)) {
            s->run[i].others++;
            free(text);
            return;
        }
    run->messages = text;
    clear_progress(s);
    fprintf(stderr, "at %s:\n%s%s", place_of(s, run->size, run->seed).text, text, text[strlen(text) - 1] == '\n' ? "" : "\n");
}

static void note_others(const struct sweep *s)
{
    for (size_t i = 0; i < s->runs; i++)
        if (s->run[i].others) {
            fprintf(stderr, "%s: note: %zu more run%s had the messages of %s\n", s->base->file, s->run[i].others,
                    s->run[i].others == 1 ? "" : "s", place_of(s, s->run[i].size, s->run[i].seed).text);
        }
}

/* ---- one run ----------------------------------------------------------------------------------------------------- */

struct point {
    struct run *run;
    FILE *messages;
};

/* In the copy. */
static enum wf_exit work(void *user, FILE *said)
{
    const struct point *point = user;
    (void)said;
    if (!said_into(point->messages))
        return WF_EXIT_ENVIRONMENT;
    const enum wf_exit status = point->run->rtl ? run_on_rtl(point->run) : run_on_model(point->run);
    if (point->run->out[RUN_STATS].file && fflush(point->run->out[RUN_STATS].file) != 0)
        return cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: cannot write the figures: %s\n", strerror(errno));
    return status;
}

static enum wf_exit fork_run(const struct sweep *s, struct point *point)
{
    struct process process;
    fflush(NULL);                               /* the copy has what this program has not written yet */
    if (!process_fork(&process, work, point))
        return cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: cannot start a run: %s\n", strerror(errno));
    free(process_listen(&process));
    const int status = process_wait(&process);
    if (status >= 0 && WIFEXITED(status))
        return (enum wf_exit)WEXITSTATUS(status);
    clear_progress(s);
    return cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: a run was ended by signal %d\n",
                    status < 0 ? 0 : WTERMSIG(status));
}

/* The mesh groups of the run, which this process does not know yet. */
static bool take_mesh_groups(struct wf_kernel *kernel, const struct run_capture *capture)
{
    struct wf_buffer place[WF_MAX_BUFFERS];
    char message[WF_STAGES_MESSAGE];
    bool no_memory;
    wf_kernel_place(kernel, place);
    return !wf_stages_mesh(kernel) || wf_stages_expand(kernel, place, capture->word, message, &no_memory);
}

static enum wf_exit keep(struct sweep *s, struct sweep_run *run, struct wf_kernel *kernel,
                         const struct run_capture *capture)
{
    const struct wf_run_figures *f = &capture->figures;
    run->figures = (struct sweep_figures){
        .wave_size = f->wave_size, .waves = f->waves, .instructions = f->instructions,
        .cycles = f->counter[WF_CNT_CYCLES], .faults = f->faults, .races = f->races,
        .divergent_barriers = f->divergent_barriers, .races_watched = f->races_watched};
    run->ended = capture->ended;
    s->wrong += run->status == WF_EXIT_WRONG;
    if (!capture->ended || (take_mesh_groups(kernel, capture) &&
                            results_add(&s->results, run->size, run->seed, kernel, capture->word)))
        return WF_EXIT_OK;
    return cli_no_memory();
}

static enum wf_exit one(struct sweep *s, struct run *point, unsigned size)
{
    struct sweep_run *run = &s->run[s->runs];
    *run = (struct sweep_run){.size = size, .seed = point->seed};
    point->capture = run_capture_new(point->kernel);
    struct point both = {.run = point, .messages = tmpfile()};
    FILE *stats = s->base->name[RUN_STATS] ? tmpfile() : NULL;
    point->out[RUN_STATS] = (struct wf_output){.file = stats};
    enum wf_exit status = WF_EXIT_ENVIRONMENT;
    if (!point->capture || !both.messages || (s->base->name[RUN_STATS] && !stats))
        cli_tell(status, "wavefold: error: cannot start a run: %s\n", strerror(errno));
    else
        status = run->status = fork_run(s, &both);
    if (both.messages)
        pass_on(s, s->runs, said_in(both.messages));
    if (status == WF_EXIT_OK || status == WF_EXIT_WRONG) {
        s->runs++;
        status = keep(s, run, point->kernel, point->capture);
        run->stats = stats && !status ? said_in(stats) : NULL;
    }
    if (stats)
        fclose(stats);
    if (both.messages)
        fclose(both.messages);
    run_capture_free(point->capture);
    return status;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static enum wf_exit all_seeds(struct sweep *s, struct wave_size *size)
{
    struct run point = *s->base;
    point.lanes = size->device.lanes;
    point.wave_size = size->size;
    point.simulator = (struct simulator){.program = NULL};
    point.verdict = NULL;
    point.dumps = 0;
    enum wf_exit status = run_choose_device(&point);
    point.kernel = size->kernel;
    for (unsigned i = 0; i < s->seeds && !status; i++) {
        point.seed = s->base->seed + i;
        const struct place place = place_of(s, point.wave_size, point.seed);
        point.place = place.text;
        show_progress(s, &point);
        status = one(s, &point, size->size);
    }
    simulator_free(&point.simulator);
    return status;
}

/* The sizes that are asked for; those of a list must be allowed. */
static enum wf_exit ask_sizes(struct sweep *s)
{
    const struct run *base = s->base;
    const struct wf_device *fixed = base->rtl && simulator_named() ? &base->device : NULL;
    for (unsigned size = 4; size <= WF_MAX_LANES && base->sweep.all_sizes; size *= 2)
        s->asked[s->sizes++].size = size;
    for (unsigned i = 0; i < base->sweep.sizes; i++)
        s->asked[s->sizes++].size = base->sweep.size[i];
    if (!s->sizes)
        s->asked[s->sizes++].size = base->wave_size;
    for (unsigned i = 0; i < s->sizes; i++) {
        wave_size_ask(&s->asked[i], s->asked[i].size, base->file, &base->input.text, base->lanes, fixed);
        s->allowed += s->asked[i].kernel != NULL;
        if (!s->asked[i].kernel && !base->sweep.all_sizes)
            return cli_tell(base->is_shader ? WF_EXIT_WRONG : WF_EXIT_INPUT, "%s: error: wave size %u: %s\n",
                            base->file, s->asked[i].size, s->asked[i].why);
    }
    return WF_EXIT_OK;
}

/* The size whose kernel is parsed with its messages, for the notes of the file and the names of its inputs. */
static enum wf_exit parse_aloud(struct sweep *s, struct wave_size *size)
{
    struct run *base = s->base;
    wave_size_free(size);
    size->kernel = wf_text_parse_inputs(base->file, &base->input.text, &size->device, size->size, &base->input.inputs);
    return size->kernel ? WF_EXIT_OK : wf_inputs_status(&base->input.inputs);
}

/* None is allowed, or the file expects to be refused: one run, as the device chooses. */
static enum wf_exit take_default(struct sweep *s)
{
    for (unsigned i = 0; i < s->sizes; i++)
        wave_size_free(&s->asked[i]);
    s->asked[0] = (struct wave_size){.device = s->base->device};
    s->sizes = s->allowed = 1;
    const enum wf_exit status = parse_aloud(s, &s->asked[0]);
    if (!status && !s->asked[0].kernel->expect_reject)
        fprintf(stderr, "%s: note: no wave size fits all dispatches of the file: each takes its own\n", s->base->file);
    return status;
}

static enum wf_exit choose_sizes(struct sweep *s)
{
    const struct run *base = s->base;
    struct wf_kernel *kernel = wf_text_parse_silently(base->file, &base->input.text, &base->device, 0);
    const bool refused = kernel && kernel->expect_reject;
    unsigned first = 0;
    wf_kernel_free(kernel);
    const enum wf_exit status = refused ? WF_EXIT_OK : ask_sizes(s);
    if (status)
        return status;
    if (!s->allowed)
        return take_default(s);
    while (!s->asked[first].kernel)
        first++;
    return parse_aloud(s, &s->asked[first]);
}

/* The device where nothing else chooses one: that of WAVEFOLD_SIM, or as without a wave size. */
static enum wf_exit begin(struct sweep *s)
{
    struct run *base = s->base;
    if (base->rtl && simulator_named())
        return run_choose_device(base);
    base->device = wf_build_device(cli_device_lanes(base->lanes, base->wave_size));
    return WF_EXIT_OK;
}

static enum wf_exit open_stats(struct run *base)
{
    const char *name = base->name[RUN_STATS];
    return !name || wf_output_open(&base->out[RUN_STATS], name, false) ? WF_EXIT_OK : WF_EXIT_ENVIRONMENT;
}

/* Before the first run: which sizes have no simulator, each told once for its device.  None has one: that is the end. */
static enum wf_exit find_simulators(struct sweep *s)
{
    enum wf_exit status = WF_EXIT_OK;
    unsigned lacking = 0;
    for (unsigned i = 0; i < s->sizes; i++) {
        unsigned k = 0;
        if (!s->asked[i].kernel)
            continue;
        while (k < i && (!s->asked[k].kernel || s->asked[k].device.lanes != s->asked[i].device.lanes))
            k++;
        struct run point = *s->base;
        point.lanes = s->asked[i].device.lanes;
        point.wave_size = 0;
        point.simulator = (struct simulator){.program = NULL};
        const enum wf_exit this = k < i ? WF_EXIT_OK : run_choose_device(&point);
        s->not_run[i] = k < i ? s->not_run[k] : this != WF_EXIT_OK;
        lacking += s->not_run[i];
        status = this ? this : status;
        simulator_free(&point.simulator);
    }
    s->base->lacks_simulators = lacking > 0;
    return status == WF_EXIT_ENVIRONMENT && lacking < s->allowed ? WF_EXIT_OK : status;
}

static enum wf_exit perform(struct sweep *s)
{
    enum wf_exit status = begin(s);
    if (!status)
        status = input_read(&s->base->input, s->base->file, s->base->variant, &s->base->shader, false);
    if (!status)
        status = choose_sizes(s);
    if (!status)
        status = run_check_parsed(s->base, sweep_kernel(s));
    if (!status && s->base->rtl)
        status = find_simulators(s);
    if (!status)
        status = open_stats(s->base);
    if (!status) {
        s->run = calloc((size_t)s->sizes * s->seeds + 1, sizeof *s->run);
        status = s->run ? WF_EXIT_OK : cli_no_memory();
    }
    for (unsigned i = 0; i < s->sizes && !status; i++)
        if (s->asked[i].kernel && !s->not_run[i])
            status = all_seeds(s, &s->asked[i]);
    clear_progress(s);
    if (s->run)
        note_others(s);
    return status ? status : sweep_report(s);
}

enum wf_exit run_sweep(struct run *run)
{
    struct sweep s = {.base = run, .seeds = run->sweep.seeds ? run->sweep.seeds : 1,
                      .terminal = isatty(fileno(said_terminal())) == 1};
    const enum wf_exit status = perform(&s);
    for (unsigned i = 0; i < s.sizes; i++)
        wave_size_free(&s.asked[i]);
    for (size_t i = 0; s.run && i < s.runs; i++) {
        free(s.run[i].messages);
        free(s.run[i].stats);
    }
    free(s.run);
    results_free(&s.results);
    return status;
}
