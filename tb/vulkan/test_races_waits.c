/* SPDX-License-Identifier: Apache-2.0
 * test_races_waits.c - races between commands: stages of semaphores and events, a host that asks or signals in place of
 * waiting, shaders that may meet, and by which names a race is told.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <stdlib.h>
#include <string.h>

#include "touches.spv.h"

#define ALL VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT
#define SHADER VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT
#define TRANSFER VK_PIPELINE_STAGE_TRANSFER_BIT
enum { WORDS = 8192, BYTES = 4 * WORDS };
enum mode { STORES, LOADS, ADDS, OWN };
static struct kit kit;
static struct kit_buffer words, other;
static struct kit_pipeline touch;
static VkDescriptorSet set;
static VkFence fence;
static VkEvent event;
static VkSemaphore timeline, binary[2];
static uint64_t reached;                /* by the timeline */
static char said[16384];                /* of the last case */

/* ---- commands ---------------------------------------------------------------------------------------------------- */

/* Six groups touch the words from this one on. */
static void dispatch(VkCommandBuffer c, enum mode mode, uint32_t first)
{
    const uint32_t push[2] = {mode, first};

    vkCmdPushConstants(c, touch.layout, SHADER, 0, sizeof push, push);
    kit_dispatch(c, &touch, set, 2, 3, 1);
}

static void fill(VkCommandBuffer c)
{
    vkCmdFillBuffer(c, words.buffer, 0, VK_WHOLE_SIZE, 1);
}

/* Reads all words. */
static void copy(VkCommandBuffer c)
{
    vkCmdCopyBuffer(c, words.buffer, other.buffer, 1, &(VkBufferCopy){0, 0, BYTES});
}

static VkCommandBuffer of_stores(void)
{
    const VkCommandBuffer c = kit_begin(&kit);

    dispatch(c, STORES, 0);
    return c;
}

/* Waits for the host's event; what follows is ordered by it, or comes after it without any order. */
static void gate(VkCommandBuffer c, bool orders)
{
    const VkMemoryBarrier memory = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, NULL, VK_ACCESS_HOST_WRITE_BIT,
                                    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};

    vkCmdWaitEvents(c, 1, &event, VK_PIPELINE_STAGE_HOST_BIT, orders ? SHADER : VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                    orders ? 1 : 0, &memory, 0, NULL, 0, NULL);
}

/* ---- submissions ------------------------------------------------------------------------------------------------- */

struct point {
    VkSemaphore semaphore;              /* VK_NULL_HANDLE: none */
    uint64_t value;
    VkPipelineStageFlags2 stages;
};

static void submit(unsigned queue, VkCommandBuffer commands, struct point wait, struct point signal, VkFence at_end)
{
    const VkCommandBufferSubmitInfo one = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, .commandBuffer = commands};
    const VkSemaphoreSubmitInfo before = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, .semaphore = wait.semaphore,
                                          .value = wait.value, .stageMask = wait.stages};
    const VkSemaphoreSubmitInfo after = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                         .semaphore = signal.semaphore, .value = signal.value,
                                         .stageMask = signal.stages};
    const VkSubmitInfo2 info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                                .waitSemaphoreInfoCount = wait.semaphore ? 1 : 0, .pWaitSemaphoreInfos = &before,
                                .commandBufferInfoCount = 1, .pCommandBufferInfos = &one,
                                .signalSemaphoreInfoCount = signal.semaphore ? 1 : 0, .pSignalSemaphoreInfos = &after};

    KIT_NEED(vkEndCommandBuffer(commands));
    KIT_NEED(vkQueueSubmit2(kit.queue[queue], 1, &info, at_end));
}

static void submit_alone(unsigned queue, VkCommandBuffer commands)
{
    submit(queue, commands, (struct point){.value = 0}, (struct point){.value = 0}, VK_NULL_HANDLE);
}

