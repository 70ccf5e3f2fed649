/* SPDX-License-Identifier: Apache-2.0
 * bench_vulkan.c - times of the same programs on whatever driver the loader finds: a line a program, its seconds by the clock
 * and of all threads.  An argument is the one program to run.
 * The results are checked against plain C.
 */
#include "../kit.h"
#include "../mixed.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mix.spv.h"
#include "histogram.spv.h"
#include "lengthy.spv.h"
#include "mandelbrot.spv.h"
#include "matmul.spv.h"
#include "prefix.spv.h"
#include "reduce.spv.h"

enum { WORDS = 1 << 20, SIDE = 128, ROUNDS = 64, MOST = 256, RUNS = 5, MANY = 1000 };

static double now(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* On a machine that does other work too, the time of all threads is a better measure than that of the clock. */
struct times {
    double clock, threads;
};

/* One program: its dispatch, timed from submission to fence, the best of several. */
struct program {
    const char *name;
    const uint32_t *module;
    size_t bytes;
    uint32_t buffers, groups[3], push;
    VkDeviceSize size[3];               /* of its buffers */
    void (*fill)(struct kit_buffer *buffer);
    bool (*is_right)(const struct kit_buffer *buffer);
};

static uint32_t word_of(uint32_t i)
{
    return i * 2654435761u + 12345;
}

static void fill_words(struct kit_buffer *b)
{
    for (uint32_t i = 0; i < WORDS; i++)
        b[0].word[i] = word_of(i);
    for (int n = 1; n < 3; n++)
        if (b[n].word)
            memset(b[n].word, 0, b[n].size);
}

static bool is_hash(const struct kit_buffer *b)
{
    for (uint32_t i = 0; i < WORDS; i += 977)
        if (b[0].word[i] != mixed(word_of(i), ROUNDS))
            return false;
    return true;
}

static void fill_none(struct kit_buffer *b)
{
    memset(b[0].word, 0, b[0].size);
}

static bool is_mandelbrot(const struct kit_buffer *b)
{
    return b[0].word[128 * 256 + 192] == MOST && b[0].word[0] == 1;       /* the origin stays, the corner leaves at once */
}

static void fill_matrices(struct kit_buffer *b)
{
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        ((float *)b[0].word)[i] = (float)(i % 7);
        ((float *)b[1].word)[i] = (float)(i % 5);
    }
}

static bool is_product(const struct kit_buffer *b)
{
    const float *x = (const float *)b[0].word, *y = (const float *)b[1].word, *z = (const float *)b[2].word;

    for (uint32_t i = 0; i < SIDE * SIDE; i += 13) {
        float sum = 0;                  /* of small whole numbers: exact in any order */
        for (uint32_t k = 0; k < SIDE; k++)
            sum += x[i / SIDE * SIDE + k] * y[k * SIDE + i % SIDE];
        if (sum != z[i])
            return false;
    }
    return true;
}

static bool is_sum(const struct kit_buffer *b)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < WORDS; i++)
        sum += word_of(i);
    return b[1].word[0] == sum;
}

static bool is_prefix(const struct kit_buffer *b)
{
    for (uint32_t i = 0, sum = 0; i < WORDS; i++) {
        sum = i % 256 ? sum + word_of(i) : word_of(i);
        if (b[1].word[i] != sum || (i % 256 == 255 && b[2].word[i / 256] != sum))
            return false;
    }
    return true;
}

static bool is_histogram(const struct kit_buffer *b)
{
    uint32_t bin[256] = {0};

    for (uint32_t i = 0; i < WORDS; i++)
        bin[word_of(i) & 255]++;
    return !memcmp(bin, b[1].word, sizeof bin);
}

static const struct program programs[] = {
    {"hash", mix, sizeof mix, 1, {WORDS / 64, 1, 1}, ROUNDS, {4 * WORDS}, fill_words, is_hash},
    {"mandelbrot", mandelbrot, sizeof mandelbrot, 1, {32, 32, 1}, MOST, {4 * 256 * 256}, fill_none, is_mandelbrot},
    {"matmul", matmul, sizeof matmul, 3, {SIDE / 16, SIDE / 16, 1}, SIDE, {4 * SIDE * SIDE, 4 * SIDE * SIDE, 4 * SIDE * SIDE}, fill_matrices, is_product},
    {"reduction", reduce, sizeof reduce, 2, {WORDS / 256, 1, 1}, 0, {4 * WORDS, 4}, fill_words, is_sum},
    {"prefix_sum", prefix, sizeof prefix, 3, {WORDS / 256, 1, 1}, 0, {4 * WORDS, 4 * WORDS, WORDS / 64}, fill_words, is_prefix},
    {"histogram", histogram, sizeof histogram, 2, {WORDS / 64, 1, 1}, 0, {4 * WORDS, 1024}, fill_words, is_histogram},
};

