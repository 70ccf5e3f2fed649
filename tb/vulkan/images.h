/* SPDX-License-Identifier: Apache-2.0
 * images.h - images and texel buffers of programs for Vulkan, and dispatches that use them (kit.h).
 */
#ifndef WF_VULKAN_IMAGES_H
#define WF_VULKAN_IMAGES_H

#include "kit.h"

/* kit_choose and kit_open, with all that the device has for images; `robust`: robustImageAccess too. */
void kit_open_images(struct kit *kit, const char *program, bool robust);

/* An image with memory of its own, in the layout GENERAL.  Its memory is mapped. */
struct kit_image {
    VkImage image;
    VkDeviceMemory memory;
    unsigned char *byte;
    VkImageCreateInfo info;
};
/* In `info` an extent, levels, layers, samples and usage of 0 are 1, 1, 1, 1, and all that shaders and transfers need. */
struct kit_image kit_image(struct kit *kit, VkImageCreateInfo info);
struct kit_image kit_image_2d(struct kit *kit, VkFormat format, uint32_t width, uint32_t height);
void kit_image_free(struct kit *kit, struct kit_image *image);

VkImageAspectFlags kit_aspect(VkFormat format);
/* A view of all levels and layers, or of the range where levels is not 0. */
struct kit_range {
    uint32_t level, levels, layer, layers;
};
VkImageView kit_view(struct kit *kit, const struct kit_image *image, VkImageViewType type, VkFormat format, struct kit_range range);
/* A buffer for uniform texel buffers alone: those of kit_buffer are also for storage, which some formats have not. */
struct kit_buffer kit_uniform_texels(struct kit *kit, VkDeviceSize size);
VkBufferView kit_texels(struct kit *kit, const struct kit_buffer *buffer, VkFormat format, VkDeviceSize offset, VkDeviceSize range);
/* Nearest, to the edge, all levels; the test changes what it needs. */
VkSamplerCreateInfo kit_sampler_info(void);
VkSampler kit_sampler(struct kit *kit, const VkSamplerCreateInfo *info);

/* Texels of a level and its layers, side by side, into the image or out of it. */
void kit_fill(struct kit *kit, const struct kit_image *image, uint32_t level, const void *texel, size_t bytes);
void kit_fetch(struct kit *kit, const struct kit_image *image, uint32_t level, void *texel, size_t bytes);
/* A side of a level. */
uint32_t kit_half(uint32_t size, uint32_t level);
/* Every texel of every level and layer of an image of R32_UINT gets a number of its own, this one. */
uint32_t kit_number(uint32_t level, uint32_t x, uint32_t y, uint32_t z);
void kit_fill_numbers(struct kit *kit, const struct kit_image *image);
/* All reads and writes before it come before those after it. */
void kit_barrier(VkCommandBuffer commands);

/* Binding 0, 1, ..: the type shows which of the others counts. */
struct kit_binding {
    VkDescriptorType type;
    VkImageView view;
    VkSampler sampler;
    VkBufferView texels;
    const struct kit_buffer *buffer;
    const VkImageView *element;         /* of an array, [elements], all with the sampler; NULL: it is none */
    uint32_t elements;
};
/* Makes the pipeline, with `push` bytes of constants, dispatches the groups, waits and frees all. */
struct kit_job {
    const uint32_t *module;
    size_t bytes;
    const struct kit_binding *binding;
    uint32_t bindings;
    const void *push;
    uint32_t push_bytes;
    uint32_t wave_size;
    uint32_t groups[3];                 /* 0: 1 */
};
VkResult kit_job(struct kit *kit, const struct kit_job *job);
#define KIT_STORAGE(v) {.type = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, .view = (v)}
#define KIT_SAMPLED(v, s) {.type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, .view = (v), .sampler = (s)}
#define KIT_BUFFER(b) {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .buffer = (b)}

#endif
