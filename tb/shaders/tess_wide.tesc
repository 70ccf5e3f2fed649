// SPDX-License-Identifier: Apache-2.0
// Patches of 32 vertices: a group has several waves, and sums in steps what others gave before each barrier.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(vertices = 32) out;
layout(location = 0) in uint value[];
layout(location = 0) out uint sum[];
layout(location = 1) patch out uint all;

#define STEP(n) \
    barrier(); \
    add = i >= n ? sum[i - n] : 0u; \
    barrier(); \
    sum[gl_InvocationID] += add;

void main()
{
    const int i = gl_InvocationID;
    uint add;
    sum[gl_InvocationID] = value[i % gl_PatchVerticesIn] + uint(gl_PrimitiveID);
    STEP(1) STEP(2) STEP(4) STEP(8) STEP(16)
    barrier();
    if (i == 0)
        all = sum[31];
}
