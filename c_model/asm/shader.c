/* SPDX-License-Identifier: Apache-2.0
 * shader.c - a SPIR-V module in place of `code`: the statements shader, spec, bind, push.
 *
 * The module is opened after the first pass (shader_open.c), for it gives the shape of the group.  It is lowered when the
 * whole text is read (shader_code.c), for then the wave size and the buffers are known.
 */
#include "statements.h"

#include "diag.h"
#include "expr.h"
#include "names.h"
#include "tokens.h"

#include <stdio.h>
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

/* "NAME" [entry "NAME"] [near_division]; `counts`: it is the one that is parsed. */
static bool named_module(struct wfa *p, struct wfa_pos *pos, bool counts)
{
    char name[WFA_MAX_FILE_NAME + 1], entry[sizeof p->shader.entry] = "";

    if (!quoted(p, "the name of a SPIR-V module in quotes", name, sizeof name, pos))
        return false;
    if (wfa_take_word(p, "entry") && !quoted(p, "the name of an entry point in quotes", entry, sizeof entry, NULL))
        return false;
    const bool near_division = wfa_take_word(p, "near_division");
    if (!p->first_pass || !counts)
        return true;
    p->shader.pos = *pos;
    snprintf(p->shader.name, sizeof p->shader.name, "%s", name);
    snprintf(p->shader.entry, sizeof p->shader.entry, "%s", entry);
    p->shader.near_division = near_division;
    return true;
}

bool wfa_shader(struct wfa *p, struct wfa_pos pos)
{
    if (p->shader_seen) {
        wfa_error(p, pos, "second `shader`; expected one");
        return false;
    }
    if (!named_module(p, &pos, !p->limits.mesh))
        return false;
    p->shader_seen = true;
    return true;
}

bool wfa_task(struct wfa *p, struct wfa_pos pos)
{
    if (p->shader.task_pos.line && p->first_pass) {
        wfa_error(p, pos, "second `task`; expected one");
        return false;
    }
    if (!p->shader_seen) {
        wfa_error(p, pos, "`task` without a mesh shader; expected `shader \"NAME.mesh\"` above it");
        return false;
    }
    p->shader.task_pos = pos;
    return named_module(p, &pos, p->limits.mesh != NULL);
}

bool wfa_variant_module(struct wfa *p, struct wfa_pos pos, bool chosen)
{
    char file[WFA_MAX_FILE_NAME + 1];

    if (!p->shader_seen) {
        wfa_error(p, pos, "`variant` of a module without a `shader`; expected `shader \"NAME.spv\"` above it");
        return false;
    }
    if (!quoted(p, "the name of a SPIR-V module in quotes", file, sizeof file, &pos))
        return false;
    if (chosen && p->first_pass && !p->limits.mesh) {
        p->shader.pos = pos;
        memcpy(p->shader.name, file, sizeof file);
    }
    return true;
}

/* The words as a value of this constant: they fit its bits, and a float is one of 32. */
static bool is_value(const struct wfa_value value[2], unsigned words, const struct wf_shader_constant *c)
{
    const uint32_t word = (uint32_t)value[0].exact;

    if (value[0].type == WF_WORD_FLOAT || value[1].type == WF_WORD_FLOAT)
        return words == 1 && c->is_float && c->width == 32;
    if (words == 2)
        return c->width == 64;
    return c->width >= 32 || word >> c->width == 0 || (c->width > 1 && word >= 0u - (1u << (c->width - 1)));
}

/* The module is open in the second pass.  An id that it does not have is no mistake, as in Vulkan: one file of values
 * may serve several modules. */
static bool check_spec(struct wfa *p, uint32_t id, struct wfa_pos pos, const struct wfa_value value[2], unsigned words)
{
    const struct wf_shader_constant *c;
    size_t count = p->shader.opened ? wf_shader_constants(p->shader.opened, &c) : 0;
    bool known = !p->shader.opened;

    for (; count; count--, c++) {
        known |= c->id == id;
        if (c->id == id && !is_value(value, words, c)) {
            wfa_error(p, pos, "not a value of %s; expected %s%u bit%s", c->name,
                      c->is_float ? "a float, or the bits of one, of " : "an integer of ", c->width,
                      c->width == 1 ? ", 0 or 1" : "s");
            return false;
        }
    }
    if (!known && !p->limits.has_pair)
        wfa_note(p, pos, "the module has no specialization constant %u; the value is ignored", id);
    return true;
}

bool wfa_spec(struct wfa *p)
{
    struct wf_shader_spec spec = {0};
    struct wfa_value value[2] = {{0}};
    const struct wfa_pos pos = p->token.pos;
    unsigned words = 0;

    if (!wfa_number(p, "spec", 0, UINT32_MAX, "the SpecId of a specialization constant", &spec.id) ||
        !wfa_expect(p, '=', "`=`"))
        return false;
    do {
        if (words == 2)
            return wfa_unexpected(p, "the end of the line: a specialization constant has at most two words");
        if (!wfa_constant(p, &value[words]))
            return false;
        spec.word[words] = (uint32_t)value[words].exact;
        words++;
    } while (wfa_take(p, ','));
    for (size_t n = 0; n < p->shader.specs; n++)
        if (p->shader.spec[n].id == spec.id) {
            wfa_error(p, pos, "second value for the specialization constant %u; expected one", spec.id);
            return false;
        }
    if (!check_spec(p, spec.id, pos, value, words) ||
        !wfa_grow(p, &p->shader.spec, &p->shader.spec_room, p->shader.specs, sizeof *p->shader.spec))
        return false;
    p->shader.spec[p->shader.specs++] = spec;
    return true;
}

