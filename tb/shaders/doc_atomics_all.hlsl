// SPDX-License-Identifier: Apache-2.0
// groupshared atomics - every operation that the rule names, on one cell each, lane by lane and folded by the wave: both must give the same.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
[[vk::binding(0, 0)]] StructuredBuffer<uint> Src;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint> Out;
groupshared uint plain[8];
groupshared uint folded[8];
groupshared int plain_signed[2];
groupshared int folded_signed[2];

[numthreads(256, 1, 1)]
void main(uint gi : SV_GroupIndex, uint3 dtid : SV_DispatchThreadID, uint3 gid : SV_GroupID)
{
    if (gi < 8)
        plain[gi] = folded[gi] = gi == 2 || gi == 4 ? 0xffffffff : 0;
    if (gi < 2)
        plain_signed[gi] = folded_signed[gi] = gi == 0 ? 0x7fffffff : int(0x80000000);
    GroupMemoryBarrierWithGroupSync();
    uint x = Src[dtid.x], few = x & x >> 7 & x >> 14, most = x | x << 5 | x << 11;
    int s = int(x);
    InterlockedAdd(plain[0], x);
    InterlockedOr(plain[1], few);
    InterlockedAnd(plain[2], most);
    InterlockedXor(plain[3], x);
    InterlockedMin(plain[4], x);
    InterlockedMax(plain[5], x);
    InterlockedMin(plain_signed[0], s);
    InterlockedMax(plain_signed[1], s);
    uint sum = WaveActiveSum(x), any = WaveActiveBitOr(few), all = WaveActiveBitAnd(most), odd = WaveActiveBitXor(x);
    uint least = WaveActiveMin(x), greatest = WaveActiveMax(x);
    int sleast = WaveActiveMin(s), sgreatest = WaveActiveMax(s);
    if (WaveIsFirstLane()) {
        InterlockedAdd(folded[0], sum);
        InterlockedOr(folded[1], any);
        InterlockedAnd(folded[2], all);
        InterlockedXor(folded[3], odd);
        InterlockedMin(folded[4], least);
        InterlockedMax(folded[5], greatest);
        InterlockedMin(folded_signed[0], sleast);
        InterlockedMax(folded_signed[1], sgreatest);
    }
    GroupMemoryBarrierWithGroupSync();
    if (gi < 16) {
        uint k = gi & 7;
        uint cell = gi < 8 ? plain[k] : folded[k];
        if (k >= 6)
            cell = uint(gi < 8 ? plain_signed[k - 6] : folded_signed[k - 6]);
        Out[gid.x * 16 + gi] = cell;
    }
}
