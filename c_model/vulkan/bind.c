/* SPDX-License-Identifier: Apache-2.0
 * bind.c - what is bound for the next dispatch: pipeline, sets, pushed descriptors and constants.
 */
#include "addresses.h"
#include "command.h"

#include <string.h>

void wfv_CmdBindPipeline(VkCommandBuffer commandBuffer, VkPipelineBindPoint pipelineBindPoint, VkPipeline pipeline)
{
    struct wfv_commands *c = wfv_commands_of(commandBuffer);
    struct wfv_pipeline *p = wfv_pipeline_of(pipeline);

    (void)pipelineBindPoint;
    c->bound.pipeline = p && wfv_commands_use(c, &p->held) ? p : NULL;
}

/* What is left of the offsets of a call. */
struct offsets {
    const uint32_t *offset;
    uint32_t left;
};

static void bind_set(struct wfv_commands *c, uint32_t at, struct wfv_set *set, struct offsets *offsets)
{
    const uint32_t needed = set ? set->layout->dynamics : 0, given = needed < offsets->left ? needed : offsets->left;
    uint32_t *dynamic = needed ? wfv_commands_new(c, needed * sizeof *dynamic) : NULL;

    c->bound.set[at] = set && wfv_commands_use(c, &set->held) ? set : NULL;
    c->bound.set_at[at] = 0;
    c->bound.dynamic[at] = dynamic;
    if (!dynamic)
        return;
    memcpy(dynamic, offsets->offset, given * sizeof *dynamic);
    offsets->offset += given;
    offsets->left -= given;
}

void wfv_CmdBindDescriptorSets(VkCommandBuffer commandBuffer, VkPipelineBindPoint pipelineBindPoint,
                               VkPipelineLayout layout, uint32_t firstSet, uint32_t descriptorSetCount,
                               const VkDescriptorSet *pDescriptorSets, uint32_t dynamicOffsetCount,
                               const uint32_t *pDynamicOffsets)
{
    struct wfv_commands *c = wfv_commands_of(commandBuffer);
    struct offsets offsets = {pDynamicOffsets, dynamicOffsetCount};

    (void)pipelineBindPoint, (void)layout;      /* bindings are found by their numbers, whatever else is bound */
    for (uint32_t i = 0; i < descriptorSetCount && firstSet + i < WFV_SETS; i++)
        bind_set(c, firstSet + i, wfv_set_of(pDescriptorSets[i]), &offsets);
}

void wfv_CmdPushConstants(VkCommandBuffer commandBuffer, VkPipelineLayout layout, VkShaderStageFlags stageFlags,
                          uint32_t offset, uint32_t size, const void *pValues)
{
    (void)layout, (void)stageFlags;
    if (offset <= WFV_PUSH && size <= WFV_PUSH - offset)
        memcpy(wfv_commands_of(commandBuffer)->bound.push + offset, pValues, size);
}

/* ---- pushed descriptors ------------------------------------------------------------------------------------------ */

/* Of the command buffer, for the program may destroy its own before the commands run.  NULL: no memory. */
static struct wfv_set_layout *own_layout(struct wfv_commands *c, const struct wfv_set_layout *layout)
{
    struct wfv_set_layout *own = wfv_commands_new(c, layout->bytes);

    if (own)
        wfv_set_layout_copy(own, layout);
    return own;
}

struct wfv_set *wfv_push_set(struct wfv_commands *c, const struct wfv_pipeline_layout *layout, uint32_t set)
{
    const struct wfv_set_layout *sl = set < layout->sets ? layout->set[set] : NULL;
    struct wfv_set *before = set < WFV_SETS ? c->bound.set[set] : NULL;

