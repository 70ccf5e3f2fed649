/* SPDX-License-Identifier: Apache-2.0
 * test_between.c - races between dispatches: found where no barrier orders them, with both lines, and nowhere else.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"
#include "mixed.h"

#include <stdlib.h>
#include <string.h>

#include "histogram.spv.h"
#include "mix.spv.h"
#include "prefix.spv.h"
#include "wide_add.spv.h"

enum { WORDS = 256, NOTHING, STAGES, MEMORY, MEMORY_2, BUFFER_2, BY_COPY, EVENT_2, EVENT, HOST, EVENT_STAGES, NO_STORES, NO_STORES_2, TO_COUNTS, BY_COPY_UNSEEN };
static struct kit kit;
static struct kit_buffer buffer[3];
static struct kit_pipeline mixes, counts, adds;
static VkDescriptorSet in_place, other_place, into_first, into_second, first_to_second;
static VkEvent event, other_event;

/* Between two dispatches. */
static void put_order(VkCommandBuffer c, int how)
{
    const VkPipelineStageFlags shader = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, copy = VK_PIPELINE_STAGE_TRANSFER_BIT;
    const VkMemoryBarrier memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                    .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
    VkMemoryBarrier2 memory2 = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                      .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT, .dstStageMask = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                      .dstAccessMask = VK_ACCESS_2_SHADER_READ_BIT | VK_ACCESS_2_SHADER_WRITE_BIT};
    const VkBufferMemoryBarrier2 buffer2 = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2, .srcStageMask = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                            .srcAccessMask = VK_ACCESS_2_SHADER_WRITE_BIT, .dstStageMask = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                            .dstAccessMask = VK_ACCESS_2_SHADER_READ_BIT | VK_ACCESS_2_SHADER_WRITE_BIT,
                                            .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED, .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                            .buffer = buffer[0].buffer, .size = VK_WHOLE_SIZE};

    const VkMemoryBarrier from_copy = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_TRANSFER_READ_BIT,
                                       .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
    const VkMemoryBarrier to_copy = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT, .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT},
                          to_host = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT, .dstAccessMask = VK_ACCESS_HOST_READ_BIT},
                          to_nothing = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER},
                          to_counts = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                       .dstAccessMask = VK_ACCESS_INDIRECT_COMMAND_READ_BIT};

    switch (how) {
    case STAGES: vkCmdPipelineBarrier(c, shader, shader, 0, 0, NULL, 0, NULL, 0, NULL); break;
    case MEMORY: vkCmdPipelineBarrier(c, shader, shader, 0, 1, &memory, 0, NULL, 0, NULL); break;
    case MEMORY_2: vkCmdPipelineBarrier2(c, &(VkDependencyInfo){.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &memory2}); break;
    case BUFFER_2:
        vkCmdPipelineBarrier2(c, &(VkDependencyInfo){.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .bufferMemoryBarrierCount = 1, .pBufferMemoryBarriers = &buffer2});
        break;
    case BY_COPY:
        vkCmdPipelineBarrier(c, shader, copy, 0, 1, &to_copy, 0, NULL, 0, NULL);
        vkCmdPipelineBarrier(c, copy, shader, 0, 1, &from_copy, 0, NULL, 0, NULL);
        break;
    case BY_COPY_UNSEEN:
        vkCmdPipelineBarrier(c, shader, copy, 0, 1, &to_copy, 0, NULL, 0, NULL);
        vkCmdPipelineBarrier(c, copy, shader, 0, 0, NULL, 0, NULL, 0, NULL);
        break;
    case EVENT:
        vkCmdSetEvent(c, event, shader);
        vkCmdWaitEvents(c, 1, &event, shader, shader, 1, &memory, 0, NULL, 0, NULL);
        break;
    case EVENT_2: {
        const VkDependencyInfo dependency = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                             .memoryBarrierCount = 1, .pMemoryBarriers = &memory2};
        /* the barrier is that of the second event: each has its own */
        const VkDependencyInfo both[2] = {{.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO}, dependency};
        const VkEvent events[2] = {other_event, event};
        vkCmdSetEvent2(c, other_event, &both[0]);
        vkCmdSetEvent2(c, event, &both[1]);
        vkCmdWaitEvents2(c, 2, events, both);
        break;
    }
    case NO_STORES:
        vkCmdPipelineBarrier(c, shader, shader, 0, 1, &to_nothing, 0, NULL, 0, NULL);
        break;
    case TO_COUNTS:
        vkCmdPipelineBarrier(c, shader, VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, 0, 1, &to_counts, 0, NULL, 0, NULL);
        break;
    case NO_STORES_2:
        memory2.srcAccessMask = 0;
        vkCmdPipelineBarrier2(c, &(VkDependencyInfo){.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                                     .memoryBarrierCount = 1, .pMemoryBarriers = &memory2});
        break;
    case EVENT_STAGES:
        vkCmdSetEvent(c, event, shader);
        vkCmdWaitEvents(c, 1, &event, shader, shader, 0, NULL, 0, NULL, 0, NULL);
        break;
    case HOST: vkCmdPipelineBarrier(c, shader, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &to_host, 0, NULL, 0, NULL); break;
    default: break;
    }
}

