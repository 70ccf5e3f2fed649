/* SPDX-License-Identifier: Apache-2.0
 * physical.c - properties and limits of the device, its queues and its memory.
 */
#include "build_id.h"
#include "device.h"

#include "wavefold/version.h"

#include <string.h>

#include "limits.h"

static const VkExtensionProperties extensions[] = {
#define WFV_EXTENSION(name, of, version) WFV_##of(name, version)
#define WFV_INSTANCE(name, version)
#define WFV_DEVICE(name, version) {"VK_" #name, version},
#include "extensions.def"
#undef WFV_INSTANCE
#undef WFV_DEVICE
#undef WFV_EXTENSION
};
enum { EXTENSIONS = sizeof extensions / sizeof *extensions };

bool wfv_device_has_extension(const char *name)
{
    for (size_t i = 0; i < EXTENSIONS; i++)
        if (!strcmp(name, extensions[i].extensionName))
            return true;
    return false;
}

VkResult wfv_EnumerateDeviceExtensionProperties(VkPhysicalDevice physicalDevice, const char *pLayerName,
                                                uint32_t *pPropertyCount, VkExtensionProperties *pProperties)
{
    struct wfv_listing list = wfv_list_begin(pProperties, pPropertyCount);

    (void)physicalDevice;
    if (pLayerName)
        return VK_ERROR_LAYER_NOT_PRESENT;
    for (size_t i = 0; i < EXTENSIONS; i++) {
        VkExtensionProperties *next = wfv_list_next(&list, sizeof *next);
        if (next)
            *next = extensions[i];
    }
    return wfv_list_end(&list);
}

VkResult wfv_EnumerateDeviceLayerProperties(VkPhysicalDevice physicalDevice, uint32_t *pPropertyCount,
                                            VkLayerProperties *pProperties)
{
    (void)physicalDevice, (void)pProperties;
    *pPropertyCount = 0;
    return VK_SUCCESS;
}

/* ---- queues and memory ------------------------------------------------------------------------------------------- */

static const VkQueueFamilyProperties family = {
    .queueFlags = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT, .queueCount = WFV_QUEUES, .timestampValidBits = 64,
    .minImageTransferGranularity = {1, 1, 1}};

void wfv_GetPhysicalDeviceQueueFamilyProperties(VkPhysicalDevice physicalDevice, uint32_t *pQueueFamilyPropertyCount,
                                                VkQueueFamilyProperties *pQueueFamilyProperties)
{
    struct wfv_listing list = wfv_list_begin(pQueueFamilyProperties, pQueueFamilyPropertyCount);
    VkQueueFamilyProperties *next = wfv_list_next(&list, sizeof *next);

    (void)physicalDevice;
    if (next)
        *next = family;
    wfv_list_end(&list);
}

void wfv_GetPhysicalDeviceQueueFamilyProperties2(VkPhysicalDevice physicalDevice, uint32_t *pQueueFamilyPropertyCount,
                                                 VkQueueFamilyProperties2 *pQueueFamilyProperties)
{
    struct wfv_listing list = wfv_list_begin(pQueueFamilyProperties, pQueueFamilyPropertyCount);
    VkQueueFamilyProperties2 *next = wfv_list_next(&list, sizeof *next);

    (void)physicalDevice;
    if (next)
        next->queueFamilyProperties = family;
    wfv_list_end(&list);
}

void wfv_GetPhysicalDeviceMemoryProperties(VkPhysicalDevice physicalDevice,
                                           VkPhysicalDeviceMemoryProperties *pMemoryProperties)
{
    (void)physicalDevice;
    *pMemoryProperties = (VkPhysicalDeviceMemoryProperties){
        .memoryTypeCount = 1,
        .memoryTypes = {{.propertyFlags = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                          VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT}},
        .memoryHeapCount = 1,
        .memoryHeaps = {{.size = WFV_HEAP, .flags = VK_MEMORY_HEAP_DEVICE_LOCAL_BIT}}};
}

void wfv_GetPhysicalDeviceMemoryProperties2(VkPhysicalDevice physicalDevice,
                                            VkPhysicalDeviceMemoryProperties2 *pMemoryProperties)
{
    wfv_GetPhysicalDeviceMemoryProperties(physicalDevice, &pMemoryProperties->memoryProperties);
}

/* ---- limits ------------------------------------------------------------------------------------------------------ */

