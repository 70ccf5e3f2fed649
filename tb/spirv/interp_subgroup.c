/* SPDX-License-Identifier: Apache-2.0
 * interp_subgroup.c - votes, ballots, reads of other lanes and quads over the lanes that run together; interp_reduce.c has the arithmetic.
 *
 * Rules: "SPIR-V Specification", section 3.42.24, and docs/semantics.md, section 5: the active lanes are those of the tangle but for
 * helpers; an inactive source lane gives what it has, an index of S or more gives 0.
 */
#include <math.h>
#include <string.h>

#include "interp_reduce.h"

static uint64_t *slots_of(const struct party *p, unsigned k)
{
    return lane_slots_of(p->wave, p->list[k]);
}

static const uint64_t *operand(const struct party *p, unsigned k, unsigned of)
{
    return value(p->module, slots_of(p, k), word_of(p->insn, of));
}

static bool same_value(const struct type *t, uint64_t a, uint64_t b)
{
    if (t->op == OpTypeFloat)
        return alu_nearest(OpFOrdEqual, t, a, b);
    return a == b;
}

/* Every active lane's value equals that of the first; a NaN equals nothing. */
static bool all_equal(const struct party *p, unsigned of)
{
    const struct type *t = value_type(p->module, word_of(p->insn, of)), *scalar = scalar_of(p->module, t);

    for (unsigned k = 0; k < p->count; k++)
        for (uint32_t c = 0; c < t->slots && is_active(p, k); c++)
            if (!same_value(scalar, operand(p, k, of)[c], operand(p, p->first, of)[c]))
                return false;
    return true;
}

/* Lanes of the active ones where the bool is true. */
static struct lanes where_true(const struct party *p, unsigned of)
{
    struct lanes s = { 0 };

    for (unsigned k = 0; k < p->count; k++)
        if (is_active(p, k) && operand(p, k, of)[0])
            add_lane(&s, p->list[k]);
    return s;
}

static bool vote(const struct party *p, unsigned op)
{
    const unsigned of = op == OpSubgroupAllKHR || op == OpSubgroupAnyKHR || op == OpSubgroupAllEqualKHR ? 0 : 1;
    const struct lanes yes = where_true(p, of);

    switch (op) {
    case OpGroupNonUniformAllEqual: case OpSubgroupAllEqualKHR: return all_equal(p, of);
    case OpGroupNonUniformAny: case OpSubgroupAnyKHR: case OpGroupAny: return !no_lanes(yes);
    default: return no_lanes(without(p->active, yes));
    }
}

static void put_mask(uint64_t *out, uint32_t slots, struct lanes s)
{
    for (uint32_t c = 0; c < slots; c++)
        out[c] = c < 4 ? s.w[c / 2] >> c % 2 * 32 & UINT32_MAX : 0;
}

/* Four words as a set of lanes, those of the wave only. */
static struct lanes mask_of(const struct party *p, const uint64_t *v)
{
    const struct lanes s = { { v[0] | v[1] << 32, v[2] | v[3] << 32 } };

    return both(s, p->all);
}

static unsigned count_lanes(struct lanes s)
{
    unsigned n = 0;

    for (unsigned lane = 0; lane < MAX_LANES; lane++)
        n += has_lane(s, lane);
    return n;
}

/* The lanes up to, and with, or without, this one. */
static struct lanes below(unsigned lane, bool with)
{
    struct lanes s = { 0 };

    for (unsigned k = 0; k < lane + with; k++)
        add_lane(&s, k);
    return s;
}

/* Lowest, or highest, lane of the set; ~0 for none, which SPIR-V leaves undefined. */
static uint32_t end_of(struct lanes s, bool highest)
{
    for (unsigned k = 0; k < MAX_LANES; k++) {
        const unsigned lane = highest ? MAX_LANES - 1 - k : k;
        if (has_lane(s, lane))
            return lane;
    }
    return UINT32_MAX;
}

