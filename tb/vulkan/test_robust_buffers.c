/* SPDX-License-Identifier: Apache-2.0
 * test_robust_buffers.c - ranges of buffers to the byte: lengths of arrays, accesses that begin within and end beyond,
 * and far ones; with robust access, without it, and with descriptors of nothing.  Arrays of a lane are no buffers: there
 * robust access changes nothing.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "sets.h"

#include "desc_arrays.spv.h"
#include "desc_branch.spv.h"
#include "robust.spv.h"
#include "robust_far.spv.h"
#include "robust_local.spv.h"

/* Each array has a buffer of its own, of which the descriptor has bytes FIRST to FIRST + range. */
enum { ARRAYS = 5, BYTES = 96, FIRST = 8, RESULTS = 14, BOUND = 4 };

static const struct array {
    uint32_t head, size, parts;         /* bytes before it; of a scalar; scalars of an element */
} arrays[ARRAYS] = {{0, 1, 1}, {0, 2, 1}, {0, 4, 1}, {0, 8, 1}, {4, 4, 3}};

struct data {
    struct kit_buffer out, buffer[ARRAYS];
    VkDescriptorSetLayout layout;
    struct sets_pipeline p;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    uint32_t element;                   /* that is asked */
};

static void fill(struct data *d)
{
    for (uint32_t n = 0; n < ARRAYS; n++)
        for (uint32_t i = 0; i < BYTES; i++)
            ((unsigned char *)d->buffer[n].word)[i] = (unsigned char)(1 + (i * 37 + n * 11) % 255);
}

/* `count`: of buffers of a binding, of which one is asked. */
static struct data open_data(struct kit *kit, uint32_t count)
{
    const VkDescriptorSetLayoutBinding binding[] = {
        SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, STORAGE_BUFFER, count), SETS_BINDING(2, STORAGE_BUFFER, count),
        SETS_BINDING(3, STORAGE_BUFFER, count), SETS_BINDING(4, STORAGE_BUFFER, count), SETS_BINDING(5, STORAGE_BUFFER, count)};
    const VkDescriptorBindingFlags part = VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT | VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT,
                                   flags[] = {0, part, part, part, part, part};
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1 + ARRAYS * count};
    struct data d = {.out = kit_buffer(kit, 4 * RESULTS), .element = count == 1 ? 0 : count - 3,
                     .layout = sets_layout(kit, binding, 6, flags, VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT),
                     .pool = sets_pool(kit, 1, &size, 1, 0, VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT)};

    d.p = count == 1 ? sets_pipeline(kit, robust, sizeof robust, &d.layout, 1, 8)
                     : sets_pipeline(kit, robust_far, sizeof robust_far, &d.layout, 1, 12);
    d.set = sets_new(kit, d.pool, d.layout);
    sets_write(kit, d.set, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, d.out.buffer, 0, VK_WHOLE_SIZE);
    for (uint32_t n = 0; n < ARRAYS; n++)
        d.buffer[n] = kit_buffer(kit, BYTES);
    return d;
}

static void close_data(struct kit *kit, struct data *d)
{
    for (uint32_t n = 0; n < ARRAYS; n++)
        kit_buffer_free(kit, &d->buffer[n]);
    kit_buffer_free(kit, &d->out);
    vkDestroyDescriptorPool(kit->device, d->pool, NULL);
    sets_pipeline_free(kit, &d->p);
    vkDestroyDescriptorSetLayout(kit->device, d->layout, NULL);
}

static void bind_ranges(struct kit *kit, const struct data *d, VkDeviceSize range)
{
    for (uint32_t n = 0; n < ARRAYS; n++)
        sets_write(kit, d->set, 1 + n, d->element, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, range ? d->buffer[n].buffer : VK_NULL_HANDLE, range ? FIRST : 0,
                   range ? range : VK_WHOLE_SIZE);
}

static VkResult run(struct kit *kit, const struct data *d, uint32_t at, uint32_t stores)
{
    const VkCommandBuffer c = kit_begin(kit);

    memset(d->out.word, 0xaa, 4 * RESULTS);
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, d->p.pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, d->p.layout, 0, 1, &d->set, 0, NULL);
    vkCmdPushConstants(c, d->p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, d->element ? 12 : 8, (const uint32_t[]){at, stores, d->element});
    vkCmdDispatch(c, 1, 1, 1);
    return kit_submit(kit, c);
}

