// SPDX-License-Identifier: Apache-2.0
// Interlocked operations on floats: sums, least and greatest, exchange, of structured and byte-address buffers and groupshared memory.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
[[vk::binding(0, 0)]] RWStructuredBuffer<float> Sums;           // eight sums, eight least, eight greatest numbers
[[vk::binding(1, 0)]] RWByteAddressBuffer Bytes;
[[vk::binding(2, 0)]] RWStructuredBuffer<float> Own;            // one of each thread
[[vk::binding(3, 0)]] RWStructuredBuffer<float> Out;            // four of each thread
groupshared float g_sum[4], g_most;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    const float x = float(int(i * 37 % 64) - 20) / 4;           // every sum is exact
    float old;
    if (i < 4)
        g_sum[i] = 0.5;
    if (i == 4)
        g_most = -100;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(Sums[i % 8], x);
    InterlockedMin(Sums[8 + i % 8], x);
    InterlockedMax(Sums[16 + i % 8], x);
    Bytes.InterlockedAddF32(4 * (i / 16), x);
    InterlockedAdd(g_sum[i % 4], x);
    InterlockedMax(g_most, x);
    InterlockedExchange(Own[i], x, old);
    Out[4 * i] = old;
    Bytes.InterlockedAddF32(16 + 4 * i, x, old);
    Out[4 * i + 1] = old;
    GroupMemoryBarrierWithGroupSync();
    Out[4 * i + 2] = g_sum[i % 4];
    Out[4 * i + 3] = g_most;
}
