/* SPDX-License-Identifier: Apache-2.0
 * cmd_vulkan.c - wavefold vulkan: run a program for Vulkan on the driver.  docs/vulkan.md
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "junit.h"
#include "output.h"
#include "shell.h"
#include "vulkan.h"

/* ---- the runs ---------------------------------------------------------------------------------------------------- */

static enum wf_exit plan(struct vulkan *v)
{
    const unsigned sizes = v->sizes ? v->sizes : 1, seeds = v->seeds ? v->seeds : 1;
    v->run = calloc((size_t)sizes * seeds, sizeof *v->run);
    if (!v->run)
        return cli_no_memory();
    v->has_seed |= v->seeds > 0;
    for (unsigned i = 0; i < sizes; i++)
        for (unsigned n = 0; n < seeds; n++)
            v->run[v->runs++] = (struct vulkan_run){.size = v->sizes ? v->size[i] : 0, .seed = v->seed + n};
    return WF_EXIT_OK;
}

/* What went wrong with the program itself joins the messages. */
static bool note_ending(struct vulkan_run *run, const char *program, unsigned timeout)
{
    char text[2000], ending[80];
    *text = '\0';
    if (run->late)
        snprintf(text, sizeof text, "%.200s: error: time is up after %u second%s; %s%s\n", program, timeout,
                 timeout == 1 ? "" : "s", run->running ? "running: " : "",
                 run->running       ? run->running
                 : run->uses_driver ? "no dispatch was running"
                                    : "it has not opened the driver");
    else if (run->ending)
        snprintf(text, sizeof text, "%.200s: error: %s\n", program, vulkan_ending(run, ending));
    else if (!run->uses_driver)
        snprintf(text, sizeof text,
                 "%.200s: error: it has not opened the driver: it uses no Vulkan, or chooses another driver\n",
                 program);
    else if (run->lacks)
        snprintf(text, sizeof text, "%.200s: error: no %s was written: it made %zu dispatches\n", program, run->lacks,
                 run->dispatches);
    else if (!run->dispatches)
        snprintf(text, sizeof text,
                 "%.200s: warning: no dispatch ran: it has opened the driver, and perhaps chosen another device\n",
                 program);
    const size_t length = run->messages ? strlen(run->messages) : 0;
    char *all = realloc(run->messages, length + strlen(text) + 1);
    if (!all)
        return false;
    run->messages = strcpy(all + length, text) - length;
    return true;
}

/* Under a heading, where there are several runs; those with the messages of an earlier one only name it. */
static void put_messages(const struct vulkan *v, size_t number)
{
    const struct vulkan_run *run = &v->run[number];
    char place[64];
    vulkan_place(v, run, place);
    if (!run->messages || !*run->messages)
        return;
    for (size_t i = 0; i < number; i++)
        if (v->run[i].messages && !strcmp(v->run[i].messages, run->messages)) {
            char other[64];
            fprintf(stderr, "at %s: the messages of %s\n", place, vulkan_place(v, &v->run[i], other));
            return;
        }
    if (*place)
        fprintf(stderr, "at %s:\n", place);
    fprintf(stderr, "%s%s", run->messages, run->messages[strlen(run->messages) - 1] == '\n' ? "" : "\n");
}

static enum wf_exit status_of(const struct vulkan_run *run)
{
    return run->lacks_simulator ? WF_EXIT_ENVIRONMENT : run->failed ? WF_EXIT_WRONG : WF_EXIT_OK;
}

static enum wf_exit perform_all(struct vulkan *v, struct junit *junit, const char *command)
{
    for (size_t i = 0; i < v->runs; i++) {
        struct vulkan_run *run = &v->run[i];
        char place[64];
        const enum wf_exit status = vulkan_perform(v, run, vulkan_is_sweep(v));
        if (status)
            return status;
        if (!note_ending(run, v->program[0], v->timeout))
            return cli_no_memory();
        put_messages(v, i);
        if (v->junit)
            junit_add(junit, command, *vulkan_place(v, run, place) ? place : NULL,
                      status_of(run), run->seconds, run->output, run->messages);
    }
    return WF_EXIT_OK;
}

/* ---- the verdict ------------------------------------------------------------------------------------------------- */

static bool is_passed(const struct vulkan *v)
{
    bool passed = v->groups < 2 || (v->differ && !strcmp(v->differ, "ok"));
    for (size_t i = 0; i < v->runs; i++)
        passed &= !v->run[i].failed;
    return passed;
}

/* Owned; NULL without memory. */
static char *verdict_of(const struct vulkan *v, bool passed, const char *command)
{
    char *text = NULL;
    size_t length, wrong = 0, odd = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return NULL;
    for (size_t i = 0; i < v->runs; i++) {
        wrong += v->run[i].failed;
        odd += v->run[i].differs;
    }
    const struct vulkan_run *run = v->run;
    fprintf(file, "%s %s on=%s", passed ? "PASS" : "FAIL", command, v->on ? v->on : "model");
    if (vulkan_is_sweep(v))
        fprintf(file, " runs=%zu failed=%zu different=%zu", v->runs, wrong, odd);
    else {
        if (run->size)
            fprintf(file, " wave-size=%u", run->size);
        fprintf(file, " seed=%" PRIu64 " dispatches=%zu waves=%" PRIu64 " instructions=%" PRIu64, run->seed,
                run->dispatches, run->waves, run->instructions);
        if (vulkan_has_cycles(v))
            fprintf(file, " cycles=%" PRIu64, run->cycles);
        if (run->faults)
            fprintf(file, " faults=%" PRIu64, run->faults);
        if (v->counts_races || (v->races && strcmp(v->races, "off")))
            fprintf(file, " races=%" PRIu64 " divergent-barriers=%" PRIu64, run->races, run->barriers);
    }
    return fclose(file) == 0 ? text : NULL;
}

