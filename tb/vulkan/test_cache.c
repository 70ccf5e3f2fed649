/* SPDX-License-Identifier: Apache-2.0
 * test_cache.c - pipeline caches: what they hold, what their data is worth in another device and another process, and data
 * that is broken.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mix.spv.h"
#include "prefix.spv.h"
#include "reduce.spv.h"

static struct kit kit;
static VkDescriptorSetLayout set_layout;
static VkPipelineLayout layout;

static void open_device(void)
{
    VkPhysicalDeviceVulkan13Features core13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pipelineCreationCacheControl = VK_TRUE,
                                               .subgroupSizeControl = VK_TRUE, .computeFullSubgroups = VK_TRUE, .maintenance4 = VK_TRUE};
    VkPhysicalDeviceVulkan12Features core12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &core13, .bufferDeviceAddress = VK_TRUE};
    VkDescriptorSetLayoutBinding binding[3];
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 4};

    for (uint32_t i = 0; i < 3; i++)
        binding[i] = (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    kit_open(&kit, &(struct kit_wishes){.features = &core12});
    KIT_NEED(vkCreateDescriptorSetLayout(kit.device, &(VkDescriptorSetLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                                                       .bindingCount = 3, .pBindings = binding}, NULL, &set_layout));
    KIT_NEED(vkCreatePipelineLayout(kit.device, &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set_layout,
                                                                             .pushConstantRangeCount = 1, .pPushConstantRanges = &range}, NULL, &layout));
}

static void close_device(void)
{
    vkDestroyPipelineLayout(kit.device, layout, NULL);
    vkDestroyDescriptorSetLayout(kit.device, set_layout, NULL);
    kit_close(&kit);
}

static VkPipelineCache new_cache(const void *data, size_t size)
{
    VkPipelineCache cache;

    KIT_NEED(vkCreatePipelineCache(kit.device, &(VkPipelineCacheCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
                                                                           .initialDataSize = size, .pInitialData = data}, NULL, &cache));
    return cache;
}

struct wanted {
    const uint32_t *word;
    size_t bytes;
    uint32_t wave_size;                 /* 0: the device's */
    const VkSpecializationInfo *special;
};
#define SHADER(name) .word = name, .bytes = sizeof name

/* Whether the cache had it.  With `only`, it is not made if it is not there: the pipeline is none then. */
static bool make(VkPipelineCache cache, const struct wanted *w, bool only, VkPipeline *pipeline)
{
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, .requiredSubgroupSize = w->wave_size};
    VkPipelineCreationFeedback all = {.flags = 0};
    const VkPipelineCreationFeedbackCreateInfo feedback = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO, .pPipelineCreationFeedback = &all};
    VkShaderModule module;

    KIT_NEED(vkCreateShaderModule(kit.device, &(VkShaderModuleCreateInfo){.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = w->bytes, .pCode = w->word}, NULL, &module));
    const VkResult result = vkCreateComputePipelines(kit.device, cache, 1, &(VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .pNext = &feedback, .flags = only ? VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT : 0,
        .layout = layout, .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .pNext = w->wave_size ? &size : NULL,
                                    .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module, .pName = "main", .pSpecializationInfo = w->special}}, NULL, pipeline);
    CHECK_EQ(result, only && !*pipeline ? VK_PIPELINE_COMPILE_REQUIRED : VK_SUCCESS);
    CHECK(all.flags & VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT);
    vkDestroyShaderModule(kit.device, module, NULL);
    return all.flags & VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT;
}

/* Make it and drop it: whether the cache had it. */
static bool is_hit(VkPipelineCache cache, const struct wanted *w, bool only)
{
    VkPipeline pipeline;
    const bool hit = make(cache, w, only, &pipeline);

    CHECK(!only || hit == (pipeline != VK_NULL_HANDLE));
    vkDestroyPipeline(kit.device, pipeline, NULL);
    return hit;
}

static void *data_of(VkPipelineCache cache, size_t *size)
{
    KIT_NEED(vkGetPipelineCacheData(kit.device, cache, size, NULL));
    void *data = malloc(*size);
    KIT_NEED(vkGetPipelineCacheData(kit.device, cache, size, data));
    return data;
}

static const struct wanted three[] = {{SHADER(mix)}, {SHADER(prefix)}, {SHADER(reduce)}};

