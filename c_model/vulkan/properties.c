/* SPDX-License-Identifier: Apache-2.0
 * properties.c - properties of the device beyond its limits: those of Vulkan 1.1 to 1.3, and as parts of these the
 * structures of the extensions that they came from.
 */
#include "device.h"
#include "descriptor_limits.h"
#include "limits.h"
#include "newer.h"

#include "wavefold/version.h"

#include <stdio.h>
#include <string.h>

struct properties {
    VkPhysicalDeviceVulkan11Properties v11;
    VkPhysicalDeviceVulkan12Properties v12;
    VkPhysicalDeviceVulkan13Properties v13;
};

/* ---- what they are ---- */

static void fill_11(const struct wfv_physical *p, VkPhysicalDeviceVulkan11Properties *v)
{
    const struct wf_device *m = &p->machine;
    char name[64];

    /* a machine of another shape is another device */
    snprintf(name, sizeof name, "Wavefold%02x%02x%02x%02x", m->lanes, m->cores, m->regs,
             (unsigned)p->instance->settings.wave_size);
    memcpy(v->deviceUUID, name, sizeof v->deviceUUID);
    snprintf(name, sizeof name, "Wavefold%-8s", WF_VERSION);
    memcpy(v->driverUUID, name, sizeof v->driverUUID);
    v->subgroupSize = p->instance->settings.wave_size;
    v->subgroupSupportedStages = VK_SHADER_STAGE_COMPUTE_BIT;
    if (p->instance->settings.webgpu)
        v->subgroupSupportedStages |= VK_SHADER_STAGE_FRAGMENT_BIT;
    v->subgroupSupportedOperations =
        VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT |
            VK_SUBGROUP_FEATURE_BALLOT_BIT |
        VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT | VK_SUBGROUP_FEATURE_CLUSTERED_BIT |
        VK_SUBGROUP_FEATURE_QUAD_BIT | VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV | VK_SUBGROUP_FEATURE_ROTATE_BIT_KHR |
        VK_SUBGROUP_FEATURE_ROTATE_CLUSTERED_BIT_KHR;
    v->pointClippingBehavior = VK_POINT_CLIPPING_BEHAVIOR_ALL_CLIP_PLANES;
    v->maxPerSetDescriptors = 1024;
    v->maxMemoryAllocationSize = WFV_RANGE;
}

/* Each width has its own rounding and its own way with subnormal numbers. */
static void fill_floats(VkPhysicalDeviceVulkan12Properties *v)
{
    v->denormBehaviorIndependence = v->roundingModeIndependence = VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL;
    v->shaderSignedZeroInfNanPreserveFloat16 =
        v->shaderSignedZeroInfNanPreserveFloat32 = v->shaderSignedZeroInfNanPreserveFloat64 = VK_TRUE;
    v->shaderDenormPreserveFloat16 = v->shaderDenormPreserveFloat32 = v->shaderDenormPreserveFloat64 = VK_TRUE;
    v->shaderDenormFlushToZeroFloat16 = v->shaderDenormFlushToZeroFloat32 = v->shaderDenormFlushToZeroFloat64 = VK_TRUE;
    v->shaderRoundingModeRTEFloat16 = v->shaderRoundingModeRTEFloat32 = v->shaderRoundingModeRTEFloat64 = VK_TRUE;
    v->shaderRoundingModeRTZFloat16 = v->shaderRoundingModeRTZFloat32 = v->shaderRoundingModeRTZFloat64 = VK_TRUE;
}

static void fill_12(VkPhysicalDeviceVulkan12Properties *v)
{
    v->driverID = (VkDriverId)0;        /* the registry has none for it */
    strcpy(v->driverName, "Wavefold");
    strcpy(v->driverInfo, WF_VERSION ", a model of a wave scheduler");
    fill_floats(v);
    v->maxTimelineSemaphoreValueDifference = UINT64_MAX;
    v->framebufferIntegerColorSampleCounts = VK_SAMPLE_COUNT_1_BIT;
}

/* No dot product is an instruction of the machine. */
static void fill_13(const struct wfv_physical *p, VkPhysicalDeviceVulkan13Properties *v)
{
    const VkPhysicalDeviceLimits *limits = &p->properties.limits;

    v->minSubgroupSize = 4;
    v->maxSubgroupSize = p->machine.lanes;
    v->maxComputeWorkgroupSubgroups = p->machine.waves;
    v->requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
    v->maxInlineUniformBlockSize = WFV_INLINE_BLOCK;
    v->maxPerStageDescriptorInlineUniformBlocks =
        v->maxPerStageDescriptorUpdateAfterBindInlineUniformBlocks = WFV_INLINE_BLOCKS;
    v->maxDescriptorSetInlineUniformBlocks = v->maxDescriptorSetUpdateAfterBindInlineUniformBlocks = WFV_INLINE_BLOCKS;
    v->maxInlineUniformTotalSize = WFV_INLINE_BLOCK * WFV_INLINE_BLOCKS;
    v->storageTexelBufferOffsetAlignmentBytes =
        v->uniformTexelBufferOffsetAlignmentBytes = limits->minTexelBufferOffsetAlignment;
    v->maxBufferSize = WFV_RANGE;
}

/* ---- the structures of extensions, as parts of those ---- */

/* From the member `first` to `last`: those of the structure of an extension, and those of a version of Vulkan, which
 * have the same types. */
