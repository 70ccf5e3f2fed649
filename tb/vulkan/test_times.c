/* SPDX-License-Identifier: Apache-2.0
 * test_times.c - how long a dispatch of one group takes on the model from submission to fence, and a pipeline of 1,000 instructions from module
 * to pipeline: the times of docs/vulkan.md.  Processor time of all threads, and the best of many, so that other work of the host does not count.
 * Not validated: a layer takes its time.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"
#include "mixed.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lengthy.spv.h"
#include "mix.spv.h"

enum { DISPATCHES = 2000, PIPELINES = 20, GROUP = 64, LENGTH = 1000 };
/* microseconds */
enum { LONGEST_DISPATCH = 50, LONGEST_PIPELINE = 10000 };

static struct kit kit;

/* Of this process, in microseconds. */
static double spent(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

/* A build with checks of a sanitizer, or for coverage, has other times. */
static bool is_fast_build(void)
{
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
    return true;
#else
    printf("SKIP vulkan_times: this build has other times\n");
    return false;
#endif
}

static void check_time(const char *what, double best, double most)
{
    if (is_fast_build()) {
        CHECK(best <= most);
        if (best > most)
            printf("%s: %.1f us of processor time, at best; at most %.0f\n", what, best, most);
    }
}

static void a_dispatch(void)
{
    const uint32_t rounds = 1;
    double best = 1e9;
    struct kit_buffer b = kit_buffer(&kit, 8 * GROUP);
    struct kit_pipeline p = kit_pipeline(&kit, mix, sizeof mix, 1, 4, 0);
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&b}, 1);
    const VkCommandBuffer commands = kit_begin(&kit);
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    VkFence fence;

    vkCmdPushConstants(commands, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &rounds);
    kit_dispatch(commands, &p, set, 1, 1, 1);
    KIT_NEED(vkEndCommandBuffer(commands));
    KIT_NEED(vkCreateFence(kit.device, &(VkFenceCreateInfo){.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO}, NULL, &fence));
    for (uint32_t n = 0; n < DISPATCHES; n++) {
        for (uint32_t i = 0; i < 2 * GROUP; i++)
            b.word[i] = n + i;
        const double begin = spent();
        KIT_NEED(vkQueueSubmit(kit.queue[0], 1, &submit, fence));
        KIT_NEED(vkWaitForFences(kit.device, 1, &fence, VK_TRUE, UINT64_MAX));
        const double took = spent() - begin;
        best = took < best ? took : best;
        KIT_NEED(vkResetFences(kit.device, 1, &fence));
        CHECK_EQ(b.word[GROUP - 1], mixed(n + GROUP - 1, rounds));      /* it ran, and no other group */
        CHECK_EQ(b.word[GROUP], n + GROUP);
    }
    check_time("a dispatch of one group", best, LONGEST_DISPATCH);
    vkDestroyFence(kit.device, fence, NULL);
    vkFreeCommandBuffers(kit.device, kit.pool, 1, &commands);
    kit_pipeline_free(&kit, &p);
    kit_buffer_free(&kit, &b);
}

static uint64_t length_of(VkPipeline pipeline)
{
    const PFN_vkGetPipelineExecutableStatisticsKHR get =
        (PFN_vkGetPipelineExecutableStatisticsKHR)vkGetDeviceProcAddr(kit.device, "vkGetPipelineExecutableStatisticsKHR");
    VkPipelineExecutableStatisticKHR s[16];
    uint32_t count = 16;

    memset(s, 0, sizeof s);
    for (uint32_t i = 0; i < count; i++)
        s[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
    KIT_NEED(get(kit.device, &(VkPipelineExecutableInfoKHR){.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR, .pipeline = pipeline}, &count, s));
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(s[i].name, "Instructions"))
            return s[i].value.u64;
    return 0;
}

/* None is there when the next is made: nothing of it is kept. */
static void a_pipeline(void)
{
    double best = 1e9;

    for (int n = 0; n < PIPELINES; n++) {
        const double begin = spent();
        struct kit_pipeline p = kit_pipeline(&kit, lengthy, sizeof lengthy, 1, 0, 0);
        const double took = spent() - begin;
        best = took < best ? took : best;
        CHECK(length_of(p.pipeline) >= LENGTH);
        kit_pipeline_free(&kit, &p);
    }
    check_time("a pipeline of 1,000 instructions", best, LONGEST_PIPELINE);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME};
    const VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR features = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR, .pipelineExecutableInfo = VK_TRUE};

    (void)argc;
    unsetenv("WF_VALIDATE");
    kit_choose(argv[0]);
    kit_open(&kit, &(struct kit_wishes){.features = &features, .extension = names, .extensions = 1});
    a_dispatch();
    a_pipeline();
    kit_close(&kit);
    return check_end("vulkan_times");
}
