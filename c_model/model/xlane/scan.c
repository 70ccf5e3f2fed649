/* SPDX-License-Identifier: Apache-2.0
 * scan.c - reductions and scans over the wave, over clusters, and over groups given by masks.
 *
 * Whatever the scope, a lane's result is taken from a chain of members in lane order: the chain of lane i ends with i,
 * before it stands the highest member of i's mask below i, before that the highest member of that lane's mask below it,
 * and so on.
 */
#include <string.h>

#include "scan.h"

#include "../fp/fp.h"

uint32_t wf_scan_combine(uint8_t op, uint32_t a, uint32_t b)
{
    switch (op) {
    case WF_OP_WADD:
    case WF_OP_WCOUNT: return a + b;
    case WF_OP_WMUL: return a * b;
    case WF_OP_WMINS: return (int32_t)a < (int32_t)b ? a : b;
    case WF_OP_WMAXS: return (int32_t)a > (int32_t)b ? a : b;
    case WF_OP_WMINU: return a < b ? a : b;
    case WF_OP_WMAXU: return a > b ? a : b;
    case WF_OP_WAND: return a & b;
    case WF_OP_WOR: return a | b;
    case WF_OP_WXOR: return a ^ b;
    case WF_OP_WFADD: return wf_fp_add(a, b);
    case WF_OP_WFMUL: return wf_fp_mul(a, b);
    case WF_OP_WFMIN: return wf_fp_min(a, b);
    case WF_OP_WFMAX: return wf_fp_max(a, b);
    default: return 0;
    }
}

uint32_t wf_scan_identity(uint8_t op)
{
    switch (op) {
    case WF_OP_WMUL: return 1;
    case WF_OP_WMINS: return (uint32_t)INT32_MAX;
    case WF_OP_WMAXS: return (uint32_t)INT32_MIN;
    case WF_OP_WMINU:
    case WF_OP_WAND: return UINT32_MAX;
    case WF_OP_WFMUL: return WF_FP_ONE;
    case WF_OP_WFMIN: return WF_FP_INF;
    case WF_OP_WFMAX: return WF_FP_SIGN | WF_FP_INF;
    default: return 0;              /* sums, or, xor, unsigned maximum */
    }
}

/* Integer operations are associative: one after the other gives the same as any order. */
static void combine_in_turn(uint8_t op, const uint32_t *value, unsigned n, uint32_t *inclusive)
{
    for (unsigned r = 0; r < n; r++)
        inclusive[r] = r == 0 ? value[0] : wf_scan_combine(op, inclusive[r - 1], value[r]);
}

static void combine_in_rounds(uint8_t op, const uint32_t *value, unsigned n, uint32_t *inclusive)
{
    uint32_t before[WF_MAX_LANES];

    memcpy(inclusive, value, n * sizeof *value);
    for (unsigned reach = 1; reach < n; reach *= 2) {
        memcpy(before, inclusive, n * sizeof *before);
        for (unsigned r = reach; r < n; r++)
            inclusive[r] = wf_scan_combine(op, before[r - reach], before[r]);
    }
}

void wf_scan_members(uint8_t op, const uint32_t *value, unsigned n, uint32_t *inclusive)
{
    if (op >= WF_OP_WFADD && op <= WF_OP_WFMAX)
        combine_in_rounds(op, value, n, inclusive);
    else
        combine_in_turn(op, value, n, inclusive);
}

/* The members that lane i combines: active ones only. */
static struct wf_mask scope_of(const struct wf_xlane *x, unsigned lane)
{
    const unsigned scope = x->mod >> 2 & 3, cluster = 1u << (x->mod >> 4 & 7);

    if (scope == WF_SCOPE_MULTI)
        return wf_mask_and(x->active, wf_xlane_mask(x, lane));
    if (scope == WF_SCOPE_CLUSTER) {
        const unsigned start = lane / cluster * cluster;
        return wf_mask_and(x->active, wf_mask_without(wf_mask_first(start + cluster), wf_mask_first(start)));
    }
    return x->active;
}

struct scan {
    int before[WF_MAX_LANES];               /* highest member below the lane; -1: none */
    int last[WF_MAX_LANES];                 /* highest member of the lane's scope; -1: none */
    uint32_t inclusive[WF_MAX_LANES];
    bool done[WF_MAX_LANES];                /* inclusive[] is known */
};

static void find_members(const struct wf_xlane *x, struct scan *scan)
{
    for (unsigned lane = 0; lane < x->size; lane++) {
        struct wf_mask scope;
        scan->done[lane] = !wf_mask_has(x->active, lane);
        if (scan->done[lane])
            continue;
        scope = scope_of(x, lane);
        scan->last[lane] = wf_mask_highest(scope);
        scan->before[lane] = wf_mask_highest(wf_mask_and(scope, wf_mask_first(lane)));
    }
}

/* The chain that ends with `end` gives the results of all its members: the chain of a member is a beginning of this
 * one. */
static void scan_chain(const struct wf_xlane *x, struct scan *scan, unsigned end)
{
    uint32_t value[WF_MAX_LANES], inclusive[WF_MAX_LANES];
    unsigned member[WF_MAX_LANES], n = 0;

    for (int lane = (int)end; lane >= 0; lane = scan->before[lane])
        n++;
    for (int lane = (int)end, r = (int)n - 1; lane >= 0; lane = scan->before[lane], r--) {
        member[r] = (unsigned)lane;
        value[r] = x->op == WF_OP_WCOUNT ? x->a[lane] != 0 : x->a[lane];
    }
    wf_scan_members(x->op, value, n, inclusive);
    for (unsigned r = 0; r < n; r++) {
        scan->inclusive[member[r]] = inclusive[r];
        scan->done[member[r]] = true;
    }
}

void wf_xlane_scan(const struct wf_xlane *x, uint32_t *value)
{
    const unsigned mode = x->mod & 3;
    struct scan scan;

    find_members(x, &scan);
    for (unsigned lane = x->size; lane-- > 0;)
        if (!scan.done[lane])
            scan_chain(x, &scan, lane);
    if (wf_op_writes_running(x->op, x->mod)) {
        const int end = wf_mask_highest(x->active);
        for (unsigned lane = 0; lane < x->size; lane++)
            value[lane] = end >= 0 ? scan.inclusive[end] : wf_scan_identity(x->op);
        return;
    }
    for (unsigned lane = 0; lane < x->size; lane++) {
        int from = (int)lane;
        if (!wf_mask_has(x->active, lane))
            continue;
        if (mode == WF_SCAN_REDUCE)
            from = scan.last[lane];
        else if (mode == WF_SCAN_EXCLUSIVE)
            from = scan.before[lane];
        value[lane] = from >= 0 ? scan.inclusive[from] : wf_scan_identity(x->op);
    }
}
