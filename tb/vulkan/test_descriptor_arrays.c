/* SPDX-License-Identifier: Apache-2.0
 * test_descriptor_arrays.c - arrays of buffers: lanes that each ask another element, writes beyond a binding, copies,
 * templates, arrays with a variable count, elements without a write, updates after the set is bound, and too many.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "sets.h"

#include "desc_arrays.spv.h"
#include "desc_branch.spv.h"
#include "desc_images.spv.h"
#include "desc_large.spv.h"
#include "desc_runtime.spv.h"
#include "desc_textures.spv.h"

enum { N = 8 };

static const VkDescriptorSetLayoutBinding arrays[] = {
    SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, STORAGE_BUFFER, N), SETS_BINDING(2, UNIFORM_BUFFER, N)};
enum { ARRAYS = 3 };

/* Buffer n has n + 1 words more than 4: its word k is 100 * n + k. */
static void make_buffers(struct kit *kit, struct kit_buffer *b)
{
    for (uint32_t n = 0; n < N; n++) {
        b[n] = kit_buffer(kit, 4 * (5 + n));
        for (uint32_t k = 0; k < 5 + n; k++)
            b[n].word[k] = 100 * n + k;
    }
}

static VkResult dispatch(struct kit *kit, const struct sets_pipeline *p, const VkDescriptorSet *set, uint32_t sets, uint32_t push)
{
    const VkCommandBuffer c = kit_begin(kit);

    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, sets, set, 0, NULL);
    if (push != UINT32_MAX)
        vkCmdPushConstants(c, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &push);
    vkCmdDispatch(c, 1, 1, 1);
    return kit_submit(kit, c);
}

/* Element n of both arrays is buffer (n + moved) % N; each lane asks element 7 - i. */
static void check_arrays(const struct kit_buffer *out, uint32_t moved, uint32_t word)
{
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t n = (7 - i + moved) % N;
        CHECK_EQ(out->word[i], 100 * n + word);
        CHECK_EQ(out->word[8 + i], 100 * n + word % 4);
        CHECK_EQ(out->word[16 + i], 5 + n);
    }
}

static void infos(VkDescriptorBufferInfo *info, const struct kit_buffer *b, uint32_t moved)
{
    for (uint32_t n = 0; n < N; n++)
        info[n] = (VkDescriptorBufferInfo){b[(n + moved) % N].buffer, 0, VK_WHOLE_SIZE};
}

static VkWriteDescriptorSet write_of(VkDescriptorSet set, uint32_t binding, uint32_t element, uint32_t count, VkDescriptorType type,
                                     const VkDescriptorBufferInfo *info)
{
    return (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = binding,
                                  .dstArrayElement = element, .descriptorCount = count, .descriptorType = type, .pBufferInfo = info};
}

