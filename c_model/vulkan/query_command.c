/* SPDX-License-Identifier: Apache-2.0
 * query_command.c - what command buffers do with query pools.
 */
#include "between.h"
#include "memory.h"
#include "query.h"

#include <string.h>

struct step {
    struct wfv_query_pool *pool;
    uint32_t first, count;
};
struct copy {
    struct wfv_traffic traffic;         /* the words of all queries, a row each */
    struct step of;
    uint64_t stride;
    VkQueryResultFlags flags;
};

/* ---- in the thread of a queue ------------------------------------------------------------------------------------ */

static void run_reset(struct wfv_execution *x, void *payload)
{
    const struct step *s = payload;

    pthread_mutex_lock(&x->device->lock);
    memset(&s->pool->query[s->first], 0, s->count * sizeof *s->pool->query);
    pthread_mutex_unlock(&x->device->lock);
}

static void run_begin(struct wfv_execution *x, void *payload)
{
    const struct step *s = payload;

    pthread_mutex_lock(&x->device->lock);
    s->pool->query[s->first].began = x->invocations;
    pthread_mutex_unlock(&x->device->lock);
}

static void finish(struct wfv_device *d, struct wfv_query *q, uint64_t value)
{
    q->value = value;
    q->is_available = true;
    pthread_cond_broadcast(&d->changed);
}

static void run_end(struct wfv_execution *x, void *payload)
{
    const struct step *s = payload;
    struct wfv_query *q = &s->pool->query[s->first];

    pthread_mutex_lock(&x->device->lock);
    finish(x->device, q, x->invocations - q->began);
    pthread_mutex_unlock(&x->device->lock);
}

static void run_timestamp(struct wfv_execution *x, void *payload)
{
    const struct step *s = payload;

    pthread_mutex_lock(&x->device->lock);
    finish(x->device, &s->pool->query[s->first], atomic_load(&x->device->clock));
    pthread_mutex_unlock(&x->device->lock);
}

static void run_copy(struct wfv_execution *x, void *payload)
{
    const struct copy *c = payload;
    struct wfv_device *d = x->device;

    wfv_between_traffic(d->between, x->order, &c->traffic);
    pthread_mutex_lock(&d->lock);
    if (!(c->flags & VK_QUERY_RESULT_WAIT_BIT) || wfv_query_wait(d, c->of.pool, c->of.first, c->of.count))
        wfv_query_results(c->of.pool, c->of.first, c->of.count, wfv_arena_at(d->arena, c->traffic.to.at), c->stride, c->flags);
    pthread_mutex_unlock(&d->lock);
}

/* ---- recording --------------------------------------------------------------------------------------------------- */

static bool has_queries(struct wfv_commands *c, const char *command, const struct wfv_query_pool *pool, uint32_t first,
                        uint32_t count)
{
    if (first <= pool->queries && count <= pool->queries - first)
        return true;
    wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "%s: %u queries from number %u on, of a pool of %u", command, count,
             first, pool->queries);
    return false;
}

static void record(VkCommandBuffer handle, const char *command, wfv_command_fn *run, VkQueryPool pool, uint32_t first,
                   uint32_t count)
{
    struct wfv_commands *c = wfv_commands_of(handle);
    struct wfv_query_pool *p = wfv_query_pool_of(pool);
    const bool is_right = has_queries(c, command, p, first, count);
    struct step *s = is_right ? wfv_record_using(c, run, sizeof *s, &p->held) : NULL;

    if (s)
        *s = (struct step){p, first, count};
}

void wfv_CmdResetQueryPool(VkCommandBuffer commandBuffer, VkQueryPool queryPool, uint32_t firstQuery,
                           uint32_t queryCount)
{
    record(commandBuffer, "vkCmdResetQueryPool", run_reset, queryPool, firstQuery, queryCount);
}

void wfv_CmdBeginQuery(VkCommandBuffer commandBuffer, VkQueryPool queryPool, uint32_t query, VkQueryControlFlags flags)
{
    (void)flags;                        /* precise: of occlusion queries */
    record(commandBuffer, "vkCmdBeginQuery", run_begin, queryPool, query, 1);
}

void wfv_CmdEndQuery(VkCommandBuffer commandBuffer, VkQueryPool queryPool, uint32_t query)
{
    record(commandBuffer, "vkCmdEndQuery", run_end, queryPool, query, 1);
}

/* All stages of the commands before are done when a queue comes to the next one. */
void wfv_CmdWriteTimestamp(VkCommandBuffer commandBuffer, VkPipelineStageFlagBits pipelineStage, VkQueryPool queryPool,
                           uint32_t query)
{
    (void)pipelineStage;
    record(commandBuffer, "vkCmdWriteTimestamp", run_timestamp, queryPool, query, 1);
}

void wfv_CmdWriteTimestamp2(VkCommandBuffer commandBuffer, VkPipelineStageFlags2 stage, VkQueryPool queryPool,
                            uint32_t query)
{
    (void)stage;
    record(commandBuffer, "vkCmdWriteTimestamp2", run_timestamp, queryPool, query, 1);
}

void wfv_CmdCopyQueryPoolResults(VkCommandBuffer commandBuffer, VkQueryPool queryPool, uint32_t firstQuery,
                                 uint32_t queryCount, VkBuffer dstBuffer, VkDeviceSize dstOffset, VkDeviceSize stride,
                                 VkQueryResultFlags flags)
{
    static const char command[] = "vkCmdCopyQueryPoolResults";
    const uint64_t word = flags & VK_QUERY_RESULT_64_BIT ? 8 : 4;
    const uint64_t size = flags & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT ? 2 * word : word;
    struct wfv_commands *c = wfv_commands_of(commandBuffer);
    struct wfv_query_pool *pool = wfv_query_pool_of(queryPool);
    struct wfv_buffer *b = wfv_buffer_of(dstBuffer);

    if (!queryCount || !has_queries(c, command, pool, firstQuery, queryCount))
        return;
    /* a stride beyond the buffer ends there in any case, and must not wrap */
    const uint64_t step = stride < b->size ? stride : b->size;
    if (!wfv_commands_reach(c, command, b, dstOffset, (queryCount - 1) * step + size))
        return;
    struct copy *payload = wfv_record_using(c, run_copy, sizeof *payload, &pool->held);
    if (!payload)
        return;
    struct wfv_area to = wfv_area_of("buffer", b->called, b->at, b->at + dstOffset, size);
    to.row = stride;
    to.rows = queryCount;
    *payload = (struct copy){{.command = command, .stage = WFV_STAGE_TRANSFER, .to = to},
                             {pool, firstQuery, queryCount}, stride, flags};
}