/* What is reported of two dispatches with this between them; "": nothing. */
static const char *pair(const struct kit_pipeline *p, VkDescriptorSet a, const struct kit_pipeline *q, VkDescriptorSet b, int how)
{
    const VkCommandBuffer c = kit_begin(&kit);
    const uint32_t push = 1;

    kit.said[0] = '\0';
    vkCmdResetEvent(c, event, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
    vkCmdPushConstants(c, mixes.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &push);
    kit_dispatch(c, p, a, WORDS / (p == &adds ? 256u : 64u), 1, 1);
    put_order(c, how);
    kit_dispatch(c, q, b, WORDS / (q == &adds ? 256u : 64u), 1, 1);
    CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
    return kit.said;
}

static void find(void)
{
    /* the second one loads, line 10, what the first one stored, line 18; each also stores what the other does */
    const char *said = pair(&mixes, in_place, &mixes, in_place, NOTHING);
    CHECK(strstr(said, "race with dispatch") != NULL && strstr(said, "no barrier between the dispatches") != NULL);
    CHECK(strstr(said, "mix.comp:18") != NULL);
    /* exactly one dispatch reports, and the store comes first */
    const char *store = strstr(said, "\n  "), *load = store ? strstr(store + 1, "\n  ") : NULL;
    CHECK(load != NULL);
    said = pair(&mixes, in_place, &mixes, in_place, STAGES);            /* stores are not visible by it */
    CHECK(strstr(said, "race with dispatch") != NULL);
    said = pair(&mixes, in_place, &mixes, in_place, EVENT_STAGES);      /* nor by an event alone */
    CHECK(strstr(said, "race with dispatch") != NULL);
    said = pair(&mixes, in_place, &mixes, in_place, NO_STORES);
    CHECK(strstr(said, "race with dispatch") != NULL);
    said = pair(&mixes, in_place, &mixes, in_place, NO_STORES_2);       /* nor by a barrier that names no stores */
    CHECK(strstr(said, "race with dispatch") != NULL);
    said = pair(&mixes, in_place, &mixes, in_place, BY_COPY_UNSEEN);    /* visible to copies alone */
    CHECK(strstr(said, "race with dispatch") != NULL);
    said = pair(&mixes, in_place, &mixes, in_place, HOST);              /* nor before compute shaders */
    CHECK(strstr(said, "race with dispatch") != NULL);
    for (int how = MEMORY; how <= EVENT; how++)
        CHECK(!*pair(&mixes, in_place, &mixes, in_place, how));
}

static void find_nothing(void)
{
    CHECK(!*pair(&mixes, in_place, &mixes, other_place, NOTHING));      /* other memory */
    CHECK(!*pair(&counts, into_first, &counts, into_first, NOTHING));   /* atomics */
    /* loads, and then stores to the same words: stages are enough, and without them it is a race */
    CHECK(!*pair(&adds, first_to_second, &mixes, in_place, STAGES));
    /* as is a barrier before counts are read: shaders come later; but they see no stores by it */
    CHECK(!*pair(&adds, first_to_second, &mixes, in_place, TO_COUNTS));
    CHECK(strstr(pair(&mixes, in_place, &mixes, in_place, TO_COUNTS), "race with dispatch") != NULL);
    CHECK(strstr(pair(&adds, first_to_second, &mixes, in_place, NOTHING), "race with dispatch") != NULL);
    /* stores to the same words, never loaded */
    CHECK(strstr(pair(&adds, first_to_second, &adds, first_to_second, NOTHING), "race with dispatch") != NULL);
    CHECK(strstr(pair(&adds, first_to_second, &adds, first_to_second, STAGES), "race with dispatch") != NULL);
    /* atomics and plain stores to the same words: the totals of one are the bins of the other */
    CHECK(strstr(pair(&counts, into_first, &mixes, into_second, NOTHING), "race with dispatch") != NULL);
    /* another submission: the host has waited between */
    CHECK(!*pair(&mixes, in_place, &mixes, other_place, NOTHING));
}

/* An atomic of 64 bits touches both of its words. */
static void find_wide(void)
{
    struct kit_pipeline p = kit_pipeline(&kit, wide_add, sizeof wide_add, 2, 4, 0);
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&buffer[0], &buffer[0]}, 2);
    const VkCommandBuffer c = kit_begin(&kit);

    kit.said[0] = '\0';
    for (uint32_t stores = 0; stores < 2; stores++) {
        vkCmdPushConstants(c, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &stores);
        kit_dispatch(c, &p, set, 1, 1, 1);
    }
    CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
    CHECK(strstr(kit.said, "race with dispatch") != NULL);
    kit_pipeline_free(&kit, &p);
}

