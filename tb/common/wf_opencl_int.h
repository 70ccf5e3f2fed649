/* SPDX-License-Identifier: Apache-2.0
 * wf_opencl_int.h - the functions of OpenCL.std on integers of 8 to 64 bits in plain C, from the words of the specification.
 */
#ifndef WF_OPENCL_INT_H
#define WF_OPENCL_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "wf_bits.h"

__extension__ typedef __int128 wide_int;

/* name, operands, width of the result over that of the operands, whether it takes 32 bits alone */
#define OPENCL_INTEGERS(X) \
    X(s_abs, 1, 1, 0) X(s_abs_diff, 2, 1, 0) X(s_add_sat, 2, 1, 0) X(u_add_sat, 2, 1, 0) X(s_hadd, 2, 1, 0) X(u_hadd, 2, 1, 0) \
    X(s_rhadd, 2, 1, 0) X(u_rhadd, 2, 1, 0) X(s_clamp, 3, 1, 0) X(u_clamp, 3, 1, 0) X(clz, 1, 1, 0) X(ctz, 1, 1, 0) \
    X(s_mad_hi, 3, 1, 0) X(u_mad_sat, 3, 1, 0) X(s_mad_sat, 3, 1, 0) X(s_max, 2, 1, 0) X(u_max, 2, 1, 0) X(s_min, 2, 1, 0) \
    X(u_min, 2, 1, 0) X(s_mul_hi, 2, 1, 0) X(rotate, 2, 1, 0) X(s_sub_sat, 2, 1, 0) X(u_sub_sat, 2, 1, 0) X(u_upsample, 2, 2, 0) \
    X(s_upsample, 2, 2, 0) X(popcount, 1, 1, 0) X(s_mad24, 3, 1, 1) X(u_mad24, 3, 1, 1) X(s_mul24, 2, 1, 1) X(u_mul24, 2, 1, 1) \
    X(u_abs, 1, 1, 0) X(u_abs_diff, 2, 1, 0) X(u_mul_hi, 2, 1, 0) X(u_mad_hi, 3, 1, 0)

enum opencl_integer {
#define X(name, operands, factor, narrow) CLI_##name,
    OPENCL_INTEGERS(X)
#undef X
    CLI_COUNT
};

static inline wide_int opencl_signed(uint64_t x, unsigned width)
{
    return (wide_int)(x & low_ones(width)) - (x >> (width - 1) & 1 ? (wide_int)1 << width : 0);
}

static inline wide_int opencl_within(wide_int x, wide_int least, wide_int most) { return x < least ? least : x > most ? most : x; }

/* The sum of 129 bits is none: its sign and whether it has room are known before it is made. */
static inline wide_int opencl_mad_sat(wide_int x, wide_int y, wide_int z, wide_int least, wide_int most)
{
    wide_int product, sum;

    if (__builtin_mul_overflow(x, y, &product))
        return (x < 0) == (y < 0) ? most : least;
    if (__builtin_add_overflow(product, z, &sum))
        return z < 0 ? least : most;
    return opencl_within(sum, least, most);
}

/* x y >> width of unsigned numbers, whose product of 64 bits each has no room in a signed one of 128. */
static inline uint64_t opencl_high(uint64_t x, uint64_t y, unsigned width)
{
    __extension__ typedef unsigned __int128 wide_uint;
    return (uint64_t)((wide_uint)x * y >> width);
}

static inline uint64_t opencl_integer(enum opencl_integer f, unsigned width, uint64_t x, uint64_t y, uint64_t z)
{
    const wide_int a = opencl_signed(x, width), b = opencl_signed(y, width), c = opencl_signed(z, width);
    const wide_int u = (wide_int)(x & low_ones(width)), v = (wide_int)(y & low_ones(width)), w = (wide_int)(z & low_ones(width));
    const wide_int most = (wide_int)low_ones(width - 1), least = -most - 1, all = (wide_int)low_ones(width);
    wide_int r = 0;

    switch (f) {
    case CLI_s_abs: r = a < 0 ? -a : a; break;
    case CLI_u_abs: r = u; break;
    case CLI_s_abs_diff: r = a > b ? a - b : b - a; break;
    case CLI_u_abs_diff: r = u > v ? u - v : v - u; break;
    case CLI_s_add_sat: r = opencl_within(a + b, least, most); break;
    case CLI_u_add_sat: r = opencl_within(u + v, 0, all); break;
    case CLI_s_sub_sat: r = opencl_within(a - b, least, most); break;
    case CLI_u_sub_sat: r = opencl_within(u - v, 0, all); break;
    case CLI_s_hadd: r = (a + b) >> 1; break;
    case CLI_u_hadd: r = (u + v) >> 1; break;
    case CLI_s_rhadd: r = (a + b + 1) >> 1; break;
    case CLI_u_rhadd: r = (u + v + 1) >> 1; break;
    case CLI_s_clamp: r = a < b ? b : a; r = r > c ? c : r; break;
    case CLI_u_clamp: r = u < v ? v : u; r = r > w ? w : r; break;
    case CLI_clz: for (unsigned i = width; i-- > 0 && !(u >> i & 1);) r++; break;
    case CLI_ctz: for (unsigned i = 0; i < width && !(u >> i & 1); i++) r++; break;
    case CLI_popcount: for (unsigned i = 0; i < width; i++) r += u >> i & 1; break;
    case CLI_s_mul_hi: r = a * b >> width; break;
    case CLI_s_mad_hi: r = (a * b >> width) + c; break;
    case CLI_u_mul_hi: r = (wide_int)opencl_high((uint64_t)u, (uint64_t)v, width); break;
    case CLI_u_mad_hi: r = (wide_int)opencl_high((uint64_t)u, (uint64_t)v, width) + w; break;
    case CLI_s_mad_sat: r = opencl_mad_sat(a, b, c, least, most); break;
    case CLI_u_mad_sat: r = opencl_mad_sat(u, v, w, 0, all); break;
    case CLI_s_max: r = a > b ? a : b; break;
    case CLI_u_max: r = u > v ? u : v; break;
    case CLI_s_min: r = a < b ? a : b; break;
    case CLI_u_min: r = u < v ? u : v; break;
    case CLI_rotate: {
        const unsigned left = (unsigned)(y & (width - 1));
        return ((uint64_t)u << left | (left ? (uint64_t)u >> (width - left) : 0)) & low_ones(width);
    }
    case CLI_u_upsample: case CLI_s_upsample: return (uint64_t)u << width | (uint64_t)v;
    case CLI_s_mul24: r = opencl_signed(x, 24) * opencl_signed(y, 24); break;
    case CLI_s_mad24: r = opencl_signed(x, 24) * opencl_signed(y, 24) + c; break;
    case CLI_u_mul24: r = (wide_int)((x & 0xffffff) * (y & 0xffffff)); break;
    case CLI_u_mad24: r = (wide_int)((x & 0xffffff) * (y & 0xffffff)) + w; break;
    default: break;
    }
    return (uint64_t)r & low_ones(width);
}

#endif
