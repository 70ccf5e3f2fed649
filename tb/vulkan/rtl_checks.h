/* SPDX-License-Identifier: Apache-2.0
 * rtl_checks.h - checks of the RTL under the driver, on a simulator of 8 lanes: for each way of running it a test.
 */
#ifndef WF_RTL_CHECKS_H
#define WF_RTL_CHECKS_H

#include "kit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rtl.spv.h"

enum { GROUP = 16, WORDS = 64, LANES = 8 };
enum what { SUM, AWAIT, SET, BEYOND, HANDSHAKE, ENDLESS, SHARED };
static const uint32_t bias = 0x13579bdf;        /* BIAS of the shader */

/* A program with two buffers. */
struct rtl {
    struct kit kit;
    struct kit_buffer a, b;
    struct kit_pipeline pipeline;
    VkDescriptorSet set;
};

/* `limit`: WAVEFOLD_LIMIT. */
static inline void rtl_open(struct rtl *r, const char *on, const char *limit, uint32_t wave_size, const struct kit_wishes *wishes)
{
    setenv("WAVEFOLD_ON", on, 1);
    if (!getenv("WAVEFOLD_SIM"))
        setenv("WAVEFOLD_LANES", "8", 1);
    setenv("WAVEFOLD_LIMIT", limit, 1);
    kit_open(&r->kit, wishes);
    r->a = kit_buffer(&r->kit, 4 * WORDS);
    r->b = kit_buffer(&r->kit, 4 * WORDS);
    r->pipeline = kit_pipeline(&r->kit, rtl, sizeof rtl, 2, 8, wave_size);
    r->set = kit_set(&r->kit, &r->pipeline, (const struct kit_buffer *const[]){&r->a, &r->b}, 2);
}

static inline void rtl_close(struct rtl *r)
{
    kit_pipeline_free(&r->kit, &r->pipeline);
    kit_buffer_free(&r->kit, &r->a);
    kit_buffer_free(&r->kit, &r->b);
    kit_close(&r->kit);
}

static inline void rtl_record(struct rtl *r, VkCommandBuffer commands, const struct kit_pipeline *p, VkDescriptorSet set, enum what what,
                              uint32_t n, uint32_t groups)
{
    (void)r;
    vkCmdPushConstants(commands, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, (const uint32_t[]){what, n});
    kit_dispatch(commands, p, set, groups, 1, 1);
}

static inline void rtl_barrier(VkCommandBuffer commands)
{
    const VkMemoryBarrier all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                 .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};

    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &all, 0, NULL, 0, NULL);
}

static inline VkResult rtl_run(struct rtl *r, enum what what, uint32_t n, uint32_t groups)
{
    const VkCommandBuffer commands = kit_begin(&r->kit);

    rtl_record(r, commands, &r->pipeline, r->set, what, n, groups);
    return kit_submit(&r->kit, commands);
}

/* What SUM leaves in word i. */
static inline uint32_t rtl_sum(const uint32_t *a, uint32_t n, uint32_t i)
{
    uint32_t sum = 0;

    for (uint32_t k = 0; k < GROUP; k++)
        sum += a[i / GROUP * GROUP + k] * n;
    return sum + i + bias;
}

/* The machine that is reported is that of the simulator: c_model/cli/devices.def. */
static inline void rtl_check_machine(const char *on)
{
    VkPhysicalDeviceSubgroupSizeControlProperties size = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &size};
    struct rtl r;

    rtl_open(&r, on, "", 0, NULL);
    vkGetPhysicalDeviceProperties2(r.kit.physical, &properties);
    CHECK_EQ(size.minSubgroupSize, 4);
    CHECK_EQ(size.maxSubgroupSize, LANES);
    CHECK_EQ(size.maxComputeWorkgroupSubgroups, 256);
    CHECK_EQ(properties.properties.limits.maxComputeSharedMemorySize, 4 * 8192);
    CHECK_EQ(properties.properties.limits.maxComputeWorkGroupInvocations, 1024);
    rtl_close(&r);
}

