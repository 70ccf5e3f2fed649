// SPDX-License-Identifier: Apache-2.0
// Scans of floats, whose order counts, and reads of other lanes, with some lanes away.
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_NV_shader_subgroup_partitioned : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Out { uint o[]; };
layout(std430, binding = 1) buffer In { uint away[32]; float f[32]; uint key[32]; };
void main()
{
    const uint i = gl_LocalInvocationIndex, at = i * 20;
    const float v = f[i];
    if (away[i] != 0)
        return;
    uvec4 same = subgroupPartitionNV(key[i]);
    o[at] = floatBitsToUint(subgroupInclusiveAdd(v));
    o[at + 1] = floatBitsToUint(subgroupExclusiveAdd(v));
    o[at + 2] = floatBitsToUint(subgroupAdd(v));
    o[at + 3] = floatBitsToUint(subgroupClusteredAdd(v, 4));
    o[at + 4] = floatBitsToUint(subgroupPartitionedInclusiveAddNV(v, same));
    o[at + 5] = floatBitsToUint(subgroupPartitionedExclusiveAddNV(v, same));
    o[at + 6] = floatBitsToUint(subgroupPartitionedAddNV(v, same));
    o[at + 7] = same.x;
    o[at + 8] = floatBitsToUint(subgroupMin(v));
    o[at + 9] = uint(subgroupExclusiveMax(int(key[i])));
    o[at + 10] = subgroupPartitionedExclusiveMulNV(key[i] + 2, same);
    o[at + 11] = subgroupBallotBitCount(same) | subgroupBallotInclusiveBitCount(same) << 8 | subgroupBallotExclusiveBitCount(same) << 16;
    o[at + 12] = subgroupBallotFindLSB(same) | subgroupBallotFindMSB(same) << 8;
    o[at + 13] = subgroupInverseBallot(uvec4(0x55555555, 0, 0, 0)) ? 1 : 0;
    o[at + 14] = subgroupBroadcastFirst(i);
    o[at + 15] = subgroupAllEqual(key[i] & 0) && !subgroupAllEqual(i) ? 1 : 0;
    o[at + 16] = subgroupShuffleUp(i, 1);
    o[at + 17] = subgroupShuffleXor(i, 5);
    o[at + 18] = subgroupShuffle(i, 3);
    o[at + 19] = subgroupClusteredXor(key[i] | 1 << i, 8);
}
