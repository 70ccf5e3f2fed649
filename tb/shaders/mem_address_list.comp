// SPDX-License-Identifier: Apache-2.0
// Addresses of memory in push constants and in blocks: lists that lanes follow, each of its own length, an address that is
// compared, given on and put together from two words.
// build: glslangValidator --target-env vulkan1.2
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
// build od: glslangValidator --target-env vulkan1.2 -Od -g
#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Node {
    Node next;
    uint value;
    uint pad;
};
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words {
    uint word[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) buffer One {
    uint word;
};
layout(local_size_x = 32) in;
layout(push_constant) uniform Push {
    Node first;
    uvec2 sums;                 // of Words
};
layout(binding = 0) buffer Heads { Node head[]; };       // glslang: a readonly one cannot be given on
layout(binding = 1) writeonly buffer Result { uint result[]; };

uint length_of(Node at)
{
    uint n = 0;
    for (; uint64_t(at) != 0ul; at = at.next)
        n++;
    return n;
}

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    uint sum = 0;
    for (Node at = head[i]; uint64_t(at) != 0ul; at = at.next)
        sum = sum * 3 + at.value;
    Words words = Words(sums);
    words.word[i] = sum;
    atomicAdd((One(sums) + 96).word, sum);
    Node chosen = (i & 1) == 0 && uint64_t(head[i]) != 0ul ? head[i] : first;
    result[2 * i] = chosen.value + (uint64_t(head[i]) == uint64_t(first) ? 1000000 : 0);
    result[2 * i + 1] = length_of(head[i]);
}
