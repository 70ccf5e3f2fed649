// SPDX-License-Identifier: Apache-2.0
// Shader Model 6.5: wave intrinsics run as if helper lanes were not active.  What a helper lane puts in does not show on active lanes, bits of
// helper lanes are 0 in results and ignored in masks.  Each sentence on quads of a wave, so that the results are those of any wave size.
// build: slangc -target spirv -stage fragment -entry main -O2 -capability spvGroupNonUniformPartitionedNV
#include "wavefold.hlsli"
[[vk::binding(0, 0)]] StructuredBuffer<uint> Src;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint> Total;

struct Result
{
    uint4 first : SV_Target0;
    uint4 second : SV_Target1;
    uint4 third : SV_Target2;
};

uint of_quad(uint4 mask, uint lane)
{
    return mask[lane / 32] >> (lane % 32 & ~3u) & 15;
}

[shader("pixel")]
Result main(float4 at : SV_Position)
{
    const uint i = uint(at.y) * 16 + uint(at.x), value = Src[i] & 255, lane = WaveGetLaneIndex();
    uint4 quad = 0;
    quad[lane / 32] = 15u << (lane % 32 & ~3u);
    // all four bits of the quad, those of its helper lanes too
    Result r;
    r.first.x = of_quad(WaveMatch(value % 3), lane);
    r.first.y = of_quad(WaveMatch(float2(value % 2, 1)), lane);
    r.first.z = of_quad(WaveActiveBallot(true), lane);
    r.first.w = of_quad(WaveActiveBallot(value > 99), lane);
    r.second.x = WaveMultiPrefixSum(value, quad);
    r.second.y = WaveMultiPrefixProduct(value | 1, quad);
    r.second.z = WaveMultiPrefixBitXor(value, quad);
    r.second.w = WaveMultiPrefixCountBits(value > 99, quad);
    r.third.x = WaveMultiPrefixBitAnd(value, quad);
    r.third.y = WaveMultiPrefixBitOr(value, quad);
    r.third.z = WaveMultiPrefixSum(value, WaveMatch(i / 32 * 16 + i % 16 / 2));      // the quad again, by what its pixels have in common
    r.third.w = WaveActiveAllTrue(!IsHelperLane()) ? 1 : 0;
    const uint lanes = WaveActiveCountBits(true), all = WaveActiveSum(value), most = WaveActiveMax(value), odd = WaveActiveBitXor(value);
    if (WaveIsFirstLane()) {
        InterlockedAdd(Total[0], lanes);
        InterlockedAdd(Total[1], all);
        InterlockedMax(Total[2], most);
        InterlockedXor(Total[3], odd);
    }
    const uint after = WavePrefixCountBits(true) + 1;       // of the last lane: how many there are
    const uint sum = WavePrefixSum(value) + value;
    if (after == lanes) {
        InterlockedAdd(Total[4], after);
        InterlockedAdd(Total[5], sum);
    }
    return r;
}
