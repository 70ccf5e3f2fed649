/* SPDX-License-Identifier: Apache-2.0 */
#include "stage.h"

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
        binding[i] = (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
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
