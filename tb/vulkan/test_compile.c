/* SPDX-License-Identifier: Apache-2.0
 * test_compile.c - pipelines that are compiled at the same time: short ones come while another thread compiles a long one,
 * those of one call are made by several threads of the host, and threads that share a cache fill it as one alone does.
 * What is compared are counts and processor time, not the clock on the wall: a machine that is busy changes neither.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"
#include "module.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS = 4, SHADERS = 8, LANES = 64, SHORT = 40, LONG = 20000, MEDIUM = 600 };

static struct kit kit;
static VkDescriptorSetLayout set_layout;
static VkPipelineLayout layout;

static void open_device(const char *threads)
{
    const VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};

    setenv("WAVEFOLD_THREADS", threads, 1);
    kit_open(&kit, NULL);
    KIT_NEED(vkCreateDescriptorSetLayout(kit.device, &(VkDescriptorSetLayoutCreateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding}, NULL, &set_layout));
    KIT_NEED(vkCreatePipelineLayout(kit.device, &(VkPipelineLayoutCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set_layout}, NULL, &layout));
}

static void close_device(void)
{
    vkDestroyPipelineLayout(kit.device, layout, NULL);
    vkDestroyDescriptorSetLayout(kit.device, set_layout, NULL);
    kit_close(&kit);
}

/* ---- shaders ------------------------------------------------------------------------------------------------------ */

static uint32_t factor(uint32_t number, uint32_t round)
{
    return 2 * (1000 * number + round) + 1;
}

/* Each lane takes its word through so many rounds; no other number has the same ones. */
static VkShaderModule shader(uint32_t number, uint32_t rounds)
{
    struct module m;
    VkShaderModule module;
    size_t bytes;

    module_begin(&m, 0x10300);
    module_main(&m, (uint32_t[3]){LANES, 1, 1});
    const uint32_t buffer = module_buffer(&m, 0), word = module_u32(&m);
    const uint32_t lane = OP(&m, SpvOpCompositeExtract, word, module_builtin(&m, SpvBuiltInLocalInvocationId, 3), 0);
    uint32_t value = module_load(&m, buffer, lane);
    for (uint32_t i = 0; i < rounds; i++) {
        const uint32_t high = OP(&m, SpvOpShiftRightLogical, word, value, module_const(&m, 7));
        value = OP(&m, SpvOpIMul, word, OP(&m, SpvOpBitwiseXor, word, value, high), module_const(&m, factor(number, i % 100)));
    }
    module_store(&m, buffer, lane, value);
    module_main_end(&m);
    const uint32_t *code = module_end(&m, &bytes);
    KIT_NEED(vkCreateShaderModule(kit.device, &(VkShaderModuleCreateInfo){
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = code}, NULL, &module));
    module_free(&m);
    return module;
}

static uint32_t wanted(uint32_t number, uint32_t rounds, uint32_t value)
{
    for (uint32_t i = 0; i < rounds; i++)
        value = (value ^ value >> 7) * factor(number, i % 100);
    return value;
}

static VkComputePipelineCreateInfo info_of(VkShaderModule module)
{
    return (VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module, .pName = "main"}};
}

static void check_runs(VkPipeline pipeline, uint32_t number, uint32_t rounds)
{
    struct kit_buffer b = kit_buffer(&kit, 4 * LANES);
    const struct kit_pipeline p = {set_layout, layout, pipeline};
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&b}, 1);
    const VkCommandBuffer commands = kit_begin(&kit);

    for (uint32_t i = 0; i < LANES; i++)
        b.word[i] = i * 0x9e3779b9u;
    kit_dispatch(commands, &p, set, 1, 1, 1);
    KIT_NEED(kit_submit(&kit, commands));
    for (uint32_t i = 0; i < LANES; i++)
        CHECK_EQ(b.word[i], wanted(number, rounds, i * 0x9e3779b9u));
    KIT_NEED(vkFreeDescriptorSets(kit.device, kit.descriptors, 1, &set));
    kit_buffer_free(&kit, &b);
}

/* ---- a long one and short ones ------------------------------------------------------------------------------------ */

static double seconds(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct long_one {
    VkShaderModule module;
    VkPipeline pipeline;
    VkResult result;
    atomic_bool has_begun, has_ended;
};

static void *compile(void *user)
{
    struct long_one *l = user;
    const VkComputePipelineCreateInfo info = info_of(l->module);

    atomic_store(&l->has_begun, true);
    l->result = vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, 1, &info, NULL, &l->pipeline);
    atomic_store(&l->has_ended, true);
    return NULL;
}

/* The long one has worked for some milliseconds, and so is in the compiler, or it has ended. */
static bool is_compiling(const struct long_one *l, pthread_t thread)
{
    clockid_t clock;

    return atomic_load(&l->has_begun) && (atomic_load(&l->has_ended) || pthread_getcpuclockid(thread, &clock) || seconds(clock) > 0.003);
}

