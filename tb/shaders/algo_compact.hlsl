// SPDX-License-Identifier: Apache-2.0
// Stream compaction: the elements that pass a test are appended, those of a group together and in their order; one global atomic a group.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
#include "wavefold.hlsli"
[[vk::binding(0, 0)]] StructuredBuffer<uint> Src;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint> Dst;
[[vk::binding(2, 0)]] RWStructuredBuffer<uint> Owner;
[[vk::binding(3, 0)]] RWStructuredBuffer<uint> Count;
groupshared uint g_waves[64];
groupshared uint g_first;

[numthreads(256, 1, 1)]
void main(uint3 dtid : SV_DispatchThreadID, uint3 gid : SV_GroupID)
{
    uint x = Src[dtid.x];
    bool keep = (x & 7) < 3;
    uint wave = GetGroupWaveIndex(), kept = WaveActiveCountBits(keep), place = WavePrefixCountBits(keep);
    if (WaveIsFirstLane())
        g_waves[wave] = kept;
    GroupMemoryBarrierWithGroupSync();
    uint before = 0, all = 0;
    for (uint w = 0; w < GetGroupWaveCount(); w++) {
        if (w < wave)
            before += g_waves[w];
        all += g_waves[w];
    }
    if (wave == 0 && WaveIsFirstLane()) {
        uint first;
        InterlockedAdd(Count[0], all, first);
        g_first = first;
    }
    GroupMemoryBarrierWithGroupSync();
    if (keep) {
        uint at = g_first + before + place;
        Dst[at] = x;
        Owner[at] = gid.x + 1;
    }
}
