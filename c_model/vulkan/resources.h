/* SPDX-License-Identifier: Apache-2.0
 * resources.h - from what is bound to the buffers of the machine.
 */
#ifndef WAVEFOLD_VULKAN_RESOURCES_H
#define WAVEFOLD_VULKAN_RESOURCES_H

#include "command.h"
#include "engine.h"

/* What images and samplers the code is to be for (wfv_pipeline_code), freed with free(); NULL when memory is short.
 * *careful: a buffer is smaller than its block, or ends within a word or a scalar. */
struct wfv_key *wfv_key_of(struct wfv_device *device, const struct wfv_bound *bound, bool *careful);

/* Bytes that the driver adds to a dispatch, in one place of the arena: push constants, scratch memory, inline uniform
 * blocks, image descriptors, sizes of buffers. */
struct wfv_room {
    uint64_t at, bytes;                 /* at 0: no memory */
    uint64_t scratch, blocks, images, records, sizes;    /* first byte of each */
};
/* To be given back with wfv_arena_give. */
struct wfv_room wfv_room_take(struct wfv_device *device, const struct wfv_launch *launch);
/* Fills in what the launch has of buffers. */
void wfv_bind_resources(struct wfv_device *device, const struct wfv_bound *bound, const struct wfv_room *room,
                        struct wfv_launch *launch);

#endif
