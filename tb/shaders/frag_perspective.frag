// SPDX-License-Identifier: Apache-2.0
// A rectangle whose corners are at different distances: inputs that are divided by w, one that is not, FragCoord.w; a block of inputs.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(location = 0) in Block {
    vec2 uv;
    layout(location = 3) noperspective vec2 screen;
    flat float first;
} vertex;
layout(location = 0) out vec4 color;
layout(location = 1) out vec2 rest;

void main()
{
    color = vec4(vertex.uv, vertex.screen);
    rest = vec2(vertex.first, gl_FragCoord.w);
}
