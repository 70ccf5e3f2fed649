/* SPDX-License-Identifier: Apache-2.0
 * wf_bench.c - the C side of the lock-step bench (see wf_bench.h).
 */
#define _POSIX_C_SOURCE 200809L
#include "wf_bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../../c_model/cli/dump.h"
#include "../../c_model/cli/figures.h"
#include "../../c_model/cli/kernel_file.h"
#include "../../c_model/cli/output.h"
#include "../../c_model/cli/trace.h"
#include "../../c_model/cli/verdict.h"
#include "wf_memory.h"

enum { IDLE_LIMIT = 20000 };                    /* cycles without any event: the machine hangs */
enum { SLOTS = 256 };                           /* of the largest build */
enum { CHANNELS = 11 };                         /* of WF_CYCLE_HOLD, then mreq_ready, done_ready */
#define DEFAULT_MAX_CYCLES UINT64_C(5000000)

/* A legal dispatch that must still run after a refused one. */
static const char probe_text[] = "[numthreads(11,1,1)]\nbuffer Out[33]\ndispatch 3\ncode\n sv r0, dtid.x\n shl r1, r0, 2\n"
                                 " store Out[r1], r0\n end\nexpect Out = each i\n";

enum phase { PHASE_COMMIT, PHASE_MAIN, PHASE_PROBE, PHASE_OVER };
enum step { STEP_CODE, STEP_BUFFERS, STEP_DESC, STEP_WAIT };
enum profile { PROFILE_NONE, PROFILE_LIGHT, PROFILE_HEAVY, PROFILE_BURSTS, PROFILE_LATE };

/* One dispatch and both memories. */
struct job {
    struct wf_kernel *kernel;
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    size_t words;
    uint32_t *model_memory, *rtl_memory;
    const char **source;                        /* text of each instruction */
    enum wf_reject code;                        /* what the rules say */
    struct wf_shape shape;
};

static struct bench {
    const char *path, *simulator;
    unsigned asked_wave_size;
    uint64_t seed, max_cycles, reset_at;        /* reset_at: UINT64_MAX for never */
    uint64_t asked_latency, memory_lines;       /* UINT64_MAX: the seed's; lines a cycle */
    struct wf_device device;
    unsigned lds_banks;
    struct job main_job, probe_job, *job;
    enum phase phase;
    enum step step;
    size_t index;
    uint32_t field[WF_BENCH_FIELDS];
    struct wf_lockstep *ls;                     /* while an accepted dispatch runs */
    struct wf_memory *memory;
    struct wf_lockstep_stats stats;             /* of the main dispatch, once it ended */
    enum profile profile;
    uint64_t prng;
    uint64_t clock, last_event;                 /* cycles since the simulation began */
    uint64_t cycle;                             /* since the descriptor was accepted: what a user reads */
    bool accepted, has_waveform;
    size_t quads_sent;                          /* of the pixel shader that runs */
    unsigned burst_left[CHANNELS];
    uint32_t burst_held;
    uint64_t counters[WF_COUNTERS], before[WF_COUNTERS], faults_before, line_accesses;
    struct wf_output trace, stats_file, dump[WF_MAX_BUFFERS];
    bool stopped;
    enum wf_exit status;
    bool terminal, progress_shown;
    struct timespec started, progress_at;
    uint64_t issued[SLOTS];                     /* cycle in which the slot's instruction was picked, for the trace */
} b;

static void report(bool passed);
static struct wf_memory_timing memory_timing(void);

/* ---- options and set-up ------------------------------------------------------------------------------------------------ */

static const char *option(int argc, char *const *argv, const char *name)
{
    size_t n = strlen(name);
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '+' && !strncmp(argv[i] + 1, name, n) && argv[i][n + 1] == '=')
            return argv[i] + n + 2;
    return NULL;
}

static bool number_option(int argc, char *const *argv, const char *name, uint64_t *value)
{
    const char *text = option(argc, argv, name);
    char *end;
    if (!text)
        return true;
    *value = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0')
        return true;
    fprintf(stderr, "error: +%s=%s: a number was expected\n", name, text);
    return false;
}

