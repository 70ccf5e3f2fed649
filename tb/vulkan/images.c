/* SPDX-License-Identifier: Apache-2.0 */
#include "images.h"

#include <stdlib.h>
#include <string.h>

void kit_open_images(struct kit *kit, const char *program, bool robust)
{
    static const char *const extension[] = {VK_EXT_SHADER_IMAGE_ATOMIC_INT64_EXTENSION_NAME, VK_EXT_IMAGE_2D_VIEW_OF_3D_EXTENSION_NAME,
                                            VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME};
    VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT wide = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_IMAGE_ATOMIC_INT64_FEATURES_EXT, .shaderImageInt64Atomics = VK_TRUE};
    VkPhysicalDeviceImage2DViewOf3DFeaturesEXT planes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_2D_VIEW_OF_3D_FEATURES_EXT, .pNext = &wide, .image2DViewOf3D = VK_TRUE, .sampler2DViewOf3D = VK_TRUE};
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT floats = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT, .pNext = &planes, .shaderImageFloat32Atomics = VK_TRUE,
        .shaderImageFloat32AtomicAdd = VK_TRUE};
    VkPhysicalDeviceVulkan13Features third = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = &floats, .robustImageAccess = robust, .subgroupSizeControl = VK_TRUE,
        .synchronization2 = VK_TRUE, .maintenance4 = VK_TRUE};
    VkPhysicalDeviceVulkan12Features second = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &third, .bufferDeviceAddress = VK_TRUE,
        .samplerMirrorClampToEdge = VK_TRUE};
    const VkPhysicalDeviceFeatures2 features = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &second,
        .features = {.imageCubeArray = VK_TRUE, .shaderImageGatherExtended = VK_TRUE, .shaderResourceMinLod = VK_TRUE, .shaderResourceResidency = VK_TRUE,
                     .shaderStorageImageMultisample = VK_TRUE, .shaderStorageImageReadWithoutFormat = VK_TRUE, .shaderInt64 = VK_TRUE,
                     .shaderStorageImageWriteWithoutFormat = VK_TRUE, .shaderStorageImageExtendedFormats = VK_TRUE, .shaderSampledImageArrayDynamicIndexing = VK_TRUE,
                     .shaderStorageImageArrayDynamicIndexing = VK_TRUE}};

    kit_choose(program);
    kit_open(kit, &(struct kit_wishes){.extension = extension, .extensions = 3, .features = &features});
}

/* ---- images ------------------------------------------------------------------------------------------------------ */

VkImageAspectFlags kit_aspect(VkFormat format)
{
    return format == VK_FORMAT_D16_UNORM || format == VK_FORMAT_D32_SFLOAT ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

static void to_general(struct kit *kit, const struct kit_image *image)
{
    const VkCommandBuffer commands = kit_begin(kit);
    const VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = image->info.initialLayout, .newLayout = VK_IMAGE_LAYOUT_GENERAL, .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED, .image = image->image,
        .subresourceRange = {kit_aspect(image->info.format), 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS}};

    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
    KIT_NEED(kit_submit(kit, commands));
}

static uint32_t or_one(uint32_t n)
{
    return n ? n : 1;
}

struct kit_image kit_image(struct kit *kit, VkImageCreateInfo info)
{
    struct kit_image image = {.info = info};
    VkMemoryRequirements needs;
    void *data;

    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.extent = (VkExtent3D){or_one(info.extent.width), or_one(info.extent.height), or_one(info.extent.depth)};
    info.mipLevels = or_one(info.mipLevels);
    info.arrayLayers = or_one(info.arrayLayers);
    info.samples = (VkSampleCountFlagBits)or_one((uint32_t)info.samples);
    if (!info.usage)
        info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT;
    image.info = info;
    KIT_NEED(vkCreateImage(kit->device, &info, NULL, &image.image));
    vkGetImageMemoryRequirements(kit->device, image.image, &needs);
    KIT_NEED(vkAllocateMemory(kit->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size}, NULL, &image.memory));
    KIT_NEED(vkBindImageMemory(kit->device, image.image, image.memory, 0));
    KIT_NEED(vkMapMemory(kit->device, image.memory, 0, VK_WHOLE_SIZE, 0, &data));
    image.byte = data;
    to_general(kit, &image);
    return image;
}

