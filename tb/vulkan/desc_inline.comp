// SPDX-License-Identifier: Apache-2.0
// All words of two inline uniform blocks, and of a uniform buffer between them.
#version 460
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(std140, set = 0, binding = 1) uniform Block { uvec4 large[16]; };
layout(std140, set = 0, binding = 2) uniform Between { uvec4 between; };
layout(std140, set = 0, binding = 5) uniform Small { uvec2 small; };
void main()
{
    const uint i = gl_LocalInvocationIndex;
    for (uint k = 0; k < 4; k++)
        result[4 * i + k] = large[i][k];
    if (i < 4)
        result[64 + i] = between[i];
    if (i < 2)
        result[68 + i] = small[i];
}
