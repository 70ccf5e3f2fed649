// SPDX-License-Identifier: Apache-2.0
// Derivatives in groups whose quads are four threads in a row.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 64) in;
layout(derivative_group_linearNV) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { vec4 dst[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float v = src[i];
    dst[i] = vec4(dFdxFine(v), dFdyFine(v), dFdx(float(i)), dFdy(float(i)));
}
