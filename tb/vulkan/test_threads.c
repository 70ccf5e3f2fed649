/* SPDX-License-Identifier: Apache-2.0
 * test_threads.c - threads of a program that share a device: each with a queue, all with one queue, one word for all.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "work.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, GROUP = 16, WORDS = 4 * GROUP };

struct task {
    struct kit *kit;
    struct work *shared;                /* what all work on */
    struct work own;
    VkCommandPool pool;                 /* command pools are a thread's own */
    VkSemaphore semaphore;
    uint32_t number;
    uint32_t wrong;                     /* checks are the main thread's */
};
static uint32_t times = 300;            /* of a lane */
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;

static VkCommandBuffer record(struct task *t, const struct work *w, enum work_mode mode, uint32_t add, uint32_t count, uint32_t groups)
{
    VkCommandBuffer commands;

    KIT_NEED(vkAllocateCommandBuffers(t->kit->device, &(VkCommandBufferAllocateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = t->pool, .commandBufferCount = 1}, &commands));
    KIT_NEED(vkBeginCommandBuffer(commands, &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO}));
    work_bind(commands, w, mode, add, count);
    vkCmdDispatch(commands, groups, 1, 1);
    KIT_NEED(vkEndCommandBuffer(commands));
    return commands;
}

static void for_all(struct task *task, void *(*work)(void *))
{
    pthread_t thread[THREADS];

    for (uint32_t i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, work, &task[i]))
            exit(1);
    for (uint32_t i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        CHECK_EQ(task[i].wrong, 0);
    }
}

/* ---- a queue for each ----------------------------------------------------------------------------------------------- */

/* Objects are made, used and destroyed all the while. */
static void *on_its_own(void *user)
{
    struct task *t = user;
    uint32_t wanted = 0;

    t->own.buffer.word[0] = 0;
    for (uint32_t round = 0; round < 25; round++) {
        struct kit_buffer copy = kit_buffer(t->kit, 4 * WORDS);
        const uint32_t size = 4u << (t->number + round) % 4;
        struct kit_pipeline p = kit_pipeline(t->kit, work_module, work_module_bytes, 1, 12, size < t->kit->widest ? size : t->kit->widest);
        const VkFence fence = work_fence(t->kit, 0);
        const VkCommandBuffer commands = record(t, &t->own, WORK_STEP, round, 0, 1);
        KIT_NEED(work_submit(t->kit->queue[t->number], (struct work_submission){.commands = commands, .fence = fence}, round % 2));
        t->wrong += work_wait(t->kit, fence, UINT64_MAX) != VK_SUCCESS;
        wanted = 3 * wanted + round;
        t->wrong += t->own.buffer.word[0] != wanted;
        vkDestroyFence(t->kit->device, fence, NULL);
        kit_pipeline_free(t->kit, &p);
        kit_buffer_free(t->kit, &copy);
        if (round % 8 == 7)
            KIT_NEED(vkResetCommandPool(t->kit->device, t->pool, 0));
    }
    return NULL;
}

/* ---- one word for all ----------------------------------------------------------------------------------------------- */

/* Dispatches of all queues add to it at the same time. */
static void *contend(void *user)
{
    struct task *t = user;

    for (uint32_t round = 0; round < 20; round++)
        KIT_NEED(work_submit(t->kit->queue[t->number], (struct work_submission){.commands = record(t, t->shared, WORK_ADD, 1 + t->number, times - 1, 8)}, true));
    t->wrong += vkQueueWaitIdle(t->kit->queue[t->number]) != VK_SUCCESS;
    return NULL;
}

