/* SPDX-License-Identifier: Apache-2.0
 * test_descriptor_buffer.c - descriptors in memory: each type, sets side by side, beside ordinary and pushed ones, null, written
 * by the device with a barrier and without, of bytes that are none, bound wrongly.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "described.h"
#include "failing.h"
#include "sets.h"
#include "work.h"

static struct kit kit;

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* The bindings lie one after another, each a multiple of the alignment, in the size of the set. */
static void sizes(const struct described *s)
{
    VkDeviceSize at, end = 0;

    CHECK(described_limits.samplerDescriptorSize <= 256 && described_limits.combinedImageSamplerDescriptorSize <= 256 && described_limits.storageImageDescriptorSize <= 256);
    CHECK(described_limits.combinedImageSamplerDescriptorSingleArray);
    for (uint32_t i = 0; i < DESCRIBED_BINDINGS; i++) {
        GetDescriptorSetLayoutBindingOffsetEXT(kit.device, s->layout[0], i, &at);
        CHECK(at >= end && at % 8 == 0);
        end = at + (described_first[i].descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK ? 16 : described_first[i].descriptorCount * described_bytes(described_first[i].descriptorType));
    }
    CHECK(s->size[0] >= end && s->size[0] <= DESCRIBED_OTHER - DESCRIBED_FIRST);
    CHECK(DESCRIBED_FIRST % described_limits.descriptorBufferOffsetAlignment == 0);
}

/* As many embedded samplers as the limit has are a layout, which can be bound. */
static void many_samplers(const struct described *s)
{
    const uint32_t count = described_limits.maxEmbeddedImmutableSamplers;
    VkSampler *const sampler = calloc(count, sizeof *sampler);
    const VkDescriptorSetLayoutBinding all = {0, VK_DESCRIPTOR_TYPE_SAMPLER, count, VK_SHADER_STAGE_COMPUTE_BIT, sampler};
    VkPipelineLayout pipeline_layout;

    CHECK(count >= 2032 && sampler);            /* what the specification requires */
    for (uint32_t i = 0; i < count; i++)
        sampler[i] = i % 2 ? s->linear : s->nearest;
    const VkDescriptorSetLayout layout = sets_layout(&kit, &all, 1, NULL, VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT |
                                                                              VK_DESCRIPTOR_SET_LAYOUT_CREATE_EMBEDDED_IMMUTABLE_SAMPLERS_BIT_EXT);
    KIT_NEED(vkCreatePipelineLayout(kit.device, &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1,
                                                                              .pSetLayouts = &layout}, NULL, &pipeline_layout));
    const VkCommandBuffer c = kit_begin(&kit);
    CmdBindDescriptorBufferEmbeddedSamplersEXT(c, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_layout, 0);
    CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
    vkDestroyPipelineLayout(kit.device, pipeline_layout, NULL);
    vkDestroyDescriptorSetLayout(kit.device, layout, NULL);
    free(sampler);
}

static void of_the_host(const struct described *s)
{
    const VkCommandBuffer c = kit_begin(&kit);

    described_clear(s);
    described_put_all(s, s->memory.word);
    described_bind(c, s);
    described_dispatch(c, s, DESCRIBED_FIRST);
    described_dispatch(c, s, DESCRIBED_OTHER);
    CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
    CHECK(described_is_right(s, 0));
    CHECK(described_is_right(s, 1));
}

/* They are read when the dispatch begins, not when it is recorded. */
static void later(const struct described *s)
{
    const VkCommandBuffer c = kit_begin(&kit);

    described_clear(s);
    memset(s->memory.word, 0, s->memory.size);
    described_bind(c, s);
    described_dispatch(c, s, DESCRIBED_FIRST);
    described_put_all(s, s->memory.word);
    described_put_first(s, (unsigned char *)s->memory.word + DESCRIBED_FIRST, 1);
    CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
    CHECK(described_is_untouched(s, 0));
    CHECK(described_is_right(s, 1));
}

