// SPDX-License-Identifier: Apache-2.0
// ByteAddressBuffer and RWByteAddressBuffer: loads and stores of one to four words, of types, lengths, atomics.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g
// build glslang: glslangValidator -e main --target-env vulkan1.1 -DGLSLANG
[[vk::binding(0, 0)]] ByteAddressBuffer In;
[[vk::binding(1, 0)]] RWByteAddressBuffer Out;
[[vk::binding(2, 0)]] RWByteAddressBuffer Cells;

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint at = 40 * i;
    uint one = In.Load(at);
    uint2 two = In.Load2(at + 4);
    uint3 three = In.Load3(at + 12);
    uint4 four = In.Load4(at + 24);
    uint bytes;
    In.GetDimensions(bytes);
    Out.Store(at, one + bytes);
    Out.Store2(at + 4, two.yx);
    Out.Store3(at + 12, three.zxy);
    Out.Store4(at + 24, four.wzyx);
#ifdef GLSLANG
    float f = asfloat(In.Load(at));
    Out.Store(at, one + bytes * 4);     // glslang counts words
#else
    float f = In.Load<float>(at);
#endif
    Out.Store(1280 + 4 * i, asuint(f) ^ 1);
    uint old;
    Cells.InterlockedAdd(0, one, old);
    Cells.InterlockedAdd(4, 1u);
    Cells.InterlockedOr(8, one & 0x10101010);
    Cells.InterlockedMax(12, one);
    Cells.InterlockedMin(16, one);
    Cells.InterlockedExchange(64 + 4 * i, one, old);
    Out.Store(1408 + 4 * i, old);
    Cells.InterlockedCompareExchange(192 + 4 * i, 5u, i, old);
    Out.Store(1536 + 4 * i, old);
}
