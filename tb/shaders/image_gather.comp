// SPDX-License-Identifier: Apache-2.0
// Four texels at once, each component, with offsets that lead far outside; a filter with an offset.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) uniform texture2D T;
layout(binding = 1) uniform sampler Repeat;
layout(binding = 2) uniform sampler Clamp;
layout(binding = 3) uniform sampler Border;
layout(binding = 4) uniform sampler Mirror;
layout(binding = 5) writeonly buffer B { vec4 out_[]; };

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    vec2 at = vec2(float((i * 37 & 255) - 128) / 64.0 + 1.0 / 256.0, float((i * 101 & 255) - 128) / 64.0 + 3.0 / 256.0);
    const ivec2 four[4] = {ivec2(-8, 7), ivec2(1, 1), ivec2(0, -3), ivec2(7, -8)};
    out_[6 * i] = textureGather(sampler2D(T, Repeat), at);
    out_[6 * i + 1] = textureGather(sampler2D(T, Clamp), at, 3);
    out_[6 * i + 2] = textureGatherOffset(sampler2D(T, Border), at, ivec2(3, -5), 1);
    out_[6 * i + 3] = textureGatherOffset(sampler2D(T, Mirror), at, ivec2(i * 0 + 3, -5), 2);
    out_[6 * i + 4] = textureGatherOffsets(sampler2D(T, Repeat), at, four, 1);
    out_[6 * i + 5] = textureLodOffset(sampler2D(T, Repeat), at, 0.0, ivec2(-5, 6));
}
