/* SPDX-License-Identifier: Apache-2.0
 * scalar.h - loads and stores of words and of scalars in an explicit layout.
 */
#ifndef WAVEFOLD_SPIRV_LOWER_SCALAR_H
#define WAVEFOLD_SPIRV_LOWER_SCALAR_H

#include "lower.h"

/* A word of the memory that p points to. */
wfs_val wfs_load_at(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_address a);
void wfs_store_at(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_address a, wfs_val x);
/* A scalar `more` bytes after p in an explicit layout.  `load`: into word[], else from it. */
void wfs_access_scalar(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_type *t, uint64_t more,
                       wfs_val *word, bool load);
/* Narrow components that fill whole words are stored by words; false: these do not. */
bool wfs_store_packed(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_type *t, uint64_t more,
                      const wfs_val *word);
/* For code->how.  `fresh`: what other cores stored counts at once. */
uint8_t wfs_how_to_load(const struct wfs_pointer *p, bool is_coherent, bool fresh);

#endif
