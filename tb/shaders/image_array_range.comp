// SPDX-License-Identifier: Apache-2.0
// Arrays of images with elements that are not bound, and indices beyond them: reads give 0, writes and atomics do nothing,
// a sampler that is not there reads nothing. (Validators refuse arrays of arrays of images.)
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 64) in;
layout(binding = 0) uniform texture2D T[];
layout(binding = 1) uniform sampler S[3];
layout(binding = 2) writeonly buffer B { vec4 out_[]; };
layout(binding = 3, rgba8ui) uniform uimage2D Image[2][2];
layout(binding = 4, r32ui) uniform uimage2D Count[4];

void main()
{
    int i = int(gl_LocalInvocationIndex), t = i % 6, s = i / 6 % 4;
    out_[5 * i] = textureLod(sampler2D(T[nonuniformEXT(t)], S[nonuniformEXT(s)]), vec2(0.3), 0.0);
    out_[5 * i + 1] = texelFetch(T[nonuniformEXT(t)], ivec2(1), 0);
    out_[5 * i + 2] = vec4(textureSize(T[nonuniformEXT(t)], 0), textureQueryLevels(T[nonuniformEXT(t)]), texelFetch(T[5], ivec2(0), 0).w);
    imageStore(Image[nonuniformEXT(t / 2)][nonuniformEXT(t & 1)], ivec2(i, 0), uvec4(1, 2, 3, 4));
    out_[5 * i + 3] = vec4(imageLoad(Image[nonuniformEXT(t / 2)][nonuniformEXT(t & 1)], ivec2(i, 0)));
    uint old = imageAtomicAdd(Count[nonuniformEXT(t)], ivec2(0), 5u);
    out_[5 * i + 4] = vec4(t == 2 ? 7u : old, 1000u, imageSize(Count[nonuniformEXT(t)]));
}
