// SPDX-License-Identifier: Apache-2.0
// Four samples a pixel, a lane for each: SampleId, SamplePosition, inputs at the sample and at the centre, the mask in and out.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(location = 0) sample in vec2 at;
layout(location = 1) in float middle;
layout(location = 0) out vec4 color;
layout(location = 1) out uvec4 bits;

void main()
{
    color = vec4(at, middle, gl_SamplePosition.x);
    bits = uvec4(gl_SampleID, gl_SampleMaskIn[0], uint(gl_SamplePosition.y * 16.0), uint(gl_FragCoord.x * 16.0));
    gl_SampleMask[0] = int(gl_FragCoord.x) % 3 == 1 ? 0x9 : 0xf;
}
