// SPDX-License-Identifier: Apache-2.0
// Sorts 256 elements in one group, a bit at a time: ballots count the zeros before each element.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 256) in;
layout(binding = FIRST) buffer Data { uint value[]; };
shared uint key[256];
shared uint zeros[64], size[64];

void main()
{
    // a subgroup may have fewer invocations than its size says: those before this one are counted
    const uint here = subgroupAdd(1);
    uint i = subgroupExclusiveAdd(1);
    if (subgroupElect())
        size[gl_SubgroupID] = here;
    barrier();
    for (uint n = 0; n < gl_SubgroupID; n++)
        i += size[n];
    key[i] = value[i];
    barrier();
    for (uint bit = 0; bit < 12; bit++) {
        const uint mine = key[i];
        const bool is_one = (mine >> bit & 1) != 0;
        const uvec4 ballot = subgroupBallot(!is_one);
        const uint inside = subgroupBallotExclusiveBitCount(ballot);

        if (subgroupElect())
            zeros[gl_SubgroupID] = subgroupBallotBitCount(ballot);
        barrier();
        uint before = 0, all = 0;
        for (uint n = 0; n < gl_NumSubgroups; n++) {
            before += n < gl_SubgroupID ? zeros[n] : 0;
            all += zeros[n];
        }
        const uint rank = before + inside;
        key[is_one ? all + i - rank : rank] = mine;
        barrier();
    }
    value[i] = key[i];
}
