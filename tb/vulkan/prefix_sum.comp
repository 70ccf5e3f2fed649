// SPDX-License-Identifier: Apache-2.0
// Prefix sums of blocks of 256 numbers, with two hidden assumptions on the size of subgroups.
#version 460
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = 256) in;
layout(std430, set = 0, binding = 0) readonly buffer In { uint src[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Out { uint dst[]; };
shared uint sums[256];

uint scan(uint sum)
{
    for (uint d = 1; d < 32; d *= 2) {
        const uint before = subgroupShuffleUp(sum, d);
        if (gl_SubgroupInvocationID >= d)
            sum += before;
    }
    return sum;
}

void main()
{
    const uint sum = scan(src[gl_GlobalInvocationID.x]);
    if (gl_SubgroupInvocationID == gl_SubgroupSize - 1)
        sums[gl_SubgroupID] = sum;
    barrier();
    if (gl_SubgroupID == 0)
        sums[gl_SubgroupInvocationID] = scan(sums[gl_SubgroupInvocationID]);
    barrier();
    dst[gl_GlobalInvocationID.x] = gl_SubgroupID == 0 ? sum : sum + sums[gl_SubgroupID - 1];
}
