/* SPDX-License-Identifier: Apache-2.0
 * test_groups.c - groups of all shapes, up to 1,024 threads in each dimension, at each subgroup size, and grids that begin
 * at a base: each thread stores its ids.  And shapes that the device does not have.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "stage.h"

#include "thread_ids.spv.h"

#include <string.h>

enum { WORDS = 20, ROOM = 4 << 20 };

static struct kit kit;
static struct kit_buffer out;

struct launch {
    uint32_t local[3], base[3], groups[3];
    uint32_t size;                      /* of a subgroup */
};

static void check3(const uint32_t *word, uint32_t x, uint32_t y, uint32_t z)
{
    CHECK_EQ(word[0], x);
    CHECK_EQ(word[1], y);
    CHECK_EQ(word[2], z);
}

/* Lanes go by the local index, unless the group has whole squares of 2 x 2 threads (docs/vulkan.md, Subgroup sizes). */
static uint32_t place_of(const uint32_t local[3], const uint32_t id[3])
{
    const uint32_t slice = id[2] * local[0] * local[1];

    if (local[0] % 2 || local[1] % 2)
        return slice + id[1] * local[0] + id[0];
    return slice + 4 * (id[1] / 2 * (local[0] / 2) + id[0] / 2) + 2 * (id[1] % 2) + id[0] % 2;
}

static void check_thread(const struct launch *l, const uint32_t group[3], uint32_t index, const uint32_t *word, bool *taken)
{
    const uint32_t *local = l->local, threads = local[0] * local[1] * local[2], waves = (threads + l->size - 1) / l->size;
    const uint32_t id[3] = {index % local[0], index / local[0] % local[1], index / (local[0] * local[1])};

    check3(word, l->base[0] + group[0], l->base[1] + group[1], l->base[2] + group[2]);
    check3(word + 3, id[0], id[1], id[2]);
    check3(word + 6, word[0] * local[0] + id[0], word[1] * local[1] + id[1], word[2] * local[2] + id[2]);
    check3(word + 9, l->groups[0], l->groups[1], l->groups[2]);
    CHECK_EQ(word[14], l->size);
    CHECK_EQ(word[15], waves);
    CHECK_EQ(word[16], index);
    CHECK_EQ(word[17], threads);
    CHECK_EQ(word[18], 1);
    /* no lane twice, and only the last subgroup may be in part */
    const uint32_t place = word[12] * l->size + word[13];
    CHECK(word[13] < l->size && place < threads);
    CHECK_EQ(place, place_of(local, id));
    if (place < threads) {
        CHECK(!taken[place]);
        taken[place] = true;
    }
}

static void check_all(const struct launch *l)
{
    const uint32_t threads = l->local[0] * l->local[1] * l->local[2];
    const uint32_t *word = out.word;
    uint32_t group[3];

    for (group[2] = 0; group[2] < l->groups[2]; group[2]++)
        for (group[1] = 0; group[1] < l->groups[1]; group[1]++)
            for (group[0] = 0; group[0] < l->groups[0]; group[0]++) {
                bool taken[1024] = {false};
                for (uint32_t i = 0; i < threads; i++, word += WORDS)
                    check_thread(l, group, i, word, taken);
            }
    CHECK_EQ(*word, 0);
}

static void begin(const struct launch *l, struct kit_pipeline *p, VkDescriptorSet *set, VkPipelineCreateFlags flags)
{
    const struct stage stage = {.module = thread_ids, .bytes = sizeof thread_ids, .buffers = 1, .push = 12, .required = l->size, .pipeline_flags = flags,
                                .spec = l->local, .specs = 3};

    KIT_NEED(stage_pipeline(&kit, &stage, p));
    *set = kit_set(&kit, p, (const struct kit_buffer *const[]){&out}, 1);
}

static void dispatch(const struct launch *l, const struct kit_pipeline *p, VkDescriptorSet set, bool with_base)
{
    const VkCommandBuffer commands = kit_begin(&kit);

    memset(out.word, 0, out.size);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, 1, &set, 0, NULL);
    vkCmdPushConstants(commands, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 12, l->base);
    if (with_base)
        vkCmdDispatchBase(commands, l->base[0], l->base[1], l->base[2], l->groups[0], l->groups[1], l->groups[2]);
    else
        vkCmdDispatch(commands, l->groups[0], l->groups[1], l->groups[2]);
    CHECK_EQ(kit_submit(&kit, commands), VK_SUCCESS);
    check_all(l);
}

static void end(struct kit_pipeline *p, VkDescriptorSet set)
{
    KIT_NEED(vkFreeDescriptorSets(kit.device, kit.descriptors, 1, &set));
    kit_pipeline_free(&kit, p);
}

static void try_shape(uint32_t x, uint32_t y, uint32_t z, uint32_t size)
{
    const struct launch l = {{x, y, z}, {0, 0, 0}, {2, 1, 2}, size};
    struct kit_pipeline p;
    VkDescriptorSet set;

    begin(&l, &p, &set, 0);
    dispatch(&l, &p, set, false);
    end(&p, set);
}

