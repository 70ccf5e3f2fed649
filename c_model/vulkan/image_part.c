/* SPDX-License-Identifier: Apache-2.0 */
#include "image_part.h"

struct wfv_part wfv_part_of(const struct wfv_image *image, const VkImageSubresourceLayers *layers, VkOffset3D offset,
                            VkExtent3D extent)
{
    const uint64_t count = layers->layerCount == VK_REMAINING_ARRAY_LAYERS
                               ? (uint64_t)image->image.layers - layers->baseArrayLayer
                               : layers->layerCount;

    return (struct wfv_part){
        .level = layers->mipLevel,
        .at = {(uint64_t)offset.x, (uint64_t)offset.y, (uint64_t)offset.z + layers->baseArrayLayer},
        .size = {extent.width, extent.height, image->type == VK_IMAGE_TYPE_3D ? extent.depth : count}};
}

bool wfv_part_reach(struct wfv_commands *c, const char *command, struct wfv_image *image,
                    const struct wfv_part *part)
{
    if (!image->at) {
        wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "%s: an image without memory", command);
        return false;
    }
    if (part->level >= image->image.levels) {
        wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "%s: level %u of an image of %u", command, (unsigned)part->level,
                 (unsigned)image->image.levels);
        return false;
    }
    const struct wfv_level l = wfv_image_level(&image->image, part->level);
    const uint64_t all[3] = {l.size[0], l.size[1], l.slices};
    for (unsigned i = 0; i < 3; i++)
        if (part->at[i] > all[i] || part->size[i] > all[i] - part->at[i]) {
            wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "%s: %llu %s from %lld on, of %llu", command,
                     (unsigned long long)part->size[i], i == 0 ? "texels" : i == 1 ? "rows" : "slices or layers",
                     (long long)part->at[i], (unsigned long long)all[i]);
            return false;
        }
    return wfv_commands_use(c, &image->held);
}

struct wfv_place wfv_part_place(const struct wfv_image *image, const struct wfv_part *part)
{
    const struct wfv_level l = wfv_image_level(&image->image, part->level);

    return (struct wfv_place){image->at + l.at + part->at[2] * l.slice + part->at[1] * l.row +
                                  part->at[0] * wfv_texel_bytes(&image->image),
                              l.row, l.slice};
}

struct wfv_area wfv_part_area(const struct wfv_image *image, const struct wfv_part *part)
{
    const struct wfv_place p = wfv_part_place(image, part);

    return (struct wfv_area){.kind = "image", .called = image->called, .begin = image->at,
                             .at = p.at, .row = p.row, .slice = p.slice,
                             .bytes = part->size[0] * wfv_texel_bytes(&image->image),
                             .rows = part->size[1], .slices = part->size[2]};
}
