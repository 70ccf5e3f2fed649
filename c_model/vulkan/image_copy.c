/* SPDX-License-Identifier: Apache-2.0
 * image_copy.c - copies between images and buffers: rows of bytes, since texels are never converted.
 */
#include "image_part.h"

#include <string.h>

/* Both areas have as many rows, of as many bytes. */
static void run_copy(struct wfv_execution *x, void *payload)
{
    const struct wfv_traffic *t = payload;
    const struct wfv_area *from = &t->from, *to = &t->to;

    wfv_between_traffic(x->device->between, x->order, t);
    for (uint64_t z = 0; z < to->slices; z++)
        for (uint64_t y = 0; y < to->rows; y++)
            memmove(wfv_arena_at(x->device->arena, to->at + z * to->slice + y * to->row),
                    wfv_arena_at(x->device->arena, from->at + z * from->slice + y * from->row), to->bytes);
}

static void record(struct wfv_commands *commands, const char *command, bool is_more, const struct wfv_area *from,
                   const struct wfv_area *to)
{
    struct wfv_traffic *t = wfv_record_transfer(commands, run_copy, sizeof *t);

    if (t)
        *t = (struct wfv_traffic){command, is_more, WFV_STAGE_TRANSFER, *from, *to};
}

/* ---- regions ----------------------------------------------------------------------------------------------------- */

/* The side of the buffer: row length and image height are in texels, 0: those of the region. */
static struct wfv_area buffer_area(const struct wfv_buffer *buffer, const struct wfv_image *image,
                                   const VkBufferImageCopy2 *r, const struct wfv_area *part)
{
    const uint64_t length = r->bufferRowLength ? r->bufferRowLength : r->imageExtent.width;
    const uint64_t height = r->bufferImageHeight ? r->bufferImageHeight : r->imageExtent.height;
    const uint64_t row = length * wfv_texel_bytes(&image->image);

    return (struct wfv_area){.kind = "buffer", .called = buffer->called, .begin = buffer->at,
                             .at = buffer->at + r->bufferOffset, .row = row, .slice = row * height,
                             .bytes = part->bytes, .rows = part->rows, .slices = part->slices};
}

static void record_buffer(VkCommandBuffer handle, const char *command, VkBuffer buffer, VkImage image_handle,
                          const VkBufferImageCopy2 *r, bool to_image, bool is_more)
{
    struct wfv_commands *commands = wfv_commands_of(handle);
    struct wfv_image *image = wfv_image_of(image_handle);
    struct wfv_buffer *b = wfv_buffer_of(buffer);
    const struct wfv_part part = wfv_part_of(image, &r->imageSubresource, r->imageOffset, r->imageExtent);

    if (!wfv_part_reach(commands, command, image, &part) || !part.size[0] || !part.size[1] || !part.size[2])
        return;
    const struct wfv_area there = wfv_part_area(image, &part), here = buffer_area(b, image, r, &there);
    if (wfv_commands_reach(commands, command, b, r->bufferOffset,
                           (here.slices - 1) * here.slice + (here.rows - 1) * here.row + here.bytes))
        record(commands, command, is_more, to_image ? &here : &there, to_image ? &there : &here);
}

static VkBufferImageCopy2 second_of(const VkBufferImageCopy *r)
{
    return (VkBufferImageCopy2){.bufferOffset = r->bufferOffset,
                                .bufferRowLength = r->bufferRowLength,
                                .bufferImageHeight = r->bufferImageHeight,
                                .imageSubresource = r->imageSubresource,
                                .imageOffset = r->imageOffset,
                                .imageExtent = r->imageExtent};
}

