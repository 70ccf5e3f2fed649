/* SPDX-License-Identifier: Apache-2.0
 * vulkan_options.c - the command line of wavefold vulkan.
 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "output.h"
#include "vulkan.h"

enum { MOST_SEEDS = 10000, MOST_SECONDS = 1000000 };

static enum wf_exit take_on(const struct cli_option *option, const char *value)
{
    static const char *const known[] = {"model", "rtl", "lockstep", "device"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(value, known[i]))
            return cli_take_text(option, known[i]);
    return cli_misuse("--on is model, rtl, lockstep or device, not", value);
}

static enum wf_exit take_races(const struct cli_option *option, const char *value)
{
    if (wf_policy_named(value) == WF_POLICIES)
        return cli_misuse("--races is error, warn or off, not", value);
    return cli_take_text(option, value);
}

/* S, all, or a list such as 4,8,32. */
static enum wf_exit take_sizes(const struct cli_option *option, const char *value)
{
    struct vulkan *v = option->to.other;
    v->sizes = 0;
    for (const char *at = strcmp(value, "all") ? value : "4,8,16,32,64,128"; at;
         at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        uint64_t size = 0;
        const char *end = cli_digits(at, WF_MAX_LANES, &size);
        bool good = end && (*end == ',' || !*end) && size >= 4 && !(size & (size - 1)) && v->sizes < WAVE_SIZES;
        for (unsigned i = 0; good && i < v->sizes; i++)
            good = v->size[i] != size;
        if (!good)
            return cli_misuse(
                "--wave-size needs a power of two from 4 to 128, different ones such as 4,8,32, or all, not", value);
        v->size[v->sizes++] = (unsigned)size;
    }
    return WF_EXIT_OK;
}

static enum wf_exit take_seed(const struct cli_option *option, const char *value)
{
    struct vulkan *v = option->to.other;
    const struct cli_option number = CLI_NUMBER(option->name, &v->seed, 0, UINT64_MAX);
    v->has_seed = true;
    return cli_take_number(&number, value);
}

static enum wf_exit take_limit(const struct cli_option *option, const char *value)
{
    struct vulkan *v = option->to.other;
    const struct cli_option number = CLI_NUMBER(option->name, &v->limit, 0, UINT64_MAX);
    v->has_limit = true;
    return cli_take_number(&number, value);
}

/* What no option says is said by the environment, if anywhere: checks, tables and verdict go by what runs.  A value that
 * is wrong is left to the driver, which has a message. */
static void take_environment(struct vulkan *v)
{
    static const char *const known[] = {"model", "rtl", "lockstep", "device"};
    const char *on = getenv("WAVEFOLD_ON"), *lanes = getenv("WAVEFOLD_LANES"), *seed = getenv("WAVEFOLD_SEED");
    const char *races = getenv("WAVEFOLD_RACES"), *end;
    uint64_t number;

    for (size_t i = 0; !v->on && on && i < sizeof known / sizeof *known; i++)
        if (!strcmp(on, known[i]))
            v->on = known[i];
    end = lanes ? cli_digits(lanes, WF_MAX_LANES, &number) : NULL;
    if (!v->lanes && end && !*end && number >= 4 && !(number & (number - 1)))
        v->lanes = (unsigned)number;
    end = seed ? cli_digits(seed, UINT64_MAX, &number) : NULL;
    if (!v->has_seed && end && !*end) {
        v->seed = number;
        v->has_seed = true;
    }
    if (!v->races && races && (!strcmp(races, "1") || !strcmp(races, "all")))
        v->counts_races = true;
}

