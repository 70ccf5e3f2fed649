/* SPDX-License-Identifier: Apache-2.0
 * test_descriptor_kinds.c - inline uniform blocks: written, in part, copied, by a template, after they are bound, with a
 * variable size; and dynamic offsets over two sets, of ranges and of whole buffers.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "sets.h"

#include "desc_dynamic.spv.h"
#include "desc_inline.spv.h"
#include "prefix.spv.h"

/* ---- inline uniform blocks --------------------------------------------------------------------------------------- */

enum { LARGE = 256, SMALL = 8, RESULTS = 70 };

struct blocks {
    struct kit_buffer out, between;
    VkDescriptorSetLayout layout;
    struct sets_pipeline p;
    VkDescriptorPool pool;
};

static const VkDescriptorBindingFlags inline_flags[] = {
    0, VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT, VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT,
    VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT | VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT};

static struct blocks open_blocks(struct kit *kit)
{
    const VkDescriptorSetLayoutBinding binding[] = {
        SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, INLINE_UNIFORM_BLOCK, LARGE), SETS_BINDING(2, UNIFORM_BUFFER, 1),
        SETS_BINDING(5, INLINE_UNIFORM_BLOCK, 2 * SMALL)};
    /* two sets of 256 + 8 bytes each */
    const VkDescriptorPoolSize size[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4}, {VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 500},
                                         {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 4}, {VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 28}};
    struct blocks b = {.out = kit_buffer(kit, 4 * RESULTS), .between = kit_buffer(kit, 16)};

    b.layout = sets_layout(kit, binding, 4, inline_flags, VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT);
    b.p = sets_pipeline(kit, desc_inline, sizeof desc_inline, &b.layout, 1, 0);
    b.pool = sets_pool(kit, 4, size, 4, 4, VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT | VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT);
    for (uint32_t i = 0; i < 4; i++)
        b.between.word[i] = 900 + i;
    return b;
}

static VkDescriptorSet new_blocks(struct kit *kit, const struct blocks *b)
{
    VkDescriptorSet set;

    KIT_NEED(sets_try(kit, b->pool, b->layout, SMALL, &set));
    sets_write(kit, set, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, b->out.buffer, 0, VK_WHOLE_SIZE);
    sets_write(kit, set, 2, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, b->between.buffer, 0, VK_WHOLE_SIZE);
    return set;
}

static VkCommandBuffer record(struct kit *kit, const struct blocks *b, VkDescriptorSet set)
{
    const VkCommandBuffer c = kit_begin(kit);

    memset(b->out.word, 0xff, 4 * RESULTS);
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, b->p.pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, b->p.layout, 0, 1, &set, 0, NULL);
    vkCmdDispatch(c, 1, 1, 1);
    return c;
}

static void check_blocks(const struct blocks *b, const uint32_t *large, const uint32_t *small)
{
    for (uint32_t i = 0; i < LARGE / 4; i++)
        CHECK_EQ(b->out.word[i], large[i]);
    for (uint32_t i = 0; i < 4; i++)
        CHECK_EQ(b->out.word[64 + i], 900 + i);
    for (uint32_t i = 0; i < SMALL / 4; i++)
        CHECK_EQ(b->out.word[68 + i], small[i]);
}

static void fill(uint32_t *word, uint32_t words, uint32_t first)
{
    for (uint32_t i = 0; i < words; i++)
        word[i] = first + i;
}

