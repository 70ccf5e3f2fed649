/* SPDX-License-Identifier: Apache-2.0
 * texel_text.c - texels of an image as text: which texel a byte is of, and what is in it (wavefold/image.h).
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "wavefold/image.h"
#include "wavefold/layout.h"

/* ---- places ---- */

bool wf_image_texel_at(const struct wf_image *image, uint64_t byte, struct wf_image_texel *texel)
{
    const uint64_t bytes = wf_image_format_info(image->format)->bytes;
    uint32_t level = 0;

    if (byte >= wf_image_bytes(image))
        return false;
    while (level + 1 < image->levels && byte >= wf_image_level(image, level + 1).at)
        level++;
    const struct wf_image_level l = wf_image_level(image, level);
    const uint64_t number = (byte - l.at) / bytes, pixel = number / image->samples, row = pixel / l.size[0];
    *texel = (struct wf_image_texel){.byte = l.at + number * bytes, .level = level,
                                     .sample = (uint32_t)(number % image->samples),
                                     .at = {(uint32_t)(pixel % l.size[0]), (uint32_t)(row % l.size[1]),
                                            (uint32_t)(row / l.size[1])}};
    return true;
}

const char *wf_image_texel_name(const struct wf_image *image, const struct wf_image_texel *texel,
                                char text[WF_TEXEL_NAME])
{
    const bool has_z = image->size[2] > 1 || image->layers > 1, has_y = has_z || image->size[1] > 1;
    int used = snprintf(text, WF_TEXEL_NAME, "[%u", (unsigned)texel->at[0]);

    if (has_y)
        used += snprintf(text + used, WF_TEXEL_NAME - (size_t)used, ",%u", (unsigned)texel->at[1]);
    if (has_z)
        used += snprintf(text + used, WF_TEXEL_NAME - (size_t)used, ",%u", (unsigned)texel->at[2]);
    if (image->levels > 1)
        used += snprintf(text + used, WF_TEXEL_NAME - (size_t)used, "; level %u", (unsigned)texel->level);
    if (image->samples > 1)
        used += snprintf(text + used, WF_TEXEL_NAME - (size_t)used, "; sample %u", (unsigned)texel->sample);
    snprintf(text + used, WF_TEXEL_NAME - (size_t)used, "]");
    return text;
}

/* ---- values ---- */

uint64_t wf_texel_bits(enum wf_image_format format, const uint32_t *word, uint64_t byte, unsigned channel)
{
    const struct wf_image_format_info *f = wf_image_format_info(format);
    const unsigned width = f->channel[channel].width;
    const uint64_t bit = 8 * byte + f->channel[channel].at;
    uint64_t bits = word[bit / 32] >> bit % 32;

    if (width == 64)
        bits |= (uint64_t)word[bit / 32 + 1] << 32;
    return width < 64 ? bits & ((UINT64_C(1) << width) - 1) : bits;
}

static int32_t with_sign(uint64_t bits, unsigned width)
{
    const int64_t top = INT64_C(1) << (width - 1);

    return (int32_t)((int64_t)(bits ^ (uint64_t)top) - top);
}

static double linear_of(double x)
{
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

/* Of a format whose channels are neither integers nor floats that stand there as they are. */
static double value_of(const struct wf_image_format_info *f, uint64_t bits, unsigned channel, uint64_t exponent)
{
    const unsigned width = f->channel[channel].width;
    const double part = (double)bits / (double)((UINT64_C(1) << width) - 1);
    const double signed_part = with_sign(bits, width) / (double)((UINT64_C(1) << (width - 1)) - 1);

    switch (f->kind) {
    case WF_TEXEL_SNORM: return signed_part < -1 ? -1 : signed_part;
    case WF_TEXEL_SRGB: return channel < 3 ? linear_of(part) : part;
    case WF_TEXEL_SHARED: return ldexp((double)bits, (int)exponent - 24);
    default: return part;
    }
}

const char *wf_texel_show_channel(enum wf_image_format format, const uint32_t *word, uint64_t byte, unsigned channel,
                                  char text[WF_LAYOUT_TEXT])
{
    const struct wf_image_format_info *f = wf_image_format_info(format);
    const unsigned width = f->channel[channel].width;
    uint64_t bits = wf_texel_bits(format, word, byte, channel);
    struct wf_layout_node n = {.kind = WF_LAYOUT_FLOAT, .bits = 32};

    if (wf_texel_is_integer(f->kind)) {
        n.kind = f->kind == WF_TEXEL_SINT ? WF_LAYOUT_INT : WF_LAYOUT_UINT;
        n.bits = width;
    } else if (f->kind == WF_TEXEL_SFLOAT) {
        n.bits = width;
    } else if (f->kind == WF_TEXEL_UFLOAT) {        /* a half without its sign and its last bits */
        n.bits = 16;
        bits <<= 15 - width;
    } else {
        const float x = (float)value_of(f, bits, channel, f->kind == WF_TEXEL_SHARED ? word[byte / 4] >> 27 : 0);
        uint32_t as_bits;
        memcpy(&as_bits, &x, sizeof as_bits);
        bits = as_bits;
    }
    return wf_layout_show(&n, bits, text);
}

const char *wf_texel_show(enum wf_image_format format, const uint32_t *word, uint64_t byte, char text[WF_TEXEL_TEXT])
{
    const struct wf_image_format_info *f = wf_image_format_info(format);
    const bool is_alone = !f->channel[1].width;
    char number[WF_LAYOUT_TEXT];
    int used = snprintf(text, WF_TEXEL_TEXT, "%s", is_alone ? "" : "{");

    for (unsigned i = 0; i < 4; i++)
        if (f->channel[i].width)
            used += snprintf(text + used, WF_TEXEL_TEXT - (size_t)used, "%s%s", i ? ", " : "",
                             wf_texel_show_channel(format, word, byte, i, number));
    snprintf(text + used, WF_TEXEL_TEXT - (size_t)used, "%s", is_alone ? "" : "}");
    return text;
}
