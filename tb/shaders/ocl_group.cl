// SPDX-License-Identifier: Apache-2.0
// ocl_group.cl - kernels of OpenCL C about what all lanes of a group, or of the program, have in common: operations on a group, variables of the
// program, atomics on memory of any class, pointers as numbers.
// build: opencl -cl-std=CL2.0 -target spir64 -O1
// build o0: opencl -cl-std=CL2.0 -target spir64 -O0
// build p32: opencl -cl-std=CL2.0 -target spir -O1
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

// 44 lanes are no whole number of waves, and in two rows of 22.
#define GROUP kernel __attribute__((reqd_work_group_size(22, 2, 1)))

GROUP void group_scans(global const uint *in, global uint *out, global ulong *wide)
{
    const uint l = get_local_linear_id(), n = get_group_id(0), i = 44 * n + l, x = in[i];
    const ulong w = (ulong)x << 32 | in[i ^ 1];
    global uint *const to = out + 9 * i;
    to[0] = work_group_reduce_add(x);
    to[1] = work_group_reduce_max((int)x);
    to[2] = work_group_reduce_min(x);
    to[3] = work_group_scan_inclusive_add(x);
    to[4] = work_group_scan_exclusive_add(x);
    to[5] = work_group_scan_inclusive_min((int)x);
    to[6] = work_group_scan_exclusive_max(x);
    to[7] = as_uint(work_group_scan_exclusive_add((float)(x & 0xfff)));
    to[8] = as_uint(work_group_reduce_max((float)(x & 0xfffff)));
    wide[4 * i] = work_group_reduce_add(w);
    wide[4 * i + 1] = work_group_scan_inclusive_max((long)w);
    wide[4 * i + 2] = work_group_scan_exclusive_min(w);
    wide[4 * i + 3] = as_ulong(work_group_scan_inclusive_add((double)(x & 0xffff)));
}

// Votes, and numbers of some lanes in turn for all others.
GROUP void group_votes(global const uint *in, global uint *out)
{
    const uint l = get_local_linear_id(), n = get_group_id(0), i = 44 * n + l, x = in[i];
    uint sum = get_work_dim();
    for (uint row = 0; row < 2; row++)
        for (uint k = 0; k < 22; k += 7) {
            const uint y = work_group_broadcast(x + k, k, row);
            const int all = work_group_all((x >> 28) <= k), any = work_group_any(x == y - k && l == 43);
            sum = sum * 3 + y + 2 * all + any;
        }
    out[get_global_linear_id()] = sum;
}

// Variables of the program: all groups count in one, and the last one tells what all have stored; a table that points into another one.
global uint met = 5;
global ulong sums[4] = {1, 2, 0x100000003, 4};
global uint zeros[3];
global const uint *global middle = (global const uint *)&sums[2];

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void program(global const uint *in, global uint *out)
{
    const uint i = get_global_id(0), groups = get_num_groups(0);
    local uint last;
    if (i == 0)
        out[6] = middle[0] + 10 * middle[1] + 100 * get_work_dim();
    volatile global uint *to = (volatile global uint *)sums + 2 * (i & 1);
    atomic_add(to, in[i]);
    atomic_max((volatile global uint *)&zeros[i & 1], in[i]);
    barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        last = atomic_inc((volatile global uint *)&met);
        mem_fence(CLK_GLOBAL_MEM_FENCE);
    }
    barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    if (last != 4 + groups)
        return;
    const uint l = get_local_id(0);
    if (l < 2)
        out[l] = atomic_add((volatile global uint *)sums + 2 * l, 0);
    else if (l < 5)
        out[l] = atomic_max((volatile global uint *)&zeros[l - 2], 0);
    else if (l == 5)
        out[l] = atomic_add((volatile global uint *)&met, 0);
}

// Atomics on memory of the lane, of the group, and of all, by one instruction.
uint by_all(volatile generic atomic_uint *p, uint x)
{
    uint sum = atomic_fetch_add(p, x);
    sum = sum * 5 + atomic_fetch_sub(p, 3);
    sum = sum * 5 + atomic_fetch_xor(p, x << 3);
    sum = sum * 5 + atomic_fetch_max(p, 1000);
    sum = sum * 5 + atomic_fetch_and(p, 0xffff);
    sum = sum * 5 + atomic_fetch_or(p, 0x21);
    sum = sum * 5 + atomic_fetch_min(p, 0x7fff);
    sum = sum * 5 + atomic_exchange(p, sum & 7);
    uint four = 4;
    sum = sum * 5 + atomic_compare_exchange_strong(p, &four, 77);
    return sum * 5 + four;
}

long by_all_wide(volatile generic atomic_long *p, long x)
{
    long sum = atomic_fetch_add(p, x);
    sum = sum * 5 + atomic_fetch_min(p, x >> 1);
    sum = sum * 5 + atomic_exchange(p, sum ^ x);
    return sum * 5 + atomic_fetch_sub(p, x >> 9);
}

kernel __attribute__((reqd_work_group_size(24, 1, 1))) void any_atomics(global uint *out, global ulong *wide, global atomic_uint *all, global atomic_long *far, uint three)
{
    local atomic_uint shared[24];
    local atomic_long shared_far[24];
    atomic_uint mine;
    atomic_long mine_far;
    const uint i = get_global_id(0), l = get_local_id(0);
    atomic_init(&mine, l + 7);
    atomic_init(&shared[l], l + 7);
    atomic_init(&mine_far, (long)l << 40);
    atomic_init(&shared_far[l], (long)l << 40);
    generic atomic_uint *p = i % three == 0 ? (generic atomic_uint *)&mine : i % three == 1 ? (generic atomic_uint *)&shared[l] : (generic atomic_uint *)&all[i];
    generic atomic_long *q = i % three == 2 ? (generic atomic_long *)&mine_far : i % three == 0 ? (generic atomic_long *)&shared_far[l] : (generic atomic_long *)&far[i];
    out[4 * i] = by_all(p, 100 * i + 77);
    out[4 * i + 1] = atomic_load(p);
    wide[2 * i] = by_all_wide(q, ((long)i << 34) - 5);
    wide[2 * i + 1] = atomic_load(q);
    out[4 * i + 2] = atomic_load(&mine);
    out[4 * i + 3] = atomic_load(&shared[l]);
}
