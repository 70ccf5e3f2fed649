/* SPDX-License-Identifier: Apache-2.0
 * image.h - VkImage, VkImageView, VkSampler.
 */
#ifndef WAVEFOLD_VULKAN_IMAGE_H
#define WAVEFOLD_VULKAN_IMAGE_H

#include "memory.h"

struct wfv_image {
    struct wfv_held held;
    struct wf_image image;
    char called[WFV_NAMED];             /* by VK_EXT_debug_utils, or "" */
    VkFormat format;
    VkImageType type;
    uint64_t bytes;                     /* of all levels */
    uint64_t at;                        /* in the arena; 0: not bound */
};
/* What a shader sees of an image: a range of levels and layers. */
struct wfv_view {
    enum wf_image_format format;        /* NONE: no image */
    uint8_t swizzle[4];                 /* enum wf_swizzle */
    uint64_t at, size;                  /* its texels in the arena */
    uint32_t word[WF_IMAGE_WORDS];      /* its descriptor */
};
/* What a view is made from, with the size of few words: a descriptor in memory has it. */
struct wfv_source_view {
    struct wf_image image;
    uint64_t at;                        /* of the image in the arena; of a texel buffer that of its texels */
    uint32_t level, levels;             /* the first, and how many */
    uint32_t begin, slices;             /* likewise, of slices or layers */
    enum wf_image_format format;
    uint8_t swizzle[4];
    bool is_volume, is_texels;
};
void wfv_view_describe(struct wfv_view *view, const struct wfv_source_view *from);
struct wfv_image_view {                 /* VkImageView */
    struct wfv_view view;
    struct wfv_source_view source;
};
struct wfv_sampler {
    struct wf_sampler sampler;
};
WFV_HANDLE(VkImage, wfv_image)
WFV_HANDLE(VkImageView, wfv_image_view)
WFV_HANDLE(VkSampler, wfv_sampler)

/* One level of an image: its size, and in bytes where it begins in the image, from row to row, from slice or layer to
 * the next.  Levels and slices begin at multiples of WFV_TEXELS_ALIGN, so that a view may begin with any of them. */
enum { WFV_TEXELS_ALIGN = 16 };
struct wfv_level {
    uint32_t size[3];
    uint64_t at, row, slice;
    uint32_t slices;                    /* and layers */
};
struct wfv_level wfv_image_level(const struct wf_image *image, uint32_t level);
/* Bytes of a texel, all of its samples. */
static inline uint32_t wfv_texel_bytes(const struct wf_image *image)
{
    return wf_image_format_info(image->format)->bytes * image->samples;
}

#endif
