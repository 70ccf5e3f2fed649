/* SPDX-License-Identifier: Apache-2.0
 * pack.c - numbers packed into the bits of a word, and back.  The first component has the lowest bits.
 */
#include "whole.h"

#include "mode.h"

#define ROUND 0x1.8p23f                 /* adding it rounds to a whole number, the low bits of the sum */

static wfs_val field(unsigned offset, unsigned width)
{
    return wfs_const(width << 8 | offset);
}

/* Components clamped to low..1, times scale, rounded to nearest even. */
static bool pack(struct wfs_code *c, const wfs_val *x, unsigned length, unsigned width, float low, float scale,
                 wfs_val *result)
{
    if (length != 32 / width)
        return false;
    for (unsigned i = 0; i < length; i++) {
        const wfs_val clamped = wfs_fclamp(c, x[i], wfs_float(low), wfs_float(1));
        const wfs_val rounded = wfs_fma(c, clamped, wfs_float(scale), wfs_float(ROUND));
        /* what stands above is replaced later */
        *result = i ? wfs_bfi(c, *result, rounded, field(i * width, width)) : rounded;
    }
    return true;
}

#define PACK(name, width, low, scale) \
    bool wfs_pack_##name(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result) \
    { \
        return pack(c, arg[0], length[0], width, low, scale, result); \
    }
PACK(snorm4x8, 8, -1, 127)
PACK(unorm4x8, 8, 0, 255)
PACK(snorm2x16, 16, -1, 32767)
PACK(unorm2x16, 16, 0, 65535)

bool wfs_pack_half2x16(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    if (length[0] != 2)
        return false;
    *result = wfs_or(c, wfs_mode_half(c, arg[0][0]), wfs_shl(c, wfs_mode_half(c, arg[0][1]), wfs_const(16)));
    return true;
}

/* A double is two words, and so is a vector of two words. */
bool wfs_pack_double2x32(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    (void)c;
    if (length[0] != 2)
        return false;
    result[0] = arg[0][0];
    result[1] = arg[0][1];
    return true;
}

/* ---- unpacking ---- */

/* x / scale, correctly rounded for all x of the field: 1/scale as two floats, of which the second is multiplied
 * first. */
static wfs_val scaled(struct wfs_code *c, wfs_val x, float scale)
{
    const float first = 1 / scale, second = (float)(1 / (double)scale - (double)first);

    return wfs_fma(c, x, wfs_float(first), wfs_fmul(c, x, wfs_float(second)));
}

static bool unpack(struct wfs_code *c, wfs_val x, unsigned length, unsigned width, bool is_signed, float scale,
                   wfs_val *result)
{
    for (unsigned i = 0; i < 32 / width; i++) {
        const wfs_val at = field(i * width, width);
        const wfs_val part = is_signed ? wfs_i2f(c, wfs_bfes(c, x, at)) : wfs_u2f(c, wfs_bfeu(c, x, at));
        result[i] = scaled(c, part, scale);
        if (is_signed)
            result[i] = wfs_fmax(c, result[i], wfs_float(-1));
    }
    return length == 1;
}

#define UNPACK(name, width, is_signed, scale) \
    bool wfs_unpack_##name(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result) \
    { \
        return unpack(c, arg[0][0], length[0], width, is_signed, scale, result); \
    }
UNPACK(snorm4x8, 8, true, 127)
UNPACK(unorm4x8, 8, false, 255)
UNPACK(snorm2x16, 16, true, 32767)
UNPACK(unorm2x16, 16, false, 65535)

bool wfs_unpack_half2x16(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    for (unsigned i = 0; i < 2; i++) {
        wfs_val half = wfs_shr(c, arg[0][0], wfs_const(16 * i));
        wfs_flush(c, 16, &half);
        result[i] = wfs_h2f(c, half);
    }
    return length[0] == 1;
}
