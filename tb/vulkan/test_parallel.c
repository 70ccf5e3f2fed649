/* SPDX-License-Identifier: Apache-2.0
 * test_parallel.c - dispatches in parts on several threads of the host: for a seed, memory, counts and reports are the same
 * with one thread and with several, whether groups see each other or not; and they are right.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"
#include "mixed.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock_words.spv.h"
#include "meet.spv.h"
#include "mandelbrot.spv.h"
#include "matmul.spv.h"
#include "mix.spv.h"
#include "prefix.spv.h"
#include "reduce.spv.h"

enum { WORDS = 2048, OTHER = 2 + 64 + WORDS, COUNT = 0, FLAG = 1, LIST = 65, MODES = 21 };

static void set_number(const char *name, uint64_t value)
{
    char text[32];

    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    setenv(name, text, 1);
}

/* What a run leaves: both buffers, the invocations that were counted, and how it ended. */
struct outcome {
    uint32_t word[WORDS], other[OTHER];
    uint64_t invocations, in_parts, whole;
    VkResult result;
    char said[sizeof ((struct kit *)0)->said];
};

static void open_device(struct kit *kit, uint64_t seed, unsigned threads)
{
    static const char *const extension[] = {VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME, VK_KHR_SHADER_CLOCK_EXTENSION_NAME};
    VkPhysicalDeviceShaderClockFeaturesKHR clock = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR, .shaderSubgroupClock = VK_TRUE};
    VkPhysicalDeviceVulkan13Features core13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = &clock, .subgroupSizeControl = VK_TRUE,
                                               .computeFullSubgroups = VK_TRUE, .maintenance4 = VK_TRUE};
    VkPhysicalDeviceVulkan12Features core12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &core13, .bufferDeviceAddress = VK_TRUE,
                                               .vulkanMemoryModel = VK_TRUE, .vulkanMemoryModelDeviceScope = VK_TRUE, .scalarBlockLayout = VK_TRUE,
                                               .shaderBufferInt64Atomics = VK_TRUE};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &core12,
                                          .features = {.pipelineStatisticsQuery = VK_TRUE, .shaderInt64 = VK_TRUE}};

    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR, .pNext = &features, .pipelineExecutableInfo = VK_TRUE};

    set_number("WAVEFOLD_SEED", seed);
    set_number("WAVEFOLD_THREADS", threads);
    kit_open(kit, &(struct kit_wishes){.features = &executables, .extension = extension, .extensions = 2});
    kit->pipeline_flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
}

static uint64_t statistic(struct kit *kit, VkPipeline pipeline, const char *name)
{
    const PFN_vkGetPipelineExecutableStatisticsKHR get =
        (PFN_vkGetPipelineExecutableStatisticsKHR)vkGetDeviceProcAddr(kit->device, "vkGetPipelineExecutableStatisticsKHR");
    const VkPipelineExecutableInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR, .pipeline = pipeline};
    VkPipelineExecutableStatisticKHR s[16];
    uint32_t count = 16;

    for (int i = 0; i < 16; i++)
        s[i] = (VkPipelineExecutableStatisticKHR){.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
    KIT_NEED(get(kit->device, &info, &count, s));
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(s[i].name, name))
            return s[i].value.u64;
    return UINT64_MAX;
}

