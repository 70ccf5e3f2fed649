/* SPDX-License-Identifier: Apache-2.0
 * group_scan.c - reductions and scans over a wave, clusters of it, and the parts that ballots name: group.h.
 *
 * The hardware scans words.  Narrow integers go as words; sums and minima of 64 bits are put together from scans of
 * words; what no scan of words gives (products of 64-bit integers, sums and products of f16 and f64) is made by links.
 *
 * A span names the parts of the wave that are combined, each for itself: all of it, clusters, or what ballots say.
 * Only active lanes are members.  The link of a lane is one more than the number of the member before it, 0 when it is
 * the first.
 */
#include "group.h"

#include "../module/grammar.h"
#include "../math/double.h"
#include "../math/mode.h"
#include "../math/wide.h"

struct span {
    unsigned mode, scope, cluster;      /* WF_SCAN_*, WF_SCOPE_*, log2 of the cluster, as wfs_scan wants them */
    unsigned lanes;                     /* of the wave */
    unsigned levels;                    /* log2 of the most members that a part can have */
    const wfs_val *mask;                /* of WF_SCOPE_MULTI, else NULL */
};

static wfs_val scan(struct wfs_code *c, const struct span *s, uint8_t op, wfs_val x)
{
    return wfs_scan(c, op, s->mode, s->scope, s->cluster, x, s->mask);
}

/* ---- which lanes ---- */

/* False: no such operation. */
static bool span_of(const struct wfs_group *g, uint32_t operation, uint32_t cluster, const wfs_val *ballot,
                    struct span *s)
{
    *s = (struct span){.scope = WF_SCOPE_WAVE, .lanes = g->wave_size, .levels = wfs_floor_log2(g->wave_size)};
    switch (operation) {
    case WfsGroupOperationReduce: s->mode = WF_SCAN_REDUCE; return true;
    case WfsGroupOperationInclusiveScan: s->mode = WF_SCAN_INCLUSIVE; return true;
    case WfsGroupOperationExclusiveScan: s->mode = WF_SCAN_EXCLUSIVE; return true;
    case WfsGroupOperationClusteredReduce:
        if (!wfs_is_power_of_two(cluster))
            return false;
        s->mode = WF_SCAN_REDUCE;
        if (cluster < g->wave_size) {
            s->scope = WF_SCOPE_CLUSTER;
            s->cluster = s->levels = wfs_floor_log2(cluster);
        }
        return true;
    case WfsGroupOperationPartitionedReduceNV: s->mode = WF_SCAN_REDUCE; break;
    case WfsGroupOperationPartitionedInclusiveScanNV: s->mode = WF_SCAN_INCLUSIVE; break;
    case WfsGroupOperationPartitionedExclusiveScanNV: s->mode = WF_SCAN_EXCLUSIVE; break;
    default: return false;
    }
    s->scope = WF_SCOPE_MULTI;
    s->mask = ballot;
    return ballot != NULL;
}

/* ---- links ----
 * Pointer doubling, as the hardware does it (docs/xlane.md): in each step a lane combines what its link has with its
 * own, and takes the link of its link.  The first link is an exclusive maximum of lane numbers plus one, whatever the
 * parts are.  A link of 0 reads lane ~0, which no wave has: the read gives 0, the right link again.
 */

static wfs_val link_of(struct wfs_code *c, const struct span *s)
{
    const wfs_val number = wfs_add(c, wfs_sv(c, WF_SV_LANE), wfs_const(1));

    return wfs_scan(c, WF_OP_WMAXU, WF_SCAN_EXCLUSIVE, s->scope, s->cluster, number, s->mask);
}

/* The word of the linked lane; `none` when there is none. */
static wfs_val linked(struct wfs_code *c, wfs_val link, wfs_val word, wfs_val none)
{
    const wfs_val read = wfs_lanes(c, WF_OP_READLANE, word, wfs_sub(c, link, wfs_const(1)));

    return wfs_is(none, 0) ? read : wfs_sel(c, link, read, none);
}

/* The last member of the own part. */
static wfs_val last_lane(struct wfs_code *c, const struct span *s)
{
    if (s->scope == WF_SCOPE_WAVE)
        return wfs_lanes(c, WF_OP_LASTLANE, wfs_none(), wfs_none());
    return wfs_scan(c, WF_OP_WMAXU, WF_SCAN_REDUCE, s->scope, s->cluster, wfs_sv(c, WF_SV_LANE), s->mask);
}