static void record_copy(VkCommandBuffer c, const struct described *s, bool waits)
{
    const VkMemoryBarrier2 barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, .srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT, .srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, .dstAccessMask = VK_ACCESS_2_DESCRIPTOR_BUFFER_READ_BIT_EXT};

    vkCmdCopyBuffer(c, s->staging.buffer, s->memory.buffer, 1, &(VkBufferCopy){0, 0, s->staging.size});
    if (waits)
        vkCmdPipelineBarrier2(c, &(VkDependencyInfo){.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &barrier});
    described_bind(c, s);
    described_dispatch(c, s, DESCRIBED_OTHER);
}

static void of_the_device(const struct described *s)
{
    const VkCommandBuffer c = kit_begin(&kit);

    described_clear(s);
    memset(s->memory.word, 0, s->memory.size);
    described_put_all(s, s->staging.word);
    record_copy(c, s, true);
    CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
    CHECK(described_is_right(s, 1));
    CHECK(described_is_untouched(s, 0));
}

/* Null descriptors read as 0, and are written in vain.  Of address 0 the layer knows an earlier rule. */
static void nothing(const struct described *s)
{
    const VkDescriptorAddressInfoEXT null = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT, .range = VK_WHOLE_SIZE};
    const VkCommandBuffer c = kit_begin(&kit);
    unsigned char *const set = (unsigned char *)s->memory.word + DESCRIBED_FIRST;

    described_clear(s);
    described_put_all(s, s->memory.word);
    for (uint32_t i = 1; i < 3; i++)
        described_put(s, set, 0, 1, i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, i == 1 || kit.validates ? (VkDescriptorDataEXT){.pStorageBuffer = NULL} : (VkDescriptorDataEXT){.pStorageBuffer = &null});
    described_put(s, set, 0, 2, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, (VkDescriptorDataEXT){.pUniformBuffer = NULL});
    described_put(s, set, 0, 4, 0, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, (VkDescriptorDataEXT){.pUniformTexelBuffer = NULL});
    described_put(s, set, 0, 5, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, (VkDescriptorDataEXT){.pStorageImage = NULL});
    described_bind(c, s);
    described_dispatch(c, s, DESCRIBED_FIRST);
    CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
    CHECK_EQ(s->out[0].word[0], 1);
    for (int i = 1; i < 5; i++)
        CHECK_EQ(s->out[0].word[i], i == 2 ? 41 : 0);
    CHECK_EQ(s->out[0].word[6], 62);
    CHECK_EQ(s->out[0].word[9], 0);
    CHECK_EQ(s->in[2].word[1], 9);
}

/* The second set is pushed, the first one is in memory, then an ordinary one, then in memory again. */
static void mixed(const struct described *s)
{
    const VkDescriptorImageInfo image = {s->linear, s->first_level, VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet write[2] = {
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstBinding = 0, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_SAMPLER, .pImageInfo = &image},
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstBinding = 3, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, .pImageInfo = &image}};
    const VkDescriptorSetLayout layout[3] = {
        s->layout[0], sets_layout(&kit, described_second, 2, NULL, VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR | VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT),
        s->layout[2]};
    const VkDeviceSize offset[2] = {DESCRIBED_FIRST, DESCRIBED_OTHER};
    const uint32_t index = 0;
    const VkCommandBuffer c = kit_begin(&kit);
    VkPipelineLayout pipeline_layout;

    KIT_NEED(vkCreatePipelineLayout(kit.device, &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 3,
                                                                              .pSetLayouts = layout}, NULL, &pipeline_layout));
    const VkPipeline pipeline = described_pipeline(&kit, pipeline_layout, VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT);
    described_clear(s);
    described_put_all(s, s->memory.word);
    memset((unsigned char *)s->memory.word + DESCRIBED_SECOND, 0, s->size[1]);
    described_bind(c, s);
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    described_set(c, s, DESCRIBED_FIRST);
    CmdPushDescriptorSetKHR(c, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_layout, 1, 2, write);
    CmdBindDescriptorBufferEmbeddedSamplersEXT(c, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_layout, 2);
    for (int i = 0; i < 2; i++) {
        CmdSetDescriptorBufferOffsetsEXT(c, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_layout, 0, 1, &index, &offset[i]);
        vkCmdDispatch(c, 1, 1, 1);
    }
    CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
    CHECK(described_is_right(s, 0));
    CHECK(described_is_right(s, 1));
    vkDestroyPipeline(kit.device, pipeline, NULL);
    vkDestroyPipelineLayout(kit.device, pipeline_layout, NULL);
    vkDestroyDescriptorSetLayout(kit.device, layout[1], NULL);
}

