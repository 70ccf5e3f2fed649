/* SPDX-License-Identifier: Apache-2.0
 * direct.c - a kernel of a shader without a kernel file: the same steps, after what a structure says in place of
 * statements.
 */
#include "asm.h"

#include "../model/fp/host.h"
#include "diag.h"
#include "direct.h"
#include "pair.h"
#include "statements.h"

#include <stdio.h>
#include <string.h>

/* ---- in place of `shader`, `spec` and the attributes ---- */

static void *copy(struct wfa *p, const void *from, size_t count, size_t element)
{
    void *to = wfa_zeroed(p, count ? count : 1, element);

    if (to && count && from)
        memcpy(to, from, count * element);
    return to;
}

static bool take_module(struct wfa *p, const struct wf_shader_dispatch *d)
{
    const struct wf_shader_options *o = &d->options;

    if (o->entry && strlen(o->entry) >= sizeof p->shader.entry) {
        wfa_complain(p, "the name of the entry point has %zu bytes; expected at most %zu", strlen(o->entry),
                     sizeof p->shader.entry - 1);
        return false;
    }
    snprintf(p->shader.name, sizeof p->shader.name, "%s", d->name);
    snprintf(p->shader.entry, sizeof p->shader.entry, "%s", o->entry ? o->entry : "");
    p->shader.word = copy(p, d->module, d->module_words, sizeof *d->module);
    p->shader.words = d->module_words;
    p->shader.spec = copy(p, o->spec, o->specs, sizeof *o->spec);
    p->shader.specs = o->specs;
    p->shader.spec_room = o->specs ? o->specs : 1;
    p->shader.first = o->first;
    p->shader.wanted = o->wanted;
    p->shader.near_division = o->near_division;
    p->shader.look = d->look;
    return !p->out_of_memory;
}

_Static_assert((int)WF_ATTR_COUNT == (int)WFA_ATTR_COUNT, "of one table");

static void take_attributes(struct wfa *p, const struct wf_shader_attributes *a)
{
    struct wf_desc *to = &p->kernel->desc;
    const struct wf_desc *from = &a->desc;

    for (unsigned n = 0; n < WFA_ATTR_COUNT; n++)
        if (a->mark[n].line) {
            p->attr_given[n] = true;
            p->attr_pos[n] = (struct wfa_pos){a->mark[n].line, a->mark[n].column};
        }
    to->stage = from->stage;
    to->shader_model = from->shader_model ? from->shader_model : to->shader_model;
    to->has_numwaves = from->has_numwaves;
    to->num_waves = from->num_waves;
    to->wavesize_kind = from->wavesize_kind;
    to->wavesize_min = from->wavesize_min;
    to->wavesize_max = from->wavesize_max;
    to->wavesize_preferred = from->wavesize_preferred;
    to->prefer_small = from->prefer_small;
    to->prefer_large = from->prefer_large;
    to->report_wave_size = from->report_wave_size;
    to->thread_launch = from->thread_launch;
    to->exported = from->exported;
    to->uses_thread_ids = from->uses_thread_ids;
    to->uses_wave_index = from->uses_wave_index;
    to->uses_wave_count = from->uses_wave_count;
}

static void take_shape(struct wfa *p, const struct wf_shader_dispatch *d)
{
    struct wf_desc *desc = &p->kernel->desc;

    if (d->attributes)
        take_attributes(p, d->attributes);
    memcpy(desc->grid, d->groups, sizeof desc->grid);
    p->dimensions = d->dimensions;
    if (d->num_waves) {
        p->attr_given[WFA_ATTR_NUMWAVES] = desc->has_numwaves = true;
        desc->num_waves = d->num_waves;
    }
    p->attr_given[WFA_ATTR_EXTRA_WAVES] = d->extra_waves != 0;
    desc->extra_waves = d->extra_waves;
    desc->extra_idle = d->extra_idle;
}

/* ---- in place of `buffer`, `bind` and `push` ---- */

