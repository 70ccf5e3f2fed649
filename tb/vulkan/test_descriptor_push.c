/* SPDX-License-Identifier: Apache-2.0
 * test_descriptor_push.c - pushed descriptors: each dispatch has those of its time, by writes and by a template, with a
 * layout that is destroyed by then, and one that is defined alike; a set in their place.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "sets.h"
#include "work.h"

#include "desc_push.spv.h"

enum { BUFFERS = 6, ROW = 5 };

static PFN_vkCmdPushDescriptorSetKHR push_set;
static PFN_vkCmdPushDescriptorSetWithTemplateKHR push_template;

static const VkDescriptorSetLayoutBinding pushed[] = {SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, UNIFORM_BUFFER, 2),
                                                      SETS_BINDING(2, STORAGE_BUFFER, 0), SETS_BINDING(3, STORAGE_BUFFER, 1)};

/* Buffer n has 4 + n words, the first is 10 * n + 10. */
struct data {
    struct kit_buffer out, buffer[BUFFERS];
};

static void push(VkCommandBuffer c, VkPipelineLayout layout, uint32_t binding, uint32_t element, const struct kit_buffer *b)
{
    const VkDescriptorBufferInfo info = {b->buffer, 0, VK_WHOLE_SIZE};
    const VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstBinding = binding, .dstArrayElement = element, .descriptorCount = 1,
        .descriptorType = binding == 1 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &info};

    push_set(c, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 1, 1, &write);
}

static void dispatch(VkCommandBuffer c, VkPipelineLayout layout, uint32_t row)
{
    const uint32_t at = ROW * row;

    vkCmdPushConstants(c, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &at);
    vkCmdDispatch(c, 1, 1, 1);
}

/* Row `row` is of these buffers. */
static void check(const struct data *d, uint32_t row, uint32_t a, uint32_t b0, uint32_t b1, uint32_t c)
{
    const uint32_t *got = d->out.word + ROW * row;

    CHECK_EQ(got[0], 10 * a + 10);
    CHECK_EQ(got[1], 10 * b0 + 10);
    CHECK_EQ(got[2], 10 * b1 + 10);
    CHECK_EQ(got[3], 10 * c + 10);
    CHECK_EQ(got[4], 4 + c);
}

/* The set of a pipeline, and the pushed one. */
static struct sets_pipeline open_pipeline(struct kit *kit, VkDescriptorSetLayout layout[2], VkDescriptorSetLayoutCreateFlags flags)
{
    const VkDescriptorSetLayoutBinding first[] = {SETS_BINDING(0, STORAGE_BUFFER, 1)};

    layout[0] = sets_layout(kit, first, 1, NULL, 0);
    layout[1] = sets_layout(kit, pushed, 4, NULL, flags);
    return sets_pipeline(kit, desc_push, sizeof desc_push, layout, 2, 4);
}

/* Layouts that are defined as those of open_pipeline, which no pipeline has. */
static VkPipelineLayout open_alike(struct kit *kit, VkDescriptorSetLayout layout[2])
{
    const VkDescriptorSetLayoutBinding first[] = {SETS_BINDING(0, STORAGE_BUFFER, 1)};
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 4};
    VkPipelineLayout all;

    layout[0] = sets_layout(kit, first, 1, NULL, 0);
    layout[1] = sets_layout(kit, pushed, 4, NULL, VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR);
    KIT_NEED(vkCreatePipelineLayout(kit->device, &(VkPipelineLayoutCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 2, .pSetLayouts = layout, .pushConstantRangeCount = 1,
        .pPushConstantRanges = &range}, NULL, &all));
    return all;
}

