/* SPDX-License-Identifier: Apache-2.0
 * several.c - a kernel file of several dispatches: what stands before the first line that begins with `---` belongs to
 * all of them, what follows such a line to one.
 *
 * Each is parsed from a text of its own: the whole one, with everything that is not of it blanked, so that lines and
 * columns stay.
 */
#include "asm.h"
#include "pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../model/fp/host.h"

static const char mark[] = "---";

/* Where the next line at or behind `at` begins that is a mark; `length`: none. */
static size_t find_mark(const char *text, size_t length, size_t at)
{
    for (bool begins = at == 0 || text[at - 1] == '\n'; at < length; begins = text[at++] == '\n')
        if (begins && length - at >= sizeof mark - 1 && !memcmp(text + at, mark, sizeof mark - 1))
            break;
    return at;
}

static size_t line_end(const char *text, size_t length, size_t at)
{
    while (at < length && text[at] != '\n')
        at++;
    return at;
}

static void blank(char *text, size_t from, size_t to)
{
    for (; from < to; from++)
        if (text[from] != '\n')
            text[from] = ' ';
}

/* The text of the part between two marks, with what is common. */
static char *part_text(const char *text, size_t length, size_t common, size_t from, size_t to)
{
    char *part = malloc(length);

    if (!part)
        return NULL;
    memcpy(part, text, length);
    blank(part, common, line_end(text, length, from));      /* the mark's own line too */
    blank(part, to, length);
    return part;
}

/* What a file of several dispatches must not have, at the mark of `k` unless `*line` says where: an answer, NULL for
 * nothing. */
static const char *misfit(const struct wf_kernel *first, const struct wf_kernel *k, unsigned *line)
{
    bool same = k->buffers == first->buffers;

    for (unsigned n = 0; same && n < k->buffers; n++)
        same = k->buffer[n].words == first->buffer[n].words && !strcmp(k->buffer[n].name, first->buffer[n].name);
    if (!same)
        return "a buffer of one dispatch alone (a shader brings some, so none is in a file with dispatches of code); "
               "expected all of them before the first `---`";
    if (k->desc.stage == WF_STAGE_PIXEL)
        return "a pixel shader with other dispatches; expected it in a file of its own";
    if (k->mesh.lanes.stage == WF_STAGE_VERTEX)
        return "a vertex shader with other dispatches; expected it in a file of its own";
    if (k->mesh.lanes.stage)
        return wf_is_of_patches(k->mesh.lanes.stage)
                   ? "a tessellation shader with other dispatches; expected it in a file of its own"
                   : "a geometry shader with other dispatches; expected it in a file of its own";
    if (k->expect_reject && (*line = k->reject_line) != 0)
        return "`expect reject` with other dispatches; expected it in a file of its own";
    if (k->desc.report_wave_size)
        return "report_wave_size with other dispatches; expected it in a file of its own";
    return NULL;
}

static unsigned line_of(const char *text, size_t at)
{
    unsigned line = 1;

    for (size_t i = 0; i < at; i++)
        line += text[i] == '\n';
    return line;
}

/* The code of all dispatches lies in one memory: what is said of so much of it, NULL for nothing. */
static const char *no_room(size_t code, const struct wf_device *device, char *text, size_t size)
{
    if (code <= device->imem_words)
        return NULL;
    snprintf(text, size,
             "this dispatch and those before it have %zu instructions; expected at most %u in all on this device", code,
             device->imem_words);
    return text;
}

/* What a task shader with its mesh shader must not have. */
static const char *misfit_of_pair(const struct wf_kernel *task, const struct wf_kernel *mesh)
{
    if (task->expect_reject || mesh->expect_reject)
        return "`expect reject` with a task shader; expected it in a file of one shader";
    if (task->desc.report_wave_size || mesh->desc.report_wave_size)
        return "report_wave_size with a task shader; expected it in a file of one shader";
    return NULL;
}

