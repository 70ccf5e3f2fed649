/* SPDX-License-Identifier: Apache-2.0
 * image.c - images: where their texels lie, and their memory.
 */
#include "image.h"

#include "format.h"

#include <string.h>

/* ---- texels ------------------------------------------------------------------------------------------------------ */

static uint32_t half(uint32_t size, uint32_t level)
{
    return size >> level ? size >> level : 1;
}

static uint64_t aligned(uint64_t bytes)
{
    return (bytes + WFV_TEXELS_ALIGN - 1) / WFV_TEXELS_ALIGN * WFV_TEXELS_ALIGN;
}

struct wfv_level wfv_image_level(const struct wf_image *image, uint32_t level)
{
    struct wfv_level l = {.at = 0};

    for (uint32_t n = 0; n <= level; n++) {
        l.at += l.slice * l.slices;
        for (unsigned i = 0; i < 3; i++)
            l.size[i] = half(image->size[i], n);
        l.row = (uint64_t)wfv_texel_bytes(image) * l.size[0];
        l.slice = aligned(l.row * l.size[1]);
        l.slices = l.size[2] * image->layers;
    }
    return l;
}

/* ---- images ------------------------------------------------------------------------------------------------------ */

/* NULL, or why there is no such image. */
static const char *refusal(const VkImageCreateInfo *info, const struct wfv_image *image)
{
    const VkPhysicalDeviceImageFormatInfo2 asked = {.format = info->format,
                                                    .type = info->imageType,
                                                    .tiling = info->tiling,
                                                    .usage = info->usage,
                                                    .flags = info->flags};
    const VkExternalMemoryImageCreateInfo *external =
        wfv_chained(info->pNext, VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO);
    VkImageFormatProperties most;

    if (external && external->handleTypes)
        return "memory that is shared with other devices";
    if (!wfv_image_limits(&asked, &most))
        return "a format, tiling, usage or flag that vkGetPhysicalDeviceImageFormatProperties refuses";
    if (info->extent.width > most.maxExtent.width || info->extent.height > most.maxExtent.height ||
        info->extent.depth > most.maxExtent.depth || info->mipLevels > most.maxMipLevels ||
        info->arrayLayers > most.maxArrayLayers)
        return "a size, a number of levels or of layers that vkGetPhysicalDeviceImageFormatProperties does not allow";
    if (!(most.sampleCounts & info->samples))
        return "samples that vkGetPhysicalDeviceImageFormatProperties does not allow";
    return image->bytes > most.maxResourceSize ? "more than 2 GiB of texels" : NULL;
}

static void describe(struct wfv_image *image, const VkImageCreateInfo *info)
{
    image->image = (struct wf_image){.format = wfv_format(info->format),
                                     .size = {info->extent.width, info->extent.height, info->extent.depth},
                                     .layers = info->arrayLayers,
                                     .levels = info->mipLevels,
                                     .samples = (uint32_t)info->samples};
    image->format = info->format;
    image->type = info->imageType;
    if (image->image.format != WF_IMAGE_FORMAT_NONE && info->mipLevels && info->mipLevels <= WF_IMAGE_LEVELS) {
        const struct wfv_level last = wfv_image_level(&image->image, info->mipLevels - 1);
        image->bytes = last.at + last.slice * last.slices;
    }
}

VkResult wfv_CreateImage(VkDevice handle, const VkImageCreateInfo *pCreateInfo, const VkAllocationCallbacks *pAllocator,
                         VkImage *pImage)
{
    static const struct wfv_kind images = {.name = "an image", .gone = "uses an image that was destroyed"};
    struct wfv_device *d = wfv_device_of(handle);
    struct wfv_image asked = {.bytes = 0};

    describe(&asked, pCreateInfo);
    const char *why = refusal(pCreateInfo, &asked);
    *pImage = VK_NULL_HANDLE;
    if (why) {
        wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                "vkCreateImage: refused: %s", why);
        return asked.bytes > WFV_IMAGE_BYTES ? VK_ERROR_OUT_OF_DEVICE_MEMORY : VK_ERROR_FORMAT_NOT_SUPPORTED;
    }
    struct wfv_image *image = wfv_held_new(d, &images, pAllocator, sizeof *image);
    if (!image)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    describe(image, pCreateInfo);
    *pImage = wfv_image_handle(image);
    return VK_SUCCESS;
}

