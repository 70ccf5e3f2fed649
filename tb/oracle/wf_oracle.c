/* SPDX-License-Identifier: Apache-2.0
 * wf_oracle.c - shaders of kernel files on a Vulkan device and on the C model, compared.  docs/oracle.md
 *
 * wf_oracle [options] KERNEL.wfk...
 *
 * A second process does the work, for a driver may die of a shader or never come back: then another one goes on behind it.
 */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE                 /* MAP_ANONYMOUS */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "needs.h"
#include "trial.h"

static const char usage[] =
    "usage: wf_oracle [options] KERNEL.wfk...\n"
    "  --list FILE      and the kernel files that FILE names, one a line, FILE or FILE:VARIANT; - is standard input\n"
    "  --device D       the device with this number or with this in its name; else the first\n"
    "  --wave-size S    waves of S lanes; else as many as the device has by itself, or, where a kernel refuses those, the first that both allow\n"
    "  --seed N         of the order in which the model runs waves (0)\n"
    "  --timeout S      seconds for one kernel (60)\n"
    "  --here DIR       where packing.spv, samples.spv and faults/ are (tb/oracle); without them only --bare runs\n"
    "  --as-is          the device gets the module unchanged, without the execution modes for exact floats\n"
    "  --bare           whatever differs differs: do not look for the known faults\n"
    "  --mixed          random modules: words hold several values, a fault that shows in a few bits excuses all; late is no difference\n"
    "  --quiet          only what does not agree\n"
    "  --show           print the device's buffers, and in () the model's words where they differ\n"
    "  --devices        list the devices\n"
    "  --faults         list the known faults of devices\n"
    "  --generator      print the options with which wf_spirv_random makes modules for the device\n";

/* ---- command line ---- */

struct options {
    struct wfo_plan plan;
    const char *list;
    unsigned long timeout;
    bool devices, faults, generator;
};

__attribute__((format(printf, 1, 2)))
static bool wrong(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("wf_oracle: error: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return false;
}

static bool number(const char *option, const char *text, unsigned long least, unsigned long most, unsigned long *value)
{
    char *end;

    errno = 0;
    *value = strtoul(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end && !errno && *value >= least && *value <= most)
        return true;
    return wrong("%s %s: expected a number from %lu to %lu", option, text, least, most);
}

static bool add(struct wfo_plan *p, const char *path)
{
    const char **more = realloc(p->path, (p->paths + 1) * sizeof *more);

    if (!more)
        return wrong("out of memory");
    p->path = more;
    p->path[p->paths++] = path;
    return true;
}

/* An option that takes a value. */
static bool valued(struct options *o, const char *option, const char *value)
{
    unsigned long n = 0;

    if (!strcmp(option, "--list"))
        o->list = value;
    else if (!strcmp(option, "--device"))
        o->plan.device = value;
    else if (!strcmp(option, "--here"))
        o->plan.here = value;
    else if (!strcmp(option, "--timeout"))
        return number(option, value, 1, 3600, &o->timeout);
    else if (!strcmp(option, "--seed") && number(option, value, 0, UINT32_MAX, &n))
        o->plan.seed = n;
    else if (!strcmp(option, "--wave-size") && number(option, value, 4, 128, &n) && (n & (n - 1)) == 0)
        o->plan.wave_size = (unsigned)n;
    else if (!strcmp(option, "--wave-size"))
        return wrong("--wave-size %s: expected a power of two from 4 to 128", value);
    else
        return strcmp(option, "--seed") ? wrong("there is no option %s\n%s", option, usage) : false;
    return true;
}

static bool read_options(struct options *o, int argc, char **argv)
{
    *o = (struct options){.plan = {.here = "tb/oracle"}, .timeout = 60};
    for (int n = 1; n < argc; n++) {
        const char *word = argv[n];
        if (!strcmp(word, "--quiet"))
            o->plan.quiet = true;
        else if (!strcmp(word, "--as-is"))
            o->plan.as_is = true;
        else if (!strcmp(word, "--mixed"))
            o->plan.mixed = true;
        else if (!strcmp(word, "--bare"))
            o->plan.bare = true;
        else if (!strcmp(word, "--show"))
            o->plan.show = true;
        else if (!strcmp(word, "--devices"))
            o->devices = true;
        else if (!strcmp(word, "--generator"))
            o->generator = true;
        else if (!strcmp(word, "--faults"))
            o->faults = true;
        else if (word[0] == '-' && n + 1 == argc)
            return wrong("%s: expected a value behind it\n%s", word, usage);
        else if (word[0] == '-' ? !valued(o, word, argv[++n]) : !add(&o->plan, word))
            return false;
    }
    return true;
}

/* One name a line. */
static bool read_list(struct options *o)
{
    FILE *file = strcmp(o->list, "-") ? fopen(o->list, "r") : stdin;
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    bool good = true;

    if (!file)
        return wrong("%s: cannot be opened: %s", o->list, strerror(errno));
    while (good && (length = getline(&line, &room, file)) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        char *path = *line ? strdup(line) : NULL;
        good = !*line || (path ? add(&o->plan, path) : wrong("out of memory"));
    }
    free(line);
    if (file != stdin)
        fclose(file);
    return good;
}

/* ---- the second process ---- */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Wait until it ends, or end it when a kernel takes too long: *late. */
static int watch(pid_t worker, const struct wfo_progress *p, unsigned long timeout, bool *late)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    size_t at = SIZE_MAX;
    double since = now();
    int status = 0;

    *late = false;
    while (waitpid(worker, &status, WNOHANG) == 0) {
        if (p->at != at) {
            at = p->at;
            since = now();
        }
        if (now() - since > (double)timeout && !*late) {
            *late = true;
            kill(worker, SIGKILL);
        }
        nanosleep(&pause, NULL);
    }
    return status;
}

