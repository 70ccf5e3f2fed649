// SPDX-License-Identifier: Apache-2.0
// pow of positive numbers; square root and inverse square root over the whole range.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) readonly buffer Y { float y[]; };
layout(std430, binding = 2) readonly buffer Wide { float wide[]; };
layout(std430, binding = 3) writeonly buffer Power { float power[]; };
layout(std430, binding = 4) writeonly buffer Root { float root[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    power[i] = pow(x[i], y[i]);
    power[64u + i] = pow(vec2(x[i], 2.0), vec2(2.0, y[i])).y;
    root[i] = sqrt(wide[i]);
    root[64u + i] = inversesqrt(wide[i]);
}
