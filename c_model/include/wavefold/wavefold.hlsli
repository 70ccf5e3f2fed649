// SPDX-License-Identifier: Apache-2.0
// wavefold.hlsli - GetGroupWaveIndex() and GetGroupWaveCount() of HLSL proposal 0048, for compilers that do not know them yet.
// As the proposal says, they are the SPIR-V built-ins SubgroupId and NumSubgroups.  How a compiler is asked for those:
//   Slang      inline SPIR-V
//   DXC        a built-in input, [[vk::ext_builtin_input]]
//   glslang    has no way in HLSL; there the two are emulated as the proposal does it, by counting in groupshared memory.  The first call must be
//              made by all threads of the group (it holds a barrier), and groupshared memory must begin as 0, as it does on Wavefold.
// And [numWaves(N)] of proposal 0054: a compiler gets some numthreads; the run must be told the N (--num-waves, or in a kernel file).
#ifndef WAVEFOLD_HLSLI
#define WAVEFOLD_HLSLI
#define numWaves(n) numthreads(32 * (n), 1, 1)

#if defined(__SLANG__)

uint GetGroupWaveIndex()
{
    return spirv_asm {
        OpCapability GroupNonUniform;
        result:$$uint = OpLoad builtin(SubgroupId:uint);
    };
}

uint GetGroupWaveCount()
{
    return spirv_asm {
        OpCapability GroupNonUniform;
        result:$$uint = OpLoad builtin(NumSubgroups:uint);
    };
}

#elif defined(__hlsl_dx_compiler)

[[vk::ext_capability(/* GroupNonUniform */ 61)]]
[[vk::ext_builtin_input(/* SubgroupId */ 40)]]
static const uint wavefold_subgroup_id;
[[vk::ext_capability(/* GroupNonUniform */ 61)]]
[[vk::ext_builtin_input(/* NumSubgroups */ 38)]]
static const uint wavefold_num_subgroups;

uint GetGroupWaveIndex() { return wavefold_subgroup_id; }
uint GetGroupWaveCount() { return wavefold_num_subgroups; }

#else

groupshared uint wavefold_waves;
static uint wavefold_index = 0xffffffff;
static uint wavefold_count;

void wavefold_enumerate()
{
    if (wavefold_index == 0xffffffff) {
        uint index = 0;
        if (WaveIsFirstLane())
            InterlockedAdd(wavefold_waves, 1, index);
        wavefold_index = WaveReadLaneFirst(index);
        GroupMemoryBarrierWithGroupSync();
        wavefold_count = wavefold_waves;
    }
}

uint GetGroupWaveIndex() { wavefold_enumerate(); return wavefold_index; }
uint GetGroupWaveCount() { wavefold_enumerate(); return wavefold_count; }

#endif
#endif