/* All trials, by as many processes as it takes.  False when the device cannot be opened. */
static bool run_all(const struct options *o, struct wfo_progress *p)
{
    char why[WFO_TEXT];
    bool late;

    for (;;) {
        fflush(stdout);
        const pid_t worker = fork();
        if (worker < 0)
            return wrong("no second process: %s", strerror(errno));
        if (worker == 0)
            _exit(wfo_trials(&o->plan, p) ? 0 : 1);
        const int status = watch(worker, p, o->timeout, &late);
        if (WIFEXITED(status))
            return WEXITSTATUS(status) == 0;
        if (p->at == WFO_OPENING)
            return wrong("the driver dies when the device is opened: signal %d", WTERMSIG(status));
        if (late)
            snprintf(why, sizeof why, "it has not ended after %lu seconds", o->timeout);
        else
            snprintf(why, sizeof why, "the process dies of signal %d", WTERMSIG(status));
        wfo_trial_died(&o->plan, p, why, late);
    }
}

static int conclude(const struct wfo_progress *p)
{
    const unsigned long *n = p->count;

    printf("oracle: %s: %lu agree, %lu differ, %lu as known faults say, %lu skipped\n", p->device, n[WFO_PASS], n[WFO_FAIL], n[WFO_KNOWN], n[WFO_SKIP]);
    for (unsigned i = 0; i < wfo_faults(); i++)
        if (p->excuses[i])
            printf("    fault %s: %lu\n", wfo_fault_name(i), p->excuses[i]);
    return n[WFO_FAIL] || !n[WFO_PASS];
}

/* The evidence of the known faults is there: without it none of them would excuse anything. */
static bool has_evidence(const struct wfo_plan *plan)
{
    char path[WFO_PATH];

    for (unsigned n = 0; n < wfo_faults() && !plan->bare; n++)
        if (!wfo_trial_evidence(plan, n, path) || access(path, R_OK) != 0)
            return wrong("%s, evidence of a known fault, cannot be opened: %s; expected --here DIR with the folder tb/oracle of the sources, or --bare",
                         path, strerror(errno));
    return true;
}

/* Returns the exit status. */
static int show_generator(const struct options *o)
{
    struct wfo_device d;
    char why[WFO_TEXT];

    if (!wfo_device_open(&d, o->plan.device, why, sizeof why)) {
        wrong("%s", why);
        return 1;
    }
    wfo_needs_generator(&d);
    wfo_device_close(&d);
    return 0;
}

int main(int argc, char **argv)
{
    struct options o;
    char why[WFO_TEXT];

    if (!read_options(&o, argc, argv) || (o.list && !read_list(&o)))
        return 2;
    if (o.faults)
        wfo_faults_list();
    if (o.devices && !wfo_device_list(why, sizeof why))
        printf("%s\n", why);
    if (o.generator)
        return show_generator(&o);
    if (o.faults || o.devices)
        return 0;
    if (!o.plan.paths) {
        wrong("no kernel file\n%s", usage);
        return 2;
    }
    if (!has_evidence(&o.plan))
        return 2;
    struct wfo_progress *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        wrong("out of memory");
        return 4;
    }
    p->at = WFO_OPENING;
    if (run_all(&o, p))
        return conclude(p);
    if (*p->device) {                   /* it worked for a while */
        printf("FAIL oracle: %s\n", p->device);
        return 1;
    }
    printf("SKIP oracle: %s\n", *p->why ? p->why : "there is no Vulkan device that works");
    return 0;
}
