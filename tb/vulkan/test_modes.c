/* SPDX-License-Identifier: Apache-2.0
 * test_modes.c - execution modes that compilers of this system do not have: how floats are rounded, subnormal numbers,
 * liberties of fast mathematics, and maximal reconvergence.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "words.h"

#include "../../c_model/vulkan/newer.h"

#include <fenv.h>
#include <string.h>

/* numbers that the headers of this system do not have */
enum { MAXIMALLY_RECONVERGES = 6023, FLOAT_CONTROLS_2 = 6029, FAST_MATH_DEFAULT = 6028 };

static struct kit kit;
static struct words w;

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
    words_begin(&w, 0x10400);
    module_capability(&w.m, to_zero ? SpvCapabilityRoundingModeRTZ : SpvCapabilityRoundingModeRTE);
    module_capability(&w.m, flushes ? SpvCapabilityDenormFlushToZero : SpvCapabilityDenormPreserve);
    module_capability(&w.m, SpvCapabilitySignedZeroInfNanPreserve);
    module_extension(&w.m, "SPV_KHR_float_controls");
    PUT(&w.m, MODES, SpvOpExecutionMode, 1, to_zero ? SpvExecutionModeRoundingModeRTZ : SpvExecutionModeRoundingModeRTE, 32);
    PUT(&w.m, MODES, SpvOpExecutionMode, 1, flushes ? SpvExecutionModeDenormFlushToZero : SpvExecutionModeDenormPreserve, 32);
    PUT(&w.m, MODES, SpvOpExecutionMode, 1, SpvExecutionModeSignedZeroInfNanPreserve, 32);
    const uint32_t x = words_get_real(&w, 0), y = words_get_real(&w, 1);
    words_put_real(&w, 0, OP(&w.m, SpvOpFAdd, w.real, x, y));
    words_put_real(&w, 1, OP(&w.m, SpvOpFMul, w.real, x, y));
    words_fill(&w, 21);
    for (uint32_t i = 0; i < WORDS_THREADS; i++) {            /* numbers near each other; some of the products are subnormal */
        w.in.word[i] = (w.in.word[i] & 0x80ffffff) | 0x20000000;
        w.in.word[WORDS_THREADS + i] = (w.in.word[WORDS_THREADS + i] & 0x81ffffff) | 0x1f000000;
        if (i % 8 == 0)                                 /* subnormal numbers to begin with */
            w.in.word[i] &= 0x807fffff, w.in.word[WORDS_THREADS + i] = i % 16 ? w.in.word[WORDS_THREADS + i] : w.in.word[WORDS_THREADS + i] & 0x807fffff;
    }
    words_run(&w, 8);
    fesetround(to_zero ? FE_TOWARDZERO : FE_TONEAREST);
    for (uint32_t i = 0; i < WORDS_THREADS; i++) {
        const uint32_t a = flushes ? flushed(w.in.word[i]) : w.in.word[i], b = flushes ? flushed(w.in.word[WORDS_THREADS + i]) : w.in.word[WORDS_THREADS + i];
        const volatile float x2 = float_of_bits(a), y2 = float_of_bits(b);
        const volatile float sum = x2 + y2, product = x2 * y2;
        CHECK_EQ(w.out.word[i], flushes ? flushed(bits_of_float(sum)) : bits_of_float(sum));
        CHECK_EQ(w.out.word[WORDS_THREADS + i], flushes ? flushed(bits_of_float(product)) : bits_of_float(product));
    }
    fesetround(FE_TONEAREST);
}

/* ---- VK_KHR_shader_float_controls2: what the default allows is not done ---- */

