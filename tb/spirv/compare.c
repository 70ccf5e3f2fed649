/* SPDX-License-Identifier: Apache-2.0
 * compare.c - a module of generate.c, run twice: by the interpreter of the tests, and by the front-end and the model.  The code must be sound,
 * all words of all buffers must be the same, the read-only ones included, and the words between them must be untouched.
 */
#include "compare.h"
#include "compare_draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/isa.h"
#include "wavefold/machine.h"
#include "wavefold/spirv.h"

enum { PUSH = GENERATED_BUFFERS, TABLE, SCRATCH, IMAGES, RECTANGLE, INPUTS, CALLS, PLACES, GAP_WORDS = 64, GAP = 0x5afe5afe, LIMIT = 50000000 };

struct memory {
    struct wf_buffer buffer[WF_MAX_BUFFERS];
    uint32_t *word;
    size_t words;
};

static void say(char *text, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(text, COMPARE_TEXT, format, args);
    va_end(args);
}

static uint32_t number(void *user, uint32_t set, uint32_t binding, bool is_push, uint32_t *elements)
{
    const struct generated *g = user;

    for (unsigned k = 0; k < g->buffers && !is_push; k++) {
        if (g->buffer[k].unbound || g->buffer[k].set != set || g->buffer[k].binding != binding)
            continue;
        *elements = g->buffer[k].elements ? g->buffer[k].elements : 1;
        return k;
    }
    return is_push && g->push ? PUSH : UINT32_MAX;
}

/* One more buffer, after a gap; 64-bit atomics need it at an even word. */
static bool place(struct memory *m, unsigned at, const uint32_t *contents, size_t words)
{
    uint32_t *bigger = realloc(m->word, (m->words + words + 2 * GAP_WORDS + 1) * sizeof *bigger);

    if (!bigger)
        return false;
    m->word = bigger;
    for (unsigned k = 0; k < GAP_WORDS || m->words % 2; k++)
        bigger[m->words++] = GAP;
    m->buffer[at] = (struct wf_buffer){ .base = (uint32_t)m->words * 4, .size = (uint32_t)words * 4 };
    for (size_t k = 0; k < words; k++)
        bigger[m->words++] = contents ? contents[k] : 0;
    for (unsigned k = 0; k < GAP_WORDS; k++)
        bigger[m->words + k] = GAP;
    return true;
}

static struct wf_image image_of(const struct generated_buffer *b)
{
    return (struct wf_image){ .format = wf_image_format_of_spirv(b->format), .size = { b->side[0], b->side[1], b->layers ? 1 : b->side[2] },
                              .layers = b->layers ? b->side[2] : 1, .levels = b->levels ? b->levels : 1, .samples = b->samples ? b->samples : 1 };
}

/* One for each buffer, be it an image or not, and one more behind an array: that of no image. */
static unsigned descriptor(const struct generated *g, unsigned k)
{
    unsigned number = 0;

    for (unsigned n = 0; n < k; n++)
        number += g->buffer[n].elements && g->buffer[n].element + 1 == g->buffer[n].elements ? 2 : 1;
    return number;
}

static bool place_descriptors(struct memory *m, const struct generated *g)
{
    uint32_t word[2 * GENERATED_BUFFERS * WF_IMAGE_WORDS];

    for (unsigned n = 0; n < 2 * GENERATED_BUFFERS; n++)
        wf_image_describe(NULL, word + n * WF_IMAGE_WORDS);
    for (unsigned k = 0; k < g->buffers; k++) {
        const struct wf_image image = image_of(&g->buffer[k]);
        if (g->buffer[k].format)
            wf_image_describe(&image, word + descriptor(g, k) * WF_IMAGE_WORDS);
    }
    return place(m, IMAGES, word, descriptor(g, g->buffers) * WF_IMAGE_WORDS);
}

static bool is_task(const struct generated *g)
{
    return g->payload_words && !g->places;
}

