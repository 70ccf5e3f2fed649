/* SPDX-License-Identifier: Apache-2.0
 * physical.c - properties and limits of the device, its queues and its memory.
 */
#include "build_id.h"
#include "device.h"
#include "extensions.h"
#include "format.h"

#include "wavefold/version.h"

#include <string.h>
#include <unistd.h>

#include "limits.h"

VkResult wfv_EnumerateDeviceExtensionProperties(VkPhysicalDevice physicalDevice, const char *pLayerName,
                                                uint32_t *pPropertyCount, VkExtensionProperties *pProperties)
{
    return wfv_list_extensions(true, wfv_physical_of(physicalDevice)->instance->settings.webgpu, pLayerName,
                               pPropertyCount, pProperties);
}

VkResult wfv_EnumerateDeviceLayerProperties(VkPhysicalDevice physicalDevice, uint32_t *pPropertyCount,
                                            VkLayerProperties *pProperties)
{
    (void)physicalDevice, (void)pProperties;
    *pPropertyCount = 0;
    return VK_SUCCESS;
}

/* ---- queues and memory ------------------------------------------------------------------------------------------- */

/* A device for WebGPU has the bit of graphics: a command that draws is refused by its name. */
static VkQueueFamilyProperties family_of(const struct wfv_physical *p)
{
    const VkQueueFlags graphics = p->instance->settings.webgpu ? VK_QUEUE_GRAPHICS_BIT : 0;

    return (VkQueueFamilyProperties){
        .queueFlags = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT | graphics,
        .queueCount = WFV_QUEUES, .timestampValidBits = 64, .minImageTransferGranularity = {1, 1, 1}};
}

void wfv_GetPhysicalDeviceQueueFamilyProperties(VkPhysicalDevice physicalDevice, uint32_t *pQueueFamilyPropertyCount,
                                                VkQueueFamilyProperties *pQueueFamilyProperties)
{
    struct wfv_listing list = wfv_list_begin(pQueueFamilyProperties, pQueueFamilyPropertyCount);
    VkQueueFamilyProperties *next = wfv_list_next(&list, sizeof *next);

    if (next)
        *next = family_of(wfv_physical_of(physicalDevice));
    wfv_list_end(&list);
}

