// SPDX-License-Identifier: Apache-2.0
// A block and a texel buffer that lanes read only where the push constant says so; the first in a loop, out of which a
// compiler would take it.
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(std140, set = 0, binding = 1) uniform Block { uvec4 maybe; };
layout(set = 0, binding = 2) uniform usamplerBuffer texels;
layout(push_constant) uniform Push { uint asks; };
void main()
{
    const uint i = gl_LocalInvocationIndex;
    uint x = 7 + i;
    for (uint k = 0; k < asks % 2; k++)
        x += maybe.y;
    if (asks == 2)
        x += texelFetch(texels, int(i)).x;
    result[i] = x;
}
