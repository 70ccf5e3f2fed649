// SPDX-License-Identifier: Apache-2.0
// Each texel of one image into a buffer, and the texels of another from one; the module has no format of either.
#version 460
#extension GL_EXT_shader_image_load_formatted : require
layout(local_size_x = 8, local_size_y = 4) in;
layout(binding = 0) uniform readonly uimage2D from;
layout(binding = 1) uniform writeonly uimage2D to;
layout(std430, binding = 2) writeonly buffer Out { uvec4 seen[]; };
layout(std430, binding = 3) readonly buffer In { uvec4 given[]; };
void main()
{
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy), size = imageSize(from);
    if (any(greaterThanEqual(at, size)))
        return;
    const int i = at.y * size.x + at.x;
    seen[i] = imageLoad(from, at);
    imageStore(to, at, given[i]);
}
