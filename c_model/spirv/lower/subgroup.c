/* SPDX-License-Identifier: Apache-2.0
 * subgroup.c - instructions on a subgroup or a group: their operands; group.h and workgroup.h say what each does.
 */
#include "lower.h"

#include <string.h>

#include "group.h"
#include "workgroup.h"
#include "../math/wide.h"

/* Where the operands of an instruction stand: words behind its result. */
struct row {
    uint16_t op, as;                    /* as: the instruction of GroupNonUniform that it is */
    bool scope, operation;              /* a scope, a group operation */
    uint8_t operands;                   /* behind them: the value, and one or two more, the last may be missing */
};

#define OWN(name) WfsOpGroupNonUniform##name, WfsOpGroupNonUniform##name
static const struct row rows[] = {
    {OWN(Elect), true, false, 0}, {OWN(All), true, false, 1}, {OWN(Any), true, false, 1},
    {OWN(AllEqual), true, false, 1}, {OWN(Broadcast), true, false, 2}, {OWN(BroadcastFirst), true, false, 1},
    {OWN(Ballot), true, false, 1}, {OWN(InverseBallot), true, false, 1}, {OWN(BallotBitExtract), true, false, 2},
    {OWN(BallotBitCount), true, true, 1}, {OWN(BallotFindLSB), true, false, 1},
    {OWN(BallotFindMSB), true, false, 1}, {OWN(Shuffle), true, false, 2}, {OWN(ShuffleXor), true, false, 2},
    {OWN(ShuffleUp), true, false, 2}, {OWN(ShuffleDown), true, false, 2}, {OWN(QuadBroadcast), true, false, 2},
    {OWN(QuadSwap), true, false, 2}, {OWN(RotateKHR), true, false, 3}, {OWN(PartitionNV), false, false, 1},
    {OWN(QuadAllKHR), false, false, 1}, {OWN(QuadAnyKHR), false, false, 1},
    {WfsOpSubgroupBallotKHR, WfsOpGroupNonUniformBallot, false, false, 1},
    {WfsOpSubgroupFirstInvocationKHR, WfsOpGroupNonUniformBroadcastFirst, false, false, 1},
    {WfsOpSubgroupAllKHR, WfsOpGroupNonUniformAll, false, false, 1},
    {WfsOpSubgroupAnyKHR, WfsOpGroupNonUniformAny, false, false, 1},
    {WfsOpSubgroupAllEqualKHR, WfsOpGroupNonUniformAllEqual, false, false, 1},
    {WfsOpSubgroupReadInvocationKHR, WfsOpGroupNonUniformShuffle, false, false, 2},
    {WfsOpGroupAll, WfsOpGroupNonUniformAll, true, false, 1},
    {WfsOpGroupAny, WfsOpGroupNonUniformAny, true, false, 1},
    {WfsOpGroupBroadcast, WfsOpGroupNonUniformBroadcast, true, false, 2},
    {WfsOpSubgroupShuffleINTEL, WfsOpGroupNonUniformShuffle, false, false, 2},
    {WfsOpSubgroupShuffleXorINTEL, WfsOpGroupNonUniformShuffleXor, false, false, 2},
};

static const struct row *find(uint32_t op)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op)
            return &rows[i];
    return NULL;
}

/* The same as OpGroupNonUniformIAdd .. LogicalXor, by the names of others: Groups and GroupUniformArithmeticKHR, where
 * all invocations take part, and SPV_AMD_shader_ballot. */
static const struct {
    uint16_t op, as;
} sums[] = {
#define SUM(name) \
    {WfsOpGroup##name, WfsOpGroupNonUniform##name}, {WfsOpGroup##name##NonUniformAMD, WfsOpGroupNonUniform##name}
    SUM(IAdd), SUM(FAdd), SUM(SMin), SUM(UMin), SUM(FMin), SUM(SMax), SUM(UMax), SUM(FMax),
#undef SUM
#define SUM(name) {WfsOpGroup##name##KHR, WfsOpGroupNonUniform##name}
    SUM(IMul), SUM(FMul), SUM(BitwiseAnd), SUM(BitwiseOr), SUM(BitwiseXor), SUM(LogicalAnd), SUM(LogicalOr),
    SUM(LogicalXor)
#undef SUM
};

/* 0: none. */
static uint32_t arithmetic_op(uint32_t op)
{
    if (op >= WfsOpGroupNonUniformIAdd && op <= WfsOpGroupNonUniformLogicalXor)
        return op;
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (sums[i].op == op)
            return sums[i].as;
    return 0;
}

/* Instructions of the capabilities Groups and GroupUniformArithmeticKHR: all lanes of the scope come to them. */
static bool may_be_of_group(uint32_t op)
{
    return (op >= WfsOpGroupAll && op <= WfsOpGroupSMax) || (op >= WfsOpGroupIMulKHR && op <= WfsOpGroupLogicalXorKHR);
}

/* True: of all lanes of a group, whose order is that of their index in kernels alone. */
static bool is_of_group(struct wfs_lower *l, uint32_t at)
{
    const wfs_val scope = wfs_word(l, wfs_operand(l->m, at, 3));
    const bool wide = may_be_of_group(wfs_op_at(l->m, at)) && l->m->kernel_pointer;
    const char *const expected = wide ? "Scope Subgroup or Workgroup" : "Scope Subgroup";
    char name[WFS_NAME_SIZE];

    if (!wfs_is_const(scope))
        wfs_refuse(l->m, at, "its scope is not constant; expected %s", expected);
    if (scope.bits != WfsScopeSubgroup && (scope.bits != WfsScopeWorkgroup || !wide))
        wfs_refuse(l->m, at, "%s; expected %s", wfs_enum_name(WFS_KIND_Scope, scope.bits, name), expected);
    return scope.bits == WfsScopeWorkgroup;
}

static const struct wfs_value *operand(struct wfs_lower *l, uint32_t at, uint32_t n)
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, n));

    if (!v->word || v->words == 0 || v->words > 8 ||
        (v->type->kind != WFS_BOOL && v->type->kind != WFS_INT && v->type->kind != WFS_FLOAT &&
         v->type->kind != WFS_VECTOR))
        wfs_refuse(l->m, at, "operand %u is %s; expected a scalar or a vector", (unsigned)n,
                   wfs_type_shown(l->m, v->type));
    return v;
}

