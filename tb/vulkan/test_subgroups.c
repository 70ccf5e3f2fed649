/* SPDX-License-Identifier: Apache-2.0
 * test_subgroups.c - a scan at each subgroup size that a pipeline can ask for, and at the device's own.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include "sums.spv.h"

enum { WORDS = 256, GROUP = 64 };

static void run(struct kit *kit, uint32_t asked, uint32_t size)
{
    struct kit_buffer in = kit_buffer(kit, 4 * WORDS), out = kit_buffer(kit, 4 * (WORDS + 2));
    struct kit_pipeline p = kit_pipeline(kit, sums, sizeof sums, 2, 0, asked);
    const VkDescriptorSet set = kit_set(kit, &p, (const struct kit_buffer *const[]){&in, &out}, 2);
    const VkCommandBuffer commands = kit_begin(kit);

    for (uint32_t i = 0; i < WORDS; i++)
        in.word[i] = i * i + 1;
    kit_dispatch(commands, &p, set, WORDS / GROUP, 1, 1);
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    CHECK_EQ(out.word[0], size);
    CHECK_EQ(out.word[1], (GROUP + size - 1) / size);
    for (uint32_t i = 0, sum = 0; i < WORDS; i++) {
        sum = i % GROUP % size ? sum + in.word[i - 1] : 0;
        CHECK_EQ(out.word[2 + i], sum);
    }
    kit_pipeline_free(kit, &p);
    kit_buffer_free(kit, &in);
    kit_buffer_free(kit, &out);
}

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    kit_open(&kit, NULL);
    for (uint32_t size = 4; size <= kit.widest; size *= 2)
        run(&kit, size, size);
    run(&kit, 0, kit.wave_size);
    kit_close(&kit);
    return check_end("vulkan_subgroups");
}
