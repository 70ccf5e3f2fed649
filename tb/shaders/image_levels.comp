// SPDX-License-Identifier: Apache-2.0
// Levels of detail: given, with bias and limits, and from gradients; filters that differ near and far.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) uniform texture2D T;
layout(binding = 1) uniform sampler All;
layout(binding = 2) uniform sampler None;
layout(binding = 3) uniform sampler Far;
layout(binding = 4) uniform sampler Limited;
layout(binding = 5) writeonly buffer B { vec4 out_[]; };

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    vec2 at = vec2(float((i * 37 & 255) - 128) / 64.0 + 1.0 / 256.0, float((i * 101 & 255) - 128) / 64.0 + 3.0 / 256.0);
    float lod = float(i) / 8.0 - 2.0 + 1.0 / 64.0;
    out_[5 * i] = textureLod(sampler2D(T, All), at, lod);
    out_[5 * i + 1] = textureLod(sampler2D(T, None), at, lod);
    out_[5 * i + 2] = textureLod(sampler2D(T, Far), at, lod);
    out_[5 * i + 3] = textureLod(sampler2D(T, Limited), at, lod);
    float texels = ldexp(1.25, int(uint(i) % 7) - 2);
    // the longer one counts: of 3 and 4 parts in one direction, shorter in the other
    vec2 along = vec2(0.6, 0.8) * texels / vec2(16.0, 8.0), across = vec2(0.5, 0.0) * texels / vec2(16.0, 8.0);
    out_[5 * i + 4] = (i & 1) == 1 ? textureGrad(sampler2D(T, All), at, across, along) : textureGrad(sampler2D(T, Far), at, along, across);
}
