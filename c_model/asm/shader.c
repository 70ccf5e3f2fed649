/* SPDX-License-Identifier: Apache-2.0
 * shader.c - a SPIR-V module in place of `code`: shader, spec, bind, push.
 *
 * The module is read in the first pass, for it gives the shape of the group; it is lowered when the whole text is read, for then the
 * wave size and the buffers are known.
 */
#include "statements.h"

#include "diag.h"
#include "expr.h"
#include "names.h"
#include "tokens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- statements ---- */

static bool quoted(struct wfa *p, const char *wanted, char *text, size_t room, struct wfa_pos *pos)
{
    const struct wfa_token token = p->token;

    if (!wfa_at(p, WFA_STRING))
        return wfa_unexpected(p, wanted);
    if (pos)
        *pos = token.pos;
    const size_t length = token.length - 2;
    if (!length || length >= room) {
        wfa_error(p, token.pos, "a name of %zu bytes; expected 1 to %zu", length, room - 1);
        return false;
    }
    memcpy(text, token.text + 1, length);
    text[length] = '\0';
    wfa_next(p);
    return true;
}

static bool load(struct wfa *p, const char *name, struct wfa_pos pos)
{
    char why[120] = "";
    size_t size = 0;
    unsigned char *byte;

    if (!p->files.load) {
        wfa_error(p, pos, "`%s`: files cannot be read here; expected `code`", name);
        return false;
    }
    byte = p->files.load(p->files.user, name, &size, why, sizeof why);
    if (!byte) {
        wfa_error(p, pos, "`%s`: %s; expected a SPIR-V module", name, why);
        return false;
    }
    p->shader.words = size / 4;
    p->shader.word = wfa_zeroed(p, size / 4 + 1, 4);
    for (size_t n = 0; p->shader.word && n < size / 4; n++)
        p->shader.word[n] = byte[4 * n] | (uint32_t)byte[4 * n + 1] << 8 | (uint32_t)byte[4 * n + 2] << 16 | (uint32_t)byte[4 * n + 3] << 24;
    free(byte);
    if (p->shader.word && size % 4) {
        wfa_error(p, pos, "`%s` has %zu bytes; expected a SPIR-V module, 4 bytes for each word", name, size);
        return false;
    }
    return p->shader.word != NULL;
}

bool wfa_shader(struct wfa *p, struct wfa_pos pos)
{
    char name[WFA_MAX_FILE_NAME + 1], entry[sizeof p->shader.entry] = "";

    if (p->shader_seen) {
        wfa_error(p, pos, "second `shader`; expected one");
        return false;
    }
    if (!quoted(p, "the name of a SPIR-V module in quotes", name, sizeof name, &pos))
        return false;
    if (wfa_take_word(p, "entry") && !quoted(p, "the name of an entry point in quotes", entry, sizeof entry, NULL))
        return false;
    p->shader_seen = true;
    if (!p->first_pass)
        return true;
    p->shader.pos = pos;
    snprintf(p->shader.name, sizeof p->shader.name, "%s", name);
    snprintf(p->shader.entry, sizeof p->shader.entry, "%s", entry);
    return load(p, name, pos);
}

bool wfa_spec(struct wfa *p)
{
    struct wf_shader_spec spec = {0};
    struct wfa_value value;
    const struct wfa_pos pos = p->token.pos;

    if (!wfa_number(p, "spec", 0, UINT32_MAX, "the SpecId of a specialization constant", &spec.id) || !wfa_expect(p, '=', "`=`"))
        return false;
    for (unsigned n = 0; n < 2; n++) {
        if (!wfa_constant(p, &value))
            return false;
        spec.word[n] = (uint32_t)value.exact;
        if (!wfa_take(p, ','))
            break;
        if (n == 1)
            return wfa_unexpected(p, "the end of the line: a specialization constant has at most two words");
    }
    for (size_t n = 0; n < p->shader.specs; n++)
        if (p->shader.spec[n].id == spec.id) {
            wfa_error(p, pos, "second value for the specialization constant %u; expected one", spec.id);
            return false;
        }
    if (!wfa_grow(p, &p->shader.spec, &p->shader.spec_room, p->shader.specs, sizeof *p->shader.spec))
        return false;
    p->shader.spec[p->shader.specs++] = spec;
    return true;
}

/* SET.BINDING, which reads like a float. */
static bool set_and_binding(struct wfa *p, struct wfa_bind *bind)
{
    const struct wfa_token token = p->token;
    uint32_t part[2] = {0, 0};
    unsigned n = 0, digits = 0;
    bool good = token.kind == WFA_FLOAT;

    for (size_t i = 0; good && i < token.length; i++) {
        const char c = token.text[i];
        if (c == '.' && n == 0 && digits)
            n++, digits = 0;
        else if (c >= '0' && c <= '9' && digits++ < 9)
            part[n] = 10 * part[n] + (uint32_t)(c - '0');
        else
            good = false;
    }
    if (!good || n != 1 || !digits)
        return wfa_unexpected(p, "a set and a binding such as `0.1`");
    bind->pos = token.pos;
    bind->set = part[0];
    bind->binding = part[1];
    wfa_next(p);
    return true;
}

