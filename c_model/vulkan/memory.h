/* SPDX-License-Identifier: Apache-2.0
 * memory.h - VkDeviceMemory, VkBuffer, VkBufferView: places in the memory of the machine.
 */
#ifndef WAVEFOLD_VULKAN_MEMORY_H
#define WAVEFOLD_VULKAN_MEMORY_H

#include "held.h"

#include "wavefold/image.h"

struct wfv_memory {
    uint64_t at, size;                  /* in the arena */
    /* of its addresses: 1 + the buffer number that shaders reach it by; 0: it has none; or WFV_NUMBER_WINDOWS */
    uint32_t number;
};
#define WFV_NUMBER_WINDOWS UINT32_MAX   /* each buffer has the number of the window that it begins in: addresses.h */
/* Bytes of a name that a program gives a buffer or an image, with the 0 at its end. */
enum { WFV_NAMED = 64 };
struct wfv_buffer {
    struct wfv_held held;
    VkDeviceSize size;
    char called[WFV_NAMED];             /* by VK_EXT_debug_utils, or "" */
    VkBufferUsageFlags usage;
    const struct wfv_memory *memory;    /* NULL: not bound */
    uint64_t at;                        /* in the arena, 0: not bound */
};
struct wfv_texels {                     /* VkBufferView */
    struct wf_image image;
    uint64_t at, size;
};
WFV_HANDLE(VkDeviceMemory, wfv_memory)
WFV_HANDLE(VkBuffer, wfv_buffer)
WFV_HANDLE(VkBufferView, wfv_texels)

/* Bytes from `offset` on, of which the buffer has them. */
static inline uint64_t wfv_buffer_range(const struct wfv_buffer *b, VkDeviceSize offset, VkDeviceSize range)
{
    const uint64_t left = offset < b->size ? b->size - offset : 0;
    return range < left ? range : left;
}

/* VK_SUCCESS: the memory, which may be NULL, has so many bytes from there on.  Else an error with its message. */
VkResult wfv_memory_reach(const struct wfv_device *device, const char *command, const struct wfv_memory *memory,
                          uint64_t offset, uint64_t bytes);

/* The memory that so many bytes need; the second fills what the chain asks for too. */
VkMemoryRequirements wfv_memory_needs(VkDeviceSize bytes);
void wfv_fill_memory_needs(VkDeviceSize bytes, VkMemoryRequirements2 *needs);

/* Binds each of `count` elements of `size` bytes, also after one that fails: the last error, or VK_SUCCESS. */
typedef VkResult wfv_bind_fn(VkDevice device, const void *info);
VkResult wfv_bind_all(VkDevice device, const void *infos, uint32_t count, size_t size, wfv_bind_fn *bind);

#endif
