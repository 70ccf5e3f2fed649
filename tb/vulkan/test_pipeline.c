/* SPDX-License-Identifier: Apache-2.0
 * test_pipeline.c - making pipelines: specialization of every size, entry points by name, flags, feedback, executables, and
 * modules that are refused.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <stdlib.h>
#include <string.h>

#include "mix.spv.h"
#include "reduce.spv.h"
#include "spec.spv.h"

static struct kit kit;
static VkDescriptorSetLayout set_layout;
static VkPipelineLayout layout;

/* A pipeline to be: the module alone is needed. */
struct wanted {
    const uint32_t *word;
    size_t bytes;
    const char *name;                   /* NULL: "main" */
    const VkSpecializationInfo *special;
    VkPipelineCreateFlags flags;
    const void *next;
};

static VkShaderModule module_of(const uint32_t *word, size_t bytes)
{
    VkShaderModule module;

    KIT_NEED(vkCreateShaderModule(kit.device, &(VkShaderModuleCreateInfo){.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = word}, NULL, &module));
    return module;
}

static VkComputePipelineCreateInfo info_of(const struct wanted *w, VkShaderModule module)
{
    return (VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .pNext = w->next, .flags = w->flags, .layout = layout, .basePipelineIndex = -1,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module,
                  .pName = w->name ? w->name : "main", .pSpecializationInfo = w->special}};
}

static VkResult make(const struct wanted *w, VkPipeline *pipeline)
{
    const VkShaderModule module = module_of(w->word, w->bytes);
    const VkComputePipelineCreateInfo info = info_of(w, module);
    const VkResult result = vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, 1, &info, NULL, pipeline);

    vkDestroyShaderModule(kit.device, module, NULL);
    return result;
}

/* One group of it on a buffer. */
static void run(VkPipeline pipeline, struct kit_buffer *out, uint32_t push)
{
    const struct kit_pipeline p = {set_layout, layout, pipeline};
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){out}, 1);
    const VkCommandBuffer commands = kit_begin(&kit);

    vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &push);
    kit_dispatch(commands, &p, set, 1, 1, 1);
    CHECK_EQ(kit_submit(&kit, commands), VK_SUCCESS);
    vkFreeDescriptorSets(kit.device, kit.descriptors, 1, &set);
}

/* Invalid modules are the business of the validation layer, which does not survive all of them. */
static bool is_validated(void)
{
    const char *layers = getenv("WF_VALIDATE");
    return layers && *layers;
}

/* ---- specialization ---------------------------------------------------------------------------------------------- */

enum { FLAG, WHOLE, NATURAL, REAL, WIDE_REAL, WIDE = WIDE_REAL + 2, SMALL = WIDE + 2, SMALL_SIGNED, MIDDLE, MIDDLE_SIGNED, HALF, BOTH, THREADS };

static void check_words(const struct kit_buffer *out, const uint32_t want[THREADS], uint32_t threads)
{
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(out->word[i], want[i]);
    for (uint32_t i = 0; i < 64; i++)
        CHECK_EQ(out->word[THREADS + i], i < threads ? threads : 0);
}

static void specialize(void)
{
    /* in an order of its own, with bytes between them, and one of an id that the module does not have */
    static const struct {
        uint8_t small;
        int8_t small_signed;
        uint16_t middle;
        int16_t middle_signed;
        uint16_t half_real;
        VkBool32 flag;
        float real;
        int64_t wide;
        double wide_real;
        uint32_t natural;
        int32_t whole;
        uint32_t threads, unknown;
    } data = {200, -100, 60000, -30000, 0x4248, VK_TRUE, -2.5F, -12345678901234, 1e100, 4000000000U, -77, 24, 1};
#define ENTRY(id, member) {id, (uint32_t)((const char *)&data.member - (const char *)&data), sizeof data.member}
    static VkSpecializationMapEntry entry[13];
    const VkSpecializationMapEntry entries[] = {
        ENTRY(11, half_real), ENTRY(1, flag), ENTRY(2, whole), ENTRY(3, natural), ENTRY(4, real), ENTRY(5, wide_real), ENTRY(6, wide),
        ENTRY(7, small), ENTRY(8, small_signed), ENTRY(9, middle), ENTRY(10, middle_signed), ENTRY(0, threads), ENTRY(99, unknown)};
    const uint32_t original[THREADS] = {0, UINT32_MAX, 7, 0x3f000000, 0, 0x3fd00000, UINT32_MAX - 1, UINT32_MAX, 3, (uint32_t)-3, 5, (uint32_t)-5, 0x3fc00000, 1007};
    const uint32_t special[THREADS] = {1, (uint32_t)-77, 4000000000U, 0xc0200000, 0x10000000 /* below */, 0, (uint32_t)(-12345678901234 & 0xffffffff),
                                       (uint32_t)(-12345678901234 >> 32), 200, (uint32_t)-100, 60000, (uint32_t)-30000, 0x40490000, 4000001000U};
    struct kit_buffer out = kit_buffer(&kit, 4 * (THREADS + 64));
    uint32_t want[THREADS];
    VkPipeline pipeline;

    memcpy(entry, entries, sizeof entries);
    KIT_NEED(make(&(struct wanted){.word = spec, .bytes = sizeof spec}, &pipeline));
    run(pipeline, &out, 0);
    check_words(&out, original, 1);
    vkDestroyPipeline(kit.device, pipeline, NULL);

    const VkSpecializationInfo info = {sizeof entries / sizeof *entries, entry, sizeof data, &data};
    memset(out.word, 0, out.size);
    KIT_NEED(make(&(struct wanted){.word = spec, .bytes = sizeof spec, .special = &info}, &pipeline));
    run(pipeline, &out, 0);
    memcpy(want, special, sizeof want);
    memcpy(&want[WIDE_REAL], &data.wide_real, 8);
    check_words(&out, want, 24);
    vkDestroyPipeline(kit.device, pipeline, NULL);
    kit_buffer_free(&kit, &out);
#undef ENTRY
}

