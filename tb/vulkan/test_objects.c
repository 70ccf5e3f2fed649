/* SPDX-License-Identifier: Apache-2.0
 * test_objects.c - private data, and objects that end before what was made with them.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "all.h"
#include "work.h"

#include <string.h>

/* ---- private data ------------------------------------------------------------------------------------------------ */

enum { FENCES = 300, SLOTS = 3 };

static VkPrivateDataSlot new_slot(struct kit *kit)
{
    VkPrivateDataSlot slot;

    KIT_NEED(vkCreatePrivateDataSlot(kit->device, &(VkPrivateDataSlotCreateInfo){.sType = VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO}, NULL, &slot));
    return slot;
}

static void set(struct kit *kit, VkFence fence, VkPrivateDataSlot slot, uint64_t value)
{
    KIT_NEED(vkSetPrivateData(kit->device, VK_OBJECT_TYPE_FENCE, (uint64_t)(uintptr_t)fence, slot, value));
}

static uint64_t get(struct kit *kit, VkFence fence, VkPrivateDataSlot slot)
{
    uint64_t value = 77;

    vkGetPrivateData(kit->device, VK_OBJECT_TYPE_FENCE, (uint64_t)(uintptr_t)fence, slot, &value);
    return value;
}

static void private_data(struct kit *kit)
{
    VkPrivateDataSlot slot[SLOTS];
    VkFence fence[FENCES];

    for (int s = 0; s < SLOTS; s++)
        slot[s] = new_slot(kit);
    for (uint64_t i = 0; i < FENCES; i++) {
        fence[i] = work_fence(kit, 0);
        CHECK_EQ(get(kit, fence[i], slot[0]), 0);
        set(kit, fence[i], slot[0], i << 32 | 5);
        set(kit, fence[i], slot[1], 1000 + i);
    }
    for (uint64_t i = 0; i < FENCES; i++) {
        CHECK_EQ(get(kit, fence[i], slot[0]), i << 32 | 5);
        CHECK_EQ(get(kit, fence[i], slot[1]), 1000 + i);
        CHECK_EQ(get(kit, fence[i], slot[2]), 0);
    }
    set(kit, fence[7], slot[0], 8);
    CHECK_EQ(get(kit, fence[7], slot[0]), 8);
    CHECK_EQ(get(kit, fence[8], slot[0]), UINT64_C(8) << 32 | 5);
    /* a slot that ends takes its values with it, and no other */
    vkDestroyPrivateDataSlot(kit->device, slot[0], NULL);
    slot[0] = new_slot(kit);
    CHECK_EQ(get(kit, fence[7], slot[0]), 0);
    CHECK_EQ(get(kit, fence[7], slot[1]), 1007);
    /* so does an object: one that comes to its place has none */
    for (int i = 0; i < FENCES; i++) {
        vkDestroyFence(kit->device, fence[i], NULL);
        fence[i] = work_fence(kit, 0);
        CHECK_EQ(get(kit, fence[i], slot[1]), 0);
    }
    for (int i = 0; i < FENCES; i++)
        vkDestroyFence(kit->device, fence[i], NULL);
    for (int s = 0; s < SLOTS; s++)
        vkDestroyPrivateDataSlot(kit->device, slot[s], NULL);
    vkDestroyPrivateDataSlot(kit->device, VK_NULL_HANDLE, NULL);
}

/* Of objects that programs have besides: queues, and the device. */
static void of_queues(struct kit *kit)
{
    const VkPrivateDataSlot slot = new_slot(kit);
    uint64_t value;

    KIT_NEED(vkSetPrivateData(kit->device, VK_OBJECT_TYPE_QUEUE, (uint64_t)(uintptr_t)kit->queue[0], slot, 3));
    KIT_NEED(vkSetPrivateData(kit->device, VK_OBJECT_TYPE_QUEUE, (uint64_t)(uintptr_t)kit->queue[1], slot, 4));
    vkGetPrivateData(kit->device, VK_OBJECT_TYPE_QUEUE, (uint64_t)(uintptr_t)kit->queue[0], slot, &value);
    CHECK_EQ(value, 3);
    vkGetPrivateData(kit->device, VK_OBJECT_TYPE_QUEUE, (uint64_t)(uintptr_t)kit->queue[1], slot, &value);
    CHECK_EQ(value, 4);
    vkDestroyPrivateDataSlot(kit->device, slot, NULL);
}