void wfv_GetPhysicalDeviceQueueFamilyProperties2(VkPhysicalDevice physicalDevice, uint32_t *pQueueFamilyPropertyCount,
                                                 VkQueueFamilyProperties2 *pQueueFamilyProperties)
{
    struct wfv_listing list = wfv_list_begin(pQueueFamilyProperties, pQueueFamilyPropertyCount);
    VkQueueFamilyProperties2 *next = wfv_list_next(&list, sizeof *next);

    if (next)
        next->queueFamilyProperties = family_of(wfv_physical_of(physicalDevice));
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

/* What is in use, and what the host has left for more. */
static void fill_budget(const struct wfv_physical *p, VkPhysicalDeviceMemoryBudgetPropertiesEXT *budget)
{
    const long pages = sysconf(_SC_AVPHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    const uint64_t used = atomic_load(&p->memory_used);
    const uint64_t free = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : WFV_HEAP;

    memset(budget->heapBudget, 0, sizeof budget->heapBudget);
    memset(budget->heapUsage, 0, sizeof budget->heapUsage);
    budget->heapUsage[0] = used;
    budget->heapBudget[0] = used < WFV_HEAP && free < WFV_HEAP - used ? used + free : WFV_HEAP;
}

void wfv_GetPhysicalDeviceMemoryProperties2(VkPhysicalDevice physicalDevice,
                                            VkPhysicalDeviceMemoryProperties2 *pMemoryProperties)
{
    VkPhysicalDeviceMemoryBudgetPropertiesEXT *budget =
        (void *)(uintptr_t)wfv_chained(pMemoryProperties->pNext,
                                       VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT);

    wfv_GetPhysicalDeviceMemoryProperties(physicalDevice, &pMemoryProperties->memoryProperties);
    if (budget)
        fill_budget(wfv_physical_of(physicalDevice), budget);
}

/* ---- limits ------------------------------------------------------------------------------------------------------ */

/* What the machine is. */
static void limit_compute(const struct wfv_physical *p, VkPhysicalDeviceLimits *l)
{
    const struct wf_device *m = &p->machine;
    const uint32_t size = p->instance->settings.wave_size, most = m->waves * size < 1024 ? m->waves * size : 1024;

    l->maxComputeSharedMemorySize = 4 * m->lds_words;
    for (unsigned i = 0; i < 3; i++) {
        l->maxComputeWorkGroupCount[i] = 65535;
        l->maxComputeWorkGroupSize[i] = most;
    }
    l->maxComputeWorkGroupInvocations = most;
}

static void limit_memory(VkPhysicalDeviceLimits *l)
{
    l->maxTexelBufferElements = 1 << 26;
    l->maxUniformBufferRange = l->maxStorageBufferRange = WFV_RANGE;
    l->maxPushConstantsSize = WFV_PUSH;
    l->maxMemoryAllocationCount = 1 << 16;      /* each takes pages of the heap */
    l->maxSamplerAllocationCount = 1 << 20;
    l->bufferImageGranularity = 1;
    l->minMemoryMapAlignment = 4096;
    l->minTexelBufferOffsetAlignment = WFV_ALIGN_TEXELS;
    l->minUniformBufferOffsetAlignment = WFV_ALIGN_UNIFORM;
    l->minStorageBufferOffsetAlignment = WFV_ALIGN_STORAGE;
    l->optimalBufferCopyOffsetAlignment = l->optimalBufferCopyRowPitchAlignment = 4;
    l->nonCoherentAtomSize = 64;
}

static void limit_descriptors(VkPhysicalDeviceLimits *l)
{
    l->maxBoundDescriptorSets = WFV_SETS;
    l->maxPerStageDescriptorSamplers = l->maxPerStageDescriptorUniformBuffers = l->maxPerStageDescriptorStorageBuffers =
        l->maxPerStageDescriptorSampledImages =
            l->maxPerStageDescriptorStorageImages = l->maxPerStageResources = WFV_STAGE_RESOURCES;
    l->maxDescriptorSetSamplers = l->maxDescriptorSetUniformBuffers = l->maxDescriptorSetUniformBuffersDynamic =
        l->maxDescriptorSetStorageBuffers =
            l->maxDescriptorSetStorageBuffersDynamic = l->maxDescriptorSetSampledImages =
            l->maxDescriptorSetStorageImages = WFV_STAGE_RESOURCES;
}

static void limit_images(VkPhysicalDeviceLimits *l)
{
    l->maxImageDimension1D = l->maxImageDimension2D = l->maxImageDimensionCube = 16384;
    l->maxImageDimension3D = l->maxImageArrayLayers = 2048;
    l->maxSamplerLodBias = 16;
    l->maxSamplerAnisotropy = 1;
    l->minTexelOffset = l->minTexelGatherOffset = -8;
    l->maxTexelOffset = l->maxTexelGatherOffset = 7;
    l->subTexelPrecisionBits = l->mipmapPrecisionBits = 8;
    l->sampledImageColorSampleCounts = l->sampledImageIntegerSampleCounts = WFV_SAMPLES;
    l->sampledImageDepthSampleCounts = WFV_SAMPLES;
    l->sampledImageStencilSampleCounts = WFV_SAMPLES;   /* as required, though no format has stencils */
    l->storageImageSampleCounts = WFV_SAMPLES;
}

/* Of stages and attachments that the device does not have: what the specification requires of every device, and no
 * more.  Programs compare them with what they need, drawing or not. */
static void limit_graphics(const struct wfv_physical *p, VkPhysicalDeviceLimits *l)
{
    const bool webgpu = p->instance->settings.webgpu;

    l->maxPerStageDescriptorInputAttachments = l->maxDescriptorSetInputAttachments = 4;
    l->maxVertexInputAttributes = l->maxVertexInputBindings = 16;
    l->maxVertexInputAttributeOffset = 2047;
    l->maxVertexInputBindingStride = 2048;
    l->maxVertexOutputComponents = l->maxFragmentInputComponents = webgpu ? 128 : 64;
    l->maxFragmentOutputAttachments = l->maxColorAttachments = webgpu ? 8 : 4;
    l->maxFragmentCombinedOutputResources = webgpu ? WFV_RESOURCES : 4;
    l->maxDrawIndexedIndexValue = webgpu ? UINT32_MAX : (1 << 24) - 1;
    l->maxDrawIndirectCount = 1;
    l->maxViewports = 1;
    l->maxFramebufferWidth = l->maxFramebufferHeight = webgpu ? 16384 : 4096;
    l->maxViewportDimensions[0] = l->maxFramebufferWidth;
    l->maxViewportDimensions[1] = l->maxFramebufferHeight;
    l->viewportBoundsRange[0] = -2 * (float)l->maxFramebufferWidth;
    l->viewportBoundsRange[1] = 2 * (float)l->maxFramebufferWidth - 1;
    l->maxFramebufferLayers = 256;
    l->framebufferColorSampleCounts = l->framebufferDepthSampleCounts = l->framebufferStencilSampleCounts =
        l->framebufferNoAttachmentsSampleCounts = VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT;
    l->maxSampleMaskWords = 1;
    l->subPixelPrecisionBits = 4;
    l->pointSizeRange[0] = l->pointSizeRange[1] = l->lineWidthRange[0] = l->lineWidthRange[1] = 1;
    if (webgpu) {                       /* sampleRateShading is reported */
        l->minInterpolationOffset = -0.5F;
        l->maxInterpolationOffset = 0.4375F;
        l->subPixelInterpolationOffsetBits = 4;
    }
}

static VkPhysicalDeviceLimits limits(const struct wfv_physical *p)
{
    VkPhysicalDeviceLimits l = {.timestampComputeAndGraphics = VK_TRUE, .timestampPeriod = 1,
                                .discreteQueuePriorities = 2};

    limit_compute(p, &l);
    limit_memory(&l);
    limit_descriptors(&l);
    limit_images(&l);
    limit_graphics(p, &l);
    return l;
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

VkResult wfv_GetPhysicalDeviceToolProperties(VkPhysicalDevice physicalDevice, uint32_t *pToolCount,
                                             VkPhysicalDeviceToolProperties *pToolProperties)
{
    (void)physicalDevice, (void)pToolProperties;
    *pToolCount = 0;                    /* tools are layers, which add themselves */
    return VK_SUCCESS;
}
