/* SPDX-License-Identifier: Apache-2.0
 * interp_reduce.c - arithmetic over lanes: OpGroupNonUniformIAdd and its kin, whole wave, clustered, and partitioned (NV).
 *
 * docs/semantics.md, section 5: the members of a group, in lane order, make v0; v(k+1)[r] = r >= 2^k ? v(k)[r-2^k] (+) v(k)[r] : v(k)[r];
 * the last v is the inclusive scan.  In a partitioned one the members before a lane are the chain "highest member of my mask below me,
 * then of that lane's mask ...".
 */
#include <math.h>

#include "interp_reduce.h"

/* The operation that combines two lanes, or 0.  Those of GLSL.std.450 stand with GLSL_OP added. */
enum { GLSL_OP = 1 << 16 };
static unsigned combining(unsigned op)
{
    switch (op) {
    case OpGroupNonUniformIAdd: case OpGroupIAdd: case OpGroupIAddNonUniformAMD: return OpIAdd;
    case OpGroupNonUniformFAdd: case OpGroupFAdd: case OpGroupFAddNonUniformAMD: return OpFAdd;
    case OpGroupNonUniformIMul: case OpGroupIMulKHR: return OpIMul;
    case OpGroupNonUniformFMul: case OpGroupFMulKHR: return OpFMul;
    case OpGroupNonUniformSMin: case OpGroupSMin: case OpGroupSMinNonUniformAMD: return GLSL_OP + GlslSMin;
    case OpGroupNonUniformUMin: case OpGroupUMin: case OpGroupUMinNonUniformAMD: return GLSL_OP + GlslUMin;
    case OpGroupNonUniformFMin: case OpGroupFMin: case OpGroupFMinNonUniformAMD: return GLSL_OP + GlslFMin;
    case OpGroupNonUniformSMax: case OpGroupSMax: case OpGroupSMaxNonUniformAMD: return GLSL_OP + GlslSMax;
    case OpGroupNonUniformUMax: case OpGroupUMax: case OpGroupUMaxNonUniformAMD: return GLSL_OP + GlslUMax;
    case OpGroupNonUniformFMax: case OpGroupFMax: case OpGroupFMaxNonUniformAMD: return GLSL_OP + GlslFMax;
    case OpGroupNonUniformBitwiseAnd: case OpGroupNonUniformLogicalAnd: case OpGroupBitwiseAndKHR: case OpGroupLogicalAndKHR:
        return OpBitwiseAnd;
    case OpGroupNonUniformBitwiseOr: case OpGroupNonUniformLogicalOr: case OpGroupBitwiseOrKHR: case OpGroupLogicalOrKHR: return OpBitwiseOr;
    case OpGroupNonUniformBitwiseXor: case OpGroupNonUniformLogicalXor: case OpGroupBitwiseXorKHR: case OpGroupLogicalXorKHR:
        return OpBitwiseXor;
    default: return 0;
    }
}

static uint64_t combine(unsigned op, const struct type *t, uint64_t a, uint64_t b)
{
    const int64_t x = sign_extend(t->width, a), y = sign_extend(t->width, b);

    switch (op) {
    case GLSL_OP + GlslSMin: return x < y ? a : b;
    case GLSL_OP + GlslUMin: return a < b ? a : b;
    case GLSL_OP + GlslSMax: return x > y ? a : b;
    case GLSL_OP + GlslUMax: return a > b ? a : b;
    case GLSL_OP + GlslFMin: return float_min(t->width, a, b);
    case GLSL_OP + GlslFMax: return float_max(t->width, a, b);
    default: return alu_nearest(op, t, a, b);
    }
}

static uint64_t identity(unsigned op, const struct type *t)
{
    const uint64_t ones = low_bits(t->width, UINT64_MAX), top = UINT64_C(1) << (t->width - 1);

    switch (op) {
    case OpIMul: return 1;
    case OpFMul: return bits_of(t->width, 1);
    case GLSL_OP + GlslSMin: return ones & ~top;
    case GLSL_OP + GlslSMax: return top;
    case GLSL_OP + GlslUMin: case OpBitwiseAnd: return ones;
    case GLSL_OP + GlslFMin: return bits_of(t->width, (double)INFINITY);
    case GLSL_OP + GlslFMax: return bits_of(t->width, -(double)INFINITY);
    default: return 0;
    }
}

/* v[count] becomes its inclusive scan. */
static void scan(unsigned op, const struct type *t, uint64_t *v, unsigned count)
{
    for (unsigned step = 1; step < count; step *= 2)
        for (unsigned r = count; r-- > step;)
            v[r] = combine(op, t, v[r - step], v[r]);
}

