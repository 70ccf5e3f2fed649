// SPDX-License-Identifier: Apache-2.0
// Arrays of images, samplers and texel buffers, whose lanes each ask another element.
#version 460
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(set = 1, binding = 0) uniform texture2D sampled[4];
layout(set = 1, binding = 1) uniform sampler filters[2];
layout(set = 1, binding = 2, r32ui) uniform uimage2D stored[4];
layout(set = 1, binding = 3) uniform usamplerBuffer texels[4];
layout(set = 1, binding = 4, r32ui) uniform uimageBuffer more[4];
void main()
{
    const uint i = gl_LocalInvocationIndex, n = i % 4;
    result[i] = uint(1000 * textureLod(nonuniformEXT(sampler2D(sampled[n], filters[i / 4])), vec2(0.5), 0).r);
    result[8 + i] = imageLoad(stored[nonuniformEXT(n)], ivec2(0, 0)).x;
    result[16 + i] = texelFetch(texels[nonuniformEXT(n)], int(i / 4)).x;
    result[24 + i] = imageLoad(more[nonuniformEXT(n)], 1).x;
    if (i < 4) {
        imageStore(stored[nonuniformEXT(n)], ivec2(1, 0), uvec4(70 + n));
        imageStore(more[nonuniformEXT(n)], 0, uvec4(80 + n));
    }
}
