/* SPDX-License-Identifier: Apache-2.0 */
#include "texels.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct { VkFormat format; const char *name; } names[] = {
#define F(name) {VK_FORMAT_##name, #name},
    F(R8_UNORM) F(R8_SNORM) F(R8_UINT) F(R8_SINT) F(R8G8_UNORM) F(R8G8_SNORM) F(R8G8_UINT) F(R8G8_SINT)
    F(R8G8B8A8_UNORM) F(R8G8B8A8_SNORM) F(R8G8B8A8_UINT) F(R8G8B8A8_SINT) F(R8G8B8A8_SRGB) F(B8G8R8A8_UNORM) F(B8G8R8A8_SRGB)
    F(R16_UNORM) F(R16_SNORM) F(R16_UINT) F(R16_SINT) F(R16_SFLOAT) F(R16G16_UNORM) F(R16G16_SNORM) F(R16G16_UINT) F(R16G16_SINT)
    F(R16G16_SFLOAT) F(R16G16B16A16_UNORM) F(R16G16B16A16_SNORM) F(R16G16B16A16_UINT) F(R16G16B16A16_SINT) F(R16G16B16A16_SFLOAT)
    F(R32_UINT) F(R32_SINT) F(R32_SFLOAT) F(R32G32_UINT) F(R32G32_SINT) F(R32G32_SFLOAT) F(R32G32B32A32_UINT) F(R32G32B32A32_SINT)
    F(R32G32B32A32_SFLOAT) F(R64_UINT) F(R64_SINT)
    F(A8B8G8R8_UNORM_PACK32) F(A8B8G8R8_SNORM_PACK32) F(A8B8G8R8_UINT_PACK32) F(A8B8G8R8_SINT_PACK32) F(A8B8G8R8_SRGB_PACK32)
    F(R5G6B5_UNORM_PACK16) F(B4G4R4A4_UNORM_PACK16) F(A1R5G5B5_UNORM_PACK16) F(A2B10G10R10_UNORM_PACK32) F(A2B10G10R10_UINT_PACK32)
    F(B10G11R11_UFLOAT_PACK32) F(E5B9G9R9_UFLOAT_PACK32) F(D16_UNORM) F(D32_SFLOAT)
#undef F
};

/* "R8G8_UNORM": bytes in the order of the name; "A1R5G5B5_UNORM_PACK16": bits from the highest one down. */
bool texel_format(size_t number, struct texel_format *f)
{
    static const struct { const char *word; enum texel_type type; } types[] = {
        {"_UNORM", TEXEL_UNORM}, {"_SNORM", TEXEL_SNORM}, {"_UINT", TEXEL_UINT}, {"_SINT", TEXEL_SINT}, {"_SFLOAT", TEXEL_SFLOAT},
        {"_UFLOAT", TEXEL_UFLOAT}, {"_SRGB", TEXEL_SRGB}};
    uint32_t sum = 0;

    if (number >= sizeof names / sizeof *names)
        return false;
    *f = (struct texel_format){.format = names[number].format, .name = names[number].name};
    const bool is_packed = strstr(f->name, "_PACK") != NULL;
    for (const char *at = f->name; *at != '_';) {
        static const char letters[] = "RGBA";
        const char *letter = *at == 'D' ? letters : strchr(letters, *at);
        const uint32_t width = (uint32_t)strtoul(at + 1, NULL, 10);
        if (letter) {
            f->width[letter - letters] = width;
            f->at[letter - letters] = sum;
        }
        f->is_depth |= *at == 'D';
        sum += width;
        for (at++; isdigit((unsigned char)*at); at++)
            ;
    }
    for (unsigned i = 0; i < 4 && is_packed; i++)
        f->at[i] = sum - f->at[i] - f->width[i];
    f->bytes = sum / 8;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strstr(f->name, types[i].word))
            f->type = types[i].type;
    if (*f->name == 'E')
        f->type = TEXEL_SHARED;
    f->is_stored = f->type != TEXEL_SRGB && f->type != TEXEL_SHARED && !f->is_depth;
    return true;
}

bool texel_is_integer(const struct texel_format *f)
{
    return f->type == TEXEL_UINT || f->type == TEXEL_SINT;
}

/* Bit by bit: slow, and hard to get wrong. */
uint64_t texel_bits(const struct texel_format *f, const unsigned char *texel, unsigned component)
{
    uint64_t bits = 0;

    for (uint32_t n = 0; n < f->width[component]; n++) {
        const uint32_t at = f->at[component] + n;
        bits |= (uint64_t)(texel[at / 8] >> at % 8 & 1) << n;
    }
    return bits;
}

void texel_put(const struct texel_format *f, unsigned char *texel, unsigned component, uint64_t bits)
{
    for (uint32_t n = 0; n < f->width[component]; n++) {
        const uint32_t at = f->at[component] + n;
        texel[at / 8] = (unsigned char)((texel[at / 8] & ~(1U << at % 8)) | (uint32_t)(bits >> n & 1) << at % 8);
    }
}

