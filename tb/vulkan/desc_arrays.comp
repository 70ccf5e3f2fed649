// SPDX-License-Identifier: Apache-2.0
// Word `word` of each buffer of two arrays, whose lanes each ask another element, and the lengths of those that have one.
#version 460
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(std430, set = 0, binding = 1) readonly buffer In { uint in_word[]; } storage[8];
layout(std140, set = 0, binding = 2) uniform Block { uvec4 at; } block[8];
layout(push_constant) uniform Push { uint word; };
void main()
{
    const uint i = gl_LocalInvocationIndex, other = 7 - i;
    result[i] = storage[nonuniformEXT(other)].in_word[word];
    result[8 + i] = block[nonuniformEXT(other)].at[word & 3];
    result[16 + i] = storage[nonuniformEXT(other)].in_word.length();
}
