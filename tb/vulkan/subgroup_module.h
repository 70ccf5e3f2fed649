/* SPDX-License-Identifier: Apache-2.0
 * subgroup_module.h - a module of operations of a subgroup: each thread that is to run stores what each of them gives it.
 */
#ifndef WF_VULKAN_SUBGROUP_MODULE_H
#define WF_VULKAN_SUBGROUP_MODULE_H

#include "module.h"
#include "waves.h"

/* Threads in groups of one dimension; words of a thread in the buffer at binding 0: the value, low and high; 1: it is active,
 * 2 * key; the value for ALL_EQUAL.  At binding 1: two words of each thread, operation by operation. */
enum { GROUPS = 3, THREADS = 116, ALL_THREADS = GROUPS * THREADS, STRIDE = 5, MOST_OPS = 40 };

struct op {
    enum what what;
    enum arith arith;
    unsigned number;
};
struct work {
    struct type type;
    unsigned size;                      /* of a subgroup */
    bool newer;                         /* operations of SPV_KHR_subgroup_rotate and SPV_KHR_quad_control are among them */
    unsigned ops;
    struct op op[MOST_OPS];
};

/* To be freed with module_free. */
const uint32_t *subgroup_module(struct module *m, const struct work *w, size_t *bytes);

#endif
