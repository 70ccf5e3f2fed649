/* SPDX-License-Identifier: Apache-2.0 */
#include "subgroup_module.h"

/* numbers that the headers of this system do not have */
enum { QUAD_CONTROL = 5087, QUAD_ALL_OP = 5110, QUAD_ANY_OP = 5111 };

struct emit {
    struct module *m;
    const struct work *w;
    uint32_t type, plain, boolean;      /* `plain`: the unsigned integers of its width */
    uint32_t value, alike, key, lane, at, out;
};

static uint32_t integer(struct module *m, unsigned width, bool is_signed)
{
    const uint32_t capability = width == 8 ? SpvCapabilityInt8 : width == 16 ? SpvCapabilityInt16 : SpvCapabilityInt64;

    if (width != 32)
        module_capability(m, capability);
    return UNIQUE(m, SpvOpTypeInt, 0, width, is_signed);
}

static void make_types(struct emit *e)
{
    const struct type *t = &e->w->type;

    e->boolean = module_unique(e->m, SpvOpTypeBool, 0, NULL, 0);
    if (t->kind == 'b') {
        e->type = e->boolean;
        return;
    }
    e->plain = integer(e->m, t->width, false);
    e->type = e->plain;
    if (t->kind == 's')
        e->type = integer(e->m, t->width, true);
    if (t->kind == 'f') {
        if (t->width != 32)
            module_capability(e->m, t->width == 16 ? SpvCapabilityFloat16 : SpvCapabilityFloat64);
        e->type = UNIQUE(e->m, SpvOpTypeFloat, 0, t->width);
    }
}

static uint32_t u32(struct emit *e, uint32_t value)
{
    return module_const(e->m, value);
}

/* Words to a value of the type, and back. */
static uint32_t from_words(struct emit *e, uint32_t low, uint32_t high)
{
    struct module *m = e->m;
    const struct type *t = &e->w->type;
    const uint32_t word = module_u32(m);

    if (t->kind == 'b')
        return OP(m, SpvOpINotEqual, e->boolean, OP(m, SpvOpBitwiseAnd, word, low, u32(e, 1)), u32(e, 0));
    uint32_t v = low;
    if (t->width == 64)
        v = OP(m, SpvOpBitcast, e->plain, OP(m, SpvOpCompositeConstruct, UNIQUE(m, SpvOpTypeVector, 0, word, 2), low, high));
    else if (t->width < 32)
        v = OP(m, SpvOpUConvert, e->plain, low);
    return e->type == e->plain ? v : OP(m, SpvOpBitcast, e->type, v);
}

static void store(struct emit *e, unsigned op, uint32_t low, uint32_t high)
{
    struct module *m = e->m;
    const uint32_t at = OP(m, SpvOpIAdd, module_u32(m), e->at, u32(e, 2 * ALL_THREADS * op));

    module_store(m, e->out, at, low);
    module_store(m, e->out, OP(m, SpvOpIAdd, module_u32(m), at, u32(e, 1)), high);
}

static void store_truth(struct emit *e, unsigned op, uint32_t truth)
{
    store(e, op, OP(e->m, SpvOpSelect, module_u32(e->m), truth, u32(e, 1), u32(e, 0)), u32(e, 0));
}

static void store_value(struct emit *e, unsigned op, uint32_t v)
{
    struct module *m = e->m;
    const struct type *t = &e->w->type;
    const uint32_t word = module_u32(m);

    if (t->kind == 'b') {
        store_truth(e, op, v);
        return;
    }
    v = e->type == e->plain ? v : OP(m, SpvOpBitcast, e->plain, v);
    if (t->width == 64) {
        const uint32_t pair = OP(m, SpvOpBitcast, UNIQUE(m, SpvOpTypeVector, 0, word, 2), v);
        store(e, op, OP(m, SpvOpCompositeExtract, word, pair, 0), OP(m, SpvOpCompositeExtract, word, pair, 1));
    } else {
        store(e, op, t->width < 32 ? OP(m, SpvOpUConvert, word, v) : v, u32(e, 0));
    }
}

static void store_ballot(struct emit *e, unsigned op, uint32_t ballot, bool high)
{
    const uint32_t word = module_u32(e->m), first = high ? 2 : 0;

    store(e, op, OP(e->m, SpvOpCompositeExtract, word, ballot, first), OP(e->m, SpvOpCompositeExtract, word, ballot, first + 1));
}

static uint32_t opcode(const struct type *t, enum arith arith)
{
    static const uint32_t of[3][ARITHS] = {
        {SpvOpGroupNonUniformIAdd, SpvOpGroupNonUniformIMul, SpvOpGroupNonUniformUMin, SpvOpGroupNonUniformUMax, SpvOpGroupNonUniformBitwiseAnd,
         SpvOpGroupNonUniformBitwiseOr, SpvOpGroupNonUniformBitwiseXor},
        {SpvOpGroupNonUniformIAdd, SpvOpGroupNonUniformIMul, SpvOpGroupNonUniformSMin, SpvOpGroupNonUniformSMax, SpvOpGroupNonUniformBitwiseAnd,
         SpvOpGroupNonUniformBitwiseOr, SpvOpGroupNonUniformBitwiseXor},
        {SpvOpGroupNonUniformFAdd, SpvOpGroupNonUniformFMul, SpvOpGroupNonUniformFMin, SpvOpGroupNonUniformFMax, SpvOpGroupNonUniformLogicalAnd,
         SpvOpGroupNonUniformLogicalOr, SpvOpGroupNonUniformLogicalXor}};

    return of[t->kind == 'u' ? 0 : t->kind == 's' ? 1 : 2][arith];
}