static void put_table_of_dispatches(FILE *file, const struct vulkan *v)
{
    char place[64];
    for (size_t i = 0; i < v->runs; i++) {
        if (*vulkan_place(v, &v->run[i], place))
            fprintf(file, "%s# %s\n", i ? "\n" : "", place);
        vulkan_put_dispatches(file, v, &v->run[i]);
    }
}

static void put_profiles(FILE *file, const struct vulkan *v)
{
    char place[64];
    for (size_t i = 0; i < v->runs; i++) {
        if (*vulkan_place(v, &v->run[i], place))
            fprintf(file, "# at %s\n", place);
        fputs(v->run[i].profile ? v->run[i].profile : "", file);
    }
}

enum output { STATS, PROFILE, REPORT, JUNIT, OUTPUTS };

static bool write_all(const struct vulkan *v, struct wf_output out[OUTPUTS], struct junit *junit, bool passed,
                      const char *verdict)
{
    bool good = true;
    if (v->stats && cli_has_ending(v->stats, ".json"))
        vulkan_put_json(out[STATS].file, v, passed, verdict);
    else if (v->stats)
        put_table_of_dispatches(out[STATS].file, v);
    if (v->profile)
        put_profiles(out[PROFILE].file, v);
    if (v->report)
        vulkan_put_page(out[REPORT].file, v, passed, verdict);
    if (v->junit)
        good = junit_write(junit, out[JUNIT].file);
    for (int i = 0; i < OUTPUTS; i++)
        if (out[i].file)
            good = wf_output_commit(&out[i]) && good;
    return good;
}

/* What differs is a case of its own. */
static void add_differences(const struct vulkan *v, struct junit *junit, const char *command)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return;
    fprintf(file, "%s: error: output ", v->program[0]);
    vulkan_put_differences(file, v);
    fclose(file);
    const bool allowed = v->groups < 2 || (v->differ && !strcmp(v->differ, "ok"));
    junit_add(junit, command, "all runs agree", allowed ? WF_EXIT_OK : WF_EXIT_WRONG, 0, NULL,
              v->groups < 2 ? NULL : text);
    free(text);
}

static enum wf_exit conclude(struct vulkan *v, struct wf_output out[OUTPUTS], struct junit *junit, const char *command)
{
    if (vulkan_is_sweep(v)) {
        vulkan_compare(v);
        vulkan_put_runs(stdout, v);
        vulkan_put_differences(stdout, v);
        if (v->junit)
            add_differences(v, junit, command);
    }
    const bool passed = is_passed(v);
    char *verdict = verdict_of(v, passed, command);
    if (!verdict)
        return cli_no_memory();
    /* the standard output of one run is the program's */
    fprintf(vulkan_is_sweep(v) ? stdout : stderr, "%s\n", verdict);
    bool good = write_all(v, out, junit, passed, verdict);
    free(verdict);
    for (size_t i = 0; i < v->runs; i++)
        good = good && !v->run[i].lacks_simulator;
    return !good ? WF_EXIT_ENVIRONMENT : passed ? WF_EXIT_OK : WF_EXIT_WRONG;
}

static enum wf_exit open_and_run(struct vulkan *v, struct wf_output out[OUTPUTS], struct junit *junit,
                                 const char *command)
{
    const char *const name[OUTPUTS] = {v->stats, v->profile, v->report, v->junit};
    for (int i = 0; i < OUTPUTS; i++)
        if (name[i] && !wf_output_open(&out[i], name[i], false))
            return WF_EXIT_ENVIRONMENT;
    if (v->junit && !junit_begin(junit))
        return cli_no_memory();
    junit->command = "vulkan";
    const enum wf_exit status = perform_all(v, junit, command);
    return status ? status : conclude(v, out, junit, command);
}

enum wf_exit cli_vulkan(int argc, char **argv)
{
    struct vulkan v = {.on = NULL};
    struct wf_output out[OUTPUTS] = {{.file = NULL}};
    struct junit junit = {.file = NULL};
    enum wf_exit status = vulkan_parse(&v, argc, argv);
    status = status ? status : vulkan_check(&v);
    if (status)
        return status;
    int words = 0;
    while (v.program[words + 1])
        words++;
    v.manifest = vulkan_find_driver(v.driver);
    char *command = wf_shell_command(v.program[0], words, v.program + 1);
    status = !v.manifest ? WF_EXIT_ENVIRONMENT : !command ? cli_no_memory() : plan(&v);
    if (!status)
        status = open_and_run(&v, out, &junit, command);
    for (int i = 0; i < OUTPUTS; i++)
        if (out[i].file)
            wf_output_discard(&out[i]);
    for (size_t i = 0; i < v.runs; i++)
        vulkan_run_free(&v.run[i]);
    junit_free(&junit);
    free(v.run);
    free(v.manifest);
    free(command);
    return cli_close_stdout(status);
}
