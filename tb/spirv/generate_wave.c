/* SPDX-License-Identifier: Apache-2.0
 * generate_wave.c - wave operations on whatever lanes run here.  What would read a lane that does not run is looked up in a ballot first.
 */
#include "generate_stage.h"

static uint32_t scope(struct gen *g)
{
    return build_u32(&g->b, ScopeSubgroup);
}

static kind words4(void)
{
    return kind_of(U32, 4);
}

static uint32_t bool_type(struct gen *g)
{
    return type_of(g, kind_of(BOOL, 1));
}

static uint32_t ballot_of(struct gen *g, uint32_t condition)
{
    build_capability(&g->b, CapGroupNonUniformBallot);
    return OP(g, OpGroupNonUniformBallot, type_of(g, words4()), scope(g), condition);
}

static uint32_t running(struct gen *g)
{
    return ballot_of(g, constant_of(g, kind_of(BOOL, 1), 1));
}

/* Does lane `lane`, a U32 below the wave's size, run here? */
static uint32_t runs(struct gen *g, uint32_t lane)
{
    const uint32_t all = running(g);

    return OP(g, OpGroupNonUniformBallotBitExtract, bool_type(g), scope(g), all, lane);
}

/* `read` where `lane` runs, else `own`. */
static void keep_read(struct gen *g, kind k, uint32_t read, uint32_t own, uint32_t lane)
{
    keep(g, k, of_active_lane(g, k, either(g, k, runs(g, lane), read, own)));
}

static uint32_t lane_number(struct gen *g)
{
    return builtin(g, BiSubgroupLocalInvocationId);
}

/* x modulo the wave's size. */
static uint32_t in_wave(struct gen *g, uint32_t x)
{
    const uint32_t size = builtin(g, BiSubgroupSize), last = OP(g, OpISub, u32_type(g), size, build_u32(&g->b, 1));

    return OP(g, OpBitwiseAnd, u32_type(g), x, last);
}

static void shuffle(struct gen *g)
{
    const kind k = random_kind(g, 0, false);
    const uint32_t own = pick(g, k), any = pick(g, kind_of(U32, 1)), lane = lane_number(g), u32 = u32_type(g), type = type_of(g, k);
    const uint32_t few = OP(g, OpBitwiseAnd, u32, any, build_u32(&g->b, 3));
    uint32_t from, read;

    switch (below(g, has(g, FEATURE_rotate) ? 5 : 4)) {
    case 0:
        build_capability(&g->b, CapGroupNonUniformShuffle);
        from = in_wave(g, any);
        read = OP(g, OpGroupNonUniformShuffle, type, scope(g), own, from);
        break;
    case 1:
        build_capability(&g->b, CapGroupNonUniformShuffle);
        from = OP(g, OpBitwiseXor, u32, lane, few);
        read = OP(g, OpGroupNonUniformShuffleXor, type, scope(g), own, few);
        break;
    case 2:     /* up, by no more than the lane's number */
        build_capability(&g->b, CapGroupNonUniformShuffleRelative);
        from = glsl(g, GlslUMin, u32, (const uint32_t[]){ few, lane }, 2);
        read = OP(g, OpGroupNonUniformShuffleUp, type, scope(g), own, from);
        from = OP(g, OpISub, u32, lane, from);
        break;
    case 3:     /* down, but not over the end */
        build_capability(&g->b, CapGroupNonUniformShuffleRelative);
        from = OP(g, OpISub, u32, in_wave(g, OP(g, OpIAdd, u32, lane, few)), lane);
        from = OP(g, OpSelect, u32, OP(g, OpSLessThan, bool_type(g), from, build_u32(&g->b, 0)), build_u32(&g->b, 0), from);
        read = OP(g, OpGroupNonUniformShuffleDown, type, scope(g), own, from);
        from = OP(g, OpIAdd, u32, lane, from);
        break;
    default:
        build_capability(&g->b, CapGroupNonUniformRotateKHR);
        build_extension(&g->b, "SPV_KHR_subgroup_rotate");
        /* the distance is the same in all lanes */
        from = build_u32(&g->b, 1 + below(g, 3));
        read = OP(g, OpGroupNonUniformRotateKHR, type, scope(g), own, from);
        from = in_wave(g, OP(g, OpIAdd, u32, lane, from));
        break;
    }
    keep_read(g, k, read, own, from);
}

static void quad(struct gen *g)
{
    const kind k = random_kind(g, 0, false);
    const uint32_t own = pick(g, k), lane = lane_number(g), u32 = u32_type(g), which = below(g, 4);
    uint32_t from, read;

    build_capability(&g->b, CapGroupNonUniformQuad);
    if (one_in(g, 2)) {
        from = OP(g, OpBitwiseOr, u32, OP(g, OpBitwiseAnd, u32, lane, build_u32(&g->b, ~UINT32_C(3))), build_u32(&g->b, which));
        read = OP(g, OpGroupNonUniformQuadBroadcast, type_of(g, k), scope(g), own, build_u32(&g->b, which));
    } else {
        from = OP(g, OpBitwiseXor, u32, lane, build_u32(&g->b, which % 3 + 1));
        read = OP(g, OpGroupNonUniformQuadSwap, type_of(g, k), scope(g), own, build_u32(&g->b, which % 3));
    }
    if (g->pixels && g->in_main && !g->left && g->depth == 0)
        keep(g, k, read);               /* of a helper lane, too */
    else
        keep_read(g, k, read, own, from);
}

