/* SPDX-License-Identifier: Apache-2.0
 * prefix_sum.c - a program that does not know this machine: it prints prefix sums of blocks of 256 numbers, by the first device
 * that the loader has.  Its shader assumes more of subgroups than Vulkan says, so `wavefold vulkan` has something to find.
 */
#include "kit.h"

#include "prefix_sum.spv.h"

enum { BLOCKS = 4, BLOCK = 256, WORDS = BLOCKS * BLOCK };

int main(void)
{
    struct kit kit;

    kit_open(&kit, NULL);
    struct kit_buffer in = kit_buffer(&kit, 4 * WORDS), out = kit_buffer(&kit, 4 * WORDS);
    struct kit_pipeline p = kit_pipeline(&kit, prefix_sum, sizeof prefix_sum, 2, 0, 0);
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&in, &out}, 2);
    for (uint32_t i = 0; i < WORDS; i++)
        in.word[i] = i % 10;
    const VkCommandBuffer commands = kit_begin(&kit);
    kit_dispatch(commands, &p, set, BLOCKS, 1, 1);
    KIT_NEED(kit_submit(&kit, commands));
    for (uint32_t i = 0; i < BLOCKS; i++)
        printf("block %u: %u after 64 numbers, %u in all\n", (unsigned)i, (unsigned)out.word[i * BLOCK + 63], (unsigned)out.word[i * BLOCK + 255]);
    kit_pipeline_free(&kit, &p);
    kit_buffer_free(&kit, &in);
    kit_buffer_free(&kit, &out);
    kit_close(&kit);
    return 0;
}
