/* SPDX-License-Identifier: Apache-2.0
 * test_memory_places.c - allocations: mapped from any byte, shared by buffers, seen by two at once, zeroed, large ones, too
 * large ones, all of the memory, the budget, many that come and go; what buffers need.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "sets.h"

#include <time.h>

#define GIB(n) (UINT64_C(n) << 30)

static VkResult allocate(struct kit *kit, VkDeviceSize size, VkDeviceMemory *memory)
{
    *memory = VK_NULL_HANDLE;
    return vkAllocateMemory(kit->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = size}, NULL, memory);
}

static unsigned char *map(struct kit *kit, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size)
{
    void *data;

    KIT_NEED(vkMapMemory(kit->device, memory, offset, size, 0, &data));
    return data;
}

static VkBuffer new_buffer(struct kit *kit, VkDeviceSize size)
{
    VkBuffer buffer;

    KIT_NEED(vkCreateBuffer(kit->device, &(VkBufferCreateInfo){
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT}, NULL, &buffer));
    return buffer;
}

static VkDeviceSize used(struct kit *kit, VkDeviceSize *budget)
{
    VkPhysicalDeviceMemoryBudgetPropertiesEXT b = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, .pNext = &b};

    vkGetPhysicalDeviceMemoryProperties2(kit->physical, &p);
    CHECK_EQ(p.memoryProperties.memoryHeapCount, 1);
    CHECK_EQ(p.memoryProperties.memoryHeaps[0].size, GIB(4));
    CHECK_EQ(b.heapBudget[1], 0);
    *budget = b.heapBudget[0];
    return b.heapUsage[0];
}

/* One kind of memory is all: on the device, seen by the host without a copy. */
static void test_kinds(struct kit *kit)
{
    VkPhysicalDeviceMemoryProperties p;

    vkGetPhysicalDeviceMemoryProperties(kit->physical, &p);
    CHECK_EQ(p.memoryTypeCount, 1);
    CHECK_EQ(p.memoryTypes[0].heapIndex, 0);
    CHECK_EQ(p.memoryTypes[0].propertyFlags, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                             VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
}

static void test_map(struct kit *kit)
{
    VkDeviceMemory memory;

    CHECK_EQ(allocate(kit, 10000, &memory), VK_SUCCESS);
    unsigned char *whole = map(kit, memory, 0, VK_WHOLE_SIZE);
    CHECK_EQ((uintptr_t)whole % 4096, 0);
    for (int i = 0; i < 10000; i++)
        whole[i] = (unsigned char)(i * 7);
    vkUnmapMemory(kit->device, memory);
    /* the next one is at another byte, the memory is the same */
    const unsigned char *part = map(kit, memory, 5003, 100);
    for (int i = 0; i < 100; i++)
        CHECK_EQ(part[i], (unsigned char)((5003 + i) * 7));
    const VkMappedMemoryRange all = {.sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = memory, .offset = 5056, .size = VK_WHOLE_SIZE};
    vkUnmapMemory(kit->device, memory);
    part = map(kit, memory, 5056, VK_WHOLE_SIZE);
    CHECK_EQ(vkFlushMappedMemoryRanges(kit->device, 1, &all), VK_SUCCESS);
    CHECK_EQ(vkInvalidateMappedMemoryRanges(kit->device, 1, &all), VK_SUCCESS);
    CHECK_EQ(part[10000 - 5056 - 1], (unsigned char)(9999 * 7));
    vkUnmapMemory(kit->device, memory);
    vkFreeMemory(kit->device, memory, NULL);
    vkFreeMemory(kit->device, VK_NULL_HANDLE, NULL);
}

/* Copies inside one allocation: of buffers side by side, and of two that are the same bytes in part. */
static void test_shared(struct kit *kit)
{
    VkDeviceMemory memory;
    VkMemoryRequirements needs;
    const VkBuffer a = new_buffer(kit, 1000), b = new_buffer(kit, 1000), both = new_buffer(kit, 2048);

    vkGetBufferMemoryRequirements(kit->device, a, &needs);
    CHECK_EQ(needs.size, 1024);
    CHECK_EQ(needs.alignment, 64);
    CHECK_EQ(needs.memoryTypeBits, 1);
    KIT_NEED(allocate(kit, 4096, &memory));
    const VkBindBufferMemoryInfo bind[] = {
        {.sType = VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO, .buffer = a, .memory = memory, .memoryOffset = 64},
        {.sType = VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO, .buffer = b, .memory = memory, .memoryOffset = 1088},
        {.sType = VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO, .buffer = both, .memory = memory, .memoryOffset = 64}};
    KIT_NEED(vkBindBufferMemory2(kit->device, 3, bind));
    unsigned char *bytes = map(kit, memory, 0, VK_WHOLE_SIZE);
    for (int i = 0; i < 4096; i++)
        bytes[i] = (unsigned char)(i % 251);
    const VkCommandBuffer c = kit_begin(kit);
    const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                     .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
    vkCmdCopyBuffer(c, a, b, 1, &(VkBufferCopy){3, 5, 700});
    vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
    vkCmdCopyBuffer(c, both, a, 1, &(VkBufferCopy){1024 + 5, 0, 10});
    CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
    for (int i = 0; i < 700; i++)
        CHECK_EQ(bytes[1088 + 5 + i], (64 + 3 + i) % 251);
    CHECK_EQ(bytes[1088 + 4], (1088 + 4) % 251);
    CHECK_EQ(bytes[1088 + 705], (1088 + 705) % 251);
    for (int i = 0; i < 10; i++)
        CHECK_EQ(bytes[64 + i], (64 + 3 + i) % 251);
    CHECK_EQ(bytes[74], 74);
    vkDestroyBuffer(kit->device, a, NULL);
    vkDestroyBuffer(kit->device, b, NULL);
    vkDestroyBuffer(kit->device, both, NULL);
    vkFreeMemory(kit->device, memory, NULL);
}

/* What one leaves is not there for the next, of the same size or of another. */
static void test_zeroed(struct kit *kit)
{
    static const uint32_t sizes[] = {4, 256, 4096, 4100, 20000, 1 << 16, 1 << 20};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    uint64_t sum = 0;

    for (int turn = 0; turn < 5 * SIZES; turn++) {
        const uint32_t size = sizes[turn * 3 % SIZES];
        VkDeviceMemory memory, kept;
        KIT_NEED(allocate(kit, size, &memory));
        KIT_NEED(allocate(kit, sizes[turn % SIZES], &kept));
        unsigned char *bytes = map(kit, memory, 0, VK_WHOLE_SIZE), *others = map(kit, kept, 0, VK_WHOLE_SIZE);
        for (uint32_t i = 0; i < size; i++)
            sum += bytes[i];
        memset(bytes, 0xff, size);
        for (uint32_t i = 0; i < sizes[turn % SIZES]; i++)
            sum += others[i];
        memset(others, 0xee, sizes[turn % SIZES]);
        vkFreeMemory(kit->device, turn % 2 ? memory : kept, NULL);
        vkFreeMemory(kit->device, turn % 2 ? kept : memory, NULL);
    }
    CHECK_EQ(sum, 0);
}

static void test_large(struct kit *kit)
{
    VkPhysicalDeviceMaintenance3Properties m3 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
    VkPhysicalDeviceMaintenance4Properties m4 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES, .pNext = &m3};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &m4};
    VkDeviceSize budget, before = used(kit, &budget);
    VkDeviceMemory most, other, small[8];
    VkBuffer buffer;

    vkGetPhysicalDeviceProperties2(kit->physical, &properties);
    CHECK_EQ(m3.maxMemoryAllocationSize, GIB(3));
    CHECK_EQ(m3.maxPerSetDescriptors, 65536);
    CHECK_EQ(m4.maxBufferSize, GIB(1));
    CHECK_EQ(properties.properties.limits.maxStorageBufferRange, GIB(1) / 2);
    CHECK_EQ(allocate(kit, m3.maxMemoryAllocationSize, &most), VK_SUCCESS);
    CHECK_EQ(used(kit, &budget) - before, GIB(3));
    CHECK(budget >= GIB(3) && budget <= GIB(4));
    unsigned char *last = map(kit, most, GIB(3) - 1, 1);
    *last = 7;
    /* as much again is not there, a part of it is */
    CHECK_EQ(allocate(kit, GIB(2), &other), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    CHECK_EQ((uintptr_t)other, 0);
    CHECK_EQ(used(kit, &budget) - before, GIB(3));
    for (int i = 0; i < 8; i++)
        CHECK_EQ(allocate(kit, GIB(1) / 16, &small[i]), VK_SUCCESS);
    buffer = new_buffer(kit, GIB(1));
    KIT_NEED(vkBindBufferMemory(kit->device, buffer, most, GIB(2)));
    const VkCommandBuffer c = kit_begin(kit);
    vkCmdFillBuffer(c, buffer, GIB(1) - 16, 12, 0x01020304);
    CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
    CHECK_EQ(*last, 7);
    CHECK_EQ(last[-4], 1);
    vkDestroyBuffer(kit->device, buffer, NULL);
    for (int i = 7; i >= 0; i--)
        vkFreeMemory(kit->device, small[i], NULL);
    vkFreeMemory(kit->device, most, NULL);
    CHECK_EQ(used(kit, &budget), before);
    CHECK_EQ(allocate(kit, GIB(2), &other), VK_SUCCESS);
    vkFreeMemory(kit->device, other, NULL);
    if (kit->validates)   /* a program must not ask for these */
        return;
    CHECK_EQ(allocate(kit, GIB(3) + 1, &other), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    CHECK(kit_said(kit, "3 GiB"));
    CHECK_EQ(vkCreateBuffer(kit->device, &(VkBufferCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = GIB(1) + 1,
                                                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}, NULL, &buffer), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    CHECK(kit_said(kit, "1 GiB"));
    CHECK_EQ(vkCreateBuffer(kit->device, &(VkBufferCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 4096, .flags = VK_BUFFER_CREATE_SPARSE_BINDING_BIT,
                                                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}, NULL, &buffer), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    CHECK(kit_said(kit, "sparse"));
}

/* Places that an allocation does not have: commands would write over others, or where no memory is. */
static void test_beyond(struct kit *kit)
{
    static const VkDeviceSize offset[] = {64, 4096, 4160, GIB(5), UINT64_MAX - 63};
    const VkBuffer buffer = new_buffer(kit, 4096);
    VkDeviceMemory memory;
    void *data = kit;

    CHECK_EQ(allocate(kit, 4096, &memory), VK_SUCCESS);
    for (size_t i = 0; i < sizeof offset / sizeof *offset; i++) {
        CHECK(vkBindBufferMemory(kit->device, buffer, memory, offset[i]) < 0);
        CHECK(kit_said(kit, "vkBindBufferMemory: 4096 bytes from "));
        const VkBindBufferMemoryInfo info = {.sType = VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO, .buffer = buffer,
                                             .memory = memory, .memoryOffset = offset[i]};
        CHECK(vkBindBufferMemory2(kit->device, 1, &info) < 0);
        CHECK(kit_said(kit, "of memory of 4096"));
    }
    VkCommandBuffer c = kit_begin(kit);
    vkCmdFillBuffer(c, buffer, 0, VK_WHOLE_SIZE, 1);
    CHECK(vkEndCommandBuffer(c) < 0);
    CHECK(kit_said(kit, "vkCmdFillBuffer: a buffer without memory"));
    vkFreeCommandBuffers(kit->device, kit->pool, 1, &c);
    CHECK_EQ(vkMapMemory(kit->device, memory, 4097, VK_WHOLE_SIZE, 0, &data), VK_ERROR_MEMORY_MAP_FAILED);
    CHECK(data == NULL && kit_said(kit, "vkMapMemory"));
    CHECK_EQ(vkMapMemory(kit->device, memory, 4, 4096, 0, &data), VK_ERROR_MEMORY_MAP_FAILED);
    CHECK(kit_said(kit, "vkMapMemory"));
    CHECK_EQ(vkBindBufferMemory(kit->device, buffer, memory, 0), VK_SUCCESS);
    vkDestroyBuffer(kit->device, buffer, NULL);
    vkFreeMemory(kit->device, memory, NULL);
}

/* The same answers before there is a buffer. */
static void test_needs(struct kit *kit)
{
    static const VkDeviceSize size[] = {1, 63, 64, 65, 1000, GIB(1)}, expected[] = {64, 64, 64, 128, 1024, GIB(1)};

    for (int i = 0; i < 6; i++) {
        VkMemoryDedicatedRequirements dedicated = {.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS, .requiresDedicatedAllocation = VK_TRUE,
                                                   .prefersDedicatedAllocation = VK_TRUE};
        VkMemoryRequirements2 needs = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, .pNext = &dedicated};
        const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size[i], .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
        vkGetDeviceBufferMemoryRequirements(kit->device, &(VkDeviceBufferMemoryRequirements){
            .sType = VK_STRUCTURE_TYPE_DEVICE_BUFFER_MEMORY_REQUIREMENTS, .pCreateInfo = &info}, &needs);
        CHECK_EQ(needs.memoryRequirements.size, expected[i]);
        CHECK_EQ(needs.memoryRequirements.alignment, 64);
        CHECK_EQ(dedicated.requiresDedicatedAllocation, VK_FALSE);
        CHECK_EQ(dedicated.prefersDedicatedAllocation, VK_FALSE);
    }
    /* an allocation for one buffer alone, as any other */
    const VkBuffer buffer = new_buffer(kit, 1000);
    const VkMemoryDedicatedAllocateInfo alone = {.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .buffer = buffer};
    VkDeviceMemory memory;
    KIT_NEED(vkAllocateMemory(kit->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &alone, .allocationSize = 1024}, NULL, &memory));
    CHECK_EQ(vkBindBufferMemory(kit->device, buffer, memory, 0), VK_SUCCESS);
    vkDestroyBuffer(kit->device, buffer, NULL);
    vkFreeMemory(kit->device, memory, NULL);
}

/* Many allocations go in the order in which they came as fast as in the opposite one, and what is taken meanwhile is zeroed. */
static void test_order(struct kit *kit)
{
    enum { MANY = 65536, SIZE = 4 };
    static VkDeviceMemory memory[MANY];
    clock_t took[2];

    for (int order = 0; order < 2; order++) {
        for (uint32_t n = 0; n < MANY; n++)
            KIT_NEED(vkAllocateMemory(kit->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = SIZE}, NULL, &memory[n]));
        const clock_t from = clock();
        for (uint32_t n = 0; n < MANY; n++)
            vkFreeMemory(kit->device, memory[order ? n : MANY - 1 - n], NULL);
        took[order] = clock() - from;
    }
    CHECK(took[1] < 3 * took[0] + CLOCKS_PER_SEC / 10);
}

