// SPDX-License-Identifier: Apache-2.0
// Three dimensions with levels, layers and which of them is nearest, one dimension.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) uniform sampler3D Volume;
layout(binding = 1) uniform sampler2DArray Layers;
layout(binding = 2) uniform sampler1D Line;
layout(binding = 3) uniform sampler1DArray Lines;
layout(binding = 4) writeonly buffer B { float out_[]; };

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    vec2 at = vec2(float((i * 37 & 255) - 128) / 64.0 + 1.0 / 256.0, float((i * 101 & 255) - 128) / 64.0 + 3.0 / 256.0);
    float third = float((i * 59 & 255) - 128) / 64.0 + 5.0 / 256.0, layer = float(i % 11) * 0.4 - 0.9;
    out_[4 * i] = textureLod(Volume, vec3(at, third), float(i) / 32.0).x;
    out_[4 * i + 1] = textureLod(Layers, vec3(at, layer), 0.0).x;
    out_[4 * i + 2] = textureLod(Line, at.x, 0.0).x;
    out_[4 * i + 3] = textureLod(Lines, vec2(at.x, layer), 0.0).x;
}
