/* SPDX-License-Identifier: Apache-2.0
 * run_view.c - the GTKWave view of a run's waveform: what the command line says of it, and its files.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "fst_file.h"
#include "run_view.h"

/* ---- the command line -------------------------------------------------------------------------------------------- */

static enum wf_exit no_such_word(const char *word)
{
    return cli_misuse("--view is [OUT][:zoom=PIXELS|fit][:mark=CYCLE][:slots=N|all], not", word);
}

/* A positive decimal number, with a point or without; false when the text is none. */
static bool is_decimal(const char *text, double *value)
{
    char *end;
    if (text[strspn(text, "0123456789.")] || !*text)
        return false;
    *value = strtod(text, &end);
    return !*end && *value > 0 && *value <= 1e6;
}

/* A word of the view stands where its name may: a file of this name is "./zoom=6". */
static bool is_word(const char *text)
{
    return !strncmp(text, "zoom=", 5) || !strncmp(text, "mark=", 5) || !strncmp(text, "slots=", 6);
}

/* "zoom=6", "mark=100", "slots=all". */
static bool take_word(struct view_wish *wish, const char *word)
{
    const char *value = strchr(word, '=');
    uint64_t number = 0;
    if (!value)
        return false;
    const size_t length = (size_t)(value++ - word);
    const char *end = cli_digits(value, UINT32_MAX, &number);
    const bool is_number = end && !*end;
    if (length == 4 && !strncmp(word, "zoom", 4)) {
        wish->fit = !strcmp(value, "fit");
        wish->zoom = 0;
        return wish->fit || is_decimal(value, &wish->zoom);
    }
    if (length == 4 && !strncmp(word, "mark", 4)) {
        wish->has_mark = is_number;
        wish->mark = number;
        return is_number;
    }
    if (length == 5 && !strncmp(word, "slots", 5)) {
        wish->all_slots = !strcmp(value, "all");
        wish->slots = is_number ? (unsigned)number : 0;
        return wish->all_slots || (is_number && number);
    }
    return false;
}

enum wf_exit run_take_view(const struct cli_option *option, const char *value)
{
    struct run *run = option->to.other;
    char *words = strdup(value), *next = NULL;
    if (!words)
        return cli_no_memory();
    free(run->view_words);
    run->view_words = words;
    run->view = (struct view_wish){.zoom = 0};
    const bool has_name = *words != ':' && !is_word(words);
    run->name[RUN_VIEW] = has_name ? words : NULL;
    char *at = has_name || *words == ':' ? strchr(words, ':') : words;
    if (at && *at == ':')
        *at++ = '\0';
    for (; at; at = next) {
        next = strchr(at, ':');
        if (next)
            *next++ = '\0';
        if (!take_word(&run->view, at))
            return no_such_word(at);
    }
    return WF_EXIT_OK;
}

/* A file of its own, there or not yet. */
static bool is_file(const char *name)
{
    struct stat status;
    return strcmp(name, "-") != 0 && (stat(name, &status) != 0 || S_ISREG(status.st_mode));
}

/* NAME with another ending in the place of this one; to be freed. */
static char *with_ending(const char *name, const char *ending, const char *other)
{
    const size_t size = strlen(name) + strlen(other) + 1;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%.*s%s", (int)(strlen(name) - (cli_has_ending(name, ending) ? strlen(ending) : 0)), name,
                 other);
    return text;
}

enum wf_exit run_check_view(struct run *run)
{
    const char *waves = run->name[RUN_WAVES];
    if (!waves)
        return run->view_words ? cli_misuse("this option needs --waves", "--view") : WF_EXIT_OK;
    if (!run->name[RUN_VIEW] && !is_file(waves))
        return run->view_words ? cli_misuse("the waveform is no file, so the view needs a name: --view OUT, not",
                                            run->view_words) : WF_EXIT_OK;
    if (run->name[RUN_VIEW] && !is_file(run->name[RUN_VIEW]))
        return cli_misuse("a view has tables of names beside it: --view needs a file, not", run->name[RUN_VIEW]);
    if (!run->name[RUN_VIEW])
        run->name[RUN_VIEW] = run->view_name = with_ending(waves, ".fst", ".gtkw");
    return run->name[RUN_VIEW] ? WF_EXIT_OK : cli_no_memory();
}

enum wf_exit run_check_view_slots(const struct run *run)
{
    char what[80];
    if (!run->name[RUN_VIEW] || view_slots(&run->view, wf_device_cores(&run->device), run->device.waves))
        return WF_EXIT_OK;
    snprintf(what, sizeof what, "--view slots=%u: a core of the device has", run->view.slots);
    char slots[16];
    snprintf(slots, sizeof slots, "%u", run->device.waves);
    return cli_misuse(what, slots);
}

/* ---- its files --------------------------------------------------------------------------------------------------- */

/* The absolute path of a file that may not be there yet; to be freed. */
static char *absolute(const char *name)
{
    const char *slash = strrchr(name, '/');
    char *folder = slash ? strndup(name, slash == name ? 1 : (size_t)(slash - name)) : strdup(".");
    char *path = folder ? realpath(folder, NULL) : NULL;
    const char *base = slash ? slash + 1 : name;
    const size_t size = path ? strlen(path) + strlen(base) + 2 : 0;
    char *whole = path ? malloc(size) : NULL;
    if (whole)
        snprintf(whole, size, "%s/%s", strcmp(path, "/") ? path : "", base);
    free(folder);
    free(path);
    return whole;
}

void run_write_view(const struct run *run, const struct view_seen *seen, uint64_t cycles)
{
    FILE *file = run->out[RUN_VIEW].file;
    const unsigned cores = wf_device_cores(&run->device);
    char *waveform = absolute(run->name[RUN_WAVES]), *save = absolute(run->name[RUN_VIEW]);
    char *names = save ? with_ending(save, ".gtkw", ".names") : NULL;
    if (waveform && names)
        view_write(file, &(struct view){
            .waveform = waveform, .save = save, .names = names, .top = run->icarus ? "" : "TOP.",
            .origin = fst_file_origin(run->out[RUN_WAVES].temporary), .cores = cores,
            .slots = view_slots(&run->view, cores, run->device.waves),
            .window = view_window(seen, &run->view, cycles)});
    free(waveform);
    free(save);
    free(names);
}

static bool write_table(const char *folder, enum view_form table, const struct wf_kernel *kernel)
{
    struct wf_output out;
    char path[PATH_MAX];
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, view_table_name(table)) >= sizeof path) {
        fprintf(stderr, "%s: error: cannot write: %s\n", folder, strerror(ENAMETOOLONG));
        return false;
    }
    if (!wf_output_open(&out, path, false))
        return false;
    view_table_write(out.file, table, kernel);
    return wf_output_commit(&out);
}

bool run_write_view_names(const struct run *run)
{
    char *folder = with_ending(run->name[RUN_VIEW], ".gtkw", ".names");
    bool good = folder && (mkdir(folder, 0777) == 0 || errno == EEXIST);
    if (!good)
        fprintf(stderr, "%s: error: cannot make the folder: %s\n", folder ? folder : "wavefold", strerror(errno));
    for (unsigned table = 0; table < VIEW_TABLES && good; table++)
        good = write_table(folder, (enum view_form)table, run->kernel);
    free(folder);
    return good;
}
