// SPDX-License-Identifier: Apache-2.0
// Prefix sum in a single pass with decoupled look-back: a group takes the next tile, tells its sum, and looks back over the tiles before it, a
// wave's width at a time, until it meets one that knows its whole prefix.  A tile's state is one word: what is known (2 bits) and a sum.
// build: glslangValidator --target-env vulkan1.1
// build mm: glslangValidator --target-env vulkan1.3
#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 128) in;
const uint NOTHING = 0u, SUM = 1u, PREFIX = 2u;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };
layout(std430, binding = 2) buffer State { uint ticket; uint state[]; };
shared uint tile, before;
shared uint sums[32];

uint look_back(uint own)                        // by the first wave: the sum of all tiles before
{
    uint lane = gl_SubgroupInvocationID, total = 0u;
    int last = int(own) - 1;                    // lane l looks at tile last - l
    while (last >= 0) {
        int at = last - int(lane);
        uint word = PREFIX;                     // before the first tile: nothing, and all of it is known
        if (at >= 0)
            word = atomicOr(state[at], 0u);
        uvec4 unknown = subgroupBallot((word & 3u) == NOTHING), known = subgroupBallot((word & 3u) == PREFIX);
        uint stop = known == uvec4(0u) ? gl_SubgroupSize : subgroupBallotFindLSB(known);
        uint wait = unknown == uvec4(0u) ? gl_SubgroupSize : subgroupBallotFindLSB(unknown);
        if (wait < stop)
            continue;                           // one that is needed is not there yet
        total += subgroupAdd(lane <= stop ? word >> 2 : 0u);
        if (stop < gl_SubgroupSize)
            break;
        last -= int(gl_SubgroupSize);
    }
    return total;
}

void main()
{
    uint i = gl_LocalInvocationIndex, wave = gl_SubgroupID;
    if (i == 0u)
        tile = atomicAdd(ticket, 1u);
    barrier();
    uint own = tile, x = src[own * 128u + i];
    uint inclusive = subgroupInclusiveAdd(x);
    if (gl_SubgroupInvocationID == gl_SubgroupSize - 1u)
        sums[wave] = inclusive;
    barrier();
    uint total = 0u;
    for (uint w = 0u; w < gl_NumSubgroups; w++) {
        if (w == wave)
            inclusive += total;
        total += sums[w];
    }
    if (wave == 0u) {
        if (subgroupElect())
            atomicExchange(state[own], total << 2 | (own == 0u ? PREFIX : SUM));
        uint sum = look_back(own);
        if (subgroupElect()) {
            if (own != 0u)
                atomicExchange(state[own], (sum + total) << 2 | PREFIX);
            before = sum;
        }
    }
    barrier();
    dst[own * 128u + i] = before + inclusive;
}
