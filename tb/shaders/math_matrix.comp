// SPDX-License-Identifier: Apache-2.0
// Determinant and inverse of matrices of each size, well conditioned.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { mat4 src[]; };
layout(std430, binding = 1) writeonly buffer Inverse { mat4 four[32]; mat3x4 three[32]; mat2 two[32]; };
layout(std430, binding = 2) writeonly buffer Determinant { float determinants[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    mat4 m = src[i];
    four[i] = inverse(m);
    mat3 m3 = mat3(m), i3 = inverse(m3);
    three[i] = mat3x4(vec4(i3[0], 0.0), vec4(i3[1], 0.0), vec4(i3[2], 0.0));
    mat2 m2 = mat2(m);
    two[i] = inverse(m2);
    determinants[i] = determinant(m);
    determinants[32u + i] = determinant(m3);
    determinants[64u + i] = determinant(m2);
}
