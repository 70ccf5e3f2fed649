/* SPDX-License-Identifier: Apache-2.0
 * image.h - VkImage, VkImageView, VkSampler.
 */
#ifndef WAVEFOLD_VULKAN_IMAGE_H
#define WAVEFOLD_VULKAN_IMAGE_H

#include "memory.h"

struct wfv_image {
    struct wf_image image;
    VkFormat format;
    VkImageType type;
    uint64_t at;                        /* in the arena; 0: not bound */
};
/* What a shader sees of an image: a range of levels and layers. */
struct wfv_view {
    enum wf_image_format format;        /* NONE: no image */
    uint64_t at, size;                  /* its texels in the arena */
    uint32_t word[WF_IMAGE_WORDS];      /* its descriptor */
};
struct wfv_sampler {
    struct wf_sampler sampler;
};
WFV_HANDLE(VkImage, wfv_image)
WFV_HANDLE(VkImageView, wfv_view)
WFV_HANDLE(VkSampler, wfv_sampler)

#endif
