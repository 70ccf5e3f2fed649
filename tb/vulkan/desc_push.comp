// SPDX-License-Identifier: Apache-2.0
// First words of what was pushed.
#version 460
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(std430, set = 1, binding = 0) readonly buffer A { uint a[]; };
layout(std140, set = 1, binding = 1) uniform B { uvec4 first; } b[2];
layout(std430, set = 1, binding = 3) readonly buffer C { uint c[]; };
layout(push_constant) uniform Push { uint at; };
void main()
{
    result[at] = a[0];
    result[at + 1] = b[0].first.x;
    result[at + 2] = b[1].first.x;
    result[at + 3] = c[0];
    result[at + 4] = c.length();
}