static const struct wf_shader_resource *resource_of(const struct wfa *p, const struct wf_shader_buffer *b)
{
    const struct wf_shader_resource *resource;
    const size_t count = wf_shader_resources(p->shader.opened, &resource);

    for (size_t i = 0; i < count && !b->name; i++)
        if (resource[i].is_push == b->is_push &&
            (b->is_push || (resource[i].set == b->set && resource[i].binding == b->binding)))
            return &resource[i];
    return NULL;
}

static bool bind(struct wfa *p, const struct wf_shader_buffer *b)
{
    const struct wfa_bind bound = {.set = b->set, .binding = b->binding, .element = b->element,
                                   .buffer = p->kernel->buffers};

    if (b->name)
        return true;
    if (b->use != WF_FOR_BINDING)
        return wfa_add_io(p, &(struct wfa_io){.kind = b->kind, .location = b->location,
                                              .component = b->component, .buffer = p->kernel->buffers});
    if (b->is_push) {
        p->shader.has_push = true;
        p->shader.push = p->kernel->buffers;
        return true;
    }
    for (size_t n = 0; n < p->shader.binds; n++)
        if (wfa_same_binding(&p->shader.bind[n], &bound)) {
            wfa_complain(p, "binding %u.%u is bound twice; expected it once", b->set, b->binding);
            return false;
        }
    if (!wfa_grow(p, &p->shader.bind, &p->shader.bind_room, p->shader.binds, sizeof *p->shader.bind))
        return false;
    p->shader.bind[p->shader.binds++] = bound;
    return true;
}

/* The words of a block, where they are all of one type. */
static void find_type(struct wf_kernel_buffer *buffer, const struct wf_shader_resource *r)
{
    enum wf_shader_word type = r && buffer->words ? wf_shader_word(r, 0) : WF_SHADER_WORD_OTHER;

    for (uint32_t n = 1; n < buffer->words && type != WF_SHADER_WORD_OTHER; n++)
        if (wf_shader_word(r, 4 * (uint64_t)n) != type)
            type = WF_SHADER_WORD_OTHER;
    buffer->is_signed = type == WF_SHADER_WORD_INT;
    buffer->type = type == WF_SHADER_WORD_OTHER ? WF_WORD_ANY : type == WF_SHADER_WORD_FLOAT ? WF_WORD_FLOAT
                                                                                             : WF_WORD_INT;
}

static bool has_floats(const struct wf_kernel_buffer *buffer, const struct wf_shader_resource *r, bool alone)
{
    for (uint32_t n = 0; n < buffer->words && !alone; n++)
        if (wf_shader_word(r, 4 * (uint64_t)n) == WF_SHADER_WORD_FLOAT)
            return true;
    return buffer->type == WF_WORD_FLOAT;
}

/* Its expectation; a tolerance is for floats alone. */
static bool expect(struct wfa *p, struct wf_kernel_buffer *buffer, const struct wf_shader_expectation *e,
                   const struct wf_shader_resource *r)
{
    if (e->words != buffer->words) {
        wfa_complain(p, "%u words are expected of a buffer of %u; expected as many", e->words, buffer->words);
        return false;
    }
    if (e->tolerance.kind != WF_EXACT && !r && buffer->type != WF_WORD_FLOAT) {
        wfa_complain(p, "`within` for %s; expected an image of floats of 32 bits", buffer->name);
        return false;
    }
    if (e->tolerance.kind != WF_EXACT && r && !has_floats(buffer, r, e->any_order)) {
        wfa_complain(p, "`within` for %s: %s; expected floats of 32 bits", r->name,
                     e->any_order ? "with `any_order` all words must be such" : "it has none");
        return false;
    }
    buffer->expected = copy(p, e->word, e->words, sizeof *e->word);
    buffer->care = copy(p, e->care, e->words, 1);
    if (!buffer->expected || !buffer->care)
        return false;
    for (uint32_t n = 0; n < e->words && e->tolerance.kind != WF_EXACT; n++)
        if (buffer->care[n] && r && wf_shader_word(r, 4 * (uint64_t)n) != WF_SHADER_WORD_FLOAT)
            buffer->care[n] = WF_CARE_EXACTLY;
    buffer->expected_type = buffer->type != WF_WORD_ANY ? buffer->type : e->type;
    buffer->tolerance = e->tolerance;
    buffer->any_order = e->any_order;
    buffer->expect_line = ++p->kernel->expectations;    /* their order: there are no lines */
    return true;
}

