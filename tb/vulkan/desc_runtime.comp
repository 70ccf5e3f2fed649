// SPDX-License-Identifier: Apache-2.0
// The first word of element choice[i] of an array that has as many buffers as its set.
#version 460
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(std430, set = 0, binding = 1) readonly buffer Choice { uint choice[]; };
layout(std430, set = 1, binding = 0) readonly buffer In { uint in_word[]; } storage[];
void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = storage[nonuniformEXT(choice[i])].in_word[0];
}
