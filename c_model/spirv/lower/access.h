/* SPDX-License-Identifier: Apache-2.0
 * access.h - loads and stores with memory operands.
 */
#ifndef WAVEFOLD_SPIRV_LOWER_ACCESS_H
#define WAVEFOLD_SPIRV_LOWER_ACCESS_H

#include "lower.h"

/* Memory operands of an instruction. */
struct wfs_access {
    bool is_coherent, fresh;            /* fresh: volatile, or made visible beyond the group */
    uint32_t aligned;                   /* Aligned, else 1 */
    bool says_aligned;
    uint32_t end;                       /* the word after them */
};

/* Of a copy, from word n on.  One set of memory operands is of both sides; of two the first is the target's. */
struct wfs_copy_access {
    struct wfs_access to, from;
};
struct wfs_copy_access wfs_copy_access(struct wfs_lower *l, uint32_t at, uint32_t n);
struct wfs_value *wfs_load_by_access(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_access access);
void wfs_store_by_access(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_value *v,
                         struct wfs_access access);

#endif
