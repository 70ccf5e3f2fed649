/* SPDX-License-Identifier: Apache-2.0
 * xlane.c - votes, reads, quads, operations on masks, and match.
 */
#include <string.h>

#include "xlane.h"

#include "scan.h"

#include "../fp/fp.h"

/* The active lanes whose b is not 0. */
static struct wf_mask ballot(const struct wf_xlane *x)
{
    struct wf_mask mask = wf_mask_none();

    for (unsigned lane = 0; lane < x->size; lane++)
        if (wf_mask_has(x->active, lane) && x->b[lane] != 0)
            wf_mask_put(&mask, lane);
    return mask;
}

static void fill(const struct wf_xlane *x, uint32_t *value, uint32_t word)
{
    for (unsigned lane = 0; lane < x->size; lane++)
        value[lane] = word;
}

static void give_mask(uint32_t value[4][WF_MAX_LANES], unsigned lane, struct wf_mask mask)
{
    for (unsigned word = 0; word < 4; word++)
        value[word][lane] = (uint32_t)(mask.half[word / 2] >> (word % 2 * 32));
}

/* Every active lane compares with the first: with a NaN anywhere nothing is equal. */
static uint32_t all_equal(const struct wf_xlane *x, bool as_float)
{
    const int first = wf_mask_lowest(x->active);

    for (unsigned lane = 0; lane < x->size; lane++) {
        if (!wf_mask_has(x->active, lane))
            continue;
        if (as_float ? !(wf_fp_value(x->b[lane]) == wf_fp_value(x->b[first])) : x->b[lane] != x->b[first])
            return 0;
    }
    return 1;
}

static bool perform_vote(const struct wf_xlane *x, uint32_t value[4][WF_MAX_LANES])
{
    const int first = wf_mask_lowest(x->active), last = wf_mask_highest(x->active);
    struct wf_mask set;

    if (x->op < WF_OP_ANY || x->op > WF_OP_READFIRST)
        return false;
    set = x->b != NULL ? ballot(x) : wf_mask_none();
    switch (x->op) {
    case WF_OP_ANY:
        fill(x, value[0], !wf_mask_empty(set));
        return true;
    case WF_OP_ALL:
        fill(x, value[0], wf_mask_count(set) == wf_mask_count(x->active));
        return true;
    case WF_OP_ALLEQ:
    case WF_OP_ALLEQF:
        fill(x, value[0], all_equal(x, x->op == WF_OP_ALLEQF));
        return true;
    case WF_OP_BALLOT:
        for (unsigned lane = 0; lane < x->size; lane++)
            give_mask(value, lane, set);
        return true;
    case WF_OP_BCOUNT:
        fill(x, value[0], wf_mask_count(set));
        return true;
    case WF_OP_BPREFIX:
        for (unsigned lane = 0; lane < x->size; lane++)
            value[0][lane] = wf_mask_count(wf_mask_and(set, wf_mask_first(lane)));
        return true;
    case WF_OP_ISFIRST:
        for (unsigned lane = 0; lane < x->size; lane++)
            value[0][lane] = (int)lane == first;
        return true;
    case WF_OP_FIRSTLANE:
        fill(x, value[0], (uint32_t)first);
        return true;
    case WF_OP_LASTLANE:
        fill(x, value[0], (uint32_t)last);
        return true;
    case WF_OP_READFIRST:
        fill(x, value[0], first >= 0 ? x->b[first] : 0);
        return true;
    default:
        return false;
    }
}

/* Each lane reads a of another; a source at or above S gives 0. */
static bool perform_read(const struct wf_xlane *x, uint32_t *value)
{
    for (unsigned lane = 0; lane < x->size; lane++) {
        const uint64_t own = lane;
        uint64_t source;

        switch (x->op) {
        case WF_OP_READLANE: source = x->b[lane]; break;
        case WF_OP_SHUFXOR: source = own ^ x->b[lane]; break;
        case WF_OP_SHUFUP: source = own - x->b[lane]; break;        /* below 0 wraps far above S */
        case WF_OP_SHUFDOWN: source = own + x->b[lane]; break;
        default: return false;
        }
        value[lane] = source < x->size ? x->a[source] : 0;
    }
    return true;
}

/* How many running lanes of a quad there are, and how many of them have b != 0. */
static void count_quad(const struct wf_xlane *x, unsigned first, unsigned *running, unsigned *set)
{
    *running = *set = 0;
    for (unsigned lane = first; lane < first + 4; lane++) {
        if (!wf_mask_has(x->exec, lane))
            continue;
        *running += 1;
        *set += x->b[lane] != 0;
    }
}

