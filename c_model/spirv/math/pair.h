/* SPDX-License-Identifier: Apache-2.0
 * pair.h - 64-bit integers as two words per lane.
 *
 * Everything here is free of branches.  Constants make the code shorter: a high word that is known to be 0 (a number
 * that was 32 bits wide) costs nothing.  The figure with each function is its instructions when nothing is constant.
 */
#ifndef WAVEFOLD_SPIRV_PAIR_H
#define WAVEFOLD_SPIRV_PAIR_H

#include "../code/build.h"

struct wfs_pair {
    wfs_val lo, hi;
};

static inline struct wfs_pair wfs_pair(wfs_val lo, wfs_val hi) { return (struct wfs_pair){lo, hi}; }
static inline struct wfs_pair wfs_pair_at(const wfs_val *word) { return wfs_pair(word[0], word[1]); }
static inline struct wfs_pair wfs_pair_const(uint64_t x)
{
    return wfs_pair(wfs_const((uint32_t)x), wfs_const((uint32_t)(x >> 32)));
}
static inline bool wfs_pair_is_const(struct wfs_pair x) { return wfs_is_const(x.lo) && wfs_is_const(x.hi); }
static inline uint64_t wfs_pair_value(struct wfs_pair x) { return (uint64_t)x.hi.bits << 32 | x.lo.bits; }
/* A word with its sign above it. */
static inline struct wfs_pair wfs_pair_signed(struct wfs_code *c, wfs_val x)
{
    return wfs_pair(x, wfs_sar(c, x, wfs_const(31)));
}

/* x < y and x <= y of words, so that a constant becomes an operand that an instruction has room for. */
wfs_val wfs_less(struct wfs_code *c, wfs_val x, wfs_val y, bool is_signed);
wfs_val wfs_less_equal(struct wfs_code *c, wfs_val x, wfs_val y, bool is_signed);

struct wfs_pair wfs_pair_add(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y);             /* 4 */
struct wfs_pair wfs_pair_sub(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y);             /* 4 */
struct wfs_pair wfs_pair_neg(struct wfs_code *c, struct wfs_pair x);                                /* 4 */
/* 4; of words made 64 bits wide 2 */
struct wfs_pair wfs_pair_mul(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y);
struct wfs_pair wfs_pair_abs(struct wfs_code *c, struct wfs_pair x);                                /* 7 */
/* A bitwise operation of isa.def on both words. */
struct wfs_pair wfs_pair_bitwise(struct wfs_code *c, uint8_t op, struct wfs_pair x, struct wfs_pair y);     /* 2 */
struct wfs_pair wfs_pair_sel(struct wfs_code *c, wfs_val truth, struct wfs_pair x, struct wfs_pair y);      /* 2 */
/* x where the sign mask (0 or ~0) is 0, else -x: 6. */
struct wfs_pair wfs_pair_with_sign(struct wfs_code *c, struct wfs_pair x, wfs_val sign);

/* Counts 0..63. */
/* 7; by a constant 4 or less */
struct wfs_pair wfs_pair_shl(struct wfs_code *c, struct wfs_pair x, wfs_val count);
/* 7, signed 8; likewise */
struct wfs_pair wfs_pair_shr(struct wfs_code *c, struct wfs_pair x, wfs_val count, bool is_signed);

/* Truths. */
wfs_val wfs_pair_eq(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y);                      /* 3 */
wfs_val wfs_pair_lt(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, bool is_signed);      /* 4 */
wfs_val wfs_pair_le(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, bool is_signed);      /* 4 */

/* Number of the highest one bit, ~0 when there is none; signed: of the highest bit that differs from the sign.  One
 * word. */
wfs_val wfs_pair_highest(struct wfs_code *c, struct wfs_pair x, bool is_signed);                    /* 4, signed 6 */
wfs_val wfs_pair_lowest(struct wfs_code *c, struct wfs_pair x);                                     /* 4 */
/* The lowest `count` bits, 0..64, of x; the rest zeros, or copies of the highest of them. */
/* 7, signed 9 */
struct wfs_pair wfs_pair_low_bits(struct wfs_code *c, struct wfs_pair x, wfs_val count, bool is_signed);

/* All 128 bits of an unsigned product: 20. */
void wfs_pair_mul_wide(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, struct wfs_pair *low,
                       struct wfs_pair *high);

/* pair_divide.c.  The value as a float, off by at most 2 * 2^-24 of it: 3. */
wfs_val wfs_pair_to_float(struct wfs_code *c, struct wfs_pair x);
/* (1 - 7 * 2^-24) / x for a float x from 1 to 2^64: 8. */
wfs_val wfs_low_reciprocal(struct wfs_code *c, wfs_val x);

/* Quotient and remainder, pair_divide.c.  By zero: anything, but the code ends.  The remainder of signed division has
 * the sign of x. */
void wfs_pair_udivide(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, struct wfs_pair *quotient,
                      struct wfs_pair *remainder);
void wfs_pair_sdivide(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, struct wfs_pair *quotient,
                      struct wfs_pair *remainder);

#endif
