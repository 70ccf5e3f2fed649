// SPDX-License-Identifier: Apache-2.0
// How many words have each value of their low byte, by atomics of all groups on 256 words.
#version 460
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer In { uint word[]; };
layout(std430, set = 0, binding = 1) buffer Out { uint bin[256]; };
void main()
{
    atomicAdd(bin[word[gl_GlobalInvocationID.x] & 255u], 1u);
}
