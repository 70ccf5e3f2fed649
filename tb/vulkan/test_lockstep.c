/* SPDX-License-Identifier: Apache-2.0
 * test_lockstep.c - WAVEFOLD_ON=lockstep: programs on the RTL with the model beside it, and a difference between them.
 *
 * Needs: vulkan/wavefold_icd.json sim/libwavefold_sim_l8.so
 */
#include "rtl_checks.h"
#include "rtl_counts.h"
#include "rtl_robust.h"

/* While a dispatch runs, the program changes a word that it has read: the model does not see that. */
static void check_difference(void)
{
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1};
    struct rtl r;
    VkFence fence;

    rtl_open(&r, "lockstep", "1000000", 0, NULL);
    VkCommandBuffer commands = kit_begin(&r.kit);
    VkSubmitInfo own = submit;
    own.pCommandBuffers = &commands;
    rtl_record(&r, commands, &r.pipeline, r.set, HANDSHAKE, 0, 1);
    KIT_NEED(vkEndCommandBuffer(commands));
    KIT_NEED(vkCreateFence(r.kit.device, &(VkFenceCreateInfo){.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO}, NULL, &fence));
    KIT_NEED(vkQueueSubmit(r.kit.queue[0], 1, &own, fence));
    while (!*(volatile uint32_t *)&r.b.word[1])
        ;
    *(volatile uint32_t *)&r.a.word[0] = 5;
    CHECK_EQ(vkWaitForFences(r.kit.device, 1, &fence, VK_TRUE, UINT64_MAX), VK_ERROR_DEVICE_LOST);
    r.kit.is_lost = true;
    CHECK(strstr(r.kit.said, "hardware and model differ") != NULL);
    CHECK(kit_said(&r.kit, "0x00000005"));
    vkDestroyFence(r.kit.device, fence, NULL);
    rtl_close(&r);
}

/* ... one that it has not read is the program's own. */
static void check_no_difference(void)
{
    struct rtl r;

    rtl_open(&r, "lockstep", "1000000", 0, NULL);
    for (uint32_t i = 0; i < WORDS; i++)
        r.a.word[i] = i;
    CHECK_EQ(rtl_run(&r, SUM, 3, 2), VK_SUCCESS);
    r.a.word[7] = 100;                  /* between two dispatches: read anew */
    CHECK_EQ(rtl_run(&r, SUM, 3, 2), VK_SUCCESS);
    for (uint32_t i = 0; i < 2 * GROUP; i++)
        CHECK_EQ(r.b.word[i], rtl_sum(r.a.word, 3, i));
    rtl_close(&r);
}

int main(int argc, char **argv)
{
    (void)argc;
    rtl_check_all(argv[0], "lockstep");
    rtl_check_counts("lockstep");
    robust_check_all("lockstep");
    check_difference();
    check_no_difference();
    return check_end("vulkan_lockstep");
}