/* Group counts that a shader stores: the next dispatch reads them before any of its shaders runs. */
static void find_counts(void)
{
    static const struct { int how; bool is_race; } order[] = {{NOTHING, true}, {MEMORY, true}, {NO_STORES_2, true},
                                                              {BY_COPY, true}, {TO_COUNTS, false}, {STAGES, true}};

    for (unsigned i = 0; i < sizeof order / sizeof *order; i++) {
        const VkCommandBuffer c = kit_begin(&kit);
        kit.said[0] = '\0';
        vkCmdPushConstants(c, mixes.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &(uint32_t){0});
        kit_dispatch(c, &mixes, in_place, WORDS / 64, 1, 1);
        put_order(c, order[i].how);
        for (uint32_t n = 0; n < 3; n++)
            buffer[0].word[n] = 1;
        vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, mixes.layout, 0, 1, &other_place, 0, NULL);
        vkCmdDispatchIndirect(c, buffer[0].buffer, 0);
        CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
        CHECK_EQ(strstr(kit.said, "vkCmdDispatchIndirect: race with dispatch ") != NULL, order[i].is_race);
        CHECK_EQ(strstr(kit.said, "mix.comp:18: pc ") != NULL, order[i].is_race);
    }
}

static void open_all(void);
static void close_all(void);

/* Two dispatches in place, and one on other memory; true: each word was mixed twice. */
static bool mix_twice(uint64_t seed, int how, uint32_t words[WORDS])
{
    char text[32];
    bool is_twice = true;

    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    setenv("WAVEFOLD_SEED", text, 1);
    open_all();
    const VkCommandBuffer c = kit_begin(&kit);
    vkCmdPushConstants(c, mixes.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &(uint32_t){20});
    kit_dispatch(c, &mixes, in_place, WORDS / 64, 1, 1);
    put_order(c, how);
    kit_dispatch(c, &mixes, in_place, WORDS / 64, 1, 1);
    kit_dispatch(c, &mixes, other_place, WORDS / 64, 1, 1);
    CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
    for (uint32_t i = 0; i < WORDS; i++) {
        words[i] = buffer[0].word[i];
        CHECK(words[i] == mixed(i, 40) || words[i] == mixed(i, 20));    /* loads before or after the other's stores */
        is_twice &= words[i] == mixed(i, 40);
        CHECK_EQ(buffer[1].word[i], mixed(i, 20));
    }
    close_all();
    return is_twice;
}

