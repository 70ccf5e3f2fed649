/* SPDX-License-Identifier: Apache-2.0 */
#include "stage.h"

static VkDescriptorType type_of(const struct stage *s, uint32_t binding)
{
    return s->uniform >> binding & 1 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

VkDescriptorSet stage_set(struct kit *kit, const struct stage *s, const struct kit_pipeline *p, const struct kit_buffer *const *buffer)
{
    VkDescriptorSet set;

    KIT_NEED(vkAllocateDescriptorSets(kit->device, &(VkDescriptorSetAllocateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = kit->descriptors, .descriptorSetCount = 1, .pSetLayouts = &p->set}, &set));
    for (uint32_t i = 0; i < s->buffers; i++) {
        const VkDescriptorBufferInfo info = {buffer[i]->buffer, 0, VK_WHOLE_SIZE};
        vkUpdateDescriptorSets(kit->device, 1, &(VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = i, .descriptorCount = 1, .descriptorType = type_of(s, i),
            .pBufferInfo = &info}, 0, NULL);
    }
    return set;
}

VkResult stage_pipeline(struct kit *kit, const struct stage *s, struct kit_pipeline *p)
{
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, .requiredSubgroupSize = s->required};
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, s->push};
    VkDescriptorSetLayoutBinding binding[16];
    VkSpecializationMapEntry entry[16];
    VkShaderModule shader;

    *p = (struct kit_pipeline){.pipeline = VK_NULL_HANDLE};
    for (uint32_t i = 0; i < s->buffers; i++)
        binding[i] = (VkDescriptorSetLayoutBinding){i, type_of(s, i), 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    for (uint32_t i = 0; i < s->specs; i++)
        entry[i] = (VkSpecializationMapEntry){i, 4 * i, 4};
    const VkSpecializationInfo specs = {s->specs, entry, 4 * s->specs, s->spec};
    KIT_NEED(vkCreateDescriptorSetLayout(kit->device, &(VkDescriptorSetLayoutCreateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = s->buffers, .pBindings = binding}, NULL, &p->set));
    KIT_NEED(vkCreatePipelineLayout(kit->device, &(VkPipelineLayoutCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &p->set,
        .pushConstantRangeCount = s->push != 0, .pPushConstantRanges = &range}, NULL, &p->layout));
    KIT_NEED(vkCreateShaderModule(kit->device, &(VkShaderModuleCreateInfo){
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = s->bytes, .pCode = s->module}, NULL, &shader));
    const VkResult result = vkCreateComputePipelines(kit->device, VK_NULL_HANDLE, 1, &(VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = p->layout, .flags = s->pipeline_flags,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .pNext = s->required ? &size : NULL, .flags = s->flags,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = shader, .pName = "main", .pSpecializationInfo = s->specs ? &specs : NULL}},
        NULL, &p->pipeline);
    vkDestroyShaderModule(kit->device, shader, NULL);
    return result;
}