/* The number of a lane, a distance, a direction. */
static wfs_val scalar_operand(struct wfs_lower *l, uint32_t at, uint32_t n)
{
    const struct wfs_type *t = wfs_value(l, wfs_operand(l->m, at, n))->type;

    if (t->kind != WFS_INT)
        wfs_refuse(l->m, at, "operand %u is %s; expected an integer", (unsigned)n, wfs_type_shown(l->m, t));
    return wfs_word(l, wfs_operand(l->m, at, n));
}

struct wfs_group wfs_group_of(const struct wfs_lower *l, const struct wfs_type *t)
{
    const struct wfs_type *c = wfs_scalar(t);

    return (struct wfs_group){.wave_size = l->wave_size,
                              .kind = c->kind == WFS_BOOL  ? WFS_GROUP_BOOL
                                      : c->kind == WFS_INT ? WFS_GROUP_INT
                                                           : WFS_GROUP_FLOAT,
                              .width = c->kind == WFS_BOOL ? 32 : c->width, .components = wfs_components(t)};
}

/* A count or the number of a lane, which is one word, as an integer of any width. */
static void count_of(struct wfs_lower *l, const struct wfs_type *t, wfs_val *result)
{
    if (t->kind != WFS_INT)
        return;
    result[0] = wfs_cut(l->code, t->width, result[0]);
    result[1] = wfs_const(0);
}

/* The LocalInvocationIndex of a LocalInvocationId of one to three numbers. */
static wfs_val index_operand(struct wfs_lower *l, uint32_t at, uint32_t n)
{
    const struct wfs_value *id = operand(l, at, n);
    const uint32_t count = wfs_components(id->type), words = wfs_scalar_words(id->type);
    wfs_val index = id->word[(count - 1) * words];

    if (wfs_scalar(id->type)->kind != WFS_INT || count > 3)
        wfs_refuse(l->m, at, "operand %u is %s; expected one to three integers", (unsigned)n,
                   wfs_type_shown(l->m, id->type));
    for (uint32_t i = count - 1; i-- > 0;)
        index = wfs_add(l->code, wfs_mul(l->code, index, wfs_const(l->local_size[i])), id->word[i * words]);
    return index;
}

/* OpGroupAll, OpGroupAny, OpGroupBroadcast on all lanes of a group. */
static void of_group(struct wfs_lower *l, uint32_t at)
{
    const uint32_t op = wfs_op_at(l->m, at);
    const struct wfs_value *x = operand(l, at, 4);
    const struct wfs_group g = wfs_group_of(l, x->type);
    struct wfs_value *v = wfs_result(l, at);

    if (v->type != x->type || (op != WfsOpGroupBroadcast && v->type->kind != WFS_BOOL))
        wfs_refuse(l->m, at, "its type is %s, its operand %s", wfs_type_shown(l->m, v->type),
                   wfs_type_shown(l->m, x->type));
    if (op == WfsOpGroupBroadcast)
        wfs_workgroup_broadcast(l, &g, x->word, index_operand(l, at, 5), v->word);
    else
        wfs_workgroup_scan(l, &g, op == WfsOpGroupAll ? WfsOpGroupNonUniformLogicalAnd : WfsOpGroupNonUniformLogicalOr,
                           WfsGroupOperationReduce, x->word, v->word);
}

static bool is_count(uint32_t op)
{
    return op == WfsOpGroupNonUniformBallotBitCount || op == WfsOpGroupNonUniformBallotFindLSB ||
           op == WfsOpGroupNonUniformBallotFindMSB;
}

