/* SPDX-License-Identifier: Apache-2.0
 * filter.h - one level of an image through a sampler: addresses of texels, borders, comparison, weights.
 */
#ifndef WAVEFOLD_SPIRV_LOWER_FILTER_H
#define WAVEFOLD_SPIRV_LOWER_FILTER_H

#include "image.h"

/* What is sampled, coordinates after projection. */
struct wfs_lookup {
    const struct wfs_image *image;
    wfs_val coord[3];                   /* s, t, r; of a cube those of its face */
    wfs_val offset[3];                  /* whole texels, or none */
    wfs_val layer;                      /* slice of the level: layer, face, face of a layer; or none */
    wfs_val reference;                  /* to compare with, or none */
};

/* Direction to face coordinates; the number of the face. */
wfs_val wfs_cube_face(struct wfs_code *c, const wfs_val direction[3], wfs_val sc[3]);

/* One component of each, or all four; `linear` is 1, 0 or a truth that is not known; level none: 0. */
void wfs_filter(struct wfs_lower *l, const struct wfs_lookup *p, wfs_val level, wfs_val linear, wfs_val texel[4]);
/* Where the texels lie that wfs_filter counts, in each direction: the second is the first where it has no share.  A
 * texel of the border is the nearest one of the image.  True: there is no other. */
wfs_val wfs_filter_texels(struct wfs_lower *l, const struct wfs_lookup *p, wfs_val level, wfs_val linear,
                       wfs_val at[3][2]);
/* Component `component` of the four texels that a linear filter would use, as OpImageGather has them; level none: 0.
 * Of texels of 64 bits: word `component`. */
void wfs_gather(struct wfs_lower *l, const struct wfs_lookup *p, wfs_val level, unsigned component, wfs_val result[4]);
/* The share of the second of two texels for wfs_mix, held so that neither has none: 0 times an infinity is a NaN.
 * Where the share is 0 both are the same texel, and so is the mix, exactly. */
wfs_val wfs_weight(struct wfs_code *c, wfs_val share);

#endif
