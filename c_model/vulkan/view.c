/* SPDX-License-Identifier: Apache-2.0
 * view.c - image views: descriptors of some levels and layers of an image.
 */
#include "format.h"
#include "image.h"

#include <string.h>

static uint32_t count_of(uint32_t asked, uint32_t first, uint32_t all)
{
    return asked == VK_REMAINING_MIP_LEVELS ? all - first : asked;      /* VK_REMAINING_ARRAY_LAYERS is the same */
}

/* The slices of a level are the layers of a view of fewer dimensions; one of all three begins with the first. */
static bool has_layers(const VkImageViewCreateInfo *info, const struct wf_image *image)
{
    const VkImageSubresourceRange *r = &info->subresourceRange;
    const uint32_t all = wfv_image_level(image, r->baseMipLevel).slices;

    return info->viewType == VK_IMAGE_VIEW_TYPE_3D ||
           (r->baseArrayLayer < all && count_of(r->layerCount, r->baseArrayLayer, all) <= all - r->baseArrayLayer);
}

/* NULL, or why there is no such view. */
static const char *refusal(const VkImageViewCreateInfo *info, const struct wfv_image *image)
{
    const enum wf_image_format format = wfv_format(info->format);
    const VkImageSubresourceRange *r = &info->subresourceRange;

    if (format == WF_IMAGE_FORMAT_NONE ||
        wf_image_format_info(format)->bytes != wf_image_format_info(image->image.format)->bytes)
        return "such a format of a view";
    if ((unsigned)info->components.r > WF_SWIZZLE_A || (unsigned)info->components.g > WF_SWIZZLE_A ||
        (unsigned)info->components.b > WF_SWIZZLE_A || (unsigned)info->components.a > WF_SWIZZLE_A)
        return "such a swizzle";
    if (wfv_chained(info->pNext, VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_INFO))
        return "conversions of YCbCr";
    if (r->baseMipLevel >= image->image.levels ||
        count_of(r->levelCount, r->baseMipLevel, image->image.levels) > image->image.levels - r->baseMipLevel)
        return "levels that the image does not have";
    if (!has_layers(info, &image->image))
        return "layers that the image does not have";
    if (!image->at)
        return "views of images without memory";
    return info->flags ? "such flags of a view" : NULL;
}

static struct wfv_source_view source_of(const VkImageViewCreateInfo *info, const struct wfv_image *from)
{
    const VkImageSubresourceRange *r = &info->subresourceRange;
    const struct wfv_level first = wfv_image_level(&from->image, r->baseMipLevel);
    const bool is_volume = info->viewType == VK_IMAGE_VIEW_TYPE_3D;
    const uint32_t begin = is_volume ? 0 : r->baseArrayLayer;
    const VkComponentSwizzle component[4] = {info->components.r, info->components.g, info->components.b,
                                             info->components.a};
    struct wfv_source_view source = {.image = from->image, .at = from->at, .level = r->baseMipLevel, .begin = begin,
                                     .levels = count_of(r->levelCount, r->baseMipLevel, from->image.levels),
                                     .slices = is_volume ? first.size[2]
                                                         : count_of(r->layerCount, begin, first.slices),
                                     .format = wfv_format(info->format), .is_volume = is_volume};

    for (unsigned i = 0; i < 4; i++)            /* of two that mean the same IDENTITY, so that they share code */
        source.swizzle[i] = (unsigned)component[i] == WF_SWIZZLE_R + i ? WF_SWIZZLE_IDENTITY : (uint8_t)component[i];
    return source;
}

static void describe_texels(struct wfv_view *view, const struct wfv_source_view *from)
{
    view->at = from->at;
    view->size = (uint64_t)from->image.size[0] * wf_image_format_info(from->format)->bytes;
    wf_image_describe(&from->image, view->word);
}

void wfv_view_describe(struct wfv_view *view, const struct wfv_source_view *from)
{
    const struct wfv_level first = wfv_image_level(&from->image, from->level);
    const uint64_t skipped = first.at + from->begin * first.slice;

    view->format = from->format;
    memcpy(view->swizzle, from->swizzle, sizeof view->swizzle);
    if (from->is_texels) {
        describe_texels(view, from);
        return;
    }
    view->at = from->at + skipped;
    view->word[WF_IMAGE_WIDTH] = first.size[0];
    view->word[WF_IMAGE_HEIGHT] = first.size[1];
    view->word[WF_IMAGE_DEPTH] = from->slices;
    view->word[WF_IMAGE_LEVEL_COUNT] = from->levels;
    view->word[WF_IMAGE_SAMPLES] = from->image.samples;
    for (uint32_t n = 0; n < from->levels; n++) {
        const struct wfv_level level = wfv_image_level(&from->image, from->level + n);
        const uint64_t at = level.at + from->begin * level.slice - skipped;
        uint32_t *word = &view->word[WF_IMAGE_LEVEL_0 + 4 * n];
        word[0] = (uint32_t)at;
        word[1] = (uint32_t)level.row;
        word[2] = (uint32_t)level.slice;
        view->size = at + level.slice * (from->is_volume ? level.size[2] : from->slices);
    }
}

VkResult wfv_CreateImageView(VkDevice handle, const VkImageViewCreateInfo *pCreateInfo,
                             const VkAllocationCallbacks *pAllocator, VkImageView *pView)
{
    struct wfv_device *d = wfv_device_of(handle);
    const struct wfv_image *image = wfv_image_of(pCreateInfo->image);
    const char *why = refusal(pCreateInfo, image);

    *pView = VK_NULL_HANDLE;
    if (why) {
        wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                "vkCreateImageView: the device does not have %s", why);
        return VK_ERROR_FORMAT_NOT_SUPPORTED;
    }
    struct wfv_image_view *view = wfv_new(pAllocator, d->own, sizeof *view, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!view)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    view->source = source_of(pCreateInfo, image);
    wfv_view_describe(&view->view, &view->source);
    *pView = wfv_image_view_handle(view);
    return VK_SUCCESS;
}

void wfv_DestroyImageView(VkDevice device, VkImageView imageView, const VkAllocationCallbacks *pAllocator)
{
    wfv_delete(pAllocator, wfv_own(device), wfv_image_view_of(imageView));
}
