/* SPDX-License-Identifier: Apache-2.0
 * texel.c - conversions to the formats of texels (docs/images.md has the same of shaders).
 */
#include "texel.h"

#include <math.h>
#include <string.h>

/* A float with an exponent of 5 bits, as its magnitude. */
static uint32_t small_float(double x, int mantissa, bool to_nearest)
{
    int exponent = 0;

    if (isnan(x))
        return 0x1fU << mantissa | 1U << (mantissa - 1);
    if (isinf(x))
        return 0x1fU << mantissa;
    frexp(x, &exponent);
    exponent = exponent - 1 < -14 || x == 0 ? -14 : exponent - 1;
    const double steps = ldexp(x, mantissa - exponent), whole = to_nearest ? nearbyint(steps) : floor(steps);
    if (exponent > 15)
        return 0x1fU << mantissa;
    return ((uint32_t)(exponent + 14) << mantissa) + (uint32_t)whole;
}

static double held(double x, double least, double most)
{
    return isnan(x) ? 0 : x < least ? least : x > most ? most : x;
}

static double coded_srgb(double x)
{
    return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
}

static uint64_t from_float(const struct wf_image_format_info *f, unsigned i, float x)
{
    const unsigned width = f->channel[i].width;
    const double most = ldexp(1, (int)width) - 1, most_signed = ldexp(1, (int)width - 1) - 1;
    uint32_t bits;

    switch (f->kind) {
    case WF_TEXEL_UNORM: return (uint64_t)nearbyint(held((double)x, 0, 1) * most);
    case WF_TEXEL_SNORM: return (uint64_t)(int64_t)nearbyint(held((double)x, -1, 1) * most_signed);
    case WF_TEXEL_SRGB:
        return (uint64_t)nearbyint((i < 3 ? coded_srgb(held((double)x, 0, 1)) : held((double)x, 0, 1)) * most);
    case WF_TEXEL_UFLOAT: return isnan(x) || x > 0 ? small_float((double)x, (int)width - 5, false) : 0;
    case WF_TEXEL_SFLOAT:
        if (width == 16)
            return small_float((double)fabsf(x), 10, true) | (signbit(x) ? 0x8000U : 0);
        memcpy(&bits, &x, sizeof bits);
        return bits;
    case WF_TEXEL_UINT: case WF_TEXEL_SINT: case WF_TEXEL_SHARED: break;
    }
    return 0;
}

/* Three numbers with the exponent of the greatest: mantissas of 9 bits, a bias of 15. */
static uint64_t shared(const float color[3])
{
    const double most = 511.0 / 512 * 65536;
    double c[3], greatest = 0;
    uint64_t bits = 0;
    int exponent;

    for (unsigned i = 0; i < 3; i++) {
        c[i] = held((double)color[i], 0, most);
        greatest = c[i] > greatest ? c[i] : greatest;
    }
    frexp(greatest, &exponent);                 /* below 2 to the power of it */
    exponent = greatest == 0 || exponent < -15 ? -15 : exponent;
    if (floor(ldexp(greatest, 9 - exponent) + 0.5) >= 512)
        exponent++;
    for (unsigned i = 0; i < 3; i++)
        bits |= (uint64_t)floor(ldexp(c[i], 9 - exponent) + 0.5) << 9 * i;
    return bits | (uint64_t)(exponent + 15) << 27;
}

static uint64_t channel_of(const struct wf_image_format_info *f, unsigned i, const VkClearColorValue *color)
{
    switch (f->kind) {
    case WF_TEXEL_UINT: return color->uint32[i];
    case WF_TEXEL_SINT: return (uint64_t)(int64_t)color->int32[i];
    default: return from_float(f, i, color->float32[i]);
    }
}

void wfv_texel_of(enum wf_image_format format, const VkClearColorValue *color, unsigned char byte[16])
{
    const struct wf_image_format_info *f = wf_image_format_info(format);
    uint64_t word[2] = {0, 0};

    if (f->kind == WF_TEXEL_SHARED)
        word[0] = shared(color->float32);
    for (unsigned i = 0; i < 4 && f->kind != WF_TEXEL_SHARED; i++) {
        const unsigned at = f->channel[i].at, width = f->channel[i].width;
        const uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
        if (width)
            word[at / 64] |= (channel_of(f, i, color) & mask) << at % 64;
    }
    for (unsigned n = 0; n < 16; n++)
        byte[n] = (unsigned char)(word[n / 8] >> n % 8 * 8);
}
