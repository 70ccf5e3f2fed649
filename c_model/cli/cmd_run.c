/* SPDX-License-Identifier: Apache-2.0
 * cmd_run.c - wavefold run: its command line, its inputs and outputs.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "dump.h"
#include "run.h"

/* ---- the command line -------------------------------------------------------------------------------------------------- */

enum option { ON, LANES, WAVE_SIZE, SEED, LIMIT, SIM, LATENCY, LINES, WAVES, TRACE, STATS, DUMP, RACES, WATCH, BOUNDS, COALESCE, CORES, PROFILE, TIMELINE, SUMMARY,
              PATH, PERIOD, BANKS, BANK_PERIOD, ORDER, VARIANT, RESET_AT, FIRST_GROUP,
              SHADER /* and those behind it: shader_options.h */ };
static const struct cli_option known[] = {
    [ON] = {"--on", true}, [LANES] = {"--lanes", true}, [WAVE_SIZE] = {"--wave-size", true}, [SEED] = {"--seed", true},
    [LIMIT] = {"--limit", true}, [SIM] = {"--sim", true}, [LATENCY] = {"--memory-latency", true}, [LINES] = {"--memory-lines", true},
    [WAVES] = {"--waves", true}, [TRACE] = {"--trace", true}, [STATS] = {"--stats", true}, [DUMP] = {"--dump", true},
    [RACES] = {"--races", true}, [WATCH] = {"--race-watch", true}, [BOUNDS] = {"--bounds", true},
    [COALESCE] = {"--coalesce", true}, [CORES] = {"--cores", true}, [PROFILE] = {"--profile", CLI_OR_STDOUT}, [TIMELINE] = {"--timeline", true},
    [SUMMARY] = {"--summary", CLI_OR_STDOUT}, [PATH] = {"--memory-path", true}, [PERIOD] = {"--memory-period", true},
    [BANKS] = {"--memory-banks", true}, [BANK_PERIOD] = {"--memory-bank-period", true}, [ORDER] = {"--memory-order", true}, [VARIANT] = {"--variant", true},
    [RESET_AT] = {"--reset-at", true}, [FIRST_GROUP] = {"--first-group", true},
    SHADER_ROWS(SHADER), {NULL, false}};

static enum wf_exit add_dump(struct run *run, const char *value)
{
    if (run->dumps == WF_MAX_BUFFERS)
        return cli_misuse("too many buffers to dump", value);
    struct run_dump *dump = &run->dump[run->dumps];
    const char *equals = strchr(value, '=');
    if (equals && (equals == value || !equals[1]))
        return cli_misuse("--dump needs BUFFER or BUFFER=FILE, not", value);
    *dump = (struct run_dump){.buffer = strndup(value, equals ? (size_t)(equals - value) : strlen(value)), .file = equals ? equals + 1 : "-"};
    if (!dump->buffer)
        return cli_no_memory();
    for (unsigned i = 0; i < run->dumps; i++)
        if (!strcmp(run->dump[i].buffer, dump->buffer)) {
            free(dump->buffer);
            return cli_misuse("two dumps of one buffer", value);
        }
    run->dumps++;
    return WF_EXIT_OK;
}

static enum wf_exit choose_policy(const char *option, const char *value, const char **chosen)
{
    char what[64];
    *chosen = value;
    if (wf_policy_named(value) != WF_POLICIES)
        return WF_EXIT_OK;
    snprintf(what, sizeof what, "%s is error, warn or off, not", option);
    return cli_misuse(what, value);
}

