// SPDX-License-Identifier: Apache-2.0
// All atomics on workgroup memory, members of structs and arrays among it; the old values of counters are all different.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3 -Od
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[][12]; };
layout(std430, binding = 2) writeonly buffer Tickets { uint tickets[]; };
struct Cells { uint sum; int least; int most; uint bits[5]; };
shared Cells cells[2];
shared uint ticket, low, high, product;

void main()
{
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x, x = src[at], half_ = i & 1u;
    if (i < 2u)
        cells[i] = Cells(0u, 0x7fffffff, int(0x80000000u), uint[](0u, 0xffffffffu, 0u, 0u, 1u));
    if (i == 0u) {
        ticket = 100u;
        low = 0xffffffffu;
        high = 0u;
        product = 1u;
    }
    barrier();
    atomicAdd(cells[half_].sum, x);
    atomicMin(cells[half_].least, int(x));
    atomicMax(cells[half_].most, int(x));
    atomicOr(cells[half_].bits[0], x & 0x01010101u << (i & 7u));
    atomicAnd(cells[half_].bits[1], ~(0x00800000u >> (i >> 2)));
    atomicXor(cells[half_].bits[2], x);
    atomicAdd(cells[half_].bits[4u], 1u);
    atomicMin(low, x);
    atomicMax(high, x);
    tickets[at] = atomicAdd(ticket, 1u);
    uint was = 0u, seen;
    for (bool done = false; !done; was = seen) {
        seen = atomicCompSwap(product, was, was * (x | 1u));
        done = seen == was;
    }
    uint swapped = atomicExchange(cells[half_].bits[3], atomicAdd(cells[half_].bits[4], 0u));
    barrier();
    if (i < 2u) {
        Cells c = cells[i];
        uint[12] all = uint[](c.sum, uint(c.least), uint(c.most), c.bits[0], c.bits[1], c.bits[2], c.bits[4], low, high, product, ticket,
                              swapped * 0u);
        dst[2u * gl_WorkGroupID.x + i] = all;
    }
}
