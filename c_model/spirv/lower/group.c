/* SPDX-License-Identifier: Apache-2.0
 * group.c - votes, reads of other lanes, ballots, quads, matches: group.h.
 */
#include "group.h"

#include "../module/grammar.h"
#include "../math/double.h"
#include "../math/pair.h"
#include "../math/wide.h"

static unsigned words_of(const struct wfs_group *g)
{
    return g->components * wfs_words(g->width);
}

/* ---- votes ---- */

/* All lanes have equal numbers: NaNs never are, -0 and +0 are. */
static wfs_val all_equal_double(struct wfs_code *c, struct wfs_pair x)
{
    const wfs_val magnitude = wfs_shl(c, x.hi, wfs_const(1)), some = wfs_or(c, magnitude, x.lo);
    const wfs_val number = wfs_ltu(c, wfs_or(c, magnitude, wfs_ne(c, x.lo, wfs_const(0))), wfs_const(WFS_DIGEST_INF + 1));
    const wfs_val high = wfs_lanes(c, WF_OP_ALLEQ, wfs_none(), wfs_sel(c, some, x.hi, wfs_const(0))),
                  low = wfs_lanes(c, WF_OP_ALLEQ, wfs_none(), x.lo);

    return wfs_and(c, wfs_and(c, high, low), wfs_lanes(c, WF_OP_ALL, wfs_none(), number));
}

static wfs_val all_equal_component(struct wfs_code *c, const struct wfs_group *g, const wfs_val *x)
{
    if (g->kind == WFS_GROUP_FLOAT && g->width == 64)
        return all_equal_double(c, wfs_pair_at(x));
    if (g->kind == WFS_GROUP_FLOAT)
        return wfs_lanes(c, WF_OP_ALLEQF, wfs_none(), g->width == 16 ? wfs_h2f(c, x[0]) : x[0]);
    const wfs_val equal = wfs_lanes(c, WF_OP_ALLEQ, wfs_none(), x[0]);
    return g->width == 64 ? wfs_and(c, equal, wfs_lanes(c, WF_OP_ALLEQ, wfs_none(), x[1])) : equal;
}

static wfs_val all_equal(struct wfs_code *c, const struct wfs_group *g, const wfs_val *x)
{
    wfs_val equal = wfs_const(1);

    for (unsigned i = 0; i < g->components; i++)
        equal = wfs_and(c, equal, all_equal_component(c, g, x + i * wfs_words(g->width)));
    return equal;
}

static bool vote(struct wfs_code *c, const struct wfs_group *g, uint32_t op, const wfs_val *x, wfs_val *result)
{
    switch (op) {
    case WfsOpGroupNonUniformElect: *result = wfs_lanes(c, WF_OP_ISFIRST, wfs_none(), wfs_none()); return true;
    case WfsOpGroupNonUniformAll: case WfsOpSubgroupAllKHR:
        *result = wfs_lanes(c, WF_OP_ALL, wfs_none(), x[0]); return true;
    case WfsOpGroupNonUniformAny: case WfsOpSubgroupAnyKHR:
        *result = wfs_lanes(c, WF_OP_ANY, wfs_none(), x[0]); return true;
    case WfsOpGroupNonUniformAllEqual: case WfsOpSubgroupAllEqualKHR: *result = all_equal(c, g, x); return true;
    case WfsOpGroupNonUniformQuadAllKHR: *result = wfs_lanes(c, WF_OP_QALL, wfs_none(), x[0]); return true;
    case WfsOpGroupNonUniformQuadAnyKHR: *result = wfs_lanes(c, WF_OP_QANY, wfs_none(), x[0]); return true;
    default: return false;
    }
}

/* ---- reads ---- */

/* The lane that is `delta` further round the ring of the own cluster. */
static wfs_val rotated_lane(struct wfs_code *c, unsigned cluster, wfs_val delta)
{
    const wfs_val lane = wfs_sv(c, WF_SV_LANE), sum = wfs_add(c, lane, delta);

    return wfs_bfi(c, lane, sum, wfs_const(wfs_floor_log2(cluster) << 8));
}

/* An instruction that reads word x of the lane that y says. */
struct reading {
    uint8_t op;
    bool no_lane;           /* it has one operand */
    wfs_val y;
};

