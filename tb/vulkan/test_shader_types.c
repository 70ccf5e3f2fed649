/* SPDX-License-Identifier: Apache-2.0
 * test_shader_types.c - shaders that use the features of types and memory, each enabled by its name: 8, 16 and 64 bits, layouts,
 * atomics, workgroup memory, the memory model, clocks, derivatives.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "stage.h"
#include "waves.h"

#include "atomics.spv.h"
#include "flow.spv.h"
#include "shared_blocks.spv.h"
#include "small_types.spv.h"
#include "zeros.spv.h"

#include <stddef.h>
#include <string.h>

static struct kit kit;
static const struct type half = {'f', 16};

/* Runs groups of a module with these buffers. */
static void run(const struct stage *stage, const struct kit_buffer *const *buffer, uint32_t groups, const void *push)
{
    struct kit_pipeline p;

    KIT_NEED(stage_pipeline(&kit, stage, &p));
    const VkDescriptorSet set = stage_set(&kit, stage, &p, buffer);
    const VkCommandBuffer commands = kit_begin(&kit);
    if (stage->push)
        vkCmdPushConstants(commands, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, stage->push, push);
    kit_dispatch(commands, &p, set, groups, 1, 1);
    CHECK_EQ(kit_submit(&kit, commands), VK_SUCCESS);
    KIT_NEED(vkFreeDescriptorSets(kit.device, kit.descriptors, 1, &set));
    kit_pipeline_free(&kit, &p);
}

#define STAGE(name, ...) &(struct stage){.module = name, .bytes = sizeof name, __VA_ARGS__}
#define BUFFERS(...) (const struct kit_buffer *const[]){__VA_ARGS__}

/* ---- types ---- */

static void check_types(void)
{
    struct in {
        int8_t i8[32];
        uint8_t u8[32];
        int16_t i16[32];
        uint16_t u16[32], f16[32];
        uint64_t u64[32];
        double f64[32];
    } *in;
    struct out {
        int8_t o8[32];
        uint16_t o16[32], of16[32];
        uint64_t o64[32];
        double of64[32];
        int32_t o32[32];
    } *out;
    struct fixed {
        uint8_t k8[3];
        int16_t k16[2];
        uint16_t kf;
    } *fixed;
    const struct {
        int8_t p8;
        uint16_t p16, pf;
        uint64_t p64;
    } push = {-5, 40000, (uint16_t)bits_of(&half, 2), UINT64_C(0x100000003)};
    struct kit_buffer from = kit_buffer(&kit, sizeof *in), to = kit_buffer(&kit, sizeof *out), uniform = kit_buffer(&kit, 64);
    uint64_t random = 5;

    CHECK_EQ(sizeof *in, 768);          /* the scalar layout is that of C */
    CHECK_EQ(sizeof *out, 800);
    CHECK_EQ(sizeof push, 16);
    in = (struct in *)from.word, out = (struct out *)to.word, fixed = (struct fixed *)uniform.word;
    for (unsigned i = 0; i < sizeof *in / 4; i++)
        from.word[i] = check_random(&random);
    for (unsigned i = 0; i < 32; i++) {
        in->f16[i] = (uint16_t)bits_of(&half, (double)i - 11.5);
        in->f64[i] = (double)(int32_t)check_random(&random) * 0x1p-7;
    }
    *fixed = (struct fixed){{200, 3, 77}, {-30000, 12345}, (uint16_t)bits_of(&half, 0.25)};
    run(STAGE(small_types, .buffers = 3, .push = 16, .uniform = 4), BUFFERS(&from, &to, &uniform), 1, &push);
    for (unsigned i = 0; i < 32; i++) {
        CHECK_EQ((uint8_t)out->o8[i], (uint8_t)(in->i8[i] * 3 + push.p8));
        CHECK_EQ(out->o16[i], (uint16_t)((in->u16[i] << 1) + push.p16 + in->u8[i] * fixed->k8[i % 3]));
        CHECK_EQ(out->of16[i], bits_of(&half, ((double)i - 11.5) * 2 + 0.25));
        CHECK_EQ(out->o64[i], in->u64[i] * push.p64 + (uint64_t)(int64_t)in->i16[i]);
        CHECK(out->of64[i] == in->f64[i] / 3);
        CHECK_EQ((uint32_t)out->o32[i], (uint32_t)(fixed->k16[i % 2] + in->i8[i]));
    }
    kit_buffer_free(&kit, &from);
    kit_buffer_free(&kit, &to);
    kit_buffer_free(&kit, &uniform);
}

/* ---- workgroup memory ---- */

