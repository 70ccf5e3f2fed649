/* SPDX-License-Identifier: Apache-2.0
 * double.h - f64 on the bits of a pair, by integer code.
 *
 * Correctly rounded to nearest even, or towards zero where wfs_code.rounds_to_zero has 64; subnormal numbers kept.  A
 * NaN that comes out is 0x7ff8000000000000, unless the operation only moves bits.  No branch but the loop of
 * wfs_double_rem.  docs/spirv-math.md has the instructions that each takes.
 */
#ifndef WAVEFOLD_SPIRV_DOUBLE_H
#define WAVEFOLD_SPIRV_DOUBLE_H

#include "pair.h"

#define WFS_DOUBLE_INF 0x7ff00000U      /* high words */
#define WFS_DOUBLE_NAN 0x7ff80000U
#define WFS_DOUBLE_ONE 0x3ff00000U

enum wfs_rounding { WFS_TO_ZERO, WFS_DOWN, WFS_UP, WFS_TO_EVEN, WFS_TO_ODD };

/* ---- kinds, order, conversions: double.c ---- */

wfs_val wfs_double_is_nan(struct wfs_code *c, struct wfs_pair x);                                       /* 4 */
wfs_val wfs_double_is_inf(struct wfs_code *c, struct wfs_pair x);                                       /* 4 */
/* The high word without its sign, doubled, and 1 for a low word that is not 0: 0 for zeros, WFS_DIGEST_INF for
 * infinities, above it for NaNs. */
#define WFS_DIGEST_INF 0xffe00000U
wfs_val wfs_double_digest(struct wfs_code *c, struct wfs_pair x);                                       /* 3 */
/* An integer with the order of the numbers, -0 below +0; its own inverse. */
struct wfs_pair wfs_double_key(struct wfs_code *c, struct wfs_pair x);                                  /* 4, signed */
/* x, or the NaN that arithmetic makes when it is one. */
struct wfs_pair wfs_double_quiet(struct wfs_code *c, struct wfs_pair x);                                /* 6 */
/* The number wins over NaN, -0 < +0. */
struct wfs_pair wfs_double_min(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, bool greater);
/* -1, 0 with its sign, 1 */
struct wfs_pair wfs_double_sign(struct wfs_code *c, struct wfs_pair x);

struct wfs_pair wfs_double_from_float(struct wfs_code *c, wfs_val f);                                   /* exact */
/* To nearest even, towards zero, or to odd: towards zero, and the last bit 1 if that is inexact, so that a further
 * rounding to f16 is right. */
wfs_val wfs_double_to_float(struct wfs_code *c, struct wfs_pair x, enum wfs_rounding how);
struct wfs_pair wfs_double_from_word(struct wfs_code *c, wfs_val x, bool is_signed);                     /* exact */
/* Rounded. */
struct wfs_pair wfs_double_from_pair(struct wfs_code *c, struct wfs_pair x, bool is_signed);
/* Towards zero; beyond the integers the nearest of them, 0 for a NaN. */
struct wfs_pair wfs_double_to_pair(struct wfs_code *c, struct wfs_pair x, bool is_signed);
wfs_val wfs_double_to_word(struct wfs_code *c, struct wfs_pair x, bool is_signed);

/* ---- arithmetic: double_arith.c, double_fma.c, double_divide.c ---- */

typedef struct wfs_pair wfs_double_unary(struct wfs_code *c, struct wfs_pair x);
typedef struct wfs_pair wfs_double_binary(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y);

wfs_double_binary wfs_double_add, wfs_double_sub, wfs_double_mul, wfs_double_div;
struct wfs_pair wfs_double_fma(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, struct wfs_pair z);
wfs_double_unary wfs_double_sqrt;
wfs_double_unary wfs_double_rsqrt;      /* 1 / sqrt(x), two roundings */
/* OpFRem, OpFMod: the sign of the dividend, of the divisor; exact before the divisor is added.  A loop. */
wfs_double_binary wfs_double_rem, wfs_double_mod;
/* The remainder by the nearest quotient, whose last word it gives; to even.  A loop. */
struct wfs_pair wfs_double_rem_near(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, wfs_val *quotient);

/* ---- parts of a number: double_whole.c ---- */

struct wfs_pair wfs_double_whole(struct wfs_code *c, struct wfs_pair x, enum wfs_rounding how);
wfs_double_unary wfs_double_fract;      /* x - floor(x) */
/* The fraction; *whole: the whole part. */
struct wfs_pair wfs_double_modf(struct wfs_code *c, struct wfs_pair x, struct wfs_pair *whole);
/* The significand; *exponent: a word. */
struct wfs_pair wfs_double_frexp(struct wfs_code *c, struct wfs_pair x, wfs_val *exponent);
struct wfs_pair wfs_double_ldexp(struct wfs_code *c, struct wfs_pair x, wfs_val exponent);

/* ---- by the opcodes of SPIR-V and the numbers of GLSL.std.450, as wide.h: wide_double.c ---- */

bool wfs_double_op(struct wfs_code *c, uint32_t op, const wfs_val *x, const wfs_val *y, wfs_val *result);
bool wfs_double_glsl(struct wfs_code *c, uint32_t number, const wfs_val *x, const wfs_val *y, const wfs_val *z,
                     wfs_val *result);

#endif
