/* SPDX-License-Identifier: Apache-2.0
 * input.c - inputs of fragment shaders: planes over the rectangle, values for each pixel, built-in variables.
 */
#include "pixel.h"

#include "../math/math.h"
#include "../module/location.h"
#include "../module/stage.h"

/* ---- inputs with locations ---- */

struct reading {
    struct wfs_lower *l;
    uint32_t variable;
    const struct wfs_spot *spot;    /* or NULL */
    struct wfs_value *v;
    uint32_t step;                  /* words from the value at a vertex to that at the next */
    uint32_t vertex;                /* of an input that is explicit: the one that is read */
};

static const struct wf_shader_input *find_input(const struct wfs_lower *l, enum wf_location_kind kind,
                                                uint32_t location, uint32_t component)
{
    for (size_t i = 0; i < l->target->drawn.inputs; i++) {
        const struct wf_shader_input *input = &l->target->drawn.input[i];
        if (input->kind == kind && input->location == location && input->component == component)
            return input;
    }
    return NULL;
}

/* The sample of the lane when it is for one, else the centre. */
static struct wfs_spot own_spot(struct wfs_lower *l)
{
    return l->lane_is_sample ? wfs_spot_of_sample(l, wfs_pixel_sample(l)) : wfs_spot_of_centre(l);
}

/* A sample's own place counts where the input asks for it; all samples of a covered pixel are covered, so the centre
 * is the centroid. */
static struct wfs_spot spot_of(struct wfs_lower *l, const struct wfs_location *part)
{
    return part->is_sample ? own_spot(l) : wfs_spot_of_centre(l);
}

