/* SPDX-License-Identifier: Apache-2.0 */
#include "binding_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/suggest.h"

/* ---- lists in messages ------------------------------------------------------------------------------------------- */

enum { LISTED = 12 };
struct list {
    char text[600];
    size_t used;
    unsigned count;
};

static void list_add(struct list *l, const char *format, const char *name, uint32_t a, uint32_t b)
{
    const size_t room = sizeof l->text - l->used;
    if (l->count++ >= LISTED || room < 100)
        return;
    const int used = snprintf(l->text + l->used, room, "%s", l->count > 1 ? ", " : "");
    l->used += (size_t)used;
    l->used += (size_t)snprintf(l->text + l->used, sizeof l->text - l->used, format, name, (unsigned)a, (unsigned)b);
}

static const char *list_end(struct list *l)
{
    if (l->count > LISTED)
        snprintf(l->text + l->used, sizeof l->text - l->used, " and %u more", l->count - LISTED);
    return l->count ? l->text : NULL;
}

static enum wf_exit unknown(const char *file, const char *option, const char *what, const char *name, size_t length,
                            struct list *known, const struct wf_suggestions *near)
{
    char text[136];
    const char *list = list_end(known);
    cli_tell(WF_EXIT_WRONG, "%s: error: %s %.*s: the module has no such %s; %s%s\n", file, option, (int)length, name,
             what, list ? "expected one of " : "it has none with a name", list ? list : "");
    if (near->count)
        fprintf(stderr, "nearest: %s\n", wf_suggest_text(near, text, sizeof text));
    return WF_EXIT_WRONG;
}

static bool is_named(const char *name, const char *word, size_t length)
{
    return strlen(name) == length && !memcmp(name, word, length);
}

/* ---- bindings ---------------------------------------------------------------------------------------------------- */

static bool is_same(const struct wf_shader_name *a, const struct wf_shader_name *b)
{
    return a->is_push == b->is_push && a->set == b->set && a->binding == b->binding;
}

/* Of name number `i`: an earlier one that would be listed like it. */
static bool is_listed(const struct wf_shader_name *name, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (is_same(&name[k], &name[i]) && !strcmp(name[k].name, name[i].name))
            return true;
    return false;
}

static enum wf_exit no_binding(const char *file, const char *option, const struct binding *b,
                               const struct wf_shader_name *name, size_t names)
{
    struct list known = {.used = 0};
    struct wf_suggestions near;
    wf_suggest_start(&near, b->name, b->length);
    for (size_t i = 0; i < names; i++) {
        if (name[i].is_push || is_listed(name, i))
            continue;
        wf_suggest_try(&near, name[i].name);
        if (name[i].of == WF_SHADER_NAME_VARIABLE)
            list_add(&known, "%.60s (%u.%u)", name[i].name, name[i].set, name[i].binding);
    }
    return unknown(file, option, "binding", b->name, b->length, &known, &near);
}

static enum wf_exit several_bindings(const char *file, const char *option, const struct binding *b,
                                     const struct wf_shader_name *name, size_t names, bool parts)
{
    struct list known = {.used = 0};
    for (size_t i = 0; i < names; i++)
        if (is_named(name[i].name, b->name, b->length) && (name[i].of == WF_SHADER_NAME_PART) == parts &&
            !is_listed(name, i))
            list_add(&known, name[i].is_push ? "%.0sthe push constants" : "%.0s%u.%u", "", name[i].set, name[i].binding);
    return cli_tell(WF_EXIT_WRONG, "%s: error: %s %.*s: several bindings have this name; expected one of %s\n", file,
                    option, (int)b->length, b->name, list_end(&known));
}

