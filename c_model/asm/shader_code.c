/* SPDX-License-Identifier: Apache-2.0
 * shader_code.c - the code of a SPIR-V module, when wave size and buffers are known: its bindings, its hidden buffers,
 * its instructions.
 */
#include "statements.h"

#include "diag.h"
#include "names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/utf8.h"

/* ---- bindings ---- */

static uint32_t number_of(void *user, uint32_t set, uint32_t binding, bool is_push)
{
    const struct wfa *p = user;

    if (is_push)
        return p->shader.has_push ? p->shader.push : UINT32_MAX;
    for (size_t n = 0; n < p->shader.binds; n++)
        if (p->shader.bind[n].set == set && p->shader.bind[n].binding == binding)
            return p->shader.bind[n].buffer;
    return UINT32_MAX;
}

static void name_of(const struct wf_shader_resource *r, char what[40])
{
    snprintf(what, 40, r->is_push ? "push constants" : "binding %u.%u", (unsigned)r->set, (unsigned)r->binding);
}

/* "16 bytes, then elements of 4 bytes". */
static const char *least(const struct wf_shader_resource *r, char text[96])
{
    if (!r->stride)
        snprintf(text, 96, "at least %llu bytes", (unsigned long long)r->size);
    else if (!r->size)
        snprintf(text, 96, "elements of %u bytes", (unsigned)r->stride);
    else
        snprintf(text, 96, "at least %llu bytes, then elements of %u", (unsigned long long)r->size,
                 (unsigned)r->stride);
    return text;
}

static void not_bound(struct wfa *p, const struct wf_shader_resource *r, const char *what)
{
    char wanted[96];

    if (r->kind != WF_SHADER_BUFFER && p->no_file)
        wfa_complain(p, "%s (%s) has no image; expected `--image %u.%u=SIZE:FORMAT:IN`", what, r->name,
                     (unsigned)r->set, (unsigned)r->binding);
    else if (p->no_file)
        wfa_complain(p, "%s (%s) has no buffer; expected %s", what, r->name, least(r, wanted));
    else
        wfa_complain(p, "%s (%s) is not bound; expected `%s%s = BUFFER`", what, r->name, r->is_push ? "push" : "bind",
                     r->is_push ? "" : what + strlen("binding"));
}

static void too_small(struct wfa *p, const struct wf_shader_resource *r, const char *what,
                      const struct wf_kernel_buffer *b)
{
    const unsigned long long has = 4 * (unsigned long long)b->words;

    if (p->no_file)
        wfa_complain(p, "%s (%s) has a buffer of %llu bytes; expected at least %llu", what, r->name, has,
                     (unsigned long long)r->size);
    else
        wfa_complain(p, "%s (%s) is bound to %s of %llu bytes; expected at least %llu", what, r->name, b->name, has,
                     (unsigned long long)r->size);
}

/* "A (binding 0.0) and B (binding 0.1)": how the shader calls a buffer. */
static void call(struct wf_kernel_buffer *b, const struct wf_shader_resource *r, const char *what)
{
    const size_t used = strlen(b->called);

    const char *other = r->other ? r->other : "";
    const int most = sizeof b->name - 1;        /* of a longer name the beginning, so that the binding has room */

    snprintf(b->called + used, sizeof b->called - used, "%s%.*s%s%.*s (%s)", used ? " and " : "",
             (int)wf_utf8_fits(r->name, (size_t)most), r->name, r->other ? " and " : "",
             (int)wf_utf8_fits(other, (size_t)most), other, what);
    b->shared |= r->other != NULL;
}

static bool stands_before(const struct wf_shader_resource *a, const struct wf_shader_resource *b)
{
    return a->is_push != b->is_push ? b->is_push : a->set != b->set ? a->set < b->set :
        a->binding != b->binding ? a->binding < b->binding : a < b;
}

/* In order of set and binding, the push constants last, as messages tell them: what comes behind `last`, NULL: the
 * first; NULL when none does. */
static const struct wf_shader_resource *next_resource(const struct wfa *p, const struct wf_shader_resource *last)
{
    const struct wf_shader_resource *resource, *next = NULL;
    const size_t count = wf_shader_resources(p->shader.opened, &resource);

    for (size_t i = 0; i < count; i++)
        if ((!last || stands_before(last, &resource[i])) && (!next || stands_before(&resource[i], next)))
            next = &resource[i];
    return next;
}

static bool has_resource(const struct wfa *p, uint32_t set, uint32_t binding, bool is_push)
{
    const struct wf_shader_resource *resource;
    const size_t count = wf_shader_resources(p->shader.opened, &resource);

    for (size_t i = 0; i < count; i++)
        if (resource[i].is_push == is_push && resource[i].set == set && resource[i].binding == binding &&
            wfa_needs_buffer(&resource[i]))
            return true;
    return false;
}

