/* SPDX-License-Identifier: Apache-2.0 */
#include "pixel.h"

wfs_val wfs_draw_word(struct wfs_lower *l, unsigned word)
{
    return wfs_load(l->code, l->target->drawn.buffer, wfs_const(0), (uint16_t)(4 * word));
}

wfs_val wfs_pixel_sample(struct wfs_lower *l)
{
    if (!l->lane_is_sample)
        return wfs_const(0);
    return wfs_shr(l->code, wfs_sv(l->code, WF_SV_PIXEL_Y), wfs_draw_word(l, WF_DRAW_SAMPLE_SHIFT));
}

void wfs_pixel_place(struct wfs_lower *l, wfs_val xy[2])
{
    struct wfs_code *c = l->code;

    xy[0] = wfs_sv(c, WF_SV_PIXEL_X);
    xy[1] = wfs_sv(c, WF_SV_PIXEL_Y);
    if (!l->lane_is_sample)
        return;
    const wfs_val rows = wfs_shl(c, wfs_const(1), wfs_draw_word(l, WF_DRAW_SAMPLE_SHIFT));
    xy[1] = wfs_and(c, xy[1], wfs_sub(c, rows, wfs_const(1)));
}

void wfs_pixel_in_rectangle(struct wfs_lower *l, wfs_val xy[2])
{
    struct wfs_code *c = l->code;

    wfs_pixel_place(l, xy);
    for (unsigned i = 0; i < 2; i++)
        xy[i] = wfs_minu(c, xy[i], wfs_sub(c, wfs_draw_word(l, WF_DRAW_WIDTH + i), wfs_const(1)));
}

wfs_val wfs_pixel_number(struct wfs_lower *l)
{
    wfs_val xy[2];

    wfs_pixel_place(l, xy);
    return wfs_mad(l->code, xy[1], wfs_draw_word(l, WF_DRAW_WIDTH), xy[0]);
}

struct wfs_spot wfs_spot_at(struct wfs_lower *l, wfs_val x, wfs_val y)
{
    wfs_val xy[2];

    wfs_pixel_place(l, xy);
    return (struct wfs_spot){wfs_fadd(l->code, wfs_u2f(l->code, xy[0]), x),
                             wfs_fadd(l->code, wfs_u2f(l->code, xy[1]), y)};
}

struct wfs_spot wfs_spot_of_sample(struct wfs_lower *l, wfs_val sample)
{
    const unsigned buffer = l->target->drawn.buffer;
    const wfs_val last = wfs_const(l->target->drawn.samples - 1);
    const wfs_val at = wfs_shl(l->code, wfs_minu(l->code, sample, last), wfs_const(3));

    return wfs_spot_at(l, wfs_load(l->code, buffer, at, 4 * WF_DRAW_SAMPLE),
                       wfs_load(l->code, buffer, at, 4 * WF_DRAW_SAMPLE + 4));
}

struct wfs_spot wfs_spot_of_centre(struct wfs_lower *l)
{
    return wfs_spot_at(l, wfs_float(0.5f), wfs_float(0.5f));
}

wfs_val wfs_plane(struct wfs_lower *l, unsigned word, struct wfs_spot spot)
{
    struct wfs_code *c = l->code;
    const wfs_val row = wfs_fma(c, spot.x, wfs_draw_word(l, word + 1), wfs_draw_word(l, word));

    return wfs_fma(c, spot.y, wfs_draw_word(l, word + 2), row);
}
