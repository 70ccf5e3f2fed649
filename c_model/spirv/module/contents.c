/* SPDX-License-Identifier: Apache-2.0 */
#include "contents.h"

#include <string.h>

#include "stage.h"

/* ---- entry points and capabilities ---- */

/* "GLCompute", without the kind before it. */
static const char *name_of(struct wfs_module *m, enum wfs_spirv_kind kind, uint32_t value)
{
    char text[WFS_NAME_SIZE];
    const char *name = wfs_enum_name(kind, value, text), *space = strrchr(name, ' ');

    return wfs_text(m->env, "%s", space ? space + 1 : name);
}

size_t wfs_list_entries(struct wfs_module *m, struct wf_shader_entry_point **entry)
{
    *entry = wfs_new(m->env, m->entries, sizeof **entry);
    for (size_t i = 0; i < m->entries; i++) {
        const struct wfs_stage *stage = wfs_stage_of(m->entry[i].model);
        (*entry)[i] = (struct wf_shader_entry_point){
            .name = m->entry[i].name, .runs = stage != NULL, .stage = stage ? stage->stage : WF_STAGE_COMPUTE,
            .model = name_of(m, WFS_KIND_ExecutionModel, m->entry[i].model)};
    }
    return m->entries;
}

size_t wfs_list_capabilities(struct wfs_module *m, const char ***name)
{
    size_t count = 0, room = 0;

    *name = NULL;
    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at)) {
        if (wfs_op_at(m, at) != WfsOpCapability)
            continue;
        WFS_APPEND(m->env, *name, count, room, name_of(m, WFS_KIND_Capability, wfs_operand(m, at, 1)));
    }
    return count;
}

/* ---- the source ---- */

enum { DEBUG_SOURCE = 35, DEBUG_SOURCE_CONTINUED = 102 };       /* NonSemantic.Shader.DebugInfo.100 */

struct list {
    struct wf_shader_source *source;
    size_t count, room;
    bool open;                          /* what continues it may follow */
};

static void begin(struct wfs_module *m, struct list *list, const char *file, const char *text)
{
    WFS_APPEND(m->env, list->source, list->count, list->room, (struct wf_shader_source){file, text});
    list->open = true;
}

static void go_on(struct wfs_module *m, struct list *list, const char *text)
{
    if (list->open)
        list->source[list->count - 1].text = wfs_text(m->env, "%s%s", list->source[list->count - 1].text, text);
}

/* The text of an OpString; "" of anything else. */
static const char *string_of(struct wfs_module *m, uint32_t id)
{
    return id < m->bound && m->id[id].at && m->id[id].op == WfsOpString ? wfs_operand_text(m, m->id[id].at, 2)
                                                                        : "";
}

/* As places name it (wfs_set_place). */
static const char *file_of(struct wfs_module *m, uint32_t id)
{
    return id < m->bound && m->id[id].at && m->id[id].op == WfsOpString ? wfs_operand_name(m, m->id[id].at, 2) : "";
}

static bool is_debug_set(struct wfs_module *m, uint32_t id)
{
    return id < m->bound && m->id[id].at && m->id[id].op == WfsOpExtInstImport &&
           !strcmp(wfs_operand_text(m, m->id[id].at, 2), "NonSemantic.Shader.DebugInfo.100");
}

static void debug_instruction(struct wfs_module *m, struct list *list, uint32_t at)
{
    const uint32_t length = wfs_length_at(m, at);

    if (length < 6 || !is_debug_set(m, m->word[at + 3]))
        return;
    if (m->word[at + 4] == DEBUG_SOURCE && length > 6)
        begin(m, list, file_of(m, m->word[at + 5]), string_of(m, m->word[at + 6]));
    else if (m->word[at + 4] == DEBUG_SOURCE_CONTINUED)
        go_on(m, list, string_of(m, m->word[at + 5]));
    else
        list->open = false;
}

size_t wfs_list_sources(struct wfs_module *m, struct wf_shader_source **source)
{
    struct list list = {NULL, 0, 0, false};

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at))
        switch (wfs_op_at(m, at)) {
        case WfsOpSource:
            list.open = false;
            if (wfs_length_at(m, at) > 4)
                begin(m, &list, file_of(m, m->word[at + 3]), wfs_operand_text(m, at, 4));
            break;
        case WfsOpSourceContinued:
            go_on(m, &list, wfs_operand_text(m, at, 1));
            break;
        case WfsOpExtInst:
            debug_instruction(m, &list, at);
            break;
        default:
            list.open = false;
            break;
        }
    *source = list.source;
    return list.count;
}

bool wfs_is_of_hlsl(const struct wfs_module *m)
{
    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at))
        if (wfs_op_at(m, at) == WfsOpSource &&
            (m->word[at + 1] == WfsSourceLanguageHLSL || m->word[at + 1] == WfsSourceLanguageSlang))
            return true;
    return false;
}