static void test_blocks(struct kit *kit)
{
    struct blocks b = open_blocks(kit);
    uint32_t large[LARGE / 4], small[SMALL / 4], part[3] = {1, 2, 3};
    VkDescriptorSet set = new_blocks(kit, &b), other = new_blocks(kit, &b), third;

    fill(large, LARGE / 4, 1000);
    fill(small, SMALL / 4, 2000);
    sets_write_bytes(kit, set, 1, 0, large, LARGE);
    sets_write_bytes(kit, set, 5, 0, small, SMALL);
    CHECK_EQ(kit_submit(kit, record(kit, &b, set)), VK_SUCCESS);
    check_blocks(&b, large, small);

    /* in part */
    sets_write_bytes(kit, set, 1, 20, part, sizeof part);
    sets_write_bytes(kit, set, 5, 4, part, 4);
    memcpy(large + 5, part, sizeof part);
    small[1] = 1;
    CHECK_EQ(kit_submit(kit, record(kit, &b, set)), VK_SUCCESS);
    check_blocks(&b, large, small);

    /* copies: bytes 16 to 256 of one to bytes 0 to 240 of the other, the last from its beginning */
    uint32_t moved[LARGE / 4];
    memcpy(moved, large + 4, LARGE - 16);
    memcpy(moved + LARGE / 4 - 4, large, 16);
    const VkCopyDescriptorSet copy[] = {
        {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET, .srcSet = set, .srcBinding = 1, .srcArrayElement = 16, .dstSet = other, .dstBinding = 1, .descriptorCount = LARGE - 16},
        {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET, .srcSet = set, .srcBinding = 1, .dstSet = other, .dstBinding = 1, .dstArrayElement = LARGE - 16, .descriptorCount = 16},
        {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET, .srcSet = set, .srcBinding = 5, .dstSet = other, .dstBinding = 5, .descriptorCount = SMALL}};
    vkUpdateDescriptorSets(kit->device, 0, NULL, 3, copy);
    CHECK_EQ(kit_submit(kit, record(kit, &b, other)), VK_SUCCESS);
    check_blocks(&b, moved, small);

    /* after it is bound, of which the dispatch before has nothing */
    const VkCommandBuffer c = record(kit, &b, other);
    fill(moved, LARGE / 4, 5000);
    sets_write_bytes(kit, other, 1, 0, moved, LARGE);
    /* ... as is the uniform buffer: it is the one bound last that is read */
    struct kit_buffer late = kit_buffer(kit, 32);
    fill(late.word, 8, 896);
    sets_write(kit, other, 2, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, late.buffer, 16, 16);
    memset(b.between.word, 0, 16);
    CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
    check_blocks(&b, moved, small);
    fill(b.between.word, 4, 900);
    kit_buffer_free(kit, &late);

    /* a template; the set that is freed makes room for another */
    struct data { uint32_t pad, small[2], large[LARGE / 4]; } data;
    fill(data.large, LARGE / 4, 7000);
    fill(data.small, 2, 8000);
    CHECK_EQ(sets_try(kit, b.pool, b.layout, SMALL, &third), VK_ERROR_OUT_OF_POOL_MEMORY);
    KIT_NEED(vkFreeDescriptorSets(kit->device, b.pool, 1, &set));
    third = new_blocks(kit, &b);
    const VkDescriptorUpdateTemplateEntry entry[] = {
        {1, 0, LARGE, VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, offsetof(struct data, large), 0},
        {5, 0, SMALL, VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, offsetof(struct data, small), 0}};
    VkDescriptorUpdateTemplate template;
    KIT_NEED(vkCreateDescriptorUpdateTemplate(kit->device, &(VkDescriptorUpdateTemplateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO, .descriptorUpdateEntryCount = 2, .pDescriptorUpdateEntries = entry,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET, .descriptorSetLayout = b.layout}, NULL, &template));
    vkUpdateDescriptorSetWithTemplate(kit->device, third, template, &data);
    CHECK_EQ(kit_submit(kit, record(kit, &b, third)), VK_SUCCESS);
    check_blocks(&b, data.large, data.small);

    vkDestroyDescriptorUpdateTemplate(kit->device, template, NULL);
    vkDestroyDescriptorPool(kit->device, b.pool, NULL);
    sets_pipeline_free(kit, &b.p);
    vkDestroyDescriptorSetLayout(kit->device, b.layout, NULL);
    kit_buffer_free(kit, &b.out);
    kit_buffer_free(kit, &b.between);
}