static void check_fast(void)
{
    words_begin(&w, 0x10300);
    module_capability(&w.m, FLOAT_CONTROLS_2);
    module_extension(&w.m, "SPV_KHR_float_controls2");
    PUT(&w.m, MODES, SpvOpExecutionModeId, 1, FAST_MATH_DEFAULT, w.real, module_const(&w.m, 0x30007));
    const uint32_t x = words_get_real(&w, 0), y = words_get_real(&w, 1);
    words_put_real(&w, 0, OP(&w.m, SpvOpFSub, w.real, OP(&w.m, SpvOpFAdd, w.real, x, y), x));
    words_put_real(&w, 1, OP(&w.m, SpvOpFSub, w.real, OP(&w.m, SpvOpFMul, w.real, x, x), y));
    words_fill(&w, 34);
    for (uint32_t i = 0; i < 2 * WORDS_THREADS; i++)
        w.in.word[i] = (w.in.word[i] & 0x80ffffff) | 0x3f000000;
    words_run(&w, 64);
    for (uint32_t i = 0; i < WORDS_THREADS; i++) {
        const volatile float x2 = float_of_bits(w.in.word[i]), y2 = float_of_bits(w.in.word[WORDS_THREADS + i]);
        const volatile float sum = x2 + y2, left = sum - x2, square = x2 * x2, rest = square - y2;
        CHECK_EQ(w.out.word[i], bits_of_float(left));
        CHECK_EQ(w.out.word[WORDS_THREADS + i], bits_of_float(rest));
    }
}

/* ---- VK_KHR_shader_maximal_reconvergence: after each turn of a loop, the lanes that continue meet ---- */

static void check_reconvergence(uint32_t size)
{
    enum { TURNS = 6 };
    words_begin(&w, 0x10300);
    module_capability(&w.m, SpvCapabilityGroupNonUniformArithmetic);
    module_extension(&w.m, "SPV_KHR_maximal_reconvergence");
    PUT(&w.m, MODES, SpvOpExecutionMode, 1, MAXIMALLY_RECONVERGES);
    const uint32_t header = w.m.next++, test = w.m.next++, body = w.m.next++, odd = w.m.next++, even = w.m.next++, join = w.m.next++, more = w.m.next++, end = w.m.next++;
    const uint32_t entry = w.m.next++, pointer = UNIQUE(&w.m, SpvOpTypePointer, 0, SpvStorageClassFunction, w.word), scope = module_const(&w.m, SpvScopeSubgroup);
    (void)entry;
    const uint32_t turn = w.m.next++;
    module_put(&w.m, CODE, SpvOpVariable, (const uint32_t[]){pointer, turn, SpvStorageClassFunction}, 3);
    PUT(&w.m, CODE, SpvOpStore, turn, module_const(&w.m, 0));
    const uint32_t lane = OP(&w.m, SpvOpBitwiseAnd, w.word, w.index, module_const(&w.m, 7));
    PUT(&w.m, CODE, SpvOpBranch, header);
    PUT(&w.m, CODE, SpvOpLabel, header);
    PUT(&w.m, CODE, SpvOpLoopMerge, end, more, SpvLoopControlMaskNone);
    PUT(&w.m, CODE, SpvOpBranch, test);
    PUT(&w.m, CODE, SpvOpLabel, test);
    /* lane l runs l + 1 turns, at most TURNS */
    const uint32_t n = OP(&w.m, SpvOpLoad, w.word, turn), goes = OP(&w.m, SpvOpULessThanEqual, w.boolean, n, lane);
    PUT(&w.m, CODE, SpvOpBranchConditional, OP(&w.m, SpvOpLogicalAnd, w.boolean, goes, OP(&w.m, SpvOpULessThan, w.boolean, n, module_const(&w.m, TURNS))), body, end);
    PUT(&w.m, CODE, SpvOpLabel, body);
    const uint32_t alive = OP(&w.m, SpvOpGroupNonUniformIAdd, w.word, scope, SpvGroupOperationReduce, module_const(&w.m, 1));
    module_store(&w.m, w.to, OP(&w.m, SpvOpIAdd, w.word, w.index, OP(&w.m, SpvOpIMul, w.word, n, module_const(&w.m, 2 * WORDS_THREADS))), alive);
    const uint32_t sum = OP(&w.m, SpvOpIAdd, w.word, n, lane), is_odd = OP(&w.m, SpvOpINotEqual, w.boolean, OP(&w.m, SpvOpBitwiseAnd, w.word, sum, module_const(&w.m, 1)), module_const(&w.m, 0));
    PUT(&w.m, CODE, SpvOpSelectionMerge, join, SpvSelectionControlMaskNone);
    PUT(&w.m, CODE, SpvOpBranchConditional, is_odd, odd, even);
    PUT(&w.m, CODE, SpvOpLabel, odd);
    PUT(&w.m, CODE, SpvOpBranch, more);                   /* continue */
    PUT(&w.m, CODE, SpvOpLabel, even);
    PUT(&w.m, CODE, SpvOpBranch, join);
    PUT(&w.m, CODE, SpvOpLabel, join);
    const uint32_t evens = OP(&w.m, SpvOpGroupNonUniformIAdd, w.word, scope, SpvGroupOperationReduce, module_const(&w.m, 1));
    module_store(&w.m, w.to, OP(&w.m, SpvOpIAdd, w.word, OP(&w.m, SpvOpIAdd, w.word, w.index, module_const(&w.m, WORDS_THREADS)), OP(&w.m, SpvOpIMul, w.word, n, module_const(&w.m, 2 * WORDS_THREADS))), evens);
    PUT(&w.m, CODE, SpvOpBranch, more);
    PUT(&w.m, CODE, SpvOpLabel, more);
    PUT(&w.m, CODE, SpvOpStore, turn, OP(&w.m, SpvOpIAdd, w.word, n, module_const(&w.m, 1)));
    PUT(&w.m, CODE, SpvOpBranch, header);
    PUT(&w.m, CODE, SpvOpLabel, end);
    words_run(&w, size);
    const uint32_t lanes = size < WORDS_THREADS ? size : WORDS_THREADS;
    for (uint32_t i = 0; i < WORDS_THREADS; i++)
        for (uint32_t k = 0; k < TURNS; k++) {
            uint32_t all = 0, even_lanes = 0;
            for (uint32_t l = i - i % lanes; l < i - i % lanes + lanes; l++) {
                all += k <= l % 8;
                even_lanes += k <= l % 8 && (k + l % 8) % 2 == 0;
            }
            CHECK_EQ(w.out.word[2 * WORDS_THREADS * k + i], k <= i % 8 ? all : 0x5a5a5a5a);
            CHECK_EQ(w.out.word[2 * WORDS_THREADS * k + WORDS_THREADS + i], k <= i % 8 && (k + i % 8) % 2 == 0 ? even_lanes : 0x5a5a5a5a);
        }
}