static wfs_val interpolated(struct wfs_lower *l, bool is_linear, unsigned word, struct wfs_spot spot)
{
    const wfs_val x = wfs_plane(l, word, spot);

    if (is_linear || !l->target->drawn.has_perspective)
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

/* Word `i`; of a value at each vertex the word at this one. */
static wfs_val read_word(struct wfs_lower *l, const struct wfs_location *part, const struct wf_shader_input *input,
                         struct wfs_spot spot, uint32_t i, uint32_t vertex)
{
    const struct wfs_type *scalar = wfs_scalar(part->type);
    const wfs_val x = input->is_pixels ? value_of_pixel(l, input, (uint32_t)part->type->words, i)
                      : part->is_flat || part->is_per_vertex ? wfs_draw_word(l, input->word + 3 * i + vertex)
                                                             : interpolated(l, part->is_linear, input->word + 3 * i,
                                                                            spot);

    if (scalar->kind == WFS_FLOAT && scalar->width == 16)
        return wfs_f2h(l->code, x);
    return scalar->width < 32 ? wfs_and(l->code, x, wfs_const((1U << scalar->width) - 1)) : x;
}

static void read_part(void *user, const struct wfs_location *part)
{
    struct reading *r = user;
    struct wfs_lower *l = r->l;
    const struct wf_shader_input *input = find_input(l, WF_LOCATION_INPUT, part->location, part->component);
    const bool has_place = !part->is_flat && !part->is_per_vertex && input && !input->is_pixels;

    if (!input)
        wfs_fail(l->env, "input %u (%s) has no values", (unsigned)part->location, wfs_shown(l->m, r->variable));
    if (r->spot && (input->is_pixels || part->is_per_vertex))
        wfs_fail(l->env, "input %u (%s) has a value for each %s, and is interpolated at a place of the shader's "
                         "choice; expected values at corners", (unsigned)part->location, wfs_shown(l->m, r->variable),
                 part->is_per_vertex ? "vertex" : "pixel");
    const struct wfs_spot spot = !has_place ? (struct wfs_spot){wfs_none(), wfs_none()}
                                 : r->spot  ? *r->spot
                                            : spot_of(l, part);
    for (uint32_t vertex = 0; vertex < (part->is_per_vertex && !part->is_explicit ? 3 : 1); vertex++)
        for (uint32_t i = 0; i < part->type->words; i++)
            r->v->word[vertex * r->step + part->word + i] =
                read_word(l, part, input, spot, i, part->is_explicit ? r->vertex : vertex);
}

struct wfs_value *wfs_read_input(struct wfs_lower *l, uint32_t variable, const struct wfs_type *type,
                                 const struct wfs_spot *spot)
{
    const struct wfs_type *located = wfs_located(l->m, variable);
    struct reading r = {l, variable, spot, wfs_new_value(l, type), (uint32_t)located->words, 0};

    wfs_each_location(l->m, variable, located, read_part, &r);
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

/* ---- SPV_AMD_shader_explicit_vertex_parameter ---- */

/* Of the input with locations that the pointer leads to. */
static bool is_explicit(const struct wfs_lower *l, const struct wfs_pointer *p)
{
    return l->is_pixel && p && p->space == WFS_INPUT &&
           wfs_decoration(l->m, p->variable, WFS_WHOLE, WfsDecorationExplicitInterpAMD);
}

void wfs_at_vertex(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_pointer *p = wfs_value(l, wfs_operand(l->m, at, 5))->pointer;
    const wfs_val vertex = wfs_word(l, wfs_operand(l->m, at, 6));
    struct wfs_value *v = wfs_result(l, at);

    if (!is_explicit(l, p) || p->pointee->words != v->words)
        wfs_refuse(l->m, at, "InterpolateAtVertexAMD of what is no input with the Decoration ExplicitInterpAMD");
    if (!wfs_is_const(vertex) || vertex.bits > 2)
        wfs_refuse(l->m, at, "the vertex of InterpolateAtVertexAMD is no constant; expected 0, 1 or 2");
    const struct wfs_type *whole = wfs_type(l->m, wfs_id(l->m, p->variable)->type)->element;
    struct reading r = {l, p->variable, NULL, wfs_new_value(l, whole), 0, vertex.bits};
    wfs_each_location(l->m, p->variable, whole, read_part, &r);
    wfs_part_of(l, p, r.v, v);
}

/* ---- built-in variables ---- */

/* One that the user gives, as inputs with locations are; false: it is none. */
static bool given_builtin(struct wfs_lower *l, uint32_t builtin, struct wfs_value *v)
{
    const struct wf_shader_input *input = find_input(l, WF_LOCATION_BUILTIN, builtin, 0);

    if (!input)
        return false;
    const struct wfs_spot spot = wfs_is_centre_builtin(builtin) ? wfs_spot_of_centre(l) : own_spot(l);
    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = input->is_pixels ? value_of_pixel(l, input, v->words, i)
                                      : interpolated(l, wfs_is_linear_builtin(builtin), input->word + 3 * i, spot);
    return true;
}

static void place_of_sample(struct wfs_lower *l, struct wfs_value *v)
{
    const wfs_val at = wfs_shl(l->code, wfs_pixel_sample(l), wfs_const(3));

    for (uint32_t i = 0; i < v->words && i < 2; i++)
        v->word[i] = wfs_load(l->code, l->target->drawn.buffer, at, (uint16_t)(4 * (WF_DRAW_SAMPLE + i)));
}

/* x and y are those of the lane. */
static void coordinates(struct wfs_lower *l, struct wfs_value *v)
{
    const struct wfs_spot spot = own_spot(l);
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
    case WfsBuiltInFullyCoveredEXT:
        v->word[0] = wfs_sel(l->code, l->began_as_helper, wfs_const(0), wfs_const(1));
        return true;
    case WfsBuiltInFragInvocationCountEXT:
        v->word[0] = wfs_const(l->lane_is_sample ? l->target->drawn.samples : 1);
        return true;
    case WfsBuiltInFragSizeEXT:         /* a lane is for one pixel, at most */
        for (uint32_t i = 0; i < v->words; i++)
            v->word[i] = wfs_const(1);
        return true;
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
    default: return given_builtin(l, builtin, v);
    }
}
