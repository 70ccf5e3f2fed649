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

    if (words > p->buffer_words) {
        wfa_complain(p, "it needs %llu words for its %s; expected at most %llu in all buffers",
                     (unsigned long long)words, name, (unsigned long long)p->limits.buffer_words);
        return false;
    }
    b->initial = wfa_zeroed(p, words ? words : 1, sizeof *b->initial);
    if (!b->initial)
        return false;
    if (contents)
        memcpy(b->initial, contents, words * sizeof *contents);
    snprintf(b->name, sizeof b->name, "(%s)", name);
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

static bool copy_code(struct wfa *p, const struct wf_shader_code *code)
{
    struct wf_kernel *k = p->kernel;
    char text[256];

    k->code = wfa_zeroed(p, code->count, sizeof *k->code);
    k->line = wfa_zeroed(p, code->count, sizeof *k->line);
    k->file = wfa_zeroed(p, code->count, sizeof *k->file);
    k->source_at = wfa_zeroed(p, code->count, sizeof *k->source_at);
    if (!k->code || !k->line || !k->file || !k->source_at)
        return false;
    k->count = code->count;
    memcpy(k->code, code->word, code->count * sizeof *k->code);
    for (size_t at = 0; at < k->count; at++) {
        k->line[at] = code->place[at].line;
        k->file[at] = code->place[at].line && *code->place[at].file ? code->place[at].file : k->shader_name;
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

/* The hidden buffers and the code; `words` of `descriptor`: of the images. */
static void take_code(struct wfa *p, size_t words, const uint32_t *descriptor)
{
    struct wf_kernel *k = p->kernel;
    const uint64_t scratch = (uint64_t)k->shader.scratch_words * p->device->waves * p->committed_size;

    if (!hidden_buffer(p, "table", k->shader.table_words, k->shader.table) ||
        !hidden_buffer(p, "scratch", scratch, NULL) || (words && !hidden_buffer(p, "images", words, descriptor)) ||
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

/* Of table, scratch memory and descriptors: lowering takes their numbers for granted. */
static bool hidden_fit(struct wfa *p, bool has_images)
{
    const unsigned hidden = has_images ? 3 : 2;

    if (p->kernel->buffers + hidden <= WF_MAX_BUFFERS)
        return true;
    wfa_complain(p, "it needs %u buffers more for its table, its scratch memory%s; expected at most %d in all", hidden,
                 has_images ? " and its images" : "", WF_MAX_BUFFERS);
    return false;
}

void wfa_lower_shader(struct wfa *p)

{
    struct wf_kernel *k = p->kernel;

    wfa_refuse_attribute(p, WFA_ATTR_GROUPSHARED, "[groupshared]");
    if (!p->shader.opened || p->errors || (!p->no_file && !wfa_open_shader_again(p)))
        return;
    if (!wfa_take_bindings(p) || (wf_shader_wave_count(p->shader.opened) && !add_wave_count(p)))
        return;
    const unsigned own = k->buffers;
    uint32_t *descriptors = NULL;
    size_t words = 0;
    struct wf_shader_target target = {.device = *p->device, .wave_size = p->committed_size,
                                            .waves = p->committed_waves,
                                            .whole_waves = k->desc.has_numwaves, .number = wfa_buffer_number, .memory = wfa_buffer_memory, .user = p,
                                            .table_buffer = own, .scratch_buffer = own + 1, .image_buffer = own + 2,
                                            .dump = p->files.dump, .put = p->files.put, .put_user = p->files.user};
    k->shader_name = copy_text(p, p->shader.name);
    if (!k->shader_name)
        return;
    const bool bound = wfa_bind_images(p, &target, &descriptors, &words);
    if (bound && hidden_fit(p, words != 0) && lower(p, &target))
        take_code(p, words, descriptors);
    free(descriptors);
}
