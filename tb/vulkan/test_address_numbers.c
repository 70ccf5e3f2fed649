/* SPDX-License-Identifier: Apache-2.0
 * test_address_numbers.c - device addresses: of many allocations, of buffers that share one, in the whole memory of the
 * device, moved from one buffer to the next; accesses outside, which no feature makes good; what is refused.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "sets.h"

#include "address_words.spv.h"
#include "desc_mixed.spv.h"

enum { LANES = 8, RESULTS = 24 };

struct data {
    struct kit_buffer out, list;
    VkDescriptorSetLayout layout;
    struct sets_pipeline p;
    VkDescriptorSet set;
};
struct push {
    uint64_t from, to;
    uint32_t index, moved;
};

static struct data open_data(struct kit *kit)
{
    const VkDescriptorSetLayoutBinding binding[] = {SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, STORAGE_BUFFER, 1)};
    struct data d = {.out = kit_buffer(kit, 4 * RESULTS), .list = kit_buffer(kit, 8 * LANES), .layout = sets_layout(kit, binding, 2, NULL, 0)};

    d.p = sets_pipeline(kit, address_words, sizeof address_words, &d.layout, 1, sizeof(struct push));
    d.set = sets_new(kit, kit->descriptors, d.layout);
    sets_write(kit, d.set, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, d.out.buffer, 0, VK_WHOLE_SIZE);
    sets_write(kit, d.set, 1, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, d.list.buffer, 0, VK_WHOLE_SIZE);
    return d;
}

static void close_data(struct kit *kit, struct data *d)
{
    kit_buffer_free(kit, &d->out);
    kit_buffer_free(kit, &d->list);
    sets_pipeline_free(kit, &d->p);
    vkDestroyDescriptorSetLayout(kit->device, d->layout, NULL);
}

static VkResult run(struct kit *kit, const struct data *d, struct push push)
{
    const VkCommandBuffer c = kit_begin(kit);

    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, d->p.pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, d->p.layout, 0, 1, &d->set, 0, NULL);
    vkCmdPushConstants(c, d->p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
    vkCmdDispatch(c, 1, 1, 1);
    return kit_submit(kit, c);
}

static void set_list(const struct data *d, uint32_t lane, uint64_t address)
{
    memcpy(d->list.word + 2 * lane, &address, sizeof address);
}

/* More allocations than there are numbers: the first, the last, and some between; all addresses differ. */
static void test_many(struct kit *kit)
{
    enum { MANY = 130, WORDS = 24 };
    struct data d = open_data(kit);
    static struct kit_buffer b[MANY];

    for (uint32_t n = 0; n < MANY; n++) {
        b[n] = kit_buffer(kit, 4 * WORDS);
        CHECK(b[n].address != 0 && b[n].address % 16 == 0);
        CHECK(n == 0 || b[n].address != b[n - 1].address);
        for (uint32_t i = 0; i < WORDS; i++)
            b[n].word[i] = 1000 * n + i;
    }
    static const uint32_t some[] = {0, 50, 98, 99, 100, 101, 102, 103, 104, 105, 106, 128, 129};
    for (uint32_t k = 0; k < sizeof some / sizeof *some; k++) {
        const uint32_t n = some[k], to = MANY - 1 - n;
        for (uint32_t i = 0; i < LANES; i++)
            set_list(&d, i, i % 3 ? b[(n + i) % MANY].address : 0);
        const uint32_t word[] = {b[n].word[5], b[n].word[7]};
        CHECK_EQ(run(kit, &d, (struct push){b[n].address, b[to].address, 5, 40}), VK_SUCCESS);
        for (uint32_t i = 0; i < LANES; i++) {
            CHECK_EQ(d.out.word[i], word[0] + i);
            CHECK_EQ(d.out.word[8 + i], 1000 * n + 10 + i);
            CHECK_EQ(b[to].word[5 + i], 100 + i);
            CHECK_EQ(b[to].word[4], 1000 * to + 4);
            b[to].word[5 + i] = 1000 * to + 5 + i;
        }
        /* lane i has read word 5 before or after it was stored */
        for (uint32_t i = 0; i < LANES; i++)
            if ((n + i) % MANY != to)
                CHECK_EQ(d.out.word[16 + i], i % 3 ? 1000 * ((n + i) % MANY) + 5 : 0);
        CHECK_EQ(word[1], word[0] + 2);
    }
    for (uint32_t n = 0; n < MANY; n++)
        kit_buffer_free(kit, &b[n]);
    close_data(kit, &d);
}

static VkBuffer new_buffer(struct kit *kit, VkDeviceSize size, VkResult *result)
{
    VkBuffer buffer = VK_NULL_HANDLE;

    *result = vkCreateBuffer(kit->device, &(VkBufferCreateInfo){
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size,
        .usage = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}, NULL, &buffer);
    return buffer;
}