/* Without `bind`, the buffers but that of the push constants are the bindings 0.0, 0.1, .. in their order.  One whose
 * words the file uses, or which may be another dispatch's, need not be a binding of the module. */
static bool bind_in_order(struct wfa *p)
{
    struct wfa_bind bind = {.set = 0};

    if (p->shader.binds || p->no_file)
        return true;
    for (; bind.buffer < p->kernel->buffers; bind.buffer++) {
        if (p->shader.has_push && bind.buffer == p->shader.push)
            continue;
        const char *name = p->kernel->buffer[bind.buffer].name;
        const struct wfa_token token = {.kind = WFA_WORD, .text = name, .length = strlen(name)};
        const struct wfa_symbol *symbol = wfa_find(p, &token);
        bind.pos = symbol->pos;
        const bool spare = symbol->used || p->limits.mark_line;
        if ((has_resource(p, 0, bind.binding, false) || !spare) && !wfa_add_binding(p, &bind))
            return false;
        bind.binding++;
    }
    return true;
}

/* Each binding that the entry point uses has a buffer that is large enough. */
static void check_resources(struct wfa *p)
{
    char what[40];

    for (const struct wf_shader_resource *r = NULL; (r = next_resource(p, r)) != NULL;) {
        const uint32_t number = number_of(p, r->set, r->binding, r->is_push);
        if ((!r->used && number == UINT32_MAX) || !wfa_needs_buffer(r))
            continue;
        name_of(r, what);
        if (number == UINT32_MAX)
            not_bound(p, r, what);
        else if (r->used && 4 * (uint64_t)p->kernel->buffer[number].words < r->size && !p->shader.look)
            too_small(p, r, what, &p->kernel->buffer[number]);
        else
            call(&p->kernel->buffer[number], r, what);
    }
}

/* What the module has, for who asks for what it has not: "0.0, 0.1". */
static const char *all_bindings(const struct wfa *p, char text[120])
{
    size_t used = 0;

    for (const struct wf_shader_resource *r = NULL; (r = next_resource(p, r)) != NULL;)
        if (!r->is_push && used < 80)
            used += (size_t)snprintf(text + used, 120 - used, "%s%u.%u", used ? ", " : "", (unsigned)r->set,
                                     (unsigned)r->binding);
    return used ? text : "none";
}

/* Each buffer that is bound is of a binding that exists. */
static void check_binds(struct wfa *p)
{
    char all[120];

    for (size_t n = 0; n < p->shader.binds; n++) {
        const struct wfa_bind *bind = &p->shader.bind[n];
        if (!has_resource(p, bind->set, bind->binding, false))
            wfa_error(p, bind->pos, "the module has no binding %u.%u; expected one of %s", bind->set,
                      bind->binding, all_bindings(p, all));
    }
    if (p->shader.has_push && !has_resource(p, 0, 0, true))
        wfa_error(p, p->shader.push_pos, "the module has no push constants; expected none");
}

static bool hidden_buffer(struct wfa *p, const char *name, uint64_t words, const uint32_t *contents)
{
    struct wf_kernel *k = p->kernel;
    struct wf_kernel_buffer *b = &k->buffer[k->buffers];

    if (k->buffers == WF_MAX_BUFFERS) {
        wfa_complain(p, "it needs a buffer more for its %s; expected at most %d in all", name, WF_MAX_BUFFERS);
        return false;
    }
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
        m->bind[m->binds] = (struct wf_kernel_bind){.set = b->set, .binding = b->binding, .buffer = b->buffer};
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

void wfa_lower_shader(struct wfa *p)
{
    struct wf_kernel *k = p->kernel;

    wfa_refuse_attribute(p, WFA_ATTR_GROUPSHARED, "[groupshared]");
    if (!p->shader.opened || p->errors || (!p->no_file && !wfa_open_shader_again(p)))
        return;
    if (!bind_in_order(p))
        return;
    check_resources(p);
    check_binds(p);
    if (p->errors || (wf_shader_wave_count(p->shader.opened) && !add_wave_count(p)))
        return;
    const unsigned own = k->buffers;
    uint32_t *descriptors = NULL;
    struct wf_shader_target target = {.device = *p->device, .wave_size = p->committed_size,
                                            .waves = p->committed_waves,
                                            .whole_waves = k->desc.has_numwaves, .number = number_of, .user = p,
                                            .table_buffer = own, .scratch_buffer = own + 1, .image_buffer = own + 2,
                                            .dump = p->files.dump, .put = p->files.put, .put_user = p->files.user};
    k->shader_name = copy_text(p, p->shader.name);
    if (!k->shader_name)
        return;
    const bool bound = wfa_bind_images(p, number_of, &target, &descriptors);
    if (bound && lower(p, &target))
        take_code(p, target.images * WF_IMAGE_WORDS, descriptors);
    free(descriptors);
}
