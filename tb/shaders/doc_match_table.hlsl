// SPDX-License-Identifier: Apache-2.0
// SM 6.5 - the table of WaveMatch: lanes 0 and 4 are inactive.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
[[vk::binding(0, 0)]] StructuredBuffer<int> Input;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint4> Mask;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (i % 4 != 0) {
        int input = Input[i];
        uint4 mask = WaveMatch(input);
        Mask[i] = mask;
    }
}
