// SPDX-License-Identifier: Apache-2.0
// Exclusive sums of each subgroup, its size, and the number of subgroups.
#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer In { uint in_word[]; };
layout(std430, set = 0, binding = 1) buffer Out { uint size; uint count; uint sum[]; };
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    sum[i] = subgroupExclusiveAdd(in_word[i]);
    if (i == 0) {
        size = gl_SubgroupSize;
        count = gl_NumSubgroups;
    }
}
