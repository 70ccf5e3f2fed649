// SPDX-License-Identifier: Apache-2.0
// Continued interpolation of more elements than a wave has lanes; WaveActiveProduct made of WavePrefixProduct and the last active lane, which is
// found by ballot and firstbithigh.
// build: slangc -target spirv -stage compute -entry CS -O2
// build o0: slangc -target spirv -stage compute -entry CS -O0 -g1
#include "wavefold.hlsli"
[[vk::binding(0, 0)]] StructuredBuffer<int> ValueCounts;
[[vk::binding(1, 0)]] StructuredBuffer<float> Value;
[[vk::binding(2, 0)]] StructuredBuffer<float> Interpolant;
[[vk::binding(3, 0)]] RWStructuredBuffer<float> Output;

uint WaveGetLastLaneIndex()
{
    uint4 ballot = WaveActiveBallot(true);
    uint4 bits = firstbithigh(ballot); // Returns -1 (0xFFFFFFFF) if no bits set.
    bits = select(bits == 0xFFFFFFFF, 0, bits + uint4(0, 32, 64, 96));
    return max(max(max(bits.x, bits.y), bits.z), bits.w);
}

float WaveReadLaneLast(float t)
{
    uint lastLane = WaveGetLastLaneIndex();
    return WaveReadLaneAt(t, lastLane);
}

float2 WaveActiveLerp(float value, float t)
{
    float prefixProduct = WavePrefixProduct(1.0f - t);
    float laneValue = value * t * prefixProduct;

    float2 result;
    result.x = WaveActiveSum(laneValue);
    result.y = WaveReadLaneLast(prefixProduct * (1.0f - t)); // Used for continued interpolation.
    return result;
}

[numWaves(1)]
void CS(uint group : SV_GroupID)
{
    float result = 0.0f;
    float carriedInterpolant = 1.0f;
    for (int reversedIndex = ValueCounts[group] - int(WaveGetLaneIndex()) - 1; reversedIndex >= 0; reversedIndex -= int(WaveGetLaneCount())) {
        float value = Value[reversedIndex];
        float interpolant = Interpolant[reversedIndex];

        float2 interpolation = WaveActiveLerp(value, interpolant);

        result += interpolation.x * carriedInterpolant;
        carriedInterpolant *= interpolation.y;
    }
    if (WaveGetLaneIndex() == 0)
        Output[group] = result;
}
