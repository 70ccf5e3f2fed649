/* SPDX-License-Identifier: Apache-2.0
 * simulator.c - see simulator.h.
 */
#define _XOPEN_SOURCE 700
#include "simulator.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"

/* ---- which ------------------------------------------------------------------------------------------------------------- */

/* Beside the directory of this program, where the build puts it. */
static char *own_build(const char *place)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash)
        return NULL;
    size_t size = strlen(path) + strlen(place) + 8;
    char *program = malloc(size);
    if (program)
        snprintf(program, size, "%.*s/../sim/%s", (int)(slash - path), path, place);
    return program;
}

enum wf_exit simulator_find(const struct simulator_wanted *wanted, struct simulator *simulator)
{
    const char *name = getenv("WAVEFOLD_SIM");
    const bool icarus = wanted->icarus;
    char place[64], cores[16] = "";
    if (wanted->cores > 1)
        snprintf(cores, sizeof cores, "_c%u", wanted->cores);
    if (icarus)
        snprintf(place, sizeof place, "icarus/wf_sim_l%u.vvp", wanted->lanes);
    else
        snprintf(place, sizeof place, "l%u/wf_sim%s%s%s%s", wanted->lanes, wanted->path ? "_system" : "", cores, wanted->serial ? "_serial" : "", wanted->traced ? "_trace" : "");
    *simulator = (struct simulator){.icarus = icarus, .named = name && *name};
    simulator->program = simulator->named ? strdup(name) : own_build(place);
    if (!simulator->program) {
        fprintf(stderr, "wavefold: error: cannot tell where this program is; set WAVEFOLD_SIM to the simulator\n");
        return WF_EXIT_ENVIRONMENT;
    }
    if (access(simulator->program, icarus ? R_OK : X_OK) == 0)
        return WF_EXIT_OK;
    if (simulator->named)
        fprintf(stderr, "wavefold: error: no simulator at %s, which WAVEFOLD_SIM names: %s\n", name, strerror(errno));
    else
        fprintf(stderr, "wavefold: %s: no simulator at %s: build it in the source tree with: make build/sim/%s%s\n"
                "WAVEFOLD_SIM names one elsewhere\n", wanted->optional ? "note" : "error", simulator->program, place, icarus ? " build/sim/icarus/wavefold.vpi" : "");
    simulator_free(simulator);
    return WF_EXIT_ENVIRONMENT;
}

void simulator_free(struct simulator *simulator)
{
    free(simulator->program);
    simulator->program = NULL;
}

/* ---- its command line -------------------------------------------------------------------------------------------------- */

void simulator_word(struct simulator_words *words, const char *format, ...)
{
    if (words->count + 1 >= sizeof words->word / sizeof words->word[0]) {
        words->failed = true;
        return;
    }
    va_list list;
    va_start(list, format);
    int n = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *word = n < 0 ? NULL : malloc((size_t)n + 1);
    va_start(list, format);
    if (word)
        vsnprintf(word, (size_t)n + 1, format, list);
    va_end(list);
    words->failed |= !word;
    words->word[words->count++] = word;
}

static void free_words(struct simulator_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->word[i]);
    words->count = 0;
}

/* The program that starts and its words before the plusargs. */
static void start_words(const struct simulator *simulator, struct simulator_words *words)
{
    if (simulator->icarus) {
        const char *slash = strrchr(simulator->program, '/');
        simulator_word(words, "vvp");
        simulator_word(words, "-n");
        simulator_word(words, "-M");        /* where wavefold.vpi is */
        simulator_word(words, "%.*s", slash ? (int)(slash - simulator->program) : 1, slash ? simulator->program : ".");
        simulator_word(words, "-m");
        simulator_word(words, "wavefold");
    }
    simulator_word(words, "%s", simulator->program);
    if (simulator->icarus)
        simulator_word(words, "-fst");
}

/* ---- the process ------------------------------------------------------------------------------------------------------- */

