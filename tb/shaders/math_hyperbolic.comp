// SPDX-License-Identifier: Apache-2.0
// sinh, cosh, tanh and their inverses.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };       // 0.5 <= |x| <= 4
layout(std430, binding = 1) writeonly buffer Forth { float forth[]; };
layout(std430, binding = 2) writeonly buffer Back { float back[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    float x = src[i];
    forth[i] = sinh(x);
    forth[64u + i] = cosh(x);
    forth[128u + i] = tanh(x);
    back[i] = asinh(x);
    back[64u + i] = acosh(1.0 + abs(x));
    back[128u + i] = atanh(x * 0.225);
}