/* The shader of prefix.comp does what its source asks for. */
static void check_works(VkPipeline pipeline)
{
    struct kit_buffer b[3] = {kit_buffer(&kit, 4 * 512), kit_buffer(&kit, 4 * 512), kit_buffer(&kit, 8)};
    const struct kit_pipeline p = {set_layout, layout, pipeline};
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&b[0], &b[1], &b[2]}, 3);
    const VkCommandBuffer commands = kit_begin(&kit);

    for (uint32_t i = 0; i < 512; i++)
        b[0].word[i] = 3 * i + 1;
    kit_dispatch(commands, &p, set, 2, 1, 1);
    CHECK_EQ(kit_submit(&kit, commands), VK_SUCCESS);
    for (uint32_t i = 0, sum = 0; i < 512; i++) {
        sum = (i % 256 ? sum : 0) + 3 * i + 1;
        CHECK_EQ(b[1].word[i], sum);
        if (i % 256 == 255)
            CHECK_EQ(b[2].word[i / 256], sum);
    }
    vkFreeDescriptorSets(kit.device, kit.descriptors, 1, &set);
    for (int i = 0; i < 3; i++)
        kit_buffer_free(&kit, &b[i]);
}

/* ---- what makes two pipelines differ ------------------------------------------------------------------------------------ */

static void keys(void)
{
    const VkPipelineCache cache = new_cache(NULL, 0), other = new_cache(NULL, 0);
    const uint32_t value = 3;
    const VkSpecializationMapEntry entry = {77, 0, 4};
    const VkSpecializationInfo special = {1, &entry, 4, &value};
    VkPipeline pipeline;

    CHECK(!is_hit(cache, &three[0], false));
    CHECK(is_hit(cache, &three[0], false));
    CHECK(is_hit(cache, &three[0], true));
    CHECK(!is_hit(other, &three[0], false));
    CHECK(!is_hit(cache, &three[1], true));
    CHECK(!is_hit(cache, &(struct wanted){SHADER(mix), .wave_size = 16}, true));
    CHECK(is_hit(cache, &(struct wanted){SHADER(mix), .wave_size = 32}, true));         /* the device's, too */
    CHECK(!is_hit(cache, &(struct wanted){SHADER(mix), .special = &special}, true));
    CHECK(!is_hit(VK_NULL_HANDLE, &three[0], false));
    /* a cache may go before its pipelines */
    make(other, &three[1], false, &pipeline);
    vkDestroyPipelineCache(kit.device, other, NULL);
    check_works(pipeline);
    vkDestroyPipeline(kit.device, pipeline, NULL);
    vkDestroyPipelineCache(kit.device, cache, NULL);
    vkDestroyPipelineCache(kit.device, VK_NULL_HANDLE, NULL);
}

static void merge(void)
{
    const VkPipelineCache to = new_cache(NULL, 0), from[2] = {new_cache(NULL, 0), new_cache(NULL, 0)};
    size_t size, both;

    is_hit(from[0], &three[0], false);
    is_hit(from[1], &three[0], false);
    is_hit(from[1], &three[1], false);
    KIT_NEED(vkMergePipelineCaches(kit.device, to, 2, from));
    KIT_NEED(vkGetPipelineCacheData(kit.device, to, &both, NULL));
    KIT_NEED(vkGetPipelineCacheData(kit.device, from[1], &size, NULL));
    CHECK_EQ(both, size);               /* what both have is there once */
    vkDestroyPipelineCache(kit.device, from[0], NULL);
    vkDestroyPipelineCache(kit.device, from[1], NULL);
    CHECK(is_hit(to, &three[0], true) && is_hit(to, &three[1], true) && !is_hit(to, &three[2], true));
    vkDestroyPipelineCache(kit.device, to, NULL);
}

/* ---- data -------------------------------------------------------------------------------------------------------- */

static void check_header(const void *data, size_t size)
{
    VkPipelineCacheHeaderVersionOne h;
    VkPhysicalDeviceProperties p;

    vkGetPhysicalDeviceProperties(kit.physical, &p);
    CHECK(size >= sizeof h);
    memcpy(&h, data, sizeof h);
    CHECK_EQ(h.headerSize, 32);
    CHECK_EQ(h.headerVersion, VK_PIPELINE_CACHE_HEADER_VERSION_ONE);
    CHECK_EQ(h.vendorID, p.vendorID);
    CHECK_EQ(h.deviceID, p.deviceID);
    CHECK(!memcmp(h.pipelineCacheUUID, p.pipelineCacheUUID, VK_UUID_SIZE));
}

