// SPDX-License-Identifier: Apache-2.0
// The five address modes, nearest and linear, far outside of the image on every side.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) uniform texture2D T;
layout(binding = 1) uniform sampler S0;
layout(binding = 2) uniform sampler S1;
layout(binding = 3) uniform sampler S2;
layout(binding = 4) uniform sampler S3;
layout(binding = 5) uniform sampler S4;
layout(binding = 6) uniform sampler S5;
layout(binding = 7) uniform sampler S6;
layout(binding = 8) uniform sampler S7;
layout(binding = 9) uniform sampler S8;
layout(binding = 10) uniform sampler S9;
layout(binding = 11) writeonly buffer B { vec4 out_[]; };

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    vec2 at = vec2(float((i * 37 & 255) - 128) / 64.0 + 1.0 / 256.0, float((i * 101 & 255) - 128) / 64.0 + 3.0 / 256.0);
    out_[10 * i + 0] = textureLod(sampler2D(T, S0), at, 0.0);
    out_[10 * i + 1] = textureLod(sampler2D(T, S1), at, 0.0);
    out_[10 * i + 2] = textureLod(sampler2D(T, S2), at, 0.0);
    out_[10 * i + 3] = textureLod(sampler2D(T, S3), at, 0.0);
    out_[10 * i + 4] = textureLod(sampler2D(T, S4), at, 0.0);
    out_[10 * i + 5] = textureLod(sampler2D(T, S5), at, 0.0);
    out_[10 * i + 6] = textureLod(sampler2D(T, S6), at, 0.0);
    out_[10 * i + 7] = textureLod(sampler2D(T, S7), at, 0.0);
    out_[10 * i + 8] = textureLod(sampler2D(T, S8), at, 0.0);
    out_[10 * i + 9] = textureLod(sampler2D(T, S9), at, 0.0);
}