static void test_arrays(struct kit *kit)
{
    const VkDescriptorSetLayout layout = sets_layout(kit, arrays, ARRAYS, NULL, 0);
    const struct sets_pipeline p = sets_pipeline(kit, desc_arrays, sizeof desc_arrays, &layout, 1, 4);
    const VkDescriptorSet set = sets_new(kit, kit->descriptors, layout), other = sets_new(kit, kit->descriptors, layout);
    struct kit_buffer b[N], out = kit_buffer(kit, 4 * 3 * N);
    VkDescriptorBufferInfo info[1 + N], blocks[N];

    make_buffers(kit, b);
    /* one write for two bindings of one type: the element beyond binding 0 is the first of binding 1 */
    info[0] = (VkDescriptorBufferInfo){out.buffer, 0, VK_WHOLE_SIZE};
    infos(info + 1, b, 0);
    infos(blocks, b, 0);
    const VkWriteDescriptorSet write[] = {write_of(set, 0, 0, 1 + N, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, info),
                                          write_of(set, 2, 0, 4, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, blocks),
                                          write_of(set, 2, 4, 4, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, blocks + 4)};
    vkUpdateDescriptorSets(kit->device, 3, write, 0, NULL);
    CHECK_EQ(dispatch(kit, &p, &set, 1, 3), VK_SUCCESS);
    check_arrays(&out, 0, 3);

    /* copies: turned by one, beyond a binding too */
    const VkCopyDescriptorSet copy[] = {
        {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET, .srcSet = set, .srcBinding = 0, .dstSet = other, .dstBinding = 0, .descriptorCount = 1},
        {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET, .srcSet = set, .srcBinding = 1, .srcArrayElement = 1, .dstSet = other, .dstBinding = 1, .descriptorCount = N - 1},
        {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET, .srcSet = set, .srcBinding = 1, .dstSet = other, .dstBinding = 1, .dstArrayElement = N - 1, .descriptorCount = 1},
        {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET, .srcSet = set, .srcBinding = 2, .srcArrayElement = 1, .dstSet = other, .dstBinding = 2, .descriptorCount = N - 1},
        {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET, .srcSet = set, .srcBinding = 2, .dstSet = other, .dstBinding = 2, .dstArrayElement = N - 1, .descriptorCount = 1}};
    vkUpdateDescriptorSets(kit->device, 0, NULL, 5, copy);
    CHECK_EQ(dispatch(kit, &p, &other, 1, 2), VK_SUCCESS);
    check_arrays(&out, 1, 2);

    /* a template: descriptors at strides of their own */
    struct data { uint64_t pad; VkDescriptorBufferInfo storage[1 + N]; struct { VkDescriptorBufferInfo info; uint32_t more; } block[N]; } data;
    infos(data.storage + 1, b, 5);
    for (uint32_t n = 0; n < N; n++)
        data.block[n].info = data.storage[1 + n];
    data.storage[0] = info[0];
    /* the validation layer 1.3.239 does not survive a template's entry that goes beyond its binding */
    const bool has_layer = kit->validates;
    const VkDescriptorUpdateTemplateEntry entry[] = {
        {0, 0, has_layer ? 1 : 1 + N, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, offsetof(struct data, storage), sizeof data.storage[0]},
        {1, has_layer ? 0 : N - 1, has_layer ? N : 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
         offsetof(struct data, storage[1]) + (has_layer ? 0 : (N - 1) * sizeof data.storage[0]), sizeof data.storage[0]},
        {2, 0, N, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, offsetof(struct data, block), sizeof data.block[0]}};
    VkDescriptorUpdateTemplate template;
    KIT_NEED(vkCreateDescriptorUpdateTemplate(kit->device, &(VkDescriptorUpdateTemplateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO, .descriptorUpdateEntryCount = 3, .pDescriptorUpdateEntries = entry,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET, .descriptorSetLayout = layout}, NULL, &template));
    vkUpdateDescriptorSetWithTemplate(kit->device, set, template, &data);
    CHECK_EQ(dispatch(kit, &p, &set, 1, 1), VK_SUCCESS);
    check_arrays(&out, 5, 1);
    vkDestroyDescriptorUpdateTemplate(kit->device, template, NULL);

    for (uint32_t n = 0; n < N; n++)
        kit_buffer_free(kit, &b[n]);
    kit_buffer_free(kit, &out);
    sets_pipeline_free(kit, &p);
    vkDestroyDescriptorSetLayout(kit->device, layout, NULL);
}

/* ---- as many as the set has -------------------------------------------------------------------------------------- */

