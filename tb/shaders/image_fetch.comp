// SPDX-License-Identifier: Apache-2.0
// Texels of sampled images by their place: levels, one that is not there, an offset that leads outside, texel buffers, layers, slices; sizes of levels.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 64) in;
layout(binding = 0) uniform utexture2D T;
layout(binding = 1) uniform utextureBuffer Texels;
layout(binding = 2) uniform utexture2DArray Layers;
layout(binding = 3) uniform utexture3D Volume;
layout(binding = 4) uniform usampler2D Both;
layout(binding = 5) writeonly buffer B { uint out_[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    int level = int(i % 5);
    ivec2 size = textureSize(T, level), p = ivec2(uvec2(i * 7, i * 5) % uvec2(size));
    out_[8 * i] = texelFetch(T, p, level).x;
    out_[8 * i + 1] = texelFetchOffset(Both, p, level, ivec2(1, 1)).x;
    out_[8 * i + 2] = texelFetch(Texels, int(i * 3 % uint(textureSize(Texels)))).x;
    const int lod = int(i & 3);                 // of three levels
    const uvec2 part = uvec2(i / 4) % max(uvec2(4, 3) >> lod, 1u);
    out_[8 * i + 3] = texelFetch(Layers, ivec3(part, i / 8 % 3), lod).x;
    out_[8 * i + 4] = texelFetch(Volume, ivec3(i % 3, i % 2, i % 5), 0).x;
    out_[8 * i + 5] = uint(size.x);
    out_[8 * i + 6] = uint(textureSize(Both, level).y);
    out_[8 * i + 7] = uint(textureQueryLevels(Both));
}
