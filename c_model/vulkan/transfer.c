/* SPDX-License-Identifier: Apache-2.0
 * transfer.c - copies, fills and updates of buffers.
 */
#include "between.h"
#include "command.h"

#include <string.h>

/* What they access is in `traffic`. */
struct copy {
    struct wfv_traffic traffic;
};
struct fill {
    struct wfv_traffic traffic;
    uint32_t word;
};
struct update {
    struct wfv_traffic traffic;
    max_align_t byte[];
};

static struct wfv_area area_of(const struct wfv_buffer *b, VkDeviceSize offset, VkDeviceSize bytes)
{
    return wfv_area_of("buffer", b->called, b->at, b->at + offset, bytes);
}

static void run_copy(struct wfv_execution *x, void *payload)
{
    const struct copy *c = payload;

    wfv_between_traffic(x->device->between, x->order, &c->traffic);
    memmove(wfv_arena_at(x->device->arena, c->traffic.to.at), wfv_arena_at(x->device->arena, c->traffic.from.at),
            c->traffic.to.bytes);
}

static void record_copy(VkCommandBuffer handle, const char *command, VkBuffer source, VkBuffer target,
                        VkDeviceSize from, VkDeviceSize to, VkDeviceSize size, bool is_more)
{
    struct wfv_commands *c = wfv_commands_of(handle);
    struct wfv_buffer *s = wfv_buffer_of(source), *t = wfv_buffer_of(target);

    if (!wfv_commands_reach(c, command, s, from, size) || !wfv_commands_reach(c, command, t, to, size))
        return;
    struct copy *x = wfv_record_transfer(c, run_copy, sizeof *x);
    if (x)
        x->traffic = (struct wfv_traffic){command, is_more, WFV_STAGE_TRANSFER, area_of(s, from, size),
                                          area_of(t, to, size)};
}

void wfv_CmdCopyBuffer(VkCommandBuffer commandBuffer, VkBuffer srcBuffer, VkBuffer dstBuffer, uint32_t regionCount,
                       const VkBufferCopy *pRegions)
{
    for (uint32_t i = 0; i < regionCount; i++)
        record_copy(commandBuffer, "vkCmdCopyBuffer", srcBuffer, dstBuffer, pRegions[i].srcOffset,
                    pRegions[i].dstOffset, pRegions[i].size, i > 0);
}

void wfv_CmdCopyBuffer2(VkCommandBuffer commandBuffer, const VkCopyBufferInfo2 *p)
{
    for (uint32_t i = 0; i < p->regionCount; i++)
        record_copy(commandBuffer, "vkCmdCopyBuffer2", p->srcBuffer, p->dstBuffer, p->pRegions[i].srcOffset,
                    p->pRegions[i].dstOffset, p->pRegions[i].size, i > 0);
}

static void run_fill(struct wfv_execution *x, void *payload)
{
    const struct fill *f = payload;
    uint32_t *word = wfv_arena_at(x->device->arena, f->traffic.to.at);

    wfv_between_traffic(x->device->between, x->order, &f->traffic);
    for (uint64_t i = 0; i < f->traffic.to.bytes / 4; i++)
        word[i] = f->word;
}

/* Of a size, whole words are filled: VK_WHOLE_SIZE may end within one. */
void wfv_CmdFillBuffer(VkCommandBuffer commandBuffer, VkBuffer dstBuffer, VkDeviceSize dstOffset, VkDeviceSize size,
                       uint32_t data)
{
    struct wfv_commands *c = wfv_commands_of(commandBuffer);
    struct wfv_buffer *b = wfv_buffer_of(dstBuffer);
    const uint64_t bytes = size == VK_WHOLE_SIZE ? wfv_buffer_range(b, dstOffset, size) : size;

    if (!wfv_commands_reach(c, "vkCmdFillBuffer", b, dstOffset, bytes))
        return;
    struct fill *f = wfv_record_transfer(c, run_fill, sizeof *f);
    if (f)
        *f = (struct fill){{.command = "vkCmdFillBuffer", .stage = WFV_STAGE_TRANSFER,
                            .to = area_of(b, dstOffset, bytes / 4 * 4)}, data};
}

static void run_update(struct wfv_execution *x, void *payload)
{
    const struct update *u = payload;

    wfv_between_traffic(x->device->between, x->order, &u->traffic);
    memcpy(wfv_arena_at(x->device->arena, u->traffic.to.at), u->byte, u->traffic.to.bytes);
}

void wfv_CmdUpdateBuffer(VkCommandBuffer commandBuffer, VkBuffer dstBuffer, VkDeviceSize dstOffset,
                         VkDeviceSize dataSize, const void *pData)
{
    struct wfv_commands *c = wfv_commands_of(commandBuffer);
    struct wfv_buffer *b = wfv_buffer_of(dstBuffer);

    if (!wfv_commands_reach(c, "vkCmdUpdateBuffer", b, dstOffset, dataSize))
        return;
    struct update *u = wfv_record_transfer(c, run_update, sizeof *u + dataSize);
    if (!u)
        return;
    u->traffic = (struct wfv_traffic){.command = "vkCmdUpdateBuffer", .stage = WFV_STAGE_TRANSFER,
                                      .to = area_of(b, dstOffset, dataSize)};
    memcpy(u->byte, pData, dataSize);
}
