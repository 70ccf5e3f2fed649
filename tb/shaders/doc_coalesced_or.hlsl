// SPDX-License-Identifier: Apache-2.0
// SM 6.5 - atomic OR to cells of which several lanes may mean the same: one atomic for each cell of a wave.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
[[vk::binding(0, 0)]] RWStructuredBuffer<uint> mem;

uint computeHash(uint x)
{
    return (x * 0x9e3779b1 >> 20) * 37 >> 12;
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint myValueToOr = 1u << (id.x & 31);
    uint key = computeHash(id.x); // compute a key for matching

    uint4 groupMask = WaveMatch(key);

    // firstbithigh returns -1 when no bit set, otherwise < 32,
    // so OR will add lane index offset without changing -1.
    int4 highLanes = (int4)(firstbithigh(groupMask) | uint4(0, 0x20, 0x40, 0x60));
    // The signed max should be the highest lane index in the group.
    uint highLane = (uint)max(max(max(highLanes.x, highLanes.y), highLanes.z), highLanes.w);
    bool leader = WaveGetLaneIndex() == highLane;

    uint result = WaveMultiPrefixBitOr(myValueToOr, groupMask);

    if (leader)
        InterlockedOr(mem[key], result | myValueToOr);
}
