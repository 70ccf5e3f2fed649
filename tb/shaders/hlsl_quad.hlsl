// SPDX-License-Identifier: Apache-2.0
// Quads in Shader Model 6.7: QuadAny and QuadAll, and the reads across; and derivatives of Shader Model 6.6 in a group of 8 x 8.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g
[[vk::binding(0, 0)]] StructuredBuffer<uint> Src;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint x = Src[i];
    bool a = (x & 1) != 0, b = (x & 6) != 0;
    uint r = (QuadAny(a) ? 1 : 0) | (QuadAll(b) ? 2 : 0);
    r |= (QuadReadAcrossX(x) & 255) << 8 | (QuadReadAcrossY(x) & 255) << 16 | (QuadReadAcrossDiagonal(x) & 255) << 24;
    if (QuadAny((x & 15) == 15))
        r |= QuadAll(true) ? 4 : 0;
    Out[i] = r;
}
