/* SPDX-License-Identifier: Apache-2.0
 * wf_reference.h - operands that reveal errors, and how far a float is from the exact value.  That comes from the
 * host's libm in double, whose own error is below 2^-28 of a float's last place.
 */
#ifndef WF_REFERENCE_H
#define WF_REFERENCE_H

#include "wf_lane.h"

#include "../common/wf_check.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const uint32_t wf_special[] = {
    0x00000000, 0x00000001, 0x00000002, 0x00000003, 0x00200000, 0x00400000, 0x007ffffe, 0x007fffff, 0x00800000, 0x00800001, 0x00ffffff,
    0x01000000, 0x0d000000, 0x1f800000, 0x2f800000, 0x33800000, 0x3effffff, 0x3f000000, 0x3f000001, 0x3f2aaaab, 0x3f3504f3, 0x3f7fffff,
    0x3f800000, 0x3f800001, 0x3fc00000, 0x3fc90fdb, 0x3fffffff, 0x40000000, 0x40000001, 0x40400000, 0x40490fdb, 0x40a00000, 0x42b17217,
    0x42b17218, 0x42b2d4fc, 0x43000000, 0x4b000001, 0x4b7fffff, 0x4b800000, 0x5f800000, 0x7e000000, 0x7e800000, 0x7effffff, 0x7f000000,
    0x7f7ffffe, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff};

/* Special numbers and their neighbours, subnormals, all exponents alike, few mantissa bits, all bits alike. */
static inline uint32_t wf_pick(uint64_t *random)
{
    const uint32_t r = check_random(random), s = check_random(random), sign = r & 0x80000000;

    switch (r % 8) {
    case 0: return wf_special[s % COUNT(wf_special)] ^ sign;
    case 1: return (wf_special[s % COUNT(wf_special)] + (s >> 16) % 9 - 4) ^ sign;
    case 2: return s & 0x807fffff;
    case 3: return (s & 0x807fffff) | (r >> 8 & 255) << 23;
    case 4: return sign | (r >> 8 & 255) << 23 | (s & 31) << (s >> 8) % 19;
    case 5: return sign | (120 + (r >> 8) % 16) << 23 | (s & 0x7fffff);
    default: return s;
    }
}

static inline bool wf_is_nan(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

/* Units in the last place between a result and the exact one; infinite when one is a NaN and the other not, or a zero has the wrong
 * sign.  Infinity is 2^128, and any result beyond that is infinity. */
static inline double wf_error(uint32_t got, double want)
{
    if (want != want || wf_is_nan(got))
        return want != want && wf_is_nan(got) ? 0 : HUGE_VAL;
    if (want == 0)
        return got == (signbit(want) ? 0x80000000 : 0) ? 0 : HUGE_VAL;
    const double value = (got & 0x7fffffff) == 0x7f800000 ? copysign(0x1p128, as_float(got)) : (double)as_float(got);
    const double limit = fabs(want) >= 0x1p128 ? copysign(0x1p128, want) : want;
    int exponent = 0;
    frexp(limit, &exponent);
    return fabs(value - limit) / ldexp(1, (exponent < -125 ? -125 : exponent > 128 ? 128 : exponent) - 24);
}

/* The first lanes of the block that ran once more, one by one. */
static inline void wf_check_slow(struct wf_lane *lane, unsigned lanes)
{
    wf_lane_row fast[WF_LANE_OUTPUTS];

    for (unsigned k = 0; k < lane->outputs; k++)
        memcpy(fast[k], wf_lane_output(lane, k), lanes * sizeof **fast);
    lane->rows.one_by_one = true;
    wf_lane_run(lane, lanes);
    lane->rows.one_by_one = false;
    for (unsigned k = 0; k < lane->outputs; k++)
        for (unsigned i = 0; i < lanes; i++)
            CHECK_EQ(wf_lane_output(lane, k)[i], fast[k][i]);
}

#endif