static void test_push(struct kit *kit, struct data *d)
{
    VkDescriptorSetLayout layout[2], alike[2];
    const struct sets_pipeline p = open_pipeline(kit, layout, VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR);
    const VkPipelineLayout q = open_alike(kit, alike);
    const VkDescriptorSet set = sets_new(kit, kit->descriptors, layout[0]);
    const VkCommandBuffer c = kit_begin(kit);

    sets_write(kit, set, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, d->out.buffer, 0, VK_WHOLE_SIZE);
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, &set, 0, NULL);
    push(c, q, 0, 0, &d->buffer[0]);
    push(c, p.layout, 1, 0, &d->buffer[1]);
    push(c, p.layout, 1, 1, &d->buffer[2]);
    push(c, p.layout, 3, 0, &d->buffer[3]);
    dispatch(c, p.layout, 0);
    push(c, p.layout, 1, 1, &d->buffer[4]);
    dispatch(c, p.layout, 1);
    /* a layout that is defined alike: what was pushed is still there */
    push(c, q, 0, 0, &d->buffer[5]);
    dispatch(c, q, 2);

    /* three pushes by a template, over a binding without descriptors */
    struct { VkDescriptorBufferInfo a, b[2]; uint32_t pad; VkDescriptorBufferInfo c; } data = {
        {d->buffer[4].buffer, 0, VK_WHOLE_SIZE}, {{d->buffer[3].buffer, 0, VK_WHOLE_SIZE}, {d->buffer[2].buffer, 0, VK_WHOLE_SIZE}}, 0,
        {d->buffer[1].buffer, 0, VK_WHOLE_SIZE}};
    const size_t size = sizeof(VkDescriptorBufferInfo);
    const VkDescriptorUpdateTemplateEntry entry[] = {
        {0, 0, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0, size},
        {1, 0, 2, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, (size_t)((char *)data.b - (char *)&data), size},
        {3, 0, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, (size_t)((char *)&data.c - (char *)&data), size}};
    VkDescriptorUpdateTemplate template;
    KIT_NEED(vkCreateDescriptorUpdateTemplate(kit->device, &(VkDescriptorUpdateTemplateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO, .descriptorUpdateEntryCount = 3, .pDescriptorUpdateEntries = entry,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR, .descriptorSetLayout = layout[1],
        .pipelineBindPoint = VK_PIPELINE_BIND_POINT_COMPUTE, .pipelineLayout = p.layout, .set = 1}, NULL, &template));
    push_template(c, template, p.layout, 1, &data);
    dispatch(c, p.layout, 3);
    vkDestroyDescriptorUpdateTemplate(kit->device, template, NULL);
    KIT_NEED(vkEndCommandBuffer(c));

    /* recorded: the layouts may go, the pipeline and the set may not */
    vkDestroyPipelineLayout(kit->device, p.layout, NULL);
    vkDestroyPipelineLayout(kit->device, q, NULL);
    for (int i = 0; i < 2; i++) {
        vkDestroyDescriptorSetLayout(kit->device, layout[i], NULL);
        vkDestroyDescriptorSetLayout(kit->device, alike[i], NULL);
    }
    /* others have their memory */
    const VkDescriptorSetLayoutBinding others[] = {SETS_BINDING(7, SAMPLER, 1), SETS_BINDING(8, SAMPLER, 1), SETS_BINDING(9, SAMPLER, 1),
                                                   SETS_BINDING(10, SAMPLER, 1)};
    VkDescriptorSetLayout instead[16];
    for (int i = 0; i < 16; i++)
        instead[i] = sets_layout(kit, others, 4, NULL, 0);
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &c};
    KIT_NEED(vkQueueSubmit(kit->queue[0], 1, &submit, VK_NULL_HANDLE));
    CHECK_EQ(vkQueueWaitIdle(kit->queue[0]), VK_SUCCESS);
    check(d, 0, 0, 1, 2, 3);
    check(d, 1, 0, 1, 4, 3);
    check(d, 2, 5, 1, 4, 3);
    check(d, 3, 4, 3, 2, 1);
    for (int i = 0; i < 16; i++)
        vkDestroyDescriptorSetLayout(kit->device, instead[i], NULL);
    vkFreeCommandBuffers(kit->device, kit->pool, 1, &c);
    vkDestroyPipeline(kit->device, p.pipeline, NULL);
}

