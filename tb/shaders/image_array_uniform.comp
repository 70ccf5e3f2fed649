// SPDX-License-Identifier: Apache-2.0
// Arrays of images and samplers, with indices that are constant, and indices that a whole group shares.  llvmpipe of Mesa 22.3.6 samples with the
// sampler whose number is that of the image, if this is not constant; so only fetches and storage images have such.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 64) in;
layout(binding = 0) uniform texture2D T[3];
layout(binding = 1) uniform sampler S[2];
layout(binding = 2) writeonly buffer B { vec4 out_[]; };
layout(binding = 3, r32ui) uniform uimage2D Count[2];
layout(binding = 4) uniform sampler2D C[2];

void main()
{
    int i = int(gl_LocalInvocationIndex), g = int(gl_WorkGroupID.x), s = g > 2 ? 1 : 0, t = g - 3 * s;
    int o = (g * 64 + i) * 3;
    vec2 at = vec2(float(i * 37 & 255), float(i * 101 & 255)) / 64.0 - 1.5 + 1.0 / 256.0;
    out_[o] = texelFetch(T[t], ivec2(i & 3, i >> 2 & 3), 0);
    out_[o + 1] = textureLod(C[0], at, 0.0) + textureLod(C[1], at, 0.0) + vec4(textureSize(C[1], 0), 0, 0);
    out_[o + 2] = textureLod(sampler2D(T[1], S[0]), at, 0.0) + textureLod(sampler2D(T[2], S[1]), at, 0.0);
    imageAtomicAdd(Count[s], ivec2(t, 0), uint(i));
    imageStore(Count[1 - s], ivec2(3 + t * 64 + i, 0), uvec4(g * 1000 + i));
}
