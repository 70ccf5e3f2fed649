/* SPDX-License-Identifier: Apache-2.0
 * wf_rtl_speed.c - how much faster the RTL runs without the model beside it: one program with WAVEFOLD_ON=lockstep and
 * with rtl, in turns; the best time of each.
 *
 * wf_rtl_speed [REPEATS] [GROUPS]   prints both times and their ratio; status 1 when the ratio is below the goal.
 */
#define _POSIX_C_SOURCE 200809L
#include "kit.h"

#include <stdlib.h>
#include <time.h>

#include "hash.spv.h"

enum { GROUP = 64 };
#define GOAL 1.5

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of the processor from submit to fence. */
static double run(const char *on, uint32_t groups)
{
    struct kit kit;

    setenv("WAVEFOLD_ON", on, 1);
    kit_open(&kit, NULL);
    struct kit_buffer out = kit_buffer(&kit, 4 * GROUP * groups);
    struct kit_pipeline p = kit_pipeline(&kit, hash, sizeof hash, 1, 0, 0);
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&out}, 1);
    const VkCommandBuffer commands = kit_begin(&kit);
    kit_dispatch(commands, &p, set, groups, 1, 1);
    const double begin = now();
    const bool right = kit_submit(&kit, commands) == VK_SUCCESS;
    const double seconds = now() - begin;
    if (!right)
        printf("FAIL %s: %s\n", on, kit.said);
    kit_pipeline_free(&kit, &p);
    kit_buffer_free(&kit, &out);
    kit_close(&kit);
    return right ? seconds : 1e9;
}

int main(int argc, char **argv)
{
    const int repeats = argc > 1 ? atoi(argv[1]) : 3;
    const uint32_t groups = argc > 2 ? (uint32_t)atoi(argv[2]) : 64;
    double lockstep = 1e9, rtl = 1e9;

    kit_choose(argv[0]);
    for (int i = 0; i < repeats; i++) {
        const double a = run("lockstep", groups), b = run("rtl", groups);
        lockstep = a < lockstep ? a : lockstep;
        rtl = b < rtl ? b : rtl;
    }
    printf("lockstep %.3f s, rtl %.3f s: %.2f times, goal %.1f\n", lockstep, rtl, lockstep / rtl, GOAL);
    return lockstep / rtl < GOAL;
}
