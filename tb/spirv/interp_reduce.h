/* SPDX-License-Identifier: Apache-2.0
 * interp_reduce.h - the lanes that take part in one instruction of a wave.
 */
#ifndef INTERP_REDUCE_H
#define INTERP_REDUCE_H

#include "interp_value.h"
#include "interp_wave.h"

struct party {
    struct wave *wave;
    struct module *module;
    const struct insn *insn;
    const uint8_t *list;        /* [count] running lanes, ascending */
    unsigned count;
    struct lanes active, all;   /* running and no helper; all of the wave's size */
    unsigned first;             /* list[first] is the first active one */
};

static inline bool is_active(const struct party *p, unsigned k)
{
    return has_lane(p->active, p->list[k]);
}

/* Reductions and scans: of the wave, clustered, partitioned.  False: it is no such instruction. */
bool reduce_insn(const struct party *p);

#endif
