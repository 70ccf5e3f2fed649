/* SPDX-License-Identifier: Apache-2.0
 * filter.c - filter.h: "Image Operations" of the Vulkan specification, from unnormalized coordinates on.
 */
#include "filter.h"

#include "../math/math.h"
#include "../math/parts.h"

/* Coordinates in texels are held to this, so that they are integers after all: far beyond every image. */
#define FAR 0x1p20f

/* One direction: two texels and the share of the second; outside: a truth for borders, or none. */
struct axis {
    wfs_val at[2], outside[2], share;
};

wfs_val wfs_weight(struct wfs_code *c, wfs_val share)
{
    return wfs_fclamp(c, share, wfs_float(0x1p-126f), wfs_float(0x1.fffffep-1f));
}

/* ---- one direction ---- */

/* In texels.  What repeats is brought into one period before it loses digits. */
static wfs_val unnormalized(struct wfs_code *c, const struct wf_sampler *s, enum wf_address_mode mode, wfs_val x,
                            wfs_val size)
{
    if (!s->unnormalized && mode == WF_ADDRESS_REPEAT)
        return wfs_fmul(c, wfs_fract(c, x), size);
    if (!s->unnormalized && mode == WF_ADDRESS_MIRROR)
        return wfs_fmul(c, wfs_fract(c, wfs_fmul(c, x, wfs_float(0.5f))), wfs_fadd(c, size, size));
    return wfs_fclamp(c, s->unnormalized ? x : wfs_fmul(c, x, size), wfs_float(-FAR), wfs_float(FAR));
}

static wfs_val less(struct wfs_code *c, wfs_val x, wfs_val y)
{
    return wfs_lts(c, x, y);
}

/* Without an offset, what repeats is at most one texel outside of its period. */
static wfs_val wrapped(struct wfs_code *c, enum wf_address_mode mode, wfs_val i, wfs_val size, bool moved)
{
    const wfs_val zero = wfs_const(0), most = wfs_sub(c, size, wfs_const(1)), twice = wfs_shl(c, size, wfs_const(1));

    switch (mode) {
    case WF_ADDRESS_REPEAT:
        if (moved)
            return wfs_smod(c, i, size);
        i = wfs_sel(c, less(c, i, zero), wfs_add(c, i, size), i);
        return wfs_sel(c, less(c, i, size), i, wfs_sub(c, i, size));
    case WF_ADDRESS_MIRROR:
        if (moved)
            i = wfs_smod(c, i, twice);
        i = wfs_maxs(c, i, wfs_not(c, i));
        return wfs_maxs(c, wfs_sel(c, less(c, i, size), i, wfs_sub(c, wfs_sub(c, twice, wfs_const(1)), i)), zero);
    case WF_ADDRESS_MIRROR_CLAMP: return wfs_mins(c, wfs_maxs(c, i, wfs_not(c, i)), most);
    case WF_ADDRESS_CLAMP: case WF_ADDRESS_BORDER: break;
    }
    return wfs_mins(c, wfs_maxs(c, i, zero), most);
}

/* Of a cube: the filter goes beyond an edge; the nearest texel is one of the face, also where the place is its end. */
static wfs_val of_face(struct wfs_code *c, wfs_val at, wfs_val size, wfs_val linear)
{
    return wfs_sel(c, linear, at, wfs_mins(c, at, wfs_sub(c, size, wfs_const(1))));
}

/* `neighbour`: the second texel is the next one in any case; else the first again where the second has no share, so
 * that an infinity or a NaN there does not count. */
static void find_axis(struct wfs_lower *l, const struct wfs_lookup *p, unsigned n, wfs_val size, wfs_val linear,
                      bool neighbour, struct axis *axis)
{
    struct wfs_code *c = l->code;
    const bool cube = p->image->type->dim == WfsDimCube, moved = p->offset[n].kind != WFS_NONE;
    const enum wf_address_mode mode = cube ? WF_ADDRESS_CLAMP : p->image->sampler->address[n];
    wfs_val u = unnormalized(c, p->image->sampler, mode, p->coord[n], wfs_u2f(c, size));

    if (!wfs_is(linear, 0))
        u = wfs_fsub(c, u, wfs_sel(c, linear, wfs_float(0.5f), wfs_const(0)));
    const wfs_val whole = wfs_floor(c, u), first = wfs_f2i(c, whole);
    const wfs_val second = neighbour ? wfs_add(c, first, wfs_const(1))
                                     : wfs_f2i(c, wfs_sel(c, linear, wfs_ceil(c, u), whole));
    axis->share = wfs_weight(c, wfs_sel(c, linear, wfs_fsub(c, u, whole), wfs_const(0)));
    for (unsigned i = 0; i < 2; i++) {
        wfs_val at = i ? second : first;
        if (moved)
            at = wfs_add(c, at, p->offset[n]);
        axis->outside[i] = mode == WF_ADDRESS_BORDER ? wfs_geu(c, at, size) : wfs_none();
        axis->at[i] = cube ? of_face(c, at, size, linear) : wrapped(c, mode, at, size, moved);
    }
}