static bool set_up_job(struct job *job, struct wf_kernel *kernel)
{
    job->kernel = kernel;
    if (!kernel) {
        b.status = WF_EXIT_INPUT;
        return false;
    }
    job->words = wf_kernel_place(kernel, job->buffers);
    job->model_memory = calloc(job->words ? job->words : 1, sizeof(uint32_t));
    job->rtl_memory = calloc(job->words ? job->words : 1, sizeof(uint32_t));
    job->source = calloc(kernel->count ? kernel->count : 1, sizeof *job->source);
    if (!job->model_memory || !job->rtl_memory || !job->source) {
        fprintf(stderr, "%s: error: out of memory\n", b.path);
        return false;
    }
    for (size_t i = 0; i < kernel->count; i++)
        job->source[i] = wf_kernel_source(kernel, i);
    wf_kernel_fill(kernel, job->buffers, job->model_memory, job->words);
    wf_kernel_fill(kernel, job->buffers, job->rtl_memory, job->words);
    job->code = wf_dispatch_check(&kernel->desc, &b.device, &job->shape);
    if (kernel->count <= b.device.imem_words)
        return true;
    fprintf(stderr, "%s: error: %zu instructions, but this build has room for %u\n", b.path, kernel->count, b.device.imem_words);
    b.status = WF_EXIT_INPUT;
    return false;
}

static void ignore_diagnostic(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    (void)user, (void)line, (void)column, (void)error, (void)text;
}

static void free_job(struct job *job)
{
    if (job->kernel)
        wf_kernel_free(job->kernel);
    free(job->model_memory);
    free(job->rtl_memory);
    free(job->source);
}

/* What this simulator is, for the program that starts it. */
static void print_device(bool traced)
{
    const struct wf_device *d = &b.device;
    printf("DEVICE lanes=%u slots=%u groups=%u regs=%u lds-words=%u imem-words=%u traced=%d\n", d->lanes, d->waves, d->groups, d->regs,
           d->lds_words, d->imem_words, traced);
    fflush(stdout);
}

static bool has_option(int argc, char *const *argv, const char *word)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], word))
            return true;
    return false;
}

/* The kernel comes on standard input; +kernel=NAME is its name. */
static bool read_kernel(void)
{
    struct wf_text text;
    b.status = wf_text_read("-", &text);
    if (b.status)
        return false;
    bool good = set_up_job(&b.main_job, wf_text_parse(b.path, &text, &b.device, b.asked_wave_size));
    free(text.text);
    return good;
}

/* The answer of the rules is what the file expects; a refused dispatch is followed by a legal one. */
static bool check_dispatch(void)
{
    const struct wf_kernel *kernel = b.main_job.kernel;
    enum wf_reject code = b.main_job.code;
    if (code != (kernel->expect_reject ? kernel->reject : WF_REJECT_NONE)) {
        fprintf(stderr, "%s: error: model: %s\n", b.path,
                code ? wf_reject_text(code) : "the dispatch is legal, but the file expects it to be refused");
        if (!code)
            report(false);
        b.status = code ? WF_EXIT_INPUT : WF_EXIT_WRONG;
        return false;
    }
    if (!code || set_up_job(&b.probe_job, wf_kernel_parse(probe_text, sizeof probe_text - 1, &b.device, 0, ignore_diagnostic, NULL)))
        return true;
    fprintf(stderr, "error: the probe dispatch does not assemble\n");
    b.status = WF_EXIT_ENVIRONMENT;
    return false;
}

static bool open_outputs(int argc, char *const *argv)
{
    const char *trace = option(argc, argv, "trace"), *stats = option(argc, argv, "stats");
    bool good = (!trace || wf_output_inherit(&b.trace, trace)) && (!stats || wf_output_inherit(&b.stats_file, stats));
    for (unsigned i = 0; i < b.main_job.kernel->buffers && good; i++) {
        char name[16];
        snprintf(name, sizeof name, "dump%u", i);
        const char *dump = option(argc, argv, name);
        good = !dump || wf_output_inherit(&b.dump[i], dump);
    }
    if (good && trace)
        wf_trace_header(b.trace.file);
    b.has_waveform = option(argc, argv, "waves") != NULL;
    return good;
}

