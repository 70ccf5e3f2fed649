/* SPDX-License-Identifier: Apache-2.0
 * test_sync.c - fences, semaphores and events: what waits for what, in one queue and among four.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "work.h"

enum { WORDS = 16, QUEUES = 4, MS = 1000000 };

static uint32_t step(uint32_t word, uint32_t add)
{
    return 3 * word + add;
}

static void check_words(const struct work *w, uint32_t wanted)
{
    for (uint32_t i = 0; i < WORDS; i++)
        CHECK_EQ(w->buffer.word[i], wanted);
}

static void clear(const struct work *w)
{
    for (uint32_t i = 0; i < WORDS; i++)
        w->buffer.word[i] = 0;
}

/* ---- fences ------------------------------------------------------------------------------------------------------ */

static void fences(struct kit *kit, struct work *w)
{
    const VkFence set = work_fence(kit, VK_FENCE_CREATE_SIGNALED_BIT), fence = work_fence(kit, 0);
    const VkEvent event = work_event(kit);
    const VkFence both[2] = {set, fence};
    const VkCommandBuffer gate = work_gate(kit, event), commands = work_record(w, WORK_STEP, 5, 0);

    clear(w);
    CHECK_EQ(vkGetFenceStatus(kit->device, set), VK_SUCCESS);
    CHECK_EQ(vkGetFenceStatus(kit->device, fence), VK_NOT_READY);
    CHECK_EQ(work_wait(kit, set, 0), VK_SUCCESS);
    CHECK_EQ(work_wait(kit, fence, 0), VK_TIMEOUT);
    CHECK_EQ(vkWaitForFences(kit->device, 2, both, VK_FALSE, 0), VK_SUCCESS);
    CHECK_EQ(vkWaitForFences(kit->device, 2, both, VK_TRUE, MS), VK_TIMEOUT);

    /* a submission returns while the queue waits, and its work is not done */
    KIT_NEED(work_submit(kit->queue[0], (struct work_submission){.commands = gate}, false));
    KIT_NEED(work_submit(kit->queue[0], (struct work_submission){.commands = commands, .fence = fence}, false));
    CHECK_EQ(work_wait(kit, fence, 2 * MS), VK_TIMEOUT);
    CHECK_EQ(vkGetFenceStatus(kit->device, fence), VK_NOT_READY);
    check_words(w, 0);
    KIT_NEED(vkSetEvent(kit->device, event));
    CHECK_EQ(vkWaitForFences(kit->device, 2, both, VK_TRUE, UINT64_MAX), VK_SUCCESS);
    check_words(w, 5);

    KIT_NEED(vkResetFences(kit->device, 2, both));
    CHECK_EQ(vkGetFenceStatus(kit->device, set), VK_NOT_READY);
    CHECK_EQ(vkGetFenceStatus(kit->device, fence), VK_NOT_READY);
    KIT_NEED(vkQueueSubmit(kit->queue[0], 0, NULL, fence));         /* of no work */
    CHECK_EQ(work_wait(kit, fence, UINT64_MAX), VK_SUCCESS);
    vkDestroyEvent(kit->device, event, NULL);
    vkDestroyFence(kit->device, set, NULL);
    vkDestroyFence(kit->device, fence, NULL);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static void record_events(VkCommandBuffer commands, VkEvent set, VkEvent reset, bool second)
{
    const VkMemoryBarrier2 barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, .srcStageMask = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                      .dstStageMask = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT};
    const VkDependencyInfo dependency = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &barrier};

    if (second) {
        vkCmdResetEvent2(commands, reset, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT);
        vkCmdSetEvent2(commands, set, &dependency);
        vkCmdWaitEvents2(commands, 1, &set, &dependency);
    } else {
        vkCmdResetEvent(commands, reset, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
        vkCmdSetEvent(commands, set, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
        vkCmdWaitEvents(commands, 1, &set, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, NULL, 0, NULL, 0, NULL);
    }
}

static void events(struct kit *kit, struct work *w, bool second)
{
    const VkEvent event[2] = {work_event(kit), work_event(kit)};
    VkCommandBuffer commands = kit_begin(kit);

    CHECK_EQ(vkGetEventStatus(kit->device, event[0]), VK_EVENT_RESET);
    KIT_NEED(vkSetEvent(kit->device, event[1]));
    CHECK_EQ(vkGetEventStatus(kit->device, event[1]), VK_EVENT_SET);
    KIT_NEED(vkResetEvent(kit->device, event[1]));
    CHECK_EQ(vkGetEventStatus(kit->device, event[1]), VK_EVENT_RESET);
    KIT_NEED(vkSetEvent(kit->device, event[1]));

    clear(w);
    work_bind(commands, w, WORK_STEP, 1, 0);
    vkCmdDispatch(commands, 1, 1, 1);
    record_events(commands, event[0], event[1], second);
    work_barrier(commands);
    vkCmdDispatch(commands, 1, 1, 1);
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    CHECK_EQ(vkGetEventStatus(kit->device, event[0]), VK_EVENT_SET);
    CHECK_EQ(vkGetEventStatus(kit->device, event[1]), VK_EVENT_RESET);
    check_words(w, step(step(0, 1), 1));
    for (int i = 0; i < 2; i++)
        vkDestroyEvent(kit->device, event[i], NULL);
}

/* All events of a list are waited for, not the first alone. */
static void several_events(struct kit *kit)
{
    const VkEvent event[3] = {work_event(kit), work_event(kit), work_event(kit)};
    const VkFence fence = work_fence(kit, 0);
    const VkCommandBuffer commands = kit_begin(kit);

    vkCmdWaitEvents(commands, 3, event, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, NULL, 0, NULL, 0, NULL);
    KIT_NEED(vkEndCommandBuffer(commands));
    KIT_NEED(work_submit(kit->queue[0], (struct work_submission){.commands = commands, .fence = fence}, true));
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(work_wait(kit, fence, MS), VK_TIMEOUT);
        KIT_NEED(vkSetEvent(kit->device, event[i]));
    }
    CHECK_EQ(work_wait(kit, fence, UINT64_MAX), VK_SUCCESS);
    for (int i = 0; i < 3; i++)
        vkDestroyEvent(kit->device, event[i], NULL);
    vkDestroyFence(kit->device, fence, NULL);
}

