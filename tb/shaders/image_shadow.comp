// SPDX-License-Identifier: Apache-2.0
// Depths that are compared before they are filtered; projected; gathered; unfiltered, the other way round.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) uniform texture2D T;
layout(binding = 1) uniform samplerShadow LessEqual;
layout(binding = 2) uniform samplerShadow Greater;
layout(binding = 3) writeonly buffer B { float out_[]; };

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    vec2 at = vec2(float((i * 37 & 255) - 128) / 64.0 + 1.0 / 256.0, float((i * 101 & 255) - 128) / 64.0 + 3.0 / 256.0);
    float reference = float(i * 29 & 63) / 64.0 + 1.0 / 1024.0;
    out_[8 * i] = textureLod(sampler2DShadow(T, LessEqual), vec3(at, reference), 0.0);
    out_[8 * i + 1] = textureProjLod(sampler2DShadow(T, LessEqual), vec4(at * 4.0, reference * 4.0, 4.0), 0.0);
    vec4 four = textureGather(sampler2DShadow(T, LessEqual), at, reference);
    for (int k = 0; k < 4; k++)
        out_[8 * i + 2 + k] = four[k];
    out_[8 * i + 6] = textureLod(sampler2DShadow(T, Greater), vec3(at, reference), 0.0);
    out_[8 * i + 7] = 0.0;
}