/* One dispatch of `groups` groups, with its invocations counted. */
static VkResult dispatch(struct kit *kit, const struct kit_pipeline *p, VkDescriptorSet set, const uint32_t groups[2], uint32_t push, uint64_t *invocations)
{
    const VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_PIPELINE_STATISTICS, .queryCount = 1,
                                        .pipelineStatistics = VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT};
    VkQueryPool pool;

    KIT_NEED(vkCreateQueryPool(kit->device, &info, NULL, &pool));
    const VkCommandBuffer commands = kit_begin(kit);
    vkCmdResetQueryPool(commands, pool, 0, 1);
    vkCmdBeginQuery(commands, pool, 0, 0);
    vkCmdPushConstants(commands, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &push);
    kit_dispatch(commands, p, set, groups[0], groups[1], 1);
    vkCmdEndQuery(commands, pool, 0);
    const VkResult result = kit_submit(kit, commands);
    *invocations = 0;
    if (result == VK_SUCCESS)
        KIT_NEED(vkGetQueryPoolResults(kit->device, pool, 0, 1, 8, invocations, 8, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    vkDestroyQueryPool(kit->device, pool, NULL);
    return result;
}

/* ---- groups that see each other ---------------------------------------------------------------------------------- */

static uint32_t module[sizeof meet / 4];

/* `subtracts`: each atomic addition of the shader is a subtraction, which GLSL does not have. */
static void make_module(bool subtracts)
{
    enum { HEAD = 5, ADD = 234, SUBTRACT = 235 };

    memcpy(module, meet, sizeof meet);
    for (size_t at = HEAD; subtracts && at < sizeof meet / 4; at += module[at] >> 16)
        if ((module[at] & 0xffff) == ADD)
            module[at] += SUBTRACT - ADD;
}

static void run_mode(uint32_t mode, uint64_t seed, unsigned threads, struct outcome *o)
{
    struct kit kit;

    open_device(&kit, seed, threads);
    struct kit_buffer b[2] = {kit_buffer(&kit, 4 * WORDS), kit_buffer(&kit, 4 * OTHER)};
    struct kit_pipeline p = kit_pipeline(&kit, module, sizeof module, 3, 4, 0);
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&b[0], &b[1], &b[0]}, 3);
    for (uint32_t i = 0; i < WORDS; i++)
        b[0].word[i] = i;
    memset(b[1].word, 0, b[1].size);
    b[1].word[LIST + 1] = UINT32_MAX;
    b[1].word[LIST + 3] = UINT32_MAX;
    o->result = dispatch(&kit, &p, set, (const uint32_t[]){mode == 13 ? 16 : 64, 1}, mode, &o->invocations);
    memcpy(o->word, b[0].word, sizeof o->word);
    memcpy(o->other, b[1].word, sizeof o->other);
    memcpy(o->said, kit.said, sizeof o->said);
    kit_said(&kit, "");
    o->in_parts = statistic(&kit, p.pipeline, "Dispatches in parts");
    o->whole = statistic(&kit, p.pipeline, "Whole dispatches");
    kit_pipeline_free(&kit, &p);
    kit_buffer_free(&kit, &b[0]);
    kit_buffer_free(&kit, &b[1]);
    kit_close(&kit);
}

static bool is_everyone_once(const uint32_t *list)
{
    static bool seen[WORDS];

    memset(seen, 0, sizeof seen);
    for (uint32_t i = 0; i < WORDS; i++) {
        if (list[i] >= WORDS || seen[list[i]])
            return false;
        seen[list[i]] = true;
    }
    return true;
}

static uint32_t private_sum(uint32_t i)
{
    uint32_t sum = 0;

    for (uint32_t n = 0; n < 40; n++)
        sum += (i * 40 + (n * 7 + i) % 40) * (n + 1);
    return sum;
}