static bool quad_swap(struct wfs_code *c, wfs_val direction, struct reading *how)
{
    static const uint8_t swap[3] = {WF_OP_QSWAPX, WF_OP_QSWAPY, WF_OP_QSWAPD};

    if (wfs_is_const(direction) && direction.bits < 3)
        *how = (struct reading){swap[direction.bits], true, wfs_none()};
    else
        *how = (struct reading){WF_OP_QBCAST, false,
                                wfs_xor(c, wfs_sv(c, WF_SV_LANE), wfs_add(c, direction, wfs_const(1)))};
    return true;
}

static bool rotate(struct wfs_code *c, const struct wfs_group *g, wfs_val delta, wfs_val cluster, struct reading *how)
{
    const unsigned size = cluster.kind == WFS_NONE ? g->wave_size : cluster.bits;

    if ((cluster.kind != WFS_NONE && !wfs_is_const(cluster)) || !wfs_is_power_of_two(size))
        return false;
    *how = (struct reading){WF_OP_READLANE, false, rotated_lane(c, size < g->wave_size ? size : g->wave_size, delta)};
    return true;
}

static bool reading_of(struct wfs_code *c, const struct wfs_group *g, uint32_t op, wfs_val y, wfs_val z,
                       struct reading *how)
{
    switch (op) {
    case WfsOpGroupNonUniformBroadcastFirst: case WfsOpSubgroupFirstInvocationKHR:
        *how = (struct reading){WF_OP_READFIRST, true, wfs_none()};
        return true;
    case WfsOpGroupNonUniformBroadcast: case WfsOpGroupNonUniformShuffle: case WfsOpSubgroupReadInvocationKHR:
        *how = (struct reading){WF_OP_READLANE, false, y};
        return true;
    case WfsOpGroupNonUniformShuffleXor: *how = (struct reading){WF_OP_SHUFXOR, false, y}; return true;
    case WfsOpGroupNonUniformShuffleUp: *how = (struct reading){WF_OP_SHUFUP, false, y}; return true;
    case WfsOpGroupNonUniformShuffleDown: *how = (struct reading){WF_OP_SHUFDOWN, false, y}; return true;
    case WfsOpGroupNonUniformQuadBroadcast: *how = (struct reading){WF_OP_QBCAST, false, y}; return true;
    case WfsOpGroupNonUniformQuadSwap: return quad_swap(c, y, how);
    case WfsOpGroupNonUniformRotateKHR: return rotate(c, g, y, z, how);
    default: return false;
    }
}

/* The register of an inactive lane may hold anything.  Of a narrow value it must not be more than that: a store would
 * write it elsewhere. */
static bool read_lanes(struct wfs_code *c, const struct wfs_group *g, uint32_t op, const wfs_val *x, wfs_val y,
                       wfs_val z, wfs_val *result)
{
    struct reading how;

    if (!reading_of(c, g, op, y, z, &how))
        return false;
    for (unsigned i = 0; i < words_of(g); i++) {
        const wfs_val read = how.no_lane ? wfs_lanes(c, how.op, wfs_none(), x[i]) : wfs_lanes(c, how.op, x[i], how.y);
        result[i] = how.op == WF_OP_READFIRST ? read : wfs_cut(c, g->width, read);
    }
    return true;
}

/* A read of a lane that the wave has not gives 0, so one of both reads does. */
void wfs_group_read_two(struct wfs_code *c, const struct wfs_group *g, const wfs_val *first, const wfs_val *second,
                        wfs_val position, wfs_val *result)
{
    const wfs_val behind = wfs_sub(c, position, wfs_const(g->wave_size));

    for (unsigned i = 0; i < words_of(g); i++) {
        const wfs_val low = wfs_lanes(c, WF_OP_READLANE, first[i], position);
        const wfs_val high = wfs_lanes(c, WF_OP_READLANE, second[i], behind);
        result[i] = wfs_cut(c, g->width, wfs_or(c, low, high));
    }
}

/* ---- ballots ---- */

/* The four words stand in one quad register, as an instruction on masks wants them. */
static bool is_quad(const struct wfs_code *c, const wfs_val *x)
{
    for (unsigned i = 0; i < 4; i++)
        if (x[i].kind != WFS_REG || x[i].bits != x[0].bits || x[i].word != i || !c->reg[x[i].bits].quad)
            return false;
    return true;
}

/* Of up to 32 lanes one word is enough: it needs no quad, and the ALU is sooner done.  Shorter waves cut it first,
 * if it is no ballot as the hardware made it. */
