// SPDX-License-Identifier: Apache-2.0
// Early returns out of nested loops, of a function and of the entry point.
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Out { uint o[]; };
layout(std430, binding = 1) buffer In { uint in_[]; };
uint search(uint key, inout uint seen)
{
    for (uint a = 0; a < 3; a++) {
        for (uint b = 0; b < 3; b++) {
            seen += subgroupAdd(1);
            if (a * 3 + b == key)
                return 100 + subgroupAdd(1);
            if (b == key % 4)
                break;
        }
        if (key == 8 + a)
            return 200 + subgroupAdd(1);
    }
    return subgroupAdd(1);
}
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    uint seen = 0;
    uint found = search(in_[i], seen);
    o[i] = found | seen << 12 | subgroupAdd(1) << 24;
    if (in_[i] > 9)
        return;
    o[i] += subgroupAdd(1) << 8 & 0xf00;
}
