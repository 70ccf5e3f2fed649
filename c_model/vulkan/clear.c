/* SPDX-License-Identifier: Apache-2.0
 * clear.c - vkCmdClearColorImage: one texel everywhere.
 */
#include "image_part.h"
#include "texel.h"

#include <string.h>

struct clear {
    struct wfv_traffic traffic;
    struct wfv_place at;
    uint64_t count, rows, slices;       /* texels side by side, each sample one */
    uint32_t bytes;
    unsigned char texel[16];
};

static void run_clear(struct wfv_execution *x, void *payload)
{
    const struct clear *c = payload;

    wfv_between_traffic(x->device->between, x->order, &c->traffic);
    for (uint64_t z = 0; z < c->slices; z++)
        for (uint64_t y = 0; y < c->rows; y++) {
            unsigned char *to = wfv_arena_at(x->device->arena, c->at.at + z * c->at.slice + y * c->at.row);
            for (uint64_t n = 0; n < c->count; n++)
                memcpy(to + n * c->bytes, c->texel, c->bytes);
        }
}

static void record(struct wfv_commands *commands, struct wfv_image *image, const unsigned char texel[16],
                   uint32_t level, const VkImageSubresourceRange *range, bool is_more)
{
    const VkImageSubresourceLayers layers = {0, level, range->baseArrayLayer, range->layerCount};
    const uint32_t n = level < image->image.levels ? level : 0;
    const struct wfv_level l = wfv_image_level(&image->image, n);
    const struct wfv_part part = wfv_part_of(image, &layers, (VkOffset3D){0, 0, 0},
                                             (VkExtent3D){l.size[0], l.size[1], l.size[2]});

    if (!wfv_part_reach(commands, "vkCmdClearColorImage", image, &part))
        return;
    struct clear *c = wfv_record_transfer(commands, run_clear, sizeof *c);
    if (!c)
        return;
    *c = (struct clear){.traffic = {.command = "vkCmdClearColorImage", .is_more = is_more, .stage = WFV_STAGE_TRANSFER,
                                    .to = wfv_part_area(image, &part)},
                        .at = wfv_part_place(image, &part),
                        .count = part.size[0] * image->image.samples,
                        .rows = part.size[1],
                        .slices = part.size[2],
                        .bytes = wf_image_format_info(image->image.format)->bytes};
    memcpy(c->texel, texel, sizeof c->texel);
}

void wfv_CmdClearColorImage(VkCommandBuffer commandBuffer, VkImage handle, VkImageLayout imageLayout,
                            const VkClearColorValue *pColor, uint32_t rangeCount,
                            const VkImageSubresourceRange *pRanges)
{
    struct wfv_image *image = wfv_image_of(handle);
    unsigned char texel[16];

    (void)imageLayout;
    wfv_texel_of(image->image.format, pColor, texel);
    for (uint32_t i = 0; i < rangeCount; i++) {
        const VkImageSubresourceRange *r = &pRanges[i];
        const uint64_t end = r->levelCount == VK_REMAINING_MIP_LEVELS ? image->image.levels
                                                                      : (uint64_t)r->baseMipLevel + r->levelCount;
        uint64_t n = r->baseMipLevel;
        do {                            /* a level that does not exist fails, and no others come after it */
            record(wfv_commands_of(commandBuffer), image, texel, (uint32_t)n, r, i > 0 || n > r->baseMipLevel);
            n++;
        } while (n < end && n <= image->image.levels);
    }
}