/* A line begins with the word `task`, which is nothing but a statement. */
static bool has_task(const char *text, size_t length)
{
    static const char word[] = "task";
    const size_t size = sizeof word - 1;

    for (size_t at = 0; at < length; at = line_end(text, length, at) + 1) {
        while (at < length && (text[at] == ' ' || text[at] == '\t'))
            at++;
        if (length - at > size && !memcmp(text + at, word, size) && strchr(" \t\"", text[at + size]))
            return true;
    }
    return false;
}

/* A file of one dispatch; or, with a `task`, of that and of the mesh shader: the text is read once for each. */
static struct wf_kernel *parse_one(const char *text, size_t length, const struct wf_device *device, unsigned wave_size,
                                   const struct wf_files *files, wf_diagnostic_fn *report, void *user,
                                   struct wfa_limits *limits)
{
    char words[128];

    if (!has_task(text, length))
        return wfa_parse(text, length, device, wave_size, files, report, user, limits);
    limits->has_pair = true;
    struct wf_kernel *mesh = wfa_parse(text, length, device, wave_size, files, report, user, limits);
    limits->mesh = mesh;
    struct wf_kernel *task = mesh ? wfa_parse(text, length, device, wave_size, files, report, user, limits) : NULL;
    const char *wrong = task ? misfit_of_pair(task, mesh) : NULL;
    if (task && !wrong)
        wrong = wfa_join_pair(task, mesh, words, sizeof words);
    if (wrong && report)
        report(user, 1, 1, true, wrong);
    if (task && !wrong)
        return task;
    wf_kernel_free(task);
    wf_kernel_free(mesh);
    return NULL;
}

static struct wf_kernel *parse_all(const char *text, size_t length, const struct wf_device *device, unsigned wave_size,
                                   const struct wf_files *files, wf_diagnostic_fn *report, void *user)
{
    const size_t common = find_mark(text, length, 0);
    struct wf_kernel *first = NULL, **end = &first;
    struct wfa_limits limits = wfa_default_limits;
    size_t code = 0;
    unsigned count = 0;

    if (common == length)
        return parse_one(text, length, device, wave_size, files, report, user, &limits);
    limits.mark_line = line_of(text, common);
    for (size_t from = common, to; from < length; from = to) {
        char *part = NULL, words[128];
        unsigned line = line_of(text, from);
        const char *wrong = NULL;
        to = find_mark(text, length, line_end(text, length, from));
        if (count++ == WF_MAX_DISPATCHES_OF_FILE)
            wrong = "a dispatch more than a file may have; expected at most 64";
        else if (!(part = part_text(text, length, common, from, to)))
            wrong = "out of memory";
        struct wf_kernel *kernel =
            part ? wfa_parse(part, length, device, wave_size, files, report, user, &limits) : NULL;
        free(part);
        *end = kernel;
        if (kernel) {
            kernel->mark_line = line;
            end = &kernel->next;
            wrong = to < length || kernel != first ? misfit(first, kernel, &line) : NULL;
            wrong = wrong ? wrong : no_room(code += kernel->count, device, words, sizeof words);
        }
        if (wrong && report)
            report(user, line, 1, true, wrong);
        if (!kernel || wrong) {
            wf_kernel_free(first);
            return NULL;
        }
    }
    return first;
}

struct wf_kernel *wf_kernel_parse(const char *text, size_t length, const struct wf_device *device, unsigned wave_size,
                                  wf_diagnostic_fn *report, void *user)
{
    return wf_kernel_parse_files(text, length, device, wave_size, NULL, report, user);
}

struct wf_kernel *wf_kernel_parse_files(const char *text, size_t length, const struct wf_device *device,
                                        unsigned wave_size, const struct wf_files *files, wf_diagnostic_fn *report,
                                        void *user)
{
    fenv_t caller;
    const bool saved = wf_host_float_begin(&caller);
    struct wf_kernel *kernel = parse_all(text, length, device, wave_size, files, report, user);

    wf_host_float_end(saved, &caller);
    return kernel;
}