enum wf_exit vulkan_parse(struct vulkan *v, int argc, char **argv)
{
    const struct cli_option known[] = {CLI_OTHER("--wave-size", take_sizes, v),
                                       CLI_OTHER("--seed", take_seed, v),
                                       CLI_OTHER("--limit", take_limit, v),
                                       {.name = "--on", .take = take_on, .to.text = &v->on},
                                       {.name = "--races", .take = take_races, .to.text = &v->races},
                                       CLI_LANES("--lanes", &v->lanes),
                                       CLI_SMALL("--cores", &v->cores, 1, 16),
                                       CLI_SMALL("--seeds", &v->seeds, 1, MOST_SEEDS),
                                       CLI_SMALL("--timeout", &v->timeout, 1, MOST_SECONDS),
                                       CLI_WORD("--differ", &v->differ, "error", "ok"),
                                       CLI_ONCE("--stats", &v->stats),
                                       CLI_ONCE("--profile", &v->profile),
                                       CLI_ONCE("--report", &v->report),
                                       CLI_ONCE("--junit", &v->junit),
                                       CLI_ONCE("--waves", &v->waves),
                                       CLI_ONCE("--trace", &v->trace),
                                       CLI_NUMBER("--dispatch", &v->dispatch, 1, UINT64_MAX),
                                       CLI_ONCE("--driver", &v->driver),
                                       CLI_LAST};
    int end = 0;
    while (end < argc && strcmp(argv[end], "--") != 0)
        end++;
    v->options = end;
    v->option = argv;
    v->program = argv + end + 1;
    const enum wf_exit status = cli_parse(end, argv, known, NULL, "the program and its words come after --, not");
    if (status)
        return status;
    take_environment(v);
    return end + 1 < argc && *argv[end + 1]
               ? WF_EXIT_OK
               : cli_misuse("the program is missing: wavefold vulkan [OPTIONS] -- PROGRAM", NULL);
}

/* No two outputs into one file; "-" is the program's standard output. */
static enum wf_exit check_outputs(const struct vulkan *v)
{
    const char *const name[] = {v->stats, v->profile, v->report, v->junit, v->waves, v->trace};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        for (size_t k = 0; name[i] && k < i; k++)
            if (name[k] && wf_output_same(name[i], name[k]))
                return cli_misuse("two outputs into one file", name[i]);
    return WF_EXIT_OK;
}

enum wf_exit vulkan_check(const struct vulkan *v)
{
    const bool several = v->sizes > 1 || v->seeds > 1, has_cycles = vulkan_has_cycles(v);
    const char *varying = getenv("WAVEFOLD_VARYING");
    for (unsigned i = 0; i < v->sizes; i++) {
        const enum wf_exit status = cli_wave_fits(v->size[i], v->lanes ? v->lanes : WF_MAX_LANES);
        if (status)
            return status;
    }
    /* each run would compare sizes that the variable chose, and not those asked for */
    if (v->sizes > 1 && varying && *varying)
        return cli_misuse("WAVEFOLD_VARYING chooses the sizes of pipelines, so several sizes compare nothing: give one "
                          "--wave-size, or unset WAVEFOLD_VARYING, which is", varying);
    if (v->differ && !several)
        return cli_misuse("this option needs several runs: --wave-size all or a list, or --seeds N", "--differ");
    if (v->waves && !has_cycles)
        return cli_misuse("--on rtl, lockstep or device have waveforms, and are needed for", "--waves");
    if (v->waves && several)
        return cli_misuse("the output is that of one run: give one --wave-size, and no --seeds, with", "--waves");
    if (v->waves && !cli_has_ending(v->waves, ".fst"))
        return cli_misuse("the name of a waveform ends in .fst, not", v->waves);
    if (v->trace && has_cycles)
        return cli_misuse("the model writes traces: --on model, not", v->on);
    if (v->trace && several)
        return cli_misuse("the output is that of one run: give one --wave-size, and no --seeds, with", "--trace");
    if (v->trace && !strcmp(v->trace, "-"))
        return cli_misuse("a trace goes into a file, and not to", "-");
    if (v->dispatch && !v->waves && !v->trace)
        return cli_misuse("--dispatch is that of --waves OUT.fst or --trace OUT, which is missing", NULL);
    if (v->races && strcmp(v->races, "off") && has_cycles)
        return cli_misuse("the model looks for races: --on model, not", v->on);
    if (v->profile && has_cycles)
        return cli_misuse("the model counts instructions by line: --on model, not", v->on);
    return check_outputs(v);
}
