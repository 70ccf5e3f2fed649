/* SPDX-License-Identifier: Apache-2.0
 * barrier.c - pipeline barriers, which separate dispatches that would overlap.  All that is no dispatch waits for the
 * dispatches before it; the watch for races takes note of what a barrier orders.
 *
 * A barrier for a buffer or an image counts as one for all memory.
 */
#include "barrier.h"

#include "command.h"

struct wfv_dependency wfv_barriers_dependency(VkPipelineStageFlags from, VkPipelineStageFlags to,
                                              const struct wfv_barriers *b)
{
    VkAccessFlags before = 0, after = 0;

    for (uint32_t i = 0; i < b->memories; i++) {
        before |= b->memory[i].srcAccessMask;
        after |= b->memory[i].dstAccessMask;
    }
    for (uint32_t i = 0; i < b->buffers; i++) {
        before |= b->buffer[i].srcAccessMask;
        after |= b->buffer[i].dstAccessMask;
    }
    for (uint32_t i = 0; i < b->images; i++) {
        before |= b->image[i].srcAccessMask;
        after |= b->image[i].dstAccessMask;
    }
    return wfv_dependency_of(from, before, to, after);
}

uint32_t wfv_info_dependencies(const VkDependencyInfo *d, struct wfv_dependency *to)
{
    for (uint32_t i = 0; to && i < d->memoryBarrierCount; i++) {
        const VkMemoryBarrier2 *b = &d->pMemoryBarriers[i];
        *to++ = wfv_dependency_of(b->srcStageMask, b->srcAccessMask, b->dstStageMask, b->dstAccessMask);
    }
    for (uint32_t i = 0; to && i < d->bufferMemoryBarrierCount; i++) {
        const VkBufferMemoryBarrier2 *b = &d->pBufferMemoryBarriers[i];
        *to++ = wfv_dependency_of(b->srcStageMask, b->srcAccessMask, b->dstStageMask, b->dstAccessMask);
    }
    for (uint32_t i = 0; to && i < d->imageMemoryBarrierCount; i++) {
        const VkImageMemoryBarrier2 *b = &d->pImageMemoryBarriers[i];
        *to++ = wfv_dependency_of(b->srcStageMask, b->srcAccessMask, b->dstStageMask, b->dstAccessMask);
    }
    return d->memoryBarrierCount + d->bufferMemoryBarrierCount + d->imageMemoryBarrierCount;
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

struct barrier {
    uint32_t count;
    struct wfv_dependency dependency[];
};
static void run_barrier(struct wfv_execution *x, void *payload)
{
    const struct barrier *b = payload;

    for (uint32_t i = 0; i < b->count; i++)
        wfv_order_barrier(x->order, x->order, &b->dependency[i]);
}

/* NULL: no memory. */
static struct wfv_dependency *record(VkCommandBuffer commands, uint32_t count)
{
    struct barrier *b = wfv_record(wfv_commands_of(commands), run_barrier, sizeof *b + count * sizeof *b->dependency);

    if (b)
        b->count = count;
    return b ? b->dependency : NULL;
}

void wfv_CmdPipelineBarrier(VkCommandBuffer commandBuffer, VkPipelineStageFlags srcStageMask,
                            VkPipelineStageFlags dstStageMask, VkDependencyFlags dependencyFlags,
                            uint32_t memoryBarrierCount, const VkMemoryBarrier *pMemoryBarriers,
                            uint32_t bufferMemoryBarrierCount, const VkBufferMemoryBarrier *pBufferMemoryBarriers,
                            uint32_t imageMemoryBarrierCount, const VkImageMemoryBarrier *pImageMemoryBarriers)
{
    const struct wfv_barriers b = {memoryBarrierCount, bufferMemoryBarrierCount, imageMemoryBarrierCount,
                                   pMemoryBarriers, pBufferMemoryBarriers, pImageMemoryBarriers};
    struct wfv_dependency *to = record(commandBuffer, 1);

    (void)dependencyFlags;
    if (to)
        *to = wfv_barriers_dependency(srcStageMask, dstStageMask, &b);
}

void wfv_CmdPipelineBarrier2(VkCommandBuffer commandBuffer, const VkDependencyInfo *pDependencyInfo)
{
    const uint32_t count = wfv_info_dependencies(pDependencyInfo, NULL);
    struct wfv_dependency *to = count ? record(commandBuffer, count) : NULL;

    if (to)
        wfv_info_dependencies(pDependencyInfo, to);
}
