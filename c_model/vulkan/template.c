/* SPDX-License-Identifier: Apache-2.0
 * template.c - VkDescriptorUpdateTemplate.
 */
#include "command.h"

#include <string.h>

struct wfv_template {
    uint32_t entries, set;              /* set: of pushed descriptors */
    VkDescriptorUpdateTemplateEntry entry[];
};
WFV_HANDLE(VkDescriptorUpdateTemplate, wfv_template)

VkResult wfv_CreateDescriptorUpdateTemplate(VkDevice device, const VkDescriptorUpdateTemplateCreateInfo *pCreateInfo,
                                            const VkAllocationCallbacks *pAllocator, VkDescriptorUpdateTemplate *pTemplate)
{
    const uint32_t entries = pCreateInfo->descriptorUpdateEntryCount;
    struct wfv_template *t = wfv_new(pAllocator, wfv_device_of(device)->own, sizeof *t + entries * sizeof *t->entry, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);

    if (!t)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    t->entries = entries;
    t->set = pCreateInfo->set;
    memcpy(t->entry, pCreateInfo->pDescriptorUpdateEntries, entries * sizeof *t->entry);
    *pTemplate = wfv_template_handle(t);
    return VK_SUCCESS;
}

void wfv_DestroyDescriptorUpdateTemplate(VkDevice device, VkDescriptorUpdateTemplate descriptorUpdateTemplate,
                                         const VkAllocationCallbacks *pAllocator)
{
    wfv_delete(pAllocator, wfv_device_of(device)->own, wfv_template_of(descriptorUpdateTemplate));
}

/* What is at these bytes is a structure of any of the three kinds. */
static void update(struct wfv_set *set, const VkDescriptorUpdateTemplateEntry *e, const unsigned char *data)
{
    for (uint32_t n = 0; n < e->descriptorCount; n++) {
        const void *at = data + e->offset + n * e->stride;
        const VkWriteDescriptorSet write = {.dstBinding = e->dstBinding, .dstArrayElement = e->dstArrayElement + n,
                                            .descriptorCount = 1, .descriptorType = e->descriptorType, .pImageInfo = at,
                                            .pBufferInfo = at, .pTexelBufferView = at};
        wfv_descriptors_write(set, &write);
    }
}

void wfv_UpdateDescriptorSetWithTemplate(VkDevice device, VkDescriptorSet descriptorSet,
                                         VkDescriptorUpdateTemplate descriptorUpdateTemplate, const void *pData)
{
    const struct wfv_template *t = wfv_template_of(descriptorUpdateTemplate);

    (void)device;
    for (uint32_t i = 0; i < t->entries; i++)
        update(wfv_set_of(descriptorSet), &t->entry[i], pData);
}

void wfv_CmdPushDescriptorSetWithTemplateKHR(VkCommandBuffer commandBuffer, VkDescriptorUpdateTemplate descriptorUpdateTemplate,
                                             VkPipelineLayout layout, uint32_t set, const void *pData)
{
    const struct wfv_template *t = wfv_template_of(descriptorUpdateTemplate);

    wfv_CmdPushDescriptorSetKHR(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, layout, set, 0, NULL);
    struct wfv_set *pushed = set < WFV_SETS ? wfv_commands_of(commandBuffer)->bound.set[set] : NULL;
    for (uint32_t i = 0; pushed && i < t->entries; i++)
        update(pushed, &t->entry[i], pData);
}
