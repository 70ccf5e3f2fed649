/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "kernel_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "named_file.h"
#include "source.h"

struct wf_device wf_build_device(unsigned lanes)
{
    static const struct wf_device built[] = {
#define WF_DEVICE(most, slots, resident, registers, words, banks, code) \
    {.lanes = (most), .waves = (slots), .groups = (resident), .regs = (registers), .lds_words = (words), \
     .lds_banks = (banks), .imem_words = (code)},
#include "devices.def"
#undef WF_DEVICE
    };
    const struct wf_device *row = built;
    while (row->lanes < lanes && row + 1 < built + sizeof built / sizeof *built)
        row++;
    struct wf_device device = *row;
    device.lanes = lanes;
    return device;
}

/* All bytes of the file, but no more than one block beyond the limit.  False with errno. */
static bool read_all(FILE *file, size_t limit, struct wf_text *text)
{
    size_t size = 0;
    while (text->length <= limit && !feof(file)) {
        if (text->length == size) {
            size = size ? 2 * size : 1 << 16;
            char *more = realloc(text->text, size);
            if (!more)
                return false;
            text->text = more;
        }
        text->length += fread(text->text + text->length, 1, size - text->length, file);
        if (ferror(file))
            return false;
    }
    return true;
}

enum wf_exit wf_text_read(const char *path, struct wf_text *text)
{
    return wf_text_read_up_to(path, WF_KERNEL_FILE_LIMIT, text);
}

/* "FILE.wfk:NAME", as scripts call a variant, is no file: FILE.wfk is. */
static void note_variant(const char *path)
{
    const char *ending = strstr(path, ".wfk:");
    char *file = ending ? strndup(path, (size_t)(ending - path) + 4) : NULL;
    if (file && access(file, R_OK) == 0)
        fprintf(stderr, "%s: note: a variant of this file is %s --variant %s\n", file, file, ending + 5);
    free(file);
}

/* Standard input and pipes end once: a second reader would find nothing, or wait for ever. */
static enum wf_exit read_once(const char *path)
{
    static struct file_id { dev_t device; ino_t inode; } *seen;
    static size_t count;
    static bool was_read;
    const bool is_input = !strcmp(path, "-");
    struct stat status;

    if (is_input && was_read)
        return cli_misuse("standard input is one file; expected it once", path);
    was_read |= is_input;
    if ((is_input ? fstat(STDIN_FILENO, &status) : stat(path, &status)) != 0 ||
        !(S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)))
        return WF_EXIT_OK;
    for (size_t i = 0; i < count; i++)
        if (seen[i].device == status.st_dev && seen[i].inode == status.st_ino)
            return cli_misuse("a pipe is one file; expected it once", path);
    struct file_id *more = realloc(seen, (count + 1) * sizeof *more);
    if (!more) {
        fprintf(stderr, "%s: error: out of memory\n", path);
        return WF_EXIT_ENVIRONMENT;
    }
    seen = more;
    seen[count++] = (struct file_id){status.st_dev, status.st_ino};
    return WF_EXIT_OK;
}

enum wf_exit wf_text_read_up_to(const char *path, size_t limit, struct wf_text *text)
{
    *text = (struct wf_text){0};
    const enum wf_exit once = read_once(path);
    if (once)
        return once;
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!file) {
        fprintf(stderr, "%s: error: cannot open: %s\n", path, strerror(errno));
        note_variant(path);
        return WF_EXIT_ENVIRONMENT;
    }
    bool read = read_all(file, limit, text);
    int cause = errno;
    if (file != stdin)
        fclose(file);
    if (read && text->length <= limit)
        return WF_EXIT_OK;
    free(text->text);
    *text = (struct wf_text){0};
    if (read)
        fprintf(stderr, "%s: error: larger than %zu bytes\n", path, limit);
    else
        fprintf(stderr, "%s: error: cannot read: %s\n", strcmp(path, "-") ? path : "standard input", strerror(cause));
    return read ? WF_EXIT_INPUT : WF_EXIT_ENVIRONMENT;
}

