// SPDX-License-Identifier: Apache-2.0
// Radix sort of 1024 pairs by 16-bit keys, four bits a pass, stable: each wave ranks its pairs by ballots.  One group.
// A wave owns consecutive pairs and takes them a wave's width at a time; counts[digit][wave] become places by a scan.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.3 | spirv-opt -O
#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 256) in;
const uint N = 1024u, DIGITS = 16u, WAVES = 64u;        // waves of a group: 256 / 4 at most
layout(std430, binding = 0) readonly buffer In { uvec2 src[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 dst[]; };
shared uvec2 pairs[2][N];
shared uint counts[DIGITS * WAVES];

uvec4 lanes_with(uint digit)                    // the active lanes that have the same digit
{
    uvec4 mask = subgroupBallot(true);
    for (uint b = 0u; b < 4u; b++) {
        bool set = (digit >> b & 1u) != 0u;
        uvec4 having = subgroupBallot(set);
        mask &= set ? having : ~having;
    }
    return mask;
}

void main()
{
    uint i = gl_LocalInvocationIndex, lane = gl_SubgroupInvocationID, wave = gl_SubgroupID, waves = gl_NumSubgroups;
    uint share = N / waves, first = wave * share;
    for (uint k = i; k < N; k += 256u)
        pairs[0][k] = src[k];
    for (uint pass = 0u; pass < 4u; pass++) {
        uint from = pass & 1u, shift = 4u * pass;
        for (uint k = i; k < DIGITS * waves; k += 256u)
            counts[k] = 0u;
        barrier();
        for (uint k = lane; k < share; k += gl_SubgroupSize) {
            uint digit = pairs[from][first + k].x >> shift & 15u;
            uvec4 same = lanes_with(digit);
            if (subgroupBallotFindLSB(same) == lane)
                counts[digit * waves + wave] += subgroupBallotBitCount(same);
            subgroupMemoryBarrierShared();
        }
        barrier();
        if (wave == 0u) {                       // exclusive scan over digits, then waves
            uint carry = 0u;
            for (uint k = lane; k < DIGITS * waves; k += gl_SubgroupSize) {
                uint count = counts[k];
                counts[k] = carry + subgroupExclusiveAdd(count);
                carry += subgroupAdd(count);
            }
        }
        barrier();
        for (uint k = lane; k < share; k += gl_SubgroupSize) {
            uvec2 pair = pairs[from][first + k];
            uint digit = pair.x >> shift & 15u;
            uvec4 same = lanes_with(digit);
            uint at = counts[digit * waves + wave] + subgroupBallotExclusiveBitCount(same);
            pairs[from ^ 1u][at] = pair;
            subgroupMemoryBarrierShared();
            if (subgroupBallotFindLSB(same) == lane)
                counts[digit * waves + wave] += subgroupBallotBitCount(same);
            subgroupMemoryBarrierShared();
        }
        barrier();
    }
    for (uint k = i; k < N; k += 256u)
        dst[k] = pairs[0][k];
}
