/* SPDX-License-Identifier: Apache-2.0
 * test_limits.c - each limit of Vulkan 1.3 is at least what the table "Required Limits" of the specification asks of every
 * device without optional features, and properties of a version and of the extensions that it took in are the same.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static struct kit kit;

/* ---- limits ---- */

enum sense { LEAST, MOST, BITS, WIDE_LEAST, WIDE_MOST, REAL_LEAST, REAL_MOST };
static const struct row {
    const char *name;
    size_t at;
    enum sense sense;                   /* at least, at most, with these bits; WIDE: of 64 bits */
    double value;
} rows[] = {
#define ROW(member, sense, value) {#member, offsetof(VkPhysicalDeviceLimits, member), sense, value}
    ROW(maxImageDimension1D, LEAST, 4096), ROW(maxImageDimension2D, LEAST, 4096), ROW(maxImageDimension3D, LEAST, 256),
    ROW(maxImageDimensionCube, LEAST, 4096), ROW(maxImageArrayLayers, LEAST, 256), ROW(maxTexelBufferElements, LEAST, 65536),
    ROW(maxUniformBufferRange, LEAST, 16384), ROW(maxStorageBufferRange, LEAST, 1 << 27), ROW(maxPushConstantsSize, LEAST, 128),
    ROW(maxMemoryAllocationCount, LEAST, 4096), ROW(maxSamplerAllocationCount, LEAST, 4000), ROW(bufferImageGranularity, WIDE_MOST, 131072),
    ROW(maxBoundDescriptorSets, LEAST, 4), ROW(maxPerStageDescriptorSamplers, LEAST, 16), ROW(maxPerStageDescriptorUniformBuffers, LEAST, 12),
    ROW(maxPerStageDescriptorStorageBuffers, LEAST, 4), ROW(maxPerStageDescriptorSampledImages, LEAST, 16),
    ROW(maxPerStageDescriptorStorageImages, LEAST, 4), ROW(maxPerStageDescriptorInputAttachments, LEAST, 4), ROW(maxPerStageResources, LEAST, 128),
    ROW(maxDescriptorSetSamplers, LEAST, 96), ROW(maxDescriptorSetUniformBuffers, LEAST, 72), ROW(maxDescriptorSetUniformBuffersDynamic, LEAST, 8),
    ROW(maxDescriptorSetStorageBuffers, LEAST, 24), ROW(maxDescriptorSetStorageBuffersDynamic, LEAST, 4),
    ROW(maxDescriptorSetSampledImages, LEAST, 96), ROW(maxDescriptorSetStorageImages, LEAST, 24), ROW(maxDescriptorSetInputAttachments, LEAST, 4),
    ROW(maxVertexInputAttributes, LEAST, 16), ROW(maxVertexInputBindings, LEAST, 16), ROW(maxVertexInputAttributeOffset, LEAST, 2047),
    ROW(maxVertexInputBindingStride, LEAST, 2048), ROW(maxVertexOutputComponents, LEAST, 64), ROW(maxFragmentInputComponents, LEAST, 64),
    ROW(maxFragmentOutputAttachments, LEAST, 4), ROW(maxFragmentCombinedOutputResources, LEAST, 4), ROW(maxComputeSharedMemorySize, LEAST, 16384),
    ROW(maxComputeWorkGroupCount[0], LEAST, 65535), ROW(maxComputeWorkGroupCount[1], LEAST, 65535), ROW(maxComputeWorkGroupCount[2], LEAST, 65535),
    ROW(maxComputeWorkGroupInvocations, LEAST, 128), ROW(maxComputeWorkGroupSize[0], LEAST, 128), ROW(maxComputeWorkGroupSize[1], LEAST, 128),
    ROW(maxComputeWorkGroupSize[2], LEAST, 64), ROW(subPixelPrecisionBits, LEAST, 4), ROW(subTexelPrecisionBits, LEAST, 4),
    ROW(mipmapPrecisionBits, LEAST, 4), ROW(maxDrawIndexedIndexValue, LEAST, (1 << 24) - 1), ROW(maxDrawIndirectCount, LEAST, 1),
    ROW(maxSamplerLodBias, REAL_LEAST, 2), ROW(maxSamplerAnisotropy, REAL_LEAST, 1), ROW(maxViewports, LEAST, 1),
    ROW(maxViewportDimensions[0], LEAST, 4096), ROW(maxViewportDimensions[1], LEAST, 4096), ROW(viewportBoundsRange[0], REAL_MOST, -8192),
    ROW(viewportBoundsRange[1], REAL_LEAST, 8191), ROW(minMemoryMapAlignment, WIDE_LEAST, 64), ROW(minTexelBufferOffsetAlignment, WIDE_MOST, 256),
    ROW(minUniformBufferOffsetAlignment, WIDE_MOST, 256), ROW(minStorageBufferOffsetAlignment, WIDE_MOST, 256), ROW(maxTexelOffset, LEAST, 7),
    ROW(maxFramebufferWidth, LEAST, 4096), ROW(maxFramebufferHeight, LEAST, 4096), ROW(maxFramebufferLayers, LEAST, 256),
    ROW(framebufferColorSampleCounts, BITS, 5), ROW(framebufferDepthSampleCounts, BITS, 5), ROW(framebufferStencilSampleCounts, BITS, 5),
    ROW(framebufferNoAttachmentsSampleCounts, BITS, 5), ROW(maxColorAttachments, LEAST, 4), ROW(sampledImageColorSampleCounts, BITS, 5),
    ROW(sampledImageIntegerSampleCounts, BITS, 1), ROW(sampledImageDepthSampleCounts, BITS, 5), ROW(sampledImageStencilSampleCounts, BITS, 5),
    ROW(storageImageSampleCounts, BITS, 1), ROW(maxSampleMaskWords, LEAST, 1), ROW(discreteQueuePriorities, LEAST, 2),
    ROW(pointSizeRange[0], REAL_MOST, 1), ROW(pointSizeRange[1], REAL_LEAST, 1), ROW(lineWidthRange[0], REAL_MOST, 1),
    ROW(lineWidthRange[1], REAL_LEAST, 1), ROW(optimalBufferCopyOffsetAlignment, WIDE_LEAST, 1), ROW(optimalBufferCopyRowPitchAlignment, WIDE_LEAST, 1),
    ROW(nonCoherentAtomSize, WIDE_MOST, 256), ROW(timestampPeriod, REAL_LEAST, 1e-6)
#undef ROW
};

