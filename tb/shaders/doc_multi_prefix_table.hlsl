// SPDX-License-Identifier: Apache-2.0
// SM 6.5 - the table of WaveMultiPrefixSum: lane 1 is inactive, and the masks name it all the same.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
[[vk::binding(0, 0)]] StructuredBuffer<uint> Mask;
[[vk::binding(1, 0)]] StructuredBuffer<int> Value;
[[vk::binding(2, 0)]] RWStructuredBuffer<int> Output;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (i != 1) {
        int value = Value[i];
        uint4 mask = uint4(Mask[i], 0, 0, 0);
        int output = WaveMultiPrefixSum(value, mask);
        Output[i] = output;
    }
}