/* ---- cubes ---- */

/* Faces in the order of Vulkan: +x, -x, +y, -y, +z, -z.  Of directions that are as long, z comes before y before x. */
wfs_val wfs_cube_face(struct wfs_code *c, const wfs_val d[3], wfs_val sc[3])
{
    const wfs_val x = wfs_fabs(c, d[0]), y = wfs_fabs(c, d[1]), z = wfs_fabs(c, d[2]);
    const wfs_val is_z = wfs_and(c, wfs_fge(c, z, x), wfs_fge(c, z, y)), y_not_x = wfs_fge(c, y, x);
    const wfs_val major = wfs_sel(c, is_z, d[2], wfs_sel(c, y_not_x, d[1], d[0]));
    const wfs_val negative = wfs_flt(c, major, wfs_const(0)), sign = wfs_shl(c, negative, wfs_const(31));
    const wfs_val axis = wfs_sel(c, is_z, wfs_const(4), wfs_shl(c, y_not_x, wfs_const(1)));

    /* +x: -z -y; -x: z -y; +y: x z; -y: x -z; +z: x -y; -z: -x -y */
    sc[0] = wfs_sel(c, is_z, wfs_xor(c, d[0], sign),
                    wfs_sel(c, y_not_x, d[0], wfs_xor(c, wfs_fneg(c, d[2]), sign)));
    const wfs_val is_y = wfs_and(c, wfs_lnot(c, is_z), y_not_x);
    sc[1] = wfs_sel(c, is_y, wfs_xor(c, d[2], sign), wfs_fneg(c, d[1]));
    sc[2] = wfs_fabs(c, major);
    return wfs_add(c, axis, negative);
}

/* The direction of a point on a face whose coordinates are sc, tc and 1: the other way round. */
static void cube_direction(struct wfs_code *c, wfs_val face, wfs_val s, wfs_val t, wfs_val d[3])
{
    const wfs_val axis = wfs_shr(c, face, wfs_const(1)), sign = wfs_shl(c, face, wfs_const(31));
    const wfs_val is_x = wfs_eq(c, axis, wfs_const(0)), is_y = wfs_eq(c, axis, wfs_const(1));
    const wfs_val one = wfs_xor(c, wfs_float(1), sign);

    d[0] = wfs_sel(c, is_x, one, wfs_sel(c, is_y, s, wfs_xor(c, s, sign)));
    d[1] = wfs_sel(c, is_y, one, wfs_fneg(c, t));
    d[2] = wfs_sel(c, is_x, wfs_xor(c, wfs_fneg(c, s), sign), wfs_sel(c, is_y, wfs_xor(c, t, sign), one));
}

/* -1 .. 1 on the face, from the number of a texel: (2 i + 1 - size) / size */
static wfs_val face_place(struct wfs_code *c, wfs_val i, wfs_val size, wfs_val inverse)
{
    const wfs_val twice = wfs_i2f(c, wfs_add(c, wfs_shl(c, i, wfs_const(1)), wfs_const(1)));

    return wfs_fmul(c, wfs_fsub(c, twice, size), inverse);
}

static wfs_val face_texel(struct wfs_code *c, wfs_val s, wfs_val size)
{
    const wfs_val half = wfs_fmul(c, size, wfs_float(0.5f));

    return wfs_f2i(c, wfs_floor(c, wfs_fma(c, s, half, half)));
}

/* A texel beside its face is one of the next face.  Beside two edges, at a corner, there is none: the one of the other
 * row stands there (mix_corner).  layer: face, and six times the layer. */
