/* SPDX-License-Identifier: Apache-2.0
 * pixel.h - inputs and outputs of fragment shaders.
 *
 * The hardware gives a lane the place of its pixel.  Everything else about the rectangle is in a buffer, WF_DRAW_* of
 * wavefold/spirv.h.  With a lane for each sample, the samples of a pixel lie below each other in the rows that the
 * hardware knows.
 */
#ifndef WAVEFOLD_SPIRV_LOWER_PIXEL_H
#define WAVEFOLD_SPIRV_LOWER_PIXEL_H

#include "lower.h"

/* ---- pixel.c ---- */

/* A word of the buffer of the rectangle. */
wfs_val wfs_draw_word(struct wfs_lower *l, unsigned word);
/* Column and row of the lane's pixel; its sample, which is 0 if the lane has all of them. */
void wfs_pixel_place(struct wfs_lower *l, wfs_val xy[2]);
/* Likewise; beyond the rectangle those of its nearest pixel: only helper lanes are there. */
void wfs_pixel_in_rectangle(struct wfs_lower *l, wfs_val xy[2]);
wfs_val wfs_pixel_sample(struct wfs_lower *l);
/* Its number in an image: row times width, and column. */
wfs_val wfs_pixel_number(struct wfs_lower *l);
/* Where an input has its value: in the pixel, as floats from the corner of the rectangle. */
struct wfs_spot {
    wfs_val x, y;
};
struct wfs_spot wfs_spot_at(struct wfs_lower *l, wfs_val x, wfs_val y);       /* so far in the pixel */
struct wfs_spot wfs_spot_of_sample(struct wfs_lower *l, wfs_val sample);
struct wfs_spot wfs_spot_of_centre(struct wfs_lower *l);
/* The plane whose words begin there. */
wfs_val wfs_plane(struct wfs_lower *l, unsigned word, struct wfs_spot spot);

/* ---- input.c ---- */

/* All words of an Input variable with locations.  `spot`: NULL: the one of its decorations. */
struct wfs_value *wfs_read_input(struct wfs_lower *l, uint32_t variable, const struct wfs_type *type,
                                 const struct wfs_spot *spot);
/* InterpolateAtCentroid, InterpolateAtSample, InterpolateAtOffset. */
void wfs_interpolate(struct wfs_lower *l, uint32_t at, uint32_t number);
/* InterpolateAtVertexAMD. */
void wfs_at_vertex(struct wfs_lower *l, uint32_t at);
/* A BuiltIn of fragment shaders into the words of `v`; false when it is none. */
bool wfs_pixel_builtin(struct wfs_lower *l, uint32_t builtin, struct wfs_value *v);

/* ---- output.c ---- */

/* At the end of the entry point: what its Output variables hold goes into the images. */
void wfs_store_outputs(struct wfs_lower *l);

#endif