/* Whole names first; parts of names where none of them is it. */
static enum wf_exit find(const char *file, const char *option, const struct wf_shader_name *name, size_t names,
                         struct binding *b)
{
    const struct wf_shader_name *found = NULL;
    if (!b->name || b->found || b->own)
        return WF_EXIT_OK;
    for (unsigned parts = 0; parts < 2 && !found; parts++)
        for (size_t i = 0; i < names; i++) {
            if (!is_named(name[i].name, b->name, b->length) || (name[i].of == WF_SHADER_NAME_PART) != (parts == 1))
                continue;
            if (found && !is_same(found, &name[i]))
                return several_bindings(file, option, b, name, names, parts == 1);
            found = &name[i];
        }
    if (!found)
        return no_binding(file, option, b, name, names);
    if (found->is_push)
        return cli_tell(WF_EXIT_WRONG, "%s: error: %s %.*s: these are the push constants; expected --push\n", file,
                        option, (int)b->length, b->name);
    b->set = found->set;
    b->binding = found->binding;
    b->found = true;
    return WF_EXIT_OK;
}

/* What --buffer calls a buffer is the name of no binding: behind an @ it means one thing. */
static enum wf_exit check_own(const char *file, const struct wf_shader_name *name, size_t names,
                              const struct binding *b)
{
    for (size_t i = 0; i < names && b->own; i++)
        if (!name[i].is_push && is_named(name[i].name, b->name, b->length))
            return cli_tell(WF_EXIT_WRONG, "%s: error: --buffer %.*s: binding %u.%u has this name; expected another\n",
                            file, (int)b->length, b->name, (unsigned)name[i].set, (unsigned)name[i].binding);
    return WF_EXIT_OK;
}

static void mark_own(const struct shader_options *o, struct binding *b)
{
    for (unsigned i = 0; i < o->binds; i++)
        b->own |= o->bind[i].at.own && binding_same_name(&o->bind[i].at, b);
}

/* The results of a shader of such a stage, which are at no binding. */
static void mark_records(const struct shader_options *o, struct binding *b)
{
    const enum wf_stage stage = o->vertices.lanes.stage;
    for (unsigned n = 0; n < WF_MESH_RESULTS && stage && !b->own && b->name; n++) {
        /* of what is captured the shader decides */
        if ((wf_mesh_is_xfb((enum wf_mesh_buffer)n) || wf_lanes_have(stage, NULL, (enum wf_mesh_buffer)n)) &&
            is_named(wf_mesh_buffer_name((enum wf_mesh_buffer)n), b->name, b->length)) {
            b->of = BINDING_OF_RECORDS;
            b->binding = n;
            b->found = true;
        }
    }
}

void binding_name_know(struct wf_shader *shader, const struct shader_options *o, struct binding *b)
{
    const struct wf_shader_name *name;
    const size_t names = b->name ? wf_shader_names(shader, &name) : 0;
    mark_own(o, b);
    for (size_t i = 0; i < names && !b->own && !b->found; i++)
        if (is_named(name[i].name, b->name, b->length) && !name[i].is_push) {
            b->set = name[i].set;
            b->binding = name[i].binding;
            b->found = true;
        }
}

/* "pc." of "pc.scale". */
static void find_prefix(const struct wf_shader_name *name, size_t names, struct shader_member *m)
{
    const char *dot = memchr(m->path, '.', m->length);
    for (size_t i = 0; i < names && dot; i++)
        if (name[i].is_push && name[i].of != WF_SHADER_NAME_PART &&
            is_named(name[i].name, m->path, (size_t)(dot - m->path)))
            m->prefix = (size_t)(dot - m->path) + 1;
}

/* Those of both shaders, which the caller frees; NULL: no memory. */
static struct wf_shader_name *all_names(struct wf_shader *shader, struct wf_shader *task, size_t *count)
{
    const struct wf_shader_name *name[2] = {NULL, NULL};
    const size_t first = wf_shader_names(shader, &name[0]), more = task ? wf_shader_names(task, &name[1]) : 0;
    struct wf_shader_name *all = calloc(first + more + 1, sizeof *all);
    for (size_t i = 0; i < first + more && all; i++)
        all[i] = i < first ? name[0][i] : name[1][i - first];
    *count = first + more;
    return all;
}