static bool from_word(struct wfs_code *c, const struct wfs_group *g, const wfs_val *x, wfs_val *word)
{
    if (g->wave_size > 32 || (g->wave_size < 32 && is_quad(c, x)))
        return false;
    *word = wfs_and(c, x[0], wfs_const(g->wave_size < 32 ? (UINT32_C(1) << g->wave_size) - 1 : UINT32_MAX));
    return true;
}

static bool count_bits(struct wfs_code *c, const struct wfs_group *g, const wfs_val *x, wfs_val operation,
                       wfs_val *result)
{
    wfs_val word;

    if (!wfs_is_const(operation))
        return false;
    switch (operation.bits) {
    case WfsGroupOperationReduce:
        *result = from_word(c, g, x, &word) ? wfs_countbits(c, word) : wfs_mask(c, WF_OP_MCOUNT, x, wfs_none());
        return true;
    case WfsGroupOperationInclusiveScan: *result = wfs_mask(c, WF_OP_MCOUNTI, x, wfs_none()); return true;
    case WfsGroupOperationExclusiveScan: *result = wfs_mask(c, WF_OP_MCOUNTX, x, wfs_none()); return true;
    default: return false;
    }
}

/* The bit of a word that has as many bits as there are lanes. */
static wfs_val bit_of(struct wfs_code *c, wfs_val word, wfs_val bit)
{
    return wfs_and(c, wfs_shr(c, word, bit), wfs_const(1));
}

static bool on_ballot(struct wfs_code *c, const struct wfs_group *g, uint32_t op, const wfs_val *x, wfs_val y,
                      wfs_val z, wfs_val *result)
{
    const bool one_word = g->wave_size <= 32;
    wfs_val word;

    if (g->kind != WFS_GROUP_INT || g->width != 32 || g->components != 4)
        return false;
    switch (op) {
    case WfsOpGroupNonUniformInverseBallot:
        *result = one_word && !is_quad(c, x) ? bit_of(c, x[0], wfs_sv(c, WF_SV_LANE))
                                             : wfs_mask(c, WF_OP_MINVERSE, x, wfs_none());
        return true;
    case WfsOpGroupNonUniformBallotBitExtract:
        *result = one_word && !is_quad(c, x) ? bit_of(c, x[0], y) : wfs_mask(c, WF_OP_MBIT, x, y);
        return true;
    case WfsOpGroupNonUniformBallotFindLSB:
        *result = from_word(c, g, x, &word) ? wfs_lowest(c, word) : wfs_mask(c, WF_OP_MLSB, x, wfs_none());
        return true;
    case WfsOpGroupNonUniformBallotFindMSB:
        *result = from_word(c, g, x, &word) ? wfs_highest(c, word) : wfs_mask(c, WF_OP_MMSB, x, wfs_none());
        return true;
    case WfsOpGroupNonUniformBallotBitCount:
        return count_bits(c, g, x, z, result);
    default:
        return false;
    }
}

/* ---- matches ---- */

/* Four words are compared at once.  Lanes that match in each part match in the whole; words above the wave are 0 in all
 * of them. */
static void partition(struct wfs_code *c, const struct wfs_group *g, const wfs_val *x, wfs_val *result)
{
    const unsigned words = words_of(g);

    if (g->kind == WFS_GROUP_BOOL && words == 1) {
        wfs_match_bool(c, x[0], result);
        return;
    }
    wfs_match(c, x, words < 4 ? words : 4, result);
    for (unsigned first = 4; first < words; first += 4) {
        wfs_val part[4];

        wfs_match(c, x + first, words - first < 4 ? words - first : 4, part);
        for (unsigned i = 0; i < 4; i++)
            result[i] = 32 * i < g->wave_size ? wfs_and(c, result[i], part[i]) : wfs_const(0);
    }
}

bool wfs_group(struct wfs_code *c, const struct wfs_group *g, uint32_t op, const wfs_val *x, wfs_val y, wfs_val z,
               wfs_val *result)
{
    if (op == WfsOpGroupNonUniformPartitionNV) {
        partition(c, g, x, result);
        return true;
    }
    if (op == WfsOpGroupNonUniformBallot || op == WfsOpSubgroupBallotKHR) {
        wfs_ballot(c, x[0], result);
        return true;
    }
    return vote(c, g, op, x, result) || read_lanes(c, g, op, x, y, z, result) || on_ballot(c, g, op, x, y, z, result);
}