/* Two that differ in the last word of a value alone do not share their code. */
static void last_word(void)
{
    static const int64_t wide[2] = {5, 5 + (INT64_C(1) << 40)};
    static const VkSpecializationMapEntry entry = {6, 0, 8};
    struct kit_buffer out = kit_buffer(&kit, 4 * (THREADS + 64));
    VkPipeline pipeline[2];

    for (int i = 0; i < 2; i++) {
        const VkSpecializationInfo info = {1, &entry, 8, &wide[i]};
        KIT_NEED(make(&(struct wanted){.word = spec, .bytes = sizeof spec, .special = &info}, &pipeline[i]));
        run(pipeline[i], &out, 0);
        CHECK_EQ(out.word[WIDE], 5);
        CHECK_EQ(out.word[WIDE + 1], i ? 256 : 0);
    }
    for (int i = 0; i < 2; i++)
        vkDestroyPipeline(kit.device, pipeline[i], NULL);
    kit_buffer_free(&kit, &out);
}

/* ---- entry points ------------------------------------------------------------------------------------------------ */

enum { OP_ENTRY_POINT = 15, OP_EXECUTION_MODE = 16, HEADER = 5 };

/* The module with a second entry point "main". */
static size_t two_entries(const uint32_t *from, size_t words, uint32_t *to)
{
    uint32_t *put = to;

    memcpy(put, from, HEADER * 4);
    put += HEADER;
    for (size_t at = HEADER; at < words; at += from[at] >> 16) {
        const uint32_t length = from[at] >> 16, op = from[at] & 0xffff;
        memcpy(put, from + at, length * 4);
        put += length;
        if (op != OP_ENTRY_POINT)
            continue;
        memcpy(put, from + at, length * 4);
        put += length;
    }
    return (size_t)(put - to);
}

/* The module with a second entry point "next", whose function returns at once: a dispatch of it changes nothing. */
static size_t with_empty(const uint32_t *from, size_t words, uint32_t *to)
{
    enum { OP_TYPE_VOID = 19, OP_TYPE_FUNCTION = 33 };
    const uint32_t function = from[3], label = from[3] + 1;
    uint32_t type_void = 0, type_function = 0, *put = to;

    memcpy(put, from, HEADER * 4);
    put[3] += 2;
    put += HEADER;
    for (size_t at = HEADER; at < words; at += from[at] >> 16) {
        const uint32_t length = from[at] >> 16, op = from[at] & 0xffff;
        if (op == OP_TYPE_VOID)
            type_void = from[at + 1];
        if (op == OP_TYPE_FUNCTION && !type_function)
            type_function = from[at + 1];
        memcpy(put, from + at, length * 4);
        put += length;
        if (op == OP_ENTRY_POINT) {
            const uint32_t entry[] = {5 << 16 | OP_ENTRY_POINT, 5 /* GLCompute */, function, 0, 0};
            memcpy(put, entry, sizeof entry);
            memcpy(put + 3, "next", 5);
            put += 5;
            const uint32_t mode[] = {6 << 16 | OP_EXECUTION_MODE, function, 17 /* LocalSize */, 16, 1, 1};
            memcpy(put, mode, sizeof mode);
            put += 6;
        }
    }
    const uint32_t body[] = {5 << 16 | 54, type_void, function, 0, type_function, 2 << 16 | 248, label, 1 << 16 | 253, 1 << 16 | 56};
    memcpy(put, body, sizeof body);
    return (size_t)(put - to) + sizeof body / 4;
}

