/* SPDX-License-Identifier: Apache-2.0
 * alloc.c - memory of objects, lists and chains (wfv.h).
 */
#include "attached.h"
#include "wfv.h"

#include <stdlib.h>
#include <string.h>

void *wfv_new(const VkAllocationCallbacks *given, const VkAllocationCallbacks *parent, size_t size,
              VkSystemAllocationScope scope)
{
    const VkAllocationCallbacks *by = given ? given : parent;

    if (!by)
        return calloc(1, size);
    void *object = by->pfnAllocation(by->pUserData, size, _Alignof(max_align_t), scope);
    return object ? memset(object, 0, size) : NULL;
}

void wfv_delete(const VkAllocationCallbacks *given, const VkAllocationCallbacks *parent, void *object)
{
    const VkAllocationCallbacks *by = given ? given : parent;

    if (!object)
        return;
    wfv_detach_object((uintptr_t)object);
    if (by)
        by->pfnFree(by->pUserData, object);
    else
        free(object);
}

void *wfv_list_next(struct wfv_listing *listing, size_t size)
{
    const uint32_t n = listing->found++;

    return n < listing->room ? (char *)listing->array + n * size : NULL;
}

VkResult wfv_list_end(const struct wfv_listing *listing)
{
    const bool fits = !listing->array || listing->found <= listing->room;

    *listing->count = fits ? listing->found : listing->room;
    return fits ? VK_SUCCESS : VK_INCOMPLETE;
}

const void *wfv_chained(const void *next, VkStructureType type)
{
    const VkBaseInStructure *s = next;

    while (s && s->sType != type)
        s = s->pNext;
    return s;
}
