// SPDX-License-Identifier: Apache-2.0
// The size of a texel buffer, its first and its last texel.
#version 460
layout(local_size_x = 1) in;
layout(binding = 0) uniform usamplerBuffer from;
layout(std430, binding = 1) writeonly buffer Out { uint seen[3]; };
void main()
{
    const int size = textureSize(from);
    seen[0] = uint(size);
    seen[1] = texelFetch(from, 0).x;
    seen[2] = texelFetch(from, size - 1).x;
}
