// SPDX-License-Identifier: Apache-2.0
// One of each kind of descriptor, in three sets.
#version 460
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(std430, set = 0, binding = 1) buffer In { uint w[]; } in_[3];
layout(std140, set = 0, binding = 2) uniform Uniform { uint uniform_; };
layout(std140, set = 0, binding = 3) uniform Block { uvec4 block; };
layout(set = 0, binding = 4) uniform usamplerBuffer texels;
layout(set = 0, binding = 5, r32ui) uniform uimage2D stored;
layout(set = 0, binding = 6) uniform sampler2D both;
layout(set = 0, binding = 7, r32ui) uniform uimageBuffer stored_texels;
layout(set = 1, binding = 0) uniform sampler alone;
layout(set = 1, binding = 3) uniform texture2D image;
layout(set = 2, binding = 0) uniform sampler embedded;
void main()
{
    result[0] = in_[0].w[0] + 10 * in_[1].w[0] + 100 * in_[2].w[0];
    result[1] = uniform_;
    result[2] = block[1];
    result[3] = texelFetch(texels, 1).r;
    result[4] = imageLoad(stored, ivec2(1, 0)).r;
    result[5] = uint(1000 * textureLod(both, vec2(0.5), 0).g);
    result[6] = imageLoad(stored_texels, 2).r;
    result[7] = uint(1000 * textureLod(sampler2D(image, alone), vec2(0.5), 0).r);
    result[8] = uint(1000 * textureLod(sampler2D(image, embedded), vec2(0.5), 0).r);
    result[9] = in_[1].w.length();
    in_[2].w[1] = 77;
}
