// SPDX-License-Identifier: Apache-2.0
// Arrays of textures in HLSL, with indices that differ between lanes, and the status of what is read.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
[[vk::binding(0, 0)]] Texture2D<float4> T[];
[[vk::binding(1, 0)]] SamplerState S[2];
[[vk::binding(2, 0)]] RWTexture2D<uint> Count[2];
[[vk::binding(3, 0)]] RWStructuredBuffer<float4> Out;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int i = int(id.x);
    uint old, status, width, height;
    float2 at = float2(float(i * 37 & 255), float(i * 101 & 255)) / 64.0 - 1.5 + 1.0 / 256.0;
    Texture2D<float4> mine = T[NonUniformResourceIndex(i % 3)];
    Out[3 * i] = mine.SampleLevel(S[NonUniformResourceIndex(i / 3 & 1)], at, 0);
    Out[3 * i + 1] = mine.Load(int3(i & 3, i >> 2 & 3, 0), int2(0, 0), status);
    if (!CheckAccessFullyMapped(status))
        Out[3 * i + 1] = -1;
    mine.GetDimensions(width, height);
    InterlockedAdd(Count[NonUniformResourceIndex(i & 1)][uint2(i >> 1 & 1, 0)], uint(i), old);
    Out[3 * i + 2] = float4(width, height, i, 0);
}
