// SPDX-License-Identifier: Apache-2.0
// All atomics on 64 bits and the values that they return, signed and unsigned: on words of the thread's own, on words of
// all threads, in buffers and groupshared memory.
// build: glslangValidator --target-env vulkan1.2
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint64_t src[]; };
layout(std430, binding = 1) buffer Own { uint64_t own[]; };
layout(std430, binding = 2) buffer Old { uint64_t old[]; };
layout(std430, binding = 3) buffer Cells { uint64_t cell[8]; int64_t signed_cell[2]; };
layout(std430, binding = 4) buffer Marks { uint mark[]; };
layout(std430, binding = 5) buffer Even { uint64_t even[]; };
layout(std430, binding = 6) buffer Odd { uint64_t odd[]; };
shared uint64_t own_share[64], ticket, total, most;
shared int64_t least;

void main()
{
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x, first = 9u * at;
    uint64_t x = src[at];
    own_share[i] = x;
    if (i == 0u) {
        ticket = 0xffffffc0ul;          // the last of 64 carries
        total = 0ul;
        most = 0ul;
        least = 0x7fffffffffffffffl;
    }
    barrier();
    // one's own
    old[first] = atomicAdd(own[first], x);
    old[first + 1u] = uint64_t(atomicMin(own[first + 1u], x));
    old[first + 2u] = atomicMax(own[first + 2u], x);
    old[first + 3u] = atomicAnd(own[first + 3u], x);
    old[first + 4u] = atomicOr(own[first + 4u], x);
    old[first + 5u] = atomicXor(own[first + 5u], x);
    old[first + 6u] = atomicExchange(own[first + 6u], x);
    old[first + 7u] = atomicCompSwap(own[first + 7u], uint64_t(at & ~3u) << 32, x);
    old[first + 8u] = atomicCompSwap(own_share[i], x, x + 1ul) + atomicAdd(own_share[i], 0x100000000ul);
    own[first + 8u] = own_share[i];
    // of all
    mark[uint(atomicAdd(cell[0], 0x100000001ul) >> 32)] = 1u;
    atomicAdd(cell[1], x);
    atomicMin(cell[2], x);
    atomicMax(cell[3], x);
    atomicAnd(cell[4], ~(1ul << (at & 63u)));
    atomicOr(cell[5], x & 0x0101010101010101ul << (at & 7u));
    atomicXor(cell[6], x);
    if (atomicCompSwap(cell[7], 0ul, 0x700000007ul) == 0ul)
        mark[256] = 1u;
    atomicMin(signed_cell[0], int64_t(x));
    atomicMax(signed_cell[1], int64_t(x));
    if ((at & 1u) == 0u)
        atomicAdd(even[at >> 1u & 3u], x);
    else
        atomicAdd(odd[at >> 1u & 3u], x);
    // of the group
    mark[257u + 64u * gl_WorkGroupID.x + uint(atomicAdd(ticket, 1ul) - 0xffffffc0ul)] = 1u;
    atomicAdd(total, x);
    atomicMax(most, x);
    atomicMin(least, int64_t(x));
    barrier();
    if (i == 0u) {
        even[4u + gl_WorkGroupID.x] = ticket;
        odd[4u + gl_WorkGroupID.x] = total;
        even[8u + gl_WorkGroupID.x] = most;
        odd[8u + gl_WorkGroupID.x] = uint64_t(least);
    }
}
