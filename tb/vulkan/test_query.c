/* SPDX-License-Identifier: Apache-2.0
 * test_query.c - query pools: timestamps in cycles of the device, invocations of compute shaders, and the ways to read them.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "work.h"

#include <string.h>
#include <time.h>

enum { GROUP = 16, MS = 1000000 };

static VkQueryPool new_pool(struct kit *kit, VkQueryType type, uint32_t queries)
{
    VkQueryPool pool;

    KIT_NEED(vkCreateQueryPool(kit->device, &(VkQueryPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = type, .queryCount = queries,
                                                                     .pipelineStatistics = type == VK_QUERY_TYPE_PIPELINE_STATISTICS ? VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT : 0},
                               NULL, &pool));
    return pool;
}

static VkResult results(struct kit *kit, VkQueryPool pool, uint32_t first, uint32_t count, size_t size, void *to, VkDeviceSize stride, VkQueryResultFlags flags)
{
    return vkGetQueryPoolResults(kit->device, pool, first, count, size, to, stride, flags);
}

/* ---- timestamps -------------------------------------------------------------------------------------------------- */

static uint64_t device_clock(struct kit *kit)
{
    const PFN_vkGetCalibratedTimestampsEXT get = (PFN_vkGetCalibratedTimestampsEXT)vkGetDeviceProcAddr(kit->device, "vkGetCalibratedTimestampsEXT");
    const VkCalibratedTimestampInfoEXT info = {.sType = VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT, .timeDomain = VK_TIME_DOMAIN_DEVICE_EXT};
    uint64_t value, deviation;

    KIT_NEED(get(kit->device, 1, &info, &value, &deviation));
    return value;
}

/* Time passes by work: none between two stamps with nothing between, and the more the longer a shader runs. */
static void timestamps(struct kit *kit, struct work *w, bool second)
{
    const VkQueryPool pool = new_pool(kit, VK_QUERY_TYPE_TIMESTAMP, 6);
    const VkCommandBuffer commands = kit_begin(kit);
    uint64_t stamp[4];

    vkCmdResetQueryPool(commands, pool, 0, 6);
    for (uint32_t i = 0; i < 4; i++) {
        if (i == 1 || i == 3) {
            work_bind(commands, w, WORK_LONG, 0, i == 1 ? 100 : 1000);
            vkCmdDispatch(commands, 1, 1, 1);
        }
        if (second)
            vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, pool, 1 + i);
        else
            vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, pool, 1 + i);
    }
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    CHECK_EQ(results(kit, pool, 1, 4, sizeof stamp, stamp, 8, VK_QUERY_RESULT_64_BIT), VK_SUCCESS);
    CHECK(stamp[1] > stamp[0]);
    CHECK_EQ(stamp[2], stamp[1]);
    /* ten times as long, less what both do beside the loop */
    CHECK(stamp[3] - stamp[2] > 5 * (stamp[1] - stamp[0]));
    CHECK(stamp[3] - stamp[2] < 10 * (stamp[1] - stamp[0]));
    CHECK_EQ(device_clock(kit), stamp[3]);
    uint32_t low[2];
    CHECK_EQ(results(kit, pool, 1, 2, sizeof low, low, 4, 0), VK_SUCCESS);
    CHECK_EQ(low[0], (uint32_t)stamp[0]);
    CHECK_EQ(low[1], (uint32_t)stamp[1]);
    CHECK_EQ(results(kit, pool, 0, 1, 8, stamp, 8, VK_QUERY_RESULT_64_BIT), VK_NOT_READY);
    CHECK_EQ(results(kit, pool, 5, 1, 8, stamp, 8, VK_QUERY_RESULT_64_BIT), VK_NOT_READY);
    vkDestroyQueryPool(kit->device, pool, NULL);
}

