/* SPDX-License-Identifier: Apache-2.0
 * shader_code.c - the code of a SPIR-V module, when wave size and buffers are known: its hidden buffers, its
 * instructions.
 */
#include "statements.h"

#include "diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the code ---- */

static bool hidden_buffer(struct wfa *p, const char *name, uint64_t words, const uint32_t *contents)
{
    struct wf_kernel *k = p->kernel;
    struct wf_kernel_buffer *b = &k->buffer[k->buffers];

    char others[60];

    if (words > p->buffer_words) {
        wfa_complain(p, "it needs %llu words for its %s%s; expected at most %llu in all buffers",
                     (unsigned long long)words, name, wfa_other_words(p, others),
                     (unsigned long long)p->limits.buffer_words);
        return false;
    }
    b->initial = wfa_zeroed(p, words ? words : 1, sizeof *b->initial);
    if (!b->initial)
        return false;
    if (contents)
        memcpy(b->initial, contents, words * sizeof *contents);
    /* the mesh shader has one too */
    snprintf(b->name, sizeof b->name, "(%s%s)", p->limits.mesh ? "task " : "", name);
    b->words = (uint32_t)words;
    b->hidden = true;
    k->buffers++;
    return true;
}

/* What the dispatch rules ask of the code. */
static void note_uses(struct wfa *p)
{
    for (size_t at = 0; at < p->kernel->count; at++) {
        const struct wf_insn n = wf_insn_decode(p->kernel->code[at]);
        wfa_note_use(p, p->shader.pos, &n);
    }
}

/* Each instruction in words. */
static bool write_source(struct wfa *p)
{
    struct wf_kernel *k = p->kernel;
    char text[256];

    k->source_at = wfa_zeroed(p, k->count, sizeof *k->source_at);
    if (!k->source_at)
        return false;
    for (size_t at = 0; at < k->count; at++) {
        wf_kernel_disassemble_at(k, at, text, sizeof text);
        const size_t length = strlen(text) + 1;
        if (!wfa_grow_by(p, &k->source, &p->source_room, p->source_used, 1, length))
            return false;
        k->source_at[at] = (uint32_t)p->source_used;
        memcpy(k->source + p->source_used, text, length);
        p->source_used += length;
    }
    return true;
}

static bool copy_code(struct wfa *p, const struct wf_shader_code *code)
{
    struct wf_kernel *k = p->kernel;

    k->code = wfa_zeroed(p, code->count, sizeof *k->code);
    k->line = wfa_zeroed(p, code->count, sizeof *k->line);
    k->file = wfa_zeroed(p, code->count, sizeof *k->file);
    if (!k->code || !k->line || !k->file)
        return false;
    k->count = code->count;
    memcpy(k->code, code->word, code->count * sizeof *k->code);
    for (size_t at = 0; at < k->count; at++) {
        k->line[at] = code->place[at].line;
        k->file[at] = code->place[at].line && *code->place[at].file ? code->place[at].file : k->shader_name;
    }
    return p->shader.look || write_source(p);
}

static char *copy_text(struct wfa *p, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = wfa_zeroed(p, size, 1);

    if (copy)
        memcpy(copy, text, size);
    return copy;
}

/* The number of waves is no constant of the user's; to who runs the module elsewhere it is one. */
static bool add_wave_count(struct wfa *p)
{
    for (size_t n = 0; n < p->shader.specs; n++)
        if (p->shader.spec[n].id == WF_SHADER_WAVE_COUNT) {
            wfa_complain(p, "the specialization constant %d is the number of waves per group, which is filled in; "
                            "expected no value for it", (int)WF_SHADER_WAVE_COUNT);
            return false;
        }
    if (!wfa_grow(p, &p->shader.spec, &p->shader.spec_room, p->shader.specs, sizeof *p->shader.spec))
        return false;
    p->shader.spec[p->shader.specs++] = (struct wf_shader_spec){WF_SHADER_WAVE_COUNT, {p->committed_waves, 0}};
    return true;
}

