/* SPDX-License-Identifier: Apache-2.0 */
#include "described.h"

#include "sets.h"

#include <stdio.h>

#include "desc_memory.spv.h"

#define DEFINE(name) PFN_vk##name name;
DESCRIBED_COMMANDS(DEFINE)
VkPhysicalDeviceDescriptorBufferPropertiesEXT described_limits;

/* ---- the device -------------------------------------------------------------------------------------------------- */

void described_open(struct kit *kit)
{
    static const char *const extension[] = {VK_EXT_DESCRIPTOR_BUFFER_EXTENSION_NAME, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME, VK_EXT_ROBUSTNESS_2_EXTENSION_NAME};
    VkPhysicalDeviceRobustness2FeaturesEXT null = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT, .nullDescriptor = VK_TRUE};
    VkPhysicalDeviceDescriptorBufferFeaturesEXT buffer = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT, .pNext = &null, .descriptorBuffer = VK_TRUE,
        .descriptorBufferImageLayoutIgnored = VK_TRUE, .descriptorBufferPushDescriptors = VK_TRUE};
    VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = &buffer, .inlineUniformBlock = VK_TRUE,
                                            .subgroupSizeControl = VK_TRUE, .synchronization2 = VK_TRUE, .maintenance4 = VK_TRUE};
    VkPhysicalDeviceVulkan12Features v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &v13, .bufferDeviceAddress = VK_TRUE,
                                            .timelineSemaphore = VK_TRUE};
    const VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &v12};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &described_limits};

    kit_open(kit, &(struct kit_wishes){.extension = extension, .extensions = 3, .features = &all});
    described_limits = (VkPhysicalDeviceDescriptorBufferPropertiesEXT){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT};
    vkGetPhysicalDeviceProperties2(kit->physical, &properties);
#define FIND(name) name = (PFN_vk##name)vkGetDeviceProcAddr(kit->device, "vk" #name); KIT_NEED(name ? VK_SUCCESS : VK_ERROR_EXTENSION_NOT_PRESENT);
    DESCRIBED_COMMANDS(FIND)
}

/* With room for descriptors. */
static struct kit_buffer memory_of_sets(const struct kit *kit, VkDeviceSize size)
{
    struct kit_buffer b = {.size = size};
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    void *data;

    KIT_NEED(vkCreateBuffer(kit->device, &(VkBufferCreateInfo){
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size,
        .usage = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT | VK_BUFFER_USAGE_SAMPLER_DESCRIPTOR_BUFFER_BIT_EXT |
                 VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT}, NULL, &b.buffer));
    KIT_NEED(vkAllocateMemory(kit->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags, .allocationSize = size}, NULL, &b.memory));
    KIT_NEED(vkBindBufferMemory(kit->device, b.buffer, b.memory, 0));
    KIT_NEED(vkMapMemory(kit->device, b.memory, 0, VK_WHOLE_SIZE, 0, &data));
    b.word = data;
    b.address = vkGetBufferDeviceAddress(kit->device, &(VkBufferDeviceAddressInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = b.buffer});
    return b;
}

/* ---- what the shader sees ---------------------------------------------------------------------------------------- */

const VkDescriptorSetLayoutBinding described_first[DESCRIBED_BINDINGS] = {
    SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, STORAGE_BUFFER, 3), SETS_BINDING(2, UNIFORM_BUFFER, 1), SETS_BINDING(3, INLINE_UNIFORM_BLOCK, 16),
    SETS_BINDING(4, UNIFORM_TEXEL_BUFFER, 1), SETS_BINDING(5, STORAGE_IMAGE, 1), SETS_BINDING(6, COMBINED_IMAGE_SAMPLER, 1), SETS_BINDING(7, STORAGE_TEXEL_BUFFER, 1)};
const VkDescriptorSetLayoutBinding described_second[2] = {SETS_BINDING(0, SAMPLER, 1), SETS_BINDING(3, SAMPLED_IMAGE, 1)};

