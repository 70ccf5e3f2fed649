// SPDX-License-Identifier: Apache-2.0
// The tables of Shader Model 6.5 with a wave of eight pixels: lanes 0 and 4, and then lane 1, are helper lanes.
// build: slangc -target spirv -stage fragment -entry main -O2 -capability spvGroupNonUniformPartitionedNV
[[vk::binding(0, 0)]] StructuredBuffer<int> Input;
[[vk::binding(1, 0)]] StructuredBuffer<uint> Mask;
[[vk::binding(2, 0)]] StructuredBuffer<int> Value;
[[vk::binding(3, 0)]] RWStructuredBuffer<uint> Match;
[[vk::binding(4, 0)]] RWStructuredBuffer<int> Sum;

[WaveSize(8, 128)]
void main(float4 at : SV_Position)
{
    const uint lane = WaveGetLaneIndex();
    const int sum = WaveMultiPrefixSum(Value[lane], uint4(Mask[lane], 0, 0, 0));
    Match[lane] = WaveMatch(Input[lane]).x;
    Sum[lane] = sum;
}