static VkDeviceMemory new_memory(struct kit *kit, VkDeviceSize size, VkResult *result)
{
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    VkDeviceMemory memory = VK_NULL_HANDLE;

    *result = vkAllocateMemory(kit->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags,
                                                                    .allocationSize = size}, NULL, &memory);
    return memory;
}

static uint64_t address_of(struct kit *kit, VkBuffer buffer)
{
    return vkGetBufferDeviceAddress(kit->device, &(VkBufferDeviceAddressInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = buffer});
}

/* Buffers at these bytes of one allocation of `size`: each is written by its address, the bytes are where they belong. */
static void test_shared(struct kit *kit, VkDeviceSize size, const VkDeviceSize *offset, uint32_t buffers)
{
    struct data d = open_data(kit);
    VkResult result;
    VkBuffer b[8];
    uint64_t address[8];
    char *bytes;
    const VkDeviceMemory memory = new_memory(kit, size, &result);

    CHECK_EQ(result, VK_SUCCESS);
    KIT_NEED(vkMapMemory(kit->device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&bytes));
    for (uint32_t n = 0; n < buffers; n++) {
        b[n] = new_buffer(kit, 256, &result);
        KIT_NEED(result);
        KIT_NEED(vkBindBufferMemory(kit->device, b[n], memory, offset[n]));
        address[n] = address_of(kit, b[n]);
        for (uint32_t i = 0; i < 64; i++)
            ((uint32_t *)(void *)(bytes + offset[n]))[i] = 1000 * n + i;
    }
    for (uint32_t n = 0; n < buffers; n++) {
        const uint32_t to = (n + 1) % buffers;
        for (uint32_t i = 0; i < LANES; i++)
            set_list(&d, i, address[i % buffers]);
        uint32_t *target = (uint32_t *)(void *)(bytes + offset[to]);
        CHECK_EQ(run(kit, &d, (struct push){address[n], address[to], 50, 16}), VK_SUCCESS);
        for (uint32_t i = 0; i < LANES; i++) {
            CHECK_EQ(d.out.word[i], 1000 * n + 50 + i);
            CHECK_EQ(d.out.word[8 + i], 1000 * n + 4 + i);
            CHECK_EQ(target[50 + i], 100 + i);
            target[50 + i] = 1000 * to + 50 + i;
        }
    }
    for (uint32_t n = 0; n < buffers; n++)
        vkDestroyBuffer(kit->device, b[n], NULL);
    vkFreeMemory(kit->device, memory, NULL);
    close_data(kit, &d);
}

/* The largest buffer with an address, to its last word, at each of two places: it goes over the end of a window. */
static void test_largest(struct kit *kit)
{
    const VkDeviceSize size = UINT64_C(1) << 29, offset[] = {0, UINT64_C(0x4c000000)};
    struct data d = open_data(kit);
    VkResult result;
    char *bytes;
    const VkDeviceMemory memory = new_memory(kit, UINT64_C(3) << 30, &result);

    KIT_NEED(result);
    KIT_NEED(vkMapMemory(kit->device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&bytes));
    for (int n = 0; n < 2; n++) {
        const VkBuffer buffer = new_buffer(kit, size, &result);
        KIT_NEED(result);
        KIT_NEED(vkBindBufferMemory(kit->device, buffer, memory, offset[n]));
        const uint64_t address = address_of(kit, buffer);
        uint32_t *last = (uint32_t *)(void *)(bytes + offset[n] + size - 4 * LANES);
        for (uint32_t i = 0; i < LANES; i++)
            last[i] = 40 + i;
        CHECK_EQ(run(kit, &d, (struct push){address, address, (uint32_t)(size / 4) - LANES, (uint32_t)size - 4 * LANES}), VK_SUCCESS);
        for (uint32_t i = 0; i < LANES; i++) {
            CHECK_EQ(d.out.word[i], 40 + i);
            CHECK_EQ(d.out.word[8 + i], 100 + i);
            CHECK_EQ(last[i], 100 + i);
        }
        vkDestroyBuffer(kit->device, buffer, NULL);
    }
    vkFreeMemory(kit->device, memory, NULL);
    close_data(kit, &d);
}

