// SPDX-License-Identifier: Apache-2.0
// Atomics on floats of 64 bits: sums of whole numbers by many lanes, the least, the greatest; sums that round and old
// values on words of the thread's own; groupshared memory.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { double src[]; };
layout(std430, binding = 1) buffer Own { double own[]; };
layout(std430, binding = 2) writeonly buffer Old { double old[]; };
layout(std430, binding = 3) buffer Sums { double sum, least, most, of_group[]; };
shared double total;

void main()
{
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    double x = src[at];
    if (i == 0u)
        total = 0.5lf;
    barrier();
    old[4u * at] = atomicAdd(own[4u * at], x);
    old[4u * at + 1u] = atomicMin(own[4u * at + 1u], x);
    old[4u * at + 2u] = atomicMax(own[4u * at + 2u], x);
    old[4u * at + 3u] = atomicExchange(own[4u * at + 3u], x);
    atomicAdd(sum, double(at) * 4294967296.0lf);
    atomicMin(least, x);
    atomicMax(most, x);
    atomicAdd(total, double(3u * at));
    barrier();
    if (i == 0u)
        of_group[gl_WorkGroupID.x] = total;
}