static double power(int n)
{
    return ldexp(1, n);
}

/* Exponent of 5 or 8 bits, above it a sign or none. */
static double float_value(uint64_t bits, uint32_t width, bool has_sign)
{
    const uint32_t exponents = width == 32 ? 8 : 5, mantissa = width - exponents - has_sign;
    const int most = (1 << exponents) - 1, bias = most / 2, exponent = (int)(bits >> mantissa) & most;
    const double share = (double)(bits & ((1ULL << mantissa) - 1)) / power((int)mantissa), sign = has_sign && bits >> (width - 1) ? -1 : 1;

    if (exponent == most)
        return share != 0 ? (double)NAN : sign * (double)INFINITY;
    return sign * (exponent ? power(exponent - bias) * (1 + share) : power(1 - bias) * share);
}

static double srgb_value(double coded)
{
    return coded <= 0.04045 ? coded / 12.92 : pow((coded + 0.055) / 1.055, 2.4);
}

static double value_of(const struct texel_format *f, unsigned component, uint64_t bits)
{
    const uint32_t width = f->width[component];
    const int64_t whole = (int64_t)(bits << (64 - width)) >> (64 - width);

    switch (f->type) {
    case TEXEL_UNORM: return (double)bits / (power((int)width) - 1);
    case TEXEL_SRGB: return component < 3 ? srgb_value((double)bits / 255) : (double)bits / 255;
    case TEXEL_SNORM: return fmax((double)whole / (power((int)width - 1) - 1), -1);
    case TEXEL_UINT: return (double)bits;
    case TEXEL_SINT: return (double)whole;
    case TEXEL_SFLOAT: return float_value(bits, width, true);
    case TEXEL_UFLOAT: return float_value(bits, width, false);
    case TEXEL_SHARED: break;
    }
    return 0;
}

double texel_value(const struct texel_format *f, const unsigned char *texel, unsigned component)
{
    if (!f->width[component])
        return component == 3;
    if (f->type == TEXEL_SHARED)
        return (double)texel_bits(f, texel, component) * power((texel[3] >> 3) - 15 - 9);
    return value_of(f, component, texel_bits(f, texel, component));
}

/* The greatest of 0 .. most, whose values ascend, that is not above x. */
static uint64_t below(const struct texel_format *f, unsigned component, uint64_t most, double x)
{
    uint64_t least = 0;

    while (least < most) {
        const uint64_t middle = least + (most - least + 1) / 2;
        if (value_of(f, component, middle) <= x)
            least = middle;
        else
            most = middle - 1;
    }
    return least;
}

static uint64_t magnitude(const struct texel_format *f, unsigned component, double x)
{
    const uint32_t width = f->width[component];
    const bool is_float = f->type == TEXEL_SFLOAT || f->type == TEXEL_UFLOAT, has_sign = f->type == TEXEL_SFLOAT || f->type == TEXEL_SNORM || f->type == TEXEL_SINT;
    const uint32_t exponents = width == 32 ? 8 : 5;
    /* of floats the infinity is the last */
    const uint64_t most = is_float ? (uint64_t)((1U << exponents) - 1) << (width - exponents - has_sign) : (1ULL << (width - has_sign)) - 1;
    const uint64_t low = below(f, component, is_float ? most - 1 : most, x);

    if (f->type == TEXEL_UFLOAT)
        return x >= 65536 ? most : low;
    if (low == most)
        return low;
    const double a = value_of(f, component, low), b = is_float && low + 1 == most ? 65536 : value_of(f, component, low + 1);
    if (f->type == TEXEL_SRGB && component < 3)         /* half way between two codes */
        return low + (x >= srgb_value(((double)low + 0.5) / 255));
    return low + (b - x < x - a || (b - x == x - a && low % 2));
}

uint64_t texel_nearest(const struct texel_format *f, unsigned component, double x)
{
    const uint32_t width = f->width[component];
    const uint64_t mask = width == 64 ? UINT64_MAX : (1ULL << width) - 1;

    if (f->type == TEXEL_SFLOAT && width == 32) {
        const float same = (float)x;
        uint32_t bits;
        memcpy(&bits, &same, sizeof bits);
        return bits;
    }
    if (isnan(x))
        return f->type == TEXEL_SFLOAT || f->type == TEXEL_UFLOAT ? mask : 0;
    if (signbit(x) && f->type == TEXEL_SFLOAT)
        return magnitude(f, component, -x) | 1ULL << (width - 1);
    if (x < 0 && (f->type == TEXEL_SNORM || f->type == TEXEL_SINT)) {
        /* two's complement has one more below 0; of SNORM it is not written */
        if (f->type == TEXEL_SINT && x <= -power((int)width - 1))
            return 1ULL << (width - 1);
        return -magnitude(f, component, -x) & mask;
    }
    return x > 0 ? magnitude(f, component, x) : 0;
}
