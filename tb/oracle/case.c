/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "case.h"

#include "../common/wf_bits.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 3 };                      /* of the model, where the order of waves may show */
static const uint64_t LIMIT = UINT64_C(2000000000);

__attribute__((format(printf, 3, 4)))
static enum wfo_verdict say(struct wfo_case *c, enum wfo_verdict verdict, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(c->text, sizeof c->text, format, arguments);
    va_end(arguments);
    return verdict;
}

/* ---- reading ---- */

/* The first mistake. */
struct mistake {
    struct wf_inputs inputs;            /* first: the files take it for their own */
    const uint32_t *word;               /* [words] the module in place of the one that the file names; or NULL */
    size_t words;
    char text[WFO_TEXT];
};

static void note_mistake(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    struct mistake *m = user;

    if (error && !*m->text)
        snprintf(m->text, sizeof m->text, "%u:%u: %s", line, column, text);
}

static void *load_instead(void *user, const char *name, size_t *size, char *why, size_t room)
{
    const struct mistake *m = user;
    char *bytes = malloc(m->words * sizeof *m->word + 1);

    (void)name;
    *size = m->words * sizeof *m->word;
    if (bytes)
        memcpy(bytes, m->word, *size);
    else
        snprintf(why, room, "out of memory");
    return bytes;
}

/* The machine for waves of that size, with slots for a group of 1,024 threads in the smallest. */
static struct wf_device machine_for(unsigned wave_size)
{
    struct wf_device device = wf_build_device(wave_size > 32 ? WF_MAX_LANES : 32);

    device.waves = 256;
    return device;
}

static struct wf_kernel *parse(const char *path, const struct wf_text *text, unsigned wave_size, struct mistake *m)
{
    const struct wf_device device = machine_for(wave_size);

    m->inputs = (struct wf_inputs){.kernel_file = path, .variant = text->variant};
    struct wf_files files = wf_named_files(&m->inputs);
    if (m->word)
        files.load = load_instead;
    struct wf_kernel *kernel = wf_kernel_parse_files(text->text, text->length, &device, wave_size, &files, note_mistake, m);
    wf_inputs_free(&m->inputs);
    return kernel;
}

/* The file is wrong, or it does not allow such waves: the assembler says so in these words. */
static enum wfo_verdict why_not(struct wfo_case *c, unsigned wave_size, const struct mistake *first)
{
    c->refuses_size = strstr(first->text, "that was asked for is not possible here") != NULL;
    return c->refuses_size ? say(c, WFO_SKIP, "it does not allow waves of %u lanes", wave_size) : say(c, WFO_FAIL, "%s", first->text);
}

static enum wfo_verdict open_shader(struct wfo_case *c)
{
    const struct wf_kernel_module *m = &c->kernel->module;
    const struct wf_shader_options options = {.entry = m->entry, .spec = m->spec, .specs = m->specs};
    char message[WF_SHADER_MESSAGE];
    bool no_memory = false;

    c->shader = wf_shader_open(m->word, m->words, &options, message, &no_memory);
    if (!c->shader)
        return say(c, WFO_FAIL, "the module cannot be opened again: %s", message);
    return wfo_facts_read(&c->facts, m->word, m->words) ? WFO_PASS : say(c, WFO_FAIL, "out of memory");
}

/* What Vulkan has no words for. */
static enum wfo_verdict expressible(struct wfo_case *c)
{
    const struct wf_kernel *k = c->kernel;

    if (!k->shader_name)
        return say(c, WFO_SKIP, "it has code of its own, no shader");
    if (k->desc.stage == WF_STAGE_PIXEL)
        return say(c, WFO_SKIP, "a fragment shader; the device is asked for compute shaders alone");
    if (k->mesh.is_task || k->mesh.is_mesh || k->mesh.lanes.stage)
        return say(c, WFO_SKIP, "a task, mesh, vertex, tessellation or geometry shader; the device is asked for compute shaders alone");
    if (k->expect_reject)
        return say(c, WFO_SKIP, "the dispatch is to be refused");
    if (k->desc.has_numwaves)
        return say(c, WFO_SKIP, "numWaves, which Vulkan cannot express");
    if (k->desc.extra_waves)
        return say(c, WFO_SKIP, "extra waves, which Vulkan cannot express");
    return WFO_PASS;
}

