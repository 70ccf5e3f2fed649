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

/* ---- the command line -------------------------------------------------------------------------------------------- */

static enum wf_exit take_dump(const struct cli_option *option, const char *value)
{
    struct run *run = option->to.other;
    if (run->dumps == WF_MAX_BUFFERS)
        return cli_misuse("too many buffers to dump", value);
    struct run_dump *dump = &run->dump[run->dumps];
    const char *equals = strchr(value, '=');
    if (equals && (equals == value || !equals[1]))
        return cli_misuse("--dump needs BUFFER or BUFFER=FILE, not", value);
    *dump = (struct run_dump){.file = equals ? equals + 1 : "-",
                              .buffer = strndup(value, equals ? (size_t)(equals - value) : strlen(value))};
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

static enum wf_exit take_policy(const struct cli_option *option, const char *value)
{
    char what[64];
    *option->to.text = value;
    if (wf_policy_named(value) != WF_POLICIES)
        return WF_EXIT_OK;
    snprintf(what, sizeof what, "%s is error, warn or off, not", option->name);
    return cli_misuse(what, value);
}

static enum wf_exit take_banks(const struct cli_option *option, const char *value)
{
    struct run *run = option->to.other;
    const struct cli_option number = CLI_SMALL(option->name, &run->memory_banks, 0, 256);
    run->has_banks = true;
    return cli_take_small(&number, value);
}

static const char *const options[RUN_FILES] = {"--waves", "--trace", "--stats", "--timeline", "--profile", "--summary"};
enum { OUTPUTS = RUN_FILES + WF_MAX_BUFFERS };

/* The names of the outputs, dumps last; NULL: there is none.  From RUN_ALONE on they may share standard output. */
static void list_outputs(const struct run *run, const char *name[OUTPUTS])
{
    memset(name, 0, OUTPUTS * sizeof *name);
    memcpy(name, run->name, sizeof run->name);
    for (unsigned i = 0; i < run->dumps; i++)
        name[RUN_FILES + i] = run->dump[i].file;
}

/* Outputs number a and b, as list_outputs counts. */
static enum wf_exit two_outputs(const struct run *run, size_t a, size_t b, const char *file)
{
    const char *dump = run->is_shader ? "--bind" : "--dump";
    char what[160];
    snprintf(what, sizeof what, "two outputs into one file, %s and %s%s", a < RUN_FILES ? options[a] : dump,
             b < RUN_FILES ? options[b] : dump,
             !strcmp(file, "-") ? " (standard output, which only profile, summary and dumps may share)" : "");
    return cli_misuse(what, file);
}

/* No output is the input, no two are one file; but profile, summary and dumps may share standard output. */
static enum wf_exit check_outputs(const struct run *run)
{
    const char *out[OUTPUTS];
    list_outputs(run, out);
    for (size_t i = 0; i < OUTPUTS; i++) {
        if (out[i] && wf_output_is_input(out[i], run->file))
            return cli_misuse(run->is_shader ? "the output is the shader itself"
                                             : "the output is the kernel file itself", out[i]);
        for (size_t k = 0; k < i; k++)
            if (out[i] && out[k] && (k < RUN_ALONE || strcmp(out[i], "-") || strcmp(out[k], "-")) &&
                wf_output_same(out[i], out[k]))
                return two_outputs(run, k, i, out[i]);
    }
    return WF_EXIT_OK;
}

/* What a shader needs, and what it and a kernel file do not know; the buffers that are wanted afterwards. */
static enum wf_exit check_shader(struct run *run)
{
    run->is_shader = shader_kind(run->file) != SHADER_NONE;
    if (run->is_shader && run->dumps)
        return cli_misuse("--dump is for kernel files; a shader's buffers are written by --bind SET.BINDING=IN:OUT",
                          run->dump[0].buffer);
    const enum wf_exit status = shader_check_options(&run->shader, run->file, run->variant, true);
    if (status)
        return status;
    for (unsigned i = 0; i < run->shader.binds; i++) {
        const char *out = run->shader.bind[i].out;
        if (out)
            run->dump[run->dumps++] = (struct run_dump){.file = out, .number = (int)i, .raw = strcmp(out, "-") != 0};
    }
    for (unsigned i = 0; i < run->shader.images; i++) {
        const char *out = run->shader.image[i].out;
        if (out)
            run->dump[run->dumps++] = (struct run_dump){.file = out, .number = (int)(run->shader.binds + i),
                                                        .raw = strcmp(out, "-") != 0};
    }
    return WF_EXIT_OK;
}

static bool is_serial(const struct run *run)
{
    return run->coalesce && !strcmp(run->coalesce, "off");
}

static bool has_path(const struct run *run)
{
    return run->path && !strcmp(run->path, "on");
}

/* What goes with the memory path, and what does not. */
static enum wf_exit check_path(const struct run *run)
{
    const char *of_lines = run->memory_period ? "--memory-period" : run->has_banks ? "--memory-banks" :
                           run->memory_bank_period ? "--memory-bank-period" :
                           run->memory_order ? "--memory-order" : NULL;
    if (!has_path(run))
        return of_lines ? cli_misuse("this option needs --memory-path on", of_lines) : WF_EXIT_OK;
    const char *other = run->icarus ? "--sim icarus" : is_serial(run) ? "--coalesce off" :
        run->name[RUN_WAVES] ? "--waves" : NULL;
    if (other)
        return cli_misuse("the simulators of --memory-path on write no waveforms, combine lanes and are none of Icarus",
                          other);
    if (run->memory_bank_period && !run->memory_banks)
        return cli_misuse("without banks this option does nothing: --memory-banks N with it", "--memory-bank-period");
    return !run->memory_lines ? WF_EXIT_OK :
           cli_misuse("lines per cycle are of memory without the path; with it use --memory-period", "--memory-lines");
}

/* The first option that only the hardware knows, or NULL. */
static const char *rtl_only(const struct run *run)
{
    static const bool of_both[RUN_FILES] = {[RUN_TRACE] = true, [RUN_STATS] = true};
    for (unsigned i = 0; i < RUN_FILES; i++)
        if (run->name[i] && !of_both[i])
            return options[i];
    return run->sim ? "--sim" : run->memory_latency ? "--memory-latency" : run->memory_lines ? "--memory-lines" :
           run->coalesce ? "--coalesce" : run->path ? "--memory-path" : run->reset_at ? "--reset-at" :
           run->first_group ? "--first-group" : NULL;
}

/* Options that do not go together. */
static enum wf_exit check_options(const struct run *run)
{
    if (!run->rtl && rtl_only(run))
        return cli_misuse("this option needs --on rtl", rtl_only(run));
    if (run->icarus && is_serial(run))
        return cli_misuse("there is no simulator of Icarus without combining", "--coalesce off");
    if (run->rtl && run->cores > 1 && ((run->icarus && !simulator_named()) || is_serial(run)))
        return cli_misuse("several cores have no --coalesce off, and no simulator of Icarus", "--cores");
    const char *option = run->races && strcmp(run->races, "off") != 0 ? "--races" : run->watch ? "--race-watch" : NULL;
    if (run->rtl && option)
        return cli_misuse("races are watched on the model only: this option needs --on model", option);
    if (run->watch && run->races && !strcmp(run->races, "off"))
        return cli_misuse("--races off watches none: this option does nothing", "--race-watch");
    return check_path(run);
}

static enum wf_exit parse(int argc, char **argv, struct run *run)
{
    const struct cli_option known[] = {
        CLI_CHOICE("--on", &run->rtl, "model", "rtl"), CLI_LANES("--lanes", &run->lanes),
        CLI_LANES("--wave-size", &run->wave_size), CLI_NUMBER("--seed", &run->seed, 0, UINT64_MAX),
        CLI_NUMBER("--limit", &run->limit, 1, UINT64_MAX), CLI_ONCE("--variant", &run->variant),
        CLI_TEXT("--waves", &run->name[RUN_WAVES]), CLI_TEXT("--trace", &run->name[RUN_TRACE]),
        CLI_TEXT("--stats", &run->name[RUN_STATS]), CLI_TEXT("--timeline", &run->name[RUN_TIMELINE]),
        CLI_OUTPUT("--profile", &run->name[RUN_PROFILE]), CLI_OUTPUT("--summary", &run->name[RUN_SUMMARY]),
        CLI_OTHER("--dump", take_dump, run), {.name = "--races", .take = take_policy, .to.text = &run->races},
        {.name = "--bounds", .take = take_policy, .to.text = &run->bounds},
        CLI_WORD("--race-watch", &run->watch, "auto", "all"), CLI_WORD("--sim", &run->sim, "verilator", "icarus"),
        CLI_SMALL("--cores", &run->cores, 1, WF_MAX_CORES), CLI_WORD("--coalesce", &run->coalesce, "off", "on"),
        CLI_SMALL("--memory-latency", &run->memory_latency, 1, UINT32_MAX),
        CLI_SMALL("--memory-lines", &run->memory_lines, 1, UINT32_MAX),
        CLI_WORD("--memory-path", &run->path, "off", "on"), CLI_SMALL("--memory-period", &run->memory_period, 1, 1000),
        CLI_OTHER("--memory-banks", take_banks, run),
        CLI_SMALL("--memory-bank-period", &run->memory_bank_period, 1, 10000),
        CLI_WORD("--memory-order", &run->memory_order, "asked", "any"),
        CLI_NUMBER("--reset-at", &run->reset_at, 1, UINT64_MAX),
        CLI_NUMBER("--first-group", &run->first_group, 0, UINT64_MAX), SHADER_ROWS(&run->shader), CLI_LAST};
    enum wf_exit status = cli_parse_file(argc, argv, known, &run->file, "a kernel file is missing, or a shader");
    if (!status)
        status = check_shader(run);
    run->icarus = run->sim && !strcmp(run->sim, "icarus");
    if (!status)
        status = check_options(run);
    return status ? status : check_outputs(run);
}

/* ---- the device -------------------------------------------------------------------------------------------------- */

/* The simulator that WAVEFOLD_SIM names is what the options ask for; false after a message. */
static bool is_as_asked(const struct run *run, const struct wf_sim_build *build)
{
    const char *name = run->simulator.program;
    if (run->lanes && build->device.lanes != run->lanes)
        fprintf(stderr, "wavefold: error: the simulator %s has %u lanes, not the %u of --lanes\n", name,
                build->device.lanes, run->lanes);
    else if (run->cores && wf_device_cores(&build->device) != run->cores)
        fprintf(stderr, "wavefold: error: the simulator %s has %u cores, not the %u of --cores\n", name,
                wf_device_cores(&build->device), run->cores);
    else if (run->coalesce && build->coalesces == is_serial(run))
        fprintf(stderr, "wavefold: error: the LDS of the simulator %s %s: --coalesce %s needs another\n", name,
                build->coalesces ? "combines lanes" : "does not combine lanes", run->coalesce);
    else if (run->name[RUN_WAVES] && !build->traced)
        fprintf(stderr, "wavefold: error: the simulator %s writes no waveforms: --waves needs a traced build\n", name);
    else if (run->path && (build->line_tags != 0) != has_path(run))
        fprintf(stderr, "wavefold: error: the simulator %s %s a memory path: --memory-path %s needs another\n", name,
                build->line_tags ? "has" : "has not", run->path);
    else
        return true;
    return false;
}

static enum wf_exit choose_simulator(struct run *run, unsigned lanes)
{
    if (lanes != 8 && lanes != 32 && lanes != 128 && !simulator_named())
        return cli_misuse("--on rtl knows --lanes 8, 32 and 128", NULL);
    const struct simulator_wanted wanted = {.icarus = run->icarus, .serial = is_serial(run),
                                            .traced = run->name[RUN_WAVES], .path = has_path(run),
                                            .lanes = lanes, .cores = run->cores};
    struct wf_sim_build build;
    enum wf_exit status = simulator_find(&wanted, &run->simulator);
    if (!status && run->simulator.named)
        status = simulator_ask(&run->simulator, &build);
    if (status || !run->simulator.named)
        return status;
    run->device = build.device;
    return is_as_asked(run, &build) ? WF_EXIT_OK : WF_EXIT_ENVIRONMENT;
}

static enum wf_exit choose_device(struct run *run)
{
    const unsigned lanes = cli_device_lanes(run->lanes, run->wave_size);
    run->device = wf_build_device(lanes);
    run->device.cores = run->cores;
    const enum wf_exit status = run->rtl ? choose_simulator(run, lanes) : WF_EXIT_OK;
    return status ? status : cli_wave_fits(run->wave_size, run->device.lanes);
}

/* ---- inputs and outputs ------------------------------------------------------------------------------------------ */

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
            fprintf(stderr, "%s: note: %s: one buffer, though not Aliased: did two numbers of HLSL, such as t0 and u0, "
                    "become one?\n", file, kernel->buffer[i].called);
}