static void cross_edge(struct wfs_lower *l, wfs_val side, wfs_val at[3])
{
    struct wfs_code *c = l->code;
    const wfs_val most = wfs_sub(c, side, wfs_const(1)), beside_s = wfs_geu(c, at[0], side);
    wfs_val place[3], d[3], sc[3];

    at[1] = wfs_sel(c, beside_s, wfs_mins(c, wfs_maxs(c, at[1], wfs_const(0)), most), at[1]);
    for (unsigned i = 0; i < 3; i++) {
        place[i] = wfs_meeting(c);
        wfs_copy(c, place[i], at[i]);
    }
    wfs_if(c, wfs_or(c, beside_s, wfs_geu(c, at[1], side)));
    const wfs_val layer = wfs_cube_of(c, at[2]);
    const wfs_val face = wfs_sub(c, at[2], wfs_mul(c, layer, wfs_const(6)));
    const wfs_val size = wfs_u2f(c, side), inverse = wfs_reciprocal_near(c, size);
    cube_direction(c, face, face_place(c, at[0], size, inverse), face_place(c, at[1], size, inverse), d);
    const wfs_val next = wfs_cube_face(c, d, sc), scale = wfs_reciprocal_near(c, sc[2]);
    wfs_copy(c, place[0], face_texel(c, wfs_fmul(c, sc[0], scale), size));
    wfs_copy(c, place[1], face_texel(c, wfs_fmul(c, sc[1], scale), size));
    wfs_copy(c, place[2], wfs_mad(c, layer, wfs_const(6), next));
    wfs_flow(c, WF_OP_ENDIF);
    for (unsigned i = 0; i < 3; i++)
        at[i] = place[i];
}

/* ---- texels ---- */

/* Of component i, which the format has: others are 0 and 1 on the border too. */
static wfs_val border_of(const struct wfs_image *image, unsigned i)
{
    const enum wf_border border = image->sampler->border;
    const bool one = border == WF_BORDER_WHITE || (border == WF_BORDER_BLACK && i == 3);

    return !one ? wfs_const(0) : image->type->element->kind == WFS_INT ? wfs_const(1) : wfs_float(1);
}

/* Beyond the edge, where `outside` is true, a texel has the components of the border. */
static void put_border(struct wfs_code *c, const struct wfs_image *image, wfs_val outside, wfs_val texel[4])
{
    for (unsigned i = 0; i < 4; i++)
        if (image->format->channel[i].width)
            texel[i] = wfs_sel(c, outside, border_of(image, i), texel[i]);
    if (wf_texel_is_wide(image->format))
        texel[1] = wfs_sel(c, outside, wfs_const(0), texel[1]);
}

static wfs_val compared(struct wfs_code *c, enum wf_compare compare, wfs_val reference, wfs_val texel)
{
    wfs_val truth = wfs_const(compare == WF_COMPARE_ALWAYS);

    switch (compare) {
    case WF_COMPARE_LESS: truth = wfs_flt(c, reference, texel); break;
    case WF_COMPARE_EQUAL: truth = wfs_feq(c, reference, texel); break;
    case WF_COMPARE_LESS_EQUAL: truth = wfs_fle(c, reference, texel); break;
    case WF_COMPARE_GREATER: truth = wfs_fgt(c, reference, texel); break;
    case WF_COMPARE_NOT_EQUAL: truth = wfs_fne(c, reference, texel); break;
    case WF_COMPARE_GREATER_EQUAL: truth = wfs_fge(c, reference, texel); break;
    case WF_COMPARE_NEVER: case WF_COMPARE_ALWAYS: break;
    }
    return wfs_sel(c, truth, wfs_float(1), wfs_const(0));
}

/* What one level gives: its axes; sizes of cubes for their edges. */
struct place {
    const struct wfs_lookup *p;
    struct axis axis[3];
    unsigned axes;
    wfs_val level, side;
};

static struct place find_place(struct wfs_lower *l, const struct wfs_lookup *p, wfs_val level, wfs_val linear,
                               bool neighbour)
{
    struct place place = {.p = p, .axes = wfs_image_sides(p->image->type), .level = level};

    for (unsigned n = 0; n < place.axes; n++) {
        const wfs_val size = wfs_image_side(l, p->image, n, level);
        find_axis(l, p, n, size, linear, neighbour, &place.axis[n]);
        place.side = size;
    }
    return place;
}

