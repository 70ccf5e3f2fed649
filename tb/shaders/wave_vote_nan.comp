// SPDX-License-Identifier: Apache-2.0
// All-equal compares values: a NaN equals nothing, itself included; -0 equals +0.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    dst[i] = uint(subgroupAllEqual(src[0])) | uint(subgroupAllEqual(src[1 + (i & 1u)])) << 1 | uint(subgroupAllEqual(vec2(1.0, src[0]))) << 2
           | uint(subgroupAllEqual(src[3])) << 3;
}