static uint32_t vector4(struct emit *e)
{
    return UNIQUE(e->m, SpvOpTypeVector, 0, module_u32(e->m), 4);
}

static uint32_t partition(struct emit *e)
{
    module_capability(e->m, SpvCapabilityGroupNonUniformPartitionedNV);
    return OP(e->m, SpvOpGroupNonUniformPartitionNV, vector4(e), e->key);
}

static uint32_t ballot(struct emit *e)
{
    return OP(e->m, SpvOpGroupNonUniformBallot, vector4(e), u32(e, SpvScopeSubgroup), e->value);
}

static void emit_arith(struct emit *e, unsigned n, const struct op *o)
{
    static const uint32_t operation[] = {SpvGroupOperationReduce, SpvGroupOperationInclusiveScan, SpvGroupOperationExclusiveScan,
                                         SpvGroupOperationClusteredReduce, SpvGroupOperationPartitionedReduceNV,
                                         SpvGroupOperationPartitionedInclusiveScanNV, SpvGroupOperationPartitionedExclusiveScanNV};
    const uint32_t op = opcode(&e->w->type, o->arith), scope = u32(e, SpvScopeSubgroup);

    if (o->what == CLUSTERED) {
        module_capability(e->m, SpvCapabilityGroupNonUniformClustered);
        store_value(e, n, OP(e->m, op, e->type, scope, operation[o->what], e->value, u32(e, o->number)));
    } else if (o->what > CLUSTERED) {
        store_value(e, n, OP(e->m, op, e->type, scope, operation[o->what], e->value, partition(e)));
    } else {
        module_capability(e->m, SpvCapabilityGroupNonUniformArithmetic);
        store_value(e, n, OP(e->m, op, e->type, scope, operation[o->what], e->value));
    }
}

static void emit_move(struct emit *e, unsigned n, const struct op *o)
{
    struct module *m = e->m;
    const uint32_t scope = u32(e, SpvScopeSubgroup), number = u32(e, o->number), word = module_u32(m);
    uint32_t from;

    switch (o->what) {
    case BROADCAST: store_value(e, n, OP(m, SpvOpGroupNonUniformBroadcast, e->type, scope, e->value, number)); break;
    case BROADCAST_FIRST: store_value(e, n, OP(m, SpvOpGroupNonUniformBroadcastFirst, e->type, scope, e->value)); break;
    case SHUFFLE:
        from = OP(m, SpvOpIAdd, word, OP(m, SpvOpIMul, word, e->lane, number), u32(e, 3));
        from = OP(m, SpvOpUMod, word, from, u32(e, e->w->size));
        store_value(e, n, OP(m, SpvOpGroupNonUniformShuffle, e->type, scope, e->value, from));
        break;
    case SHUFFLE_XOR: store_value(e, n, OP(m, SpvOpGroupNonUniformShuffleXor, e->type, scope, e->value, number)); break;
    case SHUFFLE_UP: store_value(e, n, OP(m, SpvOpGroupNonUniformShuffleUp, e->type, scope, e->value, number)); break;
    case SHUFFLE_DOWN: store_value(e, n, OP(m, SpvOpGroupNonUniformShuffleDown, e->type, scope, e->value, number)); break;
    case ROTATE: store_value(e, n, OP(m, SpvOpGroupNonUniformRotateKHR, e->type, scope, e->value, number)); break;
    case ROTATE_CLUSTERED: store_value(e, n, OP(m, SpvOpGroupNonUniformRotateKHR, e->type, scope, e->value, u32(e, 3), number)); break;
    case QUAD_BROADCAST: store_value(e, n, OP(m, SpvOpGroupNonUniformQuadBroadcast, e->type, scope, e->value, number)); break;
    case QUAD_HORIZONTAL: case QUAD_VERTICAL: case QUAD_DIAGONAL:
        store_value(e, n, OP(m, SpvOpGroupNonUniformQuadSwap, e->type, scope, e->value, u32(e, (uint32_t)(o->what - QUAD_HORIZONTAL))));
        break;
    default: store_truth(e, n, OP(m, SpvOpGroupNonUniformAllEqual, e->boolean, scope, e->alike));
    }
}

