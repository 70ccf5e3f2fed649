// SPDX-License-Identifier: Apache-2.0
// Waves of vertices: the last one of a draw is not full, and the lanes that it has not take part in nothing.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
layout(location = 0) in uint value;
layout(location = 0) flat out uvec4 wave;

void main()
{
    const uint number = gl_VertexIndex + 75u * gl_InstanceIndex;
    wave = uvec4(subgroupBallotBitCount(subgroupBallot(true)), subgroupBroadcastFirst(number), subgroupExclusiveAdd(value), subgroupMax(number));
    if (!subgroupAll(value == 3u) || gl_SubgroupInvocationID != wave.z / 3u || subgroupAdd(value) != 3u * wave.x)
        wave = uvec4(0u);
}