static void test_runtime(struct kit *kit)
{
    enum { MOST = 200, HAS = 5 };
    const VkDescriptorSetLayoutBinding first[] = {SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, STORAGE_BUFFER, 1)};
    const VkDescriptorSetLayoutBinding second[] = {SETS_BINDING(0, STORAGE_BUFFER, MOST)};
    const VkDescriptorBindingFlags flags[] = {VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT | VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT |
                                              VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT | VK_DESCRIPTOR_BINDING_UPDATE_UNUSED_WHILE_PENDING_BIT};
    const VkDescriptorSetLayout layout[] = {
        sets_layout(kit, first, 2, NULL, 0),
        sets_layout(kit, second, 1, flags, VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT)};
    const struct sets_pipeline p = sets_pipeline(kit, desc_runtime, sizeof desc_runtime, layout, 2, 0);
    const VkDescriptorPool pool = sets_pool(kit, 2, &(VkDescriptorPoolSize){VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, HAS + 1}, 1, 0,
                                            VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT);
    struct kit_buffer b[N], out = kit_buffer(kit, 4 * N), choice = kit_buffer(kit, 4 * N);
    VkDescriptorSet set[2] = {sets_new(kit, kit->descriptors, layout[0])};

    make_buffers(kit, b);
    CHECK_EQ(sets_try(kit, pool, layout[1], HAS + 2, &set[1]), VK_ERROR_OUT_OF_POOL_MEMORY);
    CHECK_EQ((uintptr_t)set[1], 0);
    KIT_NEED(sets_try(kit, pool, layout[1], HAS, &set[1]));
    sets_write(kit, set[0], 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out.buffer, 0, VK_WHOLE_SIZE);
    sets_write(kit, set[0], 1, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, choice.buffer, 0, VK_WHOLE_SIZE);
    /* elements 1 and 4 alone, the second after it was bound */
    sets_write(kit, set[1], 0, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, b[3].buffer, 0, VK_WHOLE_SIZE);
    for (uint32_t i = 0; i < N; i++)
        choice.word[i] = i % 2 ? 1 : 4;
    const VkCommandBuffer c = kit_begin(kit);
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 2, set, 0, NULL);
    vkCmdDispatch(c, 1, 1, 1);
    sets_write(kit, set[1], 0, 4, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, b[6].buffer, 0, VK_WHOLE_SIZE);
    CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
    for (uint32_t i = 0; i < N; i++)
        CHECK_EQ(out.word[i], i % 2 ? 300 : 600);

    /* elements that no dispatch asks are written while dispatches run */
    enum { TURNS = 50 };
    const VkCommandBuffer again = kit_begin(kit);
    vkCmdBindPipeline(again, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
    vkCmdBindDescriptorSets(again, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 2, set, 0, NULL);
    for (int turn = 0; turn < TURNS; turn++)
        vkCmdDispatch(again, 1, 1, 1);
    KIT_NEED(vkEndCommandBuffer(again));
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &again};
    memset(out.word, 0, 4 * N);
    KIT_NEED(vkQueueSubmit(kit->queue[0], 1, &submit, VK_NULL_HANDLE));
    for (uint32_t turn = 0; turn < 100 * TURNS; turn++)
        sets_write(kit, set[1], 0, turn % 2 ? 0 : 3, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, b[turn % N].buffer, 0, VK_WHOLE_SIZE);
    CHECK_EQ(vkQueueWaitIdle(kit->queue[0]), VK_SUCCESS);
    for (uint32_t i = 0; i < N; i++)
        CHECK_EQ(out.word[i], i % 2 ? 300 : 600);
    vkFreeCommandBuffers(kit->device, kit->pool, 1, &again);

    /* support */
    VkDescriptorSetVariableDescriptorCountLayoutSupport most = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_LAYOUT_SUPPORT};
    VkDescriptorSetLayoutSupport support = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_SUPPORT, .pNext = &most};
    const VkDescriptorSetLayoutBindingFlagsCreateInfo chain = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO, .bindingCount = 1, .pBindingFlags = flags};
    VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .pNext = &chain,
        .flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT, .bindingCount = 1, .pBindings = second};
    vkGetDescriptorSetLayoutSupport(kit->device, &info, &support);
    CHECK_EQ(support.supported, VK_TRUE);
    CHECK_EQ(most.maxVariableDescriptorCount, 65536);    /* maxPerSetDescriptors */
    const VkDescriptorSetLayoutBinding two[] = {second[0], SETS_BINDING(9, UNIFORM_BUFFER, 6)};
    info.bindingCount = 2;
    info.pBindings = two;
    vkGetDescriptorSetLayoutSupport(kit->device, &info, &support);
    CHECK_EQ(most.maxVariableDescriptorCount, 65530);    /* without those of the other binding */

    /* element 2 is not written, and null descriptors are not enabled: the report names it */
    choice.word[5] = 2;
    CHECK_EQ(dispatch(kit, &p, set, 2, UINT32_MAX), VK_ERROR_DEVICE_LOST);
    CHECK(kit_said(kit, "a byte of an element without a buffer, of an array of more than 32"));

    for (uint32_t n = 0; n < N; n++)
        kit_buffer_free(kit, &b[n]);
    kit_buffer_free(kit, &out);
    kit_buffer_free(kit, &choice);
    vkDestroyDescriptorPool(kit->device, pool, NULL);
    sets_pipeline_free(kit, &p);
    for (int i = 0; i < 2; i++)
        vkDestroyDescriptorSetLayout(kit->device, layout[i], NULL);
}