static void enter(void)
{
    static uint32_t both[sizeof mix / 4 + 64];
    struct kit_buffer words = kit_buffer(&kit, 4 * 64);
    VkPipeline pipeline;
    const size_t count = with_empty(mix, sizeof mix / 4, both);

    KIT_NEED(make(&(struct wanted){.word = both, .bytes = 4 * count, .name = "next"}, &pipeline));
    run(pipeline, &words, 1);
    for (int i = 0; i < 64; i++)
        CHECK_EQ(words.word[i], 0);
    vkDestroyPipeline(kit.device, pipeline, NULL);
    for (int i = 0; i < 64; i++)
        words.word[i] = 1;
    KIT_NEED(make(&(struct wanted){.word = both, .bytes = 4 * count, .name = "main"}, &pipeline));
    run(pipeline, &words, 1);
    for (int i = 0; i < 64; i++)
        CHECK(words.word[i] != 1);
    vkDestroyPipeline(kit.device, pipeline, NULL);
    if (is_validated()) {
        kit_buffer_free(&kit, &words);
        return;
    }
    /* the name decides, not the place */
    CHECK_EQ((uint32_t)make(&(struct wanted){.word = both, .bytes = 4 * count, .name = "other"}, &pipeline), (uint32_t)VK_ERROR_UNKNOWN);
    CHECK(pipeline == VK_NULL_HANDLE);
    CHECK(kit_said(&kit, "other"));
    /* twice the same name of one stage: no such module is valid, and it may not crash */
    const size_t twice = two_entries(mix, sizeof mix / 4, both);
    if (make(&(struct wanted){.word = both, .bytes = 4 * twice}, &pipeline) == VK_SUCCESS)
        vkDestroyPipeline(kit.device, pipeline, NULL);
    kit_buffer_free(&kit, &words);
}

/* ---- flags and feedback ------------------------------------------------------------------------------------------ */

static void derive(void)
{
    const VkShaderModule module = module_of(mix, sizeof mix);
    VkPipeline parent, child[2];
    VkComputePipelineCreateInfo info[2];

    info[0] = info_of(&(struct wanted){.flags = VK_PIPELINE_CREATE_ALLOW_DERIVATIVES_BIT | VK_PIPELINE_CREATE_DISPATCH_BASE}, module);
    KIT_NEED(vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, 1, info, NULL, &parent));
    info[0].flags = VK_PIPELINE_CREATE_DERIVATIVE_BIT | VK_PIPELINE_CREATE_ALLOW_DERIVATIVES_BIT;
    info[0].basePipelineHandle = parent;
    info[1] = info[0];
    info[1].flags = VK_PIPELINE_CREATE_DERIVATIVE_BIT;
    info[1].basePipelineHandle = VK_NULL_HANDLE;
    info[1].basePipelineIndex = 0;
    KIT_NEED(vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, 2, info, NULL, child));
    CHECK(child[0] != child[1] && child[0] != parent);
    vkDestroyPipeline(kit.device, parent, NULL);
    struct kit_buffer words = kit_buffer(&kit, 4 * 64);
    for (int i = 0; i < 2; i++) {
        words.word[3] = 1;
        run(child[i], &words, 1);
        CHECK(words.word[3] != 1);
        vkDestroyPipeline(kit.device, child[i], NULL);
    }
    vkDestroyShaderModule(kit.device, module, NULL);
    kit_buffer_free(&kit, &words);
}

/* A module that cannot be one: its words after the header are cut off. */
static const uint32_t broken[HEADER] = {0x07230203, 0x00010300, 0, 8, 0};

/* What fails leaves no handle; of three with the flag what comes after the failure is not made. */
static void fail_early(void)
{
    const VkShaderModule good = module_of(mix, sizeof mix), bad = module_of(broken, sizeof broken);
    VkComputePipelineCreateInfo info[3] = {info_of(&(struct wanted){.word = NULL}, good), info_of(&(struct wanted){.word = NULL}, bad),
                                           info_of(&(struct wanted){.word = NULL}, good)};
    VkPipeline pipeline[3];

    for (int early = 0; early < 2; early++) {
        if (early)
            info[1].flags = VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT;
        memset(pipeline, 0xff, sizeof pipeline);
        CHECK_EQ((uint32_t)vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, 3, info, NULL, pipeline), (uint32_t)VK_ERROR_UNKNOWN);
        CHECK(pipeline[0] != VK_NULL_HANDLE);
        CHECK(pipeline[1] == VK_NULL_HANDLE);
        CHECK((pipeline[2] == VK_NULL_HANDLE) == (early == 1));
        CHECK(kit_said(&kit, "vkCreateComputePipelines"));
        for (int i = 0; i < 3; i++)
            vkDestroyPipeline(kit.device, pipeline[i], NULL);
    }
    vkDestroyShaderModule(kit.device, good, NULL);
    vkDestroyShaderModule(kit.device, bad, NULL);
}

