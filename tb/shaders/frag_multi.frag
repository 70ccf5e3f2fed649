// SPDX-License-Identifier: Apache-2.0
// Several samples a pixel, a lane for all of them: inputs at places of the shader's choice, one of them not known before; the mask out; a depth.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(location = 0) in vec2 at;
layout(location = 1) centroid in float middle;
layout(binding = 0) readonly buffer Which { int which[]; };
layout(location = 0) out vec4 color;

void main()
{
    const int n = which[int(gl_FragCoord.y) * 6 + int(gl_FragCoord.x)];
    color = vec4(interpolateAtSample(at, n).x, interpolateAtOffset(at, vec2(0.25, -0.5)).y, interpolateAtCentroid(at.y),
                 float(gl_SampleMaskIn[0]) + middle);
    gl_SampleMask[0] = n * 37;
    gl_FragDepth = float(n) / 8.0;
}