/* Two levels: half way between two texels, linear filters and the nearest texel differ. */
static void make_images(struct described *s)
{
    static const float first[4] = {0.25f, 0.75f, 0.25f, 0.75f}, small[2] = {0.125f, 0.375f};
    VkSamplerCreateInfo sampler = kit_sampler_info();
    static const uint32_t stored[2] = {50, 51};

    s->nearest = kit_sampler(s->kit, &sampler);
    sampler.magFilter = sampler.minFilter = VK_FILTER_LINEAR;
    s->linear = kit_sampler(s->kit, &sampler);
    s->stored = kit_image_2d(s->kit, VK_FORMAT_R32_UINT, 2, 1);
    kit_fill(s->kit, &s->stored, 0, stored, sizeof stored);
    s->stored_view = kit_view(s->kit, &s->stored, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R32_UINT, (struct kit_range){.levels = 0});
    s->image = kit_image(s->kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32_SFLOAT, .extent = {4, 1, 1}, .mipLevels = 2});
    kit_fill(s->kit, &s->image, 0, first, sizeof first);
    kit_fill(s->kit, &s->image, 1, small, sizeof small);
    s->first_level = kit_view(s->kit, &s->image, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R32_SFLOAT, (struct kit_range){.levels = 1, .layers = 1});
    KIT_NEED(vkCreateImageView(s->kit->device, &(VkImageViewCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = s->image.image, .viewType = VK_IMAGE_VIEW_TYPE_2D, .format = VK_FORMAT_R32_SFLOAT,
        .components = {.g = VK_COMPONENT_SWIZZLE_R}, .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, 0, 1}}, NULL, &s->second_level));
}

VkPipeline described_pipeline(struct kit *kit, VkPipelineLayout layout, VkPipelineCreateFlags flags)
{
    VkShaderModule module;
    VkPipeline pipeline;

    KIT_NEED(vkCreateShaderModule(kit->device, &(VkShaderModuleCreateInfo){
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof desc_memory, .pCode = desc_memory}, NULL, &module));
    KIT_NEED(vkCreateComputePipelines(kit->device, VK_NULL_HANDLE, 1, &(VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .flags = flags, .layout = layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module, .pName = "main"}},
        NULL, &pipeline));
    vkDestroyShaderModule(kit->device, module, NULL);
    return pipeline;
}

struct described described_new(struct kit *kit)
{
    struct described s = {.kit = kit, .out = {kit_buffer(kit, 4 * DESCRIBED_RESULTS), kit_buffer(kit, 4 * DESCRIBED_RESULTS)}, .constant = kit_buffer(kit, 16), .texels = kit_buffer(kit, 16)};
    const VkDescriptorSetLayoutCreateFlags in_memory = VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT;

    make_images(&s);
    for (uint32_t i = 0; i < 3; i++) {
        s.in[i] = kit_buffer(kit, 32);
        s.in[i].word[0] = i + 1;
        s.in[i].word[1] = 9;
    }
    s.constant.word[0] = 33;
    for (uint32_t i = 0; i < 4; i++)
        s.texels.word[i] = 60 + i;
    const VkDescriptorSetLayoutBinding embedded = {0, VK_DESCRIPTOR_TYPE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT, &s.nearest};
    s.layout[0] = sets_layout(kit, described_first, DESCRIBED_BINDINGS, NULL, in_memory);
    s.layout[1] = sets_layout(kit, described_second, 2, NULL, in_memory);
    s.layout[2] = sets_layout(kit, &embedded, 1, NULL, in_memory | VK_DESCRIPTOR_SET_LAYOUT_CREATE_EMBEDDED_IMMUTABLE_SAMPLERS_BIT_EXT);
    KIT_NEED(vkCreatePipelineLayout(kit->device, &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 3,
                                                                              .pSetLayouts = s.layout}, NULL, &s.pipeline_layout));
    s.pipeline = described_pipeline(kit, s.pipeline_layout, VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT);
    for (int i = 0; i < 2; i++)
        GetDescriptorSetLayoutSizeEXT(kit->device, s.layout[i], &s.size[i]);
    s.memory = memory_of_sets(kit, 8192);
    s.staging = kit_buffer(kit, 8192);
    return s;
}

