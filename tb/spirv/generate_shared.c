/* SPDX-License-Identifier: Apache-2.0
 * generate_shared.c - groupshared memory: arrays, or blocks with explicit layout of which two lie in the same place; and rounds of using it
 * between barriers, which stand where all threads come.
 */
#include "generate_state.h"

enum { SUMS = 8, SHARED_WORDS = 7000 };        /* of values: groupshared memory has 8192, for all */

/* An array type with stride. */
static uint32_t strided(struct gen *g, uint32_t element, uint32_t length, uint32_t stride)
{
    const uint32_t id = build_id(&g->b);

    INSN(&g->b, GLOBALS, OpTypeArray, id, element, build_u32(&g->b, length));
    INSN(&g->b, DECORATIONS, OpDecorate, id, DecArrayStride, stride);
    return id;
}

static uint32_t shared_block(struct gen *g, const uint32_t *member, const uint32_t *offset, unsigned members)
{
    const uint32_t type = build_id(&g->b);
    uint32_t w[3] = { type }, id;

    for (unsigned k = 0; k < members; k++) {
        w[1 + k] = member[k];
        INSN(&g->b, DECORATIONS, OpMemberDecorate, type, k, DecOffset, offset[k]);
    }
    build_insn(&g->b, GLOBALS, OpTypeStruct, w, 1 + members);
    INSN(&g->b, DECORATIONS, OpDecorate, type, DecBlock);
    id = global_variable(g, ScWorkgroup, type, 0);
    INSN(&g->b, DECORATIONS, OpDecorate, id, DecAliased);
    return id;
}

/* Sums and words in one block; the words once more, as pairs, in another. */
static void declare_blocks(struct gen *g)
{
    const uint32_t pairs = (g->threads + 1) / 2, u32 = u32_type(g), offset[2] = { 0, 4 * SUMS };
    const uint32_t words[2] = { strided(g, u32, SUMS, 4), strided(g, u32, pairs * 2, 4) };
    const uint32_t as_pairs = strided(g, type_of(g, kind_of(U32, 2)), pairs, 8);

    build_capability(&g->b, CapWorkgroupMemoryExplicitLayoutKHR);
    build_extension(&g->b, "SPV_KHR_workgroup_memory_explicit_layout");
    g->shared_array = g->shared_sum = shared_block(g, words, offset, 2);
    g->shared_pairs = shared_block(g, &as_pairs, &offset[1], 1);
}

/* Words that a value takes at most, padding before 64 bits included. */
static unsigned most_words(const struct gen *g, kind k)
{
    unsigned words = 0;

    if (!is_aggregate(k))
        return 2 * parts_of(k);
    for (unsigned c = 0; c < aggregate_of(g, k)->parts; c++)
        words += most_words(g, aggregate_of(g, k)->part[c]) + 1;
    return words + 1;
}

/* A word and 64 bits behind it, so many times; then one of each thread. */
static void declare_shared_wide(struct gen *g)
{
    const uint32_t u64 = type_of(g, kind_of(U64, 1)), pair = TYPE(&g->b, OpTypeStruct, u32_type(g), u64);

    build_capability(&g->b, CapInt64Atomics);
    const uint32_t wide = SUMS + (has(g, FEATURE_shared_results) ? g->threads : 0);
    g->shared_wide = global_variable(g, ScWorkgroup, TYPE(&g->b, OpTypeArray, pair, build_u32(&g->b, wide)), 0);
}

void declare_shared(struct gen *g)
{
    const uint32_t u32 = u32_type(g), length = build_u32(&g->b, g->threads);

    g->shared_pointer = pointer_type(g, ScWorkgroup, u32);
    if (has(g, FEATURE_shared_layout) && has(g, FEATURE_layouts) && has(g, FEATURE_vectors) && g->b.version >= 0x10400 && one_in(g, 5)) {
        declare_blocks(g);
        return;
    }
    g->shared_array = global_variable(g, ScWorkgroup, TYPE(&g->b, OpTypeArray, u32, length), 0);
    g->shared_sum = global_variable(g, ScWorkgroup, TYPE(&g->b, OpTypeArray, u32, build_u32(&g->b, SUMS)), 0);
    if (has(g, FEATURE_atomics) && has(g, FEATURE_wide_atomics) && has(g, FEATURE_int64) && one_in(g, 2))
        declare_shared_wide(g);
    if (has(g, FEATURE_shared_results) && has(g, FEATURE_atomics) && has(g, FEATURE_float32) && one_in(g, 3))
        g->shared_floats = global_variable(g, ScWorkgroup, TYPE(&g->b, OpTypeArray, type_of(g, kind_of(F32, 1)), build_u32(&g->b, SUMS + g->threads)), 0);
    g->shared_kind = any_kind(g);
    if (most_words(g, g->shared_kind) * g->threads > SHARED_WORDS)
        g->shared_kind = kind_of(U32, 1);
    g->shared_values = global_variable(g, ScWorkgroup, TYPE(&g->b, OpTypeArray, type_of(g, g->shared_kind), length), 0);
}

