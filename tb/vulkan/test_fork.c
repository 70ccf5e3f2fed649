/* SPDX-License-Identifier: Apache-2.0
 * test_fork.c - a fork with the device of its parent: it has none of the threads, so each command that waits ends in VK_ERROR_DEVICE_LOST and
 * a message, and the others do their work; whatever other threads of the parent do at that moment.  Nothing that a fork checks is heard here,
 * so its exit status has what it saw.
 * Not validated: a layer has locks of its own.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "work.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TIME = 10, RIGHT = 42 };         /* seconds of a fork */

static struct kit kit;
static VkFence before, pending;         /* signaled before the fork; of the submission that waits */
static VkSemaphore timeline;            /* reaches 1 with that submission; 7 before */
static VkEvent event;
static VkQueryPool queries;
static VkCommandBuffer gate;
static struct kit_buffer buffer;

/* The status of a fork is the line of what was wrong there, by its low bits. */
#define SEES(condition) do { if (!(condition)) _exit(1 + __LINE__ % 40); } while (0)
/* It ends in the loss, and a message of the command. */
#define LOST(call, command) SEES((call) == VK_ERROR_DEVICE_LOST && kit_said(&kit, command ": process "))

/* ---- what a fork may do ------------------------------------------------------------------------------------------ */

static VkResult wait_value(uint64_t value, uint64_t timeout)
{
    return vkWaitSemaphores(kit.device, &(VkSemaphoreWaitInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1,
                                                               .pSemaphores = &timeline, .pValues = &value}, timeout);
}

static void waits(void)
{
    const VkFence both[] = {before, pending};
    uint64_t value;

    LOST(vkWaitForFences(kit.device, 1, &pending, VK_TRUE, UINT64_MAX), "vkWaitForFences");
    LOST(vkWaitForFences(kit.device, 2, both, VK_TRUE, 1000), "vkWaitForFences");
    LOST(vkGetFenceStatus(kit.device, pending), "vkGetFenceStatus");
    LOST(wait_value(8, UINT64_MAX), "vkWaitSemaphores");
    LOST(vkGetSemaphoreCounterValue(kit.device, timeline, &value), "vkGetSemaphoreCounterValue");
    LOST(vkGetQueryPoolResults(kit.device, queries, 0, 1, 8, &value, 8, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT), "vkGetQueryPoolResults");
    LOST(vkGetQueryPoolResults(kit.device, queries, 0, 1, 8, &value, 8, VK_QUERY_RESULT_64_BIT), "vkGetQueryPoolResults");
    LOST(vkGetEventStatus(kit.device, event), "vkGetEventStatus");
    LOST(vkQueueSubmit(kit.queue[0], 0, NULL, pending), "vkQueueSubmit");
    LOST(vkQueueSubmit2(kit.queue[1], 0, NULL, VK_NULL_HANDLE), "vkQueueSubmit");
    LOST(vkQueueWaitIdle(kit.queue[1]), "vkQueueWaitIdle");
    SEES(vkDeviceWaitIdle(kit.device) == VK_ERROR_DEVICE_LOST && kit_said(&kit, "its queues do not run in a fork of it: make a device here"));
}

/* What was known before the fork still is; and what needs no queue is done. */
static void does_not_wait(void)
{
    const VkFence both[] = {pending, before};
    VkPipeline pipeline[4];
    VkComputePipelineCreateInfo info[4];

    SEES(vkWaitForFences(kit.device, 1, &before, VK_TRUE, UINT64_MAX) == VK_SUCCESS);
    SEES(vkWaitForFences(kit.device, 2, both, VK_FALSE, UINT64_MAX) == VK_SUCCESS);
    SEES(vkGetFenceStatus(kit.device, before) == VK_SUCCESS);
    SEES(wait_value(7, UINT64_MAX) == VK_SUCCESS);
    struct kit_pipeline p = kit_pipeline(&kit, work_module, work_module_bytes, 1, 12, 0);
    VkShaderModule module;
    SEES(vkCreateShaderModule(kit.device, &(VkShaderModuleCreateInfo){.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = work_module_bytes,
                                                                      .pCode = work_module}, NULL, &module) == VK_SUCCESS);
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size[4];
    for (uint32_t i = 0; i < 4; i++) {          /* four codes, on all threads that there are */
        size[i] = (VkPipelineShaderStageRequiredSubgroupSizeCreateInfo){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, .requiredSubgroupSize = 4u << i};
        info[i] = (VkComputePipelineCreateInfo){.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = p.layout,
            .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .pNext = &size[i], .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                      .module = module, .pName = "main"}};
    }
    SEES(vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, kit.widest < 32 ? 1 : 4, info, NULL, pipeline) == VK_SUCCESS);
    vkDestroyPipeline(kit.device, pipeline[0], NULL);
    kit_pipeline_free(&kit, &p);
    struct kit_buffer own = kit_buffer(&kit, 1 << 20);
    own.word[0] = 1;
    kit_buffer_free(&kit, &own);
    SEES(buffer.word[0] == 11);
    kit_buffer_free(&kit, &buffer);
    SEES(vkSetEvent(kit.device, event) == VK_SUCCESS);
    SEES(vkResetFences(kit.device, 1, &before) == VK_SUCCESS);
    vkResetQueryPool(kit.device, queries, 0, 1);
    SEES(vkResetCommandPool(kit.device, kit.pool, 0) == VK_SUCCESS);
    vkFreeCommandBuffers(kit.device, kit.pool, 1, &gate);
    vkDestroyFence(kit.device, pending, NULL);
    vkDestroySemaphore(kit.device, timeline, NULL);
    SEES(!*kit.said);
}