/* Blocks are pushed like any descriptor, by writes of some bytes; the validation layer knows of a rule against it. */
static void test_pushed_blocks(struct kit *kit)
{
    const PFN_vkCmdPushDescriptorSetKHR push = (PFN_vkCmdPushDescriptorSetKHR)vkGetDeviceProcAddr(kit->device, "vkCmdPushDescriptorSetKHR");
    const VkDescriptorSetLayoutBinding binding[] = {
        SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, INLINE_UNIFORM_BLOCK, LARGE), SETS_BINDING(2, UNIFORM_BUFFER, 1),
        SETS_BINDING(5, INLINE_UNIFORM_BLOCK, SMALL)};
    struct blocks b = {.out = kit_buffer(kit, 4 * RESULTS), .between = kit_buffer(kit, 16),
                       .layout = sets_layout(kit, binding, 4, NULL, VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR)};
    const VkDescriptorBufferInfo out = {b.out.buffer, 0, VK_WHOLE_SIZE}, between = {b.between.buffer, 0, VK_WHOLE_SIZE};
    uint32_t large[LARGE / 4], small[SMALL / 4];

    b.p = sets_pipeline(kit, desc_inline, sizeof desc_inline, &b.layout, 1, 0);
    fill(large, LARGE / 4, 1000);
    fill(small, SMALL / 4, 2000);
    fill(b.between.word, 4, 900);
    const VkWriteDescriptorSetInlineUniformBlock bytes[] = {
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK, .dataSize = LARGE, .pData = large},
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK, .dataSize = SMALL, .pData = small}};
    const VkWriteDescriptorSet write[] = {
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstBinding = 0, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &out},
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstBinding = 2, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, .pBufferInfo = &between},
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .pNext = &bytes[0], .dstBinding = 1, .descriptorCount = LARGE, .descriptorType = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK},
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .pNext = &bytes[1], .dstBinding = 5, .descriptorCount = SMALL, .descriptorType = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK}};
    const VkCommandBuffer c = kit_begin(kit);
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, b.p.pipeline);
    for (uint32_t i = 0; i < 4; i++)
        push(c, VK_PIPELINE_BIND_POINT_COMPUTE, b.p.layout, 0, 1, &write[i]);
    vkCmdDispatch(c, 1, 1, 1);
    CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
    check_blocks(&b, large, small);
    sets_pipeline_free(kit, &b.p);
    vkDestroyDescriptorSetLayout(kit->device, b.layout, NULL);
    kit_buffer_free(kit, &b.out);
    kit_buffer_free(kit, &b.between);
}

/* ---- dynamic offsets --------------------------------------------------------------------------------------------- */

