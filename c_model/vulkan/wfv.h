/* SPDX-License-Identifier: Apache-2.0
 * wfv.h - what all files of the Vulkan driver share: handles, memory of objects, chains of structures, messages.
 *
 * vkFoo is the function wfv_Foo of some file here; entry.c gives the loader its address.
 */
#ifndef WAVEFOLD_VULKAN_WFV_H
#define WAVEFOLD_VULKAN_WFV_H

#define VK_NO_PROTOTYPES
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan_core.h>
#include <vulkan/vk_icd.h>

#include "vulkan_prototypes.h"

/* ---- handles: a pointer to a structure of ours ------------------------------------------------------------------- */

#define WFV_DISPATCHABLE(Handle, type) \
    static inline struct type *type##_of(Handle handle) { return (struct type *)(void *)handle; } \
    static inline Handle type##_handle(struct type *object) { return (Handle)(void *)object; }
#define WFV_HANDLE(Handle, type) \
    static inline struct type *type##_of(Handle handle) { return (struct type *)(uintptr_t)handle; } \
    static inline Handle type##_handle(struct type *object) { return (Handle)(uintptr_t)object; }

/* ---- memory of objects ------------------------------------------------------------------------------------------- */

/* Zeroed; by the callbacks that the call was given, else by those of the parent, else malloc.  NULL: there is none. */
void *wfv_new(const VkAllocationCallbacks *given, const VkAllocationCallbacks *parent, size_t size,
              VkSystemAllocationScope scope);
void wfv_delete(const VkAllocationCallbacks *given, const VkAllocationCallbacks *parent, void *object);

/* ---- arrays that a call gives back ------------------------------------------------------------------------------- */

/* Element n of `of` elements of this size goes to the array of a call, of which *count may have `room` elements. */
struct wfv_listing {
    void *array;
    uint32_t *count;
    uint32_t room, found;
};
static inline struct wfv_listing wfv_list_begin(void *array, uint32_t *count)
{
    return (struct wfv_listing){.array = array, .count = count, .room = array ? *count : 0};
}
/* Where the next element belongs; NULL: it is only counted. */
void *wfv_list_next(struct wfv_listing *listing, size_t size);
VkResult wfv_list_end(const struct wfv_listing *listing);

/* ---- chains ------------------------------------------------------------------------------------------------------ */

/* The structure of this type in the chain; NULL: there is none. */
const void *wfv_chained(const void *next, VkStructureType type);

#endif