static bool bound_buffer(struct wfa *p, unsigned *number)
{
    const struct wfa_token name = p->token;

    if (!wfa_expect(p, '=', "`=`"))
        return false;
    const struct wfa_token buffer = p->token;
    (void)name;
    if (!wfa_at(p, WFA_WORD) || !wfa_find_buffer(p, &buffer, number))
        return wfa_unexpected(p, "the name of a buffer that is declared above");
    wfa_next(p);
    return true;
}

bool wfa_bind(struct wfa *p)
{
    struct wfa_bind bind = {0};

    if (!set_and_binding(p, &bind) || !bound_buffer(p, &bind.buffer))
        return false;
    for (size_t n = 0; n < p->shader.binds; n++)
        if (p->shader.bind[n].set == bind.set && p->shader.bind[n].binding == bind.binding) {
            wfa_error(p, bind.pos, "binding %u.%u is bound twice; expected it once", bind.set, bind.binding);
            return false;
        }
    if (!wfa_grow(p, &p->shader.bind, &p->shader.bind_room, p->shader.binds, sizeof *p->shader.bind))
        return false;
    p->shader.bind[p->shader.binds++] = bind;
    return true;
}

bool wfa_push(struct wfa *p, struct wfa_pos pos)
{
    if (p->shader.push_pos.line) {
        wfa_error(p, pos, "second `push`; expected one");
        return false;
    }
    p->shader.push_pos = pos;
    return bound_buffer(p, &p->shader.push);
}

/* ---- the module, between the passes ---- */

static struct wf_shader *open_module(struct wfa *p)
{
    const struct wf_shader_options options = {.entry = *p->shader.entry ? p->shader.entry : NULL, .spec = p->shader.spec, .specs = p->shader.specs};
    char message[WF_SHADER_MESSAGE];
    bool no_memory = false;
    struct wf_shader *opened = wf_shader_open(p->shader.word, p->shader.words, &options, message, &no_memory);

    if (!opened && no_memory)
        wfa_out_of_memory(p);
    else if (!opened)
        wfa_error(p, p->shader.pos, "`%s`: %s", p->shader.name, message);
    return opened;
}

/* Again with all specialization constants: those that depend on the wave size are known by now, and must not change the group. */
static bool open_again(struct wfa *p)
{
    uint32_t before[3], now[3];
    bool flat;

    wf_shader_local_size(p->shader.opened, before, &flat);
    wf_shader_free(p->shader.opened);
    p->shader.opened = open_module(p);
    if (!p->shader.opened)
        return false;
    wf_shader_local_size(p->shader.opened, now, &flat);
    if (!memcmp(before, now, sizeof now))
        return true;
    wfa_error(p, p->shader.pos, "`%s`: its local size depends on a specialization constant that depends on the wave size; expected one that does not", p->shader.name);
    return false;
}

static void refuse_attribute(struct wfa *p, enum wfa_attribute which, const char *what)
{
    if (p->attr_given[which])
        wfa_error(p, p->attr_pos[which], "%s beside `shader`; expected none: the module says it", what);
}

void wfa_open_shader(struct wfa *p)
{
    struct wf_desc *d = &p->kernel->desc;
    uint32_t size[3];
    bool flat;

    if (!p->shader.word)
        return;
    p->shader.opened = open_module(p);
    p->shader.specs = 0;                /* the second pass reads them again */
    if (!p->shader.opened)
        return;
    refuse_attribute(p, WFA_ATTR_NUMTHREADS, "[numthreads]");
    wf_shader_local_size(p->shader.opened, size, &flat);
    if (d->has_numwaves)
        return;
    p->attr_given[WFA_ATTR_NUMTHREADS] = d->has_numthreads = true;
    p->attr_pos[WFA_ATTR_NUMTHREADS] = p->shader.pos;
    for (unsigned n = 0; n < 3; n++)
        d->threads[n] = !flat ? size[n] : n ? 1 : size[0] * size[1] * size[2];
}

/* ---- its code, after the second pass ---- */

static uint32_t number_of(void *user, uint32_t set, uint32_t binding, bool is_push)
{
    const struct wfa *p = user;

    if (is_push)
        return p->shader.push_pos.line ? p->shader.push : UINT32_MAX;
    for (size_t n = 0; n < p->shader.binds; n++)
        if (p->shader.bind[n].set == set && p->shader.bind[n].binding == binding)
            return p->shader.bind[n].buffer;
    return UINT32_MAX;
}

