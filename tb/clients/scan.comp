// SPDX-License-Identifier: Apache-2.0
// Exclusive sums of each group, and the sum of each: subgroups first, then the sums of the subgroups, of which there may be more than lanes in one.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 256) in;
layout(binding = FIRST) buffer In { uint value[]; };
layout(binding = FIRST + 1) buffer Out { uint before[]; };
layout(binding = FIRST + 2) buffer Totals { uint total[]; };
shared uint sum[64];

void main()
{
    const uint i = gl_GlobalInvocationID.x, mine = i < count ? value[i] : 0;
    const uint scan = subgroupInclusiveAdd(mine);

    // a subgroup may have fewer invocations than its size says: no lane is known to be the last
    const uint last = subgroupMax(gl_SubgroupInvocationID);
    if (gl_SubgroupInvocationID == last)
        sum[gl_SubgroupID] = scan;
    barrier();
    if (gl_LocalInvocationIndex == 0)
        for (uint n = 1; n < gl_NumSubgroups; n++)
            sum[n] += sum[n - 1];
    barrier();
    const uint offset = gl_SubgroupID > 0 ? sum[gl_SubgroupID - 1] : 0;
    if (i < count)
        before[i] = offset + scan - mine;
    if (gl_LocalInvocationIndex == 0)
        total[gl_WorkGroupID.x] = sum[gl_NumSubgroups - 1];
}
