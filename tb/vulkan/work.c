/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "work.spv.h"

const uint32_t *const work_module = work;
const size_t work_module_bytes = sizeof work;

struct work work_open(struct kit *kit, uint32_t words, uint32_t wave_size)
{
    struct work w = {.kit = kit, .pipeline = kit_pipeline(kit, work, sizeof work, 1, 12, wave_size), .buffer = kit_buffer(kit, 4 * (VkDeviceSize)words)};

    w.set = kit_set(kit, &w.pipeline, (const struct kit_buffer *const[]){&w.buffer}, 1);
    return w;
}

void work_close(struct work *w)
{
    KIT_NEED(vkFreeDescriptorSets(w->kit->device, w->kit->descriptors, 1, &w->set));
    kit_buffer_free(w->kit, &w->buffer);
    kit_pipeline_free(w->kit, &w->pipeline);
}

void work_bind(VkCommandBuffer commands, const struct work *w, enum work_mode mode, uint32_t add, uint32_t count)
{
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, w->pipeline.pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, w->pipeline.layout, 0, 1, &w->set, 0, NULL);
    vkCmdPushConstants(commands, w->pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 12, (uint32_t[3]){mode, add, count});
}

static VkCommandBuffer record(const struct work *w, enum work_mode mode, uint32_t add, uint32_t count, bool after)
{
    const VkCommandBuffer commands = kit_begin(w->kit);

    if (after)
        work_barrier(commands);
    work_bind(commands, w, mode, add, count);
    vkCmdDispatch(commands, 1, 1, 1);
    KIT_NEED(vkEndCommandBuffer(commands));
    return commands;
}

VkCommandBuffer work_record(const struct work *w, enum work_mode mode, uint32_t add, uint32_t count)
{
    return record(w, mode, add, count, false);
}

VkCommandBuffer work_record_after(const struct work *w, enum work_mode mode, uint32_t add, uint32_t count)
{
    return record(w, mode, add, count, true);
}

void work_barrier(VkCommandBuffer commands)
{
    const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                     .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};

    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}

static VkResult submit_first(VkQueue queue, const struct work_submission *s)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO, .waitSemaphoreValueCount = s->wait != VK_NULL_HANDLE,
                                                  .pWaitSemaphoreValues = &s->wait_value, .signalSemaphoreValueCount = s->signal != VK_NULL_HANDLE,
                                                  .pSignalSemaphoreValues = &s->signal_value};
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = s->wait_value || s->signal_value ? &values : NULL,
                               .waitSemaphoreCount = s->wait != VK_NULL_HANDLE, .pWaitSemaphores = &s->wait, .pWaitDstStageMask = &stage,
                               .commandBufferCount = s->commands != NULL, .pCommandBuffers = &s->commands,
                               .signalSemaphoreCount = s->signal != VK_NULL_HANDLE, .pSignalSemaphores = &s->signal};

    return vkQueueSubmit(queue, 1, &info, s->fence);
}

VkResult work_submit(VkQueue queue, struct work_submission s, bool second)
{
    const VkSemaphoreSubmitInfo wait = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, .semaphore = s.wait, .value = s.wait_value, .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    const VkSemaphoreSubmitInfo signal = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, .semaphore = s.signal, .value = s.signal_value, .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    const VkCommandBufferSubmitInfo commands = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, .commandBuffer = s.commands};
    const VkSubmitInfo2 info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .waitSemaphoreInfoCount = s.wait != VK_NULL_HANDLE, .pWaitSemaphoreInfos = &wait,
                                .commandBufferInfoCount = s.commands != NULL, .pCommandBufferInfos = &commands,
                                .signalSemaphoreInfoCount = s.signal != VK_NULL_HANDLE, .pSignalSemaphoreInfos = &signal};

    return second ? vkQueueSubmit2(queue, 1, &info, s.fence) : submit_first(queue, &s);
}

VkEvent work_event(struct kit *kit)
{
    VkEvent event;

    KIT_NEED(vkCreateEvent(kit->device, &(VkEventCreateInfo){.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO}, NULL, &event));
    return event;
}

VkFence work_fence(struct kit *kit, VkFenceCreateFlags flags)
{
    VkFence fence;

    KIT_NEED(vkCreateFence(kit->device, &(VkFenceCreateInfo){.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .flags = flags}, NULL, &fence));
    return fence;
}

VkSemaphore work_semaphore(struct kit *kit, VkSemaphoreType type, uint64_t value)
{
    const VkSemaphoreTypeCreateInfo of = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .semaphoreType = type, .initialValue = value};
    VkSemaphore semaphore;

    KIT_NEED(vkCreateSemaphore(kit->device, &(VkSemaphoreCreateInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &of}, NULL, &semaphore));
    return semaphore;
}

VkResult work_wait(struct kit *kit, VkFence fence, uint64_t timeout)
{
    return vkWaitForFences(kit->device, 1, &fence, VK_TRUE, timeout);
}

VkCommandBuffer work_gate(struct kit *kit, VkEvent event)
{
    const VkCommandBuffer commands = kit_begin(kit);

    vkCmdWaitEvents(commands, 1, &event, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, NULL, 0, NULL, 0, NULL);
    KIT_NEED(vkEndCommandBuffer(commands));
    return commands;
}
