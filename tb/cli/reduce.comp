// SPDX-License-Identifier: Apache-2.0
// A count of the threads of a group that assumes waves of 16 lanes or more: the first wave adds one partial sum per
// lane, and drops the others where there are more waves than lanes.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 256) in;
layout(binding = 0) writeonly buffer Out { uint dst[]; };
shared uint partial[64];

void main()
{
    uint sum = subgroupAdd(1);
    if (subgroupElect())
        partial[gl_SubgroupID] = sum;
    barrier();
    if (gl_SubgroupID == 0) {
        uint mine = gl_SubgroupInvocationID < gl_NumSubgroups ? partial[gl_SubgroupInvocationID] : 0;
        uint all = subgroupAdd(mine);
        if (subgroupElect())
            dst[gl_WorkGroupID.x] = all;
    }
}
