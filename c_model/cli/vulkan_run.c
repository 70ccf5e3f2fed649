/* SPDX-License-Identifier: Apache-2.0
 * vulkan_run.c - one run of a program on the driver: its environment, its time, the messages of both.
 */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cleanup.h"
#include "cli.h"
#include "said.h"
#include "source.h"
#include "vulkan.h"

/* Where the driver writes: a folder of the run, and when that was made. */
struct place {
    char path[PATH_MAX];
    struct timespec begun;              /* by the clock of files */
};

/* ---- the environment of the program ------------------------------------------------------------------------------ */

static bool set(const char *name, const char *value)
{
    return setenv(name, value, 1) == 0;
}

static bool set_number(const char *name, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    return set(name, text);
}

static bool set_file(const char *name, const struct place *place, const char *file)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/%s", place->path, file);
    return set(name, path);
}

/* Waves of more than 32 lanes have a simulator of 128; the model is as wide as any wave. */
static unsigned lanes_of(const struct vulkan *v, const struct vulkan_run *run)
{
    return vulkan_has_cycles(v) ? cli_device_lanes(v->lanes, run->size) : v->lanes;
}

/* FILE:N; false without memory. */
static bool set_of_dispatch(const char *name, const char *out, uint64_t dispatch)
{
    char text[PATH_MAX];
    if (!out)
        return true;
    snprintf(text, sizeof text, "%s:%" PRIu64, out, dispatch ? dispatch : 1);
    return set(name, text);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What has no option stays as it is. */
static bool set_all(const struct vulkan *v, const struct vulkan_run *run, const struct place *place)
{
    const unsigned lanes = lanes_of(v, run);
    const bool watches = v->races && strcmp(v->races, "off") != 0;
    return set("VK_DRIVER_FILES", v->manifest) && set("VK_ICD_FILENAMES", v->manifest) &&
           set_file("WAVEFOLD_STATS", place, "stats.%p.json") && set_file("WAVEFOLD_LOG", place, "log") &&
           (!(v->profile || v->report) || vulkan_has_cycles(v) || set_file("WAVEFOLD_PROFILE", place, "profile.%p")) &&
           (!v->on || set("WAVEFOLD_ON", v->on)) && (!lanes || set_number("WAVEFOLD_LANES", lanes)) &&
           (!run->size || set_number("WAVEFOLD_WAVE_SIZE", run->size)) &&
           (!v->cores || set_number("WAVEFOLD_CORES", v->cores)) &&
           (!v->has_seed || set_number("WAVEFOLD_SEED", run->seed)) &&
           (!v->has_limit || set_number("WAVEFOLD_LIMIT", v->limit)) &&
           (!v->timeout || set_number("WAVEFOLD_DEADLINE", (uint64_t)(1000 * (now() + v->timeout)))) &&
           (!v->races || set("WAVEFOLD_RACES", watches ? "1" : "0")) && set_of_dispatch("WAVEFOLD_WAVES", v->waves, v->dispatch) &&
           set_of_dispatch("WAVEFOLD_TRACE", v->trace, v->dispatch);
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

static void become(const struct vulkan *v, bool keep, FILE *out, FILE *err)
{
    const int none = keep ? open("/dev/null", O_RDONLY) : -1;
    if (keep && (none < 0 || dup2(none, STDIN_FILENO) < 0 || dup2(fileno(out), STDOUT_FILENO) < 0 ||
                 dup2(fileno(err), STDERR_FILENO) < 0))
        _exit(WF_EXIT_ENVIRONMENT);
    execvp(v->program[0], v->program);
    fprintf(stderr, "wavefold: error: cannot start %s: %s\n", v->program[0], strerror(errno));
    _exit(127);
}

/* It has a group of its own, so that all it started ends with it: where its output is kept, and where its time may be up.
 * At a terminal it may ask for words, which only a group in the foreground gets. */
static bool has_group(const struct vulkan *v, bool keep)
{
    return keep || (v->timeout && !isatty(STDIN_FILENO));
}

static pid_t start(const struct vulkan *v, bool keep, FILE *out, FILE *err)
{
    sigset_t before;
    fflush(NULL);
    wf_cleanup_hold(&before);
    const pid_t child = fork();
    if (child == 0) {
        if (has_group(v, keep))
            setpgid(0, 0);
        wf_cleanup_reset(&before);
        become(v, keep, out, err);
    }
    if (child > 0) {
        if (has_group(v, keep))
            setpgid(child, child);
        wf_cleanup_child(child);
    }
    wf_cleanup_release(&before);
    return child;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* A file of the run that begins so has the word. */
static bool has_word(const struct place *place, const char *begins, const char *word)
{
    struct dirent **file = NULL;
    const int files = scandir(place->path, &file, NULL, by_name);
    bool has = false;
    for (int i = 0; i < files; i++) {
        char path[2 * PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", place->path, file[i]->d_name);
        char *text = has || strncmp(file[i]->d_name, begins, strlen(begins)) ? NULL : wf_source_load(path);
        has |= text && strstr(text, word);
        free(text);
        free(file[i]);
    }
    free(file);
    return has;
}

/* The driver has a dispatch on the model, and is about to tell where its waves are (c_model/vulkan/watch.c). */
static bool is_to_tell(const struct vulkan *v, const struct place *place)
{
    return !vulkan_has_cycles(v) && has_word(place, "stats.", "\"running\"") && !has_word(place, "log", "time is up, and");
}

/* Until it ends, or its time is up: then the driver has a moment to tell what it does. */
static void wait_for(const struct vulkan *v, struct vulkan_run *run, pid_t child, bool keep, const struct place *place)
{
    const struct timespec nap = {.tv_nsec = 5000000};
    const double moment = 2;            /* at most */
    const double from = now();
    pid_t got;
    while ((got = waitpid(child, &run->ending, v->timeout ? WNOHANG : 0)) == 0 || (got < 0 && errno == EINTR)) {
        const double seconds = now() - from;
        run->late |= v->timeout && seconds > v->timeout;
        if (run->late && (seconds > v->timeout + moment || !is_to_tell(v, place)))
            kill(child, SIGKILL);
        nanosleep(&nap, NULL);
    }
    if (keep || (run->late && has_group(v, keep)))
        kill(-child, SIGKILL);          /* what it has started would write on, or run on */
    run->seconds = now() - from;
    wf_cleanup_child(0);
}

/* ---- what it left ------------------------------------------------------------------------------------------------ */

/* Add to a text that is owned; false without memory. */
static bool append(char **text, const char *more)
{
    const size_t length = *text ? strlen(*text) : 0;
    char *longer = realloc(*text, length + strlen(more) + 1);
    if (!longer)
        return false;
    strcpy(longer + length, more);
    *text = longer;
    return true;
}

/* The log without "wavefold: " at the beginning of each message. */
static void strip(char *text)
{
    static const char word[] = "wavefold: ";
    char *to = text;
    for (const char *from = text; *from;) {
        const size_t length = strcspn(from, "\n") + 1;
        const size_t left = strlen(from) < length ? strlen(from) : length;
        const size_t skip = strncmp(from, word, strlen(word)) ? 0 : strlen(word);
        memmove(to, from + skip, left - skip);
        to += left - skip;
        from += left;
    }
    *to = '\0';
}

/* What the processes of the program wrote, in the order of their numbers as words. */
static bool collect(struct vulkan_run *run, const struct place *place)
{
    struct dirent **file = NULL;
    const int files = scandir(place->path, &file, NULL, by_name);
    bool good = files >= 0;
    for (int i = 0; i < files; i++) {
        char path[2 * PATH_MAX];
        const char *name = file[i]->d_name;
        snprintf(path, sizeof path, "%s/%s", place->path, name);
        char *text = *name == '.' ? NULL : wf_source_load(path);
        if (text && !strncmp(name, "stats.", 6)) {
            run->uses_driver = true;
            good = good && vulkan_read_rows(run, text);
        } else if (text && !strncmp(name, "profile.", 8))
            good = good && append(&run->profile, text);
        else if (text && !strcmp(name, "log")) {
            strip(text);
            good = good && append(&run->messages, text);
        }
        free(text);
        free(file[i]);
    }
    free(file);
    return good;
}

static bool keep_output(struct vulkan_run *run, FILE *out, FILE *err)
{
    struct stat status;
    char *said = said_in(err);
    run->output = said_in(out);
    run->length = fstat(fileno(out), &status) == 0 ? (size_t)status.st_size : 0;
    const bool good = said && run->output && append(&run->messages, said);
    run->keeps_output = true;
    free(said);
    return good;
}

/* A pattern of the files that the name stands for: in place of its first %p each process has its number. */
static void put_pattern(char *to, const char *name)
{
    const char *mark = strstr(name, "%p");
    for (const char *c = name; *c; c++) {
        if (c == mark) {
            to = stpcpy(to, "[0-9]*");
            c++;
            continue;
        }
        if (strchr("\\*?[", *c))
            *to++ = '\\';
        *to++ = *c;
    }
    *to = '\0';
}

/* The dispatch of --waves or --trace was made: in this run, and not in one before. */
static bool is_written(const char *out, const struct place *place)
{
    char pattern[2 * PATH_MAX + 8];
    bool written = false;
    glob_t found;
    if (!out)
        return true;
    if (strlen(out) >= PATH_MAX)
        return false;
    put_pattern(pattern, out);
    if (glob(pattern, GLOB_NOSORT, NULL, &found))
        return false;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct stat status;
        const struct timespec *at = &status.st_mtim, *begun = &place->begun;
        if (stat(found.gl_pathv[i], &status) == 0 && status.st_size > 0)
            written |= at->tv_sec > begun->tv_sec || (at->tv_sec == begun->tv_sec && at->tv_nsec >= begun->tv_nsec);
    }
    globfree(&found);
    return written;
}

static void judge(const struct vulkan *v, struct vulkan_run *run, const struct place *place)
{
    run->lacks = !is_written(v->waves, place) ? "waveform" : !is_written(v->trace, place) ? "trace" : NULL;
    /* the words of the driver (c_model/vulkan/simulator.c), which then makes no instance */
    run->lacks_simulator = !run->uses_driver && run->messages && strstr(run->messages, "no simulator");
    run->failed =
        run->late || !WIFEXITED(run->ending) || WEXITSTATUS(run->ending) != 0 || !run->uses_driver || run->lacks;
    for (size_t i = 0; i < run->dispatches; i++)
        run->failed |= strcmp(run->dispatch[i].ended, "complete") != 0;
    if (v->races && !strcmp(v->races, "error"))
        run->failed |= run->races || run->barriers;
}

static enum wf_exit perform_in(const struct vulkan *v, struct vulkan_run *run, bool keep, const struct place *place)
{
    FILE *out = keep ? tmpfile() : NULL, *err = keep ? tmpfile() : NULL;
    enum wf_exit status = WF_EXIT_OK;
    if ((keep && (!out || !err)) || !set_all(v, run, place))
        status = cli_no_memory();
    const pid_t child = status ? -1 : start(v, keep, out, err);
    if (!status && child < 0)
        status = cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: cannot start a process: %s\n", strerror(errno));
    if (!status) {
        wait_for(v, run, child, keep, place);
        if ((keep && !keep_output(run, out, err)) || !collect(run, place))
            status = cli_no_memory();
        judge(v, run, place);
    }
    if (out)
        fclose(out);
    if (err)
        fclose(err);
    return status;
}

enum wf_exit vulkan_perform(const struct vulkan *v, struct vulkan_run *run, bool keep)
{
    const char *folder = getenv("TMPDIR");
    struct place place;
    sigset_t before;
    snprintf(place.path, sizeof place.path, "%s/wavefold-XXXXXX", folder && *folder ? folder : "/tmp");
    wf_cleanup_hold(&before);
    const bool good = mkdtemp(place.path);
    struct stat made;
    place.begun = good && stat(place.path, &made) == 0 ? made.st_mtim : (struct timespec){0, 0};
    wf_cleanup_folder(good ? place.path : NULL);
    wf_cleanup_release(&before);
    if (!good)
        return cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: cannot make a folder %s: %s\n", place.path,
                        strerror(errno));
    const enum wf_exit status = perform_in(v, run, keep, &place);
    wf_remove_folder(place.path);
    wf_cleanup_folder(NULL);
    return status;
}

void vulkan_run_free(struct vulkan_run *run)
{
    for (size_t i = 0; i < run->dispatches; i++)
        free(run->dispatch[i].json);
    free(run->dispatch);
    free(run->output);
    free(run->running);
    free(run->messages);
    free(run->profile);
}
