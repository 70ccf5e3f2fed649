/* SPDX-License-Identifier: Apache-2.0
 * test_modules.c - extensions of shaders that compilers of this system do not have, as modules made here: votes and ballots of
 * SPV_KHR_shader_ballot, variable pointers, dot products, expectations, quads for derivatives, atomics on vectors of halves,
 * instructions with forward references.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "words.h"

#include "../../c_model/vulkan/newer.h"

#include "waves.h"

#include <string.h>

/* numbers that the headers of this system do not have */
enum { FORWARD_REFS = 4433, ATOMIC_F16_VECTOR = 5404 };

static struct kit kit;
static struct words w;

static uint32_t bits_of_float(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* ---- VK_EXT_shader_subgroup_ballot, VK_EXT_shader_subgroup_vote ---- */

static void check_ballot(uint32_t size)
{
    words_begin(&w, 0x10300);
    module_capability(&w.m, SpvCapabilitySubgroupBallotKHR);
    module_capability(&w.m, SpvCapabilitySubgroupVoteKHR);
    module_extension(&w.m, "SPV_KHR_shader_ballot");
    module_extension(&w.m, "SPV_KHR_subgroup_vote");
    const uint32_t v = words_get(&w, 0), odd = OP(&w.m, SpvOpINotEqual, w.boolean, OP(&w.m, SpvOpBitwiseAnd, w.word, v, module_const(&w.m, 1)), module_const(&w.m, 0));
    const uint32_t some = OP(&w.m, SpvOpULessThan, w.boolean, v, module_const(&w.m, 0xf0000000)), vector = UNIQUE(&w.m, SpvOpTypeVector, 0, w.word, 4);
    words_put(&w, 0, OP(&w.m, SpvOpCompositeExtract, w.word, OP(&w.m, SpvOpSubgroupBallotKHR, vector, odd), 0));
    words_put(&w, 1, OP(&w.m, SpvOpSubgroupFirstInvocationKHR, w.word, v));
    words_put(&w, 2, OP(&w.m, SpvOpSubgroupReadInvocationKHR, w.word, v, module_const(&w.m, size - 1)));
    words_put_truth(&w, 3, OP(&w.m, SpvOpSubgroupAllKHR, w.boolean, some));
    words_put_truth(&w, 4, OP(&w.m, SpvOpSubgroupAnyKHR, w.boolean, OP(&w.m, SpvOpLogicalNot, w.boolean, some)));
    words_put_truth(&w, 5, OP(&w.m, SpvOpSubgroupAllEqualKHR, w.boolean, some));
    words_fill(&w, 3);
    words_run(&w, size);
    for (uint32_t i = 0; i < WORDS_THREADS; i++) {
        const uint32_t first = i - i % size;
        uint32_t ballot = 0, low = 0, lanes = size < WORDS_THREADS ? size : WORDS_THREADS;
        for (uint32_t lane = 0; lane < lanes; lane++) {
            ballot |= lane < 32 ? (w.in.word[first + lane] & 1) << lane : 0;
            low += w.in.word[first + lane] < 0xf0000000;
        }
        CHECK_EQ(w.out.word[i], ballot);
        CHECK_EQ(w.out.word[WORDS_THREADS + i], w.in.word[first]);
        if (size <= WORDS_THREADS)
            CHECK_EQ(w.out.word[2 * WORDS_THREADS + i], w.in.word[first + size - 1]);
        CHECK_EQ(w.out.word[3 * WORDS_THREADS + i], low == lanes);
        CHECK_EQ(w.out.word[4 * WORDS_THREADS + i], low != lanes);
        CHECK_EQ(w.out.word[5 * WORDS_THREADS + i], low == lanes || low == 0);
    }
}

/* ---- VK_KHR_variable_pointers ---- */

static void check_pointers(void)
{
    words_begin(&w, 0x10300);
    module_capability(&w.m, SpvCapabilityVariablePointersStorageBuffer);
    module_capability(&w.m, SpvCapabilityVariablePointers);
    module_extension(&w.m, "SPV_KHR_variable_pointers");
    const uint32_t pointer = UNIQUE(&w.m, SpvOpTypePointer, 0, SpvStorageClassStorageBuffer, w.word);
    PUT(&w.m, DECORATIONS, SpvOpDecorate, pointer, SpvDecorationArrayStride, 4);
    const uint32_t odd = OP(&w.m, SpvOpINotEqual, w.boolean, OP(&w.m, SpvOpBitwiseAnd, w.word, words_get(&w, 0), module_const(&w.m, 1)), module_const(&w.m, 0));
    const uint32_t a = OP(&w.m, SpvOpAccessChain, pointer, w.from, module_const(&w.m, 0), words_at(&w, 1)), b = OP(&w.m, SpvOpAccessChain, pointer, w.to, module_const(&w.m, 0), words_at(&w, 1));
    words_put(&w, 1, module_const(&w.m, 77));
    /* one buffer or the other; then the next element of it */
    const uint32_t chosen = OP(&w.m, SpvOpSelect, pointer, odd, a, b), next = OP(&w.m, SpvOpPtrAccessChain, pointer, chosen, module_const(&w.m, WORDS_THREADS));
    const uint32_t v = OP(&w.m, SpvOpLoad, w.word, chosen);
    words_put(&w, 2, module_const(&w.m, 99));
    words_put(&w, 0, OP(&w.m, SpvOpIAdd, w.word, v, OP(&w.m, SpvOpLoad, w.word, next)));
    words_fill(&w, 8);
    words_run(&w, 16);
    for (uint32_t i = 0; i < WORDS_THREADS; i++)
        CHECK_EQ(w.out.word[i], w.in.word[i] & 1 ? w.in.word[WORDS_THREADS + i] + w.in.word[2 * WORDS_THREADS + i] : 77 + 99);
}

/* ---- VK_KHR_shader_integer_dot_product, VK_KHR_shader_expect_assume ---- */

static void check_dot(bool newer)
{
    words_begin(&w, 0x10300);
    module_capability(&w.m, SpvCapabilityDotProductKHR);
    module_capability(&w.m, SpvCapabilityDotProductInput4x8BitPackedKHR);
    module_capability(&w.m, SpvCapabilityDotProductInputAllKHR);
    module_extension(&w.m, "SPV_KHR_integer_dot_product");
    const uint32_t x = words_get(&w, 0), y = words_get(&w, 1), z = OP(&w.m, SpvOpBitwiseAnd, w.word, words_get(&w, 2), module_const(&w.m, 0xffff)), pair = UNIQUE(&w.m, SpvOpTypeVector, 0, w.word, 2);
    words_put(&w, 0, OP(&w.m, SpvOpUDotKHR, w.word, x, y, SpvPackedVectorFormatPackedVectorFormat4x8BitKHR));
    words_put(&w, 1, OP(&w.m, SpvOpSDotKHR, w.word, x, y, SpvPackedVectorFormatPackedVectorFormat4x8BitKHR));
    words_put(&w, 2, OP(&w.m, SpvOpSUDotKHR, w.word, x, y, SpvPackedVectorFormatPackedVectorFormat4x8BitKHR));
    words_put(&w, 3, OP(&w.m, SpvOpUDotAccSatKHR, w.word, x, y, OP(&w.m, SpvOpBitwiseOr, w.word, z, module_const(&w.m, 0xffff0000)), SpvPackedVectorFormatPackedVectorFormat4x8BitKHR));
    words_put(&w, 4, OP(&w.m, SpvOpUDotKHR, w.word, OP(&w.m, SpvOpCompositeConstruct, pair, x, y), OP(&w.m, SpvOpCompositeConstruct, pair, y, z)));
    if (newer) {
        module_capability(&w.m, SpvCapabilityExpectAssumeKHR);
        module_extension(&w.m, "SPV_KHR_expect_assume");
        PUT(&w.m, CODE, SpvOpAssumeTrueKHR, OP(&w.m, SpvOpULessThan, w.boolean, w.index, module_const(&w.m, WORDS_THREADS)));
        words_put(&w, 5, OP(&w.m, SpvOpExpectKHR, w.word, x, module_const(&w.m, 5)));
    }
    words_fill(&w, 13);
    words_run(&w, 32);
    for (uint32_t i = 0; i < WORDS_THREADS; i++) {
        const uint32_t a = w.in.word[i], b = w.in.word[WORDS_THREADS + i], c = w.in.word[2 * WORDS_THREADS + i] & 0xffff;
        uint32_t u = 0, s = 0, su = 0;
        for (unsigned k = 0; k < 32; k += 8) {
            u += (a >> k & 255) * (b >> k & 255);
            s += (uint32_t)((int8_t)(a >> k) * (int8_t)(b >> k));
            su += (uint32_t)((int8_t)(a >> k) * (int32_t)(b >> k & 255));
        }
        const uint64_t sum = (uint64_t)u + (c | 0xffff0000);
        CHECK_EQ(w.out.word[i], u);
        CHECK_EQ(w.out.word[WORDS_THREADS + i], s);
        CHECK_EQ(w.out.word[2 * WORDS_THREADS + i], su);
        CHECK_EQ(w.out.word[3 * WORDS_THREADS + i], sum > UINT32_MAX ? UINT32_MAX : sum);
        CHECK_EQ(w.out.word[4 * WORDS_THREADS + i], a * b + b * c);
        if (newer)
            CHECK_EQ(w.out.word[5 * WORDS_THREADS + i], a);
    }
}

/* ---- VK_KHR_compute_shader_derivatives: quads of two rows ---- */

static void check_quads(void)
{
    words_begin_sized(&w, 0x10300, 8, 8);
    module_capability(&w.m, SpvCapabilityComputeDerivativeGroupQuadsNV);
    module_capability(&w.m, SpvCapabilityDerivativeControl);
    module_extension(&w.m, "SPV_NV_compute_shader_derivatives");
    PUT(&w.m, MODES, SpvOpExecutionMode, 1, SpvExecutionModeDerivativeGroupQuadsNV);
    const uint32_t x = words_get_real(&w, 0);
    words_put_real(&w, 0, OP(&w.m, SpvOpDPdxFine, w.real, x));
    words_put_real(&w, 1, OP(&w.m, SpvOpDPdyFine, w.real, x));
    for (uint32_t i = 0; i < WORDS_THREADS; i++)
        w.in.word[i] = bits_of_float((float)(i * i));
    words_run(&w, 16);
    for (uint32_t i = 0; i < WORDS_THREADS; i++) {
        const uint32_t left = i & ~1U, top = i & ~8U;
        CHECK_EQ(w.out.word[i], bits_of_float((float)(2 * left + 1)));
        CHECK_EQ(w.out.word[WORDS_THREADS + i], bits_of_float((float)(16 * top + 64)));
    }
}

/* ---- VK_NV_shader_atomic_float16_vector ---- */

static void check_halves(void)
{
    static const struct type half = {'f', 16};
    words_begin(&w, 0x10300);
    module_capability(&w.m, SpvCapabilityFloat16);
    module_capability(&w.m, SpvCapabilityStorageBuffer16BitAccess);
    module_capability(&w.m, ATOMIC_F16_VECTOR);
    module_extension(&w.m, "SPV_NV_shader_atomic_fp16_vector");
    module_extension(&w.m, "SPV_KHR_16bit_storage");
    const uint32_t f16 = UNIQUE(&w.m, SpvOpTypeFloat, 0, 16), pair = UNIQUE(&w.m, SpvOpTypeVector, 0, f16, 2);
    const uint32_t array = UNIQUE(&w.m, SpvOpTypeRuntimeArray, 0, pair), block = UNIQUE(&w.m, SpvOpTypeStruct, 0, array);
    const uint32_t variable = UNIQUE(&w.m, SpvOpVariable, UNIQUE(&w.m, SpvOpTypePointer, 0, SpvStorageClassStorageBuffer, block), SpvStorageClassStorageBuffer);
    PUT(&w.m, DECORATIONS, SpvOpDecorate, array, SpvDecorationArrayStride, 4);
    PUT(&w.m, DECORATIONS, SpvOpDecorate, block, SpvDecorationBlock);
    PUT(&w.m, DECORATIONS, SpvOpMemberDecorate, block, 0, SpvDecorationOffset, 0);
    PUT(&w.m, DECORATIONS, SpvOpDecorate, variable, SpvDecorationDescriptorSet, 0);
    PUT(&w.m, DECORATIONS, SpvOpDecorate, variable, SpvDecorationBinding, 0);
    const uint32_t element = OP(&w.m, SpvOpAccessChain, UNIQUE(&w.m, SpvOpTypePointer, 0, SpvStorageClassStorageBuffer, pair), variable, module_const(&w.m, 0), module_const(&w.m, 0));
    const uint32_t value = OP(&w.m, SpvOpBitcast, pair, module_const(&w.m, (uint32_t)(bits_of(&half, -0.5) << 16 | bits_of(&half, 2))));
    OP(&w.m, SpvOpAtomicFAddEXT, pair, element, module_const(&w.m, SpvScopeDevice), module_const(&w.m, 0), value);
    w.in.word[0] = (uint32_t)(bits_of(&half, 10) << 16 | bits_of(&half, 1));
    words_run(&w, 32);
    CHECK_EQ(w.in.word[0], bits_of(&half, 10 - 0.5 * WORDS_THREADS) << 16 | bits_of(&half, 1 + 2 * WORDS_THREADS));
}

/* ---- VK_KHR_shader_relaxed_extended_instruction ---- */

static void check_forward(void)
{
    words_begin(&w, 0x10300);
    module_extension(&w.m, "SPV_KHR_relaxed_extended_instruction");
    module_extension(&w.m, "SPV_KHR_non_semantic_info");
    const uint32_t set = w.m.next++, none = module_unique(&w.m, SpvOpTypeVoid, 0, NULL, 0), later = w.m.next++, result = w.m.next++;
    module_text(&w.m, EXTENSIONS, SpvOpExtInstImport, &set, 1, "NonSemantic.Wavefold.Test", NULL, 0);
    PUT(&w.m, TYPES, FORWARD_REFS, none, result, set, 1, later);
    PUT(&w.m, TYPES, SpvOpExtInst, none, later, set, 2, result);
    words_put(&w, 0, OP(&w.m, SpvOpNot, w.word, words_get(&w, 0)));
    words_fill(&w, 55);
    words_run(&w, 4);
    for (uint32_t i = 0; i < WORDS_THREADS; i++)
        CHECK_EQ(w.out.word[i], ~w.in.word[i]);
}

/* ---- the device ---- */

static void open_device(bool newer)
{
    static const char *const extension[] = {
        "VK_EXT_shader_subgroup_ballot", "VK_EXT_shader_subgroup_vote", "VK_KHR_variable_pointers", "VK_KHR_shader_integer_dot_product",
        "VK_NV_compute_shader_derivatives", "VK_KHR_shader_non_semantic_info", "VK_KHR_compute_shader_derivatives",
        "VK_KHR_shader_expect_assume", "VK_KHR_shader_relaxed_extended_instruction", "VK_NV_shader_atomic_float16_vector"};
    VkPhysicalDeviceShaderRelaxedExtendedInstructionFeaturesKHR relaxed = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_RELAXED_EXTENDED_INSTRUCTION_FEATURES_KHR,
        .shaderRelaxedExtendedInstruction = VK_TRUE};
    VkPhysicalDeviceShaderExpectAssumeFeaturesKHR expect = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_EXPECT_ASSUME_FEATURES_KHR, .pNext = &relaxed, .shaderExpectAssume = VK_TRUE};
    VkPhysicalDeviceShaderAtomicFloat16VectorFeaturesNV vectors = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT16_VECTOR_FEATURES_NV, .pNext = &expect,
        .shaderFloat16VectorAtomics = VK_TRUE};
    VkPhysicalDeviceComputeShaderDerivativesFeaturesNV slopes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_FEATURES_NV, .pNext = newer ? &vectors : NULL,
        .computeDerivativeGroupQuads = VK_TRUE};
    VkPhysicalDeviceVulkan13Features v13 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = &slopes, .subgroupSizeControl = VK_TRUE,
        .shaderIntegerDotProduct = VK_TRUE, .shaderDemoteToHelperInvocation = VK_TRUE, .shaderTerminateInvocation = VK_TRUE};
    VkPhysicalDeviceVulkan12Features v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &v13,
                                            .shaderFloat16 = VK_TRUE, .bufferDeviceAddress = VK_TRUE};
    VkPhysicalDeviceVulkan11Features v11 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &v12, .storageBuffer16BitAccess = VK_TRUE,
        .variablePointersStorageBuffer = VK_TRUE, .variablePointers = VK_TRUE};

    kit_open(&kit, &(struct kit_wishes){.extension = extension, .extensions = newer ? 10 : 6, .features = &v11});
    words_open(&w, &kit);
}

int main(int argc, char **argv)
{
    const bool newer = !kit_validates();        /* what came after the validation layer of this system */

    (void)argc;
    kit_choose(argv[0]);
    open_device(newer);
    for (uint32_t size = 4; size <= w.kit->widest; size *= 2)
        check_ballot(size);
    check_pointers();
    check_dot(newer);
    check_quads();
    if (newer) {
        check_halves();
        check_forward();
    }
    words_close(&w);
    kit_close(&kit);
    return check_end("vulkan_modules");
}