static double number_at(const VkPhysicalDeviceLimits *limits, const struct row *r)
{
    const char *at = (const char *)limits + r->at;
    uint32_t word;
    uint64_t size;
    float number;

    memcpy(&word, at, sizeof word);
    memcpy(&number, at, sizeof number);
    if (r->sense != WIDE_LEAST && r->sense != WIDE_MOST)
        return r->sense == REAL_LEAST || r->sense == REAL_MOST ? (double)number : (double)word;
    memcpy(&size, at, sizeof size);
    return (double)size;
}

static bool is_enough(const struct row *r, double got)
{
    switch (r->sense) {
    case MOST: case WIDE_MOST: case REAL_MOST: return got <= r->value;
    case BITS: return ((uint32_t)got & (uint32_t)r->value) == (uint32_t)r->value;
    default: return got >= r->value;
    }
}

static bool is_power_of_two(uint64_t n)
{
    return n && !(n & (n - 1));
}

static void check_limits(void)
{
    VkPhysicalDeviceProperties p;

    vkGetPhysicalDeviceProperties(kit.physical, &p);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double got = number_at(&p.limits, &rows[i]);
        if (!is_enough(&rows[i], got))
            printf("%s is %g, the specification requires %g\n", rows[i].name, got, rows[i].value);
        CHECK(is_enough(&rows[i], got));
    }
    CHECK(p.limits.minTexelOffset <= -8);
    CHECK(is_power_of_two(p.limits.nonCoherentAtomSize) && is_power_of_two(p.limits.minMemoryMapAlignment));
    CHECK(is_power_of_two(p.limits.minUniformBufferOffsetAlignment) && is_power_of_two(p.limits.minStorageBufferOffsetAlignment));
    CHECK_EQ(p.limits.minStorageBufferOffsetAlignment % 8, 0);      /* of 64-bit atomics, wherever a range begins */
    /* of stages that the device does not have */
    CHECK_EQ(p.limits.maxTessellationPatchSize, 0);
    CHECK_EQ(p.limits.maxGeometryOutputVertices, 0);
    CHECK_EQ(p.limits.sparseAddressSpaceSize, 0);
    /* what the machine has: all of it */
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQ(p.limits.maxComputeWorkGroupSize[i], 1024);
    CHECK_EQ(p.limits.maxComputeWorkGroupInvocations, 1024);
    CHECK_EQ(p.limits.maxComputeSharedMemorySize, 65536);
    CHECK_EQ(VK_API_VERSION_MAJOR(p.apiVersion), 1);
    CHECK_EQ(VK_API_VERSION_MINOR(p.apiVersion), 3);
    CHECK_EQ(p.deviceType, VK_PHYSICAL_DEVICE_TYPE_CPU);
}