/* The texel that is first (0) or second (1) in each direction. */
static void load(struct wfs_lower *l, const struct place *place, const unsigned which[3], wfs_val texel[4])
{
    const struct wfs_lookup *p = place->p;
    struct wfs_code *c = l->code;
    wfs_val at[3] = {wfs_none(), wfs_none(), p->layer}, outside = wfs_none();

    for (unsigned n = 0; n < place->axes; n++) {
        const wfs_val beside = place->axis[n].outside[which[n]];
        at[n] = place->axis[n].at[which[n]];
        if (beside.kind != WFS_NONE)
            outside = outside.kind == WFS_NONE ? beside : wfs_or(c, outside, beside);
    }
    if (p->image->type->dim == WfsDimCube)
        cross_edge(l, place->side, at);
    wfs_load_texel(l, p->image, wfs_texel_address(l, p->image, at, place->level), texel);
    if (outside.kind != WFS_NONE)
        put_border(c, p->image, outside, texel);
    if (p->reference.kind != WFS_NONE)
        texel[0] = compared(c, p->image->sampler->compare, p->reference, texel[0]);
}

/* ---- filters ---- */

/* Direction n and those before it. */
static void mix(struct wfs_lower *l, const struct place *place, unsigned n, unsigned which[3], bool linear,
                wfs_val texel[4])
{
    wfs_val second[4];

    if (n == 0) {
        load(l, place, which, texel);
        return;
    }
    which[n - 1] = 0;
    mix(l, place, n - 1, which, linear, texel);
    if (!linear)
        return;
    which[n - 1] = 1;
    mix(l, place, n - 1, which, linear, second);
    for (unsigned i = 0; i < (place->p->reference.kind == WFS_NONE ? 4U : 1U); i++)
        texel[i] = wfs_mix(l->code, texel[i], second[i], place->axis[n - 1].share);
}

static wfs_val beside(struct wfs_lower *l, const struct place *place, unsigned axis, unsigned which)
{
    return wfs_geu(l->code, place->axis[axis].at[which], place->side);
}

/* Shares of four texels, number 0 the first of both directions, 1 the second of s, 2 the second of t.  The missing one
 * counts as the average of the three: a third of its share is that of each.  The one that stands in its place is that
 * of the other row, and keeps its third. */
static void corner_shares(struct wfs_lower *l, const struct place *place, wfs_val share[4])
{
    struct wfs_code *c = l->code;
    const wfs_val s[2] = {wfs_fsub(c, wfs_float(1), place->axis[0].share), place->axis[0].share};
    const wfs_val t[2] = {wfs_fsub(c, wfs_float(1), place->axis[1].share), place->axis[1].share};
    wfs_val missing[4], third = wfs_const(0);

    for (unsigned k = 0; k < 4; k++) {
        share[k] = wfs_fmul(c, s[k & 1], t[k >> 1]);
        missing[k] = wfs_and(c, beside(l, place, 0, k & 1), beside(l, place, 1, k >> 1));
        third = wfs_sel(c, missing[k], wfs_fmul(c, share[k], wfs_float(1.0f / 3)), third);
    }
    for (unsigned k = 0; k < 4; k++) {
        const wfs_val gains = wfs_or(c, missing[k ^ 1], missing[k ^ 3]);
        share[k] = wfs_sel(c, missing[k], third, wfs_fadd(c, share[k], wfs_sel(c, gains, third, wfs_const(0))));
    }
}

/* At the corner of a cube, where three texels meet, in place of what four have given. */
static void mix_corner(struct wfs_lower *l, const struct place *place, wfs_val four[4][4], wfs_val texel[4])
{
    struct wfs_code *c = l->code;
    const unsigned components = place->p->reference.kind == WFS_NONE ? 4 : 1;
    wfs_val share[4], result[4];

    for (unsigned i = 0; i < components; i++) {
        result[i] = wfs_meeting(c);
        wfs_copy(c, result[i], texel[i]);
    }
    wfs_if(c, wfs_and(c, wfs_or(c, beside(l, place, 0, 0), beside(l, place, 0, 1)),
                      wfs_or(c, beside(l, place, 1, 0), beside(l, place, 1, 1))));
    corner_shares(l, place, share);
    for (unsigned i = 0; i < components; i++) {
        wfs_val sum = wfs_fmul(c, share[0], four[0][i]);
        for (unsigned k = 1; k < 4; k++)
            sum = wfs_fma(c, share[k], four[k][i], sum);
        wfs_copy(c, result[i], sum);
    }
    wfs_flow(c, WF_OP_ENDIF);
    for (unsigned i = 0; i < components; i++)
        texel[i] = result[i];
}

