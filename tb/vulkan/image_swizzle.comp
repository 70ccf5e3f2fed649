// SPDX-License-Identifier: Apache-2.0
// A texel of each of some images: fetched, looked up, and gathered component by component.
#version 460
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D from[4];
layout(std430, binding = 1) writeonly buffer Out { vec4 seen[]; };
layout(std430, binding = 2) readonly buffer Order { uint element[4]; };
void main()
{
    for (uint n = 0; n < 4; n++) {
        const uint i = element[n];      // uniform, and not known to the compiler
        seen[6 * n] = texelFetch(from[i], ivec2(1, 1), 0);
        seen[6 * n + 1] = textureLod(from[i], vec2(0.5), 0);
        seen[6 * n + 2] = textureGather(from[i], vec2(0.5), 0);
        seen[6 * n + 3] = textureGather(from[i], vec2(0.5), 1);
        seen[6 * n + 4] = textureGather(from[i], vec2(0.5), 2);
        seen[6 * n + 5] = textureGather(from[i], vec2(0.5), 3);
    }
    // elements that the compiler knows
    seen[24] = texelFetch(from[1], ivec2(1, 1), 0);
    seen[25] = textureGather(from[2], vec2(0.5), 1);
}
