/* SPDX-License-Identifier: Apache-2.0
 * test_descriptor_ends.c - what of a descriptor buffer a dispatch reads, as races have it: of a binding with a variable count the
 * descriptors that were written, and none beyond all memory.
 * Not on the hardware: races are of the model.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "described.h"
#include "sets.h"

static struct kit kit;

/* The last binding of set 0, of which the shader uses nothing; its room reaches beyond FAR. */
enum { LAST = DESCRIBED_BINDINGS, MOST = 1000, BLOCK = 4096, WRITTEN = 2, FAR = 6144 };

struct ends {
    struct described s;
    VkDeviceSize last;                          /* in memory, of the set at DESCRIBED_OTHER */
};

/* As `s`, with one binding more. */
static struct ends ends_new(const struct described *s, VkDescriptorType type, uint32_t count)
{
    VkDescriptorSetLayoutBinding binding[DESCRIBED_BINDINGS + 1];
    VkDescriptorBindingFlags flags[DESCRIBED_BINDINGS + 1] = {0};
    const VkDescriptorSetLayoutBindingFlagsCreateInfo with = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO, .bindingCount = LAST + 1, .pBindingFlags = flags};
    struct ends e = {.s = *s};
    VkDeviceSize at, size;

    memcpy(binding, described_first, sizeof described_first);
    binding[LAST] = (VkDescriptorSetLayoutBinding){LAST, type, count, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    flags[LAST] = VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT | VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT;
    KIT_NEED(vkCreateDescriptorSetLayout(kit.device, &(VkDescriptorSetLayoutCreateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .pNext = &with,
        .flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT, .bindingCount = LAST + 1, .pBindings = binding}, NULL, &e.s.layout[0]));
    KIT_NEED(vkCreatePipelineLayout(kit.device, &(VkPipelineLayoutCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 3, .pSetLayouts = e.s.layout}, NULL, &e.s.pipeline_layout));
    e.s.pipeline = described_pipeline(&kit, e.s.pipeline_layout, VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT);
    GetDescriptorSetLayoutBindingOffsetEXT(kit.device, e.s.layout[0], LAST, &at);
    GetDescriptorSetLayoutSizeEXT(kit.device, e.s.layout[0], &size);
    e.last = DESCRIBED_OTHER + at;
    CHECK(e.last + WRITTEN * described_bytes(type) < DESCRIBED_SECOND && DESCRIBED_OTHER + size > FAR + 4);
    return e;
}

static void ends_free(const struct ends *e)
{
    vkDestroyPipeline(kit.device, e->s.pipeline, NULL);
    vkDestroyPipelineLayout(kit.device, e->s.pipeline_layout, NULL);
    vkDestroyDescriptorSetLayout(kit.device, e->s.layout[0], NULL);
}

static void put(const struct ends *e)
{
    const VkDescriptorAddressInfoEXT in = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT, .address = e->s.in[0].address, .range = 32};

    memset(e->s.memory.word, 0, e->s.memory.size);
    described_put_all(&e->s, e->s.memory.word);
    for (uint32_t i = 0; i < WRITTEN; i++)
        described_put(&e->s, (unsigned char *)e->s.memory.word + DESCRIBED_OTHER, 0, LAST, i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                      (VkDescriptorDataEXT){.pStorageBuffer = &in});
}

/* A word there is filled after the dispatch, with no barrier between them: does that race? */
static bool races(const struct ends *e, VkDeviceSize at)
{
    const VkCommandBuffer c = kit_begin(&kit);

    described_clear(&e->s);
    described_bind(c, &e->s);
    described_dispatch(c, &e->s, DESCRIBED_OTHER);
    vkCmdFillBuffer(c, e->s.memory.buffer, at, 4, 0);
    CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
    CHECK(described_is_right(&e->s, 1));
    return kit_said(&kit, "of the descriptors of set 0");
}

static void of_descriptors(const struct described *s)
{
    const struct ends e = ends_new(s, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MOST);
    const VkDeviceSize bytes = described_bytes(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);

    for (VkDeviceSize at = 0; at < bytes; at += bytes - 4) {
        put(&e);
        CHECK(races(&e, e.last + at));
        put(&e);
        CHECK(races(&e, e.last + (WRITTEN - 1) * bytes + at));
        put(&e);
        CHECK(!races(&e, e.last + WRITTEN * bytes + at));
    }
    CHECK(!races(&e, FAR));
    ends_free(&e);
}

static void of_a_block(const struct described *s)
{
    const struct ends e = ends_new(s, VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, BLOCK);

    put(&e);
    CHECK(races(&e, DESCRIBED_OTHER));
    put(&e);
    CHECK(!races(&e, e.last));
    CHECK(!races(&e, FAR));
    ends_free(&e);
}

/* A set of several pages of touched.c; some offsets lead around to the beginning of memory. */
static void beyond_memory(void)
{
    static const VkDeviceSize far[] = {UINT64_C(1) << 33, UINT64_C(1) << 40, UINT64_C(1) << 62, UINT64_MAX - 4095};

    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        described_open(&kit);
        struct described s = described_new(&kit);
        const struct ends e = ends_new(&s, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MOST);
        const VkCommandBuffer c = kit_begin(&kit);
        described_clear(&s);
        memset(s.memory.word, 0xa5, s.memory.size);
        described_bind(c, &s);
        described_dispatch(c, &e.s, far[i]);
        CHECK_EQ(kit_submit(&kit, c), VK_ERROR_DEVICE_LOST);
        CHECK(kit_said(&kit, "fault"));
        ends_free(&e);
        described_free(&s);
        kit_close(&kit);
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    setenv("WAVEFOLD_RACES", "1", 1);
    described_open(&kit);
    struct described s = described_new(&kit);
    of_descriptors(&s);
    of_a_block(&s);
    const bool validates = kit.validates;
    described_free(&s);
    kit_close(&kit);
    if (!validates)
        beyond_memory();
    return check_end("vulkan_descriptor_ends");
}
