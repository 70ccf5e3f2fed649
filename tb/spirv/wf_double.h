/* SPDX-License-Identifier: Apache-2.0
 * wf_double.h - doubles that reveal errors: special ones, and pairs that meet at ends, ties and cancellations.
 */
#ifndef WF_DOUBLE_H
#define WF_DOUBLE_H

#include <math.h>

#include "../common/wf_bits.h"
#include "../common/wf_check.h"

#define DOUBLE_SIGN (UINT64_C(1) << 63)
#define DOUBLE_NAN  UINT64_C(0x7ff8000000000000)

static const uint64_t double_special[] = {
    /* zero and subnormal numbers */
    0x0000000000000000, 0x0000000000000001, 0x0000000000000002, 0x0000000000000003, 0x00000000ffffffff, 0x0000000100000000, 0x0000000100000001,
    0x0004000000000000, 0x0008000000000000, 0x000ffffffffffffe, 0x000fffffffffffff,
    /* the least normal ones, and those from which a product or a half falls among the subnormals */
    0x0010000000000000, 0x0010000000000001, 0x001fffffffffffff, 0x0020000000000000, 0x0340000000000000, 0x0350000000000001, 0x1ff0000000000000,
    0x20000000ffffffff, 0x3600000000000000,
    /* around 1/2, 1 and 2, and steps next to them */
    0x3c90000000000000, 0x3ca0000000000000, 0x3ca0000000000001, 0x3cb0000000000000, 0x3fd5555555555555, 0x3fdfffffffffffff, 0x3fe0000000000000,
    0x3fe0000000000001, 0x3fefffffffffffff, 0x3ff0000000000000, 0x3ff0000000000001, 0x3ff0000000000002, 0x3ff8000000000000, 0x3ff6a09e667f3bcc,
    0x3ff6a09e667f3bcd, 0x3fffffffffffffff, 0x4000000000000000, 0x4000000000000001, 0x4008000000000000, 0x4014000000000000,
    /* where fractions end, and the ends of the integers */
    0x41dfffffffc00000, 0x41e0000000000000, 0x41efffffffe00000, 0x41f0000000000000, 0x432fffffffffffff, 0x4330000000000000, 0x4330000000000001,
    0x433fffffffffffff, 0x4340000000000000, 0x43dfffffffffffff, 0x43e0000000000000, 0x43f0000000000000,
    /* great numbers, infinity, NaNs with payloads in either word */
    0x5fe0000000000000, 0x7fd0000000000000, 0x7fdfffffffffffff, 0x7fe0000000000000, 0x7feffffffffffffe, 0x7fefffffffffffff, 0x7ff0000000000000,
    0x7ff0000000000001, 0x7ff0000100000000, 0x7ff4000000000000, 0x7ff8000000000000, 0x7ff8000000000001, 0x7fffffffffffffff};

enum { DOUBLE_SPECIALS = sizeof double_special / sizeof *double_special };

/* Of a result of the host: any NaN as the one that arithmetic makes. */
static inline uint64_t host_double(double x) { return x != x ? DOUBLE_NAN : double_bits(x); }

static inline uint64_t random64(uint64_t *random)
{
    const uint64_t high = check_random(random);
    return high << 32 | check_random(random);
}

/* A number of its own, or one that has to do with `other`. */
static inline uint64_t pick_double(uint64_t *random, uint64_t other)
{
    const uint64_t r = random64(random), s = random64(random), sign = s & DOUBLE_SIGN, fraction = s & low_ones(52);
    const unsigned n = (unsigned)(r >> 8 & 0xffff);

    switch (r % 14) {
    case 0: return double_special[n % DOUBLE_SPECIALS] | sign;
    case 1: return (double_special[n % DOUBLE_SPECIALS] + (s & 7) - 3) ^ sign;
    case 2: return other ^ DOUBLE_SIGN ^ (s & 3);                                       /* sums that cancel */
    case 3: return other + n % 64 - 32;
    case 4: return sign | (uint64_t)(1023 - 64 + n % 128) << 52 | fraction;             /* of middling size */
    case 5: return sign | fraction >> n % 53;                                           /* subnormal */
    case 6: return (s & ~low_ones(52)) | (s & 0xff) << n % 45;                          /* of few digits */
    case 7: return ((other & ~low_ones(52)) + ((uint64_t)(n % 120) << 52) - (UINT64_C(60) << 52)) | (n & 0x80 ? fraction : 0);   /* ties of sums */
    case 8: return (other & (UINT64_C(2047) << 52)) | sign | fraction;
    case 9: return sign | (uint64_t)(n % 40) << 52 | fraction;
    case 10: return sign | (uint64_t)(2046 - n % 40) << 52 | fraction;
    case 11: return sign | (uint64_t)(900 + n % 200) << 52 | (fraction & ~low_ones(25 + n % 4));   /* products that are ties */
    case 12: return double_bits((double)(int64_t)s / (double)(UINT64_C(1) << n % 63));  /* whole numbers, halves, quarters */
    default: return s;
    }
}

#endif