static uint32_t next(uint64_t *random)
{
    *random = *random * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(*random >> 33);
}

/* Of all that is taken at a time, no two share a byte: each keeps its words while others come and go. */
static void test_random(struct kit *kit, uint32_t seed)
{
    enum { PLACES = 64, STEPS = 3000 };
    struct { VkDeviceMemory memory; uint32_t *word; uint32_t words; } place[PLACES] = {{VK_NULL_HANDLE, NULL, 0}};
    uint64_t random = seed;

    for (uint32_t step = 0; step < STEPS; step++) {
        const uint32_t n = next(&random) % PLACES;
        if (place[n].memory) {
            for (uint32_t i = 0; i < place[n].words; i += 1024)
                CHECK_EQ(place[n].word[i], 1 + n);
            vkFreeMemory(kit->device, place[n].memory, NULL);
            place[n].memory = VK_NULL_HANDLE;
            continue;
        }
        place[n].words = 1 + next(&random) % (5 * 1024);
        KIT_NEED(vkAllocateMemory(kit->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 4 * place[n].words}, NULL, &place[n].memory));
        KIT_NEED(vkMapMemory(kit->device, place[n].memory, 0, VK_WHOLE_SIZE, 0, (void **)&place[n].word));
        for (uint32_t i = 0; i < place[n].words; i += 1024) {
            CHECK_EQ(place[n].word[i], 0);
            place[n].word[i] = 1 + n;
        }
    }
    for (uint32_t n = 0; n < PLACES; n++)
        vkFreeMemory(kit->device, place[n].memory, NULL);
}

int main(int argc, char **argv)
{
    struct kit kit;

    kit_choose(argv[0]);
    sets_open(&kit, SETS_FRAGILE);
    test_kinds(&kit);
    test_map(&kit);
    test_shared(&kit);
    test_zeroed(&kit);
    if (!kit.validates)
        test_order(&kit);
    test_random(&kit, argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1);
    test_large(&kit);
    if (!kit.validates)                 /* a program must not ask for these */
        test_beyond(&kit);
    test_needs(&kit);
    kit_close(&kit);
    return check_end("vulkan_memory_places");
}
