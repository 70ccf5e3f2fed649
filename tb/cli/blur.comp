#version 450
// SPDX-License-Identifier: Apache-2.0
// The middle of four texels, by a filter.  glslangValidator --target-env vulkan1.1 blur.comp -o blur.spv
layout(local_size_x = 4) in;
layout(binding = 0) uniform texture2D T;
layout(set = 1, binding = 3) uniform sampler S;
layout(binding = 2) writeonly buffer B { float result[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    result[i] = textureLod(sampler2D(T, S), vec2(float(i + 1u) / 4.0, 0.5), 0.0).x;
}
