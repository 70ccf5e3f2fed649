// SPDX-License-Identifier: Apache-2.0
// Infinities beside a texel: they count where they have a share, and nowhere else.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) uniform texture2D T;
layout(binding = 1) uniform sampler Linear;
layout(binding = 2) uniform sampler Near;
layout(binding = 3) uniform sampler Levels;
layout(binding = 4) uniform sampler Repeat;
layout(binding = 5) readonly buffer A { float level[]; };       // 0 and 1/2, which the front-end does not know
layout(binding = 6) writeonly buffer B { float out_[]; };

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    vec2 at = vec2((float(i) / 2.0 + 0.5) / 4.0, 0.5);          // the middles of texels, and between them
    float below = 0.125 - 1.0 / 134217728.0;                    // the middle of texel 0, less what its share can have
    out_[i] = textureLod(sampler2D(T, Linear), at, 0.0).x;
    out_[8 + i] = textureLod(sampler2D(T, Near), at, level[0]).x;
    out_[16 + i] = textureLod(sampler2D(T, Levels), at, level[0]).x;
    out_[24 + i] = textureLod(sampler2D(T, Levels), at, level[1]).x;
    out_[32 + i] = textureLod(sampler2D(T, Repeat), vec2(below, 0.5), 0.0).x;
    out_[40 + i] = textureGather(sampler2D(T, Linear), at).y;   // the next texel, whatever its share
}