/* `waves`: it writes a waveform. */
static enum wf_exit wait_for(struct process *process, bool waves)
{
    const int status = process_wait(process);
    if (status < 0)
        return WF_EXIT_ENVIRONMENT;
    if (WIFEXITED(status)) {
        int code = WEXITSTATUS(status);
        return code == WF_EXIT_OK || code == WF_EXIT_WRONG || code == WF_EXIT_INPUT ? (enum wf_exit)code : WF_EXIT_ENVIRONMENT;
    }
    if (WTERMSIG(status) == SIGXFSZ || WTERMSIG(status) == SIGPIPE)
        raise(WTERMSIG(status));            /* as if this program had written: cleanup.h */
    if (WTERMSIG(status) == SIGBUS && waves) {       /* the writer of the waveform maps its files, and there was no room for a page */
        fprintf(stderr, "wavefold: error: the simulator cannot write its waveform: %s\n", strerror(ENOSPC));
        return WF_EXIT_ENVIRONMENT;
    }
    fprintf(stderr, "wavefold: error: the simulator was ended by signal %d (%s)\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
    return WF_EXIT_ENVIRONMENT;
}

/* Start it, feed it, and take down what it says. */
static enum wf_exit converse(const struct simulator *simulator, struct simulator_words *words, const struct wf_text *text, char **said)
{
    struct process process;
    *said = NULL;
    words->word[words->count] = NULL;
    bool started = !words->failed && process_start(&process, simulator->icarus ? "vvp" : simulator->program, simulator->icarus, words->word);
    if (!started)
        fprintf(stderr, "wavefold: error: cannot start the simulator: %s\n", words->failed ? "out of memory" : strerror(errno));
    bool waves = false;
    for (size_t i = 0; i < words->count; i++)
        waves |= words->word[i] && !strncmp(words->word[i], "+waves=", 7);
    free_words(words);
    if (!started)
        return WF_EXIT_ENVIRONMENT;
    process_feed(&process, text->text, text->length);
    *said = process_listen(&process);
    return wait_for(&process, waves);
}

enum wf_exit simulator_ask(const struct simulator *simulator, struct simulator_build *build)
{
    struct simulator_words words = {.count = 0};
    const struct wf_text nothing = {0};
    *build = (struct simulator_build){.traced = false};
    struct wf_device *d = &build->device;
    unsigned traced = 0, coalesces = 0, path = 0;
    char *said;
    start_words(simulator, &words);
    simulator_word(&words, "+device");
    enum wf_exit status = converse(simulator, &words, &nothing, &said);
    const char *line = said ? strstr(said, "DEVICE ") : NULL;
    bool known = status == WF_EXIT_OK && line &&
                 sscanf(line, "DEVICE lanes=%u slots=%u groups=%u regs=%u reg-rows=%u lds-words=%u lds-banks=%u imem-words=%u coalesce=%u traced=%u cores=%u path=%u",
                        &d->lanes, &d->waves, &d->groups, &d->regs, &d->reg_rows, &d->lds_words, &d->lds_banks, &d->imem_words, &coalesces,
                        &traced, &d->cores, &path) == 12;
    free(said);
    build->traced = traced != 0;
    build->coalesces = coalesces != 0;
    build->path = path != 0;
    if (known)
        return WF_EXIT_OK;
    fprintf(stderr, "wavefold: error: %s, which WAVEFOLD_SIM names, is not a simulator of this version\n", simulator->program);
    return WF_EXIT_ENVIRONMENT;
}

/* Move the verdict line out of what the simulator said; the rest goes to standard error. */
static char *take_verdict(const char *said)
{
    char *verdict = NULL;
    for (const char *line = said; *line;) {
        size_t length = strcspn(line, "\n");
        if (!verdict && (!strncmp(line, "PASS ", 5) || !strncmp(line, "FAIL ", 5)))
            verdict = strndup(line, length);
        else if (strncmp(line, "FST info:", 9))     /* vvp, of a temporary name */
            fprintf(stderr, "%.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    return verdict;
}

enum wf_exit simulator_run(const struct simulator *simulator, struct simulator_words *words, const struct wf_text *text, char **verdict)
{
    struct simulator_words all = {.failed = words->failed};
    start_words(simulator, &all);
    for (size_t i = 0; i < words->count; i++)
        simulator_word(&all, "%s", words->word[i] ? words->word[i] : "");
    free_words(words);
    if (text->variant)
        simulator_word(&all, "+variant=%s", text->variant);
    char *said, *folder = wf_reference_folder();
    if (folder)                                 /* vvp lies elsewhere */
        setenv("WAVEFOLD_REFERENCE", folder, 1);
    free(folder);
    enum wf_exit status = converse(simulator, &all, text, &said);
    *verdict = said ? take_verdict(said) : NULL;
    free(said);
    if (*verdict || (status != WF_EXIT_OK && status != WF_EXIT_WRONG))
        return status;
    fprintf(stderr, "wavefold: error: the simulator %s ended without a verdict\n", simulator->program);
    return WF_EXIT_ENVIRONMENT;
}