static void by_row(struct wfs_lower *l, uint32_t at, const struct row *row)
{
    if (row->scope && is_of_group(l, at)) {
        of_group(l, at);
        return;
    }
    struct wfs_value *v = wfs_result(l, at);
    uint32_t n = row->scope ? 4 : 3;
    wfs_val y = wfs_none(), z = wfs_none(), result[8] = {{0, WFS_NONE, 0}};
    const wfs_val *x = NULL;
    struct wfs_group g = {.wave_size = l->wave_size};

    if (row->operation)
        z = wfs_const(wfs_operand(l->m, at, n++));
    if (row->operands) {
        const struct wfs_value *value = operand(l, at, n++);
        x = value->word;
        g = wfs_group_of(l, value->type);
    }
    if (row->operands > 1)
        y = scalar_operand(l, at, n++);
    if (row->operands > 2 && n < wfs_length_at(l->m, at))
        z = wfs_word(l, wfs_operand(l->m, at, n));
    if (v->words > 8 || !wfs_group(l->code, &g, row->as, x, y, z, result))
        wfs_refuse(l->m, at, "not supported on %s",
                   x ? wfs_type_shown(
                           l->m, wfs_value(l, wfs_operand(l->m, at, row->scope ? (row->operation ? 5 : 4) : 3))->type)
                     : "this");
    if (is_count(row->as))
        count_of(l, v->type, result);
    for (uint32_t i = 0; i < v->words; i++)
        if (result[i].kind == WFS_NONE)
            wfs_refuse(l->m, at, "its type is %s, which it does not give", wfs_type_shown(l->m, v->type));
    memcpy(v->word, result, v->words * sizeof *result);
}

/* SPV_INTEL_subgroups: what leaves the wave below comes from a second value, and likewise above.  The row of both is
 * Current, Next or Previous, Current. */
static void shift(struct wfs_lower *l, uint32_t at, bool down)
{
    const struct wfs_value *first = operand(l, at, 3), *second = operand(l, at, 4);
    const wfs_val delta = scalar_operand(l, at, 5), lane = wfs_sv(l->code, WF_SV_LANE);
    const struct wfs_group g = wfs_group_of(l, first->type);
    struct wfs_value *v = wfs_result(l, at);

    if (v->type != first->type || v->type != second->type)
        wfs_refuse(l->m, at, "its operands are %s and %s; expected its type %s", wfs_type_shown(l->m, first->type),
                   wfs_type_shown(l->m, second->type), wfs_type_shown(l->m, v->type));
    const wfs_val position = down ? wfs_add(l->code, lane, delta)
                                  : wfs_sub(l->code, wfs_add(l->code, lane, wfs_const(l->wave_size)), delta);
    wfs_group_read_two(l->code, &g, first->word, second->word, position, v->word);
}

static void arithmetic(struct wfs_lower *l, uint32_t at, uint32_t op)
{
    const uint32_t operation = wfs_operand(l->m, at, 4);
    const struct wfs_value *x = operand(l, at, 5);
    struct wfs_value *v = wfs_result(l, at);
    const struct wfs_group g = wfs_group_of(l, x->type);
    const uint32_t words = wfs_scalar_words(x->type);
    const wfs_val *ballot = NULL;
    const bool wide = is_of_group(l, at);
    uint32_t cluster = 0;

    if (operation == WfsGroupOperationClusteredReduce) {
        const wfs_val size = wfs_word(l, wfs_operand(l->m, at, 6));
        cluster = size.bits;
        if (!wfs_is_const(size) || !wfs_is_power_of_two(cluster))
            wfs_refuse(l->m, at, "its cluster is no constant power of two");
    }
    if (operation >= WfsGroupOperationPartitionedReduceNV) {
        const struct wfs_value *mask = wfs_value(l, wfs_operand(l->m, at, 6));
        if (!mask->word || mask->words != 4)
            wfs_refuse(l->m, at, "its partition is no vector of four words");
        ballot = mask->word;
    }
    if (v->words != x->words)
        wfs_refuse(l->m, at, "its operand does not fit its type %s", wfs_type_shown(l->m, v->type));
    for (uint32_t i = 0; i < x->words; i += words)
        if (!(wide ? wfs_workgroup_scan(l, &g, op, operation, &x->word[i], &v->word[i])
                   : wfs_group_scan(l->code, &g, op, operation, &x->word[i], cluster, ballot, &v->word[i])))
            wfs_refuse(l->m, at, "not supported on %s", wfs_type_shown(l->m, x->type));
}

bool wfs_lower_subgroup(struct wfs_lower *l, uint32_t at)
{
    const struct row *row = find(wfs_op_at(l->m, at));
    const uint32_t op = wfs_op_at(l->m, at), sum = arithmetic_op(op);
    const bool down = op == WfsOpSubgroupShuffleDownINTEL, shifts = down || op == WfsOpSubgroupShuffleUpINTEL;

    if (row)
        by_row(l, at, row);
    else if (sum)
        arithmetic(l, at, sum);
    else if (shifts)
        shift(l, at, down);
    return row || sum || shifts;
}
