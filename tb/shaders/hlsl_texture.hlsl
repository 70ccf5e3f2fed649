// SPDX-License-Identifier: Apache-2.0
// Textures of HLSL: Load, Sample in its forms, Gather, GetDimensions, RWTexture2D with operators and Interlocked functions, typed buffers.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
// build glslang: glslangValidator -e main --target-env vulkan1.1
[[vk::binding(0, 0)]] Texture2D<float4> T;
[[vk::binding(1, 0)]] Texture2D<float> Depth;
[[vk::binding(2, 0)]] SamplerState Linear;
[[vk::binding(3, 0)]] SamplerComparisonState Compare;
[[vk::binding(4, 0)]] RWTexture2D<uint> Count;
[[vk::binding(5, 0)]] Buffer<uint> Words;
[[vk::binding(6, 0)]] RWBuffer<float> Out;
[[vk::binding(7, 0)]] RWTexture2DArray<float4> Layers;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int i = int(id.x);
    float2 at = float2(float((i * 37 & 255) - 128) / 64.0 + 1.0 / 256.0, float((i * 101 & 255) - 128) / 64.0 + 3.0 / 256.0);
    uint width, height, levels, old;
    T.GetDimensions(0, width, height, levels);
    Out[8 * i] = T.Load(int3(i % 16, i / 16, 0)).y;
    Out[8 * i + 1] = T.SampleLevel(Linear, at, 0).z;
    Out[8 * i + 2] = T.SampleGrad(Linear, at, float2(4.0 / 16, 0), float2(0, 1.0 / 8)).x;
    Out[8 * i + 3] = T.GatherGreen(Linear, at).w;
    Out[8 * i + 4] = Depth.SampleCmpLevelZero(Compare, at, float(i * 29 & 63) / 64.0 + 1.0 / 1024.0);
    Out[8 * i + 5] = float(Words[i % 50] & 0xffff) / 65536.0;
    Out[8 * i + 6] = float(width * 10000 + height * 100 + levels);
    InterlockedAdd(Count[uint2(i & 3, 0)], uint(i), old);
    Count[uint2(i & 3, 1 + i / 4)] = Words[i % 50] + uint(i);
    Layers[uint3(i % 8, i / 8, i % 2)] = T[uint2(i % 16, i / 16)] * 2;
    Out[8 * i + 7] = 1;
}
