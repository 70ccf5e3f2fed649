/* SPDX-License-Identifier: Apache-2.0
 * kill.c - OpKill whose lanes go on as helpers: it branches to a merge block that does not count it among its ways.
 */
#include "flow.h"

/* Of the block that the construct with this merge block begins with: its merge instruction. */
static uint32_t header_of(const struct wfs_lower *l, uint32_t merge, uint32_t at)
{
    uint32_t header = at;

    for (uint32_t p = l->m->first_function; p < at; p = wfs_after(l->m, p), wfs_work(l->env, 1)) {
        const uint32_t op = wfs_op_at(l->m, p);
        if ((op == WfsOpSelectionMerge || op == WfsOpLoopMerge) && wfs_operand(l->m, p, 1) == merge)
            header = p;
    }
    return header;
}

struct wfs_value *wfs_killed_value(struct wfs_lower *l, uint32_t phi, uint32_t merge)
{
    const uint32_t header = header_of(l, merge, phi);

    for (uint32_t n = 3; n + 1 < wfs_length_at(l->m, phi); n += 2, wfs_work(l->env, 1)) {
        const uint32_t id = wfs_operand(l->m, phi, n);
        if (wfs_id(l->m, id)->at < header)      /* it stands before the construct, and comes before its ways */
            return wfs_value(l, id);
    }
    return wfs_new_value(l, wfs_type(l->m, wfs_operand(l->m, phi, 1)));
}
