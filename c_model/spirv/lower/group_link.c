/* SPDX-License-Identifier: Apache-2.0
 * group_link.c - see group_scan.h.
 *
 * Pointer doubling, as the hardware does it (docs/xlane.md): in each step a lane combines what its link has with its
 * own, and takes the link of its link.  The first link is an exclusive maximum of lane numbers plus one, whatever the
 * parts are.  A link of 0 reads lane ~0, which no wave has: the read gives 0, the right link again.
 */
#include "group_scan.h"

wfs_val wfs_link(struct wfs_code *c, const struct wfs_span *s)
{
    const wfs_val number = wfs_add(c, wfs_sv(c, WF_SV_LANE), wfs_const(1));

    return wfs_scan(c, WF_OP_WMAXU, WF_SCAN_EXCLUSIVE, s->scope, s->cluster, number, s->mask);
}

static wfs_val read_link(struct wfs_code *c, wfs_val link, wfs_val word)
{
    return wfs_lanes(c, WF_OP_READLANE, word, wfs_sub(c, link, wfs_const(1)));
}

wfs_val wfs_linked(struct wfs_code *c, wfs_val link, wfs_val word, wfs_val none)
{
    const wfs_val read = read_link(c, link, word);

    return wfs_is(none, 0) ? read : wfs_sel(c, link, read, none);
}

/* The last member of the own part. */
static wfs_val last_lane(struct wfs_code *c, const struct wfs_span *s)
{
    if (s->scope == WF_SCOPE_WAVE)
        return wfs_lanes(c, WF_OP_LASTLANE, wfs_none(), wfs_none());
    return wfs_scan(c, WF_OP_WMAXU, WF_SCAN_REDUCE, s->scope, s->cluster, wfs_sv(c, WF_SV_LANE), s->mask);
}

void wfs_linked_scan(struct wfs_code *c, const struct wfs_span *s, unsigned words, const wfs_val *x,
                     const wfs_val *none, wfs_combine *combine, wfs_val *result)
{
    const wfs_val first = wfs_link(c, s);
    wfs_val link = first, own[2], before[2];

    for (unsigned i = 0; i < words; i++)
        own[i] = x[i];
    for (unsigned level = 0; level < s->levels; level++) {
        const wfs_val from = wfs_sub(c, link, wfs_const(1));

        for (unsigned i = 0; i < words; i++)
            before[i] = wfs_lanes(c, WF_OP_READLANE, own[i], from);
        combine(c, link, before, own, own);
        if (level + 1 < s->levels)
            link = wfs_lanes(c, WF_OP_READLANE, link, from);
    }
    const wfs_val last = s->mode == WF_SCAN_REDUCE ? last_lane(c, s) : wfs_none();
    for (unsigned i = 0; i < words; i++) {
        if (s->mode == WF_SCAN_REDUCE)
            result[i] = wfs_lanes(c, WF_OP_READLANE, own[i], last);
        else
            result[i] = s->mode == WF_SCAN_EXCLUSIVE ? wfs_linked(c, first, own[i], none[i]) : own[i];
    }
}
