/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "named_shader.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "compile.h"

/* A source that was compiled, or that could not be.  A kernel file is parsed once for each wave size. */
struct known {
    struct known *next;
    char *path, *entry;         /* entry: or NULL */
    uint32_t num_waves;
    uint16_t shader_model;
    enum wf_stage stage;
    enum wf_exit status;
    struct wf_text module;
    struct shader_compiled compiled;
};
static struct known *all;

static bool same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static struct known *find(const char *path, const struct wf_compile_wanted *w)
{
    struct known *k = all;
    while (k && (strcmp(k->path, path) != 0 || !same_text(k->entry, w->entry) || k->num_waves != w->num_waves ||
                 k->shader_model != w->shader_model || k->stage != w->stage))
        k = k->next;
    return k;
}

static struct known *compile(const char *path, const struct wf_compile_wanted *w)
{
    struct known *k = calloc(1, sizeof *k);
    const struct shader_options options = {.entry = w->entry, .num_waves = w->num_waves,
                                           .shader_model = w->shader_model,
                                           .draw.given = w->stage == WF_STAGE_PIXEL,
                                           .vertices.lanes.stage = w->stage == WF_STAGE_PIXEL ? WF_STAGE_COMPUTE : w->stage};
    if (!k)
        return NULL;
    *k = (struct known){.next = all, .path = strdup(path), .entry = w->entry ? strdup(w->entry) : NULL,
                        .num_waves = w->num_waves, .shader_model = w->shader_model,
                        .stage = w->stage};
    if (!k->path || (w->entry && !k->entry)) {
        free(k->path);
        free(k->entry);
        free(k);
        return NULL;
    }
    k->status = shader_compile(path, &options, &k->module, &k->compiled);
    return all = k;
}

/* Beside the kernel file. */
static bool path_of(const struct wf_inputs *inputs, const char *name, char path[PATH_MAX])
{
    const char *slash = strrchr(inputs->kernel_file, '/');
    const int folder = slash && name[0] != '/' ? (int)(slash - inputs->kernel_file) + 1 : 0;
    return snprintf(path, PATH_MAX, "%.*s%s", folder, inputs->kernel_file, name) < PATH_MAX;
}

static enum wf_compile_result not_compiled(struct wf_inputs *inputs, const struct known *k, char *why, size_t room)
{
    inputs->environment |= !k || k->status == WF_EXIT_ENVIRONMENT;
    snprintf(why, room, "%s", !k ? "out of memory" : k->status == WF_EXIT_ENVIRONMENT
                 ? "it cannot be read, or there is no compiler for it; expected a source and its compiler in PATH"
                 : "it does not compile; expected a source that its compiler takes");
    return WF_NOT_COMPILED;
}

/* What the name says of the stage is not what the file asks for; false with why. */
static bool is_wanted(const char *name, enum wf_stage wanted, char *why, size_t room)
{
    const struct shader_stage *own = shader_stage_of_name(name), *asked = shader_stage_of(wanted);
    const char *groups = shader_of_groups(name), *what = groups ? groups : own ? own->what : NULL;
    if (!asked || !what || (own && shader_same_option(own, asked)))
        return true;
    if (wanted == WF_STAGE_PIXEL)
        snprintf(why, room, "%s; expected %s with [shader(\"pixel\")]", what, asked->what);
    else
        snprintf(why, room, "%s; expected %s with `%s`", what,
                 wf_is_of_patches(wanted) ? "a tessellation shader" : asked->what, asked->option + strlen("--"));
    return false;
}

enum wf_compile_result named_shader_compile(void *user, const char *name, const struct wf_compile_wanted *wanted,
                                            struct wf_compiled *out, char *why, size_t room)
{
    struct wf_inputs *inputs = user;
    const enum shader_kind kind = shader_kind(name);
    char path[PATH_MAX];
    const char *stage = shader_other_stage(name);
    if (stage) {
        snprintf(why, room, "%s; expected a shader of a stage that runs, such as .comp, .frag or .hlsl, or a module",
                 stage);
        return WF_NOT_COMPILED;
    }
    if (kind == SHADER_NONE || kind == SHADER_MODULE)
        return WF_NO_SOURCE;
    if (!is_wanted(name, wanted->stage, why, room))
        return WF_NOT_COMPILED;
    if (!path_of(inputs, name, path)) {
        snprintf(why, room, "the path is too long");
        return WF_NOT_COMPILED;
    }
    struct known *k = find(path, wanted);
    k = k ? k : compile(path, wanted);
    if (!k || k->status || k->module.length % 4 || !wf_inputs_add(inputs, path))
        return not_compiled(inputs, k, why, room);
    const unsigned char *byte = (const unsigned char *)k->module.text;
    *out = (struct wf_compiled){.word = malloc(k->module.length + 4), .words = k->module.length / 4,
                                .renamed = k->compiled.renamed, .attributes = &k->compiled.attributes};
    if (!out->word)
        return not_compiled(inputs, NULL, why, room);
    for (size_t i = 0; i < out->words; i++)
        out->word[i] = byte[4 * i] | (uint32_t)byte[4 * i + 1] << 8 | (uint32_t)byte[4 * i + 2] << 16 |
                       (uint32_t)byte[4 * i + 3] << 24;
    return WF_COMPILED;
}
