/* SPDX-License-Identifier: Apache-2.0
 * image_copy.c - copies between images and buffers: rows of bytes, since texels are never converted.
 */
#include "command.h"

#include <string.h>

/* Where a copy begins in the arena, and the bytes from row to row, from slice or layer to the next. */
struct place {
    uint64_t at, row, slice;
};
struct copy {
    struct place from, to;
    uint64_t bytes;                     /* of a row */
    uint32_t rows, slices;
};

static void run_copy(struct wfv_execution *x, void *payload)
{
    const struct copy *c = payload;

    for (uint32_t z = 0; z < c->slices; z++)
        for (uint32_t y = 0; y < c->rows; y++)
            memmove(wfv_arena_at(x->device->arena, c->to.at + z * c->to.slice + y * c->to.row),
                    wfv_arena_at(x->device->arena, c->from.at + z * c->from.slice + y * c->from.row), c->bytes);
}

/* ---- regions ----------------------------------------------------------------------------------------------------- */

/* Slices of a volume and layers of an array follow each other alike. */
static struct place place_of(const struct wfv_image *image, const VkImageSubresourceLayers *part, VkOffset3D offset)
{
    const struct wfv_level l = wfv_image_level(&image->image, part->mipLevel);
    const uint64_t x = (uint64_t)offset.x, y = (uint64_t)offset.y, z = (uint64_t)offset.z + part->baseArrayLayer;

    return (struct place){image->at + l.at + z * l.slice + y * l.row + x * wfv_texel_bytes(&image->image), l.row,
                          l.slice};
}

static uint32_t slices_of(const struct wfv_image *image, const VkImageSubresourceLayers *part, VkExtent3D extent)
{
    const uint32_t layers =
        part->layerCount == VK_REMAINING_ARRAY_LAYERS ? image->image.layers - part->baseArrayLayer : part->layerCount;

    return image->type == VK_IMAGE_TYPE_3D ? extent.depth : layers;
}

/* The side of the buffer: row length and image height are in texels, 0: those of the region. */
static struct place buffer_place(const struct wfv_buffer *buffer, const struct wfv_image *image,
                                 const VkBufferImageCopy2 *r)
{
    const uint64_t length = r->bufferRowLength ? r->bufferRowLength : r->imageExtent.width;
    const uint64_t height = r->bufferImageHeight ? r->bufferImageHeight : r->imageExtent.height;
    const uint64_t row = length * wfv_texel_bytes(&image->image);

    return (struct place){buffer->at + r->bufferOffset, row, row * height};
}

static void record_buffer(VkCommandBuffer commands, VkBuffer buffer, VkImage handle, const VkBufferImageCopy2 *r,
                          bool to_image)
{
    const struct wfv_image *image = wfv_image_of(handle);
    const struct place a = buffer_place(wfv_buffer_of(buffer), image, r),
                       b = place_of(image, &r->imageSubresource, r->imageOffset);
    struct copy *c = wfv_record(wfv_commands_of(commands), run_copy, sizeof *c);

    if (c)
        *c = (struct copy){to_image ? a : b, to_image ? b : a,
                           (uint64_t)r->imageExtent.width * wfv_texel_bytes(&image->image), r->imageExtent.height,
                           slices_of(image, &r->imageSubresource, r->imageExtent)};
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

static void record_images(VkCommandBuffer commands, VkImage source, VkImage target, const VkImageCopy2 *r)
{
    const struct wfv_image *from = wfv_image_of(source), *to = wfv_image_of(target);
    const uint32_t a = slices_of(from, &r->srcSubresource, r->extent), b = slices_of(to, &r->dstSubresource, r->extent);
    struct copy *c = wfv_record(wfv_commands_of(commands), run_copy, sizeof *c);

    /* where one of the two is a volume, its slices go to layers, or come from them */
    if (c)
        *c = (struct copy){place_of(from, &r->srcSubresource, r->srcOffset),
                           place_of(to, &r->dstSubresource, r->dstOffset),
                           (uint64_t)r->extent.width * wfv_texel_bytes(&from->image), r->extent.height, a > b ? a : b};
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

void wfv_CmdCopyBufferToImage(VkCommandBuffer commandBuffer, VkBuffer srcBuffer, VkImage dstImage,
                              VkImageLayout dstImageLayout, uint32_t regionCount, const VkBufferImageCopy *pRegions)
{
    (void)dstImageLayout;
    for (uint32_t i = 0; i < regionCount; i++) {
        const VkBufferImageCopy2 r = second_of(&pRegions[i]);
        record_buffer(commandBuffer, srcBuffer, dstImage, &r, true);
    }
}

void wfv_CmdCopyImageToBuffer(VkCommandBuffer commandBuffer, VkImage srcImage, VkImageLayout srcImageLayout,
                              VkBuffer dstBuffer, uint32_t regionCount, const VkBufferImageCopy *pRegions)
{
    (void)srcImageLayout;
    for (uint32_t i = 0; i < regionCount; i++) {
        const VkBufferImageCopy2 r = second_of(&pRegions[i]);
        record_buffer(commandBuffer, dstBuffer, srcImage, &r, false);
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
        record_images(commandBuffer, srcImage, dstImage, &r);
    }
}

void wfv_CmdCopyBufferToImage2(VkCommandBuffer commandBuffer, const VkCopyBufferToImageInfo2 *p)
{
    for (uint32_t i = 0; i < p->regionCount; i++)
        record_buffer(commandBuffer, p->srcBuffer, p->dstImage, &p->pRegions[i], true);
}

void wfv_CmdCopyImageToBuffer2(VkCommandBuffer commandBuffer, const VkCopyImageToBufferInfo2 *p)
{
    for (uint32_t i = 0; i < p->regionCount; i++)
        record_buffer(commandBuffer, p->dstBuffer, p->srcImage, &p->pRegions[i], false);
}

void wfv_CmdCopyImage2(VkCommandBuffer commandBuffer, const VkCopyImageInfo2 *p)
{
    for (uint32_t i = 0; i < p->regionCount; i++)
        record_images(commandBuffer, p->srcImage, p->dstImage, &p->pRegions[i]);
}

/* ---- what queues with graphics have ------------------------------------------------------------------------------ */

static void refuse(VkCommandBuffer handle, const char *command)
{
    struct wfv_commands *c = wfv_commands_of(handle);

    wfv_say(c->device->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
            "%s: needs a queue with graphics, which the device does not have", command);
    c->result = VK_ERROR_FEATURE_NOT_PRESENT;
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
