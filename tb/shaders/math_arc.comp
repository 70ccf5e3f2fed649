// SPDX-License-Identifier: Apache-2.0
// asin, acos, atan and atan of two numbers in each quadrant.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Sine { float sine[]; };
layout(std430, binding = 1) readonly buffer X { float x[]; };
layout(std430, binding = 2) readonly buffer Y { float y[]; };
layout(std430, binding = 3) writeonly buffer Arc { float arc[]; };
layout(std430, binding = 4) writeonly buffer Atan { float tangent[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    arc[i] = asin(sine[i]);
    arc[64u + i] = acos(sine[i]);
    tangent[i] = atan(x[i]);
    tangent[64u + i] = atan(y[i], x[i]);
    tangent[128u + i] = atan(vec2(0.0, y[i]), vec2(1.0, x[i])).y;
}
