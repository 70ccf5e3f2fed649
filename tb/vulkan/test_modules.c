/* SPDX-License-Identifier: Apache-2.0
 * test_modules.c - extensions of shaders that compilers of this system cannot say, as modules made here: votes and ballots of
 * SPV_KHR_shader_ballot, variable pointers, dot products, expectations, float modes, maximal reconvergence, quads for
 * derivatives, atomics on vectors of halves, instructions with forward references.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "module.h"
#include "stage.h"
#include "waves.h"

#include "../../c_model/vulkan/newer.h"

#include <fenv.h>
#include <string.h>

enum { THREADS = 64 };

/* numbers that the headers of this system do not have */
enum { MAXIMALLY_RECONVERGES = 6023, FLOAT_CONTROLS_2 = 6029, FAST_MATH_DEFAULT = 6028, FORWARD_REFS = 4433, ATOMIC_F16_VECTOR = 5404 };

static struct kit kit;
static struct kit_buffer in, out;
static struct module m;
static uint32_t word, index_id, from, to;

/* ---- a module of one dimension: words in, words out ---- */

static void begin(uint32_t version)
{
    module_begin(&m, version);
    module_extension(&m, "SPV_KHR_storage_buffer_storage_class");
    module_main(&m, (const uint32_t[]){THREADS, 1, 1});
    word = module_u32(&m);
    from = module_buffer(&m, 0);
    to = module_buffer(&m, 1);
    index_id = OP(&m, SpvOpCompositeExtract, word, module_builtin(&m, SpvBuiltInGlobalInvocationId, 3), 0);
}

static uint32_t u32(uint32_t value)
{
    return module_const(&m, value);
}

/* Word n of each thread: at n * THREADS + its index. */
static uint32_t at(uint32_t n)
{
    return OP(&m, SpvOpIAdd, word, index_id, u32(n * THREADS));
}

static uint32_t get(uint32_t n)
{
    return module_load(&m, from, at(n));
}

static void put(uint32_t n, uint32_t value)
{
    module_store(&m, to, at(n), value);
}

static void put_truth(uint32_t n, uint32_t truth)
{
    put(n, OP(&m, SpvOpSelect, word, truth, u32(1), u32(0)));
}

static uint32_t boolean(void)
{
    return module_unique(&m, SpvOpTypeBool, 0, NULL, 0);
}

static uint32_t real(void)
{
    return UNIQUE(&m, SpvOpTypeFloat, 0, 32);
}

static uint32_t get_real(uint32_t n)
{
    return OP(&m, SpvOpBitcast, real(), get(n));
}

static void put_real(uint32_t n, uint32_t value)
{
    put(n, OP(&m, SpvOpBitcast, word, value));
}

static void run(uint32_t size)
{
    struct stage stage = {.buffers = 2, .required = size};
    struct kit_pipeline p;

    module_main_end(&m);
    stage.module = module_end(&m, &stage.bytes);
    memset(out.word, 0x5a, out.size);
    KIT_NEED(stage_pipeline(&kit, &stage, &p));
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&in, &out}, 2);
    const VkCommandBuffer commands = kit_begin(&kit);
    kit_dispatch(commands, &p, set, 1, 1, 1);
    CHECK_EQ(kit_submit(&kit, commands), VK_SUCCESS);
    KIT_NEED(vkFreeDescriptorSets(kit.device, kit.descriptors, 1, &set));
    kit_pipeline_free(&kit, &p);
    module_free(&m);
}

static void fill(uint64_t seed)
{
    for (uint32_t i = 0; i < 8 * THREADS; i++)
        in.word[i] = check_random(&seed);
}

/* ---- VK_EXT_shader_subgroup_ballot, VK_EXT_shader_subgroup_vote ---- */