/* The kernel takes over what the shader was made from. */
static bool keep_module(struct wfa *p)
{
    struct wf_kernel_module *m = &p->kernel->module;

    *m = (struct wf_kernel_module){.word = p->shader.word, .words = p->shader.words, .spec = p->shader.spec,
                                   .specs = p->shader.specs};
    p->shader.word = NULL;
    p->shader.spec = NULL;
    m->entry = copy_text(p, wf_shader_entry(p->shader.opened));
    m->bind = wfa_zeroed(p, p->shader.binds + 1, sizeof *m->bind);
    if (!m->entry || !m->bind)
        return false;
    m->sampler = p->shader.sampler;
    m->samplers = p->shader.samplers;
    p->shader.sampler = NULL;
    for (; m->binds < p->shader.binds; m->binds++) {
        const struct wfa_bind *b = &p->shader.bind[m->binds];
        m->bind[m->binds] = (struct wf_kernel_bind){.set = b->set, .binding = b->binding, .element = b->element,
                                                  .buffer = b->buffer};
    }
    if (p->shader.has_push)
        m->bind[m->binds++] = (struct wf_kernel_bind){.is_push = true, .buffer = p->shader.push};
    return true;
}

static bool lower(struct wfa *p, const struct wf_shader_target *target)
{
    char message[WF_SHADER_MESSAGE];
    bool no_memory = false;

    if (wf_shader_lower(p->shader.opened, target, &p->kernel->shader, message, &no_memory))
        return true;
    if (no_memory)
        wfa_out_of_memory(p);
    else
        wfa_complain(p, "%s", message);
    return false;
}

/* What hidden buffers hold, besides the table. */
struct hidden {
    uint32_t *descriptor, *drawn;       /* of images; of a rectangle */
    size_t descriptor_words, drawn_words;
};

/* The hidden buffers and the code. */
static void take_code(struct wfa *p, const struct hidden *h)
{
    struct wf_kernel *k = p->kernel;
    const uint64_t scratch = (uint64_t)k->shader.scratch_words * p->device->waves * p->committed_size;

    if (!hidden_buffer(p, "table", k->shader.table_words, k->shader.table) ||
        !hidden_buffer(p, "scratch", scratch, NULL) ||
        (h->descriptor_words && !hidden_buffer(p, "images", h->descriptor_words, h->descriptor)) ||
        (h->drawn_words && !hidden_buffer(p, "rectangle", h->drawn_words, h->drawn)) ||
        !copy_code(p, &k->shader) || !keep_module(p))
        return;
    k->desc.groupshared_bytes = k->shader.lds_bytes;
    k->desc.uses_derivatives |= k->shader.uses_derivatives;
    p->attr_pos[WFA_ATTR_GROUPSHARED] = p->attr_pos[WFA_ATTR_DERIVATIVES] = p->shader.pos;
    wf_desc_take_code(&k->desc, k->code, k->count);
    if (k->count > p->device->imem_words)
        wfa_complain(p, "it becomes %zu instructions; expected at most %u, the instruction memory of the device",
                     k->count, p->device->imem_words);
    note_uses(p);
}

/* Of table, scratch memory, descriptors and rectangle: lowering takes their numbers for granted. */
static bool hidden_fit(struct wfa *p, const struct hidden *h)
{
    const unsigned hidden = 2U + (h->descriptor_words != 0) + (h->drawn_words != 0);

    if (p->kernel->buffers + hidden <= WF_MAX_BUFFERS)
        return true;
    wfa_complain(p, "it has %u buffers; expected at most %d, since %u of the %d numbers are for its table, its scratch memory%s%s",
                 p->kernel->buffers, WF_MAX_BUFFERS - (int)hidden, hidden, WF_MAX_BUFFERS,
                 h->drawn_words ? ", its rectangle" : "", h->descriptor_words ? " and its images" : "");
    return false;
}

