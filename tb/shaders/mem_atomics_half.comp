// SPDX-License-Identifier: Apache-2.0
// Atomics on floats of 16 bits, two of which share a word: neighbours change different halves at the same time.  Sums of
// many lanes are whole numbers, so that no order rounds; sums of one lane round.
// build: glslangValidator --target-env vulkan1.2
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float16_t src[]; };
layout(std430, binding = 1) buffer Cells { float16_t cell[]; };
layout(std430, binding = 2) buffer Own { float16_t own[]; };
layout(std430, binding = 3) buffer Marks { uint mark[]; };
shared float16_t total, least, greatest, last;

void main()
{
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x, n = 64u * gl_NumWorkGroups.x;
    float16_t x = src[at];
    if (i == 0u) {
        total = 0.5hf;
        least = 60000.0hf;
        greatest = -60000.0hf;
    }
    barrier();
    // the second half of a word is what is left of it: sums, the least and the greatest of all, tickets
    atomicAdd(cell[at % 5u], float16_t(1.0));
    atomicMin(cell[5], x);
    atomicMax(cell[6], x);
    mark[uint(atomicAdd(cell[7], 1.0hf))] = 1u;
    // one's own
    own[n + at] = atomicAdd(own[at], x);
    own[3u * n + at] = atomicMin(own[2u * n + at], x) + 1.0hf;
    own[5u * n + at] = atomicExchange(own[4u * n + at], x);
    // groupshared
    atomicAdd(total, float16_t(at & 3u));
    atomicMin(least, x);
    atomicMax(greatest, x);
    atomicExchange(last, 3.0hf);
    barrier();
    if (i == 0u) {
        cell[8u + 4u * gl_WorkGroupID.x] = total;
        cell[9u + 4u * gl_WorkGroupID.x] = least;
        cell[10u + 4u * gl_WorkGroupID.x] = greatest;
        cell[11u + 4u * gl_WorkGroupID.x] = last;
    }
}
