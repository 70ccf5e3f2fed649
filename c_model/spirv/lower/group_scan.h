/* SPDX-License-Identifier: Apache-2.0
 * group_scan.h - scans that the hardware does not have, step by step: group_link.c.
 *
 * A span names the parts of the wave that are combined, each for itself: all of it, clusters, or what ballots say.
 * Only active lanes are members.  The link of a lane is one more than the number of the member before it, 0 when it is
 * the first.
 */
#ifndef WAVEFOLD_SPIRV_GROUP_SCAN_H
#define WAVEFOLD_SPIRV_GROUP_SCAN_H

#include "group.h"

struct wfs_span {
    unsigned mode, scope, cluster;      /* WF_SCAN_*, WF_SCOPE_*, log2 of the cluster, as wfs_scan wants them */
    unsigned lanes;                     /* of the wave */
    unsigned levels;                    /* log2 of the most members that a part can have */
    const wfs_val *mask;                /* of WF_SCOPE_MULTI, else NULL */
};

wfs_val wfs_link(struct wfs_code *c, const struct wfs_span *s);
/* The word of the linked lane; `none` when there is none. */
wfs_val wfs_linked(struct wfs_code *c, wfs_val link, wfs_val word, wfs_val none);

/* result = what comes before, combined with the own.  Where link is 0, `before` is zeros, and the result must be the
 * own. */
typedef void wfs_combine(struct wfs_code *c, wfs_val link, const wfs_val *before, const wfs_val *own, wfs_val *result);
/* Combine values of one or two words in the order of docs/semantics.md, in the mode of the span; `none`: the
 * identity. */
void wfs_linked_scan(struct wfs_code *c, const struct wfs_span *s, unsigned words, const wfs_val *x,
                     const wfs_val *none, wfs_combine *combine, wfs_val *result);

#endif
