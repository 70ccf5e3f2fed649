// SPDX-License-Identifier: Apache-2.0
// GL_AMD_gpu_shader_half_float_fetch: texels of 16 bits in the shader, read, written, fetched, sampled with coordinates of 16 bits, compared, gathered.
// Validators take no such images for Vulkan.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_AMD_gpu_shader_half_float_fetch : require
#extension GL_AMD_gpu_shader_half_float : require
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 32) in;
layout(binding = 0, rgba8) uniform readonly f16image2D From;
layout(binding = 1, rgba16f) uniform writeonly f16image2D To;
layout(binding = 2) uniform f16texture2D Sampled;
layout(binding = 3) uniform sampler Nearest;
layout(binding = 4) uniform samplerShadow Compares;
layout(binding = 5) writeonly buffer B { vec4 out_[]; };        // 6 a thread

void main()
{
    const int i = int(gl_GlobalInvocationID.x);
    const ivec2 at = ivec2(i & 7, i >> 3);
    const f16vec4 texel = imageLoad(From, at);
    out_[6 * i] = vec4(texel);
    imageStore(To, at, texel.wzyx * float16_t(0.5));
    out_[6 * i + 1] = vec4(texelFetch(Sampled, at >> 1, 1));
    const f16vec2 uv = f16vec2((vec2(at) + 0.5) / vec2(8.0, 4.0));
    out_[6 * i + 2] = vec4(textureLod(f16sampler2D(Sampled, Nearest), uv, float16_t(0.0)));
    out_[6 * i + 3] = vec4(textureGather(f16sampler2D(Sampled, Nearest), uv, 2));
    out_[6 * i + 4] = vec4(textureGradOffset(f16sampler2D(Sampled, Nearest), uv, f16vec2(0.25, 0.0), f16vec2(0.0), ivec2(1, 0)));
    out_[6 * i + 5] = vec4(textureLod(f16sampler2DShadow(Sampled, Compares), uv, 0.5, float16_t(0.0)));
}
