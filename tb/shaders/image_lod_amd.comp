// SPDX-License-Identifier: Apache-2.0
// GL_AMD_texture_gather_bias_lod and GL_AMD_shader_image_load_store_lod: four texels of a level, and levels of storage images, of odd sizes.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_AMD_texture_gather_bias_lod : require
#extension GL_AMD_shader_image_load_store_lod : require
#extension GL_ARB_sparse_texture2 : require
layout(local_size_x = 32) in;
layout(binding = 0) uniform texture2D T;
layout(binding = 1) uniform sampler Clamp;
layout(binding = 2) uniform sampler Limited;
layout(binding = 3, rgba32f) uniform readonly image2D From;
layout(binding = 4, r8ui) uniform writeonly uimage2D To;
layout(binding = 5) writeonly buffer B { vec4 out_[]; };        // 6 a thread

void main()
{
    const int i = int(gl_GlobalInvocationID.x);
    const float lod = float(i) / 8.0 - 0.75;
    const vec2 at = vec2(float((i * 37 & 63) - 8) / 48.0 + 1.0 / 256.0, float((i * 21 & 63) - 8) / 48.0 + 3.0 / 256.0);
    out_[6 * i] = textureGatherLodAMD(sampler2D(T, Clamp), at, lod);
    out_[6 * i + 1] = textureGatherLodOffsetAMD(sampler2D(T, Clamp), at, lod, ivec2(1, -1), 2);
    out_[6 * i + 2] = textureGatherLodAMD(sampler2D(T, Limited), at, lod, 1);

    // 5 x 3, 2 x 1, 1 x 1: the last level has one texel
    const int level = i % 3;
    const ivec2 texel = level == 0 ? ivec2(i % 5, i / 5 % 3) : level == 1 ? ivec2(i & 1, 0) : ivec2(0);
    out_[6 * i + 3] = imageLoadLodAMD(From, texel, level);
    vec4 sparse;
    sparseImageLoadLodAMD(From, texel, level, sparse);
    out_[6 * i + 4] = sparse;
    out_[6 * i + 5] = imageLoadLodAMD(From, ivec2(0), 2);
    if (i < 15)
        imageStoreLodAMD(To, ivec2(i % 5, i / 5), 0, uvec4(i + 1));
    else if (i < 17)
        imageStoreLodAMD(To, ivec2(i - 15, 0), 1, uvec4(i + 1));
    else if (i < 18)
        imageStoreLodAMD(To, ivec2(0), 2, uvec4(i + 1));
}
