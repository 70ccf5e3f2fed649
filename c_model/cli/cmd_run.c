/* SPDX-License-Identifier: Apache-2.0
 * cmd_run.c - wavefold run: a kernel on the model, or on the hardware in lock step.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

#define DEFAULT_INSTRUCTION_LIMIT UINT64_C(50000000)
#define EXPLAIN_LIMIT UINT64_C(2000000)

struct run_options {
    const char *file, *waves, *trace, *stats;
    bool rtl, icarus;
    unsigned lanes, wave_size;
    uint64_t seed, limit;
};

static int parse(int argc, char **argv, struct run_options *o)
{
    *o = (struct run_options){.seed = 1};
    for (int i = 0; i < argc; i++) {
        const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (a[0] != '-' || !a[1]) {
            if (o->file)
                return cli_misuse("one file only", a);
            o->file = a;
            continue;
        }
        static const char *const known[] = {"--on", "--lanes", "--wave-size", "--seed", "--waves", "--trace", "--stats", "--sim", "--limit"};
        bool found = false;
        for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
            found |= !strcmp(a, known[k]);
        if (!found)
            return cli_misuse("no such option", a);
        if (!value)
            return cli_misuse("a value is missing after", a);
        i++;
        if (!strcmp(a, "--on")) {
            o->rtl = !strcmp(value, "rtl");
            if (!o->rtl && strcmp(value, "model"))
                return cli_misuse("--on is model or rtl, not", value);
        } else if (!strcmp(a, "--sim")) {
            o->icarus = !strcmp(value, "icarus");
            if (!o->icarus && strcmp(value, "verilator"))
                return cli_misuse("--sim is verilator or icarus, not", value);
        } else if (!strcmp(a, "--lanes")) {
            if (!cli_lanes(value, &o->lanes))
                return cli_misuse("--lanes needs a power of two from 4 to 128", value);
        } else if (!strcmp(a, "--wave-size")) {
            if (!cli_lanes(value, &o->wave_size))
                return cli_misuse("--wave-size needs a power of two from 4 to 128", value);
        } else if (!strcmp(a, "--seed")) {
            if (!cli_number(value, UINT64_MAX, &o->seed))
                return cli_misuse("--seed needs a number", value);
        } else if (!strcmp(a, "--limit")) {
            if (!cli_number(value, UINT64_MAX, &o->limit) || !o->limit)
                return cli_misuse("--limit needs a number above 0", value);
        } else if (!strcmp(a, "--waves")) {
            o->waves = value;
        } else if (!strcmp(a, "--trace")) {
            o->trace = value;
        } else {
            o->stats = value;
        }
    }
    if (!o->file)
        return cli_misuse("a kernel file is missing", NULL);
    const char *const out[] = {o->waves, o->trace, o->stats};
    for (size_t i = 0; i < 3; i++) {
        if (out[i] && cli_same_file(o->file, out[i]))
            return cli_misuse("the output is the kernel file itself", out[i]);
        for (size_t k = 0; k < i; k++)
            if (out[i] && out[k] && cli_same_file(out[i], out[k]))
                return cli_misuse("two outputs into one file", out[i]);
    }
    if (!o->lanes)
        o->lanes = o->wave_size > 32 ? 128 : 32;
    if (o->wave_size > o->lanes)
        return cli_misuse("--wave-size is larger than --lanes", NULL);
    if (!o->rtl && (o->waves || o->icarus))
        return cli_misuse(o->waves ? "--waves needs --on rtl" : "--sim needs --on rtl", NULL);
    if (o->rtl && o->lanes != 8 && o->lanes != 32 && o->lanes != 128)
        return cli_misuse("--on rtl knows --lanes 8, 32 and 128", NULL);
    return WF_EXIT_OK;
}

/* ---- on the model ------------------------------------------------------------------------------------------------------ */

struct watcher {
    FILE *trace;
    unsigned lanes, slots;
    uint64_t number;
    struct { bool used; uint32_t group[3]; unsigned wave; } place[1024];    /* by slot: who was there last */
};

