/* SPDX-License-Identifier: Apache-2.0
 * image_part.h - boxes of texels that commands read and write.
 */
#ifndef WAVEFOLD_VULKAN_IMAGE_PART_H
#define WAVEFOLD_VULKAN_IMAGE_PART_H

#include "between.h"
#include "command.h"

/* In one level; the third direction is that of slices of a volume, and of layers. */
struct wfv_part {
    uint32_t level;
    uint64_t at[3], size[3];
};
struct wfv_part wfv_part_of(const struct wfv_image *image, const VkImageSubresourceLayers *layers, VkOffset3D offset,
                            VkExtent3D extent);
/* A command uses the box.  If it is not in the image, or that has no memory, the recording fails by the name of the
 * command. */
bool wfv_part_reach(struct wfv_commands *commands, const char *command, struct wfv_image *image,
                    const struct wfv_part *part);

/* Where it begins in the arena, and the bytes from row to row, from slice to slice. */
struct wfv_place {
    uint64_t at, row, slice;
};
struct wfv_place wfv_part_place(const struct wfv_image *image, const struct wfv_part *part);
struct wfv_area wfv_part_area(const struct wfv_image *image, const struct wfv_part *part);

#endif
