/* SPDX-License-Identifier: Apache-2.0 */
#include "half.h"

#include <math.h>
#include <string.h>

uint32_t half_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint32_t sign = (uint32_t)(bits >> 48) & 0x8000;
    const int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    uint64_t mantissa = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    if (value != value)
        return 0x7e00;
    if (exponent > 15)
        return sign | 0x7c00;
    if (exponent < -25)
        return sign;
    const unsigned shift = exponent < -14 ? (unsigned)(42 + -14 - exponent) : 42;   /* below the last bit of a half */
    const uint64_t below = mantissa & ((UINT64_C(1) << shift) - 1), tie = UINT64_C(1) << (shift - 1);
    mantissa >>= shift;
    mantissa += below > tie || (below == tie && (mantissa & 1));
    const uint32_t place = exponent < -14 ? 0 : (uint32_t)(exponent + 14) << 10;
    return sign + place + (uint32_t)mantissa;       /* the bit before the point, and a carry, go into the exponent */
}

double half_value(uint32_t bits)
{
    const int exponent = (int)(bits >> 10 & 31);
    const double mantissa = bits & 0x3ff, sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 31)
        return mantissa != 0 ? (double)NAN : sign * (double)INFINITY;
    return sign * (exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24));
}
