// SPDX-License-Identifier: Apache-2.0
// The sum of the 3 x 3 texels around each: those beyond an edge are the texel at the edge.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = TEXTURE) uniform utexture2D from;
layout(binding = FIRST, r32ui) uniform writeonly uimage2D to;

void main()
{
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy), last = textureSize(from, 0) - 1;
    uint sum = 0;

    if (any(greaterThan(at, last)))
        return;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            sum += texelFetch(from, clamp(at + ivec2(x, y), ivec2(0), last), 0).x;
    imageStore(to, at, uvec4(sum));
}
