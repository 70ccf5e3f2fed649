// SPDX-License-Identifier: Apache-2.0
// Clusters in waves that are not full: the last of a group of 50 threads has two.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_clustered : require
layout(local_size_x = 50) in;
layout(std430, binding = 0) writeonly buffer Out { uvec2 dst[]; };

void main()
{
    uint t = gl_LocalInvocationIndex;
    dst[gl_GlobalInvocationID.x] = uvec2(subgroupClusteredAdd(t + 1u, 4u), subgroupClusteredMin(t, 2u));
}
