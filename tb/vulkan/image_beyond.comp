// SPDX-License-Identifier: Apache-2.0
// A store beyond the end of a buffer, in a shader that has an image.
#version 460
layout(local_size_x = 8) in;
layout(binding = 0, r32ui) uniform uimage2D image;
layout(std430, binding = 1) buffer Out { uint seen[]; };
void main()
{
    seen[imageLoad(image, ivec2(1, 1)).x] = 1;
}