static uint64_t of_ballot(const struct party *p, unsigned k, unsigned op)
{
    const unsigned lane = p->list[k];
    const uint64_t index = operand(p, k, 2)[0];

    switch (op) {
    case OpGroupNonUniformInverseBallot: return has_lane(mask_of(p, operand(p, k, 1)), lane);
    case OpGroupNonUniformBallotBitExtract: return index < MAX_LANES && has_lane(mask_of(p, operand(p, k, 1)), (unsigned)index);
    case OpGroupNonUniformBallotFindLSB: return end_of(mask_of(p, operand(p, k, 1)), false);
    case OpGroupNonUniformBallotFindMSB: return end_of(mask_of(p, operand(p, k, 1)), true);
    default: {          /* OpGroupNonUniformBallotBitCount */
        const struct lanes s = mask_of(p, operand(p, k, 2));
        const uint32_t kind = word_of(p->insn, 1);
        return count_lanes(kind == GroupReduce ? s : both(s, below(lane, kind == GroupInclusive)));
    }
    }
}

/* The lane that lane `lane` reads, or UINT32_MAX. */
static uint64_t source_of(const struct party *p, unsigned k, unsigned op)
{
    const unsigned lane = p->list[k], size = p->wave->group->wave_size;
    const uint64_t v = operand(p, k, 2)[0];
    uint64_t cluster = size;

    switch (op) {
    case OpGroupNonUniformBroadcast: case OpGroupNonUniformShuffle: case OpGroupBroadcast: return v;
    case OpSubgroupReadInvocationKHR: return operand(p, k, 1)[0];
    case OpGroupNonUniformBroadcastFirst: case OpSubgroupFirstInvocationKHR: return p->list[p->first];
    case OpGroupNonUniformShuffleXor: return lane ^ v;
    case OpGroupNonUniformShuffleUp: return v > lane ? UINT32_MAX : lane - v;
    case OpGroupNonUniformShuffleDown: return lane + v;
    case OpGroupNonUniformQuadBroadcast: return v < 4 ? (lane & ~3u) + v : UINT32_MAX;
    case OpGroupNonUniformQuadSwap: return lane ^ (v == 0 ? 1u : v == 1 ? 2u : 3u);
    default:            /* OpGroupNonUniformRotateKHR */
        if (p->insn->n > 3)
            cluster = operand(p, k, 3)[0];
        if (cluster == 0 || cluster > size)
            cluster = size;
        return (lane & ~(cluster - 1)) + ((lane + v) & (cluster - 1));
    }
}

static void read_lanes(const struct party *p, unsigned op)
{
    const struct insn *n = p->insn;
    const unsigned of = op == OpSubgroupReadInvocationKHR || op == OpSubgroupFirstInvocationKHR ? 0 : 1;

    for (unsigned k = 0; k < p->count; k++) {
        const uint64_t from = source_of(p, k, op);
        uint64_t *out = slots_of(p, k) + n->at;
        if (from >= p->wave->group->wave_size)
            memset(out, 0, n->type->slots * sizeof *out);
        else
            memmove(out, value(p->module, lane_slots_of(p->wave, (unsigned)from), word_of(n, of)), n->type->slots * sizeof *out);
    }
}

/* Any, or all, of the running lanes of the quad. */
static bool quad_vote(const struct party *p, unsigned k, bool any)
{
    bool result = !any;

    for (unsigned j = 0; j < p->count; j++) {
        const bool yes = operand(p, j, 0)[0] != 0;
        if (p->list[j] / 4 == p->list[k] / 4)
            result = any ? result || yes : result && yes;
    }
    return result;
}

/* The active lanes whose values have the same bits. */
static struct lanes partition(const struct party *p, unsigned k)
{
    const uint32_t slots = value_type(p->module, word_of(p->insn, 0))->slots;
    struct lanes s = { 0 };

    for (unsigned j = 0; j < p->count; j++)
        if (is_active(p, j) && memcmp(operand(p, j, 0), operand(p, k, 0), slots * sizeof(uint64_t)) == 0)
            add_lane(&s, p->list[j]);
    return s;
}

