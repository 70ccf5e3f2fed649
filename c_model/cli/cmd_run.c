/* SPDX-License-Identifier: Apache-2.0
 * cmd_run.c - wavefold run: its command line, its inputs and outputs.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "run.h"
#include "run_view.h"
#include "said.h"

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
    *dump = (struct run_dump){.file = equals ? equals + 1 : "-", .option = "--dump",
                              .buffer = strndup(value, equals ? (size_t)(equals - value) : strlen(value))};
    if (!dump->buffer)
        return cli_no_memory();
    for (unsigned i = 0; i < run->dumps; i++)
        if (!run->dump[i].is_stage && !strcmp(run->dump[i].buffer, dump->buffer)) {
            free(dump->buffer);
            return cli_misuse("two dumps of one buffer", value);
        }
    run->dumps++;
    return WF_EXIT_OK;
}

/* tasks=OUT, payload=OUT, counts=OUT, vertices=OUT, primitives=OUT, patches=OUT, xfb0=OUT .. */
static enum wf_exit take_output(const struct cli_option *option, const char *value)
{
    struct run *run = option->to.other;
    const char *equals = strchr(value, '=');
    unsigned which = 0;
    while (equals && which < WF_MESH_RESULTS &&
           (strlen(wf_mesh_buffer_name((enum wf_mesh_buffer)which)) != (size_t)(equals - value) ||
            strncmp(value, wf_mesh_buffer_name((enum wf_mesh_buffer)which), (size_t)(equals - value)) != 0))
        which++;
    if (*value < 'a' || *value > 'z' || !strncmp(value, "depth=", 6) || !strncmp(value, "stencil=", 8))
        return shader_option(&(struct cli_option)SHADER_ROW("--output", SHADER_OUTPUT, &run->shader), value);
    if (!equals || !equals[1] || which == WF_MESH_RESULTS)
        return cli_misuse("--output needs tasks=OUT, payload=OUT, counts=OUT, vertices=OUT, primitives=OUT, "
                          "patches=OUT or xfb0=OUT to xfb3=OUT, not", value);
    for (unsigned i = 0; i < run->dumps; i++)
        if (run->dump[i].is_stage && (unsigned)run->dump[i].which == which)
            return cli_misuse("two outputs of one kind", value);
    if (run->dumps == WF_MAX_BUFFERS)
        return cli_misuse("too many outputs", value);
    run->dump[run->dumps++] = (struct run_dump){.file = equals + 1, .option = "--output", .is_stage = true,
                                                .which = (enum wf_mesh_buffer)which,
                                                .raw = strcmp(equals + 1, "-") != 0};
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

/* N, all, or a list such as 4,8,32. */
static enum wf_exit take_wave_size(const struct cli_option *option, const char *value)
{
    struct run *run = option->to.other;
    struct run_sweep *s = &run->sweep;
    run->wave_size = s->sizes = 0;
    s->all_sizes = !strcmp(value, "all");
    if (s->all_sizes)
        return WF_EXIT_OK;
    if (!strchr(value, ','))
        return cli_take_lanes(&(struct cli_option)CLI_LANES(option->name, &run->wave_size), value);
    for (const char *at = value; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        uint64_t size;
        const char *end = cli_digits(at, WF_MAX_LANES, &size);
        bool good = end && (*end == ',' || !*end) && size >= 4 && !(size & (size - 1)) && s->sizes < WAVE_SIZES;
        for (unsigned i = 0; good && i < s->sizes; i++)
            good = s->size[i] != size;
        if (!good)
            return cli_misuse("--wave-size needs a power of two from 4 to 128, different ones such as 4,8,32, or all, "
                              "not", value);
        s->size[s->sizes++] = (unsigned)size;
    }
    return WF_EXIT_OK;
}

static const char *const options[RUN_FILES] = {"--waves", "--view", "--trace", "--stats", "--timeline", "--report",
                                               "--profile", "--summary"};
enum { OUTPUTS = RUN_FILES + WF_MAX_BUFFERS, MOST_SEEDS = 10000 };

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
    char what[160];
    snprintf(what, sizeof what, "two outputs into one file, %s and %s%s",
             a < RUN_FILES ? options[a] : run->dump[a - RUN_FILES].option,
             b < RUN_FILES ? options[b] : run->dump[b - RUN_FILES].option,
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

/* Buffer `number` of a shader has an output, or none. */
static enum wf_exit add_output(struct run *run, const char *option, const char *out, unsigned number)
{
    if (!out)
        return WF_EXIT_OK;
    if (run->dumps == WF_MAX_BUFFERS)
        return cli_misuse("too many outputs", out);
    run->dump[run->dumps++] =
        (struct run_dump){.file = out, .option = option, .number = (int)number, .raw = strcmp(out, "-") != 0};
    return WF_EXIT_OK;
}

/* What a shader needs, and what it and a kernel file do not know; the buffers that are wanted afterwards. */
static enum wf_exit check_shader(struct run *run)
{
    run->is_shader = shader_kind(run->file) != SHADER_NONE;
    for (unsigned i = 0; i < run->dumps && run->is_shader; i++)
        if (!run->dump[i].is_stage)
            return cli_misuse("--dump is for kernel files; a shader's buffers are written by --bind SET.BINDING=IN:OUT",
                              run->dump[i].buffer);
    const struct shader_options *o = &run->shader;
    enum wf_exit status = shader_check_options(&run->shader, run->file, run->variant, true);
    for (unsigned i = 0; i < o->binds && !status; i++)
        status = add_output(run, "--bind", o->bind[i].out, i);
    for (unsigned i = 0; i < o->images && !status; i++)
        status = add_output(run, "--image", o->image[i].out, o->binds + i);
    for (unsigned i = 0; i < o->draw.outputs && !status; i++)
        status = add_output(run, "--output", o->draw.output[i].image.out, o->binds + o->images + i);
    return status;
}

/* What goes with the memory path, and what does not. */
static enum wf_exit check_path(const struct run *run)
{
    const char *of_lines = run->memory_period ? "--memory-period" : run->has_banks ? "--memory-banks" :
                           run->memory_bank_period ? "--memory-bank-period" :
                           run->memory_order ? "--memory-order" : NULL;
    if (!run_has_path(run))
        return of_lines ? cli_misuse("this option needs --memory-path on", of_lines) : WF_EXIT_OK;
    const char *other = run->icarus ? "--sim icarus" : run_is_serial(run) ? "--coalesce off" :
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
    static const bool of_both[RUN_FILES] = {[RUN_TRACE] = true, [RUN_STATS] = true, [RUN_REPORT] = true};
    for (unsigned i = 0; i < RUN_FILES; i++)
        if (run->name[i] && !of_both[i])
            return options[i];
    return run->sim ? "--sim" : run->memory_latency ? "--memory-latency" : run->memory_lines ? "--memory-lines" :
           run->coalesce ? "--coalesce" : run->path ? "--memory-path" : run->reset_at ? "--reset-at" :
           run->first_group ? "--first-group" : NULL;
}

/* Several runs have one table and one --stats; what else they would write, or print, is of one run. */
static enum wf_exit check_sweep(const struct run *run)
{
    if (!run_is_sweep(&run->sweep))
        return !run->sweep.differ ? WF_EXIT_OK :
               cli_misuse("this option needs several runs: --wave-size all or a list, or --seeds N", "--differ");
    for (unsigned i = 0; i < RUN_FILES; i++)
        if (run->name[i] && i != RUN_STATS)
            return cli_misuse("the output is that of one run: give one --wave-size, and no --seeds, with", options[i]);
    for (unsigned i = 0; i < run->dumps; i++)
        if (run->dump[i].is_stage)
            return cli_misuse("the output is that of one run: give one --wave-size, and no --seeds, with", "--output");
        else if (strcmp(run->dump[i].file, "-") != 0)
            return cli_misuse("the output is that of one run; several print a buffer in which all agree, with - in "
                              "place of", run->dump[i].file);
    if (run->reset_at || run->first_group)
        return cli_misuse("this option is of one run", run->reset_at ? "--reset-at" : "--first-group");
    return run->seed <= UINT64_MAX - run->sweep.seeds ? WF_EXIT_OK :
           cli_misuse("the last seed passes 18446744073709551615", "--seeds");
}

/* Options that do not go together. */
static enum wf_exit check_options(const struct run *run)
{
    if (run->name[RUN_WAVES] && cli_has_ending(run->name[RUN_WAVES], ".vcd"))
        return cli_misuse("--waves writes FST, and no VCD; expected a name such as x.fst, not", run->name[RUN_WAVES]);
    if (!run->rtl && rtl_only(run))
        return cli_misuse("this option needs --on rtl", rtl_only(run));
    if (run->icarus && run_is_serial(run))
        return cli_misuse("there is no simulator of Icarus without combining", "--coalesce off");
    if (run->rtl && run->cores > 1 && ((run->icarus && !simulator_named()) || run_is_serial(run)))
        return cli_misuse("several cores have no --coalesce off, and no simulator of Icarus", "--cores");
    if (run->watch && run->races && !strcmp(run->races, "off"))
        return cli_misuse("--races off watches none: this option does nothing", "--race-watch");
    const enum wf_exit status = check_sweep(run);
    return status ? status : check_path(run);
}

/* With several files an output would be that of the last. */
static enum wf_exit check_files(const struct run *run, const struct run_files *files)
{
    const char *out[OUTPUTS];
    unsigned inputs = 0;
    for (size_t i = 0; i < files->count; i++)
        inputs += !strcmp(files->word[i], "-");
    if (inputs > 1)
        return cli_misuse("standard input is one file; expected it once", "-");
    list_outputs(run, out);
    for (size_t i = 0; i < OUTPUTS && files->count > 1; i++)
        if (out[i] && strcmp(out[i], "-") != 0)
            return cli_misuse("the output is that of one file; with several expected - in place of", out[i]);
    for (size_t i = 0; i < OUTPUTS && files->junit; i++)
        if (out[i] && wf_output_same(out[i], files->junit))
            return cli_misuse("two outputs into one file, --junit and another", files->junit);
    for (size_t i = 0; i < files->count && files->junit; i++)
        if (wf_output_is_input(files->junit, files->word[i]))
            return cli_misuse("the output is a file that is read", files->junit);
    return WF_EXIT_OK;
}

static enum wf_exit parse(int argc, char **argv, struct run *run, struct run_files *files)
{
    files->count = 0;
    const struct cli_option known[] = {
        CLI_WORD("--on", &run->on, "model", "rtl"), CLI_LANES("--lanes", &run->lanes),
        CLI_OTHER("--wave-size", take_wave_size, run), CLI_NUMBER("--seed", &run->seed, 0, UINT64_MAX),
        CLI_SMALL("--seeds", &run->sweep.seeds, 1, MOST_SEEDS), CLI_WORD("--differ", &run->sweep.differ, "error", "ok"),
        CLI_NUMBER("--limit", &run->limit, 1, UINT64_MAX), CLI_ONCE("--variant", &run->variant),
        CLI_TEXT("--waves", &run->name[RUN_WAVES]), CLI_OTHER("--view", run_take_view, run),
        CLI_TEXT("--report", &run->name[RUN_REPORT]), CLI_TEXT("--trace", &run->name[RUN_TRACE]),
        CLI_TEXT("--stats", &run->name[RUN_STATS]), CLI_TEXT("--timeline", &run->name[RUN_TIMELINE]),
        CLI_OUTPUT("--profile", &run->name[RUN_PROFILE]), CLI_OUTPUT("--summary", &run->name[RUN_SUMMARY]),
        CLI_OTHER("--dump", take_dump, run), CLI_OTHER("--output", take_output, run),
        {.name = "--races", .take = take_policy, .to.text = &run->races},
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
        CLI_NUMBER("--first-group", &run->first_group, 0, UINT64_MAX), CLI_TEXT("--junit", &files->junit), CLI_FLAG("--hex", &run->hex),
        SHADER_ROWS(&run->shader), SHADER_EXPECT_ROWS(&run->shader), CLI_LAST};
    enum wf_exit status = cli_parse_words(argc, argv, known, false, files->word, &files->count);
    if (!status && !files->count)
        status = cli_misuse("a kernel file is missing, or a shader", NULL);
    run->file = status ? NULL : files->word[files->at];
    run->words = argc;
    run->word = argv;
    if (!status)
        status = check_shader(run);
    run->icarus = run->sim && !strcmp(run->sim, "icarus");
    run->rtl = run->on ? !strcmp(run->on, "rtl") : run->name[RUN_WAVES] || run->view_words;
    if (!status)
        status = check_options(run);
    if (!status)
        status = run_check_view(run);
    if (!status)
        status = check_outputs(run);
    return status ? status : check_files(run, files);
}

/* ---- inputs and outputs ------------------------------------------------------------------------------------------ */

static enum wf_exit open_input(struct run *run)
{
    const enum wf_exit status = input_read(&run->input, run->file, run->variant, &run->shader, false);
    if (status)
        return status;
    run->kernel = wf_text_parse_inputs(run->file, &run->input.text, &run->device, run->wave_size, &run->input.inputs);
    return run->kernel ? run_check_parsed(run, run->kernel) : wf_inputs_status(&run->input.inputs);
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
    if (run->verdict)
        puts(run->verdict);
    else if (!run->rtl)
        wf_figures_line(stdout, &run->figures);
    return cli_close_stdout(status);
}

/* What a run wrote is kept when it ran, right or wrong: after a failure one wants to look at it. */
static enum wf_exit close_outputs(struct run *run, enum wf_exit status)
{
    struct wf_output *out[OUTPUTS];
    const size_t count = all_outputs(run, out);
    bool good = !has_run(status) || !run->out[RUN_VIEW].name || run_write_view_names(run);
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
    free(run->differences);
    input_free(&run->input);
    wf_kernel_free(run->kernel);
    simulator_free(&run->simulator);
    free(run->view_words);
    free(run->view_name);
}

static enum wf_exit perform(struct run *run)
{
    if (run_is_sweep(&run->sweep)) {
        const enum wf_exit swept = run_sweep(run);
        const enum wf_exit status = close_outputs(run, run->verdict ? finish_outputs(run, swept) : swept);
        return status == WF_EXIT_OK && run->lacks_simulators ? WF_EXIT_ENVIRONMENT : status;
    }
    enum wf_exit status = run_choose_device(run);
    if (!status)
        status = run_check_view_slots(run);
    if (!status)
        status = open_input(run);
    if (status)
        return status;
    status = open_outputs(run);
    if (!status)
        status = run->rtl ? run_on_rtl(run) : run_on_model(run);
    return close_outputs(run, finish_outputs(run, status));
}

/* What the report of several runs has of this one. */
static void keep_verdict(const struct run *run, enum wf_exit status, struct run_files *files)
{
    size_t length;
    FILE *file = run->verdict || !run->figures.kernel || !has_run(status) ? NULL : open_memstream(&files->verdict, &length);
    files->variant = run->variant;
    if (run->verdict && (has_run(status) || run->lacks_simulators))
        files->verdict = strdup(run->verdict);
    if (!file)
        return;
    wf_figures_line(file, &run->figures);
    fclose(file);
}

/* What several runs say on standard output about results that differ is an error of the report. */
static bool add_differences(const struct run *run, struct run_files *files)
{
    const size_t own = files->messages ? strlen(files->messages) : 0, more = run->differences ? strlen(run->differences) : 0;
    char *both = more && files->junit ? realloc(files->messages, own + more + 1) : NULL;
    if (both) {
        memcpy(both + own, run->differences, more + 1);
        files->messages = both;
    }
    return both || !more || !files->junit;
}

enum wf_exit run_one(int argc, char **argv, struct run_files *files)
{
    struct run run = {.file = NULL};
    enum wf_exit status = parse(argc, argv, &run, files);
    const bool keeps = !status && (files->junit || run.name[RUN_STATS] || run.name[RUN_REPORT]);
    if (keeps && !said_begin())
        status = cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: cannot open a temporary file: %s\n", strerror(errno));
    if (!status)
        status = perform(&run);
    if (keeps)
        files->messages = said_end();
    if (!add_differences(&run, files))
        status = cli_no_memory();
    keep_verdict(&run, status, files);
    release(&run);
    return status;
}
