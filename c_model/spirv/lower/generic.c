/* SPDX-License-Identifier: Apache-2.0
 * generic.c - memory whose class only the address says: an access for each class, in its lanes.
 */
#include "address.h"
#include "kernel.h"

wfs_val wfs_is_of_group(struct wfs_lower *l, wfs_val number)
{
    return wfs_eq(l->code, number, wfs_const(wfs_group_number(l->m)));
}

wfs_val wfs_is_of_own_lane(struct wfs_lower *l, wfs_val number)
{
    return wfs_eq(l->code, number, wfs_const(wfs_lane_number(l->m)));
}

/* Neither memory of the group nor of the lane has loads that ask other cores. */
static void access_own(struct wfs_lower *l, const struct wfs_pointer *p, enum wfs_space space, wfs_access_fn *access,
                       void *user)
{
    struct wfs_pointer q = *p;
    const uint8_t how = l->code->how;

    q.space = space;
    l->code->how &= (uint8_t)~WF_HOW_LOADS;
    access(l, user, &q);
    l->code->how = how;
}

void wfs_by_class(struct wfs_lower *l, const struct wfs_pointer *p, wfs_access_fn *access, void *user)
{
    struct wfs_code *c = l->code;
    struct wfs_pointer q = *p;

    wfs_if(c, wfs_is_of_group(l, p->buffer));
    access_own(l, p, WFS_LDS, access, user);
    wfs_flow(c, WF_OP_ELSE);
    wfs_if(c, wfs_is_of_own_lane(l, p->buffer));
    access_own(l, p, WFS_SCRATCH, access, user);
    wfs_flow(c, WF_OP_ELSE);
    q.space = WFS_BUFFER;
    q.buffer = wfs_buffer_of_number(l, wfs_sub(c, p->buffer, wfs_const(1)), l->has_program_variables);
    access(l, user, &q);
    wfs_flow(c, WF_OP_ENDIF);
    wfs_flow(c, WF_OP_ENDIF);
}
