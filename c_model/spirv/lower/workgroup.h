/* SPDX-License-Identifier: Apache-2.0
 * workgroup.h - operations on all lanes of a group, to which all of them come.
 */
#ifndef WAVEFOLD_SPIRV_LOWER_WORKGROUP_H
#define WAVEFOLD_SPIRV_LOWER_WORKGROUP_H

#include "group.h"
#include "lower.h"

/* The first waves of a group, which have lanes; of the size that the module states. */
uint32_t wfs_waves_of_group(const struct wfs_lower *l);
/* Groupshared memory of a kernel in addition to its variables: its first byte. */
uint32_t wfs_group_memory(struct wfs_lower *l, uint32_t words);
/* As wfs_group_scan, with Reduce, InclusiveScan or ExclusiveScan: lanes in the order of the LocalInvocationIndex. */
bool wfs_workgroup_scan(struct wfs_lower *l, const struct wfs_group *g, uint32_t op, uint32_t operation,
                        const wfs_val *x, wfs_val *result);
/* x of the lane that has this LocalInvocationIndex; at most 8 words. */
void wfs_workgroup_broadcast(struct wfs_lower *l, const struct wfs_group *g, const wfs_val *x, wfs_val lane,
                             wfs_val *result);

#endif
