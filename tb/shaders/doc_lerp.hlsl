// SPDX-License-Identifier: Apache-2.0
// WaveActiveLerp: lerps one after the other, over the lanes of a wave, as a reversed prefix product.
// build: slangc -target spirv -stage compute -entry CS -O2
// build o0: slangc -target spirv -stage compute -entry CS -O0 -g1
// (Not glslang: its WavePrefixProduct makes an inclusive scan.)
#include "wavefold.hlsli"
[[vk::binding(0, 0)]] StructuredBuffer<float> Value;
[[vk::binding(1, 0)]] StructuredBuffer<float> Interpolant;
[[vk::binding(2, 0)]] RWStructuredBuffer<float> Output;

float WaveActiveLerp(float value, float t)
{
    float prefixProduct = WavePrefixProduct(1.0f - t);
    float laneValue = value * t * prefixProduct;
    return WaveActiveSum(laneValue);
}

[numWaves(1)]
void CS(uint group : SV_GroupID)
{
    uint reversedIndex = group * 128 + WaveGetLaneCount() - WaveGetLaneIndex() - 1;
    float interpolation = WaveActiveLerp(Value[reversedIndex], Interpolant[reversedIndex]);
    if (WaveIsFirstLane())
        Output[group] = interpolation;
}