/* How many races are told of all that was submitted; the next case comes after it. */
static unsigned races(void)
{
    unsigned count = 0;

    KIT_NEED(vkDeviceWaitIdle(kit.device));
    memcpy(said, kit.said, sizeof said);
    kit_said(&kit, "");
    for (const char *at = said; (at = strstr(at, "race with ")) != NULL; at++)
        count++;
    KIT_NEED(vkResetEvent(kit.device, event));
    return count;
}

/* ---- semaphores -------------------------------------------------------------------------------------------------- */

/* Stores in two queues, with a semaphore between that these stages signal, and those wait for. */
static unsigned two_queues(VkPipelineStageFlags2 signal, VkPipelineStageFlags2 wait, bool are_transfers)
{
    VkCommandBuffer c[2];

    for (int i = 0; i < 2; i++) {
        c[i] = kit_begin(&kit);
        if (are_transfers)
            fill(c[i]);
        else
            dispatch(c[i], STORES, 0);
    }
    submit(0, c[0], (struct point){.value = 0}, (struct point){binary[0], 0, signal}, VK_NULL_HANDLE);
    submit(1, c[1], (struct point){binary[0], 0, wait}, (struct point){.value = 0}, VK_NULL_HANDLE);
    return races();
}

static void semaphores(void)
{
    CHECK_EQ(two_queues(ALL, ALL, false), 0);
    CHECK_EQ(two_queues(SHADER, SHADER, false), 0);
    CHECK_EQ(two_queues(TRANSFER, TRANSFER, true), 0);
    CHECK(two_queues(TRANSFER, ALL, false) > 0);
    CHECK(two_queues(ALL, TRANSFER, false) > 0);
    CHECK(two_queues(ALL, SHADER, true) > 0);
}

/* A semaphore that is signaled again is as its last signal; a wait for a value knows nothing of the next value. */
static void signals(void)
{
    const struct point none = {.value = 0}, first = {binary[0], 0, ALL}, second = {binary[1], 0, ALL};
    VkCommandBuffer c = kit_begin(&kit);

    copy(c);
    submit(0, c, none, first, VK_NULL_HANDLE);
    submit(1, kit_begin(&kit), first, second, VK_NULL_HANDLE);
    submit(0, of_stores(), second, first, VK_NULL_HANDLE);
    submit(1, of_stores(), first, none, VK_NULL_HANDLE);
    CHECK_EQ(races(), 0);
    for (int early = 0; early < 2; early++) {
        c = kit_begin(&kit);
        gate(c, false);
        submit_alone(1, c);
        submit(1, of_stores(), (struct point){timeline, reached + (early ? 1 : 2), ALL}, none, VK_NULL_HANDLE);
        submit(0, kit_begin(&kit), none, (struct point){timeline, reached + 1, ALL}, VK_NULL_HANDLE);
        submit(0, of_stores(), none, (struct point){timeline, reached + 2, ALL}, VK_NULL_HANDLE);
        KIT_NEED(vkQueueWaitIdle(kit.queue[0]));
        KIT_NEED(vkSetEvent(kit.device, event));
        CHECK_EQ(races() > 0, early);
        reached += 2;
    }
}

/* ---- the host ---------------------------------------------------------------------------------------------------- */