static uint64_t read_clock(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void calibrated(struct kit *kit)
{
    const PFN_vkGetPhysicalDeviceCalibrateableTimeDomainsEXT domains =
        (PFN_vkGetPhysicalDeviceCalibrateableTimeDomainsEXT)vkGetInstanceProcAddr(kit->instance, "vkGetPhysicalDeviceCalibrateableTimeDomainsEXT");
    const PFN_vkGetCalibratedTimestampsEXT get = (PFN_vkGetCalibratedTimestampsEXT)vkGetDeviceProcAddr(kit->device, "vkGetCalibratedTimestampsEXT");
    VkTimeDomainEXT domain[4];
    VkCalibratedTimestampInfoEXT info[3] = {{.sType = VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT}, {.sType = VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT}, {.sType = VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT}};
    uint32_t count = 0;
    uint64_t value[3], deviation;

    KIT_NEED(domains(kit->physical, &count, NULL));
    CHECK_EQ(count, 3);
    count = 1;
    CHECK_EQ(domains(kit->physical, &count, domain), VK_INCOMPLETE);
    CHECK_EQ(domain[0], VK_TIME_DOMAIN_DEVICE_EXT);
    count = 4;
    KIT_NEED(domains(kit->physical, &count, domain));
    CHECK_EQ(count, 3);
    CHECK_EQ(domain[1], VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT);
    CHECK_EQ(domain[2], VK_TIME_DOMAIN_CLOCK_MONOTONIC_RAW_EXT);
    for (int i = 0; i < 3; i++)
        info[i].timeDomain = domain[i];
    const uint64_t before = read_clock(CLOCK_MONOTONIC), raw = read_clock(CLOCK_MONOTONIC_RAW);
    KIT_NEED(get(kit->device, 3, info, value, &deviation));
    const uint64_t after = read_clock(CLOCK_MONOTONIC);
    CHECK(value[1] >= before && value[1] <= after);
    CHECK(value[2] >= raw && value[2] <= read_clock(CLOCK_MONOTONIC_RAW));
    CHECK(deviation > 0 && deviation <= after - before + 1);
    CHECK_EQ(value[0], device_clock(kit));
    info[0].timeDomain = domain[1];     /* one clock twice, and another between */
    info[1].timeDomain = domain[2];
    info[2].timeDomain = domain[1];
    KIT_NEED(get(kit->device, 3, info, value, &deviation));
    CHECK(deviation >= value[2] - value[0]);
}

/* ---- invocations ------------------------------------------------------------------------------------------------- */

static void statistics(struct kit *kit, struct work *w)
{
    const VkQueryPool pool = new_pool(kit, VK_QUERY_TYPE_PIPELINE_STATISTICS, 4);
    struct kit_buffer counts = kit_buffer(kit, 12);
    const VkCommandBuffer commands = kit_begin(kit);
    uint64_t count[3];

    memcpy(counts.word, (uint32_t[3]){2, 3, 1}, 12);
    vkCmdResetQueryPool(commands, pool, 0, 4);
    work_bind(commands, w, WORK_ADD, 1, 0);
    vkCmdDispatch(commands, 5, 1, 1);               /* before: counts for none */
    vkCmdBeginQuery(commands, pool, 0, 0);
    vkCmdDispatch(commands, 2, 3, 4);
    vkCmdDispatch(commands, 0, 3, 4);
    vkCmdEndQuery(commands, pool, 0);
    vkCmdBeginQuery(commands, pool, 1, 0);
    vkCmdDispatchIndirect(commands, counts.buffer, 0);
    vkCmdEndQuery(commands, pool, 1);
    vkCmdBeginQuery(commands, pool, 2, 0);
    vkCmdEndQuery(commands, pool, 2);
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    CHECK_EQ(results(kit, pool, 0, 3, sizeof count, count, 8, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT), VK_SUCCESS);
    CHECK_EQ(count[0], 2 * 3 * 4 * GROUP);
    CHECK_EQ(count[1], 2 * 3 * GROUP);
    CHECK_EQ(count[2], 0);
    kit_buffer_free(kit, &counts);
    vkDestroyQueryPool(kit->device, pool, NULL);
}

/* What a secondary command buffer does counts for the query of the primary one. */
static void inherited(struct kit *kit, struct work *w)
{
    const VkQueryPool pool = new_pool(kit, VK_QUERY_TYPE_PIPELINE_STATISTICS, 1);
    const VkCommandBufferInheritanceInfo inheritance = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO,
                                                        .pipelineStatistics = VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT};
    VkCommandBuffer secondary;
    uint32_t count = 0;

    KIT_NEED(vkAllocateCommandBuffers(kit->device, &(VkCommandBufferAllocateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = kit->pool,
                                                                                 .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY, .commandBufferCount = 1}, &secondary));
    KIT_NEED(vkBeginCommandBuffer(secondary, &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .pInheritanceInfo = &inheritance}));
    work_bind(secondary, w, WORK_ADD, 1, 0);
    vkCmdDispatch(secondary, 3, 1, 1);
    KIT_NEED(vkEndCommandBuffer(secondary));
    const VkCommandBuffer commands = kit_begin(kit);
    vkCmdResetQueryPool(commands, pool, 0, 1);
    vkCmdBeginQuery(commands, pool, 0, 0);
    vkCmdExecuteCommands(commands, 1, &secondary);
    vkCmdEndQuery(commands, pool, 0);
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    CHECK_EQ(results(kit, pool, 0, 1, 4, &count, 4, 0), VK_SUCCESS);
    CHECK_EQ(count, 3 * GROUP);
    vkFreeCommandBuffers(kit->device, kit->pool, 1, &secondary);
    vkDestroyQueryPool(kit->device, pool, NULL);
}

