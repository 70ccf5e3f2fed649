/* SPDX-License-Identifier: Apache-2.0
 * shader_bind.c - which buffers the bindings of a SPIR-V module are, and the numbers of arrays of blocks.
 */
#include "statements.h"

#include "diag.h"
#include "names.h"

#include <stdio.h>
#include <string.h>

#include "wavefold/utf8.h"

/* ---- bindings ---- */

bool wfa_needs_buffer(const struct wf_shader_resource *r)
{
    return r->kind != WF_SHADER_SAMPLER;
}

/* The buffer of one element, of what is no array of element 0; UINT32_MAX: none. */
static uint32_t buffer_of(const struct wfa *p, uint32_t set, uint32_t binding, uint32_t element)
{
    for (size_t n = 0; n < p->shader.binds; n++)
        if (p->shader.bind[n].set == set && p->shader.bind[n].binding == binding &&
            p->shader.bind[n].element == element)
            return p->shader.bind[n].buffer;
    return UINT32_MAX;
}

uint32_t wfa_buffer_number(void *user, uint32_t set, uint32_t binding, bool is_push, uint32_t *elements)
{
    const struct wfa *p = user;

    if (is_push)
        return p->shader.has_push ? p->shader.push : UINT32_MAX;
    for (size_t n = 0; n < p->shader.arrays; n++)
        if (p->shader.array[n].set == set && p->shader.array[n].binding == binding) {
            *elements = p->shader.array[n].elements;
            return p->shader.array[n].first;
        }
    return buffer_of(p, set, binding, 0);
}

uint32_t wfa_buffer_memory(void *user, uint32_t number)
{
    const struct wf_kernel *k = ((const struct wfa *)user)->kernel;

    while (number < k->buffers && k->buffer[number].is_view && k->buffer[number].of != UINT32_MAX)
        number = k->buffer[number].of;
    return number;
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
        wfa_complain(p, "%s (%s) has no image; expected `--image %u.%u%s=SIZE:FORMAT:IN`", what, r->name,
                     (unsigned)r->set, (unsigned)r->binding, r->is_block_array ? "[0]" : "");
    else if (p->no_file)
        wfa_complain(p, "%s (%s) %s; expected %s", what, r->name,
                     r->is_push ? "are not given (--push)" : "has no buffer", least(r, wanted));
    else
        wfa_complain(p, "%s (%s) is not bound; expected `%s%s = BUFFER`", what, r->name, r->is_push ? "push" : "bind",
                     r->is_push ? "" : what + strlen("binding"));
}

static void too_small(struct wfa *p, const struct wf_shader_resource *r, const char *what,
                      const struct wf_kernel_buffer *b)
{
    const unsigned long long has = 4 * (unsigned long long)b->words;

    if (p->no_file)
        wfa_complain(p, "%s (%s) %s %llu bytes; expected at least %llu", what, r->name,
                     r->is_push ? "have" : "has a buffer of", has,
                     (unsigned long long)r->size);
    else
        wfa_complain(p, "%s (%s) is bound to %s of %llu bytes; expected at least %llu", what, r->name, b->name, has,
                     (unsigned long long)r->size);
}

