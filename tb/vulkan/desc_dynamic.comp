// SPDX-License-Identifier: Apache-2.0
// First words and lengths of buffers with dynamic offsets in two sets.
#version 460
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 1) readonly buffer A { uint a[]; };
layout(std140, set = 0, binding = 3) uniform B { uvec4 b; };
layout(std430, set = 1, binding = 0) buffer Out { uint result[]; };
layout(std430, set = 1, binding = 2) readonly buffer C { uint in_word[]; } c[2];
void main()
{
    result[0] = a[0];
    result[1] = a.length();
    result[2] = b.x;
    result[3] = b.w;
    result[4] = c[0].in_word[0];
    result[5] = c[0].in_word.length();
    result[6] = c[1].in_word[0];
    result[7] = c[1].in_word.length();
}
