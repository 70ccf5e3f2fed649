/* SPDX-License-Identifier: Apache-2.0
 * layout.h - VkDescriptorSetLayout and VkPipelineLayout.  Both are counted: what was made with one keeps it.
 */
#ifndef WAVEFOLD_VULKAN_LAYOUT_H
#define WAVEFOLD_VULKAN_LAYOUT_H

#include "device.h"
#include "limits.h"

#include "wavefold/image.h"

struct wfv_binding {
    uint32_t binding;
    VkDescriptorType type;
    VkShaderStageFlags stages;
    VkDescriptorBindingFlags flags;
    uint32_t count;                     /* descriptors; of an inline uniform block its bytes */
    uint32_t first;                     /* the first of them in the set; of an inline uniform block its first byte */
    uint32_t memory_at;                 /* its first byte in a descriptor buffer */
    uint32_t first_dynamic;             /* of dynamic buffers: the first of their offsets */
    bool is_variable;                   /* it is the last then, and a set may have fewer */
    const struct wf_sampler *immutable; /* [count], or NULL */
};
struct wfv_set_layout {
    atomic_uint holders;
    const VkAllocationCallbacks *own;
    size_t bytes;                       /* of this structure, with all that it points to */
    bool is_push;
    uint32_t bindings, descriptors, dynamics, inline_bytes;
    uint32_t memory_bytes;              /* of a set in a descriptor buffer */
    struct wfv_binding binding[];       /* [bindings], in ascending order of their numbers */
};
struct wfv_pipeline_layout {
    atomic_uint holders;
    const VkAllocationCallbacks *own;
    uint32_t sets;
    struct wfv_set_layout *set[WFV_SETS];       /* may have NULLs */
    uint32_t first_dynamic[WFV_SETS];
};
WFV_HANDLE(VkDescriptorSetLayout, wfv_set_layout)
WFV_HANDLE(VkPipelineLayout, wfv_pipeline_layout)

static inline bool wfv_is_inline(VkDescriptorType type) { return type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK; }
/* Bytes that one takes. */
static inline uint32_t wfv_block_room(uint32_t bytes) { return (bytes + 15) / 16 * 16; }
/* Of one in memory; 0: of a type that is in none. */
uint32_t wfv_descriptor_bytes(VkDescriptorType type);
static inline bool wfv_is_dynamic(VkDescriptorType type)
{
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}
/* NULL: the layout has no such binding. */
const struct wfv_binding *wfv_layout_find(const struct wfv_set_layout *layout, uint32_t binding);
/* They are defined alike: a set of one may be used as one of the other. */
bool wfv_set_layouts_match(const struct wfv_set_layout *a, const struct wfv_set_layout *b);
/* To `from->bytes` bytes; the copy is not counted, its memory is the caller's. */
void wfv_set_layout_copy(struct wfv_set_layout *to, const struct wfv_set_layout *from);
void wfv_set_layout_hold(struct wfv_set_layout *layout);
void wfv_set_layout_release(struct wfv_set_layout *layout);         /* NULL is allowed */
void wfv_pipeline_layout_hold(struct wfv_pipeline_layout *layout);
void wfv_pipeline_layout_release(struct wfv_pipeline_layout *layout);

#endif
