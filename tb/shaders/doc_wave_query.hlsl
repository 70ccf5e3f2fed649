// SPDX-License-Identifier: Apache-2.0
// 0048 - what the execution tests ask of index and count: the same on all lanes of a wave, the index below the count, the count large enough and
// unchanged; each wave leaves its number of live lanes in groupshared memory, and all waves together have all threads.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
// build glslang: glslangValidator -e main --target-env vulkan1.1
#include "wavefold.hlsli"
#define X 15
#define Y 7

[[vk::binding(0, 0)]] RWStructuredBuffer<uint> Good;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint> Live;
[[vk::binding(2, 0)]] RWStructuredBuffer<uint> Count;
groupshared uint g_live[64];

[numthreads(X, Y, 1)]
void main(uint gi : SV_GroupIndex, uint3 gid : SV_GroupID)
{
    uint at = gid.x * X * Y + gi;
    uint index = GetGroupWaveIndex(), count = GetGroupWaveCount();
    uint good = WaveActiveAllEqual(index) && WaveActiveAllEqual(count) ? 1 : 0;
    if (index < count)
        good |= 2;
    if (count * WaveGetLaneCount() >= X * Y)
        good |= 4;
    uint lanes = WaveActiveCountBits(true);
    if (WaveIsFirstLane())
        g_live[index] = lanes;
    GroupMemoryBarrierWithGroupSync();
    uint total = 0;
    for (uint w = 0; w < count; w++)
        total += g_live[w];
    if (GetGroupWaveCount() == count && GetGroupWaveIndex() == index)
        good |= 8;
    Good[at] = good;
    Live[at] = total;
    Count[at] = count;
}