static VkPhysicalDeviceLimits limits(const struct wfv_physical *p)
{
    const struct wf_device *m = &p->machine;
    const uint32_t least = p->instance->settings.wave_size;
    const uint32_t most = m->waves * least < 1024 ? m->waves * least : 1024;

    return (VkPhysicalDeviceLimits){
        .maxImageDimension1D = 16384, .maxImageDimension2D = 16384, .maxImageDimension3D = 2048,
        .maxImageDimensionCube = 16384, .maxImageArrayLayers = 2048, .maxTexelBufferElements = 1 << 26,
        .maxUniformBufferRange = WFV_RANGE, .maxStorageBufferRange = WFV_RANGE, .maxPushConstantsSize = WFV_PUSH,
        .maxMemoryAllocationCount = 1 << 20, .maxSamplerAllocationCount = 1 << 20, .bufferImageGranularity = 1,
        .maxBoundDescriptorSets = WFV_SETS, .maxPerStageDescriptorSamplers = WFV_RESOURCES,
        .maxPerStageDescriptorUniformBuffers = WFV_RESOURCES, .maxPerStageDescriptorStorageBuffers = WFV_RESOURCES,
        .maxPerStageDescriptorSampledImages = WFV_RESOURCES, .maxPerStageDescriptorStorageImages = WFV_RESOURCES,
        .maxPerStageResources = WFV_RESOURCES, .maxDescriptorSetSamplers = WFV_RESOURCES,
        .maxDescriptorSetUniformBuffers = WFV_RESOURCES, .maxDescriptorSetUniformBuffersDynamic = WFV_RESOURCES,
        .maxDescriptorSetStorageBuffers = WFV_RESOURCES, .maxDescriptorSetStorageBuffersDynamic = WFV_RESOURCES,
        .maxDescriptorSetSampledImages = WFV_RESOURCES, .maxDescriptorSetStorageImages = WFV_RESOURCES,
        .maxComputeSharedMemorySize = 4 * m->lds_words, .maxComputeWorkGroupCount = {65535, 65535, 65535},
        .maxComputeWorkGroupInvocations = most, .maxComputeWorkGroupSize = {most, most, most < 64 ? most : 64},
        .maxDrawIndexedIndexValue = 0, .maxSamplerLodBias = 16, .maxSamplerAnisotropy = 1,
        .minMemoryMapAlignment = 4096, .minTexelBufferOffsetAlignment = 16, .minUniformBufferOffsetAlignment = 16,
        .minStorageBufferOffsetAlignment = 16, .minTexelOffset = -8, .maxTexelOffset = 7,
        .minTexelGatherOffset = -8, .maxTexelGatherOffset = 7, .subPixelPrecisionBits = 8, .subTexelPrecisionBits = 8,
        .mipmapPrecisionBits = 8, .sampledImageColorSampleCounts = VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT,
        .sampledImageIntegerSampleCounts = VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT,
        .sampledImageDepthSampleCounts = VK_SAMPLE_COUNT_1_BIT, .sampledImageStencilSampleCounts = VK_SAMPLE_COUNT_1_BIT,
        .storageImageSampleCounts = VK_SAMPLE_COUNT_1_BIT, .timestampComputeAndGraphics = VK_TRUE,
        .timestampPeriod = 1, .discreteQueuePriorities = 2, .optimalBufferCopyOffsetAlignment = 4,
        .optimalBufferCopyRowPitchAlignment = 4, .nonCoherentAtomSize = 64};
}

void wfv_physical_init(struct wfv_physical *p)
{
    p->properties = (VkPhysicalDeviceProperties){
        .apiVersion = VK_MAKE_API_VERSION(0, 1, 3, VK_HEADER_VERSION), .driverVersion = 1, .vendorID = 0x10000,
        .deviceID = 0x5746, .deviceType = VK_PHYSICAL_DEVICE_TYPE_CPU, .deviceName = "Wavefold",
        .limits = limits(p)};
    const struct wfv_digest build = wfv_build_id();
    memcpy(p->properties.pipelineCacheUUID, &build, VK_UUID_SIZE);
}

void wfv_GetPhysicalDeviceProperties(VkPhysicalDevice physicalDevice, VkPhysicalDeviceProperties *pProperties)
{
    *pProperties = wfv_physical_of(physicalDevice)->properties;
}

void wfv_GetPhysicalDeviceProperties2(VkPhysicalDevice physicalDevice, VkPhysicalDeviceProperties2 *pProperties)
{
    pProperties->properties = wfv_physical_of(physicalDevice)->properties;
    wfv_fill_properties(wfv_physical_of(physicalDevice), pProperties->pNext);
}