/* Where a scalar is in its buffer; UINT32_MAX: outside of the range, which counts as a multiple of BOUND bytes. */
static uint32_t byte_of(const struct array *a, uint32_t range, uint32_t at, uint32_t part)
{
    const uint64_t byte = a->head + (uint64_t)at * a->size * a->parts + part * a->size, end = (range + BOUND - 1) / BOUND * BOUND;

    return byte + a->size <= end ? (uint32_t)byte + FIRST : UINT32_MAX;
}

static uint64_t scalar_at(const unsigned char *memory, uint32_t byte, uint32_t size)
{
    uint64_t x = 0;

    for (uint32_t i = 0; i < size && byte != UINT32_MAX; i++)
        x |= (uint64_t)memory[byte + i] << 8 * i;
    return x;
}

static void put(unsigned char *memory, uint32_t byte, uint32_t size, uint64_t x)
{
    for (uint32_t i = 0; i < size && byte != UINT32_MAX; i++)
        memory[byte + i] = (unsigned char)(x >> 8 * i);
}

/* After a run with stores of this word, on fresh buffers. */
static void check_run(const struct data *d, uint32_t range, uint32_t at, uint32_t stored)
{
    static unsigned char memory[ARRAYS][BYTES];
    uint32_t result[RESULTS], n = 0;

    for (uint32_t i = 0; i < ARRAYS; i++)
        for (uint32_t k = 0; k < BYTES; k++)
            memory[i][k] = (unsigned char)(1 + (k * 37 + i * 11) % 255);
    for (uint32_t i = 0; i < ARRAYS; i++) {
        const uint32_t element = arrays[i].size * arrays[i].parts;
        result[n++] = range > arrays[i].head ? (range - arrays[i].head) / element : 0;
    }
    for (uint32_t i = 0; i < ARRAYS; i++)
        for (uint32_t part = 0; part < arrays[i].parts; part++) {
            const uint64_t x = scalar_at(memory[i], byte_of(&arrays[i], range, at, part), arrays[i].size);
            result[n++] = (uint32_t)x;
            if (arrays[i].size == 8)
                result[n++] = (uint32_t)(x >> 32);
        }
    for (uint32_t i = 0; i < ARRAYS; i++)
        for (uint32_t part = 0; part < arrays[i].parts; part++)
            put(memory[i], byte_of(&arrays[i], range, at, part), arrays[i].size, (uint64_t)(arrays[i].size == 8 ? stored : 0) << 32 | (stored + part));
    const uint32_t word = byte_of(&arrays[2], range, at, 0);
    result[n] = (uint32_t)scalar_at(memory[2], word, 4);
    put(memory[2], word, 4, stored + 1);
    for (uint32_t i = 0; i < RESULTS; i++) {
        CHECK_EQ(d->out.word[i], result[i]);
        if (d->out.word[i] != result[i])
            printf("  range %u, element %u, result %u\n", (unsigned)range, (unsigned)at, (unsigned)i);
    }
    for (uint32_t i = 0; i < ARRAYS; i++)
        CHECK(!memcmp(memory[i], d->buffer[i].word, BYTES));
}

static void test_ranges(struct kit *kit, bool all, uint32_t count)
{
    static const uint32_t far[] = {0x100, 0x10001, 0x0fffffff, 0x10000000, 0x20000001, 0x40000000, 0x7fffffff, 0x80000000, 0xffffffff};
    struct data d = open_data(kit, count);

    for (uint32_t range = 1; range <= 33; range += all ? 1 : 8) {
        bind_ranges(kit, &d, range);
        for (uint32_t at = 0; at < 9; at += all ? 1 : 4) {
            fill(&d);
            CHECK_EQ(run(kit, &d, at, 0x5a3c9600 + at), VK_SUCCESS);
            check_run(&d, range, at, 0x5a3c9600 + at);
        }
    }
    for (uint32_t range = 31; range < 33; range++)
        for (uint32_t i = 0; i < sizeof far / sizeof *far; i++) {
            bind_ranges(kit, &d, range);
            fill(&d);
            CHECK_EQ(run(kit, &d, far[i], 77), VK_SUCCESS);
            check_run(&d, range, far[i], 77);
        }
    close_data(kit, &d);
}

/* Nothing is bound: no bytes, whatever is asked. */
static void test_nothing(struct kit *kit, uint32_t count)
{
    struct data d = open_data(kit, count);

    bind_ranges(kit, &d, 0);
    fill(&d);
    CHECK_EQ(run(kit, &d, 0, 5), VK_SUCCESS);
    check_run(&d, 0, 0, 5);
    close_data(kit, &d);
}