/* What every order of the groups has in common. */
static void check_mode(uint32_t mode, const struct outcome *o)
{
    const uint32_t *list = o->other + LIST;

    const uint32_t threads = mode == 13 ? 512 : WORDS;

    for (uint32_t i = 0; i < WORDS; i++)
        CHECK_EQ(o->word[i], i < threads ? i + 1000 : i);
    CHECK_EQ(o->invocations, threads);
    if (mode == 0)
        CHECK(o->other[COUNT] == WORDS && is_everyone_once(list));
    for (uint32_t i = 0; i < WORDS; i++) {
        const uint32_t next = (i + 32) % WORDS;
        if (mode == 1 || mode == 18)
            CHECK(list[i] == next || list[i] == next + 1000);
        if (mode == 14) {
            CHECK(list[i] == (i < 32 ? 0 : i - 32) || (i >= 32 && list[i] == i - 32 + 1000));
        }
        if (mode == 15)
            CHECK_EQ(list[i], i + 1000);
        if (mode == 2 && i < 32)
            CHECK(list[i] < WORDS && list[i] % 32 == i);
        if (mode == 5)
            CHECK(list[i] == 0 || list[i] == 7);
        if (mode == 6 && i < 32)
            CHECK_EQ(list[i], (i == 1 || i == 3 ? UINT32_MAX : 0) + 64 * i + 32 * (63 * 64 / 2));
        if (mode == 19 && i < 32) {
            CHECK_EQ(list[i], (i == 1 || i == 3 ? UINT32_MAX : 0) + 64 * i + 32 * (63 * 64 / 2));
            CHECK_EQ(list[1024 + i], 2 * (64 * i + 32 * (63 * 64 / 2)));
        }
        if (mode == 20)
            CHECK_EQ(list[i], 2 * (i + 3));
        if (mode == 7)
            CHECK_EQ(list[i], private_sum(i));
        if (mode == 11)
            CHECK(list[i] == 0 || (i % 64 == 63 && list[i] == 9));
    }
    if (mode == 4)
        for (uint32_t group = 0, sum = 0; group < 64; group++) {
            sum += group + 1;
            CHECK_EQ(list[group], sum);
        }
    if (mode == 10) {
        uint32_t all = 0, sum = 0;
        for (uint32_t i = 0; i < WORDS; i++) {
            all ^= i;
            sum += ~i;
        }
        const uint32_t want[6] = {UINT32_MAX, 0xffff0000, all, 4000 - 2047, 2047, sum};
        for (int i = 0; i < 6; i++)
            CHECK_EQ(list[i], want[i]);
    }
    if (mode == 16) {
        CHECK_EQ(list[15], 7);
        CHECK(list[16] == 9 || list[16] == 10);
    }
    if (mode == 17)
        CHECK(o->other[COUNT] == WORDS && is_everyone_once(list));
    if (mode == 12)
        CHECK(list[0] < WORDS);
}

/* Modes in which no group can see another. */
static bool is_apart(uint32_t mode)
{
    return mode == 6 || mode == 7 || mode == 10 || mode == 15 || mode == 19 || mode == 20;
}

/* After the number of the dispatch, which counts on in the process. */
static const char *fault_of(const struct outcome *o)
{
    const char *fault = strstr(o->said, "fault: ");

    return fault ? fault : "";
}

static bool is_same(const struct outcome *a, const struct outcome *b)
{
    return !memcmp(a->word, b->word, sizeof a->word) && !memcmp(a->other, b->other, sizeof a->other) && a->invocations == b->invocations &&
           a->in_parts == b->in_parts && a->whole == b->whole && a->result == b->result && !strcmp(fault_of(a), fault_of(b));
}

static void meet_all(void)
{
    static struct outcome alone, shared;

    for (uint32_t mode = 0; mode < MODES; mode++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            if (mode == 9)
                set_number("WAVEFOLD_LIMIT", 300000);
            run_mode(mode, seed, 1, &alone);
            CHECK_EQ((uint32_t)alone.result, (uint32_t)(mode == 8 || mode == 9 ? VK_ERROR_DEVICE_LOST : VK_SUCCESS));
            CHECK_EQ(alone.in_parts, is_apart(mode));
            CHECK_EQ(alone.whole, !is_apart(mode));
            if (mode != 8 && mode != 9)
                check_mode(mode, &alone);
            run_mode(mode, seed, (unsigned)(2 + seed), &shared);
            CHECK(is_same(&alone, &shared));
            if (mode == 8)
                CHECK(strstr(alone.said, "46") != NULL);        /* 1500 / 32: its group */
            unsetenv("WAVEFOLD_LIMIT");
        }
}

/* Differences of all groups, in whatever order. */
static void subtract(void)
{
    static struct outcome o;

    make_module(true);
    run_mode(6, 0, 2, &o);
    make_module(false);
    CHECK_EQ(o.in_parts, 1);
    for (uint32_t i = 0; i < 32; i++)
        CHECK_EQ(o.other[LIST + i], (i == 1 || i == 3 ? UINT32_MAX : 0) - 64 * i - 32 * (63 * 64 / 2));
}