/* A piece has the contents of its words. */
static bool take_piece(struct wfa *p, const struct wf_shader_dispatch *d, const struct wf_shader_buffer *b,
                       struct wf_kernel_buffer *buffer)
{
    const struct wf_shader_buffer *whole = b->of < d->buffers ? &d->buffer[b->of] : NULL;
    const uint64_t end = b->from + 4 * (uint64_t)b->words;

    if (!whole || whole->is_piece || b->from % 4 || end > 4 * (uint64_t)whole->words) {
        wfa_complain(p, "a piece of %u words from byte %u on; expected words of a buffer that is no piece", b->words,
                     b->from);
        return false;
    }
    buffer->is_view = true;
    buffer->of = b->of;
    buffer->from = b->from;
    buffer->initial = copy(p, whole->word ? whole->word + b->from / 4 : NULL, b->words, sizeof *buffer->initial);
    return buffer->initial != NULL;
}

static bool add_buffer(struct wfa *p, const struct wf_shader_dispatch *d, const struct wf_shader_buffer *b)
{
    struct wf_kernel *k = p->kernel;

    if (k->buffers == WF_MAX_BUFFERS) {
        wfa_complain(p, "too many buffers; expected at most %d", WF_MAX_BUFFERS);
        return false;
    }
    if (!b->is_piece && b->words > p->buffer_words) {
        wfa_complain(p, "all buffers together hold more than %llu bytes; expected less",
                     4 * (unsigned long long)p->limits.buffer_words);
        return false;
    }
    struct wf_kernel_buffer *buffer = &k->buffer[k->buffers];
    if (b->is_piece && !take_piece(p, d, b, buffer))
        return false;
    if (!b->is_piece)
        buffer->initial = copy(p, b->word, b->words, sizeof *buffer->initial);
    if (!buffer->initial || !bind(p, b))
        return false;                               /* freed with the kernel */
    buffer->words = b->words;
    if (b->image)
        buffer->image = *b->image;
    const struct wf_shader_resource *r = b->use == WF_FOR_BINDING ? resource_of(p, b) : NULL;
    if (b->use == WF_FOR_BINDING)
        find_type(buffer, r);
    else
        wfa_find_type_of_io(p, buffer, b);
    if (b->use == WF_FOR_BINDING)
        wfa_name_buffer(k, buffer, b, r);
    else
        wfa_name_io(p, buffer, b);
    if (b->expect && !expect(p, buffer, b->expect, r))
        return false;
    p->buffer_words -= b->is_piece ? 0 : b->words;
    k->buffers++;
    return true;
}

static bool has_buffer(const struct wf_shader_dispatch *d, const struct wf_shader_resource *r)
{
    for (size_t n = 0; n < d->buffers; n++)
        if (d->buffer[n].use == WF_FOR_BINDING && d->buffer[n].is_push == r->is_push && !d->buffer[n].name &&
            (r->is_push || (d->buffer[n].set == r->set && d->buffer[n].binding == r->binding)))
            return true;
    return false;
}

static bool look_at_locations(struct wfa *p, const struct wf_shader_dispatch *d)
{
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(p->shader.opened, &all);

    for (size_t i = 0; i < count; i++) {
        struct wf_shader_buffer output;
        struct wf_image image;
        if (!wfa_look_at(p, &all[i], &image, &output) || (output.words && !add_buffer(p, d, &output)))
            return false;
    }
    return true;
}