void described_free(struct described *s)
{
    struct kit_buffer *const buffer[] = {&s->out[0], &s->out[1], &s->in[0], &s->in[1], &s->in[2], &s->constant, &s->texels, &s->memory, &s->staging};

    vkDestroyPipeline(s->kit->device, s->pipeline, NULL);
    vkDestroyPipelineLayout(s->kit->device, s->pipeline_layout, NULL);
    for (int i = 0; i < 3; i++)
        vkDestroyDescriptorSetLayout(s->kit->device, s->layout[i], NULL);
    vkDestroyImageView(s->kit->device, s->stored_view, NULL);
    vkDestroyImageView(s->kit->device, s->first_level, NULL);
    vkDestroyImageView(s->kit->device, s->second_level, NULL);
    kit_image_free(s->kit, &s->stored);
    kit_image_free(s->kit, &s->image);
    vkDestroySampler(s->kit->device, s->nearest, NULL);
    vkDestroySampler(s->kit->device, s->linear, NULL);
    for (size_t i = 0; i < sizeof buffer / sizeof *buffer; i++)
        kit_buffer_free(s->kit, buffer[i]);
}

/* ---- descriptors into memory ------------------------------------------------------------------------------------- */

size_t described_bytes(VkDescriptorType type)
{
    switch ((int)type) {
    case VK_DESCRIPTOR_TYPE_SAMPLER: return described_limits.samplerDescriptorSize;
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER: return described_limits.combinedImageSamplerDescriptorSize;
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE: return described_limits.sampledImageDescriptorSize;
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE: return described_limits.storageImageDescriptorSize;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER: return described_limits.uniformTexelBufferDescriptorSize;
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER: return described_limits.storageTexelBufferDescriptorSize;
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER: return described_limits.uniformBufferDescriptorSize;
    default: return described_limits.storageBufferDescriptorSize;
    }
}

/* Element n of the binding, of a set that begins there. */
void described_put(const struct described *s, unsigned char *set, int layout, uint32_t number, uint32_t n, VkDescriptorType type, VkDescriptorDataEXT data)
{
    const VkDescriptorGetInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT, .type = type, .data = data};
    VkDeviceSize at;

    GetDescriptorSetLayoutBindingOffsetEXT(s->kit->device, s->layout[layout], number, &at);
    GetDescriptorEXT(s->kit->device, &info, described_bytes(type), set + at + n * described_bytes(type));
}

static VkDescriptorAddressInfoEXT range_of(const struct kit_buffer *b, VkDeviceSize range)
{
    return (VkDescriptorAddressInfoEXT){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT, .address = b->address, .range = range, .format = VK_FORMAT_R32_UINT};
}

void described_put_first(const struct described *s, unsigned char *set, int out)
{
    static const uint32_t block[4] = {40, 41, 42, 43};
    const VkDescriptorAddressInfoEXT result = range_of(&s->out[out], 4 * DESCRIBED_RESULTS), constant = range_of(&s->constant, 16), texels = range_of(&s->texels, 16);
    const VkDescriptorImageInfo stored = {VK_NULL_HANDLE, s->stored_view, VK_IMAGE_LAYOUT_GENERAL}, both = {s->linear, s->second_level, VK_IMAGE_LAYOUT_GENERAL};
    VkDeviceSize at;

    described_put(s, set, 0, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, (VkDescriptorDataEXT){.pStorageBuffer = &result});
    for (uint32_t i = 0; i < 3; i++) {
        const VkDescriptorAddressInfoEXT in = range_of(&s->in[i], i == 1 ? 20 : 32);
        described_put(s, set, 0, 1, i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, (VkDescriptorDataEXT){.pStorageBuffer = &in});
    }
    described_put(s, set, 0, 2, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, (VkDescriptorDataEXT){.pUniformBuffer = &constant});
    GetDescriptorSetLayoutBindingOffsetEXT(s->kit->device, s->layout[0], 3, &at);
    memcpy(set + at, block, sizeof block);
    described_put(s, set, 0, 4, 0, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, (VkDescriptorDataEXT){.pUniformTexelBuffer = &texels});
    described_put(s, set, 0, 5, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, (VkDescriptorDataEXT){.pStorageImage = &stored});
    described_put(s, set, 0, 6, 0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, (VkDescriptorDataEXT){.pCombinedImageSampler = &both});
    described_put(s, set, 0, 7, 0, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, (VkDescriptorDataEXT){.pStorageTexelBuffer = &texels});
}