static const struct part {
    VkStructureType type;
    size_t to, from, size;
} parts[] = {
#define END(type, member) (offsetof(type, member) + sizeof(((type *)0)->member))
#define SIZE(type, first, last) (END(type, last) - offsetof(type, first))
/* an array of a negative size: the parts are not alike */
#define PART(stype, type, first, last, version, vfirst, vlast) \
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##stype##_PROPERTIES, offsetof(type, first), \
     offsetof(struct properties, v##version) + offsetof(VkPhysicalDeviceVulkan##version##Properties, vfirst), \
     SIZE(type, first, last) + \
         0 * sizeof(char[SIZE(type, first, last) == SIZE(VkPhysicalDeviceVulkan##version##Properties, vfirst, vlast) \
                             ? 1 : -1])}
#define SAME(stype, type, first, last, version) PART(stype, type, first, last, version, first, last)
    SAME(ID, VkPhysicalDeviceIDProperties, deviceUUID, deviceLUIDValid, 11),
    PART(SUBGROUP, VkPhysicalDeviceSubgroupProperties, subgroupSize, quadOperationsInAllStages, 11, subgroupSize,
         subgroupQuadOperationsInAllStages),
    SAME(POINT_CLIPPING, VkPhysicalDevicePointClippingProperties, pointClippingBehavior, pointClippingBehavior, 11),
    SAME(MULTIVIEW, VkPhysicalDeviceMultiviewProperties, maxMultiviewViewCount, maxMultiviewInstanceIndex, 11),
    SAME(PROTECTED_MEMORY, VkPhysicalDeviceProtectedMemoryProperties, protectedNoFault, protectedNoFault, 11),
    SAME(MAINTENANCE_3, VkPhysicalDeviceMaintenance3Properties, maxPerSetDescriptors, maxPerSetDescriptors, 11),
    SAME(MAINTENANCE_3, VkPhysicalDeviceMaintenance3Properties, maxMemoryAllocationSize, maxMemoryAllocationSize, 11),
    SAME(DRIVER, VkPhysicalDeviceDriverProperties, driverID, conformanceVersion, 12),
    SAME(FLOAT_CONTROLS, VkPhysicalDeviceFloatControlsProperties, denormBehaviorIndependence,
         shaderRoundingModeRTZFloat64, 12),
    SAME(DESCRIPTOR_INDEXING, VkPhysicalDeviceDescriptorIndexingProperties, maxUpdateAfterBindDescriptorsInAllPools,
         maxDescriptorSetUpdateAfterBindInputAttachments, 12),
    SAME(DEPTH_STENCIL_RESOLVE, VkPhysicalDeviceDepthStencilResolveProperties, supportedDepthResolveModes,
         independentResolve, 12),
    SAME(SAMPLER_FILTER_MINMAX, VkPhysicalDeviceSamplerFilterMinmaxProperties, filterMinmaxSingleComponentFormats,
         filterMinmaxImageComponentMapping, 12),
    SAME(TIMELINE_SEMAPHORE, VkPhysicalDeviceTimelineSemaphoreProperties, maxTimelineSemaphoreValueDifference,
         maxTimelineSemaphoreValueDifference, 12),
    SAME(SUBGROUP_SIZE_CONTROL, VkPhysicalDeviceSubgroupSizeControlProperties, minSubgroupSize,
         requiredSubgroupSizeStages, 13),
    SAME(INLINE_UNIFORM_BLOCK, VkPhysicalDeviceInlineUniformBlockProperties, maxInlineUniformBlockSize,
         maxDescriptorSetUpdateAfterBindInlineUniformBlocks, 13),
    SAME(SHADER_INTEGER_DOT_PRODUCT, VkPhysicalDeviceShaderIntegerDotProductProperties,
         integerDotProduct8BitUnsignedAccelerated,
         integerDotProductAccumulatingSaturating64BitMixedSignednessAccelerated, 13),
    SAME(TEXEL_BUFFER_ALIGNMENT, VkPhysicalDeviceTexelBufferAlignmentProperties, storageTexelBufferOffsetAlignmentBytes,
         uniformTexelBufferOffsetSingleTexelAlignment, 13),
    SAME(MAINTENANCE_4, VkPhysicalDeviceMaintenance4Properties, maxBufferSize, maxBufferSize, 13),
    SAME(VULKAN_1_1, VkPhysicalDeviceVulkan11Properties, deviceUUID, maxMemoryAllocationSize, 11),
    SAME(VULKAN_1_2, VkPhysicalDeviceVulkan12Properties, driverID, framebufferIntegerColorSampleCounts, 12),
    SAME(VULKAN_1_3, VkPhysicalDeviceVulkan13Properties, minSubgroupSize, maxBufferSize, 13),
};

void wfv_fill_properties(const struct wfv_physical *p, void *next)
{
    struct properties all;

    memset(&all, 0, sizeof all);
    fill_11(p, &all.v11);
    fill_12(&all.v12);
    fill_13(p, &all.v13);
    for (VkBaseOutStructure *s = next; s; s = s->pNext) {
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (parts[i].type == s->sType)
                memcpy((char *)s + parts[i].to, (const char *)&all + parts[i].from, parts[i].size);
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR)
            ((VkPhysicalDevicePushDescriptorPropertiesKHR *)s)->maxPushDescriptors = WFV_PUSH_DESCRIPTORS;
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_PROPERTIES_KHR)
            ((VkPhysicalDeviceComputeShaderDerivativesPropertiesKHR *)s)->meshAndTaskShaderDerivatives = VK_FALSE;
        wfv_fill_descriptor_properties(s);
    }
}
