// SPDX-License-Identifier: Apache-2.0
// 0054 - two wave example, with its textures: wave 1 leaves its half of a tile in groupshared memory and retires, wave 0 combines.
// `coord.y +=` where the proposal writes `coord.y =`.
// build: slangc -target spirv -stage compute -entry ComputeMinMaxZ -O2
// build o0: slangc -target spirv -stage compute -entry ComputeMinMaxZ -O0 -g1
// build glslang: glslangValidator -e ComputeMinMaxZ --target-env vulkan1.1
#include "wavefold.hlsli"
#define TILE_SIZE 8
#define FLT_MAX 3.402823466e+38F

[[vk::binding(0, 0)]] Texture2D<float> Depth;
[[vk::binding(1, 0)]] RWTexture2D<uint> TileMinMaxDepthUAV;
groupshared float g_wave1minZ;
groupshared float g_wave1maxZ;

[numWaves(2)]
[WaveSize(8, 32)]
void ComputeMinMaxZ(uint2 tile : SV_GroupID)
{
    float minZ = FLT_MAX, maxZ = -FLT_MAX;

    uint laneIdx = WaveGetLaneIndex();
    uint2 coord = tile.xy * TILE_SIZE + uint2(laneIdx % TILE_SIZE, laneIdx / TILE_SIZE);
    // first wave does top half, second wave does bottom half
    coord.y += GetGroupWaveIndex() * (TILE_SIZE / GetGroupNumWaves());

    // numIterations will be w8(4), w16(2), w32(1)
    uint numIterations = (TILE_SIZE * TILE_SIZE) / GetGroupNumWaves();
    numIterations /= WaveGetLaneCount();

    for (uint i = 0; i < numIterations; ++i) {
        float z = Depth[coord];
        minZ = min(minZ, WaveActiveMin(z));
        maxZ = max(maxZ, WaveActiveMax(z));
        coord.y += WaveGetLaneCount() / TILE_SIZE;
    }
    // wave1 stores to LDS and retires, wave0 collates result and does write
    if (GetGroupWaveIndex()) {
        g_wave1minZ = minZ;
        g_wave1maxZ = maxZ;
        return;
    }
    GroupMemoryBarrierWithGroupSync();

    minZ = min(minZ, g_wave1minZ);
    maxZ = max(maxZ, g_wave1maxZ);
    TileMinMaxDepthUAV[tile.xy] = (f32tof16(maxZ) << 16) | f32tof16(minZ);
}
