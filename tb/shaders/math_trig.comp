// SPDX-License-Identifier: Apache-2.0
// sin, cos and tan between -pi and pi.
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.1 -Od
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float angle[]; };
layout(std430, binding = 1) writeonly buffer Out { float dst[]; };
layout(std430, binding = 2) writeonly buffer Tan { float tangent[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    float a = angle[i];
    dst[i] = sin(a);
    dst[64u + i] = cos(a);
    dst[128u + i] = sin(vec3(0.5, a, -0.5)).y * cos(vec2(a, 0.0)).y;
    tangent[i] = tan(a * 0.25);
}