/* ---- binary semaphores ------------------------------------------------------------------------------------------- */

/* A chain of steps over the queues, each of which waits for the one before; it begins when all are submitted. */
static void binary(struct kit *kit, struct work *w, bool second)
{
    enum { STEPS = 12 };
    const VkEvent event = work_event(kit);
    VkSemaphore semaphore[QUEUES];
    uint32_t wanted = 0;

    for (int i = 0; i < QUEUES; i++)
        semaphore[i] = work_semaphore(kit, VK_SEMAPHORE_TYPE_BINARY, 0);
    clear(w);
    KIT_NEED(work_submit(kit->queue[0], (struct work_submission){.commands = work_gate(kit, event), .signal = semaphore[0]}, second));
    for (uint32_t i = 0; i < STEPS; i++) {
        KIT_NEED(work_submit(kit->queue[(i + 1) % QUEUES], (struct work_submission){.commands = work_record(w, WORK_STEP, i + 1, 0),
                                                                                   .wait = semaphore[i % QUEUES], .signal = semaphore[(i + 1) % QUEUES]}, second));
        wanted = step(wanted, i + 1);
    }
    check_words(w, 0);
    const VkFence fence = work_fence(kit, 0);
    KIT_NEED(work_submit(kit->queue[0], (struct work_submission){.wait = semaphore[STEPS % QUEUES], .fence = fence}, second));
    CHECK_EQ(work_wait(kit, fence, MS), VK_TIMEOUT);
    KIT_NEED(vkSetEvent(kit->device, event));
    CHECK_EQ(work_wait(kit, fence, UINT64_MAX), VK_SUCCESS);
    check_words(w, wanted);
    KIT_NEED(vkDeviceWaitIdle(kit->device));
    for (int i = 0; i < QUEUES; i++)
        vkDestroySemaphore(kit->device, semaphore[i], NULL);
    vkDestroyEvent(kit->device, event, NULL);
    vkDestroyFence(kit->device, fence, NULL);
}

/* ---- timeline semaphores ----------------------------------------------------------------------------------------- */

static uint64_t value_of(struct kit *kit, VkSemaphore semaphore)
{
    uint64_t value;

    KIT_NEED(vkGetSemaphoreCounterValue(kit->device, semaphore, &value));
    return value;
}

static VkResult wait_value(struct kit *kit, VkSemaphore semaphore, uint64_t value, uint64_t timeout)
{
    return vkWaitSemaphores(kit->device, &(VkSemaphoreWaitInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1, .pSemaphores = &semaphore, .pValues = &value}, timeout);
}

static VkResult signal(struct kit *kit, VkSemaphore semaphore, uint64_t value)
{
    return vkSignalSemaphore(kit->device, &(VkSemaphoreSignalInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = semaphore, .value = value});
}

