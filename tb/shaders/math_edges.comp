// SPDX-License-Identifier: Apache-2.0
// Functions at their edges: smoothstep between constants that lie hardly apart, or very far; faceforward of what stands at a right angle.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, k = 5u * i;
    float x = src[i];
    dst[k] = smoothstep(0.0, 1e-37, x * 1e-37);
    dst[k + 1u] = smoothstep(-1e37, 1e37, (x * 2.0 - 1.0) * 1e37);
    dst[k + 2u] = smoothstep(0.0, 1.0, x);
    vec2 n = faceforward(vec2(x + 1.0, 2.0), vec2(0.0, x - 0.5), vec2(3.0, 4.0));
    dst[k + 3u] = n.x;
    dst[k + 4u] = n.y;
}