/* Of a set in memory, but not embedded: the layout has it, whatever the memory has. */
static void immutable(const struct described *s)
{
    const VkDescriptorSetLayoutBinding with[2] = {{0, VK_DESCRIPTOR_TYPE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT, &s->linear}, described_second[1]};
    const VkDescriptorSetLayout layout[3] = {s->layout[0], sets_layout(&kit, with, 2, NULL, VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT), s->layout[2]};
    const VkCommandBuffer c = kit_begin(&kit);
    VkPipelineLayout pipeline_layout;

    KIT_NEED(vkCreatePipelineLayout(kit.device, &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 3,
                                                                              .pSetLayouts = layout}, NULL, &pipeline_layout));
    struct described own = *s;
    own.pipeline_layout = pipeline_layout;
    own.pipeline = described_pipeline(&kit, pipeline_layout, VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT);
    described_clear(s);
    described_put_all(s, s->memory.word);
    memset((unsigned char *)s->memory.word + DESCRIBED_SECOND, 0, described_bytes(VK_DESCRIPTOR_TYPE_SAMPLER));
    described_bind(c, s);
    described_dispatch(c, &own, DESCRIBED_FIRST);
    CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
    CHECK_EQ(s->out[0].word[7], 500);
    CHECK_EQ(s->out[0].word[8], 250);
    vkDestroyPipeline(kit.device, own.pipeline, NULL);
    vkDestroyPipelineLayout(kit.device, pipeline_layout, NULL);
    vkDestroyDescriptorSetLayout(kit.device, layout[1], NULL);
}

/* A set in memory takes the place of an ordinary one, and the other way round. */
static void in_turn(const struct described *s)
{
    const VkDescriptorSetLayoutBinding embedded = {0, VK_DESCRIPTOR_TYPE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT, &s->nearest};
    const VkDescriptorSetLayout layout[3] = {sets_layout(&kit, described_first, DESCRIBED_BINDINGS, NULL, 0), sets_layout(&kit, described_second, 2, NULL, 0), sets_layout(&kit, &embedded, 1, NULL, 0)};
    const VkDescriptorPoolSize size[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4}, {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1}, {VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 16},
        {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 1}, {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1}, {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1},
        {VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, 1}, {VK_DESCRIPTOR_TYPE_SAMPLER, 2}, {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1}};
    const VkDescriptorPool pool = sets_pool(&kit, 3, size, sizeof size / sizeof *size, 1, 0);
    const uint32_t block[4] = {0, 410, 0, 0};
    const VkBufferView texels = kit_texels(&kit, &s->texels, VK_FORMAT_R32_UINT, 0, 16);
    const VkDescriptorImageInfo image[4] = {{VK_NULL_HANDLE, s->stored_view, VK_IMAGE_LAYOUT_GENERAL}, {s->linear, s->second_level, VK_IMAGE_LAYOUT_GENERAL},
                                            {s->nearest, VK_NULL_HANDLE, VK_IMAGE_LAYOUT_GENERAL}, {VK_NULL_HANDLE, s->first_level, VK_IMAGE_LAYOUT_GENERAL}};
    VkPipelineLayout pipeline_layout;
    VkDescriptorSet set[3];

    KIT_NEED(vkCreatePipelineLayout(kit.device, &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 3,
                                                                              .pSetLayouts = layout}, NULL, &pipeline_layout));
    const VkPipeline pipeline = described_pipeline(&kit, pipeline_layout, 0);
    for (int i = 0; i < 3; i++)
        set[i] = sets_new(&kit, pool, layout[i]);
    sets_write(&kit, set[0], 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, s->out[0].buffer, 0, VK_WHOLE_SIZE);
    for (uint32_t i = 0; i < 3; i++)
        sets_write(&kit, set[0], 1, i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, s->in[i].buffer, 0, VK_WHOLE_SIZE);
    sets_write(&kit, set[0], 2, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, s->constant.buffer, 0, 16);
    sets_write_bytes(&kit, set[0], 3, 0, block, sizeof block);
    const VkWriteDescriptorSet write[] = {
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set[0], .dstBinding = 4, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, .pTexelBufferView = &texels},
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set[0], .dstBinding = 7, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, .pTexelBufferView = &texels},
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set[0], .dstBinding = 5, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, .pImageInfo = &image[0]},
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set[0], .dstBinding = 6, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, .pImageInfo = &image[1]},
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set[1], .dstBinding = 0, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_SAMPLER, .pImageInfo = &image[2]},
        {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set[1], .dstBinding = 3, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, .pImageInfo = &image[3]}};
    vkUpdateDescriptorSets(kit.device, sizeof write / sizeof *write, write, 0, NULL);
    described_put_all(s, s->memory.word);
    for (int memory_first = 0; memory_first < 2; memory_first++) {
        const VkCommandBuffer c = kit_begin(&kit);
        described_clear(s);
        described_bind(c, s);
        for (int i = 0; i < 2; i++)
            if (i != memory_first) {
                vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
                vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_layout, 0, 3, set, 0, NULL);
                vkCmdDispatch(c, 1, 1, 1);
            } else
                described_dispatch(c, s, DESCRIBED_OTHER);
        CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
        CHECK(described_is_right(s, 1));
        CHECK_EQ(s->out[0].word[2], 410);
        CHECK_EQ(s->out[0].word[7], 250);
        CHECK_EQ(s->out[0].word[9], 8);
    }
    vkDestroyBufferView(kit.device, texels, NULL);
    vkDestroyDescriptorPool(kit.device, pool, NULL);
    vkDestroyPipeline(kit.device, pipeline, NULL);
    vkDestroyPipelineLayout(kit.device, pipeline_layout, NULL);
    for (int i = 0; i < 3; i++)
        vkDestroyDescriptorSetLayout(kit.device, layout[i], NULL);
}

