/* SPDX-License-Identifier: Apache-2.0
 * usage.h - how a module uses its variables, found before anything is lowered.
 */
#ifndef WFS_USAGE_H
#define WFS_USAGE_H

#include "lower.h"

struct wfs_usage {
    uint32_t root;              /* the variable or parameter that an id points into; union-find over ids */
    bool dynamic, written_in_part;
    /* kernels of OpenCL: it is asked for as a number, or under another type; `is_cast`: an id of such a type */
    bool escapes, is_cast;
    /* stores, those that repeat a constant stored to the whole counted once; the last one's object */
    uint32_t stores, constant;
};

/* The variable or parameter that an id points into, which has the entry of `usage` for it; 0: into none. */
uint32_t wfs_usage_root(struct wfs_lower *l, uint32_t id);

#endif
