/* SPDX-License-Identifier: Apache-2.0
 * number.h - arithmetic on floats of 32 or 64 bits for code that serves both; f32 is the low word of a pair.
 */
#ifndef WAVEFOLD_SPIRV_MATH_NUMBER_H
#define WAVEFOLD_SPIRV_MATH_NUMBER_H

#include "double.h"
#include "math.h"
#include "mode.h"

typedef struct wfs_pair wfs_number;

/* Component i of the words of a vector. */
static inline wfs_number wfs_number_at(unsigned width, const wfs_val *word, unsigned i)
{
    return width == 64 ? wfs_pair_at(&word[2 * i]) : wfs_pair(word[i], wfs_const(0));
}

static inline void wfs_number_to(unsigned width, wfs_val *word, unsigned i, wfs_number x)
{
    word[width == 64 ? 2 * i : i] = x.lo;
    if (width == 64)
        word[2 * i + 1] = x.hi;
}

#define WFS_NUMBER_OF(name, narrow, wide) \
    static inline wfs_number wfs_number_##name(struct wfs_code *c, unsigned width, wfs_number x, wfs_number y) \
    { return width == 64 ? wide(c, x, y) : wfs_pair(narrow(c, x.lo, y.lo), wfs_const(0)); }
WFS_NUMBER_OF(add, wfs_mode_add, wfs_double_add)
WFS_NUMBER_OF(sub, wfs_mode_sub, wfs_double_sub)
WFS_NUMBER_OF(mul, wfs_mode_mul, wfs_double_mul)
#undef WFS_NUMBER_OF

#define WFS_NUMBER_OF(name, narrow, wide) \
    static inline wfs_number wfs_number_##name(struct wfs_code *c, unsigned width, wfs_number x) \
    { return width == 64 ? wide(c, x) : wfs_pair(narrow(c, x.lo), wfs_const(0)); }
WFS_NUMBER_OF(sqrt, wfs_sqrt, wfs_double_sqrt)
WFS_NUMBER_OF(rsqrt, wfs_rsqrt, wfs_double_rsqrt)
WFS_NUMBER_OF(sign, wfs_fsign, wfs_double_sign)
#undef WFS_NUMBER_OF

/* x y + z: of f32 rounded once; of f64 twice, which is less code; so is f32 towards zero. */
static inline wfs_number wfs_number_mul_add(struct wfs_code *c, unsigned width, wfs_number x, wfs_number y,
                                            wfs_number z)
{
    return width == 64 || c->rounds_to_zero & 32 ? wfs_number_add(c, width, wfs_number_mul(c, width, x, y), z)
                                                : wfs_pair(wfs_fma(c, x.lo, y.lo, z.lo), wfs_const(0));
}

/* A float that both widths hold. */
static inline wfs_number wfs_number_const(struct wfs_code *c, unsigned width, float f)
{
    return width == 64 ? wfs_double_from_float(c, wfs_float(f)) : wfs_pair(wfs_float(f), wfs_const(0));
}

static inline wfs_number wfs_number_neg(struct wfs_code *c, unsigned width, wfs_number x)
{
    return width == 64 ? wfs_pair(x.lo, wfs_fneg(c, x.hi)) : wfs_pair(wfs_fneg(c, x.lo), wfs_const(0));
}

static inline wfs_number wfs_number_abs(struct wfs_code *c, unsigned width, wfs_number x)
{
    return width == 64 ? wfs_pair(x.lo, wfs_fabs(c, x.hi)) : wfs_pair(wfs_fabs(c, x.lo), wfs_const(0));
}

static inline wfs_number wfs_number_sel(struct wfs_code *c, wfs_val truth, wfs_number x, wfs_number y)
{
    return wfs_pair_sel(c, truth, x, y);
}

/* x < 0; false of a NaN */
static inline wfs_val wfs_number_below_zero(struct wfs_code *c, unsigned width, wfs_number x)
{
    if (width != 64)
        return wfs_flt(c, x.lo, wfs_const(0));
    /* from the bits of -0 on there are numbers below 0, from those of -infinity on NaNs */
    const wfs_val whole = wfs_or(c, x.hi, wfs_minu(c, x.lo, wfs_const(1)));
    return wfs_ltu(c, wfs_sub(c, whole, wfs_const(0x80000001)), wfs_const(WFS_DOUBLE_INF));
}

#endif
