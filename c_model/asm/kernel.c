/* SPDX-License-Identifier: Apache-2.0
 * kernel.c - a kernel file from text to struct wf_kernel.
 */
#include "asm.h"

#include "diag.h"
#include "names.h"
#include "statements.h"

#include <stdlib.h>
#include <string.h>

static void *resize(void *user, void *old, size_t size)
{
    (void)user;
    return realloc(old, size);
}

const struct wfa_limits wfa_default_limits = {
    .file_bytes = (size_t)64 << 20, .buffer_words = (uint64_t)64 << 20, .steps = (uint64_t)1 << 30, .resize = resize};

/* ---- before parsing ---- */

static struct wfa_pos position(const char *text, size_t at)
{
    struct wfa_pos pos = {1, 1};

    for (size_t n = 0; n < at; n++) {
        pos.column++;
        if (text[n] == '\n')
            pos = (struct wfa_pos){pos.line + 1, 1};
    }
    return pos;
}

static bool is_text(struct wfa *p)
{
    const struct wfa_pos start = {1, 1};

    if (p->length > p->limits.file_bytes) {
        wfa_error(p, start, "the file has %zu bytes; expected at most %zu", p->length, p->limits.file_bytes);
        return false;
    }
    if (!p->length) {
        wfa_error(p, start, "the file is empty; expected attributes, `code` and instructions");
        return false;
    }
    const char *nul = memchr(p->text, '\0', p->length);
    if (nul) {
        wfa_error(p, position(p->text, (size_t)(nul - p->text)), "NUL byte; expected a text file");
        return false;
    }
    return true;
}

/* ---- the two passes ---- */

void wfa_check_code(struct wfa *p)
{
    const struct wf_kernel *k = p->kernel;
    size_t where;
    const char *bad = wf_code_check(k->code, k->count, p->device->regs, &where);

    if (bad)
        wfa_error(p, p->no_file ? (struct wfa_pos){0, 0} : (struct wfa_pos){where < k->count ? k->line[where] : 1, 1},
                  "%s; expected a sound program", bad);
    for (size_t i = 0; !bad && p->device->no_fpu && i < k->count; i++)
        if (wf_op_floats((uint8_t)k->code[i])) {
            wfa_error(p, p->no_file ? (struct wfa_pos){0, 0} : (struct wfa_pos){k->line[i], 1},
                      "this machine has no float unit; expected no products, float arithmetic, conversions or float scans");
            return;
        }
}

static void parse(struct wfa *p)
{
    p->first_pass = true;
    wfa_statements(p);
    if (p->out_of_memory)
        return;
    wfa_choose_variant(p);
    wfa_open_shader(p);
    p->shader.specs = 0;                /* the second pass reads them again */
    if (p->out_of_memory)
        return;
    wfa_commit_shape(p);
    wfa_forget_names(p);
    p->has_shader = p->shader_seen;
    p->first_pass = p->shader_seen = false;
    p->steps = p->limits.steps;
    wfa_statements(p);
    if (p->out_of_memory || p->errors > WFA_MAX_DIAGNOSTICS)
        return;
    if (p->has_shader)
        wfa_lower_shader(p);
    else
        wfa_finish_code(p);
    if (p->out_of_memory)
        return;
    wfa_finish_quads(p);
    if (!p->has_shader || p->shader.opened)     /* else its shape is not known */
        wfa_check_dispatch(p);
    wfa_check_quads(p);
    if (!p->errors)
        wfa_check_code(p);
}

struct wf_kernel *wfa_give(struct wfa *p, wf_diagnostic_fn *report, void *user)
{
    struct wf_kernel *kernel = p->kernel;

    wfa_flush(p, report, user);
    if (p->errors || p->out_of_memory) {
        wf_kernel_free(kernel);
        kernel = NULL;
    }
    free(p->diagnostic);
    free(p->symbol);
    free(p->link);
    free(p->sv_use);
    free(p->variant.name);
    free(p->shader.word);
    free(p->shader.spec);
    free(p->shader.bind);
    free(p->shader.array);
    free(p->shader.io);
    free(p->shader.sampler);
    free(p->shader.image);
    wf_shader_free(p->shader.opened);
    free(p);
    return kernel;
}

struct wfa *wfa_begin(const struct wf_device *device, unsigned wave_size, const struct wf_files *files,
                      wf_diagnostic_fn *report, void *user, const struct wfa_limits *limits)
{
    struct wfa *p = limits->resize(limits->resize_user, NULL, sizeof *p);

    if (!p) {
        if (report)
            report(user, 1, 1, true, "out of memory");
        return NULL;
    }
    memset(p, 0, sizeof *p);
    p->device = device;
    p->wave_size = wave_size;
    p->limits = *limits;
    if (files)
        p->files = *files;
    p->steps = limits->steps;
    p->buffer_words = limits->buffer_words;
    p->last_pos = p->token.pos = (struct wfa_pos){1, 1};
    p->diagnostic = wfa_zeroed(p, WFA_MAX_DIAGNOSTICS + WFA_MAX_NOTES, sizeof *p->diagnostic);
    p->kernel = p->diagnostic ? wfa_zeroed(p, 1, sizeof *p->kernel) : NULL;
    if (p->kernel) {
        p->dimensions = 1;
        p->kernel->desc.shader_model = 0x060a;
        for (unsigned n = 0; n < 3; n++)
            p->kernel->desc.grid[n] = 1;
    }
    return p;
}

struct wf_kernel *wfa_parse(const char *text, size_t length, const struct wf_device *device, unsigned wave_size,
                            const struct wf_files *files, wf_diagnostic_fn *report, void *user,
                            const struct wfa_limits *limits)
{
    struct wfa *p = wfa_begin(device, wave_size, files, report, user, limits);

    if (!p)
        return NULL;
    p->text = text;
    p->length = length;
    if (p->kernel && is_text(p))
        parse(p);
    return wfa_give(p, report, user);
}

void wf_kernel_free(struct wf_kernel *kernel)
{
    if (!kernel)
        return;
    for (unsigned n = 0; n < WF_MAX_BUFFERS; n++) {
        free(kernel->buffer[n].initial);
        free(kernel->buffer[n].address);
        free(kernel->buffer[n].expected);
        free(kernel->buffer[n].care);
        free(kernel->buffer[n].layout);
    }
    wf_kernel_free(kernel->next);
    free(kernel->quad);
    free(kernel->code);
    free(kernel->line);
    free(kernel->file);
    free(kernel->shader_name);
    free(kernel->module.word);
    free(kernel->module.entry);
    free(kernel->module.spec);
    free(kernel->module.bind);
    free(kernel->module.sampler);
    wf_shader_code_free(&kernel->shader);
    free(kernel->source_at);
    free(kernel->source);
    free(kernel->total);
    free(kernel);
}

const char *wf_kernel_source(const struct wf_kernel *kernel, size_t at)
{
    return kernel->source_at ? kernel->source + kernel->source_at[at] : "";
}
