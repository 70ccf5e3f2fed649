// SPDX-License-Identifier: Apache-2.0
// Interlocked operations on 64 bits, with the old value, of structured and byte-address buffers and groupshared memory; then the distinct
// keys of a group by a hash table in groupshared memory and one in a buffer, whose places are taken by compare-exchange.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
[[vk::binding(0, 0)]] StructuredBuffer<uint64_t> Src;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint64_t> Own;         // nine words a thread
[[vk::binding(2, 0)]] RWStructuredBuffer<uint64_t> Old;
[[vk::binding(3, 0)]] RWStructuredBuffer<int64_t> Cells;
[[vk::binding(4, 0)]] RWByteAddressBuffer Bytes;
[[vk::binding(5, 0)]] RWStructuredBuffer<uint64_t> Keys;
groupshared int64_t g_least, g_most;
groupshared uint64_t g_bits, g_key[64];
groupshared uint g_distinct;

bool is_new(uint64_t key)
{
    uint at = uint(key >> 32) % 64u;
    for (;;) {
        uint64_t found;
        InterlockedCompareExchange(g_key[at], uint64_t(0), key, found);
        if (found == 0)
            return true;
        if (found == key)
            return false;
        at = (at + 1) % 64u;
    }
}

uint place_of(uint64_t key)
{
    uint at = uint(key) % 128u;
    for (;;) {
        uint64_t found;
        InterlockedCompareExchange(Keys[at], uint64_t(0), key, found);
        if (found == 0 || found == key)
            return at;
        at = (at + 1) % 128u;
    }
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint64_t x = Src[i], old;
    if (i == 0) {
        g_least = 0x7fffffffffffffffll;
        g_most = -0x7fffffffffffffffll;
        g_bits = 0;
        g_distinct = 0;
    }
    g_key[i] = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(Own[9 * i], x, old);
    Old[9 * i] = old;
    InterlockedMin(Own[9 * i + 1], x, old);
    Old[9 * i + 1] = old;
    InterlockedMax(Own[9 * i + 2], x, old);
    Old[9 * i + 2] = old;
    InterlockedAnd(Own[9 * i + 3], x, old);
    Old[9 * i + 3] = old;
    InterlockedOr(Own[9 * i + 4], x, old);
    Old[9 * i + 4] = old;
    InterlockedXor(Own[9 * i + 5], x, old);
    Old[9 * i + 5] = old;
    InterlockedExchange(Own[9 * i + 6], x, old);
    Old[9 * i + 6] = old;
    InterlockedCompareExchange(Own[9 * i + 7], uint64_t(i & ~3u) << 32, x, old);
    Old[9 * i + 7] = old;
    Bytes.InterlockedExchange64(8 * i, int64_t(x), old);
    Old[9 * i + 8] = old;
    InterlockedMin(Cells[0], int64_t(x));
    InterlockedMax(Cells[1], int64_t(x));
    InterlockedAdd(Cells[2], -int64_t(x));
    InterlockedMin(g_least, int64_t(x));
    InterlockedMax(g_most, int64_t(x));
    InterlockedOr(g_bits, uint64_t(1) << (x & 63));
    uint64_t key = uint64_t(uint(x) & 3) << 32 | (uint(x >> 8) & 7) + 1;
    if (is_new(key))
        InterlockedAdd(g_distinct, 1);
    uint place = place_of(key);
    GroupMemoryBarrierWithGroupSync();
    Bytes.Store(512 + 4 * i, Keys[place] == key ? 1 : 0);
    if (i == 0) {
        Cells[3] = g_least;
        Cells[4] = g_most;
        Cells[5] = int64_t(g_bits);
        Cells[6] = g_distinct;
    }
}
