// SPDX-License-Identifier: Apache-2.0
// A remainder of numbers that are never negative stands before what differs: the fault smod does not make these words.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 2) in;
layout(binding = 0) uniform texture2D T;
layout(std430, binding = 1) writeonly buffer Out { int size[2]; };

void main()
{
    const int i = int(gl_LocalInvocationIndex);
    size[i] = textureSize(T, (i + 4) % 2).x;
}