/* The seed chooses an order of groups that see each other: with parts it would be theirs. */
static void seeds_differ(void)
{
    static struct outcome one, other;
    unsigned differ = 0;

    run_mode(0, 1, 2, &one);
    for (uint64_t seed = 2; seed < 5; seed++) {
        run_mode(0, seed, 2, &other);
        differ += !is_same(&one, &other);
    }
    CHECK(differ > 0);
}

/* What WAVEFOLD_STATS has of the dispatch: from its waves on to what is of the machine. */
static void counts_of(uint32_t mode, bool in_parts, char *counts, size_t room)
{
    static struct outcome o;
    static char text[8192];
    char path[] = "/tmp/wavefold-stats-XXXXXX.json";
    const int made = mkstemps(path, 5);

    int status = 1;

    close(made);
    /* a process has one table */
    const pid_t child = fork();
    if (!child) {
        setenv("WAVEFOLD_STATS", path, 1);
        setenv("WAVEFOLD_RACES", in_parts ? "0" : "1", 1);
        run_mode(mode, 1, 2, &o);
        _exit(o.in_parts == in_parts ? 0 : 1);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_EQ(status, 0);
    FILE *file = fopen(path, "r");
    const size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    unlink(path);
    text[size] = '\0';
    const char *from = strstr(text, "\"waves\": "), *to = from ? strstr(from, "\"resident_waves\"") : NULL;
    snprintf(counts, room, "%.*s", from && to ? (int)(to - from) : 0, from && to ? from : "");
}

static void count(void)
{
    for (uint32_t mode = 6; mode < 8; mode++) {
        char parts[500], whole[500];
        counts_of(mode, true, parts, sizeof parts);
        counts_of(mode, false, whole, sizeof whole);
        CHECK(strlen(parts) > 50 && !strcmp(parts, whole));
    }
}

/* Parts would read another clock than the dispatch as a whole. */
static void read_clock(void)
{
    struct kit kit;
    uint64_t invocations;

    open_device(&kit, 0, 2);
    struct kit_buffer b = kit_buffer(&kit, 4 * WORDS);
    struct kit_pipeline p = kit_pipeline(&kit, clock_words, sizeof clock_words, 1, 4, 0);
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&b}, 1);
    CHECK_EQ(dispatch(&kit, &p, set, (const uint32_t[]){WORDS / 32, 1}, 0, &invocations), VK_SUCCESS);
    CHECK_EQ(statistic(&kit, p.pipeline, "Dispatches in parts"), 0);
    CHECK_EQ(statistic(&kit, p.pipeline, "Whole dispatches"), 1);
    kit_pipeline_free(&kit, &p);
    kit_buffer_free(&kit, &b);
    kit_close(&kit);
}

/* ---- groups that do not ------------------------------------------------------------------------------------------ */

enum { MANY = 64 * 300 };

/* Several dispatches after one another, of more groups than there are parts, and of all of these again. */
static void apart(unsigned threads, uint64_t seed)
{
    struct kit kit;
    uint64_t invocations;

    open_device(&kit, seed, threads);
    struct kit_buffer words = kit_buffer(&kit, 4 * MANY), sums = kit_buffer(&kit, 4 * MANY), totals = kit_buffer(&kit, 4 * MANY / 256);
    struct kit_pipeline mixes = kit_pipeline(&kit, mix, sizeof mix, 1, 4, 0), adds = kit_pipeline(&kit, prefix, sizeof prefix, 3, 4, 0),
                        reduces = kit_pipeline(&kit, reduce, sizeof reduce, 2, 4, 0);
    const VkDescriptorSet one = kit_set(&kit, &mixes, (const struct kit_buffer *const[]){&words}, 1),
                          three = kit_set(&kit, &adds, (const struct kit_buffer *const[]){&words, &sums, &totals}, 3),
                          two = kit_set(&kit, &reduces, (const struct kit_buffer *const[]){&words, &totals}, 2);
    for (uint32_t i = 0; i < MANY; i++)
        words.word[i] = i;
    for (uint32_t round = 1; round <= 3; round++) {
        CHECK_EQ(dispatch(&kit, &mixes, one, (const uint32_t[]){MANY / 64, 1}, 5, &invocations), VK_SUCCESS);
        CHECK_EQ(invocations, MANY);
        for (uint32_t i = 0; i < MANY; i++)
            CHECK_EQ(words.word[i], mixed(i, 5 * round));
    }
    CHECK_EQ(dispatch(&kit, &adds, three, (const uint32_t[]){MANY / 256, 1}, 0, &invocations), VK_SUCCESS);
    uint32_t all = 0;
    for (uint32_t i = 0, sum = 0; i < MANY; i++) {
        sum = (i % 256 ? sum : 0) + mixed(i, 15);
        all += mixed(i, 15);
        CHECK_EQ(sums.word[i], sum);
    }
    memset(totals.word, 0, totals.size);
    CHECK_EQ(dispatch(&kit, &reduces, two, (const uint32_t[]){MANY / 256, 1}, 0, &invocations), VK_SUCCESS);
    CHECK_EQ(totals.word[0], all);
    CHECK_EQ(statistic(&kit, mixes.pipeline, "Dispatches in parts"), 3);
    CHECK_EQ(statistic(&kit, adds.pipeline, "Dispatches in parts"), 1);
    CHECK_EQ(statistic(&kit, reduces.pipeline, "Dispatches in parts"), 1);
    kit_pipeline_free(&kit, &mixes);
    kit_pipeline_free(&kit, &adds);
    kit_pipeline_free(&kit, &reduces);
    kit_buffer_free(&kit, &words);
    kit_buffer_free(&kit, &sums);
    kit_buffer_free(&kit, &totals);
    kit_close(&kit);
}