/* Arrays of which some elements are nothing, and others too short, each lane with its own. */
static void test_elements(struct kit *kit, bool short_ones_lose)
{
    enum { N = 8, WORD = 5 };
    const VkDescriptorSetLayoutBinding binding[] = {SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, STORAGE_BUFFER, N), SETS_BINDING(2, UNIFORM_BUFFER, N)};
    const VkDescriptorSetLayout layout = sets_layout(kit, binding, 3, NULL, 0);
    const struct sets_pipeline p = sets_pipeline(kit, desc_arrays, sizeof desc_arrays, &layout, 1, 4);
    const VkDescriptorSet set = sets_new(kit, kit->descriptors, layout);
    struct kit_buffer out = kit_buffer(kit, 4 * 3 * N), in = kit_buffer(kit, 256);

    for (uint32_t i = 0; i < 64; i++)
        in.word[i] = 1000 + i;
    sets_write(kit, set, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out.buffer, 0, VK_WHOLE_SIZE);
    for (uint32_t n = 0; n < N; n++) {
        const VkBuffer buffer = n % 2 ? in.buffer : VK_NULL_HANDLE;     /* element n has 4 * n + 1 bytes from 8 * n on */
        sets_write(kit, set, 1, n, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, buffer, buffer ? 8 * n : 0, buffer ? 4 * n + 1 : VK_WHOLE_SIZE);
        sets_write(kit, set, 2, n, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, buffer, buffer ? 4 * n : 0, buffer ? n : VK_WHOLE_SIZE);
    }
    const VkCommandBuffer c = kit_begin(kit);
    const uint32_t word = WORD;
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, &set, 0, NULL);
    vkCmdPushConstants(c, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &word);
    vkCmdDispatch(c, 1, 1, 1);
    CHECK_EQ(kit_submit(kit, c), short_ones_lose ? VK_ERROR_DEVICE_LOST : VK_SUCCESS);
    if (short_ones_lose) {              /* thread 1 asks an element that is nothing, which is no fault; thread 4 has one */
        char words[160];
        snprintf(words, sizeof words, "thread (4,0,0) of group (0,0,0), wave %u lane %u: byte 0x14 of set 0 binding 1 (storage), element 3, which has 16 bytes",
                 (unsigned)(4 / kit->wave_size), (unsigned)(4 % kit->wave_size));
        CHECK(kit_said(kit, words));
    }
    for (uint32_t i = 0; i < N && !short_ones_lose; i++) {
        const uint32_t n = 7 - i;
        CHECK_EQ(out.word[i], n % 2 && WORD <= n ? 1000 + 2 * n + WORD : 0);
        CHECK_EQ(out.word[8 + i], n % 2 && WORD % 4 * 4 < n ? 1000 + n + WORD % 4 : 0);
        CHECK_EQ(out.word[16 + i], n % 2 ? n : 0);
    }
    kit_buffer_free(kit, &out);
    kit_buffer_free(kit, &in);
    sets_pipeline_free(kit, &p);
    vkDestroyDescriptorSetLayout(kit->device, layout, NULL);
}

/* Texel buffers: texels beyond the view are 0, and so are those of no view, and blocks of nothing. */
static void test_texels(struct kit *kit)
{
    const VkDescriptorSetLayoutBinding binding[] = {SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, UNIFORM_BUFFER, 1),
                                                    SETS_BINDING(2, UNIFORM_TEXEL_BUFFER, 1)};
    const VkDescriptorSetLayout layout = sets_layout(kit, binding, 3, NULL, 0);
    const struct sets_pipeline p = sets_pipeline(kit, desc_branch, sizeof desc_branch, &layout, 1, 4);
    const VkDescriptorSet set = sets_new(kit, kit->descriptors, layout);
    struct kit_buffer out = kit_buffer(kit, 32), texels = kit_buffer(kit, 64);
    VkBufferView view, none = VK_NULL_HANDLE;

    for (uint32_t i = 0; i < 16; i++)
        texels.word[i] = 100 * i + 100;
    KIT_NEED(vkCreateBufferView(kit->device, &(VkBufferViewCreateInfo){
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO, .buffer = texels.buffer, .format = VK_FORMAT_R32_UINT, .range = 20}, NULL, &view));
    sets_write(kit, set, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out.buffer, 0, VK_WHOLE_SIZE);
    sets_write(kit, set, 1, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, VK_NULL_HANDLE, 0, VK_WHOLE_SIZE);
    for (uint32_t turn = 0; turn < 3; turn++) {
        const uint32_t asks = turn == 2 ? 1 : 2;
        vkUpdateDescriptorSets(kit->device, 1, &(VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = 2, .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, .pTexelBufferView = turn ? &none : &view}, 0, NULL);
        const VkCommandBuffer c = kit_begin(kit);
        vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
        vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, &set, 0, NULL);
        vkCmdPushConstants(c, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &asks);
        vkCmdDispatch(c, 1, 1, 1);
        CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
        for (uint32_t i = 0; i < 8; i++)
            CHECK_EQ(out.word[i], 7 + i + (turn == 0 && i < 5 ? 100 * i + 100 : 0));
    }
    vkDestroyBufferView(kit->device, view, NULL);
    kit_buffer_free(kit, &out);
    kit_buffer_free(kit, &texels);
    sets_pipeline_free(kit, &p);
    vkDestroyDescriptorSetLayout(kit->device, layout, NULL);
}