/* Data of three pipelines, from a device that is closed since. */
static void *make_data(size_t *size)
{
    open_device();
    const VkPipelineCache cache = new_cache(NULL, 0);
    for (int i = 0; i < 3; i++)
        is_hit(cache, &three[i], false);
    void *data = data_of(cache, size);
    check_header(data, *size);
    /* too little room: the entries that fit, and nothing after them */
    unsigned char *part = malloc(*size + 1);
    for (size_t room = 0; room < *size; room += 1 + room / 5) {
        size_t got = room;
        memset(part, 0xee, *size + 1);
        CHECK_EQ(vkGetPipelineCacheData(kit.device, cache, &got, part), VK_INCOMPLETE);
        CHECK(got <= room && (got == 0) == (room < 32));
        CHECK_EQ(part[room], 0xee);
        CHECK(!memcmp(part, data, got));
    }
    free(part);
    vkDestroyPipelineCache(kit.device, cache, NULL);
    close_device();
    return data;
}

static void outlive(const void *data, size_t size)
{
    VkPipeline pipeline;
    size_t again;

    open_device();
    const VkPipelineCache empty = new_cache(NULL, 0), cache = new_cache(data, size);
    CHECK(!is_hit(empty, &(struct wanted){SHADER(mix), .wave_size = 8}, true));
    for (int i = 0; i < 3; i++)
        CHECK(is_hit(cache, &three[i], true));
    CHECK(make(cache, &three[1], true, &pipeline));
    check_works(pipeline);
    vkDestroyPipeline(kit.device, pipeline, NULL);
    void *same = data_of(cache, &again);
    CHECK(again == size && !memcmp(same, data, size));
    free(same);
    vkDestroyPipelineCache(kit.device, cache, NULL);
    vkDestroyPipelineCache(kit.device, empty, NULL);
    close_device();
}

static unsigned hits(const void *data, size_t size)
{
    const VkPipelineCache cache = new_cache(data, size);
    unsigned n = 0;

    for (int i = 0; i < 3; i++)
        n += is_hit(cache, &three[i], true);
    vkDestroyPipelineCache(kit.device, cache, NULL);
    return n;
}

/* No byte of it may be trusted: a cut leaves whole entries, a change those before it. */
static void damage(const unsigned char *data, size_t size)
{
    unsigned char *other = malloc(size + 8);
    unsigned most = 0;

    open_device();
    for (size_t cut = 0; cut < size; cut += 1 + cut / 16) {
        memcpy(other, data, cut);
        const unsigned n = hits(other, cut);
        CHECK(n >= most && n < 3);
        most = n;
    }
    CHECK_EQ(most, 2);
    for (size_t at = 0; at < size; at += at < 120 ? 1 : 1 + size / 97) {
        memcpy(other, data, size);
        other[at] ^= (unsigned char)(1u << at % 8);
        CHECK(hits(other, size) < 3);
        if (at >= 32)           /* of another driver: no warning */
            CHECK(kit_said(&kit, "vkCreatePipelineCache"));
    }
    /* at an odd address, and with something after it */
    memcpy(other + 1, data, size);
    memset(other + 1 + size, 0, 7);
    CHECK_EQ(hits(other + 1, size), 3);
    CHECK_EQ(hits(other + 1, size + 7), 3);
    CHECK(kit_said(&kit, "what follows is ignored"));
    close_device();
    free(other);
}

/* ---- another process --------------------------------------------------------------------------------------------- */

static int read_in_child(const char *path)
{
    static unsigned char data[1 << 20];
    FILE *file = fopen(path, "rb");
    const size_t size = file ? fread(data, 1, sizeof data, file) : 0;

    if (file)
        fclose(file);
    open_device();
    const unsigned n = hits(data, size);
    close_device();
    return n == 3 ? 0 : 3;
}

static void survive(const char *program, const void *data, size_t size)
{
    char path[] = "/tmp/wavefold-cache-XXXXXX";
    int status = 1;
    const int file = mkstemp(path);

    CHECK(file >= 0 && write(file, data, size) == (ssize_t)size);
    close(file);
    const pid_t child = fork();
    if (!child) {
        execl(program, program, "child", path, (char *)NULL);
        _exit(9);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_EQ(status, 0);
    /* a machine with other lanes is another one */
    setenv("WAVEFOLD_LANES", "64", 1);
    open_device();
    CHECK_EQ(hits(data, size), 0);
    close_device();
    unsetenv("WAVEFOLD_LANES");
    unlink(path);
}

int main(int argc, char **argv)
{
    size_t size;

    kit_choose(argv[0]);
    if (argc > 2)
        return read_in_child(argv[2]);
    open_device();
    keys();
    merge();
    close_device();
    void *data = make_data(&size);
    outlive(data, size);
    damage(data, size);
    survive(argv[0], data, size);
    free(data);
    return check_end("vulkan_cache");
}
