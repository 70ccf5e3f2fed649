/* SPDX-License-Identifier: Apache-2.0
 * wf_bench_start.c - the options of a run, its kernel and its outputs (see wf_bench.h).
 */
#define _POSIX_C_SOURCE 200809L
#include "wf_bench_state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wavefold/advise.h"

#include "../cli/shader_text.h"
#include "../cli/trace.h"
#include "../cli/verdict.h"
#include "wf_fst_axis.h"

/* A legal dispatch that must still run after a refused one. */
static const char probe_text[] = "[numthreads(11,1,1)]\nbuffer Out[33]\ndispatch 3\ncode\n sv r0, dtid.x\n shl r1, r0, 2\n"
                                 " store Out[r1], r0\n end\nexpect Out = each i\n";

static const char *option(int argc, char *const *argv, const char *name)
{
    size_t n = strlen(name);
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '+' && !strncmp(argv[i] + 1, name, n) && argv[i][n + 1] == '=')
            return argv[i] + n + 2;
    return NULL;
}

static bool number_option(int argc, char *const *argv, const char *name, uint64_t least, uint64_t most, uint64_t *value)
{
    const char *text = option(argc, argv, name);
    char *end;
    if (!text)
        return true;
    errno = 0;
    *value = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *value >= least && *value <= most)
        return true;
    fprintf(stderr, "error: +%s=%s: expected a number from %" PRIu64 " to %" PRIu64 "\n", name, text, least, most);
    return false;
}

static void ignore_diagnostic(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    (void)user, (void)line, (void)column, (void)error, (void)text;
}

/* What this simulator is, for the program that starts it. */
static void print_device(const struct wf_bench_build *built)
{
    const struct wf_device *d = &built->device;
    printf("DEVICE lanes=%u slots=%u groups=%u regs=%u reg-rows=%u lds-words=%u lds-banks=%u imem-words=%u coalesce=%d traced=%d cores=%u path=%d\n", d->lanes,
           d->waves, d->groups, d->regs, d->reg_rows, d->lds_words, d->lds_banks, d->imem_words, built->coalesces, built->traced,
           wf_device_cores(d), built->line_tags != 0);
    fflush(stdout);
}

static bool has_option(int argc, char *const *argv, const char *word)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], word))
            return true;
    return false;
}

/* +rewrite=3,17: wave operations in place of these atomics, as wavefold advise asks for.  False after a message. */
static bool rewrite(struct bench *b, struct wf_kernel *kernel, const char *list)
{
    enum { SITES = 1024 };
    size_t at[SITES], count = 0;
    struct wf_shape shape;
    const char *why = "expected instructions and commas, ascending";
    while (list && count < SITES && *list >= '0' && *list <= '9') {
        char *end;
        at[count++] = (size_t)strtoull(list, &end, 10);
        list = *end == ',' ? end + 1 : *end ? NULL : end;
    }
    if (list && !*list && count && !wf_dispatch_check(&kernel->desc, &b->device, &shape) &&
        wf_atomics_rewrite(kernel, &b->device, &shape, at, count, &why))
        return true;
    fprintf(stderr, "%s: error: +rewrite: %s\n", b->path, why);
    return false;
}

/* The kernel comes on standard input; +kernel=NAME is its name. */
static bool read_kernel(struct bench *b, bool is_shader, const char *variant, const char *rewrites)
{
    b->status = wf_text_read_up_to("-", is_shader ? SIZE_MAX / 4 : WF_KERNEL_FILE_LIMIT, &b->text);
    b->text.is_shader = is_shader;
    b->text.variant = variant;
    struct wf_shader_text shader;
    if (!b->status && is_shader && wf_shader_text_read(b->text.text, b->text.length, &shader))
        b->command = strdup(shader.command);
    struct wf_kernel *kernel = b->status ? NULL : wf_text_parse(b->path, &b->text, &b->device, b->asked_wave_size);
    b->rewritten = rewrites != NULL;
    if (kernel && rewrites && !rewrite(b, kernel, rewrites)) {
        wf_kernel_free(kernel);
        kernel = NULL;
    }
    return !b->status && bench_set_up_jobs(b, kernel);
}

/* The answer of the rules is what the file expects; a refused dispatch is followed by a legal one. */
static bool check_dispatch(struct bench *b)
{
    const struct wf_kernel *kernel = b->jobs->kernel;
    enum wf_reject code = b->jobs->code;
    if (!wf_verdict_dispatch(b->path, kernel, code)) {
        if (!code)
            bench_report(b, false);
        b->status = code ? WF_EXIT_INPUT : WF_EXIT_WRONG;
        return false;
    }
    if (!code || bench_set_up_probe(b, wf_kernel_parse(probe_text, sizeof probe_text - 1, &b->device, 0, ignore_diagnostic, NULL)))
        return true;
    fprintf(stderr, "error: the probe dispatch does not assemble\n");
    b->status = WF_EXIT_ENVIRONMENT;
    return false;
}

