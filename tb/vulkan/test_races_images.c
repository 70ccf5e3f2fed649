/* SPDX-License-Identifier: Apache-2.0
 * test_races_images.c - races between copies and clears of images, and results of queries: of the same texels, not of
 * others.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 8 };
static struct kit kit;
static struct kit_image image, second;
static struct kit_buffer buffer;
static VkQueryPool queries;

static const VkImageSubresourceLayers layer = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};

/* A box of the image and as many texels of the buffer, from its beginning on. */
static VkBufferImageCopy box(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    return (VkBufferImageCopy){.imageSubresource = layer, .imageOffset = {(int32_t)x, (int32_t)y, 0},
                               .imageExtent = {width, height, 1}};
}

static void put(VkCommandBuffer c, char command)
{
    const VkImageLayout general = VK_IMAGE_LAYOUT_GENERAL;
    const VkBufferImageCopy left = box(0, 0, SIDE / 2, SIDE), right = box(SIDE / 2, 0, SIDE / 2, SIDE),
                            middle = box(SIDE / 2 - 1, 3, 1, 1);
    VkBufferImageCopy away = box(SIDE / 2, 0, SIDE / 2, SIDE);

    away.bufferOffset = 4 * SIDE * SIDE;                    /* texels that no other copy touches in the buffer */
    switch (command) {
    case 'c':
        vkCmdClearColorImage(c, image.image, general, &(VkClearColorValue){.uint32 = {7}}, 1,
                             &(VkImageSubresourceRange){VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1});
        break;
    case 'l': vkCmdCopyBufferToImage(c, buffer.buffer, image.image, general, 1, &left); break;
    case 'r': vkCmdCopyBufferToImage(c, buffer.buffer, image.image, general, 1, &right); break;
    case 'm': vkCmdCopyImageToBuffer(c, image.image, general, buffer.buffer, 1, &middle); break;
    case 'a': vkCmdCopyImageToBuffer(c, image.image, general, buffer.buffer, 1, &away); break;
    case 'i':
        vkCmdCopyImage(c, image.image, general, second.image, general, 1,
                       &(VkImageCopy){.srcSubresource = layer, .dstSubresource = layer, .extent = {SIDE, SIDE, 1}});
        break;
    case 'q':
        vkCmdCopyQueryPoolResults(c, queries, 0, 2, buffer.buffer, 0, 8, 0);        /* bytes 0 to 3, and 8 to 11 */
        break;
    case 'f': vkCmdFillBuffer(c, buffer.buffer, 4, 4, 1); break;
    case 'g': vkCmdFillBuffer(c, buffer.buffer, 8, 4, 1); break;
    case 'b':                           /* orders all memory, as one of an image counts */
        vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL, 1,
                             &(VkImageMemoryBarrier){.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                                     .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                                     .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                                     .oldLayout = general, .newLayout = general,
                                                     .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                                     .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                                     .image = image.image,
                                                     .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}});
        break;
    default: kit_barrier(c);
    }
}

static const char *run(const char *commands)
{
    const VkCommandBuffer c = kit_begin(&kit);

    kit.said[0] = '\0';
    for (; *commands; commands++)
        put(c, *commands);
    KIT_NEED(kit_submit(&kit, c));
    return kit.said;
}

static void found(const char *commands, const char *said, const char *side)
{
    const char *all = run(commands);

    CHECK(strstr(all, said) != NULL);
    CHECK(strstr(all, side) != NULL);
}

int main(int argc, char **argv)
{
    (void)argc;
    setenv("WAVEFOLD_LOG", "/dev/null", 1);
    setenv("WAVEFOLD_RACES", "1", 1);
    kit_open_images(&kit, argv[0], false);
    const PFN_vkSetDebugUtilsObjectNameEXT set =
        (PFN_vkSetDebugUtilsObjectNameEXT)vkGetInstanceProcAddr(kit.instance, "vkSetDebugUtilsObjectNameEXT");
    image = kit_image_2d(&kit, VK_FORMAT_R32_UINT, SIDE, SIDE);
    second = kit_image_2d(&kit, VK_FORMAT_R32_UINT, SIDE, SIDE);
    buffer = kit_buffer(&kit, 8 * SIDE * SIDE);
    KIT_NEED(set(kit.device, &(VkDebugUtilsObjectNameInfoEXT){
                                 .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                 .objectType = VK_OBJECT_TYPE_IMAGE, .objectHandle = (uint64_t)(uintptr_t)image.image,
                                 .pObjectName = "picture"}));
    KIT_NEED(vkCreateQueryPool(kit.device, &(VkQueryPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                                                   .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 2},
                               NULL, &queries));
    const VkCommandBuffer c = kit_begin(&kit);
    vkCmdResetQueryPool(c, queries, 0, 2);
    KIT_NEED(kit_submit(&kit, c));

    found("cl", "vkCmdCopyBufferToImage: race with vkCmdClearColorImage", "writes byte 0 of the image \"picture\"");
    found("ci", "vkCmdCopyImage: race with vkCmdClearColorImage", "reads byte 0 of the image \"picture\"");
    found("ic", "vkCmdClearColorImage: race with vkCmdCopyImage", "writes byte 0 of the image \"picture\"");
    found("ii", "vkCmdCopyImage: race with vkCmdCopyImage", "writes byte 0 of the image\n");
    /* the texel (3,3), and the first of the buffer */
    found("lm", "vkCmdCopyImageToBuffer: race with vkCmdCopyBufferToImage", "reads byte 108 of the image \"picture\"");
    found("qg", "vkCmdFillBuffer: race with vkCmdCopyQueryPoolResults", "writes byte 8 of the buffer");
    CHECK(!*run("lr"));                 /* the halves of the image */
    CHECK(!*run("la"));
    CHECK(!*run("qf"));                 /* between the results */
    CHECK(!*run("c.l.r.i.c.m"));
    CHECK(!*run("cblb"));

    vkDestroyQueryPool(kit.device, queries, NULL);
    kit_image_free(&kit, &image);
    kit_image_free(&kit, &second);
    kit_buffer_free(&kit, &buffer);
    kit.said[0] = '\0';
    kit_close(&kit);
    return check_end("vulkan_races_images");
}
