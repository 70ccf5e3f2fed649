/* SPDX-License-Identifier: Apache-2.0
 * wf_bits.h - numbers and their bits, for the tests.
 */
#ifndef WF_BITS_H
#define WF_BITS_H

#include <stdint.h>
#include <string.h>

/* Of the low word. */
static inline float as_float(uint64_t bits)
{
    const uint32_t word = (uint32_t)bits;
    float f;

    memcpy(&f, &word, sizeof f);
    return f;
}

static inline double as_double(uint64_t bits)
{
    double d;

    memcpy(&d, &bits, sizeof d);
    return d;
}

static inline uint32_t float_bits(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static inline uint64_t double_bits(double d)
{
    uint64_t bits;

    memcpy(&bits, &d, sizeof bits);
    return bits;
}

/* Of a result of the host: any NaN as the one that arithmetic makes. */
static inline uint32_t host_bits(float f) { return f != f ? 0x7fc00000 : float_bits(f); }

static inline uint64_t low_ones(unsigned bits)
{
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static inline int64_t as_signed(uint64_t x, unsigned bits)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1);

    return (int64_t)((x ^ sign) - sign);
}

#endif