/* ---- the device ---- */

static void open_device(bool newer)
{
    static const char *const extension[] = {"VK_KHR_shader_float_controls", "VK_KHR_shader_float_controls2",
                                            "VK_KHR_shader_maximal_reconvergence"};
    VkPhysicalDeviceShaderFloatControls2FeaturesKHR fast = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT_CONTROLS_2_FEATURES_KHR, .shaderFloatControls2 = VK_TRUE};
    VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR meets = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_MAXIMAL_RECONVERGENCE_FEATURES_KHR, .pNext = &fast,
        .shaderMaximalReconvergence = VK_TRUE};
    VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = newer ? &meets : NULL,
                                            .subgroupSizeControl = VK_TRUE};
    VkPhysicalDeviceVulkan12Features v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &v13,
                                            .bufferDeviceAddress = VK_TRUE};

    kit_open(&kit, &(struct kit_wishes){.extension = extension, .extensions = newer ? 3 : 1, .features = &v12});
    words_open(&w, &kit);
}

int main(int argc, char **argv)
{
    const bool newer = !kit_validates();        /* what came after the validation layer of this system */

    (void)argc;
    kit_choose(argv[0]);
    open_device(newer);
    for (unsigned i = 0; i < 4; i++)
        check_floats(i & 1, i & 2);
    for (uint32_t size = 4; newer && size <= w.kit->widest; size *= 2)
        check_reconvergence(size);
    if (newer)
        check_fast();
    words_close(&w);
    kit_close(&kit);
    return check_end("vulkan_modes");
}
