// SPDX-License-Identifier: Apache-2.0
// Structs in structs and arrays, in std430 and std140 blocks, copied whole and by member, indices that only the lane knows.
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.0 -Od
// build v14: glslangValidator -V --target-env spirv1.4
#version 450
layout(local_size_x = 32) in;

struct Leaf { uint id; vec2 at; uvec3 rgb; };
struct Node { Leaf leaf[2]; uint count; };

layout(std430, binding = 0) readonly buffer In { uint first; Node nodes[16]; } src;
layout(std430, binding = 1) buffer Out { Node nodes[]; } dst;
layout(std140, binding = 2) uniform Table { float scale[4]; uvec2 offsets[3]; mat2 turn; } table;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    Node n = src.nodes[(i + src.first) % 16u];
    n.count += table.offsets[i % 3u].y;
    Leaf saved = n.leaf[i & 1u];
    saved.at *= table.scale[i & 3u];
    n.leaf[(i & 1u) ^ 1u] = saved;
    n.leaf[i & 1u].rgb.z = i;
    n.leaf[0].at = table.turn * n.leaf[0].at;
    dst.nodes[i] = n;
    dst.nodes[i].leaf[i >> 4].rgb[i % 3u] += 5u;
}
