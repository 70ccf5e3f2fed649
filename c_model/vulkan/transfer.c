/* SPDX-License-Identifier: Apache-2.0
 * transfer.c - copies, fills and updates of buffers; barriers, which separate dispatches that would overlap.
 */
#include "between.h"
#include "command.h"

#include <string.h>

struct copy {
    uint64_t from, to, bytes;
};
struct fill {
    uint64_t at, bytes;
    uint32_t word;
};
struct update {
    uint64_t at, bytes;
    max_align_t byte[];
};

static void run_copy(struct wfv_execution *x, void *payload)
{
    const struct copy *c = payload;

    memmove(wfv_arena_at(x->device->arena, c->to), wfv_arena_at(x->device->arena, c->from), c->bytes);
}

static void record_copy(VkCommandBuffer handle, const char *command, VkBuffer source, VkBuffer target,
                        VkDeviceSize from, VkDeviceSize to, VkDeviceSize size)
{
    struct wfv_commands *c = wfv_commands_of(handle);
    const struct wfv_buffer *s = wfv_buffer_of(source), *t = wfv_buffer_of(target);

    if (!wfv_commands_reach(c, command, s, from, size) || !wfv_commands_reach(c, command, t, to, size))
        return;
    struct copy *x = wfv_record(c, run_copy, sizeof *x);
    if (x)
        *x = (struct copy){s->at + from, t->at + to, size};
}

void wfv_CmdCopyBuffer(VkCommandBuffer commandBuffer, VkBuffer srcBuffer, VkBuffer dstBuffer, uint32_t regionCount,
                       const VkBufferCopy *pRegions)
{
    for (uint32_t i = 0; i < regionCount; i++)
        record_copy(commandBuffer, "vkCmdCopyBuffer", srcBuffer, dstBuffer, pRegions[i].srcOffset,
                    pRegions[i].dstOffset, pRegions[i].size);
}

void wfv_CmdCopyBuffer2(VkCommandBuffer commandBuffer, const VkCopyBufferInfo2 *p)
{
    for (uint32_t i = 0; i < p->regionCount; i++)
        record_copy(commandBuffer, "vkCmdCopyBuffer2", p->srcBuffer, p->dstBuffer, p->pRegions[i].srcOffset,
                    p->pRegions[i].dstOffset, p->pRegions[i].size);
}

static void run_fill(struct wfv_execution *x, void *payload)
{
    const struct fill *f = payload;
    uint32_t *word = wfv_arena_at(x->device->arena, f->at);

    for (uint64_t i = 0; i < f->bytes / 4; i++)
        word[i] = f->word;
}

/* Of a size, whole words are filled: VK_WHOLE_SIZE may end within one. */
void wfv_CmdFillBuffer(VkCommandBuffer commandBuffer, VkBuffer dstBuffer, VkDeviceSize dstOffset, VkDeviceSize size,
                       uint32_t data)
{
    struct wfv_commands *c = wfv_commands_of(commandBuffer);
    const struct wfv_buffer *b = wfv_buffer_of(dstBuffer);
    const uint64_t bytes = size == VK_WHOLE_SIZE ? wfv_buffer_range(b, dstOffset, size) : size;

    if (!wfv_commands_reach(c, "vkCmdFillBuffer", b, dstOffset, bytes))
        return;
    struct fill *f = wfv_record(c, run_fill, sizeof *f);
    if (f)
        *f = (struct fill){b->at + dstOffset, bytes, data};
}

static void run_update(struct wfv_execution *x, void *payload)
{
    const struct update *u = payload;

    memcpy(wfv_arena_at(x->device->arena, u->at), u->byte, u->bytes);
}

void wfv_CmdUpdateBuffer(VkCommandBuffer commandBuffer, VkBuffer dstBuffer, VkDeviceSize dstOffset,
                         VkDeviceSize dataSize, const void *pData)
{
    struct wfv_commands *c = wfv_commands_of(commandBuffer);
    const struct wfv_buffer *b = wfv_buffer_of(dstBuffer);

    if (!wfv_commands_reach(c, "vkCmdUpdateBuffer", b, dstOffset, dataSize))
        return;
    struct update *u = wfv_record(c, run_update, sizeof *u + dataSize);
    if (!u)
        return;
    u->at = b->at + dstOffset;
    u->bytes = dataSize;
    memcpy(u->byte, pData, dataSize);
}

/* All that is no dispatch waits for the dispatches before it; the watch for races takes note. */
struct barrier {
    VkPipelineStageFlags2 from, to;
    bool memory;
};
static void run_barrier(struct wfv_execution *x, void *payload)
{
    const struct barrier *b = payload;

    wfv_between_order(x->between, b->from, b->to, b->memory);
}

static void record_barrier(VkCommandBuffer commands, VkPipelineStageFlags2 from, VkPipelineStageFlags2 to, bool memory)
{
    struct barrier *b = wfv_record(wfv_commands_of(commands), run_barrier, sizeof *b);

    if (b)
        *b = (struct barrier){from, to, memory};
}

void wfv_CmdPipelineBarrier(VkCommandBuffer commandBuffer, VkPipelineStageFlags srcStageMask,
                            VkPipelineStageFlags dstStageMask, VkDependencyFlags dependencyFlags,
                            uint32_t memoryBarrierCount, const VkMemoryBarrier *pMemoryBarriers,
                            uint32_t bufferMemoryBarrierCount, const VkBufferMemoryBarrier *pBufferMemoryBarriers,
                            uint32_t imageMemoryBarrierCount, const VkImageMemoryBarrier *pImageMemoryBarriers)
{
    bool memory = bufferMemoryBarrierCount || imageMemoryBarrierCount;

    (void)dependencyFlags, (void)pBufferMemoryBarriers, (void)pImageMemoryBarriers;
    for (uint32_t i = 0; i < memoryBarrierCount; i++)
        memory |= pMemoryBarriers[i].srcAccessMask != 0;
    record_barrier(commandBuffer, srcStageMask, dstStageMask, memory);
}

void wfv_CmdPipelineBarrier2(VkCommandBuffer commandBuffer, const VkDependencyInfo *pDependencyInfo)
{
    const VkDependencyInfo *d = pDependencyInfo;

    for (uint32_t i = 0; i < d->memoryBarrierCount; i++) {
        const VkMemoryBarrier2 *b = &d->pMemoryBarriers[i];
        record_barrier(commandBuffer, b->srcStageMask, b->dstStageMask, b->srcAccessMask != 0);
    }
    for (uint32_t i = 0; i < d->bufferMemoryBarrierCount; i++)
        record_barrier(commandBuffer, d->pBufferMemoryBarriers[i].srcStageMask,
                       d->pBufferMemoryBarriers[i].dstStageMask, true);
    for (uint32_t i = 0; i < d->imageMemoryBarrierCount; i++)
        record_barrier(commandBuffer, d->pImageMemoryBarriers[i].srcStageMask, d->pImageMemoryBarriers[i].dstStageMask,
                       true);
}