/* ---- ways to read ------------------------------------------------------------------------------------------------ */

/* Query 0 is done, query 1 waits behind an event. */
static void availability(struct kit *kit, struct work *w)
{
    const VkQueryPool pool = new_pool(kit, VK_QUERY_TYPE_PIPELINE_STATISTICS, 2);
    const VkEvent event = work_event(kit);
    const VkFence fence = work_fence(kit, 0), end = work_fence(kit, 0);
    const VkCommandBuffer first = kit_begin(kit), second = kit_begin(kit);
    uint64_t wide[4] = {9, 9, 9, 9};
    uint32_t word[6] = {9, 9, 9, 9, 9, 9};

    vkResetQueryPool(kit->device, pool, 0, 2);
    vkCmdBeginQuery(first, pool, 0, 0);
    work_bind(first, w, WORK_ADD, 1, 0);
    vkCmdDispatch(first, 1, 1, 1);
    vkCmdEndQuery(first, pool, 0);
    KIT_NEED(vkEndCommandBuffer(first));
    vkCmdWaitEvents(second, 1, &event, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, NULL, 0, NULL, 0, NULL);
    vkCmdBeginQuery(second, pool, 1, 0);
    work_bind(second, w, WORK_LONG, 1, 1000);       /* the host asks for it meanwhile */
    vkCmdDispatch(second, 2, 1, 1);
    vkCmdEndQuery(second, pool, 1);
    KIT_NEED(vkEndCommandBuffer(second));
    KIT_NEED(work_submit(kit->queue[0], (struct work_submission){.commands = first, .fence = fence}, true));
    KIT_NEED(work_submit(kit->queue[0], (struct work_submission){.commands = second, .fence = end}, true));
    KIT_NEED(work_wait(kit, fence, UINT64_MAX));

    /* what is not available is left as it was, */
    CHECK_EQ(results(kit, pool, 0, 2, 16, wide, 8, VK_QUERY_RESULT_64_BIT), VK_NOT_READY);
    CHECK_EQ(wide[0], GROUP);
    CHECK_EQ(wide[1], 9);
    /* but its availability is given, after each result and in its size; the stride keeps the rest */
    CHECK_EQ(results(kit, pool, 0, 2, 24, word, 12, VK_QUERY_RESULT_WITH_AVAILABILITY_BIT), VK_NOT_READY);
    const uint32_t wanted[6] = {GROUP, 1, 9, 9, 0, 9};
    for (int i = 0; i < 6; i++)
        CHECK_EQ(word[i], wanted[i]);
    CHECK_EQ(results(kit, pool, 0, 2, 32, wide, 16, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT | VK_QUERY_RESULT_PARTIAL_BIT), VK_SUCCESS);
    CHECK_EQ(wide[0], GROUP);
    CHECK_EQ(wide[1], 1);
    CHECK(wide[2] <= 2 * GROUP);                    /* up to what it will be */
    CHECK_EQ(wide[3], 0);
    KIT_NEED(vkSetEvent(kit->device, event));
    CHECK_EQ(results(kit, pool, 0, 2, 8, word, 4, VK_QUERY_RESULT_WAIT_BIT), VK_SUCCESS);
    CHECK_EQ(word[1], 2 * GROUP);
    KIT_NEED(work_wait(kit, end, UINT64_MAX));
    /* the host resets one, and the other stays */
    vkResetQueryPool(kit->device, pool, 1, 1);
    CHECK_EQ(results(kit, pool, 1, 1, 4, word, 4, 0), VK_NOT_READY);
    CHECK_EQ(results(kit, pool, 0, 1, 4, word, 4, 0), VK_SUCCESS);
    vkDestroyEvent(kit->device, event, NULL);
    vkDestroyFence(kit->device, fence, NULL);
    vkDestroyFence(kit->device, end, NULL);
    vkDestroyQueryPool(kit->device, pool, NULL);
}