static enum wf_exit set_option(struct run *run, enum option option, const char *value)
{
    const char *name = known[option].name;
    bool yes;
    if (option >= SHADER)
        return shader_option(&run->shader, (enum shader_option)(option - SHADER), value);
    switch (option) {
    case ON:        return cli_choose(name, value, "model", "rtl", &run->rtl);
    case SIM:       run->sim = value; return cli_choose(name, value, "verilator", "icarus", &run->icarus);
    case LANES:     return cli_lanes(name, value, &run->lanes);
    case WAVE_SIZE: return cli_lanes(name, value, &run->wave_size);
    case SEED:      return cli_number_of(name, value, 0, UINT64_MAX, &run->seed);
    case LIMIT:     return cli_number_of(name, value, 1, UINT64_MAX, &run->limit);
    case LATENCY:   return cli_small_of(name, value, 1, UINT32_MAX, &run->memory_latency);
    case LINES:     return cli_small_of(name, value, 1, UINT32_MAX, &run->memory_lines);
    case PATH:      run->path = value; return cli_choose(name, value, "off", "on", &yes);
    case PERIOD:    return cli_small_of(name, value, 1, 1000, &run->memory_period);
    case BANKS:     run->has_banks = true; return cli_small_of(name, value, 0, 256, &run->memory_banks);
    case BANK_PERIOD: return cli_small_of(name, value, 1, 10000, &run->memory_bank_period);
    case RESET_AT:  return cli_number_of(name, value, 1, UINT64_MAX, &run->reset_at);
    case FIRST_GROUP: return cli_number_of(name, value, 0, UINT64_MAX, &run->first_group);
    case ORDER:     run->memory_order = value; return cli_choose(name, value, "asked", "any", &yes);
    case VARIANT:   run->variant = value; return WF_EXIT_OK;
    case WAVES:     run->waves_file = value; return WF_EXIT_OK;
    case TRACE:     run->trace_file = value; return WF_EXIT_OK;
    case STATS:     run->stats_file = value; return WF_EXIT_OK;
    case PROFILE:   run->profile_file = value; return WF_EXIT_OK;
    case TIMELINE:  run->timeline_file = value; return WF_EXIT_OK;
    case SUMMARY:   run->summary_file = value; return WF_EXIT_OK;
    case DUMP:      return add_dump(run, value);
    case CORES:     return cli_small_of(name, value, 1, WF_MAX_CORES, &run->cores);
    case COALESCE:  run->coalesce = value; return cli_choose(name, value, "off", "on", &yes);
    case RACES:     return choose_policy(name, value, &run->races);
    case BOUNDS:    return choose_policy(name, value, &run->bounds);
    case WATCH:     run->watch = value; return cli_choose(name, value, "auto", "all", &yes);
    case SHADER: break;
    }
    return WF_EXIT_MISUSE;
}

enum { ALONE = 4, FILES = 6, OUTPUTS = FILES + WF_MAX_BUFFERS };

/* The names of the outputs, dumps behind FILES; NULL where there is none.  From ALONE on they may share standard output. */
static void list_outputs(const struct run *run, const char *name[OUTPUTS])
{
    memset(name, 0, OUTPUTS * sizeof *name);
    name[0] = run->waves_file;
    name[1] = run->trace_file;
    name[2] = run->stats_file;
    name[3] = run->timeline_file;
    name[4] = run->profile_file;
    name[5] = run->summary_file;
    for (unsigned i = 0; i < run->dumps; i++)
        name[FILES + i] = run->dump[i].file;
}

/* Outputs number a and b, as list_outputs counts. */
static enum wf_exit two_outputs(const struct run *run, size_t a, size_t b, const char *file)
{
    static const char *const option[FILES] = {"--waves", "--trace", "--stats", "--timeline", "--profile", "--summary"};
    const char *dump = run->is_shader ? "--bind" : "--dump";
    char what[160];
    snprintf(what, sizeof what, "two outputs into one file, %s and %s%s", a < FILES ? option[a] : dump, b < FILES ? option[b] : dump,
             !strcmp(file, "-") ? " (standard output, which only profile, summary and dumps may share)" : "");
    return cli_misuse(what, file);
}

/* No output is the input, no two outputs are one file; but profile, summary and dumps may follow each other on standard output. */
static enum wf_exit check_outputs(const struct run *run)
{
    const char *out[OUTPUTS];
    list_outputs(run, out);
    for (size_t i = 0; i < OUTPUTS; i++) {
        if (out[i] && wf_output_is_input(out[i], run->file))
            return cli_misuse(run->is_shader ? "the output is the shader itself" : "the output is the kernel file itself", out[i]);
        for (size_t k = 0; k < i; k++)
            if (out[i] && out[k] && (k < ALONE || strcmp(out[i], "-") || strcmp(out[k], "-")) && wf_output_same(out[i], out[k]))
                return two_outputs(run, k, i, out[i]);
    }
    return WF_EXIT_OK;
}

