// SPDX-License-Identifier: Apache-2.0
// An array of blocks: an index that is constant, one that all lanes share, and one that differs between lanes; atomics, lengths.
// build: glslangValidator --target-env vulkan1.2
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint head; uint cell; uint v[]; } data[4];
layout(std430, binding = 1) buffer Out { uint dst[]; };
layout(std430, binding = 2) buffer Won { uint won[]; };
layout(constant_id = 0) const uint WHICH = 3;

void main()
{
    uint i = gl_LocalInvocationIndex, n = 7u * i + (i >> 3) & 3u;
    dst[4u * i] = data[nonuniformEXT(n)].v[i & 7u] + data[WHICH].v[1] + data[gl_NumWorkGroups.x + 1u].v[3];
    dst[4u * i + 1u] = data[nonuniformEXT(n)].v.length();
    atomicAdd(data[nonuniformEXT(n)].head, i);
    won[i] = atomicCompSwap(data[nonuniformEXT(n)].cell, 0u, 0x100u + n) == 0u ? 1u : 0u;
    memoryBarrierBuffer();
    barrier();
    dst[4u * i + 2u] = data[nonuniformEXT(n)].head;
    dst[4u * i + 3u] = data[nonuniformEXT(n)].cell;
    if (i < 4u)
        data[nonuniformEXT(i)].v[4u + i] = 1000u + i;
}
