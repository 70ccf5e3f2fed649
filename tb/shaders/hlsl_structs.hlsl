// SPDX-License-Identifier: Apache-2.0
// Structured buffers of structs in structs and arrays; methods, static members, out and inout parameters, arrays as values.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
// build glslang: glslangValidator -e main --target-env vulkan1.1
#ifndef __SLANG__
#define MUTATING
#else
#define MUTATING [mutating]
#endif
struct Leaf { float2 at; uint id; int other; };
struct Node { Leaf leaf[2]; uint3 rgb; uint count; };
[[vk::binding(0, 0)]] StructuredBuffer<Node> Src;
[[vk::binding(1, 0)]] RWStructuredBuffer<Node> Dst;
groupshared Leaf g_leaf[32];

struct Counter {
    uint value;
    uint total;
    MUTATING void add(uint x) { value += x; total += value; }
    uint get() { return value * 1000 + total; }
};

void shift(inout Leaf leaf, out uint old, float2 by)
{
    old = leaf.id;
    leaf.id += 5;
    leaf.at += by;
}

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Node n = Src[i];
    g_leaf[31 - i] = n.leaf[i & 1];
    GroupMemoryBarrierWithGroupSync();
    uint old;
    Leaf other = g_leaf[i];
    shift(other, old, float2(1.0, float(i)));
    n.leaf[(i >> 1) & 1] = other;
    Counter c;
    c.value = old;
    c.total = 0;
    for (uint k = 0; k < 3; k++)
        c.add(n.rgb[k]);
    n.count = c.get();
    n.rgb = n.rgb.zxy;
    Dst[i] = n;
    Dst[i].rgb.y = i;
    Dst[i].leaf[i & 1].other -= int(i);
}
