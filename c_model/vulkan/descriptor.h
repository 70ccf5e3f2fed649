/* SPDX-License-Identifier: Apache-2.0
 * descriptor.h - descriptor sets.  A descriptor holds what it leads to by value, so that no object must outlive it
 * that Vulkan allows to be destroyed.
 */
#ifndef WAVEFOLD_VULKAN_DESCRIPTOR_H
#define WAVEFOLD_VULKAN_DESCRIPTOR_H

#include "image.h"
#include "layout.h"

struct wfv_descriptor {
    bool has_buffer, has_sampler;
    uint64_t at, size;                  /* of a buffer: bytes in the arena */
    struct wf_sampler sampler;
    struct wfv_view view;               /* of an image or a texel buffer; format NONE: none */
};
struct wfv_pool;
struct wfv_set {
    struct wfv_set_layout *layout;
    struct wfv_pool *pool;
    struct wfv_set *next;               /* in the pool */
    uint32_t variable;                  /* descriptors of the binding with a variable count */
    uint64_t inline_at;                 /* bytes of its inline uniform blocks in the arena; 0: it has none */
    struct wfv_descriptor descriptor[]; /* [layout->descriptors] */
};
struct wfv_pool {
    struct wfv_set *first;
    uint32_t sets, max_sets;
};
WFV_HANDLE(VkDescriptorSet, wfv_set)
WFV_HANDLE(VkDescriptorPool, wfv_pool)

/* One write, as vkUpdateDescriptorSets has them. */
void wfv_descriptors_write(struct wfv_set *set, const VkWriteDescriptorSet *write);

#endif
