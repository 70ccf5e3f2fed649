// SPDX-License-Identifier: Apache-2.0
// Each texel of a uniform texel buffer into a buffer; those of a storage texel buffer from one.  Two more come after the last.
#version 460
#extension GL_EXT_shader_image_load_formatted : require
layout(local_size_x = 32) in;
layout(binding = 0) uniform isamplerBuffer from;
layout(binding = 1) uniform writeonly iimageBuffer to;
layout(std430, binding = 2) writeonly buffer Out { ivec4 seen[]; };
layout(std430, binding = 3) readonly buffer In { ivec4 given[]; };
layout(std430, binding = 4) writeonly buffer Size { int size[2]; };
void main()
{
    const int i = int(gl_GlobalInvocationID.x);
    if (i == 0) {
        size[0] = textureSize(from);
        size[1] = imageSize(to);
    }
    if (i >= seen.length())
        return;
    seen[i] = texelFetch(from, i);
    imageStore(to, i, given[i]);
}