/* Result of `op` in the k-th lane where it is one scalar or a mask.  False: it is none of these. */
static bool one_result(const struct party *p, unsigned k, unsigned op, uint64_t *out)
{
    switch (op) {
    case OpGroupNonUniformElect: out[0] = k == p->first; return true;
    case OpGroupNonUniformInverseBallot: case OpGroupNonUniformBallotBitExtract: case OpGroupNonUniformBallotFindLSB:
    case OpGroupNonUniformBallotFindMSB: case OpGroupNonUniformBallotBitCount:
        out[0] = of_ballot(p, k, op);
        return true;
    case OpGroupNonUniformQuadAllKHR: out[0] = quad_vote(p, k, false); return true;
    case OpGroupNonUniformQuadAnyKHR: out[0] = quad_vote(p, k, true); return true;
    case OpGroupNonUniformPartitionNV: put_mask(out, p->insn->type->slots, partition(p, k)); return true;
    case OpIsHelperInvocationEXT: out[0] = has_lane(p->wave->helpers, p->list[k]); return true;
    case OpReadClockKHR:            /* one time for all lanes; it goes on by one for each read */
        p->wave->group->clock += k == 0;
        out[0] = p->wave->group->clock;
        out[1] = 0;
        return true;
    default: return false;
    }
}

/* Differences within the quad: to the right neighbour, to the lower one, or the sum of both without sign. */
static bool derivative(const struct party *p)
{
    const struct insn *n = p->insn;
    const struct type *t = scalar_of(p->module, n->type);
    const bool coarse = n->op != OpDPdxFine && n->op != OpDPdyFine && n->op != OpFwidthFine;
    const bool along_x = n->op == OpDPdx || n->op == OpDPdxFine || n->op == OpDPdxCoarse;
    const bool along_y = n->op == OpDPdy || n->op == OpDPdyFine || n->op == OpDPdyCoarse;

    if (n->op < OpDPdx || n->op > OpFwidthCoarse)
        return false;
    for (unsigned k = 0; k < p->count; k++) {
        const unsigned quad = p->list[k] & ~3u, at = coarse ? 0 : p->list[k] & 3;
        uint64_t *out = slots_of(p, k) + n->at;
        for (uint32_t c = 0; c < n->type->slots; c++) {
            uint64_t v[4], d[2];
            for (unsigned j = 0; j < 4; j++)
                v[j] = value(p->module, lane_slots_of(p->wave, quad + j), word_of(n, 0))[c];
            d[0] = alu2(OpFSub, t, v[at | 1], v[at & 2]);
            d[1] = alu2(OpFSub, t, v[at | 2], v[at & 1]);
            if (!along_x && !along_y)
                for (unsigned j = 0; j < 2; j++)
                    d[j] = low_bits(t->width - 1u, d[j]);
            out[c] = along_x ? d[0] : along_y ? d[1] : alu2(OpFAdd, t, d[0], d[1]);
        }
    }
    return true;
}

static bool votes_or_reads(const struct party *p)
{
    const struct insn *n = p->insn;
    struct lanes yes;
    bool answer;

    switch (n->op) {
    case OpGroupNonUniformAll: case OpGroupNonUniformAny: case OpGroupNonUniformAllEqual: case OpSubgroupAllKHR: case OpSubgroupAnyKHR:
    case OpSubgroupAllEqualKHR: case OpGroupAll: case OpGroupAny:
        answer = vote(p, n->op);
        for (unsigned k = 0; k < p->count; k++)
            slots_of(p, k)[n->at] = answer;
        return true;
    case OpGroupNonUniformBallot: case OpSubgroupBallotKHR:
        yes = where_true(p, n->op == OpSubgroupBallotKHR ? 0 : 1);
        for (unsigned k = 0; k < p->count; k++)
            put_mask(slots_of(p, k) + n->at, n->type->slots, yes);
        return true;
    case OpGroupNonUniformBroadcast: case OpGroupNonUniformBroadcastFirst: case OpGroupNonUniformShuffle: case OpGroupNonUniformShuffleXor:
    case OpGroupNonUniformShuffleUp: case OpGroupNonUniformShuffleDown: case OpGroupNonUniformQuadBroadcast:
    case OpGroupNonUniformQuadSwap: case OpGroupNonUniformRotateKHR: case OpGroupBroadcast: case OpSubgroupReadInvocationKHR:
    case OpSubgroupFirstInvocationKHR:
        read_lanes(p, n->op);
        return true;
    default:
        return false;
    }
}