/* What a shader needs, and what it and a kernel file do not know; the buffers that are wanted afterwards. */
static enum wf_exit check_shader(struct run *run)
{
    run->is_shader = shader_kind(run->file) != SHADER_NONE;
    if (!run->is_shader)
        return run->shader.first ? cli_misuse("this option is for shaders (.spv, .spvasm, .comp, .hlsl, .slang)", run->shader.first) : WF_EXIT_OK;
    if (run->variant)
        return cli_misuse("--variant is for kernel files", run->variant);
    if (run->dumps)
        return cli_misuse("--dump is for kernel files; a shader's buffers are written by --bind SET.BINDING=IN:OUT", run->dump[0].buffer);
    if (!run->shader.has_groups)
        return cli_misuse("--groups X,Y,Z is missing, the groups of the grid", run->file);
    for (unsigned i = 0; i < run->shader.binds; i++) {
        const char *out = run->shader.bind[i].out;
        if (out)
            run->dump[run->dumps++] = (struct run_dump){.file = out, .number = (int)i, .raw = strcmp(out, "-") != 0};
    }
    return WF_EXIT_OK;
}

static bool is_serial(const struct run *run)
{
    return run->coalesce && !strcmp(run->coalesce, "off");
}

/* The simulator that WAVEFOLD_SIM names, NULL: none. */
static const char *named_simulator(void)
{
    const char *named = getenv("WAVEFOLD_SIM");
    return named && *named ? named : NULL;
}

static bool has_path(const struct run *run)
{
    return run->path && !strcmp(run->path, "on");
}

/* What goes with the memory path, and what does not. */
static enum wf_exit check_path(const struct run *run)
{
    const char *of_lines = run->memory_period ? "--memory-period" : run->has_banks ? "--memory-banks" :
                           run->memory_bank_period ? "--memory-bank-period" : run->memory_order ? "--memory-order" : NULL;
    if (!has_path(run))
        return of_lines ? cli_misuse("this option needs --memory-path on", of_lines) : WF_EXIT_OK;
    const char *other = run->icarus ? "--sim icarus" : is_serial(run) ? "--coalesce off" : run->waves_file ? "--waves" : NULL;
    if (other)
        return cli_misuse("the simulators of --memory-path on write no waveforms, combine lanes and are none of Icarus", other);
    if (run->memory_bank_period && !run->memory_banks)
        return cli_misuse("without banks this option does nothing: --memory-banks N with it", "--memory-bank-period");
    return run->memory_lines ? cli_misuse("lines per cycle are of memory without the path; with it use --memory-period", "--memory-lines") : WF_EXIT_OK;
}

static enum wf_exit parse(int argc, char **argv, struct run *run)
{
    struct cli_words words = {.argc = argc, .argv = argv};
    const char *value;
    for (int which; (which = cli_next(&words, known, &value)) != CLI_END;) {
        enum wf_exit status = WF_EXIT_OK;
        if (which == CLI_MISUSE)
            return WF_EXIT_MISUSE;
        if (which != CLI_OPERAND)
            status = set_option(run, (enum option)which, value);
        else if (run->file)
            return cli_misuse("one file only", value);
        else
            run->file = value;
        if (status)
            return status;
    }
    if (!run->file)
        return cli_misuse("a kernel file is missing, or a shader", NULL);
    const enum wf_exit status = check_shader(run);
    if (status)
        return status;
    const char *rtl_only = run->waves_file ? "--waves" : run->profile_file ? "--profile" : run->timeline_file ? "--timeline" :
                           run->summary_file ? "--summary" : run->sim ? "--sim" : run->memory_latency ? "--memory-latency" :
                           run->memory_lines ? "--memory-lines" : run->coalesce ? "--coalesce" : run->path ? "--memory-path" : run->reset_at ? "--reset-at" : run->first_group ? "--first-group" : NULL;
    if (!run->rtl && rtl_only)
        return cli_misuse("this option needs --on rtl", rtl_only);
    if (run->icarus && is_serial(run))
        return cli_misuse("there is no simulator of Icarus without combining", "--coalesce off");
    if (run->rtl && run->cores > 1 && ((run->icarus && !named_simulator()) || is_serial(run)))
        return cli_misuse("several cores have no --coalesce off, and no simulator of Icarus", "--cores");
    const char *model_only = run->races && strcmp(run->races, "off") != 0 ? "--races" : run->watch ? "--race-watch" : NULL;
    if (run->rtl && model_only)
        return cli_misuse("races are watched on the model only: this option needs --on model", model_only);
    if (run->watch && run->races && !strcmp(run->races, "off"))
        return cli_misuse("--races off watches none: this option does nothing", "--race-watch");
    const enum wf_exit path = check_path(run);
    return path ? path : check_outputs(run);
}

