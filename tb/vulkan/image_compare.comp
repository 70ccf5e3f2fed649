// SPDX-License-Identifier: Apache-2.0
// Comparisons of a reference with an image, at coordinates x, y.
#version 460
layout(local_size_x = 32) in;
layout(binding = 0) uniform sampler2DShadow from;
layout(std430, binding = 1) writeonly buffer Out { vec4 seen[]; };
layout(std430, binding = 2) readonly buffer In { vec4 at[]; };
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i < at.length())
        seen[i] = vec4(textureLod(from, vec3(at[i].xy, at[i].w), 0), textureGather(from, at[i].xy, at[i].w).xyz);
}
