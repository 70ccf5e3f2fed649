// SPDX-License-Identifier: Apache-2.0
// Texels of as many images as there are.
#version 460
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(set = 1, binding = 0) uniform texture2D sampled[];
layout(set = 1, binding = 2, r32ui) uniform uimage2D stored[4];
void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = uint(texelFetch(sampled[nonuniformEXT(i)], ivec2(0), 0).r) + imageLoad(stored[i % 4], ivec2(0)).x;
}