static void first_phase(void)
{
    b.phase = b.main_job.kernel->desc.report_wave_size && !b.main_job.code ? PHASE_COMMIT : PHASE_MAIN;
    b.job = &b.main_job;
    b.step = b.phase == PHASE_COMMIT ? STEP_DESC : STEP_CODE;
    b.index = 0;
}

bool wf_bench_start(int argc, char *const *argv, const struct wf_device *built, unsigned lds_banks, const char *simulator, bool traced)
{
    b.status = WF_EXIT_ENVIRONMENT;             /* until something ran */
    b.phase = PHASE_OVER;
    b.stopped = true;
    b.device = *built;
    b.lds_banks = lds_banks;
    b.simulator = simulator;
    b.path = option(argc, argv, "kernel");
    b.max_cycles = DEFAULT_MAX_CYCLES;
    b.asked_latency = b.reset_at = UINT64_MAX;
    b.memory_lines = WF_MEMORY_LINES;
    clock_gettime(CLOCK_MONOTONIC, &b.started);
    b.progress_at = b.started;
    uint64_t wave_size = 0;
    if (has_option(argc, argv, "+device")) {
        print_device(traced);
        b.status = WF_EXIT_OK;
        return false;
    }
    if (!b.path) {
        fprintf(stderr, "error: +kernel=NAME is missing (wavefold run FILE --on rtl starts this program)\n");
        return false;
    }
    if (!number_option(argc, argv, "seed", &b.seed) || !number_option(argc, argv, "wave_size", &wave_size) ||
        !number_option(argc, argv, "max_cycles", &b.max_cycles) || !number_option(argc, argv, "memory_latency", &b.asked_latency) ||
        !number_option(argc, argv, "memory_lines", &b.memory_lines) || !number_option(argc, argv, "reset_at", &b.reset_at))
        return false;
    b.asked_wave_size = (unsigned)wave_size;
    if (!read_kernel())
        return false;
    if (!open_outputs(argc, argv)) {
        b.status = WF_EXIT_ENVIRONMENT;
        return false;
    }
    if (!check_dispatch())
        return false;
    b.profile = b.seed == 0 ? PROFILE_NONE : (enum profile)(1 + (b.seed - 1) % 4);
    b.prng = (b.seed + 1) * 0x9e3779b97f4a7c15u | 1;
    first_phase();
    b.stopped = false;
    b.terminal = isatty(STDERR_FILENO) == 1;
    return true;
}

/* ---- verdicts -------------------------------------------------------------------------------------------------------- */

static double seconds_since(const struct timespec *from)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - from->tv_sec) + 1e-9 * (double)(now.tv_nsec - from->tv_nsec);
}

static void clear_progress(void)
{
    if (b.progress_shown)
        fputs("\r\033[K", stderr);
    b.progress_shown = false;
}

static void stop_failed(void)
{
    const struct job *job = &b.main_job;
    unsigned size = job->shape.wave_size ? job->shape.wave_size : b.asked_wave_size;
    fprintf(stderr, "reproduce: wavefold run %s --on rtl%s --lanes %u", b.path, strcmp(b.simulator, "icarus") ? "" : " --sim icarus",
            b.device.lanes);
    if (size)
        fprintf(stderr, " --wave-size %u", size);
    fprintf(stderr, " --seed %" PRIu64, b.seed);
    if (b.max_cycles != DEFAULT_MAX_CYCLES)
        fprintf(stderr, " --limit %" PRIu64, b.max_cycles);
    if (b.asked_latency != UINT64_MAX)
        fprintf(stderr, " --memory-latency %" PRIu64, b.asked_latency);
    if (b.memory_lines != WF_MEMORY_LINES)
        fprintf(stderr, " --memory-lines %" PRIu64, b.memory_lines);
    fputc('\n', stderr);
    b.stopped = true;
    report(false);
    b.phase = PHASE_OVER;
}