/* Far more buffers than a dispatch has numbers for: each third is written, the lanes go through all, and beyond a few. */
static void test_large(struct kit *kit, bool goes_beyond)
{
    enum { MANY = 60000, STEP = 3, WORDS = 16 };
    const VkDescriptorSetLayoutBinding first[] = {SETS_BINDING(0, STORAGE_BUFFER, 1)};
    const VkDescriptorSetLayoutBinding second[] = {SETS_BINDING(0, STORAGE_BUFFER, MANY), SETS_BINDING(1, UNIFORM_BUFFER, 100)};
    const VkDescriptorBindingFlags flags[] = {VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT | VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT,
                                              VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT | VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT};
    const VkDescriptorSetLayout layout[] = {
        sets_layout(kit, first, 1, NULL, 0), sets_layout(kit, second, 2, flags, VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT)};
    const struct sets_pipeline p = sets_pipeline(kit, desc_large, sizeof desc_large, layout, 2, 8);
    const VkDescriptorPoolSize size[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MANY}, {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 100}};
    const VkDescriptorPool pool = sets_pool(kit, 1, size, 2, 0, VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT);
    const VkDescriptorSet set[] = {sets_new(kit, kit->descriptors, layout[0]), sets_new(kit, pool, layout[1])};
    struct kit_buffer data = kit_buffer(kit, 4 * WORDS * MANY), out = kit_buffer(kit, 4 * 64 * 6);

    sets_write(kit, set[0], 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out.buffer, 0, VK_WHOLE_SIZE);
    for (uint32_t n = 0; n < MANY; n += STEP)
        sets_write(kit, set[1], 0, n, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, data.buffer, 4 * WORDS * n, 33 + n % 8);
    if (goes_beyond)                    /* which the last one is not taken for */
        sets_write(kit, set[1], 0, MANY - 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, data.buffer, 0, VK_WHOLE_SIZE);
    for (uint32_t n = 0; n < 100; n += STEP)
        sets_write(kit, set[1], 1, n, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, data.buffer, 4 * WORDS * n, 16);
    for (uint32_t turn = goes_beyond ? 3 : 0; turn < (goes_beyond ? 4 : 3); turn++) {
        for (uint32_t i = 0; i < data.size / 4; i++)
            data.word[i] = i;
        const uint32_t push[] = {turn == 0 ? 0 : turn == 1 ? STEP * 5000 : MANY - STEP * (turn == 2 ? 64 : 63), STEP};
        const VkCommandBuffer c = kit_begin(kit);
        vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
        vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 2, set, 0, NULL);
        vkCmdPushConstants(c, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, push);
        vkCmdDispatch(c, 1, 1, 1);
        CHECK_EQ(kit_submit(kit, c), goes_beyond ? VK_ERROR_DEVICE_LOST : VK_SUCCESS);
        if (goes_beyond) {
            char words[160];
            snprintf(words, sizeof words, "thread (63,0,0) of group (0,0,0), wave %u lane %u: a byte of an element without a buffer, of an array",
                     (unsigned)(63 / kit->wave_size), (unsigned)(63 % kit->wave_size));
            CHECK(kit_said(kit, words));
            break;
        }
        for (uint32_t i = 0; i < 64; i++) {
            const uint32_t n = push[0] + STEP * i, first_word = WORDS * n, *got = &out.word[6 * i], *now = &data.word[first_word];
            CHECK_EQ(got[0], first_word + 3);
            CHECK_EQ(got[1], (first_word + 1) >> 8 & 0xff);     /* byte 5 */
            CHECK_EQ(got[2], first_word + 4);                   /* 64 bits at byte 16 */
            CHECK_EQ(got[3], first_word + 5);
            CHECK_EQ(got[4], 33 + n % 8);
            CHECK_EQ(got[5], WORDS * (n % 33 * 3) + 1);
            CHECK_EQ(now[3], first_word + 1003);
            CHECK_EQ(now[6], ((first_word + 6) & 0xffff00ff) | 0x5500);
            CHECK_EQ(now[7], 77 + n);
            CHECK_EQ(now[8], first_word + 8);
        }
    }
    kit_buffer_free(kit, &data);
    kit_buffer_free(kit, &out);
    vkDestroyDescriptorPool(kit->device, pool, NULL);
    sets_pipeline_free(kit, &p);
    for (int i = 0; i < 2; i++)
        vkDestroyDescriptorSetLayout(kit->device, layout[i], NULL);
}

