// SPDX-License-Identifier: Apache-2.0
// Lanes leave a loop one by one; what a lane counts is its rank.  The block that breaks runs apart from the rest.
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 24) in;
layout(std430, binding = 0) buffer Out { uint o[]; };
void main()
{
    uint rank = 0, alone = 0, left = 0;
    if (gl_GlobalInvocationID.x % 3 != 0) {
        for (;;) {
            left = subgroupAdd(1);
            if (subgroupElect()) {
                alone = subgroupAdd(1);
                break;
            }
            rank++;
        }
    }
    o[gl_GlobalInvocationID.x] = rank | alone << 8 | left << 16 | subgroupAdd(1) << 24;
}