/* From one buffer to the next in the same memory, and back before the first. */
static void test_moved(struct kit *kit)
{
    struct data d = open_data(kit);
    VkResult result;
    const VkDeviceMemory memory = new_memory(kit, 4096, &result);
    const VkBuffer b[] = {new_buffer(kit, 256, &result), new_buffer(kit, 256, &result)};
    uint32_t *word;

    KIT_NEED(vkMapMemory(kit->device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&word));
    for (uint32_t i = 0; i < 1024; i++)
        word[i] = i;
    KIT_NEED(vkBindBufferMemory(kit->device, b[0], memory, 512));
    KIT_NEED(vkBindBufferMemory(kit->device, b[1], memory, 1024));
    CHECK_EQ(address_of(kit, b[1]) - address_of(kit, b[0]), 512);
    CHECK_EQ(run(kit, &d, (struct push){address_of(kit, b[0]), address_of(kit, b[1]), 3, 516}), VK_SUCCESS);
    for (uint32_t i = 0; i < LANES; i++) {
        CHECK_EQ(d.out.word[i], 131 + i);
        CHECK_EQ(word[259 + i], 100 + i);
    }
    /* 256 + 1 + i, of which some were stored in between */
    CHECK_EQ(d.out.word[8], 257);
    CHECK_EQ(run(kit, &d, (struct push){address_of(kit, b[0]) - 512 + 2048, address_of(kit, b[0]) - 4 * 64, 64, 4}), VK_SUCCESS);
    for (uint32_t i = 0; i < LANES; i++) {
        CHECK_EQ(d.out.word[i], 512 + 64 + i);
        CHECK_EQ(d.out.word[8 + i], 512 + 1 + i);
        CHECK_EQ(word[128 + i], 100 + i);
    }
    for (int n = 0; n < 2; n++)
        vkDestroyBuffer(kit->device, b[n], NULL);
    vkFreeMemory(kit->device, memory, NULL);
    close_data(kit, &d);
}

/* An access outside loses the device: null, beyond the allocation, before it, of one that was freed.  Robust access is of
 * descriptors alone. */
static void test_outside(const char *program, int way)
{
    static const char *const says[] = {
        "byte 0x0 of no buffer: the address is null", "byte 0x1000 of the memory that the address leads to, which has 4096 bytes, right after its end",
        "which has 4096 bytes, 64 bytes before it", "of no buffer", "of no buffer"};
    struct kit kit;

    kit_choose(program);
    sets_open(&kit, way % 2 ? SETS_ROBUST2 : SETS_FRAGILE);
    struct data d = open_data(&kit);
    struct kit_buffer a = kit_buffer(&kit, 4096), gone = kit_buffer(&kit, 4096);
    const uint64_t was = gone.address, from[] = {0, a.address + 4096, a.address - 64, was, a.address + (UINT64_C(1) << 40)};

    kit_buffer_free(&kit, &gone);
    CHECK_EQ(run(&kit, &d, (struct push){a.address + 4096 - 256, a.address, 10, 4}), VK_SUCCESS);
    CHECK_EQ(run(&kit, &d, (struct push){from[way], a.address, 0, 0}), VK_ERROR_DEVICE_LOST);
    CHECK(kit_said(&kit, says[way]));
    close_data(&kit, &d);
    kit_buffer_free(&kit, &a);
    kit_close(&kit);
}