/* result = what comes before, combined with the own.  Where link is 0, `before` is zeros, and the result must be the
 * own. */
typedef void combine_fn(struct wfs_code *c, wfs_val link, const wfs_val *before, const wfs_val *own, wfs_val *result);

/* One step: own values combined with those of the link, and the link of the link. */
static wfs_val linked_step(struct wfs_code *c, unsigned words, wfs_val link, const wfs_val *own, combine_fn *combine,
                           wfs_val *result)
{
    const wfs_val from = wfs_sub(c, link, wfs_const(1));
    wfs_val before[2];

    for (unsigned i = 0; i < words; i++)
        before[i] = wfs_lanes(c, WF_OP_READLANE, own[i], from);
    combine(c, link, before, own, result);
    return wfs_lanes(c, WF_OP_READLANE, link, from);
}

/* The steps as straight code, for what combines in a few instructions. */
static void straight_steps(struct wfs_code *c, const struct span *s, unsigned words, wfs_val link, combine_fn *combine,
                           wfs_val *own)
{
    for (unsigned level = 0; level < s->levels; level++)
        link = linked_step(c, words, link, own, combine, own);
}

/* The steps as a loop, which ends when no lane has a link any more: as many steps as the longest part needs. */
static void looped_steps(struct wfs_code *c, unsigned words, wfs_val first, combine_fn *combine, wfs_val *own)
{
    const wfs_val link = wfs_meeting(c);
    wfs_val met[2], next[2];

    wfs_copy(c, link, first);
    for (unsigned i = 0; i < words; i++) {
        met[i] = wfs_meeting(c);
        wfs_copy(c, met[i], own[i]);
        own[i] = met[i];
    }
    const uint32_t loop = wfs_loop(c);
    wfs_breakif(c, loop, wfs_lnot(c, wfs_lanes(c, WF_OP_ANY, wfs_none(), link)));
    const wfs_val further = linked_step(c, words, link, met, combine, next);
    wfs_copy(c, link, further);
    for (unsigned i = 0; i < words; i++)
        wfs_copy(c, met[i], next[i]);
    wfs_flow(c, WF_OP_ENDLOOP);
}

/* Combine values of one or two words in the order of docs/semantics.md, in the mode of the span; `none`: the
 * identity. */
static void linked_scan(struct wfs_code *c, const struct span *s, unsigned words, bool looped, const wfs_val *x,
                        const wfs_val *none, combine_fn *combine, wfs_val *result)
{
    const wfs_val first = link_of(c, s);
    wfs_val own[2];

    for (unsigned i = 0; i < words; i++)
        own[i] = x[i];
    if (looped)
        looped_steps(c, words, first, combine, own);
    else
        straight_steps(c, s, words, first, combine, own);
    const wfs_val last = s->mode == WF_SCAN_REDUCE ? last_lane(c, s) : wfs_none();
    for (unsigned i = 0; i < words; i++) {
        if (s->mode == WF_SCAN_REDUCE)
            result[i] = wfs_lanes(c, WF_OP_READLANE, own[i], last);
        else
            result[i] = s->mode == WF_SCAN_EXCLUSIVE ? linked(c, first, own[i], none[i]) : own[i];
    }
}

/* ---- words ---- */

/* The scan of the hardware, WF_OP_NOP when there is none. */
static uint8_t scan_op(uint32_t op)
{
    switch (op) {
    case WfsOpGroupNonUniformIAdd: return WF_OP_WADD;
    case WfsOpGroupNonUniformIMul: return WF_OP_WMUL;
    case WfsOpGroupNonUniformSMin: return WF_OP_WMINS;
    case WfsOpGroupNonUniformSMax: return WF_OP_WMAXS;
    case WfsOpGroupNonUniformUMin: return WF_OP_WMINU;
    case WfsOpGroupNonUniformUMax: return WF_OP_WMAXU;
    case WfsOpGroupNonUniformFAdd: return WF_OP_WFADD;
    case WfsOpGroupNonUniformFMul: return WF_OP_WFMUL;
    case WfsOpGroupNonUniformFMin: return WF_OP_WFMIN;
    case WfsOpGroupNonUniformFMax: return WF_OP_WFMAX;
    case WfsOpGroupNonUniformBitwiseAnd: case WfsOpGroupNonUniformLogicalAnd: return WF_OP_WAND;
    case WfsOpGroupNonUniformBitwiseOr: case WfsOpGroupNonUniformLogicalOr: return WF_OP_WOR;
    case WfsOpGroupNonUniformBitwiseXor: case WfsOpGroupNonUniformLogicalXor: return WF_OP_WXOR;
    default: return WF_OP_NOP;
    }
}

