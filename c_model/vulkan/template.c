/* SPDX-License-Identifier: Apache-2.0
 * template.c - VkDescriptorUpdateTemplate.
 */
#include "command.h"

#include <string.h>

struct wfv_template {
    uint32_t entries;
    VkDescriptorUpdateTemplateEntry entry[];
};
WFV_HANDLE(VkDescriptorUpdateTemplate, wfv_template)

VkResult wfv_CreateDescriptorUpdateTemplate(VkDevice device, const VkDescriptorUpdateTemplateCreateInfo *pCreateInfo,
                                            const VkAllocationCallbacks *pAllocator,
                                            VkDescriptorUpdateTemplate *pTemplate)
{
    const uint32_t entries = pCreateInfo->descriptorUpdateEntryCount;
    struct wfv_template *t = wfv_new(pAllocator, wfv_own(device), sizeof *t + entries * sizeof *t->entry,
                                     VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);

    if (!t)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    t->entries = entries;
    memcpy(t->entry, pCreateInfo->pDescriptorUpdateEntries, entries * sizeof *t->entry);
    *pTemplate = wfv_template_handle(t);
    return VK_SUCCESS;
}

void wfv_DestroyDescriptorUpdateTemplate(VkDevice device, VkDescriptorUpdateTemplate descriptorUpdateTemplate,
                                         const VkAllocationCallbacks *pAllocator)
{
    wfv_delete(pAllocator, wfv_own(device), wfv_template_of(descriptorUpdateTemplate));
}

/* What is at these bytes is a structure of any of the three kinds, or the bytes of an inline uniform block. */
static void update(struct wfv_set *set, const VkDescriptorUpdateTemplateEntry *e, const unsigned char *data)
{
    const VkWriteDescriptorSetInlineUniformBlock bytes = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK, .dataSize = e->descriptorCount,
        .pData = data + e->offset};
    const bool is_inline = wfv_is_inline(e->descriptorType);

    for (uint32_t n = 0; n < (is_inline ? 1 : e->descriptorCount); n++) {
        const void *at = data + e->offset + n * e->stride;
        const VkWriteDescriptorSet write = {.pNext = is_inline ? &bytes : NULL, .dstBinding = e->dstBinding,
                                            .dstArrayElement = e->dstArrayElement + n,
                                            .descriptorCount = is_inline ? e->descriptorCount : 1,
                                            .descriptorType = e->descriptorType, .pImageInfo = at, .pBufferInfo = at,
                                            .pTexelBufferView = at};
        wfv_descriptors_write(set, &write);
    }
}

void wfv_UpdateDescriptorSetWithTemplate(VkDevice device, VkDescriptorSet descriptorSet,
                                         VkDescriptorUpdateTemplate descriptorUpdateTemplate, const void *pData)
{
    const struct wfv_template *t = wfv_template_of(descriptorUpdateTemplate);
    struct wfv_device *d = wfv_device_of(device);

    pthread_mutex_lock(&d->descriptors_lock);
    for (uint32_t i = 0; i < t->entries; i++)
        update(wfv_set_of(descriptorSet), &t->entry[i], pData);
    pthread_mutex_unlock(&d->descriptors_lock);
}

void wfv_CmdPushDescriptorSetWithTemplateKHR(VkCommandBuffer commandBuffer,
                                             VkDescriptorUpdateTemplate descriptorUpdateTemplate,
                                             VkPipelineLayout layout, uint32_t set, const void *pData)
{
    const struct wfv_template *t = wfv_template_of(descriptorUpdateTemplate);
    struct wfv_set *pushed = wfv_push_set(wfv_commands_of(commandBuffer), wfv_pipeline_layout_of(layout), set);

    for (uint32_t i = 0; pushed && i < t->entries; i++)
        update(pushed, &t->entry[i], pData);
}