/* A set, bound in the place of one that was pushed, and the other way round: nothing of it is left. */
static void test_set_instead(struct kit *kit, struct data *d)
{
    VkDescriptorSetLayout layout[2], plain[2];
    const struct sets_pipeline p = open_pipeline(kit, layout, VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR);
    const struct sets_pipeline q = open_pipeline(kit, plain, 0);
    const VkDescriptorSet set[] = {sets_new(kit, kit->descriptors, plain[0]), sets_new(kit, kit->descriptors, plain[1])};
    const VkDescriptorSetLayoutBinding one[] = {SETS_BINDING(7, STORAGE_BUFFER, 1)};
    VkDescriptorSetLayout small[] = {plain[0], sets_layout(kit, one, 1, NULL, 0)};
    VkPipelineLayout with_small;
    const VkDescriptorSet small_set = sets_new(kit, kit->descriptors, small[1]);
    const VkCommandBuffer c = kit_begin(kit);

    sets_write(kit, set[0], 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, d->out.buffer, 0, VK_WHOLE_SIZE);
    sets_write(kit, set[1], 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, d->buffer[5].buffer, 0, VK_WHOLE_SIZE);
    sets_write(kit, set[1], 1, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, d->buffer[4].buffer, 0, VK_WHOLE_SIZE);
    sets_write(kit, set[1], 1, 1, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, d->buffer[3].buffer, 0, VK_WHOLE_SIZE);
    sets_write(kit, set[1], 3, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, d->buffer[2].buffer, 0, VK_WHOLE_SIZE);
    KIT_NEED(vkCreatePipelineLayout(kit->device, &(VkPipelineLayoutCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 2, .pSetLayouts = small}, NULL, &with_small));
    memset(d->out.word, 0, d->out.size);
    for (uint32_t turn = 0; turn < 2; turn++) {
        vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, with_small, 1, 1, &small_set, 0, NULL);
        vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
        vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, set, 0, NULL);
        for (uint32_t n = 0; n < 4; n++)
            push(c, p.layout, n < 1 ? 0 : n < 3 ? 1 : 3, n == 2, &d->buffer[turn + n]);
        dispatch(c, p.layout, 2 * turn);
        vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, q.pipeline);
        vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, q.layout, 0, 2, set, 0, NULL);
        dispatch(c, q.layout, 2 * turn + 1);
    }
    CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
    for (uint32_t turn = 0; turn < 2; turn++) {
        check(d, 2 * turn, turn, turn + 1, turn + 2, turn + 3);
        check(d, 2 * turn + 1, 5, 4, 3, 2);
    }
    vkDestroyPipelineLayout(kit->device, with_small, NULL);
    vkDestroyDescriptorSetLayout(kit->device, small[1], NULL);
    sets_pipeline_free(kit, &p);
    sets_pipeline_free(kit, &q);
    for (int i = 0; i < 2; i++) {
        vkDestroyDescriptorSetLayout(kit->device, layout[i], NULL);
        vkDestroyDescriptorSetLayout(kit->device, plain[i], NULL);
    }
}

/* Constants are pushed in parts: those of a dispatch are what was pushed last at each offset. */
static void test_constants(struct kit *kit)
{
    struct work w = work_open(kit, 16, 0);
    const VkCommandBuffer c = kit_begin(kit);

    for (uint32_t i = 0; i < 16; i++)
        w.buffer.word[i] = i;
    work_bind(c, &w, WORK_STEP, 5, 0);
    vkCmdPushConstants(c, w.pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 4, 4, &(uint32_t){7});
    vkCmdDispatch(c, 1, 1, 1);                      /* 3 i + 7 */
    work_barrier(c);
    vkCmdPushConstants(c, w.pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &(uint32_t){WORK_ADD});
    vkCmdPushConstants(c, w.pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 8, 4, &(uint32_t){2});
    vkCmdDispatch(c, 1, 1, 1);                      /* 16 invocations add 7 three times to the first word */
    CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
    CHECK_EQ(w.buffer.word[0], 7 + 16 * 3 * 7);
    for (uint32_t i = 1; i < 16; i++)
        CHECK_EQ(w.buffer.word[i], 3 * i + 7);
    work_close(&w);
}

int main(int argc, char **argv)
{
    VkPhysicalDevicePushDescriptorPropertiesKHR limit = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &limit};
    struct kit kit;
    struct data d;

    (void)argc;
    kit_choose(argv[0]);
    sets_open(&kit, SETS_FRAGILE);
    push_set = (PFN_vkCmdPushDescriptorSetKHR)vkGetDeviceProcAddr(kit.device, "vkCmdPushDescriptorSetKHR");
    push_template = (PFN_vkCmdPushDescriptorSetWithTemplateKHR)vkGetDeviceProcAddr(kit.device, "vkCmdPushDescriptorSetWithTemplateKHR");
    vkGetPhysicalDeviceProperties2(kit.physical, &properties);
    CHECK_EQ(limit.maxPushDescriptors, 128);
    d.out = kit_buffer(&kit, 4 * 4 * ROW);
    for (uint32_t n = 0; n < BUFFERS; n++) {
        d.buffer[n] = kit_buffer(&kit, 4 * (4 + n));
        d.buffer[n].word[0] = 10 * n + 10;
    }
    test_push(&kit, &d);
    test_set_instead(&kit, &d);
    test_constants(&kit);
    for (uint32_t n = 0; n < BUFFERS; n++)
        kit_buffer_free(&kit, &d.buffer[n]);
    kit_buffer_free(&kit, &d.out);
    kit_close(&kit);
    return check_end("vulkan_descriptor_push");
}