static void check_ballot(uint32_t size)
{
    begin(0x10300);
    module_capability(&m, SpvCapabilitySubgroupBallotKHR);
    module_capability(&m, SpvCapabilitySubgroupVoteKHR);
    module_extension(&m, "SPV_KHR_shader_ballot");
    module_extension(&m, "SPV_KHR_subgroup_vote");
    const uint32_t v = get(0), odd = OP(&m, SpvOpINotEqual, boolean(), OP(&m, SpvOpBitwiseAnd, word, v, u32(1)), u32(0));
    const uint32_t some = OP(&m, SpvOpULessThan, boolean(), v, u32(0xf0000000)), vector = UNIQUE(&m, SpvOpTypeVector, 0, word, 4);
    put(0, OP(&m, SpvOpCompositeExtract, word, OP(&m, SpvOpSubgroupBallotKHR, vector, odd), 0));
    put(1, OP(&m, SpvOpSubgroupFirstInvocationKHR, word, v));
    put(2, OP(&m, SpvOpSubgroupReadInvocationKHR, word, v, u32(size - 1)));
    put_truth(3, OP(&m, SpvOpSubgroupAllKHR, boolean(), some));
    put_truth(4, OP(&m, SpvOpSubgroupAnyKHR, boolean(), OP(&m, SpvOpLogicalNot, boolean(), some)));
    put_truth(5, OP(&m, SpvOpSubgroupAllEqualKHR, boolean(), some));
    fill(3);
    run(size);
    for (uint32_t i = 0; i < THREADS; i++) {
        const uint32_t first = i - i % size;
        uint32_t ballot = 0, low = 0, lanes = size < THREADS ? size : THREADS;
        for (uint32_t lane = 0; lane < lanes; lane++) {
            ballot |= lane < 32 ? (in.word[first + lane] & 1) << lane : 0;
            low += in.word[first + lane] < 0xf0000000;
        }
        CHECK_EQ(out.word[i], ballot);
        CHECK_EQ(out.word[THREADS + i], in.word[first]);
        if (size <= THREADS)
            CHECK_EQ(out.word[2 * THREADS + i], in.word[first + size - 1]);
        CHECK_EQ(out.word[3 * THREADS + i], low == lanes);
        CHECK_EQ(out.word[4 * THREADS + i], low != lanes);
        CHECK_EQ(out.word[5 * THREADS + i], low == lanes || low == 0);
    }
}

/* ---- VK_KHR_variable_pointers ---- */

static void check_pointers(void)
{
    begin(0x10300);
    module_capability(&m, SpvCapabilityVariablePointersStorageBuffer);
    module_capability(&m, SpvCapabilityVariablePointers);
    module_extension(&m, "SPV_KHR_variable_pointers");
    const uint32_t pointer = UNIQUE(&m, SpvOpTypePointer, 0, SpvStorageClassStorageBuffer, word);
    PUT(&m, DECORATIONS, SpvOpDecorate, pointer, SpvDecorationArrayStride, 4);
    const uint32_t odd = OP(&m, SpvOpINotEqual, boolean(), OP(&m, SpvOpBitwiseAnd, word, get(0), u32(1)), u32(0));
    const uint32_t a = OP(&m, SpvOpAccessChain, pointer, from, u32(0), at(1)), b = OP(&m, SpvOpAccessChain, pointer, to, u32(0), at(1));
    put(1, u32(77));
    /* one buffer or the other; then the next element of it */
    const uint32_t chosen = OP(&m, SpvOpSelect, pointer, odd, a, b), next = OP(&m, SpvOpPtrAccessChain, pointer, chosen, u32(THREADS));
    const uint32_t v = OP(&m, SpvOpLoad, word, chosen);
    put(2, u32(99));
    put(0, OP(&m, SpvOpIAdd, word, v, OP(&m, SpvOpLoad, word, next)));
    fill(8);
    run(16);
    for (uint32_t i = 0; i < THREADS; i++)
        CHECK_EQ(out.word[i], in.word[i] & 1 ? in.word[THREADS + i] + in.word[2 * THREADS + i] : 77 + 99);
}

/* ---- VK_KHR_shader_integer_dot_product, VK_KHR_shader_expect_assume ---- */

