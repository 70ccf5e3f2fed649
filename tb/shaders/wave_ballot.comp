// SPDX-License-Identifier: Apache-2.0
// The ballot family, of all lanes and of some: ballot, inverse, bit extract, counts, lowest and highest bit, broadcast and broadcast-first.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 128) in;
#define OUT(at, name) layout(std430, binding = at) writeonly buffer Buffer##name { uint name[]; }
OUT(1, bits);
OUT(2, counts);
OUT(3, found);
OUT(4, all);
OUT(5, here);
OUT(6, some);
OUT(7, more);
layout(std430, binding = 0) readonly buffer In { uvec4 given; };
layout(std430, binding = 8) writeonly buffer Masks { uvec4 masks[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, lane = gl_SubgroupInvocationID;
    uvec4 odd = subgroupBallot((lane & 1u) != 0u);
    bits[i] = uint(subgroupInverseBallot(odd)) | uint(subgroupInverseBallot(given)) << 1 | uint(subgroupBallotBitExtract(given, lane ^ 3u)) << 2;
    counts[i] = subgroupBallotBitCount(given) << 16 | subgroupBallotInclusiveBitCount(given) << 8 | subgroupBallotExclusiveBitCount(given);
    found[i] = subgroupBallotFindLSB(given) | subgroupBallotFindMSB(given) << 8;
    all[i] = subgroupBroadcast(i, 3u) << 16 | subgroupBroadcastFirst(i);
    masks[i] = odd;
    if (lane % 4u >= 2u) {
        uvec4 b = subgroupBallot(true);
        here[i] = subgroupBallotFindLSB(b) | subgroupBallotFindMSB(b) << 8 | subgroupBallotBitCount(b) << 16
                | subgroupBallotExclusiveBitCount(b) << 24;
        some[i] = subgroupBroadcastFirst(i) << 16 | subgroupBroadcast(i, 2u);
        ivec2 pair = subgroupBroadcast(ivec2(lane, -int(lane)), 3u);
        more[i] = uint(pair.x) << 24 | uint(-pair.y) << 16 | 1u << 8
                | 2u;
        masks[i] = b;
    }
}