/* Asked again and again until it is so: as good as a wait. */
static void asks(void)
{
    uint64_t value = 0;

    submit(0, of_stores(), (struct point){.value = 0}, (struct point){.value = 0}, fence);
    while (vkGetFenceStatus(kit.device, fence) == VK_NOT_READY)
        ;
    submit_alone(1, of_stores());
    CHECK_EQ(races(), 0);
    KIT_NEED(vkResetFences(kit.device, 1, &fence));
    submit(0, of_stores(), (struct point){.value = 0}, (struct point){timeline, ++reached, ALL}, VK_NULL_HANDLE);
    while (value < reached)
        KIT_NEED(vkGetSemaphoreCounterValue(kit.device, timeline, &value));
    submit_alone(1, of_stores());
    CHECK_EQ(races(), 0);
    for (int late = 0; late < 2; late++) {      /* late: the stores come after the event */
        const VkCommandBuffer c = kit_begin(&kit);
        if (!late)
            dispatch(c, STORES, 0);
        vkCmdSetEvent(c, event, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
        if (late)
            dispatch(c, STORES, 0);
        submit_alone(0, c);
        while (vkGetEventStatus(kit.device, event) == VK_EVENT_RESET)
            ;
        submit_alone(1, of_stores());
        CHECK_EQ(races() > 0, late);
    }
}

/* The other queue has its commands before the host waits for the first; then the host lets them go, or does so at once. */
static void lets_go(void)
{
    for (int how = 0; how < 4; how++) {
        const bool by_event = how & 1, waits = how & 2;
        const VkCommandBuffer c = kit_begin(&kit);
        if (by_event)
            gate(c, true);
        dispatch(c, STORES, 0);
        submit(1, c, by_event ? (struct point){.value = 0} : (struct point){timeline, ++reached, ALL},
               (struct point){.value = 0}, VK_NULL_HANDLE);
        submit(0, of_stores(), (struct point){.value = 0}, (struct point){.value = 0}, fence);
        if (waits)
            KIT_NEED(vkWaitForFences(kit.device, 1, &fence, VK_TRUE, UINT64_MAX));
        if (by_event)
            KIT_NEED(vkSetEvent(kit.device, event));
        else
            KIT_NEED(vkSignalSemaphore(kit.device, &(VkSemaphoreSignalInfo){
                .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = timeline, .value = reached}));
        CHECK_EQ(races() > 0, !waits);
        KIT_NEED(vkResetFences(kit.device, 1, &fence));
    }
}

/* What the host has waited for stays known while a queue has commands from before that. */
static void stays_known(void)
{
    VkCommandBuffer c = kit_begin(&kit);

    gate(c, false);
    dispatch(c, STORES, 0);
    submit_alone(1, c);
    submit_alone(0, of_stores());
    KIT_NEED(vkQueueWaitIdle(kit.queue[0]));
    c = kit_begin(&kit);
    dispatch(c, OWN, 0);
    submit_alone(0, c);
    KIT_NEED(vkQueueWaitIdle(kit.queue[0]));
    KIT_NEED(vkSetEvent(kit.device, event));
    CHECK(races() > 0);
}

/* ---- shaders ----------------------------------------------------------------------------------------------------- */

/* Coherent accesses may meet atomics, plain ones may not; nobody races for what the driver gives to each dispatch. */
static void shaders(void)
{
    static const struct { enum mode first, second; bool is_race; } pair[] = {
        {LOADS, ADDS, false}, {ADDS, LOADS, false}, {ADDS, ADDS, false}, {STORES, STORES, true}, {STORES, LOADS, true}};
    VkCommandBuffer c;

    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        c = kit_begin(&kit);
        dispatch(c, pair[i].first, 0);
        dispatch(c, pair[i].second, 0);
        submit_alone(0, c);
        CHECK_EQ(races() > 0, pair[i].is_race);
    }
    c = kit_begin(&kit);
    dispatch(c, OWN, 0);
    vkCmdPipelineBarrier(c, SHADER, SHADER, 0, 0, NULL, 0, NULL, 0, NULL);      /* it makes no store visible */
    dispatch(c, OWN, 1000);
    submit_alone(0, c);
    CHECK_EQ(races(), 0);
}

/* ---- what is told ------------------------------------------------------------------------------------------------ */

