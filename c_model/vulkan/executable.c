/* SPDX-License-Identifier: Apache-2.0
 * executable.c - VK_KHR_pipeline_executable_properties: the codes of a pipeline, the first one made first.  One that
 * needs images has none before its first dispatch, and one for each set of formats after that.
 */
#include "pipeline.h"

#include "wavefold/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The code with this number from the end of the list, where the oldest is.  NULL: there are fewer. */
static const struct wfv_code *code_of(struct wfv_pipeline *p, uint32_t number)
{
    uint32_t count = 0;
    const struct wfv_code *c;

    pthread_mutex_lock(&p->lock);
    for (c = p->code; c; c = c->next)
        count++;
    c = p->code;
    for (uint32_t n = count; c && n > number + 1; n--)
        c = c->next;
    pthread_mutex_unlock(&p->lock);
    return number < count ? c : NULL;
}

VkResult wfv_GetPipelineExecutablePropertiesKHR(VkDevice device, const VkPipelineInfoKHR *pPipelineInfo,
                                                uint32_t *pExecutableCount,
                                                VkPipelineExecutablePropertiesKHR *pProperties)
{
    struct wfv_pipeline *p = wfv_pipeline_of(pPipelineInfo->pipeline);
    struct wfv_listing listing = wfv_list_begin(pProperties, pExecutableCount);

    (void)device;
    for (uint32_t n = 0; code_of(p, n); n++) {
        VkPipelineExecutablePropertiesKHR *e = wfv_list_next(&listing, sizeof *e);
        if (!e)
            continue;
        e->stages = VK_SHADER_STAGE_COMPUTE_BIT;
        snprintf(e->name, sizeof e->name, "%.200s", p->name);
        snprintf(e->description, sizeof e->description, "%s at wave size %u",
                 p->keys ? "code for the images of a dispatch," : "code", (unsigned)p->wave_size);
        e->subgroupSize = p->wave_size;
    }
    return wfv_list_end(&listing);
}

static void put(struct wfv_listing *listing, const char *name, const char *description, uint64_t value)
{
    VkPipelineExecutableStatisticKHR *s = wfv_list_next(listing, sizeof *s);

    if (!s)
        return;
    snprintf(s->name, sizeof s->name, "%s", name);
    snprintf(s->description, sizeof s->description, "%s", description);
    s->format = VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR;
    s->value.u64 = value;
}

VkResult wfv_GetPipelineExecutableStatisticsKHR(VkDevice device, const VkPipelineExecutableInfoKHR *pExecutableInfo,
                                                uint32_t *pStatisticCount,
                                                VkPipelineExecutableStatisticKHR *pStatistics)
{
    const struct wf_device *machine = &wfv_device_of(device)->physical->machine;
    struct wfv_pipeline *p = wfv_pipeline_of(pExecutableInfo->pipeline);
    const struct wfv_code *c = code_of(p, pExecutableInfo->executableIndex);
    struct wfv_listing listing = wfv_list_begin(pStatistics, pStatisticCount);
    struct wf_shape shape;

    if (c && wf_dispatch_check(&c->desc, machine, &shape) == WF_REJECT_NONE) {
        put(&listing, "Instructions", "Instructions of the code", c->code.count);
        put(&listing, "Registers", "Registers of a lane that the code names",
            wf_code_registers(c->code.word, c->code.count));
        put(&listing, "LDS", "Bytes of shared memory of a workgroup", c->code.lds_bytes);
        put(&listing, "Scratch", "Bytes of scratch memory of a lane", 4 * (uint64_t)c->code.scratch_words);
        put(&listing, "Waves", "Waves of a workgroup", shape.waves);
        put(&listing, "Occupancy", "Waves that a core holds at once, as far as registers and shared memory go",
            wf_dispatch_occupancy(&c->desc, machine, &shape).waves);
        put(&listing, "Dispatches in parts", "Dispatches on the model so far, in parts on the cores of the host",
            atomic_load(&c->runs->in_parts));
        put(&listing, "Whole dispatches",
            "Dispatches on the model so far, on one machine: of one group, watched, or of "
            "groups that see each other",
            atomic_load(&c->runs->whole));
    }
    return wfv_list_end(&listing);
}

/* Line by line; into `text` when it is not NULL.  The size, with the end. */
static size_t disassemble(const struct wfv_code *c, char *text, size_t room)
{
    size_t used = 0;

    for (size_t at = 0; at < c->code.count; at++) {
        char line[400];
        const int length = wf_code_disassemble(c->code.word, at, line, sizeof line - 1);
        const size_t bytes = length < 0 ? 0 : (size_t)length < sizeof line - 2 ? (size_t)length : sizeof line - 2;
        line[bytes] = '\n';
        if (text && used < room) {
            const size_t left = room - 1 - used;
            memcpy(text + used, line, bytes + 1 < left ? bytes + 1 : left);
        }
        used += bytes + 1;
    }
    if (text && room)
        text[used < room ? used : room - 1] = '\0';
    return used + 1;
}

VkResult wfv_GetPipelineExecutableInternalRepresentationsKHR(
    VkDevice device, const VkPipelineExecutableInfoKHR *pExecutableInfo, uint32_t *pInternalRepresentationCount,
    VkPipelineExecutableInternalRepresentationKHR *pInternalRepresentations)
{
    const struct wfv_code *c = code_of(wfv_pipeline_of(pExecutableInfo->pipeline), pExecutableInfo->executableIndex);
    struct wfv_listing listing = wfv_list_begin(pInternalRepresentations, pInternalRepresentationCount);
    VkPipelineExecutableInternalRepresentationKHR *r = c ? wfv_list_next(&listing, sizeof *r) : NULL;
    bool is_whole = true;

    (void)device;
    if (r) {
        const size_t size = disassemble(c, NULL, 0);
        snprintf(r->name, sizeof r->name, "Disassembly");
        snprintf(r->description, sizeof r->description, "Instructions of the machine, a line each");
        r->isText = VK_TRUE;
        is_whole = !r->pData || r->dataSize >= size;
        if (r->pData)
            disassemble(c, r->pData, r->dataSize);
        if (!r->pData || is_whole)
            r->dataSize = size;
    }
    const VkResult result = wfv_list_end(&listing);
    return is_whole ? result : VK_INCOMPLETE;
}
