/* SPDX-License-Identifier: Apache-2.0
 * level.h - the level of detail of a lookup through a sampler, and the levels that it chooses.
 */
#ifndef WAVEFOLD_SPIRV_LOWER_LEVEL_H
#define WAVEFOLD_SPIRV_LOWER_LEVEL_H

#include "image.h"

/* Differences in the quad of the lane: of its first row, of its first column. */
void wfs_quad_gradient(struct wfs_lower *l, const wfs_val *coord, unsigned sides, wfs_val gradient[2][3]);
wfs_val wfs_lod_of(struct wfs_lower *l, const struct wfs_image *image, const wfs_val gradient[2][3]);
/* With the sampler's bias, within its limits. */
wfs_val wfs_lod_limited(struct wfs_code *c, const struct wf_sampler *s, wfs_val lod, const struct wfs_value *bias,
                        const struct wfs_value *min_lod);
/* The level of detail among the levels that there are; the level next to it. */
wfs_val wfs_lod_among(struct wfs_lower *l, const struct wfs_image *image, wfs_val lod);
wfs_val wfs_nearest_level(struct wfs_code *c, wfs_val among);

/* Of the levels that a lookup at this level of detail mixes: none is level 0 for the first, and none at all for the
 * second.  Both are the same where the second has no share.  linear: the filter in a level, 1, 0 or a truth. */
struct wfs_levels {
    wfs_val first, second, share, linear;
};
struct wfs_levels wfs_choose_levels(struct wfs_lower *l, const struct wfs_image *image, wfs_val lod);

#endif
