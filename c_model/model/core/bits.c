/* SPDX-License-Identifier: Apache-2.0
 * bits.c - counting, reversing, finding bits; bit fields.  A field is offset [4:0] and width min([13:8], 32).
 */
#include "core.h"

uint32_t wf_bits_count(uint32_t b)
{
    return (uint32_t)__builtin_popcount(b);
}

uint32_t wf_bits_reverse(uint32_t b)
{
    uint32_t reversed = 0;

    for (unsigned i = 0; i < 32; i++)
        reversed |= (b >> i & 1) << (31 - i);
    return reversed;
}

uint32_t wf_bits_lowest(uint32_t b)
{
    return b != 0 ? (uint32_t)__builtin_ctz(b) : UINT32_MAX;
}

uint32_t wf_bits_highest(uint32_t b)
{
    return b != 0 ? 31 - (uint32_t)__builtin_clz(b) : UINT32_MAX;
}

uint32_t wf_bits_highest_signed(uint32_t b)
{
    return wf_bits_highest((b & UINT32_C(0x80000000)) != 0 ? ~b : b);
}

static unsigned field_width(uint32_t field)
{
    const unsigned width = field >> 8 & 63;
    return width < 32 ? width : 32;
}

static uint32_t low_ones(unsigned width)
{
    return width >= 32 ? UINT32_MAX : (UINT32_C(1) << width) - 1;
}

uint32_t wf_bits_extract(uint32_t a, uint32_t field)
{
    return a >> (field & 31) & low_ones(field_width(field));
}

uint32_t wf_bits_extract_signed(uint32_t a, uint32_t field)
{
    const uint32_t value = wf_bits_extract(a, field);
    const unsigned width = field_width(field);

    if (width == 0 || (value >> (width - 1) & 1) == 0)
        return value;
    return value | ~low_ones(width);
}

uint32_t wf_bits_insert(uint32_t a, uint32_t b, uint32_t field)
{
    const uint32_t mask = low_ones(field_width(field)) << (field & 31);
    return (a & ~mask) | (b << (field & 31) & mask);
}