/* Element `at` of the sums (0) or words (1). */
static uint32_t shared_word(struct gen *g, unsigned member, uint32_t at)
{
    if (g->shared_pairs)
        return OP(g, OpAccessChain, g->shared_pointer, g->shared_array, build_u32(&g->b, member), at);
    return OP(g, OpAccessChain, g->shared_pointer, member ? g->shared_array : g->shared_sum, at);
}

void control_barrier(struct gen *g)
{
    /* AcquireRelease, WorkgroupMemory; and MakeAvailable, MakeVisible where the memory model is Vulkan */
    const uint32_t workgroup = build_u32(&g->b, ScopeWorkgroup), semantics = build_u32(&g->b, g->vulkan_model ? 0x6108 : 0x108);

    INSN(&g->b, BODY, OpControlBarrier, workgroup, workgroup, semantics);
}

enum { NON_PRIVATE = 0x20 };

static void store_shared(struct gen *g, uint32_t place, uint32_t v)
{
    if (g->vulkan_model)
        INSN(&g->b, BODY, OpStore, place, v, NON_PRIVATE);
    else
        INSN(&g->b, BODY, OpStore, place, v);
}

static void keep_shared(struct gen *g, kind k, uint32_t place)
{
    keep(g, k, g->vulkan_model ? OP(g, OpLoad, type_of(g, k), place, NON_PRIVATE) : OP(g, OpLoad, type_of(g, k), place));
}

/* The thread whose word this one takes. */
static uint32_t other_thread(struct gen *g, uint32_t own)
{
    const uint32_t u32 = u32_type(g), by = OP(g, OpIMul, u32, own, build_u32(&g->b, 1 + below(g, 8)));

    return OP(g, OpUMod, u32, OP(g, OpIAdd, u32, by, build_u32(&g->b, below(g, 64))), build_u32(&g->b, g->threads));
}

static uint32_t value_place(struct gen *g, uint32_t at)
{
    return OP(g, OpAccessChain, pointer_type(g, ScWorkgroup, type_of(g, g->shared_kind)), g->shared_values, at);
}

/* The word of thread `at`, perhaps through the block of pairs. */
static uint32_t word_place(struct gen *g, uint32_t at)
{
    const uint32_t u32 = u32_type(g), one = build_u32(&g->b, 1);
    uint32_t pair, which;

    if (!g->shared_pairs || one_in(g, 2))
        return shared_word(g, 1, at);
    pair = OP(g, OpShiftRightLogical, u32, at, one);
    which = OP(g, OpBitwiseAnd, u32, at, one);
    return OP(g, OpAccessChain, g->shared_pointer, g->shared_pairs, build_u32(&g->b, 0), pair, which);
}

/* A pointer to the word (0) or the 64 bits (1) of an element. */
static uint32_t wide_place(struct gen *g, uint32_t at, unsigned member)
{
    const uint32_t pointer = pointer_type(g, ScWorkgroup, type_of(g, kind_of(member ? U64 : U32, 1)));

    return OP(g, OpAccessChain, pointer, g->shared_wide, at, build_u32(&g->b, member));
}

/* On 64 bits of the thread's own, where what they return is known. */
static void own_wide(struct gen *g, uint32_t own)
{
    const kind w = kind_of(U64, 1);
    const uint32_t place = wide_place(g, OP(g, OpIAdd, u32_type(g), own, build_u32(&g->b, SUMS)), 1);

    store_shared(g, place, pick(g, w));
    for (unsigned n = 1 + below(g, 3); n > 0; n--)
        own_atomic_at(g, w, place);
    keep_shared(g, w, place);
    control_barrier(g);
}

/* Sums, extremes and the like of all, on both members, which are asked for behind a barrier. */
static void wide_round(struct gen *g)
{
    const kind w = kind_of(U64, 1);
    const uint32_t at = build_u32(&g->b, g->phase % SUMS), scope = build_u32(&g->b, ScopeWorkgroup), relaxed = build_u32(&g->b, 0);
    const uint32_t u64 = type_of(g, w), word = wide_place(g, at, 0), wide = wide_place(g, at, 1);
    static const unsigned op[] = { OpAtomicIAdd, OpAtomicISub, OpAtomicUMin, OpAtomicUMax, OpAtomicSMin, OpAtomicSMax, OpAtomicAnd,
                                   OpAtomicOr, OpAtomicXor };

    store_shared(g, word, build_u32(&g->b, 7));
    store_shared(g, wide, random_constant(g, w));
    control_barrier(g);
    OP(g, OpAtomicIAdd, u32_type(g), word, scope, relaxed, pick(g, kind_of(U32, 1)));
    OP(g, op[below(g, 9)], u64, wide, scope, relaxed, pick(g, w));
    control_barrier(g);
    keep(g, kind_of(U32, 1), OP(g, OpAtomicLoad, u32_type(g), word, scope, relaxed));
    if (one_in(g, 2))
        keep(g, w, OP(g, OpAtomicLoad, u64, wide, scope, relaxed));
    else
        keep_shared(g, w, wide);
    control_barrier(g);
}

