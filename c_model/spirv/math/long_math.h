/* SPDX-License-Identifier: Apache-2.0
 * long_math.h - series and reductions on numbers of 64 bits (long.h), of which the functions of OpenCL.std are made.
 */
#ifndef WAVEFOLD_SPIRV_LONG_MATH_H
#define WAVEFOLD_SPIRV_LONG_MATH_H

#include "long.h"

/* Constants: exponent and significand. */
#define WFS_LONG_PI      1, UINT64_C(0xc90fdaa22168c235)
#define WFS_LONG_HALF_PI 0, UINT64_C(0xc90fdaa22168c235)
#define WFS_LONG_INV_PI  -2, UINT64_C(0xa2f9836e4e44152a)
#define WFS_LONG_LN2     -1, UINT64_C(0xb17217f7d1cf79ac)
#define WFS_LONG_LOG2E   0, UINT64_C(0xb8aa3b295c17f0bc)
#define WFS_LONG_LOG10E  -2, UINT64_C(0xde5bd8a937287195)
#define WFS_LONG_LOG2_10 1, UINT64_C(0xd49a784bcd1b8afe)
#define WFS_LONG_THIRD   -2, UINT64_C(0xaaaaaaaaaaaaaaab)

/* ---- long_exp.c ---- */

wfs_long_unary wfs_long_exp2;           /* 2^x, for all x: an exponent of up to 2^15 either way */
wfs_long_unary wfs_long_exp2_less_1;    /* 2^x - 1, to the last places near 0 too */
wfs_long_unary wfs_long_ln, wfs_long_log2;              /* of x > 0 */
wfs_long_unary wfs_long_ln_1_plus;      /* ln(1 + x), x > -1, to the last places near 0 too */

/* ---- long_trig.c ---- */

/* |x| = quadrant pi/2 + r, -pi/4 <= r <= pi/4; the quadrant modulo 4. */
struct wfs_angle {
    wfs_val quadrant;
    struct wfs_long r;
};
struct wfs_angle wfs_long_reduce(struct wfs_code *c, struct wfs_long x);        /* of f64 and f32: |x| < 2^1024 */
struct wfs_angle wfs_long_reduce_pi(struct wfs_code *c, struct wfs_long x);     /* of pi x */
/* sin(quadrant pi/2 + r) */
struct wfs_long wfs_long_sine(struct wfs_code *c, struct wfs_angle a);
static inline struct wfs_angle wfs_long_quarter_on(struct wfs_code *c, struct wfs_angle a)
{
    return (struct wfs_angle){wfs_add(c, a.quadrant, wfs_const(1)), a.r};
}
/* The tangent; of an exact multiple of pi/2 any number. */
struct wfs_long wfs_long_tangent(struct wfs_code *c, struct wfs_angle a);
/* The angle from 0 to pi/2 of the point (x, y), neither below 0, not further apart than 2^30 in their exponents; 0 of
 * two zeros. */
struct wfs_long wfs_long_direction(struct wfs_code *c, struct wfs_long y, struct wfs_long x);

/* ---- long_gamma.c ---- */

/* erf(x), and 1 - erf(x) to the last places too, for x >= 0. */
wfs_long_unary wfs_long_erf, wfs_long_erfc;
/* The gamma function and its logarithm, for x > 0. */
wfs_long_unary wfs_long_gamma, wfs_long_ln_gamma;

#endif
