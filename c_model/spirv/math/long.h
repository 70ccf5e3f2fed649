/* SPDX-License-Identifier: Apache-2.0
 * long.h - numbers with a significand of 64 bits and an exponent of a word, in which the functions of OpenCL.std are
 * computed: the result is rounded once to f64.
 *
 * The number is (-1)^sign m 2^(e - 63).  Bit 63 of m is set, or the number is 0: then m is 0 and e is far below that of
 * any other.  There are no infinities and no NaNs: the functions choose those results in the end.  Each operation is
 * off by a few units of 2^-64 of its result; those of f64 are 2^-53.  The figure with each is its instructions.
 */
#ifndef WAVEFOLD_SPIRV_LONG_H
#define WAVEFOLD_SPIRV_LONG_H

#include "double.h"

struct wfs_long {
    wfs_val sign;               /* 0 or 2^31 */
    wfs_val e;                  /* signed */
    struct wfs_pair m;
};

#define WFS_LONG_ZERO (0U - (1U << 20))         /* the exponent of 0; a function may give infinity one above 2^16 */

/* ---- from and to floats, integers: long.c ---- */

/* of infinity and NaN: any number */
struct wfs_long wfs_long_from_double(struct wfs_code *c, struct wfs_pair x);                            /* 20 */
struct wfs_long wfs_long_from_float(struct wfs_code *c, wfs_val x);                                     /* 13 */
struct wfs_long wfs_long_from_word(struct wfs_code *c, wfs_val x);          /* signed */                /* 8 */
/* Rounded to nearest even; too great numbers are infinity. */
struct wfs_pair wfs_long_to_double(struct wfs_code *c, struct wfs_long x);                              /* 35 */
/* m 2^(e - 63) */
static inline struct wfs_long wfs_long_const(int32_t e, uint64_t m)
{
    return (struct wfs_long){wfs_const(0), wfs_const((uint32_t)e), wfs_pair_const(m)};
}
static inline struct wfs_long wfs_long_power(int32_t e) { return wfs_long_const(e, UINT64_C(1) << 63); }

/* ---- arithmetic ---- */

typedef struct wfs_long wfs_long_unary(struct wfs_code *c, struct wfs_long x);
typedef struct wfs_long wfs_long_binary(struct wfs_code *c, struct wfs_long x, struct wfs_long y);

wfs_long_binary wfs_long_add, wfs_long_mul;                                                             /* 55, 20 */
wfs_long_binary wfs_long_div;           /* by 0: any number */                                          /* 60 */
wfs_long_unary wfs_long_reciprocal;                                                                     /* 40 */
wfs_long_unary wfs_long_sqrt;           /* of the magnitude; of 0 as small a number */  /* 60 */
struct wfs_long wfs_long_neg(struct wfs_code *c, struct wfs_long x);                                    /* 1 */
static inline struct wfs_long wfs_long_sub(struct wfs_code *c, struct wfs_long x, struct wfs_long y)
{
    return wfs_long_add(c, x, wfs_long_neg(c, y));
}
static inline struct wfs_long wfs_long_abs(struct wfs_long x)
{
    return (struct wfs_long){wfs_const(0), x.e, x.m};
}
/* x 2^k */
static inline struct wfs_long wfs_long_scale(struct wfs_code *c, struct wfs_long x, wfs_val k)
{
    return (struct wfs_long){x.sign, wfs_add(c, x.e, k), x.m};
}
struct wfs_long wfs_long_sel(struct wfs_code *c, wfs_val truth, struct wfs_long x, struct wfs_long y);  /* 4 */
wfs_val wfs_long_less_size(struct wfs_code *c, struct wfs_long x, struct wfs_long y);   /* |x| < |y| */ /* 7 */

/* ---- pieces ---- */

/* The upper half of the product, a few units too small at most. */
struct wfs_pair wfs_mul_high(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y);                 /* 10 */
/* m, not normalised, times 2^(e - 63). */
struct wfs_long wfs_long_normal(struct wfs_code *c, wfs_val sign, wfs_val e, struct wfs_pair m);        /* 15 */
/* The magnitude of a number below 1, times 2^64. */
struct wfs_pair wfs_long_fraction(struct wfs_code *c, struct wfs_long x);                               /* 12 */
/* p[0] + t (p[1] + t (p[2] + ...)), t = fraction 2^-64, or where `alternate`, p[0] - t (p[1] - t (p[2] - ...)). */
struct wfs_pair wfs_long_series(struct wfs_code *c, struct wfs_pair t, const uint64_t *p, unsigned n, bool alternate);

#endif