/* ---- the device -------------------------------------------------------------------------------------------------------- */

static enum wf_exit choose_device(struct run *run)
{
    const unsigned lanes = cli_device_lanes(run->lanes, run->wave_size);
    run->device = wf_build_device(lanes);
    run->device.cores = run->cores;
    if (run->rtl) {
        if (lanes != 8 && lanes != 32 && lanes != 128 && !named_simulator())
            return cli_misuse("--on rtl knows --lanes 8, 32 and 128", NULL);
        const struct simulator_wanted wanted = {.icarus = run->icarus, .serial = is_serial(run), .traced = run->waves_file, .path = has_path(run), .lanes = lanes,
                                                 .cores = run->cores};
        enum wf_exit status = simulator_find(&wanted, &run->simulator);
        struct wf_sim_build build;
        if (status || (run->simulator.named && (status = simulator_ask(&run->simulator, &build)) != WF_EXIT_OK))
            return status;
        if (run->simulator.named && run->lanes && build.device.lanes != run->lanes) {
            fprintf(stderr, "wavefold: error: the simulator %s has %u lanes, not the %u of --lanes\n", run->simulator.program,
                    build.device.lanes, run->lanes);
            return WF_EXIT_ENVIRONMENT;
        }
        if (run->simulator.named && run->cores && wf_device_cores(&build.device) != run->cores) {
            fprintf(stderr, "wavefold: error: the simulator %s has %u cores, not the %u of --cores\n", run->simulator.program,
                    wf_device_cores(&build.device), run->cores);
            return WF_EXIT_ENVIRONMENT;
        }
        if (run->simulator.named && run->coalesce && build.coalesces == is_serial(run)) {
            fprintf(stderr, "wavefold: error: the LDS of the simulator %s %s: --coalesce %s needs another\n", run->simulator.program,
                    build.coalesces ? "combines lanes" : "does not combine lanes", run->coalesce);
            return WF_EXIT_ENVIRONMENT;
        }
        if (run->simulator.named && run->waves_file && !build.traced) {
            fprintf(stderr, "wavefold: error: the simulator %s writes no waveforms: --waves needs a traced build\n", run->simulator.program);
            return WF_EXIT_ENVIRONMENT;
        }
        if (run->simulator.named && run->path && (build.line_tags != 0) != has_path(run)) {
            fprintf(stderr, "wavefold: error: the simulator %s %s a memory path: --memory-path %s needs another\n", run->simulator.program,
                    build.line_tags ? "has" : "has not", run->path);
            return WF_EXIT_ENVIRONMENT;
        }
        if (run->simulator.named)
            run->device = build.device;
    }
    return cli_wave_fits(run->wave_size, run->device.lanes);
}

/* ---- inputs and outputs ------------------------------------------------------------------------------------------------ */

static enum wf_exit no_such_dump(const struct wf_kernel *kernel, const char *name)
{
    char names[WF_DUMP_NAMES_SIZE], what[WF_DUMP_NAMES_SIZE + 80];
    if (!kernel->buffers)
        return cli_misuse("the kernel has no buffer to dump", name);
    snprintf(what, sizeof what, "the kernel has no such buffer to dump, only %s", wf_dump_names(kernel, names));
    return cli_misuse(what, name);
}

/* What is legal, but hardly meant. */
static void note_shared(const char *file, const struct wf_kernel *kernel)
{
    for (unsigned i = 0; i < kernel->buffers; i++)
        if (kernel->buffer[i].shared)
            fprintf(stderr, "%s: note: %s: one buffer, though not Aliased: did two numbers of HLSL, such as t0 and u0, become one?\n", file,
                    kernel->buffer[i].called);
}

