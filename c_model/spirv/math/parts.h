/* SPDX-License-Identifier: Apache-2.0
 * parts.h - what the files of the mathematics share: pieces that hold for part of the range only.
 */
#ifndef WAVEFOLD_SPIRV_MATH_PARTS_H
#define WAVEFOLD_SPIRV_MATH_PARTS_H

#include "math.h"

#define WFS_SIGN 0x80000000U
#define WFS_ONE  0x3f800000U
#define WFS_INF  0x7f800000U
#define WFS_NAN  0x7fc00000U
#define WFS_BIG  0x40000000U    /* the bit that is set for |x| >= 2 */

/* `size`, which is not negative, with the sign of x. */
static inline wfs_val wfs_with_sign_of(struct wfs_code *c, wfs_val size, wfs_val x)
{
    return wfs_or(c, size, wfs_and(c, x, wfs_const(WFS_SIGN)));
}

/* 1/b within 2^-24 for 2^-125 < |b| < 2^125; minus_b is -b.  NaN for 0.  div.c */
wfs_val wfs_reciprocal_part(struct wfs_code *c, wfs_val minus_b);
/* 1/b within 1 ulp for all numbers but 0, of which it is a NaN. */
wfs_val wfs_reciprocal_near(struct wfs_code *c, wfs_val b);
/* a/b, correctly rounded, for 2^-100 < |b| < 2^100 and |a|, |a/b| above 2^-100 or a = 0. */
wfs_val wfs_quotient_part(struct wfs_code *c, wfs_val a, wfs_val minus_b);
/* 2^64 for |x| < 2, else 2^-64, times `factor` whose bits are 0x3f800000 for 1: x times that is normal and in the
 * middle, unless it is 0, infinite or NaN.  `big` is bit 30 of x alone. */
wfs_val wfs_towards_one(struct wfs_code *c, wfs_val big, uint32_t factor);

/* sqrt(x) for 2^-100 < x < 2^100 or 0, and h = 1/(2 sqrt(x)); correctly rounded when `exact`, else within 1.2 ulp.
 * sqrt.c */
wfs_val wfs_root_part(struct wfs_code *c, wfs_val x, bool exact, wfs_val *h);
/* 2^(x + rest), rest far below 1.  exp.c */
wfs_val wfs_exp2_in_two(struct wfs_code *c, wfs_val x, wfs_val rest);
/* p[0] x^(n-1) + ... + p[n-1] */
static inline wfs_val wfs_horner(struct wfs_code *c, wfs_val x, const float *p, unsigned n)
{
    wfs_val sum = wfs_float(p[0]);

    for (unsigned i = 1; i < n; i++)
        sum = wfs_fma(c, sum, x, wfs_float(p[i]));
    return sum;
}

#endif
