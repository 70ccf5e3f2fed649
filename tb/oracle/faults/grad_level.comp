// SPDX-License-Identifier: Apache-2.0
// Vulkan, level of detail: the logarithm to base 2 of the length of the longer gradient.  1.5 texels give 0.5849625.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D T;
layout(std430, binding = 1) writeonly buffer Out { float level; };

void main()
{
    level = textureGrad(T, vec2(0.5), vec2(1.5 / 4.0, 0.0), vec2(0.0)).x;
}