static bool perform_quad(const struct wf_xlane *x, uint32_t *value)
{
    for (unsigned lane = 0; lane < x->size; lane++) {
        const unsigned quad = lane / 4 * 4;
        unsigned running, set;

        switch (x->op) {
        case WF_OP_QBCAST: value[lane] = x->a[quad + x->b[lane] % 4]; break;
        case WF_OP_QSWAPX: value[lane] = x->b[lane ^ 1]; break;
        case WF_OP_QSWAPY: value[lane] = x->b[lane ^ 2]; break;
        case WF_OP_QSWAPD: value[lane] = x->b[lane ^ 3]; break;
        case WF_OP_QANY:
        case WF_OP_QALL:
            count_quad(x, quad, &running, &set);
            value[lane] = x->op == WF_OP_QANY ? set != 0 : set == running;
            break;
        default: return false;
        }
    }
    return true;
}

static bool perform_mask(const struct wf_xlane *x, uint32_t *value)
{
    for (unsigned lane = 0; lane < x->size; lane++) {
        struct wf_mask mask;

        if (x->op < WF_OP_MLSB || x->op > WF_OP_MBIT)
            return false;
        mask = wf_mask_and(wf_xlane_mask(x, lane), wf_mask_first(x->size));
        switch (x->op) {
        case WF_OP_MLSB: value[lane] = (uint32_t)wf_mask_lowest(mask); break;
        case WF_OP_MMSB: value[lane] = (uint32_t)wf_mask_highest(mask); break;
        case WF_OP_MCOUNT: value[lane] = wf_mask_count(mask); break;
        case WF_OP_MCOUNTX: value[lane] = wf_mask_count(wf_mask_and(mask, wf_mask_first(lane))); break;
        case WF_OP_MCOUNTI: value[lane] = wf_mask_count(wf_mask_and(mask, wf_mask_first(lane + 1))); break;
        case WF_OP_MINVERSE: value[lane] = wf_mask_has(mask, lane); break;
        case WF_OP_MBIT: value[lane] = x->b[lane] < x->size && wf_mask_has(mask, x->b[lane]); break;
        default: return false;
        }
    }
    return true;
}

static bool same_key(const struct wf_xlane *x, unsigned lane, unsigned other)
{
    for (unsigned word = 0; word < x->mod && word < 4; word++)
        if (x->q[word][lane] != x->q[word][other])
            return false;
    return true;
}

/* The active lanes with the key of `lane`. */
static struct wf_mask lanes_like(const struct wf_xlane *x, unsigned lane)
{
    struct wf_mask same = wf_mask_none();

    for (unsigned other = 0; other < x->size; other++)
        if (wf_mask_has(x->active, other) && same_key(x, lane, other))
            wf_mask_put(&same, other);
    return same;
}

/* Equality is an equivalence: a set found for one lane is the set of all its members. */
static void perform_match(const struct wf_xlane *x, uint32_t value[4][WF_MAX_LANES])
{
    struct wf_mask left = x->active;

    for (unsigned lane = 0; lane < x->size; lane++) {
        struct wf_mask same;

        if (!wf_mask_has(left, lane))
            continue;
        same = lanes_like(x, lane);
        for (unsigned other = lane; other < x->size; other++)
            if (wf_mask_has(same, other))
                give_mask(value, other, same);
        left = wf_mask_without(left, same);
    }
}

/* The true lanes match each other, and so do the others. */
static void perform_match_bool(const struct wf_xlane *x, uint32_t value[4][WF_MAX_LANES])
{
    const struct wf_mask set = ballot(x), unset = wf_mask_without(x->active, set);

    for (unsigned lane = 0; lane < x->size; lane++)
        give_mask(value, lane, x->b[lane] != 0 ? set : unset);
}

bool wf_xlane_perform(const struct wf_xlane *x, uint32_t value[4][WF_MAX_LANES], struct wf_mask *written)
{
    *written = wf_op_writes_running(x->op, x->mod) ? x->exec : x->active;
    if (perform_quad(x, value[0]) || perform_vote(x, value) || perform_read(x, value[0]) || perform_mask(x, value[0]))
        return true;
    if (x->op == WF_OP_MATCH)
        perform_match(x, value);
    else if (x->op == WF_OP_MATCHB)
        perform_match_bool(x, value);
    else if (x->op >= WF_OP_WADD && x->op <= WF_OP_WCOUNT)
        wf_xlane_scan(x, value[0]);
    else
        return false;
    return true;
}