/* Grids as they usually are have one code.  (Vulkan's devices need not take more.) */
static uint32_t most_groups(uint32_t groups)
{
    return groups > 65535 ? groups : 65535;
}

/* What it draws, if it is a fragment shader.  False after a message. */
static bool bind_drawn(struct wfa *p, struct wf_shader_target *target, struct hidden *h)
{
    if (p->kernel->desc.stage != WF_STAGE_PIXEL)
        return true;
    if (!p->shader.has_rectangle) {     /* told by wfa_check_quads */
        wfa_check_quads(p);
        return false;
    }
    if (!wfa_bind_drawn(p, &target->drawn, &h->drawn, &h->drawn_words))
        return false;
    target->drawn.buffer = target->image_buffer + (h->descriptor_words != 0);
    return true;
}

/* Bytes of other buffers would have the same addresses. */
static bool addresses_fit(struct wfa *p)
{
    const uint32_t limit = wf_shader_address_limit(p->shader.opened);

    for (unsigned n = 0; limit && n < p->kernel->buffers; n++)
        if (!p->kernel->buffer[n].is_view && p->kernel->buffer[n].words > limit / 4) {
            wfa_error(p, p->shader.pos, "buffer %s has more than the %u bytes that addresses of 32 bits reach",
                      p->kernel->buffer[n].name, limit);
            return false;
        }
    return true;
}

void wfa_lower_shader(struct wfa *p)
{
    struct wf_kernel *k = p->kernel;

    wfa_refuse_attribute(p, WFA_ATTR_GROUPSHARED, "[groupshared]");
    if (!p->shader.opened || p->errors || (!p->no_file && !wfa_open_shader_again(p)))
        return;
    if (k->mesh.lanes.stage && !wfa_place_lanes(p))
        return;
    if (k->desc.stage != WF_STAGE_PIXEL && !k->mesh.lanes.stage)
        wfa_refuse_locations(p);
    else if (p->shader.has_rectangle || k->mesh.lanes.stage)
        wfa_check_locations(p);         /* first: an image without its `output` would count as a binding */
    if (p->errors || !wfa_take_mesh_buffers(p) || !wfa_take_bindings(p) || !wfa_make_mesh_buffers(p) ||
        (wf_shader_wave_count(p->shader.opened) && !add_wave_count(p)))
        return;
    const uint32_t *grid = k->desc.grid;
    const unsigned unbound = k->buffers;
    if (wf_shader_addresses(p->shader.opened) && (!addresses_fit(p) || !wfa_add_nothing(p)))
        return;
    const unsigned own = k->buffers;
    struct hidden h = {.drawn = NULL};
    struct wf_shader_target target = {
        .device = *p->device, .wave_size = p->committed_size, .waves = p->committed_waves,
        .idle_waves = k->desc.extra_idle ? k->desc.extra_waves : 0,
        .most_groups = {most_groups(grid[0]), most_groups(grid[1]), most_groups(grid[2])},
        .dimensions = p->dimensions,
        .whole_waves = k->desc.has_numwaves, .number = wfa_buffer_number, .memory = wfa_buffer_memory, .user = p,
        .unbound_buffer = unbound, .table_buffer = own, .scratch_buffer = own + 1, .image_buffer = own + 2,
        .of_tasks = k->mesh.of_tasks, .dump = p->files.dump, .put = p->files.put, .put_user = p->files.user};
    memcpy(target.mesh_buffer, k->mesh.buffer, sizeof target.mesh_buffer);
    k->prints = wf_shader_prints(p->shader.opened);
    k->shader_name = copy_text(p, p->shader.name);
    if (!k->shader_name)
        return;
    bool bound = wfa_bind_images(p, &target, &h.descriptor, &h.descriptor_words);
    bound = bound && bind_drawn(p, &target, &h);
    if (bound && hidden_fit(p, &h) && lower(p, &target))
        take_code(p, &h);
    wfa_free_drawn(&target.drawn);
    free(h.descriptor);
    free(h.drawn);
}