static void floats(unsigned threads)
{
    enum { SIDE = 64, PIXELS = 256 * 256 };
    struct kit kit;
    uint64_t invocations;

    open_device(&kit, 0, threads);
    struct kit_buffer m[3], steps = kit_buffer(&kit, 4 * PIXELS);
    for (int i = 0; i < 3; i++)
        m[i] = kit_buffer(&kit, 4 * SIDE * SIDE);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        ((float *)m[0].word)[i] = (float)(i % 9);
        ((float *)m[1].word)[i] = (float)(i % 11);
    }
    struct kit_pipeline product = kit_pipeline(&kit, matmul, sizeof matmul, 3, 4, 0), picture = kit_pipeline(&kit, mandelbrot, sizeof mandelbrot, 1, 4, 0);
    const VkDescriptorSet three = kit_set(&kit, &product, (const struct kit_buffer *const[]){&m[0], &m[1], &m[2]}, 3),
                          one = kit_set(&kit, &picture, (const struct kit_buffer *const[]){&steps}, 1);
    CHECK_EQ(dispatch(&kit, &product, three, (const uint32_t[]){SIDE / 16, SIDE / 16}, SIDE, &invocations), VK_SUCCESS);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        float sum = 0;
        for (uint32_t k = 0; k < SIDE; k++)
            sum += (float)((i / SIDE * SIDE + k) % 9) * (float)((k * SIDE + i % SIDE) % 11);
        CHECK(((const float *)m[2].word)[i] == sum);
    }
    CHECK_EQ(dispatch(&kit, &picture, one, (const uint32_t[]){32, 32}, 16, &invocations), VK_SUCCESS);
    CHECK_EQ(invocations, PIXELS);
    CHECK_EQ(steps.word[128 * 256 + 192], 16);          /* the origin stays */
    CHECK_EQ(steps.word[0], 1);                         /* the corner leaves at once */
    CHECK_EQ(statistic(&kit, product.pipeline, "Dispatches in parts"), 1);
    CHECK_EQ(statistic(&kit, picture.pipeline, "Dispatches in parts"), 1);
    kit_pipeline_free(&kit, &product);
    kit_pipeline_free(&kit, &picture);
    for (int i = 0; i < 3; i++)
        kit_buffer_free(&kit, &m[i]);
    kit_buffer_free(&kit, &steps);
    kit_close(&kit);
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    make_module(false);
    meet_all();
    subtract();
    read_clock();
    seeds_differ();
    if (!getenv("WF_VALIDATE"))
        count();
    for (unsigned threads = 1; threads < 4; threads += 2) {
        apart(threads, threads - 1);
        floats(threads);
    }
    return check_end("vulkan_parallel");
}
