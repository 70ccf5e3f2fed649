/* SPDX-License-Identifier: Apache-2.0
 * sets.h - layouts, pipelines and sets in a few calls, for the tests of descriptors and memory.
 */
#ifndef WF_VULKAN_SETS_H
#define WF_VULKAN_SETS_H

#include <stdlib.h>
#include <string.h>

#include "kit.h"

/* What these tests enable: every feature of descriptors, addresses and small types; robust access if asked for. */
struct sets_features {
    VkPhysicalDeviceFeatures2 core;
    VkPhysicalDeviceVulkan11Features v11;
    VkPhysicalDeviceVulkan12Features v12;
    VkPhysicalDeviceVulkan13Features v13;
    VkPhysicalDeviceRobustness2FeaturesEXT robust;
};
enum sets_robust { SETS_FRAGILE, SETS_NULL, SETS_ROBUST, SETS_ROBUST2 };

static inline void sets_open(struct kit *kit, enum sets_robust robust)
{
    static struct sets_features f;
    static const char *const extension[] = {VK_EXT_ROBUSTNESS_2_EXTENSION_NAME, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME};

    f = (struct sets_features){
        .core = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f.v11, .features = {
            .robustBufferAccess = robust >= SETS_ROBUST, .shaderInt64 = VK_TRUE, .shaderInt16 = VK_TRUE,
            .shaderUniformBufferArrayDynamicIndexing = VK_TRUE, .shaderStorageBufferArrayDynamicIndexing = VK_TRUE,
            .shaderSampledImageArrayDynamicIndexing = VK_TRUE, .shaderStorageImageArrayDynamicIndexing = VK_TRUE}},
        .v11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &f.v12,
                .storageBuffer16BitAccess = VK_TRUE, .uniformAndStorageBuffer16BitAccess = VK_TRUE},
        .v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &f.v13,
                .storageBuffer8BitAccess = VK_TRUE, .uniformAndStorageBuffer8BitAccess = VK_TRUE, .shaderInt8 = VK_TRUE,
                .shaderBufferInt64Atomics = VK_TRUE, .bufferDeviceAddress = VK_TRUE, .scalarBlockLayout = VK_TRUE,
                .timelineSemaphore = VK_TRUE,
                .shaderUniformTexelBufferArrayDynamicIndexing = VK_TRUE, .shaderStorageTexelBufferArrayDynamicIndexing = VK_TRUE,
                .shaderUniformBufferArrayNonUniformIndexing = VK_TRUE, .shaderSampledImageArrayNonUniformIndexing = VK_TRUE,
                .shaderStorageBufferArrayNonUniformIndexing = VK_TRUE, .shaderStorageImageArrayNonUniformIndexing = VK_TRUE,
                .shaderUniformTexelBufferArrayNonUniformIndexing = VK_TRUE, .shaderStorageTexelBufferArrayNonUniformIndexing = VK_TRUE,
                .descriptorBindingUniformBufferUpdateAfterBind = VK_TRUE, .descriptorBindingSampledImageUpdateAfterBind = VK_TRUE,
                .descriptorBindingStorageImageUpdateAfterBind = VK_TRUE, .descriptorBindingStorageBufferUpdateAfterBind = VK_TRUE,
                .descriptorBindingUniformTexelBufferUpdateAfterBind = VK_TRUE, .descriptorBindingStorageTexelBufferUpdateAfterBind = VK_TRUE,
                .descriptorBindingUpdateUnusedWhilePending = VK_TRUE, .descriptorBindingPartiallyBound = VK_TRUE,
                .descriptorBindingVariableDescriptorCount = VK_TRUE, .runtimeDescriptorArray = VK_TRUE},
        .v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = robust == SETS_FRAGILE ? NULL : &f.robust,
                .robustImageAccess = robust >= SETS_ROBUST, .inlineUniformBlock = VK_TRUE,
                .descriptorBindingInlineUniformBlockUpdateAfterBind = VK_TRUE, .subgroupSizeControl = VK_TRUE,
                .synchronization2 = VK_TRUE, .maintenance4 = VK_TRUE},
        .robust = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT, .robustBufferAccess2 = robust == SETS_ROBUST2,
                   .robustImageAccess2 = robust == SETS_ROBUST2, .nullDescriptor = VK_TRUE}};
    kit_open(kit, &(struct kit_wishes){.extension = extension, .extensions = 2, .features = &f});
}

/* One binding of a layout, for the compute stage. */
#define SETS_BINDING(number, type, count) {number, VK_DESCRIPTOR_TYPE_##type, count, VK_SHADER_STAGE_COMPUTE_BIT, NULL}

