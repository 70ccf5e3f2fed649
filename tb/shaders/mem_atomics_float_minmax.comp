// SPDX-License-Identifier: Apache-2.0
// Atomic minimum and maximum of floats, on buffers and workgroup memory.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) buffer Out { float least; float greatest; float group[8]; float own[]; };
shared float low, high;

void main()
{
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    float x = src[at];
    if (i == 0u) {
        low = 1e30;
        high = -1e30;
    }
    barrier();
    atomicMin(low, x);
    atomicMax(high, x);
    atomicMin(least, x);
    atomicMax(greatest, x);
    float old = atomicMin(own[at], x);
    barrier();
    if (i == 0u) {
        group[2u * gl_WorkGroupID.x] = low;
        group[2u * gl_WorkGroupID.x + 1u] = high;
    }
    own[256u + at] = old;
}