/* Without robust access: what is inside is as with it, what is outside loses the device, and the message names it. */
static void test_fragile(struct kit *kit, uint32_t count, uint32_t at, uint32_t range, bool was_null, const char *where)
{
    struct data d = open_data(kit, count);

    if (was_null)                       /* a descriptor of nothing has robust access, but not what is written there next */
        bind_ranges(kit, &d, 0);

    for (uint32_t fits = 33; fits < 37; fits++) {
        bind_ranges(kit, &d, fits);
        fill(&d);
        CHECK_EQ(run(kit, &d, 1, 9), VK_SUCCESS);
        check_run(&d, fits, 1, 9);
    }
    bind_ranges(kit, &d, range);
    CHECK_EQ(run(kit, &d, at, 1), VK_ERROR_DEVICE_LOST);
    CHECK(kit_said(kit, where));
    close_data(kit, &d);
}

/* Index `at` of an array of 12 elements: the device is lost if it has none there. */
static void test_local(uint32_t at, uint32_t constants)
{
    static const uint32_t table[12] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
    struct kit kit;

    sets_open(&kit, SETS_ROBUST);
    struct kit_buffer b = kit_buffer(&kit, 32);
    struct kit_pipeline p = kit_pipeline(&kit, robust_local, sizeof robust_local, 1, 8, 0);
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&b}, 1);
    const VkCommandBuffer c = kit_begin(&kit);
    vkCmdPushConstants(c, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, (const uint32_t[]){at, constants});
    kit_dispatch(c, &p, set, 1, 1, 1);
    CHECK_EQ(kit_submit(&kit, c), at < 12 ? VK_SUCCESS : VK_ERROR_DEVICE_LOST);
    for (uint32_t lane = 0; at < 12 && lane < 8; lane++)
        CHECK_EQ(b.word[lane], constants ? table[at] : 100 * lane + (at + 12 - lane) % 12);
    if (at >= 12)
        KIT_SAID(&kit, "fault: address outside the buffer");
    kit_pipeline_free(&kit, &p);
    kit_buffer_free(&kit, &b);
    kit_close(&kit);
}

static void check_properties(const struct kit *kit)
{
    VkPhysicalDeviceRobustness2PropertiesEXT r = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &r};

    vkGetPhysicalDeviceProperties2(kit->physical, &properties);
    CHECK_EQ(r.robustStorageBufferAccessSizeAlignment, BOUND);
    CHECK_EQ(r.robustUniformBufferAccessSizeAlignment, BOUND);
}

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    sets_open(&kit, SETS_ROBUST2);
    check_properties(&kit);
    test_ranges(&kit, true, 1);
    test_ranges(&kit, true, 40);
    test_nothing(&kit, 1);
    test_nothing(&kit, 40);
    test_elements(&kit, false);
    test_texels(&kit);
    kit_close(&kit);
    sets_open(&kit, SETS_ROBUST);
    test_ranges(&kit, false, 1);
    test_ranges(&kit, false, 40);
    kit_close(&kit);
    sets_open(&kit, SETS_NULL);
    test_nothing(&kit, 1);
    test_nothing(&kit, 40);
    test_fragile(&kit, 1, 20, 16, true, "byte 0x14 of set 0 binding 1 (Bytes), which has 16 bytes");
    kit_close(&kit);
    sets_open(&kit, SETS_NULL);
    test_elements(&kit, true);
    kit_close(&kit);
    sets_open(&kit, SETS_FRAGILE);
    test_fragile(&kit, 1, 4, 18, false, "byte 0x24 of set 0 binding 4 (Wide), which has 20 bytes, 16 bytes after its end");
    kit_close(&kit);
    sets_open(&kit, SETS_FRAGILE);
    test_fragile(&kit, 40, 20, 16, false, "a byte outside of an element of an array of more than 32");
    kit_close(&kit);
    for (uint32_t constants = 0; constants < 2; constants++) {
        test_local(11, constants);
        test_local(12, constants);
        test_local(UINT32_C(1) << 31, constants);
    }
    return check_end("vulkan_robust_buffers");
}
