// SPDX-License-Identifier: Apache-2.0
// Sum, least and greatest of all elements: subgroups, then atomics on the memory of the group, then on that of the device.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 128) in;
layout(binding = FIRST) buffer In { uint value[]; };
layout(binding = FIRST + 1) buffer Out { uint sum, least, greatest; };
shared uint group_sum, group_least, group_greatest;

void main()
{
    const uint i = gl_GlobalInvocationID.x;

    if (gl_LocalInvocationIndex == 0) {
        group_sum = 0;
        group_least = ~0u;
        group_greatest = 0;
    }
    barrier();
    if (i < count) {
        const uint mine = value[i], s = subgroupAdd(mine), l = subgroupMin(mine), g = subgroupMax(mine);
        if (subgroupElect()) {
            atomicAdd(group_sum, s);
            atomicMin(group_least, l);
            atomicMax(group_greatest, g);
        }
    }
    barrier();
    if (gl_LocalInvocationIndex == 0) {
        atomicAdd(sum, group_sum);
        atomicMin(least, group_least);
        atomicMax(greatest, group_greatest);
    }
}
