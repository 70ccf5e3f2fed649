// SPDX-License-Identifier: Apache-2.0
// Outputs into images of many formats: parts of words, one variable for each half of a location, an array, components that nothing writes.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 wide;
layout(location = 1) out float narrow;
layout(location = 2) out vec2 low;
layout(location = 2, component = 2) out vec2 high;
layout(location = 3) out ivec3 whole;
layout(location = 4) out vec4 both[2];
layout(location = 6) out uint small;

void main()
{
    const ivec2 pixel = ivec2(gl_FragCoord.xy);
    wide = vec4(at, -0.5, 2.0);
    narrow = at.x;
    low = at;
    high = at.yx * 4.0;
    whole = ivec3(pixel, -pixel.x * 100);
    for (int i = 0; i < 2; i++)
        both[pixel.x + i & 1] = vec4(at * float(i + 1), pixel);
    small = uint(pixel.x + pixel.y * 200);
}