static void check_shared(void)
{
    struct kit_buffer out = kit_buffer(&kit, 4 * 4 * 64);
    uint8_t byte[256];
    uint32_t word[64];

    run(STAGE(shared_blocks, .buffers = 1), BUFFERS(&out), 1, NULL);
    for (unsigned i = 0; i < 64; i++) {
        word[i] = 0x01020304U * (i + 1);
        memcpy(byte + 4 * i, &word[i], 4);
    }
    for (unsigned i = 0; i < 64; i++) {
        uint16_t part = 0;
        if (i < 40)
            memcpy(&part, byte + 2 + 6 * i + 4, 2);     /* after a byte and its padding, triples without any */
        CHECK_EQ(out.word[3 * i], byte[4 * i] + 1000U * byte[(4 * i + 7) % 256]);
        CHECK_EQ(out.word[3 * i + 1], part);
    }
    for (unsigned i = 0; i < 64; i++)
        byte[255 - i] = (uint8_t)i;
    memcpy(word, byte, sizeof word);
    for (unsigned i = 0; i < 64; i++)
        CHECK_EQ(out.word[3 * i + 2], word[48 + i / 4]);
    kit_buffer_free(&kit, &out);
}

static void check_zeros(void)
{
    enum { GROUPS = 40 };
    struct kit_buffer out = kit_buffer(&kit, 4 * 64 * GROUPS);

    memset(out.word, 1, out.size);
    run(STAGE(zeros, .buffers = 1), BUFFERS(&out), GROUPS, NULL);
    for (unsigned i = 0; i < 64 * GROUPS; i++)
        CHECK_EQ(out.word[i], 0);
    kit_buffer_free(&kit, &out);
}

/* ---- atomics ---- */

static uint64_t pair(const uint32_t *word)
{
    return (uint64_t)word[1] << 32 | word[0];
}

static double real64(const uint32_t *word)
{
    double d;

    memcpy(&d, word, sizeof d);
    return d;
}

static float real32(const uint32_t *word)
{
    float f;

    memcpy(&f, word, sizeof f);
    return f;
}

static void check_atomics(void)
{
    enum { GROUPS = 4, EVERY = 64 * GROUPS };
    struct kit_buffer out = kit_buffer(&kit, 256), local = kit_buffer(&kit, 256);
    double sum = 0;
    uint64_t sum64 = 0, local64 = 0;
    const uint16_t *halves = (const uint16_t *)(out.word + 16);

    memset(out.word, 0, out.size);
    run(STAGE(atomics, .buffers = 2), BUFFERS(&out, &local), GROUPS, NULL);
    for (unsigned i = 0; i < EVERY; i++) {
        sum += (int)(i % 32) - 9;
        sum64 += UINT64_C(0x100000001) * i;
        local64 += i < 64 ? UINT64_C(0x100000001) * i : 0;
    }
    CHECK_EQ(pair(out.word), sum64);
    CHECK_EQ(pair(out.word + 2), (uint64_t)(EVERY - 1) << 40);
    CHECK(real64(out.word + 4) == sum / 4 && real64(out.word + 6) == -9 && real64(out.word + 8) == 22 && real64(out.word + 10) == 7.5);
    CHECK(real32(out.word + 12) == (float)sum && real32(out.word + 13) == -9 && real32(out.word + 14) == 22 && real32(out.word + 15) == 2.5F);
    CHECK_EQ(halves[0], bits_of(&half, EVERY));
    CHECK_EQ(halves[1], bits_of(&half, -9));
    CHECK_EQ(halves[2], bits_of(&half, 22));
    CHECK_EQ(halves[3], bits_of(&half, 3.5));
    /* of each group alone, so the same in all */
    CHECK_EQ(pair(local.word), local64);
    CHECK(real64(local.word + 2) == 63 * 64 / 4.0 && real64(local.word + 4) == -9 && real64(local.word + 6) == 22 && real64(local.word + 8) == 1.5);
    CHECK(real32(local.word + 10) == 63 * 64 / 2.0F && real32(local.word + 11) == -9 && real32(local.word + 12) == 22 && real32(local.word + 13) == 4.5F);
    CHECK(real32(local.word + 14) == 32 && real32(local.word + 15) == -9 && real32(local.word + 16) == 22 && real32(local.word + 17) == 5.5F);
    kit_buffer_free(&kit, &out);
    kit_buffer_free(&kit, &local);
}

/* ---- flow ---- */

static void check_flow(uint32_t size)
{
    struct kit_buffer out = kit_buffer(&kit, 4 * 8 * 64), flags = kit_buffer(&kit, 4 * 2 * 64);
    const uint32_t from = size - 1;

    run(STAGE(flow, .buffers = 2, .push = 4, .required = size), BUFFERS(&out, &flags), 2, &from);
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t *word = out.word + 8 * i, lane = i % 32 % size, lanes = size < 32 ? size : 32;
        const uint32_t left = lane & ~1U, top = lane & ~2U;
        CHECK_EQ(word[0], lane & 1 ? lanes / 2 : 0);
        CHECK_EQ(word[1], lanes);
        if (from < lanes)
            CHECK_EQ(word[2], i - lane + from);
        /* dFdx may be that of either row, dFdy that of either column, of the quad */
        const uint32_t other = lane ^ 2, slope = (left + 1) * (left + 1) - left * left, slope2 = 2 * (other & ~1U) + 1;
        const uint32_t steep = (top + 2) * (top + 2) - top * top, beside = (lane ^ 1) & ~2U, steep2 = (beside + 2) * (beside + 2) - beside * beside;
        CHECK((word[3] & 0xffff) == slope || (word[3] & 0xffff) == slope2);
        CHECK(word[3] >> 16 == steep || word[3] >> 16 == steep2);
        CHECK_EQ(word[4], i + 1);
        CHECK_EQ(word[5], 1);
        CHECK_EQ(word[6], 1);
        const float square = (float)(lane * lane);
        CHECK(!memcmp(&word[7], &square, sizeof square));
    }
    kit_buffer_free(&kit, &out);
    kit_buffer_free(&kit, &flags);
}