static void watch(void *user, const struct wf_machine *m, unsigned slot, const uint32_t group[3], unsigned wave,
                  const struct wf_effect *effect)
{
    struct watcher *w = user;
    (void)m;
    if (slot < w->slots) {
        w->place[slot].used = true;
        memcpy(w->place[slot].group, group, sizeof w->place[slot].group);
        w->place[slot].wave = wave;
    }
    if (w->trace)
        wf_trace_line(w->trace, w->number, slot, group, wave, w->lanes, effect);
    w->number++;
}

/* Who waits where: every wave that has not ended. */
static void explain(const struct wf_machine *m, const struct wf_kernel *kernel, const struct watcher *w)
{
    for (unsigned slot = 0; slot < w->slots; slot++) {
        if (!wf_machine_running(m, slot))
            continue;
        unsigned pc = wf_machine_pc(m, slot) - wf_machine_waiting(m, slot);     /* the barrier, not what follows it */
        char text[160] = "";
        if (pc < kernel->count)
            wf_disassemble(kernel->code[pc], text, sizeof text);
        fprintf(stderr, "  slot %3u", slot);
        if (w->place[slot].used)
            fprintf(stderr, "  group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") wave %u", w->place[slot].group[0], w->place[slot].group[1],
                    w->place[slot].group[2], w->place[slot].wave);
        fprintf(stderr, "  pc %u line %" PRIu32 "  %s: %s\n", pc, pc < kernel->count ? kernel->line[pc] : 0, text,
                wf_machine_waiting(m, slot) ? "waits at the barrier" : "runs");
    }
}

/* A dispatch that did not end is run once more with a watcher (the run itself had none, for speed), to say who waits where. */
static void run_again(const struct run_options *o, const struct wf_kernel *kernel, const struct wf_device *device,
                      const struct wf_shape *shape, const struct wf_buffer *buffers, uint32_t *memory, size_t words, uint64_t limit)
{
    struct watcher *w = calloc(1, sizeof *w);
    wf_kernel_fill(kernel, buffers, memory, words);
    struct wf_machine *m = wf_machine_new(device, &kernel->desc, shape, kernel->code, kernel->count, buffers, memory, words);
    if (w && m) {
        struct wf_run_stats stats = {0};
        w->slots = device->waves;
        wf_machine_run(m, o->seed, limit < EXPLAIN_LIMIT ? limit : EXPLAIN_LIMIT, &stats, watch, w);
        explain(m, kernel, w);
    }
    wf_machine_free(m);
    free(w);
}

static bool run_model(const struct run_options *o, const struct wf_kernel *kernel, const struct wf_device *device,
                      const struct wf_shape *shape, FILE *trace, struct wf_run_figures *figures)
{
    struct wf_buffer buffers[WF_MAX_BUFFERS] = {{0, 0}};
    size_t words = wf_kernel_place(kernel, buffers);
    uint32_t *memory = calloc(words ? words : 1, sizeof *memory);
    struct watcher *w = calloc(1, sizeof *w);
    struct wf_machine *m = NULL;
    if (memory && w) {
        wf_kernel_fill(kernel, buffers, memory, words);
        m = wf_machine_new(device, &kernel->desc, shape, kernel->code, kernel->count, buffers, memory, words);
    }
    bool good = m != NULL;
    if (!good)
        fprintf(stderr, "%s: error: out of memory\n", o->file);
    if (good) {
        w->trace = trace;
        w->lanes = device->lanes;
        w->slots = device->waves;
        struct wf_run_stats stats = {0};
        uint64_t limit = o->limit ? o->limit : DEFAULT_INSTRUCTION_LIMIT;
        enum wf_run_result result = wf_machine_run(m, o->seed, limit, &stats, trace ? watch : NULL, w);
        if (result != WF_RUN_DONE) {
            fprintf(stderr, "%s: error: %s\n", o->file,
                    result == WF_RUN_HUNG ? "the dispatch hangs: every wave left waits at a barrier that cannot release"
                                          : "the dispatch has not ended within the limit of instructions");
            run_again(o, kernel, device, shape, buffers, memory, words, limit);
            good = false;
        }
        figures->waves = stats.waves;
        figures->instructions = stats.instructions;
        figures->lane_instructions = stats.lane_instructions;
        figures->barrier_releases = stats.barriers;
        figures->groups = stats.waves / shape->waves;
        if (good)
            good = wf_common_verdict(o->file, "model", kernel, buffers, memory, words, wf_machine_fault(m));
    }
    wf_machine_free(m);
    free(w);
    free(memory);
    return good;
}