/* ---- lifetimes --------------------------------------------------------------------------------------------------- */

/* A pipeline is used when its module, and the layouts that it and the set were made with, are gone. */
static void ended_early(struct kit *kit)
{
    struct work w = work_open(kit, 16, 0);

    vkDestroyDescriptorSetLayout(kit->device, w.pipeline.set, NULL);
    w.pipeline.set = VK_NULL_HANDLE;
    const VkCommandBuffer commands = kit_begin(kit);
    work_bind(commands, &w, WORK_STEP, 4, 0);
    vkCmdDispatch(commands, 1, 1, 1);
    vkDestroyPipelineLayout(kit->device, w.pipeline.layout, NULL);
    w.pipeline.layout = VK_NULL_HANDLE;
    w.buffer.word[3] = 2;
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    CHECK_EQ(w.buffer.word[3], 10);
    work_close(&w);
}

/* One of each kind runs, and ends in either order; null handles end nothing. */
static void each_kind(void)
{
    struct all_device d;
    struct all_objects o, none;

    KIT_NEED(all_open(&d, NULL));
    for (int backwards = 0; backwards < 2; backwards++) {
        KIT_NEED(all_make(&d, &o));
        CHECK_EQ(all_run(&d, &o), VK_SUCCESS);
        all_destroy(&d, &o, backwards);
        memset(&none, 0, sizeof none);
        all_destroy(&d, &none, backwards);
    }
    all_close(&d);
}

/* Devices and instances side by side; one ends, the other goes on. */
static void side_by_side(void)
{
    struct kit kit[2];
    struct work w[2];

    for (int i = 0; i < 2; i++) {
        kit_open(&kit[i], NULL);
        w[i] = work_open(&kit[i], 16, 8);
        memset(w[i].buffer.word, 0, 64);
    }
    const VkCommandBuffer commands[2] = {work_record(&w[0], WORK_STEP, 1, 0), work_record(&w[1], WORK_STEP, 2, 0)};
    for (int i = 0; i < 2; i++) {
        KIT_NEED(work_submit(kit[i].queue[0], (struct work_submission){.commands = commands[i]}, true));
        KIT_NEED(vkQueueWaitIdle(kit[i].queue[0]));
    }
    CHECK_EQ(w[0].buffer.word[0], 1);
    work_close(&w[0]);
    kit_close(&kit[0]);
    KIT_NEED(work_submit(kit[1].queue[0], (struct work_submission){.commands = commands[1]}, true));
    KIT_NEED(vkDeviceWaitIdle(kit[1].device));
    CHECK_EQ(w[1].buffer.word[0], 8);
    work_close(&w[1]);
    kit_close(&kit[1]);
}

int main(int argc, char **argv)
{
    static const VkPhysicalDeviceVulkan12Features want12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .bufferDeviceAddress = VK_TRUE};
    const VkPhysicalDeviceVulkan13Features want13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = (void *)(uintptr_t)&want12,
                                                     .privateData = VK_TRUE, .synchronization2 = VK_TRUE, .subgroupSizeControl = VK_TRUE, .maintenance4 = VK_TRUE};
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    kit_open(&kit, &(struct kit_wishes){.features = &want13, .queues = 2});
    private_data(&kit);
    of_queues(&kit);
    ended_early(&kit);
    kit_close(&kit);
    if (!kit.validates)                 /* which no messenger would hear here */
        each_kind();
    side_by_side();
    return check_end("vulkan_objects");
}