/* A number of 0 to 7, and the atomic `which`: 0 adds, 1 the least, 2 the greatest. */
static uint32_t few(struct gen *g)
{
    const kind s = kind_of(S32, 1);

    return OP(g, OpConvertSToF, type_of(g, kind_of(F32, 1)), OP(g, OpBitwiseAnd, type_of(g, s), pick(g, s), constant_of(g, s, 7)));
}

static uint32_t float_atomic(struct gen *g, uint32_t place, unsigned which, uint32_t v)
{
    static const unsigned op[] = { OpAtomicFAddEXT, OpAtomicFMinEXT, OpAtomicFMaxEXT };

    build_capability(&g->b, which ? CapAtomicFloat32MinMaxEXT : CapAtomicFloat32AddEXT);
    build_extension(&g->b, which ? "SPV_EXT_shader_atomic_float_min_max" : "SPV_EXT_shader_atomic_float_add");
    return OP(g, op[which], type_of(g, kind_of(F32, 1)), place, build_u32(&g->b, ScopeWorkgroup), build_u32(&g->b, 0), v);
}

/* All on one of the first, whose sums are exact, and each thread on its own: what that gives is known, whatever is added. */
static void float_round(struct gen *g, uint32_t own)
{
    const kind f = kind_of(F32, 1);
    const uint32_t to_float = pointer_type(g, ScWorkgroup, f32_type(g)), u32 = u32_type(g);
    const uint32_t sum = OP(g, OpAccessChain, to_float, g->shared_floats, build_u32(&g->b, g->phase % SUMS));
    const uint32_t mine = OP(g, OpAccessChain, to_float, g->shared_floats, OP(g, OpIAdd, u32, own, build_u32(&g->b, SUMS)));
    const unsigned which = below(g, 3);

    store_shared(g, sum, f32(g, 100));
    store_shared(g, mine, without_nan(g, f, pick(g, f), 0));
    control_barrier(g);
    float_atomic(g, sum, which, few(g));
    keep(g, f, float_atomic(g, mine, below(g, 3), without_nan(g, f, pick(g, f), 0)));
    control_barrier(g);
    keep_shared(g, f, sum);
    keep_shared(g, f, mine);
    control_barrier(g);
}

void random_barrier(struct gen *g)
{
    const kind u = kind_of(U32, 1);
    const uint32_t u32 = u32_type(g), own = builtin(g, BiLocalInvocationIndex), v = pick(g, u);
    const uint32_t sum = shared_word(g, 0, build_u32(&g->b, g->phase++ % SUMS));
    const uint32_t scope = build_u32(&g->b, ScopeWorkgroup), relaxed = build_u32(&g->b, 0);
    const bool values = g->shared_values && one_in(g, 2);

    if (g->shared_wide && has(g, FEATURE_shared_results) && one_in(g, 4)) {
        own_wide(g, own);
        return;
    }
    if (g->shared_wide && one_in(g, 2)) {
        wide_round(g);
        return;
    }
    if (g->shared_floats && one_in(g, 2)) {
        float_round(g, own);
        return;
    }
    if (has(g, FEATURE_atomics)) {      /* SPIR-V does not say what it is in the beginning */
        store_shared(g, sum, build_u32(&g->b, 0));
        control_barrier(g);
    }
    if (values)
        store_shared(g, value_place(g, own), pick(g, g->shared_kind));
    else
        store_shared(g, shared_word(g, 1, own), v);
    if (has(g, FEATURE_atomics))
        OP(g, OpAtomicIAdd, u32, sum, scope, relaxed, pick(g, u));
    if (has(g, FEATURE_atomics) && !values && one_in(g, 3))     /* of a word that is the thread's own, up to the barrier */
        keep(g, u, OP(g, OpAtomicExchange, u32, shared_word(g, 1, own), scope, relaxed, pick(g, u)));
    control_barrier(g);
    if (values)
        keep_shared(g, g->shared_kind, value_place(g, other_thread(g, own)));
    else
        keep_shared(g, u, word_place(g, other_thread(g, own)));
    if (has(g, FEATURE_atomics))
        keep(g, u, OP(g, OpAtomicLoad, u32, sum, scope, relaxed));
    control_barrier(g);
}