static int on_model(const struct run_options *o)
{
    struct wf_device device = wf_common_device(o->lanes);
    struct wf_output trace = {0}, stats = {0};
    struct timespec start, end;
    struct wf_kernel *kernel = wf_common_kernel(o->file, &device, o->wave_size);
    if (!kernel)
        return WF_EXIT_FAILED;
    bool good = (!o->trace || wf_output_open(&trace, o->trace)) && (!o->stats || wf_output_open(&stats, o->stats));
    struct wf_shape shape;
    enum wf_reject code = wf_dispatch_check(&kernel->desc, &device, &shape);
    struct wf_run_figures figures = {.kernel = o->file, .on = "model", .lanes = o->lanes, .wave_size = shape.wave_size, .seed = o->seed};
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (good && code != (kernel->expect_reject ? kernel->reject : WF_REJECT_NONE)) {
        fprintf(stderr, "%s: error: %s\n", o->file, code ? wf_reject_text(code) : "the dispatch is legal, but the file expects it to be refused");
        good = false;
    } else if (good && !code) {
        if (trace.file)
            wf_trace_header(trace.file);
        good = run_model(o, kernel, &device, &shape, trace.file, &figures);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    figures.seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    figures.passed = good;
    if (stats.file && good)
        wf_figures_json(stats.file, &figures);
    if (good) {
        bool traced = wf_output_commit(&trace), counted = wf_output_commit(&stats);
        good = figures.passed = traced && counted;
    }
    wf_output_commit(&trace);       /* after a failure the trace is what one wants to look at */
    wf_output_discard(&stats);
    if (good)
        wf_figures_line(&figures);
    wf_kernel_free(kernel);
    return good ? cli_close_stdout() : WF_EXIT_FAILED;
}

/* ---- on the hardware --------------------------------------------------------------------------------------------------- */

/* The directory of this program, with room for more; false when it cannot be found. */
static bool own_directory(char *path, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", path, size - 1);
    if (n <= 0)
        return false;
    path[n] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}

static int wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return WF_EXIT_FAILED;
    if (WIFEXITED(status))
        return WEXITSTATUS(status) == 0 ? WF_EXIT_OK : WF_EXIT_FAILED;
    fprintf(stderr, "wavefold: error: the simulator was ended by signal %d\n", WTERMSIG(status));
    return WF_EXIT_FAILED;
}