static bool take_buffers(struct wfa *p, const struct wf_shader_dispatch *d)
{
    const struct wf_shader_resource *resource;
    const size_t count = wf_shader_resources(p->shader.opened, &resource);

    for (size_t n = 0; n < d->buffers; n++)
        if (!add_buffer(p, d, &d->buffer[n]))
            return false;
    p->shader.sampler = copy(p, d->sampler, d->samplers, sizeof *d->sampler);
    p->shader.samplers = d->samplers;
    p->shader.sampler_room = d->samplers ? d->samplers : 1;
    if (p->out_of_memory)
        return false;
    for (size_t n = 0; n < count && d->look; n++) {
        const bool cube = resource[n].dim == WF_DIM_CUBE;
        const struct wf_image image = {.format = wfa_format_to_look(&resource[n]), .size = {1, 1, 1},
                                       .layers = cube ? 6 : 1, .levels = 1, .samples = resource[n].has_samples ? 2 : 1};
        const bool is_image = image.format != WF_IMAGE_FORMAT_NONE;
        const struct wf_shader_buffer one = {.set = resource[n].set, .binding = resource[n].binding,
                                             .is_push = resource[n].is_push, .image = is_image ? &image : NULL,
                                             .words = is_image ? (uint32_t)wf_image_words(&image) : 1};
        if (resource[n].used && wfa_needs_buffer(&resource[n]) && !has_buffer(d, &resource[n]) &&
            !add_buffer(p, d, &one))
            return false;
    }
    return wfa_add_corners(p, d) && (!d->look || look_at_locations(p, d));
}

/* ---- the whole ---- */

static void make(struct wfa *p, const struct wf_shader_dispatch *d)
{
    p->has_shader = true;
    if (!take_module(p, d))
        return;
    take_shape(p, d);
    p->attr_given[WFA_ATTR_NUMTHREADS] = false;         /* the module says it */
    wfa_open_shader(p);
    if (!p->shader.opened)
        return;
    if (d->attributes && d->attributes->mark[WF_ATTR_NUMTHREADS].line)
        p->attr_pos[WFA_ATTR_NUMTHREADS] = (struct wfa_pos){d->attributes->mark[WF_ATTR_NUMTHREADS].line,
                                                            d->attributes->mark[WF_ATTR_NUMTHREADS].column};
    wfa_commit_shape(p);
    if (!wfa_take_lanes(p, d) || !wfa_take_rectangle(p, d) || !take_buffers(p, d))
        return;
    wfa_lower_shader(p);
    if (p->errors || p->out_of_memory)
        return;
    for (unsigned n = 0; n < WF_MESH_RESULTS && d->expect_records; n++)
        if (d->expect_records[n].word &&
            wf_lanes_have(p->kernel->mesh.lanes.stage, &p->kernel->shader.mesh, (enum wf_mesh_buffer)n) &&
            !expect(p, &p->kernel->buffer[p->kernel->mesh.buffer[n]], &d->expect_records[n], NULL))
            return;
    wfa_finish_quads(p);
    wfa_check_dispatch(p);
    if (!p->errors)
        wfa_check_code(p);
}

static struct wf_kernel *one(const struct wf_shader_dispatch *dispatch, const struct wf_device *device,
                                unsigned wave_size, const struct wf_files *files, wf_diagnostic_fn *report, void *user,
                                const struct wfa_limits *limits)
{
    struct wfa *p = wfa_begin(device, wave_size, files, report, user, limits);

    if (!p)
        return NULL;
    p->no_file = true;
    p->last_pos = p->token.pos = (struct wfa_pos){0, 0};
    if (p->kernel) {
        p->kernel->no_file = true;
        make(p, dispatch);
    }
    return wfa_give(p, report, user);
}

