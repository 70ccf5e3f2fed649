/* SPDX-License-Identifier: Apache-2.0
 * choose.c - an element of a variable in slots, or of an input, whose index is not constant.
 *
 * Of few elements one is chosen by comparisons.  Elements that were copied from one place in memory, as a block of
 * quantised weights is, are read from there again: their copies then need no registers.  That holds as long as nothing
 * writes that buffer, which is known when all is lowered (shader_lower.c).
 *
 * Whatever the index, the elements are there.  So lanes whose index is beyond the array access scratch memory where it
 * has none, or the copied buffer beyond its end: that is the fault that they would have in scratch memory.
 */
#include "../code/bounds.h"
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
    return *stride || p->outside.kind == WFS_NONE ? o : NULL;
}

void wfs_note_outside(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index, uint32_t count)
{
    if (wfs_bounds_of(l->code, index).most < count || wfs_is(p->outside, 1))
        return;
    const wfs_val outside = wfs_geu(l->code, index, wfs_const(count));
    p->outside = p->outside.kind == WFS_NONE || wfs_is(outside, 1) ? outside : wfs_or(l->code, p->outside, outside);
}

void wfs_load_outside(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_value *v)
{
    struct wfs_code *c = l->code;

    if (p->outside.kind == WFS_NONE)
        return;
    for (uint32_t k = 0; k < v->words; k++) {
        const wfs_val met = wfs_meeting(c);
        if (!wfs_is(p->outside, 1))
            wfs_copy(c, met, v->word[k]);
        v->word[k] = met;
    }
    wfs_if(c, p->outside);
    const wfs_val nothing = wfs_load(c, l->target->scratch_buffer, wfs_const(WFS_OUT), 0);
    for (uint32_t k = 0; k < v->words; k++)
        wfs_copy(c, v->word[k], nothing);
    wfs_flow(c, WF_OP_ENDIF);
}

void wfs_store_outside(struct wfs_lower *l, const struct wfs_pointer *p)
{
    struct wfs_code *c = l->code;

    if (p->outside.kind == WFS_NONE)
        return;
    wfs_if(c, p->outside);
    wfs_store_private(c, l->target->scratch_buffer, wfs_const(WFS_OUT), 0, wfs_const(0));
    wfs_flow(c, WF_OP_ENDIF);
}

wfs_val wfs_index_within(struct wfs_lower *l, const struct wfs_pointer *p, uint32_t stride)
{
    if (p->outside.kind == WFS_NONE)
        return p->dynamic;
    return wfs_sel(l->code, p->outside, wfs_const(WFS_OUT / stride + 1), p->dynamic);
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

void wfs_part_of(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_value *all, struct wfs_value *part)
{
    const uint32_t first = p->offset / 4;

    if (first + part->words > all->words)
        wfs_fail(l->env, "%s: outside of the variable", wfs_shown(l->m, p->variable));
    for (uint32_t i = 0; i < part->words; i++)
        part->word[i] = all->word[first + i];
    const bool is_known = p->dynamic.kind == WFS_NONE;
    for (uint32_t step = 1; !is_known && first + step + part->words <= all->words; step++) {
        const wfs_val is_it = wfs_eq(l->code, p->dynamic, wfs_const(4 * step));
        for (uint32_t i = 0; i < part->words; i++)
            part->word[i] = wfs_sel(l->code, is_it, all->word[first + step + i], part->word[i]);
    }
    wfs_load_outside(l, p, part);
}
