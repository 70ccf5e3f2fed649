// SPDX-License-Identifier: Apache-2.0
// Wave operations where only some lanes are: in ifs of ifs, in the cases of a switch, in a loop that lanes leave one after the other.
// Only those lanes count.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3 -Od
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) writeonly buffer Ifs { uint ifs[]; };
layout(std430, binding = 1) writeonly buffer Cases { uint cases[]; };
layout(std430, binding = 2) writeonly buffer Loop { uint loop_[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, lane = gl_SubgroupInvocationID, r = 0u;
    if (lane % 4u != 0u) {
        r = subgroupInclusiveAdd(lane);
        if (lane % 4u != 2u) {
            r += subgroupExclusiveAdd(1u) << 16;
        } else {
            r += subgroupAdd(1u) << 16;
        }
        r += subgroupBroadcastFirst(lane) << 30;
    } else {
        r = subgroupInclusiveMax(lane * 5u) ^ 0xffu;
    }
    ifs[i] = r;

    uint c;
    switch (lane & 3u) {
    case 0u:
        c = subgroupInclusiveAdd(1u);
        break;
    case 1u:
        c = subgroupInclusiveAdd(lane) << 12;
        break;
    case 2u:
        c = 1000u + subgroupInclusiveAdd(2u);
        break;
    default:
        c = subgroupExclusiveAdd(lane) + 0x10000u;
    }
    cases[i] = c + (subgroupAdd(1u) << 24);     // everyone is back

    uint sum = 0u;
    for (uint k = 0u; ; k++) {
        sum += subgroupBallotBitCount(subgroupBallot(true));
        if (k == lane % 4u)
            break;
        sum += subgroupExclusiveAdd(1u) << 16;
    }
    loop_[i] = sum;
}
