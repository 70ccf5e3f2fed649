// SPDX-License-Identifier: Apache-2.0
// WaveMatch of each type: signed, float, bool, 16 and 64 bits, half, vectors of two to four; the masks folded into a word.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
[[vk::binding(0, 0)]] RWStructuredBuffer<uint> Out;
#define N 128

uint fold(uint4 mask) { return mask.x + 3 * mask.y + 5 * mask.z + 7 * mask.w; }

[numthreads(N, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint k = id.x, lane = WaveGetLaneIndex();
    uint a = lane % 3, b = lane / 2 % 3, c = lane % 5;
    Out[k] = fold(WaveMatch(int(a) - 1)); k += N;
    Out[k] = fold(WaveMatch(float(b) * 0.5)); k += N;
    Out[k] = fold(WaveMatch(a == 1)); k += N;
    Out[k] = fold(WaveMatch(uint16_t(c))); k += N;
    Out[k] = fold(WaveMatch(uint64_t(a) << 40)); k += N;
    Out[k] = fold(WaveMatch(half(b))); k += N;
    Out[k] = fold(WaveMatch(uint2(a, b))); k += N;
    Out[k] = fold(WaveMatch(float3(1.0, float(a), float(c)))); k += N;
    Out[k] = fold(WaveMatch(int4(0, int(a), -int(b), 5))); k += N;
    if (lane % 4 != 2)
        Out[k] = fold(WaveMatch(a));
}
