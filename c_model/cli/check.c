/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int by_binding(const void *left, const void *right)
{
    const struct wf_shader_resource *a = ((const struct check_row *)left)->r, *b = ((const struct check_row *)right)->r;
    if (a->is_push != b->is_push)
        return a->is_push ? 1 : -1;
    if (a->set != b->set)
        return a->set < b->set ? -1 : 1;
    return a->binding < b->binding ? -1 : a->binding > b->binding;
}

size_t check_rows(const struct check_entry *entry, struct check_row **row)
{
    const struct wf_shader_resource *resource;
    const size_t count = wf_shader_resources(entry->shader, &resource);
    unsigned number = 0;
    *row = calloc(count ? count : 1, sizeof **row);
    for (size_t i = 0; *row && i < count; i++) {
        (*row)[i] = (struct check_row){&resource[i], number};
        number += resource[i].used && resource[i].kind != WF_SHADER_SAMPLER;
    }
    if (*row)
        qsort(*row, count, sizeof **row, by_binding);
    return *row ? count : 0;
}

/* A block of the array has a number that is written. */
static bool has_written_block(const struct check_entry *entry, const struct wf_shader_resource *r)
{
    bool written = false;
    for (unsigned n = 0; n < entry->sizes.any->buffers; n++) {
        const struct wf_kernel_buffer *b = &entry->sizes.any->buffer[n];
        written |= b->is_element && b->array_set == r->set && b->array_binding == r->binding &&
                   entry->sizes.any->shader.written[n];
    }
    return written;
}

const char *check_access(const struct check_entry *entry, const struct check_row *row)
{
    if (!row->r->used)
        return "not used";
    if (row->r->kind == WF_SHADER_SAMPLER)
        return "";
    if (row->r->is_uniform)
        return "read only";
    if (!entry->sizes.any)
        return "";
    return entry->sizes.any->shader.written[row->number] || has_written_block(entry, row->r) ? "written" : "only read";
}

bool check_feature(const char *capability, char text[64])
{
    const bool old = !strncmp(capability, "Subgroup", 8);
    size_t n = 0;
    if (!old && strncmp(capability, "GroupNonUniform", 15) != 0)
        return false;
    for (const char *at = capability + (old ? 8 : 15); *at && n < 60; at++) {
        if (!strcmp(at, "KHR") || !strcmp(at, "NV") || !strcmp(at, "EXT"))
            break;
        if (n && isupper((unsigned char)*at))
            text[n++] = ' ';
        text[n++] = (char)tolower((unsigned char)*at);
    }
    text[n] = '\0';
    if (!n)
        snprintf(text, 64, "basic");
    return true;
}

bool check_is_filled_in(const struct check_entry *entry, const struct wf_shader_constant *constant)
{
    return constant->id == WF_SHADER_WAVE_COUNT && wf_shader_wave_count(entry->shader);
}

enum wf_stage check_stage(const struct check_entry *entry)
{
    const enum wf_stage stage = wf_shader_stage(entry->shader);
    return stage == WF_STAGE_COMPUTE ? entry->dispatch->attributes->desc.stage : stage;
}

uint32_t check_num_waves(const struct check_entry *entry)
{
    const struct wf_desc *d = &entry->dispatch->attributes->desc;
    uint32_t size[3];
    bool flat;
    wf_shader_local_size(entry->shader, size, &flat);
    const uint32_t waves = entry->dispatch->num_waves ? entry->dispatch->num_waves : d->has_numwaves ? d->num_waves : 0;
    return waves || size[0] ? waves : wf_shader_subgroups(entry->shader).per_workgroup;
}