static enum wf_exit open_input(struct run *run)
{
    enum wf_exit status = run->is_shader ? shader_read(run->file, &run->shader, false, &run->inputs, &run->whole, &run->text) :
                          wf_text_read(run->file, &run->text);
    if (status)
        return status;
    run->text.variant = run->variant;
    run->kernel = wf_text_parse_inputs(run->file, &run->text, &run->device, run->wave_size, &run->inputs);
    if (!run->kernel)
        return wf_inputs_status(&run->inputs);
    note_shared(run->file, run->kernel);
    const char *out[OUTPUTS];
    list_outputs(run, out);
    for (size_t i = 0; i < OUTPUTS; i++)
        if (out[i] && wf_inputs_hold(&run->inputs, out[i]))
            return cli_misuse(run->is_shader ? "the output is a file that is read" : "the output is a file that the kernel file reads", out[i]);
    for (unsigned i = 0; i < run->dumps && !run->is_shader; i++) {
        run->dump[i].number = wf_dump_find(run->kernel, run->dump[i].buffer);
        if (run->dump[i].number < 0)
            return no_such_dump(run->kernel, run->dump[i].buffer);
    }
    return WF_EXIT_OK;
}

static enum wf_exit open_outputs(struct run *run)
{
    bool good = (!run->waves_file || wf_output_open_named(&run->waves, run->waves_file)) &&
                (!run->trace_file || wf_output_open(&run->trace, run->trace_file)) &&
                (!run->stats_file || wf_output_open(&run->stats, run->stats_file)) &&
                (!run->timeline_file || wf_output_open(&run->timeline, run->timeline_file)) &&
                (!run->profile_file || wf_output_open(&run->profile, run->profile_file)) &&
                (!run->summary_file || wf_output_open(&run->summary, run->summary_file));
    for (unsigned i = 0; i < run->dumps && good; i++)
        good = wf_output_open(&run->dump[i].out, run->dump[i].file);
    return good ? WF_EXIT_OK : WF_EXIT_ENVIRONMENT;
}

static size_t all_outputs(struct run *run, struct wf_output *out[OUTPUTS])
{
    struct wf_output *const file[FILES] = {&run->waves, &run->trace, &run->stats, &run->timeline, &run->profile, &run->summary};
    memcpy(out, file, sizeof file);
    for (unsigned i = 0; i < run->dumps; i++)
        out[FILES + i] = &run->dump[i].out;
    return FILES + run->dumps;
}

static bool has_run(enum wf_exit status)
{
    return status == WF_EXIT_OK || status == WF_EXIT_WRONG;
}

/* All is written, and the verdict behind it, before any file takes the place of an old one. */
static enum wf_exit finish_outputs(struct run *run, enum wf_exit status)
{
    struct wf_output *out[OUTPUTS];
    const size_t count = all_outputs(run, out);
    bool good = true;
    for (size_t i = 0; i < count && has_run(status); i++)
        if (!wf_output_finish(out[i]))
            good = false;
    if (!has_run(status) || (!good && status == WF_EXIT_OK))
        return good ? status : WF_EXIT_ENVIRONMENT;
    if (!run->rtl)
        wf_figures_line(stdout, &run->figures);
    else if (run->verdict)
        puts(run->verdict);
    return cli_close_stdout(status);
}

/* What a run wrote is kept when it ran, right or wrong: after a failure one wants to look at it. */
static enum wf_exit close_outputs(struct run *run, enum wf_exit status)
{
    struct wf_output *out[OUTPUTS];
    const size_t count = all_outputs(run, out);
    bool good = true;
    for (size_t i = 0; i < count; i++)
        if (!has_run(status))
            wf_output_discard(out[i]);
        else if (!wf_output_commit(out[i]))
            good = false;
    return good || status != WF_EXIT_OK ? status : WF_EXIT_ENVIRONMENT;
}

static void release(struct run *run)
{
    for (unsigned i = 0; i < run->dumps; i++)
        free(run->dump[i].buffer);
    shader_options_free(&run->shader);
    free(run->verdict);
    free(run->text.text);
    shader_whole_free(&run->whole);
    wf_inputs_free(&run->inputs);
    wf_kernel_free(run->kernel);
    simulator_free(&run->simulator);
}

static enum wf_exit perform(struct run *run)
{
    enum wf_exit status = choose_device(run);
    if (!status)
        status = open_input(run);
    if (status)
        return status;
    status = open_outputs(run);
    if (!status)
        status = run->rtl ? run_on_rtl(run) : run_on_model(run);
    return close_outputs(run, finish_outputs(run, status));
}

enum wf_exit cli_run(int argc, char **argv)
{
    struct run run = {.file = NULL};
    enum wf_exit status = parse(argc, argv, &run);
    if (!status)
        status = perform(&run);
    release(&run);
    return status;
}