/* More images than a dispatch has numbers for: an error with its reason, no pipeline; and a set that is too large. */
static void test_too_many(struct kit *kit)
{
    const VkDescriptorSetLayoutBinding first[] = {SETS_BINDING(0, STORAGE_BUFFER, 1)};
    VkDescriptorSetLayoutBinding second[] = {SETS_BINDING(0, SAMPLED_IMAGE, 240), SETS_BINDING(1, SAMPLER, 2), SETS_BINDING(2, STORAGE_IMAGE, 4),
                                             SETS_BINDING(3, UNIFORM_TEXEL_BUFFER, 4), SETS_BINDING(4, STORAGE_TEXEL_BUFFER, 4)};
    VkDescriptorSetLayoutBinding huge = SETS_BINDING(0, STORAGE_BUFFER, (1 << 16) + 1);
    VkDescriptorSetLayout layout[] = {sets_layout(kit, first, 1, NULL, 0), sets_layout(kit, second, 5, NULL, 0)}, none = VK_NULL_HANDLE;

    const struct sets_pipeline fits = sets_try_pipeline(kit, desc_images, sizeof desc_images, layout, 2, 0);
    CHECK_EQ(fits.result, VK_SUCCESS);              /* the shader declares 4 of the 240 */
    const struct sets_pipeline refused = sets_try_pipeline(kit, desc_textures, sizeof desc_textures, layout, 2, 0);
    CHECK_EQ(refused.result, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    CHECK_EQ((uintptr_t)refused.pipeline, 0);
    CHECK(kit_said(kit, "244 images and push constants"));
    const VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &huge};
    VkDescriptorSetLayoutSupport support = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_SUPPORT, .supported = VK_TRUE};
    vkGetDescriptorSetLayoutSupport(kit->device, &info, &support);
    CHECK_EQ(support.supported, VK_FALSE);
    CHECK_EQ(vkCreateDescriptorSetLayout(kit->device, &info, NULL, &none), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    CHECK(kit_said(kit, "more than 65536 descriptors"));
    sets_pipeline_free(kit, &fits);
    sets_pipeline_free(kit, &refused);
    for (int i = 0; i < 2; i++)
        vkDestroyDescriptorSetLayout(kit->device, layout[i], NULL);
}

/* A block and a texel buffer that were never written: lanes that do not read them do not mind, whatever the code does. */
static void test_branch(struct kit *kit)
{
    const VkDescriptorSetLayoutBinding binding[] = {SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, UNIFORM_BUFFER, 1),
                                                    SETS_BINDING(2, UNIFORM_TEXEL_BUFFER, 1)};
    const VkDescriptorBindingFlags flags[] = {0, VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT, VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT};
    const VkDescriptorSetLayout layout = sets_layout(kit, binding, 3, flags, 0);
    const struct sets_pipeline p = sets_pipeline(kit, desc_branch, sizeof desc_branch, &layout, 1, 4);
    const VkDescriptorSet set = sets_new(kit, kit->descriptors, layout);
    struct kit_buffer out = kit_buffer(kit, 4 * N), block = kit_buffer(kit, 16);

    sets_write(kit, set, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out.buffer, 0, VK_WHOLE_SIZE);
    CHECK_EQ(dispatch(kit, &p, &set, 1, 0), VK_SUCCESS);
    for (uint32_t i = 0; i < N; i++)
        CHECK_EQ(out.word[i], 7 + i);
    block.word[1] = 50;
    sets_write(kit, set, 1, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, block.buffer, 0, VK_WHOLE_SIZE);
    CHECK_EQ(dispatch(kit, &p, &set, 1, 1), VK_SUCCESS);
    for (uint32_t i = 0; i < N; i++)
        CHECK_EQ(out.word[i], 57 + i);
    CHECK_EQ(dispatch(kit, &p, &set, 1, 2), VK_ERROR_DEVICE_LOST);
    CHECK(kit_said(kit, "set 0 binding 2 (texels), to which no image is bound"));
    kit_buffer_free(kit, &out);
    kit_buffer_free(kit, &block);
    sets_pipeline_free(kit, &p);
    vkDestroyDescriptorSetLayout(kit->device, layout, NULL);
}

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    sets_open(&kit, SETS_FRAGILE);
    test_arrays(&kit);
    test_large(&kit, false);
    if (!kit.validates)                 /* beyond limits */
        test_too_many(&kit);
    test_runtime(&kit);                 /* loses the device */
    kit_close(&kit);
    sets_open(&kit, SETS_FRAGILE);
    test_large(&kit, true);
    kit_close(&kit);
    sets_open(&kit, SETS_FRAGILE);
    test_branch(&kit);
    kit_close(&kit);
    return check_end("vulkan_descriptor_arrays");
}