static void reports(void)
{
    const VkCommandBuffer c = of_stores();

    vkCmdUpdateBuffer(c, words.buffer, 4 * 160, 4, &(uint32_t){7});     /* of the last of 2 x 3 groups */
    submit_alone(0, c);
    CHECK(races() > 0);
    CHECK(strstr(said, "thread (0,0,0) of group (1,2,0)") != NULL);
    /* names: that of the module, and what fits of that of the buffer, in whole characters */
    CHECK(strstr(said, " (touches in short, wave size ") != NULL);
    CHECK(strstr(said, " of the buffer \"a very long name that says more than anyone wants to know of i\"\n") != NULL);
    struct kit_pipeline gone = kit_pipeline(&kit, touches, sizeof touches, 2, 8, 0);
    submit_alone(0, of_stores());
    kit_pipeline_free(&kit, &gone);     /* of no dispatch that is remembered */
    submit_alone(0, of_stores());
    CHECK(races() > 0);
}

/* ---- the device -------------------------------------------------------------------------------------------------- */

static void name(VkObjectType type, uint64_t handle, const char *called)
{
    const PFN_vkSetDebugUtilsObjectNameEXT set_name =
        (PFN_vkSetDebugUtilsObjectNameEXT)vkGetInstanceProcAddr(kit.instance, "vkSetDebugUtilsObjectNameEXT");

    KIT_NEED(set_name(kit.device, &(VkDebugUtilsObjectNameInfoEXT){
                                      .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT, .objectType = type,
                                      .objectHandle = handle, .pObjectName = called}));
}

/* In place of that of the kit, whose module has no name. */
static void name_module(void)
{
    VkShaderModule module;

    KIT_NEED(vkCreateShaderModule(kit.device, &(VkShaderModuleCreateInfo){
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof touches, .pCode = touches}, NULL, &module));
    name(VK_OBJECT_TYPE_SHADER_MODULE, (uint64_t)(uintptr_t)module, "touches in short");
    vkDestroyPipeline(kit.device, touch.pipeline, NULL);
    KIT_NEED(vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, 1, &(VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = touch.layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module, .pName = "main"}}, NULL, &touch.pipeline));
    vkDestroyShaderModule(kit.device, module, NULL);
}

static void open_all(void)
{
    const VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                            .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};

    kit_open(&kit, &(struct kit_wishes){.queues = 2});
    for (int i = 0; i < 2; i++)
        KIT_NEED(vkCreateSemaphore(kit.device, &semaphore, NULL, &binary[i]));
    semaphore.pNext = &type;
    KIT_NEED(vkCreateSemaphore(kit.device, &semaphore, NULL, &timeline));
    KIT_NEED(vkCreateFence(kit.device, &(VkFenceCreateInfo){.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO}, NULL, &fence));
    KIT_NEED(vkCreateEvent(kit.device, &(VkEventCreateInfo){.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO}, NULL, &event));
    words = kit_buffer(&kit, BYTES);
    other = kit_buffer(&kit, BYTES);
    /* 62 bytes, and a character of two that 63 have no room for */
    name(VK_OBJECT_TYPE_BUFFER, (uint64_t)(uintptr_t)words.buffer,
         "a very long name that says more than anyone wants to know of i\xc3\xa9");
    touch = kit_pipeline(&kit, touches, sizeof touches, 2, 8, 0);
    name_module();
    set = kit_set(&kit, &touch, (const struct kit_buffer *const[]){&words, &other}, 2);
}

static void close_all(void)
{
    kit_pipeline_free(&kit, &touch);
    kit_buffer_free(&kit, &words);
    kit_buffer_free(&kit, &other);
    for (int i = 0; i < 2; i++)
        vkDestroySemaphore(kit.device, binary[i], NULL);
    vkDestroySemaphore(kit.device, timeline, NULL);
    vkDestroyFence(kit.device, fence, NULL);
    vkDestroyEvent(kit.device, event, NULL);
    kit_close(&kit);
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    setenv("WAVEFOLD_LOG", "/dev/null", 1);
    setenv("WAVEFOLD_RACES", "1", 1);
    open_all();
    semaphores();
    signals();
    asks();
    lets_go();
    stays_known();
    shaders();
    reports();
    close_all();
    return check_end("vulkan_races_waits");
}
