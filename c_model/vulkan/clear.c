/* SPDX-License-Identifier: Apache-2.0
 * clear.c - vkCmdClearColorImage: one texel everywhere.
 */
#include "command.h"
#include "texel.h"

#include <string.h>

struct clear {
    uint64_t at, count;                 /* texels side by side, each sample one */
    uint32_t bytes;
    uint64_t row, slice;
    uint32_t rows, slices;
    unsigned char texel[16];
};

static void run_clear(struct wfv_execution *x, void *payload)
{
    const struct clear *c = payload;

    for (uint32_t z = 0; z < c->slices; z++)
        for (uint32_t y = 0; y < c->rows; y++) {
            unsigned char *to = wfv_arena_at(x->device->arena, c->at + z * c->slice + y * c->row);
            for (uint64_t n = 0; n < c->count; n++)
                memcpy(to + n * c->bytes, c->texel, c->bytes);
        }
}

static void record(struct wfv_commands *commands, const struct wfv_image *image, const unsigned char texel[16],
                   uint32_t n, const VkImageSubresourceRange *range)
{
    const struct wfv_level level = wfv_image_level(&image->image, n);
    const uint32_t layers = range->layerCount == VK_REMAINING_ARRAY_LAYERS ? image->image.layers - range->baseArrayLayer
                                                                           : range->layerCount;
    struct clear *c = wfv_record(commands, run_clear, sizeof *c);

    if (!c)
        return;
    *c = (struct clear){.at = image->at + level.at + range->baseArrayLayer * level.slice,
                        .count = (uint64_t)level.size[0] * image->image.samples,
                        .bytes = wf_image_format_info(image->image.format)->bytes,
                        .row = level.row,
                        .slice = level.slice,
                        .rows = level.size[1],
                        .slices = image->type == VK_IMAGE_TYPE_3D ? level.size[2] : layers};
    memcpy(c->texel, texel, sizeof c->texel);
}

void wfv_CmdClearColorImage(VkCommandBuffer commandBuffer, VkImage handle, VkImageLayout imageLayout,
                            const VkClearColorValue *pColor, uint32_t rangeCount,
                            const VkImageSubresourceRange *pRanges)
{
    const struct wfv_image *image = wfv_image_of(handle);
    unsigned char texel[16];

    (void)imageLayout;
    wfv_texel_of(image->image.format, pColor, texel);
    for (uint32_t i = 0; i < rangeCount; i++) {
        const VkImageSubresourceRange *r = &pRanges[i];
        const uint32_t levels =
            r->levelCount == VK_REMAINING_MIP_LEVELS ? image->image.levels - r->baseMipLevel : r->levelCount;
        for (uint32_t n = 0; n < levels; n++)
            record(wfv_commands_of(commandBuffer), image, texel, r->baseMipLevel + n, r);
    }
}