static void put_second_set(const struct described *s, unsigned char *set)
{
    const VkDescriptorImageInfo image = {VK_NULL_HANDLE, s->first_level, VK_IMAGE_LAYOUT_GENERAL};

    described_put(s, set, 1, 0, 0, VK_DESCRIPTOR_TYPE_SAMPLER, (VkDescriptorDataEXT){.pSampler = &s->linear});
    described_put(s, set, 1, 3, 0, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, (VkDescriptorDataEXT){.pSampledImage = &image});
}

void described_put_all(const struct described *s, void *memory)
{
    unsigned char *const byte = memory;

    described_put_first(s, byte + DESCRIBED_FIRST, 0);
    described_put_first(s, byte + DESCRIBED_OTHER, 1);
    put_second_set(s, byte + DESCRIBED_SECOND);
}

/* ---- dispatches -------------------------------------------------------------------------------------------------- */

/* Two buffers, of which the second begins within the first. */
void described_bind(VkCommandBuffer c, const struct described *s)
{
    VkDescriptorBufferBindingInfoEXT info[2];

    for (int i = 0; i < 2; i++)
        info[i] = (VkDescriptorBufferBindingInfoEXT){
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT, .address = s->memory.address + (i ? DESCRIBED_OTHER : 0),
            .usage = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT | VK_BUFFER_USAGE_SAMPLER_DESCRIPTOR_BUFFER_BIT_EXT |
                     VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    CmdBindDescriptorBuffersEXT(c, 2, info);
}

void described_set(VkCommandBuffer c, const struct described *s, VkDeviceSize first)
{
    const VkDeviceSize offset[2] = {first, DESCRIBED_SECOND - DESCRIBED_OTHER};

    CmdSetDescriptorBufferOffsetsEXT(c, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline_layout, 0, 2, (uint32_t[2]){0, 1}, offset);
}

void described_dispatch(VkCommandBuffer c, const struct described *s, VkDeviceSize first)
{
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline);
    described_set(c, s, first);
    CmdBindDescriptorBufferEmbeddedSamplersEXT(c, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline_layout, 2);
    vkCmdDispatch(c, 1, 1, 1);
}

void described_clear(const struct described *s)
{
    for (int i = 0; i < 2; i++)
        for (uint32_t n = 0; n < DESCRIBED_RESULTS; n++)
            s->out[i].word[n] = DESCRIBED_UNTOUCHED;
    s->in[2].word[1] = 9;
}

static bool are_equal(const uint32_t *word, const uint32_t *expected, uint32_t count)
{
    bool equal = true;

    for (uint32_t i = 0; i < count; i++) {
        if (word[i] != expected[i])
            printf("result %u is %u, expected %u\n", i, word[i], expected[i]);
        equal &= word[i] == expected[i];
    }
    return equal;
}

bool described_is_right(const struct described *s, int out)
{
    static const uint32_t expected[11] = {321, 33, 41, 61, 51, 250, 62, 500, 250, 5, DESCRIBED_UNTOUCHED};

    return are_equal(s->out[out].word, expected, 11) && s->in[2].word[1] == 77;
}

bool described_is_untouched(const struct described *s, int out)
{
    uint32_t expected[DESCRIBED_RESULTS];

    for (int i = 0; i < DESCRIBED_RESULTS; i++)
        expected[i] = DESCRIBED_UNTOUCHED;
    return are_equal(s->out[out].word, expected, DESCRIBED_RESULTS);
}
