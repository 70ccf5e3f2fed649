// SPDX-License-Identifier: Apache-2.0
// Clusters of 8 and 16 lanes.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Eight { uint eight[]; };
layout(std430, binding = 2) writeonly buffer Sixteen { uint sixteen[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, x = src[i];
    eight[i] = subgroupClusteredAdd(x, 8u) ^ subgroupClusteredMin(x, 8u);
    sixteen[i] = subgroupClusteredAdd(x, 16u) ^ subgroupClusteredOr(x & 0x08040201u, 16u);
}
