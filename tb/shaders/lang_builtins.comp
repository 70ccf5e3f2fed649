// SPDX-License-Identifier: Apache-2.0
// The ids of a thread in a grid of three dimensions, the sizes of both, and the subgroup's own.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3 -g
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 6, local_size_y = 5, local_size_z = 2) in;
layout(std430, binding = 0) writeonly buffer Out { uint dst[][16]; };
layout(std430, binding = 1) buffer Waves { uint lanes[]; };

void main()
{
    uvec3 id = gl_GlobalInvocationID;
    uvec3 size = gl_NumWorkGroups * gl_WorkGroupSize;
    uint at = (id.z * size.y + id.y) * size.x + id.x;
    dst[at][0] = gl_LocalInvocationIndex;
    dst[at][1] = gl_LocalInvocationID.x | gl_LocalInvocationID.y << 8 | gl_LocalInvocationID.z << 16;
    dst[at][2] = gl_WorkGroupID.x | gl_WorkGroupID.y << 8 | gl_WorkGroupID.z << 16;
    dst[at][3] = gl_NumWorkGroups.x | gl_NumWorkGroups.y << 8 | gl_NumWorkGroups.z << 16;
    dst[at][4] = gl_WorkGroupSize.x | gl_WorkGroupSize.y << 8 | gl_WorkGroupSize.z << 16;
    dst[at][5] = gl_SubgroupSize;
    dst[at][6] = gl_NumSubgroups;
    dst[at][7] = uint(gl_SubgroupID < gl_NumSubgroups && gl_SubgroupInvocationID < gl_SubgroupSize);
    // each lane of each wave of a group exists once
    atomicAdd(lanes[gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID], 1u);
}