/* The first difference: printed once, and the run stops. */
static void check(bool agrees)
{
    if (agrees || b.stopped)
        return;
    clear_progress();
    fprintf(stderr, "%s: error: hardware and model differ%s\n%s", b.path, b.phase == PHASE_PROBE ? " in the legal dispatch after the refused one" : "",
            wf_lockstep_difference(b.ls));
    stop_failed();
}

/* A difference in what the checker does not see: the answer to a descriptor, an event while nothing runs. */
static void fail(const char *what, uint64_t hardware, uint64_t model)
{
    if (b.stopped)
        return;
    clear_progress();
    fprintf(stderr, "%s: error: hardware and model differ\nDIFFERENCE in cycle %" PRIu64 ": %s\n  hardware     %" PRIu64
                    "\n  model        %" PRIu64 "\n", b.path, b.cycle, what, hardware, model);
    stop_failed();
}

static void print_line(void *user, const char *line)
{
    (void)user;
    fprintf(stderr, "%s\n", line);
}

static void hang(bool idle)
{
    clear_progress();
    if (idle)
        fprintf(stderr, "%s: error: the machine hangs: nothing happened for %" PRIu64 " cycles; in cycle %" PRIu64 ":\n", b.path,
                b.clock - b.last_event, b.cycle);
    else
        fprintf(stderr, "%s: error: the dispatch has not ended after %" PRIu64 " cycles:\n", b.path, b.cycle);
    if (b.ls)
        wf_lockstep_explain(b.ls, b.cycle, print_line, NULL);
    if (!b.ls)
        fprintf(stderr, "  the descriptor is not answered\n");
    stop_failed();
}

static void write_dumps(void)
{
    const struct job *job = &b.main_job;
    for (unsigned i = 0; i < job->kernel->buffers; i++)
        if (b.dump[i].file)
            wf_dump(b.dump[i].file, &job->kernel->buffer[i], job->rtl_memory + job->buffers[i].base / 4);
}

/* The outputs are complete; false when one could not be written. */
static bool close_outputs(void)
{
    bool good = wf_output_commit(&b.stats_file);
    good = wf_output_commit(&b.trace) && good;
    for (unsigned i = 0; i < WF_MAX_BUFFERS; i++)
        good = wf_output_commit(&b.dump[i]) && good;
    return good;
}

/* The run is over: figures, dumps, the verdict line and the exit status. */
static void report(bool passed)
{
    const struct job *job = &b.main_job;
    const struct wf_lockstep_stats *s = b.ls && b.phase == PHASE_MAIN ? wf_lockstep_stats(b.ls) : &b.stats;
    struct wf_run_figures figures = {
        .kernel = b.path, .on = !strcmp(b.simulator, "icarus") ? "rtl-icarus" : "rtl", .device = b.device,
        .wave_size = job->shape.wave_size, .seed = b.seed, .passed = passed, .nothing_compared = job->kernel->expectations == 0,
        .groups = s->groups, .waves = s->waves, .instructions = s->instructions, .lane_instructions = s->lane_instructions,
        .barrier_releases = s->barrier_releases, .on_hardware = true, .memory_latency = memory_timing().least,
        .memory_lines = b.memory_lines, .line_accesses = b.line_accesses, .compared = s->compared, .atomic_operations = s->atomic_operations,
        .seconds = seconds_since(&b.started)};
    memcpy(figures.counter, b.counters, sizeof figures.counter);
    if (!b.counters[WF_CNT_CYCLES])             /* it did not get as far as its counters */
        figures.counter[WF_CNT_CYCLES] = b.cycle;
    clear_progress();
    write_dumps();
    if (b.stats_file.file)
        wf_figures_json(b.stats_file.file, &figures);
    b.status = passed ? WF_EXIT_OK : WF_EXIT_WRONG;
    if (!close_outputs())
        b.status = WF_EXIT_ENVIRONMENT;
    wf_figures_line(stdout, &figures);
    fflush(stdout);
}