struct kit_image kit_image_2d(struct kit *kit, VkFormat format, uint32_t width, uint32_t height)
{
    return kit_image(kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_2D, .format = format, .extent = {width, height, 1}});
}

void kit_image_free(struct kit *kit, struct kit_image *image)
{
    vkDestroyImage(kit->device, image->image, NULL);
    vkFreeMemory(kit->device, image->memory, NULL);
}

VkImageView kit_view(struct kit *kit, const struct kit_image *image, VkImageViewType type, VkFormat format, struct kit_range r)
{
    const VkImageSubresourceRange range = {kit_aspect(format), r.level, r.levels ? r.levels : VK_REMAINING_MIP_LEVELS, r.layer,
                                           r.layers ? r.layers : VK_REMAINING_ARRAY_LAYERS};
    VkImageView view;

    KIT_NEED(vkCreateImageView(kit->device, &(VkImageViewCreateInfo){.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = image->image, .viewType = type,
                                                                     .format = format, .subresourceRange = range}, NULL, &view));
    return view;
}

struct kit_buffer kit_uniform_texels(struct kit *kit, VkDeviceSize size)
{
    struct kit_buffer b = {.size = size};
    VkMemoryRequirements needs;
    void *data;

    KIT_NEED(vkCreateBuffer(kit->device, &(VkBufferCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size,
                                                               .usage = VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT}, NULL, &b.buffer));
    vkGetBufferMemoryRequirements(kit->device, b.buffer, &needs);
    KIT_NEED(vkAllocateMemory(kit->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size}, NULL, &b.memory));
    KIT_NEED(vkBindBufferMemory(kit->device, b.buffer, b.memory, 0));
    KIT_NEED(vkMapMemory(kit->device, b.memory, 0, VK_WHOLE_SIZE, 0, &data));
    b.word = data;
    return b;
}

VkBufferView kit_texels(struct kit *kit, const struct kit_buffer *buffer, VkFormat format, VkDeviceSize offset, VkDeviceSize range)
{
    VkBufferView view;

    KIT_NEED(vkCreateBufferView(kit->device, &(VkBufferViewCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO, .buffer = buffer->buffer, .format = format,
                                                                       .offset = offset, .range = range}, NULL, &view));
    return view;
}

VkSamplerCreateInfo kit_sampler_info(void)
{
    return (VkSamplerCreateInfo){.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                 .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                 .maxLod = VK_LOD_CLAMP_NONE};
}

VkSampler kit_sampler(struct kit *kit, const VkSamplerCreateInfo *info)
{
    VkSampler sampler;

    KIT_NEED(vkCreateSampler(kit->device, info, NULL, &sampler));
    return sampler;
}

/* ---- texels ------------------------------------------------------------------------------------------------------ */

void kit_barrier(VkCommandBuffer commands)
{
    const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                     .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};

    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}

static VkBufferImageCopy whole(const struct kit_image *image, uint32_t level)
{
    const VkExtent3D e = image->info.extent;

    return (VkBufferImageCopy){.imageSubresource = {kit_aspect(image->info.format), level, 0, image->info.arrayLayers},
                               .imageExtent = {kit_half(e.width, level), kit_half(e.height, level), kit_half(e.depth, level)}};
}