/* Of each mesh group of tasks where it comes from. */
static bool place_groups(struct memory *m, const struct generated *g)
{
    uint32_t word[GENERATED_PLACES * WF_MESH_GROUPS_WORDS] = { 0 };

    for (uint32_t k = 0; k < g->places; k++) {
        word[k * WF_MESH_GROUPS_WORDS] = g->place[k].task;
        memcpy(word + k * WF_MESH_GROUPS_WORDS + 1, g->place[k].at, sizeof g->place[k].at);
        memcpy(word + k * WF_MESH_GROUPS_WORDS + 4, g->place[k].grid, sizeof g->place[k].grid);
    }
    return place(m, PLACES, word, g->places * WF_MESH_GROUPS_WORDS);
}

static bool place_all(struct memory *m, const struct generated *g, const struct wf_shader_code *code, const struct wf_shader_target *target,
                      const struct drawn *drawn, const uint32_t *inputs)
{
    bool good = true;

    for (unsigned k = 0; k < g->buffers; k++)
        good = good && place(m, k, g->buffer[k].initial, g->buffer[k].words);
    if (g->push)
        good = good && place(m, PUSH, g->push, g->push_words);
    good = good && place(m, TABLE, code->table, code->table_words);
    good = good && place(m, SCRATCH, NULL, (size_t)code->scratch_words * target->device.waves * target->wave_size);
    good = good && (!target->images || place_descriptors(m, g));
    good = good && (!g->mesh.vertex.words || g->is_control || place(m, CALLS, NULL, (size_t)g->groups[0] * g->groups[1] * g->groups[2] * WF_MESH_CALLS_WORDS));
    good = good && (!is_task(g) || place(m, CALLS, NULL, (size_t)g->groups[0] * g->groups[1] * g->groups[2] * WF_MESH_TASK_CALLS_WORDS));
    good = good && (!g->places || place_groups(m, g));
    good = good && (!(g->vertices.count || g->is_control) || place(m, INPUTS, inputs, INPUT_WORDS));
    return good && (!g->draw.width || place(m, RECTANGLE, drawn->word, DRAWN_WORDS));
}

uint32_t *compare_interpret(const struct generated *g, uint64_t undefined, uint64_t *steps, char text[COMPARE_TEXT])
{
    struct interp_buffer buffer[GENERATED_BUFFERS];
    struct interp_run run = { .wave_size = g->wave_size, .buffer = buffer, .buffers = g->buffers, .spec = g->spec, .specs = g->specs,
                              .sampler = g->sampler, .samplers = g->samplers, .push = (uint8_t *)g->push, .push_size = g->push_words * 4, .step_limit = 1 << 26, .undefined = undefined };
    struct interp_capture capture[CAPTURES];
    struct interpreted drawn;
    char error[300] = "out of memory";
    uint32_t *after;
    size_t words = 0, at = 0;

    memcpy(run.groups, g->groups, sizeof run.groups);
    for (unsigned k = 0; k < g->buffers; k++)
        words += g->buffer[k].words;
    after = malloc(words * sizeof *after + 1);
    for (unsigned k = 0; k < g->buffers && after; k++) {
        buffer[k] = (struct interp_buffer){ g->buffer[k].unbound ? UINT32_MAX : g->buffer[k].set, g->buffer[k].binding, g->buffer[k].element,
                                            (uint8_t *)(after + at), g->buffer[k].words * 4,
                                            { g->buffer[k].side[0], g->buffer[k].side[1], g->buffer[k].side[2] }, g->buffer[k].format, g->buffer[k].levels,
                                            g->buffer[k].samples };
        memcpy(after + at, g->buffer[k].initial, g->buffer[k].words * 4);
        at += g->buffer[k].words;
    }
    compare_interpreted(&drawn, g, buffer);
    for (; run.captures < g->captures; run.captures++)
        capture[run.captures] = (struct interp_capture){ g->capture[run.captures].number, buffer[g->capture[run.captures].buffer].bytes,
                                                         buffer[g->capture[run.captures].buffer].size };
    run.capture = capture;
    run.draw = g->draw.width ? &drawn.draw : NULL;
    run.mesh = g->mesh.vertex.words ? &drawn.mesh : NULL;
    run.tasks = is_task(g) ? &drawn.tasks : NULL;
    run.vertices = g->vertices.count ? &drawn.vertices : NULL;
    if (after && interp_run(g->words, g->count, &run, error, sizeof error) && !run.outside) {
        *steps += run.steps;
        return after;
    }
    if (run.outside)
        snprintf(error, sizeof error, "%llu accesses out of bounds", (unsigned long long)run.outside);
    say(text, "the interpreter: %s", error);
    free(after);
    return NULL;
}