static void broadcast(struct gen *g)
{
    const kind k = random_kind(g, 0, false);
    const uint32_t own = pick(g, k), type = type_of(g, k);
    uint32_t all, from;

    build_capability(&g->b, CapGroupNonUniformBallot);
    if (one_in(g, 2) || g->b.version < 0x10500) {
        keep(g, k, OP(g, OpGroupNonUniformBroadcastFirst, type, scope(g), own));
        return;
    }
    all = running(g);
    from = OP(g, one_in(g, 2) ? OpGroupNonUniformBallotFindMSB : OpGroupNonUniformBallotFindLSB, u32_type(g), scope(g), all);
    keep(g, k, OP(g, OpGroupNonUniformBroadcast, type, scope(g), own, from));
}

static void vote(struct gen *g)
{
    const kind b = kind_of(BOOL, 1), k = random_kind(g, 0, false);
    const uint32_t condition = pick(g, b), v = pick(g, k), type = bool_type(g);

    build_capability(&g->b, CapGroupNonUniformVote);
    switch (below(g, 4)) {
    case 0: keep(g, b, OP(g, OpGroupNonUniformAll, type, scope(g), condition)); break;
    case 1: keep(g, b, OP(g, OpGroupNonUniformAny, type, scope(g), condition)); break;
    case 2: keep(g, b, OP(g, OpGroupNonUniformAllEqual, type, scope(g), v)); break;
    default: keep(g, b, of_active_lane(g, b, OP(g, OpGroupNonUniformElect, type, scope(g)))); break;
    }
}

static void ballot(struct gen *g)
{
    const kind u = kind_of(U32, 1), b = kind_of(BOOL, 1);
    const uint32_t set = ballot_of(g, pick(g, b)), any = pick(g, u);

    switch (below(g, 6)) {
    case 0: keep(g, words4(), set); break;
    case 1: keep(g, u, OP(g, OpGroupNonUniformBallotBitCount, u32_type(g), scope(g), below(g, 3), set)); break;
    case 2: keep(g, b, OP(g, OpGroupNonUniformInverseBallot, bool_type(g), scope(g), set)); break;
    case 3: keep(g, b, OP(g, OpGroupNonUniformBallotBitExtract, bool_type(g), scope(g), set, in_wave(g, any))); break;
    case 4: keep(g, u, OP(g, OpGroupNonUniformBallotFindLSB, u32_type(g), scope(g), running(g))); break;
    default: keep(g, u, OP(g, OpGroupNonUniformBallotFindMSB, u32_type(g), scope(g), running(g))); break;
    }
}

static uint32_t partition(struct gen *g, bool of_bools)
{
    const kind k = random_kind(g, of_bools ? 0 : OF_INTEGERS, false);
    uint32_t v = pick(g, k);

    build_capability(&g->b, CapGroupNonUniformPartitionedNV);
    build_extension(&g->b, "SPV_NV_shader_subgroup_partitioned");
    if (!has(g, FEATURE_nan_bits))
        v = without_nan(g, k, v, 0);        /* it compares bits */
    if (is_integer(base_of(k)) && one_in(g, 2))     /* few different ones */
        v = OP(g, OpBitwiseAnd, type_of(g, k), v, constant_of(g, k, 1 + 2 * below(g, 2)));
    return OP(g, OpGroupNonUniformPartitionNV, type_of(g, words4()), v);
}

/* Reductions and scans; `op` as group, for the bases where it is one. */
static unsigned combining(struct gen *g, kind *k)
{
    static const unsigned of_integers[] = { OpGroupNonUniformIAdd, OpGroupNonUniformIMul, OpGroupNonUniformBitwiseAnd,
                                            OpGroupNonUniformBitwiseOr, OpGroupNonUniformBitwiseXor };
    static const unsigned of_unsigned[] = { OpGroupNonUniformUMin, OpGroupNonUniformUMax };
    static const unsigned of_signed[] = { OpGroupNonUniformSMin, OpGroupNonUniformSMax };
    static const unsigned of_floats[] = { OpGroupNonUniformFMin, OpGroupNonUniformFMax, OpGroupNonUniformFAdd, OpGroupNonUniformFMul };
    static const unsigned of_bools[] = { OpGroupNonUniformLogicalAnd, OpGroupNonUniformLogicalOr, OpGroupNonUniformLogicalXor };
    enum base base;

    *k = random_kind(g, 0, false);
    base = base_of(*k);
    if (base == BOOL)
        return of_bools[below(g, 3)];
    if (is_float(base))
        return of_floats[below(g, has(g, base == F16 ? FEATURE_scan_half : FEATURE_scan_float) ? 4 : 2)];
    if (one_in(g, 3))
        return is_signed(base) ? of_signed[below(g, 2)] : of_unsigned[below(g, 2)];
    return of_integers[below(g, 5)];
}

