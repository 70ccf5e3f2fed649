// SPDX-License-Identifier: Apache-2.0
// Arrays of images and samplers, indices that differ between lanes: three formats, two kinds of samplers, two formats that are written.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_NV_compute_shader_derivatives : require
#extension GL_EXT_shader_image_load_formatted : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(derivative_group_quadsNV) in;
layout(binding = 0) uniform texture2D T[];
layout(binding = 1) uniform sampler S[3];
layout(binding = 2) writeonly buffer B { vec4 out_[]; };
layout(binding = 3, r32ui) uniform uimage2D Counts[4];
layout(binding = 4) uniform image2D W[2];
layout(binding = 5) uniform sampler2D C[2];

void main()
{
    ivec2 p = ivec2(gl_LocalInvocationID.xy);
    int i = p.y * 8 + p.x, t = i % 3, s = i / 3 % 3;
    vec2 at = vec2(float(i * 37 & 255), float(i * 101 & 255)) / 64.0 - 1.5 + 1.0 / 256.0;
    out_[6 * i] = textureLod(sampler2D(T[nonuniformEXT(t)], S[nonuniformEXT(s)]), at, 0.0);
    out_[6 * i + 1] = texelFetch(T[nonuniformEXT(t)], p & 3, 0);
    out_[6 * i + 2] = vec4(textureSize(T[nonuniformEXT(t)], 0), textureQueryLevels(T[nonuniformEXT(t)]), t);
    // steps of a quarter: two texels of T[0], which has levels
    out_[6 * i + 3] = texture(sampler2D(T[nonuniformEXT(t)], S[0]), vec2(p) / 4.0 + 1.0 / 64.0);
    out_[6 * i + 4] = textureLod(C[nonuniformEXT(i & 1)], at, 0.0) + textureLod(C[1], at, 0.0);
    uint old = imageAtomicAdd(Counts[nonuniformEXT(i & 3)], ivec2(0), uint(i));
    imageStore(Counts[nonuniformEXT(2 + (i & 1))], ivec2(1 + i, 0), uvec4(i * 3));
    int w = i >> 3 & 1;
    imageStore(W[nonuniformEXT(w)], p, vec4(i, i + 64, i + 128, i + 192) / 255.0);
    out_[6 * i + 5] = imageLoad(W[nonuniformEXT(w)], p) * 255.0 + float(old - old);
}
