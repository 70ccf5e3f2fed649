// SPDX-License-Identifier: Apache-2.0
// Wave operations in the continue construct, where lanes that continued early meet the others; values that leave the loop.
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Out { uvec4 o[]; };
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    uvec4 r = uvec4(0);
    uint last = 99;
    for (uint k = 0; k <= i; r.x += subgroupBallot(true).x, k += 1) {
        last = k * 10 + subgroupAdd(1);
        if ((i & 1) == (k & 1))
            continue;
        r.y += subgroupBallot(true).x;
        if (k == 3)
            break;
        r.z += subgroupBallot(true).x;
    }
    r.w = last + 1000 * subgroupAdd(1);
    do {
        r.w += 10000 * subgroupAdd(1);
        if (i == 2)
            continue;
        if (i == 5)
            break;
        r.w += 100000 * subgroupAdd(1);
    } while (subgroupAdd(1) > 100);
    o[i] = r;
}