/* A reset of some queries leaves the others. */
static void reset_some(struct kit *kit)
{
    const VkQueryPool pool = new_pool(kit, VK_QUERY_TYPE_PIPELINE_STATISTICS, 4);
    VkCommandBuffer commands = kit_begin(kit);
    uint32_t word;

    vkCmdResetQueryPool(commands, pool, 0, 4);
    for (uint32_t i = 0; i < 4; i++) {
        vkCmdBeginQuery(commands, pool, i, 0);
        vkCmdEndQuery(commands, pool, i);
    }
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    commands = kit_begin(kit);
    vkCmdResetQueryPool(commands, pool, 1, 2);
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    for (uint32_t i = 0; i < 4; i++)
        CHECK_EQ(results(kit, pool, i, 1, 4, &word, 4, 0), i == 1 || i == 2 ? VK_NOT_READY : VK_SUCCESS);
    vkDestroyQueryPool(kit->device, pool, NULL);
}

/* The results in a buffer, by the queue. */
static void copies(struct kit *kit, struct work *w)
{
    const VkQueryPool pool = new_pool(kit, VK_QUERY_TYPE_PIPELINE_STATISTICS, 3);
    struct kit_buffer to = kit_buffer(kit, 256);
    const VkCommandBuffer commands = kit_begin(kit);

    memset(to.word, 0xee, 256);
    vkCmdResetQueryPool(commands, pool, 0, 3);
    for (uint32_t i = 0; i < 2; i++) {
        vkCmdBeginQuery(commands, pool, i, 0);
        work_bind(commands, w, WORK_ADD, 1, 0);
        vkCmdDispatch(commands, 1 + i, 1, 1);
        vkCmdEndQuery(commands, pool, i);
    }
    vkCmdCopyQueryPoolResults(commands, pool, 0, 2, to.buffer, 0, 8, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    vkCmdCopyQueryPoolResults(commands, pool, 0, 3, to.buffer, 64, 16, VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    vkCmdCopyQueryPoolResults(commands, pool, 1, 1, to.buffer, 252, 4, 0);
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    const uint32_t wanted[] = {GROUP, 0, 2 * GROUP, 0, 0xeeeeeeee};
    for (int i = 0; i < 5; i++)
        CHECK_EQ(to.word[i], wanted[i]);
    const uint32_t more[] = {GROUP, 1, 0xeeeeeeee, 0xeeeeeeee, 2 * GROUP, 1, 0xeeeeeeee, 0xeeeeeeee, 0xeeeeeeee, 0, 0xeeeeeeee};
    for (int i = 0; i < 11; i++)
        CHECK_EQ(to.word[16 + i], more[i]);
    CHECK_EQ(to.word[63], 2 * GROUP);
    kit_buffer_free(kit, &to);
    vkDestroyQueryPool(kit->device, pool, NULL);
}

/* A copy that waits for a query of another queue. */
static void copy_waits(struct kit *kit)
{
    const VkQueryPool pool = new_pool(kit, VK_QUERY_TYPE_TIMESTAMP, 1);
    struct kit_buffer to = kit_buffer(kit, 16);
    const VkFence fence = work_fence(kit, 0);
    const VkCommandBuffer copy = kit_begin(kit), stamp = kit_begin(kit);

    memset(to.word, 0xee, 16);
    vkResetQueryPool(kit->device, pool, 0, 1);
    vkCmdCopyQueryPoolResults(copy, pool, 0, 1, to.buffer, 0, 16, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    KIT_NEED(vkEndCommandBuffer(copy));
    vkCmdWriteTimestamp(stamp, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 0);
    KIT_NEED(vkEndCommandBuffer(stamp));
    KIT_NEED(work_submit(kit->queue[0], (struct work_submission){.commands = copy, .fence = fence}, true));
    CHECK_EQ(work_wait(kit, fence, 2 * MS), VK_TIMEOUT);
    KIT_NEED(work_submit(kit->queue[1], (struct work_submission){.commands = stamp}, true));
    CHECK_EQ(work_wait(kit, fence, UINT64_MAX), VK_SUCCESS);
    KIT_NEED(vkDeviceWaitIdle(kit->device));
    CHECK_EQ(to.word[0] | (uint64_t)to.word[1] << 32, device_clock(kit));
    CHECK_EQ(to.word[2], 1);
    CHECK_EQ(to.word[3], 0);
    kit_buffer_free(kit, &to);
    vkDestroyFence(kit->device, fence, NULL);
    vkDestroyQueryPool(kit->device, pool, NULL);
}

/* ---- what is refused --------------------------------------------------------------------------------------------- */

static VkResult create(struct kit *kit, VkQueryType type, VkQueryPipelineStatisticFlags bits)
{
    VkQueryPool pool;
    const VkResult result = vkCreateQueryPool(kit->device, &(VkQueryPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = type, .queryCount = 1, .pipelineStatistics = bits}, NULL, &pool);

    CHECK(pool == VK_NULL_HANDLE);
    return result;
}

static void refused(struct kit *kit)
{
    CHECK_EQ(create(kit, VK_QUERY_TYPE_OCCLUSION, 0), VK_ERROR_FEATURE_NOT_PRESENT);
    KIT_SAID(kit, "vkCreateQueryPool: queries of type 0x0");
    CHECK_EQ(create(kit, VK_QUERY_TYPE_PIPELINE_STATISTICS, VK_QUERY_PIPELINE_STATISTIC_CLIPPING_PRIMITIVES_BIT | VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT), VK_ERROR_FEATURE_NOT_PRESENT);
    KIT_SAID(kit, "vkCreateQueryPool: pipeline statistics 0x440");
}

static void fails(struct kit *kit, VkCommandBuffer commands, const char *text)
{
    CHECK_EQ(vkEndCommandBuffer(commands), VK_ERROR_VALIDATION_FAILED_EXT);
    CHECK(kit_said(kit, text));
    vkFreeCommandBuffers(kit->device, kit->pool, 1, &commands);
}

/* Against the rules, but no memory is hurt: the recording fails. */
static void misused(struct kit *kit)
{
    const VkQueryPool pool = new_pool(kit, VK_QUERY_TYPE_TIMESTAMP, 4);
    struct kit_buffer to = kit_buffer(kit, 64);
    VkCommandBuffer commands = kit_begin(kit);
    uint64_t value = 9;

    vkResetQueryPool(kit->device, pool, 2, 1u << 30);
    CHECK(kit_said(kit, "vkResetQueryPool: 1073741824 queries from number 2 on, of a pool of 4"));
    CHECK_EQ(results(kit, pool, 4, 1, 8, &value, 8, VK_QUERY_RESULT_64_BIT), VK_ERROR_VALIDATION_FAILED_EXT);
    CHECK(kit_said(kit, "vkGetQueryPoolResults: 1 queries from number 4 on"));
    CHECK_EQ(value, 9);
    vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 4);
    fails(kit, commands, "vkCmdWriteTimestamp: 1 queries from number 4 on, of a pool of 4");
    commands = kit_begin(kit);
    vkCmdResetQueryPool(commands, pool, 3, UINT32_MAX);
    fails(kit, commands, "vkCmdResetQueryPool: 4294967295 queries from number 3 on");
    commands = kit_begin(kit);
    vkCmdCopyQueryPoolResults(commands, pool, 0, 4, to.buffer, 40, 8, VK_QUERY_RESULT_64_BIT);
    fails(kit, commands, "vkCmdCopyQueryPoolResults: 32 bytes from 40 on, of a buffer of 64");
    commands = kit_begin(kit);
    vkCmdCopyQueryPoolResults(commands, pool, 0, 2, to.buffer, 0, UINT64_C(1) << 63, VK_QUERY_RESULT_64_BIT);
    fails(kit, commands, "vkCmdCopyQueryPoolResults: 72 bytes from 0 on, of a buffer of 64");
    kit_buffer_free(kit, &to);
    vkDestroyQueryPool(kit->device, pool, NULL);
}

int main(int argc, char **argv)
{
    static const char *const extension[] = {VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME};
    VkPhysicalDeviceVulkan13Features want13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .synchronization2 = VK_TRUE};
    VkPhysicalDeviceVulkan12Features want12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &want13, .hostQueryReset = VK_TRUE,
                                               .timelineSemaphore = VK_TRUE, .bufferDeviceAddress = VK_TRUE};
    const VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &want12,
                                                .features = {.pipelineStatisticsQuery = VK_TRUE, .inheritedQueries = VK_TRUE}};
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    kit_open(&kit, &(struct kit_wishes){.features = &features, .queues = 2, .extension = extension, .extensions = 1});
    struct work w = work_open(&kit, 16 * GROUP, 0);
    timestamps(&kit, &w, false);
    timestamps(&kit, &w, true);
    calibrated(&kit);
    statistics(&kit, &w);
    inherited(&kit, &w);
    availability(&kit, &w);
    reset_some(&kit);
    copies(&kit, &w);
    copy_waits(&kit);
    refused(&kit);
    if (!kit.validates)
        misused(&kit);
    work_close(&w);
    kit_close(&kit);
    return check_end("vulkan_query");
}