/* ---- properties ---- */

static void get(void *chain)
{
    VkPhysicalDeviceProperties2 two = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = chain};

    vkGetPhysicalDeviceProperties2(kit.physical, &two);
    CHECK_EQ(two.properties.limits.maxBoundDescriptorSets, 8);
}

static void check_11(void)
{
    VkPhysicalDeviceMaintenance3Properties maintenance = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
    VkPhysicalDeviceSubgroupProperties subgroup = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, .pNext = &maintenance};
    VkPhysicalDeviceIDProperties id = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES, .pNext = &subgroup};
    VkPhysicalDeviceMultiviewProperties views = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_PROPERTIES, .pNext = &id, .maxMultiviewViewCount = 7};
    VkPhysicalDevicePointClippingProperties clip = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_POINT_CLIPPING_PROPERTIES, .pNext = &views,
                                                    .pointClippingBehavior = VK_POINT_CLIPPING_BEHAVIOR_MAX_ENUM};
    VkPhysicalDeviceProtectedMemoryProperties hidden = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_PROPERTIES, .pNext = &clip, .protectedNoFault = 9};
    VkPhysicalDeviceVulkan11Properties all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, .pNext = &hidden};
    static const uint8_t zeros[VK_UUID_SIZE];

    get(&all);
    CHECK(memcmp(all.deviceUUID, zeros, VK_UUID_SIZE) && memcmp(all.driverUUID, zeros, VK_UUID_SIZE));
    CHECK(!memcmp(all.deviceUUID, id.deviceUUID, VK_UUID_SIZE) && !memcmp(all.driverUUID, id.driverUUID, VK_UUID_SIZE));
    CHECK_EQ(id.deviceLUIDValid, VK_FALSE);
    CHECK_EQ(all.subgroupSize, 32);
    CHECK_EQ(subgroup.subgroupSize, 32);
    CHECK_EQ(all.subgroupSupportedStages, VK_SHADER_STAGE_COMPUTE_BIT);
    CHECK_EQ(subgroup.supportedStages, VK_SHADER_STAGE_COMPUTE_BIT);
    CHECK_EQ(all.subgroupSupportedOperations, 0x7ff);
    CHECK_EQ(subgroup.supportedOperations, 0x7ff);
    CHECK_EQ(subgroup.quadOperationsInAllStages, VK_FALSE);
    CHECK_EQ(clip.pointClippingBehavior, VK_POINT_CLIPPING_BEHAVIOR_ALL_CLIP_PLANES);
    CHECK_EQ(views.maxMultiviewViewCount, 0);
    CHECK_EQ(hidden.protectedNoFault, VK_FALSE);
    CHECK(maintenance.maxPerSetDescriptors >= 1024 && maintenance.maxMemoryAllocationSize >= 1 << 30);
    CHECK_EQ(maintenance.maxPerSetDescriptors, all.maxPerSetDescriptors);
    CHECK_EQ(maintenance.maxMemoryAllocationSize, all.maxMemoryAllocationSize);
}

