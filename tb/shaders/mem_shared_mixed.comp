// SPDX-License-Identifier: Apache-2.0
// Groupshared structs in which scalars of 64 bits stand behind ones of 32: atomics on them, whole structs and arrays of
// them loaded and stored, and a variable of 64 bits behind one of 32.
// build: glslangValidator --target-env vulkan1.2
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uint counts[16]; uint64_t sums[16]; uint64_t pairs[16][2]; uint64_t all; uint tails[16]; };

struct Entry { uint count; uint64_t sum; uint64_t pair[2]; uint tail; };
shared uint odd;
shared Entry entry[16];
shared uint odder;
shared uint64_t sum_of_all;

void main()
{
    uint i = gl_LocalInvocationIndex, at = i & 15u;
    uint64_t one = 0xffffff00ul + uint64_t(i);
    if (i < 16u)
        entry[i] = Entry(0u, 0ul, uint64_t[](uint64_t(i) << 33, uint64_t(i)), i + 100u);
    if (i == 0u) {
        odd = 5u;
        odder = 6u;
        sum_of_all = 0ul;
    }
    barrier();
    atomicAdd(entry[at].count, 1u);
    atomicAdd(entry[at].sum, one);
    atomicMax(entry[at].pair[i >> 5], one << 8);
    atomicAdd(sum_of_all, one);
    barrier();
    if (i == 0u)
        entry[3] = entry[2];
    barrier();
    if (i < 16u) {
        Entry e = entry[i];
        counts[i] = e.count;
        sums[i] = e.sum;
        pairs[i] = e.pair;
        tails[i] = e.tail + odd * odder;
    }
    if (i == 0u)
        all = sum_of_all;
}