static enum wf_exit open_input(struct run *run)
{
    const enum wf_exit status = input_read(&run->input, run->file, run->variant, &run->shader, false);
    if (status)
        return status;
    run->kernel = wf_text_parse_inputs(run->file, &run->input.text, &run->device, run->wave_size, &run->input.inputs);
    if (!run->kernel)
        return wf_inputs_status(&run->input.inputs);
    note_shared(run->file, run->kernel);
    const char *out[OUTPUTS];
    list_outputs(run, out);
    for (size_t i = 0; i < OUTPUTS; i++)
        if (out[i] && wf_inputs_hold(&run->input.inputs, out[i]))
            return cli_misuse(run->is_shader ? "the output is a file that is read"
                                             : "the output is a file that the kernel file reads", out[i]);
    for (unsigned i = 0; i < run->dumps && !run->is_shader; i++) {
        run->dump[i].number = wf_dump_find(run->kernel, run->dump[i].buffer);
        if (run->dump[i].number < 0)
            return no_such_dump(run->kernel, run->dump[i].buffer);
    }
    return WF_EXIT_OK;
}

static enum wf_exit open_outputs(struct run *run)
{
    bool good = true;
    for (unsigned i = 0; i < RUN_FILES && good; i++)
        good = !run->name[i] || wf_output_open(&run->out[i], run->name[i], i == RUN_WAVES);
    for (unsigned i = 0; i < run->dumps && good; i++)
        good = wf_output_open(&run->dump[i].out, run->dump[i].file, false);
    return good ? WF_EXIT_OK : WF_EXIT_ENVIRONMENT;
}

static size_t all_outputs(struct run *run, struct wf_output *out[OUTPUTS])
{
    for (unsigned i = 0; i < RUN_FILES; i++)
        out[i] = &run->out[i];
    for (unsigned i = 0; i < run->dumps; i++)
        out[RUN_FILES + i] = &run->dump[i].out;
    return RUN_FILES + run->dumps;
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
    input_free(&run->input);
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