/* The last step is submitted first: each waits for a value that a later submission gives, the first for the host's. */
static void timeline(struct kit *kit, struct work *w, bool second)
{
    const VkSemaphore semaphore = work_semaphore(kit, VK_SEMAPHORE_TYPE_TIMELINE, 10);
    uint32_t wanted = 0;

    clear(w);
    CHECK_EQ(value_of(kit, semaphore), 10);
    for (uint32_t i = QUEUES; i-- > 0;)
        KIT_NEED(work_submit(kit->queue[i], (struct work_submission){.commands = work_record(w, WORK_STEP, i + 1, 0), .wait = semaphore, .wait_value = 11 + 2 * i,
                                                                     .signal = semaphore, .signal_value = 13 + 2 * i}, second));
    CHECK_EQ(wait_value(kit, semaphore, 10, 0), VK_SUCCESS);
    CHECK_EQ(wait_value(kit, semaphore, 11, 2 * MS), VK_TIMEOUT);
    check_words(w, 0);
    KIT_NEED(signal(kit, semaphore, 11));
    CHECK_EQ(wait_value(kit, semaphore, 11 + 2 * QUEUES, UINT64_MAX), VK_SUCCESS);
    CHECK_EQ(value_of(kit, semaphore), 11 + 2 * QUEUES);
    for (uint32_t i = 0; i < QUEUES; i++)
        wanted = step(wanted, i + 1);
    check_words(w, wanted);
    KIT_NEED(vkDeviceWaitIdle(kit->device));
    vkDestroySemaphore(kit->device, semaphore, NULL);
}

static void any_or_all(struct kit *kit)
{
    const VkSemaphore semaphore[2] = {work_semaphore(kit, VK_SEMAPHORE_TYPE_TIMELINE, 0), work_semaphore(kit, VK_SEMAPHORE_TYPE_TIMELINE, UINT64_C(1) << 40)};
    VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 2, .pSemaphores = semaphore, .pValues = (uint64_t[2]){3, 1}};

    CHECK_EQ(vkWaitSemaphores(kit->device, &info, MS), VK_TIMEOUT);
    info.flags = VK_SEMAPHORE_WAIT_ANY_BIT;
    CHECK_EQ(vkWaitSemaphores(kit->device, &info, 0), VK_SUCCESS);
    info.flags = 0;
    KIT_NEED(signal(kit, semaphore[0], 4));
    CHECK_EQ(vkWaitSemaphores(kit->device, &info, 0), VK_SUCCESS);
    for (int i = 0; i < 2; i++)
        vkDestroySemaphore(kit->device, semaphore[i], NULL);
}

/* ---- submissions ------------------------------------------------------------------------------------------------- */

/* Batches of one call are done in order, and each may wait; one of no commands signals.  Command buffers of a batch need a
 * barrier. */
static void batches(struct kit *kit, struct work *w)
{
    const VkSemaphore semaphore = work_semaphore(kit, VK_SEMAPHORE_TYPE_TIMELINE, 0), first = work_semaphore(kit, VK_SEMAPHORE_TYPE_TIMELINE, 0);
    const VkCommandBuffer commands[3] = {work_record(w, WORK_STEP, 1, 0), work_record_after(w, WORK_STEP, 2, 0), work_record(w, WORK_STEP, 3, 0)};
    VkCommandBufferSubmitInfo buffer[3];
    const VkSemaphoreSubmitInfo point[3] = {
        {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, .semaphore = semaphore, .value = 1, .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT},
        {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, .semaphore = semaphore, .value = 2, .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT},
        {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, .semaphore = first, .value = 1, .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT}};

    for (int i = 0; i < 3; i++)
        buffer[i] = (VkCommandBufferSubmitInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, .commandBuffer = commands[i]};
    const VkSubmitInfo2 batch[3] = {
        {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .commandBufferInfoCount = 2, .pCommandBufferInfos = buffer,
         .signalSemaphoreInfoCount = 1, .pSignalSemaphoreInfos = &point[2]},
        {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .waitSemaphoreInfoCount = 1, .pWaitSemaphoreInfos = &point[0], .commandBufferInfoCount = 1, .pCommandBufferInfos = &buffer[2]},
        {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .signalSemaphoreInfoCount = 1, .pSignalSemaphoreInfos = &point[1]}};
    clear(w);
    KIT_NEED(vkQueueSubmit2(kit->queue[1], 3, batch, VK_NULL_HANDLE));
    CHECK_EQ(wait_value(kit, first, 1, UINT64_MAX), VK_SUCCESS);
    CHECK_EQ(wait_value(kit, semaphore, 2, 2 * MS), VK_TIMEOUT);
    check_words(w, step(step(0, 1), 2));
    KIT_NEED(signal(kit, semaphore, 1));
    KIT_NEED(vkQueueWaitIdle(kit->queue[1]));
    CHECK_EQ(value_of(kit, semaphore), 2);
    check_words(w, step(step(step(0, 1), 2), 3));
    vkDestroySemaphore(kit->device, semaphore, NULL);
    vkDestroySemaphore(kit->device, first, NULL);
}

