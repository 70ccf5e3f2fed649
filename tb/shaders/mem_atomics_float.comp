// SPDX-License-Identifier: Apache-2.0
// Atomic addition and exchange of floats on buffers and workgroup memory: whole numbers, so that no order rounds.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) buffer Sums { float sums[]; };
layout(std430, binding = 2) buffer Own { float own[]; };
shared float total;

void main()
{
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    if (i == 0u)
        total = 0.5;
    barrier();
    atomicAdd(total, src[at]);
    atomicAdd(sums[at % 3u], src[at]);
    float old = atomicAdd(own[2u * at], 2.0);
    own[2u * at + 1u] = old + atomicExchange(own[2u * at + 1u], -1.0) * 1000.0;
    barrier();
    if (i == 0u)
        sums[4u + gl_WorkGroupID.x] = total;
}
