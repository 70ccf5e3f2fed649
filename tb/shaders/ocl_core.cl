// SPDX-License-Identifier: Apache-2.0
// The operands `three` and `nine` are no constants: a switch over so few values would become one over integers of 2 bits, which no module has.
// ocl_core.cl - kernels of OpenCL C, one for each ocl_*.wfk: arguments, memory of each class, control flow without structure, types.
// build: opencl -cl-std=CL2.0 -target spir64 -O1
// build o0: opencl -cl-std=CL2.0 -target spir64 -O0
// build p32: opencl -cl-std=CL2.0 -target spir -O1

kernel void saxpy(global float *y, global const float *x, float a, uint n)
{
    const size_t i = get_global_id(0);
    if (i >= n)
        return;
    y[i] = a * x[i] + y[i];
}

// Sums of groups: a tree in local memory, whose size is an argument's.
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void reduce(global const uint *in, global uint *out, local uint *sum)
{
    const uint l = get_local_id(0);
    sum[l] = in[get_global_id(0)] + in[get_global_id(0) + get_global_size(0)];
    for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < width)
            sum[l] += sum[l + width];
    }
    if (l == 0)
        out[get_group_id(0)] = sum[0];
}

// 16 bins of bytes, in local memory first.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void histogram(global const uchar *in, global uint *bins, uint n)
{
    local uint mine[16];
    for (uint i = get_local_id(0); i < 16; i += get_local_size(0))
        mine[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&mine[in[i] >> 4]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < 16; i += get_local_size(0))
        atomic_add(&bins[i], mine[i]);
}

// A struct by value: padding, a vector of three, arrays; constants of the program.
typedef struct { char tag; short s[3]; uint3 v; long wide; uint n; } Params;
constant uint primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};

uint of_params(const Params *p, uint i) { return p->s[i % 3] * p->v.z + p->tag + primes[i & 7]; }

kernel __attribute__((reqd_work_group_size(32, 1, 1))) void by_value(global uint *out, Params p, uchar3 small, ulong big)
{
    const uint i = get_global_id(0);
    p.n += i;
    out[i] = of_params(&p, i) + p.n * (uint)(p.wide >> 32) + small.z + (uint)(big >> (i & 31));
}

// A pointer to memory of any class, chosen lane by lane.
uint sum_to(generic uint *p, uint n)
{
    uint sum = 0;
    for (uint i = 0; i < n; i++) {
        if (p[i] & 1)
            continue;
        sum += p[i];
        if (sum > 4000)
            break;
    }
    p[n] = sum;
    return sum;
}

kernel __attribute__((reqd_work_group_size(32, 1, 1))) void any_class(global uint *out, global uint *in, uint three)
{
    local uint shared[32 * 6];
    uint mine[6];
    const uint i = get_local_id(0);
    for (uint k = 0; k < 6; k++) {
        mine[k] = in[6 * i + k] & 2047;
        shared[6 * i + k] = in[6 * i + k] >> 16 & 2047;
    }
    generic uint *p = i % three == 0 ? (generic uint *)mine : i % three == 1 ? (generic uint *)(shared + 6 * i) : (generic uint *)(in + 6 * i);
    out[4 * i] = sum_to(p, 5);
    out[4 * i + 1] = p[5];
    out[4 * i + 2] = mine[5] + shared[6 * i + 5];
    out[4 * i + 3] = to_local(p) ? 1 : to_private(p) ? 2 : to_global(p) ? 3 : 4;
}

// Early returns, goto out of and into loops, cases that fall through.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void jumps(global const uint *in, global uint *out, uint nine)
{
    const uint i = get_global_id(0);
    uint x = in[i], turns = 0, k = 0, m = 0;
    out[i] = 1;
    if ((x & 15) == 15)
        return;
    if (x & 16)
        goto inside;
    for (; k < 9; k++) {
        for (m = 0; m < k; m++) {
            x = x * 5 + m;
            if ((x >> 7 & 31) == 3)
                goto out;
inside:
            turns++;
            if (turns > 40)
                goto out;
            switch (x % nine) {
            case 0: x += 11;
            case 1: x ^= 0x55; break;
            case 2: continue;
            case 3: out[i] = x; return;
            case 4: x -= 3;
            case 5:
                if (x & 64)
                    goto next;
            default: x += turns;
            }
        }
next:
        x += 7;
    }
out:
    out[i] = x + 1000 * turns;
}

// Vectors of up to 16, small numbers, and words at odd addresses.
typedef struct __attribute__((packed)) { uchar a; uint b; ushort c; } Packed;

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void vectors(global char16 *bytes, global Packed *packed, global ulong8 *wide)
{
    const uint i = get_global_id(0);
    const char16 v = bytes[i];
    bytes[i] = v.sfedcba9876543210 + v * (char16)3;
    Packed p = packed[i];
    p.b += p.a;
    p.c ^= (ushort)p.b;
    packed[i] = p;
    wide[i].s7 += wide[i].s0 * 0x100000003ul;
    wide[i].s12 = wide[i].s21;
}

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void async_copies(global const uint2 *in, global uint2 *out)
{
    local uint2 mine[40];
    const uint l = get_local_id(0);
    event_t done = async_work_group_copy(mine, in + 40 * get_group_id(0), 40, 0);
    wait_group_events(1, &done);
    const uint2 x = mine[l], y = mine[39 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    mine[l] = x + y.yx;
    barrier(CLK_LOCAL_MEM_FENCE);
    done = async_work_group_strided_copy(out + get_group_id(0), mine, 16, 2, 0);
    wait_group_events(1, &done);
}

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void doubles(global double *x, double scale)
{
    const uint i = get_global_id(0);
    const double y = x[i] * scale + 0.25;
    x[i] = y > 100.0 ? y / 3.0 : y - (double)(long)y;
}

// An array of the lane, indexed, read as bytes too; a list whose links lie in global memory.
typedef struct Node { uint value; global struct Node *next; } Node;

kernel __attribute__((reqd_work_group_size(32, 1, 1))) void private_memory(global const uint *in, global uint *out, global Node *node)
{
    const uint i = get_global_id(0);
    uint table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
    for (uint k = 0; k < 8; k++)
        table[in[i] >> (4 * k) & 15] += i + k;
    uint sum = 0;
    for (uint k = 0; k < 64; k += 1 + (i & 3))
        sum = sum * 31 + ((uchar *)table)[k];
    for (uint k = 0; k < 4; k++) {
        node[4 * i + k].value = table[k];
        node[4 * i + k].next = k == 3 ? 0 : &node[4 * i + (k + 1)];
    }
    global Node *first = &node[4 * i];
    while (first) {
        sum ^= first->value << 8;
        sum += 1;
        first = first->next;
    }
    out[i] = sum;
}
