/* SPDX-License-Identifier: Apache-2.0
 * reports.c - a program that does what goes wrong: reports MODE [INDEX [TIMES [FILLS]]], as reports.comp has them.  It prints a sum of what
 * comes out, or how its wait ended.  The output is filled after the dispatches, with no barrier between.
 */
#include "kit.h"

#include <stdlib.h>

#include "reports.spv.h"

enum { GROUPS = 3, WORDS = 96 };

int main(int argc, char **argv)
{
    const uint32_t push[2] = {argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 99, argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 0};
    uint32_t sum = 0;
    struct kit kit;

    kit_open(&kit, NULL);
    struct kit_buffer in = kit_buffer(&kit, 4 * WORDS), out = kit_buffer(&kit, 4 * WORDS);
    struct kit_pipeline p = kit_pipeline(&kit, reports, sizeof reports, 2, sizeof push, 0);
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&in, &out}, 2);
    for (uint32_t i = 0; i < WORDS; i++)
        in.word[i] = i;
    const VkCommandBuffer commands = kit_begin(&kit);
    vkCmdPushConstants(commands, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, push);
    for (unsigned long n = argc > 3 ? strtoul(argv[3], NULL, 0) : 1; n > 0; n--)
        kit_dispatch(commands, &p, set, GROUPS, 1, 1);
    for (unsigned long n = argc > 4 ? strtoul(argv[4], NULL, 0) : 0; n > 0; n--)
        vkCmdFillBuffer(commands, out.buffer, 0, 4, 0);
    const VkResult result = kit_submit(&kit, commands);
    for (uint32_t i = 0; i < WORDS; i++)
        sum += out.word[i];
    if (result == VK_SUCCESS)
        printf("sum %u\n", (unsigned)sum);
    else
        printf("VkResult %d\n", (int)result);
    kit_said(&kit, "");
    kit_pipeline_free(&kit, &p);
    kit_buffer_free(&kit, &in);
    kit_buffer_free(&kit, &out);
    kit_close(&kit);
    return 0;
}