static void check_12(void)
{
    VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceFloatControlsProperties floats = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES, .pNext = &driver};
    VkPhysicalDeviceTimelineSemaphoreProperties timeline = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_PROPERTIES, .pNext = &floats};
    VkPhysicalDeviceDepthStencilResolveProperties resolve = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_STENCIL_RESOLVE_PROPERTIES, .pNext = &timeline,
                                                             .supportedDepthResolveModes = 1, .independentResolve = 1};
    VkPhysicalDeviceDescriptorIndexingProperties indexing = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_PROPERTIES, .pNext = &resolve};
    VkPhysicalDeviceVulkan12Properties all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES, .pNext = &indexing};
    const VkBool32 *width = &floats.shaderSignedZeroInfNanPreserveFloat16;

    get(&all);
    CHECK(!strcmp(driver.driverName, "Wavefold") && !strcmp(all.driverName, "Wavefold"));
    CHECK(*driver.driverInfo && !strcmp(driver.driverInfo, all.driverInfo));
    /* registered nowhere, and tested against no version of the conformance tests */
    CHECK_EQ(all.driverID, 0);
    CHECK_EQ(driver.driverID, 0);
    CHECK_EQ(all.conformanceVersion.major | all.conformanceVersion.minor | all.conformanceVersion.subminor | all.conformanceVersion.patch, 0);
    CHECK(!memcmp(&driver.conformanceVersion, &all.conformanceVersion, sizeof all.conformanceVersion));
    CHECK_EQ(floats.denormBehaviorIndependence, VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL);
    CHECK_EQ(floats.roundingModeIndependence, VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL);
    for (unsigned i = 0; i < 15; i++)
        CHECK_EQ(width[i], VK_TRUE);
    CHECK_EQ(all.shaderRoundingModeRTZFloat64, VK_TRUE);
    CHECK(timeline.maxTimelineSemaphoreValueDifference >= INT32_MAX);
    CHECK_EQ(all.maxTimelineSemaphoreValueDifference, timeline.maxTimelineSemaphoreValueDifference);
    CHECK_EQ(resolve.supportedDepthResolveModes, 0);
    CHECK_EQ(resolve.independentResolve, VK_FALSE);
    CHECK_EQ(all.maxUpdateAfterBindDescriptorsInAllPools, indexing.maxUpdateAfterBindDescriptorsInAllPools);
    CHECK_EQ(all.maxDescriptorSetUpdateAfterBindInputAttachments, indexing.maxDescriptorSetUpdateAfterBindInputAttachments);
    CHECK_EQ(all.framebufferIntegerColorSampleCounts, VK_SAMPLE_COUNT_1_BIT);
}

/* It stands for these features with 500,000 descriptors of each kind: the features are there, the limits are not. */
static void check_indexing(void)
{
    VkPhysicalDeviceVulkan12Features has = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &has};
    VkPhysicalDeviceVulkan12Properties most = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES};

    get(&most);
    vkGetPhysicalDeviceFeatures2(kit.physical, &features);
    CHECK(features.features.shaderSampledImageArrayDynamicIndexing && features.features.shaderStorageBufferArrayDynamicIndexing);
    CHECK(has.shaderUniformTexelBufferArrayDynamicIndexing && has.shaderStorageTexelBufferArrayDynamicIndexing);
    CHECK(has.shaderSampledImageArrayNonUniformIndexing && has.shaderStorageBufferArrayNonUniformIndexing);
    CHECK(has.shaderUniformTexelBufferArrayNonUniformIndexing && has.descriptorBindingSampledImageUpdateAfterBind);
    CHECK(has.descriptorBindingStorageImageUpdateAfterBind && has.descriptorBindingStorageBufferUpdateAfterBind);
    CHECK(has.descriptorBindingUniformTexelBufferUpdateAfterBind && has.descriptorBindingStorageTexelBufferUpdateAfterBind);
    CHECK(has.descriptorBindingUpdateUnusedWhilePending && has.descriptorBindingPartiallyBound && has.runtimeDescriptorArray);
    CHECK_EQ(has.descriptorIndexing, most.maxPerStageDescriptorUpdateAfterBindSampledImages >= 500000 &&
             most.maxPerStageDescriptorUpdateAfterBindSamplers >= 500000 && most.maxPerStageDescriptorUpdateAfterBindStorageBuffers >= 500000);
}