/* SET.BINDING, which reads like a float. */
bool wfa_set_and_binding(struct wfa *p, struct wfa_bind *bind)
{
    const struct wfa_token token = p->token;
    uint32_t part[2];

    if (!wfa_pair(&token, 9, part))
        return wfa_unexpected(p, "a set and a binding such as `0.1`");
    bind->pos = token.pos;
    bind->set = part[0];
    bind->binding = part[1];
    wfa_next(p);
    return true;
}

bool wfa_element(struct wfa *p, struct wfa_bind *bind)
{
    bind->has_element = wfa_take(p, '[');
    return !bind->has_element || (wfa_number(p, "element", 0, WF_MAX_BUFFERS - 1, "0 to 255", &bind->element) &&
                                  wfa_expect(p, ']', "`]`"));
}

static bool bound_buffer(struct wfa *p, unsigned *number)
{
    if (!wfa_at(p, WFA_WORD) || !wfa_find_buffer(p, &p->token, number))
        return wfa_unexpected(p, "the name of a buffer that is declared above");
    wfa_next(p);
    return true;
}

bool wfa_same_binding(const struct wfa_bind *x, const struct wfa_bind *y)
{
    return x->set == y->set && x->binding == y->binding && x->element == y->element;
}

bool wfa_add_binding(struct wfa *p, const struct wfa_bind *bind)
{
    for (size_t n = 0; n < p->shader.binds; n++)
        if (wfa_same_binding(&p->shader.bind[n], bind)) {
            wfa_error(p, bind->pos, "binding %u.%u is bound twice; expected it once", bind->set, bind->binding);
            return false;
        }
    if (!wfa_grow(p, &p->shader.bind, &p->shader.bind_room, p->shader.binds, sizeof *p->shader.bind))
        return false;
    p->shader.bind[p->shader.binds++] = *bind;
    return true;
}

static bool at_name(const struct wfa *p)
{
    return wfa_at(p, WFA_WORD) || wfa_at(p, WFA_STRING);
}

/* A name of the shader, in quotes where it is no word; whole names go before parts of names. */
static bool named_binding(struct wfa *p, struct wfa_bind *bind)
{
    const struct wfa_token token = p->token;
    const bool quotes = wfa_at(p, WFA_STRING);
    const char *word = token.text + quotes;
    const size_t length = token.length - 2 * (size_t)quotes;
    const struct wf_shader_name *name, *found = NULL;
    const size_t names = p->shader.opened ? wf_shader_names(p->shader.opened, &name) : 0;
    bool several = false;

    for (unsigned parts = 0; parts < 2 && !found; parts++)
        for (size_t n = 0; n < names; n++) {
            if (name[n].is_push || (name[n].of == WF_SHADER_NAME_PART) != (parts == 1) ||
                strlen(name[n].name) != length || memcmp(name[n].name, word, length) != 0)
                continue;
            several |= found && (found->set != name[n].set || found->binding != name[n].binding);
            found = &name[n];
        }
    bind->is_of_other = p->shader.opened && !found && p->limits.has_pair;
    if (p->shader.opened && (!found || several) && !bind->is_of_other) {
        wfa_error(p, token.pos, several ? "several bindings are called %.*s; expected a set and a binding such as `0.1`"
                                        : "the module has no binding %.*s; expected a name that it has, or a set and a "
                                          "binding such as `0.1`", (int)length, word);
        return false;
    }
    bind->pos = token.pos;
    bind->set = found ? found->set : 0;
    bind->binding = found ? found->binding : 0;
    wfa_next(p);
    return true;
}

/* A name that this one of task shader and mesh shader has not: the other has it, which is known when both are read. */
static bool leave_to_other(struct wfa *p, const struct wfa_bind *bind)
{
    p->shader.has_bind_of_other = true;
    if (!p->limits.mesh || *p->limits.mesh->buffer[bind->buffer].called)
        return true;
    wfa_error(p, bind->pos, "neither module has this binding; expected a name that one has, or a set and a binding "
                            "such as `0.1`");
    return false;
}

bool wfa_bind(struct wfa *p)
{
    struct wfa_bind bind = {0};
    const bool unknown = at_name(p) && !p->shader.opened;     /* why there is no module was reported */

    if (!(at_name(p) ? named_binding(p, &bind) : wfa_set_and_binding(p, &bind)) || !wfa_element(p, &bind) ||
        !wfa_expect(p, '=', "`=`"))
        return false;
    for (;;) {                          /* each further buffer has the next binding, or is the next element */
        if (!bound_buffer(p, &bind.buffer) ||
            !(unknown ? true : bind.is_of_other ? leave_to_other(p, &bind) : wfa_add_binding(p, &bind)))
            return false;
        if (!wfa_take(p, ','))
            return true;
        bind.pos = p->token.pos;
        *(bind.has_element ? &bind.element : &bind.binding) += 1;
    }
}

bool wfa_push(struct wfa *p, struct wfa_pos pos)
{
    if (p->shader.has_push) {
        wfa_error(p, pos, "second `push`; expected one");
        return false;
    }
    p->shader.push_pos = pos;
    return p->shader.has_push = wfa_expect(p, '=', "`=`") && bound_buffer(p, &p->shader.push);
}
