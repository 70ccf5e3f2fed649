// SPDX-License-Identifier: Apache-2.0
// Inclusive sums of each group of 256 words, and the total of each group.
#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 256) in;
layout(std430, set = 0, binding = 0) readonly buffer In { uint word[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Out { uint sum[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Totals { uint total[]; };
shared uint part[64];
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    const uint mine = word[i], inside = subgroupInclusiveAdd(mine);
    if (gl_SubgroupInvocationID == gl_SubgroupSize - 1)
        part[gl_SubgroupID] = inside;
    barrier();
    uint before = 0;
    for (uint n = 0; n < gl_SubgroupID; n++)
        before += part[n];
    sum[i] = before + inside;
    if (gl_LocalInvocationIndex == 255)
        total[gl_WorkGroupID.x] = before + inside;
}
