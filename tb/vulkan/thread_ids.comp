// SPDX-License-Identifier: Apache-2.0
// What each thread is, in groups of any shape: its ids, the number of the groups, its subgroup and lane.
#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(push_constant) uniform Base { uvec3 base; };
layout(std430, set = 0, binding = 0) buffer Out { uint word[]; };
shared uint met;

void put(uint at, uvec3 v)
{
    word[at] = v.x;
    word[at + 1] = v.y;
    word[at + 2] = v.z;
}

void main()
{
    const uvec3 size = gl_WorkGroupSize, group = gl_WorkGroupID - base, count = gl_NumWorkGroups;
    const uint number = (group.z * count.y + group.y) * count.x + group.x;
    const uint at = 20 * (number * size.x * size.y * size.z + gl_LocalInvocationIndex);
    if (gl_LocalInvocationIndex == 0)
        met = 0;
    barrier();
    atomicAdd(met, 1);
    barrier();
    put(at, gl_WorkGroupID);
    put(at + 3, gl_LocalInvocationID);
    put(at + 6, gl_GlobalInvocationID);
    put(at + 9, gl_NumWorkGroups);
    put(at + 12, uvec3(gl_SubgroupID, gl_SubgroupInvocationID, gl_SubgroupSize));
    word[at + 15] = gl_NumSubgroups;
    word[at + 16] = subgroupShuffle(gl_LocalInvocationIndex, gl_SubgroupInvocationID);
    word[at + 17] = met;
    atomicAdd(word[at + 18], 1);
}