static void check_dot(bool newer)
{
    begin(0x10300);
    module_capability(&m, SpvCapabilityDotProductKHR);
    module_capability(&m, SpvCapabilityDotProductInput4x8BitPackedKHR);
    module_capability(&m, SpvCapabilityDotProductInputAllKHR);
    module_extension(&m, "SPV_KHR_integer_dot_product");
    const uint32_t x = get(0), y = get(1), z = OP(&m, SpvOpBitwiseAnd, word, get(2), u32(0xffff)), pair = UNIQUE(&m, SpvOpTypeVector, 0, word, 2);
    put(0, OP(&m, SpvOpUDotKHR, word, x, y, SpvPackedVectorFormatPackedVectorFormat4x8BitKHR));
    put(1, OP(&m, SpvOpSDotKHR, word, x, y, SpvPackedVectorFormatPackedVectorFormat4x8BitKHR));
    put(2, OP(&m, SpvOpSUDotKHR, word, x, y, SpvPackedVectorFormatPackedVectorFormat4x8BitKHR));
    put(3, OP(&m, SpvOpUDotAccSatKHR, word, x, y, OP(&m, SpvOpBitwiseOr, word, z, u32(0xffff0000)), SpvPackedVectorFormatPackedVectorFormat4x8BitKHR));
    put(4, OP(&m, SpvOpUDotKHR, word, OP(&m, SpvOpCompositeConstruct, pair, x, y), OP(&m, SpvOpCompositeConstruct, pair, y, z)));
    if (newer) {
        module_capability(&m, SpvCapabilityExpectAssumeKHR);
        module_extension(&m, "SPV_KHR_expect_assume");
        PUT(&m, CODE, SpvOpAssumeTrueKHR, OP(&m, SpvOpULessThan, boolean(), index_id, u32(THREADS)));
        put(5, OP(&m, SpvOpExpectKHR, word, x, u32(5)));
    }
    fill(13);
    run(32);
    for (uint32_t i = 0; i < THREADS; i++) {
        const uint32_t a = in.word[i], b = in.word[THREADS + i], c = in.word[2 * THREADS + i] & 0xffff;
        uint32_t u = 0, s = 0, su = 0;
        for (unsigned k = 0; k < 32; k += 8) {
            u += (a >> k & 255) * (b >> k & 255);
            s += (uint32_t)((int8_t)(a >> k) * (int8_t)(b >> k));
            su += (uint32_t)((int8_t)(a >> k) * (int32_t)(b >> k & 255));
        }
        const uint64_t sum = (uint64_t)u + (c | 0xffff0000);
        CHECK_EQ(out.word[i], u);
        CHECK_EQ(out.word[THREADS + i], s);
        CHECK_EQ(out.word[2 * THREADS + i], su);
        CHECK_EQ(out.word[3 * THREADS + i], sum > UINT32_MAX ? UINT32_MAX : sum);
        CHECK_EQ(out.word[4 * THREADS + i], a * b + b * c);
        if (newer)
            CHECK_EQ(out.word[5 * THREADS + i], a);
    }
}

/* ---- VK_KHR_shader_float_controls ---- */

static uint32_t flushed(uint32_t bits)
{
    return bits & 0x7f800000 ? bits : bits & 0x80000000;
}