static bool open_outputs(struct bench *b, int argc, char *const *argv)
{
    const char *trace = option(argc, argv, "trace"), *stats = option(argc, argv, "stats"), *waves = option(argc, argv, "waves");
    const char *profile = option(argc, argv, "profile"), *timeline = option(argc, argv, "timeline"), *summary = option(argc, argv, "summary");
    bool good = (!trace || wf_output_inherit(&b->trace, trace)) && (!stats || wf_output_inherit(&b->stats_file, stats)) &&
                (!profile || wf_output_inherit(&b->profile_file, profile)) && (!timeline || wf_output_inherit(&b->timeline_file, timeline)) &&
                (!summary || wf_output_inherit(&b->summary_file, summary));
    for (unsigned i = 0; i < b->jobs->kernel->buffers && good; i++) {
        char name[16];
        snprintf(name, sizeof name, "dump%u", i);
        const char *dump = option(argc, argv, name);
        snprintf(name, sizeof name, "raw%u", i);
        b->raw[i] = !dump && option(argc, argv, name);
        dump = b->raw[i] ? option(argc, argv, name) : dump;
        good = !dump || wf_output_inherit(&b->dump[i], dump);
    }
    if (good && trace)
        wf_trace_header(b->trace.file);
    if (good && waves)
        wf_fst_axis_at_exit(waves);
    return good;
}

bool bench_start(struct bench *b, int argc, char *const *argv, const struct wf_bench_build *built)
{
    b->status = WF_EXIT_ENVIRONMENT;            /* until something ran */
    b->phase = PHASE_OVER;
    b->stopped = true;
    b->built = *built;
    b->device = built->device;
    b->cores = wf_device_cores(&b->device);
    b->path = option(argc, argv, "kernel");
    b->max_cycles = DEFAULT_MAX_CYCLES;
    b->asked_latency = b->reset_at = UINT64_MAX;
    b->memory_lines = WF_MEMORY_LINES;
    b->memory_period = 1;
    b->memory_bank_period = 4;
    b->memory_any_order = UINT64_MAX;
    clock_gettime(CLOCK_MONOTONIC, &b->started);
    b->progress_at = b->started;
    uint64_t wave_size = 0;
    if (has_option(argc, argv, "+device")) {
        print_device(built);
        b->status = WF_EXIT_OK;
        return false;
    }
    if (!b->path) {
        fprintf(stderr, "error: +kernel=NAME is missing (wavefold run FILE --on rtl starts this program)\n");
        return false;
    }
    if (!number_option(argc, argv, "seed", 0, UINT64_MAX, &b->seed) || !number_option(argc, argv, "wave_size", 0, WF_MAX_LANES, &wave_size) ||
        !number_option(argc, argv, "max_cycles", 1, UINT64_MAX, &b->max_cycles) ||
        !number_option(argc, argv, "memory_latency", 1, UINT32_MAX, &b->asked_latency) ||
        !number_option(argc, argv, "memory_lines", 1, UINT32_MAX, &b->memory_lines) ||
        !number_option(argc, argv, "memory_period", 1, 1000, &b->memory_period) ||
        !number_option(argc, argv, "memory_banks", 0, 256, &b->memory_banks) ||
        !number_option(argc, argv, "memory_bank_period", 1, 10000, &b->memory_bank_period) ||
        !number_option(argc, argv, "memory_any_order", 0, 1, &b->memory_any_order) ||
        !number_option(argc, argv, "reset_at", 0, UINT64_MAX, &b->reset_at) ||
        !number_option(argc, argv, "first_group", 0, UINT64_MAX, &b->first_group))
        return false;
    b->asked_wave_size = (unsigned)wave_size;
    b->asked_bounds = option(argc, argv, "bounds");
    if (b->asked_bounds && wf_policy_named(b->asked_bounds) == WF_POLICIES) {
        fprintf(stderr, "error: +bounds=%s: expected error, warn or off\n", b->asked_bounds);
        return false;
    }
    if (!read_kernel(b, has_option(argc, argv, "+shader"), option(argc, argv, "variant"), option(argc, argv, "rewrite")))
        return false;
    if (!open_outputs(b, argc, argv)) {
        b->status = WF_EXIT_ENVIRONMENT;
        return false;
    }
    if (!check_dispatch(b))
        return false;
    b->stalls = b->seed == 0 ? STALLS_NONE : (enum stalls)(1 + (b->seed - 1) % 4);
    b->prng = (b->seed + 1) * 0x9e3779b97f4a7c15u | 1;
    bench_first_phase(b);
    b->stopped = false;
    b->terminal = isatty(STDERR_FILENO) == 1;
    return true;
}