static void test_dynamic(struct kit *kit)
{
    const VkDescriptorSetLayoutBinding first[] = {SETS_BINDING(1, STORAGE_BUFFER_DYNAMIC, 1), SETS_BINDING(3, UNIFORM_BUFFER_DYNAMIC, 1)};
    const VkDescriptorSetLayoutBinding second[] = {SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(2, STORAGE_BUFFER_DYNAMIC, 2)};
    const VkDescriptorSetLayout layout[] = {sets_layout(kit, first, 2, NULL, 0), sets_layout(kit, second, 2, NULL, 0)};
    const struct sets_pipeline p = sets_pipeline(kit, desc_dynamic, sizeof desc_dynamic, layout, 2, 0);
    const VkDescriptorSet set[] = {sets_new(kit, kit->descriptors, layout[0]), sets_new(kit, kit->descriptors, layout[1])};
    struct kit_buffer data = kit_buffer(kit, 4096), out = kit_buffer(kit, 256);
    VkPhysicalDeviceProperties properties;

    fill(data.word, 1024, 0);
    vkGetPhysicalDeviceProperties(kit->physical, &properties);
    CHECK_EQ(properties.limits.minStorageBufferOffsetAlignment, 8);
    CHECK_EQ(properties.limits.minUniformBufferOffsetAlignment, 4);
    sets_write(kit, set[0], 1, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, data.buffer, 64, 128);
    sets_write(kit, set[0], 3, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, data.buffer, 4, 16);
    sets_write(kit, set[1], 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out.buffer, 0, VK_WHOLE_SIZE);
    sets_write(kit, set[1], 2, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, data.buffer, 256, VK_WHOLE_SIZE);
    sets_write(kit, set[1], 2, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, data.buffer, 512, 40);

    const VkCommandBuffer c = kit_begin(kit);
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 2, set, 4, (const uint32_t[]){8, 12, 0, 1024});
    vkCmdDispatch(c, 1, 1, 1);
    CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
    const uint32_t expected[] = {18, 32, 4, 7, 64, 960, 384, 10};
    for (uint32_t i = 0; i < 8; i++)
        CHECK_EQ(out.word[i], expected[i]);

    /* the first set again, with other offsets: those of the second stay */
    const VkCommandBuffer d = kit_begin(kit);
    vkCmdBindPipeline(d, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
    vkCmdBindDescriptorSets(d, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 2, set, 4, (const uint32_t[]){8, 12, 0, 1024});
    vkCmdBindDescriptorSets(d, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, set, 2, (const uint32_t[]){3904, 4076});
    vkCmdDispatch(d, 1, 1, 1);
    CHECK_EQ(kit_submit(kit, d), VK_SUCCESS);
    const uint32_t again[] = {992, 32, 1020, 1023, 64, 960, 384, 10};
    for (uint32_t i = 0; i < 8; i++)
        CHECK_EQ(out.word[i], again[i]);

    /* a whole buffer ends where it ends, moved or not, though a program must not move it */
    const VkCommandBuffer e = kit_begin(kit);
    const uint32_t moved = kit->validates ? 0 : 512;
    vkCmdBindPipeline(e, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
    vkCmdBindDescriptorSets(e, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 2, set, 4, (const uint32_t[]){8, 12, moved, 1024});
    vkCmdDispatch(e, 1, 1, 1);
    CHECK_EQ(kit_submit(kit, e), VK_SUCCESS);
    CHECK_EQ(out.word[4], (256 + moved) / 4);
    CHECK_EQ(out.word[5], (4096 - 256 - moved) / 4);

    kit_buffer_free(kit, &data);
    kit_buffer_free(kit, &out);
    sets_pipeline_free(kit, &p);
    for (int i = 0; i < 2; i++)
        vkDestroyDescriptorSetLayout(kit->device, layout[i], NULL);
}

/* ---- one write or copy over several bindings ----------------------------------------------------------------------- */

static void test_consecutive(struct kit *kit)
{
    struct kit_buffer b[3] = {kit_buffer(kit, 1024), kit_buffer(kit, 1024), kit_buffer(kit, 4)};
    struct kit_pipeline p = kit_pipeline(kit, prefix, sizeof prefix, 3, 0, 0);
    const VkDescriptorSet set[2] = {kit_set(kit, &p, NULL, 0), kit_set(kit, &p, NULL, 0)};
    const VkDescriptorBufferInfo info[3] = {{b[0].buffer, 0, VK_WHOLE_SIZE}, {b[1].buffer, 0, VK_WHOLE_SIZE}, {b[2].buffer, 0, VK_WHOLE_SIZE}};

    vkUpdateDescriptorSets(kit->device, 1, &(VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set[0], .descriptorCount = 3,
                                                                   .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = info}, 0, NULL);
    vkUpdateDescriptorSets(kit->device, 0, NULL, 1, &(VkCopyDescriptorSet){.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET, .srcSet = set[0], .dstSet = set[1],
                                                                           .descriptorCount = 3});
    for (unsigned n = 0; n < 2; n++) {
        for (uint32_t i = 0; i < 256; i++)
            b[0].word[i] = i + n;
        const VkCommandBuffer c = kit_begin(kit);
        kit_dispatch(c, &p, set[n], 1, 1, 1);
        CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
        for (uint32_t i = 0; i < 256; i++)
            CHECK_EQ(b[1].word[i], i * (i + 1) / 2 + n * (i + 1));
        CHECK_EQ(b[2].word[0], 255 * 128 + n * 256);
    }
    kit_pipeline_free(kit, &p);
    for (unsigned n = 0; n < 3; n++)
        kit_buffer_free(kit, &b[n]);
}

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    sets_open(&kit, SETS_FRAGILE);
    test_blocks(&kit);
    if (!kit.validates)
        test_pushed_blocks(&kit);
    test_dynamic(&kit);
    test_consecutive(&kit);
    kit_close(&kit);
    return check_end("vulkan_descriptor_kinds");
}
