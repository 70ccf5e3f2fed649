/* SPDX-License-Identifier: Apache-2.0
 * format_query.c - what the device answers about formats and images of them.
 */
#include "device.h"
#include "format.h"

/* The first 31 bits are the same in both; the others came with the flags of 64 bits. */
static VkFormatFeatureFlags first_of(VkFormatFeatureFlags2 features)
{
    return (VkFormatFeatureFlags)(features & INT32_MAX);
}

static VkFormatProperties properties(VkFormat format)
{
    const enum wf_image_format f = wfv_format(format);

    return (VkFormatProperties){.linearTilingFeatures = first_of(wfv_image_features(f)),
                                .optimalTilingFeatures = first_of(wfv_image_features(f)),
                                .bufferFeatures = first_of(wfv_texel_buffer_features(f))};
}

void wfv_GetPhysicalDeviceFormatProperties(VkPhysicalDevice physicalDevice, VkFormat format,
                                           VkFormatProperties *pFormatProperties)
{
    (void)physicalDevice;
    *pFormatProperties = properties(format);
}

void wfv_GetPhysicalDeviceFormatProperties2(VkPhysicalDevice physicalDevice, VkFormat format,
                                            VkFormatProperties2 *pFormatProperties)
{
    VkFormatProperties3 *three =
        (void *)(uintptr_t)wfv_chained(pFormatProperties->pNext, VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3);
    const enum wf_image_format f = wfv_format(format);

    (void)physicalDevice;
    pFormatProperties->formatProperties = properties(format);
    if (!three)
        return;
    three->linearTilingFeatures = three->optimalTilingFeatures = wfv_image_features(f);
    three->bufferFeatures = wfv_texel_buffer_features(f);
}

VkResult wfv_GetPhysicalDeviceImageFormatProperties(VkPhysicalDevice physicalDevice, VkFormat format, VkImageType type,
                                                    VkImageTiling tiling, VkImageUsageFlags usage,
                                                    VkImageCreateFlags flags,
                                                    VkImageFormatProperties *pImageFormatProperties)
{
    const VkPhysicalDeviceImageFormatInfo2 info = {
        .format = format, .type = type, .tiling = tiling, .usage = usage, .flags = flags};

    (void)physicalDevice;
    return wfv_image_limits(&info, pImageFormatProperties) ? VK_SUCCESS : VK_ERROR_FORMAT_NOT_SUPPORTED;
}

VkResult wfv_GetPhysicalDeviceImageFormatProperties2(VkPhysicalDevice physicalDevice,
                                                     const VkPhysicalDeviceImageFormatInfo2 *pImageFormatInfo,
                                                     VkImageFormatProperties2 *pImageFormatProperties)
{
    const VkPhysicalDeviceExternalImageFormatInfo *external =
        wfv_chained(pImageFormatInfo->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO);
    VkExternalImageFormatProperties *given = (void *)(uintptr_t)wfv_chained(
        pImageFormatProperties->pNext, VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES);

    VkSamplerYcbcrConversionImageFormatProperties *planes = (void *)(uintptr_t)wfv_chained(
        pImageFormatProperties->pNext, VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_IMAGE_FORMAT_PROPERTIES);

    (void)physicalDevice;
    if (planes)
        planes->combinedImageSamplerDescriptorCount = 1;
    if (given)
        given->externalMemoryProperties = (VkExternalMemoryProperties){.externalMemoryFeatures = 0};
    const bool is_shared = external && external->handleType;    /* no memory is shared with other devices */
    const bool taken = wfv_image_limits(pImageFormatInfo, &pImageFormatProperties->imageFormatProperties) && !is_shared;
    if (!taken)
        pImageFormatProperties->imageFormatProperties = (VkImageFormatProperties){.maxMipLevels = 0};
    return taken ? VK_SUCCESS : VK_ERROR_FORMAT_NOT_SUPPORTED;
}

/* ---- sparse images: there are none ------------------------------------------------------------------------------- */

void wfv_GetPhysicalDeviceSparseImageFormatProperties(VkPhysicalDevice physicalDevice, VkFormat format,
                                                      VkImageType type, VkSampleCountFlagBits samples,
                                                      VkImageUsageFlags usage, VkImageTiling tiling,
                                                      uint32_t *pPropertyCount,
                                                      VkSparseImageFormatProperties *pProperties)
{
    (void)physicalDevice, (void)format, (void)type, (void)samples, (void)usage, (void)tiling, (void)pProperties;
    *pPropertyCount = 0;
}

void wfv_GetPhysicalDeviceSparseImageFormatProperties2(VkPhysicalDevice physicalDevice,
                                                       const VkPhysicalDeviceSparseImageFormatInfo2 *pFormatInfo,
                                                       uint32_t *pPropertyCount,
                                                       VkSparseImageFormatProperties2 *pProperties)
{
    (void)physicalDevice, (void)pFormatInfo, (void)pProperties;
    *pPropertyCount = 0;
}