static int on_rtl(const struct run_options *o)
{
    enum { SIZE = PATH_MAX + 64 };
    char here[PATH_MAX], program[SIZE], directory[SIZE] = "", option[6][SIZE];
    const char *named = getenv("WAVEFOLD_SIM"), *make = "sims";
    if (named && *named) {
        snprintf(program, sizeof program, "%s", named);
    } else {
        if (!own_directory(here, sizeof here)) {
            fprintf(stderr, "wavefold: error: cannot tell where this program is; set WAVEFOLD_SIM to the simulator\n");
            return WF_EXIT_FAILED;
        }
        if (o->icarus)
            snprintf(program, sizeof program, "%s/../sim/icarus/wf_sim_l%u.vvp", here, o->lanes);
        else
            snprintf(program, sizeof program, "%s/../sim/l%u/wf_sim%s", here, o->lanes, o->waves ? "_trace" : "");
    }
    char target[128];
    snprintf(target, sizeof target, o->icarus ? "build/sim/icarus/wf_sim_l%u.vvp build/sim/icarus/wavefold.vpi" : "build/sim/l%u/wf_sim%s",
             o->lanes, o->waves ? "_trace" : "");
    make = target;
    if (access(program, o->icarus ? R_OK : X_OK) != 0) {
        fprintf(stderr, "wavefold: error: no simulator at %s: build it with: make %s\n", program, make);
        return WF_EXIT_FAILED;
    }
    /* mistakes in the kernel file and in the outputs are told before the simulator starts */
    struct wf_device device = wf_common_device(o->lanes);
    struct wf_kernel *kernel = wf_common_kernel(o->file, &device, o->wave_size);
    if (!kernel)
        return WF_EXIT_FAILED;
    wf_kernel_free(kernel);
    struct wf_output waves = {0};
    if (o->waves && !wf_output_open(&waves, o->waves))
        return WF_EXIT_FAILED;
    if (o->waves && !waves.temporary) {     /* the FST writer removes what has the name before it writes: never a device */
        fprintf(stderr, "%s: error: cannot write: a waveform needs a regular file\n", o->waves);
        wf_output_discard(&waves);
        return WF_EXIT_FAILED;
    }

    const char *argument[16];
    size_t n = 0, used = 0;
    if (o->icarus) {
        snprintf(directory, sizeof directory, "%s", program);
        char *slash = strrchr(directory, '/');
        if (slash)
            *slash = '\0';
        else
            strcpy(directory, ".");
        argument[n++] = "vvp";
        argument[n++] = "-n";
        argument[n++] = "-M";
        argument[n++] = directory;
        argument[n++] = "-m";
        argument[n++] = "wavefold";
    }
    argument[n++] = program;
    if (o->icarus && o->waves)
        argument[n++] = "-fst";
    const struct { const char *name, *value; } text[] = {
        {"kernel", o->file}, {"trace", o->trace}, {"stats", o->stats}, {"waves", o->waves ? wf_output_hand_over(&waves) : NULL}};
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++)
        if (text[i].value) {
            if (strlen(text[i].value) + 16 > SIZE) {
                fprintf(stderr, "%s: error: the name is too long\n", text[i].value);
                wf_output_discard(&waves);
                return WF_EXIT_FAILED;
            }
            snprintf(option[used], SIZE, "+%s=%s", text[i].name, text[i].value);
            argument[n++] = option[used++];
        }
    char numbers[3][48];
    snprintf(numbers[0], sizeof numbers[0], "+seed=%" PRIu64, o->seed);
    snprintf(numbers[1], sizeof numbers[1], "+wave_size=%u", o->wave_size);
    snprintf(numbers[2], sizeof numbers[2], "+max_cycles=%" PRIu64, o->limit);
    argument[n++] = numbers[0];
    argument[n++] = numbers[1];
    if (o->limit)
        argument[n++] = numbers[2];
    argument[n] = NULL;

    fflush(NULL);
    pid_t child = fork();
    if (child < 0) {
        fprintf(stderr, "wavefold: error: cannot start the simulator: %s\n", strerror(errno));
        wf_output_discard(&waves);
        return WF_EXIT_FAILED;
    }
    if (child == 0) {
        char *list[16];
        memcpy(list, argument, (n + 1) * sizeof list[0]);   /* exec takes pointers without const and leaves them alone */
        if (o->icarus)
            execvp("vvp", list);
        else
            execv(program, list);
        fprintf(stderr, "wavefold: error: cannot start %s: %s\n", o->icarus ? "vvp" : program, strerror(errno));
        _exit(127);
    }
    int status = wait_for(child);
    if (o->waves && !wf_output_commit(&waves))
        status = WF_EXIT_FAILED;
    return status;
}

int cli_run(int argc, char **argv)
{
    struct run_options options;
    int status = parse(argc, argv, &options);
    if (status)
        return status;
    return options.rtl ? on_rtl(&options) : on_model(&options);
}
