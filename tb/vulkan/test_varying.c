/* SPDX-License-Identifier: Apache-2.0
 * test_varying.c - WAVEFOLD_VARYING: pipelines run at sizes that the device chooses by a seed, where the specification lets
 * it.  A shader that counts on the size of the device gives wrong sums then, and one that does not gives right ones.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "stage.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS = 128, DEVICE = 32, WORDS = 8, SUMS = WORDS * THREADS };

/* What the device did with a pipeline. */
struct seen {
    uint32_t size;                      /* lanes of the first subgroup */
    uint32_t shown;                     /* SubgroupSize */
    uint32_t mask;                      /* the first word of SubgroupGeMask of lane 0 */
    bool right;                         /* sums of 32 threads each, by a shader that takes subgroups for 32 lanes */
};

/* Each thread: SubgroupSize, NumSubgroups, the lanes that run in its subgroup, SubgroupGeMask, and `mark`; each subgroup: the
 * sum of its threads, at the place that the thread's index divided by SubgroupSize gives. */
static const uint32_t *make(struct module *m, uint32_t version, uint32_t mark, size_t *bytes)
{
    module_begin(m, version);
    module_capability(m, SpvCapabilityGroupNonUniformArithmetic);
    module_capability(m, SpvCapabilityGroupNonUniformBallot);
    module_capability(m, SpvCapabilityGroupNonUniform);
    module_extension(m, "SPV_KHR_storage_buffer_storage_class");
    module_main(m, (const uint32_t[]){THREADS, 1, 1});
    const uint32_t word = module_u32(m), out = module_buffer(m, 0), scope = module_const(m, SpvScopeSubgroup);
    const uint32_t index = module_builtin(m, SpvBuiltInLocalInvocationIndex, 1), size = module_builtin(m, SpvBuiltInSubgroupSize, 1);
    const uint32_t waves = module_builtin(m, SpvBuiltInNumSubgroups, 1), mask = module_builtin(m, SpvBuiltInSubgroupGeMask, 4);
    const uint32_t lanes = OP(m, SpvOpGroupNonUniformIAdd, word, scope, SpvGroupOperationReduce, module_const(m, 1));
    const uint32_t sum = OP(m, SpvOpGroupNonUniformIAdd, word, scope, SpvGroupOperationReduce, index);
    const uint32_t value[] = {size, waves, lanes, OP(m, SpvOpCompositeExtract, word, mask, 0), module_const(m, mark)};
    const uint32_t at = OP(m, SpvOpIMul, word, index, module_const(m, WORDS));
    for (uint32_t i = 0; i < sizeof value / sizeof *value; i++)
        module_store(m, out, OP(m, SpvOpIAdd, word, at, module_const(m, i)), value[i]);
    module_store(m, out, OP(m, SpvOpIAdd, word, OP(m, SpvOpUDiv, word, index, size), module_const(m, SUMS)), sum);
    module_main_end(m);
    return module_end(m, bytes);
}

static bool is_right(const uint32_t *sum)
{
    bool right = true;

    for (uint32_t i = 0; i < THREADS / DEVICE; i++)
        right &= sum[i] == DEVICE * (2 * i * DEVICE + DEVICE - 1) / 2;
    return right;
}

static struct seen run(struct kit *kit, uint32_t version, uint32_t mark, uint32_t required, VkPipelineShaderStageCreateFlags flags)
{
    struct kit_buffer out = kit_buffer(kit, 4 * (SUMS + THREADS));
    struct module m;
    struct stage stage = {.buffers = 1, .required = required, .flags = flags};
    struct kit_pipeline p;

    stage.module = make(&m, version, mark, &stage.bytes);
    KIT_NEED(stage_pipeline(kit, &stage, &p));
    const VkDescriptorSet set = kit_set(kit, &p, (const struct kit_buffer *const[]){&out}, 1);
    const VkCommandBuffer commands = kit_begin(kit);
    kit_dispatch(commands, &p, set, 1, 1, 1);
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    const struct seen seen = {out.word[2], out.word[0], out.word[3], is_right(out.word + SUMS)};
    for (uint32_t i = 0; i < THREADS; i++) {
        CHECK_EQ(out.word[WORDS * i], seen.shown);
        CHECK_EQ(out.word[WORDS * i + 1], THREADS / seen.size);
        CHECK_EQ(out.word[WORDS * i + 2], seen.size);
        CHECK_EQ(out.word[WORDS * i + 4], mark);
    }
    CHECK_EQ(seen.mask, seen.shown < 32 ? (1U << seen.shown) - 1 : UINT32_MAX);
    kit_pipeline_free(kit, &p);
    kit_buffer_free(kit, &out);
    module_free(&m);
    return seen;
}