/* With the module in place of the file's where *first has one. */
static enum wfo_verdict take_text(struct wfo_case *c, const char *path, const struct wf_text *text, unsigned wave_size, struct mistake *first)
{
    const struct wf_device device = machine_for(wave_size);

    memset(c, 0, sizeof *c);
    c->path = path;
    c->kernel = parse(path, text, wave_size, first);
    if (!c->kernel)
        return why_not(c, wave_size, first);
    const enum wfo_verdict verdict = expressible(c);
    if (verdict != WFO_PASS)
        return verdict;
    if (wf_dispatch_check(&c->kernel->desc, &device, &c->shape) != WF_REJECT_NONE)
        return say(c, WFO_FAIL, "the model refuses the dispatch");
    return open_shader(c);
}

enum wfo_verdict wfo_case_text(struct wfo_case *c, const char *path, const struct wf_text *text, unsigned wave_size)
{
    struct mistake first = {.word = NULL};

    return take_text(c, path, text, wave_size, &first);
}

static enum wfo_verdict take_file(struct wfo_case *c, const char *path, unsigned wave_size, struct mistake *first)
{
    const char *variant = strstr(path, ".wfk:");
    struct wf_text text;

    memset(c, 0, sizeof *c);
    c->path = path;
    char *const file = strndup(path, variant ? (size_t)(variant - path) + 4 : strlen(path));
    const bool is_read = file && wf_text_read(file, &text) == WF_EXIT_OK;
    free(file);
    if (!is_read)
        return say(c, WFO_FAIL, "it cannot be read");
    text.variant = variant ? variant + 5 : NULL;
    const enum wfo_verdict verdict = take_text(c, path, &text, wave_size, first);
    free(text.text);
    return verdict;
}

enum wfo_verdict wfo_case_read(struct wfo_case *c, const char *path, unsigned wave_size)
{
    struct mistake first = {.word = NULL};

    return take_file(c, path, wave_size, &first);
}

void wfo_case_free(struct wfo_case *c)
{
    wf_kernel_free(c->kernel);
    wf_shader_free(c->shader);
    wfo_facts_free(&c->facts);
    free(c->model);
    free(c->device);
    free(c->open);
    memset(c, 0, sizeof *c);
}

/* ---- on the model ---- */

/* Run it; PASS when it ended, without a fault that nobody expects. */
static enum wfo_verdict run(struct wfo_case *c, uint64_t seed, uint32_t *memory)
{
    const struct wf_kernel *k = c->kernel;
    const struct wf_device device = machine_for(c->shape.wave_size);
    struct wf_run_stats stats = {0};
    enum wfo_verdict verdict = WFO_PASS;

    wf_kernel_fill(k, c->place, memory, c->words);
    struct wf_machine *m = wf_machine_new(&device, &k->desc, &c->shape, k->code, k->count, c->place, memory, c->words);
    if (!m)
        return say(c, WFO_FAIL, "out of memory");
    const enum wf_run_result result = wf_machine_run(m, seed, LIMIT, &stats, NULL, NULL);
    const struct wf_fault_record *fault = wf_machine_fault(m);
    if (result != WF_RUN_DONE)
        verdict = say(c, WFO_FAIL, result == WF_RUN_HUNG ? "the model hangs" : "the model has not ended after %" PRIu64 " instructions", LIMIT);
    else if (!c->is_changed && fault->kind != (k->expect_fault ? k->fault : WF_FAULT_NONE))
        verdict = say(c, WFO_FAIL, "the model meets another fault than expected: pc %u, line %u", fault->pc,
                      fault->pc < k->count ? (unsigned)k->line[fault->pc] : 0);
    wf_machine_free(m);
    return verdict;
}

static bool is_unexpected(const struct wf_kernel *k, unsigned n)
{
    return !k->buffer[n].hidden && !k->buffer[n].expected && k->shader.written[n];
}

/* Other interleavings tell which words have no one value. */
static enum wfo_verdict find_open(struct wfo_case *c, uint64_t seed)
{
    bool any = false;
    uint32_t *other = NULL;
    enum wfo_verdict verdict = WFO_PASS;