/* Each binding has a buffer that is large enough, and each that is bound exists. */
static void check_binds(struct wfa *p)
{
    const struct wf_shader_resource *resource;
    const size_t count = wf_shader_resources(p->shader.opened, &resource);

    for (size_t i = 0; i < count; i++) {
        const struct wf_shader_resource *r = &resource[i];
        const uint32_t number = number_of(p, r->set, r->binding, r->is_push);
        char what[40];
        if (!r->used)
            continue;
        snprintf(what, sizeof what, r->is_push ? "push constants" : "binding %u.%u", (unsigned)r->set, (unsigned)r->binding);
        if (number == UINT32_MAX)
            wfa_error(p, p->shader.pos, "`%s`: %s (%s) is not bound; expected `%s = BUFFER`", p->shader.name, what, r->name, r->is_push ? "push" : what + 3);
        else if (4 * (uint64_t)p->kernel->buffer[number].words < r->size)
            wfa_error(p, p->shader.pos, "`%s`: %s (%s) is bound to %s of %llu bytes; expected at least %llu", p->shader.name, what, r->name,
                      p->kernel->buffer[number].name, 4 * (unsigned long long)p->kernel->buffer[number].words, (unsigned long long)r->size);
    }
    for (size_t n = 0; n < p->shader.binds; n++) {
        bool known = false;
        for (size_t i = 0; i < count; i++)
            known |= !resource[i].is_push && resource[i].set == p->shader.bind[n].set && resource[i].binding == p->shader.bind[n].binding;
        if (!known)
            wfa_error(p, p->shader.bind[n].pos, "the module has no binding %u.%u; expected one of its blocks", p->shader.bind[n].set, p->shader.bind[n].binding);
    }
}

static bool hidden_buffer(struct wfa *p, const char *name, uint64_t words, const uint32_t *contents)
{
    struct wf_kernel *k = p->kernel;
    struct wf_kernel_buffer *b = &k->buffer[k->buffers];

    if (k->buffers == WF_MAX_BUFFERS) {
        wfa_error(p, p->shader.pos, "`%s` needs a buffer more for its %s; expected at most %d in all", p->shader.name, name, WF_MAX_BUFFERS);
        return false;
    }
    if (words > p->buffer_words) {
        wfa_error(p, p->shader.pos, "`%s` needs %llu words for its %s; expected at most %llu in all buffers", p->shader.name, (unsigned long long)words, name,
                  (unsigned long long)p->limits.buffer_words);
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

/* The kernel takes over what the shader was made from. */
static bool keep_module(struct wfa *p)
{
    struct wf_kernel_module *m = &p->kernel->module;

    *m = (struct wf_kernel_module){.word = p->shader.word, .words = p->shader.words, .spec = p->shader.spec, .specs = p->shader.specs};
    p->shader.word = NULL;
    p->shader.spec = NULL;
    m->entry = copy_text(p, wf_shader_entry(p->shader.opened));
    m->bind = wfa_zeroed(p, p->shader.binds + 1, sizeof *m->bind);
    if (!m->entry || !m->bind)
        return false;
    for (; m->binds < p->shader.binds; m->binds++) {
        const struct wfa_bind *b = &p->shader.bind[m->binds];
        m->bind[m->binds] = (struct wf_kernel_bind){.set = b->set, .binding = b->binding, .buffer = b->buffer};
    }
    if (p->shader.push_pos.line)
        m->bind[m->binds++] = (struct wf_kernel_bind){.is_push = true, .buffer = p->shader.push};
    return true;
}

void wfa_lower_shader(struct wfa *p)
{
    struct wf_kernel *k = p->kernel;
    char message[WF_SHADER_MESSAGE];
    bool no_memory = false;

    refuse_attribute(p, WFA_ATTR_GROUPSHARED, "[groupshared]");
    if (!p->shader.opened || p->errors || !open_again(p))
        return;
    check_binds(p);
    if (p->errors)
        return;
    const unsigned own = k->buffers;
    const struct wf_shader_target target = {.device = *p->device, .wave_size = p->committed_size, .waves = p->committed_waves, .number = number_of, .user = p,
                                            .table_buffer = own, .scratch_buffer = own + 1, .dump = p->files.dump, .put = p->files.put, .put_user = p->files.user};
    k->shader_name = copy_text(p, p->shader.name);
    if (!k->shader_name)
        return;
    if (!wf_shader_lower(p->shader.opened, &target, &k->shader, message, &no_memory)) {
        if (no_memory)
            wfa_out_of_memory(p);
        else
            wfa_error(p, p->shader.pos, "`%s`: %s", p->shader.name, message);
        return;
    }
    const uint64_t scratch = (uint64_t)k->shader.scratch_words * p->device->waves * p->committed_size;
    if (!hidden_buffer(p, "table", k->shader.table_words, k->shader.table) || !hidden_buffer(p, "scratch", scratch, NULL) || !copy_code(p, &k->shader) ||
        !keep_module(p))
        return;
    k->desc.groupshared_bytes = k->shader.lds_bytes;
    k->desc.uses_derivatives |= k->shader.uses_derivatives;
    p->attr_pos[WFA_ATTR_GROUPSHARED] = p->attr_pos[WFA_ATTR_DERIVATIVES] = p->shader.pos;
    k->desc.code_words = (uint32_t)k->count;
    if (k->count > p->device->imem_words)
        wfa_error(p, p->shader.pos, "`%s` becomes %zu instructions; expected at most %u, the instruction memory of the device", p->shader.name, k->count,
                  p->device->imem_words);
    note_uses(p);
}