static void open_seed(struct kit *kit, int seed)
{
    char text[20];

    snprintf(text, sizeof text, "%d", seed);
    if (seed >= 0)
        setenv("WAVEFOLD_VARYING", text, 1);
    else
        unsetenv("WAVEFOLD_VARYING");
    kit_open(kit, NULL);
    VkPhysicalDeviceSubgroupProperties subgroup = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    vkGetPhysicalDeviceProperties2(kit->physical, &(VkPhysicalDeviceProperties2){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &subgroup});
    CHECK_EQ(subgroup.subgroupSize, DEVICE);
}

/* The pipelines that a device may not run at another size. */
static void check_fixed(struct kit *kit)
{
    static const VkPipelineShaderStageCreateFlags full = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;

    CHECK_EQ(run(kit, 0x10300, 0, 8, 0).size, 8);
    CHECK_EQ(run(kit, 0x10600, 0, 64, 0).size, 64);
    CHECK_EQ(run(kit, 0x10300, 0, 0, full).size, DEVICE);
    CHECK_EQ(run(kit, 0x10600, 0, 0, full).size, DEVICE);
    CHECK_EQ(run(kit, 0x10600, 0, 128, full).size, 128);
}

static void check_plain(void)
{
    struct kit kit;

    open_seed(&kit, -1);
    for (uint32_t version = 0x10300; version <= 0x10600; version += 0x300) {
        const struct seen seen = run(&kit, version, 0, 0, 0);
        CHECK_EQ(seen.size, DEVICE);
        CHECK_EQ(seen.shown, DEVICE);
        CHECK(seen.right);
    }
    kit_close(&kit);
}

static void check_seeds(void)
{
    static const VkPipelineShaderStageCreateFlags varying = VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT;
    uint32_t old = 0, new = 0, allowed = 0, mixed = 0, wrong = 0;
    struct kit kit;

    for (int seed = 0; seed < 64; seed++) {
        open_seed(&kit, seed);
        /* SPIR-V before 1.6: the shader reads the device's size, and its subgroups may be smaller */
        const struct seen a = run(&kit, 0x10300, 0, 0, 0), again = run(&kit, 0x10300, 0, 0, 0), b = run(&kit, 0x10600, 0, 0, 0);
        const struct seen c = run(&kit, 0x10300, 0, 0, varying), other = run(&kit, 0x10300, 1, 0, 0);
        CHECK_EQ(a.shown, DEVICE);
        CHECK_EQ(run(&kit, 0x10500, 2, 0, 0).shown, DEVICE);
        CHECK(a.size <= DEVICE);
        CHECK_EQ(a.right, a.size == DEVICE);
        CHECK_EQ(again.size, a.size);
        CHECK_EQ(b.shown, b.size);
        CHECK_EQ(b.right, b.size == DEVICE);
        CHECK_EQ(c.shown, c.size);
        old |= a.size, new |= b.size, allowed |= c.size;
        mixed += other.size != a.size;
        wrong += !a.right;
        /* one module and one size of waves, and yet other code: what the shader reads differs */
        const struct seen same = run(&kit, 0x10300, 0, a.size, 0);
        CHECK_EQ(same.size, a.size);
        CHECK_EQ(same.shown, a.size);
        if (seed < 4)
            check_fixed(&kit);
        kit_close(&kit);
    }
    CHECK_EQ(old, 4 | 8 | 16 | 32);
    CHECK_EQ(new, 4 | 8 | 16 | 32 | 64 | 128);
    CHECK_EQ(allowed, 4 | 8 | 16 | 32 | 64 | 128);
    CHECK(mixed > 16);                  /* pipelines of a device do not all have the same */
    CHECK(wrong > 16);
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    check_plain();
    check_seeds();
    return check_end("vulkan_varying");
}
