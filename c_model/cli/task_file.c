/* SPDX-License-Identifier: Apache-2.0 */
#include "task_file.h"

static bool has_entry(const uint32_t *module, size_t words, enum wf_shader_wanted wanted)
{
    const struct wf_shader_options options = {.first = true, .wanted = wanted};
    char message[WF_SHADER_MESSAGE];
    struct wf_shader *shader = wf_shader_open(module, words, &options, message, NULL);
    wf_shader_free(shader);
    return shader != NULL;
}

enum task_place task_place(const struct shader_options *o, const uint32_t *module, size_t words, const char *entry)
{
    if (o->task)
        return TASK_OF_FILE;
    if (o->task_entry)
        return TASK_OF_MODULE;
    return !entry && has_entry(module, words, WF_SHADER_MESH) && has_entry(module, words, WF_SHADER_TASK)
               ? TASK_OF_MODULE : TASK_NONE;
}

void task_complete(const char *file, struct shader_options *o, struct source_pair *pair)
{
    const enum shader_kind kind = shader_kind(file);
    if (kind != SHADER_HLSL && kind != SHADER_SLANG)
        return;
    if (!o->entry && !o->task && !o->task_entry && shader_pair_of_source(file, pair)) {
        o->entry = pair->mesh;
        o->task_entry = pair->task;
    }
    if (!o->task && o->task_entry)
        o->task = file;
}

struct shader_options mesh_options(const struct shader_options *o)
{
    struct shader_options options = *o;
    if (o->task)                        /* whole waves are those of the tasks */
        options.num_waves = 0;
    return options;
}

struct shader_options task_options(const struct shader_options *o)
{
    struct shader_options options = *o;
    options.entry = o->task_entry;
    return options;
}