static void check_13(void)
{
    VkPhysicalDeviceSubgroupSizeControlProperties control = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES};
    VkPhysicalDeviceInlineUniformBlockProperties blocks = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_PROPERTIES, .pNext = &control};
    VkPhysicalDeviceTexelBufferAlignmentProperties texels = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TEXEL_BUFFER_ALIGNMENT_PROPERTIES, .pNext = &blocks};
    VkPhysicalDeviceMaintenance4Properties maintenance = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES, .pNext = &texels};
    VkPhysicalDeviceShaderIntegerDotProductProperties dot = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_PROPERTIES, .pNext = &maintenance,
                                                             .integerDotProduct8BitUnsignedAccelerated = 5,
                                                             .integerDotProductAccumulatingSaturating64BitMixedSignednessAccelerated = 5};
    VkPhysicalDeviceVulkan13Properties all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES, .pNext = &dot};

    get(&all);
    CHECK_EQ(control.minSubgroupSize, 4);
    CHECK_EQ(control.maxSubgroupSize, 128);
    CHECK(control.maxComputeWorkgroupSubgroups * control.minSubgroupSize >= 1024);
    CHECK_EQ(control.requiredSubgroupSizeStages, VK_SHADER_STAGE_COMPUTE_BIT);
    CHECK_EQ(all.minSubgroupSize, 4);
    CHECK_EQ(all.requiredSubgroupSizeStages, VK_SHADER_STAGE_COMPUTE_BIT);
    CHECK(blocks.maxInlineUniformBlockSize >= 256 && blocks.maxPerStageDescriptorInlineUniformBlocks >= 4 && blocks.maxDescriptorSetInlineUniformBlocks >= 4);
    CHECK(all.maxInlineUniformTotalSize >= 256);
    CHECK_EQ(all.maxInlineUniformBlockSize, blocks.maxInlineUniformBlockSize);
    CHECK(texels.storageTexelBufferOffsetAlignmentBytes && texels.storageTexelBufferOffsetAlignmentBytes <= 256);
    CHECK_EQ(all.uniformTexelBufferOffsetAlignmentBytes, texels.uniformTexelBufferOffsetAlignmentBytes);
    CHECK(maintenance.maxBufferSize >= 1 << 30);
    CHECK_EQ(all.maxBufferSize, maintenance.maxBufferSize);
    CHECK_EQ(dot.integerDotProduct8BitUnsignedAccelerated, VK_FALSE);
    CHECK_EQ(dot.integerDotProductAccumulatingSaturating64BitMixedSignednessAccelerated, VK_FALSE);
}

static void check_push(void)
{
    VkPhysicalDevicePushDescriptorPropertiesKHR push = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR};
    uint32_t tools = 5;

    get(&push);
    CHECK(push.maxPushDescriptors >= 32);
    if (kit_validates())   /* a layer is a tool */
        return;
    CHECK_EQ(vkGetPhysicalDeviceToolProperties(kit.physical, &tools, NULL), VK_SUCCESS);
    CHECK_EQ(tools, 0);
}

/* As many allocations as are promised exist at once. */
static void allocate_all(void)
{
    VkPhysicalDeviceProperties properties;
    uint32_t made = 0;

    vkGetPhysicalDeviceProperties(kit.physical, &properties);
    const uint32_t most = properties.limits.maxMemoryAllocationCount;
    VkDeviceMemory *memory = calloc(most, sizeof *memory);
    CHECK(memory != NULL);
    while (memory && made < most &&
           !vkAllocateMemory(kit.device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 64}, NULL, &memory[made]))
        made++;
    CHECK_EQ(made, most);
    while (made)
        vkFreeMemory(kit.device, memory[--made], NULL);
    free(memory);
}

/* A machine of another shape is another device, and the same driver. */
static void other_shape(void)
{
    VkPhysicalDeviceVulkan11Properties all[2];

    for (int i = 0; i < 2; i++) {
        all[i] = (VkPhysicalDeviceVulkan11Properties){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES};
        if (i)
            setenv("WAVEFOLD_LANES", "64", 1);
        kit_open(&kit, NULL);
        get(&all[i]);
        kit_close(&kit);
    }
    unsetenv("WAVEFOLD_LANES");
    CHECK(memcmp(all[0].deviceUUID, all[1].deviceUUID, VK_UUID_SIZE) != 0);
    CHECK(!memcmp(all[0].driverUUID, all[1].driverUUID, VK_UUID_SIZE));
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    kit_open(&kit, NULL);
    check_limits();
    check_11();
    check_12();
    check_indexing();
    check_13();
    check_push();
    allocate_all();
    kit_close(&kit);
    other_shape();
    return check_end("vulkan_limits");
}