/* "A (binding 0.0) and B (binding 0.1)": how the shader calls a buffer. */
static void call(struct wfa *p, struct wf_kernel_buffer *b, const struct wf_shader_resource *r, const char *what)
{
    const size_t used = strlen(b->called);

    const char *other = r->other ? r->other : "";
    const int most = sizeof b->name - 1;        /* of a longer name the beginning, so that the binding has room */

    snprintf(b->called + used, sizeof b->called - used, "%s%.*s%s%.*s (%s)", used ? " and " : "",
             (int)wf_utf8_fits(r->name, (size_t)most), r->name, r->other ? " and " : "",
             (int)wf_utf8_fits(other, (size_t)most), other, what);
    b->shared |= r->other != NULL;
    wfa_keep_layout(p, b, r);
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

static const struct wf_shader_resource *resource_of(const struct wfa *p, uint32_t set, uint32_t binding, bool is_push)
{
    const struct wf_shader_resource *resource;
    const size_t count = wf_shader_resources(p->shader.opened, &resource);

    for (size_t i = 0; i < count; i++)
        if (resource[i].is_push == is_push && resource[i].set == set && resource[i].binding == binding &&
            wfa_needs_buffer(&resource[i]))
            return &resource[i];
    return NULL;
}

/* The buffer is an input or output of a fragment shader. */
static bool is_of_location(const struct wfa *p, unsigned buffer)
{
    for (size_t n = 0; n < p->shader.ios; n++)
        if (p->shader.io[n].buffer == buffer)
            return true;
    return false;
}

/* Without `bind`, the buffers but those of push constants, inputs and outputs are the bindings 0.0, 0.1, .. in their
 * order.  One whose words the file uses, or which may be another dispatch's, need not be a binding of the module. */
static bool bind_in_order(struct wfa *p)
{
    struct wfa_bind bind = {.set = 0};

    if (p->shader.binds || p->no_file)
        return true;
    for (; bind.buffer < p->kernel->buffers; bind.buffer++) {
        if ((p->shader.has_push && bind.buffer == p->shader.push) || p->kernel->buffer[bind.buffer].hidden ||
            wfa_is_output(p, bind.buffer) || is_of_location(p, bind.buffer))
            continue;
        const char *name = p->kernel->buffer[bind.buffer].name;
        const struct wfa_token token = {.kind = WFA_WORD, .text = name, .length = strlen(name)};
        const struct wfa_symbol *symbol = wfa_find(p, &token);
        bind.pos = symbol->pos;
        const bool spare = symbol->used || p->addressed[bind.buffer] || p->limits.mark_line || p->limits.has_pair;
        if ((resource_of(p, 0, bind.binding, false) || !spare) && !wfa_add_binding(p, &bind))
            return false;
        bind.binding++;
    }
    return true;
}

static void check_buffer(struct wfa *p, const struct wf_shader_resource *r, const char *what, uint32_t number)
{
    if (r->used && 4 * (uint64_t)p->kernel->buffer[number].words < r->size && !p->shader.look)
        too_small(p, r, what, &p->kernel->buffer[number]);
    else
        call(p, &p->kernel->buffer[number], r, what);
}

/* How many blocks an array has: as many as it declares, else up to the last one that is bound, as of images. */
static uint32_t elements_of(const struct wfa *p, const struct wf_shader_resource *r)
{
    const bool declared = r->kind == WF_SHADER_BUFFER && r->elements;
    uint32_t elements = declared ? r->elements : 0;

    for (size_t n = 0; n < p->shader.binds && !declared; n++)
        if (p->shader.bind[n].set == r->set && p->shader.bind[n].binding == r->binding &&
            p->shader.bind[n].element >= elements)
            elements = p->shader.bind[n].element + 1;
    return elements;
}

/* An array may have blocks without a buffer, but not all of them. */
static void check_array(struct wfa *p, const struct wf_shader_resource *r, const char *binding)
{
    const uint32_t elements = elements_of(p, r);
    char what[56];
    bool any = false;

    for (uint32_t n = 0; n < elements; n++) {
        const uint32_t number = buffer_of(p, r->set, r->binding, n);
        snprintf(what, sizeof what, "%s[%u]", binding, (unsigned)n);
        if (number != UINT32_MAX)
            check_buffer(p, r, what, number);
        any |= number != UINT32_MAX;
    }
    if (r->used && !any) {
        snprintf(what, sizeof what, "%s[0]", binding);
        not_bound(p, r, what);
    }
}

/* Each binding that the entry point uses has a buffer that is large enough. */
static void check_resources(struct wfa *p)
{
    char what[40];

    for (const struct wf_shader_resource *r = NULL; (r = next_resource(p, r)) != NULL;) {
        uint32_t one = 1;
        name_of(r, what);
        if (!wfa_needs_buffer(r))
            continue;
        if (r->is_block_array) {
            check_array(p, r, what);
            continue;
        }
        const uint32_t number = wfa_buffer_number(p, r->set, r->binding, r->is_push, &one);
        if (number != UINT32_MAX)
            check_buffer(p, r, what, number);
        else if (r->used)
            not_bound(p, r, what);
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

/* Of a task shader and a mesh shader one of the two has it: the last that is parsed knows. */
static bool is_of_other(const struct wfa *p, unsigned buffer)
{
    return p->limits.has_pair && (!p->limits.mesh || *p->limits.mesh->buffer[buffer].called);
}

/* Each buffer that is bound is of a binding that exists. */
static void check_binds(struct wfa *p)
{
    char all[120];

    for (size_t n = 0; n < p->shader.binds; n++) {
        const struct wfa_bind *bind = &p->shader.bind[n];
        const struct wf_shader_resource *r = resource_of(p, bind->set, bind->binding, false);
        if (r && bind->element && !r->is_block_array)
            wfa_error(p, bind->pos, "binding %u.%u (%s) is one %s; expected no element", bind->set, bind->binding,
                      r->name, r->kind == WF_SHADER_BUFFER ? "block" : "image");
        else if (r && r->elements && bind->element >= r->elements)
            wfa_error(p, bind->pos, "binding %u.%u (%s) has no element %u; expected 0 to %u", bind->set, bind->binding,
                      r->name, bind->element, r->elements - 1);
        else if (!r && !is_of_other(p, bind->buffer))
            wfa_error(p, bind->pos, "the module has no binding %u.%u; expected one of %s", bind->set,
                      bind->binding, all_bindings(p, all));
    }
    if (p->shader.has_push && !resource_of(p, 0, 0, true) && !is_of_other(p, p->shader.push))
        wfa_error(p, p->shader.push_pos, "the module has no push constants; expected none");
}

/* ---- arrays of blocks and images ---- */

/* A number more for a buffer, or for none. */
static struct wf_kernel_buffer *add_view(struct wfa *p, const char *what, uint32_t of)
{
    struct wf_kernel *k = p->kernel;
    struct wf_kernel_buffer *b = &k->buffer[k->buffers];

    if (k->buffers == WF_MAX_BUFFERS) {
        wfa_complain(p, "it needs more numbers of buffers for %s; expected at most %d in all", what, WF_MAX_BUFFERS);
        return NULL;
    }
    b->is_view = b->hidden = true;
    b->of = of;
    b->words = of == UINT32_MAX ? 0 : k->buffer[of].words;
    if (of != UINT32_MAX)
        b->image = k->buffer[of].image;
    if (of != UINT32_MAX)
        memcpy(b->called, k->buffer[of].called, sizeof b->called);
    k->buffers++;
    return b;
}

static bool add_element(struct wfa *p, const struct wf_shader_resource *r, uint32_t element, uint32_t of)
{
    struct wf_kernel_buffer *b = add_view(p, r->name, of);

    if (!b)
        return false;
    snprintf(b->name, sizeof b->name, "(%.16s[%u])", r->name, (unsigned)element);
    b->is_element = true;
    b->array_set = r->set;
    b->array_binding = r->binding;
    return true;
}

bool wfa_add_nothing(struct wfa *p)
{
    struct wf_kernel_buffer *b = add_view(p, "addresses that lead nowhere", UINT32_MAX);

    if (b)
        snprintf(b->name, sizeof b->name, "(no buffer)");
    return b != NULL;
}

/* Their numbers follow each other: as they are bound, else each block gets a number more for its buffer. */
static bool place_array(struct wfa *p, const struct wf_shader_resource *r)
{
    const uint32_t elements = elements_of(p, r), first = buffer_of(p, r->set, r->binding, 0);
    struct wfa_array array = {.set = r->set, .binding = r->binding, .first = first, .elements = elements};
    bool in_order = first != UINT32_MAX;

    for (uint32_t n = 1; n < elements && in_order; n++)
        in_order = buffer_of(p, r->set, r->binding, n) == first + n;
    if (!in_order)
        array.first = p->kernel->buffers;
    for (uint32_t n = 0; n < elements && !in_order; n++)
        if (!add_element(p, r, n, buffer_of(p, r->set, r->binding, n)))
            return false;
    if (!wfa_grow(p, &p->shader.array, &p->shader.array_room, p->shader.arrays, sizeof *p->shader.array))
        return false;
    p->shader.array[p->shader.arrays++] = array;
    return true;
}

bool wfa_take_bindings(struct wfa *p)
{
    if (!bind_in_order(p))
        return false;
    check_resources(p);
    check_binds(p);
    for (const struct wf_shader_resource *r = NULL; !p->errors && (r = next_resource(p, r)) != NULL;)
        if (r->is_block_array && r->used && wfa_needs_buffer(r) && !place_array(p, r))
            return false;
    return !p->errors;
}