/* Dispatches one after the other, at a wave size: each reads what the one before has left. */
static inline void rtl_check_chain(const char *on, uint32_t wave_size)
{
    uint32_t wanted[WORDS], next[WORDS];
    struct rtl r;

    rtl_open(&r, on, "", wave_size, NULL);
    const VkDescriptorSet back = kit_set(&r.kit, &r.pipeline, (const struct kit_buffer *const[]){&r.b, &r.a}, 2);
    const VkCommandBuffer commands = kit_begin(&r.kit);
    for (uint32_t i = 0; i < WORDS; i++)
        r.a.word[i] = wanted[i] = 3 * i + 1;
    for (uint32_t step = 0; step < 3; step++) {
        if (step)
            rtl_barrier(commands);
        rtl_record(&r, commands, &r.pipeline, step % 2 ? back : r.set, SUM, 5 + step, WORDS / GROUP);
        for (uint32_t i = 0; i < WORDS; i++)
            next[i] = rtl_sum(wanted, 5 + step, i);
        memcpy(wanted, next, sizeof wanted);
    }
    CHECK_EQ(kit_submit(&r.kit, commands), VK_SUCCESS);
    for (uint32_t i = 0; i < WORDS; i++)
        CHECK_EQ(r.b.word[i], wanted[i]);
    rtl_close(&r);
}

/* Without a barrier between them they are in flight together: the first ends only while the second runs. */
static inline void rtl_check_overlap(const char *on)
{
    struct rtl r;

    rtl_open(&r, on, "30000", 0, NULL);
    const VkCommandBuffer commands = kit_begin(&r.kit);
    rtl_record(&r, commands, &r.pipeline, r.set, AWAIT, 0, 1);
    rtl_record(&r, commands, &r.pipeline, r.set, SET, 1000, 1);
    CHECK_EQ(kit_submit(&r.kit, commands), VK_SUCCESS);
    for (uint32_t i = 0; i < GROUP; i++)
        CHECK_EQ(r.b.word[i], 1000 + i);
    /* ... and with one they are not */
    const VkCommandBuffer apart = kit_begin(&r.kit);
    r.a.word[0] = 0;
    rtl_record(&r, apart, &r.pipeline, r.set, AWAIT, 0, 1);
    rtl_barrier(apart);
    rtl_record(&r, apart, &r.pipeline, r.set, SET, 1000, 1);
    CHECK_EQ(kit_submit(&r.kit, apart), VK_ERROR_DEVICE_LOST);
    CHECK(kit_said(&r.kit, "WAVEFOLD_LIMIT"));
    CHECK_EQ(r.a.word[0], 0);
    CHECK_EQ(vkDeviceWaitIdle(r.kit.device), VK_ERROR_DEVICE_LOST);
    rtl_close(&r);
}

/* More of them than the machine has ids, and than the driver begins at once. */
static inline void rtl_check_many(const char *on)
{
    enum { MANY = 40 };
    struct rtl r;

    rtl_open(&r, on, "", 0, NULL);
    struct kit_buffer out = kit_buffer(&r.kit, 256 * MANY);
    const VkCommandBuffer commands = kit_begin(&r.kit);
    for (uint32_t i = 0; i < WORDS; i++)
        r.a.word[i] = i ^ 5;
    for (uint32_t n = 0; n < MANY; n++) {
        const VkDescriptorBufferInfo info = {out.buffer, 256 * n, 256};
        const VkDescriptorSet set = kit_set(&r.kit, &r.pipeline, (const struct kit_buffer *const[]){&r.a, &out}, 2);
        vkUpdateDescriptorSets(r.kit.device, 1, &(VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = 1, .descriptorCount = 1,
                                                                        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &info}, 0, NULL);
        rtl_record(&r, commands, &r.pipeline, set, SUM, n, 1);
    }
    CHECK_EQ(kit_submit(&r.kit, commands), VK_SUCCESS);
    for (uint32_t n = 0; n < MANY; n++)
        for (uint32_t i = 0; i < GROUP; i++)
            CHECK_EQ(out.word[64 * n + i], rtl_sum(r.a.word, n, i));
    kit_buffer_free(&r.kit, &out);
    rtl_close(&r);
}

