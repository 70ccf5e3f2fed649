// SPDX-License-Identifier: Apache-2.0
// log and log2 of numbers between 1/2 and 2, and of others.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Near { float near[]; };
layout(std430, binding = 1) readonly buffer Far { float far[]; };
layout(std430, binding = 2) writeonly buffer OutNear { float out_near[]; };
layout(std430, binding = 3) writeonly buffer OutFar { float out_far[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    out_near[i] = log(near[i]);
    out_near[64u + i] = log2(near[i]);
    out_far[i] = log(far[i]);
    out_far[64u + i] = log2(vec4(far[i])).w;
}