/* Where one of the two is a volume, as many of its slices go to layers, or come from them. */
static void record_images(VkCommandBuffer handle, const char *command, VkImage source, VkImage target,
                          const VkImageCopy2 *r, bool is_more)
{
    struct wfv_commands *commands = wfv_commands_of(handle);
    struct wfv_image *from = wfv_image_of(source), *to = wfv_image_of(target);
    const struct wfv_part a = wfv_part_of(from, &r->srcSubresource, r->srcOffset, r->extent);
    struct wfv_part b = wfv_part_of(to, &r->dstSubresource, r->dstOffset, r->extent);

    b.size[2] = a.size[2];
    if (wfv_texel_bytes(&from->image) != wfv_texel_bytes(&to->image))
        wfv_fail(commands, VK_ERROR_VALIDATION_FAILED_EXT, "%s: texels of %u and of %u bytes", command,
                 (unsigned)wfv_texel_bytes(&from->image), (unsigned)wfv_texel_bytes(&to->image));
    else if (wfv_part_reach(commands, command, from, &a) && wfv_part_reach(commands, command, to, &b)) {
        const struct wfv_area source_area = wfv_part_area(from, &a), target_area = wfv_part_area(to, &b);
        record(commands, command, is_more, &source_area, &target_area);
    }
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

void wfv_CmdCopyBufferToImage(VkCommandBuffer commandBuffer, VkBuffer srcBuffer, VkImage dstImage,
                              VkImageLayout dstImageLayout, uint32_t regionCount, const VkBufferImageCopy *pRegions)
{
    (void)dstImageLayout;
    for (uint32_t i = 0; i < regionCount; i++) {
        const VkBufferImageCopy2 r = second_of(&pRegions[i]);
        record_buffer(commandBuffer, "vkCmdCopyBufferToImage", srcBuffer, dstImage, &r, true, i > 0);
    }
}

void wfv_CmdCopyImageToBuffer(VkCommandBuffer commandBuffer, VkImage srcImage, VkImageLayout srcImageLayout,
                              VkBuffer dstBuffer, uint32_t regionCount, const VkBufferImageCopy *pRegions)
{
    (void)srcImageLayout;
    for (uint32_t i = 0; i < regionCount; i++) {
        const VkBufferImageCopy2 r = second_of(&pRegions[i]);
        record_buffer(commandBuffer, "vkCmdCopyImageToBuffer", dstBuffer, srcImage, &r, false, i > 0);
    }
}

void wfv_CmdCopyImage(VkCommandBuffer commandBuffer, VkImage srcImage, VkImageLayout srcImageLayout, VkImage dstImage,
                      VkImageLayout dstImageLayout, uint32_t regionCount, const VkImageCopy *pRegions)
{
    (void)srcImageLayout, (void)dstImageLayout;
    for (uint32_t i = 0; i < regionCount; i++) {
        const VkImageCopy2 r = {.srcSubresource = pRegions[i].srcSubresource,
                                .srcOffset = pRegions[i].srcOffset,
                                .dstSubresource = pRegions[i].dstSubresource,
                                .dstOffset = pRegions[i].dstOffset,
                                .extent = pRegions[i].extent};
        record_images(commandBuffer, "vkCmdCopyImage", srcImage, dstImage, &r, i > 0);
    }
}

void wfv_CmdCopyBufferToImage2(VkCommandBuffer commandBuffer, const VkCopyBufferToImageInfo2 *p)
{
    for (uint32_t i = 0; i < p->regionCount; i++)
        record_buffer(commandBuffer, "vkCmdCopyBufferToImage2", p->srcBuffer, p->dstImage, &p->pRegions[i], true, i > 0);
}

void wfv_CmdCopyImageToBuffer2(VkCommandBuffer commandBuffer, const VkCopyImageToBufferInfo2 *p)
{
    for (uint32_t i = 0; i < p->regionCount; i++)
        record_buffer(commandBuffer, "vkCmdCopyImageToBuffer2", p->dstBuffer, p->srcImage, &p->pRegions[i], false, i > 0);
}

void wfv_CmdCopyImage2(VkCommandBuffer commandBuffer, const VkCopyImageInfo2 *p)
{
    for (uint32_t i = 0; i < p->regionCount; i++)
        record_images(commandBuffer, "vkCmdCopyImage2", p->srcImage, p->dstImage, &p->pRegions[i], i > 0);
}

/* ---- what queues with graphics have ------------------------------------------------------------------------------ */

static void refuse(VkCommandBuffer handle, const char *command)
{
    wfv_fail(wfv_commands_of(handle), VK_ERROR_FEATURE_NOT_PRESENT,
             "%s: needs a queue with graphics, which the device does not have", command);
}

void wfv_CmdBlitImage(VkCommandBuffer commandBuffer, VkImage srcImage, VkImageLayout srcImageLayout, VkImage dstImage,
                      VkImageLayout dstImageLayout, uint32_t regionCount, const VkImageBlit *pRegions, VkFilter filter)
{
    (void)srcImage, (void)srcImageLayout, (void)dstImage, (void)dstImageLayout, (void)regionCount, (void)pRegions,
        (void)filter;
    refuse(commandBuffer, "vkCmdBlitImage");
}

void wfv_CmdBlitImage2(VkCommandBuffer commandBuffer, const VkBlitImageInfo2 *pBlitImageInfo)
{
    (void)pBlitImageInfo;
    refuse(commandBuffer, "vkCmdBlitImage2");
}

void wfv_CmdResolveImage(VkCommandBuffer commandBuffer, VkImage srcImage, VkImageLayout srcImageLayout,
                         VkImage dstImage, VkImageLayout dstImageLayout, uint32_t regionCount,
                         const VkImageResolve *pRegions)
{
    (void)srcImage, (void)srcImageLayout, (void)dstImage, (void)dstImageLayout, (void)regionCount, (void)pRegions;
    refuse(commandBuffer, "vkCmdResolveImage");
}

void wfv_CmdResolveImage2(VkCommandBuffer commandBuffer, const VkResolveImageInfo2 *pResolveImageInfo)
{
    (void)pResolveImageInfo;
    refuse(commandBuffer, "vkCmdResolveImage2");
}

void wfv_CmdClearDepthStencilImage(VkCommandBuffer commandBuffer, VkImage image, VkImageLayout imageLayout,
                                   const VkClearDepthStencilValue *pDepthStencil, uint32_t rangeCount,
                                   const VkImageSubresourceRange *pRanges)
{
    (void)image, (void)imageLayout, (void)pDepthStencil, (void)rangeCount, (void)pRanges;
    refuse(commandBuffer, "vkCmdClearDepthStencilImage");
}