/* More pipelines than code memory has places, the first ones destroyed before the last are made. */
static inline void rtl_check_pipelines(const char *on)
{
    enum { PIPELINES = 70 };
    struct rtl r;

    rtl_open(&r, on, "", 0, NULL);
    for (uint32_t i = 0; i < WORDS; i++)
        r.a.word[i] = i + 1;
    for (uint32_t n = 0; n < PIPELINES; n++) {
        uint32_t module[sizeof rtl / 4];        /* as long as all others, and another */
        unsigned found = 0;
        for (size_t k = 0; k < sizeof rtl / 4; k++) {
            module[k] = rtl[k] == bias ? n : rtl[k];
            found += rtl[k] == bias;
        }
        CHECK_EQ(found, 1);
        struct kit_pipeline p = kit_pipeline(&r.kit, module, sizeof module, 2, 8, n % 4 ? 4 : 8);
        const VkDescriptorSet set = kit_set(&r.kit, &p, (const struct kit_buffer *const[]){&r.a, &r.b}, 2);
        const VkCommandBuffer commands = kit_begin(&r.kit);
        rtl_record(&r, commands, &p, set, SUM, n, 1);
        CHECK_EQ(kit_submit(&r.kit, commands), VK_SUCCESS);
        CHECK_EQ(r.b.word[GROUP - 1], rtl_sum(r.a.word, n, GROUP - 1) - bias + n);
        KIT_NEED(vkFreeDescriptorSets(r.kit.device, r.kit.descriptors, 1, &set));
        kit_pipeline_free(&r.kit, &p);
    }
    rtl_close(&r);
}

/* An access out of range: a fault that loses the device, unless the program asked for robust access.  The device knows its
 * address. */
static inline void rtl_check_fault(const char *on)
{
    const VkPhysicalDeviceVulkan13Features size = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .subgroupSizeControl = VK_TRUE};
    const VkPhysicalDeviceVulkan12Features address = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                                      .pNext = (void *)(uintptr_t)&size, .bufferDeviceAddress = VK_TRUE};
    const VkPhysicalDeviceFeatures2 robust = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = (void *)(uintptr_t)&address,
                                              .features = {.robustBufferAccess = VK_TRUE}};
    static const char *const extension[] = {VK_EXT_DEVICE_FAULT_EXTENSION_NAME};
    const VkPhysicalDeviceFaultFeaturesEXT fault = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_FEATURES_EXT, .pNext = (void *)(uintptr_t)&address,
                                                    .deviceFault = VK_TRUE};
    VkDeviceFaultAddressInfoEXT at[4];
    VkDeviceFaultInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_INFO_EXT, .pAddressInfos = at};
    VkDeviceFaultCountsEXT counts = {.sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_COUNTS_EXT, .addressInfoCount = 4};
    struct rtl r;

    rtl_open(&r, on, "", 0, &(struct kit_wishes){.features = &robust});
    CHECK_EQ(rtl_run(&r, BEYOND, WORDS, 1), VK_SUCCESS);
    for (uint32_t i = 0; i < WORDS; i++)
        CHECK_EQ(r.b.word[i], i < GROUP);
    CHECK_EQ(rtl_run(&r, SHARED, 1000000, 1), VK_ERROR_DEVICE_LOST);    /* it is not about other memory */
    CHECK(kit_said(&r.kit, "fault"));
    rtl_close(&r);
    rtl_open(&r, on, "", 0, &(struct kit_wishes){.features = &fault, .extension = extension, .extensions = 1});
    CHECK_EQ(rtl_run(&r, BEYOND, WORDS, 1), VK_ERROR_DEVICE_LOST);
    CHECK(kit_said(&r.kit, "byte 0x100 of set 0 binding 0 (A), which has 256 bytes, right after its end; "));
    const PFN_vkGetDeviceFaultInfoEXT get = (PFN_vkGetDeviceFaultInfoEXT)vkGetDeviceProcAddr(r.kit.device, "vkGetDeviceFaultInfoEXT");
    CHECK_EQ(get(r.kit.device, &counts, &info), VK_SUCCESS);
    CHECK_EQ(counts.addressInfoCount, 2);
    CHECK_EQ(at[0].addressType, VK_DEVICE_FAULT_ADDRESS_TYPE_READ_INVALID_EXT);
    CHECK_EQ(at[0].reportedAddress, r.a.address + 4 * WORDS);
    rtl_close(&r);
}

static inline void rtl_check_limit(const char *on)
{
    struct rtl r;

    rtl_open(&r, on, "20000", 0, NULL);
    CHECK_EQ(rtl_run(&r, SUM, 1, 1), VK_SUCCESS);
    CHECK_EQ(rtl_run(&r, ENDLESS, 1, 1), VK_ERROR_DEVICE_LOST);
    CHECK(strstr(r.kit.said, "has not ended within"));
    CHECK(strstr(r.kit.said, strcmp(on, "lockstep") ? "WAVEFOLD_ON=lockstep lists the waves that are left" : "waves launched, 0 ended"));
    CHECK(kit_said(&r.kit, "WAVEFOLD_LIMIT"));
    CHECK_EQ(vkDeviceWaitIdle(r.kit.device), VK_ERROR_DEVICE_LOST);
    rtl_close(&r);
}

