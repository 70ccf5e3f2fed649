// SPDX-License-Identifier: Apache-2.0
// wavefold.hlsli - what HLSL proposals 0048 (Group Wave Index) and 0054 (numWaves) give, for compilers that do not know them yet, and
// WaveMultiPrefixCountBits of Shader Model 6.5, which they do not compile to SPIR-V.
//   GetGroupWaveIndex, GroupGetWaveIndex                        index of the wave in its group
//   GetGroupWaveCount, GetGroupNumWaves, GroupGetWaveCount      waves of a group; 0054 spells them so
//   [numWaves(N)]                                               a group of N whole waves
//   WaveMultiPrefixCountBits(value, mask)                       of the lanes of the mask below the own one, how many are true
// `wavefold` reads numWaves, WaveSize and the other attributes from the source itself.  It defines WAVEFOLD_NUM_WAVES to be the N of numWaves: then
// the wave count is a constant, which may size arrays (`groupshared uint x[GetGroupWaveCount()]`).  Who compiles without `wavefold` may define
// it too, and must tell the run of N (`--num-waves`, or [numWaves(N)] in a kernel file).
// Else index and count are the SPIR-V built-ins SubgroupId and NumSubgroups, as 0048 says:
//   Slang      inline SPIR-V
//   DXC        a built-in input, [[vk::ext_builtin_input]]
//   glslang    has no way in HLSL.  The count is a specialization constant, wavefold_wave_count, which Wavefold fills in for each wave size, extra
//              waves included; it may size arrays too.  On another device its user must set it (SpecId 2046).
// Emulated: with glslang the index, as 0048 does it, by counting in groupshared memory.  All lanes of a wave must make the first call together, and
//           groupshared memory must begin as 0, as it does on Wavefold.  The index is the order of the first calls.
//           With all compilers WaveMultiPrefixCountBits, by a ballot: masks must form a partition, as Shader Model 6.5 asks.
#if !defined(WAVEFOLD_HLSLI) && !defined(WAVEFOLD_ATTRIBUTES)   // the latter: `wavefold` looks for attributes, and wants the names as they are written
#define WAVEFOLD_HLSLI

#ifndef numWaves
#define numWaves(n) numthreads(128, 1, 1)       // a compiler wants some; Wavefold launches n whole waves
#endif

#if defined(__SLANG__)

uint GetGroupWaveIndex()
{
    return spirv_asm {
        OpCapability GroupNonUniform;
        result:$$uint = OpLoad builtin(SubgroupId:uint);
    };
}

#ifndef WAVEFOLD_NUM_WAVES
uint GetGroupWaveCount()
{
    return spirv_asm {
        OpCapability GroupNonUniform;
        result:$$uint = OpLoad builtin(NumSubgroups:uint);
    };
}
#endif

#elif defined(__hlsl_dx_compiler)

[[vk::ext_capability(/* GroupNonUniform */ 61)]]
[[vk::ext_builtin_input(/* SubgroupId */ 40)]]
static const uint wavefold_subgroup_id;
uint GetGroupWaveIndex() { return wavefold_subgroup_id; }

#ifndef WAVEFOLD_NUM_WAVES
[[vk::ext_capability(/* GroupNonUniform */ 61)]]
[[vk::ext_builtin_input(/* NumSubgroups */ 38)]]
static const uint wavefold_num_subgroups;
uint GetGroupWaveCount() { return wavefold_num_subgroups; }
#endif

#else

groupshared uint wavefold_waves;
static uint wavefold_index = 0xffffffff;

uint GetGroupWaveIndex()
{
    if (wavefold_index == 0xffffffff) {
        uint index = 0;
        if (WaveIsFirstLane())
            InterlockedAdd(wavefold_waves, 1, index);
        wavefold_index = WaveReadLaneFirst(index);
    }
    return wavefold_index;
}

#ifndef WAVEFOLD_NUM_WAVES
[[vk::constant_id(2046)]] const uint wavefold_wave_count = 32;
#define WAVEFOLD_NUM_WAVES wavefold_wave_count
#endif

#endif

#ifdef WAVEFOLD_NUM_WAVES
#define GetGroupWaveCount() WAVEFOLD_NUM_WAVES
#endif
#define GetGroupNumWaves() GetGroupWaveCount()
#define GroupGetWaveCount() GetGroupWaveCount()
#define GroupGetWaveIndex() GetGroupWaveIndex()

// Bits of `word`, which stands for lanes from `first` on, of lanes below `lane`.
uint wavefold_count_below(uint word, uint first, uint lane)
{
    return countbits(lane >= first + 32 ? word : lane > first ? word & ((1u << (lane - first)) - 1) : 0);
}

uint wavefold_multi_prefix_count_bits(bool value, uint4 mask)
{
    uint4 set = WaveActiveBallot(value) & mask;
    uint lane = WaveGetLaneIndex();
    return wavefold_count_below(set.x, 0, lane) + wavefold_count_below(set.y, 32, lane) + wavefold_count_below(set.z, 64, lane) +
           wavefold_count_below(set.w, 96, lane);
}
#define WaveMultiPrefixCountBits(value, mask) wavefold_multi_prefix_count_bits(value, mask)

#endif