/* ---- what is wrong ------------------------------------------------------------------------------------------------ */

static void wrong_commands(const struct described *s)
{
    const VkDescriptorBufferBindingInfoEXT nowhere = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT, .address = 0x1234};
    VkDescriptorBufferBindingInfoEXT many[9] = {{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT}};
    uint64_t data[4];
    VkCommandBuffer c = kit_begin(&kit);

    described_dispatch(c, s, DESCRIBED_FIRST);
    CHECK(kit_said(&kit, "vkCmdSetDescriptorBufferOffsetsEXT: descriptor buffer 0 is not bound"));
    CHECK_EQ(vkEndCommandBuffer(c), VK_ERROR_VALIDATION_FAILED_EXT);
    c = kit_begin(&kit);
    CmdBindDescriptorBuffersEXT(c, 1, &nowhere);
    CHECK(kit_said(&kit, "vkCmdBindDescriptorBuffersEXT: address 0x1234 of no buffer"));
    for (int i = 0; i < 9; i++)
        many[i].address = s->memory.address;
    CmdBindDescriptorBuffersEXT(c, 9, many);
    CHECK(kit_said(&kit, "vkCmdBindDescriptorBuffersEXT: 9 buffers; the device has 8"));
    CHECK_EQ(GetBufferOpaqueCaptureDescriptorDataEXT(kit.device, NULL, data), VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK_EQ(GetImageOpaqueCaptureDescriptorDataEXT(kit.device, NULL, data), VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK_EQ(GetImageViewOpaqueCaptureDescriptorDataEXT(kit.device, NULL, data), VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK_EQ(GetSamplerOpaqueCaptureDescriptorDataEXT(kit.device, NULL, data), VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(kit_said(&kit, "vkGetSamplerOpaqueCaptureDescriptorDataEXT: descriptors cannot be captured and replayed"));
}

/* Any byte of a descriptor is another one: it was never written then, and the dispatch that uses it ends with a report. */
static void wrong_bytes(unsigned step)
{
    for (VkDeviceSize at = 0;; at += step) {
        described_open(&kit);
        struct described s = described_new(&kit);
        const bool is_over = at >= described_limits.storageBufferDescriptorSize;
        if (!is_over) {
            const VkCommandBuffer c = kit_begin(&kit);
            described_clear(&s);
            described_put_all(&s, s.memory.word);
            ((unsigned char *)s.memory.word)[DESCRIBED_FIRST + described_limits.storageBufferDescriptorSize + at] ^= 0x40;     /* of in_[0] */
            described_bind(c, &s);
            described_dispatch(c, &s, DESCRIBED_FIRST);
            CHECK_EQ(kit_submit(&kit, c), VK_ERROR_DEVICE_LOST);
            CHECK(kit_said(&kit, "set 0 binding 1"));
        }
        described_free(&s);
        kit_close(&kit);
        if (is_over)
            return;
    }
}

/* Memory of anything, and a set that ends beyond all memory. */
static void no_descriptors(void)
{
    described_open(&kit);
    struct described s = described_new(&kit);
    const VkCommandBuffer c = kit_begin(&kit);

    described_clear(&s);
    memset(s.memory.word, 0xa5, s.memory.size);
    described_bind(c, &s);
    described_dispatch(c, &s, UINT64_C(1) << 40);
    CHECK_EQ(kit_submit(&kit, c), VK_ERROR_DEVICE_LOST);
    CHECK(kit_said(&kit, "fault"));
    described_free(&s);
    kit_close(&kit);
}

/* Each allocation of the queue fails in turn: the device is lost, or does without. */
static void short_memory(void)
{
    bool failed = true;

    for (size_t n = 0; failed; n++) {
        described_open(&kit);
        struct described s = described_new(&kit);
        const VkCommandBuffer c = kit_begin(&kit);
        described_put_all(&s, s.memory.word);
        described_bind(c, &s);
        described_dispatch(c, &s, DESCRIBED_FIRST);
        KIT_NEED(vkEndCommandBuffer(c));
        failing_watch("libvulkan_wavefold");
        failing_from(FAILING_MALLOC, n, false);
        VkResult result = work_submit(kit.queue[0], (struct work_submission){.commands = c}, false);
        if (result == VK_SUCCESS)
            result = vkQueueWaitIdle(kit.queue[0]);
        failed = failing_failed(FAILING_MALLOC);
        failing_from(FAILING_MALLOC, SIZE_MAX, false);
        failing_watch(NULL);
        CHECK(result == VK_SUCCESS || (failed && (result == VK_ERROR_DEVICE_LOST || result == VK_ERROR_OUT_OF_HOST_MEMORY)));
        CHECK_EQ(kit_said(&kit, ""), result == VK_ERROR_DEVICE_LOST);
        kit.is_lost = result == VK_ERROR_DEVICE_LOST;
        described_free(&s);
        kit_close(&kit);
    }
}

/* A copy of descriptors races with the dispatch that reads them, but for a barrier. */
static void races(void)
{
    setenv("WAVEFOLD_RACES", "1", 1);
    for (int waits = 0; waits < 2; waits++) {
        described_open(&kit);
        struct described s = described_new(&kit);
        const VkCommandBuffer c = kit_begin(&kit);
        described_put_all(&s, s.memory.word);
        described_put_all(&s, s.staging.word);
        record_copy(c, &s, waits);
        CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
        CHECK(waits ? !kit_said(&kit, "") : kit_said(&kit, "the descriptors of a dispatch"));
        described_free(&s);
        kit_close(&kit);
    }
    unsetenv("WAVEFOLD_RACES");
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    described_open(&kit);
    struct described s = described_new(&kit);
    sizes(&s);
    if (!kit.validates)                 /* the layer counts embedded ones among the 240 of a set */
        many_samplers(&s);
    of_the_host(&s);
    later(&s);
    of_the_device(&s);
    nothing(&s);
    mixed(&s);
    immutable(&s);
    in_turn(&s);
    if (!kit.validates)
        wrong_commands(&s);
    const bool validates = kit.validates;
    described_free(&s);
    kit_close(&kit);
    if (!validates) {
        wrong_bytes(kit_is_simulated() ? 13 : 1);
        no_descriptors();
        short_memory();
    }
    if (!kit_is_simulated())
        races();
    return check_end("vulkan_descriptor_buffer");
}
