/* SPDX-License-Identifier: Apache-2.0 */
#include "descriptor_limits.h"

#include "limits.h"

/* In VkPhysicalDeviceDescriptorIndexingProperties and in VkPhysicalDeviceVulkan12Properties. */
#define FILL_INDEXING(s) do { \
        (s)->maxUpdateAfterBindDescriptorsInAllPools = 1 << 20; \
        (s)->shaderUniformBufferArrayNonUniformIndexingNative = VK_TRUE; \
        (s)->shaderSampledImageArrayNonUniformIndexingNative = VK_TRUE; \
        (s)->shaderStorageBufferArrayNonUniformIndexingNative = VK_TRUE; \
        (s)->shaderStorageImageArrayNonUniformIndexingNative = VK_TRUE; \
        (s)->shaderInputAttachmentArrayNonUniformIndexingNative = VK_FALSE; \
        (s)->robustBufferAccessUpdateAfterBind = VK_TRUE; \
        (s)->quadDivergentImplicitLod = VK_FALSE; \
        (s)->maxPerStageDescriptorUpdateAfterBindSamplers = WFV_RESOURCES; \
        (s)->maxPerStageDescriptorUpdateAfterBindUniformBuffers = WFV_SET_DESCRIPTORS; \
        (s)->maxPerStageDescriptorUpdateAfterBindStorageBuffers = WFV_SET_DESCRIPTORS; \
        (s)->maxPerStageDescriptorUpdateAfterBindSampledImages = WFV_RESOURCES; \
        (s)->maxPerStageDescriptorUpdateAfterBindStorageImages = WFV_RESOURCES; \
        (s)->maxPerStageDescriptorUpdateAfterBindInputAttachments = 0; \
        (s)->maxPerStageUpdateAfterBindResources = WFV_SET_DESCRIPTORS; \
        (s)->maxDescriptorSetUpdateAfterBindSamplers = WFV_RESOURCES; \
        (s)->maxDescriptorSetUpdateAfterBindUniformBuffers = WFV_SET_DESCRIPTORS; \
        (s)->maxDescriptorSetUpdateAfterBindUniformBuffersDynamic = WFV_RESOURCES; \
        (s)->maxDescriptorSetUpdateAfterBindStorageBuffers = WFV_SET_DESCRIPTORS; \
        (s)->maxDescriptorSetUpdateAfterBindStorageBuffersDynamic = WFV_RESOURCES; \
        (s)->maxDescriptorSetUpdateAfterBindSampledImages = WFV_RESOURCES; \
        (s)->maxDescriptorSetUpdateAfterBindStorageImages = WFV_RESOURCES; \
        (s)->maxDescriptorSetUpdateAfterBindInputAttachments = 0; \
    } while (0)

#define FILL_BLOCKS(s) do { \
        (s)->maxInlineUniformBlockSize = WFV_INLINE_BLOCK; \
        (s)->maxPerStageDescriptorInlineUniformBlocks = WFV_INLINE_BLOCKS; \
        (s)->maxPerStageDescriptorUpdateAfterBindInlineUniformBlocks = WFV_INLINE_BLOCKS; \
        (s)->maxDescriptorSetInlineUniformBlocks = WFV_INLINE_BLOCKS; \
        (s)->maxDescriptorSetUpdateAfterBindInlineUniformBlocks = WFV_INLINE_BLOCKS; \
    } while (0)

/* A texel may be smaller than what a texel buffer is aligned to. */
#define FILL_TEXELS(s) do { \
        (s)->storageTexelBufferOffsetAlignmentBytes = WFV_ALIGN_TEXELS; \
        (s)->storageTexelBufferOffsetSingleTexelAlignment = VK_FALSE; \
        (s)->uniformTexelBufferOffsetAlignmentBytes = WFV_ALIGN_TEXELS; \
        (s)->uniformTexelBufferOffsetSingleTexelAlignment = VK_FALSE; \
    } while (0)

static void vulkan_1_3(VkPhysicalDeviceVulkan13Properties *s)
{
    FILL_BLOCKS(s);
    s->maxInlineUniformTotalSize = WFV_INLINE_TOTAL;
    FILL_TEXELS(s);
    s->maxBufferSize = WFV_BUFFER;
}

static void vulkan_1_1(VkPhysicalDeviceVulkan11Properties *s)
{
    s->maxPerSetDescriptors = WFV_SET_DESCRIPTORS;
    s->maxMemoryAllocationSize = WFV_ALLOCATION;
}