static uint64_t own_value(const struct party *p, unsigned lane, uint32_t c)
{
    const struct type *t = scalar_of(p->module, p->insn->type);
    const uint64_t own = value(p->module, lane_slots_of(p->wave, lane), word_of(p->insn, 2))[c];

    return t->flushes ? flushed(t->width, own) : own;
}

/* Active lanes of list[from..to-1], one component: each running lane of them gets its result. */
static void whole_group(const struct party *p, unsigned op, uint32_t kind, uint32_t c, unsigned from, unsigned to)
{
    const struct type *t = scalar_of(p->module, p->insn->type);
    uint64_t v[MAX_LANES];
    unsigned count = 0, before = 0;

    for (unsigned k = from; k < to; k++)
        if (is_active(p, k))
            v[count++] = own_value(p, p->list[k], c);
    scan(op, t, v, count);
    for (unsigned k = from; k < to; k++) {
        uint64_t *out = &lane_slots_of(p->wave, p->list[k])[p->insn->at + c];
        const bool takes_part = is_active(p, k);
        if (kind == GroupInclusive && takes_part)
            *out = v[before];
        else if (kind == GroupExclusive && takes_part)
            *out = before ? v[before - 1] : identity(op, t);
        else if (kind == GroupReduce || kind == GroupClustered)
            *out = count ? v[count - 1] : identity(op, t);
        if (t->flushes)
            *out = flushed(t->width, *out);
        before += takes_part;
    }
}

static struct lanes mask_of(const struct party *p, unsigned lane)
{
    const uint64_t *v = value(p->module, lane_slots_of(p->wave, lane), word_of(p->insn, 3));

    return both((struct lanes){ { v[0] | v[1] << 32, v[2] | v[3] << 32 } }, p->active);
}

/* Highest lane of the set below `end`, or -1. */
static int highest_below(struct lanes s, int end)
{
    while (--end >= 0)
        if (has_lane(s, (unsigned)end))
            break;
    return end;
}

/* The inclusive result at `lane`, over the chain of those before it. */
static uint64_t chain(const struct party *p, unsigned op, const struct type *t, uint32_t c, int lane)
{
    uint64_t v[MAX_LANES], *first = v + MAX_LANES;
    unsigned count = 0;

    for (int k = lane; k >= 0; k = highest_below(mask_of(p, (unsigned)k), k)) {
        *--first = own_value(p, (unsigned)k, c);
        count++;
    }
    scan(op, t, first, count);
    return first[count - 1];
}

static uint64_t partitioned(const struct party *p, unsigned op, uint32_t kind, uint32_t c, unsigned lane)
{
    const struct type *t = scalar_of(p->module, p->insn->type);
    int at = (int)lane;

    if (kind == GroupPartitionedReduce)
        at = highest_below(mask_of(p, lane), MAX_LANES);
    else if (kind == GroupPartitionedExclusive)
        at = highest_below(mask_of(p, lane), at);
    const uint64_t result = at < 0 ? identity(op, t) : chain(p, op, t, c, at);
    return t->flushes ? flushed(t->width, result) : result;
}

bool reduce_insn(const struct party *p)
{
    const struct insn *n = p->insn;
    const unsigned op = combining(n->op);
    const uint32_t kind = word_of(n, 1);
    const struct type *t = scalar_of(p->module, n->type);
    uint64_t results[MAX_LANES], cluster = MAX_LANES;

    if (!op)
        return false;
    if (t->width == 0 || kind == 4 || kind == 5 || kind > GroupPartitionedExclusive)
        module_fail(p->module, n->offset, "opcode %u of type or group operation %u", (unsigned)n->op, (unsigned)kind);
    if (kind == GroupClustered)
        cluster = value(p->module, NULL, word_of(n, 3))[0];
    if (cluster == 0)
        module_fail(p->module, n->offset, "a cluster of 0 lanes");
    for (uint32_t c = 0; c < n->type->slots; c++) {
        for (unsigned from = 0, to; from < p->count && kind <= GroupClustered; from = to) {
            for (to = from + 1; to < p->count && p->list[to] / cluster == p->list[from] / cluster;)
                to++;
            whole_group(p, op, kind, c, from, to);
        }
        for (unsigned k = 0; k < p->count && kind > GroupClustered; k++)
            results[k] = partitioned(p, op, kind, c, p->list[k]);
        for (unsigned k = 0; k < p->count && kind > GroupClustered; k++)
            lane_slots_of(p->wave, p->list[k])[n->at + c] = results[k];
    }
    return true;
}
