// SPDX-License-Identifier: Apache-2.0
// 0048 - minimum and maximum depth of tiles of 16 x 16, the waves of a group together.  The barrier stands in uniform flow (the proposal's is in
// an if), and wave 0 combines the results of all waves.
// build: slangc -target spirv -stage compute -entry ComputeMinMaxZ -O2
// build o0: slangc -target spirv -stage compute -entry ComputeMinMaxZ -O0 -g1
#include "wavefold.hlsli"
#define TILE_SIZE 16
#define WIDTH 64
#define FLT_MAX 3.402823466e+38F

[[vk::binding(0, 0)]] StructuredBuffer<float> Depth;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint> TileMinMaxDepth;
groupshared float g_min[64];
groupshared float g_max[64];

float LoadDepth(uint2 tileID, uint waveIndex)
{
    uint place = waveIndex * WaveGetLaneCount() + WaveGetLaneIndex();
    uint2 coord = tileID * TILE_SIZE + uint2(place % TILE_SIZE, place / TILE_SIZE);
    return Depth[coord.y * WIDTH + coord.x];
}

[numthreads(TILE_SIZE, TILE_SIZE, 1)]
void ComputeMinMaxZ(uint2 tileID : SV_GroupID)
{
    uint waveIndex = GetGroupWaveIndex();
    uint waveCount = GetGroupWaveCount();

    float z = LoadDepth(tileID, waveIndex);
    float minZ = WaveActiveMin(z);
    float maxZ = WaveActiveMax(z);

    if (WaveIsFirstLane()) {
        g_min[waveIndex] = minZ;
        g_max[waveIndex] = maxZ;
    }
    GroupMemoryBarrierWithGroupSync();
    if (waveIndex == 0) {
        minZ = FLT_MAX;
        maxZ = -FLT_MAX;
        for (uint w = WaveGetLaneIndex(); w < waveCount; w += WaveGetLaneCount()) {
            minZ = min(minZ, g_min[w]);
            maxZ = max(maxZ, g_max[w]);
        }
        minZ = WaveActiveMin(minZ);
        maxZ = WaveActiveMax(maxZ);
        if (WaveIsFirstLane())
            TileMinMaxDepth[tileID.y * (WIDTH / TILE_SIZE) + tileID.x] = (f32tof16(maxZ) << 16) | f32tof16(minZ);
    }
}