/* What the operation works on. */
static enum wfs_group_kind kind_of(uint8_t scan, uint32_t op)
{
    if (op >= WfsOpGroupNonUniformLogicalAnd && op <= WfsOpGroupNonUniformLogicalXor)
        return WFS_GROUP_BOOL;
    return scan >= WF_OP_WFADD && scan <= WF_OP_WFMAX ? WFS_GROUP_FLOAT : WFS_GROUP_INT;
}

/* A vote is sooner done than a scan.  Nothing before a lane gives ~0 for `and`, of which a truth has the last bit. */
static wfs_val scan_truth(struct wfs_code *c, const struct span *s, uint8_t op, wfs_val x)
{
    if (s->mode == WF_SCAN_REDUCE && s->scope == WF_SCOPE_WAVE && op != WF_OP_WXOR)
        return wfs_lanes(c, op == WF_OP_WAND ? WF_OP_ALL : WF_OP_ANY, wfs_none(), x);
    const wfs_val r = scan(c, s, op, x);
    return op == WF_OP_WAND && s->mode == WF_SCAN_EXCLUSIVE ? wfs_and(c, r, wfs_const(1)) : r;
}

/* 8 and 16 bits.  Signed minima at the upper end of the word, where the identity, cut, is the narrow type's own. */
static wfs_val scan_narrow(struct wfs_code *c, const struct span *s, uint8_t op, unsigned width, wfs_val x)
{
    if (op == WF_OP_WMINS || op == WF_OP_WMAXS)
        return wfs_shr(c, scan(c, s, op, wfs_shl(c, x, wfs_const(32 - width))), wfs_const(32 - width));
    const wfs_val r = scan(c, s, op, x);
    const bool sum = op == WF_OP_WADD || op == WF_OP_WMUL, ones = op == WF_OP_WAND || op == WF_OP_WMINU;
    return sum || (ones && s->mode == WF_SCAN_EXCLUSIVE) ? wfs_cut(c, width, r) : r;
}

/* ---- 64 bits ---- */

/* The low word of the sum is the sum of the low words, S of them at most, cut to 32 bits.  What was cut off is found
 * from a second sum, of the low words without their last 7 bits, which fits a word: times 2^7 it is below the full
 * sum of low words by less than 2^14. */
static struct wfs_pair scan_sum(struct wfs_code *c, const struct span *s, struct wfs_pair x)
{
    const wfs_val lo = scan(c, s, WF_OP_WADD, x.lo), hi = scan(c, s, WF_OP_WADD, x.hi);
    const wfs_val rough = scan(c, s, WF_OP_WADD, wfs_shr(c, x.lo, wfs_const(7)));
    const wfs_val carry = wfs_add(c, wfs_shr(c, rough, wfs_const(25)), wfs_ltu(c, lo, wfs_shl(c, rough, wfs_const(7))));

    return wfs_pair(lo, wfs_add(c, hi, carry));
}

/* The lanes of the own part that have the same word. */
static void matching(struct wfs_code *c, const struct span *s, wfs_val word, wfs_val mask[4])
{
    wfs_match(c, &word, 1, mask);
    for (unsigned i = 0; s->mask && i < 4; i++)
        mask[i] = 32 * i < s->lanes ? wfs_and(c, mask[i], s->mask[i]) : wfs_const(0);
}

/* First the least high word; then, of the lanes that have it, the least low word.  In a scan that high word differs
 * from lane to lane, but those that have the same stand together: where it changes, no lane before has one as small.
 * So the second scan is one within the lanes that found the same. */
static struct wfs_pair scan_least(struct wfs_code *c, const struct span *s, bool greatest, bool is_signed,
                                  struct wfs_pair x)
{
    const uint8_t low_op = greatest ? WF_OP_WMAXU : WF_OP_WMINU;
    const uint8_t high_op = !is_signed ? low_op : greatest ? WF_OP_WMAXS : WF_OP_WMINS;
    const wfs_val hi = scan(c, s, high_op, x.hi);
    const wfs_val candidate = wfs_sel(c, wfs_eq(c, x.hi, hi), x.lo, wfs_const(greatest ? 0 : UINT32_MAX));

