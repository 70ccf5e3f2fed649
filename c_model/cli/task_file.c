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

struct shader_options task_options(const struct shader_options *o)
{
    struct shader_options options = *o;
    options.entry = o->task_entry;
    return options;
}
