/* SPDX-License-Identifier: Apache-2.0 */
#include "address.h"
#include "flow.h"

#include "../code/bounds.h"

enum { BYTE_BITS = 26, GROUP_32 = 62, LANE_32 = 63, GROUP_64 = 1 << 16, LANE_64 = 2 << 16 };

uint32_t wfs_group_number(const struct wfs_module *m)
{
    return m->kernel_pointer == 32 ? GROUP_32 : GROUP_64;
}

uint32_t wfs_lane_number(const struct wfs_module *m)
{
    return m->kernel_pointer == 32 ? LANE_32 : LANE_64;
}

wfs_val wfs_at_most(struct wfs_lower *l, wfs_val x, uint32_t most)
{
    return wfs_bounds_of(l->code, x).most <= most ? x : wfs_minu(l->code, x, wfs_const(most));
}

wfs_val wfs_buffer_of_number(struct wfs_lower *l, wfs_val number, bool table)
{
    const wfs_val own = wfs_const(l->target->table_buffer), bound = wfs_at_most(l, number, l->target->unbound_buffer);

    return table ? wfs_sel(l->code, wfs_eq(l->code, number, own), own, bound) : bound;
}

/* The record of one of `blocks`, and what the accesses to it need. */
void wfs_choose_record_of(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index, uint32_t blocks)
{
    const wfs_val byte = wfs_mul(l->code, wfs_at_most(l, index, blocks), wfs_const(4 * WF_RECORD_WORDS));

    p->far_record = wfs_add(l->code, p->far_record, byte);
    p->buffer = wfs_load(l->code, l->target->image_buffer, p->far_record, 4 * WF_RECORD_NUMBER);
    p->far_first = wfs_load(l->code, l->target->image_buffer, p->far_record, 4 * WF_RECORD_FIRST);
    p->far_bound = wfs_load(l->code, l->target->image_buffer, p->far_record, 4 * WF_RECORD_BOUND);
    p->is_chosen = true;
}

void wfs_expect_number(struct wfs_lower *l, const struct wfs_value *v)
{
    if (v->followed && (v->followed->space == WFS_SLOTS || v->followed->space == WFS_TABLE))
        wfs_fail(l->env, "%s: its address is needed as a number", wfs_shown(l->m, v->followed->variable));
}

struct wfs_parts_of_address wfs_address_parts(struct wfs_lower *l, const struct wfs_value *v)
{
    struct wfs_code *c = l->code;

    wfs_expect_number(l, v);
    if (v->type->width == 64)
        return (struct wfs_parts_of_address){v->word[1], v->word[0]};
    const wfs_val high = wfs_const(32 - BYTE_BITS);
    return (struct wfs_parts_of_address){wfs_shr(c, v->word[0], wfs_const(BYTE_BITS)),
                                         wfs_sar(c, wfs_shl(c, v->word[0], high), high)};
}

void wfs_set_address(struct wfs_lower *l, struct wfs_value *v, struct wfs_parts_of_address parts)
{
    struct wfs_code *c = l->code;

    if (v->type->width == 64) {
        v->word[0] = parts.byte;
        v->word[1] = parts.number;
        return;
    }
    v->word[0] = wfs_or(c, wfs_shl(c, parts.number, wfs_const(BYTE_BITS)),
                        wfs_and(c, parts.byte, wfs_const((1U << BYTE_BITS) - 1)));
}

void wfs_address_of_variable(struct wfs_lower *l, struct wfs_value *v, struct wfs_pointer *p)
{
    v->followed = p;
    switch (p->space) {
    case WFS_SLOTS: case WFS_TABLE:
        for (uint32_t i = 0; i < v->words; i++)
            v->word[i] = wfs_none();
        return;
    case WFS_LDS:
        wfs_set_address(l, v, (struct wfs_parts_of_address){wfs_const(wfs_group_number(l->m)), wfs_offset_of(l, p)});
        return;
    case WFS_SCRATCH:
        wfs_set_address(l, v, (struct wfs_parts_of_address){wfs_const(wfs_lane_number(l->m)), wfs_offset_of(l, p)});
        return;
    case WFS_BUFFER:
        if (l->m->kernel_pointer == 32 && wfs_is_const(p->buffer) && p->buffer.bits + 1 >= GROUP_32)
            wfs_fail(l->env, "%s: addresses of 32 bits are of at most %d buffers", wfs_shown(l->m, p->variable),
                     GROUP_32 - 1);
        wfs_set_address(l, v, (struct wfs_parts_of_address){wfs_add(l->code, p->buffer, wfs_const(1)),
                                                            wfs_offset_of(l, p)});
        return;
    default:
        wfs_fail(l->env, "%s has no address", wfs_shown(l->m, p->variable));
    }
}

/* A class of memory that is not the one of the type is a mistake of the program: what is known of it is no more. */
static bool is_in(const struct wfs_type *t, enum wfs_space space)
{
    switch (t->storage) {
    case WfsStorageClassGeneric: return true;
    case WfsStorageClassWorkgroup: return space == WFS_LDS;
    case WfsStorageClassFunction: return space == WFS_SCRATCH || space == WFS_SLOTS || space == WFS_TABLE;
    default: return space == WFS_BUFFER;
    }
}

void wfs_cast_address(struct wfs_lower *l, struct wfs_value *v, const struct wfs_value *from)
{
    const struct wfs_pointer *known = from->pointer ? from->pointer : from->followed;
    struct wfs_pointer *p = NULL;

    if (known && is_in(v->type, known->space)) {
        p = wfs_new(l->env, 1, sizeof *p);
        *p = *known;
        p->pointee = wfs_pointee(l->m, v->type);
        p->row_major = false;
        p->matrix_stride = p->component_stride = 0;
        p->is_physical = true;
    }
    if (from->pointer) {
        if (!p)
            wfs_fail(l->env, "%s: its address is of another class", wfs_shown(l->m, from->pointer->variable));
        wfs_address_of_variable(l, v, p);
        return;
    }
    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = from->word[i];
    v->followed = p;
}
