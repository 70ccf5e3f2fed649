/* SPDX-License-Identifier: Apache-2.0
 * query.c - query pools, and what the host does with them.
 */
#include "query.h"

#include "wait.h"

#include <string.h>

/* ---- pools ------------------------------------------------------------------------------------------------------- */

static VkResult refuse(struct wfv_device *d, const char *what, unsigned bits)
{
    wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
            "vkCreateQueryPool: %s 0x%x: this device has timestamps and the statistic of compute shader invocations",
            what, bits);
    return VK_ERROR_FEATURE_NOT_PRESENT;
}

VkResult wfv_CreateQueryPool(VkDevice device, const VkQueryPoolCreateInfo *pCreateInfo,
                             const VkAllocationCallbacks *pAllocator, VkQueryPool *pQueryPool)
{
    static const struct wfv_kind pools = {.name = "a query pool", .gone = "uses a query pool that was destroyed"};
    struct wfv_device *d = wfv_device_of(device);
    const VkQueryPipelineStatisticFlags statistics = pCreateInfo->pipelineStatistics;

    *pQueryPool = VK_NULL_HANDLE;
    if (pCreateInfo->queryType != VK_QUERY_TYPE_TIMESTAMP &&
        pCreateInfo->queryType != VK_QUERY_TYPE_PIPELINE_STATISTICS)
        return refuse(d, "queries of type", pCreateInfo->queryType);
    if (pCreateInfo->queryType == VK_QUERY_TYPE_PIPELINE_STATISTICS &&
        statistics != VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT)
        return refuse(d, "pipeline statistics", statistics);
    const size_t size = sizeof(struct wfv_query_pool) + pCreateInfo->queryCount * sizeof(struct wfv_query);
    struct wfv_query_pool *pool = wfv_held_new(d, &pools, pAllocator, size);
    if (!pool)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    pool->type = pCreateInfo->queryType;
    pool->queries = pCreateInfo->queryCount;
    *pQueryPool = wfv_query_pool_handle(pool);
    return VK_SUCCESS;
}

void wfv_DestroyQueryPool(VkDevice device, VkQueryPool queryPool, const VkAllocationCallbacks *pAllocator)
{
    (void)device, (void)pAllocator;
    if (queryPool)
        wfv_destroy("vkDestroyQueryPool", &wfv_query_pool_of(queryPool)->held);
}

static bool has_queries(struct wfv_device *d, const char *command, const struct wfv_query_pool *pool, uint32_t first,
                        uint32_t count)
{
    if (first <= pool->queries && count <= pool->queries - first)
        return true;
    wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
            "%s: %u queries from number %u on, of a pool of %u", command, count, first, pool->queries);
    return false;
}

void wfv_ResetQueryPool(VkDevice device, VkQueryPool queryPool, uint32_t firstQuery, uint32_t queryCount)
{
    struct wfv_device *d = wfv_device_of(device);
    struct wfv_query_pool *pool = wfv_query_pool_of(queryPool);

    if (!has_queries(d, "vkResetQueryPool", pool, firstQuery, queryCount))
        return;
    pthread_mutex_lock(&d->lock);
    memset(&pool->query[firstQuery], 0, queryCount * sizeof(struct wfv_query));
    pthread_mutex_unlock(&d->lock);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static void put(unsigned char *to, uint64_t value, VkQueryResultFlags flags)
{
    const uint32_t low = (uint32_t)value;

    if (flags & VK_QUERY_RESULT_64_BIT)
        memcpy(to, &value, sizeof value);
    else
        memcpy(to, &low, sizeof low);
}

VkResult wfv_query_results(const struct wfv_query_pool *pool, uint32_t first, uint32_t count, void *to, uint64_t stride,
                           VkQueryResultFlags flags)
{
    const size_t size = flags & VK_QUERY_RESULT_64_BIT ? sizeof(uint64_t) : sizeof(uint32_t);
    VkResult result = VK_SUCCESS;

    for (uint32_t i = 0; i < count; i++) {
        const struct wfv_query *q = &pool->query[first + i];
        unsigned char *at = (unsigned char *)to + i * stride;
        if (q->is_available || flags & VK_QUERY_RESULT_PARTIAL_BIT)
            put(at, q->value, flags);
        else
            result = VK_NOT_READY;
        if (flags & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT)
            put(at + size, q->is_available, flags);
    }
    return result;
}

static bool are_available(const struct wfv_query_pool *pool, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!pool->query[first + i].is_available)
            return false;
    return true;
}

bool wfv_query_wait(struct wfv_device *d, const struct wfv_query_pool *pool, uint32_t first, uint32_t count)
{
    bool available;

    while (!(available = are_available(pool, first, count)) && wfv_goes_on(d))
        wfv_wait_changed(d, UINT64_MAX);
    return available;
}

VkResult wfv_GetQueryPoolResults(VkDevice device, VkQueryPool queryPool, uint32_t firstQuery, uint32_t queryCount,
                                 size_t dataSize, void *pData, VkDeviceSize stride, VkQueryResultFlags flags)
{
    struct wfv_device *d = wfv_device_of(device);
    const struct wfv_query_pool *pool = wfv_query_pool_of(queryPool);
    VkResult result = VK_ERROR_DEVICE_LOST;

    (void)dataSize;
    if (!has_queries(d, "vkGetQueryPoolResults", pool, firstQuery, queryCount))
        return VK_ERROR_VALIDATION_FAILED_EXT;
    pthread_mutex_lock(&d->lock);
    if (!(flags & VK_QUERY_RESULT_WAIT_BIT) || wfv_query_wait(d, pool, firstQuery, queryCount))
        result = wfv_query_results(pool, firstQuery, queryCount, pData, stride, flags);
    pthread_mutex_unlock(&d->lock);
    return (result == VK_NOT_READY || result == VK_ERROR_DEVICE_LOST) && wfv_await_loss(d)
            ? wfv_lost(d, "vkGetQueryPoolResults") : result;
}
