/* SPDX-License-Identifier: Apache-2.0 */
#include "texel.h"

#include <math.h>
#include <string.h>

#include "half.h"

unsigned texel_depth(enum wf_image_format format)
{
    const struct wf_image_format_info *f = wf_image_format_info(format);
    for (unsigned i = 0; i < 4; i++)
        if (f->channel[i].width > 8)
            return 16;
    return 8;
}

/* Two are written as three: PNG has grey with alpha alone. */
unsigned texel_channels(enum wf_image_format format)
{
    const struct wf_image_format_info *f = wf_image_format_info(format);
    return f->channel[3].width ? 4 : f->channel[1].width ? 3 : 1;
}

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* ---- from samples ---- */

static uint32_t scaled(uint32_t sample, uint32_t from, uint32_t to)
{
    return (uint32_t)(((uint64_t)sample * to * 2 + from) / (2 * (uint64_t)from));
}

/* The float is in 0..1, so no exponent overflows. */
static uint32_t float_field(float f, unsigned width)
{
    if (width == 32)
        return bits_of(f);
    if (width == 16)
        return half_of((double)f);
    return half_of((double)float_of(bits_of(f) & ~0u << (23 - (width - 5)))) >> (15 - width);
}

static uint32_t field_of(enum wf_texel_kind kind, unsigned width, uint32_t sample, unsigned depth)
{
    const uint32_t full = (1u << depth) - 1, most = width < 32 ? (1u << width) - 1 : UINT32_MAX;
    switch (kind) {
    case WF_TEXEL_UNORM: case WF_TEXEL_SRGB: return scaled(sample, full, most);
    case WF_TEXEL_SNORM: return scaled(sample, full, most / 2);
    case WF_TEXEL_UINT:  return sample < most ? sample : most;
    case WF_TEXEL_SINT:  return sample < most / 2 ? sample : most / 2;
    default:             return float_field((float)sample / (float)full, width);
    }
}

void texel_from_samples(enum wf_image_format format, const uint16_t sample[4], unsigned depth, uint32_t *word,
                        size_t index)
{
    const struct wf_image_format_info *f = wf_image_format_info(format);
    for (unsigned i = 0; i < 4; i++) {
        const size_t bit = index * f->bytes * 8 + f->channel[i].at;
        if (f->channel[i].width)
            word[bit / 32] |= field_of(f->kind, f->channel[i].width, sample[i], depth) << bit % 32;
    }
}

/* ---- to samples ---- */

static double value_of(enum wf_texel_kind kind, unsigned width, uint32_t field)
{
    const uint32_t most = width < 32 ? (1u << width) - 1 : UINT32_MAX;
    const bool negative = field >> (width - 1) & 1;
    switch (kind) {
    case WF_TEXEL_UNORM: case WF_TEXEL_SRGB: return field / (double)most;
    case WF_TEXEL_SNORM: return negative ? 0 : field / (double)(most / 2);
    case WF_TEXEL_UINT:  return field;
    case WF_TEXEL_SINT:  return negative ? 0 : field;
    default:             return width == 32 ? (double)float_of(field)
                                            : half_value(width == 16 ? field : field << (15 - width));
    }
}

void texel_to_samples(enum wf_image_format format, const uint32_t *word, size_t index, unsigned depth,
                      uint16_t sample[4])
{
    const struct wf_image_format_info *f = wf_image_format_info(format);
    const double full = (double)((1u << depth) - 1);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned width = f->channel[i].width;
        const size_t bit = index * f->bytes * 8 + f->channel[i].at;
        sample[i] = i < 3 ? 0 : (uint16_t)full;
        if (!width)
            continue;
        const uint32_t field = word[bit / 32] >> bit % 32 & (width < 32 ? (1u << width) - 1 : UINT32_MAX);
        const double value = value_of(f->kind, width, field) * (wf_texel_is_integer(f->kind) ? 1 : full);
        sample[i] = (uint16_t)(value > 0 ? value < full ? value + 0.5 : full : 0);      /* a NaN is 0 */
    }
}
