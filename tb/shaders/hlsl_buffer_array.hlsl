// SPDX-License-Identifier: Apache-2.0
// Arrays of buffers in HLSL: each lane chooses its own to read, and one of two to write.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
[[vk::binding(0, 0)]] StructuredBuffer<uint2> In[4];
[[vk::binding(0, 1)]] RWStructuredBuffer<uint> Out[2];
[[vk::binding(1, 1)]] RWByteAddressBuffer Count[3];

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const uint2 pair = In[NonUniformResourceIndex(i % 4)][i / 4];
    Out[NonUniformResourceIndex(i / 3 % 2)][i] = pair.x * 100 + pair.y;
    Count[NonUniformResourceIndex(i % 3)].InterlockedAdd(4, pair.x);
}
