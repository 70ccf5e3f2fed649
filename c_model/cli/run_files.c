/* SPDX-License-Identifier: Apache-2.0
 * run_files.c - wavefold run of one file or several: each is a run of its own, with the same options.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>

#include "cli.h"
#include "junit.h"
#include "run.h"

/* As status.h orders them. */
static enum wf_exit worse(enum wf_exit a, enum wf_exit b)
{
    static const unsigned rank[] = {[WF_EXIT_OK] = 0, [WF_EXIT_WRONG] = 1, [WF_EXIT_INPUT] = 2,
                                    [WF_EXIT_ENVIRONMENT] = 3, [WF_EXIT_MISUSE] = 4};
    return rank[a] > rank[b] ? a : b;
}

static double seconds_of(const struct timespec *start)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    return (double)(end.tv_sec - start->tv_sec) + 1e-9 * (double)(end.tv_nsec - start->tv_nsec);
}

/* The run of files->word[files->at]; its status, and a case of the report. */
static enum wf_exit run_and_report(int argc, char **argv, struct run_files *files, struct junit *junit)
{
    struct timespec start;
    files->verdict = files->messages = NULL;
    clock_gettime(CLOCK_MONOTONIC, &start);
    const enum wf_exit status = run_one(argc, argv, files);
    if (files->count)
        junit_add(junit, files->word[files->at], files->variant, status, seconds_of(&start), files->verdict,
                  files->messages);
    free(files->verdict);
    free(files->messages);
    return status;
}

static enum wf_exit write_report(const char *name, struct junit *junit, enum wf_exit status)
{
    struct wf_output out;
    if (!wf_output_open(&out, name, false))
        return worse(status, WF_EXIT_ENVIRONMENT);
    if (!junit_write(junit, out.file)) {
        wf_output_discard(&out);
        return worse(status, cli_no_memory());
    }
    return wf_output_commit(&out) ? status : worse(status, WF_EXIT_ENVIRONMENT);
}

/* A mistake of the command line ends the command: the other runs would have it too. */
enum wf_exit cli_run(int argc, char **argv)
{
    struct run_files files = {.word = calloc((size_t)argc + 1, sizeof *files.word)};
    struct junit junit;
    enum wf_exit status = WF_EXIT_OK;
    if (!files.word || !junit_begin(&junit)) {
        free(files.word);
        return cli_no_memory();
    }
    do
        status = worse(status, run_and_report(argc, argv, &files, &junit));
    while (++files.at < files.count && status != WF_EXIT_MISUSE);
    if (files.junit && status != WF_EXIT_MISUSE)
        status = write_report(files.junit, &junit, status);
    junit_free(&junit);
    free(files.word);
    return status;
}