static void maintenance3(VkPhysicalDeviceMaintenance3Properties *s)
{
    s->maxPerSetDescriptors = WFV_SET_DESCRIPTORS;
    s->maxMemoryAllocationSize = WFV_ALLOCATION;
}

static void robustness2(VkPhysicalDeviceRobustness2PropertiesEXT *s)
{
    s->robustStorageBufferAccessSizeAlignment = WFV_BOUND;
    s->robustUniformBufferAccessSizeAlignment = WFV_BOUND;
}

/* Any memory of the device may have descriptors, and a sampler may be beside an image. */
static void descriptor_buffer(VkPhysicalDeviceDescriptorBufferPropertiesEXT *s)
{
    void *const next = s->pNext;

    *s = (VkPhysicalDeviceDescriptorBufferPropertiesEXT){
        .sType = s->sType,
        .pNext = next,
        .combinedImageSamplerDescriptorSingleArray = VK_TRUE,
        .bufferlessPushDescriptors = VK_TRUE,
        .allowSamplerImageViewPostSubmitCreation = VK_TRUE,
        .descriptorBufferOffsetAlignment = WFV_MEMORY_ALIGN,
        .maxDescriptorBufferBindings = WFV_DESCRIPTOR_BUFFERS,
        .maxResourceDescriptorBufferBindings = WFV_DESCRIPTOR_BUFFERS,
        .maxSamplerDescriptorBufferBindings = WFV_DESCRIPTOR_BUFFERS,
        .maxEmbeddedImmutableSamplerBindings = WFV_SETS,
        .maxEmbeddedImmutableSamplers = WFV_EMBEDDED_SAMPLERS,
        .samplerDescriptorSize = WFV_MEMORY_SAMPLER,
        .combinedImageSamplerDescriptorSize = WFV_MEMORY_COMBINED,
        .sampledImageDescriptorSize = WFV_MEMORY_IMAGE,
        .storageImageDescriptorSize = WFV_MEMORY_IMAGE,
        .uniformTexelBufferDescriptorSize = WFV_MEMORY_IMAGE,
        .robustUniformTexelBufferDescriptorSize = WFV_MEMORY_IMAGE,
        .storageTexelBufferDescriptorSize = WFV_MEMORY_IMAGE,
        .robustStorageTexelBufferDescriptorSize = WFV_MEMORY_IMAGE,
        .uniformBufferDescriptorSize = WFV_MEMORY_BUFFER,
        .robustUniformBufferDescriptorSize = WFV_MEMORY_BUFFER,
        .storageBufferDescriptorSize = WFV_MEMORY_BUFFER,
        .robustStorageBufferDescriptorSize = WFV_MEMORY_BUFFER,
        .maxSamplerDescriptorBufferRange = WFV_RANGE,
        .maxResourceDescriptorBufferRange = WFV_RANGE,
        .samplerDescriptorBufferAddressSpaceSize = WFV_HEAP,
        .resourceDescriptorBufferAddressSpaceSize = WFV_HEAP,
        .descriptorBufferAddressSpaceSize = WFV_HEAP};
}

void wfv_fill_descriptor_properties(VkBaseOutStructure *s)
{
    switch ((int)s->sType) {
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES:
        vulkan_1_1((VkPhysicalDeviceVulkan11Properties *)s);
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES:
        FILL_INDEXING((VkPhysicalDeviceVulkan12Properties *)s);
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES:
        vulkan_1_3((VkPhysicalDeviceVulkan13Properties *)s);
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES:
        maintenance3((VkPhysicalDeviceMaintenance3Properties *)s);
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES:
        ((VkPhysicalDeviceMaintenance4Properties *)s)->maxBufferSize = WFV_BUFFER;
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_PROPERTIES:
        FILL_INDEXING((VkPhysicalDeviceDescriptorIndexingProperties *)s);
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_PROPERTIES:
        FILL_BLOCKS((VkPhysicalDeviceInlineUniformBlockProperties *)s);
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TEXEL_BUFFER_ALIGNMENT_PROPERTIES:
        FILL_TEXELS((VkPhysicalDeviceTexelBufferAlignmentProperties *)s);
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR:
        ((VkPhysicalDevicePushDescriptorPropertiesKHR *)s)->maxPushDescriptors = WFV_PUSH_DESCRIPTORS;
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_PROPERTIES_EXT:
        robustness2((VkPhysicalDeviceRobustness2PropertiesEXT *)s);
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT:
        descriptor_buffer((VkPhysicalDeviceDescriptorBufferPropertiesEXT *)s);
        break;
    default:
        break;
    }
}
