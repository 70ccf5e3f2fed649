// SPDX-License-Identifier: Apache-2.0
// ocl_convert.cl - kernels of OpenCL C with decorations: conversions that round in a direction or saturate, arguments by value of functions, alignments.
// build: opencl -cl-std=CL2.0 -target spir64 -O1
// build o0: opencl -cl-std=CL2.0 -target spir64 -O0
// build p32: opencl -cl-std=CL2.0 -target spir -O1
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define EACH(type, x) convert_##type##_rte(x), convert_##type##_rtz(x), convert_##type##_rtp(x), convert_##type##_rtn(x)

// Out: 22 words of each lane.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void converts(global const int *n, global const float *x, global uint *out)
{
    const uint i = get_global_id(0);
    const float f = x[i];
    global uint *const to = out + 22 * i;
    vstore4(as_uint4((int4)(EACH(int, f))), 0, to);
    vstore4((uint4)(EACH(uint, fabs(f))), 1, to);
    vstore4(as_uint4((float4)(EACH(float, n[i]))), 2, to);
    to[12] = as_uint((uchar4)(convert_uchar_sat(f), convert_uchar_sat(n[i]), convert_uchar_sat_rtp(f), convert_uchar_sat((uint)n[i])));
    to[13] = as_uint((char4)(convert_char_sat(f), convert_char_sat(n[i]), convert_char_sat_rte(f), convert_char_sat((uint)n[i])));
    to[14] = as_uint((ushort2)(convert_ushort_sat(f), convert_ushort_sat((short)n[i])));
    to[15] = as_uint(convert_int_sat(f * 1e8f));
    to[16] = convert_uint_sat(f * 1e8f);
    to[17] = as_uint((half2)(convert_half_rte(f), convert_half_rtz(f)));
    to[18] = as_uint((half2)(convert_half_rtp(f), convert_half_rtn(f)));
    to[19] = as_uint((short2)(convert_short_sat(n[i]), convert_short_rtn((half)f)));
    to[20] = as_uint(convert_float_rtz((uint)n[i]));
    to[21] = as_uint(convert_float_rtp((uint)n[i]));
}

// Wide: 14 of each lane.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void converts_wide(global const long *n, global const double *x, global ulong *wide)
{
    const uint i = get_global_id(0);
    const double d = x[i];
    global ulong *const to = wide + 14 * i;
    vstore4(as_ulong4((long4)(EACH(long, d))), 0, to);
    vstore4(as_ulong4((double4)(EACH(double, n[i]))), 1, to);
    to[8] = as_ulong(convert_long_sat(d * 0x1p40));
    to[9] = convert_ulong_sat(d * 0x1p40);
    to[10] = as_ulong(convert_long_sat((float)d * 0x1p45f));
    to[11] = as_ulong((float2)(convert_float_rtp(d), convert_float_rtn(d)));
    to[12] = as_ulong((float2)(convert_float_rtp(n[i]), convert_float_rtz(n[i])));
    to[13] = as_ulong((int2)(convert_int_sat(n[i]), convert_int_rte(d)));
}

// A callee has a copy of its own, and callers keep theirs.
typedef struct { uint at[5]; } Five;

__attribute__((noinline)) uint change(Five five, uint k)
{
    uint sum = 0;
    for (uint i = 0; i < 5; i++) {
        five.at[(i + k) % 5] += i * k;
        sum = sum * 7 + five.at[i];
    }
    return sum;
}

__attribute__((noinline)) uint change_twice(Five five, uint k)
{
    const uint before = change(five, k);
    five.at[k % 5] = before;
    return before ^ change(five, k + 1);
}

// Cases of 64 bits.
__attribute__((noinline)) uint chosen(ulong x)
{
    switch (x) {
    case 3: return 60;
    case 0x300000003: return 50;
    case 0x500000005: return 70;
    case 0x700000000: return 90;
    default: return 10;
    }
}

// Where variables of each class lie; the numbers in front of them would move them.
global uchar before_program = 1;
global uint cells[64];
global uint *global where = cells;
global __attribute__((aligned(64))) uint of_program[3] = {7, 8, 9};

kernel __attribute__((reqd_work_group_size(32, 1, 1))) void callees(global const uint *in, global uint *out, Five five)
{
    local uchar before_local[3];
    local __attribute__((aligned(128))) uint of_group[32];
    uchar before_lane[5];
    __attribute__((aligned(32))) uint of_lane[4], after_lane[4];
    const uint l = get_local_id(0), i = get_global_id(0);
    Five own = five;
    own.at[0] = in[i];
    out[4 * i] = change(five, l) + 3 * change_twice(five, l) + 5 * change(own, 2);
    out[4 * i + 1] = five.at[l % 5] + own.at[0] + chosen(i * 0x100000001);
    before_lane[l % 5] = l;
    of_lane[l & 3] = before_lane[l % 5];
    after_lane[l & 3] = 1;
    before_local[l % 3] = 1;
    of_group[l] = of_lane[l & 3];
    const uint before = cells[i];
    where[i] = l + 1 - before;
    const uintptr_t in_lane = (uintptr_t)of_lane | (uintptr_t)after_lane, in_group = (uintptr_t)of_group, in_program = (uintptr_t)of_program;
    out[4 * i + 2] = cells[i] + (in_lane & 31) + (in_group & 127) + (in_program & 63);
    generic uint *const p = in[i] & 1 ? (generic uint *)&of_program[l % 3] : (generic uint *)&of_group[l];
    out[4 * i + 3] = *p + before_program + after_lane[l & 3];
}
