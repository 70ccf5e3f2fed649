// SPDX-License-Identifier: Apache-2.0
// Outside a buffer: loads give 0, stores and atomics do nothing, their neighbours are unharmed.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) buffer Out { uint dst[]; };
layout(std430, binding = 2) buffer Counter { uint count[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    uint x = src[i];                            // of 20 words
    dst[i + (i & 1u) * 100u] = x + 1u;          // of 32
    atomicAdd(count[i & 1u], 1u);               // of one
}