/* Were there one compilation at a time, none would end before the long one does. */
static void short_ones_meanwhile(void)
{
    struct long_one l = {.module = shader(0, LONG)};
    VkShaderModule module[SHORT];
    VkPipeline pipeline[SHORT];
    uint32_t made = 0, meanwhile = 0;
    pthread_t thread;

    for (uint32_t i = 0; i < SHORT; i++)
        module[i] = shader(1 + i, 10);
    if (pthread_create(&thread, NULL, compile, &l))
        exit(1);
    while (!is_compiling(&l, thread))
        continue;
    for (; made < SHORT && !atomic_load(&l.has_ended); made++) {
        const VkComputePipelineCreateInfo info = info_of(module[made]);
        KIT_NEED(vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline[made]));
        meanwhile += !atomic_load(&l.has_ended);
    }
    pthread_join(thread, NULL);
    KIT_NEED(l.result);
    printf("%u short pipelines while a long one was compiled\n", meanwhile);
    CHECK(meanwhile >= 4);
    check_runs(l.pipeline, 0, LONG);
    for (uint32_t i = 0; i < made; i++) {
        check_runs(pipeline[i], 1 + i, 10);
        vkDestroyPipeline(kit.device, pipeline[i], NULL);
    }
    for (uint32_t i = 0; i < SHORT; i++)
        vkDestroyShaderModule(kit.device, module[i], NULL);
    vkDestroyPipeline(kit.device, l.pipeline, NULL);
    vkDestroyShaderModule(kit.device, l.module, NULL);
}

/* ---- those of one call -------------------------------------------------------------------------------------------- */

/* The part of the processor time of a call that threads other than the caller's have. */
static double by_others(void)
{
    VkShaderModule module[SHADERS];
    VkComputePipelineCreateInfo info[SHADERS];
    VkPipeline pipeline[SHADERS];

    for (uint32_t i = 0; i < SHADERS; i++) {
        module[i] = shader(100 + i, MEDIUM);
        info[i] = info_of(module[i]);
    }
    const double all = seconds(CLOCK_PROCESS_CPUTIME_ID), own = seconds(CLOCK_THREAD_CPUTIME_ID);
    KIT_NEED(vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, SHADERS, info, NULL, pipeline));
    const double owns = seconds(CLOCK_THREAD_CPUTIME_ID) - own, alls = seconds(CLOCK_PROCESS_CPUTIME_ID) - all;
    for (uint32_t i = 0; i < SHADERS; i++) {
        check_runs(pipeline[i], 100 + i, MEDIUM);
        vkDestroyPipeline(kit.device, pipeline[i], NULL);
        vkDestroyShaderModule(kit.device, module[i], NULL);
    }
    return (alls - owns) / alls;
}

static void one_call(void)
{
    open_device("1");
    const double alone = by_others();
    close_device();
    /* on a busy host other threads may come late: one of some calls is enough */
    double shared = 0;
    for (int tries = 0; tries < 10 && shared < 0.2; tries++) {
        open_device("4");
        const double part = by_others();
        close_device();
        shared = part > shared ? part : shared;
    }
    printf("one call: other threads have %.0f %% of the work, and with one thread %.0f %%\n", 100 * shared, 100 * alone);
    CHECK(alone < 0.05);
    CHECK(shared >= 0.1);
}

/* ---- one cache for all -------------------------------------------------------------------------------------------- */

struct task {
    pthread_t thread;
    uint32_t number;
    VkPipelineCache cache;
    const VkShaderModule *module;
    VkPipeline pipeline[SHADERS];
    VkResult result;
};

/* Each begins with another. */
static void *make_all(void *user)
{
    struct task *t = user;

    for (uint32_t i = 0; i < SHADERS && t->result == VK_SUCCESS; i++) {
        const uint32_t n = (2 * t->number + i) % SHADERS;
        const VkComputePipelineCreateInfo info = info_of(t->module[n]);
        t->result = vkCreateComputePipelines(kit.device, t->cache, 1, &info, NULL, &t->pipeline[n]);
    }
    return NULL;
}

static VkPipelineCache new_cache(void)
{
    VkPipelineCache cache;

    KIT_NEED(vkCreatePipelineCache(kit.device, &(VkPipelineCacheCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO},
                                   NULL, &cache));
    return cache;
}

static size_t size_of(VkPipelineCache cache)
{
    size_t size;

    KIT_NEED(vkGetPipelineCacheData(kit.device, cache, &size, NULL));
    return size;
}

static void shared_cache(void)
{
    struct task task[THREADS], alone = {.cache = new_cache()};
    const VkPipelineCache cache = new_cache();
    VkShaderModule module[SHADERS];
    size_t empty = size_of(cache);

    for (uint32_t i = 0; i < SHADERS; i++)
        module[i] = shader(200 + i, MEDIUM / 4);
    for (uint32_t i = 0; i < THREADS; i++) {
        task[i] = (struct task){.number = i, .cache = cache, .module = module};
        if (pthread_create(&task[i].thread, NULL, make_all, &task[i]))
            exit(1);
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        pthread_join(task[i].thread, NULL);
        KIT_NEED(task[i].result);
    }
    alone.module = module;
    make_all(&alone);
    KIT_NEED(alone.result);
    CHECK(size_of(cache) > empty);
    CHECK_EQ(size_of(cache), size_of(alone.cache));     /* each shader once */
    for (uint32_t n = 0; n < SHADERS; n++) {
        for (uint32_t i = 0; i < THREADS; i++) {
            check_runs(task[i].pipeline[n], 200 + n, MEDIUM / 4);
            vkDestroyPipeline(kit.device, task[i].pipeline[n], NULL);
        }
        vkDestroyPipeline(kit.device, alone.pipeline[n], NULL);
        vkDestroyShaderModule(kit.device, module[n], NULL);
    }
    vkDestroyPipelineCache(kit.device, cache, NULL);
    vkDestroyPipelineCache(kit.device, alone.cache, NULL);
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    open_device("1");
    short_ones_meanwhile();
    shared_cache();
    close_device();
    one_call();
    return check_end("vulkan_compile");
}
