// SPDX-License-Identifier: Apache-2.0
// Interlocked operations on buffers and groupshared memory, with and without the old value, signed and unsigned, compare-store; on floats.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
// build glslang: glslangValidator -e main --target-env vulkan1.1
[[vk::binding(0, 0)]] StructuredBuffer<uint> Src;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint> Own;             // eight words a thread
[[vk::binding(2, 0)]] RWStructuredBuffer<uint> Old;
[[vk::binding(3, 0)]] RWStructuredBuffer<int> Cells;
groupshared int g_least, g_most;
groupshared uint g_bits;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint x = Src[i], old;
    if (i == 0) {
        g_least = 0x7fffffff;
        g_most = -2147483647;
        g_bits = 0;
    }
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(Own[8 * i], x, old);
    Old[8 * i] = old;
    InterlockedAnd(Own[8 * i + 1], x, old);
    Old[8 * i + 1] = old;
    InterlockedOr(Own[8 * i + 2], x, old);
    Old[8 * i + 2] = old;
    InterlockedXor(Own[8 * i + 3], x, old);
    Old[8 * i + 3] = old;
    InterlockedMin(Own[8 * i + 4], x, old);
    Old[8 * i + 4] = old;
    InterlockedMax(Own[8 * i + 5], x, old);
    Old[8 * i + 5] = old;
    InterlockedExchange(Own[8 * i + 6], x, old);
    Old[8 * i + 6] = old;
    InterlockedCompareExchange(Own[8 * i + 7], i & ~1u, x, old);
    Old[8 * i + 7] = old;
    InterlockedMin(Cells[0], int(x));
    InterlockedMax(Cells[1], int(x));
    InterlockedAdd(Cells[2], -int(x & 0xff));
    InterlockedMin(g_least, int(x));
    InterlockedMax(g_most, int(x));
    InterlockedOr(g_bits, 1u << (x & 31));
    GroupMemoryBarrierWithGroupSync();
    if (i == 0) {
        Cells[3] = g_least;
        Cells[4] = g_most;
        Cells[5] = int(g_bits);
    }
}