/* It makes one of its own.  TSan allows a fork of several threads no thread. */
static void makes_a_device(void)
{
#ifndef __SANITIZE_THREAD__
    struct kit own;

    kit_open(&own, NULL);
    struct kit_buffer words = kit_buffer(&own, 4096);
    const VkCommandBuffer fill = kit_begin(&own);
    vkCmdFillBuffer(fill, words.buffer, 0, VK_WHOLE_SIZE, 5);
    SEES(kit_submit(&own, fill) == VK_SUCCESS && words.word[1023] == 5);
    kit_buffer_free(&own, &words);
    kit_close(&own);
#endif
}

/* ---- forks ------------------------------------------------------------------------------------------------------- */

static void ends_right(pid_t child)
{
    int status = 0;

    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));           /* an alarm ends what waits */
    CHECK_EQ(WEXITSTATUS(status), RIGHT);
}

/* Queue 0 waits for an event in the midst of its commands. */
static void of_a_queue_at_work(void)
{
    KIT_NEED(work_submit(kit.queue[0], (struct work_submission){.commands = gate, .signal = timeline, .signal_value = 8, .fence = pending}, true));
    usleep(20000);
    const pid_t child = fork();
    if (child == 0) {
        alarm(TIME);
        waits();
        does_not_wait();
        makes_a_device();
        vkDestroyDevice(kit.device, NULL);
        _exit(RIGHT);
    }
    ends_right(child);
    KIT_NEED(vkSetEvent(kit.device, event));            /* the parent's still runs */
    KIT_NEED(work_wait(&kit, pending, UINT64_MAX));
    KIT_NEED(vkDeviceWaitIdle(kit.device));
    KIT_NEED(wait_value(8, UINT64_MAX));
}

static atomic_bool ends;

/* Takes all locks again and again. */
static void *keeps_busy(void *user)
{
    VkFence fence = work_fence(&kit, 0);

    while (!atomic_load(&ends)) {
        struct kit_buffer b = kit_buffer(&kit, 65536);
        KIT_NEED(vkQueueSubmit(*(VkQueue *)user, 0, NULL, fence));
        KIT_NEED(work_wait(&kit, fence, UINT64_MAX));
        KIT_NEED(vkResetFences(kit.device, 1, &fence));
        kit_buffer_free(&kit, &b);
    }
    vkDestroyFence(kit.device, fence, NULL);
    return NULL;
}

static void of_threads_at_work(void)
{
    enum { FORKS = 200 };
    pthread_t thread[2];

    for (int i = 0; i < 2; i++)
        KIT_NEED(pthread_create(&thread[i], NULL, keeps_busy, &kit.queue[i]) ? VK_ERROR_UNKNOWN : VK_SUCCESS);
    for (int i = 0; i < FORKS && !checks_failed; i++) {
        const pid_t child = fork();
        if (child == 0) {
            alarm(TIME);
            VkFence fence = work_fence(&kit, 0);
            struct kit_buffer b = kit_buffer(&kit, 65536);
            SEES(!b.word[0] && !b.word[16383]);
            LOST(work_wait(&kit, fence, UINT64_MAX), "vkWaitForFences");
            LOST(vkQueueSubmit(kit.queue[0], 0, NULL, fence), "vkQueueSubmit");
            kit_buffer_free(&kit, &b);
            vkDestroyFence(kit.device, fence, NULL);
            vkDestroyDevice(kit.device, NULL);
            _exit(RIGHT);
        }
        ends_right(child);
    }
    atomic_store(&ends, true);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    KIT_NEED(vkDeviceWaitIdle(kit.device));
}

/* Threads for pipelines and for dispatches in parts, which the fork does not have. */
static void start_threads(void)
{
    struct work w = work_open(&kit, 4096, 0);
    const VkCommandBuffer commands = kit_begin(&kit);

    work_bind(commands, &w, WORK_LONG, 1, 3000);
    vkCmdDispatch(commands, 64, 1, 1);
    KIT_NEED(kit_submit(&kit, commands));
    work_close(&w);
}

int main(int argc, char **argv)
{
    const VkPhysicalDeviceVulkan12Features features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .timelineSemaphore = VK_TRUE,
                                                       .hostQueryReset = VK_TRUE, .bufferDeviceAddress = VK_TRUE};
    VkPhysicalDeviceVulkan13Features more = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = (void *)&features,
                                             .synchronization2 = VK_TRUE, .subgroupSizeControl = VK_TRUE};

    (void)argc;
    unsetenv("WF_VALIDATE");            /* the locks of a layer are its own */
    kit_choose(argv[0]);
    kit_open(&kit, &(struct kit_wishes){.features = &more, .queues = 2});
    before = work_fence(&kit, VK_FENCE_CREATE_SIGNALED_BIT);
    pending = work_fence(&kit, 0);
    timeline = work_semaphore(&kit, VK_SEMAPHORE_TYPE_TIMELINE, 7);
    event = work_event(&kit);
    gate = work_gate(&kit, event);
    buffer = kit_buffer(&kit, 4096);
    buffer.word[0] = 11;
    KIT_NEED(vkCreateQueryPool(kit.device, &(VkQueryPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                                                    .queryCount = 1}, NULL, &queries));
    vkResetQueryPool(kit.device, queries, 0, 1);
    start_threads();
    of_a_queue_at_work();
    of_threads_at_work();
    vkDestroyFence(kit.device, before, NULL);
    vkDestroyFence(kit.device, pending, NULL);
    vkDestroySemaphore(kit.device, timeline, NULL);
    vkDestroyEvent(kit.device, event, NULL);
    vkDestroyQueryPool(kit.device, queries, NULL);
    kit_buffer_free(&kit, &buffer);
    kit_close(&kit);
    return check_end("vulkan_fork");
}
