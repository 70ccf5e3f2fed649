// SPDX-License-Identifier: Apache-2.0
// groupshared atomics - the good way: the wave counts, one lane adds.
// build: slangc -target spirv -stage compute -entry cs_count_survivors -O2
// build o0: slangc -target spirv -stage compute -entry cs_count_survivors -O0 -g1
// build glslang: glslangValidator -e cs_count_survivors --target-env vulkan1.1
[[vk::binding(0, 0)]] StructuredBuffer<uint> SrcBuffer;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint> Out;
groupshared uint g_Counter;

[numthreads(64, 1, 1)]
void cs_count_survivors(uint gi : SV_GroupIndex, uint3 dtid : SV_DispatchThreadID, uint3 gid : SV_GroupID)
{
    if (gi == 0) g_Counter = 0;
    GroupMemoryBarrierWithGroupSync();
    bool alive = SrcBuffer[dtid.x] > 0;
    // Wave-fold the contribution; one lane performs the atomic for the whole wave.
    uint wave_sum = WaveActiveCountBits(alive);
    if (WaveIsFirstLane()) {
        InterlockedAdd(g_Counter, wave_sum);
    }
    GroupMemoryBarrierWithGroupSync();
    if (gi == 0) Out[gid.x] = g_Counter;
}
