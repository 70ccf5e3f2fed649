/* SPDX-License-Identifier: Apache-2.0
 * choose.c - an element of a variable in slots whose index is not constant.
 *
 * Of few elements one is chosen by comparisons.  Elements that were copied from one place in memory, as a block of
 * quantised weights is, are read from there again: their copies then need no registers.  That holds as long as nothing
 * writes that buffer, which is known when all is lowered (shader_lower.c).
 */
#include "flow.h"

enum { COMPARISONS = 16 };              /* instructions for one choice */

void wfs_note_origin(struct wfs_lower *l, const struct wfs_type *type, uint64_t more, wfs_val v)
{
    if (v.kind != WFS_REG || type->words != 1 || (l->code->how & ~WF_HOW_PART))
        return;
    while (v.bits >= l->origin_room)
        l->origin = wfs_grow(l->env, l->origin, l->origin_room, &l->origin_room, sizeof *l->origin);
    l->origin[v.bits] = (struct wfs_origin){l->loaded, more, type};
}

static const struct wfs_origin *origin_of(const struct wfs_lower *l, wfs_val v)
{
    return v.kind == WFS_REG && v.bits < l->origin_room && l->origin[v.bits].pointer ? &l->origin[v.bits] : NULL;
}

const struct wfs_origin *wfs_common_origin(const struct wfs_lower *l, const wfs_val *first, const struct wfs_pointer *p,
                                           uint32_t *stride)
{
    const struct wfs_origin *o = origin_of(l, *first);

    *stride = 0;
    if (o && l->keeps_copies[o->pointer->buffer.bits])
        return NULL;
    for (uint32_t i = 1; o && i < p->elements; i++) {
        const struct wfs_origin *other = origin_of(l, first[i * p->element_slots]);
        if (!other || other->pointer != o->pointer || other->type != o->type || other->more < o->more)
            return NULL;
        if (i == 1)
            *stride = (uint32_t)(other->more - o->more);
        if (other->more - o->more != (uint64_t)*stride * i)
            return NULL;
    }
    return o;
}

bool wfs_is_few(const struct wfs_pointer *p, uint32_t words)
{
    return (uint64_t)(p->elements - 1) * (words + 1) <= COMPARISONS;
}

wfs_val wfs_choose_slot(struct wfs_lower *l, const wfs_val *first, const struct wfs_pointer *p)
{
    wfs_val chosen = first[(p->elements - 1) * p->element_slots];

    for (uint32_t i = p->elements - 1; i-- > 0;)
        chosen = wfs_sel(l->code, wfs_eq(l->code, p->dynamic, wfs_const(i)), first[i * p->element_slots], chosen);
    return chosen;
}

void wfs_set_chosen(struct wfs_lower *l, const struct wfs_pointer *p, const wfs_val *word, uint32_t words)
{
    for (uint32_t i = 0; i < p->elements; i++) {
        const wfs_val is_it = wfs_eq(l->code, p->dynamic, wfs_const(i));
        for (uint32_t k = 0; k < words; k++) {
            const uint32_t slot = p->offset + i * p->element_slots + k;
            wfs_set_slot(l, slot, wfs_sel(l->code, is_it, word[k], l->slot[slot]));
        }
    }
}