static void compile_required(void)
{
    const VkPipelineCreateFlags only = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    VkPipeline first, second;

    CHECK_EQ(make(&(struct wanted){.word = reduce, .bytes = sizeof reduce, .flags = only}, &first), VK_PIPELINE_COMPILE_REQUIRED);
    CHECK(first == VK_NULL_HANDLE);
    CHECK(kit.said[0] == '\0');         /* it is no error */
    KIT_NEED(make(&(struct wanted){.word = reduce, .bytes = sizeof reduce}, &first));
    /* an equal one is alive, whose code this one has too */
    CHECK_EQ(make(&(struct wanted){.word = reduce, .bytes = sizeof reduce, .flags = only}, &second), VK_SUCCESS);
    vkDestroyPipeline(kit.device, second, NULL);
    vkDestroyPipeline(kit.device, first, NULL);
    CHECK_EQ(make(&(struct wanted){.word = reduce, .bytes = sizeof reduce, .flags = only}, &first), VK_PIPELINE_COMPILE_REQUIRED);
    if (is_validated())
        return;
    /* an error counts more */
    const VkShaderModule good = module_of(reduce, sizeof reduce), bad = module_of(broken, sizeof broken);
    const VkComputePipelineCreateInfo info[2] = {info_of(&(struct wanted){.flags = only}, good), info_of(&(struct wanted){.flags = only}, bad)};
    VkPipeline two[2];
    CHECK_EQ((uint32_t)vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, 2, info, NULL, two), (uint32_t)VK_ERROR_UNKNOWN);
    CHECK(kit_said(&kit, "no entry point main"));
    vkDestroyShaderModule(kit.device, good, NULL);
    vkDestroyShaderModule(kit.device, bad, NULL);
}

static void give_feedback(void)
{
    VkPipelineCreationFeedback all = {.flags = 0}, stage = {.flags = 0};
    const VkPipelineCreationFeedbackCreateInfo feedback = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO,
                                                           .pPipelineCreationFeedback = &all, .pipelineStageCreationFeedbackCount = 1,
                                                           .pPipelineStageCreationFeedbacks = &stage};
    VkPipeline pipeline;

    KIT_NEED(make(&(struct wanted){.word = reduce, .bytes = sizeof reduce, .next = &feedback}, &pipeline));
    CHECK_EQ(all.flags, VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT);
    CHECK(all.duration > 1000 && all.duration < 10000000000);
    CHECK(stage.flags & VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT);
    vkDestroyPipeline(kit.device, pipeline, NULL);
    all.flags = 0;
    if (is_validated())
        return;
    CHECK_EQ((uint32_t)make(&(struct wanted){.word = broken, .bytes = sizeof broken, .next = &feedback}, &pipeline), (uint32_t)VK_ERROR_UNKNOWN);
    CHECK(kit_said(&kit, "no entry point main"));
    CHECK(!(all.flags & VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT));
}

/* ---- executables ------------------------------------------------------------------------------------------------- */

#define EXTENSION(name) const PFN_vk##name name = (PFN_vk##name)vkGetDeviceProcAddr(kit.device, "vk" #name)

static uint64_t statistic(VkPipeline pipeline, const char *name)
{
    const VkPipelineExecutableInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR, .pipeline = pipeline};
    EXTENSION(GetPipelineExecutableStatisticsKHR);
    VkPipelineExecutableStatisticKHR s[16];
    uint32_t count = 16;

    for (int i = 0; i < 16; i++)
        s[i] = (VkPipelineExecutableStatisticKHR){.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
    KIT_NEED(GetPipelineExecutableStatisticsKHR(kit.device, &info, &count, s));
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(s[i].name, name)) {
            CHECK_EQ(s[i].format, VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR);
            return s[i].value.u64;
        }
    return UINT64_MAX;
}