/* semantics.md, section 5: results that helper lanes get too. */
static bool reaches_helpers(const struct insn *n)
{
    switch (n->op) {
    case OpGroupNonUniformElect: case OpGroupNonUniformShuffle: case OpGroupNonUniformShuffleXor: case OpGroupNonUniformShuffleUp:
    case OpGroupNonUniformShuffleDown: case OpGroupNonUniformRotateKHR: case OpGroupNonUniformPartitionNV: return false;
    default: break;
    }
    const bool combines = (n->op >= OpGroupNonUniformIAdd && n->op <= OpGroupNonUniformLogicalXor) ||
                          (n->op >= OpGroupIAdd && n->op <= OpGroupSMax) || (n->op >= OpGroupIMulKHR && n->op <= OpGroupLogicalXorKHR) ||
                          (n->op >= OpGroupIAddNonUniformAMD && n->op <= OpGroupSMaxNonUniformAMD);
    return !combines || word_of(n, 1) == GroupReduce;
}

/* A helper lane keeps what it had, which the code cannot know, unless helpers alone run. */
static void undefine_helpers(const struct party *p)
{
    const struct type *scalar = scalar_of(p->module, p->insn->type);

    for (unsigned k = 0; k < p->count && !reaches_helpers(p->insn); k++)
        for (uint32_t c = 0; c < p->insn->type->slots && !is_active(p, k); c++)
            slots_of(p, k)[p->insn->at + c] = scalar->op == OpTypeBool ? p->module->run->undefined & 1
                                                                       : low_bits(scalar->width, p->module->run->undefined);
}

/* Who takes part.  Where helper lanes alone run, they stand for the active ones. */
static struct party party_of(struct wave *w, const struct insn *n, const uint8_t *list, unsigned count)
{
    struct party p = { .wave = w, .module = w->module, .insn = n, .list = list, .count = count };

    for (unsigned lane = 0; lane < w->group->wave_size; lane++)
        add_lane(&p.all, lane);
    for (unsigned k = 0; k < count; k++)
        add_lane(&p.active, list[k]);
    if (!no_lanes(without(p.active, w->helpers)))
        p.active = without(p.active, w->helpers);
    while (!is_active(&p, p.first))
        p.first++;
    return p;
}

bool subgroup_insn(struct wave *w, const struct insn *n, const uint8_t *list, unsigned count)
{
    const bool group = n->op >= OpGroupAll && n->op <= OpGroupSMax, khr = n->op >= OpGroupIMulKHR && n->op <= OpGroupLogicalXorKHR;
    const bool non_uniform = n->op >= OpGroupNonUniformElect && n->op <= OpGroupNonUniformQuadSwap;
    struct party p;
    uint64_t out[4];

    if (!group && !khr && !non_uniform && (n->op < OpDPdx || n->op > OpFwidthCoarse) && (n->op < OpSubgroupBallotKHR || n->op > OpGroupUMaxNonUniformAMD + 512))
        return false;
    if ((group || khr || non_uniform) && value(w->module, NULL, word_of(n, 0))[0] != ScopeSubgroup)
        module_fail(w->module, n->offset, "opcode %u of another scope than Subgroup", (unsigned)n->op);
    p = party_of(w, n, list, count);
    if (n->type->slots == 0)
        return false;
    if (votes_or_reads(&p) || reduce_insn(&p) || derivative(&p)) {
        undefine_helpers(&p);
        return true;
    }
    for (unsigned k = 0; k < count; k++) {
        if (!one_result(&p, k, n->op, out))
            return false;
        memmove(slots_of(&p, k) + n->at, out, (n->type->slots < 4 ? n->type->slots : 4) * sizeof *out);
    }
    undefine_helpers(&p);
    return true;
}