/* Addresses take numbers that 141 buffers would need: some of these do without. */
static void test_mixed(struct kit *kit)
{
    enum { ARRAYS = 4, LENGTH = 32, SINGLES = 12, BINDINGS = 1 + ARRAYS + SINGLES };
    VkDescriptorSetLayoutBinding binding[BINDINGS];
    VkDescriptorBindingFlags flags[BINDINGS];
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1 + ARRAYS * LENGTH + SINGLES};

    for (uint32_t i = 0; i < BINDINGS; i++) {
        binding[i] = (VkDescriptorSetLayoutBinding)SETS_BINDING(i, STORAGE_BUFFER, i > 0 && i <= ARRAYS ? LENGTH : 1);
        flags[i] = VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT;
    }
    const VkDescriptorSetLayout layout = sets_layout(kit, binding, BINDINGS, flags, VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT);
    const struct sets_pipeline p = sets_pipeline(kit, desc_mixed, sizeof desc_mixed, &layout, 1, 8);
    const VkDescriptorPool pool = sets_pool(kit, 1, &size, 1, 0, VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT);
    const VkDescriptorSet set = sets_new(kit, pool, layout);
    struct kit_buffer out = kit_buffer(kit, 4 * 46), words = kit_buffer(kit, 64), data = kit_buffer(kit, 64 * 256);

    for (uint32_t i = 0; i < 64 * 256 / 4; i++)
        data.word[i] = i;
    words.word[2] = 777;
    sets_write(kit, set, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out.buffer, 0, VK_WHOLE_SIZE);
    /* buffer number k has 16 words from 16 * k on: arrays first */
    for (uint32_t k = 0; k < ARRAYS * LENGTH + SINGLES; k++)
        sets_write(kit, set, k < ARRAYS * LENGTH ? 1 + k / LENGTH : 1 + ARRAYS + k - ARRAYS * LENGTH, k < ARRAYS * LENGTH ? k % LENGTH : 0,
                   VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, data.buffer, 64 * k, 64 - (k % LENGTH == 5 ? 4 : 0));
    const VkCommandBuffer c = kit_begin(kit);
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, &set, 0, NULL);
    vkCmdPushConstants(c, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, &words.address);
    vkCmdDispatch(c, 1, 1, 1);
    CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
    for (uint32_t i = 0; i < LENGTH; i++)
        CHECK_EQ(out.word[i], 16 * i + 16 * (LENGTH + 31 - i) + 1 + 16 * (2 * LENGTH + i) + (i == 5 ? 15 : 16));
    CHECK_EQ(out.word[32], 777);
    for (uint32_t k = 0; k < SINGLES; k++) {
        const uint32_t first = 16 * (ARRAYS * LENGTH + k);
        if (k != 10)                    /* binding 15, whose head lanes change */
            CHECK_EQ(out.word[33 + k], first + 2 + 1000 * first);
    }
    CHECK_EQ(out.word[45], 15);
    CHECK_EQ(data.word[16 * (ARRAYS * LENGTH + 11) + 3], 4242);
    CHECK_EQ(data.word[16 * (ARRAYS * LENGTH + 10)], 16 * (ARRAYS * LENGTH + 10) + 32);
    kit_buffer_free(kit, &out);
    kit_buffer_free(kit, &words);
    kit_buffer_free(kit, &data);
    vkDestroyDescriptorPool(kit->device, pool, NULL);
    sets_pipeline_free(kit, &p);
    vkDestroyDescriptorSetLayout(kit->device, layout, NULL);
}

static void test_refused(struct kit *kit)
{
    const VkMemoryOpaqueCaptureAddressAllocateInfo opaque = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_OPAQUE_CAPTURE_ADDRESS_ALLOCATE_INFO, .opaqueCaptureAddress = 4096};
    const VkBufferOpaqueCaptureAddressCreateInfo of_buffer = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_OPAQUE_CAPTURE_ADDRESS_CREATE_INFO, .opaqueCaptureAddress = 4096};
    VkPhysicalDeviceBufferDeviceAddressFeatures has = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &has};
    VkDeviceMemory memory;
    VkBuffer buffer;
    VkResult result;

    vkGetPhysicalDeviceFeatures2(kit->physical, &features);
    CHECK_EQ(has.bufferDeviceAddress, VK_TRUE);
    CHECK_EQ(has.bufferDeviceAddressCaptureReplay, VK_FALSE);
    buffer = new_buffer(kit, UINT64_C(1) << 29, &result);
    CHECK_EQ(result, VK_SUCCESS);
    vkDestroyBuffer(kit->device, buffer, NULL);
    new_buffer(kit, (UINT64_C(1) << 29) + 4, &result);
    CHECK_EQ(result, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    CHECK(kit_said(kit, "512 MiB"));
    if (kit->validates)   /* a program must not ask for these */
        return;
    CHECK_EQ(vkAllocateMemory(kit->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &opaque,
                                                                   .allocationSize = 4096}, NULL, &memory), VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS);
    CHECK_EQ(vkCreateBuffer(kit->device, &(VkBufferCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .pNext = &of_buffer, .size = 4096,
                                                               .usage = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT}, NULL, &buffer),
             VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS);
    CHECK(kit_said(kit, "vkAllocateMemory: addresses cannot be captured and replayed\nvkCreateBuffer: addresses cannot be captured"));
}

int main(int argc, char **argv)
{
    static const VkDeviceSize near[] = {0, 320, 4096, 8192}, wide[] = {0, UINT64_C(0x3ffffe00), UINT64_C(0x20000000), UINT64_C(0x1fffff00)},
        whole[] = {0, UINT64_C(0x1fffff80), UINT64_C(0x20000000), UINT64_C(0x40000040), UINT64_C(0x7fffffc0), UINT64_C(0x80001000), UINT64_C(0xbfffff00)};
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    sets_open(&kit, SETS_FRAGILE);
    test_many(&kit);
    test_shared(&kit, 12288, near, 4);
    test_shared(&kit, UINT64_C(1) << 30, wide, 4);
    test_shared(&kit, UINT64_C(3) << 30, whole, 7);
    test_largest(&kit);
    test_moved(&kit);
    test_mixed(&kit);
    test_refused(&kit);
    kit_close(&kit);
    for (int way = 0; way < 5; way++)
        test_outside(argv[0], way);
    return check_end("vulkan_address_numbers");
}