    if (!sl)
        return NULL;
    if (before && !wfv_set_layouts_match(before->layout, sl))
        before = NULL;
    /* a set of its own: what was pushed for the dispatches before stays theirs */
    const size_t descriptors = sl->descriptors * sizeof(struct wfv_descriptor);
    struct wfv_set *pushed = wfv_commands_new(c, sizeof *pushed + descriptors + sl->inline_bytes);
    struct wfv_set_layout *own = !pushed ? NULL : before ? before->layout : own_layout(c, sl);
    if (!own)
        return NULL;
    pushed->layout = own;
    pushed->inline_byte = (unsigned char *)pushed->descriptor + descriptors;
    if (before)
        memcpy(pushed->descriptor, before->descriptor, descriptors + sl->inline_bytes);
    else
        wfv_set_init(pushed);
    c->bound.set[set] = pushed;
    c->bound.set_at[set] = 0;
    c->bound.dynamic[set] = NULL;
    return pushed;
}

void wfv_CmdPushDescriptorSetKHR(VkCommandBuffer commandBuffer, VkPipelineBindPoint pipelineBindPoint,
                                 VkPipelineLayout layout, uint32_t set, uint32_t descriptorWriteCount,
                                 const VkWriteDescriptorSet *pDescriptorWrites)
{
    struct wfv_set *pushed = wfv_push_set(wfv_commands_of(commandBuffer), wfv_pipeline_layout_of(layout), set);

    (void)pipelineBindPoint;
    for (uint32_t i = 0; pushed && i < descriptorWriteCount; i++)
        wfv_descriptors_write(pushed, &pDescriptorWrites[i]);
}

/* ---- descriptor buffers ------------------------------------------------------------------------------------------ */

void wfv_CmdBindDescriptorBuffersEXT(VkCommandBuffer commandBuffer, uint32_t bufferCount,
                                     const VkDescriptorBufferBindingInfoEXT *pBindingInfos)
{
    struct wfv_commands *c = wfv_commands_of(commandBuffer);

    if (bufferCount > WFV_DESCRIPTOR_BUFFERS)
        wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "vkCmdBindDescriptorBuffersEXT: %u buffers; the device has %u",
                 (unsigned)bufferCount, (unsigned)WFV_DESCRIPTOR_BUFFERS);
    for (uint32_t i = 0; i < bufferCount && i < WFV_DESCRIPTOR_BUFFERS; i++) {
        c->bound.buffer_at[i] = wfv_address_place(c->device, pBindingInfos[i].address);
        if (!c->bound.buffer_at[i])
            wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "vkCmdBindDescriptorBuffersEXT: address 0x%llx of no buffer",
                     (unsigned long long)pBindingInfos[i].address);
    }
}

void wfv_CmdSetDescriptorBufferOffsetsEXT(VkCommandBuffer commandBuffer, VkPipelineBindPoint pipelineBindPoint,
                                          VkPipelineLayout layout, uint32_t firstSet, uint32_t setCount,
                                          const uint32_t *pBufferIndices, const VkDeviceSize *pOffsets)
{
    struct wfv_commands *c = wfv_commands_of(commandBuffer);

    (void)pipelineBindPoint, (void)layout;
    for (uint32_t i = 0; i < setCount && firstSet + i < WFV_SETS; i++) {
        const uint32_t n = pBufferIndices[i];
        const uint64_t at = n < WFV_DESCRIPTOR_BUFFERS ? c->bound.buffer_at[n] : 0;
        if (!at)
            wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT,
                     "vkCmdSetDescriptorBufferOffsetsEXT: descriptor buffer %u is not bound", (unsigned)n);
        c->bound.set[firstSet + i] = NULL;
        c->bound.dynamic[firstSet + i] = NULL;
        c->bound.set_at[firstSet + i] = at ? at + pOffsets[i] : 0;
    }
}

/* A set of immutable samplers alone. */
void wfv_CmdBindDescriptorBufferEmbeddedSamplersEXT(VkCommandBuffer commandBuffer,
                                                    VkPipelineBindPoint pipelineBindPoint, VkPipelineLayout layout,
                                                    uint32_t set)
{
    (void)pipelineBindPoint;
    wfv_push_set(wfv_commands_of(commandBuffer), wfv_pipeline_layout_of(layout), set);
}