/* ---- the device ---- */

static void open_device(void)
{
    static const char *const extension[] = {"VK_KHR_workgroup_memory_explicit_layout", "VK_EXT_shader_atomic_float", "VK_EXT_shader_atomic_float2",
                                            "VK_KHR_shader_clock", "VK_NV_compute_shader_derivatives", "VK_KHR_shader_subgroup_uniform_control_flow"};
    VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR explicit = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_FEATURES_KHR, .workgroupMemoryExplicitLayout = VK_TRUE,
        .workgroupMemoryExplicitLayoutScalarBlockLayout = VK_TRUE, .workgroupMemoryExplicitLayout8BitAccess = VK_TRUE,
        .workgroupMemoryExplicitLayout16BitAccess = VK_TRUE};
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT floats = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT, .pNext = &explicit, .shaderBufferFloat32Atomics = VK_TRUE,
        .shaderBufferFloat32AtomicAdd = VK_TRUE, .shaderBufferFloat64Atomics = VK_TRUE, .shaderBufferFloat64AtomicAdd = VK_TRUE,
        .shaderSharedFloat32Atomics = VK_TRUE, .shaderSharedFloat32AtomicAdd = VK_TRUE, .shaderSharedFloat64Atomics = VK_TRUE,
        .shaderSharedFloat64AtomicAdd = VK_TRUE};
    VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT floats2 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_2_FEATURES_EXT, .pNext = &floats, .shaderBufferFloat16Atomics = VK_TRUE,
        .shaderBufferFloat16AtomicAdd = VK_TRUE, .shaderBufferFloat16AtomicMinMax = VK_TRUE, .shaderBufferFloat32AtomicMinMax = VK_TRUE,
        .shaderBufferFloat64AtomicMinMax = VK_TRUE, .shaderSharedFloat16Atomics = VK_TRUE, .shaderSharedFloat16AtomicAdd = VK_TRUE,
        .shaderSharedFloat16AtomicMinMax = VK_TRUE, .shaderSharedFloat32AtomicMinMax = VK_TRUE, .shaderSharedFloat64AtomicMinMax = VK_TRUE};
    VkPhysicalDeviceShaderClockFeaturesKHR clock = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR, .pNext = &floats2,
                                                    .shaderSubgroupClock = VK_TRUE, .shaderDeviceClock = VK_TRUE};
    VkPhysicalDeviceComputeShaderDerivativesFeaturesNV slopes = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_FEATURES_NV,
                                                                 .pNext = &clock, .computeDerivativeGroupLinear = VK_TRUE};
    VkPhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR uniform = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_UNIFORM_CONTROL_FLOW_FEATURES_KHR, .pNext = &slopes, .shaderSubgroupUniformControlFlow = VK_TRUE};
    VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = &uniform, .subgroupSizeControl = VK_TRUE,
                                            .shaderZeroInitializeWorkgroupMemory = VK_TRUE, .maintenance4 = VK_TRUE};
    VkPhysicalDeviceVulkan12Features v12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &v13, .storageBuffer8BitAccess = VK_TRUE,
        .uniformAndStorageBuffer8BitAccess = VK_TRUE, .storagePushConstant8 = VK_TRUE, .shaderBufferInt64Atomics = VK_TRUE, .shaderSharedInt64Atomics = VK_TRUE,
        .shaderFloat16 = VK_TRUE, .shaderInt8 = VK_TRUE, .scalarBlockLayout = VK_TRUE, .uniformBufferStandardLayout = VK_TRUE, .bufferDeviceAddress = VK_TRUE,
        .vulkanMemoryModel = VK_TRUE, .vulkanMemoryModelDeviceScope = VK_TRUE, .vulkanMemoryModelAvailabilityVisibilityChains = VK_TRUE,
        .subgroupBroadcastDynamicId = VK_TRUE};
    VkPhysicalDeviceVulkan11Features v11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &v12, .storageBuffer16BitAccess = VK_TRUE,
                                            .uniformAndStorageBuffer16BitAccess = VK_TRUE, .storagePushConstant16 = VK_TRUE};
    const VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &v11,
                                                .features = {.shaderInt16 = VK_TRUE, .shaderInt64 = VK_TRUE, .shaderFloat64 = VK_TRUE}};

    kit_open(&kit, &(struct kit_wishes){.extension = extension, .extensions = sizeof extension / sizeof *extension, .features = &features});
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    open_device();
    check_types();
    check_shared();
    check_zeros();
    check_atomics();
    for (uint32_t size = 4; size <= kit.widest; size *= 2)
        check_flow(size);
    kit_close(&kit);
    return check_end("vulkan_shader_types");
}