/* A dispatch that touches little of much memory costs little. */
static inline void rtl_check_large(const char *on)
{
    enum { LARGE = 1 << 29 };
    struct rtl r;

    rtl_open(&r, on, "", 0, NULL);
    struct kit_buffer large = kit_buffer(&r.kit, LARGE);
    const VkDescriptorSet set = kit_set(&r.kit, &r.pipeline, (const struct kit_buffer *const[]){&large, &r.b}, 2);
    const clock_t begin = clock();
    large.word[0] = 9;
    for (int n = 0; n < 4; n++) {
        const VkCommandBuffer commands = kit_begin(&r.kit);
        rtl_record(&r, commands, &r.pipeline, set, SUM, 2, 1);
        CHECK_EQ(kit_submit(&r.kit, commands), VK_SUCCESS);
        CHECK_EQ(r.b.word[1], 9 * 2 + 1 + bias);
    }
    CHECK((double)(clock() - begin) / CLOCKS_PER_SEC < 0.5);
    kit_buffer_free(&r.kit, &large);
    rtl_close(&r);
}

/* Two queues share the machine: work of one comes between that of the other. */
static inline void rtl_check_queues(const char *on)
{
    enum { QUEUES = 2, TURNS = 4 };
    struct kit_buffer out[QUEUES][TURNS];
    VkCommandBuffer commands[QUEUES][TURNS];
    struct rtl r;

    rtl_open(&r, on, "", 0, &(struct kit_wishes){.queues = QUEUES});
    for (uint32_t i = 0; i < WORDS; i++)
        r.a.word[i] = 7 * i;
    for (uint32_t n = 0; n < QUEUES * TURNS; n++) {
        struct kit_buffer *own = &out[n % QUEUES][n / QUEUES];
        VkCommandBuffer *c = &commands[n % QUEUES][n / QUEUES];
        *own = kit_buffer(&r.kit, 4 * WORDS);
        *c = kit_begin(&r.kit);
        rtl_record(&r, *c, &r.pipeline, kit_set(&r.kit, &r.pipeline, (const struct kit_buffer *const[]){&r.a, own}, 2), SUM, n + 1, 2);
        rtl_barrier(*c);
        rtl_record(&r, *c, &r.pipeline, kit_set(&r.kit, &r.pipeline, (const struct kit_buffer *const[]){&r.a, own}, 2), SUM, n + 1, 2);
        KIT_NEED(vkEndCommandBuffer(*c));
        KIT_NEED(vkQueueSubmit(r.kit.queue[n % QUEUES], 1, &(VkSubmitInfo){.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = c}, VK_NULL_HANDLE));
    }
    KIT_NEED(vkDeviceWaitIdle(r.kit.device));
    for (uint32_t n = 0; n < QUEUES * TURNS; n++) {
        for (uint32_t i = 0; i < 2 * GROUP; i++)
            CHECK_EQ(out[n % QUEUES][n / QUEUES].word[i], rtl_sum(r.a.word, n + 1, i));
        kit_buffer_free(&r.kit, &out[n % QUEUES][n / QUEUES]);
    }
    rtl_close(&r);
}

/* A seed stalls channels and delays answers; results stay. */
static inline void rtl_check_seeds(const char *on)
{
    for (char seed = '1'; seed < '5'; seed++) {
        setenv("WAVEFOLD_SEED", (const char[]){seed, '\0'}, 1);
        rtl_check_chain(on, 8);
    }
    unsetenv("WAVEFOLD_SEED");
}

/* All of it. */
static inline void rtl_check_all(const char *program, const char *on)
{
    kit_choose(program);
    rtl_check_machine(on);
    rtl_check_chain(on, 4);
    rtl_check_chain(on, 8);
    rtl_check_overlap(on);
    rtl_check_many(on);
    rtl_check_pipelines(on);
    rtl_check_fault(on);
    rtl_check_limit(on);
    rtl_check_large(on);
    rtl_check_queues(on);
    rtl_check_seeds(on);
}

#endif