/* Semaphores of one submission by vkQueueSubmit: each is waited for and signaled with its own value. */
static void several_values(struct kit *kit)
{
    const VkSemaphore wait[2] = {work_semaphore(kit, VK_SEMAPHORE_TYPE_TIMELINE, 0), work_semaphore(kit, VK_SEMAPHORE_TYPE_TIMELINE, 0)},
                      set[2] = {work_semaphore(kit, VK_SEMAPHORE_TYPE_TIMELINE, 0), work_semaphore(kit, VK_SEMAPHORE_TYPE_TIMELINE, 0)};
    const VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO, .waitSemaphoreValueCount = 2, .pWaitSemaphoreValues = (uint64_t[2]){1, 5},
                                                  .signalSemaphoreValueCount = 2, .pSignalSemaphoreValues = (uint64_t[2]){7, 4}};
    const VkPipelineStageFlags stages[2] = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT};

    KIT_NEED(vkQueueSubmit(kit->queue[2], 1, &(VkSubmitInfo){.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &values, .waitSemaphoreCount = 2, .pWaitSemaphores = wait,
                                                            .pWaitDstStageMask = stages, .signalSemaphoreCount = 2, .pSignalSemaphores = set}, VK_NULL_HANDLE));
    KIT_NEED(signal(kit, wait[0], 1));
    KIT_NEED(signal(kit, wait[1], 4));
    CHECK_EQ(wait_value(kit, set[0], 1, 2 * MS), VK_TIMEOUT);
    KIT_NEED(signal(kit, wait[1], 5));
    CHECK_EQ(wait_value(kit, set[0], 7, UINT64_MAX), VK_SUCCESS);
    KIT_NEED(vkQueueWaitIdle(kit->queue[2]));
    CHECK_EQ(value_of(kit, set[0]), 7);
    CHECK_EQ(value_of(kit, set[1]), 4);
    for (int i = 0; i < 2; i++) {
        vkDestroySemaphore(kit->device, wait[i], NULL);
        vkDestroySemaphore(kit->device, set[i], NULL);
    }
}

/* The device is idle when each of its queues is. */
static void idle(struct kit *kit)
{
    enum { COUNT = 2000 };
    struct work w[QUEUES];
    uint32_t wanted = 7;

    for (int i = 0; i < QUEUES; i++) {
        w[i] = work_open(kit, WORDS, 0);
        clear(&w[i]);
        KIT_NEED(work_submit(kit->queue[i], (struct work_submission){.commands = work_record(&w[i], WORK_LONG, 7, COUNT)}, true));
    }
    KIT_NEED(vkDeviceWaitIdle(kit->device));
    for (int n = 0; n < COUNT; n++)
        wanted = wanted * 1664525 + 1013904223;
    for (int i = 0; i < QUEUES; i++) {
        check_words(&w[i], wanted);
        work_close(&w[i]);
    }
}

static void queues(struct kit *kit)
{
    VkQueue queue;

    for (uint32_t i = 0; i < QUEUES; i++) {
        vkGetDeviceQueue2(kit->device, &(VkDeviceQueueInfo2){.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2, .queueIndex = i}, &queue);
        CHECK(queue == kit->queue[i]);
        CHECK(i == 0 || queue != kit->queue[0]);
    }
    if (kit->validates)
        return;
    const VkBindSparseInfo sparse = {.sType = VK_STRUCTURE_TYPE_BIND_SPARSE_INFO};
    CHECK_EQ(vkQueueBindSparse(kit->queue[2], 1, &sparse, VK_NULL_HANDLE), VK_ERROR_FEATURE_NOT_PRESENT);
    KIT_SAID(kit, "vkQueueBindSparse");
}

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    kit_open(&kit, &(struct kit_wishes){.queues = QUEUES});
    struct work w = work_open(&kit, WORDS, 0);
    fences(&kit, &w);
    several_events(&kit);
    for (int second = 0; second < 2; second++) {
        events(&kit, &w, second);
        binary(&kit, &w, second);
        timeline(&kit, &w, second);
    }
    any_or_all(&kit);
    batches(&kit, &w);
    several_values(&kit);
    idle(&kit);
    queues(&kit);
    work_close(&w);
    kit_close(&kit);
    return check_end("vulkan_sync");
}