int wf_bench_status(void)
{
    return (int)(b.status == WF_EXIT_OK && !b.stopped ? WF_EXIT_ENVIRONMENT : b.status);
}

void wf_bench_close(void)
{
    close_outputs();
    wf_lockstep_free(b.ls);
    wf_memory_free(b.memory);
    free_job(&b.main_job);
    free_job(&b.probe_job);
    b.ls = NULL;
    b.memory = NULL;
    b.main_job = b.probe_job = (struct job){0};
}

/* ---- what to do next --------------------------------------------------------------------------------------------------- */

/* The seed's latencies; a latency that was asked for takes the place of its least one. */
static struct wf_memory_timing memory_timing(void)
{
    static const struct wf_memory_timing of_profile[] = {
        [PROFILE_NONE] = {.least = WF_MEMORY_LATENCY}, [PROFILE_LIGHT] = {.least = 4, .spread = 40}, [PROFILE_HEAVY] = {.least = 1, .spread = 300},
        [PROFILE_BURSTS] = {.least = 1, .spread = 30, .burst_period = 256}, [PROFILE_LATE] = {.least = 100, .spread = 400}};
    struct wf_memory_timing timing = of_profile[b.profile];
    if (b.asked_latency != UINT64_MAX)
        timing.least = (unsigned)b.asked_latency;
    timing.lines = (unsigned)b.memory_lines;
    return timing;
}

/* The descriptor goes out: from now on events belong to this dispatch. */
static bool begin_dispatch(void)
{
    struct job *job = b.job;
    wf_desc_pack(&job->kernel->desc, b.phase == PHASE_COMMIT, b.field);
    b.step = STEP_WAIT;
    b.last_event = b.clock;
    b.cycle = 0;
    if (b.phase == PHASE_COMMIT || job->code)
        return true;
    const struct wf_lockstep_setup setup = {
        .device = &b.device, .desc = &job->kernel->desc, .shape = &job->shape, .code = job->kernel->code, .line = job->kernel->line,
        .source = job->source,
        .count = job->kernel->count, .buffers = job->buffers, .memory = job->model_memory, .memory_words = job->words,
        .lds_banks = b.lds_banks};
    b.ls = wf_lockstep_new(&setup);
    b.memory = wf_memory_new(job->rtl_memory, job->words, b.device.lanes, b.device.waves, memory_timing(), b.seed);
    if (b.ls && b.memory)
        return true;
    fprintf(stderr, "%s: error: out of memory\n", b.path);
    b.status = WF_EXIT_ENVIRONMENT;
    b.stopped = true;
    return false;
}

enum wf_bench_action wf_bench_next(void)
{
    if (b.stopped || b.phase == PHASE_OVER)
        return WF_BENCH_STOP;
    const struct wf_kernel *kernel = b.job->kernel;
    if (b.step == STEP_CODE && b.index == kernel->count) {
        b.step = STEP_BUFFERS;
        b.index = 0;
    }
    if (b.step == STEP_CODE) {
        b.field[WF_CODE_ADDR] = (uint32_t)b.index;
        b.field[WF_CODE_LOW] = (uint32_t)kernel->code[b.index];
        b.field[WF_CODE_HIGH] = (uint32_t)(kernel->code[b.index] >> 32);
        b.index++;
        return WF_BENCH_CODE;
    }
    if (b.step == STEP_BUFFERS && b.index < WF_MAX_BUFFERS) {
        b.field[WF_BUFFER_INDEX] = (uint32_t)b.index;
        b.field[WF_BUFFER_BASE] = b.index < kernel->buffers ? b.job->buffers[b.index].base : 0;
        b.field[WF_BUFFER_SIZE] = b.index < kernel->buffers ? b.job->buffers[b.index].size : 0;
        b.index++;
        return WF_BENCH_BUFFER;
    }
    return begin_dispatch() ? WF_BENCH_DESC : WF_BENCH_STOP;
}

