// SPDX-License-Identifier: Apache-2.0
// Clusters of 32 and 64 lanes in waves of at least 64.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_clustered : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, x = src[i];
    dst[2u * i] = subgroupClusteredAdd(x, 32u);
    dst[2u * i + 1u] = subgroupClusteredMax(x, 64u) ^ subgroupClusteredXor(x, 64u);
}
