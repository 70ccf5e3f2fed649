// SPDX-License-Identifier: Apache-2.0
// Every wave intrinsic of Shader Model 6.0, as each compiler spells it in SPIR-V: queries, votes, reads, reductions, prefixes, quads.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
// build glslang: glslangValidator -e main --target-env vulkan1.1 -DGLSLANG
[[vk::binding(0, 0)]] StructuredBuffer<uint> Src;              // by lane
[[vk::binding(1, 0)]] RWStructuredBuffer<uint4> Queries;
[[vk::binding(2, 0)]] RWStructuredBuffer<uint2> Lanes;
[[vk::binding(5, 0)]] RWStructuredBuffer<uint4> Quads;
[[vk::binding(6, 0)]] RWStructuredBuffer<uint2> Counts;
[[vk::binding(3, 0)]] RWStructuredBuffer<uint> Sums;
[[vk::binding(4, 0)]] RWStructuredBuffer<uint> Prefixes;
#define N 128

#ifdef GLSLANG      // its WavePrefixSum and WavePrefixProduct make InclusiveScan: one lane further up they are what they are called
#define PREFIX(operation, value, identity) (lane == 0 ? identity : WaveReadLaneAt(operation(value), max(lane, 1) - 1))
#else
#define PREFIX(operation, value, identity) operation(value)
#endif

[numthreads(N, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x, lane = WaveGetLaneIndex(), x = Src[lane];
    int s = int(x);
    float f = float(x & 255);
    bool odd = (lane & 1) != 0;
    uint votes = (WaveIsFirstLane() ? 1 : 0) | (WaveActiveAllTrue(lane < 200) ? 2 : 0) | (WaveActiveAnyTrue(lane == 3) ? 4 : 0)
               | (WaveActiveAllTrue(odd) ? 8 : 0) | (WaveActiveAnyTrue(lane > 200) ? 16 : 0);
    uint4 ballot = WaveActiveBallot(odd);
    Queries[i] = uint4(WaveGetLaneCount(), lane, votes, ballot.x);
    Lanes[i] = uint2(WaveReadLaneAt(x, 2) + WaveReadLaneFirst(x), uint(WaveReadLaneAt(float2(f, 1.0), 3).x));
    Quads[i] = uint4(QuadReadAcrossX(x), QuadReadAcrossY(x), QuadReadAcrossDiagonal(x), QuadReadLaneAt(x, 1));
    Counts[i] = uint2(WaveActiveCountBits(odd), WavePrefixCountBits(odd));
    uint k = i;
    Sums[k] = WaveActiveSum(x); k += N;
    Sums[k] = WaveActiveProduct(x | 1); k += N;
    Sums[k] = uint(WaveActiveMin(s)); k += N;
    Sums[k] = uint(WaveActiveMax(s)); k += N;
    Sums[k] = WaveActiveMin(x); k += N;
    Sums[k] = WaveActiveMax(x); k += N;
    Sums[k] = WaveActiveBitAnd(x | 0xff00ff00 << (x & 15)); k += N;
    Sums[k] = WaveActiveBitOr(x & 0x00110011 << (x & 15)); k += N;
    Sums[k] = WaveActiveBitXor(x); k += N;
    k = i;
    Prefixes[k] = PREFIX(WavePrefixSum, x, 0); k += N;
    Prefixes[k] = PREFIX(WavePrefixProduct, x | 1, 1); k += N;
    Prefixes[k] = uint(PREFIX(WavePrefixSum, float3(f, 1.0, f * 2.0), float3(0.0, 0.0, 0.0)).z); k += N;
    Prefixes[k] = uint(PREFIX(WavePrefixSum, int2(s, -s), int2(0, 0)).y);
}