uint32_t wf_bench_field(unsigned index)
{
    return index < WF_BENCH_FIELDS ? b.field[index] : 0;
}

static void next_phase(enum phase phase)
{
    b.phase = phase;
    b.step = STEP_CODE;
    b.index = 0;
    b.job = phase == PHASE_PROBE ? &b.probe_job : &b.main_job;
    wf_lockstep_free(b.ls);
    wf_memory_free(b.memory);
    b.ls = NULL;
    b.memory = NULL;
    if (phase == PHASE_OVER) {
        b.stopped = true;
        report(true);
    }
}

/* ---- stalls and time --------------------------------------------------------------------------------------------------- */

static uint64_t random_bits(void)
{
    b.prng ^= b.prng << 13;
    b.prng ^= b.prng >> 7;
    b.prng ^= b.prng << 17;
    return b.prng * 0x2545f4914f6cdd1du >> 8;
}

/* One bit a channel: stalled in the next cycle. */
static uint32_t stalls(void)
{
    uint64_t r;
    switch (b.profile) {
    case PROFILE_NONE:
    case PROFILE_LATE:
        return 0;
    case PROFILE_LIGHT:                         /* one cycle in sixteen */
        r = random_bits();
        return (uint32_t)(r & r >> 11 & r >> 22 & r >> 33) & ((1u << CHANNELS) - 1);
    case PROFILE_HEAVY:                         /* three cycles in eight */
        r = random_bits();
        return (uint32_t)(r & (r >> 11 | r >> 22)) & ((1u << CHANNELS) - 1);
    case PROFILE_BURSTS:
        for (unsigned i = 0; i < CHANNELS; i++) {
            if (b.burst_left[i]--)
                continue;
            r = random_bits();
            bool held = r % 4 == 0;
            b.burst_held = (b.burst_held & ~(1u << i)) | (uint32_t)held << i;
            b.burst_left[i] = (unsigned)(r >> 8) % (held ? 40 : 100);
        }
        return b.burst_held;
    }
    return 0;
}

static void show_progress(void)
{
    if (seconds_since(&b.progress_at) < 0.5)
        return;
    clock_gettime(CLOCK_MONOTONIC, &b.progress_at);
    const struct wf_lockstep_stats *s = b.ls ? wf_lockstep_stats(b.ls) : &b.stats;
    fprintf(stderr, "\r\033[K  cycle %" PRIu64 "  waves %" PRIu64 "  instructions compared %" PRIu64, b.cycle, s->waves, s->compared);
    b.progress_shown = true;
}

/* The machine is reset in the middle of a dispatch: nothing of it is left, neither here. */
static void begin_again(void)
{
    struct job *job = &b.main_job;
    clear_progress();
    fprintf(stderr, "%s: note: reset in cycle %" PRIu64 "\n", b.path, b.cycle);
    b.reset_at = UINT64_MAX;
    b.accepted = false;
    wf_lockstep_free(b.ls);
    wf_memory_free(b.memory);
    b.ls = NULL;
    b.memory = NULL;
    memset(job->model_memory, 0, job->words * sizeof *job->model_memory);
    memset(job->rtl_memory, 0, job->words * sizeof *job->rtl_memory);
    wf_kernel_fill(job->kernel, job->buffers, job->model_memory, job->words);
    wf_kernel_fill(job->kernel, job->buffers, job->rtl_memory, job->words);
    memset(b.before, 0, sizeof b.before);
    b.faults_before = 0;
    first_phase();
}