    if (s->mode == WF_SCAN_REDUCE)
        return wfs_pair(scan(c, s, low_op, candidate), hi);
    wfs_val mask[4];
    matching(c, s, hi, mask);
    return wfs_pair(wfs_scan(c, low_op, WF_SCAN_INCLUSIVE, WF_SCOPE_MULTI, 0, candidate, mask), hi);
}

/* The identity of a minimum or maximum. */
static uint64_t extreme(bool greatest, bool is_signed)
{
    const uint64_t least = is_signed ? UINT64_C(1) << 63 : 0;

    return greatest ? least : ~least;
}

static struct wfs_pair scan_extreme(struct wfs_code *c, const struct span *s, bool greatest, bool is_signed,
                                    uint64_t identity, struct wfs_pair x)
{
    struct span inclusive = *s;
    const struct wfs_pair none = wfs_pair_const(identity);

    if (s->mode != WF_SCAN_EXCLUSIVE)
        return scan_least(c, s, greatest, is_signed, x);
    inclusive.mode = WF_SCAN_INCLUSIVE;
    const struct wfs_pair own = scan_least(c, &inclusive, greatest, is_signed, x);
    const wfs_val link = link_of(c, s);
    return wfs_pair(linked(c, link, own.lo, none.lo), linked(c, link, own.hi, none.hi));
}

static void multiply(struct wfs_code *c, wfs_val link, const wfs_val *before, const wfs_val *own, wfs_val *result)
{
    /* no lane before: 0 was read */
    const struct wfs_pair factor = wfs_pair(wfs_sel(c, link, before[0], wfs_const(1)), before[1]);
    const struct wfs_pair product = wfs_pair_mul(c, factor, wfs_pair_at(own));

    result[0] = product.lo;
    result[1] = product.hi;
}

static struct wfs_pair scan_product(struct wfs_code *c, const struct span *s, struct wfs_pair x)
{
    const wfs_val own[2] = {x.lo, x.hi}, one[2] = {wfs_const(1), wfs_const(0)};
    wfs_val result[2];

    linked_scan(c, s, 2, false, own, one, multiply, result);
    return wfs_pair_at(result);
}

static struct wfs_pair scan_pair(struct wfs_code *c, const struct span *s, uint8_t op, struct wfs_pair x)
{
    switch (op) {
    case WF_OP_WADD: return scan_sum(c, s, x);
    case WF_OP_WMUL: return scan_product(c, s, x);
    case WF_OP_WMINS: case WF_OP_WMAXS: case WF_OP_WMINU: case WF_OP_WMAXU: {
        const bool greatest = op == WF_OP_WMAXS || op == WF_OP_WMAXU;
        const bool is_signed = op == WF_OP_WMINS || op == WF_OP_WMAXS;

        return scan_extreme(c, s, greatest, is_signed, extreme(greatest, is_signed), x);
    }
    default: return wfs_pair(scan(c, s, op, x.lo), scan(c, s, op, x.hi));
    }
}

/* ---- f64 ---- */

static void choose_linked(struct wfs_code *c, wfs_val link, struct wfs_pair both, const wfs_val *own, wfs_val *result)
{
    const struct wfs_pair chosen = wfs_pair_sel(c, link, both, wfs_pair_at(own));

    result[0] = chosen.lo;
    result[1] = chosen.hi;
}

static void add_doubles(struct wfs_code *c, wfs_val link, const wfs_val *before, const wfs_val *own, wfs_val *result)
{
    choose_linked(c, link, wfs_double_add(c, wfs_pair_at(before), wfs_pair_at(own)), own, result);
}

static void multiply_doubles(struct wfs_code *c, wfs_val link, const wfs_val *before, const wfs_val *own,
                             wfs_val *result)
{
    choose_linked(c, link, wfs_double_mul(c, wfs_pair_at(before), wfs_pair_at(own)), own, result);
}

/* By integers with the order of the numbers; the greatest of them, or the least, is a NaN, and so all NaNs. */
static struct wfs_pair least_double(struct wfs_code *c, const struct span *s, bool greatest, struct wfs_pair x)
{
    const uint64_t last = extreme(greatest, true);
    const uint64_t none = greatest ? UINT64_C(0x800fffffffffffff) : UINT64_C(0x7ff0000000000000);     /* infinities */
    const struct wfs_pair key =
        wfs_pair_sel(c, wfs_double_is_nan(c, x), wfs_pair_const(last), wfs_double_key(c, x));