static void reduce(struct gen *g)
{
    kind k;
    const unsigned op = combining(g, &k), how = below(g, 8);
    const uint32_t v = pick(g, k), type = type_of(g, k);
    uint32_t mask;

    build_capability(&g->b, CapGroupNonUniformArithmetic);
    if (how < 2 && has(g, FEATURE_partition)) {
        mask = partition(g, false);
        keep(g, k, of_active_lane(g, k, OP(g, op, type, scope(g), GroupPartitionedReduce + below(g, 3), v, mask)));
    } else if (how == 2 && has(g, FEATURE_cluster)) {
        build_capability(&g->b, CapGroupNonUniformClustered);
        keep(g, k, of_active_lane(g, k, OP(g, op, type, scope(g), GroupClustered, v, build_u32(&g->b, 1u << below(g, 3)))));
    } else {
        const unsigned way = below(g, 3);
        const uint32_t id = OP(g, op, type, scope(g), way, v);
        keep(g, k, way == GroupReduce ? id : of_active_lane(g, k, id));
    }
}

/* OpSubgroup.. of older extensions. */
static void old(struct gen *g)
{
    const kind b = kind_of(BOOL, 1), k = kind_of(base_of(random_kind(g, 1u << U32 | 1u << S32 | 1u << F32, true)), 1);
    const uint32_t condition = pick(g, b), v = pick(g, k);

    switch (below(g, 3)) {
    case 0:
        build_capability(&g->b, CapSubgroupBallotKHR);
        build_extension(&g->b, "SPV_KHR_shader_ballot");
        keep(g, words4(), OP(g, OpSubgroupBallotKHR, type_of(g, words4()), condition));
        break;
    case 1:
        build_capability(&g->b, CapSubgroupBallotKHR);
        build_extension(&g->b, "SPV_KHR_shader_ballot");
        keep(g, k, OP(g, OpSubgroupFirstInvocationKHR, type_of(g, k), v));
        break;
    default:
        build_capability(&g->b, CapSubgroupVoteKHR);
        build_extension(&g->b, "SPV_KHR_subgroup_vote");
        keep(g, b, OP(g, OpSubgroupAllKHR + below(g, 2), bool_type(g), condition));
        break;
    }
}

/* The low word of the clock, which does not carry so soon, and 1: more than the last one of the lane, which begins at 0.  True wherever it is, and not
 * if reads are merged, exchanged or leave a loop. */
static void later(struct gen *g)
{
    const kind b = kind_of(BOOL, 1);
    const bool wide = has(g, FEATURE_int64) && one_in(g, 2);
    const kind k = wide ? kind_of(U64, 1) : kind_of(U32, 2);
    const uint32_t u32 = u32_type(g);

    if (!has(g, FEATURE_clock))
        return;
    build_capability(&g->b, CapShaderClockKHR);
    build_extension(&g->b, "SPV_KHR_shader_clock");
    if (!g->last_time)
        g->last_time = global_variable(g, ScPrivate, u32, build_u32(&g->b, 0));
    const uint32_t time = OP(g, OpReadClockKHR, type_of(g, k), build_u32(&g->b, one_in(g, 2) ? ScopeDevice : ScopeSubgroup));
    const uint32_t low = wide ? OP(g, OpUConvert, u32, time) : OP(g, OpCompositeExtract, u32, time, 0);
    const uint32_t now = OP(g, OpIAdd, u32, low, build_u32(&g->b, 1)), last = OP(g, OpLoad, u32, g->last_time);

    keep(g, b, OP(g, OpULessThan, type_of(g, b), last, now));
    INSN(&g->b, BODY, OpStore, g->last_time, now);
}

void random_wave(struct gen *g)
{
    if (g->no_wave || !has(g, FEATURE_wave))
        return;
    if (one_in(g, 12)) {
        later(g);
        return;
    }
    build_capability(&g->b, CapGroupNonUniform);
    switch (below(g, 12)) {
    case 0: case 1: ballot(g); break;
    case 2: vote(g); break;
    case 3: broadcast(g); break;
    case 4: case 5: shuffle(g); break;
    case 6: quad(g); break;
    case 7:
        if (has(g, FEATURE_partition))
            keep(g, words4(), of_active_lane(g, words4(), partition(g, true)));
        break;
    case 8: if (has(g, FEATURE_quirks)) old(g); break;
    default: reduce(g); break;
    }
}

/* Of whole numbers: exact.  The coarse ones and those without a name may be taken from either row, so only the fine ones come. */
void random_derivative(struct gen *g)
{
    static const unsigned op[] = { OpDPdxFine, OpDPdyFine, OpFwidthFine };
    const kind s = random_kind(g, 1u << S32, false), f = kind_of(F32, parts_of(s));
    const uint32_t few = OP(g, OpBitwiseAnd, type_of(g, s), pick(g, s), constant_of(g, s, 1023));
    const uint32_t v = OP(g, OpConvertSToF, type_of(g, f), few);

    keep(g, f, OP(g, op[below(g, 3)], type_of(g, f), v));
}
