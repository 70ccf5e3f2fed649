// SPDX-License-Identifier: Apache-2.0
// 0054 - improved memory coherency example, with textures and typed buffers: each group's outputs stand together, with one global atomic a group.
// One lane of wave 0 adds and walks over the counts; a barrier stands between what it reads and what it writes (docs/semantics.md, errata).
// build: slangc -DWAVEFOLD_NUM_WAVES=4 -target spirv -stage compute -entry Main -O2
// build o0: slangc -DWAVEFOLD_NUM_WAVES=4 -target spirv -stage compute -entry Main -O0 -g1
// build glslang: glslangValidator -DWAVEFOLD_NUM_WAVES=4 -e Main --target-env vulkan1.1
#include "wavefold.hlsli"
#define TILE_WIDTH 16

[[vk::binding(0, 0)]] Texture2D<uint> GBuffer;
[[vk::binding(1, 0)]] RWBuffer<uint> CountBufferUAV;
[[vk::binding(2, 0)]] RWBuffer<uint> DataBufferUAV;
[[vk::binding(3, 0)]] RWBuffer<uint> Owner;

// used first to sum the number of outputs per wave, then as the per wave write offset
groupshared uint g_waveStore[GetGroupNumWaves() - 1];

[numWaves(4)]
[WaveSize(16, 64)]
void Main(uint2 tile : SV_GroupID)
{
    uint waveHeight = WaveGetLaneCount() / TILE_WIDTH;
    uint tileHeight = waveHeight * GroupGetWaveCount();
    uint2 coord = tile.xy * uint2(TILE_WIDTH, tileHeight);
    coord.y += GroupGetWaveIndex() * waveHeight;
    coord += uint2(WaveGetLaneIndex() % TILE_WIDTH, WaveGetLaneIndex() / TILE_WIDTH);

    bool exportData = (GBuffer[coord] & 63) == 5;

    // sum the number of outputs to per wave groupshared memory
    uint count = WaveActiveCountBits(exportData);
    if (GroupGetWaveIndex() != 0) {
        if (WaveIsFirstLane())
            g_waveStore[GroupGetWaveIndex() - 1] = count;
        if (count == 0)
            return;     // wave no longer needed, do not retire wave0 though!
    }
    GroupMemoryBarrierWithGroupSync();

    // wave0 sums the per-wave count and does a single atomic add to get the write offset for the entire thread group
    uint waveWriteOffset = 0;
    if (GroupGetWaveIndex() == 0) {
        if (WaveIsFirstLane()) {
            uint threadGroupSum = count;
            for (uint j = 0; j < GetGroupNumWaves() - 1; ++j)
                threadGroupSum += g_waveStore[j];
            InterlockedAdd(CountBufferUAV[0], threadGroupSum, waveWriteOffset);

            // compute per wave write offsets
            uint waveWriteOffsetItr = waveWriteOffset + count;
            for (uint k = 0; k < GetGroupNumWaves() - 1; ++k) {
                uint waveCount = g_waveStore[k];
                g_waveStore[k] = waveWriteOffsetItr;
                waveWriteOffsetItr += waveCount;
            }
        }
        waveWriteOffset = WaveReadLaneFirst(waveWriteOffset);
    }
    GroupMemoryBarrierWithGroupSync();

    // all waves > 0 retrieve their write offset
    if (GroupGetWaveIndex() != 0)
        waveWriteOffset = g_waveStore[GroupGetWaveIndex() - 1];

    uint threadWriteIndex = waveWriteOffset + WavePrefixCountBits(exportData);
    if (exportData) {
        DataBufferUAV[threadWriteIndex] = (coord.x & 0xffff) | (coord.y << 16);
        Owner[threadWriteIndex] = tile.y * 64 + tile.x + 1;
    }
}
