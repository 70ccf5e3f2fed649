// SPDX-License-Identifier: Apache-2.0
// Outputs into images whose red, green and blue are coded: around the middle and the edges of each code, below 0, above 1 and no numbers.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(binding = 0) readonly buffer In { vec4 colors[]; };
layout(location = 0) out vec4 first;
layout(location = 1) out vec4 second;

void main()
{
    first = colors[int(gl_FragCoord.x) + 32 * int(gl_FragCoord.y)];
    second = first.bgra;
}
