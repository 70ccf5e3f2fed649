/* SPDX-License-Identifier: Apache-2.0
 * texel.c - conversions of texels: texel.h.
 */
#include "texel.h"

#include "math.h"
#include "parts.h"

#define ROUND 0x1.8p23f                 /* adding it rounds to a whole number, the low bits of the sum */

static wfs_val field(unsigned offset, unsigned width)
{
    return wfs_const(width << 8 | offset);
}

static float most_of(unsigned width, bool is_signed)
{
    return (float)((1U << (width - is_signed)) - 1);
}

/* ---- to components ---- */

/* x / most, correctly rounded for all x of the field: 1/most as two floats, of which the second is multiplied first. */
static wfs_val scaled(struct wfs_code *c, wfs_val x, float most)
{
    const float first = 1 / most, second = (float)(1 / (double)most - (double)first);

    return wfs_fma(c, x, wfs_float(first), wfs_fmul(c, x, wfs_float(second)));
}

static wfs_val part_of(struct wfs_code *c, wfs_val word, unsigned at, unsigned width, bool is_signed)
{
    if (width == 32)
        return word;
    if (!is_signed && at + width == 32)
        return wfs_shr(c, word, wfs_const(at));
    return is_signed ? wfs_bfes(c, word, field(at, width)) : wfs_bfeu(c, word, field(at, width));
}

/* 2^(exponent of 5 bits - 15 - 9) */
static wfs_val shared_scale(struct wfs_code *c, wfs_val word)
{
    return wfs_shl(c, wfs_add(c, wfs_shr(c, word, wfs_const(27)), wfs_const(127 - 15 - 9)), wfs_const(23));
}

static wfs_val component(struct wfs_code *c, const struct wf_image_format_info *f, unsigned i, const wfs_val *word)
{
    const unsigned width = f->channel[i].width;
    const wfs_val whole = word[f->channel[i].at / 32];
    const bool is_signed = f->kind == WF_TEXEL_SNORM || f->kind == WF_TEXEL_SINT;
    const wfs_val x = part_of(c, whole, f->channel[i].at % 32, width, is_signed);

    switch (f->kind) {
    case WF_TEXEL_UNORM: return width == 1 ? wfs_u2f(c, x) : scaled(c, wfs_u2f(c, x), most_of(width, false));
    case WF_TEXEL_SNORM:
        return wfs_fmax(c, scaled(c, wfs_i2f(c, x), most_of(width, true)), wfs_float(-1));
    case WF_TEXEL_SFLOAT: return width == 16 ? wfs_h2f(c, x) : x;
    case WF_TEXEL_UFLOAT: return wfs_h2f(c, wfs_shl(c, x, wfs_const(15 - width)));
    case WF_TEXEL_SRGB: return i < 3 ? x : scaled(c, wfs_u2f(c, x), most_of(width, false));
    case WF_TEXEL_SHARED: return wfs_fmul(c, wfs_u2f(c, x), shared_scale(c, word[0]));
    case WF_TEXEL_UINT: case WF_TEXEL_SINT: return x;
    }
    return x;
}

void wfs_texel_decode(struct wfs_code *c, const struct wf_image_format_info *f, const wfs_val *word, wfs_val texel[4])
{
    for (unsigned i = 0; i < 4; i++) {
        if (f->channel[i].width)
            texel[i] = component(c, f, i, word);
        else
            texel[i] = i < 3 ? wfs_const(0) : wf_texel_is_integer(f->kind) ? wfs_const(1) : wfs_float(1);
    }
}

/* ---- to texels ---- */

/* What stands above the field is cut off later. */
static wfs_val to_norm(struct wfs_code *c, wfs_val x, unsigned width, bool is_signed)
{
    if (is_signed)                      /* the minimum of a NaN and a number is the number */
        x = wfs_sel(c, wfs_feq(c, x, x), x, wfs_const(0));
    const wfs_val clamped = wfs_fclamp(c, x, wfs_float(is_signed ? -1 : 0), wfs_float(1));

    return wfs_fma(c, clamped, wfs_float(most_of(width, is_signed)), wfs_float(ROUND));
}

/* The digits that a half has too many are cut off before it is rounded, and below the least normal half behind that. */
static wfs_val to_unsigned_float(struct wfs_code *c, wfs_val x, unsigned width)
{
    const wfs_val positive = wfs_sel(c, wfs_flt(c, x, wfs_const(0)), wfs_const(0), x);
    const wfs_val number = wfs_fadd(c, positive, wfs_const(0));         /* a NaN has its upper digits now */
    const wfs_val digits = wfs_and(c, number, wfs_const(~0U << (23 - (width - 5))));

    return wfs_bfeu(c, wfs_f2h(c, digits), field(15 - width, width));
}

static wfs_val to_integer(struct wfs_code *c, wfs_val x, unsigned width, bool is_signed)
{
    if (width == 32)
        return x;
    if (!is_signed)
        return wfs_minu(c, x, wfs_const((1U << width) - 1));
    const uint32_t most = (1U << (width - 1)) - 1;
    return wfs_maxs(c, wfs_mins(c, x, wfs_const(most)), wfs_const(~most));
}

static wfs_val coded(struct wfs_code *c, const struct wf_image_format_info *f, unsigned width, wfs_val x)
{
    switch (f->kind) {
    case WF_TEXEL_UNORM: case WF_TEXEL_SRGB: return to_norm(c, x, width, false);
    case WF_TEXEL_SNORM: return to_norm(c, x, width, true);
    case WF_TEXEL_SFLOAT: return width == 16 ? wfs_f2h(c, x) : x;
    case WF_TEXEL_UFLOAT: return to_unsigned_float(c, x, width);
    case WF_TEXEL_UINT: return to_integer(c, x, width, false);
    case WF_TEXEL_SINT: return to_integer(c, x, width, true);
    case WF_TEXEL_SHARED: break;
    }
    return x;
}

void wfs_texel_encode(struct wfs_code *c, const struct wf_image_format_info *f, const wfs_val texel[4], wfs_val *word)
{
    for (unsigned i = 0; i < 4; i++)    /* each word has a channel with its lowest bits */
        if (f->channel[i].width && f->channel[i].at % 32 == 0)
            word[f->channel[i].at / 32] = coded(c, f, f->channel[i].width, texel[i]);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned width = f->channel[i].width, at = f->channel[i].at % 32;
        wfs_val *to = &word[f->channel[i].at / 32];
        if (width && at)
            *to = wfs_bfi(c, *to, coded(c, f, width, texel[i]), field(at, width));
    }
    if (f->bytes < 4)
        word[0] = wfs_and(c, word[0], wfs_const((1U << 8 * f->bytes) - 1));
}