void kit_fill(struct kit *kit, const struct kit_image *image, uint32_t level, const void *texel, size_t bytes)
{
    struct kit_buffer buffer = kit_buffer(kit, bytes);
    const VkCommandBuffer commands = kit_begin(kit);
    const VkBufferImageCopy region = whole(image, level);

    memcpy(buffer.word, texel, bytes);
    vkCmdCopyBufferToImage(commands, buffer.buffer, image->image, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    KIT_NEED(kit_submit(kit, commands));
    kit_buffer_free(kit, &buffer);
}

void kit_fetch(struct kit *kit, const struct kit_image *image, uint32_t level, void *texel, size_t bytes)
{
    struct kit_buffer buffer = kit_buffer(kit, bytes);
    const VkCommandBuffer commands = kit_begin(kit);
    const VkBufferImageCopy region = whole(image, level);

    vkCmdCopyImageToBuffer(commands, image->image, VK_IMAGE_LAYOUT_GENERAL, buffer.buffer, 1, &region);
    KIT_NEED(kit_submit(kit, commands));
    memcpy(texel, buffer.word, bytes);
    kit_buffer_free(kit, &buffer);
}

uint32_t kit_half(uint32_t size, uint32_t level)
{
    return size >> level ? size >> level : 1;
}

uint32_t kit_number(uint32_t level, uint32_t x, uint32_t y, uint32_t z)
{
    return (level + 1) << 24 | z << 16 | y << 8 | x;
}

void kit_fill_numbers(struct kit *kit, const struct kit_image *image)
{
    const VkExtent3D e = image->info.extent;

    for (uint32_t level = 0; level < image->info.mipLevels; level++) {
        const uint32_t w = kit_half(e.width, level), h = kit_half(e.height, level), d = kit_half(e.depth, level) * image->info.arrayLayers;
        uint32_t *word = malloc((size_t)w * h * d * 4);
        for (uint32_t i = 0; i < w * h * d; i++)
            word[i] = kit_number(level, i % w, i / w % h, i / w / h);
        kit_fill(kit, image, level, word, (size_t)w * h * d * 4);
        free(word);
    }
}

/* ---- dispatches -------------------------------------------------------------------------------------------------- */

static void write_binding(struct kit *kit, VkDescriptorSet set, uint32_t n, const struct kit_binding *b, uint32_t element)
{
    const VkDescriptorImageInfo image = {b->sampler, b->element ? b->element[element] : b->view, VK_IMAGE_LAYOUT_GENERAL};
    const VkDescriptorBufferInfo buffer = {b->buffer ? b->buffer->buffer : VK_NULL_HANDLE, 0, VK_WHOLE_SIZE};

    vkUpdateDescriptorSets(kit->device, 1, &(VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = n,
                                                                   .dstArrayElement = element, .descriptorCount = 1, .descriptorType = b->type, .pImageInfo = &image, .pBufferInfo = &buffer,
                                                                   .pTexelBufferView = &b->texels}, 0, NULL);
}

static struct kit_pipeline make(struct kit *kit, const struct kit_job *job)
{
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, .requiredSubgroupSize = job->wave_size};
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, job->push_bytes};
    VkDescriptorSetLayoutBinding binding[16];
    struct kit_pipeline p;
    VkShaderModule shader;

    for (uint32_t i = 0; i < job->bindings; i++)
        binding[i] = (VkDescriptorSetLayoutBinding){i, job->binding[i].type, or_one(job->binding[i].elements), VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    KIT_NEED(vkCreateDescriptorSetLayout(kit->device, &(VkDescriptorSetLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                                                        .bindingCount = job->bindings, .pBindings = binding}, NULL, &p.set));
    KIT_NEED(vkCreatePipelineLayout(kit->device, &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &p.set,
                                                                              .pushConstantRangeCount = job->push_bytes != 0, .pPushConstantRanges = &range}, NULL, &p.layout));
    KIT_NEED(vkCreateShaderModule(kit->device, &(VkShaderModuleCreateInfo){.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = job->bytes, .pCode = job->module},
                                  NULL, &shader));
    KIT_NEED(vkCreateComputePipelines(kit->device, VK_NULL_HANDLE, 1, &(VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = p.layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .pNext = job->wave_size ? &size : NULL, .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = shader, .pName = "main"}}, NULL, &p.pipeline));
    vkDestroyShaderModule(kit->device, shader, NULL);
    return p;
}

VkResult kit_job(struct kit *kit, const struct kit_job *job)
{
    struct kit_pipeline p = make(kit, job);
    const VkCommandBuffer commands = kit_begin(kit);
    VkDescriptorSet set;

    KIT_NEED(vkAllocateDescriptorSets(kit->device, &(VkDescriptorSetAllocateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = kit->descriptors,
                                                                                 .descriptorSetCount = 1, .pSetLayouts = &p.set}, &set));
    for (uint32_t i = 0; i < job->bindings; i++)
        for (uint32_t n = 0; n < or_one(job->binding[i].elements); n++)
            write_binding(kit, set, i, &job->binding[i], n);
    if (job->push_bytes)
        vkCmdPushConstants(commands, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, job->push_bytes, job->push);
    kit_dispatch(commands, &p, set, or_one(job->groups[0]), or_one(job->groups[1]), or_one(job->groups[2]));
    const VkResult result = kit_submit(kit, commands);
    KIT_NEED(vkFreeDescriptorSets(kit->device, kit->descriptors, 1, &set));
    kit_pipeline_free(kit, &p);
    return result;
}