/* With a seed, dispatches that no barrier separates overlap, and others do not. */
static void overlap(void)
{
    static uint32_t words[WORDS], again[WORDS];
    unsigned wrong = 0;

    CHECK(mix_twice(0, NOTHING, words));
    for (uint64_t seed = 1; seed < 5; seed++) {
        wrong += !mix_twice(seed, NOTHING, words);
        mix_twice(seed, NOTHING, again);
        CHECK(!memcmp(words, again, sizeof words));
        CHECK(mix_twice(seed, MEMORY, words));
    }
    CHECK(wrong > 0);
    unsetenv("WAVEFOLD_SEED");
}

static void open_all(void)
{
    VkPhysicalDeviceVulkan12Features core12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                               .shaderBufferInt64Atomics = VK_TRUE, .bufferDeviceAddress = VK_TRUE};
    VkPhysicalDeviceVulkan13Features core13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                               .pNext = &core12, .synchronization2 = VK_TRUE};
    const VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &core13,
                                                .features = {.shaderInt64 = VK_TRUE}};

    kit_open(&kit, &(struct kit_wishes){.features = &features});
    KIT_NEED(vkCreateEvent(kit.device, &(VkEventCreateInfo){.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO}, NULL, &event));
    KIT_NEED(vkCreateEvent(kit.device, &(VkEventCreateInfo){.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO}, NULL,
                           &other_event));
    for (int i = 0; i < 3; i++) {
        buffer[i] = kit_buffer(&kit, 4 * WORDS);
        for (uint32_t n = 0; n < WORDS; n++)
            buffer[i].word[n] = n;
    }
    mixes = kit_pipeline(&kit, mix, sizeof mix, 1, 4, 0);
    counts = kit_pipeline(&kit, histogram, sizeof histogram, 2, 4, 0);
    adds = kit_pipeline(&kit, prefix, sizeof prefix, 3, 4, 0);
    in_place = kit_set(&kit, &mixes, (const struct kit_buffer *const[]){&buffer[0]}, 1);
    other_place = kit_set(&kit, &mixes, (const struct kit_buffer *const[]){&buffer[1]}, 1);
    into_first = kit_set(&kit, &counts, (const struct kit_buffer *const[]){&buffer[0], &buffer[2]}, 2);
    into_second = kit_set(&kit, &mixes, (const struct kit_buffer *const[]){&buffer[2]}, 1);
    first_to_second = kit_set(&kit, &adds, (const struct kit_buffer *const[]){&buffer[0], &buffer[1], &buffer[2]}, 3);
}

static void close_all(void)
{
    kit_pipeline_free(&kit, &mixes);
    kit_pipeline_free(&kit, &counts);
    kit_pipeline_free(&kit, &adds);
    for (int i = 0; i < 3; i++)
        kit_buffer_free(&kit, &buffer[i]);
    vkDestroyEvent(kit.device, event, NULL);
    vkDestroyEvent(kit.device, other_event, NULL);
    kit.said[0] = '\0';
    kit_close(&kit);
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    setenv("WAVEFOLD_LOG", "/dev/null", 1);
    setenv("WAVEFOLD_RACES", "1", 1);
    for (int seed = 0; seed < 2; seed++) {
        setenv("WAVEFOLD_SEED", seed ? "1" : "0", 1);
        open_all();
        find();
        find_nothing();
        find_wide();
        if (!seed)
            find_counts();
        close_all();
    }
    unsetenv("WAVEFOLD_RACES");
    overlap();
    return check_end("vulkan_between");
}
