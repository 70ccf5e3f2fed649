// SPDX-License-Identifier: Apache-2.0
// Each texel of a uniform texel buffer, of a format that shaders do not store, into a buffer.
#version 460
layout(local_size_x = 32) in;
layout(binding = 0) uniform samplerBuffer from;
layout(std430, binding = 1) writeonly buffer Out { vec4 seen[]; };
void main()
{
    const int i = int(gl_GlobalInvocationID.x);
    if (i < seen.length())
        seen[i] = texelFetch(from, i);
}