/* A wf_diagnostic_fn whose user is a struct wf_inputs: to stderr, under the name of the kernel file. */
static void wf_text_diagnostic(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    struct wf_inputs *inputs = user;
    if (!error && inputs->again)
        return;
    inputs->environment |= !strcmp(text, "out of memory");      /* the library's words */
    fputs(inputs->kernel_file, stderr);
    if (line)
        fprintf(stderr, ":%u:%u", line, column);
    fprintf(stderr, ": %s: %s\n", error ? "error" : "note", text);
}

static struct wf_kernel *parse(const char *name, const struct wf_text *text, const struct wf_device *device,
                               unsigned wave_size, struct wf_inputs *inputs, wf_diagnostic_fn *report)
{
    inputs->kernel_file = name;
    inputs->is_shader = text->shader;
    inputs->variant = text->variant;
    struct wf_files files = wf_named_files(inputs);
    files.compile = text->compile;
    files.picture = text->picture;
    return text->shader ? wf_kernel_of_shader(text->shader, device, wave_size, &files, report, inputs) :
           wf_kernel_parse_files(text->text, text->length, device, wave_size, &files, report, inputs);
}

struct wf_kernel *wf_text_parse_inputs(const char *name, const struct wf_text *text, const struct wf_device *device,
                                       unsigned wave_size, struct wf_inputs *inputs)
{
    struct wf_kernel *kernel = parse(name, text, device, wave_size, inputs, wf_text_diagnostic);
    const char *wrong = NULL;
    if (kernel && kernel->next && inputs->one)
        wrong = "several dispatches in one file, which only `wavefold run`, `sizes`, `occupancy` and `asm --listing` "
                "take; expected one";
    else if (kernel && !wf_sources_note(kernel, name, inputs))
        wrong = "out of memory";
    if (!wrong)
        return kernel;
    wf_text_diagnostic(inputs, 0, 0, true, wrong);
    wf_kernel_free(kernel);
    return NULL;
}

enum wf_exit wf_inputs_status(const struct wf_inputs *inputs)
{
    return inputs->environment ? WF_EXIT_ENVIRONMENT : inputs->is_shader ? WF_EXIT_WRONG : WF_EXIT_INPUT;
}

struct wf_kernel *wf_text_parse(const char *name, const struct wf_text *text, const struct wf_device *device,
                                unsigned wave_size)
{
    struct wf_inputs inputs = {.again = true};
    struct wf_kernel *kernel = wf_text_parse_inputs(name, text, device, wave_size, &inputs);
    wf_inputs_free(&inputs);
    return kernel;
}

struct wf_kernel *wf_text_parse_silently(const char *name, const struct wf_text *text, const struct wf_device *device,
                                         unsigned wave_size)
{
    struct wf_inputs inputs = {0};
    struct wf_kernel *kernel = parse(name, text, device, wave_size, &inputs, NULL);
    wf_inputs_free(&inputs);
    return kernel;
}

/* A wf_diagnostic_fn whose user is a struct wf_inputs. */
static void keep_first(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    const struct wf_inputs *inputs = user;
    (void)column;
    if (!error || *inputs->why)
        return;
    if (line)
        snprintf(inputs->why, inputs->why_room, "line %u: %s", line, text);
    else
        snprintf(inputs->why, inputs->why_room, "%s", text);
}

struct wf_kernel *wf_text_parse_why(const char *name, const struct wf_text *text, const struct wf_device *device,
                                    unsigned wave_size, char *why, size_t room)
{
    struct wf_inputs inputs = {.why = why, .why_room = room};
    *why = '\0';
    struct wf_kernel *kernel = parse(name, text, device, wave_size, &inputs, keep_first);
    wf_inputs_free(&inputs);
    return kernel;
}