    return wfs_double_quiet(c, wfs_double_key(c, scan_extreme(c, s, greatest, true, none, key)));
}

static struct wfs_pair scan_double(struct wfs_code *c, const struct span *s, uint8_t op, struct wfs_pair x)
{
    const wfs_val own[2] = {x.lo, x.hi}, none[2] = {wfs_const(0), wfs_const(op == WF_OP_WFMUL ? WFS_DOUBLE_ONE : 0)};
    wfs_val result[2];

    if (op == WF_OP_WFMIN || op == WF_OP_WFMAX)
        return least_double(c, s, op == WF_OP_WFMAX, x);
    linked_scan(c, s, 2, true, own, none, op == WF_OP_WFADD ? add_doubles : multiply_doubles, result);
    return wfs_pair_at(result);
}

/* ---- f16 ---- */

static wfs_val rounded(struct wfs_code *c, wfs_val f)
{
    return wfs_h2f(c, wfs_f2h(c, f));
}

static void add_halves(struct wfs_code *c, wfs_val link, const wfs_val *before, const wfs_val *own, wfs_val *result)
{
    *result = wfs_sel(c, link, rounded(c, wfs_fadd(c, *before, *own)), *own);
}

static void multiply_halves(struct wfs_code *c, wfs_val link, const wfs_val *before, const wfs_val *own,
                            wfs_val *result)
{
    *result = wfs_sel(c, link, rounded(c, wfs_fmul(c, *before, *own)), *own);
}

/* Sums and products are rounded to f16 at each step, in the order that holds for all floats; minima are exact. */
static wfs_val scan_half(struct wfs_code *c, const struct span *s, uint8_t op, wfs_val x)
{
    const wfs_val f = wfs_h2f(c, x), none = wfs_float(op == WF_OP_WFMUL ? 1.0F : 0.0F);
    wfs_val result;

    if (op == WF_OP_WFMIN || op == WF_OP_WFMAX)
        return wfs_f2h(c, scan(c, s, op, f));
    linked_scan(c, s, 1, false, &f, &none, op == WF_OP_WFADD ? add_halves : multiply_halves, &result);
    return wfs_f2h(c, result);
}

static bool any_scan(struct wfs_code *c, const struct wfs_group *g, uint32_t op, uint32_t operation, const wfs_val *x,
                     uint32_t cluster, const wfs_val ballot[4], wfs_val *result)
{
    const uint8_t insn = scan_op(op);
    struct wfs_pair pair;
    struct span s;

    if (insn == WF_OP_NOP || kind_of(insn, op) != g->kind)
        return false;
    if (!span_of(g, operation, cluster, ballot, &s))
        return false;
    if (g->kind == WFS_GROUP_BOOL) {
        *result = scan_truth(c, &s, insn, x[0]);
    } else if (g->width == 64) {
        pair = wfs_pair_at(x);
        pair = g->kind == WFS_GROUP_FLOAT ? scan_double(c, &s, insn, pair) : scan_pair(c, &s, insn, pair);
        result[0] = pair.lo;
        result[1] = pair.hi;
    } else if (g->width == 32) {
        *result = scan(c, &s, insn, x[0]);
    } else {
        *result = g->kind == WFS_GROUP_FLOAT ? scan_half(c, &s, insn, x[0]) : scan_narrow(c, &s, insn, g->width, x[0]);
    }
    return true;
}

/* The machine's scans round to nearest even, and so do all others: an execution mode says nothing of the steps.
 * Operands and results follow DenormFlushToZero. */
bool wfs_group_scan(struct wfs_code *c, const struct wfs_group *g, uint32_t op, uint32_t operation, const wfs_val *x,
                    uint32_t cluster, const wfs_val ballot[4], wfs_val *result)
{
    const bool is_float = g->kind == WFS_GROUP_FLOAT;
    const unsigned modes = c->rounds_to_zero;
    wfs_val own[2] = {x[0], g->width == 64 ? x[1] : wfs_none()};

    if (is_float)
        wfs_flush(c, g->width, own);
    c->rounds_to_zero = 0;
    const bool known = any_scan(c, g, op, operation, own, cluster, ballot, result);
    c->rounds_to_zero = modes;
    if (known && is_float)
        wfs_flush(c, g->width, result);
    return known;
}
