/* SPDX-License-Identifier: Apache-2.0
 * query.h - query pools: timestamps in cycles of the device, and the invocations of compute shaders.
 */
#ifndef WAVEFOLD_VULKAN_QUERY_H
#define WAVEFOLD_VULKAN_QUERY_H

#include "command.h"

/* Under device->lock. */
struct wfv_query {
    bool is_available;
    uint64_t value;                     /* 0 until it is available */
    uint64_t began;                     /* invocations of the execution when it began */
};
struct wfv_query_pool {
    struct wfv_held held;
    VkQueryType type;
    uint32_t queries;
    struct wfv_query query[];           /* [queries] */
};
WFV_HANDLE(VkQueryPool, wfv_query_pool)

/* The results of `count` queries from `first` on, as vkGetQueryPoolResults has them; with device->lock held, and
 * without a wait.  VK_NOT_READY: some are left out. */
VkResult wfv_query_results(const struct wfv_query_pool *pool, uint32_t first, uint32_t count, void *to, uint64_t stride,
                           VkQueryResultFlags flags);
/* Until they are available; false: they will never be, for the device is lost.  With device->lock held. */
bool wfv_query_wait(struct wfv_device *device, const struct wfv_query_pool *pool, uint32_t first, uint32_t count);

#endif