static void emit_vote(struct emit *e, unsigned n, const struct op *o)
{
    struct module *m = e->m;
    const uint32_t scope = u32(e, SpvScopeSubgroup), word = module_u32(m);
    const uint32_t operation = o->what == BIT_COUNT ? SpvGroupOperationReduce : o->what == BIT_COUNT_INCLUSIVE ? SpvGroupOperationInclusiveScan : SpvGroupOperationExclusiveScan;

    switch (o->what) {
    case ELECT: store_truth(e, n, OP(m, SpvOpGroupNonUniformElect, e->boolean, scope)); break;
    case ALL: store_truth(e, n, OP(m, SpvOpGroupNonUniformAll, e->boolean, scope, e->value)); break;
    case ANY: store_truth(e, n, OP(m, SpvOpGroupNonUniformAny, e->boolean, scope, e->value)); break;
    case BALLOT: case BALLOT_HIGH: store_ballot(e, n, ballot(e), o->what == BALLOT_HIGH); break;
    case INVERSE_BALLOT: store_truth(e, n, OP(m, SpvOpGroupNonUniformInverseBallot, e->boolean, scope, ballot(e))); break;
    case BIT_EXTRACT: store_truth(e, n, OP(m, SpvOpGroupNonUniformBallotBitExtract, e->boolean, scope, ballot(e), u32(e, o->number))); break;
    case BIT_COUNT: case BIT_COUNT_INCLUSIVE: case BIT_COUNT_EXCLUSIVE:
        store(e, n, OP(m, SpvOpGroupNonUniformBallotBitCount, word, scope, operation, ballot(e)), u32(e, 0));
        break;
    case FIND_LSB: store(e, n, OP(m, SpvOpGroupNonUniformBallotFindLSB, word, scope, ballot(e)), u32(e, 0)); break;
    case FIND_MSB: store(e, n, OP(m, SpvOpGroupNonUniformBallotFindMSB, word, scope, ballot(e)), u32(e, 0)); break;
    case QUAD_ALL: store_truth(e, n, OP(m, QUAD_ALL_OP, e->boolean, e->value)); break;
    case QUAD_ANY: store_truth(e, n, OP(m, QUAD_ANY_OP, e->boolean, e->value)); break;
    default: store_ballot(e, n, partition(e), o->what == PARTITION_HIGH);
    }
}

static void capabilities(struct module *m, bool newer)
{
    static const uint32_t all[] = {SpvCapabilityGroupNonUniform, SpvCapabilityGroupNonUniformVote, SpvCapabilityGroupNonUniformBallot,
                                   SpvCapabilityGroupNonUniformShuffle, SpvCapabilityGroupNonUniformShuffleRelative, SpvCapabilityGroupNonUniformQuad};

    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        module_capability(m, all[i]);
    if (newer) {
        module_capability(m, SpvCapabilityGroupNonUniformRotateKHR);
        module_capability(m, QUAD_CONTROL);
        module_extension(m, "SPV_KHR_subgroup_rotate");
        module_extension(m, "SPV_KHR_quad_control");
    }
    module_extension(m, "SPV_KHR_storage_buffer_storage_class");
    module_extension(m, "SPV_NV_shader_subgroup_partitioned");
}

const uint32_t *subgroup_module(struct module *m, const struct work *w, size_t *bytes)
{
    struct emit all = {.m = m, .w = w}, *e = &all;

    module_begin(m, 0x10300);
    capabilities(m, w->newer);
    module_main(m, (const uint32_t[]){THREADS, 1, 1});
    make_types(e);
    const uint32_t word = module_u32(m), from = module_buffer(m, 0), merge = m->next++, body = m->next++;
    e->out = module_buffer(m, 1);
    const uint32_t id = OP(m, SpvOpCompositeExtract, word, module_builtin(m, SpvBuiltInGlobalInvocationId, 3), 0);
    e->lane = module_builtin(m, SpvBuiltInSubgroupLocalInvocationId, 1);
    const uint32_t first = OP(m, SpvOpIMul, word, id, u32(e, STRIDE));
    uint32_t read[STRIDE];
    for (uint32_t i = 0; i < STRIDE; i++)
        read[i] = module_load(m, from, OP(m, SpvOpIAdd, word, first, u32(e, i)));
    e->at = OP(m, SpvOpIMul, word, id, u32(e, 2));
    const uint32_t runs = OP(m, SpvOpINotEqual, e->boolean, OP(m, SpvOpBitwiseAnd, word, read[2], u32(e, 1)), u32(e, 0));
    e->key = OP(m, SpvOpShiftRightLogical, word, read[2], u32(e, 1));
    e->value = from_words(e, read[0], read[1]);
    e->alike = from_words(e, read[3], read[4]);
    PUT(m, CODE, SpvOpSelectionMerge, merge, SpvSelectionControlMaskNone);
    PUT(m, CODE, SpvOpBranchConditional, runs, body, merge);
    PUT(m, CODE, SpvOpLabel, body);
    for (unsigned i = 0; i < w->ops; i++)
        (w->op[i].what < BROADCAST ? emit_arith : w->op[i].what < ELECT ? emit_move : emit_vote)(e, i, &w->op[i]);
    PUT(m, CODE, SpvOpBranch, merge);
    PUT(m, CODE, SpvOpLabel, merge);
    module_main_end(m);
    return module_end(m, bytes);
}