static enum wf_exit find_all(const char *file, const struct wf_shader_name *name, size_t names,
                             struct shader_options *o)
{
    enum wf_exit status = WF_EXIT_OK;
    for (unsigned i = 0; i < o->binds && !status; i++)
        status = check_own(file, name, names, &o->bind[i].at);
    for (unsigned i = 0; i < o->binds && !status; i++)
        status = find(file, "--bind", name, names, &o->bind[i].at);
    for (unsigned i = 0; i < o->expects; i++) {
        mark_own(o, &o->expect[i].at);
        mark_records(o, &o->expect[i].at);
    }
    for (unsigned i = 0; i < o->expects && !status; i++)
        status = find(file, "--expect", name, names, &o->expect[i].at);
    for (unsigned i = 0; i < o->images && !status; i++)
        status = find(file, "--image", name, names, &o->image[i].at);
    for (unsigned i = 0; i < o->samplers && !status; i++) {
        status = find(file, "--sampler", name, names, &o->sampler_at[i]);
        o->sampler[i].set = o->sampler_at[i].set;
        o->sampler[i].binding = o->sampler_at[i].binding;
    }
    for (size_t i = 0; i < o->members; i++)
        find_prefix(name, names, &o->member[i]);
    return status;
}

enum wf_exit binding_names_find(const char *file, struct wf_shader *shader, struct wf_shader *task,
                                struct shader_options *o)
{
    size_t names;
    struct wf_shader_name *name = all_names(shader, task, &names);
    const enum wf_exit status = name ? find_all(file, name, names, o) : cli_no_memory();
    free(name);
    return status;
}

/* ---- specialization constants ------------------------------------------------------------------------------------ */

static enum wf_exit find_spec(const char *file, const struct wf_shader_constant *constant, size_t constants,
                              struct shader_spec *spec)
{
    struct list known = {.used = 0};
    struct wf_suggestions near;
    unsigned found = 0;
    wf_suggest_start(&near, spec->name, spec->length);
    for (size_t i = 0; i < constants; i++) {
        wf_suggest_try(&near, constant[i].name);
        if (is_named(constant[i].name, spec->name, spec->length) && (!found || spec->id != constant[i].id)) {
            spec->id = constant[i].id;
            found++;
        }
    }
    spec->found = found == 1;
    for (size_t i = 0; i < constants && spec->found; i++)
        if (constant[i].id == spec->id && !is_named(constant[i].name, spec->name, spec->length))
            fprintf(stderr, "%s: note: --spec %.*s: %s of the other shader has its id, %u, and gets the value too\n",
                    file, (int)spec->length, spec->name, constant[i].name, (unsigned)spec->id);
    if (spec->found)
        return WF_EXIT_OK;
    for (size_t i = 0; i < constants; i++)
        if (!found || is_named(constant[i].name, spec->name, spec->length))
            list_add(&known, found ? "%.0s%u" : "%.60s (%u)", constant[i].name, constant[i].id, 0);
    if (!found)
        return unknown(file, "--spec", "specialization constant", spec->name, spec->length, &known, &near);
    return cli_tell(WF_EXIT_WRONG, "%s: error: --spec %.*s: several specialization constants have this name; expected "
                    "one of %s\n", file, (int)spec->length, spec->name, list_end(&known));
}

/* Those of both shaders likewise. */
static struct wf_shader_constant *all_constants(const struct wf_shader *shader, const struct wf_shader *task,
                                                size_t *count)
{
    const struct wf_shader_constant *constant[2] = {NULL, NULL};
    const size_t first = wf_shader_constants(shader, &constant[0]);
    const size_t more = task ? wf_shader_constants(task, &constant[1]) : 0;
    struct wf_shader_constant *all = calloc(first + more + 1, sizeof *all);
    for (size_t i = 0; i < first + more && all; i++)
        all[i] = i < first ? constant[0][i] : constant[1][i - first];
    *count = first + more;
    return all;
}

enum wf_exit spec_names_find(const char *file, const struct wf_shader *shader, const struct wf_shader *task,
                             struct shader_options *o)
{
    size_t constants;
    struct wf_shader_constant *constant = all_constants(shader, task, &constants);
    enum wf_exit status = constant ? WF_EXIT_OK : cli_no_memory();
    for (size_t i = 0; i < o->specs && !status; i++)
        if (o->spec[i].name)
            status = find_spec(file, constant, constants, &o->spec[i]);
    free(constant);
    return status;
}
