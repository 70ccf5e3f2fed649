/* SPDX-License-Identifier: Apache-2.0
 * barrier.h - from the structures of barriers to the order of commands.
 */
#ifndef WAVEFOLD_VULKAN_BARRIER_H
#define WAVEFOLD_VULKAN_BARRIER_H

#include "order.h"

/* Those of vkCmdPipelineBarrier and vkCmdWaitEvents: one dependency. */
struct wfv_barriers {
    uint32_t memories, buffers, images;
    const VkMemoryBarrier *memory;
    const VkBufferMemoryBarrier *buffer;
    const VkImageMemoryBarrier *image;
};
struct wfv_dependency wfv_barriers_dependency(VkPipelineStageFlags from, VkPipelineStageFlags to,
                                              const struct wfv_barriers *barriers);

/* Those of a VkDependencyInfo: their number; each goes to `to` unless that is NULL. */
uint32_t wfv_info_dependencies(const VkDependencyInfo *info, struct wfv_dependency *to);

#endif
