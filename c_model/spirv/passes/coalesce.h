/* SPDX-License-Identifier: Apache-2.0
 * coalesce.h - which values share a lane register, and where these sets are live: what allocate.c places.
 */
#ifndef WAVEFOLD_SPIRV_COALESCE_H
#define WAVEFOLD_SPIRV_COALESCE_H

#include "passes.h"

/* Values that share a register. */
struct wfs_class {
    struct wfs_range *range;
    uint32_t ranges, size;              /* size: of members */
    uint32_t past;                      /* ranges that end before all that is to be placed begins */
    uint32_t defs, last_def;            /* in coalesce.c */
    double weight;                      /* reads and writes, those in loops more */
    bool quad, fixed;                   /* fixed: it must not be spilled, struct wfs_reg */
};

struct wfs_classes {
    struct wfs_class *class;            /* [regs], by representative */
    uint32_t *parent;                   /* [regs] */
    uint32_t *order;                    /* [count] representatives, by the start of what they hold */
    size_t count;
    struct wfs_live live;               /* of the code, register by register */
};

void wfs_coalesce(struct wfs_code *code, struct wfs_classes *classes);
/* The representative of a register's class. */
uint32_t wfs_representative(struct wfs_classes *classes, uint32_t reg);

#endif
