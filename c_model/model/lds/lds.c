/* SPDX-License-Identifier: Apache-2.0
 * lds.c - groupshared memory: float addition in scan order, everything else lane after lane.
 */
#include "access.h"

#include "../fp/fp.h"
#include "../xlane/scan.h"

/* All allowed lanes with the word of lane `first`, in lane order. */
static unsigned find_members(const struct wf_access *access, unsigned first, unsigned member[WF_MAX_LANES])
{
    unsigned n = 0;

    for (unsigned lane = first; lane < access->size; lane++)
        if (wf_mask_has(access->allowed, lane) && access->offset[lane] == access->offset[first])
            member[n++] = lane;
    return n;
}

/* The first member returns the old word itself, member r returns old (+) exclusive[r]; memory takes old (+)
 * inclusive[n-1]. */
static void add_floats(const struct wf_access *access, const unsigned *member, unsigned n, uint32_t *word,
                       uint32_t *value)
{
    uint32_t data[WF_MAX_LANES], inclusive[WF_MAX_LANES];
    const uint32_t old = *word;

    for (unsigned r = 0; r < n; r++)
        data[r] = access->data[member[r]];
    wf_scan_members(WF_OP_WFADD, data, n, inclusive);
    value[member[0]] = old;
    for (unsigned r = 1; r < n; r++)
        value[member[r]] = wf_fp_add(old, inclusive[r - 1]);
    *word = wf_fp_add(old, inclusive[n - 1]);
}

static void add_floats_by_word(const struct wf_access *access, uint32_t *words, uint32_t *value)
{
    unsigned member[WF_MAX_LANES];
    struct wf_mask done = wf_mask_none();

    for (unsigned lane = 0; lane < access->size; lane++) {
        unsigned n;
        if (!wf_mask_has(access->allowed, lane))
            value[lane] = 0;
        if (!wf_mask_has(access->allowed, lane) || wf_mask_has(done, lane))
            continue;
        n = find_members(access, lane, member);
        for (unsigned r = 0; r < n; r++)
            wf_mask_put(&done, member[r]);
        add_floats(access, member, n, &words[access->offset[lane] / 4], value);
    }
}

void wf_lds_access(const struct wf_access *access, uint32_t *words, uint32_t value[][WF_MAX_LANES])
{
    if (access->kind == WF_ACCESS_ATOMIC && access->atom == WF_ATOM_FADD)
        add_floats_by_word(access, words, value[0]);
    else
        wf_access_in_order(access, words, value);
}
