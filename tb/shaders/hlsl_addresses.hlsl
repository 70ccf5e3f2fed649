// SPDX-License-Identifier: Apache-2.0
// Addresses of buffers in HLSL: vk::BufferPointer of structs that lead to each other, of arrays, and a pointer of Slang.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
struct Node
{
    uint64_t parent;                // 0: the root
    uint value, visits;
};
struct Table
{
    uint word[64];
};
struct Args
{
    uint64_t nodes, table, loose;
};
[[vk::binding(0, 0)]] ConstantBuffer<Args> Given;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint64_t at = Given.nodes + 16 * id.x;
    uint sum = 0;
    while (at != 0) {
        vk::BufferPointer<Node> node = vk::BufferPointer<Node>(at);
        sum += node.Get().value;
        InterlockedAdd(node.Get().visits, 1);
        at = node.Get().parent;
    }
    vk::BufferPointer<Table> table = vk::BufferPointer<Table>(Given.table);
    Out[2 * id.x] = sum;
    Out[2 * id.x + 1] = table.Get().word[63 - id.x];
    table.Get().word[63 - id.x] = 3 * id.x;
    uint16_t *loose = (uint16_t *)Given.loose;
    loose[2 * id.x + 1] = uint16_t(loose[2 * id.x] + 5);
}
