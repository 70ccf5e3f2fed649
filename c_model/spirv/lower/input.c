/* SPDX-License-Identifier: Apache-2.0
 * input.c - inputs of fragment shaders: planes over the rectangle, values for each pixel, built-in variables.
 */
#include "pixel.h"

#include "../math/math.h"
#include "../module/location.h"

/* ---- inputs with locations ---- */

struct reading {
    struct wfs_lower *l;
    uint32_t variable;
    const struct wfs_spot *spot;    /* or NULL */
    struct wfs_value *v;
};

static const struct wf_shader_input *find_input(const struct wfs_lower *l, const struct wfs_location *part)
{
    for (size_t i = 0; i < l->target->drawn.inputs; i++)
        if (l->target->drawn.input[i].location == part->location &&
            l->target->drawn.input[i].component == part->component)
            return &l->target->drawn.input[i];
    return NULL;
}

/* A sample's own place counts where the input asks for it; all samples of a covered pixel are covered, so the centre
 * is the centroid. */
static struct wfs_spot spot_of(struct wfs_lower *l, const struct wfs_location *part)
{
    return part->is_sample && l->lane_is_sample ? wfs_spot_of_sample(l, wfs_pixel_sample(l)) : wfs_spot_of_centre(l);
}

static wfs_val interpolated(struct wfs_lower *l, const struct wfs_location *part, unsigned word, struct wfs_spot spot)
{
    const wfs_val x = wfs_plane(l, word, spot);

    if (part->is_linear || !l->target->drawn.has_perspective)
        return x;
    return wfs_fdiv(l->code, x, wfs_plane(l, WF_DRAW_W, spot));
}

/* Helper lanes beyond the rectangle have the value of its nearest pixel. */
static wfs_val value_of_pixel(struct wfs_lower *l, const struct wf_shader_input *input, uint32_t words, uint32_t i)
{
    struct wfs_code *c = l->code;
    wfs_val xy[2];

    wfs_pixel_in_rectangle(l, xy);
    const wfs_val number = wfs_mad(c, xy[1], wfs_draw_word(l, WF_DRAW_WIDTH), xy[0]);
    return wfs_load(c, input->buffer, wfs_mul(c, number, wfs_const(4 * words)), (uint16_t)(4 * i));
}

static void read_part(void *user, const struct wfs_location *part)
{
    struct reading *r = user;
    struct wfs_lower *l = r->l;
    const struct wf_shader_input *input = find_input(l, part);
    const struct wfs_type *scalar = wfs_scalar(part->type);

    if (!input)
        wfs_fail(l->env, "input %u (%s) has no values", (unsigned)part->location, wfs_shown(l->m, r->variable));
    if (r->spot && input->is_pixels)
        wfs_fail(l->env, "input %u (%s) has a value for each pixel, and is interpolated at a place of the shader's "
                         "choice; expected values at corners", (unsigned)part->location, wfs_shown(l->m, r->variable));
    const struct wfs_spot spot = part->is_flat || input->is_pixels ? (struct wfs_spot){wfs_none(), wfs_none()}
                                 : r->spot                         ? *r->spot
                                                                   : spot_of(l, part);
    for (uint32_t i = 0; i < part->type->words; i++) {
        wfs_val x = input->is_pixels ? value_of_pixel(l, input, (uint32_t)part->type->words, i)
                    : part->is_flat  ? wfs_draw_word(l, input->word + 3 * i)
                                     : interpolated(l, part, input->word + 3 * i, spot);
        if (scalar->kind == WFS_FLOAT && scalar->width == 16)
            x = wfs_f2h(l->code, x);
        else if (scalar->width < 32)
            x = wfs_and(l->code, x, wfs_const((1U << scalar->width) - 1));
        r->v->word[part->word + i] = x;
    }
}

struct wfs_value *wfs_read_input(struct wfs_lower *l, uint32_t variable, const struct wfs_type *type,
                                 const struct wfs_spot *spot)
{
    struct reading r = {l, variable, spot, wfs_new_value(l, type)};

    wfs_each_location(l->m, variable, wfs_held(l->m, variable), read_part, &r);
    return r.v;
}

/* ---- interpolation functions of GLSL.std.450 ---- */

