// SPDX-License-Identifier: Apache-2.0
// SM 6.5 - WaveMatch and WaveMultiPrefixSum against the loop that is equivalent (with WavePrefixSum, as it must read); totals by the last of a group.
// build: slangc -target spirv -stage compute -entry main -O0 -g1
// build o1: slangc -target spirv -stage compute -entry main -O1
[[vk::binding(0, 0)]] StructuredBuffer<uint> Key;
[[vk::binding(1, 0)]] StructuredBuffer<uint> Values;
[[vk::binding(2, 0)]] RWStructuredBuffer<uint> Same;
[[vk::binding(3, 0)]] RWStructuredBuffer<uint> Total;

[numthreads(128, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint expr = Key[id.x], value = Values[id.x];

    uint4 mask = WaveMatch(expr);
    uint sum = WaveMultiPrefixSum(value, mask);

    uint other = 0;
    while (true) {
        if (WaveReadLaneFirst(expr) == expr) {
            other = WavePrefixSum(value);
            break;
        }
    }
    Same[id.x] = sum == other ? 1 : 0;

    // the last lane of each group adds what all of it have
    uint4 above = firstbithigh(mask);
    uint last = mask.w != 0 ? above.w + 96 : mask.z != 0 ? above.z + 64 : mask.y != 0 ? above.y + 32 : above.x;
    if (WaveGetLaneIndex() == last)
        InterlockedAdd(Total[expr], sum + value);
}
