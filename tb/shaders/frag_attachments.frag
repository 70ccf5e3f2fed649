// SPDX-License-Identifier: Apache-2.0
// Input attachments, read at the pixel of the lane: floats, integers, one of two samples; helper lanes beyond odd sides have the nearest pixel.
// build: glslangValidator --target-env vulkan1.1 -g
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput Color;
layout(input_attachment_index = 1, set = 0, binding = 1) uniform usubpassInput Number;
layout(input_attachment_index = 2, set = 0, binding = 2) uniform subpassInputMS Depth;
layout(location = 0) out vec4 color;
layout(location = 1) out uvec2 number;
layout(location = 2) out vec2 change;

void main()
{
    const float n = float(subpassLoad(Number).x);
    color = subpassLoad(Color).bgra;
    number = uvec2(subpassLoad(Number).x + 1000u, floatBitsToUint(subpassLoad(Depth, 1).x));
    change = vec2(dFdxFine(n), dFdyFine(n));
}