static uint64_t lines_of(const char *text)
{
    uint64_t lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void look_inside(void)
{
    const VkPipelineCreateFlags flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR | VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;
    EXTENSION(GetPipelineExecutablePropertiesKHR);
    EXTENSION(GetPipelineExecutableInternalRepresentationsKHR);
    VkPipelineExecutablePropertiesKHR p = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR};
    VkPipelineExecutableInternalRepresentationKHR r = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR};
    VkPipeline pipeline;
    uint32_t count = 0;

    KIT_NEED(make(&(struct wanted){.word = reduce, .bytes = sizeof reduce, .flags = flags}, &pipeline));
    const VkPipelineInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, .pipeline = pipeline};
    const VkPipelineExecutableInfoKHR first = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR, .pipeline = pipeline};
    KIT_NEED(GetPipelineExecutablePropertiesKHR(kit.device, &info, &count, NULL));
    CHECK_EQ(count, 1);
    KIT_NEED(GetPipelineExecutablePropertiesKHR(kit.device, &info, &count, &p));
    CHECK_EQ(p.stages, VK_SHADER_STAGE_COMPUTE_BIT);
    CHECK_EQ(p.subgroupSize, kit.wave_size);
    CHECK(!strcmp(p.name, "main"));
    CHECK_EQ(statistic(pipeline, "LDS"), 1024);         /* 256 words */
    CHECK_EQ(statistic(pipeline, "Waves"), 256 / kit.wave_size);
    CHECK_EQ(statistic(pipeline, "Scratch"), 0);
    CHECK(statistic(pipeline, "Registers") >= 2 && statistic(pipeline, "Registers") <= 64);
    CHECK(statistic(pipeline, "Occupancy") >= 8);
    CHECK_EQ(statistic(pipeline, "Nothing"), UINT64_MAX);
    count = 1;
    KIT_NEED(GetPipelineExecutableInternalRepresentationsKHR(kit.device, &first, &count, &r));
    CHECK(r.isText == VK_TRUE && r.dataSize > 100);
    char *text = malloc(r.dataSize + 1);
    text[r.dataSize] = 7;
    r.pData = text;
    KIT_NEED(GetPipelineExecutableInternalRepresentationsKHR(kit.device, &first, &count, &r));
    CHECK_EQ(lines_of(text), statistic(pipeline, "Instructions"));
    CHECK_EQ(strlen(text) + 1, r.dataSize);
    CHECK_EQ(text[r.dataSize], 7);
    CHECK(strstr(text, "barrier") != NULL && strstr(text, "end\n") != NULL);
    /* less room: its beginning, with its end */
    r.dataSize = 20;
    memset(text, 7, 40);
    CHECK_EQ(GetPipelineExecutableInternalRepresentationsKHR(kit.device, &first, &count, &r), VK_INCOMPLETE);
    CHECK(strlen(text) == 19 && text[20] == 7);
    free(text);
    vkDestroyPipeline(kit.device, pipeline, NULL);
}

int main(int argc, char **argv)
{
    static const char *const extension[] = {VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME};
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR, .pipelineExecutableInfo = VK_TRUE};
    VkPhysicalDeviceVulkan13Features core13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = &executables,
                                               .pipelineCreationCacheControl = VK_TRUE, .maintenance4 = VK_TRUE};
    VkPhysicalDeviceVulkan12Features core12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &core13, .bufferDeviceAddress = VK_TRUE,
                                               .shaderInt8 = VK_TRUE, .shaderFloat16 = VK_TRUE};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &core12,
                                          .features = {.shaderFloat64 = VK_TRUE, .shaderInt64 = VK_TRUE, .shaderInt16 = VK_TRUE}};
    const VkDescriptorSetLayoutBinding binding[2] = {{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
                                                     {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 4};

    (void)argc;
    kit_choose(argv[0]);
    kit_open(&kit, &(struct kit_wishes){.extension = extension, .extensions = 1, .features = &features});
    KIT_NEED(vkCreateDescriptorSetLayout(kit.device, &(VkDescriptorSetLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                                                       .bindingCount = 2, .pBindings = binding}, NULL, &set_layout));
    KIT_NEED(vkCreatePipelineLayout(kit.device, &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set_layout,
                                                                             .pushConstantRangeCount = 1, .pPushConstantRanges = &range}, NULL, &layout));
    specialize();
    last_word();
    enter();
    derive();
    if (!is_validated())
        fail_early();
    compile_required();
    give_feedback();
    look_inside();
    vkDestroyPipelineLayout(kit.device, layout, NULL);
    vkDestroyDescriptorSetLayout(kit.device, set_layout, NULL);
    kit_close(&kit);
    return check_end("vulkan_pipeline");
}
