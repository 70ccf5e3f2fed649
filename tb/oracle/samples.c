/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "samples.h"

#include <limits.h>
#include <stdio.h>

enum { MOST_WORDS = 1024, BINDINGS = 2 };
static const VkDescriptorType types[BINDINGS] = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};

static VkResult make_module(const struct wfo_device *d, VkShaderModule *module)
{
    uint32_t word[MOST_WORDS];
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/samples.spv", d->here);
    FILE *file = fopen(path, "rb");
    const size_t words = file ? fread(word, sizeof *word, MOST_WORDS, file) : 0;
    if (file)
        fclose(file);
    const VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = words * sizeof *word, .pCode = word};
    return words ? vkCreateShaderModule(d->device, &info, NULL, module) : VK_ERROR_INITIALIZATION_FAILED;
}

static VkResult make_layout(const struct wfo_device *d, struct wfo_samples *s)
{
    VkDescriptorSetLayoutBinding binding[BINDINGS];

    for (uint32_t n = 0; n < BINDINGS; n++)
        binding[n] = (VkDescriptorSetLayoutBinding){.binding = n, .descriptorType = types[n], .descriptorCount = 1, .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    const VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = BINDINGS, .pBindings = binding};
    const VkPipelineLayoutCreateInfo all = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &s->layout};
    const VkResult result = vkCreateDescriptorSetLayout(d->device, &info, NULL, &s->layout);
    return result == VK_SUCCESS ? vkCreatePipelineLayout(d->device, &all, NULL, &s->pipeline_layout) : result;
}

static VkResult make_set(const struct wfo_device *d, VkImageView view, VkBuffer buffer, struct wfo_samples *s)
{
    const VkDescriptorPoolSize size[BINDINGS] = {{types[0], 1}, {types[1], 1}};
    const VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = BINDINGS,
                                             .pPoolSizes = size};
    VkResult result = vkCreateDescriptorPool(d->device, &pool, NULL, &s->pool);

    if (result != VK_SUCCESS)
        return result;
    const VkDescriptorSetAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = s->pool,
                                                  .descriptorSetCount = 1, .pSetLayouts = &s->layout};
    result = vkAllocateDescriptorSets(d->device, &allocate, &s->set);
    if (result != VK_SUCCESS)
        return result;
    const VkDescriptorImageInfo image = {.imageView = view, .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
    const VkDescriptorBufferInfo words = {.buffer = buffer, .range = VK_WHOLE_SIZE};
    const VkWriteDescriptorSet first = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = s->set, .descriptorCount = 1};
    VkWriteDescriptorSet write[BINDINGS] = {first, first};
    for (uint32_t n = 0; n < BINDINGS; n++) {
        write[n].dstBinding = n;
        write[n].descriptorType = types[n];
        write[n].pImageInfo = &image;
        write[n].pBufferInfo = &words;
    }
    vkUpdateDescriptorSets(d->device, BINDINGS, write, 0, NULL);
    return VK_SUCCESS;
}

static VkResult make_pipeline(const struct wfo_device *d, uint32_t samples, uint32_t back, struct wfo_samples *s)
{
    const uint32_t constant[2] = {samples, back};
    const VkSpecializationMapEntry entry[2] = {{0, 0, sizeof *constant}, {1, sizeof *constant, sizeof *constant}};
    const VkSpecializationInfo constants = {.mapEntryCount = 2, .pMapEntries = entry, .dataSize = sizeof constant, .pData = constant};
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = s->pipeline_layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = s->module,
                  .pName = "main", .pSpecializationInfo = &constants}};

    return vkCreateComputePipelines(d->device, VK_NULL_HANDLE, 1, &info, NULL, &s->pipeline[back]);
}

VkResult wfo_samples_make(const struct wfo_device *d, VkImageView view, VkBuffer buffer, uint32_t width, uint32_t height, uint32_t samples,
                          struct wfo_samples *s)
{
    VkResult result = make_module(d, &s->module);

    s->width = width;
    s->height = height;
    if (result == VK_SUCCESS)
        result = make_layout(d, s);
    if (result == VK_SUCCESS)
        result = make_set(d, view, buffer, s);
    for (uint32_t back = 0; back < 2 && result == VK_SUCCESS; back++)
        result = make_pipeline(d, samples, back, s);
    return result;
}

void wfo_samples_copy(VkCommandBuffer commands, const struct wfo_samples *s, bool back)
{
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline[back]);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline_layout, 0, 1, &s->set, 0, NULL);
    vkCmdDispatch(commands, s->width, s->height, 1);
}

void wfo_samples_free(const struct wfo_device *d, struct wfo_samples *s)
{
    vkDestroyPipeline(d->device, s->pipeline[0], NULL);
    vkDestroyPipeline(d->device, s->pipeline[1], NULL);
    vkDestroyPipelineLayout(d->device, s->pipeline_layout, NULL);
    vkDestroyDescriptorPool(d->device, s->pool, NULL);
    vkDestroyDescriptorSetLayout(d->device, s->layout, NULL);
    vkDestroyShaderModule(d->device, s->module, NULL);
}
