// SPDX-License-Identifier: Apache-2.0
// Lookups at coordinates x, y and a level, each from a buffer.
#version 460
layout(local_size_x = 32) in;
layout(binding = 0) uniform isampler2D from;
layout(std430, binding = 1) writeonly buffer Out { ivec4 seen[]; };
layout(std430, binding = 2) readonly buffer In { vec4 at[]; };
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i < at.length())
        seen[i] = textureLod(from, at[i].xy, at[i].z);
}
