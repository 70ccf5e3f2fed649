// SPDX-License-Identifier: Apache-2.0
// Composite constants: nested arrays, structs, matrices; read at places that only the lane knows; initialized globals; null values; compared
// and copied whole.
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.3 -Od
// build opt: glslangValidator --target-env vulkan1.3 | spirv-opt -O
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) writeonly buffer Out { uint dst[]; };
struct Item { uint id; ivec2 step; float weight[2]; };
const Item items[3] = Item[](Item(7u, ivec2(1, -1), float[](0.5, 2.0)),
                             Item(9u, ivec2(-3, 4), float[](1.5, -2.0)), Item(0u, ivec2(0), float[](0.0, 0.0)));
const uint grid[3][4] = uint[][](uint[](1u, 2u, 3u, 4u), uint[](10u, 20u, 30u, 40u), uint[](100u, 200u, 300u, 400u));
const mat3x2 table = mat3x2(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
uint counter = 5u;
uvec2 places[2] = uvec2[](uvec2(3u, 4u), uvec2(5u, 6u));

uint total(uint g[3][4])
{
    uint sum = 0u;
    for (int r = 0; r < g.length(); r++)
        for (int c = 0; c < g[r].length(); c++)
            sum += g[r][c];
    return sum;
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    Item it = items[i % 3u];
    uint mine[3][4] = grid;
    mine[i % 3u][i & 3u] += 1000u;
    uint copy[3][4] = mine;
    copy[0] = mine[2];
    counter += i;
    places[i & 1u].y += counter;
    uint r = it.id + uint(it.step[i & 1u] + 10) * 100u + uint(it.weight[i >> 4] * 4.0 + 16.0) * 10000u;
    dst[4u * i] = r;
    dst[4u * i + 1u] = total(mine) * 10000u + total(copy) + grid[(i >> 2) % 3u][i & 3u];
    dst[4u * i + 2u] = uint(table[i % 3u][i & 1u]) + places[0].y * 16u + places[1].y * 4096u;
    dst[4u * i + 3u] = uint(it == items[1]) | uint(mine == grid) << 1 | uint(copy != mine) << 2
                     | uint(it == Item(0u, ivec2(0), float[](0.0, 0.0))) << 3;
}
