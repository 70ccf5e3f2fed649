// SPDX-License-Identifier: Apache-2.0
// Colours of borders around formats that have no A, or no B: what a format does not have is 0, and A is 1, on the border too.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 32) in;
layout(binding = 0) uniform texture2D One;
layout(binding = 1) uniform texture2D Two;
layout(binding = 2) uniform utexture2D Whole;
layout(binding = 3) uniform sampler Transparent;
layout(binding = 4) uniform sampler Black;
layout(binding = 5) uniform sampler White;
layout(binding = 6) writeonly buffer B { vec4 out_[]; };        // 9 a thread
layout(binding = 7) uniform sampler Linear;

void main()
{
    const int i = int(gl_GlobalInvocationID.x);
    const vec2 at = vec2(float(i & 7) - 2.0, float(i >> 3)) * 0.25 + 0.125;
#define ALL(k, sampler) \
    out_[9 * i + k] = textureLod(sampler2D(One, sampler), at, 0.0); \
    out_[9 * i + k + 1] = textureLod(sampler2D(Two, sampler), at, 0.0);
    ALL(0, Transparent)
    ALL(2, Black)
    ALL(4, White)
    out_[9 * i + 6] = vec4(textureLod(usampler2D(Whole, Transparent), at, 0.0));
    out_[9 * i + 7] = vec4(textureLod(usampler2D(Whole, Black), at, 0.0));
    // half of it lies on the border
    out_[9 * i + 8] = textureLod(sampler2D(One, Linear), at + vec2(0.125, 0.0), 0.0);
}