/* flags: [count] of VkDescriptorBindingFlags, or NULL. */
static inline VkDescriptorSetLayout sets_layout(struct kit *kit, const VkDescriptorSetLayoutBinding *binding, uint32_t count,
                                                const VkDescriptorBindingFlags *flags, VkDescriptorSetLayoutCreateFlags create)
{
    const VkDescriptorSetLayoutBindingFlagsCreateInfo chain = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO, .bindingCount = count, .pBindingFlags = flags};
    VkDescriptorSetLayout layout;

    KIT_NEED(vkCreateDescriptorSetLayout(kit->device, &(VkDescriptorSetLayoutCreateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .pNext = flags ? &chain : NULL, .flags = create,
        .bindingCount = count, .pBindings = binding}, NULL, &layout));
    return layout;
}

struct sets_pipeline {
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkResult result;                    /* of making the pipeline */
};
static inline struct sets_pipeline sets_try_pipeline(struct kit *kit, const uint32_t *module, size_t bytes,
                                                     const VkDescriptorSetLayout *set, uint32_t sets, uint32_t push)
{
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, push};
    struct sets_pipeline p = {.pipeline = VK_NULL_HANDLE};
    VkShaderModule shader;

    KIT_NEED(vkCreatePipelineLayout(kit->device, &(VkPipelineLayoutCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = sets, .pSetLayouts = set,
        .pushConstantRangeCount = push != 0, .pPushConstantRanges = &range}, NULL, &p.layout));
    KIT_NEED(vkCreateShaderModule(kit->device, &(VkShaderModuleCreateInfo){
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = module}, NULL, &shader));
    p.result = vkCreateComputePipelines(kit->device, VK_NULL_HANDLE, 1, &(VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = p.layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = shader, .pName = "main"}}, NULL, &p.pipeline);
    vkDestroyShaderModule(kit->device, shader, NULL);
    return p;
}
static inline struct sets_pipeline sets_pipeline(struct kit *kit, const uint32_t *module, size_t bytes,
                                                 const VkDescriptorSetLayout *set, uint32_t sets, uint32_t push)
{
    const struct sets_pipeline p = sets_try_pipeline(kit, module, bytes, set, sets, push);

    KIT_NEED(p.result);
    return p;
}
static inline void sets_pipeline_free(struct kit *kit, const struct sets_pipeline *p)
{
    vkDestroyPipeline(kit->device, p->pipeline, NULL);
    vkDestroyPipelineLayout(kit->device, p->layout, NULL);
}

/* Room for this many sets, and this many descriptors of each type in the list. */
static inline VkDescriptorPool sets_pool(struct kit *kit, uint32_t sets, const VkDescriptorPoolSize *size, uint32_t sizes,
                                         uint32_t blocks, VkDescriptorPoolCreateFlags flags)
{
    const VkDescriptorPoolInlineUniformBlockCreateInfo chain = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO, .maxInlineUniformBlockBindings = blocks};
    VkDescriptorPool pool;

    KIT_NEED(vkCreateDescriptorPool(kit->device, &(VkDescriptorPoolCreateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .pNext = &chain, .flags = flags, .maxSets = sets,
        .poolSizeCount = sizes, .pPoolSizes = size}, NULL, &pool));
    return pool;
}

/* The result of allocating one; `variable`: the count of its last binding, or UINT32_MAX. */
static inline VkResult sets_try(struct kit *kit, VkDescriptorPool pool, VkDescriptorSetLayout layout, uint32_t variable,
                                VkDescriptorSet *set)
{
    const VkDescriptorSetVariableDescriptorCountAllocateInfo chain = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO, .descriptorSetCount = 1,
        .pDescriptorCounts = &variable};

    return vkAllocateDescriptorSets(kit->device, &(VkDescriptorSetAllocateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .pNext = variable != UINT32_MAX ? &chain : NULL,
        .descriptorPool = pool, .descriptorSetCount = 1, .pSetLayouts = &layout}, set);
}
static inline VkDescriptorSet sets_new(struct kit *kit, VkDescriptorPool pool, VkDescriptorSetLayout layout)
{
    VkDescriptorSet set;

    KIT_NEED(sets_try(kit, pool, layout, UINT32_MAX, &set));
    return set;
}

static inline void sets_write(struct kit *kit, VkDescriptorSet set, uint32_t binding, uint32_t element, VkDescriptorType type,
                              VkBuffer buffer, VkDeviceSize offset, VkDeviceSize range)
{
    const VkDescriptorBufferInfo info = {buffer, offset, range};

    vkUpdateDescriptorSets(kit->device, 1, &(VkWriteDescriptorSet){
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = binding, .dstArrayElement = element,
        .descriptorCount = 1, .descriptorType = type, .pBufferInfo = &info}, 0, NULL);
}
static inline void sets_write_bytes(struct kit *kit, VkDescriptorSet set, uint32_t binding, uint32_t first, const void *data,
                                    uint32_t bytes)
{
    const VkWriteDescriptorSetInlineUniformBlock chain = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK, .dataSize = bytes, .pData = data};

    vkUpdateDescriptorSets(kit->device, 1, &(VkWriteDescriptorSet){
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .pNext = &chain, .dstSet = set, .dstBinding = binding,
        .dstArrayElement = first, .descriptorCount = bytes, .descriptorType = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK}, 0, NULL);
}

#endif