static uint32_t bits_of_float(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static float float_of_bits(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

/* Sums and products of floats of 32 bits, rounded to zero or to nearest, with subnormal numbers or without them. */
static void check_floats(bool to_zero, bool flushes)
{
    begin(0x10400);
    module_capability(&m, to_zero ? SpvCapabilityRoundingModeRTZ : SpvCapabilityRoundingModeRTE);
    module_capability(&m, flushes ? SpvCapabilityDenormFlushToZero : SpvCapabilityDenormPreserve);
    module_capability(&m, SpvCapabilitySignedZeroInfNanPreserve);
    module_extension(&m, "SPV_KHR_float_controls");
    PUT(&m, MODES, SpvOpExecutionMode, 1, to_zero ? SpvExecutionModeRoundingModeRTZ : SpvExecutionModeRoundingModeRTE, 32);
    PUT(&m, MODES, SpvOpExecutionMode, 1, flushes ? SpvExecutionModeDenormFlushToZero : SpvExecutionModeDenormPreserve, 32);
    PUT(&m, MODES, SpvOpExecutionMode, 1, SpvExecutionModeSignedZeroInfNanPreserve, 32);
    const uint32_t x = get_real(0), y = get_real(1);
    put_real(0, OP(&m, SpvOpFAdd, real(), x, y));
    put_real(1, OP(&m, SpvOpFMul, real(), x, y));
    fill(21);
    for (uint32_t i = 0; i < THREADS; i++) {            /* numbers near each other; some of the products are subnormal */
        in.word[i] = (in.word[i] & 0x80ffffff) | 0x20000000;
        in.word[THREADS + i] = (in.word[THREADS + i] & 0x81ffffff) | 0x1f000000;
        if (i % 8 == 0)                                 /* subnormal numbers to begin with */
            in.word[i] &= 0x807fffff, in.word[THREADS + i] = i % 16 ? in.word[THREADS + i] : in.word[THREADS + i] & 0x807fffff;
    }
    run(8);
    fesetround(to_zero ? FE_TOWARDZERO : FE_TONEAREST);
    for (uint32_t i = 0; i < THREADS; i++) {
        const uint32_t a = flushes ? flushed(in.word[i]) : in.word[i], b = flushes ? flushed(in.word[THREADS + i]) : in.word[THREADS + i];
        const volatile float x2 = float_of_bits(a), y2 = float_of_bits(b);
        const volatile float sum = x2 + y2, product = x2 * y2;
        CHECK_EQ(out.word[i], flushes ? flushed(bits_of_float(sum)) : bits_of_float(sum));
        CHECK_EQ(out.word[THREADS + i], flushes ? flushed(bits_of_float(product)) : bits_of_float(product));
    }
    fesetround(FE_TONEAREST);
}

/* ---- VK_KHR_shader_float_controls2: what the default allows is not done ---- */

static void check_fast(void)
{
    begin(0x10300);
    module_capability(&m, FLOAT_CONTROLS_2);
    module_extension(&m, "SPV_KHR_float_controls2");
    PUT(&m, MODES, SpvOpExecutionModeId, 1, FAST_MATH_DEFAULT, real(), u32(0x30007));
    const uint32_t x = get_real(0), y = get_real(1);
    put_real(0, OP(&m, SpvOpFSub, real(), OP(&m, SpvOpFAdd, real(), x, y), x));
    put_real(1, OP(&m, SpvOpFSub, real(), OP(&m, SpvOpFMul, real(), x, x), y));
    fill(34);
    for (uint32_t i = 0; i < 2 * THREADS; i++)
        in.word[i] = (in.word[i] & 0x80ffffff) | 0x3f000000;
    run(64);
    for (uint32_t i = 0; i < THREADS; i++) {
        const volatile float x2 = float_of_bits(in.word[i]), y2 = float_of_bits(in.word[THREADS + i]);
        const volatile float sum = x2 + y2, left = sum - x2, square = x2 * x2, rest = square - y2;
        CHECK_EQ(out.word[i], bits_of_float(left));
        CHECK_EQ(out.word[THREADS + i], bits_of_float(rest));
    }
}

/* ---- VK_KHR_shader_maximal_reconvergence: after each turn of a loop, those that go on meet, those of `continue` too ---- */

static void check_reconvergence(uint32_t size)
{
    enum { TURNS = 6 };
    begin(0x10300);
    module_capability(&m, SpvCapabilityGroupNonUniformArithmetic);
    module_extension(&m, "SPV_KHR_maximal_reconvergence");
    PUT(&m, MODES, SpvOpExecutionMode, 1, MAXIMALLY_RECONVERGES);
    const uint32_t header = m.next++, test = m.next++, body = m.next++, odd = m.next++, even = m.next++, join = m.next++, more = m.next++, end = m.next++;
    const uint32_t entry = m.next++, pointer = UNIQUE(&m, SpvOpTypePointer, 0, SpvStorageClassFunction, word), scope = u32(SpvScopeSubgroup);
    (void)entry;
    const uint32_t turn = m.next++;
    module_put(&m, CODE, SpvOpVariable, (const uint32_t[]){pointer, turn, SpvStorageClassFunction}, 3);
    PUT(&m, CODE, SpvOpStore, turn, u32(0));
    const uint32_t lane = OP(&m, SpvOpBitwiseAnd, word, index_id, u32(7));
    PUT(&m, CODE, SpvOpBranch, header);
    PUT(&m, CODE, SpvOpLabel, header);
    PUT(&m, CODE, SpvOpLoopMerge, end, more, SpvLoopControlMaskNone);
    PUT(&m, CODE, SpvOpBranch, test);
    PUT(&m, CODE, SpvOpLabel, test);
    /* lane l runs l + 1 turns, at most TURNS */
    const uint32_t n = OP(&m, SpvOpLoad, word, turn), goes = OP(&m, SpvOpULessThanEqual, boolean(), n, lane);
    PUT(&m, CODE, SpvOpBranchConditional, OP(&m, SpvOpLogicalAnd, boolean(), goes, OP(&m, SpvOpULessThan, boolean(), n, u32(TURNS))), body, end);
    PUT(&m, CODE, SpvOpLabel, body);
    const uint32_t alive = OP(&m, SpvOpGroupNonUniformIAdd, word, scope, SpvGroupOperationReduce, u32(1));
    module_store(&m, to, OP(&m, SpvOpIAdd, word, index_id, OP(&m, SpvOpIMul, word, n, u32(2 * THREADS))), alive);
    const uint32_t sum = OP(&m, SpvOpIAdd, word, n, lane), is_odd = OP(&m, SpvOpINotEqual, boolean(), OP(&m, SpvOpBitwiseAnd, word, sum, u32(1)), u32(0));
    PUT(&m, CODE, SpvOpSelectionMerge, join, SpvSelectionControlMaskNone);
    PUT(&m, CODE, SpvOpBranchConditional, is_odd, odd, even);
    PUT(&m, CODE, SpvOpLabel, odd);
    PUT(&m, CODE, SpvOpBranch, more);                   /* continue */
    PUT(&m, CODE, SpvOpLabel, even);
    PUT(&m, CODE, SpvOpBranch, join);
    PUT(&m, CODE, SpvOpLabel, join);
    const uint32_t evens = OP(&m, SpvOpGroupNonUniformIAdd, word, scope, SpvGroupOperationReduce, u32(1));
    module_store(&m, to, OP(&m, SpvOpIAdd, word, OP(&m, SpvOpIAdd, word, index_id, u32(THREADS)), OP(&m, SpvOpIMul, word, n, u32(2 * THREADS))), evens);
    PUT(&m, CODE, SpvOpBranch, more);
    PUT(&m, CODE, SpvOpLabel, more);
    PUT(&m, CODE, SpvOpStore, turn, OP(&m, SpvOpIAdd, word, n, u32(1)));
    PUT(&m, CODE, SpvOpBranch, header);
    PUT(&m, CODE, SpvOpLabel, end);
    run(size);
    const uint32_t lanes = size < THREADS ? size : THREADS;
    for (uint32_t i = 0; i < THREADS; i++)
        for (uint32_t k = 0; k < TURNS; k++) {
            uint32_t all = 0, even_lanes = 0;
            for (uint32_t l = i - i % lanes; l < i - i % lanes + lanes; l++) {
                all += k <= l % 8;
                even_lanes += k <= l % 8 && (k + l % 8) % 2 == 0;
            }
            CHECK_EQ(out.word[2 * THREADS * k + i], k <= i % 8 ? all : 0x5a5a5a5a);
            CHECK_EQ(out.word[2 * THREADS * k + THREADS + i], k <= i % 8 && (k + i % 8) % 2 == 0 ? even_lanes : 0x5a5a5a5a);
        }
}

/* ---- VK_KHR_compute_shader_derivatives: quads of two rows ---- */

static void check_quads(void)
{
    module_begin(&m, 0x10300);
    module_capability(&m, SpvCapabilityComputeDerivativeGroupQuadsNV);
    module_capability(&m, SpvCapabilityDerivativeControl);
    module_extension(&m, "SPV_KHR_storage_buffer_storage_class");
    module_extension(&m, "SPV_NV_compute_shader_derivatives");
    module_main(&m, (const uint32_t[]){8, 8, 1});
    PUT(&m, MODES, SpvOpExecutionMode, 1, SpvExecutionModeDerivativeGroupQuadsNV);
    word = module_u32(&m);
    from = module_buffer(&m, 0);
    to = module_buffer(&m, 1);
    index_id = module_builtin(&m, SpvBuiltInLocalInvocationIndex, 1);
    const uint32_t x = get_real(0);
    put_real(0, OP(&m, SpvOpDPdxFine, real(), x));
    put_real(1, OP(&m, SpvOpDPdyFine, real(), x));
    for (uint32_t i = 0; i < THREADS; i++)
        in.word[i] = bits_of_float((float)(i * i));
    run(16);
    for (uint32_t i = 0; i < THREADS; i++) {
        const uint32_t left = i & ~1U, top = i & ~8U;
        CHECK_EQ(out.word[i], bits_of_float((float)(2 * left + 1)));
        CHECK_EQ(out.word[THREADS + i], bits_of_float((float)(16 * top + 64)));
    }
}

/* ---- VK_NV_shader_atomic_float16_vector ---- */

static void check_halves(void)
{
    static const struct type half = {'f', 16};
    begin(0x10300);
    module_capability(&m, SpvCapabilityFloat16);
    module_capability(&m, SpvCapabilityStorageBuffer16BitAccess);
    module_capability(&m, ATOMIC_F16_VECTOR);
    module_extension(&m, "SPV_NV_shader_atomic_fp16_vector");
    module_extension(&m, "SPV_KHR_16bit_storage");
    const uint32_t f16 = UNIQUE(&m, SpvOpTypeFloat, 0, 16), pair = UNIQUE(&m, SpvOpTypeVector, 0, f16, 2);
    const uint32_t array = UNIQUE(&m, SpvOpTypeRuntimeArray, 0, pair), block = UNIQUE(&m, SpvOpTypeStruct, 0, array);
    const uint32_t variable = UNIQUE(&m, SpvOpVariable, UNIQUE(&m, SpvOpTypePointer, 0, SpvStorageClassStorageBuffer, block), SpvStorageClassStorageBuffer);
    PUT(&m, DECORATIONS, SpvOpDecorate, array, SpvDecorationArrayStride, 4);
    PUT(&m, DECORATIONS, SpvOpDecorate, block, SpvDecorationBlock);
    PUT(&m, DECORATIONS, SpvOpMemberDecorate, block, 0, SpvDecorationOffset, 0);
    PUT(&m, DECORATIONS, SpvOpDecorate, variable, SpvDecorationDescriptorSet, 0);
    PUT(&m, DECORATIONS, SpvOpDecorate, variable, SpvDecorationBinding, 0);
    const uint32_t element = OP(&m, SpvOpAccessChain, UNIQUE(&m, SpvOpTypePointer, 0, SpvStorageClassStorageBuffer, pair), variable, u32(0), u32(0));
    const uint32_t value = OP(&m, SpvOpBitcast, pair, u32((uint32_t)(bits_of(&half, -0.5) << 16 | bits_of(&half, 2))));
    OP(&m, SpvOpAtomicFAddEXT, pair, element, u32(SpvScopeDevice), u32(0), value);
    in.word[0] = (uint32_t)(bits_of(&half, 10) << 16 | bits_of(&half, 1));
    run(32);
    CHECK_EQ(in.word[0], bits_of(&half, 10 - 0.5 * THREADS) << 16 | bits_of(&half, 1 + 2 * THREADS));
}

/* ---- VK_KHR_shader_relaxed_extended_instruction ---- */

static void check_forward(void)
{
    begin(0x10300);
    module_extension(&m, "SPV_KHR_relaxed_extended_instruction");
    module_extension(&m, "SPV_KHR_non_semantic_info");
    const uint32_t set = m.next++, none = module_unique(&m, SpvOpTypeVoid, 0, NULL, 0), later = m.next++, result = m.next++;
    module_text(&m, EXTENSIONS, SpvOpExtInstImport, &set, 1, "NonSemantic.Wavefold.Test", NULL, 0);
    PUT(&m, TYPES, FORWARD_REFS, none, result, set, 1, later);
    PUT(&m, TYPES, SpvOpExtInst, none, later, set, 2, result);
    put(0, OP(&m, SpvOpNot, word, get(0)));
    fill(55);
    run(4);
    for (uint32_t i = 0; i < THREADS; i++)
        CHECK_EQ(out.word[i], ~in.word[i]);
}

/* ---- the device ---- */

static void open_device(bool newer)
{
    static const char *const extension[] = {
        "VK_EXT_shader_subgroup_ballot", "VK_EXT_shader_subgroup_vote", "VK_KHR_variable_pointers", "VK_KHR_shader_integer_dot_product",
        "VK_KHR_shader_float_controls", "VK_NV_compute_shader_derivatives", "VK_KHR_shader_non_semantic_info",
        "VK_KHR_compute_shader_derivatives", "VK_KHR_shader_float_controls2", "VK_KHR_shader_maximal_reconvergence", "VK_KHR_shader_expect_assume",
        "VK_KHR_shader_relaxed_extended_instruction", "VK_NV_shader_atomic_float16_vector"};
    VkPhysicalDeviceShaderRelaxedExtendedInstructionFeaturesKHR relaxed = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_RELAXED_EXTENDED_INSTRUCTION_FEATURES_KHR, .shaderRelaxedExtendedInstruction = VK_TRUE};
    VkPhysicalDeviceShaderFloatControls2FeaturesKHR fast = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT_CONTROLS_2_FEATURES_KHR, .pNext = &relaxed,
                                                            .shaderFloatControls2 = VK_TRUE};
    VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR meets = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_MAXIMAL_RECONVERGENCE_FEATURES_KHR, .pNext = &fast, .shaderMaximalReconvergence = VK_TRUE};
    VkPhysicalDeviceShaderExpectAssumeFeaturesKHR expect = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_EXPECT_ASSUME_FEATURES_KHR, .pNext = &meets,
                                                            .shaderExpectAssume = VK_TRUE};
    VkPhysicalDeviceShaderAtomicFloat16VectorFeaturesNV vectors = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT16_VECTOR_FEATURES_NV, .pNext = &expect, .shaderFloat16VectorAtomics = VK_TRUE};
    VkPhysicalDeviceComputeShaderDerivativesFeaturesNV slopes = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_FEATURES_NV,
                                                                 .pNext = newer ? &vectors : NULL, .computeDerivativeGroupQuads = VK_TRUE};
    VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = &slopes, .subgroupSizeControl = VK_TRUE,
                                            .shaderIntegerDotProduct = VK_TRUE, .shaderDemoteToHelperInvocation = VK_TRUE, .shaderTerminateInvocation = VK_TRUE};
    VkPhysicalDeviceVulkan12Features v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &v13, .shaderFloat16 = VK_TRUE,
                                            .bufferDeviceAddress = VK_TRUE};
    VkPhysicalDeviceVulkan11Features v11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &v12, .storageBuffer16BitAccess = VK_TRUE,
                                            .variablePointersStorageBuffer = VK_TRUE, .variablePointers = VK_TRUE};

    kit_open(&kit, &(struct kit_wishes){.extension = extension, .extensions = newer ? 13 : 7, .features = &v11});
    in = kit_buffer(&kit, 4 * 8 * THREADS);
    out = kit_buffer(&kit, 4 * 16 * THREADS);
}

int main(int argc, char **argv)
{
    const bool newer = !kit_validates();   /* what came after the validation layer of this system */

    (void)argc;
    kit_choose(argv[0]);
    open_device(newer);
    for (uint32_t size = 4; size <= 128; size *= 2) {
        check_ballot(size);
        if (newer)
            check_reconvergence(size);
    }
    check_pointers();
    check_dot(newer);
    for (unsigned i = 0; i < 4; i++)
        check_floats(i & 1, i & 2);
    check_quads();
    if (newer) {
        check_fast();
        check_halves();
        check_forward();
    }
    kit_buffer_free(&kit, &in);
    kit_buffer_free(&kit, &out);
    kit_close(&kit);
    return check_end("vulkan_modules");
}