/* All by queue 0, whose calls the program keeps apart. */
static void *share(void *user)
{
    struct task *t = user;

    for (uint32_t round = 0; round < 20; round++) {
        const VkFence fence = work_fence(t->kit, 0);
        const VkCommandBuffer commands = record(t, t->shared, WORK_ADD, 1 + t->number, 0, 2);
        pthread_mutex_lock(&queue_lock);
        KIT_NEED(work_submit(t->kit->queue[0], (struct work_submission){.commands = commands, .fence = fence}, round % 2));
        pthread_mutex_unlock(&queue_lock);
        t->wrong += work_wait(t->kit, fence, UINT64_MAX) != VK_SUCCESS;
        vkDestroyFence(t->kit->device, fence, NULL);
    }
    return NULL;
}

static uint32_t sum_of(uint32_t rounds, uint32_t groups)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < THREADS; i++)
        sum += rounds * groups * GROUP * (1 + i);
    return sum;
}

/* ---- a timeline of host and queues ----------------------------------------------------------------------------------- */

/* Thread n has its turn at values 4 k + n: it waits by the host or by its queue, steps, and gives the next value. */
static void *in_turn(void *user)
{
    struct task *t = user;

    for (uint32_t round = 0; round < 12; round++) {
        const uint64_t turn = THREADS * round + t->number;
        const struct work_submission by_queue = {.commands = record(t, t->shared, WORK_STEP, (uint32_t)turn, 0, 1), .wait = t->semaphore, .wait_value = turn, .signal = t->semaphore, .signal_value = turn + 1};
        if (round % 2 || !turn) {
            const VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1, .pSemaphores = &t->semaphore, .pValues = &turn};
            t->wrong += vkWaitSemaphores(t->kit->device, &info, UINT64_MAX) != VK_SUCCESS;
            KIT_NEED(work_submit(t->kit->queue[t->number], (struct work_submission){.commands = by_queue.commands, .signal = t->semaphore, .signal_value = turn + 1}, true));
        } else
            KIT_NEED(work_submit(t->kit->queue[t->number], by_queue, true));
    }
    t->wrong += vkQueueWaitIdle(t->kit->queue[t->number]) != VK_SUCCESS;
    return NULL;
}

/* On the model as it is, and where dispatches without a barrier between them overlap. */
static void run_all(void)
{
    struct kit kit;
    struct task task[THREADS];
    uint32_t wanted = 0;

    kit_open(&kit, &(struct kit_wishes){.queues = THREADS});
    struct work shared = work_open(&kit, 8 * GROUP, 0);
    const VkSemaphore semaphore = work_semaphore(&kit, VK_SEMAPHORE_TYPE_TIMELINE, 0);
    for (uint32_t i = 0; i < THREADS; i++) {
        task[i] = (struct task){.kit = &kit, .shared = &shared, .number = i, .own = work_open(&kit, WORDS, 0), .semaphore = semaphore};
        KIT_NEED(vkCreateCommandPool(kit.device, &(VkCommandPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO}, NULL, &task[i].pool));
    }
    for_all(task, on_its_own);
    shared.buffer.word[0] = 0;
    for_all(task, contend);
    CHECK_EQ(shared.buffer.word[0], sum_of(20, 8 * times));
    shared.buffer.word[0] = 0;
    for_all(task, share);
    CHECK_EQ(shared.buffer.word[0], sum_of(20, 2));
    shared.buffer.word[1] = 0;
    for_all(task, in_turn);
    for (uint32_t turn = 0; turn < 12 * THREADS; turn++)
        wanted = 3 * wanted + turn;
    CHECK_EQ(shared.buffer.word[1], wanted);
    KIT_NEED(vkDeviceWaitIdle(kit.device));
    for (uint32_t i = 0; i < THREADS; i++) {
        vkDestroyCommandPool(kit.device, task[i].pool, NULL);
        work_close(&task[i].own);
    }
    vkDestroySemaphore(kit.device, semaphore, NULL);
    work_close(&shared);
    kit_close(&kit);
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    if (kit_is_simulated())
        times = 20;
    run_all();
    setenv("WAVEFOLD_SEED", "5", 1);
    run_all();
    return check_end("vulkan_threads");
}