static struct times timed(struct kit *kit, VkCommandBuffer commands, VkFence fence)
{
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    const struct times begin = {now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID)};

    KIT_NEED(vkQueueSubmit(kit->queue[0], 1, &submit, fence));
    KIT_NEED(vkWaitForFences(kit->device, 1, &fence, VK_TRUE, UINT64_MAX));
    const struct times t = {now(CLOCK_MONOTONIC) - begin.clock, now(CLOCK_PROCESS_CPUTIME_ID) - begin.threads};
    KIT_NEED(vkResetFences(kit->device, 1, &fence));
    return t;
}

static VkCommandBuffer record(struct kit *kit, const struct program *x, const struct kit_pipeline *p, VkDescriptorSet set)
{
    const VkCommandBuffer commands = kit_begin(kit);

    if (x->push)
        vkCmdPushConstants(commands, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &x->push);
    kit_dispatch(commands, p, set, x->groups[0], x->groups[1], x->groups[2]);
    KIT_NEED(vkEndCommandBuffer(commands));
    return commands;
}

static int by_clock(const void *a, const void *b)
{
    const double x = ((const struct times *)a)->clock, y = ((const struct times *)b)->clock;
    return x < y ? -1 : x > y;
}

/* The best of few runs, the median of many, each from the same contents of the buffers. */
static struct times best(struct kit *kit, const struct program *x, int runs)
{
    struct kit_buffer b[3] = {{.word = NULL}};
    static struct times t[MANY];
    VkFence fence;

    for (uint32_t i = 0; i < x->buffers; i++)
        b[i] = kit_buffer(kit, x->size[i]);
    struct kit_pipeline p = kit_pipeline(kit, x->module, x->bytes, x->buffers, x->push ? 4 : 0, 0);
    const VkDescriptorSet set = kit_set(kit, &p, (const struct kit_buffer *const[]){&b[0], &b[1], &b[2]}, x->buffers);
    const VkCommandBuffer commands = record(kit, x, &p, set);
    KIT_NEED(vkCreateFence(kit->device, &(VkFenceCreateInfo){.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO}, NULL, &fence));
    for (int i = 0; i < runs; i++) {
        x->fill(b);
        t[i] = timed(kit, commands, fence);
    }
    qsort(t, (size_t)runs, sizeof *t, by_clock);
    CHECK(x->is_right(b));
    vkDestroyFence(kit->device, fence, NULL);
    vkFreeCommandBuffers(kit->device, kit->pool, 1, &commands);
    kit_pipeline_free(kit, &p);
    for (uint32_t i = 0; i < x->buffers; i++)
        kit_buffer_free(kit, &b[i]);
    return t[runs < MANY ? 0 : runs / 2];
}

static bool is_one(const struct kit_buffer *b)
{
    return b[0].word[64] == 0;          /* words of other groups stay */
}

/* From module to pipeline, the median of several. */
static struct times make_pipeline(struct kit *kit)
{
    enum { TIMES = 51 };
    struct times t[TIMES];

    for (int i = 0; i < TIMES; i++) {
        const struct times begin = {now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID)};
        struct kit_pipeline p = kit_pipeline(kit, lengthy, sizeof lengthy, 1, 0, 0);
        t[i] = (struct times){now(CLOCK_MONOTONIC) - begin.clock, now(CLOCK_PROCESS_CPUTIME_ID) - begin.threads};
        CHECK(p.pipeline != VK_NULL_HANDLE);
        kit_pipeline_free(kit, &p);
    }
    qsort(t, TIMES, sizeof *t, by_clock);
    return t[TIMES / 2];
}

static void show(const struct program *x, struct times t)
{
    printf("%s %.6f %.6f\n", x->name, t.clock, t.threads);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static const struct program one = {"one_group", mix, sizeof mix, 1, {1, 1, 1}, 1, {4 * 128}, fill_none, is_one};
    VkPhysicalDeviceProperties properties;
    struct kit kit;

    kit_open(&kit, NULL);
    vkGetPhysicalDeviceProperties(kit.physical, &properties);
    fprintf(stderr, "%s\n", properties.deviceName);
    if (argc < 2 || !strcmp(argv[1], "pipeline"))
        show(&(struct program){.name = "pipeline"}, make_pipeline(&kit));
    if (argc < 2 || !strcmp(argv[1], one.name))
        show(&one, best(&kit, &one, MANY));
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (argc < 2 || !strcmp(argv[1], programs[i].name))
            show(&programs[i], best(&kit, &programs[i], RUNS));
    kit_close(&kit);
    return check_end("vulkan_bench");
}
