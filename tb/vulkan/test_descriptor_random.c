/* SPDX-License-Identifier: Apache-2.0
 * test_descriptor_random.c - writes, copies and templates of random elements of several sets, dispatch after dispatch: each
 * lane reads what a list of the program has for its element.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "sets.h"

#include "desc_arrays.spv.h"

enum { N = 8, SETS = 3, BUFFERS = 6, TURNS = 400, LEAST = 16 };

static uint64_t state = 0x9e3779b97f4a7c15;

static uint32_t below(uint32_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % n;
}

/* What a descriptor is to be: of buffer `buffer`, so many bytes from there on. */
struct wanted {
    uint32_t buffer, offset, range;
};
struct sets {
    VkDescriptorSet set[SETS];
    struct wanted wanted[SETS][2][N];           /* storage, uniform */
    struct kit_buffer buffer[BUFFERS];
};

static const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER};

/* All buffers have 64 words: word k of buffer n is 1000 * n + k. */
static VkDescriptorBufferInfo choose(const struct sets *s, struct wanted *w)
{
    w->buffer = below(BUFFERS);
    w->offset = 8 * below(12);
    const bool whole = below(4) == 0;
    w->range = whole ? 256 - w->offset : LEAST + below(256 - LEAST - w->offset);
    return (VkDescriptorBufferInfo){s->buffer[w->buffer].buffer, w->offset, whole ? VK_WHOLE_SIZE : w->range};
}

static void write_some(struct kit *kit, struct sets *s)
{
    const uint32_t set = below(SETS), kind = below(2), first = below(N), count = 1 + below(N - first);
    VkDescriptorBufferInfo info[N];

    for (uint32_t i = 0; i < count; i++)
        info[i] = choose(s, &s->wanted[set][kind][first + i]);
    vkUpdateDescriptorSets(kit->device, 1, &(VkWriteDescriptorSet){
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = s->set[set], .dstBinding = 1 + kind, .dstArrayElement = first,
        .descriptorCount = count, .descriptorType = types[kind], .pBufferInfo = info}, 0, NULL);
}

static void copy_some(struct kit *kit, struct sets *s)
{
    const uint32_t from = below(SETS), to = (from + 1 + below(SETS - 1)) % SETS, kind = below(2), source = below(N), target = below(N);
    const uint32_t most = N - (source > target ? source : target), count = 1 + below(most);

    memcpy(&s->wanted[to][kind][target], &s->wanted[from][kind][source], count * sizeof(struct wanted));
    vkUpdateDescriptorSets(kit->device, 0, NULL, 1, &(VkCopyDescriptorSet){
        .sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET, .srcSet = s->set[from], .srcBinding = 1 + kind, .srcArrayElement = source,
        .dstSet = s->set[to], .dstBinding = 1 + kind, .dstArrayElement = target, .descriptorCount = count});
}

/* Two entries, each with a stride of its own. */
static void update_some(struct kit *kit, struct sets *s, VkDescriptorSetLayout layout)
{
    const uint32_t set = below(SETS);
    unsigned char data[4096];
    VkDescriptorUpdateTemplateEntry entry[2];
    VkDescriptorUpdateTemplate template;
    size_t at = 8 * below(5);

    for (uint32_t kind = 0; kind < 2; kind++) {
        const uint32_t first = below(N), count = 1 + below(N - first);
        const size_t stride = sizeof(VkDescriptorBufferInfo) + 8 * below(4);
        entry[kind] = (VkDescriptorUpdateTemplateEntry){1 + kind, first, count, types[kind], at, stride};
        for (uint32_t i = 0; i < count; i++, at += stride) {
            const VkDescriptorBufferInfo info = choose(s, &s->wanted[set][kind][first + i]);
            memcpy(data + at, &info, sizeof info);
        }
    }
    KIT_NEED(vkCreateDescriptorUpdateTemplate(kit->device, &(VkDescriptorUpdateTemplateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO, .descriptorUpdateEntryCount = 2, .pDescriptorUpdateEntries = entry,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET, .descriptorSetLayout = layout}, NULL, &template));
    vkUpdateDescriptorSetWithTemplate(kit->device, s->set[set], template, data);
    vkDestroyDescriptorUpdateTemplate(kit->device, template, NULL);
}

int main(int argc, char **argv)
{
    const VkDescriptorSetLayoutBinding binding[] = {SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, STORAGE_BUFFER, N), SETS_BINDING(2, UNIFORM_BUFFER, N)};
    struct kit kit;
    struct sets s;

    if (argc > 1)
        state ^= strtoull(argv[1], NULL, 0) * 0x2545f4914f6cdd1d;
    kit_choose(argv[0]);
    sets_open(&kit, SETS_ROBUST2);
    const VkDescriptorSetLayout layout = sets_layout(&kit, binding, 3, NULL, 0);
    const struct sets_pipeline p = sets_pipeline(&kit, desc_arrays, sizeof desc_arrays, &layout, 1, 4);
    struct kit_buffer out = kit_buffer(&kit, 4 * 3 * N);
    for (uint32_t n = 0; n < BUFFERS; n++) {
        s.buffer[n] = kit_buffer(&kit, 256);
        for (uint32_t k = 0; k < 64; k++)
            s.buffer[n].word[k] = 1000 * n + k;
    }
    for (uint32_t n = 0; n < SETS; n++) {
        s.set[n] = sets_new(&kit, kit.descriptors, layout);
        sets_write(&kit, s.set[n], 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out.buffer, 0, VK_WHOLE_SIZE);
        for (uint32_t i = 0; i < 2 * N; i++) {
            const VkDescriptorBufferInfo info = choose(&s, &s.wanted[n][i % 2][i / 2]);
            sets_write(&kit, s.set[n], 1 + i % 2, i / 2, types[i % 2], info.buffer, info.offset, info.range);
        }
    }
    for (int turn = 0; turn < TURNS; turn++) {
        for (uint32_t k = 1 + below(4); k > 0; k--)
            switch (below(3)) {
            case 0: write_some(&kit, &s); break;
            case 1: copy_some(&kit, &s); break;
            default: update_some(&kit, &s, layout);
            }
        const uint32_t set = below(SETS), word = below(40);
        const VkCommandBuffer c = kit_begin(&kit);
        vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
        vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, &s.set[set], 0, NULL);
        vkCmdPushConstants(c, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &word);
        vkCmdDispatch(c, 1, 1, 1);
        CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
        for (uint32_t i = 0; i < N; i++) {
            const struct wanted *a = &s.wanted[set][0][7 - i], *b = &s.wanted[set][1][7 - i];
            CHECK_EQ(out.word[i], 4 * word < a->range ? 1000 * a->buffer + a->offset / 4 + word : 0);
            CHECK_EQ(out.word[8 + i], 1000 * b->buffer + b->offset / 4 + word % 4);
            CHECK_EQ(out.word[16 + i], a->range / 4);
        }
    }
    for (uint32_t n = 0; n < BUFFERS; n++)
        kit_buffer_free(&kit, &s.buffer[n]);
    kit_buffer_free(&kit, &out);
    sets_pipeline_free(&kit, &p);
    vkDestroyDescriptorSetLayout(kit.device, layout, NULL);
    kit_close(&kit);
    return check_end("vulkan_descriptor_random");
}