/* Does the result hang on what OpUndef gives? */
static bool is_defined(const struct generated *g, const uint32_t *after, char *text)
{
    uint64_t steps = 0;
    uint32_t *again = compare_interpret(g, UINT64_C(0x9e3779b97f4a7c15), &steps, text);
    size_t words = 0;
    bool same_again;

    for (unsigned k = 0; k < g->buffers; k++)
        words += g->buffer[k].words;
    same_again = again && memcmp(again, after, words * sizeof *after) == 0;
    if (again && !same_again)
        say(text, "the result hangs on OpUndef");
    free(again);
    return same_again;
}

/* The stage, and how many of what there are. */
static void describe_shape(struct wf_desc *desc, const struct generated *g, const struct wf_shader *shader, const struct drawn *drawn)
{
    bool flat;

    memcpy(desc->grid, g->groups, sizeof desc->grid);
    desc->has_numthreads = !g->draw.width;
    if (g->vertices.count) {            /* a wave is a group */
        desc->threads[0] = g->wave_size;
        desc->threads[1] = desc->threads[2] = 1;
        desc->grid[0] = (g->vertices.count * g->vertices.instances + g->wave_size - 1) / g->wave_size;
        return;
    }
    if (g->is_control) {                /* a patch is one */
        desc->threads[0] = g->mesh.vertex.most;
        desc->threads[1] = desc->threads[2] = 1;
        return;
    }
    if (g->draw.width) {
        desc->stage = WF_STAGE_PIXEL;
        desc->quad = drawn->quad;
        desc->quads = drawn->quads;
        desc->grid[0] = (uint32_t)wf_pack_quad_waves(drawn->quads, g->wave_size);
        return;
    }
    wf_shader_local_size(shader, desc->threads, &flat);
    if (flat)
        desc->threads[0] *= desc->threads[1] * desc->threads[2], desc->threads[1] = desc->threads[2] = 1;
}

/* Runs the code; memory is changed. */
static bool run_code(struct memory *m, const struct generated *g, const struct wf_shader *shader, const struct wf_shader_code *code,
                     const struct wf_shader_target *target, const struct drawn *drawn, uint64_t seed, char *text)
{
    struct wf_desc desc = { .shader_model = 0x060a, .wavesize_kind = WF_WAVESIZE_FIXED, .wavesize_min = g->wave_size,
                            .groupshared_bytes = code->lds_bytes, .code_words = (uint32_t)code->count };
    const struct wf_fault_record *fault;
    struct wf_machine *machine;
    struct wf_run_stats stats;
    struct wf_shape shape;
    enum wf_run_result result;
    bool good;

    describe_shape(&desc, g, shader, drawn);
    if (wf_dispatch_check(&desc, &target->device, &shape) != WF_REJECT_NONE) {
        say(text, "the dispatch is refused");
        return false;
    }
    machine = wf_machine_new(&target->device, &desc, &shape, code->word, code->count, m->buffer, m->word, m->words + GAP_WORDS);
    if (!machine) {
        say(text, "no machine");
        return false;
    }
    result = wf_machine_run(machine, seed, LIMIT, &stats, NULL, NULL);
    fault = wf_machine_fault(machine);
    good = result == WF_RUN_DONE && fault->kind == WF_FAULT_NONE;
    if (!good)
        say(text, "the run %s, fault %d", result == WF_RUN_DONE ? "ends" : "hangs", (int)fault->kind);
    wf_machine_free(machine);
    return good;
}

