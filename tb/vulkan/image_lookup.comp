// SPDX-License-Identifier: Apache-2.0
// Lookups at coordinates x, y and a level: plain, with an offset, and four gathered texels with an offset each.
#version 460
#extension GL_ARB_sparse_texture2 : require
#extension GL_ARB_sparse_texture_clamp : require
layout(local_size_x = 32) in;
layout(binding = 0) uniform sampler2D from;
layout(std430, binding = 1) writeonly buffer Out { vec4 seen[]; };
layout(std430, binding = 2) readonly buffer In { vec4 at[]; };
const ivec2 offsets[4] = {ivec2(-3, 1), ivec2(0, 2), ivec2(5, -4), ivec2(-8, 7)};
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= at.length())
        return;
    const vec2 p = at[i].xy;
    seen[5 * i] = textureLod(from, p, at[i].z);
    seen[5 * i + 1] = textureLodOffset(from, p, at[i].z, ivec2(3, -2));
    seen[5 * i + 2] = textureGatherOffsets(from, p, offsets, 1);
    // gradients of level 0, held to a least level
    seen[5 * i + 3] = textureGradClampARB(from, p, vec2(0), vec2(0), at[i].w);
    vec4 texel;
    const bool resident = sparseTexelsResidentARB(sparseTextureLodARB(from, p, at[i].z, texel));
    seen[5 * i + 4] = resident ? texel : vec4(-1);
}
