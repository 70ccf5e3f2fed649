/* SPDX-License-Identifier: Apache-2.0
 * images.h - images and samplers of a kernel file on a Vulkan device.  Their texels come from a buffer and go back there.
 */
#ifndef WFO_IMAGES_H
#define WFO_IMAGES_H

#include "case.h"
#include "device.h"
#include "samples.h"

/* What a binding needs in addition to its buffer; all 0: nothing. */
struct wfo_image {
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
    VkBufferView texels;
    VkSampler sampler;
    const struct wf_image *shape;
    VkBuffer buffer;
    struct wfo_samples samples;         /* of an image of several */
};

/* The device takes all images of the case; false with its text. */
bool wfo_images_met(const struct wfo_device *d, struct wfo_case *c);
VkDescriptorType wfo_image_type(const struct wf_shader_resource *r);
/* Of an array of images or samplers: as many as are bound, of samplers as many as have one.  Of what is none: 1. */
uint32_t wfo_image_elements(const struct wf_kernel *k, const struct wf_shader_resource *r);
/* `buffer` has the texels, in the layout of `from`, NULL: of a sampler.  What was made is to be freed in any case. */
VkResult wfo_image_make(const struct wfo_device *d, const struct wf_kernel *k, const struct wf_shader_resource *r, uint32_t element,
                        const struct wf_kernel_buffer *from, VkBuffer buffer, struct wfo_image *image);
void wfo_image_write(const struct wfo_device *d, VkDescriptorSet set, const struct wf_shader_resource *r, uint32_t element,
                     const struct wfo_image *image);
/* From the buffer before the dispatch; into it after the dispatch. */
void wfo_image_fill(VkCommandBuffer commands, const struct wfo_image *image);
void wfo_image_fetch(VkCommandBuffer commands, const struct wfo_image *image);
void wfo_image_free(const struct wfo_device *d, struct wfo_image *image);

#endif
