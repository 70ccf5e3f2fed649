// SPDX-License-Identifier: Apache-2.0
// Every WaveMultiPrefix operation of Shader Model 6.5 and of Slang, on integers of each size, floats, halves and vectors.
// WaveMultiPrefixCountBits Slang has not for SPIR-V: it is the sum of ones.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
[[vk::binding(0, 0)]] StructuredBuffer<uint> Src;              // by lane
[[vk::binding(1, 0)]] StructuredBuffer<uint> Keys;             // by lane
[[vk::binding(2, 0)]] RWStructuredBuffer<uint> Out;
[[vk::binding(3, 0)]] RWStructuredBuffer<uint2> Wide;
#define N 128

[numthreads(N, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint k = id.x, lane = WaveGetLaneIndex(), x = Src[lane];
    float f = float(int(x) >> 24);
    uint4 mask = WaveMatch(Keys[lane]);
    Out[k] = WaveMultiPrefixSum(x, mask); k += N;
    Out[k] = WaveMultiPrefixProduct(x | 1, mask); k += N;
    Out[k] = WaveMultiPrefixBitAnd(x, mask); k += N;
    Out[k] = WaveMultiPrefixBitOr(x, mask); k += N;
    Out[k] = WaveMultiPrefixBitXor(x, mask); k += N;
    Out[k] = WaveMultiPrefixSum((x & 1) != 0 ? 1u : 0u, mask); k += N;
    Out[k] = asuint(WaveMultiPrefixSum(f, mask)); k += N;
    Out[k] = uint(WaveMultiPrefixSum(int2(7, int(x)), mask).y); k += N;
    Out[k] = WaveMultiPrefixBitOr(uint3(x, 1, 2), mask).x; k += N;
    Out[k] = uint(WaveMultiPrefixSum(uint16_t(x), mask)); k += N;
    Out[k] = asuint(float(WaveMultiPrefixSum(half(lane & 7), mask)));
    uint64_t wide = uint64_t(x) << 20 | lane;
    uint64_t sum = WaveMultiPrefixSum(wide, mask), any = WaveMultiPrefixBitXor(wide, mask);
    Wide[id.x] = uint2(uint(sum), uint(sum >> 32));
    Wide[N + id.x] = uint2(uint(any), uint(any >> 32));
}