static void try_shapes(void)
{
    static const uint32_t shape[][3] = {{64, 1, 1}, {1024, 1, 1}, {1, 1024, 1}, {1, 1, 1024}, {1, 1, 65}, {2, 2, 100}, {2, 2, 256}, {3, 2, 70},
                                        {4, 2, 128}, {1, 8, 128}, {8, 8, 16}, {7, 9, 5}, {4, 4, 64}, {1, 1, 1}};

    for (uint32_t size = 4; size <= kit.widest; size *= 2)
        for (unsigned i = 0; i < sizeof shape / sizeof *shape; i++)
            try_shape(shape[i][0], shape[i][1], shape[i][2], size);
}

static void try_bases(void)
{
    static const uint32_t base[][3] = {{0, 0, 0}, {5, 0, 0}, {0, 7, 0}, {0, 0, 9}, {65532, 65533, 65534}, {1, 2, 3}};
    struct launch l = {{4, 2, 3}, {0, 0, 0}, {3, 2, 1}, 8};
    struct kit_pipeline p;
    VkDescriptorSet set;

    /* one pipeline for all, shapes that the machine has and one that it does not */
    for (unsigned deep = 0; deep < 2; deep++) {
        l.local[2] = deep ? 80 : 3;
        begin(&l, &p, &set, VK_PIPELINE_CREATE_DISPATCH_BASE_BIT);
        for (unsigned i = 0; i < sizeof base / sizeof *base; i++) {
            memcpy(l.base, base[i], sizeof l.base);
            dispatch(&l, &p, set, true);
        }
        end(&p, set);
    }
}

static void refuse(const struct stage *stage, const char *expected)
{
    struct kit_pipeline p;

    CHECK(stage_pipeline(&kit, stage, &p) < 0);
    CHECK(p.pipeline == VK_NULL_HANDLE);
    CHECK(kit_said(&kit, expected));
    kit_pipeline_free(&kit, &p);
}

static void refuse_shape(uint32_t x, uint32_t y, uint32_t z, const char *expected)
{
    const uint32_t local[3] = {x, y, z};

    refuse(&(struct stage){.module = thread_ids, .bytes = sizeof thread_ids, .buffers = 1, .push = 12, .spec = local, .specs = 3}, expected);
}

static void try_refused(void)
{
    const uint32_t local[3] = {12, 4, 1}, size = 8;
    char words[128];
    struct stage stage = {.module = thread_ids, .bytes = sizeof thread_ids, .buffers = 1, .push = 12, .spec = local, .specs = 3};

    refuse_shape(1025, 1, 1, "its groups have 1025 threads in x; expected 1 to 1024");
    refuse_shape(1, 1, 2000, "its groups have 2000 threads in z; expected 1 to 1024");
    refuse_shape(0, 1, 1, "its groups have 0 threads in x");
    refuse_shape(64, 64, 1, "its groups have 4096 threads; expected at most 1024");
    refuse_shape(0x10001, 0x10001, 1, "its groups have 65537 threads in x");
    stage.required = 12;
    snprintf(words, sizeof words, "requiredSubgroupSize 12; expected a power of two from 4 to %u\n", (unsigned)kit.widest);
    refuse(&stage, words);
    stage.required = 256;
    refuse(&stage, "requiredSubgroupSize 256");
    stage.required = size;
    stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    refuse(&stage, "REQUIRE_FULL_SUBGROUPS: its groups have 12 threads in x; expected a multiple of the subgroup size, 8");
    stage.required = 0;
    snprintf(words, sizeof words, "expected a multiple of the subgroup size, %u\n", (unsigned)kit.wave_size);
    refuse(&stage, words);
}

/* What the flags allow. */
static void try_flags(void)
{
    static const VkPipelineShaderStageCreateFlags full = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT,
                                                  varying = VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT;
    const struct { VkPipelineShaderStageCreateFlags flags; uint32_t required, size; } tries[] = {
        {full, 8, 8}, {full, kit.widest, kit.widest}, {full, 0, kit.wave_size}, {varying, 0, kit.wave_size}, {full | varying, 0, kit.wave_size},
        {0, 0, kit.wave_size}};

    for (unsigned i = 0; i < sizeof tries / sizeof *tries; i++) {
        const struct launch l = {{128, 2, 1}, {0, 0, 0}, {2, 1, 1}, tries[i].size};
        const struct stage stage = {.module = thread_ids, .bytes = sizeof thread_ids, .buffers = 1, .push = 12, .required = tries[i].required,
                                    .flags = tries[i].flags, .spec = l.local, .specs = 3};
        struct kit_pipeline p;
        KIT_NEED(stage_pipeline(&kit, &stage, &p));
        const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&out}, 1);
        dispatch(&l, &p, set, false);
        end(&p, set);
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    kit_open(&kit, NULL);
    out = kit_buffer(&kit, ROOM);
    try_shapes();
    try_bases();
    try_flags();
    if (!kit_validates())  /* the validation layer has its own words for them */
        try_refused();
    kit_buffer_free(&kit, &out);
    kit_close(&kit);
    return check_end("vulkan_groups");
}
