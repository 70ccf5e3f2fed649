// SPDX-License-Identifier: Apache-2.0
// 0048 - the index of a wave emulated by an atomic on groupshared memory: each number is given to one wave.
// build: slangc -target spirv -stage compute -entry main -O2
// build glslang: glslangValidator -e main --target-env vulkan1.1
[[vk::binding(0, 0)]] RWStructuredBuffer<uint> Hit;
groupshared uint g_waveId;

[numthreads(256, 1, 1)]
void main(uint gi : SV_GroupIndex, uint3 gid : SV_GroupID)
{
    if (gi == 0)
        g_waveId = 0;
    GroupMemoryBarrierWithGroupSync();
    uint groupWaveId = 0;
    if (WaveIsFirstLane())
    {
        InterlockedAdd(g_waveId, 1, groupWaveId);
    }

    groupWaveId = WaveReadLaneAt(groupWaveId, 0);
    InterlockedAdd(Hit[gid.x * 64 + groupWaveId], 1);
}
