// SPDX-License-Identifier: Apache-2.0
// Outputs that a function writes, called in a loop and in a branch; a discard in a loop; one sample only is asked for its number.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(location = 0) flat in uint turns;
layout(location = 0) out uvec4 sums;

void add(uint x)
{
    sums.x += x;
    if (x % 2u == 1u)
        sums.y = x;
    if (x > 9u)
        discard;
}

void main()
{
    sums = uvec4(0u, 100u, 0u, uint(gl_SampleID));
    for (uint i = 1u; i <= turns; i++) {
        add(i);
        if (i == uint(gl_FragCoord.y) + 3u)
            return;
        sums.z = i;
    }
}