    for (unsigned n = 0; n < c->kernel->buffers; n++)
        any |= is_unexpected(c->kernel, n);
    if (any && !(other = calloc(c->words + 1, sizeof *other)))
        return say(c, WFO_FAIL, "out of memory");
    for (unsigned i = 1; any && i < RUNS && verdict == WFO_PASS; i++) {
        verdict = run(c, seed + i, other);
        for (size_t n = 0; n < c->words; n++)
            c->open[n] |= other[n] != c->model[n];
    }
    free(other);
    return verdict;
}

/* ---- comparison ---- */

struct difference {
    struct wfo_case *c;
    const char *who;
    size_t texts;
};

static void tell(void *user, const struct wf_mismatches *m)
{
    struct difference *d = user;

    if (!d->texts++)
        say(d->c, WFO_FAIL, "%s: %s%s", d->who, m->text[0], m->count > 1 ? " and more" : "");
}

static enum wfo_verdict compare_file(struct wfo_case *c, const char *who, const uint32_t *memory)
{
    struct difference d = {.c = c, .who = who};

    return wf_kernel_compare(c->kernel, c->place, memory, c->words, tell, &d) ? WFO_FAIL : WFO_PASS;
}

static enum wfo_verdict run_first(struct wfo_case *c, uint64_t seed)
{
    c->words = wf_kernel_place(c->kernel, c->place);
    c->model = calloc(c->words + 1, sizeof *c->model);
    c->device = calloc(c->words + 1, sizeof *c->device);
    c->open = calloc(c->words + 1, 1);
    if (!c->model || !c->device || !c->open)
        return say(c, WFO_FAIL, "out of memory");
    const enum wfo_verdict verdict = run(c, seed, c->model);
    c->ran = verdict == WFO_PASS;
    return verdict;
}

bool wfo_case_instead(struct wfo_case *e, const struct wfo_case *c, const uint32_t *module, size_t words, uint64_t seed)
{
    struct mistake first = {.word = module, .words = words};

    const enum wfo_verdict verdict = take_file(e, c->path, c->shape.wave_size, &first);
    e->is_changed = true;
    return verdict == WFO_PASS && run_first(e, seed) == WFO_PASS;
}

enum wfo_verdict wfo_case_model(struct wfo_case *c, uint64_t seed)
{
    enum wfo_verdict verdict = run_first(c, seed);

    if (c->ran)
        verdict = compare_file(c, "model", c->model);
    return verdict == WFO_PASS ? find_open(c, seed) : verdict;
}

/* As integers; where the buffer was declared with floats, one NaN is as good as another. */
static enum wfo_verdict compare_buffer(struct wfo_case *c, unsigned n)
{
    const struct wf_kernel_buffer *b = &c->kernel->buffer[n];
    const size_t first = c->place[n].base / 4;
    size_t wrong = 0;
    uint32_t at = 0;

    for (uint32_t i = 0; i < b->words; i++) {
        const uint32_t got = c->device[first + i], want = c->model[first + i];
        if (c->open[first + i])
            continue;
        c->compared++;
        if (got == want || (b->type == WF_WORD_FLOAT && isnan(as_float(got)) && isnan(as_float(want))))
            continue;
        if (!wrong++)
            at = i;
    }
    if (!wrong)
        return WFO_PASS;
    return say(c, WFO_FAIL, "device: %s[%u] is 0x%08x, the model says 0x%08x%s", b->name, (unsigned)at, (unsigned)c->device[first + at],
               (unsigned)c->model[first + at], wrong > 1 ? " and more" : "");
}

bool wfo_case_expected(struct wfo_case *c)
{
    return wf_kernel_compare(c->kernel, c->place, c->device, c->words, NULL, NULL) == 0;
}

enum wfo_verdict wfo_case_compare(struct wfo_case *c)
{
    enum wfo_verdict verdict = compare_file(c, "device", c->device);

    for (unsigned n = 0; n < c->kernel->buffers && verdict == WFO_PASS; n++)
        if (!c->kernel->buffer[n].hidden && !c->kernel->buffer[n].expected)
            verdict = compare_buffer(c, n);
    return verdict;
}