static bool same(const struct memory *m, const struct generated *g, const uint32_t *after, char *text)
{
    for (unsigned k = 0; k < g->buffers; k++) {
        for (uint32_t w = 0; w < g->buffer[k].words; w++, after++) {
            const uint32_t got = m->word[m->buffer[k].base / 4 + w];
            if (got == *after || g->buffer[k].of_capture)
                continue;
            say(text, "%s[%u] is 0x%08x, the interpreter says 0x%08x", g->buffer[k].name, (unsigned)w, (unsigned)got, (unsigned)*after);
            return false;
        }
    }
    for (size_t w = 0, at = 0; w < m->words + GAP_WORDS; w++) {
        /* buffers lie in ascending order */
        while (at < WF_MAX_BUFFERS && (m->buffer[at].size == 0 || m->buffer[at].base / 4 + m->buffer[at].size / 4 <= w))
            at++;
        if ((at == WF_MAX_BUFFERS || w < m->buffer[at].base / 4) && m->word[w] != GAP) {
            say(text, "word %zu of memory, between buffers, was written", w);
            return false;
        }
    }
    return true;
}

/* As the program asks before it runs code. */
static bool is_sound(const struct wf_shader_code *code, unsigned regs, char *text)
{
    size_t where = 0;
    const char *bad = wf_code_check(code->word, code->count, regs, &where);

    if (bad)
        say(text, "the code is not sound: %s, instruction %zu", bad, where);
    return !bad;
}

/* The buffers of records, of each stage those that it has. */
static void put_records(struct wf_shader_target *target, const struct generated *g)
{
    unsigned *number = target->mesh_buffer;

    number[WF_MESH_INPUTS] = INPUTS;
    number[WF_MESH_VERTICES] = g->records;
    number[WF_MESH_COUNTS] = g->counts;
    number[WF_MESH_PRIMITIVES] = number[WF_MESH_PATCHES] = g->primitives;
    number[WF_MESH_CALLS] = number[WF_MESH_TASK_CALLS] = CALLS;
    number[WF_MESH_TASKS] = g->grids;
    number[WF_MESH_PAYLOAD] = g->payloads;
    number[WF_MESH_GROUPS] = PLACES;
    target->of_tasks = g->places != 0;
}

static enum compared lower_and_run(const struct generated *g, struct wf_shader *shader, struct wf_shader_target *target, uint64_t seed,
                                   const uint32_t *after, char *text)
{
    struct wf_shader_code code;
    struct memory memory = { .words = 0 };
    struct drawn drawn;
    uint32_t inputs[INPUT_WORDS];
    char message[WF_SHADER_MESSAGE];
    bool good;

    if (g->is_control || g->vertices.count)
        compare_vertices(inputs, g, shader);
    put_records(target, g);
    if (g->draw.width)
        compare_draw(&drawn, g, shader, target, RECTANGLE);
    if (!wf_shader_lower(shader, target, &code, message, NULL)) {
        say(text, "not lowered: %s", message);
        return strstr(message, "the code has more than") ? COMPARED_TOO_LONG : COMPARED_DIFFERENT;
    }
    good = is_sound(&code, target->device.regs, text) && place_all(&memory, g, &code, target, &drawn, inputs);
    good = good && run_code(&memory, g, shader, &code, target, &drawn, seed, text) && same(&memory, g, after, text);
    free(memory.word);
    wf_shader_code_free(&code);
    return good ? COMPARED_SAME : COMPARED_DIFFERENT;
}

static enum wf_shader_wanted stage_of(const struct generated *g)
{
    if (g->draw.width)
        return WF_SHADER_PIXELS;
    if (g->is_control || g->vertices.evaluates)
        return WF_SHADER_PATCHES;
    if (g->vertices.count)
        return g->vertices.points ? WF_SHADER_GEOMETRY : WF_SHADER_VERTEX;
    return g->mesh.vertex.words ? WF_SHADER_MESH : is_task(g) ? WF_SHADER_TASK : WF_SHADER_GROUPS;
}

