// SPDX-License-Identifier: Apache-2.0
// 0054 - single wave example, with its textures: minimum and maximum depth of tiles of 8 x 8, one wave a group, no atomics, no barrier.
// build: slangc -target spirv -stage compute -entry ComputeMinMaxZ -O2
// build o0: slangc -target spirv -stage compute -entry ComputeMinMaxZ -O0 -g1
// build glslang: glslangValidator -e ComputeMinMaxZ --target-env vulkan1.1
#include "wavefold.hlsli"
#define TILE_SIZE 8
#define FLT_MAX 3.402823466e+38F

[[vk::binding(0, 0)]] Texture2D<float> Depth;
[[vk::binding(1, 0)]] RWTexture2D<uint> TileMinMaxDepthUAV;

[numWaves(1)]
[WaveSize(8, 64)]
void ComputeMinMaxZ(uint2 tile : SV_GroupID)
{
    float minZ = FLT_MAX, maxZ = -FLT_MAX;

    uint laneIdx = WaveGetLaneIndex();
    uint2 coord = tile.xy * TILE_SIZE + uint2(laneIdx % TILE_SIZE, laneIdx / TILE_SIZE);

    // numIterations will be w8(8), w16(4), w32(2), w64(1)
    uint numIterations = (TILE_SIZE * TILE_SIZE) / WaveGetLaneCount();

    for (uint i = 0; i < numIterations; ++i) {
        float z = Depth[coord];
        minZ = min(minZ, WaveActiveMin(z));
        maxZ = max(maxZ, WaveActiveMax(z));
        coord.y += WaveGetLaneCount() / TILE_SIZE;
    }
    TileMinMaxDepthUAV[tile.xy] = (f32tof16(maxZ) << 16) | f32tof16(minZ);
}
