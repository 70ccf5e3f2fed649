/* SPDX-License-Identifier: Apache-2.0
 * kinds.c - instructions on images of an array, whose format or sampler differs between lanes.
 *
 * Code depends on the format and on the sampler.  Elements of one kind share it: their buffers and descriptors are
 * numbers in registers.  Each further kind gets its own, in a branch that the lanes of that kind take.
 */
#include "image.h"

static wfs_val both(struct wfs_code *c, wfs_val a, wfs_val b)
{
    return a.kind == WFS_NONE ? b : wfs_and(c, a, b);
}

static void one_kind(struct wfs_lower *l, uint32_t at, uint32_t id, const struct wfs_value *result, wfs_val is_kind,
                     const struct wfs_image *kind, wfs_image_fn *one, void *user)
{
    wfs_if(l->code, is_kind);
    one(l, at, kind, user);
    for (uint32_t i = 0; result && i < result->words; i++)
        wfs_copy(l->code, result->word[i], l->value[id]->word[i]);
    wfs_flow(l->code, WF_OP_ENDIF);
}

void wfs_each_kind(struct wfs_lower *l, uint32_t at, uint32_t id, const struct wfs_image *image, bool samples,
                   wfs_image_fn *one, void *user)
{
    const struct wfs_image_array *f = image->formats, *s = samples ? image->samplers : NULL;
    struct wfs_value *result = NULL;

    if (!f && !s) {
        one(l, at, image, user);
        return;
    }
    if (id) {
        result = wfs_new_value(l, wfs_type(l->m, wfs_operand(l->m, at, 1)));
        for (uint32_t i = 0; i < result->words; i++) {
            result->word[i] = wfs_meeting(l->code);
            wfs_copy(l->code, result->word[i], wfs_const(0));
        }
    }
    for (unsigned n = 0; n < (f ? f->formats : 1) * (s ? s->samplers : 1); n++) {
        const unsigned format = f ? n % f->formats : 0, sampler = f ? n / f->formats : n;
        struct wfs_image kind = *image;
        wfs_val is_kind = wfs_none();
        kind.formats = kind.samplers = NULL;
        if (f) {
            kind.format = f->format[format];
            kind.swizzle = f->swizzle[format];
            is_kind = wfs_eq(l->code, image->format_kind, wfs_const(format));
        }
        if (s) {
            kind.sampler = s->sampler[sampler];
            is_kind = both(l->code, is_kind, wfs_eq(l->code, image->sampler_kind, wfs_const(sampler)));
        }
        one_kind(l, at, id, result, is_kind, &kind, one, user);
    }
    if (result)
        wfs_define(l, id, result);
}