uint32_t wf_bench_cycle(bool room)
{
    b.clock++;
    b.cycle += b.accepted;
    if (b.stopped)
        return WF_CYCLE_STOP;
    if (b.step == STEP_WAIT && b.clock - b.last_event > IDLE_LIMIT)
        hang(true);
    else if (b.accepted && b.cycle >= b.max_cycles)
        hang(false);
    if (b.terminal && b.clock % 8192 == 0)
        show_progress();
    if (b.phase == PHASE_MAIN && b.accepted && b.cycle >= b.reset_at) {
        begin_again();
        return WF_CYCLE_RESET;
    }
    uint32_t held = stalls(), answer = held & WF_CYCLE_HOLD;
    answer |= held & WF_CYCLE_MREQ_READY ? 0 : WF_CYCLE_MREQ_READY;
    answer |= held & WF_CYCLE_DONE_READY ? 0 : WF_CYCLE_DONE_READY;
    if (room && b.memory && wf_memory_ready(b.memory, b.cycle))
        answer |= WF_CYCLE_ANSWER;
    if (b.stopped)
        answer |= WF_CYCLE_STOP;
    return answer;
}

/* ---- quads of a pixel shader ------------------------------------------------------------------------------------------- */

uint32_t wf_bench_quad(void)
{
    static const struct wf_quad nothing;        /* ends a dispatch that draws nothing */
    const struct wf_desc *desc = &b.job->kernel->desc;
    const size_t last = desc->quads ? desc->quads - 1 : 0;

    if (!b.accepted || !b.ls || desc->stage != WF_STAGE_PIXEL || b.quads_sent > last)
        return 0;
    if (b.profile != PROFILE_NONE && random_bits() % 4 == 0)
        return 0;
    const struct wf_quad *quad = desc->quads ? &desc->quad[b.quads_sent] : &nothing;
    const uint32_t mark = b.quads_sent++ == last ? WF_QUAD_LAST : 0;
    return (uint32_t)quad->coverage << WF_QUAD_COVERAGE | (uint32_t)quad->y << 14 | quad->x | WF_QUAD_HERE | mark;
}

/* ---- events ---------------------------------------------------------------------------------------------------------- */

static bool running(const char *what)
{
    b.last_event = b.clock;
    if (b.stopped)
        return false;
    if (b.ls)
        return true;
    fail(what, 1, 0);
    return false;
}

void wf_bench_launch(const struct wf_launch_event *event)
{
    if (!running("a wave was launched while no accepted dispatch runs"))
        return;
    check(wf_lockstep_launch(b.ls, b.cycle, event));
}

void wf_bench_request(const struct wf_request_event *event)
{
    if (!running("a memory request while no accepted dispatch runs"))
        return;
    check(wf_lockstep_request(b.ls, b.cycle, event));
    if (b.stopped || !event->global)
        return;
    const char *wrong = wf_memory_request(b.memory, b.cycle, event->slot, event->kind, event->atom, event->mask, event->address,
                                          event->data, event->compare);
    if (wrong)
        check(wf_lockstep_fail(b.ls, b.cycle, event->slot, wrong));
}

void wf_bench_retire(const struct wf_retire_event *event)
{
    if (!running("an instruction retired while no accepted dispatch runs"))
        return;
    bool agrees = wf_lockstep_retire(b.ls, b.cycle, event);
    check(agrees);
    if (agrees && b.trace.file && b.phase == PHASE_MAIN) {
        const struct wf_trace_place place = {.retired = b.cycle, .issued = b.issued[event->slot], .has_issued = true, .slot = event->slot,
                                             .group = event->group, .wave = event->wave, .lanes = b.device.lanes};
        wf_trace_line(b.trace.file, b.job->kernel, b.job->buffers, &place, wf_lockstep_last(b.ls));
    }
}

void wf_bench_issue(unsigned slot)
{
    if (slot < SLOTS)
        b.issued[slot] = b.cycle;
}

void wf_bench_arrive(unsigned slot)
{
    if (running("a wave arrived at a barrier while no accepted dispatch runs"))
        check(wf_lockstep_arrive(b.ls, b.cycle, slot));
}

void wf_bench_release(const uint32_t *slots)
{
    if (running("a barrier was released while no accepted dispatch runs"))
        check(wf_lockstep_release(b.ls, b.cycle, slots));
}

