// SPDX-License-Identifier: Apache-2.0
// Vulkan, format conversion: an sRGB component is made linear by the formula of the Khronos Data Format Specification.
// Code 137 of 255: ((137 / 255 + 0.055) / 1.055) ^ 2.4 is 0.2501583.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D T;
layout(std430, binding = 1) writeonly buffer Out { float linear; };

void main()
{
    linear = texelFetch(T, ivec2(0), 0).x;
}