void wfs_interpolate(struct wfs_lower *l, uint32_t at, uint32_t number)
{
    const struct wfs_pointer *p = wfs_value(l, wfs_operand(l->m, at, 5))->pointer;
    const bool has_second = number != WfsGlslInterpolateAtCentroid;
    const struct wfs_value *second = has_second ? wfs_value(l, wfs_operand(l->m, at, 6)) : NULL;
    struct wfs_value *v = wfs_result(l, at);
    char name[WFS_NAME_SIZE];

    if (!l->is_pixel || !p || p->space != WFS_INPUT || wfs_builtin_of(l->m, p->variable) != UINT32_MAX ||
        p->pointee->words != v->words)
        wfs_refuse(l->m, at, "%s of what is no input with a location", wfs_glsl_name(number, name));
    if (second && (!second->word || second->words != (number == WfsGlslInterpolateAtSample ? 1U : 2U)))
        wfs_refuse(l->m, at, "the second operand of %s is %s", wfs_glsl_name(number, name),
                   wfs_type_shown(l->m, second->type));
    const struct wfs_spot spot =
        number == WfsGlslInterpolateAtSample   ? wfs_spot_of_sample(l, second->word[0])
        : number == WfsGlslInterpolateAtOffset ? wfs_spot_at(l, wfs_fadd(l->code, second->word[0], wfs_float(0.5f)),
                                                             wfs_fadd(l->code, second->word[1], wfs_float(0.5f)))
                                               : wfs_spot_of_centre(l);
    const struct wfs_type *whole = wfs_type(l->m, wfs_id(l->m, p->variable)->type)->element;
    wfs_part_of(l, p, wfs_read_input(l, p->variable, whole, &spot), v);
}

/* ---- built-in variables ---- */

static void place_of_sample(struct wfs_lower *l, struct wfs_value *v)
{
    const wfs_val at = wfs_shl(l->code, wfs_pixel_sample(l), wfs_const(3));

    for (uint32_t i = 0; i < v->words && i < 2; i++)
        v->word[i] = wfs_load(l->code, l->target->drawn.buffer, at, (uint16_t)(4 * (WF_DRAW_SAMPLE + i)));
}

/* x and y are those of the sample when a lane is for one. */
static void coordinates(struct wfs_lower *l, struct wfs_value *v)
{
    const struct wfs_spot spot = l->lane_is_sample ? wfs_spot_of_sample(l, wfs_pixel_sample(l)) : wfs_spot_of_centre(l);
    const wfs_val all[4] = {spot.x, spot.y, wfs_plane(l, WF_DRAW_Z, spot), wfs_plane(l, WF_DRAW_W, spot)};

    for (uint32_t i = 0; i < v->words && i < 4; i++)
        v->word[i] = all[i];
}

/* A lane that is none covers all samples of its pixel, or its own. */
static wfs_val covered_samples(struct wfs_lower *l)
{
    struct wfs_code *c = l->code;
    const wfs_val all = l->lane_is_sample ? wfs_shl(c, wfs_const(1), wfs_pixel_sample(l))
                                          : wfs_const((1U << l->target->drawn.samples) - 1);

    return wfs_sel(c, l->began_as_helper, wfs_const(0), all);
}

bool wfs_pixel_builtin(struct wfs_lower *l, uint32_t builtin, struct wfs_value *v)
{
    switch (builtin) {
    case WfsBuiltInFragCoord: coordinates(l, v); return true;
    case WfsBuiltInFrontFacing: v->word[0] = wfs_draw_word(l, WF_DRAW_FRONT); return true;
    case WfsBuiltInSampleId: v->word[0] = wfs_pixel_sample(l); return true;
    case WfsBuiltInSamplePosition: place_of_sample(l, v); return true;
    case WfsBuiltInSampleMask:
        for (uint32_t i = 0; i < v->words; i++)
            v->word[i] = i ? wfs_const(0) : covered_samples(l);
        return true;
    /* one primitive in one view, shaded pixel by pixel */
    case WfsBuiltInPrimitiveId: case WfsBuiltInLayer: case WfsBuiltInViewportIndex: case WfsBuiltInViewIndex:
    case WfsBuiltInShadingRateKHR: case WfsBuiltInDeviceIndex:
        v->word[0] = wfs_const(0);
        return true;
    default: return false;
    }
}
