// SPDX-License-Identifier: Apache-2.0
// Formats that are sampled only, one texel a lane; D16 and R16 agree.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) uniform sampler2D T0;
layout(binding = 1) uniform sampler2D T1;
layout(binding = 2) uniform sampler2D T2;
layout(binding = 3) uniform sampler2D T3;
layout(binding = 4) uniform sampler2D T4;
layout(binding = 5) uniform sampler2D T5;
layout(binding = 6) uniform sampler2D Depth16;
layout(binding = 7) uniform sampler2D Red16;
layout(binding = 8) writeonly buffer B { vec4 out_[]; };
layout(binding = 9) writeonly buffer C { uint differ; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    ivec2 p = ivec2(i % 8, i / 8);
    out_[6 * i + 0] = texelFetch(T0, p, 0);
    out_[6 * i + 1] = texelFetch(T1, p, 0);
    out_[6 * i + 2] = texelFetch(T2, p, 0);
    out_[6 * i + 3] = texelFetch(T3, p, 0);
    out_[6 * i + 4] = texelFetch(T4, p, 0);
    out_[6 * i + 5] = texelFetch(T5, p, 0);
    if (texelFetch(Depth16, p, 0).x != texelFetch(Red16, p, 0).x)
        differ = 1u;
}
