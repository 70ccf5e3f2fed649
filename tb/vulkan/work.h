/* SPDX-License-Identifier: Apache-2.0
 * work.h - the shader of work.comp with a buffer of its own, and submissions of it.
 */
#ifndef WF_VULKAN_WORK_H
#define WF_VULKAN_WORK_H

#include "kit.h"

enum work_mode { WORK_STEP, WORK_ADD, WORK_LONG, WORK_STUCK, WORK_BEYOND, WORK_PLACE };

/* The module. */
extern const uint32_t *const work_module;
extern const size_t work_module_bytes;

struct work {
    struct kit *kit;
    struct kit_pipeline pipeline;
    struct kit_buffer buffer;
    VkDescriptorSet set;
};
/* wave_size 0: the device's. */
struct work work_open(struct kit *kit, uint32_t words, uint32_t wave_size);
void work_close(struct work *work);

/* Binds all and pushes; a dispatch may follow. */
void work_bind(VkCommandBuffer commands, const struct work *work, enum work_mode mode, uint32_t add, uint32_t count);
/* A command buffer of one dispatch of one group, and of one that comes after all before it. */
VkCommandBuffer work_record_after(const struct work *work, enum work_mode mode, uint32_t add, uint32_t count);
VkCommandBuffer work_record(const struct work *work, enum work_mode mode, uint32_t add, uint32_t count);
/* What a queue has from here on must see what it had before. */
void work_barrier(VkCommandBuffer commands);

/* A submission of at most one of each; value 0: a binary semaphore. */
struct work_submission {
    VkCommandBuffer commands;
    VkSemaphore wait, signal;
    uint64_t wait_value, signal_value;
    VkFence fence;
};
/* By vkQueueSubmit2, or by vkQueueSubmit. */
VkResult work_submit(VkQueue queue, struct work_submission submission, bool second);

VkEvent work_event(struct kit *kit);
VkFence work_fence(struct kit *kit, VkFenceCreateFlags flags);
VkSemaphore work_semaphore(struct kit *kit, VkSemaphoreType type, uint64_t value);
VkResult work_wait(struct kit *kit, VkFence fence, uint64_t timeout);
/* A command buffer that waits for an event of the host. */
VkCommandBuffer work_gate(struct kit *kit, VkEvent event);

#endif