static enum compared compare_generated(struct generated *g, unsigned regs, uint64_t seed, bool check_undefined, char *text)
{
    struct wf_shader_target target = { .device = { .lanes = g->wave_size > 32 ? 128 : 32, .waves = 32, .groups = 8, .regs = regs, .lds_words = 8192,
                                                   .imem_words = WF_MAX_CODE },
                                       .wave_size = g->wave_size, .number = number, .user = g, .table_buffer = TABLE, .scratch_buffer = SCRATCH,
                                       .image_buffer = IMAGES, .unbound_buffer = g->buffers };
    struct wf_shader_image image[GENERATED_BUFFERS];
    struct wf_shader_sampler sampler[GENERATED_SAMPLERS];
    struct wf_shader_spec spec[GENERATED_SPECS];
    const struct wf_shader_options options = { .spec = spec, .specs = g->specs, .wanted = stage_of(g) };
    char message[WF_SHADER_MESSAGE];
    uint64_t steps = 0;
    uint32_t *after = compare_interpret(g, 0, &steps, text);
    struct wf_shader *shader;
    enum compared result = COMPARED_DIFFERENT;

    if (!after || (check_undefined && !is_defined(g, after, text))) {
        free(after);
        return COMPARED_UNDECIDED;
    }
    target.image = image;
    target.sampler = sampler;
    for (; target.samplers < g->samplers; target.samplers++)
        sampler[target.samplers] = (struct wf_shader_sampler){ .set = g->sampler[target.samplers].set, .binding = g->sampler[target.samplers].binding,
                                                               .sampler = g->sampler[target.samplers].state,
                                                               .element = g->sampler[target.samplers].element };
    for (unsigned k = 0; k < g->buffers; k++)
        if (g->buffer[k].format && !g->buffer[k].unbound)
            image[target.images++] = (struct wf_shader_image){.set = g->buffer[k].set, .binding = g->buffer[k].binding,
                                                              .format = wf_image_format_of_spirv(g->buffer[k].format),
                                                              .descriptor = descriptor(g, k) * WF_IMAGE_WORDS * 4, .element = g->buffer[k].element};
    for (unsigned k = 0; k < g->specs; k++)
        spec[k] = (struct wf_shader_spec){ g->spec[k].id, { (uint32_t)g->spec[k].bits, (uint32_t)(g->spec[k].bits >> 32) } };
    shader = wf_shader_open(g->words, g->count, &options, message, NULL);
    if (!shader)
        say(text, "not opened: %s", message);
    if (shader && !g->draw.width && !g->is_control && !g->vertices.count && seed % 3 != 0) {      /* else it has to do without knowing */
        uint32_t size[3];
        bool flat;
        wf_shader_local_size(shader, size, &flat);
        target.waves = (size[0] * size[1] * size[2] + g->wave_size - 1) / g->wave_size;
    }
    if (shader)
        result = lower_and_run(g, shader, &target, seed, after, text);
    wf_shader_free(shader);
    free(after);
    return result;
}

enum compared compare_module(const struct generate_options *options, const struct compare_device *device, char text[COMPARE_TEXT])
{
    static const unsigned some[] = { 64, 12, 32, 128, 24, 8 };
    struct generated *g = generate(options);
    enum compared result;

    if (!g) {
        say(text, "out of memory");
        return COMPARED_UNDECIDED;
    }
    if (device->module) {
        uint32_t *words = realloc(g->words, (device->module_words + 1) * sizeof *words);
        g->words = words ? words : g->words;
        g->count = words ? device->module_words : 0;
        memcpy(g->words, device->module, g->count * sizeof *words);
    }
    result = compare_generated(g, device->regs ? device->regs : some[options->seed % 6],
                               device->model_seed ? device->model_seed : options->seed, device->module != NULL || options->seed % 16 == 0,
                               text);
    generate_free(g);
    return result;
}
