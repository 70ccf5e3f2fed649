/* SPDX-License-Identifier: Apache-2.0
 * bounds.h - the least and the greatest number that a value can be, as far as its operands show.
 */
#ifndef WAVEFOLD_SPIRV_BOUNDS_H
#define WAVEFOLD_SPIRV_BOUNDS_H

#include "code.h"

/* As unsigned numbers, both included; 0 and UINT32_MAX when nothing is known. */
struct wfs_bounds {
    uint32_t least, most;
};

/* A value that was just made is below that, which its operands do not show. */
void wfs_note_below(struct wfs_code *code, wfs_val v, uint32_t below);
struct wfs_bounds wfs_bounds_of(const struct wfs_code *code, wfs_val v);

#endif
