/* SPDX-License-Identifier: Apache-2.0
 * footprint.h - which texels a lookup through a sampler counts: "Texel Footprint Evaluation" of the Vulkan
 * specification.
 */
#ifndef WAVEFOLD_SPIRV_LOWER_FOOTPRINT_H
#define WAVEFOLD_SPIRV_LOWER_FOOTPRINT_H

#include "filter.h"

/* OpImageSampleFootprintNV at this level of detail, which the sampler has limited: defines its result. */
void wfs_footprint(struct wfs_lower *l, uint32_t at, const struct wfs_lookup *p, wfs_val lod);

#endif
