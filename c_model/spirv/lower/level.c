/* SPDX-License-Identifier: Apache-2.0
 * level.c - level.h: "Level-of-Detail Operation" and "Image Level(s) Selection" of the Vulkan specification.
 */
#include "level.h"

#include "../math/math.h"
#include "../math/parts.h"
#include "filter.h"

/* ---- the level of detail ---- */

void wfs_quad_gradient(struct wfs_lower *l, const wfs_val *coord, unsigned sides, wfs_val gradient[2][3])
{
    struct wfs_code *c = l->code;

    l->uses_derivatives = true;
    for (unsigned i = 0; i < sides; i++) {
        const wfs_val first = wfs_lanes(c, WF_OP_QBCAST, coord[i], wfs_const(0));
        for (unsigned k = 0; k < 2; k++)
            gradient[k][i] = wfs_fsub(c, wfs_lanes(c, WF_OP_QBCAST, coord[i], wfs_const(1 + k)), first);
    }
}

/* log2 of the longer one, in texels: half of the logarithm of its square. */
wfs_val wfs_lod_of(struct wfs_lower *l, const struct wfs_image *image, const wfs_val gradient[2][3])
{
    struct wfs_code *c = l->code;
    const unsigned sides = wfs_image_sides(image->type);
    wfs_val square[2];

    for (unsigned k = 0; k < 2; k++) {
        square[k] = wfs_const(0);
        for (unsigned i = 0; i < sides; i++) {
            const wfs_val size = wfs_u2f(c, wfs_image_side(l, image, i, wfs_none()));
            const wfs_val texels = wfs_fmul(c, gradient[k][i], size);
            square[k] = wfs_fma(c, texels, texels, square[k]);
        }
    }
    return wfs_fmul(c, wfs_log2(c, wfs_fmax(c, square[0], square[1])), wfs_float(0.5f));
}

wfs_val wfs_lod_limited(struct wfs_code *c, const struct wf_sampler *s, wfs_val lod, const struct wfs_value *bias,
                        const struct wfs_value *min_lod)
{
    if (bias)
        lod = wfs_fadd(c, lod, bias->word[0]);
    if (s->lod_bias != 0)
        lod = wfs_fadd(c, lod, wfs_float(s->lod_bias));
    lod = wfs_fmin(c, wfs_fmax(c, lod, wfs_float(s->min_lod)), wfs_float(s->max_lod));
    return min_lod ? wfs_fmax(c, lod, min_lod->word[0]) : lod;
}

/* ---- levels ---- */

/* 1, 0, or a truth where it depends on the level of detail. */
static wfs_val is_linear(struct wfs_code *c, const struct wf_sampler *s, wfs_val lod)
{
    if (s->mag_linear == s->min_linear)
        return wfs_const(s->mag_linear);
    return wfs_sel(c, wfs_fle(c, lod, wfs_const(0)), wfs_const(s->mag_linear), wfs_const(s->min_linear));
}

wfs_val wfs_lod_among(struct wfs_lower *l, const struct wfs_image *image, wfs_val lod)
{
    const wfs_val most = wfs_sub(l->code, wfs_image_word(l, image, WF_IMAGE_LEVEL_COUNT), wfs_const(1));

    return wfs_fclamp(l->code, lod, wfs_const(0), wfs_u2f(l->code, most));
}

wfs_val wfs_nearest_level(struct wfs_code *c, wfs_val among)
{
    return wfs_fsub(c, wfs_ceil(c, wfs_fadd(c, among, wfs_float(0.5f))), wfs_float(1));
}

static bool is_at_most_0(wfs_val lod)
{
    return wfs_is_const(lod) && (lod.bits == 0 || lod.bits >> 31) && (lod.bits & 0x7fffffff) <= 0x7f800000;
}

struct wfs_levels wfs_choose_levels(struct wfs_lower *l, const struct wfs_image *image, wfs_val lod)
{
    const struct wf_sampler *s = image->sampler;
    struct wfs_code *c = l->code;
    struct wfs_levels levels = {.first = wfs_none(), .second = wfs_none(), .share = wfs_none(),
                                .linear = wfs_const(s->mag_linear)};

    if (is_at_most_0(lod))
        return levels;
    const wfs_val among = wfs_lod_among(l, image, lod);
    levels.linear = is_linear(c, s, lod);
    if (!s->mip_linear) {
        levels.first = wfs_f2i(c, wfs_nearest_level(c, among));
        return levels;
    }
    const wfs_val whole = wfs_floor(c, among);
    levels.share = wfs_weight(c, wfs_fsub(c, among, whole));
    levels.first = wfs_f2i(c, whole);
    levels.second = wfs_f2i(c, wfs_ceil(c, among));
    return levels;
}
