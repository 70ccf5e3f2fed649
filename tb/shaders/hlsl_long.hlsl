// SPDX-License-Identifier: Apache-2.0
// 64-bit and 16-bit integers and halves of HLSL 2018: int64_t, uint16_t, half as real types.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
[[vk::binding(0, 0)]] StructuredBuffer<uint2> Src;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint2> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint2 w = Src[i];
    uint64_t x = uint64_t(w.y) << 32 | w.x;
    int64_t s = int64_t(x);
    uint64_t r = x * 10 + (x >> 7) - uint64_t(s / 1000);
    uint16_t h = uint16_t(w.x), g = uint16_t(w.y);
    uint16_t m = uint16_t(h * g + 3);
    int16_t q = int16_t(int16_t(h) >> 2);
    half a = half(float(w.x & 127)), b = half(0.5);
    half c = a * b + half(1.0);
    uint16_t e = uint16_t(w.x & 255);
    Out[4 * i] = uint2(uint(r), uint(r >> 32));
    Out[4 * i + 1] = uint2(uint(m), uint(int(q)));
    Out[4 * i + 2] = uint2(asuint(float(c)), uint(e * 2));
    Out[4 * i + 3] = uint2(uint(s % 1000), uint(countbits(w.x & 0xffff)));
}