void wf_bench_end(unsigned slot)
{
    if (running("a wave ended while no accepted dispatch runs"))
        check(wf_lockstep_end(b.ls, b.cycle, slot));
}

void wf_bench_group_done(const uint32_t group[3])
{
    if (running("a group was done while no accepted dispatch runs"))
        check(wf_lockstep_group_done(b.ls, b.cycle, group));
}

void wf_bench_answer(unsigned *tag, const uint32_t **data)
{
    static const uint32_t none[WF_MAX_LANES];
    *tag = 0;
    *data = none;
    if (b.memory)
        wf_memory_answer(b.memory, b.cycle, tag, data);
}

void wf_bench_unknown(unsigned slot, const char *what)
{
    char text[128];
    if (b.stopped)
        return;
    snprintf(text, sizeof text, "unknown bits (X or Z) in %s", what);
    if (b.ls)
        check(wf_lockstep_fail(b.ls, b.cycle, slot, text));
    else
        fail(text, 1, 0);
}

void wf_bench_accepted(void)
{
    b.accepted = true;
    b.quads_sent = 0;
    b.cycle = 1;                                /* the acceptance was cycle 0, and this cycle is over */
    if (b.trace.file && b.has_waveform && b.phase == PHASE_MAIN)
        fprintf(b.trace.file, "# cycle 0 is at %" PRIu64 " ns in the waveform\n", 10 * (b.clock - 1));
}

void wf_bench_done(unsigned code, unsigned wave_size, unsigned waves)
{
    b.accepted = false;
    b.cycle--;                                  /* the cycle of the answer is over too */
    if (b.stopped)
        return;
    if (b.ls)
        check(wf_lockstep_answer(b.ls, b.cycle));
    const struct job *job = b.job;
    if (code != (unsigned)job->code)
        fail("the answer to the descriptor (WF_REJECT code) differs", code, (uint64_t)job->code);
    else if (!code && wave_size != job->shape.reported_wave_size)
        fail("the reported wave size differs", wave_size, job->shape.reported_wave_size);
    else if (!code && waves != job->shape.waves)
        fail("the number of waves a group differs", waves, job->shape.waves);
    b.last_event = b.clock;
}

void wf_bench_finish(const uint64_t counters[WF_COUNTERS], uint64_t faults, const struct wf_fault_event *fault)
{
    if (b.stopped)
        return;
    uint64_t since[WF_COUNTERS];
    for (unsigned i = 0; i < WF_COUNTERS; i++) {
        since[i] = counters[i] - b.before[i];
        b.before[i] = counters[i];
    }
    uint64_t new_faults = faults - b.faults_before;
    b.faults_before = faults;
    struct job *job = b.job;
    if (!b.ls && (since[WF_CNT_WAVES] || since[WF_CNT_INSTRUCTIONS]))
        fail("waves were launched for a descriptor that launches nothing", since[WF_CNT_WAVES], 0);
    struct wf_fault_event own = *fault;
    own.record.count = new_faults;
    own.valid = fault->valid && own.record.count;
    if (b.ls)
        check(wf_lockstep_finish(b.ls, b.cycle, &own, since, job->rtl_memory));
    if (b.stopped)
        return;
    if (b.phase == PHASE_MAIN) {
        memcpy(b.counters, since, sizeof since);
        b.line_accesses = b.memory ? wf_memory_line_accesses(b.memory) : 0;
        if (b.ls)
            b.stats = *wf_lockstep_stats(b.ls);
    }
    if (b.phase != PHASE_COMMIT && b.ls) {
        /* hardware and model agree with each other; the file has the last word */
        clear_progress();
        bool good = wf_verdict(b.path, "rtl", job->kernel, &job->shape, job->buffers, job->rtl_memory, job->words,
                                      own.valid ? &own.record : NULL);
        if (!good)
            stop_failed();
    }
    if (!b.stopped)
        next_phase(b.phase == PHASE_COMMIT ? PHASE_MAIN : b.phase == PHASE_MAIN && job->code ? PHASE_PROBE : PHASE_OVER);
}
