// SPDX-License-Identifier: Apache-2.0
// Between two texels of an image with its sampler.
#version 460
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(set = 1, binding = 1) uniform sampler2D image;
layout(push_constant) uniform Push { uint at; };
void main()
{
    result[at] = uint(1000 * textureLod(image, vec2(0.5), 0).r);
}
