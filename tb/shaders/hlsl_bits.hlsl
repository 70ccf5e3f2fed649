// SPDX-License-Identifier: Apache-2.0
// Bit intrinsics and conversions of bits: countbits, reversebits, firstbitlow, firstbithigh of each signedness, asuint, f16tof32 and back.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
// build glslang: glslangValidator -e main --target-env vulkan1.1
[[vk::binding(0, 0)]] StructuredBuffer<uint> Src;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint> Out;
#define N 64

[numthreads(N, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint x = Src[i], k = i;
    Out[k] = countbits(x); k += N;
    Out[k] = reversebits(x); k += N;
    Out[k] = firstbitlow(x); k += N;
    Out[k] = firstbithigh(x); k += N;
    Out[k] = firstbithigh(int(x)); k += N;
    Out[k] = asuint(asfloat(x & 0x3fffffff | 0x20000000) * 2.0); k += N;
    Out[k] = asuint(f16tof32(x & 0x3ff | 0x3c00)); k += N;
    Out[k] = f32tof16(float(int(x) >> 12)); k += N;
    uint2 both = countbits(uint2(x, x >> 7)) + firstbitlow(uint2(x | 64, x | 0x80000000));
    Out[k] = both.x | both.y << 16;
}