static void mix_cube(struct wfs_lower *l, const struct place *place, wfs_val texel[4])
{
    const unsigned components = place->p->reference.kind == WFS_NONE ? 4 : 1;
    wfs_val four[4][4];

    for (unsigned k = 0; k < 4; k++)
        load(l, place, (const unsigned[3]){k & 1, k >> 1, 0}, four[k]);
    for (unsigned i = 0; i < components; i++) {
        const wfs_val s = place->axis[0].share;
        texel[i] = wfs_mix(l->code, wfs_mix(l->code, four[0][i], four[1][i], s),
                           wfs_mix(l->code, four[2][i], four[3][i], s), place->axis[1].share);
    }
    mix_corner(l, place, four, texel);
}

void wfs_filter(struct wfs_lower *l, const struct wfs_lookup *p, wfs_val level, wfs_val linear, wfs_val texel[4])
{
    const struct place place = find_place(l, p, level, linear, false);
    unsigned which[3] = {0, 0, 0};

    if (p->image->type->dim == WfsDimCube && !wfs_is(linear, 0))
        mix_cube(l, &place, texel);
    else
        mix(l, &place, place.axes, which, !wfs_is(linear, 0), texel);
}

wfs_val wfs_filter_texels(struct wfs_lower *l, const struct wfs_lookup *p, wfs_val level, wfs_val linear,
                          wfs_val at[3][2])
{
    const struct place place = find_place(l, p, level, linear, false);
    wfs_val outside = wfs_const(0);

    for (unsigned n = 0; n < place.axes; n++) {
        const wfs_val *beside = place.axis[n].outside;
        for (unsigned i = 0; i < 2; i++)
            at[n][i] = place.axis[n].at[i];
        if (beside[0].kind != WFS_NONE)
            outside = wfs_or(l->code, outside, wfs_and(l->code, beside[0], beside[1]));
    }
    return outside;
}

/* The missing texel at a corner is the average of the other three, which a filter makes of it too.  Equal texels are
 * their own average.  Integers have none: the one that stands in its place stays. */
static void gather_corner(struct wfs_lower *l, const struct place *place, wfs_val four[4])
{
    struct wfs_code *c = l->code;
    wfs_val missing[4], result[4];

    for (unsigned k = 0; k < 4; k++) {
        missing[k] = wfs_and(c, beside(l, place, 0, k & 1), beside(l, place, 1, k >> 1));
        result[k] = wfs_meeting(c);
        wfs_copy(c, result[k], four[k]);
    }
    wfs_if(c, wfs_or(c, wfs_or(c, missing[0], missing[1]), wfs_or(c, missing[2], missing[3])));
    for (unsigned k = 0; k < 4; k++) {
        const wfs_val two = wfs_mix(c, four[k ^ 1], four[k ^ 2], wfs_float(0.5f));
        wfs_copy(c, result[k], wfs_sel(c, missing[k], wfs_mix(c, two, four[k ^ 3], wfs_float(1.0f / 3)), four[k]));
    }
    wfs_flow(c, WF_OP_ENDIF);
    for (unsigned k = 0; k < 4; k++)
        four[k] = result[k];
}

void wfs_gather(struct wfs_lower *l, const struct wfs_lookup *p, wfs_val level, unsigned component, wfs_val result[4])
{
    static const unsigned order[4] = {2, 3, 1, 0};
    const struct place place = find_place(l, p, level, wfs_const(1), true);
    wfs_val texel[4], four[4];

    for (unsigned i = 0; i < 4; i++) {
        load(l, &place, (const unsigned[3]){order[i] & 1, order[i] >> 1, 0}, texel);
        four[order[i]] = texel[component];
    }
    if (p->image->type->dim == WfsDimCube && p->image->type->element->kind == WFS_FLOAT)
        gather_corner(l, &place, four);
    for (unsigned i = 0; i < 4; i++)
        result[i] = four[order[i]];
}