/* A mesh shader whose groups come of tasks: first itself, then the task shader with its buffers. */
static struct wf_kernel *pair(const struct wf_shader_dispatch *dispatch, const struct wf_device *device,
                              unsigned wave_size, const struct wf_files *files, wf_diagnostic_fn *report, void *user,
                              struct wfa_limits limits)
{
    struct wf_shader_dispatch mesh = *dispatch, task = *dispatch;
    char text[128];

    mesh.num_waves = 0;
    task.name = dispatch->task->name;
    task.module = dispatch->task->module;
    task.module_words = dispatch->task->module_words;
    task.options = dispatch->task->options;
    task.attributes = dispatch->task->attributes;
    limits.has_pair = true;
    struct wf_kernel *of_mesh = one(&mesh, device, wave_size, files, report, user, &limits);
    limits.mesh = of_mesh;
    struct wf_kernel *of_task = of_mesh ? one(&task, device, wave_size, files, report, user, &limits) : NULL;
    const char *wrong = of_task ? wfa_join_pair(of_task, of_mesh, text, sizeof text) : NULL;
    if (wrong && report)
        report(user, 0, 0, true, wrong);
    if (of_task && !wrong)
        return of_task;
    wf_kernel_free(of_task);
    wf_kernel_free(of_mesh);
    return NULL;
}

struct wf_kernel *wfa_of_shader(const struct wf_shader_dispatch *dispatch, const struct wf_device *device,
                                unsigned wave_size, const struct wf_files *files, wf_diagnostic_fn *report, void *user,
                                const struct wfa_limits *limits)
{
    return dispatch->task ? pair(dispatch, device, wave_size, files, report, user, *limits)
                          : one(dispatch, device, wave_size, files, report, user, limits);
}

/* ---- attributes alone ---- */

/* One that every legal group fits. */
static const struct wf_device widest = {.lanes = WF_MAX_LANES, .waves = 1 << 20, .groups = 1, .regs = 128,
                                        .lds_words = 1 << 24, .imem_words = WF_MAX_CODE};

static bool add_use(struct wfa *p, const struct wf_shader_use *use)
{
    if (!wfa_grow(p, &p->sv_use, &p->sv_room, p->sv_uses, sizeof *p->sv_use))
        return false;
    p->sv_use[p->sv_uses++] = (struct wfa_sv_use){.pos = {use->mark.line, use->mark.column}, .sv = use->sv};
    return true;
}

bool wf_shader_attributes_check(const struct wf_shader_attributes *attributes, const struct wf_shader_use *use,
                                size_t uses, wf_diagnostic_fn *report, void *user)
{
    struct wfa *p = wfa_begin(&widest, 0, NULL, report, user, &wfa_default_limits);

    if (!p)
        return false;
    p->no_file = p->no_device = true;
    p->last_pos = p->token.pos = (struct wfa_pos){0, 0};
    if (p->kernel) {
        take_attributes(p, attributes);
        p->kernel->desc.has_numthreads = attributes->desc.has_numthreads;
        memcpy(p->kernel->desc.threads, attributes->desc.threads, sizeof p->kernel->desc.threads);
        p->kernel->desc.registers = 1;
        for (size_t n = 0; n < uses && add_use(p, &use[n]); n++)
            ;
        if (!p->out_of_memory)
            wfa_check_dispatch(p);
    }
    struct wf_kernel *none = wfa_give(p, report, user);
    wf_kernel_free(none);
    return none != NULL;
}

/* ---- the whole, for who calls ---- */

struct wf_kernel *wf_kernel_of_shader(const struct wf_shader_dispatch *dispatch, const struct wf_device *device,
                                      unsigned wave_size, const struct wf_files *files, wf_diagnostic_fn *report,
                                      void *user)
{
    fenv_t caller;
    const bool saved = wf_host_float_begin(&caller);
    struct wf_kernel *kernel = wfa_of_shader(dispatch, device, wave_size, files, report, user, &wfa_default_limits);

    wf_host_float_end(saved, &caller);
    return kernel;
}
