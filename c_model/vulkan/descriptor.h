/* SPDX-License-Identifier: Apache-2.0
 * descriptor.h - descriptor sets.  A descriptor holds what it leads to by value, so that no object must outlive it
 * that Vulkan allows to be destroyed.
 *
 * Programs may update descriptors that no dispatch in flight uses: device->descriptors_lock guards the contents of
 * sets.
 */
#ifndef WAVEFOLD_VULKAN_DESCRIPTOR_H
#define WAVEFOLD_VULKAN_DESCRIPTOR_H

#include "image.h"
#include "layout.h"

struct wfv_descriptor {
    bool has_buffer, has_sampler;
    bool is_null;                       /* it was written as one of nothing */
    uint64_t at, size;                  /* of a buffer: bytes in the arena, ... */
    uint64_t left;                      /* ... and those from there to the end of the buffer */
    struct wf_sampler sampler;
    struct wfv_view view;               /* of an image or a texel buffer; format NONE: none */
};
struct wfv_pool;
struct wfv_set {
    struct wfv_held held;               /* of a set that is pushed nothing: its memory is a command buffer's */
    struct wfv_set_layout *layout;
    struct wfv_pool *pool;              /* NULL: it is pushed; that of a freed one may have been destroyed */
    struct wfv_set *next, **before;     /* in the pool */
    uint32_t variable;                  /* descriptors, or bytes, of the binding with a variable count */
    unsigned char *inline_byte;         /* [layout->inline_bytes] of its inline uniform blocks */
    struct wfv_descriptor descriptor[]; /* [wfv_set_descriptors] */
};
WFV_HANDLE(VkDescriptorSet, wfv_set)

static inline uint32_t wfv_set_count(const struct wfv_set *set, const struct wfv_binding *b)
{
    return b->is_variable && set->pool ? set->variable : b->count;
}
/* The descriptor and its binding; NULL when the set has none there.  Of an inline uniform block there is none, but *b.
 */
struct wfv_descriptor *wfv_descriptor_find(struct wfv_set *set, uint32_t binding, uint32_t element,
                                           const struct wfv_binding **b);
/* The descriptors that have immutable samplers get them. */
void wfv_set_init(struct wfv_set *set);

/* One write, as vkUpdateDescriptorSets has them; under the lock. */
void wfv_descriptors_write(struct wfv_set *set, const VkWriteDescriptorSet *write);

#endif
