// SPDX-License-Identifier: Apache-2.0
// exp and exp2, near and far from 0, of floats and vectors.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Near { float near[]; };
layout(std430, binding = 1) readonly buffer Far { float far[]; };
layout(std430, binding = 2) writeonly buffer OutNear { float out_near[]; };
layout(std430, binding = 3) writeonly buffer OutFar { float out_far[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    out_near[i] = exp(near[i]);
    out_near[64u + i] = exp2(near[i]);
    vec2 both = vec2(exp(vec2(far[i], 0.0)).x, exp2(vec3(0.0, far[i], 1.0)).y);
    out_far[i] = both.x;
    out_far[64u + i] = both.y;
}
