/* SPDX-License-Identifier: Apache-2.0
 * test_lost.c - a device is lost: each call that waits returns and says so, and all can be destroyed.
 * Not validated: the layer takes the objects of a lost device for ones in use.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "work.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 32, SECONDS = 20 };

/* What waits for something that never comes. */
struct waiting {
    struct kit *kit;
    VkFence fence;
    VkSemaphore semaphore;
    VkEvent event;
    VkQueryPool pool;
    pthread_barrier_t all;              /* all are about to wait */
};
typedef VkResult wait_fn(struct waiting *w);

static VkResult wait_fence(struct waiting *w) { return work_wait(w->kit, w->fence, UINT64_MAX); }
static VkResult wait_fence_for_long(struct waiting *w) { return work_wait(w->kit, w->fence, UINT64_C(1000000000) * 1000); }
static VkResult wait_queue(struct waiting *w) { return vkQueueWaitIdle(w->kit->queue[2]); }
static VkResult wait_query(struct waiting *w)
{
    uint64_t value;

    return vkGetQueryPoolResults(w->kit->device, w->pool, 0, 1, sizeof value, &value, 8, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
}
static VkResult wait_semaphore(struct waiting *w)
{
    return vkWaitSemaphores(w->kit->device, &(VkSemaphoreWaitInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1, .pSemaphores = &w->semaphore, .pValues = (uint64_t[1]){9}}, UINT64_MAX);
}

static wait_fn *const waits[] = {wait_fence, wait_fence_for_long, wait_queue, wait_query, wait_semaphore};
enum { WAITS = sizeof waits / sizeof *waits };

struct waiter {
    struct waiting *of;
    wait_fn *wait;
    pthread_t thread;
    VkResult result;
};

static void *perform(void *user)
{
    struct waiter *w = user;

    pthread_barrier_wait(&w->of->all);
    w->result = w->wait(w->of);
    return NULL;
}

static void check_after(struct waiting *w)
{
    const VkDevice d = w->kit->device;
    uint64_t value;

    CHECK_EQ(work_wait(w->kit, w->fence, 0), VK_ERROR_DEVICE_LOST);
    CHECK_EQ(vkGetFenceStatus(d, w->fence), VK_ERROR_DEVICE_LOST);
    CHECK_EQ(vkGetEventStatus(d, w->event), VK_ERROR_DEVICE_LOST);
    CHECK_EQ(vkGetSemaphoreCounterValue(d, w->semaphore, &value), VK_ERROR_DEVICE_LOST);
    CHECK_EQ(vkGetQueryPoolResults(d, w->pool, 0, 1, sizeof value, &value, 8, VK_QUERY_RESULT_64_BIT), VK_ERROR_DEVICE_LOST);
    for (int i = 0; i < WAITS; i++)
        CHECK_EQ(waits[i](w), VK_ERROR_DEVICE_LOST);
    CHECK_EQ(vkDeviceWaitIdle(d), VK_ERROR_DEVICE_LOST);
    for (int second = 0; second < 2; second++)
        CHECK_EQ(work_submit(w->kit->queue[3], (struct work_submission){.fence = VK_NULL_HANDLE}, second), VK_ERROR_DEVICE_LOST);
}

/* Queue 1 waits for an event, queue 2 for a semaphore, queue 3 for a query, threads of the program for all these; then
 * queue 0 runs what loses the device. */
static void lose(enum work_mode mode, uint32_t groups, const char *text, const char *more)
{
    struct kit kit;

    kit_open(&kit, &(struct kit_wishes){.queues = 4});
    struct work w = work_open(&kit, WORDS, 8);
    struct kit_buffer counts = kit_buffer(&kit, 32);
    struct waiting waiting = {.kit = &kit, .fence = work_fence(&kit, 0), .semaphore = work_semaphore(&kit, VK_SEMAPHORE_TYPE_TIMELINE, 3), .event = work_event(&kit)};
    struct waiter waiter[WAITS];
    const VkQueryPoolCreateInfo queries = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 1};

    KIT_NEED(vkCreateQueryPool(kit.device, &queries, NULL, &waiting.pool));
    VkCommandBuffer commands = kit_begin(&kit);
    vkCmdResetQueryPool(commands, waiting.pool, 0, 1);
    CHECK_EQ(kit_submit(&kit, commands), VK_SUCCESS);
    memset(w.buffer.word, 0, 4 * WORDS);
    KIT_NEED(work_submit(kit.queue[1], (struct work_submission){.commands = work_gate(&kit, waiting.event)}, true));
    KIT_NEED(work_submit(kit.queue[2], (struct work_submission){.commands = work_record(&w, WORK_STEP, 1, 0), .wait = waiting.semaphore, .wait_value = 5, .fence = waiting.fence}, true));
    commands = kit_begin(&kit);
    vkCmdCopyQueryPoolResults(commands, waiting.pool, 0, 1, counts.buffer, 16, 8, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    KIT_NEED(vkEndCommandBuffer(commands));
    KIT_NEED(work_submit(kit.queue[3], (struct work_submission){.commands = commands}, true));
    pthread_barrier_init(&waiting.all, NULL, WAITS + 1);
    for (int i = 0; i < WAITS; i++) {
        waiter[i] = (struct waiter){.of = &waiting, .wait = waits[i]};
        if (pthread_create(&waiter[i].thread, NULL, perform, &waiter[i]))
            exit(1);
    }
    pthread_barrier_wait(&waiting.all);
    usleep(2000);                       /* most wait by now; it is right without, too */

    counts.word[0] = groups;
    counts.word[1] = counts.word[2] = 1;
    commands = kit_begin(&kit);
    work_bind(commands, &w, mode, 1, 1 << 20);
    vkCmdDispatchIndirect(commands, counts.buffer, 0);
    work_barrier(commands);
    work_bind(commands, &w, WORK_STEP, 1, 0);
    vkCmdDispatch(commands, 1, 1, 1);   /* behind it: is not done */
    CHECK_EQ(kit_submit(&kit, commands), VK_ERROR_DEVICE_LOST);
    for (int i = 0; i < WAITS; i++) {
        pthread_join(waiter[i].thread, NULL);
        CHECK_EQ(waiter[i].result, VK_ERROR_DEVICE_LOST);
    }
    check_after(&waiting);
    CHECK_EQ(w.buffer.word[0], 0);
    CHECK(strstr(kit.said, more) != NULL);
    CHECK(kit_said(&kit, text));
    pthread_barrier_destroy(&waiting.all);
    vkDestroyFence(kit.device, waiting.fence, NULL);
    vkDestroySemaphore(kit.device, waiting.semaphore, NULL);
    vkDestroyEvent(kit.device, waiting.event, NULL);
    vkDestroyQueryPool(kit.device, waiting.pool, NULL);
    kit_buffer_free(&kit, &counts);
    work_close(&w);
    kit_close(&kit);
}

/* The end of a grid that begins at a base is beyond the most groups. */
static void lose_by_base(void)
{
    struct kit kit;

    kit_open(&kit, NULL);
    struct work w = work_open(&kit, WORDS, 0);
    const VkCommandBuffer commands = kit_begin(&kit);
    work_bind(commands, &w, WORK_BEYOND, 1, 0);
    vkCmdDispatchBase(commands, 0, 65534, 0, 1, 2, 1);
    CHECK_EQ(kit_submit(&kit, commands), VK_ERROR_DEVICE_LOST);
    CHECK(kit_said(&kit, "a dispatch of 1 x 2 x 1 groups: at most 65535 in y"));
    work_close(&w);
    kit_close(&kit);
}

/* Of the sanitizer of leaks, where there is one. */
__attribute__((weak)) void __lsan_disable(void);
__attribute__((weak)) void __lsan_enable(void);

/* A program that ends in the midst of its work: what has not begun is dropped. */
static void pending(void)
{
    struct kit kit;

    if (__lsan_disable)                 /* objects that are in use are not destroyed before their device, nor after it */
        __lsan_disable();
    kit_open(&kit, &(struct kit_wishes){.queues = 3});
    struct work w = work_open(&kit, WORDS, 0);
    const VkEvent event = work_event(&kit);
    const VkSemaphore semaphore = work_semaphore(&kit, VK_SEMAPHORE_TYPE_TIMELINE, 0);
    const VkCommandBuffer gate = work_gate(&kit, event), commands = work_record(&w, WORK_STEP, 1, 0);

    w.buffer.word[0] = 7;
    KIT_NEED(work_submit(kit.queue[0], (struct work_submission){.commands = gate}, true));
    KIT_NEED(work_submit(kit.queue[0], (struct work_submission){.commands = commands}, true));
    KIT_NEED(work_submit(kit.queue[1], (struct work_submission){.commands = commands, .wait = semaphore, .wait_value = 1}, true));
    KIT_NEED(work_submit(kit.queue[2], (struct work_submission){.commands = NULL}, true));
    vkDestroyDevice(kit.device, NULL);
    if (__lsan_enable)
        __lsan_enable();
    const PFN_vkDestroyDebugUtilsMessengerEXT destroy = (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(kit.instance, "vkDestroyDebugUtilsMessengerEXT");
    destroy(kit.instance, kit.messenger, NULL);
    vkDestroyInstance(kit.instance, NULL);
    CHECK(!kit_said(&kit, ""));
}

int main(int argc, char **argv)
{
    (void)argc;
    alarm(SECONDS);                     /* what hangs fails */
    kit_choose(argv[0]);
    unsetenv("WF_VALIDATE");
    setenv("WAVEFOLD_LIMIT", "30000", 1);
    lose(WORK_BEYOND, 1, "4194176 bytes after its end", "fault");
    lose(WORK_STUCK, 1, "has not ended within the limit", kit_has_model() ? "barrier" : "WAVEFOLD_ON=lockstep lists the waves that are left");
    lose(WORK_STEP, 65536, "an indirect dispatch of 65536 x 1 x 1 groups: at most 65535 in x", "main-");
    lose(WORK_STEP, UINT32_MAX, "an indirect dispatch of 4294967295 x 1 x 1 groups", "main-");
    lose_by_base();
    struct kit kit;
    kit_open(&kit, NULL);               /* another device, while the other one ends */
    pending();
    kit_close(&kit);
    return check_end("vulkan_lost");
}