void wfv_DestroyImage(VkDevice device, VkImage image, const VkAllocationCallbacks *pAllocator)
{
    (void)device, (void)pAllocator;
    if (image)
        wfv_destroy("vkDestroyImage", &wfv_image_of(image)->held);
}

void wfv_GetImageSubresourceLayout(VkDevice device, VkImage handle, const VkImageSubresource *pSubresource,
                                   VkSubresourceLayout *pLayout)
{
    const struct wf_image *image = &wfv_image_of(handle)->image;
    const struct wfv_level l = wfv_image_level(image, pSubresource->mipLevel);

    (void)device;
    *pLayout = (VkSubresourceLayout){.offset = l.at + l.slice * pSubresource->arrayLayer,
                                     .size = l.slice * l.size[2],
                                     .rowPitch = l.row,
                                     .arrayPitch = image->layers > 1 ? l.slice : 0,
                                     .depthPitch = image->size[2] > 1 ? l.slice : 0};
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

void wfv_GetImageMemoryRequirements(VkDevice device, VkImage image, VkMemoryRequirements *pMemoryRequirements)
{
    (void)device;
    *pMemoryRequirements = wfv_memory_needs(wfv_image_of(image)->bytes);
}

void wfv_GetImageMemoryRequirements2(VkDevice device, const VkImageMemoryRequirementsInfo2 *pInfo,
                                     VkMemoryRequirements2 *pMemoryRequirements)
{
    (void)device;
    wfv_fill_memory_needs(wfv_image_of(pInfo->image)->bytes, pMemoryRequirements);
}

void wfv_GetDeviceImageMemoryRequirements(VkDevice device, const VkDeviceImageMemoryRequirements *pInfo,
                                          VkMemoryRequirements2 *pMemoryRequirements)
{
    struct wfv_image image = {.bytes = 0};

    (void)device;
    describe(&image, pInfo->pCreateInfo);
    wfv_fill_memory_needs(image.bytes, pMemoryRequirements);
}

VkResult wfv_BindImageMemory(VkDevice device, VkImage image, VkDeviceMemory memory, VkDeviceSize memoryOffset)
{
    struct wfv_image *i = wfv_image_of(image);
    const struct wfv_memory *m = wfv_memory_of(memory);
    const VkResult result = wfv_memory_reach(wfv_device_of(device), "vkBindImageMemory", m, memoryOffset, i->bytes);

    if (result == VK_SUCCESS)
        i->at = m->at + memoryOffset;
    return result;
}

static VkResult bind_image(VkDevice device, const void *info)
{
    const VkBindImageMemoryInfo *b = info;

    return wfv_BindImageMemory(device, b->image, b->memory, b->memoryOffset);
}

VkResult wfv_BindImageMemory2(VkDevice device, uint32_t bindInfoCount, const VkBindImageMemoryInfo *pBindInfos)
{
    return wfv_bind_all(device, pBindInfos, bindInfoCount, sizeof *pBindInfos, bind_image);
}

/* ---- sparse images: there are none ------------------------------------------------------------------------------- */

void wfv_GetImageSparseMemoryRequirements(VkDevice device, VkImage image, uint32_t *pSparseMemoryRequirementCount,
                                          VkSparseImageMemoryRequirements *pSparseMemoryRequirements)
{
    (void)device, (void)image, (void)pSparseMemoryRequirements;
    *pSparseMemoryRequirementCount = 0;
}

void wfv_GetImageSparseMemoryRequirements2(VkDevice device, const VkImageSparseMemoryRequirementsInfo2 *pInfo,
                                           uint32_t *pSparseMemoryRequirementCount,
                                           VkSparseImageMemoryRequirements2 *pSparseMemoryRequirements)
{
    (void)device, (void)pInfo, (void)pSparseMemoryRequirements;
    *pSparseMemoryRequirementCount = 0;
}

void wfv_GetDeviceImageSparseMemoryRequirements(VkDevice device, const VkDeviceImageMemoryRequirements *pInfo,
                                                uint32_t *pSparseMemoryRequirementCount,
                                                VkSparseImageMemoryRequirements2 *pSparseMemoryRequirements)
{
    (void)device, (void)pInfo, (void)pSparseMemoryRequirements;
    *pSparseMemoryRequirementCount = 0;
}
