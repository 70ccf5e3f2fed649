// SPDX-License-Identifier: Apache-2.0
// Texels at any place of two images, and a store there.
#version 460
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(set = 0, binding = 1, r32ui) uniform uimage2D stored;
layout(set = 0, binding = 2) uniform usampler2D sampled;
layout(push_constant) uniform Push { ivec2 at; int lod; };
void main()
{
    const uvec4 x = imageLoad(stored, at), y = texelFetch(sampled, at, lod);
    result[0] = x.r;
    result[1] = x.a;
    result[2] = y.r;
    result[3] = y.a;
    imageStore(stored, at, uvec4(99));
}
